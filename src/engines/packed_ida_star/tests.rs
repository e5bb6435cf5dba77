//! What holds on any number of threads, and with any tuning.

use super::*;
use crate::heuristics::{Guided, Own};
use crate::search::path::replay;
use crate::search::{Job, Limits, Optimality, Pass, Stats};
use crate::testkit::reference::least_costs;
use crate::testkit::toys::{Bits, Estimates, Graph, Random, Weights};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Bits with the estimate of a puzzle that has none, so that the engine takes them.
fn bits(seed: u64) -> Guided<Bits> {
    Guided { puzzle: Bits::random(seed), guide: Some(Box::new(Own)) }
}

/// Shares out every pass, however short.
const SHARING: Tuning = Tuning { worth_sharing: 0, part: 2, parts: (1, 8), ..TUNING };

const TUNINGS: [Tuning; 7] = [
    TUNING,
    // Learns at once.
    Tuning { patience: 0, ..TUNING },
    // Soon looks few states up.
    Tuning { few: 0, ..TUNING },
    Tuning { patience: 0, learning_bytes: 1 << 12, few: 3, ..TUNING },
    SHARING,
    // In many parts, most of which are empty.
    Tuning { few: 0, parts: (50, 50), ..SHARING },
    // Some passes, when all has been learnt.
    Tuning { patience: 0, worth_sharing: 8, ..SHARING },
];

/// What the search gives, with so many threads.
fn run<P: Puzzle>(
    tuning: Tuning,
    threads: usize,
    limits: Limits,
    puzzle: &P,
    starts: &[P::State],
) -> (Result<OutcomeOf<P>, Halt>, Stats, Vec<Pass>) {
    run_job(
        tuning,
        &Job { limits, threads: NonZeroUsize::new(threads), ..Job::default() },
        puzzle,
        starts,
    )
}

fn run_job<P: Puzzle>(
    tuning: Tuning,
    job: &Job<'_>,
    puzzle: &P,
    starts: &[P::State],
) -> (Result<OutcomeOf<P>, Halt>, Stats, Vec<Pass>) {
    let mut meter = Meter::start(job);
    let outcome = search_with(tuning, puzzle, starts, &mut meter);
    let (stats, passes) = meter.finish();
    // Each thread has a stack.
    (outcome, Stats { peak_bytes: 0, time: Duration::ZERO, ..stats }, passes)
}

fn agree<P: Puzzle + Debug>(puzzle: &P, starts: &[P::State], case: &str) {
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    let reachable = least_costs(puzzle, starts.iter().copied());
    let least = starts.iter().filter_map(|start| reachable[start]).min();
    let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
    let (first, _, _) = run(TUNING, 1, limits, puzzle, &starts);
    for (index, tuning) in TUNINGS.into_iter().enumerate() {
        let case = format!("{case}, tuning {index}: {puzzle:?} from {starts:?}");
        let results = run(tuning, 1, limits, puzzle, &starts);
        if tuning.worth_sharing < TUNING.worth_sharing {
            assert_eq!(results, run(tuning, 3, limits, puzzle, &starts), "{case}");
        }
        let (outcome, stats, passes) = results;
        assert_eq!(outcome, first, "{case}");
        assert_eq!(passes.iter().map(|pass| pass.expanded).sum::<u64>(), stats.expanded, "{case}");
        match (outcome, least) {
            (Ok(Outcome::Solved(solution)), Some(least)) => {
                assert_eq!(
                    (solution.cost, solution.optimality),
                    (least, Optimality::Proved),
                    "{case}"
                );
                assert_eq!(replay(puzzle, &starts, &solution.paths[0]), Ok(least), "{case}");
            }
            (Ok(Outcome::Unsolvable(Reason::Exhausted { states })), None) => {
                assert_eq!(states, reachable.len() as u64, "{case}");
            }
            (Ok(Outcome::Unsolvable(Reason::RuledOut { states })), None) => {
                assert!(states <= reachable.len() as u64, "{case}");
            }
            (outcome, least) => panic!("{case}: {outcome:?}, and not {least:?}"),
        }
    }
}

#[test]
fn a_goal_among_the_first_levels_comes_after_what_is_before_it_in_order() {
    // By the first move from the start in three moves, by the second in one that costs as much.
    let edges = [(0, 1, 1), (0, 4, 3), (1, 2, 1), (2, 3, 1)];
    let graph = Graph::new(5, &edges, &[0], &[3, 4], true).with_estimates(vec![0; 5], true);
    agree(&graph, &[0], "a goal among the first levels");
}

