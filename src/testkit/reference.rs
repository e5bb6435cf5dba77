//! Slow and obviously right answers, which share no code with the engines.

use crate::abilities::Costs;
use crate::puzzle::Puzzle;
use crate::search::Path;
use std::collections::BTreeMap;

type PathOf<P> = Path<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// For each state that `starts` lead to, the least cost of getting from it to a goal; `None` where no
/// goal can be reached.
///
/// A goal costs nothing; any other state costs what its best move costs and what the state after it
/// costs; that is repeated until nothing changes.
/// Time: the states, times the moves of the longest cheapest path. Memory: the states.
pub fn least_costs<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
) -> BTreeMap<P::State, Option<u64>> {
    let mut least = BTreeMap::new();
    let mut met: Vec<P::State> = starts.into_iter().collect();
    while let Some(state) = met.pop() {
        if least.contains_key(&state) {
            continue;
        }
        least.insert(state, puzzle.is_goal(state).then_some(0));
        met.extend(puzzle.successors(state).map(|(_, after)| after));
    }
    let states: Vec<P::State> = least.keys().copied().collect();
    let costs = puzzle.costs();
    loop {
        let mut has_changed = false;
        for &before in &states {
            for (mv, after) in puzzle.successors(before) {
                let Some(rest) = least[&after] else { continue };
                let cost = costs.as_ref().map_or(1, |costs| costs.cost(before, mv, after));
                let total = u64::from(cost) + rest;
                if least[&before].is_none_or(|known| total < known) {
                    least.insert(before, Some(total));
                    has_changed = true;
                }
            }
        }
        if !has_changed {
            return least;
        }
    }
}

/// The least cost of getting from any of `starts` to a goal; `None` where no goal can be reached.
///
/// Time and memory: those of [`least_costs`].
pub fn optimum<P: Puzzle>(puzzle: &P, starts: impl IntoIterator<Item = P::State>) -> Option<u64> {
    let starts: Vec<P::State> = starts.into_iter().collect();
    let least = least_costs(puzzle, starts.iter().copied());
    starts.iter().filter_map(|start| least[start]).min()
}

/// Every path of exactly this cost from one of `starts` to a goal, by trying all there are.
///
/// No move may cost nothing. Time: the number of paths that do not cost more.
pub fn paths_of_cost<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    cost: u64,
) -> Vec<PathOf<P>> {
    let mut found = Vec::new();
    let mut open: Vec<(PathOf<P>, u64)> =
        starts.into_iter().map(|start| (Path { start, steps: Vec::new() }, cost)).collect();
    let costs = puzzle.costs();
    while let Some((path, left)) = open.pop() {
        let before = path.end();
        if left == 0 {
            if puzzle.is_goal(before) {
                found.push(path);
            }
            continue;
        }
        for (mv, after) in puzzle.successors(before) {
            let cost = costs.as_ref().map_or(1, |costs| costs.cost(before, mv, after));
            if let Some(left) = left.checked_sub(u64::from(cost)) {
                let mut longer = path.clone();
                longer.steps.push((mv, after));
                open.push((longer, left));
            }
        }
    }
    found
}
