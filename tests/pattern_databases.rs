//! Pattern databases against the survey: never more than the truth, consistent where they say so.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Patterns, Predecessors, Ranking, Symmetry};
use puzzlespace::engines::by_name;
use puzzlespace::generate::Request;
use puzzlespace::heuristics::{Guided, Tables};
use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Instance, Playable, Plugin};
use puzzlespace::random::Random;
use puzzlespace::search::Job;
use puzzlespace::space::Space;
use puzzlespace::testkit::reference::least_costs;
use puzzlespace::testkit::{Budget, check_puzzle};
use puzzlespace_puzzles::pocket_cube::{Metric, PocketCube};
use puzzlespace_puzzles::{lights_out, pancake, pocket_cube, sliding_tile};

/// Holds heuristics against every state of a reversible puzzle with listed goals, and says how much each is
/// in the mean, in thousandths.
fn means<P: Playable + 'static, const COUNT: usize>(
    plugin: &Plugin,
    arguments: &str,
    heuristics: [&str; COUNT],
) -> [u64; COUNT] {
    let puzzle = configured::<P>(plugin, arguments);
    let distances = least_costs(&puzzle, puzzle.goals().unwrap());
    heuristics.map(|heuristic| {
        let guided = guided::<P>(plugin, arguments, heuristic);
        let estimator = guided.heuristic().unwrap();
        let mut sum = 0;
        for (&state, distance) in &distances {
            let distance = distance.expect("every state leads home");
            let carried = estimator.begin(state);
            let estimate = carried.estimate;
            assert_eq!(estimate, estimator.estimate(state), "{heuristic}: {state:?}");
            sum += u64::from(estimate);
            assert!(u64::from(estimate) <= distance, "{heuristic}: {state:?}: {estimate}");
            for (mv, after) in guided.successors(state) {
                let next = estimator.begin(after);
                assert_eq!(estimator.step(state, mv, after, estimate), next.estimate);
                assert_eq!(estimator.carry(state, mv, after, carried), next, "{heuristic}");
                let falls = estimate.saturating_sub(next.estimate);
                assert!(falls <= 1 || !estimator.is_consistent(), "{heuristic}: {state:?}");
            }
        }
        sum * 1_000 / distances.len() as u64
    })
}

fn of_tiles<const COUNT: usize>(arguments: &str, heuristics: [&str; COUNT]) -> [u64; COUNT] {
    means::<sliding_tile::SlidingTile<u64>, COUNT>(&sliding_tile::PLUGIN, arguments, heuristics)
}

#[test]
fn of_the_8_puzzle_are_sound_in_every_state() {
    let found = of_tiles(
        "",
        [
            "manhattan",
            "linear_conflict",
            "walking_distance",
            "patterns(1 2 3 4 / 5 6 7 8)",
            "images(patterns(1 2 3 4 / 5 6 7 8))",
            "additive_4_4",
            "max(own, patterns(1 2 3 4 5), patterns(4 5 6 7 8))",
            "patterns(1 2 3 4 5 6 7)",
            "patterns(1 2 3 4 5 6 7 8)",
        ],
    );
    let [manhattan, conflict, walking, two, images, named, overlapping, seven, eight] = found;
    assert_eq!(manhattan, 14_000);
    assert!(manhattan < conflict && manhattan < walking && manhattan < overlapping);
    assert!(manhattan < two && two < named && two < images && images <= eight);
    assert!(seven < eight);
}

#[test]
fn of_pancakes_are_sound_in_every_state() {
    let heuristics = [
        "gap",
        "patterns(0 1 / 5 6)",
        "patterns(3 4 5 6)",
        "gap_and_largest",
        "patterns(0 1 2 3 4 5 6)",
        "dual(patterns(3 4 5 6))",
        "max(gap, dual(patterns(0 1 / 3 4 5 6)))",
        "dual(patterns(0 1 2 3 4 5 6))",
    ];
    let found = means::<pancake::Pancake<u64>, 8>(&pancake::PLUGIN, "n=7", heuristics);
    let [gap, pairs, four, gap_and_all, all, four_and_dual, all_and_dual, exact] = found;
    assert!(four < four_and_dual && four_and_dual < all_and_dual && all_and_dual < all);
    assert_eq!(exact, all, "a state is as far away as its dual");
    assert!(pairs < four && four < all && gap < all);
    assert_eq!(gap_and_all, all, "of seven pancakes the seven largest are all");
}

