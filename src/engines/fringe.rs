//! Fringe search, by the `pathfinding` crate.

use super::adapter::{Adapter, Node};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Heuristic};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Meter, memory};
use crate::words::{Graph, View, Word};
use pathfinding::directed::fringe::fringe;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "fringe search: A* without a sorted open list (pathfinding)",
    good_at: "comparison; small frontiers",
    cannot: "large frontiers: it looks through a list for each state it meets",
    price: "memory like a_star; time grows with the square of the frontier",
    source: "Bjornsson, Enzenberger, Holte, Schaeffer, Fringe search: beating A* at pathfinding on game maps, 2005",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<Fringe>("fringe")
};

/// Walks its list once for each bound on g + h, and keeps what is above it for the next.
pub struct Fringe;

impl Search for Fringe {
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
    let heuristic = puzzle.heuristic().ok_or(Ability::Informed)?;
    let adapter = Adapter::new(puzzle, puzzle.costs(), starts, meter, &|stats| {
        memory::index_map::<Node<P::State>, (usize, u64)>(stats.distinct)
            + 2 * memory::vec::<usize>(stats.distinct.saturating_sub(stats.expanded))
    })
    // A state can be expanded before the cheapest way to it is known, however good the heuristic.
    .tracking_costs(false);
    let found = fringe(
        &Node::Root,
        |&node| adapter.edges(node),
        |&node| adapter.evaluate(node, |state| heuristic.estimate(state)),
        |&node| adapter.is_goal(node),
    );
    adapter.finish(found.map(|(nodes, _)| nodes))
}
