//! A path.

use crate::Puzzle;
use crate::abilities::{Heuristic, Predecessors, Ranking};

/// The states `0..=length` in a line: the start of a board is the board itself, the goal is the last state.
///
/// The heuristic is perfect. It exists to be long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    /// Moves from the first state to the last.
    pub length: u32,
    /// Whether one may go back.
    pub is_reversible: bool,
}

/// A move along the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Along {
    /// To the next state.
    On,
    /// To the one before.
    Back,
}

impl Puzzle for Chain {
    type State = u32;
    type Move = Along;
    type Board = u32;

    fn encode(&self, board: &u32) -> u32 {
        *board
    }

    fn decode(&self, state: u32) -> u32 {
        state
    }

    fn starts(&self, board: &u32) -> impl IntoIterator<Item = u32> {
        [*board]
    }

    fn successors(&self, state: u32) -> impl Iterator<Item = (Along, u32)> {
        let on = (state < self.length).then(|| (Along::On, state + 1));
        let back = (self.is_reversible && state > 0).then(|| (Along::Back, state - 1));
        on.into_iter().chain(back)
    }

    fn is_goal(&self, state: u32) -> bool {
        state == self.length
    }

    fn is_reversible(&self) -> bool {
        self.is_reversible
    }

    fn predecessors(&self) -> Option<impl Predecessors<u32>> {
        Some(*self)
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        Some(std::iter::once(self.length))
    }

    fn ranking(&self) -> Option<impl Ranking<u32>> {
        Some(*self)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u32, Along>> {
        Some(*self)
    }
}

impl Predecessors<u32> for Chain {
    fn predecessors(&self, state: u32) -> impl Iterator<Item = u32> {
        let from_back = (self.is_reversible && state < self.length).then(|| state + 1);
        state.checked_sub(1).into_iter().chain(from_back)
    }
}

impl Ranking<u32> for Chain {
    fn count(&self) -> u64 {
        u64::from(self.length) + 1
    }

    fn rank(&self, state: u32) -> u64 {
        u64::from(state)
    }

    fn unrank(&self, rank: u64) -> u32 {
        u32::try_from(rank).expect("a rank below the count")
    }
}

impl Heuristic<u32, Along> for Chain {
    fn estimate(&self, state: u32) -> u32 {
        self.length - state
    }
}
