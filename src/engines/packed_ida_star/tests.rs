//! What holds on any number of threads, and with any tuning.

use super::*;
use crate::search::path::replay;
use crate::search::{Job, Limits, Optimality, Pass, Stats};
use crate::testkit::reference::least_costs;
use crate::testkit::toys::{Bits, Estimates, Graph, Weights};
use std::fmt::Debug;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Bits that know a lower bound, so that the engine takes them.
#[derive(Debug)]
struct Informed<P> {
    puzzle: P,
    most_bits: u32,
}

impl<P: Puzzle<State = u32, Board = u32>> Puzzle for Informed<P> {
    type State = u32;
    type Move = P::Move;
    type Board = u32;

    fn encode(&self, board: &u32) -> u32 {
        *board
    }
    fn decode(&self, state: u32) -> u32 {
        state
    }
    fn starts(&self, board: &u32) -> impl IntoIterator<Item = u32> {
        [*board]
    }
    fn successors(&self, state: u32) -> impl Iterator<Item = (P::Move, u32)> {
        self.puzzle.successors(state)
    }
    fn is_goal(&self, state: u32) -> bool {
        self.puzzle.is_goal(state)
    }
    fn heuristic(&self) -> Option<impl Heuristic<u32, P::Move>> {
        Some(&self.most_bits)
    }
    fn commuting(&self) -> Option<impl crate::abilities::Commuting<u32>> {
        self.puzzle.commuting()
    }
}

impl<M: crate::puzzle::Move> Heuristic<u32, M> for &u32 {
    fn estimate(&self, _: u32) -> u32 {
        0
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
fn run<P: Puzzle>(
    tuning: Tuning,
    threads: usize,
    limits: Limits,
    puzzle: &P,
    starts: &[P::State],
) -> (Result<OutcomeOf<P>, Halt>, Stats, Vec<Pass>) {
    let job = Job { limits, threads: NonZeroUsize::new(threads), ..Job::default() };
    let mut meter = Meter::start(&job);
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
    for (index, tuning) in TUNINGS.into_iter().enumerate() {
        let case = format!("{case}, tuning {index}: {puzzle:?} from {starts:?}");
        let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
        let results = run(tuning, 1, limits, puzzle, &starts);
        if tuning.worth_sharing < TUNING.worth_sharing {
            assert_eq!(results, run(tuning, 3, limits, puzzle, &starts), "{case}");
        }
        let (outcome, stats, passes) = results;
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
        let bits = Bits::random(seed);
        let most_bits = bits.masks().iter().map(|mask| mask.count_ones()).max().unwrap_or(0);
        agree(&Informed { puzzle: bits, most_bits }, &[0, 1], &format!("bits {seed}"));
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