fn configured<P: Playable>(plugin: &Plugin, arguments: &str) -> P {
    P::configure(&Arguments::parse(plugin.parameters, arguments).unwrap()).unwrap()
}

fn guided<P: Playable + 'static>(plugin: &Plugin, arguments: &str, heuristic: &str) -> Guided<P> {
    Guided::new(configured(plugin, arguments), heuristic, &Tables::default()).unwrap()
}

/// Walks at random from a goal and back the same way, and holds what is carried against what the states say.
fn walk<P: Playable + 'static>(plugin: &Plugin, arguments: &str, heuristics: &[&str]) {
    for heuristic in heuristics {
        let guided = guided::<P>(plugin, arguments, heuristic);
        let estimator = guided.heuristic().unwrap();
        let mut random = Random::new(1);
        let mut state = guided.goals().unwrap().next().unwrap();
        let mut carried = estimator.begin(state);
        let mut path = Vec::new();
        for _ in 0..1_000 {
            let successors: Vec<_> = guided.successors(state).collect();
            let (mv, after) = successors[random.index(successors.len())];
            path.push((state, carried));
            carried = estimator.carry(state, mv, after, carried);
            assert_eq!(carried.estimate, estimator.estimate(after), "{heuristic}: {after:?}");
            state = after;
        }
        for (before, was) in path.into_iter().rev() {
            let (mv, _) = guided.successors(state).find(|&(_, after)| after == before).unwrap();
            carried = estimator.carry(state, mv, before, carried);
            assert_eq!(carried, was, "{heuristic}: {before:?}");
            state = before;
        }
    }
}

#[test]
fn what_is_carried_along_a_walk_is_what_the_states_say() {
    let tiles = sliding_tile::PLUGIN;
    walk::<sliding_tile::SlidingTile<u64>>(
        &tiles,
        "rows=4,columns=4",
        &[
            "patterns(1 2 5 / 3 4 / 15)",
            "images(patterns(1 2 5 / 3 4 8 / 6 7 / 11))",
            "images(patterns(1 2 / 3 4 / 5 6 / 7 8 / 15))",
            "max(own, images(patterns(1 2 5 / 3 4 8)))",
            "linear_conflict",
        ],
    );
    walk::<sliding_tile::SlidingTile<u128>>(
        &tiles,
        "rows=5,columns=5,goal=blank_first",
        &["images(patterns(1 2 5 / 3 4 / 20 21 / 23 24))"],
    );
    walk::<Eight>(&tiles, "goal=spiral", &["images(patterns(1 2 3 / 4 5 6))"]);
    walk::<pancake::Pancake<u64>>(
        &pancake::PLUGIN,
        "n=8",
        &["max(gap, patterns(0 1 2 / 5 6 7))", "dual(patterns(4 5 6))"],
    );
    walk::<PocketCube>(
        &pocket_cube::PLUGIN,
        "",
        &["images(patterns(0 3 / 9))", "images(dual(patterns(1 5)))"],
    );
    walk::<lights_out::LightsOut>(&lights_out::PLUGIN, "", &["fewest_presses"]);
}

/// What patterns say of a state's images, one after another, and what `images` makes of it.
fn most_of_images<P: Playable + 'static>(plugin: &Plugin, arguments: &str, patterns: &str) {
    let puzzle = configured::<P>(plugin, arguments);
    let made = |text: &str| guided::<P>(plugin, arguments, text);
    let (of_one, of_all) = (made(patterns), made(&format!("images({patterns})")));
    let (of_one, of_all) = (of_one.heuristic().unwrap(), of_all.heuristic().unwrap());
    let (symmetry, ranking) = (puzzle.symmetry().unwrap(), puzzle.ranking().unwrap());
    let mut above = 0;
    for sample in 0..1_000 {
        let rank = sample * (ranking.count() / 1_000);
        let state = ranking.unrank(rank);
        let images = (0..symmetry.order()).map(|index| symmetry.image(index, state));
        let said: Vec<u32> = images.map(|image| of_one.estimate(image)).collect();
        let most = said.iter().copied().max().unwrap();
        assert_eq!(of_all.estimate(state), most, "{arguments}: {state:?}");
        above += u32::from(most > said[0]);
    }
    assert!(above > 0, "{arguments}: no image says more than the state itself");
}

#[test]
fn of_images_the_largest_counts() {
    for arguments in ["", "goal=spiral", "rows=3,columns=4,goal=spiral"] {
        most_of_images::<Eight>(&sliding_tile::PLUGIN, arguments, "patterns(1 2 3 / 4 5)");
    }
    most_of_images::<PocketCube>(&pocket_cube::PLUGIN, "", "patterns(0 3 / 9 20)");
}

