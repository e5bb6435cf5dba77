//! Breadth-first search from both ends, by the `pathfinding` crate.

use super::adapter::{Adapter, Node};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Predecessors};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Limit, Meter, Outcome, Path, Reason, Solution, Stats, Stop, memory};
use crate::words::{Graph, View, Word};
use pathfinding::NodeRefs;
use pathfinding::directed::bfs::bfs_bidirectional;
use std::cell::Cell;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "breadth-first search from the start and the goals at once (pathfinding)",
    good_at: "deep solutions between one start and few goals",
    cannot: "puzzles whose goals are many or unknown",
    price: "time and memory grow with the states up to half the depth, from both ends",
    source: "I. Pohl, Bi-directional search, 1971",
    needs: &[Ability::UnitCosts, Ability::Predecessors, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<Bidirectional>("bidirectional")
};

/// What one of the two searches has done.
struct Side {
    stored: Cell<u64>,
    expanded: Cell<u64>,
    depth: Cell<u64>,
    /// How many are expanded when the layer that is being expanded is done.
    layer_end: Cell<u64>,
}

impl Side {
    fn of(origins: usize) -> Self {
        Side {
            stored: Cell::new(origins as u64),
            expanded: Cell::new(0),
            depth: Cell::new(0),
            layer_end: Cell::new(0),
        }
    }

    fn is_dry(&self) -> bool {
        self.expanded == self.stored
    }
}

/// Expands whole layers of the smaller frontier until the two meet.
///
/// `pathfinding` goes on with one side when the other has run dry, although they can no longer meet; the
/// closures here end it then.
pub struct Bidirectional;

impl Search for Bidirectional {
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
    let backwards = puzzle.predecessors().ok_or(Ability::Predecessors)?;
    let mut goals: Vec<_> = puzzle.goals().ok_or(Ability::ListedGoals)?.collect();
    goals.sort_unstable();
    goals.dedup();
    let goals: Vec<_> = goals.into_iter().map(Node::At).collect();
    if let Some(&start) = starts.iter().find(|&&start| puzzle.is_goal(start)) {
        meter.store((starts.len() + goals.len()) as u64, 0)?;
        return Ok(Outcome::Solved(Solution::optimal(0, Path { start, steps: Vec::new() })));
    }
    let nodes: Vec<_> = starts.iter().map(|&start| Node::At(start)).collect();
    let forward = Side::of(starts.len());
    let backward = Side::of(goals.len());
    let last_is_forward = Cell::new(true);
    let sides = |is_forward: bool| {
        if is_forward { (&forward, &backward) } else { (&backward, &forward) }
    };
    // Everything stored since the last expansion was stored by the side that made it.
    let stored_last = |distinct: u64| distinct - sides(last_is_forward.get()).1.stored.get();
    let bytes = |stats: &Stats| {
        let last = stored_last(stats.distinct);
        [last, stats.distinct - last].map(memory::index_map::<Node<P::State>, usize>).iter().sum()
    };
    let adapter =
        Adapter::new(puzzle, puzzle.costs(), starts, meter, &bytes).with_goals(goals.len() as u64);
    let is_dry = Cell::new(goals.is_empty());
    let settle = || {
        let distinct = adapter.count().distinct;
        sides(last_is_forward.get()).0.stored.set(stored_last(distinct));
    };
    let neighbours = |node: &Node<P::State>, is_forward: bool| {
        settle();
        last_is_forward.set(is_forward);
        let (side, other) = sides(is_forward);
        is_dry.set(is_dry.get() || other.is_dry());
        if side.expanded == side.layer_end {
            side.layer_end.set(side.stored.get());
            side.depth.set(side.depth.get() + 1);
        }
        // A layer that is being expanded counts as reached: no path is shorter than the two together.
        let bound = side.depth.get() + other.depth.get();
        if let Some(limit) = adapter.depth_limit()
            && bound > limit
            && !is_dry.get()
        {
            adapter.stop(Stop::from(Limit::Depth(limit)));
        }
        let is_open = !is_dry.get() && adapter.expand(bound);
        side.expanded.set(side.expanded.get() + u64::from(is_open));
        let state = node.state().filter(|_| is_open);
        let next =
            state.filter(|_| is_forward).into_iter().flat_map(|state| puzzle.successors(state));
        let last = state
            .filter(|_| !is_forward)
            .into_iter()
            .flat_map(|state| backwards.predecessors(state));
        adapter.counted(next.map(|(_, successor)| successor).chain(last).map(Node::At))
    };
    let found = bfs_bidirectional(
        nodes.iter().collect::<NodeRefs<'_, _>>(),
        goals.iter().collect::<NodeRefs<'_, _>>(),
        |node| neighbours(node, true),
        |node| neighbours(node, false),
    );
    if found.is_some() {
        // The meeting state is found equal on the other side, and once more on each to read off the path.
        adapter.forget_equals(3);
    }
    settle();
    if found.is_none() && !adapter.is_stopped() && !forward.is_dry() {
        let states = backward.stored.get();
        return adapter
            .finish(found)
            .map(|_| Outcome::Unsolvable(Reason::GoalsExhausted { states }));
    }
    let states = forward.stored.get();
    adapter.finish(found).map(|outcome| match outcome {
        Outcome::Unsolvable(_) => Outcome::Unsolvable(Reason::Exhausted { states }),
        outcome => outcome,
    })
}
