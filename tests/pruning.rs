//! Walks that prune moves against walks that make them all.

use puzzlespace::Puzzle;
use puzzlespace::engines;
use puzzlespace::search::pruning::{Place, Pruning};
use puzzlespace::search::{Job, Meter, Outcome};
use puzzlespace::testkit::toys::{Bits, Chain, Estimates, Graph, Lamps, Weights};
use puzzlespace_puzzles::flip_game::FlipGame;
use puzzlespace_puzzles::four_in_a_row::FourInARow;
use puzzlespace_puzzles::hanoi::Hanoi;
use puzzlespace_puzzles::lights_out::{LightsOut, Pattern};
use puzzlespace_puzzles::pancake::{BurntPancake, Pancake};
use puzzlespace_puzzles::pocket_cube::{Metric, PocketCube};
use puzzlespace_puzzles::sliding_tile::{Board, SlidingTile};
use std::collections::{BTreeMap, BTreeSet};

#[path = "../benches/ida_star/fifteen.rs"]
mod fifteen;

/// The memory for learning.
const BYTES: u64 = 8 << 20;
/// Walks end before they have made so many moves.
const MOST_MOVES: usize = 200_000;

/// What is learnt, without a limit.
fn learn<P: Puzzle>(puzzle: &P, starts: &[P::State], bytes: u64) -> Option<Pruning> {
    let job = Job::default();
    Pruning::learn(puzzle, starts, bytes, &mut Meter::start(&job)).unwrap()
}

/// The states that a walk without a memory reaches with each number of moves and not with fewer, and how
/// many moves it made; the walk prunes what `pruning` says.
fn walk<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    pruning: Option<&Pruning>,
    depth: usize,
) -> (Vec<BTreeSet<P::State>>, usize) {
    let place = |number| pruning.map(|pruning| pruning.start(number));
    let mut level: Vec<(P::State, Option<Place>)> =
        starts.iter().enumerate().map(|(number, &start)| (start, place(number))).collect();
    let mut met = BTreeSet::new();
    let mut layers = Vec::new();
    let mut moves = 0;
    for _ in 0..=depth {
        let states: BTreeSet<P::State> = level.iter().map(|&(state, _)| state).collect();
        layers.push(states.into_iter().filter(|&state| met.insert(state)).collect());
        let mut next = Vec::new();
        for (state, mut place) in level {
            for (_, after) in puzzle.successors(state) {
                match (pruning, &mut place) {
                    (Some(pruning), Some(place)) => {
                        next.extend(pruning.next(place).map(|place| (after, Some(place))));
                    }
                    _ => next.push((after, None)),
                }
            }
        }
        moves += next.len();
        level = next;
    }
    (layers, moves)
}

/// Compares walks as deep as may be, and returns whether the pruned one made fewer moves.
fn agree<P: Puzzle>(puzzle: &P, starts: &[P::State], case: &str) -> bool {
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    let Some(pruning) = learn(puzzle, &starts, BYTES) else { return false };
    let mut is_less = false;
    for depth in 1..12 {
        let (expected, all) = walk(puzzle, &starts, None, depth);
        let (found, some) = walk(puzzle, &starts, Some(&pruning), depth);
        assert_eq!(found, expected, "{case}, depth {depth}");
        is_less |= some < all;
        if all > MOST_MOVES / 4 {
            break;
        }
    }
    is_less
}

#[test]
fn random_graphs_are_walked_to_the_same_states() {
    let mut less = 0;
    for seed in 0..400 {
        let graph = Graph::random(seed, Weights::Unit, Estimates::None);
        less += u32::from(agree(&graph, &graph.starts, &format!("graph {seed}")));
    }
    assert!(less > 100, "{less}");
}

#[test]
fn toys_are_walked_to_the_same_states() {
    for seed in 0..200 {
        let bits = Bits::random(seed);
        // Where there is a move it can be undone.
        let has_moves = !bits.masks().is_empty();
        assert_eq!(agree(&bits, &[0, 1], &format!("bits {seed}")), has_moves, "bits {seed}");
    }
    assert!(agree(&Bits::new(vec![1, 2, 4], vec![0]), &[7], "bits"));
    assert!(agree(&Chain { length: 9, is_reversible: true }, &[0, 4], "chain"));
    assert!(!agree(&Chain { length: 9, is_reversible: false }, &[0], "one way"));
    assert!(agree(&Lamps::new(None), &[3], "lamps"));
}

#[test]
fn moves_that_commute_in_one_state_and_not_in_another_are_made_in_both_orders() {
    // Move 0 and move 1 lead from state 0 to state 3 in either order, and from state 4 to 6 or to 8.
    let edges = [(0, 1), (0, 2), (1, 3), (1, 3), (2, 3), (2, 3), (3, 4), (3, 4)];
    let more = [(4, 5), (4, 7), (5, 6), (5, 6), (7, 8), (7, 8), (6, 6), (6, 6), (8, 8), (8, 8)];
    let edges: Vec<_> = edges.into_iter().chain(more).collect();
    let graph = Graph::unit(9, &edges, &[0], &[8]);
    assert!(agree(&graph, &[0], "one way to state 3 is enough"));
    let pruning = learn(&graph, &[0], BYTES).unwrap();
    let (layers, _) = walk(&graph, &[0], Some(&pruning), 5);
    assert_eq!(layers[5], BTreeSet::from([6, 8]));
}

