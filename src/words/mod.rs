//! A puzzle as engines see it: states are packed words, moves are numbers.
//!
//! A puzzle has two faces. Its **author** writes a typed [`Puzzle`]: states and moves are what suits
//! the puzzle, successors are a lazy iterator. **Engines** see a [`Graph`]: a state is a [`Word`] of one of a few
//! widths, a move is its place among the successors of its state, and a call expands a whole state. So engines,
//! surveys, generation and the test kit are compiled once a width, and not once a puzzle.
//!
//! [`graph_of`] makes a graph of a puzzle; that is nearly all that a puzzle compiles. A puzzle that is not written in
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
pub use code::{pack, unpack};
pub(crate) use deepening::Tried;
pub use deepening::{Counts, Deepening, Ending, Guide, Met, Node, Walk};
pub(crate) use edges::Edges;
pub use graph::Graph;
pub(crate) use view::View;
pub use word::{Wide, Word};

use crate::Puzzle;
use crate::search::{BrokenPath, Path, path};

/// A puzzle as a graph on words of width `W`, for tests of an engine: [`Engine::run`](crate::engines::Engine::run) and
/// the command line choose the width themselves. Words that are too narrow for the states do not compile.
///
/// ```
/// use puzzlespace::testkit::toys::Lamps;
/// use puzzlespace::words::{Graph, graph_of, label, pack, unpack};
///
/// let lamps = Lamps::new(None);
/// let graph = graph_of::<_, u32>(&lamps);
/// let start = pack(0b1111_u8);
/// let mut successors = Vec::new();
/// graph.expand(start, &mut successors);
/// let after: u8 = unpack(successors[2]);
///
/// let path = label(&graph, &[start, pack(after)])?;
/// assert_eq!(path.steps, [(2, successors[2])]);
/// # Ok::<(), puzzlespace::search::BrokenPath>(())
/// ```
pub fn graph_of<P: Puzzle, W: Word>(puzzle: &P) -> impl Graph<W> {
    const { assert!(bits::<P>() <= W::BITS, "the states do not fit into this word") }
    Bridge::Borrowed(puzzle)
}

/// The path through these states, the first of which is where it begins. Where several moves lead from one to the
/// next, the cheapest is taken.
///
/// # Errors
/// Where no move leads from one to the next, or there is no first.
pub fn label<W: Word>(graph: &dyn Graph<W>, states: &[W]) -> Result<Path<W, u32>, BrokenPath> {
    path::label(&View(graph), states)
}
