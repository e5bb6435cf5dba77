//! The engines on packed maps and the table: what the tests that all engines share do not reach.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Costs, Heuristic, Ranking, Symmetry};
use puzzlespace::engines::{self, RunOf};
use puzzlespace::search::{
    Job, Kept, Limit, Limits, Optimality, Outcome, Reason, Solution, Stats, Stop,
};
use puzzlespace::survey::{Direction, Request, Store, SurveyError, survey};
use puzzlespace::testkit::reference::optimum;
use puzzlespace::testkit::toys::{Chain, Estimates, Graph, Weights};
use puzzlespace_puzzles::flip_game::FlipGame;
use puzzlespace_puzzles::four_in_a_row::{Board, FourInARow};
use puzzlespace_puzzles::pancake::Pancake;
use puzzlespace_puzzles::sliding_tile::SlidingTile;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::time::Duration;

fn run<P: Puzzle>(engine: &str, puzzle: &P, starts: &[P::State], job: &Job<'_>) -> RunOf<P> {
    // Paths are replayed in here.
    let run = engines::by_name(engine).unwrap().run(puzzle, starts.iter().copied(), job);
    run.unwrap_or_else(|fault| panic!("{engine} from {starts:?}: {fault}"))
}

/// The cost that an engine finds; none where it proves that there is no solution.
fn cost<P: Puzzle>(engine: &str, puzzle: &P, starts: &[P::State], job: &Job<'_>) -> Option<u64> {
    match run(engine, puzzle, starts, job).outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::Unsolvable(_) => None,
        outcome => panic!("{engine} from {starts:?}: {outcome:?}"),
    }
}

/// A puzzle of which nobody knows how to walk it backwards.
struct Forward<'p, P>(&'p P);

impl<P: Puzzle> Puzzle for Forward<'_, P> {
    type State = P::State;
    type Move = P::Move;
    type Board = P::Board;

    fn encode(&self, board: &P::Board) -> P::State {
        self.0.encode(board)
    }

    fn decode(&self, state: P::State) -> P::Board {
        self.0.decode(state)
    }

    fn starts(&self, board: &P::Board) -> impl IntoIterator<Item = P::State> {
        self.0.starts(board)
    }

    fn successors(&self, state: P::State) -> impl Iterator<Item = (P::Move, P::State)> {
        self.0.successors(state)
    }

    fn is_goal(&self, state: P::State) -> bool {
        self.0.is_goal(state)
    }

    fn costs(&self) -> Option<impl Costs<P::State, P::Move>> {
        self.0.costs()
    }

    fn heuristic(&self) -> Option<impl Heuristic<P::State, P::Move>> {
        self.0.heuristic()
    }
}

const WEIGHTS: [Weights; 3] =
    [Weights::Unit, Weights::Between { least: 0, most: 3 }, Weights::Between { least: 1, most: 9 }];

