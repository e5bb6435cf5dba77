//! Every optimal solution: the paths from the starts to the goals along which no move is wasted.

use super::path::edge_cost;
use super::{Limit, Meter, Optimality, Outcome, Path, Reason, Solution, Stop, memory};
use crate::abilities::Costs;
use crate::engines::{Halt, OutcomeOf};
use crate::hash::Map;
use crate::puzzle::Puzzle;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Finds the least cost, counts the paths of that cost, and lists up to `list` of them.
///
/// Where moves commute, each set of moves counts once, in the order of [`Puzzle::successors`].
/// Time and memory: those of Dijkstra's algorithm, and once more the time to count backwards.
///
/// A move that costs nothing can make the paths infinitely many, so that such a puzzle gets
/// [`Outcome::GaveUp`].
///
/// # Errors
/// When a limit is reached.
pub fn every_optimal<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    list: u64,
) -> Result<OutcomeOf<P>, Halt> {
    every_optimal_along(puzzle, starts, meter, list, 0, |_, _| true)
}

/// The same as [`every_optimal`] among those paths of which every move, from the first state to the second,
/// is one for which `is_way` holds. `others` are the bytes that the caller has in use meanwhile.
///
/// # Errors
/// When a limit is reached.
pub(crate) fn every_optimal_along<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    list: u64,
    others: u64,
    is_way: impl Fn(P::State, P::State) -> bool,
) -> Result<OutcomeOf<P>, Halt> {
    let mut search = Search {
        puzzle,
        costs: puzzle.costs(),
        starts,
        meter,
        others,
        is_way,
        cost: Map::default(),
        closed: Vec::new(),
        ways: Map::default(),
    };
    let optimum = match search.measure()? {
        Ending::Optimum(optimum) => optimum,
        Ending::Exhausted => {
            let states = search.cost.len() as u64;
            return Ok(Outcome::Unsolvable(Reason::Exhausted { states }));
        }
        Ending::FreeMove(mv) => {
            return Ok(Outcome::GaveUp(format!(
                "{mv:?} costs nothing, so that optimal solutions cannot be counted"
            )));
        }
    };
    search.count_ways(optimum)?;
    let paths = search.paths(optimum, list.max(1))?;
    let ways = starts.iter().filter_map(|start| search.ways.get(start));
    let mut count = ways.fold(0, |sum: u128, &ways| sum.saturating_add(ways));
    if puzzle.commuting().is_some() {
        // Each order of the moves was counted.
        let moves = paths.first().map_or(0, |path| path.steps.len()) as u128;
        count = (2..=moves).fold(count, |sets, factor| sets / factor);
    }
    Ok(Outcome::Solved(Solution {
        cost: optimum,
        optimality: Optimality::Proved,
        paths,
        count: Some(count),
    }))
}

type PathOf<P> = Path<<P as Puzzle>::State, <P as Puzzle>::Move>;
type StepOf<P> = (<P as Puzzle>::Move, <P as Puzzle>::State);

struct Search<'a, 'm, P: Puzzle, C, W> {
    puzzle: &'a P,
    costs: Option<C>,
    starts: &'a [P::State],
    meter: &'a mut Meter<'m>,
    others: u64,
    is_way: W,
    /// The least cost of each state that was met.
    cost: Map<P::State, u64>,
    /// States by that cost, up to that of the cheapest goal.
    closed: Vec<(u64, P::State)>,
    /// How many of the cheapest paths lead on to a goal; states without one are not there.
    ways: Map<P::State, u128>,
}

/// How measuring the states ended.
enum Ending<M> {
    /// The cost of the cheapest goal.
    Optimum(u64),
    /// There is no goal.
    Exhausted,
    /// There may be infinitely many solutions.
    FreeMove(M),
}

