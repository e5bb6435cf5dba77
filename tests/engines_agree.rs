//! Every engine against a slow and obviously right reference, on thousands of small seeded puzzles.

use puzzlespace::abilities::{Ability, Heuristic, Predecessors};
use puzzlespace::engines::{self, ENGINES, Engine, Guarantee, RunOf, SearchError};
use puzzlespace::search::{
    Job, Limit, Limits, Optimality, Outcome, Reason, Solution, Stats, Wanted,
};
use puzzlespace::testkit::reference::{least_costs, optimum, paths_of_cost};
use puzzlespace::testkit::toys::{Bits, Chain, Estimates, Fault, Graph, Lamps, Weights};
use puzzlespace::{Puzzle, search::Path};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

const WEIGHTS: [Weights; 3] =
    [Weights::Unit, Weights::Between { least: 0, most: 3 }, Weights::Between { least: 1, most: 9 }];
const ESTIMATES: [Estimates; 3] = [Estimates::None, Estimates::Consistent, Estimates::Admissible];

/// The engines that fit, with what a failing test says of the case.
fn fitting<P: Puzzle>(puzzle: &P) -> Vec<&'static Engine> {
    ENGINES.iter().copied().filter(|engine| engine.missing(puzzle).is_none()).collect()
}

fn run<P: Puzzle>(
    engine: &'static Engine,
    puzzle: &P,
    starts: &[P::State],
    job: &Job<'_>,
    case: &str,
) -> RunOf<P> {
    // Paths are replayed in here.
    let run = engine.run(puzzle, starts.iter().copied(), job);
    run.unwrap_or_else(|fault| panic!("{case}: {}: {fault}", engine.name))
}

/// Solves with every engine that fits and compares with the reference.
fn agree<P: Puzzle + Debug>(puzzle: &P, starts: &[P::State], case: &str) {
    let case = format!("{case}: {puzzle:?} from {starts:?}");
    let reachable = least_costs(puzzle, starts.iter().copied());
    let least = starts.iter().filter_map(|start| reachable[start]).min();
    for engine in fitting(puzzle) {
        let name = engine.name;
        let case = format!("{name}: {case}");
        let first = run(engine, puzzle, starts, &Job::default(), &case);
        match (&first.outcome, least) {
            (Outcome::Solved(solution), Some(least)) => {
                let Solution { paths, count, .. } = solution;
                assert!(is_right(engine, solution, least), "{case}: {solution:?}, and not {least}");
                assert_eq!((paths.len(), *count), (1, None), "{case}");
            }
            (Outcome::Unsolvable(Reason::Exhausted { states }), None) => {
                assert_eq!(*states, reachable.len() as u64, "{case}");
            }
            (Outcome::Unsolvable(Reason::GoalsExhausted { states }), None) => {
                assert_eq!(*states, states_that_lead_to_goals(puzzle), "{case}");
            }
            (Outcome::Unsolvable(Reason::RuledOut { states }), None) => {
                assert!(*states <= reachable.len() as u64, "{case}");
            }
            (Outcome::Unsolvable(Reason::Invariant(text)), None) => {
                assert!(!text.is_empty(), "{case}");
            }
            (outcome, least) => panic!("{case}: {outcome:?}, and not {least:?}"),
        }
        let lower_bound = first.stats.lower_bound;
        match engine.guarantee {
            Guarantee::Optimal => assert_eq!(lower_bound, least.unwrap_or(lower_bound), "{case}"),
            _ => assert!(least.is_none_or(|least| lower_bound <= least), "{case}: {lower_bound}"),
        }
        keep_their_laws(&first.stats, engine, puzzle, starts, &case);

        let second = run(engine, puzzle, starts, &Job::default(), &case);
        assert_eq!(second.outcome, first.outcome, "{case}");
        let Stats { time, setup, .. } = first.stats;
        assert_eq!(Stats { time, setup, ..second.stats }, first.stats, "{case}");
    }
}

