//! Breadth-first search from both ends, on packed maps.

use super::layers::Layers;
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::search::symmetry::lift;
use crate::search::{Limit, Meter, Outcome, Path, Reason, Solution, Stop};
use crate::words::{Graph, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "breadth-first search from the start and the goals at once, on packed maps, up to symmetry",
    good_at: "deep solutions between one start and few goals",
    cannot: "puzzles whose goals are many or unknown",
    price: "a state and a byte, one to two times over, for each state up to half the depth, from both ends",
    source: "I. Pohl, Bi-directional search, 1971",
    needs: &[Ability::UnitCosts, Ability::Predecessors, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<PackedBidirectional>("packed_bidirectional")
};

/// Expands the smaller of the two last layers until the walks meet, or one of them ends.
///
/// All states up to the last layers are known on both sides and have nothing in common, so that the first
/// state in which they meet is on a shortest path. In a symmetric puzzle the least image of a state stands
/// for all of them.
pub struct PackedBidirectional;

impl Search for PackedBidirectional {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search(graph, starts, meter)
    }
}

fn search<W: Word>(graph: &dyn Graph<W>, starts: &[W], meter: &mut Meter<'_>) -> Found<W> {
    if !graph.has(Ability::UnitCosts) {
        return Err(Ability::UnitCosts.into());
    }
    let is_symmetric = graph.has(Ability::Symmetric);
    let canonicalise = |states: &mut [W]| {
        if is_symmetric {
            graph.canonicalise(states);
        }
    };
    let canonical = |state: W| {
        let mut states = [state];
        canonicalise(&mut states);
        states[0]
    };
    let successors = |state, after: &mut Vec<W>| {
        let first = after.len();
        graph.expand(state, after);
        canonicalise(&mut after[first..]);
    };
    let predecessors = |state, before: &mut Vec<W>| {
        let first = before.len();
        graph.precede(state, before);
        canonicalise(&mut before[first..]);
    };

    let is_undirected = graph.has(Ability::Reversible);
    let mut forward = Layers::new(starts.iter().map(|&start| canonical(start)), is_undirected);
    let mut backward = Layers::new(graph.goals().map(canonical), is_undirected);
    backward.store(meter, forward.taken())?;
    if let Some(&start) = starts.iter().find(|&&start| graph.is_goal(start)) {
        let path = Path { start, steps: Vec::new() };
        return Ok(Outcome::Solved(Solution::optimal(0, path)));
    }
    let meeting = loop {
        if forward.frontier().is_empty() {
            let states = forward.states();
            return Ok(Outcome::Unsolvable(if is_symmetric {
                Reason::FormsExhausted { forms: states }
            } else {
                Reason::Exhausted { states }
            }));
        }
        if backward.frontier().is_empty() {
            let states = backward.states();
            return Ok(Outcome::Unsolvable(if is_symmetric {
                Reason::GoalFormsExhausted { forms: states }
            } else {
                Reason::GoalsExhausted { states }
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
            let mut is_met = |hash, state| backward.code_of(hash, state).is_some();
            forward.expand(meter, backward.taken(), &successors, &mut is_met)?
        } else {
            let mut is_met = |hash, state| forward.code_of(hash, state).is_some();
            backward.expand(meter, forward.taken(), &predecessors, &mut is_met)?
        };
        if let Some(meeting) = meeting {
            break meeting;
        }
    };
    let mut forms = forward.way_back(meeting, &predecessors);
    forms.reverse();
    forms.extend(backward.way_back(meeting, &successors).into_iter().skip(1));
    let start = starts.iter().find(|&&start| canonical(start) == forms[0]).unwrap_or(&forms[0]);
    let path = lift(&View(graph), *start, forms[1..].iter().copied(), canonical)?;
    Ok(Outcome::Solved(Solution::optimal(forward.depth() + backward.depth(), path)))
}
