//! A*, by the `pathfinding` crate.

use super::adapter::{Adapter, Node};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Heuristic};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Meter, memory};
use crate::words::{Graph, View, Word};
use pathfinding::directed::astar::astar;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "A* best-first search (pathfinding)",
    good_at: "puzzles with a good heuristic whose frontier fits in memory",
    cannot: "long solutions with a weak heuristic: memory ends first",
    price: "memory for each state whose g + h is below the optimum",
    source: "Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<AStar>("a_star")
};

/// Expands states in the order of g + h.
pub struct AStar;

impl Search for AStar {
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
            + memory::vec::<(u64, u64, usize)>(stats.evaluated.saturating_sub(stats.expanded))
    })
    .tracking_costs(heuristic.is_consistent());
    let found = astar(
        &Node::Root,
        |&node| adapter.edges(node),
        |&node| adapter.evaluate(node, |state| heuristic.estimate(state)),
        |&node| adapter.is_goal(node),
    );
    adapter.finish(found.map(|(nodes, _)| nodes))
}
