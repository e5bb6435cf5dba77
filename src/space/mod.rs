//! Spaces that a puzzle hands over as data, for [`Puzzle::space`](crate::Puzzle::space).

#![expect(
    clippy::cast_possible_truncation,
    reason = "elements, digits and contexts are below bounds that were checked when the space was made"
)]

pub mod contexts;
pub mod coordinate;
pub mod permutation;
pub mod pieces;

pub use contexts::ContextSpace;
pub use coordinate::{Coordinate, CoordinateSpace};
pub use permutation::{Parity, Permutation, PermutationSpace, Shuffle};
pub use pieces::{Moves, Pieces, Relabelling, Slots};

/// A space made of data. Its numbering is that of the puzzle's ranking.
#[derive(Debug, Clone, Copy)]
pub enum Space<'p> {
    /// Contexts times permutations.
    Permutations(&'p PermutationSpace),
    /// A product of coordinates.
    Coordinates(&'p CoordinateSpace),
    /// Contexts times numbers.
    Contexts(&'p ContextSpace),
}

impl Space<'_> {
    /// The numbers of the states that one move leads to.
    pub fn successors(&self, number: u64) -> Vec<u64> {
        match self {
            Space::Permutations(space) => space.successors(number).collect(),
            Space::Coordinates(space) => space.successors(number).collect(),
            Space::Contexts(space) => space.successors(number).collect(),
        }
    }
}

/// Data that make no space.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// Too short or too long.
    #[error("permutations of {length} elements: expected {shortest} to {longest}")]
    Length {
        /// The length.
        length: usize,
        /// The least.
        shortest: usize,
        /// The greatest.
        longest: usize,
    },
    /// Not one parity a context.
    #[error("parities for {found} contexts: expected {expected}")]
    Contexts {
        /// The number of contexts.
        expected: usize,
        /// The number of parities.
        found: usize,
    },
    /// Not a permutation between contexts that exist.
    #[error("move {number} (from 0) is no permutation of all elements between contexts that exist")]
    Move {
        /// Which.
        number: usize,
    },
    /// Leads out of the space.
    #[error("move {number} (from 0) leads to permutations of the wrong parity")]
    Parity {
        /// Which.
        number: usize,
    },
    /// Missing or malformed tables.
    #[error(
        "coordinate {number} (from 0): expected one table a move, of as many values as it has, all below that, and at most 65,536 for the last coordinate"
    )]
    Coordinate {
        /// Which.
        number: usize,
    },
    /// A table of a space of contexts that says not of each number what becomes of it.
    #[error(
        "table {number} (from 0): expected an entry for each number of a context, which is such a number or NOWHERE, and no number twice"
    )]
    Table {
        /// Which.
        number: usize,
    },
    /// 2^64 states or more.
    #[error("the space has 2^64 states or more")]
    TooLarge,
}
