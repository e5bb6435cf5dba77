//! Traps into which searches have fallen, a test each.

use puzzlespace::engines::{self, ENGINES, Engine, Guarantee, RunOf, SearchError};
use puzzlespace::search::{Job, Limit, Limits, Outcome, Reason};
use puzzlespace::testkit::toys::{Chain, Graph};
use puzzlespace::{Puzzle, abilities::Ability};

fn run<P: Puzzle>(engine: &str, puzzle: &P, starts: &[P::State], limits: Limits) -> RunOf<P> {
    let engine = engines::by_name(engine).unwrap();
    engine.run(puzzle, starts.iter().copied(), &Job { limits, ..Job::default() }).unwrap()
}

/// The engines that fit.
fn fitting<P: Puzzle>(puzzle: &P) -> Vec<&'static Engine> {
    ENGINES.iter().copied().filter(|engine| engine.missing(puzzle).is_none()).collect()
}

/// Those of them that find the optimum.
fn optimal<P: Puzzle>(puzzle: &P) -> Vec<&'static Engine> {
    let is_optimal = |engine: &&Engine| engine.guarantee == Guarantee::Optimal;
    fitting(puzzle).into_iter().filter(is_optimal).collect()
}

/// What the engine says: the cost, or that there is no solution.
fn cost_by<P: Puzzle>(engine: &str, puzzle: &P, starts: &[P::State]) -> Option<u64> {
    match run(engine, puzzle, starts, Limits::default()).outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::Unsolvable(_) => None,
        outcome => panic!("{engine}: {outcome:?}"),
    }
}

/// A torus of `side` times `side` states, from which no move leads to the goal beside it. Its simple
/// paths are beyond number.
fn torus(side: u32) -> Graph {
    let states = side * side;
    let edges: Vec<(u32, u32)> = (0..states)
        .flat_map(|state| {
            let (row, column) = (state / side, state % side);
            let right = row * side + (column + 1) % side;
            let down = (row + 1) % side * side + column;
            [(state, right), (right, state), (state, down), (down, state)]
        })
        .collect();
    let graph = Graph::unit(states + 1, &edges, &[0], &[states]);
    graph.with_estimates(vec![0; states as usize + 1], true)
}

#[test]
fn deepening_engines_end_on_unsolvable_boards() {
    for engine in ["iddfs", "ida_star", "packed_ida_star"] {
        let run = run(engine, &torus(64), &[0], Limits::default());
        let reason = Reason::Exhausted { states: 64 * 64 };
        assert_eq!(run.outcome, Outcome::Unsolvable(reason), "{engine}");
        // At most each state once in each of the 64 layers; the last engine looks few of them up.
        let most = if engine == "packed_ida_star" { 100 } else { 1 } * 64 * 64 * 66;
        assert!(run.stats.expanded <= most, "{engine}: {:?}", run.stats);
    }
}

/// States 0 to 2 in a ring, and a binary tree of 10,000 states below state 3.
const RING: [(u32, u32); 3] = [(0, 1), (1, 2), (2, 0)];
const TREE: std::ops::Range<u32> = 3..10_003;

fn tree(edge: impl Fn(u32, u32) -> (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
    TREE.skip(1).map(move |state| edge((state - TREE.start - 1) / 2 + TREE.start, state))
}

#[test]
fn bidirectional_search_stops_when_the_side_of_the_start_runs_dry() {
    // The start is in the ring; ten thousand states lead to the goal.
    let edges: Vec<_> = RING.into_iter().chain(tree(|parent, child| (child, parent))).collect();
    let graph = Graph::unit(TREE.end, &edges, &[0], &[TREE.start]);
    let run = run("bidirectional", &graph, &[0], Limits::default());
    assert_eq!(run.outcome, Outcome::Unsolvable(Reason::Exhausted { states: 3 }));
    assert!(run.stats.expanded <= 8, "{:?}", run.stats);
}

#[test]
fn bidirectional_search_stops_when_the_side_of_the_goal_runs_dry() {
    // The goal is in the ring; the start leads to ten thousand states.
    let edges: Vec<_> = RING.into_iter().chain(tree(|parent, child| (parent, child))).collect();
    let graph = Graph::unit(TREE.end, &edges, &[TREE.start], &[0]);
    let run = run("bidirectional", &graph, &[TREE.start], Limits::default());
    assert_eq!(run.outcome, Outcome::Unsolvable(Reason::GoalsExhausted { states: 3 }));
    assert!(run.stats.expanded <= 8, "{:?}", run.stats);
}

#[test]
fn a_chain_of_200_000_moves_overflows_no_stack_in_any_engine() {
    // Deepening one move at a time, `iddfs` would take 20 thousand million expansions.
    let limits = Limits { expansions: Some(500_000), ..Limits::default() };
    for is_reversible in [false, true] {
        let chain = Chain { length: 200_000, is_reversible };
        for engine in fitting(&chain) {
            let name = engine.name;
            let outcome = run(name, &chain, &[0], limits).outcome;
            match (name, outcome) {
                ("iddfs", outcome) => {
                    assert_eq!(outcome, Outcome::Limit(Limit::Expansions(500_000)));
                }
                (_, Outcome::Solved(solution)) => assert_eq!(solution.cost, 200_000, "{name}"),
                (_, outcome) => panic!("{name}: {outcome:?}"),
            }
        }
    }
}

#[test]
fn a_depth_limited_search_meets_a_state_again_on_a_shorter_path() {
    // With three moves allowed, state 2 is first met after two, when the goal is too far.
    let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (3, 4)];
    let graph = Graph::unit(5, &edges, &[0], &[4]).with_estimates(vec![0; 5], true);
    for engine in optimal(&graph) {
        assert_eq!(cost_by(engine.name, &graph, &[0]), Some(3), "{}", engine.name);
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let outcome = run(engine.name, &graph, &[0], limits).outcome;
        assert!(outcome.solution().is_some(), "{}: {outcome:?}", engine.name);
    }
}

