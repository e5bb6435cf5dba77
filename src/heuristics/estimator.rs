//! Heuristics that are chosen when the program runs, and what can be made of several.

use crate::abilities::{Carried, Heuristic};
use crate::puzzle::Puzzle;
use crate::words::{Graph, Word, unpack};
use std::fmt;
use std::marker::PhantomData;

/// A lower bound of the cost that is left, kept apart from the graph that it is about.
///
/// It keeps laws 9, 10 and 13 of [`Heuristic`]: it never overestimates, says rightly whether it is
/// consistent, a step gives what an estimate gives, and `carry` what `begin` gives. What is made of admissible ones
/// here is admissible.
pub(crate) trait Estimator<W: Word>: Send + Sync {
    /// The bound; `u32::MAX` means that no goal can be reached.
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32;

    /// The bound for `after`, given that for `before`, from which move number `mv` led to it.
    fn step(&self, graph: &dyn Graph<W>, before: W, mv: u32, after: W, estimate: u32) -> u32 {
        let _ = (before, mv, estimate);
        self.estimate(graph, after)
    }

    /// The bound with the parts that it is made of, for [`carry`](Estimator::carry).
    fn begin(&self, graph: &dyn Graph<W>, state: W) -> Carried {
        Carried { estimate: self.estimate(graph, state), parts: 0 }
    }

    /// As [`step`](Estimator::step), for engines that keep the parts with each state of a path.
    fn carry(
        &self,
        graph: &dyn Graph<W>,
        before: W,
        mv: u32,
        after: W,
        carried: Carried,
    ) -> Carried {
        Carried { estimate: self.step(graph, before, mv, after, carried.estimate), ..carried }
    }

    /// Whether no move lowers the bound by more than it costs.
    fn is_consistent(&self, graph: &dyn Graph<W>) -> bool;

    /// Bytes of its tables.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A boxed estimator.
pub(crate) type AnyEstimator<W> = Box<dyn Estimator<W>>;

impl<W: Word> fmt::Debug for dyn Estimator<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Estimator").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// The puzzle's own heuristic.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Own;

impl<W: Word> Estimator<W> for Own {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        graph.estimate(state)
    }

    fn step(&self, graph: &dyn Graph<W>, before: W, mv: u32, after: W, estimate: u32) -> u32 {
        graph.step(before, mv, after, estimate)
    }

    fn begin(&self, graph: &dyn Graph<W>, state: W) -> Carried {
        graph.begin(state)
    }

    fn carry(
        &self,
        graph: &dyn Graph<W>,
        before: W,
        mv: u32,
        after: W,
        carried: Carried,
    ) -> Carried {
        graph.carry(before, mv, after, carried)
    }

    fn is_consistent(&self, graph: &dyn Graph<W>) -> bool {
        graph.is_consistent()
    }
}

/// A heuristic of a puzzle's own making. What it carries it begins anew, which law 13 says is the same.
pub(crate) struct Made<P: Puzzle> {
    heuristic: AnyHeuristic<P>,
    of: PhantomData<fn(P)>,
}

/// A boxed heuristic of a puzzle.
pub type AnyHeuristic<P> = Box<dyn Heuristic<<P as Puzzle>::State, <P as Puzzle>::Move> + Send>;

impl<P: Puzzle> Made<P> {
    pub(crate) fn new(heuristic: AnyHeuristic<P>) -> Self {
        Made { heuristic, of: PhantomData }
    }
}

impl<P: Puzzle, W: Word> Estimator<W> for Made<P> {
    fn estimate(&self, _: &dyn Graph<W>, state: W) -> u32 {
        self.heuristic.estimate(unpack(state))
    }

    fn begin(&self, _: &dyn Graph<W>, state: W) -> Carried {
        self.heuristic.begin(unpack(state))
    }

    fn carry(&self, _: &dyn Graph<W>, _: W, _: u32, after: W, _: Carried) -> Carried {
        self.heuristic.begin(unpack(after))
    }

    fn is_consistent(&self, _: &dyn Graph<W>) -> bool {
        self.heuristic.is_consistent()
    }

    fn bytes(&self) -> u64 {
        self.heuristic.bytes()
    }
}

/// The largest of several.
pub(crate) struct Largest<W>(pub(crate) Vec<AnyEstimator<W>>);

impl<W: Word> Estimator<W> for Largest<W> {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        self.0.iter().map(|estimator| estimator.estimate(graph, state)).max().unwrap_or(0)
    }

    fn is_consistent(&self, graph: &dyn Graph<W>) -> bool {
        self.0.iter().all(|estimator| estimator.is_consistent(graph))
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|estimator| estimator.bytes()).sum()
    }
}

/// The largest over all images of a state under the puzzle's symmetry, from the tables of one.
pub(crate) struct OverImages<W>(pub(crate) AnyEstimator<W>);

impl<W: Word> Estimator<W> for OverImages<W> {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        let own = self.0.estimate(graph, state);
        let images = (1..graph.order()).map(|index| graph.image(index, state));
        images.fold(own, |largest, image| largest.max(self.0.estimate(graph, image)))
    }

    fn is_consistent(&self, graph: &dyn Graph<W>) -> bool {
        self.0.is_consistent(graph)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
