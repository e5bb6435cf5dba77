//! The store for any other ranked puzzle: a bit for each rank.

use super::bits::Bits;
use super::blocks::Blocks;
use crate::words::{Graph, Word};

/// Which way a walk goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Along the moves.
    Forward,
    /// Against them.
    Backward,
}

/// A ranked puzzle. Backwards it needs predecessors.
pub(crate) struct Ranked<'g, W> {
    graph: &'g dyn Graph<W>,
    backwards: bool,
    count: u64,
}

impl<'g, W: Word> Ranked<'g, W> {
    pub(crate) fn new(graph: &'g dyn Graph<W>, direction: Direction) -> Self {
        Ranked { graph, backwards: direction == Direction::Backward, count: graph.count() }
    }

    /// The number of the first state of a block.
    fn first(&self, group: usize) -> u64 {
        self.number(group, 0)
    }
}

/// Words of a block: 4,096 states.
const STRIDE: usize = 64;

impl<W: Word> Blocks for Ranked<'_, W> {
    /// Numbers of states.
    type Scratch = Vec<u64>;

    fn groups(&self) -> usize {
        self.count.div_ceil(STRIDE as u64 * 64) as usize
    }

    fn group_size(&self) -> usize {
        1
    }

    fn stride(&self) -> usize {
        STRIDE
    }

    fn table_bytes(&self) -> u64 {
        0
    }

    fn scratch(&self) -> Vec<u64> {
        Vec::new()
    }

    fn count(&self) -> u64 {
        self.count
    }

    fn block_size(&self) -> usize {
        STRIDE * 64
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        numbers: &mut Vec<u64>,
    ) -> u64 {
        numbers.clear();
        // Edges run both ways, so which way does not matter.
        let mut is_reached = |number| frontier.has(number);
        let looks = self.graph.pull(self.first(group), left, &mut is_reached, numbers);
        for &number in numbers.iter() {
            next.set(number);
        }
        looks
    }

    fn push(&self, group: usize, frontier: &[u64], next: Bits<'_>, numbers: &mut Vec<u64>) -> u64 {
        numbers.clear();
        self.graph.push(self.first(group), frontier, self.backwards, numbers);
        for &number in numbers.iter() {
            next.set(number);
        }
        numbers.len() as u64
    }
}
