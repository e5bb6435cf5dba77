//! Korf's boards of the 15-puzzle, as far as an unoptimised build has time for them. All 100 are solved by
//! `cargo bench --bench korf`.

#![expect(clippy::cast_precision_loss, reason = "ratios are rounded")]

mod published;

use published::{Published, boards};
use puzzlespace::abilities::{Heuristic, Predecessors};
use puzzlespace::engines::packed_ida_star;
use puzzlespace::engines::prediction::{Sampling, predict};
use puzzlespace::heuristics::{Guided, Tables};
use puzzlespace::search::{Job, Pass, Stats};
use puzzlespace::{Outcome, Puzzle};
use puzzlespace_puzzles::sliding_tile::{Board, SlidingTile};
use std::num::NonZeroUsize;
use std::time::Duration;

const BOARDS: &str = include_str!("data/korf15.txt");
const OF_24: &str = include_str!("data/korf24.txt");

type Fifteen = SlidingTile<u64>;

fn fifteen() -> Fifteen {
    let goal: Vec<u8> = (0..16).collect();
    SlidingTile::new(4, 4, &goal).unwrap()
}

/// Of the 15-puzzle.
fn board(number: u32) -> Published {
    boards(BOARDS).into_iter().find(|board| board.number == number).unwrap()
}

/// The cost that the engine proves to be the least, and its expansions.
fn solve<P: Puzzle<Board = Board>>(puzzle: &P, tiles: &[u8]) -> (u64, u64) {
    let start = puzzle.encode(&Board { tiles: tiles.to_vec() });
    let run = packed_ida_star::ENGINE.run(puzzle, [start], &Job::default()).unwrap();
    match run.outcome {
        Outcome::Solved(solution) => (solution.cost, run.stats.expanded),
        outcome => panic!("{outcome:?}"),
    }
}

/// Whether each number below that of the cells is there once.
fn is_whole(tiles: &[u8], cells: u8) -> bool {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..cells)
}

#[test]
fn there_are_100_boards_as_published() {
    let boards = boards(BOARDS);
    assert!(boards.iter().map(|board| board.number).eq(1..=100));
    assert_eq!(boards.iter().map(|board| board.moves).sum::<u64>(), 5_305, "a mean of 53.05");
    for board in boards {
        assert!(is_whole(&board.tiles, 16), "{board:?}");
    }
}

#[test]
fn boards_of_the_24_puzzle_are_whole_and_their_lengths_have_their_parity() {
    let boards = boards(OF_24);
    assert_eq!(boards.len(), 15);
    for board in boards {
        assert!(is_whole(&board.tiles, 25), "{board:?}");
        // Each move takes the blank a step, from where it is to the first cell.
        let blank = board.tiles.iter().position(|&tile| tile == 0).unwrap() as u64;
        assert_eq!(board.moves % 2, (blank / 5 + blank % 5) % 2, "{board:?}");
    }
}

#[test]
fn the_ten_easiest_take_no_more_expansions_than_plain_ida_star_does() {
    let puzzle = fifteen();
    for (number, plain_expansions) in [
        (9, 810_906),
        (12, 269_708),
        (19, 630_900),
        (30, 1_102_713),
        (74, 962_130),
        (79, 262_910),
        (86, 1_127_558),
        (93, 792_051),
        (94, 672_665),
        (97, 495_186),
    ] {
        let Published { tiles, moves, .. } = board(number);
        assert_eq!(plain(&tiles), (moves, plain_expansions), "board {number}");
        let (found, expansions) = solve(&puzzle, &tiles);
        assert_eq!(found, moves, "board {number}");
        assert!(expansions <= plain_expansions, "board {number}: {expansions}");
    }
}

#[test]
fn the_number_of_threads_decides_nothing() {
    let puzzle = fifteen();
    for number in [12, 19, 94] {
        let Published { tiles, moves, .. } = board(number);
        let start = puzzle.encode(&Board { tiles });
        let [one, two, four] = [1, 2, 4].map(|threads| {
            let job = Job { threads: NonZeroUsize::new(threads), ..Job::default() };
            let run = packed_ida_star::ENGINE.run(&puzzle, [start], &job).unwrap();
            // Each thread has a stack.
            let stats = Stats { time: Duration::ZERO, peak_bytes: 0, ..run.stats };
            (run.outcome, stats, run.passes)
        });
        assert!(one.2.iter().any(|pass| pass.expanded > 1 << 17), "none is shared out");
        assert_eq!(one.2.last().map(|pass| pass.bound), Some(moves));
        assert_eq!(one, two, "board {number}");
        assert_eq!(one, four, "board {number}");
    }
}

#[test]
fn passes_take_what_was_predicted_of_them() {
    let puzzle = fifteen();
    let sampling = Sampling { probes: 100, bounds: 12, ..Sampling::default() };
    let (mut count, mut off) = (0, 0.0);
    for number in [9, 12, 19, 30, 74, 79, 86, 93, 94, 97] {
        let tiles = board(number).tiles;
        let start = puzzle.encode(&Board { tiles });
        let job = Job::default();
        let mut passes = packed_ida_star::ENGINE.run(&puzzle, [start], &job).unwrap().passes;
        // The last pass ends at the solution.
        passes.pop();
        let predicted = predict(&puzzle, &[start], &sampling, &job).unwrap();
        for (pass, estimate) in passes.iter().zip(&predicted.passes) {
            assert_eq!(pass.bound, estimate.bound, "board {number}");
            if pass.expanded > 10_000 {
                let ratio = estimate.expanded as f64 / pass.expanded as f64;
                assert!((0.6..1.7).contains(&ratio), "board {number}: {pass:?}, {estimate:?}");
                off += ratio.ln().abs();
                count += 1;
            }
        }
    }
    assert!(count >= 20 && off / f64::from(count) < 0.15, "{count} passes, {off}");
}

