//! Heuristics that are chosen when the program runs, and what can be made of several.

use crate::abilities::{Carried, Heuristic, Symmetry};
use crate::puzzle::Puzzle;
use std::fmt;

/// A lower bound of the cost that is left, kept apart from the puzzle that it is about.
///
/// It keeps laws 9, 10 and 13 of [`Heuristic`]: it never overestimates, says rightly whether it is
/// consistent, a step gives what an estimate gives, and `carry` what `begin` gives. What is made of admissible ones
/// here is admissible.
pub trait Estimator<P: Puzzle>: Send + Sync {
    /// The bound; `u32::MAX` means that no goal can be reached.
    fn estimate(&self, puzzle: &P, state: P::State) -> u32;

    /// The bound for `after`, given the bound `estimate` for `before`, from which `mv` led to it.
    fn step(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        estimate: u32,
    ) -> u32 {
        let _ = (before, mv, estimate);
        self.estimate(puzzle, after)
    }

    /// The bound with the parts that it is made of, for [`carry`](Estimator::carry).
    fn begin(&self, puzzle: &P, state: P::State) -> Carried {
        Carried { estimate: self.estimate(puzzle, state), parts: 0 }
    }

    /// As [`step`](Estimator::step), for engines that keep the parts with each state of a path.
    fn carry(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        carried: Carried,
    ) -> Carried {
        Carried { estimate: self.step(puzzle, before, mv, after, carried.estimate), ..carried }
    }

    /// Whether no move lowers the bound by more than it costs.
    fn is_consistent(&self, puzzle: &P) -> bool;

    /// Bytes of its tables.
    fn bytes(&self) -> u64 {
        0
    }
}

/// A boxed estimator.
pub type AnyEstimator<P> = Box<dyn Estimator<P>>;

impl<P: Puzzle> fmt::Debug for dyn Estimator<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Estimator").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

/// The puzzle's own heuristic; 0 where it has none.
#[derive(Debug, Clone, Copy)]
pub struct Own;

impl<P: Puzzle> Estimator<P> for Own {
    fn estimate(&self, puzzle: &P, state: P::State) -> u32 {
        puzzle.heuristic().map_or(0, |heuristic| heuristic.estimate(state))
    }

    fn step(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        estimate: u32,
    ) -> u32 {
        puzzle.heuristic().map_or(0, |heuristic| heuristic.step(before, mv, after, estimate))
    }

    fn begin(&self, puzzle: &P, state: P::State) -> Carried {
        puzzle.heuristic().map_or_else(Carried::default, |heuristic| heuristic.begin(state))
    }

    fn carry(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        carried: Carried,
    ) -> Carried {
        puzzle.heuristic().map_or(carried, |heuristic| heuristic.carry(before, mv, after, carried))
    }

    fn is_consistent(&self, puzzle: &P) -> bool {
        puzzle.heuristic().is_none_or(|heuristic| heuristic.is_consistent())
    }
}

/// The largest of several.
pub struct Largest<P: Puzzle>(pub Vec<AnyEstimator<P>>);

impl<P: Puzzle> Estimator<P> for Largest<P> {
    fn estimate(&self, puzzle: &P, state: P::State) -> u32 {
        self.0.iter().map(|estimator| estimator.estimate(puzzle, state)).max().unwrap_or(0)
    }

    fn is_consistent(&self, puzzle: &P) -> bool {
        self.0.iter().all(|estimator| estimator.is_consistent(puzzle))
    }

    fn bytes(&self) -> u64 {
        self.0.iter().map(|estimator| estimator.bytes()).sum()
    }
}

/// The largest over all images of a state under the puzzle's symmetry, from the tables of one.
pub struct OverImages<P: Puzzle>(pub AnyEstimator<P>);

impl<P: Puzzle> Estimator<P> for OverImages<P> {
    fn estimate(&self, puzzle: &P, state: P::State) -> u32 {
        let own = self.0.estimate(puzzle, state);
        let Some(symmetry) = puzzle.symmetry() else { return own };
        let images = (1..symmetry.order()).map(|index| symmetry.image(index, state));
        images.fold(own, |largest, image| largest.max(self.0.estimate(puzzle, image)))
    }

    fn is_consistent(&self, puzzle: &P) -> bool {
        self.0.is_consistent(puzzle)
    }

    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}
