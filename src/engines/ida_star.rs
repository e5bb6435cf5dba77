//! IDA*, by the `pathfinding` crate.

use super::deepening::deepen;
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Heuristic};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::Meter;
use crate::search::path::edge_cost;
use crate::words::{Graph, View, Word};
use pathfinding::directed::idastar::idastar;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "iterative deepening A* (pathfinding)",
    good_at: "comparison; good heuristics",
    cannot: "solutions of very many moves",
    price: "a walk for each bound on g + h; it remembers the states it met, so that it ends on unsolvable boards",
    source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<IdaStar>("ida_star")
};

/// A place in the tree that `pathfinding` walks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place<S> {
    /// `None` above the starts.
    state: Option<S>,
    depth: u64,
    g: u64,
    h: u32,
}

/// Walks depth first as far as g + h allows, and raises that bound to the least value that exceeded it.
pub struct IdaStar;

impl Search for IdaStar {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search(&View(graph), starts, meter)
    }
}

fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    if puzzle.heuristic().is_none() {
        return Err(Ability::Informed.into());
    }
    deepen(puzzle, starts, meter, |search| {
        let heuristic = puzzle.heuristic()?;
        let costs = puzzle.costs();
        let (heuristic, costs) = (&heuristic, costs.as_ref());
        let roots: Vec<_> = starts
            .iter()
            .map(|&start| Place {
                state: Some(start),
                depth: 0,
                g: 0,
                h: heuristic.estimate(start),
            })
            .collect();
        search.meter.borrow_mut().stats.evaluated += roots.len() as u64;
        let h = roots.iter().map(|root| root.h).min().unwrap_or(0);
        let limit = search.depth_limit();
        let is_within = |place: &Place<P::State>| {
            let is_within = limit.is_none_or(|limit| place.g + u64::from(place.h) <= limit);
            search.is_cut.set(search.is_cut.get() || !is_within);
            is_within
        };
        let successors = |&place: &Place<P::State>| {
            let is_root = place.state.is_none() && !search.is_ended();
            if is_root {
                search.begin_pass();
            }
            let bound = place.g + u64::from(place.h);
            let inner = place.state.filter(|&state| search.expand(state, place.depth, bound));
            let roots = is_root.then_some(&roots).into_iter().flatten().copied().filter(|root| {
                root.state.is_some_and(|state| search.is_fresh(state, 0)) && is_within(root)
            });
            let inner = inner.into_iter().flat_map(move |before| {
                puzzle.successors(before).filter_map(move |(mv, after)| {
                    let g = place.g + edge_cost::<P>(costs, before, mv, after);
                    let is_fresh = search.is_fresh(after, g);
                    search.generate(is_fresh);
                    if !is_fresh {
                        return None;
                    }
                    search.meter.borrow_mut().stats.evaluated += 1;
                    let h = heuristic.step(before, mv, after, place.h);
                    Some(Place { state: Some(after), depth: place.depth + 1, g, h })
                })
            });
            let inner = inner.filter(is_within);
            roots.chain(inner).map(|place| {
                let cost = place.g;
                (place, cost)
            })
        };
        // `pathfinding` adds up what the edges cost, so each is told as the difference.
        let edges = |place: &Place<P::State>| {
            let g = place.g;
            successors(place).map(move |(after, cost)| (after, cost - g))
        };
        let estimate =
            |place: &Place<P::State>| if search.is_ended() { 0 } else { u64::from(place.h) };
        let success = |place: &Place<P::State>| {
            search.is_ended() || place.state.is_some_and(|state| puzzle.is_goal(state))
        };
        let root = Place { state: None, depth: 0, g: 0, h };
        let (places, _) = idastar(&root, edges, estimate, success)?;
        Some(places.into_iter().filter_map(|place| place.state).collect())
    })
}