/// Whether a solution is what the engine promises where `least` is the optimum.
fn is_right<S, M>(engine: &'static Engine, solution: &Solution<S, M>, least: u64) -> bool {
    match solution.optimality {
        Optimality::Proved => solution.cost == least,
        Optimality::NotProved => engine.guarantee != Guarantee::Optimal && solution.cost >= least,
    }
}

fn states_that_lead_to_goals<P: Puzzle>(puzzle: &P) -> u64 {
    let predecessors = puzzle.predecessors().expect("only a backward search says so");
    let mut known = BTreeSet::new();
    let mut open: Vec<P::State> = puzzle.goals().into_iter().flatten().collect();
    while let Some(state) = open.pop() {
        if known.insert(state) {
            open.extend(predecessors.predecessors(state));
        }
    }
    known.len() as u64
}

/// The laws between the counters of [`Stats`].
fn keep_their_laws<P: Puzzle>(
    stats: &Stats,
    engine: &'static Engine,
    puzzle: &P,
    starts: &[P::State],
    case: &str,
) {
    let name = engine.name;
    let &Stats { expanded, generated, duplicates, distinct, evaluated, reopened, .. } = stats;
    let case = format!("{case}: {stats:?}");
    let starts = starts.iter().collect::<BTreeSet<_>>().len() as u64;
    let goals = match name {
        "bidirectional" | "packed_bidirectional" | "table" => {
            puzzle.goals().into_iter().flatten().count() as u64
        }
        _ => 0,
    };
    assert!(duplicates <= generated, "{case}");
    assert!(name == "table" || distinct <= generated + starts + goals, "{case}");
    assert!(reopened <= expanded, "{case}");
    if !["iddfs", "ida_star", "packed_ida_star", "subset", "linear", "table"].contains(&name) {
        assert_eq!(distinct + duplicates, generated + starts + goals, "{case}");
        assert!(expanded <= distinct + reopened, "{case}");
    }
    let is_informed = engine.needs.contains(&Ability::Informed);
    assert!(is_informed || evaluated == 0, "{case}");
    assert!(!is_informed || evaluated > 0, "{case}");
    let may_reopen = ["ida_star", "packed_ida_star", "iddfs", "fringe"].contains(&name)
        || puzzle.heuristic().is_some_and(|heuristic| !heuristic.is_consistent());
    assert!(may_reopen || reopened == 0, "{case}");
}

fn graphs(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Graph)> {
    seeds.flat_map(|seed| {
        let kinds = WEIGHTS.into_iter().flat_map(|weights| ESTIMATES.map(|kind| (weights, kind)));
        kinds.map(move |(weights, kind)| {
            (format!("graph {seed}, {weights:?}, {kind:?}"), Graph::random(seed, weights, kind))
        })
    })
}

fn bits(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Bits, u32)> {
    seeds.map(|seed| (format!("bits {seed}"), Bits::random(seed), 0))
}

#[test]
fn on_random_graphs() {
    for (case, graph) in graphs(0..700) {
        agree(&graph, &graph.starts, &case);
    }
}

#[test]
fn on_random_commuting_moves() {
    for (case, puzzle, start) in bits(0..1_000) {
        agree(&puzzle, &[start], &case);
        agree(&puzzle, &[start, 1, 1], &case);
    }
}

#[test]
fn on_chains() {
    for length in 0..30 {
        for is_reversible in [false, true] {
            let chain = Chain { length, is_reversible };
            agree(&chain, &[0], "chain");
            agree(&chain, &[0, length / 2], "chain");
        }
    }
}

