//! Boards that a puzzle knows to be unsolvable: every engine has the reason, and searches nothing.

use puzzlespace::engines::{ENGINES, Engine, RunOf};
use puzzlespace::search::{Job, Outcome, Reason, Stats};
use puzzlespace::{Puzzle, plugin::Playable};
use puzzlespace_puzzles::sliding_tile::{SlidingTile, Word};
use std::time::Duration;

/// A board of this size whose last two tiles are exchanged, and the solved one.
fn exchanged<W: Word>(rows: usize, columns: usize) -> (SlidingTile<W>, W, W) {
    let goal: Vec<u8> = (1..).take(rows * columns - 1).chain([0]).collect();
    let puzzle = SlidingTile::new(rows, columns, &goal).unwrap();
    let solved = puzzle.goals().unwrap().next().unwrap();
    let mut board = puzzle.decode(solved);
    board.tiles.swap(rows * columns - 3, rows * columns - 2);
    let start = puzzle.encode(&board);
    (puzzle, start, solved)
}

/// The runs of every engine that fits.
fn runs<P: Playable>(puzzle: &P, starts: &[P::State]) -> Vec<(&'static str, RunOf<P>)> {
    let fitting = ENGINES.iter().filter(|engine| engine.missing(puzzle).is_none());
    let run = |engine: &&'static Engine| {
        let run = engine.run(puzzle, starts.iter().copied(), &Job::default());
        (engine.name, run.unwrap())
    };
    fitting.map(run).collect()
}

fn is_answered_at_once<W: Word>(rows: usize, columns: usize) {
    let (puzzle, start, _) = exchanged::<W>(rows, columns);
    let runs = runs(&puzzle, &[start]);
    assert!(runs.len() > 5, "{runs:?}");
    for (engine, run) in runs {
        let case = format!("{engine} on {rows}x{columns}");
        let Outcome::Unsolvable(Reason::Invariant(reason)) = &run.outcome else {
            panic!("{case}: {:?}", run.outcome);
        };
        assert!(reason.contains("parity"), "{case}: {reason}");
        let stats = Stats { time: Duration::ZERO, ..run.stats };
        assert_eq!(stats, Stats::default(), "{case}");
    }
}

#[test]
fn two_exchanged_tiles_are_hopeless_in_every_size() {
    for rows in 2..=5 {
        for columns in 2..=5 {
            if rows * columns <= <u64 as Word>::CELLS {
                is_answered_at_once::<u64>(rows, columns);
            }
            is_answered_at_once::<u128>(rows, columns);
        }
    }
}

#[test]
fn a_start_that_is_impossible_does_not_keep_the_others_from_being_solved() {
    let (puzzle, impossible, solved) = exchanged::<u64>(3, 3);
    let (_, near) = puzzle.successors(solved).next().unwrap();
    for (engine, run) in runs(&puzzle, &[impossible, near]) {
        let Outcome::Solved(solution) = &run.outcome else { panic!("{engine}: {:?}", run.outcome) };
        assert_eq!(solution.cost, 1, "{engine}");
        assert!(solution.paths.iter().all(|path| path.start == near), "{engine}");
    }
}
