//! The part of a puzzle's state space that the laws are checked on.

use super::Budget;
use super::finding::Mismatch;
use crate::abilities::{Costs, Predecessors, Ranking};
use crate::hash::Map;
use crate::puzzle::Puzzle;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A transition, as the puzzle gave it the first time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge<S, M> {
    pub(super) mv: M,
    pub(super) after: S,
    pub(super) cost: u32,
}

/// A state, and what the puzzle said of it the first time.
pub(super) struct Visit<S> {
    pub(super) state: S,
    /// Moves from the nearest start. `None` where it was found from a goal or a rank.
    pub(super) moves: Option<u64>,
    pub(super) is_goal: bool,
    edges: Range<usize>,
}

type EdgeOf<P> = Edge<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// States in the order in which they were met: breadth first from the starts; then from the goals, as
/// far as those are listed; then some for the ranks.
pub(super) struct Space<P: Puzzle> {
    pub(super) visits: Vec<Visit<P::State>>,
    edges: Vec<EdgeOf<P>>,
    /// Where in `visits` a state is.
    index: Map<P::State, usize>,
    /// Whether every state that the starts lead to is among the visits.
    pub(super) is_whole: bool,
    /// The state that could not be looked at, and why: it ended the exploration.
    pub(super) fault: Option<(Visit<P::State>, Mismatch)>,
}

impl<P: Puzzle> Space<P> {
    /// Explores: as many states as the budget allows from the starts, again from the goals, and again by
    /// rank.
    pub(super) fn explore(puzzle: &P, starts: Vec<P::State>, budget: Budget) -> Self {
        let mut space = Space {
            visits: Vec::new(),
            edges: Vec::new(),
            index: Map::default(),
            is_whole: true,
            fault: None,
        };
        let most = usize::try_from(budget.states).unwrap_or(usize::MAX);
        let forwards = |space: &Self, number: usize| {
            space.edges_of(&space.visits[number]).iter().map(|edge| edge.after).collect()
        };
        space.is_whole = space.spread(puzzle, starts, Some(0), most, forwards);

        // What these abilities do wrong is for their laws to find; here it only ends the exploration.
        let goals = guard(|| puzzle.goals().map(|goals| goals.take(most).collect()));
        if let Ok(Some(goals)) = goals {
            let predecessors = puzzle.predecessors();
            let last = space.visits.len().saturating_add(most);
            space.spread(puzzle, goals, None, last, |space, number| match &predecessors {
                None => forwards(space, number),
                Some(predecessors) => {
                    let state = space.visits[number].state;
                    guard(|| predecessors.predecessors(state).collect()).unwrap_or_default()
                }
            });
        }
        let ranked = guard(|| {
            let ranking = puzzle.ranking()?;
            Some(spread_ranks(ranking.count(), most).map(|rank| ranking.unrank(rank)).collect())
        });
        if let Ok(Some(ranked)) = ranked {
            space.spread(puzzle, ranked, None, usize::MAX, |_, _| Vec::new());
        }
        space
    }

    /// What the puzzle said were the transitions of a visited state.
    pub(super) fn edges_of(&self, visit: &Visit<P::State>) -> &[EdgeOf<P>] {
        &self.edges[visit.edges.clone()]
    }

    /// Where in `visits` this state is.
    pub(super) fn number_of(&self, state: P::State) -> Option<usize> {
        self.index.get(&state).copied()
    }

    /// Breadth-first search over `neighbours` until `last` states are there. False when states were left out.
    fn spread(
        &mut self,
        puzzle: &P,
        origins: Vec<P::State>,
        moves: Option<u64>,
        last: usize,
        neighbours: impl Fn(&Self, usize) -> Vec<P::State>,
    ) -> bool {
        let mut is_whole = true;
        let mut next = self.visits.len();
        for state in origins {
            is_whole &= self.visit(puzzle, state, moves, last);
        }
        while next < self.visits.len() && self.fault.is_none() {
            let moves = self.visits[next].moves.map(|moves| moves + 1);
            for state in neighbours(self, next) {
                is_whole &= self.visit(puzzle, state, moves, last);
            }
            next += 1;
        }
        is_whole
    }

    /// Adds a state unless it is there. False when there is no room for it, or it cannot be looked at.
    fn visit(&mut self, puzzle: &P, state: P::State, moves: Option<u64>, last: usize) -> bool {
        let number = self.visits.len();
        let Entry::Vacant(entry) = self.index.entry(state) else {
            return true;
        };
        if number >= last || self.fault.is_some() {
            return false;
        }
        let first = self.edges.len();
        let looked = guard(|| {
            let costs = puzzle.costs();
            for (mv, after) in puzzle.successors(state) {
                let cost = costs.as_ref().map_or(1, |costs| costs.cost(state, mv, after));
                self.edges.push(Edge { mv, after, cost });
            }
            puzzle.is_goal(state)
        });
        match looked {
            Ok(is_goal) => {
                entry.insert(number);
                self.visits.push(Visit { state, moves, is_goal, edges: first..self.edges.len() });
                true
            }
            Err(mismatch) => {
                self.edges.truncate(first);
                let visit = Visit { state, moves, is_goal: false, edges: 0..0 };
                self.fault = Some((visit, mismatch));
                false
            }
        }
    }
}

/// `most` ranks below `count` at even distances, or all of them.
pub(super) fn spread_ranks(count: u64, most: usize) -> impl Iterator<Item = u64> {
    let taken = count.min(most as u64);
    (0..taken).map(move |index| {
        let rank = u128::from(index) * u128::from(count) / u128::from(taken);
        u64::try_from(rank).expect("below the count")
    })
}

/// Runs something of the puzzle's; a panic becomes a mismatch.
pub(super) fn guard<T>(run: impl FnOnce() -> T) -> Result<T, Mismatch> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let message = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
            (Some(text), _) => text,
            (_, Some(text)) => text.as_str(),
            _ => "without a message",
        };
        Mismatch::new("an answer", format!("a panic: {message}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_spread_from_the_first_on_and_are_all_there_when_they_are_few() {
        let ranks = |count, most| spread_ranks(count, most).collect::<Vec<_>>();
        assert_eq!(ranks(0, 3), [0; 0]);
        assert_eq!(ranks(3, 5), [0, 1, 2]);
        assert_eq!(ranks(10, 4), [0, 2, 5, 7]);
        assert_eq!(ranks(u64::MAX, 2), [0, u64::MAX / 2]);
    }
}