/// IDA* with Manhattan distance as in every textbook: the least number of moves, and the expansions.
fn plain(tiles: &[u8]) -> (u64, u64) {
    fn distance(tile: u8, cell: usize) -> usize {
        let home = usize::from(tile);
        if tile == 0 { 0 } else { (home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4) }
    }
    /// Whether there is a way to the goal in so many moves.
    fn walk(
        tiles: &mut [u8; 16],
        blank: usize,
        before: usize,
        left: usize,
        h: usize,
        excess: &mut usize,
        expanded: &mut u64,
    ) -> bool {
        if h == 0 {
            return true;
        }
        *expanded += 1;
        for from in 0..16_usize {
            let is_beside = (from / 4).abs_diff(blank / 4) + (from % 4).abs_diff(blank % 4) == 1;
            if !is_beside || from == before {
                continue;
            }
            let tile = tiles[from];
            let after = h - distance(tile, from) + distance(tile, blank);
            if after + 1 > left {
                *excess = (*excess).min(after + 1 - left);
                continue;
            }
            tiles.swap(from, blank);
            let is_found = walk(tiles, from, blank, left - 1, after, excess, expanded);
            tiles.swap(from, blank);
            if is_found {
                return true;
            }
        }
        false
    }
    let mut tiles: [u8; 16] = tiles.try_into().unwrap();
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
    let h = (0..16).map(|cell| distance(tiles[cell], cell)).sum();
    let (mut bound, mut expanded) = (h, 0);
    loop {
        let mut excess = usize::MAX;
        if walk(&mut tiles, blank, 16, bound, h, &mut excess, &mut expanded) {
            return (bound as u64, expanded);
        }
        bound += excess;
    }
}

#[test]
fn some_are_solved_by_patterns_of_five_tiles_in_few_expansions() {
    let guided = Guided::new(fifteen(), "additive_5_5_5", &Tables::default()).unwrap();
    for (number, most_expansions) in [
        (2, 45_000),
        (12, 2_500),
        (19, 3_000),
        (42, 2_000),
        (55, 5_000),
        (79, 5_000),
        (86, 4_500),
        (93, 3_500),
        (97, 1_500),
        (99, 160_000),
    ] {
        let Published { tiles, moves, .. } = board(number);
        let (found, expansions) = solve(&guided, &tiles);
        assert_eq!(found, moves, "board {number}");
        assert!(expansions <= most_expansions, "board {number}: {expansions}");
    }
}

/// A puzzle whose heuristic carries nothing.
struct FromScratch(Guided<Fifteen>);

impl Puzzle for FromScratch {
    type State = u64;
    type Move = <Fifteen as Puzzle>::Move;
    type Board = Board;

    fn encode(&self, board: &Board) -> u64 {
        self.0.encode(board)
    }
    fn decode(&self, state: u64) -> Board {
        self.0.decode(state)
    }
    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u64> {
        self.0.starts(board)
    }
    fn successors(&self, state: u64) -> impl Iterator<Item = (Self::Move, u64)> {
        self.0.successors(state)
    }
    fn is_goal(&self, state: u64) -> bool {
        self.0.is_goal(state)
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
    fn heuristic(&self) -> Option<impl Heuristic<u64, Self::Move>> {
        Some(self)
    }
}

impl Heuristic<u64, <Fifteen as Puzzle>::Move> for &FromScratch {
    fn estimate(&self, state: u64) -> u32 {
        self.0.heuristic().unwrap().estimate(state)
    }
    fn is_consistent(&self) -> bool {
        self.0.heuristic().unwrap().is_consistent()
    }
}

#[test]
fn what_is_carried_changes_no_count() {
    fn solve<P: Puzzle<State = u64, Board = Board>>(
        puzzle: &P,
        tiles: &[u8],
    ) -> (Outcome<u64, P::Move>, Stats, Vec<Pass>) {
        let start = puzzle.encode(&Board { tiles: tiles.to_vec() });
        let job = Job { threads: NonZeroUsize::new(2), ..Job::default() };
        let run = packed_ida_star::ENGINE.run(puzzle, [start], &job).unwrap();
        let stats = Stats { time: Duration::ZERO, peak_bytes: 0, ..run.stats };
        (run.outcome, stats, run.passes)
    }
    let text = "images(patterns(1 4 5 8 / 2 3 6 7 / 9 12 13 / 10 11 14 15))";
    let Published { tiles, moves, .. } = board(5);
    let guided = Guided::new(fifteen(), text, &Tables::default()).unwrap();
    let carried = solve(&guided, &tiles);
    assert_eq!(carried, solve(&FromScratch(guided), &tiles));
    assert_eq!(carried.0.solution().map(|solution| solution.cost), Some(moves));
    let followed = &carried.2[..carried.2.len() - 1];
    assert!(followed.iter().any(|pass| pass.expanded > 1 << 16), "none is shared out");
}
