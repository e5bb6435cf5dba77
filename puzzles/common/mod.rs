//! What several puzzles share.

pub mod grid4;