fn graphs(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (Graph, Weights)> {
    let kinds = [Estimates::Consistent, Estimates::Admissible];
    let kinds = WEIGHTS.into_iter().flat_map(move |weights| kinds.map(|kind| (weights, kind)));
    seeds.flat_map(move |seed| {
        kinds.clone().map(move |(weights, kind)| (Graph::random(seed, weights, kind), weights))
    })
}

#[test]
fn without_predecessors_the_way_is_found_from_the_starts_on() {
    for (graph, weights) in graphs(0..500) {
        let least = optimum(&graph, graph.starts.iter().copied());
        let forward = Forward(&graph);
        let found = |engine| cost(engine, &forward, &graph.starts, &Job::default());
        assert_eq!(found("packed_a_star"), least, "{graph:?}");
        if weights == Weights::Unit {
            assert_eq!(found("packed_bfs"), least, "{graph:?}");
        }
        for engine in ["weighted_a_star", "greedy", "beam"] {
            let found = found(engine);
            assert_eq!(found.is_some(), least.is_some(), "{engine}: {graph:?}");
            assert!(found >= least, "{engine}: {graph:?}");
        }
    }
}

#[test]
fn weighted_a_star_keeps_within_half_as_much_again() {
    let mut dearer = 0;
    for (graph, _) in graphs(0..2_000) {
        let Some(least) = optimum(&graph, graph.starts.iter().copied()) else { continue };
        let run = run("weighted_a_star", &graph, &graph.starts, &Job::default());
        let Outcome::Solved(Solution { cost, optimality, .. }) = run.outcome else {
            panic!("{:?}: {graph:?}", run.outcome)
        };
        assert!(2 * cost <= 3 * least, "{cost} instead of {least}: {graph:?}");
        assert!(run.stats.lower_bound <= least, "{:?}: {graph:?}", run.stats);
        assert!(optimality == Optimality::NotProved || cost == least, "{graph:?}");
        dearer += u32::from(cost > least);
    }
    assert!(dearer > 0);
}

/// States in a line, with edges that lead back to a state from one that is 256 farther from the start than
/// the one before it.
fn line_with_edges_back() -> Graph {
    let back = (257..600).map(|state| (state, state - 255));
    let on = (0..600).map(|state| (state, state + 1));
    // Predecessors come in the order of the edges, the wrong ones first.
    let edges: Vec<_> = back.chain(on).collect();
    Graph::unit(601, &edges, &[0], &[600])
}

#[test]
fn depths_that_differ_by_256_are_told_apart() {
    let graph = line_with_edges_back();
    let job = Job::default();
    for engine in ["packed_bfs", "packed_bidirectional", "table"] {
        assert_eq!(cost(engine, &graph, &[0], &job), Some(600), "{engine}");
    }
    assert_eq!(cost("packed_bfs", &Forward(&graph), &[0], &job), Some(600));
    for is_reversible in [false, true] {
        let chain = Chain { length: 1_000, is_reversible };
        let kept = Kept::default();
        let job = Job { kept: Some(&kept), ..job };
        for start in 0..=1_000 {
            let left = Some(u64::from(1_000 - start));
            assert_eq!(cost("table", &chain, &[start], &job), left, "{chain:?}");
        }
        assert_eq!(cost("packed_bfs", &chain, &[0], &job), Some(1_000), "{chain:?}");
    }
}

/// How many boards have each cost; those without a solution last.
fn by_cost(costs: impl Iterator<Item = Option<u64>>) -> (Vec<u64>, u64) {
    let (mut counts, mut unsolvable) = (Vec::new(), 0);
    for cost in costs {
        let Some(cost) = cost else {
            unsolvable += 1;
            continue;
        };
        let cost = usize::try_from(cost).unwrap();
        counts.resize(counts.len().max(cost + 1), 0);
        counts[cost] += 1;
    }
    (counts, unsolvable)
}

#[test]
fn a_table_answers_every_board() {
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    let flip_game = FlipGame::default();
    let costs = (0..=u16::MAX).map(|state| cost("table", &flip_game, &[state], &job));
    assert_eq!(by_cost(costs), (vec![2, 32, 228, 880, 1_562, 1_136, 256], 61_440));

    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    let ranking = FourInARow.ranking().unwrap();
    let boards = (0..ranking.count() / 2).map(|rank| {
        let board = Board { to_move: None, ..FourInARow.decode(ranking.unrank(rank)) };
        let starts: Vec<u32> = FourInARow.starts(&board).into_iter().collect();
        cost("table", &FourInARow, &starts, &job)
    });
    let counts = vec![141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128];
    assert_eq!(by_cost(boards), (counts, 0));
}

/// Tables of permutation spaces lie in several blocks a group.
#[test]
fn a_table_of_a_permutation_space_answers_every_board() {
    fn agrees<P: Puzzle>(puzzle: &P) {
        let kept = Kept::default();
        let job = Job { kept: Some(&kept), ..Job::default() };
        let ranking = puzzle.ranking().unwrap();
        let costs =
            (0..ranking.count()).map(|rank| cost("table", puzzle, &[ranking.unrank(rank)], &job));
        let goals: Vec<P::State> = puzzle.goals().unwrap().collect();
        let found = survey(puzzle, goals, Direction::Backward, &Request::default()).unwrap();
        assert_eq!(by_cost(costs), (found.layers, 0));
    }
    agrees(&SlidingTile::<u64>::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap());
    agrees(&Pancake::<u64>::new(7).unwrap());
}

/// There is no room for all ranks, and only as much is built as the limit allows.
#[test]
fn a_table_of_a_space_that_is_too_large_ends_at_its_limit() {
    let puzzle = SlidingTile::<u64>::new(4, 4, &(0..16).collect::<Vec<u8>>()).unwrap();
    let goal = puzzle.goals().unwrap().next().unwrap();
    let far = puzzle.successors(goal).next().unwrap().1;
    for (limits, limit) in [
        (Limits { expansions: Some(10_000), ..Limits::default() }, Limit::Expansions(10_000)),
        (Limits { states: Some(5_000), ..Limits::default() }, Limit::States(5_000)),
        (Limits { bytes: Some(1 << 20), ..Limits::default() }, Limit::Bytes(1 << 20)),
    ] {
        let run = run("table", &puzzle, &[far], &Job { limits, ..Job::default() });
        assert_eq!(run.outcome, Outcome::Limit(limit));
        assert!(run.stats.distinct > 1_000, "{limits:?}: {:?}", run.stats);
    }
}

#[test]
fn a_table_is_built_once_for_an_instance_and_says_how_long_that_took() {
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    let first = run("table", &FlipGame::default(), &[0x8000], &job);
    let second = run("table", &FlipGame::default(), &[0x8000], &job);
    assert_eq!(first.outcome, second.outcome);
    let states = 4_096;
    assert_eq!(first.outcome, Outcome::Unsolvable(Reason::GoalsExhausted { states }));
    assert!(first.stats.setup > Duration::ZERO && first.stats.setup <= first.stats.time);
    assert_eq!((second.stats.setup, second.stats.distinct), (Duration::ZERO, states));
    // What is kept takes less than what it took to build it.
    assert!(second.stats.peak_bytes < first.stats.peak_bytes);

    let again = run("table", &FlipGame::default(), &[0x8000], &Job::default());
    assert!(again.stats.setup > Duration::ZERO, "nothing was kept for it");
}

#[test]
fn a_board_counts_the_same_whether_or_not_its_table_was_there() {
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    let counted = |run: &RunOf<FlipGame>| {
        let Stats { expanded, generated, duplicates, distinct, .. } = run.stats;
        (expanded, generated, duplicates, distinct)
    };
    let start = 0b1001_1101_1001_1000;
    let first = run("table", &FlipGame::default(), &[start], &job);
    let second = run("table", &FlipGame::default(), &[start], &job);
    assert_eq!(counted(&first), counted(&second));
    assert_eq!(first.stats.expanded, 4, "one a move");
    // A limit holds for what went into the table as well.
    let limits = Limits { expansions: Some(4_098), ..Limits::default() };
    let stopped = run("table", &FlipGame::default(), &[start], &Job { limits, ..Job::default() });
    assert_eq!(stopped.outcome, Outcome::Limit(Limit::Expansions(4_098)));
}

#[test]
fn limits_hold_while_a_table_is_built_and_leave_no_part_of_it() {
    let kept = Kept::default();
    let none = Limits::default();
    for (limits, limit) in [
        (Limits { states: Some(1_000), ..none }, Limit::States(1_000)),
        (Limits { expansions: Some(1_000), ..none }, Limit::Expansions(1_000)),
        (Limits { bytes: Some(1_000), ..none }, Limit::Bytes(1_000)),
        (Limits { time: Some(Duration::ZERO), ..none }, Limit::Time(Duration::ZERO)),
        (Limits { depth: Some(3), ..none }, Limit::Depth(3)),
    ] {
        let job = Job { limits, kept: Some(&kept), ..Job::default() };
        // A board of four moves.
        let run = run("table", &FlipGame::default(), &[0b1001_1101_1001_1000], &job);
        assert_eq!(run.outcome, Outcome::Limit(limit));
        assert!(run.stats.expanded <= limits.expansions.unwrap_or(u64::MAX));
    }
    let job = Job { kept: Some(&kept), ..Job::default() };
    assert_eq!(cost("table", &FlipGame::default(), &[0b1001_1101_1001_1000], &job), Some(4));
}

#[test]
fn up_to_symmetry_boards_have_the_same_optimum_and_legal_paths() {
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    let flip_game = FlipGame::default();
    for state in (0..=u16::MAX).step_by(97) {
        let expected = cost("table", &flip_game, &[state], &job);
        for engine in ["packed_bfs", "packed_bidirectional"] {
            assert_eq!(cost(engine, &flip_game, &[state], &job), expected, "{engine}: {state:b}");
        }
    }
    let ranking = FourInARow.ranking().unwrap();
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..Job::default() };
    for rank in (0..ranking.count()).step_by(3_989) {
        let state = ranking.unrank(rank);
        let expected = cost("table", &FourInARow, &[state], &job);
        assert_eq!(cost("packed_bfs", &FourInARow, &[state], &job), expected, "{state}");
    }

    let mut reached = BTreeSet::from([0x8000]);
    let mut waiting = vec![0x8000];
    while let Some(state) = waiting.pop() {
        let new = flip_game.successors(state).map(|(_, after)| after);
        waiting.extend(new.filter(|&after| reached.insert(after)));
    }
    assert_eq!(reached.len(), 4_096);
    let symmetry = flip_game.symmetry().unwrap();
    let forms: BTreeSet<u16> = reached.iter().map(|&state| symmetry.canonical(state)).collect();
    let forms = forms.len() as u64;
    let unsolvable = run("packed_bfs", &flip_game, &[0x8000], &Job::default());
    assert_eq!(unsolvable.outcome, Outcome::Unsolvable(Reason::FormsExhausted { forms }));
}

