//! The puzzles.
