//! A path through the states, and its replay.

use crate::abilities::Costs;
use crate::puzzle::Puzzle;

/// A start, and the moves from there with the states that they lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path<S, M> {
    /// Where it begins.
    pub start: S,
    /// Each move with the state after it.
    pub steps: Vec<(M, S)>,
}

/// A path that the puzzle does not allow: the engine is wrong, or the puzzle breaks a law.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BrokenPath {
    /// The first state is none of the starts.
    #[error("the path begins at {state}, which is none of the starts")]
    Start {
        /// The state, as `{:?}` shows it.
        state: String,
    },
    /// A move that is not among the successors.
    #[error("move {number} of the path: {before} has no move to {after}")]
    Move {
        /// Which move, counted from 1.
        number: usize,
        /// The state before it.
        before: String,
        /// The state that it should lead to.
        after: String,
    },
    /// The path costs something else than the engine says.
    #[error(
        "its moves cost {is}, and not {says} as the engine says, as where a heuristic promises too much (law 9)"
    )]
    Cost {
        /// What the engine says.
        says: u64,
        /// What the moves add up to.
        is: u64,
    },
    /// The last state is no goal.
    #[error("the path ends at {state}, which is no goal")]
    Goal {
        /// The state.
        state: String,
    },
}

impl<S: Copy, M: Copy> Path<S, M> {
    /// The last state.
    pub fn end(&self) -> S {
        self.steps.last().map_or(self.start, |&(_, state)| state)
    }

    /// The moves alone.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = M> {
        self.steps.iter().map(|&(mv, _)| mv)
    }
}

/// What the edge from `before` to `after` by `mv` costs.
#[inline]
pub(crate) fn edge_cost<P: Puzzle>(
    costs: Option<&impl Costs<P::State, P::Move>>,
    before: P::State,
    mv: P::Move,
    after: P::State,
) -> u64 {
    costs.map_or(1, |costs| u64::from(costs.cost(before, mv, after)))
}

/// The cost of a path that is known to be legal.
pub(crate) fn path_cost<P: Puzzle>(
    costs: Option<&impl Costs<P::State, P::Move>>,
    path: &Path<P::State, P::Move>,
) -> u64 {
    let before = std::iter::once(path.start).chain(path.steps.iter().map(|&(_, state)| state));
    let edges = before.zip(&path.steps);
    edges.map(|(before, &(mv, after))| edge_cost::<P>(costs, before, mv, after)).sum()
}

/// Finds the moves between `states`, the cheapest where several lead the same way.
///
/// # Errors
/// Where no move leads from one to the next, or there is no first.
pub fn label<P: Puzzle>(
    puzzle: &P,
    states: &[P::State],
) -> Result<Path<P::State, P::Move>, BrokenPath> {
    let costs = puzzle.costs();
    let mut states = states.iter().copied();
    let Some(start) = states.next() else {
        return Err(BrokenPath::Start { state: "nothing".into() });
    };
    let mut path = Path { start, steps: Vec::with_capacity(states.len()) };
    for after in states {
        let before = path.end();
        let step = puzzle
            .successors(before)
            .filter(|&(_, state)| state == after)
            .min_by_key(|&(mv, state)| edge_cost::<P>(costs.as_ref(), before, mv, state));
        let Some(step) = step else {
            return Err(broken_move(path.steps.len() + 1, before, after));
        };
        path.steps.push(step);
    }
    Ok(path)
}

/// Plays `path` move by move and returns its cost.
///
/// # Errors
/// Where the puzzle does not allow it, or it does not lead from a start to a goal.
pub fn replay<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    path: &Path<P::State, P::Move>,
) -> Result<u64, BrokenPath> {
    if !starts.contains(&path.start) {
        return Err(BrokenPath::Start { state: format!("{:?}", path.start) });
    }
    let costs = puzzle.costs();
    let mut before = path.start;
    let mut cost = 0;
    for (index, &(mv, after)) in path.steps.iter().enumerate() {
        if !puzzle.successors(before).any(|step| step == (mv, after)) {
            return Err(broken_move(index + 1, before, after));
        }
        cost += edge_cost::<P>(costs.as_ref(), before, mv, after);
        before = after;
    }
    if !puzzle.is_goal(before) {
        return Err(BrokenPath::Goal { state: format!("{before:?}") });
    }
    Ok(cost)
}

fn broken_move<S: std::fmt::Debug>(number: usize, before: S, after: S) -> BrokenPath {
    BrokenPath::Move { number, before: format!("{before:?}"), after: format!("{after:?}") }
}
