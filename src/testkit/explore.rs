//! The part of a puzzle's state space that the laws are checked on.

use super::Budget;
use super::finding::Mismatch;
use crate::abilities::{Costs, Predecessors, Ranking};
use crate::hash::{Map, Set};
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
    /// Whether nothing was left out: all that the starts lead to, all around the goals, every rank.
    pub(super) is_whole: bool,
    /// The state that could not be looked at, and why: it ended the exploration.
    pub(super) fault: Option<(Visit<P::State>, Mismatch)>,
}

impl<P: Puzzle> Space<P> {
    /// Explores: as many states as the budget allows from the starts, again from the goals, and again by
    /// rank.
    pub(super) fn explore(puzzle: &P, starts: Vec<P::State>, budget: Budget<'_>) -> Self {
        let mut space = Space {
            visits: Vec::new(),
            edges: Vec::new(),
            index: Map::default(),
            is_whole: true,
            fault: None,
        };
        let most = usize::try_from(budget.states).unwrap_or(usize::MAX);
        let is_over = || budget.is_cancelled();
        let forwards = |space: &Self, number: usize| {
            space.edges_of(&space.visits[number]).iter().map(|edge| edge.after).collect()
        };
        space.is_whole = space.spread(puzzle, starts, true, most, is_over, forwards);

        // What these abilities do wrong is for their laws to find; here it only ends the exploration.
        let goals = guard(|| {
            let goals = puzzle.goals()?.take(most.saturating_add(1));
            Some(goals.take_while(|_| !is_over()).collect())
        });
        if let Ok(Some(goals)) = goals {
            let predecessors = puzzle.predecessors();
            let backwards = |space: &Self, number: usize| match &predecessors {
                None => forwards(space, number),
                Some(predecessors) => {
                    let state = space.visits[number].state;
                    guard(|| predecessors.predecessors(state).collect()).unwrap_or_default()
                }
            };
            space.is_whole &=
                !is_over() && space.spread(puzzle, goals, false, most, is_over, backwards);
        }
        if let Ok(Some(count)) = guard(|| puzzle.ranking().map(|ranking| ranking.count())) {
            space.is_whole &= count <= budget.states;
            space.by_rank(puzzle, spread_ranks(count, most), is_over);
        }
        space
    }

    /// Looks at the states of these ranks, a piece of them at a time.
    fn by_rank(
        &mut self,
        puzzle: &P,
        mut ranks: impl Iterator<Item = u64>,
        is_over: impl Fn() -> bool,
    ) {
        const PIECE: usize = 1 << 12;
        loop {
            let piece: Vec<u64> = ranks.by_ref().take(PIECE).collect();
            if piece.is_empty() {
                return;
            }
            let unrank = || {
                let ranking = puzzle.ranking()?;
                Some(piece.iter().map(|&rank| ranking.unrank(rank)).collect())
            };
            let Ok(Some(states)) = guard(unrank) else {
                self.is_whole = false;
                return;
            };
            if !self.spread(puzzle, states, false, PIECE, &is_over, |_, _| Vec::new()) {
                self.is_whole = false;
                return;
            }
        }
    }

    /// What the puzzle said were the transitions of a visited state.
    pub(super) fn edges_of(&self, visit: &Visit<P::State>) -> &[EdgeOf<P>] {
        &self.edges[visit.edges.clone()]
    }

    /// Where in `visits` this state is.
    pub(super) fn number_of(&self, state: P::State) -> Option<usize> {
        self.index.get(&state).copied()
    }

    /// Breadth-first search over `neighbours`, to as many as `most` states, unless it is over before. False
    /// when some were left out.
    fn spread(
        &mut self,
        puzzle: &P,
        origins: Vec<P::State>,
        from_starts: bool,
        most: usize,
        is_over: impl Fn() -> bool,
        neighbours: impl Fn(&Self, usize) -> Vec<P::State>,
    ) -> bool {
        let mut queue: Vec<usize> = Vec::new();
        let mut queued: Set<P::State> = Set::default();
        let mut found = origins;
        let mut moves = from_starts.then_some(0);
        let mut next = 0;
        loop {
            for state in found {
                if queued.contains(&state) {
                    continue;
                }
                if queue.len() == most || is_over() {
                    return false;
                }
                queued.insert(state);
                let Some(number) = self.visit(puzzle, state, moves) else { return false };
                queue.push(number);
            }
            let Some(&number) = queue.get(next) else { return true };
            next += 1;
            moves = self.visits[number].moves.filter(|_| from_starts).map(|moves| moves + 1);
            found = neighbours(self, number);
        }
    }

    /// The number of a state, which is looked at unless it was before. `None` where it cannot be looked at.
    fn visit(&mut self, puzzle: &P, state: P::State, moves: Option<u64>) -> Option<usize> {
        let number = self.visits.len();
        let entry = match self.index.entry(state) {
            Entry::Occupied(known) => return Some(*known.get()),
            Entry::Vacant(entry) => entry,
        };
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
                Some(number)
            }
            Err(mismatch) => {
                self.edges.truncate(first);
                let visit = Visit { state, moves, is_goal: false, edges: 0..0 };
                self.fault.get_or_insert((visit, mismatch));
                None
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
    use crate::testkit::toys::Chain;

    #[test]
    fn a_space_is_whole_when_nothing_was_left_out_from_either_side_or_by_rank() {
        let chain = Chain { length: 9, is_reversible: false };
        let explore = |start, states| Space::explore(&chain, vec![start], Budget::of(states));
        let (whole, part) = (explore(5, 10), explore(5, 9));
        assert!(whole.is_whole && !part.is_whole);
        assert_eq!((whole.visits.len(), part.visits.len()), (10, 10));
        // From the start on, then backwards from the goal.
        let states: Vec<u32> = whole.visits.iter().map(|visit| visit.state).collect();
        assert_eq!(states, [5, 6, 7, 8, 9, 4, 3, 2, 1, 0]);
        assert!(!explore(0, 9).is_whole);
    }

    #[test]
    fn ranks_are_spread_from_the_first_on_and_are_all_there_when_they_are_few() {
        let ranks = |count, most| spread_ranks(count, most).collect::<Vec<_>>();
        assert_eq!(ranks(0, 3), [0; 0]);
        assert_eq!(ranks(3, 5), [0, 1, 2]);
        assert_eq!(ranks(10, 4), [0, 2, 5, 7]);
        assert_eq!(ranks(u64::MAX, 2), [0, u64::MAX / 2]);
    }
}
