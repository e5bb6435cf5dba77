//! Breadth-first search, by the `pathfinding` crate.

use super::adapter::{Adapter, Node};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Meter, Wanted, all, memory};
use crate::words::{Graph, View, Word};
use pathfinding::directed::bfs::bfs;
use std::cell::Cell;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "breadth-first search (pathfinding)",
    good_at: "small spaces; the reference that every other engine is held against",
    cannot: "moves with costs of their own",
    price: "time and memory grow with the number of states up to the depth of the solution",
    source: "E. F. Moore, The shortest path through a maze, 1959",
    needs: &[Ability::UnitCosts],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<Bfs>("bfs")
};

/// Searches layer by layer; a goal is tested when it is generated, so the last layer is not expanded.
pub struct Bfs;

impl Search for Bfs {
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
    if let Wanted::All { list } = meter.wanted() {
        return all::every_optimal(puzzle, starts, meter, list);
    }
    let adapter = Adapter::new(puzzle, puzzle.costs(), starts, meter, &|stats| {
        memory::index_map::<Node<P::State>, usize>(stats.distinct)
    });
    let nodes: Vec<_> = starts.iter().map(|&start| Node::At(start)).collect();
    let depth = Cell::new(0);
    let layer_end = Cell::new(starts.len() as u64);
    let found = bfs(
        nodes.iter().collect::<pathfinding::NodeRefs<'_, _>>(),
        |node| {
            let now = adapter.count();
            if now.expanded == layer_end.get() {
                depth.set(depth.get() + 1);
                layer_end.set(now.distinct);
            }
            let is_within = adapter.depth_limit().is_none_or(|limit| depth.get() < limit);
            if !is_within {
                adapter.cut();
            }
            // Every state of this layer was tested when it was generated.
            let is_open = is_within && adapter.expand(depth.get() + 1);
            let state = node.state().filter(|_| is_open);
            adapter.counted(
                state
                    .into_iter()
                    .flat_map(|state| puzzle.successors(state))
                    .map(|(_, successor)| Node::At(successor)),
            )
        },
        |&node| adapter.is_goal(node),
    );
    adapter.finish(found)
}
