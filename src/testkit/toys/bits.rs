//! Moves that commute.

use super::Random;
use crate::Puzzle;
use crate::abilities::Commuting;

/// A vector of bits of which each move flips a fixed set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bits {
    masks: Vec<u32>,
    goals: Vec<u32>,
}

impl Bits {
    /// A puzzle in which move `i` flips the bits of `masks[i]`, and `goals` are the goals.
    pub fn new(masks: Vec<u32>, mut goals: Vec<u32>) -> Self {
        goals.sort_unstable();
        goals.dedup();
        Bits { masks, goals }
    }

    /// A puzzle of up to 8 bits, 8 moves and 3 goals. Moves may be the same or do nothing, and there may
    /// be no goal.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (bits, moves, goals) = (random.below(8) + 1, random.below(9), random.below(4));
        let mut vectors = |count| (0..count).map(|_| random.below(1 << bits)).collect();
        Bits::new(vectors(moves), vectors(goals))
    }

    /// The bits that each move flips.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }
}

impl Puzzle for Bits {
    type State = u32;
    type Move = usize;
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

    fn successors(&self, state: u32) -> impl Iterator<Item = (usize, u32)> {
        self.masks.iter().enumerate().map(move |(mv, mask)| (mv, state ^ mask))
    }

    fn is_goal(&self, state: u32) -> bool {
        self.goals.contains(&state)
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        Some(self.goals.iter().copied())
    }

    fn commuting(&self) -> Option<impl Commuting<u32>> {
        Some(self)
    }
}

impl Commuting<u32> for &Bits {
    fn to_vector(&self, state: u32) -> u128 {
        u128::from(state)
    }

    fn from_vector(&self, vector: u128) -> u32 {
        u32::try_from(vector).expect("no move flips a bit beyond the 32nd")
    }
}
