//! The comparison, on runs made up for the purpose.

use super::*;
use crate::search::{Limit, Optimality, Reason, Solution};
use std::time::Duration;

fn solved(cost: u64, optimality: Optimality) -> Outcome<(), ()> {
    Outcome::Solved(Solution { cost, optimality, paths: Vec::new(), count: None })
}

fn unsolvable() -> Outcome<(), ()> {
    Outcome::Unsolvable(Reason::Exhausted { states: 1 })
}

/// A run that took a millisecond and ruled out costs below `lower_bound`.
fn run_of(board: usize, engine: &'static str, outcome: Outcome<(), ()>, lower_bound: u64) -> Run {
    let time = Duration::from_millis(1);
    let stats = Stats { expanded: 10, peak_bytes: 100, lower_bound, time, ..Stats::default() };
    Run { board, engine, outcome, stats }
}

fn comparison(boards: usize, runs: Vec<Run>) -> Comparison {
    let mut engines = Vec::new();
    for run in &runs {
        if !engines.contains(&run.engine) {
            engines.push(run.engine);
        }
    }
    Comparison { boards, engines, runs }
}

fn words(comparison: &Comparison) -> Vec<String> {
    comparison.disagreements().iter().map(ToString::to_string).collect()
}

#[test]
fn different_optima_are_a_disagreement_that_names_board_and_answers() {
    let comparison = comparison(
        2,
        vec![
            run_of(0, "bfs", solved(4, Optimality::Proved), 4),
            run_of(0, "linear", solved(4, Optimality::Proved), 4),
            run_of(1, "bfs", solved(4, Optimality::Proved), 4),
            run_of(1, "linear", solved(5, Optimality::Proved), 5),
        ],
    );
    assert_eq!(
        words(&comparison),
        ["board 2: bfs says that the least cost is 4, linear says that the least cost is 5"]
    );
}

#[test]
fn solvable_and_unsolvable_is_a_disagreement() {
    for optimality in [Optimality::Proved, Optimality::NotProved] {
        let runs =
            vec![run_of(0, "bfs", unsolvable(), 0), run_of(0, "fringe", solved(4, optimality), 0)];
        let words = words(&comparison(1, runs));
        assert_eq!(words.len(), 1);
        assert!(words[0].contains("bfs says that it is unsolvable"), "{words:?}");
    }
}

#[test]
fn a_solution_cheaper_than_what_was_ruled_out_is_a_disagreement() {
    let runs = vec![
        run_of(0, "bfs", solved(7, Optimality::Proved), 7),
        run_of(0, "greedy", solved(6, Optimality::NotProved), 0),
    ];
    assert_eq!(words(&comparison(1, runs)).len(), 1);
    let runs = vec![
        run_of(0, "iddfs", Outcome::Cancelled, 8),
        run_of(0, "bfs", solved(7, Optimality::Proved), 7),
    ];
    assert_eq!(
        words(&comparison(1, runs)),
        ["board 1: iddfs says that no solution costs less than 8, \
          bfs says that the least cost is 7"]
    );
}

#[test]
fn runs_without_an_answer_agree_with_every_answer() {
    for answer in [solved(7, Optimality::Proved), unsolvable()] {
        let runs = vec![
            run_of(0, "bfs", answer, 7),
            run_of(0, "iddfs", Outcome::Limit(Limit::States(3)), 7),
            run_of(0, "fringe", Outcome::Cancelled, 0),
            run_of(0, "beam", Outcome::GaveUp("the beam is empty".into()), 0),
        ];
        assert_eq!(words(&comparison(1, runs)), [""; 0]);
    }
    let dear = run_of(0, "greedy", solved(9, Optimality::NotProved), 0);
    let best = run_of(0, "bfs", solved(7, Optimality::Proved), 7);
    assert_eq!(words(&comparison(1, vec![dear, best])), [""; 0]);
}

#[test]
fn totals_are_sums_over_the_boards() {
    let runs = vec![
        run_of(0, "bfs", solved(4, Optimality::Proved), 4),
        run_of(1, "bfs", solved(3, Optimality::NotProved), 3),
        run_of(2, "bfs", unsolvable(), 0),
    ];
    let row = &comparison(3, runs).rows()[0];
    assert_eq!((row.tally.solved, row.tally.unsolvable, row.cost), (2, 1, 7));
    assert_eq!(row.proved, 1);
    assert_eq!((row.stats.expanded, row.stats.peak_bytes), (30, 100));
    assert_eq!(row.stats.time, Duration::from_millis(3));
    assert_eq!(row.time_ratio, Some(1.0));
}

#[test]
fn an_engine_that_stopped_early_is_not_ranked() {
    let stopped = |board, engine| run_of(board, engine, Outcome::Limit(Limit::States(3)), 0);
    let done = |board, engine| run_of(board, engine, unsolvable(), 0);
    let ratios =
        |runs| -> Vec<_> { comparison(2, runs).rows().iter().map(|row| row.time_ratio).collect() };
    let runs = vec![done(0, "bfs"), stopped(0, "iddfs"), done(1, "bfs"), done(1, "iddfs")];
    assert_eq!(ratios(runs), [Some(1.0), None]);
    let runs = vec![stopped(0, "bfs"), done(0, "iddfs"), done(1, "bfs"), done(1, "iddfs")];
    assert_eq!(ratios(runs), [None, None], "the reference itself was stopped");
    let runs = vec![done(0, "bfs"), done(0, "iddfs"), done(1, "bfs")];
    assert_eq!(ratios(runs), [Some(1.0), None], "cancelled before its second board");
}