/// Surveys in the packed store, without symmetry and with it.
fn both<P: Puzzle>(puzzle: &P, origins: &[P::State], direction: Direction) -> [Vec<u64>; 3] {
    let request = Request { store: Some(Store::Packed), antipodes: 3, ..Request::default() };
    let plain = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
    let request = Request { symmetry: true, ..request };
    let reduced = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
    assert_eq!(plain.forms, None);
    for threads in [1, 3] {
        let request = Request { threads: NonZeroUsize::new(threads), ..request };
        let again = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
        assert_eq!((&again.layers, &again.forms), (&reduced.layers, &reduced.forms));
        assert_eq!(again.antipodes, reduced.antipodes);
    }
    [plain.layers, reduced.layers, reduced.forms.unwrap()]
}

#[test]
fn a_survey_up_to_symmetry_counts_all_states() {
    let flip_game = FlipGame::default();
    let goals = [0x0000, 0xffff];
    let [plain, reduced, forms] = both(&flip_game, &goals, Direction::Forward);
    assert_eq!(plain, [2, 32, 228, 880, 1_562, 1_136, 256]);
    assert_eq!(reduced, plain);
    let mut solvable = BTreeSet::from(goals);
    let mut open = goals.to_vec();
    while let Some(state) = open.pop() {
        let successors = flip_game.successors(state).map(|(_, after)| after);
        open.extend(successors.filter(|&after| solvable.insert(after)));
    }
    let symmetry = flip_game.symmetry().unwrap();
    let classes: BTreeSet<u16> = solvable.iter().map(|&state| symmetry.canonical(state)).collect();
    assert_eq!(forms.iter().sum::<u64>(), classes.len() as u64);

    let goals: Vec<u32> = FourInARow.goals().unwrap().collect();
    let [plain, reduced, forms] = both(&FourInARow, &goals, Direction::Backward);
    assert_eq!(plain, [283_072, 114_224, 147_272, 129_312, 96_504, 35_488, 8_488, 1_000, 160]);
    assert_eq!(reduced, plain);
    assert!(forms.iter().sum::<u64>() * 15 < plain.iter().sum::<u64>(), "{forms:?}");
}

