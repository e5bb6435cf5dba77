//! Best-first search on a packed map: the core of A*, weighted A* and greedy search.

use super::open::Open;
use super::reached::{Reached, Record, solution};
use super::{Halt, OutcomeOf};
use crate::abilities::{Ability, Costs, Heuristic, Never};
use crate::puzzle::Puzzle;
use crate::search::packed::{Entry, hash};
use crate::search::path::edge_cost;
use crate::search::{Limit, Meter, Outcome, Reason, Stop};

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
pub(super) fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    weights: Weights,
) -> Result<OutcomeOf<P>, Halt> {
    let heuristic = puzzle.heuristic().ok_or(Ability::Informed)?;
    let heuristic = &heuristic;
    match &puzzle.costs() {
        None => run::<P, _, Never, u32>(puzzle, heuristic, None, starts, meter, weights),
        Some(costs) => run::<P, _, _, u64>(puzzle, heuristic, Some(costs), starts, meter, weights),
    }
}

fn run<P, H, C, R>(
    puzzle: &P,
    heuristic: &H,
    costs: Option<&C>,
    starts: &[P::State],
    meter: &mut Meter<'_>,
    weights: Weights,
) -> Result<OutcomeOf<P>, Halt>
where
    P: Puzzle,
    H: Heuristic<P::State, P::Move>,
    C: Costs<P::State, P::Move>,
    R: Record,
{
    let limit = meter.limits().depth;
    let reopens = limit.is_some() || (weights.g > 0 && !heuristic.is_consistent());
    let key = |g, h| weights.g * g + weights.h * u64::from(h);
    let mut reached = Reached::<P::State, R>::default();
    let mut open = Open::default();
    let mut is_cut = false;
    let mut is_ruled_out = false;

    for &start in starts {
        let h = heuristic.estimate(start);
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
    if let Some(&start) = starts.iter().find(|&&start| puzzle.is_goal(start)) {
        return Ok(Outcome::Solved(solution(puzzle, costs, starts, reached, start, meter)?));
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
        if puzzle.is_goal(state) {
            return Ok(Outcome::Solved(solution(puzzle, costs, starts, reached, state, meter)?));
        }
        meter.expand()?;
        meter.stats.reopened += u64::from(is_reopened);
        for (mv, after) in puzzle.successors(state) {
            let hash = hash(&after);
            let g = g + edge_cost::<P>(costs, state, mv, after);
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
            let h = heuristic.step(state, mv, after, h);
            if h == u32::MAX {
                is_ruled_out = true;
                if let Some(known) = reached.get_mut(hash, after) {
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
