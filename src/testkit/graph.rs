//! Laws about states, transitions and goals.

use super::check::{Checker, not_applicable};
use super::explore::Edge;
use super::finding::{Coverage, Mismatch, Verdict};
use crate::abilities::{Costs, Predecessors};
use crate::hash::Set;
use crate::puzzle::Puzzle;
use crate::words::Word;

pub(super) fn packing<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    checker.every_state(|visit| {
        let again = puzzle.encode(&puzzle.decode(visit.state));
        if again == visit.state {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("{}, decoded and encoded again, to be the same", checker.show(visit.state)),
            checker.show(again),
        ))
    })
}

pub(super) fn starts<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    let check = |board: &W| {
        let starts = || puzzle.starts(board).into_iter().collect::<Vec<_>>();
        let (first, second, packed) = (starts(), starts(), puzzle.encode(board));
        if first != second {
            Err(Mismatch::new(
                format!("the same starts again: {}", checker.show_all(first)),
                checker.show_all(second),
            ))
        } else if first.contains(&packed) {
            Ok(())
        } else {
            Err(Mismatch::new(
                format!("encode(board), {}, among the starts", checker.show(packed)),
                checker.show_all(first),
            ))
        }
    };
    for board in checker.boards {
        match super::explore::guard(|| check(board)) {
            Ok(Ok(())) => {}
            Ok(Err(mismatch)) => return checker.broken_at_state(puzzle.encode(board), mismatch),
            Err(panic) => return panic.nowhere(),
        }
    }
    checker.every_state(|visit| check(&puzzle.decode(visit.state)))
}

pub(super) fn purity<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    if let Some((visit, mismatch)) = &checker.space.fault {
        return checker.broken_at(visit, mismatch.clone());
    }
    let puzzle = &checker.puzzle;
    checker.every_state(|visit| {
        let first = checker.space.edges_of(visit).iter().map(|edge| (edge.mv, edge.after));
        // Once more after everything else was asked for, and again at once.
        for _ in 0..2 {
            if !puzzle.successors(visit.state).eq(first.clone()) {
                let before = first.map(|(_, after)| after);
                let now = puzzle.successors(visit.state).map(|(_, after)| after);
                return Err(Mismatch::new(
                    format!("the same successors as before: {}", checker.show_all(before)),
                    checker.show_all(now),
                ));
            }
            if puzzle.is_goal(visit.state) != visit.is_goal {
                return Err(Mismatch::new(
                    format!("is_goal to be {} as before", visit.is_goal),
                    format!("{}", !visit.is_goal),
                ));
            }
        }
        Ok(())
    })
}

pub(super) fn costs<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(costs) = checker.puzzle.costs() else {
        return not_applicable("every move costs 1");
    };
    checker.every_state(|visit| {
        for &Edge { mv, after, cost } in checker.space.edges_of(visit) {
            // Once more after everything else was asked for, and again at once.
            for _ in 0..2 {
                let again = costs.cost(visit.state, mv, after);
                if again != cost {
                    return Err(Mismatch::new(
                        format!("{} to cost {cost} as before", checker.show_move(visit.state, mv)),
                        format!("{again}"),
                    ));
                }
            }
        }
        Ok(())
    })
}

pub(super) fn predecessors<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    let Some(backwards) = Puzzle::predecessors(puzzle) else {
        return not_applicable("the puzzle has no predecessors");
    };
    checker.every_state(|visit| {
        let state = visit.state;
        for edge in checker.space.edges_of(visit) {
            if !backwards.predecessors(edge.after).any(|before| before == state) {
                return Err(Mismatch::new(
                    format!(
                        "{} among the predecessors of its successor {}",
                        checker.show(state),
                        checker.show(edge.after)
                    ),
                    checker.show_all(backwards.predecessors(edge.after)),
                ));
            }
        }
        for before in backwards.predecessors(state) {
            if !puzzle.successors(before).any(|(_, after)| after == state) {
                return Err(Mismatch::new(
                    format!(
                        "{} among the successors of its predecessor {}",
                        checker.show(state),
                        checker.show(before)
                    ),
                    checker.show_successors(before),
                ));
            }
        }
        Ok(())
    })
}

pub(super) fn reversible<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    if !puzzle.is_reversible() {
        return not_applicable("the puzzle does not say that it is reversible");
    }
    let costs = puzzle.costs();
    let cost = |before, mv, after| costs.as_ref().map_or(1, |costs| costs.cost(before, mv, after));
    checker.every_state(|visit| {
        for edge in checker.space.edges_of(visit) {
            let mut back = puzzle.successors(edge.after).filter(|&(_, after)| after == visit.state);
            if !back.any(|(mv, after)| cost(edge.after, mv, after) == edge.cost) {
                return Err(Mismatch::new(
                    format!(
                        "a move of cost {} back from {}, where {} leads",
                        edge.cost,
                        checker.show(edge.after),
                        checker.show_move(visit.state, edge.mv)
                    ),
                    checker.show_successors(edge.after),
                ));
            }
        }
        Ok(())
    })
}

pub(super) fn listed_goals<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    let Some(goals) = puzzle.goals() else {
        return not_applicable("the puzzle does not list its goals");
    };
    let most = usize::try_from(checker.budget.states).unwrap_or(usize::MAX);
    let mut listed = Set::default();
    let mut goals = goals.fuse();
    for goal in goals.by_ref().take(most) {
        if !puzzle.is_goal(goal) {
            return checker.broken_at_state(goal, Mismatch::new("goals only", "is_goal is false"));
        }
        if !listed.insert(goal) {
            return checker.broken_at_state(goal, Mismatch::new("each goal once", "it twice"));
        }
    }
    if goals.next().is_some() {
        // Whether one is missing cannot be told.
        return Verdict::Holds { checked: listed.len() as u64, coverage: Coverage::Part };
    }
    checker.every_state(|visit| {
        if !visit.is_goal || listed.contains(&visit.state) {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("{}, of which is_goal is true, to be listed", checker.show(visit.state)),
            format!("{} other goals", listed.len()),
        ))
    })
}
