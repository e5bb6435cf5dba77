//! What holds on any number of threads, and with any tuning.

use super::*;
use crate::heuristics::{Estimator, GuidedGraph};
use crate::search::path::replay;
use crate::search::{Job, Limits, Optimality, Pass, Stats};
use crate::testkit::reference::least_costs;
use crate::testkit::toys::{Bits, Estimates, Graph, Random, Weights};
use crate::words::{self, Bridge};
use std::num::NonZeroUsize;
use std::time::Duration;

/// The estimate of a puzzle that has none, so that the engine takes it.
struct Nothing;

impl Estimator<u32> for Nothing {
    fn estimate(&self, _: &dyn words::Graph<u32>, _: u32) -> u32 {
        0
    }
    fn is_consistent(&self, _: &dyn words::Graph<u32>) -> bool {
        true
    }
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
fn run(
    tuning: Tuning,
    threads: usize,
    limits: Limits,
    graph: &dyn words::Graph<u32>,
    starts: &[u32],
) -> (Found<u32>, Stats, Vec<Pass>) {
    let job = Job { limits, threads: NonZeroUsize::new(threads), ..Job::default() };
    let mut meter = Meter::start(&job);
    let outcome = search_with(&tuning, graph, starts, &mut meter);
    let (stats, passes) = meter.finish();
    // Each thread has a stack.
    (outcome, Stats { peak_bytes: 0, time: Duration::ZERO, ..stats }, passes)
}

fn agree_on(graph: &Graph, starts: &[u32], case: &str) {
    agree(&Bridge::Borrowed(graph), starts, &format!("{case}: {graph:?}"));
}

fn agree(graph: &dyn words::Graph<u32>, starts: &[u32], case: &str) {
    let puzzle = &View(graph);
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    let reachable = least_costs(puzzle, starts.iter().copied());
    let least = starts.iter().filter_map(|start| reachable[start]).min();
    let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
    let (first, _, _) = run(TUNING, 1, limits, graph, &starts);
    for (index, tuning) in TUNINGS.into_iter().enumerate() {
        let case = format!("tuning {index}, {case} from {starts:?}");
        let results = run(tuning, 1, limits, graph, &starts);
        if tuning.worth_sharing < TUNING.worth_sharing {
            assert_eq!(results, run(tuning, 3, limits, graph, &starts), "{case}");
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
    agree_on(&graph, &[0], "a goal among the first levels");
}

#[test]
fn the_longer_of_two_ways_of_the_same_cost_may_be_the_first_in_order() {
    let edges = [(0, 1, 1), (0, 2, 2), (1, 2, 1), (2, 3, 1), (3, 4, 1), (4, 5, 1)];
    let graph = Graph::new(6, &edges, &[0], &[5], true).with_estimates(vec![0; 6], true);
    agree_on(&graph, &[0], "two ways of the same cost");
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
fn a_long_cycle_without_a_goal_is_left() {
    agree_on(&cycle(), &[0], "a cycle");
}

#[test]
fn answers_do_not_depend_on_tuning() {
    let weights = [Weights::Unit, Weights::Between { least: 0, most: 3 }];
    let estimates = [Estimates::Consistent, Estimates::Admissible];
    for seed in 0..100 {
        for weights in weights {
            for estimates in estimates {
                let graph = Graph::random(seed, weights, estimates);
                agree_on(&graph, &graph.starts, &format!("graph {seed}"));
            }
        }
        for most_cost in [1, 4] {
            let graph = undirected(seed, most_cost);
            agree_on(&graph, &graph.starts, &format!("undirected graph {seed}"));
        }
        let bits = Bits::random(seed);
        let graph = GuidedGraph { graph: &Bridge::Borrowed(&bits), guide: &Nothing };
        agree(&graph, &[0, 1], &format!("bits {seed}: {bits:?}"));
    }
}

#[test]
fn a_limit_of_expansions_stops_any_number_of_threads_at_the_same_one() {
    for seed in 0..30 {
        let graph = Graph::random(seed, Weights::Unit, Estimates::Admissible);
        let bridge = &Bridge::Borrowed(&graph);
        for expansions in 0..60 {
            let limits = Limits { expansions: Some(expansions), ..Limits::default() };
            let [one, two, four] =
                [1, 2, 4].map(|threads| run(SHARING, threads, limits, bridge, &graph.starts));
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
