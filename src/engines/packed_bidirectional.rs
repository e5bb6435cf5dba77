//! Breadth-first search from both ends, on packed maps.

use super::layers::Layers;
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::{Ability, Predecessors, Symmetry};
use crate::puzzle::Puzzle;
use crate::search::symmetry::lift;
use crate::search::{Limit, Meter, Outcome, Path, Reason, Solution, Stop};

/// What people are told.
pub const ABOUT: About = About {
    name: "packed_bidirectional",
    summary: "breadth-first search from the start and the goals at once, on packed maps, up to symmetry",
    good_at: "deep solutions between one start and few goals",
    cannot: "puzzles whose goals are many or unknown",
    price: "a state and a byte, one to two times over, for each state up to half the depth, from both ends",
    source: "I. Pohl, Bi-directional search, 1971",
    needs: &[Ability::UnitCosts, Ability::Predecessors, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: false,
};

/// Expands the smaller of the two last layers until the walks meet, or one of them ends.
///
/// All states up to the last layers are known on both sides and have nothing in common, so that the first
/// state in which they meet is on a shortest path. In a symmetric puzzle the least image of a state stands
/// for all of them.
///
/// # Errors
/// When the puzzle lacks what the engine needs, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    if puzzle.costs().is_some() {
        return Err(Ability::UnitCosts.into());
    }
    let backwards = puzzle.predecessors().ok_or(Ability::Predecessors)?;
    let goals = puzzle.goals().ok_or(Ability::ListedGoals)?;
    let symmetry = puzzle.symmetry();
    let canonical = |state| symmetry.as_ref().map_or(state, |maps| maps.canonical(state));
    let successors = |state| puzzle.successors(state).map(|(_, after)| canonical(after));
    let predecessors = |state| backwards.predecessors(state).map(canonical);

    let is_undirected = puzzle.is_reversible();
    let mut forward = Layers::new(starts.iter().map(|&start| canonical(start)), is_undirected);
    let mut backward = Layers::new(goals.map(canonical), is_undirected);
    backward.store(meter, forward.taken())?;
    if let Some(&start) = starts.iter().find(|&&start| puzzle.is_goal(start)) {
        let path = Path { start, steps: Vec::new() };
        return Ok(Outcome::Solved(Solution::optimal(0, path)));
    }
    let meeting = loop {
        if forward.frontier().is_empty() {
            let states = forward.states();
            return Ok(Outcome::Unsolvable(match symmetry {
                Some(_) => Reason::FormsExhausted { forms: states },
                None => Reason::Exhausted { states },
            }));
        }
        if backward.frontier().is_empty() {
            let states = backward.states();
            return Ok(Outcome::Unsolvable(match symmetry {
                Some(_) => Reason::GoalFormsExhausted { forms: states },
                None => Reason::GoalsExhausted { states },
            }));
        }
        let depth = forward.depth() + backward.depth();
        if let Some(limit) = meter.limits().depth
            && depth >= limit
        {
            return Err(Stop::from(Limit::Depth(limit)).into());
        }
        meter.stats.lower_bound = depth + 1;
        let meeting = if forward.frontier().len() <= backward.frontier().len() {
            let is_met = |hash, state| backward.code_of(hash, state).is_some();
            forward.expand(meter, backward.taken(), successors, is_met)?
        } else {
            let is_met = |hash, state| forward.code_of(hash, state).is_some();
            backward.expand(meter, forward.taken(), predecessors, is_met)?
        };
        if let Some(meeting) = meeting {
            break meeting;
        }
    };
    let mut forms = forward.way_back(meeting, predecessors);
    forms.reverse();
    forms.extend(backward.way_back(meeting, successors).into_iter().skip(1));
    let start = starts.iter().find(|&&start| canonical(start) == forms[0]).unwrap_or(&forms[0]);
    let path = lift(puzzle, *start, forms[1..].iter().copied(), canonical)?;
    Ok(Outcome::Solved(Solution::optimal(forward.depth() + backward.depth(), path)))
}
