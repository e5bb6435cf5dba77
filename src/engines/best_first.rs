//! Best-first search on a packed map: the core of A*, weighted A* and greedy search.

use super::Found;
use super::open::Open;
use super::reached::{Reached, Record, solution};
use crate::abilities::Ability;
use crate::search::packed::{Entry, hash};
use crate::search::{Limit, Meter, Outcome, Reason, Stop};
use crate::words::{Edges, Graph, Word};

/// What g and h count for in the order of expansion.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    pub(super) g: u64,
    /// At least as much as `g`.
    pub(super) h: u64,
}

/// Expands the states of the least weighted sum of g and h first, and of equals those of the least h.
///
/// Where a heuristic is consistent, or g does not count, a state is expanded once, at the cost at which it
/// was reached then; else once more for each cheaper path. A depth limit makes it the latter, because
/// it must not miss a path within.
///
/// # Errors
/// When the puzzle has no heuristic, or a limit is reached.
pub(super) fn search<W: Word>(
    graph: &dyn Graph<W>,
    starts: &[W],
    meter: &mut Meter<'_>,
    weights: Weights,
) -> Found<W> {
    if !graph.has(Ability::Informed) {
        return Err(Ability::Informed.into());
    }
    if graph.has(Ability::UnitCosts) {
        run::<W, u32>(graph, starts, meter, weights)
    } else {
        run::<W, u64>(graph, starts, meter, weights)
    }
}

fn run<W: Word, R: Record>(
    graph: &dyn Graph<W>,
    starts: &[W],
    meter: &mut Meter<'_>,
    weights: Weights,
) -> Found<W> {
    let limit = meter.limits().depth;
    let reopens = limit.is_some() || (weights.g > 0 && !graph.is_consistent());
    let key = |g, h| weights.g * g + weights.h * u64::from(h);
    let mut reached = Reached::<W, R>::default();
    let mut open = Open::default();
    let mut edges = Edges::new(graph);
    // Of the state that is expanded: the successors to be evaluated, each with its g, and their estimates.
    let (mut fresh, mut costs, mut estimates) = (Vec::new(), Vec::new(), Vec::new());
    let mut is_cut = false;
    let mut is_ruled_out = false;

    for &start in starts {
        let h = graph.estimate(start);
        meter.stats.evaluated += 1;
        let is_open = h != u32::MAX;
        let record = if is_open { R::open(0)? } else { R::ruled_out() };
        reached.insert(hash(&start), start, record);
        is_ruled_out |= !is_open;
        if is_open {
            open.push(key(0, h), h, start);
        }
    }
    meter.store(reached.len() as u64, reached.bytes() + open.bytes())?;
    if let Some(&start) = starts.iter().find(|&&start| graph.is_goal(start)) {
        return Ok(Outcome::Solved(solution(graph, starts, reached, start, meter)?));
    }
    while let Some((least, h, state)) = open.pop() {
        let Some(record) = reached.get_mut(hash(&state), state).filter(|record| record.is_open())
        else {
            // It was expanded at a lower cost.
            continue;
        };
        let g = record.g();
        if limit.is_some_and(|limit| g + u64::from(h) > limit) {
            *record = record.put_aside();
            is_cut = true;
            continue;
        }
        let is_reopened = record.is_expanded();
        *record = record.expanded();
        // A state of a cheapest path is open, and its key is at most that of the goal.
        meter.stats.lower_bound = meter.stats.lower_bound.max(least.div_ceil(weights.h));
        if graph.is_goal(state) {
            return Ok(Outcome::Solved(solution(graph, starts, reached, state, meter)?));
        }
        meter.expand()?;
        meter.stats.reopened += u64::from(is_reopened);
        fresh.clear();
        costs.clear();
        for (mv, after, cost) in edges.of(state) {
            let hash = hash(&after);
            let g = g + cost;
            if limit.is_some_and(|limit| g > limit) {
                is_cut |= reached.get(hash, after).is_none();
                continue;
            }
            if reached.is_full() {
                let bytes = reached.bytes() + reached.larger_bytes() + open.bytes();
                meter.store(reached.len() as u64, bytes)?;
            }
            meter.stats.generated += 1;
            let record = R::open(g)?;
            if let Entry::Old(known) = reached.insert(hash, after, record) {
                meter.stats.duplicates += 1;
                if g >= known.g() || !(known.is_open() || reopens) {
                    continue;
                }
                let is_in_place = known.is_open() && weights.g == 0;
                *known = known.reopened(record);
                if is_in_place {
                    continue;
                }
            }
            meter.stats.evaluated += 1;
            fresh.push((mv, after));
            costs.push(g);
        }
        estimates.clear();
        graph.steps(state, h, &fresh, &mut estimates);
        for ((&(_, after), &g), &h) in fresh.iter().zip(&costs).zip(&estimates) {
            if h == u32::MAX {
                is_ruled_out = true;
                if let Some(known) = reached.get_mut(hash(&after), after) {
                    *known = R::ruled_out();
                }
                continue;
            }
            open.push(key(g, h), h, after);
        }
        meter.frontier = Some(open.len() as u64);
        meter.store(reached.len() as u64, reached.bytes() + open.bytes())?;
    }
    let states = reached.len() as u64;
    match limit {
        Some(limit) if is_cut => Err(Stop::from(Limit::Depth(limit)).into()),
        _ if is_ruled_out => Ok(Outcome::Unsolvable(Reason::RuledOut { states })),
        _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states })),
    }
}
