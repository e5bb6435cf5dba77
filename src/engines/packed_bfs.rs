//! Breadth-first search on a packed map.

use super::layers::{Layers, Taken};
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::search::symmetry::lift;
use crate::search::{Limit, Meter, Outcome, Path, Reason, Solution, Stop, Wanted, all};
use crate::words::{Graph, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "breadth-first search on a packed map, up to symmetry",
    good_at: "spaces of many millions of states; symmetric puzzles, whose images it walks once",
    cannot: "moves with costs of their own",
    price: "a state and a byte, one to two times over, for each state up to the depth of the solution",
    source: "E. F. Moore, The shortest path through a maze, 1959",
    needs: &[Ability::UnitCosts],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<PackedBfs>("packed_bfs")
};

/// Searches layer by layer and keeps the depth of each state; the path is walked back from depth to depth
/// through predecessors, or without them once more from the starts. A goal is tested when it is
/// generated, so the last layer is not expanded.
///
/// In a symmetric puzzle the least image stands for all; the path is made of moves that lead from image to
/// image.
pub struct PackedBfs;

impl Search for PackedBfs {
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
    if let Wanted::All { list } = meter.wanted() {
        return all::every_optimal(&View(graph), starts, meter, list);
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

    let mut layers =
        Layers::new(starts.iter().map(|&s| canonical(s)), graph.has(Ability::Reversible));
    layers.store(meter, Taken::default())?;
    if let Some(&start) = starts.iter().find(|&&start| graph.is_goal(start)) {
        let path = Path { start, steps: Vec::new() };
        return Ok(Outcome::Solved(Solution::optimal(0, path)));
    }
    let goal = loop {
        let states = layers.states();
        if layers.frontier().is_empty() {
            return Ok(Outcome::Unsolvable(if is_symmetric {
                Reason::FormsExhausted { forms: states }
            } else {
                Reason::Exhausted { states }
            }));
        }
        if let Some(limit) = meter.limits().depth
            && layers.depth() >= limit
        {
            return Err(Stop::from(Limit::Depth(limit)).into());
        }
        // Every state of this layer was tested when it was generated.
        meter.stats.lower_bound = layers.depth() + 1;
        let mut is_goal = |_, state| graph.is_goal(state);
        if let Some(goal) = layers.expand(meter, Taken::default(), &successors, &mut is_goal)? {
            break goal;
        }
    };
    let depth = layers.depth();
    let forms = if graph.has(Ability::Predecessors) {
        let before = |state, before: &mut Vec<W>| {
            graph.precede(state, before);
            canonicalise(before);
        };
        let mut forms = layers.way_back(goal, &before);
        forms.reverse();
        forms
    } else {
        {
            let origins: Vec<W> = starts.iter().map(|&start| canonical(start)).collect();
            layers.replay(&origins, goal, meter, &successors)?
        }
    };
    let start = starts.iter().find(|&&start| canonical(start) == forms[0]).unwrap_or(&forms[0]);
    let path = lift(&View(graph), *start, forms[1..].iter().copied(), canonical)?;
    Ok(Outcome::Solved(Solution::optimal(depth, path)))
}