impl<P, C, W> Search<'_, '_, P, C, W>
where
    P: Puzzle,
    C: Costs<P::State, P::Move>,
    W: Fn(P::State, P::State) -> bool,
{
    fn edge_cost(&self, before: P::State, mv: P::Move, after: P::State) -> u64 {
        edge_cost::<P>(self.costs.as_ref(), before, mv, after)
    }

    /// Dijkstra's algorithm, to the last state that costs no more than the cheapest goal.
    fn measure(&mut self) -> Result<Ending<P::Move>, Halt> {
        self.cost = self.starts.iter().map(|&start| (start, 0)).collect();
        let mut open: BinaryHeap<_> =
            self.starts.iter().map(|&start| Reverse((0, start))).collect();
        let mut is_cut = false;
        let mut optimum = None;
        while let Some(Reverse((g, state))) = open.pop() {
            if optimum.is_some_and(|optimum| g > optimum) {
                break;
            }
            if g > self.cost[&state] {
                continue;
            }
            self.closed.push((g, state));
            self.meter.stats.lower_bound = g;
            if self.puzzle.is_goal(state) {
                optimum = Some(g);
            }
            if optimum.is_some() {
                continue;
            }
            self.meter.expand()?;
            for (mv, after) in self.puzzle.successors(state) {
                if !(self.is_way)(state, after) {
                    continue;
                }
                let edge = self.edge_cost(state, mv, after);
                if edge == 0 {
                    return Ok(Ending::FreeMove(mv));
                }
                let known = self.cost.get(&after).copied();
                if self.meter.limits().depth.is_some_and(|limit| g + edge > limit) {
                    is_cut |= known.is_none();
                    continue;
                }
                self.meter.stats.generated += 1;
                self.meter.stats.duplicates += u64::from(known.is_some());
                if known.is_none_or(|known| g + edge < known) {
                    self.cost.insert(after, g + edge);
                    open.push(Reverse((g + edge, after)));
                }
            }
            self.meter.frontier = Some((self.cost.len() - self.closed.len()) as u64);
            self.store(memory::vec::<(u64, P::State)>(open.capacity() as u64))?;
        }
        drop(open);
        self.store(0)?;
        match (optimum, self.meter.limits().depth) {
            (Some(optimum), _) => Ok(Ending::Optimum(optimum)),
            (None, Some(limit)) if is_cut => Err(Stop::from(Limit::Depth(limit)).into()),
            (None, _) => Ok(Ending::Exhausted),
        }
    }

    /// Counts backwards. All edges cost something, so that successors are counted before the states that
    /// they come from.
    fn count_ways(&mut self, optimum: u64) -> Result<(), Halt> {
        for index in (0..self.closed.len()).rev() {
            if index % 64 == 0 {
                self.meter.look()?;
                self.store(0)?;
            }
            let (g, state) = self.closed[index];
            let count = if g == optimum {
                u128::from(self.puzzle.is_goal(state))
            } else {
                self.puzzle
                    .successors(state)
                    .filter(|&(mv, after)| self.is_tight(state, mv, after))
                    .filter_map(|(_, after)| self.ways.get(&after))
                    .fold(0, |sum: u128, &ways| sum.saturating_add(ways))
            };
            if count > 0 {
                self.ways.insert(state, count);
            }
        }
        Ok(())
    }

    /// Whether the cheapest path to `after` may end with this edge.
    fn is_tight(&self, before: P::State, mv: P::Move, after: P::State) -> bool {
        let by_edge = self.cost[&before] + self.edge_cost(before, mv, after);
        self.cost.get(&after) == Some(&by_edge)
    }

    /// Up to `most` of the paths: depth first along the ways that were counted.
    fn paths(&mut self, optimum: u64, most: u64) -> Result<Vec<PathOf<P>>, Halt> {
        let is_commuting = self.puzzle.commuting().is_some();
        let mut paths = Vec::new();
        let mut bytes = 0;
        let starts = self.starts;
        for &start in starts {
            if !self.ways.contains_key(&start) {
                continue;
            }
            let mut path = Path { start, steps: Vec::new() };
            // The index of each move on the path among its state's successors.
            let mut indices: Vec<usize> = Vec::new();
            let mut from = 0;
            loop {
                let state = path.end();
                let is_complete = self.cost[&state] == optimum;
                if is_complete {
                    if paths.len() as u64 == most {
                        return Ok(paths);
                    }
                    bytes += (size_of_val(&path.steps[..]) + size_of_val(&path)) as u64;
                    self.store(bytes)?;
                    self.meter.look()?;
                    paths.push(path.clone());
                }
                if let Some((index, step)) = self.next_on_path(state, from).filter(|_| !is_complete)
                {
                    path.steps.push(step);
                    indices.push(index);
                    // Of all orders of the same moves, that of the puzzle.
                    from = if is_commuting { index } else { 0 };
                } else {
                    let Some(index) = indices.pop() else { break };
                    path.steps.pop();
                    from = index + 1;
                }
            }
        }
        Ok(paths)
    }

    /// The first move from `state`, not before number `from`, that a cheapest path to a goal may take.
    fn next_on_path(&self, state: P::State, from: usize) -> Option<(usize, StepOf<P>)> {
        let leads_on = |&(_, (mv, after)): &(usize, StepOf<P>)| {
            self.is_tight(state, mv, after) && self.ways.contains_key(&after)
        };
        self.puzzle.successors(state).enumerate().skip(from).find(leads_on)
    }

    /// Notes what is stored: the tables, and `more` bytes.
    fn store(&mut self, more: u64) -> Result<(), Stop> {
        let states = self.cost.len() as u64;
        let bytes = memory::hash_map::<P::State, u64>(states)
            + memory::vec::<(u64, P::State)>(self.closed.capacity() as u64)
            + memory::hash_map::<P::State, u128>(self.ways.len() as u64)
            + self.others
            + more;
        self.meter.store(states, bytes)
    }
}
