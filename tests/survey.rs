//! Surveys of whole spaces against published counts: every store that fits, on one thread and on two, along
//! the moves and against them.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Ranking, Symmetry};
use puzzlespace::search::Limits;
use puzzlespace::space::Space;
use puzzlespace::space::contexts::{ContextSpace, NOWHERE, Step};
use puzzlespace::survey::{Direction, Request, Store, SurveyError, survey};
use puzzlespace_puzzles::flip_game::{FlipGame, Goal};
use puzzlespace_puzzles::four_in_a_row::FourInARow;
use puzzlespace_puzzles::hanoi::Hanoi;
use puzzlespace_puzzles::lights_out::{LightsOut, Pattern};
use puzzlespace_puzzles::pancake::{BurntPancake, Pancake};
use puzzlespace_puzzles::pocket_cube::{Metric, PocketCube};
use puzzlespace_puzzles::sliding_tile::{Board, SlidingTile};
use std::num::NonZeroUsize;

const BOTH: &[Direction] = &[Direction::Forward, Direction::Backward];
const BACKWARD: &[Direction] = &[Direction::Backward];

/// Surveys from all goals in every store that fits, and returns the layers, which are always the same.
fn layers<P: Puzzle>(puzzle: &P, directions: &[Direction], stores: &[Store]) -> Vec<u64> {
    let mut first: Option<(Vec<u64>, Vec<P::State>)> = None;
    for &direction in directions {
        let mut fitting = Vec::new();
        for store in Store::ALL {
            for threads in [1, 2] {
                let request = Request {
                    store: Some(store),
                    threads: NonZeroUsize::new(threads),
                    antipodes: usize::MAX,
                    ..Request::default()
                };
                let goals = puzzle.goals().expect("goals are listed");
                let found = match survey(puzzle, goals, direction, &request) {
                    Ok(found) => found,
                    Err(SurveyError::Missing { .. }) => continue,
                    Err(fault) => panic!("{store}: {fault}"),
                };
                let case = format!("{store}, {threads} threads, {direction:?}");
                assert!(found.is_complete(), "{case}");
                assert_eq!(found.store, store, "{case}");
                assert!((1..=threads).contains(&found.threads), "{case}");
                let mut antipodes = found.antipodes;
                assert_eq!(Some(&(antipodes.len() as u64)), found.layers.last(), "{case}");
                antipodes.sort_unstable();
                let (layers, states) =
                    first.get_or_insert_with(|| (found.layers.clone(), antipodes.clone()));
                assert_eq!(found.layers, *layers, "{case}");
                assert!(antipodes == *states, "{case}: other antipodes");
                fitting.push(store);
            }
        }
        fitting.dedup();
        assert_eq!(fitting, stores, "{direction:?}");
    }
    first.expect("a store fits").0
}

