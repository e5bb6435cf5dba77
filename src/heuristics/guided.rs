//! A puzzle with another heuristic than its own.

use super::{AnyEstimator, Estimator};
use crate::abilities::{
    Carried, Commuting, Costs, Heuristic, Patterns, Predecessors, Ranking, Symmetry,
};
use crate::puzzle::Puzzle;
use crate::space::Space;
use std::fmt;

/// A puzzle, and a heuristic that was chosen when the program runs in place of its own.
///
/// Engines are compiled once for it, whatever is chosen: it costs one call through a pointer an estimate.
pub struct Guided<P: Puzzle> {
    /// The puzzle.
    pub puzzle: P,
    /// The heuristic; none for the puzzle's own.
    pub guide: Option<AnyEstimator<P>>,
}

impl<P: Puzzle> Guided<P> {
    /// The puzzle with its own heuristic.
    pub fn by_itself(puzzle: P) -> Self {
        Guided { puzzle, guide: None }
    }
}

impl<P: Puzzle> fmt::Debug for Guided<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guided").field("guide", &self.guide).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Puzzle for Guided<P> {
    type State = P::State;
    type Move = P::Move;
    type Board = P::Board;

    fn encode(&self, board: &P::Board) -> P::State {
        self.puzzle.encode(board)
    }

    fn decode(&self, state: P::State) -> P::Board {
        self.puzzle.decode(state)
    }

    fn starts(&self, board: &P::Board) -> impl IntoIterator<Item = P::State> {
        self.puzzle.starts(board)
    }

    #[inline]
    fn successors(&self, state: P::State) -> impl Iterator<Item = (P::Move, P::State)> {
        self.puzzle.successors(state)
    }

    #[inline]
    fn is_goal(&self, state: P::State) -> bool {
        self.puzzle.is_goal(state)
    }

    fn impossible(&self, start: P::State) -> Option<String> {
        self.puzzle.impossible(start)
    }

    fn costs(&self) -> Option<impl Costs<P::State, P::Move>> {
        self.puzzle.costs()
    }

    fn is_reversible(&self) -> bool {
        self.puzzle.is_reversible()
    }

    fn predecessors(&self) -> Option<impl Predecessors<P::State>> {
        self.puzzle.predecessors()
    }

    fn goals(&self) -> Option<impl Iterator<Item = P::State>> {
        self.puzzle.goals()
    }

    fn ranking(&self) -> Option<impl Ranking<P::State>> {
        self.puzzle.ranking()
    }

    fn heuristic(&self) -> Option<impl Heuristic<P::State, P::Move>> {
        match &self.guide {
            Some(guide) => Some(Chosen::Guide(&self.puzzle, &**guide)),
            None => self.puzzle.heuristic().map(Chosen::Own),
        }
    }

    fn symmetry(&self) -> Option<impl Symmetry<P::State>> {
        self.puzzle.symmetry()
    }

    fn commuting(&self) -> Option<impl Commuting<P::State>> {
        self.puzzle.commuting()
    }

    fn space(&self) -> Option<Space<'_>> {
        self.puzzle.space()
    }

    fn patterns(&self) -> Option<impl Patterns<P::State>> {
        self.puzzle.patterns()
    }
}

enum Chosen<'a, P: Puzzle, H> {
    Own(H),
    Guide(&'a P, &'a dyn Estimator<P>),
}

impl<P: Puzzle, H: Heuristic<P::State, P::Move>> Heuristic<P::State, P::Move> for Chosen<'_, P, H> {
    #[inline]
    fn estimate(&self, state: P::State) -> u32 {
        match self {
            Chosen::Own(own) => own.estimate(state),
            Chosen::Guide(puzzle, guide) => guide.estimate(puzzle, state),
        }
    }

    #[inline]
    fn step(&self, before: P::State, mv: P::Move, after: P::State, estimate: u32) -> u32 {
        match self {
            Chosen::Own(own) => own.step(before, mv, after, estimate),
            Chosen::Guide(puzzle, guide) => guide.step(puzzle, before, mv, after, estimate),
        }
    }

    fn begin(&self, state: P::State) -> Carried {
        match self {
            Chosen::Own(own) => own.begin(state),
            Chosen::Guide(puzzle, guide) => guide.begin(puzzle, state),
        }
    }

    #[inline]
    fn carry(&self, before: P::State, mv: P::Move, after: P::State, carried: Carried) -> Carried {
        match self {
            Chosen::Own(own) => own.carry(before, mv, after, carried),
            Chosen::Guide(puzzle, guide) => guide.carry(puzzle, before, mv, after, carried),
        }
    }

    fn is_consistent(&self) -> bool {
        match self {
            Chosen::Own(own) => own.is_consistent(),
            Chosen::Guide(puzzle, guide) => guide.is_consistent(puzzle),
        }
    }
}