#[test]
fn a_goal_is_tested_on_generation_only_where_every_move_costs_the_same() {
    // The goal is generated at once, at a cost of 10; by way of state 1 it costs 2.
    let edges = [(0, 2, 10), (0, 1, 1), (1, 2, 1)];
    let graph = Graph::new(3, &edges, &[0], &[2], true).with_estimates(vec![0; 3], true);
    for engine in optimal(&graph) {
        assert_eq!(cost_by(engine.name, &graph, &[0]), Some(2), "{}", engine.name);
    }
}

#[test]
fn a_star_opens_a_state_again_that_it_has_closed_too_dearly() {
    // The heuristic is admissible, but so high at state 1 that state 2 is first expanded at a cost of 3.
    let edges = [(0, 1, 1), (0, 2, 3), (1, 2, 1), (2, 3, 10)];
    let graph = Graph::new(4, &edges, &[0], &[3], true).with_estimates(vec![0, 5, 0, 0], false);
    let run = run("a_star", &graph, &[0], Limits::default());
    assert_eq!(run.outcome.solution().map(|solution| solution.cost), Some(12));
    assert_eq!((run.stats.expanded, run.stats.reopened), (4, 1));
}

#[test]
fn an_engine_for_unit_costs_refuses_others() {
    let graph = Graph::new(2, &[(0, 1, 10)], &[0], &[1], true);
    for name in ["bfs", "bidirectional", "iddfs", "subset", "linear"] {
        let engine = engines::by_name(name).unwrap();
        let fault = engine.run(&graph, [0], &Job::default()).unwrap_err();
        let SearchError::Missing { engine, missing, fitting } = fault else { panic!("{fault}") };
        assert_eq!((engine, missing, fitting), (name, Ability::UnitCosts, vec!["dijkstra"]));
    }
}

#[test]
fn a_start_that_is_a_goal_takes_no_moves_in_any_engine() {
    let graph = Graph::unit(3, &[(0, 1), (1, 2), (2, 0)], &[0], &[0, 2]);
    let graph = graph.with_estimates(vec![0; 3], true);
    let chain = Chain { length: 3, is_reversible: true };
    for engine in fitting(&graph) {
        assert_eq!(cost_by(engine.name, &graph, &[1, 0]), Some(0), "{}", engine.name);
    }
    for engine in fitting(&chain) {
        assert_eq!(cost_by(engine.name, &chain, &[0, 3]), Some(0), "{}", engine.name);
    }
    let bits = puzzlespace::testkit::toys::Bits::new(vec![1, 2, 3], vec![0]);
    for engine in fitting(&bits) {
        assert_eq!(cost_by(engine.name, &bits, &[1, 0]), Some(0), "{}", engine.name);
    }
}

#[test]
fn moves_that_cost_nothing_may_run_in_circles() {
    // A ring for nothing, a loop for nothing, and the goal behind them for 1 and for nothing.
    let ring = [(0, 1, 0), (1, 2, 0), (2, 0, 0), (1, 1, 0), (2, 3, 1), (3, 4, 0)];
    for (goal, cost) in [(4, Some(1)), (5, None)] {
        let graph = Graph::new(6, &ring, &[0], &[goal], true).with_estimates(vec![0; 6], true);
        for engine in optimal(&graph) {
            assert_eq!(cost_by(engine.name, &graph, &[0]), cost, "{}", engine.name);
        }
    }
}

#[test]
fn moves_that_cost_nothing_do_not_lead_an_engine_without_a_memory_in_circles() {
    // A ring for nothing that is longer than what is looked up at first, and the goal outside.
    const RING: u32 = 5_000;
    let ring = (0..RING).map(|state| (state, (state + 1) % RING, 0));
    let edges: Vec<_> = ring.chain([(RING - 1, RING, 1)]).collect();
    for (goal, cost) in [(RING, Some(1)), (RING + 1, None)] {
        let graph = Graph::new(RING + 2, &edges, &[0], &[goal], true);
        let graph = graph.with_estimates(vec![0; RING as usize + 2], true);
        assert_eq!(cost_by("packed_ida_star", &graph, &[0]), cost);
    }
}

#[test]
fn estimates_that_rule_out_a_goal_are_no_costs() {
    // `u32::MAX` means that there is no way; added to a cost it must neither wrap nor end a search early.
    let edges = [(0, 1, u32::MAX), (1, 2, u32::MAX), (0, 3, 1), (3, 3, 1), (3, 4, 1)];
    for (goal, cost) in [(2, Some(2 * u64::from(u32::MAX))), (5, None)] {
        let dead = if cost.is_some() { [3, 4].as_slice() } else { &[0, 1, 2, 3, 4] };
        let estimate = |state| if dead.contains(&state) { u32::MAX } else { 0 };
        let graph = Graph::new(6, &edges, &[0], &[goal], true);
        let graph = graph.with_estimates((0..6).map(estimate).collect(), true);
        for engine in optimal(&graph) {
            assert_eq!(cost_by(engine.name, &graph, &[0]), cost, "{}", engine.name);
        }
    }
}
