//! What a search came to, for people and for programs.
//!
//! Everything here takes results and writes them to a [`Write`](std::io::Write); nothing searches, and
//! nothing asks where the output goes.

pub(crate) mod answer;
pub(crate) mod comparison;
pub(crate) mod json;
pub(crate) mod palette;
pub(crate) mod table;
pub(crate) mod units;

pub(crate) use palette::Palette;
