//! Engines x boards.
