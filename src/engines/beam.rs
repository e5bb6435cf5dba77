//! Beam search.

use super::reached::{Reached, Record, solution};
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::{Arguments, Kind, Parameter};
use crate::search::packed::{Entry, hash};
use crate::search::{Limit, Meter, Outcome, Reason, Stop};
use crate::units;
use crate::words::{Edges, Graph, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "breadth-first search that keeps only the most promising states of each layer",
    good_at: "very large spaces with a good heuristic, in memory that grows with the depth alone",
    cannot: "be relied on: what it drops may have been the only way, and then it gives up",
    price: "up to `width` expansions a layer; a state and 4 bytes, or 8 where moves have costs, for each state kept",
    source: "R. Bisiani, Beam search, in: Encyclopedia of Artificial Intelligence, 1987",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Incomplete,
    lists_all: false,
    parameters: &[Parameter {
        name: "width",
        summary: "states of a layer that are kept",
        kind: Kind::Integer { min: 1, max: 1_000_000_000, default: 10_000 },
    }],
    ..Engine::new::<Beam>("beam")
};

/// Expands a layer of states, and keeps those of its successors that were not kept before and have the
/// least g + h.
///
/// While nothing had to be dropped it is a breadth-first search, and says so: it proves what that proves.
pub struct Beam;

impl Search for Beam {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        let width = usize::try_from(arguments.integer("width")).unwrap_or(usize::MAX);
        if !graph.has(Ability::Informed) {
            return Err(Ability::Informed.into());
        }
        if graph.has(Ability::UnitCosts) {
            run::<W, u32>(graph, starts, meter, width)
        } else {
            run::<W, u64>(graph, starts, meter, width)
        }
    }
}