#[test]
fn the_longer_of_two_ways_of_the_same_cost_may_be_the_first_in_order() {
    let edges = [(0, 1, 1), (0, 2, 2), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 1)];
    let graph = Graph::new(6, &edges, &[0], &[5], true).with_estimates(vec![0; 6], true);
    agree(&graph, &[0], "two ways of the same cost");
}

#[test]
fn answers_do_not_depend_on_tuning() {
    let weights = [Weights::Unit, Weights::Between { least: 0, most: 3 }];
    let estimates = [Estimates::Consistent, Estimates::Admissible];
    for seed in 0..100 {
        for weights in weights {
            for estimates in estimates {
                let graph = Graph::random(seed, weights, estimates);
                agree(&graph, &graph.starts, &format!("graph {seed}"));
            }
        }
        agree(&bits(seed), &[0, 1], &format!("bits {seed}"));
    }
}

#[test]
fn a_limit_of_expansions_stops_any_number_of_threads_at_the_same_one() {
    for seed in 0..30 {
        let graph = Graph::random(seed, Weights::Unit, Estimates::Admissible);
        for expansions in 0..60 {
            let limits = Limits { expansions: Some(expansions), ..Limits::default() };
            let [one, two, four] =
                [1, 2, 4].map(|threads| run(SHARING, threads, limits, &graph, &graph.starts));
            assert_eq!(one, two, "graph {seed}, {expansions} expansions");
            assert_eq!(one, four, "graph {seed}, {expansions} expansions");
            let (outcome, stats, _) = one;
            if let Err(halt) = outcome {
                assert_eq!(halt, Halt::Stop(Limit::Expansions(expansions).into()));
                assert_eq!(stats.expanded, expansions, "graph {seed}");
            }
        }
    }
}

/// A table of lower bounds from the beginning, for all states.
const REMEMBERING: Tuning = Tuning { patience: 0, worth: 0, few: 0, ..TUNING };

const REMEMBERING_TUNINGS: [Tuning; 4] = [
    REMEMBERING,
    // Without what is learnt, as where moves have costs.
    Tuning { learning_bytes: 0, ..REMEMBERING },
    // Besides a table of states near the starts.
    Tuning { few: 5, ..REMEMBERING },
    Tuning { worth_sharing: 0, part: 2, parts: (1, 8), ..REMEMBERING },
];

/// Searches with tables of several sizes for the outcome that there is without one. Returns the expansions
/// without one, and with the largest.
fn remember<P: Puzzle + Debug>(puzzle: &P, starts: &[P::State], case: &str) -> (u64, u64) {
    /// Some entries, so that most are soon replaced; and room for all.
    const SIZES: [u64; 2] = [200, 1 << 20];
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    let mut expansions = (0, 0);
    let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
    let (outcome, _, _) = run(TUNING, 1, limits, puzzle, &starts);
    for (index, tuning) in REMEMBERING_TUNINGS.into_iter().enumerate() {
        let (bare, stats, _) = run(tuning, 1, limits, puzzle, &starts);
        if bare.is_err() {
            // With few states looked up, narrow spaces without a solution take too many passes.
            continue;
        }
        for transpositions in SIZES.map(Some) {
            for threads in [1, 3].map(NonZeroUsize::new) {
                let job = Job { limits, threads, transpositions, ..Job::default() };
                let (with, with_stats, passes) = run_job(tuning, &job, puzzle, &starts);
                let case = format!("{case}, tuning {index}, {job:?}: {puzzle:?} from {starts:?}");
                assert_eq!(with, outcome, "{case}");
                let of_passes = passes.iter().map(|pass| pass.expanded).sum::<u64>();
                assert_eq!(of_passes, with_stats.expanded, "{case}");
                if index == 0 {
                    expansions = (stats.expanded, with_stats.expanded);
                }
            }
        }
    }
    expansions
}

