//! The comparison, on runs made up for the purpose.

use super::*;
use crate::search::{Limit, Optimality};
use std::convert::Infallible;

fn solved(cost: u64, optimality: Optimality) -> Ending {
    Ending::Solved { cost, moves: cost, optimality }
}

fn unsolvable() -> Ending {
    Ending::Unsolvable { reason: "nothing is left".into() }
}

/// A run that took a millisecond and ruled out costs below `lower_bound`.
fn run_of(board: usize, engine: &'static str, ending: Ending, lower_bound: u64) -> Run {
    let time = Duration::from_millis(1);
    let stats = Stats { expanded: 10, peak_bytes: 100, lower_bound, time, ..Stats::default() };
    Run { place: Place { board, engine, round: 0 }, ending, stats, process_bytes: None }
}

/// A run of a round that took so many milliseconds.
fn timed(engine: &'static str, round: usize, milliseconds: u64) -> Run {
    let mut run = run_of(0, engine, unsolvable(), 0);
    run.place.round = round;
    run.stats.time = Duration::from_millis(milliseconds);
    run
}

fn comparison(boards: usize, runs: Vec<Run>) -> Comparison {
    let mut engines = Vec::new();
    for run in &runs {
        if !engines.contains(&run.place.engine) {
            engines.push(run.place.engine);
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
        run_of(0, "iddfs", Ending::Cancelled, 8),
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
            run_of(0, "iddfs", Ending::from(Limit::States(3)), 7),
            run_of(0, "fringe", Ending::Cancelled, 0),
            run_of(0, "beam", Ending::GaveUp { reason: "the beam is empty".into() }, 0),
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
    assert!((row.seconds.unwrap().median - 0.003).abs() < 1e-9);
    assert_eq!(row.time_ratio, Spread::of([1.0]));
}

#[test]
fn an_engine_that_stopped_early_is_not_ranked() {
    let stopped = |board, engine| run_of(board, engine, Ending::from(Limit::States(3)), 0);
    let done = |board, engine| run_of(board, engine, unsolvable(), 0);
    let ratios = |runs| -> Vec<_> {
        let rows = comparison(2, runs).rows();
        rows.iter().map(|row| row.time_ratio.map(|ratio| ratio.median)).collect()
    };
    let runs = vec![done(0, "bfs"), stopped(0, "iddfs"), done(1, "bfs"), done(1, "iddfs")];
    assert_eq!(ratios(runs), [Some(1.0), None]);
    let runs = vec![stopped(0, "bfs"), done(0, "iddfs"), done(1, "bfs"), done(1, "iddfs")];
    assert_eq!(ratios(runs), [None, None], "the reference itself was stopped");
    let runs = vec![done(0, "bfs"), done(0, "iddfs"), done(1, "bfs")];
    assert_eq!(ratios(runs), [Some(1.0), None], "cancelled before its second board");
}

#[test]
fn ratios_are_made_within_each_round() {
    // The machine was busy in the second round, which does not touch the ratio.
    let times = [("bfs", [10, 50, 12]), ("iddfs", [20, 100, 24])];
    let runs = times.iter().flat_map(|(engine, times)| {
        times.iter().enumerate().map(|(round, &time)| timed(engine, round, time))
    });
    let rows = comparison(1, runs.collect()).rows();
    assert_eq!(rows[1].time_ratio, Spread::of([2.0; 3]));
    assert_eq!(rows[0].seconds.map(|seconds| seconds.median), Some(0.012));
}

#[test]
fn tables_for_all_boards_are_timed_apart() {
    let mut first = timed("bfs", 0, 1_010);
    first.stats.setup = Duration::from_secs(1);
    let comparison = comparison(1, vec![first, timed("bfs", 1, 10)]);
    let row = &comparison.rows()[0];
    assert_eq!(row.stats.setup, Duration::from_secs(1));
    assert!((row.seconds.unwrap().high - 0.010).abs() < 1e-9, "{row:?}");
}

#[test]
fn noise_is_told() {
    let words = |runs| -> Vec<String> {
        comparison(1, runs).noise().iter().map(ToString::to_string).collect()
    };
    assert_eq!(words((0..5).map(|round| timed("bfs", round, 10)).collect()), [""; 0]);
    let scattered =
        words((0..5).map(|round| timed("bfs", round, 10 + 10 * round as u64)).collect());
    assert!(scattered[0].contains("the times of bfs scatter by 33 %"), "{scattered:?}");
    let short = words(vec![timed("bfs", 0, 0), timed("iddfs", 0, 0)]);
    assert!(short[0].starts_with("bfs, iddfs took less than a millisecond"), "{short:?}");
    let mut other = timed("bfs", 1, 10);
    other.stats.expanded += 1;
    let counts = words(vec![timed("bfs", 0, 10), other]);
    assert!(counts[0].contains("bfs counts something else in each round on board 1"), "{counts:?}");
}

/// Runs that cost nothing and end as they are told to.
struct Script {
    log: Vec<String>,
    /// Runs until somebody cancels.
    left: usize,
}

impl Runner for Script {
    type Error = Infallible;

    fn is_cancelled(&self) -> bool {
        self.left == 0
    }

    fn warm_up(&mut self, board: usize, engine: &'static str) -> Result<(), Infallible> {
        self.log.push(format!("warm {board}{engine}"));
        Ok(())
    }

    fn run(&mut self, place: Place) -> Result<Run, Infallible> {
        self.left -= 1;
        self.log.push(format!("{}{}{}", place.board, place.engine, place.round));
        let gives_up = place.engine == "c";
        let ending =
            if gives_up { Ending::GaveUp { reason: "so be it".into() } } else { unsolvable() };
        Ok(Run { place, ..run_of(0, "", ending, 0) })
    }
}

fn carry_out(plan: &Plan, left: usize, runs: &mut Vec<Run>) -> String {
    let mut script = Script { log: Vec::new(), left };
    let Ok(()) = plan.carry_out(&mut script, runs, |_, _| Ok(()));
    script.log.join(", ")
}

#[test]
fn engines_take_turns_after_a_warm_up() {
    let plan = Plan { boards: 2, engines: vec!["a", "b", "c"], rounds: 2 };
    assert_eq!(
        carry_out(&plan, 100, &mut Vec::new()),
        "warm 0a, warm 0b, warm 0c, 0a0, 0b0, 0c0, 0a1, 0b1, \
         warm 1a, warm 1b, warm 1c, 1a0, 1b0, 1c0, 1a1, 1b1",
        "an engine that gave up is not run again"
    );
}

#[test]
fn what_was_run_is_not_run_again() {
    let plan = Plan { boards: 2, engines: vec!["a", "b", "c"], rounds: 2 };
    let mut whole = Vec::new();
    carry_out(&plan, 100, &mut whole);
    for left in 0..whole.len() {
        let mut runs = Vec::new();
        carry_out(&plan, left, &mut runs);
        assert_eq!(runs.len(), left);
        carry_out(&plan, 100, &mut runs);
        assert_eq!(runs, whole, "cancelled after {left}");
    }
}

#[test]
fn changes_are_exact_for_counts_and_beyond_noise_for_times() {
    let boards = ["x".to_owned()];
    let compared = |milliseconds: [u64; 5], expanded| {
        let runs = milliseconds.iter().enumerate().map(|(round, &time)| {
            let mut run = timed("bfs", round, time);
            run.stats.expanded = expanded;
            run
        });
        comparison(1, runs.collect())
    };
    let words = |before: &Comparison, after: &Comparison| -> Vec<String> {
        let changes = changes((before, &boards), (after, &boards), true);
        changes.found.iter().map(ToString::to_string).collect()
    };
    let before = compared([100, 101, 102, 103, 104], 10);
    assert_eq!(words(&before, &before), [""; 0]);
    assert_eq!(words(&before, &compared([103, 104, 105, 106, 107], 10)), [""; 0], "3 %");
    assert_eq!(words(&before, &compared([100, 80, 180, 150, 110], 10)), [""; 0], "noise");
    assert_eq!(
        words(&before, &compared([200, 201, 202, 203, 204], 10)),
        ["bfs: 202.00 ms, 102.00 ms before (+98.0 %)"]
    );
    assert_eq!(
        words(&before, &compared([100, 101, 102, 103, 104], 11)),
        ["bfs: 11 expanded, 10 before (+10.0 %)"]
    );
    let solved = comparison(1, vec![run_of(0, "bfs", solved(4, Optimality::Proved), 4)]);
    assert_eq!(
        words(&before, &solved),
        ["bfs on board 1: unsolvable before, solved at the least cost of 4 now"]
    );
    let elsewhere = ["y".to_owned()];
    let nothing = changes((&before, &elsewhere), (&solved, &boards), true);
    assert_eq!(nothing, Changes::default(), "no board in common");
}

#[test]
fn counts_are_compared_board_by_board() {
    let boards = ["x".to_owned(), "y".to_owned()];
    let of = |expanded: [u64; 2]| {
        let runs = expanded.iter().enumerate().map(|(board, &expanded)| {
            let mut run = run_of(board, "bfs", unsolvable(), 0);
            run.stats.expanded = expanded;
            run.stats.peak_bytes = 100 * expanded;
            run
        });
        comparison(2, runs.collect())
    };
    let changes = changes((&of([10, 20]), &boards), (&of([15, 15]), &boards), true);
    let words: Vec<String> = changes.found.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "bfs: 30 expanded as before, but not the same on 2 of the boards",
            "bfs: 1,500 bytes of tables, 2,000 before (-25.0 %)",
        ]
    );
    assert_eq!((changes.boards, &changes.untimed[..]), (2, &["bfs"][..]), "one round has no noise");
}