#[test]
fn eight_puzzle_with_the_blank_at_home_in_a_corner_on_an_edge_and_in_the_centre() {
    let stores = [Store::Permutation, Store::Bitmap, Store::Packed];
    let corner = SlidingTile::<u64>::new(3, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    // OEIS A089473.
    let expected = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529,
        10_878, 16_993, 17_110, 23_952, 20_224, 24_047, 15_578, 14_560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(layers(&corner, BOTH, &stores), expected);
    for (goal, depth, antipodes) in
        [([1, 0, 2, 3, 4, 5, 6, 7, 8], 31, 2), ([1, 2, 3, 8, 0, 4, 7, 6, 5], 30, 148)]
    {
        let puzzle = SlidingTile::<u64>::new(3, 3, &goal).unwrap();
        let layers = layers(&puzzle, BOTH, &stores);
        assert_eq!((layers.len() - 1, *layers.last().unwrap()), (depth, antipodes), "{goal:?}");
        assert_eq!(layers.iter().sum::<u64>(), 181_440, "{goal:?}");
    }
}

#[test]
fn small_sliding_tiles_need_the_published_number_of_moves() {
    let stores = [Store::Permutation, Store::Bitmap, Store::Packed];
    // OEIS A151944.
    for (rows, columns, depth) in [(2, 2, 6), (2, 3, 21), (3, 2, 21), (2, 4, 36), (4, 2, 36)] {
        let goal: Vec<u8> = (0..rows * columns).collect();
        let (rows, columns) = (rows.into(), columns.into());
        let puzzle = SlidingTile::<u64>::new(rows, columns, &goal).unwrap();
        let layers = layers(&puzzle, BOTH, &stores);
        assert_eq!(layers.len() - 1, depth, "{rows}x{columns}");
        let boards: u64 = (3..=(rows * columns) as u64).product();
        assert_eq!(layers.iter().sum::<u64>(), boards, "{rows}x{columns}");
    }
}

#[test]
fn a_wide_word_makes_no_difference() {
    let goal = [0, 1, 2, 3, 4, 5, 6, 7];
    let stores = [Store::Permutation, Store::Bitmap, Store::Packed];
    let narrow = SlidingTile::<u64>::new(2, 4, &goal).unwrap();
    let wide = SlidingTile::<u128>::new(2, 4, &goal).unwrap();
    assert_eq!(layers(&narrow, BOTH, &stores), layers(&wide, BOTH, &stores));
}

#[test]
fn large_layers_are_shared_out_and_small_ones_are_not() {
    for (n, threads) in [(6, 1), (9, 2)] {
        let pancakes = Pancake::<u64>::new(n).unwrap();
        for store in [Store::Permutation, Store::Bitmap, Store::Packed] {
            let (store, two) = (Some(store), NonZeroUsize::new(2));
            let request = Request { store, threads: two, ..Request::default() };
            let goals = pancakes.goals().unwrap();
            let found = survey(&pancakes, goals, Direction::Forward, &request).unwrap();
            assert_eq!(found.threads, threads, "{n} pancakes, {store:?}");
        }
    }
}

#[test]
fn pancakes_and_burnt_pancakes() {
    let stores = [Store::Permutation, Store::Bitmap, Store::Packed];
    // OEIS A092113.
    let expected = [1, 8, 56, 391, 2278, 10_666, 38_015, 93_585, 132_697, 79_379, 5804];
    assert_eq!(layers(&Pancake::<u64>::new(9).unwrap(), BOTH, &stores), expected);
    // OEIS A058986 and A078942.
    for (n, depth) in (1..=8).zip([0, 1, 3, 4, 5, 7, 8, 9]) {
        let layers = layers(&Pancake::<u64>::new(n).unwrap(), BOTH, &stores);
        assert_eq!(layers.len() - 1, depth, "{n}");
    }
    for (n, depth) in (1..=6).zip([1, 4, 6, 8, 10, 12]) {
        let puzzle = BurntPancake::new(n).unwrap();
        let layers = layers(&puzzle, BOTH, &[Store::Bitmap, Store::Packed]);
        assert_eq!(layers.len() - 1, depth, "{n} burnt");
        assert_eq!(layers.iter().sum::<u64>(), puzzle.ranking().unwrap().count(), "{n} burnt");
    }
}

#[test]
fn flip_game_whose_two_goals_are_in_one_coset() {
    let stores = [Store::Coordinate, Store::Bitmap, Store::Packed];
    let either = FlipGame::default();
    assert_eq!(layers(&either, BOTH, &stores), [2, 32, 228, 880, 1562, 1136, 256]);
    let white = FlipGame { goal: Goal::White };
    assert_eq!(layers(&white, BOTH, &stores), [1, 16, 120, 560, 1387, 1440, 540, 32]);
}

#[test]
fn four_in_a_row_which_has_predecessors_and_is_not_reversible() {
    let expected = [283_072, 114_224, 147_272, 129_312, 96_504, 35_488, 8_488, 1_000, 160];
    let stores = [Store::Context, Store::Bitmap, Store::Packed];
    assert_eq!(layers(&FourInARow, BACKWARD, &stores), expected);
}

#[test]
fn hanoi_distances_count_like_binary_digits() {
    // OEIS A001316.
    let expected: Vec<u64> = (0..256_u64).map(|moves| 1 << moves.count_ones()).collect();
    let puzzle = Hanoi::new(8, 3).unwrap();
    assert_eq!(layers(&puzzle, BOTH, &[Store::Bitmap, Store::Packed]), expected);
}

#[test]
fn small_lights_out_boards() {
    let stores = [Store::Coordinate, Store::Bitmap, Store::Packed];
    let most = |rows, columns| {
        let puzzle = LightsOut::new(rows, columns, Pattern::Plus).unwrap();
        layers(&puzzle, BOTH, &stores).len() - 1
    };
    assert_eq!([most(3, 3), most(3, 5), most(2, 5), most(1, 1)], [9, 8, 7, 1]);
    let puzzle = LightsOut::new(4, 4, Pattern::RowAndColumn).unwrap();
    let binomials = [
        1, 16, 120, 560, 1820, 4368, 8008, 11_440, 12_870, 11_440, 8008, 4368, 1820, 560, 120, 16,
        1,
    ];
    assert_eq!(layers(&puzzle, BOTH, &stores), binomials);
}

/// The layers in the store that is chosen.
fn quick_layers<P: Puzzle>(puzzle: &P, store: Store) -> Vec<u64> {
    let goals = puzzle.goals().expect("goals are listed");
    let found = survey(puzzle, goals, Direction::Backward, &Request::default()).unwrap();
    assert_eq!(found.store, store, "{}", found.why);
    found.layers
}

#[test]
fn the_pocket_cube_in_both_metrics() {
    // OEIS A079761 and A079762.
    let half = quick_layers(&PocketCube::new(Metric::Half), Store::Coordinate);
    let expected = [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    assert_eq!(half, expected);
    let quarter = quick_layers(&PocketCube::new(Metric::Quarter), Store::Coordinate);
    let expected = [
        1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
        90_280, 276,
    ];
    assert_eq!(quarter, expected);
}

#[test]
fn lights_out_5_by_5() {
    let puzzle = LightsOut::new(5, 5, Pattern::Plus).unwrap();
    let expected = [
        1, 25, 300, 2300, 12_650, 53_130, 176_176, 467_104, 982_335, 1_596_279, 1_935_294,
        1_684_446, 1_004_934, 383_670, 82_614, 7350,
    ];
    assert_eq!(quick_layers(&puzzle, Store::Coordinate), expected);
}

#[test]
fn a_board_that_cannot_be_solved_is_surveyed_without_numbers() {
    let puzzle = SlidingTile::<u64>::new(3, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
    let origin = puzzle.encode(&Board { tiles: vec![1, 2, 3, 4, 5, 6, 8, 7, 0] });
    assert!(puzzle.impossible(origin).is_some());
    let found = survey(&puzzle, [origin], Direction::Forward, &Request::default()).unwrap();
    assert_eq!((found.store, found.numbered), (Store::Packed, None));
    assert_eq!((found.states(), found.eccentricity()), (181_440, Some(31)));
    let request = Request { store: Some(Store::Permutation), ..Request::default() };
    let fault = survey(&puzzle, [origin], Direction::Forward, &request).unwrap_err();
    assert!(matches!(fault, SurveyError::Missing { fitting, .. } if fitting == ["packed"]));
}

#[test]
fn a_depth_limit_leaves_the_layers_that_are_done() {
    let puzzle = Pancake::<u64>::new(8).unwrap();
    for store in [Store::Permutation, Store::Bitmap, Store::Packed] {
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let request = Request { store: Some(store), limits, ..Request::default() };
        let goals = puzzle.goals().unwrap();
        let found = survey(&puzzle, goals, Direction::Backward, &request).unwrap();
        assert_eq!(found.layers, [1, 7, 42, 251, 1191], "{store}");
        assert!(!found.is_complete(), "{store}");
    }
}

#[test]
fn a_limit_on_states_counts_the_layers_that_are_forgotten() {
    let pancakes = Pancake::<u64>::new(7).unwrap();
    let all = layers(&pancakes, BACKWARD, &[Store::Permutation, Store::Bitmap, Store::Packed]);
    for end in 1..all.len() {
        let to_the_end: u64 = all[..=end].iter().sum();
        for (states, whole) in [(to_the_end - 1, end), (to_the_end, end + 1)] {
            for store in [Store::Permutation, Store::Bitmap, Store::Packed] {
                let limits = Limits { states: Some(states), ..Limits::default() };
                let request = Request { store: Some(store), limits, ..Request::default() };
                let goals = pancakes.goals().unwrap();
                let found = survey(&pancakes, goals, Direction::Forward, &request).unwrap();
                assert_eq!(found.layers, all[..whole], "{store}, {states} states");
                assert_eq!(found.is_complete(), whole == all.len(), "{store}, {states} states");
            }
        }
    }
}

#[test]
fn a_memory_limit_holds_while_the_parts_of_a_packed_set_grow() {
    let pancakes = BurntPancake::new(9).unwrap();
    for bytes in [300_000, 1 << 20, 5_000_000, 20_000_000, 50_000_000] {
        for threads in [1, 2] {
            let limits = Limits { bytes: Some(bytes), ..Limits::default() };
            let threads = NonZeroUsize::new(threads);
            let store = Some(Store::Packed);
            let request = Request { store, limits, threads, ..Request::default() };
            let goals = pancakes.goals().unwrap();
            let found = survey(&pancakes, goals, Direction::Forward, &request).unwrap();
            assert!(found.stopped.is_some(), "it would take more than {bytes} bytes");
            assert!(found.peak_bytes <= bytes, "{} bytes, and not {bytes}", found.peak_bytes);
        }
    }
}

#[test]
fn antipodes_of_a_symmetric_goal_are_images_of_each_other_or_of_themselves() {
    let puzzle = SlidingTile::<u64>::new(3, 3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    let request = Request { antipodes: 10, ..Request::default() };
    let goals = puzzle.goals().unwrap();
    let found = survey(&puzzle, goals, Direction::Backward, &request).unwrap();
    let symmetry = puzzle.symmetry().unwrap();
    assert_eq!(found.antipodes.len(), 2);
    for &state in &found.antipodes {
        assert!(found.antipodes.contains(&symmetry.image(1, state)));
    }
}

/// A circle of five contexts of numbers modulo 39,999. A step along it adds 1, one back takes 1 away; in each
/// context a number can be doubled and halved; and between two contexts only the lower half can go.
#[derive(Debug)]
struct Circle(ContextSpace);

const NUMBERS: u16 = 39_999;

impl Circle {
    fn new() -> Self {
        let table = |after: &dyn Fn(u32) -> u32| {
            (0..NUMBERS.into()).map(|number| u16::try_from(after(number)).unwrap()).collect()
        };
        let all = u32::from(NUMBERS);
        let lower_half = |number| if number < all / 2 { number } else { NOWHERE.into() };
        let tables = vec![
            table(&|number| (number + 1) % all),
            table(&|number| (number + all - 1) % all),
            table(&|number| number * 2 % all),
            table(&|number| number * all.div_ceil(2) % all),
            table(&lower_half),
        ];
        let step = |from: u32, to: u32, table: u32| Step { from, to, table };
        let steps = (0..5).flat_map(|context| {
            let next = (context + 1) % 5;
            [
                step(context, next, 0),
                step(next, context, 1),
                step(context, context, 2),
                step(context, context, 3),
            ]
        });
        let steps = steps.chain([step(0, 2, 4), step(2, 0, 4)]);
        Circle(ContextSpace::new(5, NUMBERS.into(), tables, steps).unwrap())
    }
}

impl Puzzle for Circle {
    type State = u32;
    type Move = u32;
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

    fn successors(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        self.0.successors(state.into()).map(|after| {
            let after = u32::try_from(after).unwrap();
            (after, after)
        })
    }

    fn is_goal(&self, state: u32) -> bool {
        state == 0
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        Some(std::iter::once(0))
    }

    fn ranking(&self) -> Option<impl Ranking<u32>> {
        Some(self)
    }

    fn space(&self) -> Option<Space<'_>> {
        Some(Space::Contexts(&self.0))
    }
}

impl Ranking<u32> for &Circle {
    fn count(&self) -> u64 {
        self.0.count()
    }

    fn rank(&self, state: u32) -> u64 {
        state.into()
    }

    fn unrank(&self, rank: u64) -> u32 {
        u32::try_from(rank).unwrap()
    }
}

#[test]
fn contexts_are_pushed_and_pulled_as_the_plain_moves_go() {
    let circle = Circle::new();
    let layers = layers(&circle, BOTH, &[Store::Context, Store::Bitmap, Store::Packed]);
    assert_eq!(layers.iter().sum::<u64>(), 5 * u64::from(NUMBERS));
}
