//! Predictions on small graphs, where the truth is counted.

use super::*;
use crate::abilities::{Ability, Heuristic};
use crate::search::Limit;
use crate::search::path::edge_cost;
use crate::testkit::toys::{Bits, Estimates, Graph, Weights};
use std::sync::atomic::AtomicBool;

fn foretell(graph: &Graph, sampling: &Sampling, job: &Job<'_>) -> Prediction {
    predict(graph, &graph.starts, sampling, job).unwrap()
}

/// How many nodes are walked below a state, with parent pruning.
fn count<P: Puzzle>(puzzle: &P, parent: P::State, state: P::State, g: u64, bound: u64) -> u64 {
    let h = puzzle.heuristic().map_or(0, |heuristic| heuristic.estimate(state));
    if h == u32::MAX || g + u64::from(h) > bound || puzzle.is_goal(state) {
        return 0;
    }
    let costs = puzzle.costs();
    let below =
        puzzle.successors(state).filter(|&(_, after)| after != parent).map(|(mv, after)| {
            let g = g + edge_cost::<P>(costs.as_ref(), state, mv, after);
            count(puzzle, state, after, g, bound)
        });
    1 + below.sum::<u64>()
}

#[test]
fn estimates_are_right_on_average() {
    let sampling = Sampling { probes: 400, bounds: 8, expansions: 20_000, ..Sampling::default() };
    let (mut passes, mut inexact) = (0, 0);
    for seed in 0..40 {
        for weights in [Weights::Unit, Weights::Between { least: 1, most: 3 }] {
            for estimates in [Estimates::Consistent, Estimates::Admissible] {
                let mut graph = Graph::random(seed, weights, estimates);
                graph.starts.sort_unstable();
                graph.starts.dedup();
                for pass in foretell(&graph, &sampling, &Job::default()).passes {
                    let exact: u64 = graph
                        .starts
                        .iter()
                        .map(|&start| count(&graph, start, start, 0, pass.bound))
                        .sum();
                    passes += 1;
                    inexact += u32::from(exact != pass.expanded);
                    let off = exact.abs_diff(pass.expanded);
                    assert!(off <= 1 + exact / 10, "graph {seed}: {pass:?}, and not {exact}");
                }
            }
        }
    }
    assert!(passes > 300 && inexact > 10, "{passes} passes, {inexact} of them not exact");
}

#[test]
fn the_same_seed_gives_the_same_estimate_and_another_one_another() {
    let estimate = |graph, seed| {
        let graph = Graph::random(graph, Weights::Unit, Estimates::Admissible);
        let sampling = Sampling { probes: 2, seed, bounds: 12, ..Sampling::default() };
        foretell(&graph, &sampling, &Job::default()).passes
    };
    assert!((0..40).all(|graph| estimate(graph, 1) == estimate(graph, 1)));
    assert!((0..40).any(|graph| estimate(graph, 1) != estimate(graph, 2)));
}

#[test]
fn a_heuristic_and_moves_that_cost_something_are_needed() {
    let bits = Bits::new(vec![1, 2, 4], vec![0]);
    let refusal = predict(&bits, &[5], &Sampling::default(), &Job::default());
    assert!(matches!(refusal, Err(SearchError::Missing { missing: Ability::Informed, .. })));
    let free = Weights::Between { least: 0, most: 0 };
    let graph = Graph::random(1, free, Estimates::Consistent);
    let prediction = foretell(&graph, &Sampling::default(), &Job::default());
    assert_eq!((prediction.passes, prediction.end), (vec![], End::FreeMove));
}

#[test]
fn a_solved_board_takes_nothing() {
    let graph = Graph::random(1, Weights::Unit, Estimates::Consistent);
    let goal = graph.goals().unwrap().next().unwrap();
    let prediction = predict(&graph, &[goal], &Sampling::default(), &Job::default()).unwrap();
    assert_eq!((prediction.passes, prediction.end), (vec![], End::Exhausted));
}

#[test]
fn a_prediction_keeps_to_the_limits_of_its_job() {
    let graph = Graph::random(4, Weights::Unit, Estimates::Admissible);
    let sampling = Sampling { probes: 20, bounds: 9, ..Sampling::default() };
    let within = |limits| foretell(&graph, &sampling, &Job { limits, ..Job::default() });
    let none = Limits::default();
    let all = within(none);
    assert_eq!((all.passes.len(), all.end), (9, End::Enough));
    assert!(all.pace.expanded > 0);

    let third = all.passes[2];
    let by_depth = within(Limits { depth: Some(third.bound), ..none });
    assert_eq!((&by_depth.passes[..], by_depth.end), (&all.passes[..3], End::Enough));
    let by_expansions = within(Limits { expansions: Some(third.expanded), ..none });
    assert_eq!((&by_expansions.passes[..], by_expansions.end), (&all.passes[..3], End::Enough));
    let by_bytes = within(Limits { bytes: Some(1_000), ..none });
    let stop = Stop::Limit(Limit::Bytes(1_000));
    assert_eq!((by_bytes.passes, by_bytes.end), (vec![], End::Stopped(stop)));
    let by_time = within(Limits { time: Some(Duration::ZERO), ..none });
    let stop = Stop::Limit(Limit::Time(Duration::ZERO));
    assert_eq!((by_time.passes, by_time.end), (vec![], End::Stopped(stop)));
    assert_eq!(by_time.pace.time_for(1), None);

    let cancel = AtomicBool::new(true);
    let cancelled = foretell(&graph, &sampling, &Job { cancel: Some(&cancel), ..Job::default() });
    assert_eq!((cancelled.passes, cancelled.end), (vec![], End::Stopped(Stop::Cancelled)));
}

#[test]
fn a_pace_says_how_long_more_takes() {
    let pace = Pace { expanded: 10_000, time: Duration::from_millis(10) };
    assert_eq!(pace.rate(), Some(1_000_000));
    assert_eq!(pace.time_for(5_000_000), Some(Duration::from_secs(5)));
    let few = Pace { expanded: 1_000, time: Duration::from_millis(1) };
    assert_eq!((few.rate(), few.time_for(1)), (None, None));
    let slow = Pace { expanded: 1_000, time: Duration::from_secs(1_000) };
    assert_eq!(slow.time_for(u64::MAX), Some(Duration::from_nanos(u64::MAX)));
    let slower = Pace { expanded: 1, time: Duration::from_secs(1_000) };
    assert_eq!((slower.rate(), slower.time_for(1)), (None, None));
}
