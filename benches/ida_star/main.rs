//! IDA* on the 15-puzzle with Manhattan distance: our engine, loops written for this puzzle alone, and the
//! `pathfinding` crate.
//!
//! ```sh
//! cargo bench --bench ida_star
//! ```
//!
//! On each board they take turns, for some rounds, and the fastest round of each counts: whatever else the
//! machine does only adds to a time. Expansions a second compare the loops; times compare the searches, as
//! they make unlike numbers of expansions.

#![expect(clippy::cast_precision_loss, reason = "rates are rounded")]

mod fifteen;
#[path = "../../tests/published/mod.rs"]
mod published;

use pathfinding::directed::idastar::idastar;
use published::{Published, boards};
use puzzlespace::Puzzle;
use puzzlespace::abilities::Heuristic;
use puzzlespace::engines::{Engine, ida_star, packed_ida_star};
use puzzlespace::search::Job;
use puzzlespace_puzzles::sliding_tile::{Board, SlidingTile};
use std::cell::Cell;
use std::error::Error;
use std::time::{Duration, Instant};

const BOARDS: &str = include_str!("../../tests/data/korf15.txt");
/// The ten of Korf's boards on which plain IDA* takes least.
const EASY: [u32; 10] = [9, 12, 19, 30, 74, 79, 86, 93, 94, 97];

const ROUNDS: usize = 5;

/// How many solvers there are.
const SOLVERS: usize = 6;

/// What a solver returns: the least number of moves, and how many expansions it took to find.
type Solver<'p> = (&'static str, Box<dyn Fn([u8; 16]) -> (u64, u64) + 'p>);

fn main() -> Result<(), Box<dyn Error>> {
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTile::<u64>::new(4, 4, &goal)?;
    let solvers: [Solver<'_>; SOLVERS] = [
        ("packed_ida_star", Box::new(|tiles| by_engine(&puzzle, &packed_ida_star::ENGINE, tiles))),
        ("hand-written, a loop", Box::new(|tiles| by_hand(tiles, fifteen::Stack::Array))),
        ("hand-written, calls", Box::new(|tiles| by_hand(tiles, fifteen::Stack::Calls))),
        ("pathfinding::idastar", Box::new(|tiles| by_pathfinding(&puzzle, tiles))),
        (
            "pathfinding::idastar, estimate anew",
            Box::new(|tiles| by_pathfinding_anew(&puzzle, tiles)),
        ),
        ("ida_star", Box::new(|tiles| by_engine(&puzzle, &ida_star::ENGINE, tiles))),
    ];
    let mut totals = [(0, Duration::ZERO); SOLVERS];
    let mut boards = boards(BOARDS);
    boards.retain(|board| EASY.contains(&board.number));
    for Published { number, tiles, moves } in boards {
        let tiles: [u8; 16] = tiles[..].try_into()?;
        let mut best = [(0, Duration::MAX); SOLVERS];
        for _ in 0..ROUNDS {
            for ((name, solve), best) in solvers.iter().zip(&mut best) {
                let started = Instant::now();
                let (cost, expanded) = solve(tiles);
                *best = (expanded, best.1.min(started.elapsed()));
                assert_eq!(cost, moves, "{name} on board {number}");
            }
        }
        for ((expanded, time), best) in totals.iter_mut().zip(best) {
            *expanded += best.0;
            *time += best.1;
        }
    }
    let rate = |(expanded, time): (u64, Duration)| expanded as f64 / time.as_secs_f64();
    println!(
        "{:<35} {:>11} {:>9} {:>9} {:>7} {:>7}",
        "", "expansions", "ms", "M/s", "x M/s", "x time"
    );
    for ((name, _), total) in solvers.iter().zip(totals) {
        println!(
            "{name:<35} {:>11} {:>9.1} {:>9.1} {:>7.2} {:>7.2}",
            total.0,
            total.1.as_secs_f64() * 1e3,
            rate(total) / 1e6,
            rate(totals[0]) / rate(total),
            total.1.as_secs_f64() / totals[0].1.as_secs_f64(),
        );
    }
    println!("x: how many times as much as this does packed_ida_star do");
    Ok(())
}

fn by_engine(puzzle: &SlidingTile<u64>, engine: &'static Engine, tiles: [u8; 16]) -> (u64, u64) {
    let start = puzzle.encode(&Board { tiles: tiles.into() });
    let run = engine.run(puzzle, [start], &Job::default()).expect("the engine fits");
    let cost = run.outcome.solution().map(|solution| solution.cost);
    (cost.unwrap_or(0), run.stats.expanded)
}

fn by_hand(tiles: [u8; 16], stack: fifteen::Stack) -> (u64, u64) {
    let (cost, expanded) = fifteen::solve(tiles, stack);
    (cost.into(), expanded)
}

/// With the estimate in the node, so that it is incremental.
fn by_pathfinding(puzzle: &SlidingTile<u64>, tiles: [u8; 16]) -> (u64, u64) {
    let Some(manhattan) = puzzle.heuristic() else { return (0, 0) };
    let start = puzzle.encode(&Board { tiles: tiles.into() });
    let expanded = Cell::new(0);
    let successors = |&(before, h): &(u64, u32)| {
        expanded.set(expanded.get() + 1);
        let manhattan = &manhattan;
        puzzle
            .successors(before)
            .map(move |(mv, after)| ((after, manhattan.step(before, mv, after, h)), 1))
    };
    let root = (start, manhattan.estimate(start));
    let found = idastar(&root, successors, |&(_, h)| h, |&(state, _)| puzzle.is_goal(state));
    (found.map_or(0, |(_, cost)| cost.into()), expanded.get())
}

/// As the crate's documentation shows it: each estimate is computed from the state alone.
fn by_pathfinding_anew(puzzle: &SlidingTile<u64>, tiles: [u8; 16]) -> (u64, u64) {
    let Some(manhattan) = puzzle.heuristic() else { return (0, 0) };
    let start = puzzle.encode(&Board { tiles: tiles.into() });
    let expanded = Cell::new(0);
    let successors = |&before: &u64| {
        expanded.set(expanded.get() + 1);
        puzzle.successors(before).map(|(_, after)| (after, 1))
    };
    let estimate = |&state: &u64| manhattan.estimate(state);
    let found = idastar(&start, successors, estimate, |&state| puzzle.is_goal(state));
    (found.map_or(0, |(_, cost)| cost.into()), expanded.get())
}
