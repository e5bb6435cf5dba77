//! Heuristics that are chosen when the program runs, and what can be made of several.

use super::Database;
use crate::abilities::{Heuristic, Patterns, Symmetry};
use crate::puzzle::Puzzle;
use crate::space::pieces::Slots;
use std::fmt;
use std::sync::Arc;

/// A lower bound of the cost that is left, kept apart from the puzzle that it is about.
///
/// It keeps laws 9, 10 and 13 of [`Heuristic`]: it never overestimates, says rightly whether it is
/// consistent, and a step gives what an estimate gives. What is made of admissible ones here is admissible.
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

    fn is_consistent(&self, puzzle: &P) -> bool {
        puzzle.heuristic().is_none_or(|heuristic| heuristic.is_consistent())
    }
}

/// What the databases of several patterns say together: their sum where each move has one piece and no
/// piece is in two patterns, else the largest.
#[derive(Debug, Clone)]
pub struct PatternSet {
    databases: Vec<Arc<Database>>,
    adds_up: bool,
}

impl PatternSet {
    /// The databases together. `adds_up` only for slides of patterns that share no piece; anything else
    /// overestimates.
    pub(super) fn new(databases: Vec<Arc<Database>>, adds_up: bool) -> Self {
        PatternSet { databases, adds_up }
    }

    /// What they say of pieces that stand there.
    #[inline]
    pub(super) fn distance(&self, slots: &Slots) -> u32 {
        let distances = self.databases.iter().map(|database| database.distance(slots));
        if self.adds_up {
            distances.fold(0, u32::saturating_add)
        } else {
            distances.fold(0, u32::max)
        }
    }
}

impl<P: Puzzle> Estimator<P> for PatternSet {
    fn estimate(&self, puzzle: &P, state: P::State) -> u32 {
        puzzle.patterns().map_or(0, |patterns| self.distance(&patterns.slots(state)))
    }

    /// Consistent if all are. A move changes what one pattern says by its cost at the most; and of a sum, all
    /// others say the same after it, as their pieces stay and the blank stays in its region.
    fn is_consistent(&self, _: &P) -> bool {
        self.databases.iter().all(|database| database.is_consistent())
    }

    fn bytes(&self) -> u64 {
        self.databases.iter().map(|database| database.bytes()).sum()
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
