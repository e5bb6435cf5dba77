//! Small puzzles to test engines and checks on.

mod bits;
mod chain;
mod graph;
mod lamps;

pub use crate::random::Random;
pub use bits::Bits;
pub use chain::{Along, Chain};
pub use graph::{Estimates, Graph, Weights};
pub use lamps::{Fault, LAMPS, Lamps};