#[test]
fn a_time_that_was_short_and_is_long_has_changed() {
    let boards = ["x".to_owned()];
    let of = |milliseconds| {
        comparison(1, (0..3).map(|round| timed("bfs", round, milliseconds)).collect())
    };
    let found = |before, after| changes((&of(before), &boards), (&of(after), &boards), true);
    assert_eq!(found(0, 2_000).found.len(), 1);
    assert_eq!(found(2_000, 0).found.len(), 1);
    let short = found(0, 0);
    assert_eq!((short.found.len(), &short.untimed[..]), (0, &["bfs"][..]));
}

#[test]
fn the_reference_is_the_first_engine_that_answered_every_board() {
    let stopped = Ending::from(Limit::States(1));
    let runs = vec![run_of(0, "a", stopped, 0), timed("b", 0, 5), timed("c", 0, 5)];
    let mut comparison = comparison(1, runs);
    comparison.choose_reference();
    assert_eq!(comparison.engines, ["b", "a", "c"]);
    assert!(comparison.rows()[2].time_ratio.is_some());
}

#[test]
fn a_plan_knows_when_it_is_done() {
    let plan = Plan { boards: 1, engines: vec!["a", "c"], rounds: 2 };
    let mut runs = vec![timed("a", 0, 1), timed("a", 1, 1)];
    assert!(!plan.is_done(&runs));
    runs.push(run_of(0, "c", Ending::Cancelled, 0));
    assert!(plan.is_done(&runs), "one that finds no answer is not run again");
    runs.push(run_of(7, "d", Ending::Cancelled, 0));
    assert!(plan.is_done(&runs), "what is not in the plan changes nothing");
}

#[test]
fn growth_is_a_board_and_leaves_out_times_that_are_too_short() {
    let size = |boards: usize, milliseconds| {
        let runs = (0..boards).map(|board| {
            let mut run = timed("bfs", 0, milliseconds);
            run.place.board = board;
            run
        });
        comparison(boards, runs.collect())
    };
    let (one, many, short) = (size(1, 10), size(4, 20), size(1, 0));
    let growth = Growth::of(&[(1, &short), (2, &one), (3, &many)]);
    assert_eq!(growth[0].values, [Some(10.0); 3], "expanded on each board");
    let seconds = growth.iter().find(|growth| growth.measure == Measure::Seconds).unwrap();
    let factor = seconds.factor.unwrap();
    assert!((factor.a_step - 2.0).abs() < 1e-9 && factor.misfit.is_none(), "{factor:?}");
}
