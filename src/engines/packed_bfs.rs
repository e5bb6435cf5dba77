//! Breadth-first search on a packed map.

use super::layers::{Layers, Taken};
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::{Ability, Predecessors, Symmetry};
use crate::puzzle::Puzzle;
use crate::search::symmetry::lift;
use crate::search::{Limit, Meter, Outcome, Path, Reason, Solution, Stop, Wanted, all};

/// What people are told.
pub const ABOUT: About = About {
    name: "packed_bfs",
    summary: "breadth-first search on a packed map, up to symmetry",
    good_at: "spaces of many millions of states; symmetric puzzles, whose images it walks once",
    cannot: "moves with costs of their own",
    price: "a state and a byte, one to two times over, for each state up to the depth of the solution",
    source: "E. F. Moore, The shortest path through a maze, 1959",
    needs: &[Ability::UnitCosts],
    guarantee: Guarantee::Optimal,
    lists_all: true,
};

/// Searches layer by layer and keeps the depth of each state; the path is walked back from depth to depth
/// through predecessors, or without them once more from the starts. A goal is tested when it is
/// generated, so the last layer is not expanded.
///
/// In a symmetric puzzle the least image stands for all; the path is made of moves that lead from image to
/// image.
///
/// # Errors
/// When the puzzle has costs, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    if puzzle.costs().is_some() {
        return Err(Ability::UnitCosts.into());
    }
    if let Wanted::All { list } = meter.wanted() {
        return all::every_optimal(puzzle, starts, meter, list);
    }
    let symmetry = puzzle.symmetry();
    let canonical = |state| symmetry.as_ref().map_or(state, |maps| maps.canonical(state));
    let successors = |state| puzzle.successors(state).map(|(_, after)| canonical(after));

    let mut layers = Layers::new(starts.iter().map(|&s| canonical(s)), puzzle.is_reversible());
    layers.store(meter, Taken::default())?;
    if let Some(&start) = starts.iter().find(|&&start| puzzle.is_goal(start)) {
        let path = Path { start, steps: Vec::new() };
        return Ok(Outcome::Solved(Solution::optimal(0, path)));
    }
    let goal = loop {
        let states = layers.states();
        if layers.frontier().is_empty() {
            return Ok(Outcome::Unsolvable(match symmetry {
                Some(_) => Reason::FormsExhausted { forms: states },
                None => Reason::Exhausted { states },
            }));
        }
        if let Some(limit) = meter.limits().depth
            && layers.depth() >= limit
        {
            return Err(Stop::from(Limit::Depth(limit)).into());
        }
        // Every state of this layer was tested when it was generated.
        meter.stats.lower_bound = layers.depth() + 1;
        let is_goal = |_, state| puzzle.is_goal(state);
        if let Some(goal) = layers.expand(meter, Taken::default(), successors, is_goal)? {
            break goal;
        }
    };
    let depth = layers.depth();
    let forms = match puzzle.predecessors() {
        Some(backwards) => {
            let before = |state| backwards.predecessors(state).map(canonical);
            let mut forms = layers.way_back(goal, before);
            forms.reverse();
            forms
        }
        None => layers.replay(starts.iter().map(|&s| canonical(s)), goal, meter, successors)?,
    };
    let start = starts.iter().find(|&&start| canonical(start) == forms[0]).unwrap_or(&forms[0]);
    let path = lift(puzzle, *start, forms[1..].iter().copied(), canonical)?;
    Ok(Outcome::Solved(Solution::optimal(depth, path)))
}