/// What a heuristic says of all stacks of so many pancakes: the most that it falls by in a move, and whether it
/// claims to be consistent.
fn largest_fall(n: u8, heuristic: &str) -> (u32, bool) {
    let puzzle = pancake::Pancake::<u64>::new(n).unwrap();
    let distances = least_costs(&puzzle, puzzle.goals().unwrap());
    let guided = Guided::new(puzzle, heuristic, &Tables::default()).unwrap();
    let guide = guided.heuristic().unwrap();
    let falls = distances.keys().flat_map(|&state| {
        let (guide, before) = (&guide, guide.estimate(state));
        guided.successors(state).map(move |(_, after)| before.saturating_sub(guide.estimate(after)))
    });
    (falls.max().unwrap(), guide.is_consistent())
}

#[test]
fn a_dual_may_fall_by_more_than_a_move_costs_and_says_so() {
    assert_eq!(largest_fall(6, "patterns(3 4 5)"), (1, true));
    let (fall, is_consistent) = largest_fall(6, "dual(patterns(3 4 5))");
    assert!(fall > 1 && !is_consistent, "{fall}");
}

/// Every engine that asks for a heuristic copes with one that is not consistent.
#[test]
fn a_dual_misleads_no_engine() {
    let instance = |heuristic| {
        let mut instance = pancake::PLUGIN.instance("n=7").unwrap();
        instance.guide(heuristic, &Tables::default()).unwrap();
        instance
    };
    let (own, dual) = (instance("own"), instance("dual(patterns(0 1 2 3 / 3 4 5 6))"));
    let request = Request { seed: 3, ..Request::new(20, 3) };
    for board in own.generate(&request).unwrap().boards {
        let cost = |instance: &dyn Instance, engine| {
            let engine = by_name(engine).unwrap().into();
            let answer = instance.solve(&board, &engine, &Job::default()).unwrap();
            answer.outcome.solution().unwrap().cost
        };
        let least = cost(&*own, "bfs");
        for engine in ["a_star", "ida_star", "fringe", "packed_a_star", "packed_ida_star"] {
            assert_eq!(cost(&*dual, engine), least, "{engine}: {board}");
        }
    }
}

/// All states up to five moves from the solved cube, by both metrics.
#[test]
fn of_the_pocket_cube_are_sound_near_the_goal() {
    for metric in [Metric::Half, Metric::Quarter] {
        let puzzle = PocketCube::new(metric);
        let heuristics =
            ["patterns(0 3 6 9)", "dual(patterns(0 3 6 9))", "images(dual(patterns(1 5 / 9 20)))"];
        let guided = |text| Guided::new(PocketCube::new(metric), text, &Tables::default()).unwrap();
        let guided = heuristics.map(guided);
        let heuristics = guided.each_ref().map(|guided| guided.heuristic().unwrap());
        let mut seen: std::collections::BTreeSet<u32> = puzzle.goals().unwrap().collect();
        let (mut layer, mut sums): (Vec<u32>, _) = (seen.iter().copied().collect(), [0; 3]);
        for depth in 0..=5 {
            let mut next = Vec::new();
            for state in layer {
                for (sum, heuristic) in sums.iter_mut().zip(&heuristics) {
                    let estimate = heuristic.estimate(state);
                    assert!(estimate <= depth, "{estimate} at {depth}: {state}");
                    *sum += estimate;
                }
                next.extend(
                    puzzle
                        .successors(state)
                        .map(|(_, after)| after)
                        .filter(|&after| seen.insert(after)),
                );
            }
            layer = next;
        }
        assert!(sums[0] < sums[1], "{sums:?}");
    }
}

#[test]
fn there_is_no_dual_where_moves_depend_on_a_blank() {
    let mut tiles = sliding_tile::PLUGIN.instance("").unwrap();
    let error = tiles.guide("dual(patterns(1 2))", &Tables::default()).unwrap_err();
    assert!(error.to_string().starts_with("`dual` needs a single goal, and moves that can all be"));
}

#[test]
fn of_other_shapes_are_sound_in_every_state() {
    let heuristics =
        ["patterns(1 2 3 / 4 5)", "patterns(5 / 2 1 / 3)", "linear_conflict", "walking_distance"];
    for arguments in ["rows=2,columns=4", "rows=2,columns=3,goal=spiral", "rows=3,columns=2"] {
        of_tiles(arguments, heuristics);
    }
    of_tiles("goal=spiral", ["images(patterns(1 2 3 / 4 5 6))"]);
}