/// Solves with every engine that can list all solutions, and compares with all that there are.
fn agree_on_all<P: Puzzle + Debug>(
    puzzle: &P,
    starts: &[P::State],
    expected: &[Path<P::State, P::Move>],
    case: &str,
) {
    let case = format!("{case}: {puzzle:?} from {starts:?}");
    for engine in fitting(puzzle).into_iter().filter(|engine| engine.lists_all) {
        let case = format!("{}: {case}", engine.name);
        for list in [0, 2, u64::MAX] {
            let job = Job { wanted: Wanted::All { list }, ..Job::default() };
            let Outcome::Solved(solution) = run(engine, puzzle, starts, &job, &case).outcome else {
                assert!(expected.is_empty(), "{case}");
                continue;
            };
            assert_eq!(solution.count, Some(expected.len() as u128), "{case}");
            let listed = (expected.len() as u64).min(list.max(1));
            assert_eq!(solution.paths.len() as u64, listed, "{case}");
            for (index, path) in solution.paths.iter().enumerate() {
                assert!(expected.contains(path), "{case}: {path:?}");
                assert!(!solution.paths[..index].contains(path), "{case}: {path:?} twice");
            }
        }
    }
}

#[test]
fn on_every_optimal_path_of_random_graphs() {
    for (case, graph) in graphs(0..400) {
        let mut starts = graph.starts.clone();
        starts.sort_unstable();
        starts.dedup();
        let has_free_moves = case.contains("least: 0");
        match optimum(&graph, starts.iter().copied()) {
            _ if has_free_moves => {}
            None => agree_on_all(&graph, &starts, &[], &case),
            Some(cost) => {
                let paths = paths_of_cost(&graph, starts.iter().copied(), cost);
                agree_on_all(&graph, &starts, &paths, &case);
            }
        }
    }
}

#[test]
fn on_every_optimal_set_of_commuting_moves() {
    for (case, puzzle, start) in bits(0..300) {
        let starts = [start, 1];
        let Some(cost) = optimum(&puzzle, starts) else {
            agree_on_all(&puzzle, &starts, &[], &case);
            continue;
        };
        // Of all orders of the same moves, that of the puzzle.
        let mut paths = paths_of_cost(&puzzle, starts, cost);
        paths.retain(|path| path.moves().is_sorted());
        agree_on_all(&puzzle, &starts, &paths, &case);
    }
}

#[test]
fn free_moves_are_no_ground_to_count_forever() {
    let graph = Graph::new(3, &[(0, 1, 0), (1, 0, 0), (1, 2, 1)], &[0], &[2], true);
    let job = Job { wanted: Wanted::All { list: 1 }, ..Job::default() };
    let dijkstra = engines::by_name("dijkstra").unwrap();
    assert!(matches!(run(dijkstra, &graph, &[0], &job, "").outcome, Outcome::GaveUp(_)));
}

