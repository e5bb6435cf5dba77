//! Dijkstra's algorithm, by the `pathfinding` crate.

use super::adapter::{Adapter, Node};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Meter, Wanted, all, memory};
use crate::words::{Graph, View, Word};
use pathfinding::directed::dijkstra::dijkstra;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "uniform-cost search (pathfinding)",
    good_at: "moves with costs of their own and no heuristic",
    cannot: "nothing; where moves cost the same, bfs does the same for less",
    price: "time and memory grow with the number of states cheaper than the solution",
    source: "E. W. Dijkstra, A note on two problems in connexion with graphs, 1959",
    needs: &[],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<Dijkstra>("dijkstra")
};

/// Expands states in the order of their cost.
pub struct Dijkstra;

impl Search for Dijkstra {
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
    if let Wanted::All { list } = meter.wanted() {
        return all::every_optimal(puzzle, starts, meter, list);
    }
    let adapter = Adapter::new(puzzle, puzzle.costs(), starts, meter, &|stats| {
        memory::index_map::<Node<P::State>, (usize, u64)>(stats.distinct)
            + memory::vec::<(u64, usize)>(stats.distinct.saturating_sub(stats.expanded))
    })
    .tracking_costs(true);
    let found = dijkstra(&Node::Root, |&node| adapter.edges(node), |&node| adapter.is_goal(node));
    adapter.finish(found.map(|(nodes, _)| nodes))
}
