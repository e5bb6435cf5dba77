//! A puzzle as engines see it: states are packed words, moves are numbers.
//!
//! A puzzle has two faces. Its **author** writes a typed [`Puzzle`](crate::Puzzle): states and moves are what suits
//! the puzzle, successors are a lazy iterator. **Engines** see a [`Graph`]: a state is a [`Word`] of one of a few
//! widths, a move is its place among the successors of its state, and a call expands a whole state. So engines,
//! surveys, generation and the test kit are compiled once a width, and not once a puzzle.
//!
//! `Bridge` makes a graph of each puzzle; it is nearly all that a puzzle compiles. A puzzle that is not written in
//! Rust, say one that is read from a file, implements [`Graph`] itself.

mod bridge;
mod code;
mod deepening;
mod edges;
mod graph;
mod view;
mod word;

pub(crate) use bridge::{Bridge, bits};
pub use code::{Code, State};
pub(crate) use code::{pack, unpack};
pub(crate) use deepening::Tried;
pub use deepening::{Counts, Deepening, Ending, Guide, Met, Node, Walk};
pub(crate) use edges::Edges;
pub use graph::Graph;
pub(crate) use view::View;
pub use word::{Wide, Word};
