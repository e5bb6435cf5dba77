//! What a search came to, for people and for programs.
//!
//! Everything here takes results and writes them to a [`Page`]; nothing searches, and nothing asks where
//! the page goes.

pub(crate) mod answer;
pub(crate) mod comparison;
pub(crate) mod json;
mod page;
mod palette;
mod plot;
pub(crate) mod prediction;
pub(crate) mod survey;
pub(crate) mod table;
mod wrap;

pub(crate) use page::Page;
pub(crate) use palette::Palette;