#[test]
fn of_lights_are_sound_in_every_state() {
    for arguments in ["rows=3,columns=3", "rows=3,columns=4", "rows=4,columns=4"] {
        let heuristics = ["lamps_to_turn", "fewest_presses"];
        let found = means::<lights_out::LightsOut, 2>(&lights_out::PLUGIN, arguments, heuristics);
        assert!(found[0] < found[1]);
    }
}

/// Manhattan distance, and two moves for each **pair** of tiles in the wrong order: widespread, and wrong.
#[derive(Clone, Copy)]
struct NaiveLinearConflict<'p>(&'p Eight);

impl Heuristic<u64, <Eight as Puzzle>::Move> for NaiveLinearConflict<'_> {
    fn estimate(&self, state: u64) -> u32 {
        let tiles = self.0.decode(state).tiles;
        let at = |row: usize, column: usize| usize::from(tiles[3 * row + column]);
        let is_home = |tile: usize, row: usize| tile != 0 && (tile - 1) / 3 == row;
        let is_home_column = |tile: usize, column: usize| tile != 0 && (tile - 1) % 3 == column;
        let mut pairs = 0;
        for line in 0..3 {
            for (first, second) in [(0, 1), (0, 2), (1, 2)] {
                let (one, other) = (at(line, first), at(line, second));
                pairs += u32::from(is_home(one, line) && is_home(other, line) && one > other);
                let (one, other) = (at(first, line), at(second, line));
                let are_home = is_home_column(one, line) && is_home_column(other, line);
                pairs += u32::from(are_home && one > other);
            }
        }
        self.0.heuristic().unwrap().estimate(state) + 2 * pairs
    }

    fn is_consistent(&self) -> bool {
        false
    }
}

/// The 8-puzzle with that heuristic.
struct Naive(Eight);

impl Puzzle for Naive {
    type State = u64;
    type Move = <Eight as Puzzle>::Move;
    type Board = <Eight as Puzzle>::Board;

    fn encode(&self, board: &Self::Board) -> u64 {
        self.0.encode(board)
    }
    fn decode(&self, state: u64) -> Self::Board {
        self.0.decode(state)
    }
    fn starts(&self, board: &Self::Board) -> impl IntoIterator<Item = u64> {
        self.0.starts(board)
    }
    fn successors(&self, state: u64) -> impl Iterator<Item = (Self::Move, u64)> {
        self.0.successors(state)
    }
    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state)
    }
    fn impossible(&self, start: u64) -> Option<String> {
        self.0.impossible(start)
    }
    fn is_reversible(&self) -> bool {
        self.0.is_reversible()
    }
    fn predecessors(&self) -> Option<impl Predecessors<u64>> {
        self.0.predecessors()
    }
    fn goals(&self) -> Option<impl Iterator<Item = u64>> {
        self.0.goals()
    }
    fn ranking(&self) -> Option<impl Ranking<u64>> {
        self.0.ranking()
    }
    fn heuristic(&self) -> Option<impl Heuristic<u64, Self::Move>> {
        Some(NaiveLinearConflict(&self.0))
    }
    fn symmetry(&self) -> Option<impl Symmetry<u64>> {
        self.0.symmetry()
    }
    fn space(&self) -> Option<Space<'_>> {
        self.0.space()
    }
    fn patterns(&self) -> Option<impl Patterns<u64>> {
        self.0.patterns()
    }
}

type Eight = sliding_tile::SlidingTile<u64>;

#[test]
fn linear_conflict_by_pairs_overestimates_and_the_test_kit_tells() {
    let puzzle = Eight::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let distances = least_costs(&puzzle, puzzle.goals().unwrap());
    let estimate = |state| u64::from(NaiveLinearConflict(&puzzle).estimate(state));
    let too_much = distances.iter().filter(|(state, least)| Some(estimate(**state)) > **least);
    let too_much: Vec<u64> = too_much.map(|(&state, _)| state).collect();
    assert_eq!(too_much.len(), 7);
    let board = puzzle.decode(too_much[0]);
    let report = check_puzzle(&Naive(puzzle), &[board], &Budget::of(200_000));
    let broken: Vec<u8> = report.sections[0]
        .findings
        .iter()
        .filter(|finding| finding.is_broken())
        .map(|finding| finding.law.number)
        .collect();
    assert_eq!(broken, [9], "{report}");
}
