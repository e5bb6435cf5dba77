//! Small puzzles to test engines and checks on.

mod bits;
mod chain;
mod graph;
mod lamps;

pub use bits::Bits;
pub use chain::{Along, Chain};
pub use graph::{Estimates, Graph, Weights};
pub use lamps::{Fault, LAMPS, Lamps};

/// A sequence of numbers that looks like chance and depends on a seed alone.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, or 0 where that is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let scaled = ((self.number() >> 32) * u64::from(bound)) >> 32;
        u32::try_from(scaled).unwrap_or(0)
    }
}