#[test]
fn puzzles_are_walked_to_the_same_states() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let cells = rows * columns;
        let goal: Vec<u8> = (0..16).take(cells).collect();
        let puzzle = SlidingTile::<u64>::new(rows, columns, &goal).unwrap();
        let mut tiles = goal;
        for blank in 0..columns {
            let state = puzzle.encode(&Board { tiles: tiles.clone() });
            assert!(agree(&puzzle, &[state], &format!("{rows}x{columns}, blank {blank}")));
            tiles.swap(blank, (blank + 1) % columns);
        }
    }
    for n in 2..9 {
        let puzzle = Pancake::<u64>::new(n).unwrap();
        let goal: Vec<u64> = puzzle.goals().unwrap().collect();
        assert!(agree(&puzzle, &goal, &format!("pancake {n}")));
        let puzzle = BurntPancake::new(n).unwrap();
        let goal: Vec<u128> = puzzle.goals().unwrap().collect();
        // It does not give its space, and from 5 pancakes on has too many states to look at them all.
        assert_eq!(agree(&puzzle, &goal, &format!("burnt pancake {n}")), n < 5);
    }
    for metric in [Metric::Half, Metric::Quarter] {
        let puzzle = PocketCube::new(metric);
        let goal: Vec<_> = puzzle.goals().unwrap().collect();
        assert!(agree(&puzzle, &goal, &format!("pocket cube, {metric:?}")));
    }
    for pattern in [Pattern::Plus, Pattern::RowAndColumn] {
        let puzzle = LightsOut::new(3, 4, pattern).unwrap();
        assert!(agree(&puzzle, &[0b1011], &format!("lights out, {pattern:?}")));
    }
    for disks in 1..5 {
        let puzzle = Hanoi::new(disks, 3).unwrap();
        let goal: Vec<_> = puzzle.goals().unwrap().collect();
        assert!(agree(&puzzle, &goal, &format!("hanoi {disks}")));
    }
    assert!(agree(&FlipGame::default(), &[0x8000], "flip game"));
    // The state decides which moves there are, and there are too many states to look at them all.
    let starts: Vec<u32> = FourInARow.goals().unwrap().take(2).collect();
    assert_eq!(learn(&FourInARow, &starts, BYTES), None);
}

/// How many sequences of each length up to `longest` are not pruned.
fn remaining(pruning: &Pruning, most_moves: usize, longest: usize) -> Vec<u128> {
    let mut level = BTreeMap::from([(pruning.start(0), 1)]);
    let lengths = (0..=longest).map(|_| {
        let mut next = BTreeMap::new();
        for (&place, &count) in &level {
            let mut place = place;
            for after in (0..most_moves).filter_map(|_| pruning.next(&mut place)) {
                *next.entry(after).or_insert(0) += count;
            }
        }
        std::mem::replace(&mut level, next).values().sum()
    });
    lengths.collect()
}

#[test]
fn one_sequence_remains_for_each_state_as_far_as_was_learnt() {
    const MORE_BYTES: u64 = 32 << 20;
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTile::<u64>::new(4, 4, &goal).unwrap();
    let corner = puzzle.goals().unwrap().next().unwrap();
    let pruning = learn(&puzzle, &[corner], MORE_BYTES).unwrap();
    // OEIS A089484.
    assert_eq!(remaining(&pruning, 4, 10), [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1_948]);

    let puzzle = Pancake::<u64>::new(10).unwrap();
    let goal: Vec<u64> = puzzle.goals().unwrap().collect();
    let pruning = learn(&puzzle, &goal, MORE_BYTES).unwrap();
    // OEIS A092113, row 10.
    assert_eq!(remaining(&pruning, 9, 4), [1, 9, 72, 575, 3_963]);

    let puzzle = PocketCube::new(Metric::Half);
    let goal: Vec<_> = puzzle.goals().unwrap().collect();
    let pruning = learn(&puzzle, &goal, MORE_BYTES).unwrap();
    // OEIS A079761.
    assert_eq!(remaining(&pruning, 9, 3), [1, 9, 54, 321]);
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "the quotient is compared with four digits")]
fn the_branching_factor_falls() {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTile::<u64>::new(4, 4, &goal).unwrap();
    let corner = puzzle.goals().unwrap().next().unwrap();
    let factor = |bytes| {
        let pruning = learn(&puzzle, &[corner], bytes).unwrap();
        let counts = remaining(&pruning, 4, 60);
        (pruning.is_more_than_undoing(), (counts[60] as f64 / counts[58] as f64).sqrt())
    };
    // Without the way back: S. Edelkamp, R. E. Korf, The branching factor of regular search spaces, 1998.
    let (is_more, plain) = factor(1 << 16);
    assert!(!is_more && (plain - 2.1304).abs() < 0.0005, "{plain}");
    let (is_more, pruned) = factor(32 << 20);
    assert!(is_more && pruned < 2.06, "{pruned}");
}

#[test]
fn the_engine_makes_the_expansions_of_plain_ida_star_or_fewer() {
    let engine = engines::by_name("packed_ida_star").unwrap();
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTile::<u64>::new(4, 4, &goal).unwrap();
    // Boards 79 and 16 of R. E. Korf, Depth-first iterative-deepening, 1985; on the second it learns.
    for (tiles, cost, plain, expanded) in [
        ([0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15], 42, 262_910, 260_145),
        ([1, 3, 2, 5, 10, 9, 15, 6, 8, 14, 13, 11, 12, 4, 7, 0], 42, 8_674_989, 5_123_513),
    ] {
        assert_eq!(fifteen::solve(tiles, fifteen::Stack::Array), (cost, plain));
        assert_eq!(fifteen::solve(tiles, fifteen::Stack::Calls), (cost, plain));
        let start = puzzle.encode(&Board { tiles: tiles.into() });
        let run = engine.run(&puzzle, [start], &Job::default()).unwrap();
        let Outcome::Solved(solution) = run.outcome else { panic!("{:?}", run.outcome) };
        assert_eq!((solution.cost, run.stats.expanded), (cost.into(), expanded));
    }
}
