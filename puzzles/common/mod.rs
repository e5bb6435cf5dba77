//! What several puzzles share.

pub mod grid;
pub mod grid4;