/// A random graph of up to 12 states, the edges of which run both ways, with inconsistent estimates and costs
/// up to `most_cost`.
fn undirected(seed: u64, most_cost: u32) -> Graph {
    let mut random = Random::new(seed);
    let states = random.below(11) + 2;
    let edges = (0..2 * states).flat_map(|_| {
        let (one, two) = (random.below(states), random.below(states));
        let cost = if most_cost == 1 { 1 } else { random.below(most_cost + 1) };
        [(one, two, cost), (two, one, cost)]
    });
    let edges: Vec<_> = edges.collect();
    let (start, goal) = (random.below(states), random.below(states));
    let graph = Graph::new(states, &edges, &[start], &[goal], most_cost > 1);
    let estimates = least_costs(&graph, 0..states).into_values().map(|least| {
        least
            .and_then(|least| u32::try_from(least).ok())
            .map_or(u32::MAX, |least| random.below(least + 1))
    });
    let estimates = estimates.collect();
    graph.with_estimates(estimates, false)
}

#[test]
fn outcomes_do_not_depend_on_the_table_of_lower_bounds() {
    let weights = [
        Weights::Unit,
        Weights::Between { least: 0, most: 3 },
        Weights::Between { least: 1, most: 9 },
    ];
    let estimates = [Estimates::Consistent, Estimates::Admissible];
    let (mut without, mut with) = (0, 0);
    for seed in 0..100 {
        for weights in weights {
            for estimates in estimates {
                let graph = Graph::random(seed, weights, estimates);
                let expansions = remember(&graph, &graph.starts, &format!("graph {seed}"));
                without += expansions.0;
                with += expansions.1;
            }
        }
        for most_cost in [1, 4] {
            let graph = undirected(seed, most_cost);
            remember(&graph, &graph.starts, &format!("undirected graph {seed}"));
        }
        remember(&bits(seed), &[0, 1], &format!("bits {seed}"));
    }
    assert!(with < without, "{with} expansions, and {without} without the table");
}

/// A long cycle that the start leads into, and no goal: passes stay as large as the cycle is.
fn cycle() -> Graph {
    let states = 300;
    let edges = (0..states).flat_map(|state| {
        let next = (state + 1) % states;
        [(state, next), (state, (state + 2) % states)]
    });
    let edges: Vec<_> = edges.collect();
    Graph::unit(states, &edges, &[0], &[]).with_estimates(vec![0; 300], true)
}

#[test]
fn a_table_of_lower_bounds_does_not_keep_a_search_from_its_end() {
    let job = Job { transpositions: Some(1 << 20), ..Job::default() };
    for tuning in REMEMBERING_TUNINGS {
        let (outcome, _, _) = run_job(tuning, &job, &cycle(), &[0]);
        assert_eq!(outcome, Ok(Outcome::Unsolvable(Reason::Exhausted { states: 300 })));
    }
}

#[test]
fn the_table_of_lower_bounds_is_counted_and_takes_half_of_the_memory_at_most() {
    const TABLE: u64 = 1 << 20;
    let peak = |transpositions, bytes| {
        let limits = Limits { bytes, ..Limits::default() };
        let job = Job { limits, transpositions, threads: NonZeroUsize::new(3), ..Job::default() };
        let mut meter = Meter::start(&job);
        let outcome = search_with(REMEMBERING, &cycle(), &[0], &mut meter);
        assert_eq!(outcome, Ok(Outcome::Unsolvable(Reason::Exhausted { states: 300 })));
        meter.stats.peak_bytes
    };
    let without = peak(None, None);
    // Entries are whole.
    let slack = 1 << 10;
    let range = |table: u64| table - slack..=table + without;
    assert!(range(TABLE).contains(&peak(Some(TABLE), None)));
    assert!(range(TABLE / 2).contains(&peak(Some(TABLE), Some(TABLE))));
    assert!(range(TABLE / 2).contains(&peak(Some(u64::MAX), Some(TABLE))));
}

#[test]
fn a_table_that_no_machine_has_room_for_is_told_as_a_limit() {
    let job = Job { transpositions: Some(u64::MAX), ..Job::default() };
    let (outcome, _, _) = run_job(REMEMBERING, &job, &cycle(), &[0]);
    assert_eq!(outcome, Err(Halt::Stop(Limit::Refused(u64::MAX).into())));
}

#[test]
fn one_thread_counts_the_same_each_time_with_a_table_of_lower_bounds() {
    for seed in 0..30 {
        let graph =
            Graph::random(seed, Weights::Between { least: 1, most: 3 }, Estimates::Admissible);
        let threads = NonZeroUsize::new(1);
        let job = Job { threads, transpositions: Some(1 << 10), ..Job::default() };
        let [one, two] =
            [(); 2].map(|()| run_job(REMEMBERING_TUNINGS[3], &job, &graph, &graph.starts));
        assert_eq!(one, two, "graph {seed}");
    }
}
