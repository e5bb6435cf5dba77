//! Every optimal solution: the paths from the starts to the goals along which no move is wasted.

use super::path::edge_cost;
use super::{Meter, Optimality, Outcome, Path, Reason, Solution, Stop, memory};
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
    let costs = puzzle.costs();
    let cost_of = |before, mv, after| edge_cost::<P>(costs.as_ref(), before, mv, after);
    // Forwards: the cost of each state, up to that of the cheapest goal.
    let mut cost: Map<P::State, u64> = starts.iter().map(|&start| (start, 0)).collect();
    let mut open: BinaryHeap<_> = starts.iter().map(|&start| Reverse((0, start))).collect();
    let mut closed = Vec::new();
    let mut is_cut = false;
    let mut optimum = None;
    while let Some(Reverse((g, state))) = open.pop() {
        if optimum.is_some_and(|optimum| g > optimum) {
            break;
        }
        if g > cost[&state] {
            continue;
        }
        closed.push((g, state));
        meter.stats.lower_bound = g;
        if puzzle.is_goal(state) {
            optimum = Some(g);
        }
        if optimum.is_some() {
            continue;
        }
        meter.expand()?;
        for (mv, after) in puzzle.successors(state) {
            meter.stats.generated += 1;
            let edge = cost_of(state, mv, after);
            if edge == 0 {
                return Ok(Outcome::GaveUp(format!(
                    "{mv:?} costs nothing, so that optimal solutions cannot be counted"
                )));
            }
            if meter.limits().depth.is_some_and(|limit| g + edge > limit) {
                is_cut |= !cost.contains_key(&after);
                meter.stats.generated -= 1;
                continue;
            }
            let known = cost.get(&after).copied();
            meter.stats.duplicates += u64::from(known.is_some());
            if known.is_none_or(|known| g + edge < known) {
                cost.insert(after, g + edge);
                open.push(Reverse((g + edge, after)));
            }
        }
        let distinct = cost.len() as u64;
        meter.frontier = Some(distinct - closed.len() as u64);
        let vectors = memory::vec::<(u64, P::State)>(open.capacity() as u64) + entries(&closed);
        meter.store(distinct, table::<P, u64>(&cost) + vectors)?;
    }
    drop(open);
    let distinct = cost.len() as u64;
    let forwards = table::<P, u64>(&cost) + entries(&closed);
    meter.store(distinct, forwards)?;
    let Some(optimum) = optimum else {
        return match meter.limits().depth {
            Some(limit) if is_cut => Err(Stop::from(super::Limit::Depth(limit)).into()),
            _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states: distinct })),
        };
    };

    // Backwards: how many ways lead on to a goal. All edges cost something, so that successors are
    // counted before the states they come from.
    let mut ways: Map<P::State, u128> = Map::default();
    let is_tight = |before, mv, after| {
        cost.get(&after)
            .is_some_and(|&g| g <= optimum && g == cost[&before] + cost_of(before, mv, after))
    };
    for (index, &(g, state)) in closed.iter().rev().enumerate() {
        if index % 64 == 0 {
            meter.look()?;
            meter.store(distinct, forwards + table::<P, u128>(&ways))?;
        }
        let count = if g == optimum {
            u128::from(puzzle.is_goal(state))
        } else {
            puzzle
                .successors(state)
                .filter(|&(mv, after)| is_tight(state, mv, after))
                .filter_map(|(_, after)| ways.get(&after))
                .fold(0, |sum: u128, &ways| sum.saturating_add(ways))
        };
        if count > 0 {
            ways.insert(state, count);
        }
    }
    let backwards = forwards + table::<P, u128>(&ways);
    let sequences = starts
        .iter()
        .filter_map(|start| ways.get(start))
        .fold(0, |sum: u128, &ways| sum.saturating_add(ways));

    // Forwards again, along those ways only.
    let is_commuting = puzzle.commuting().is_some();
    let next = |state, at_least: usize| {
        puzzle.successors(state).enumerate().skip(if is_commuting { at_least } else { 0 }).find(
            |&(index, (mv, after))| {
                index >= at_least && is_tight(state, mv, after) && ways.contains_key(&after)
            },
        )
    };
    let mut paths = Vec::new();
    let mut moves_bytes = 0;
    'starts: for &start in starts.iter().filter(|start| ways.contains_key(start)) {
        let mut path = Path { start, steps: Vec::new() };
        // The index of each move on the path among its state's successors.
        let mut indices: Vec<usize> = Vec::new();
        let mut from = 0;
        loop {
            let state = path.end();
            let is_complete = cost[&state] + (cost[&path.start]) == optimum;
            if is_complete {
                if paths.len() as u64 >= list.max(1) {
                    break 'starts;
                }
                moves_bytes += size_of_val(&path.steps[..]) as u64
                    + size_of::<Path<P::State, P::Move>>() as u64;
                meter.store(distinct, backwards + moves_bytes)?;
                meter.look()?;
                paths.push(path.clone());
            }
            match next(state, from).filter(|_| !is_complete) {
                Some((index, step)) => {
                    path.steps.push(step);
                    indices.push(index);
                    from = if is_commuting { index } else { 0 };
                }
                None => {
                    let Some(index) = indices.pop() else { break };
                    path.steps.pop();
                    from = index + 1;
                }
            }
        }
    }
    let count = if is_commuting {
        let moves = paths.first().map_or(0, |path| path.steps.len()) as u128;
        (2..=moves).fold(sequences, |sets, factor| sets / factor)
    } else {
        sequences
    };
    Ok(Outcome::Solved(Solution {
        cost: optimum,
        optimality: Optimality::Proved,
        paths,
        count: Some(count),
    }))
}

fn entries<T>(vector: &Vec<T>) -> u64 {
    memory::vec::<T>(vector.capacity() as u64)
}

fn table<P: Puzzle, V>(table: &Map<P::State, V>) -> u64 {
    memory::hash_map::<P::State, V>(table.len() as u64)
}