#[test]
fn from_a_board_only_symmetries_that_keep_it_are_used() {
    let flip_game = FlipGame::default();
    // No symmetry; a mirror; all but the exchange of colours.
    for (board, order) in [(0b1100_0001_0000_0000, 1), (0b1111_0000_0000_0000, 2), (0x0000, 8)] {
        let [plain, reduced, forms] = both(&flip_game, &[board], Direction::Forward);
        assert_eq!(reduced, plain, "{board:b}");
        let states = plain.iter().sum::<u64>();
        let least = states.div_ceil(order);
        let most = if order == 1 { states } else { states - 1 };
        let found = forms.iter().sum::<u64>();
        assert!((least..=most).contains(&found), "{board:b}: {found} forms of {states}");
    }
}

#[test]
fn a_survey_up_to_symmetry_says_what_it_cannot_do() {
    let chain = Chain { length: 5, is_reversible: true };
    let request = Request { symmetry: true, ..Request::default() };
    let fault = survey(&chain, [0], Direction::Forward, &request).unwrap_err();
    assert!(matches!(fault, SurveyError::Symmetry(_)), "{fault}");
    let request = Request { store: Some(Store::Bitmap), ..request };
    let fault = survey(&FlipGame::default(), [0], Direction::Forward, &request).unwrap_err();
    assert_eq!(fault, SurveyError::Unreduced { store: "bitmap" });

    let limits = Limits { depth: Some(2), ..Limits::default() };
    let request = Request { symmetry: true, limits, ..Request::default() };
    let cut = survey(&FlipGame::default(), [0x0000, 0xffff], Direction::Forward, &request).unwrap();
    assert_eq!(cut.layers, [2, 32, 228]);
    assert_eq!(cut.stopped, Some(Stop::Limit(Limit::Depth(2))));
    assert_eq!(cut.forms.map(|forms| forms.len()), Some(3));
}