fn run<W: Word, R: Record>(
    graph: &dyn Graph<W>,
    starts: &[W],
    meter: &mut Meter<'_>,
    width: usize,
) -> Found<W> {
    let limit = meter.limits().depth;
    let has_costs = !graph.has(Ability::UnitCosts);
    let mut reached = Reached::<W, R>::default();
    // What may come into the beam: g + h, h, and the state.
    let mut candidates: Vec<(u64, u32, W)> = Vec::new();
    let mut beam: Vec<(u32, W)> = Vec::new();
    let mut edges = Edges::new(graph);
    // Of the state that is expanded: the successors to be evaluated, each with its g, and their estimates.
    let (mut fresh, mut costs, mut estimates) = (Vec::new(), Vec::new(), Vec::new());
    let (mut is_cut, mut is_ruled_out, mut is_dropped) = (false, false, false);

    for &start in starts {
        meter.stats.evaluated += 1;
        let h = graph.estimate(start);
        candidates.push((u64::from(h), h, start));
    }
    let bytes = |table: u64, candidates: &Vec<_>, beam: &Vec<_>| {
        let candidates = candidates.capacity() * size_of::<(u64, u32, W)>();
        table + (candidates + beam.capacity() * size_of::<(u32, W)>()) as u64
    };
    for depth in 0.. {
        candidates.sort_unstable();
        beam.clear();
        for &(f, h, state) in &candidates {
            let hash = hash(&state);
            if beam.len() == width {
                is_dropped = is_dropped || reached.get(hash, state).is_none();
                continue;
            }
            let is_open = h != u32::MAX;
            is_ruled_out |= !is_open;
            let record = if is_open { R::open(f - u64::from(h))? } else { R::ruled_out() };
            if reached.is_full() {
                let table = reached.bytes() + reached.larger_bytes();
                meter.store(reached.len() as u64, bytes(table, &candidates, &beam))?;
            }
            if reached.insert(hash, state, record) != Entry::New {
                meter.stats.duplicates += 1;
            } else if is_open {
                beam.push((h, state));
            }
        }
        candidates.clear();
        meter.frontier = Some(beam.len() as u64);
        meter.store(reached.len() as u64, bytes(reached.bytes(), &candidates, &beam))?;
        if let Some(&(_, goal)) = beam.iter().find(|&&(_, state)| graph.is_goal(state)) {
            if let Some(record) = reached.get_mut(hash(&goal), goal) {
                *record = record.expanded();
            }
            return Ok(Outcome::Solved(solution(graph, starts, reached, goal, meter)?));
        }
        if beam.is_empty() {
            break;
        }
        if !has_costs && !is_dropped {
            meter.stats.lower_bound = depth + 1;
        }
        for &(h, state) in &beam {
            let Some(record) = reached.get_mut(hash(&state), state) else { continue };
            *record = record.expanded();
            let g = record.g();
            meter.expand()?;
            fresh.clear();
            costs.clear();
            for (mv, after, cost) in edges.of(state) {
                let is_known = reached.get(hash(&after), after).is_some();
                let g = g + cost;
                if limit.is_some_and(|limit| g > limit) {
                    is_cut |= !is_known;
                    continue;
                }
                meter.stats.generated += 1;
                if is_known {
                    meter.stats.duplicates += 1;
                    continue;
                }
                meter.stats.evaluated += 1;
                fresh.push((mv, after));
                costs.push(g);
            }
            estimates.clear();
            graph.steps(state, h, &fresh, &mut estimates);
            let found = fresh.iter().zip(&costs).zip(&estimates);
            candidates.extend(found.map(|((&(_, after), g), &h)| (g + u64::from(h), h, after)));
            meter.store(reached.len() as u64, bytes(reached.bytes(), &candidates, &beam))?;
        }
    }
    let states = reached.len() as u64;
    match limit {
        // With costs, a cheaper path to what was kept may have been passed over.
        _ if is_dropped || (is_cut && has_costs) => {
            let within = limit.filter(|_| is_cut);
            let within = within.map_or(String::new(), |limit| format!(" of a cost up to {limit}"));
            Ok(Outcome::GaveUp(format!(
                "the beam of width {} ran out of successors{within}",
                units::count(width as u64)
            )))
        }
        Some(limit) if is_cut => Err(Stop::from(Limit::Depth(limit)).into()),
        _ if is_ruled_out => Ok(Outcome::Unsolvable(Reason::RuledOut { states })),
        _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Job, Limits, Optimality};
    use crate::testkit::toys::Graph;
    use crate::words::Bridge;

    /// Two ways from state 0: by way of 1 to a dead end, and by way of 2 to the goal.
    fn search(width: usize, goal: u32, limits: Limits) -> Found<u32> {
        let edges = [(0, 1), (0, 2), (1, 3), (2, 4), (4, 5)];
        let graph = Graph::unit(7, &edges, &[0], &[goal]).with_estimates(vec![0; 7], true);
        let job = Job { limits, ..Job::default() };
        let mut meter = Meter::start(&job);
        run::<u32, u32>(&Bridge::Borrowed(&graph), &[0], &mut meter, width)
    }

    #[test]
    fn gives_up_where_the_only_way_was_dropped() {
        let outcome = search(1, 5, Limits::default());
        assert!(matches!(outcome, Ok(Outcome::GaveUp(_))), "{outcome:?}");
        let outcome = search(1, 6, Limits::default());
        assert!(matches!(outcome, Ok(Outcome::GaveUp(_))), "{outcome:?}");
    }

    #[test]
    fn proves_what_breadth_first_search_proves_where_nothing_was_dropped() {
        let outcome = search(2, 5, Limits::default());
        let Ok(Outcome::Solved(solution)) = outcome else { panic!("{outcome:?}") };
        assert_eq!((solution.cost, solution.optimality), (3, Optimality::Proved));
        let outcome = search(2, 6, Limits::default());
        assert_eq!(outcome, Ok(Outcome::Unsolvable(Reason::Exhausted { states: 6 })));
        let outcome = search(2, 5, Limits { depth: Some(2), ..Limits::default() });
        assert_eq!(outcome, Err(Stop::from(Limit::Depth(2)).into()));
    }

    #[test]
    fn a_solution_from_a_narrowed_beam_is_not_proved_optimal() {
        let outcome = search(1, 3, Limits::default());
        let Ok(Outcome::Solved(solution)) = outcome else { panic!("{outcome:?}") };
        assert_eq!((solution.cost, solution.optimality), (2, Optimality::NotProved));
    }
}
