//! Laws about what is left to do: heuristics, and reasons why nothing helps.

use super::check::{Checker, not_applicable};
use super::explore::Edge;
use super::finding::{Coverage, Mismatch, Verdict};
use crate::abilities::Heuristic;
use crate::puzzle::Puzzle;
use crate::words::Word;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const NONE: &str = "the puzzle has no heuristic";

pub(super) fn admissible<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(heuristic) = checker.puzzle.heuristic() else {
        return not_applicable(NONE);
    };
    let distances = distances(checker);
    let mut compared = 0;
    let verdict = checker.every_state(|visit| {
        let number = checker.space.number_of(visit.state);
        let estimate = heuristic.estimate(visit.state);
        // Without a known path to a goal, no estimate is too high.
        let Some(distance) = number.and_then(|number| distances[number]) else {
            return Ok(());
        };
        compared += 1;
        if u64::from(estimate) <= distance {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("an estimate of at most {distance}, the least cost to a goal"),
            format!("{estimate}"),
        ))
    });
    match verdict {
        Verdict::Holds { coverage: Coverage::Part, .. } if compared == 0 => Verdict::NotChecked {
            why: "no goal was met; list the goals, start nearer to one, or look at more states"
                .into(),
        },
        Verdict::Holds { coverage: Coverage::Part, .. } => {
            Verdict::Holds { checked: compared, coverage: Coverage::Part }
        }
        verdict => verdict,
    }
}

/// The cost of the cheapest path from each visited state to a goal that stays among the visited states:
/// the true distance where the space is whole, and otherwise no less than that.
fn distances<W: Word>(checker: &Checker<'_, W>) -> Vec<Option<u64>> {
    let visits = &checker.space.visits;
    let mut backwards: Vec<Vec<(usize, u32)>> = vec![Vec::new(); visits.len()];
    for (before, visit) in visits.iter().enumerate() {
        for edge in checker.space.edges_of(visit) {
            if let Some(after) = checker.space.number_of(edge.after) {
                backwards[after].push((before, edge.cost));
            }
        }
    }
    let mut distances = vec![None; visits.len()];
    let goals = (0..visits.len()).filter(|&number| visits[number].is_goal);
    let mut open: BinaryHeap<_> = goals.map(|number| Reverse((0, number))).collect();
    while let Some(Reverse((distance, number))) = open.pop() {
        if distances[number].is_some() {
            continue;
        }
        distances[number] = Some(distance);
        for &(before, cost) in &backwards[number] {
            if distances[before].is_none() {
                open.push(Reverse((distance + u64::from(cost), before)));
            }
        }
    }
    distances
}

pub(super) fn impossible<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let reason = |state| checker.puzzle.impossible(state);
    let distances = distances(checker);
    let mut reasons = 0;
    let verdict = checker.every_state(|visit| {
        let Some(reason) = reason(visit.state) else { return Ok(()) };
        reasons += 1;
        let number = checker.space.number_of(visit.state);
        match number.and_then(|number| distances[number]) {
            None => Ok(()),
            Some(distance) => Err(Mismatch::new(
                format!("no reason why a goal cannot be reached, which costs {distance}"),
                format!("`{reason}`"),
            )),
        }
    });
    match verdict {
        Verdict::Holds { .. } if reasons == 0 => {
            not_applicable("the puzzle gives no reason why one of these states cannot be solved")
        }
        verdict => verdict,
    }
}

pub(super) fn consistent<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(heuristic) = checker.puzzle.heuristic() else {
        return not_applicable(NONE);
    };
    if !heuristic.is_consistent() {
        return not_applicable("the heuristic does not say that it is consistent");
    }
    checker.every_state(|visit| {
        let estimate = heuristic.estimate(visit.state);
        for &Edge { mv, after, cost } in checker.space.edges_of(visit) {
            let next = heuristic.estimate(after);
            if u64::from(estimate) > u64::from(cost) + u64::from(next) {
                return Err(Mismatch::new(
                    format!(
                        "an estimate of at most {cost} + {next}, as {} leads to {}",
                        checker.show_move(visit.state, mv),
                        checker.show(after)
                    ),
                    format!("{estimate}"),
                ));
            }
        }
        Ok(())
    })
}

pub(super) fn step<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(heuristic) = checker.puzzle.heuristic() else {
        return not_applicable(NONE);
    };
    checker.every_state(|visit| {
        let estimate = heuristic.estimate(visit.state);
        let begun = heuristic.begin(visit.state);
        if begun.estimate != estimate {
            return Err(Mismatch::new(
                format!("begin to give the estimate {estimate}"),
                format!("{}", begun.estimate),
            ));
        }
        let way = |mv, after| {
            format!("{} to {}", checker.show_move(visit.state, mv), checker.show(after))
        };
        for &Edge { mv, after, .. } in checker.space.edges_of(visit) {
            let (next, step) =
                (heuristic.estimate(after), heuristic.step(visit.state, mv, after, estimate));
            if step != next {
                return Err(Mismatch::new(
                    format!("step by {} to give its estimate {next}", way(mv, after)),
                    format!("{step}"),
                ));
            }
            let (next, carried) =
                (heuristic.begin(after), heuristic.carry(visit.state, mv, after, begun));
            if carried != next {
                return Err(Mismatch::new(
                    format!("carry by {} to give what begin gives, {next:?}", way(mv, after)),
                    format!("{carried:?}"),
                ));
            }
        }
        Ok(())
    })
}
