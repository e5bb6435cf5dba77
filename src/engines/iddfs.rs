//! Iterative deepening depth-first search, by the `pathfinding` crate.

use super::deepening::deepen;
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Limit, Meter};
use crate::words::{Graph, View, Word};
use pathfinding::directed::iddfs::iddfs;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "iterative deepening depth-first search (pathfinding)",
    good_at: "comparison and teaching; short solutions",
    cannot: "moves with costs of their own; solutions of very many moves",
    price: "bfs once for each depth; it remembers the states it met, so that it ends on unsolvable boards",
    source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985",
    needs: &[Ability::UnitCosts],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<Iddfs>("iddfs")
};

/// A place in the tree that `pathfinding` walks. Those on one path differ, so equality is cheap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place<S> {
    /// Above the starts.
    Root,
    /// A state after so many moves.
    At { depth: u64, state: S },
    /// A successor that is too deep for this pass: it stands for all of them.
    Beyond,
}

/// Walks depth first to depth 0, 1, 2, ..
pub struct Iddfs;

impl Search for Iddfs {
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
    if puzzle.costs().is_some() {
        return Err(Ability::UnitCosts.into());
    }
    deepen(puzzle, starts, meter, |search| {
        let bound = std::cell::Cell::new(0);
        let successors = |&place: &Place<P::State>| {
            let mut beyond = None;
            let mut roots = None;
            let mut inner = None;
            match place {
                Place::Root => {
                    let was_new = search.is_new.get();
                    // The first pass of `pathfinding` ends above the starts; the second ends with them.
                    match search.begin_pass() {
                        1 => beyond = Some(Place::Beyond),
                        2 => roots = Some(search.starts),
                        _ if !was_new => search.is_exhausted.set(true),
                        pass => {
                            bound.set(u64::from(pass) - 2);
                            match search.depth_limit() {
                                Some(limit) if bound.get() > limit => {
                                    search.stop(Limit::Depth(limit));
                                }
                                _ => roots = Some(search.starts),
                            }
                        }
                    }
                }
                Place::At { depth, .. } if depth == bound.get() => beyond = Some(Place::Beyond),
                Place::At { depth, state } => {
                    inner = search.expand(state, depth, bound.get()).then_some((depth + 1, state));
                }
                Place::Beyond => {}
            }
            let roots = roots.into_iter().flatten().filter_map(|&state| {
                search.is_fresh(state, 0).then_some(Place::At { depth: 0, state })
            });
            let inner = inner.into_iter().flat_map(|(depth, before)| {
                puzzle.successors(before).filter_map(move |(_, state)| {
                    let is_fresh = search.is_fresh(state, depth);
                    search.generate(is_fresh);
                    is_fresh.then_some(Place::At { depth, state })
                })
            });
            beyond.into_iter().chain(roots).chain(inner)
        };
        let success = |place: &Place<P::State>| {
            search.is_ended() || matches!(place, Place::At { state, .. } if puzzle.is_goal(*state))
        };
        let places = iddfs(Place::Root, successors, success)?;
        let state = |place| match place {
            Place::At { state, .. } => Some(state),
            Place::Root | Place::Beyond => None,
        };
        Some(places.into_iter().filter_map(state).collect())
    })
}