/// Whatever a limit is, the answer is the true one or that the limit was reached.
fn is_never_wrong<P: Puzzle + Debug>(puzzle: &P, starts: &[P::State], case: &str) {
    let case = format!("{case}: {puzzle:?} from {starts:?}");
    let least = optimum(puzzle, starts.iter().copied());
    let some = [0, 1, 2, 3, 5, 9, 20];
    let limits = some.into_iter().flat_map(|most| {
        let none = Limits::default();
        [
            Limits { states: Some(most), ..none },
            Limits { bytes: Some(64 * most), ..none },
            Limits { expansions: Some(most), ..none },
            Limits { depth: Some(most), ..none },
            Limits { time: Some(Duration::ZERO), ..none },
        ]
    });
    for limits in limits {
        for engine in fitting(puzzle) {
            for wanted in [Wanted::One, Wanted::All { list: 3 }] {
                if wanted != Wanted::One && !engine.lists_all {
                    continue;
                }
                let case = format!("{} with {limits:?} for {wanted:?}: {case}", engine.name);
                let job = Job { limits, wanted, ..Job::default() };
                let run = run(engine, puzzle, starts, &job, &case);
                match run.outcome {
                    Outcome::Solved(solution) => {
                        let is_right =
                            least.is_some_and(|least| is_right(engine, &solution, least));
                        assert!(is_right, "{case}: {solution:?}");
                        let within = limits.depth.is_none_or(|limit| solution.cost <= limit);
                        assert!(within, "{case}");
                    }
                    Outcome::Unsolvable(_) => assert_eq!(least, None, "{case}"),
                    Outcome::Limit(Limit::Depth(depth)) => {
                        assert_eq!(limits.depth, Some(depth), "{case}");
                        assert!(least.is_none_or(|least| least > depth), "{case}");
                        let is_optimal = engine.guarantee == Guarantee::Optimal;
                        assert!(!is_optimal || run.stats.lower_bound > depth, "{case}");
                    }
                    Outcome::Limit(limit) => {
                        let is_set = match limit {
                            Limit::Time(time) => limits.time == Some(time),
                            Limit::States(most) => limits.states == Some(most),
                            Limit::Bytes(most) => limits.bytes == Some(most),
                            Limit::Expansions(most) => limits.expansions == Some(most),
                            Limit::Depth(_) | Limit::Recursion(_) | Limit::Refused(_) => false,
                        };
                        assert!(is_set, "{case}: {limit:?}");
                    }
                    Outcome::GaveUp(_) => {
                        let may = engine.guarantee == Guarantee::Incomplete;
                        assert!(may || wanted != Wanted::One, "{case}");
                    }
                    Outcome::Cancelled => panic!("{case}: cancelled"),
                }
                let within = |count, limit: Option<u64>| limit.is_none_or(|limit| count <= limit);
                assert!(within(run.stats.expanded, limits.expansions), "{case}");
                assert!(within(run.stats.distinct, limits.states), "{case}");
                assert!(within(run.stats.peak_bytes, limits.bytes), "{case}");
                assert!(least.is_none_or(|least| run.stats.lower_bound <= least), "{case}");
            }
        }
    }
}

#[test]
fn limits_end_a_search_without_a_wrong_answer() {
    for (case, graph) in graphs(0..120) {
        is_never_wrong(&graph, &graph.starts, &case);
    }
    for (case, puzzle, start) in bits(0..120) {
        is_never_wrong(&puzzle, &[start, 1], &case);
    }
}

#[test]
fn a_cancelled_search_says_so_or_is_done() {
    let cancel = AtomicBool::new(true);
    let job = Job { cancel: Some(&cancel), ..Job::default() };
    let chain = Chain { length: 50, is_reversible: true };
    for engine in fitting(&chain) {
        let outcome = run(engine, &chain, &[0], &job, "cancelled").outcome;
        assert_eq!(outcome, Outcome::Cancelled, "{}", engine.name);
    }
    for (case, graph) in graphs(0..60) {
        let least = optimum(&graph, graph.starts.iter().copied());
        for engine in fitting(&graph) {
            match run(engine, &graph, &graph.starts, &job, &case).outcome {
                Outcome::Cancelled => {}
                Outcome::Solved(solution) => {
                    assert!(
                        least.is_some_and(|least| is_right(engine, &solution, least)),
                        "{case}"
                    );
                }
                Outcome::Unsolvable(_) => assert_eq!(None, least, "{case}"),
                outcome => panic!("{case}: {outcome:?}"),
            }
        }
    }
}

#[test]
fn a_puzzle_that_breaks_a_law_makes_no_engine_panic_or_run_on() {
    let limits = Limits { expansions: Some(1_000), ..Limits::default() };
    let job = Job { limits, ..Job::default() };
    for (fault, name, _) in Fault::ALL {
        for start in (0..16).filter(|_| fault != Fault::Panic) {
            let lamps = Lamps::new(Some(fault));
            for engine in fitting(&lamps) {
                match engine.run(&lamps, [start], &job) {
                    Ok(_) | Err(SearchError::Broken { .. }) => {}
                    Err(error) => panic!("{name}: {}: {error}", engine.name),
                }
            }
        }
    }
}
