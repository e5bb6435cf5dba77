//! Korf's 100 boards of the 15-puzzle to their least numbers of moves, with pattern databases.
//!
//! ```sh
//! cargo bench --bench korf [-- HEURISTIC]
//! ```
//!
//! HEURISTIC is one that `puzzlespace describe sliding_tile:rows=4,columns=4,goal=blank_first` names, or an
//! expression; without one it is `additive_7_8`. Tables are taken from the user's cache directory, or built and
//! put there. Boards are shared out among all cores, each being solved by one.

#![expect(clippy::cast_precision_loss, reason = "means are rounded")]

use puzzlespace::Outcome;
use puzzlespace::engines;
use puzzlespace::heuristics::{Guided, Tables, cache, make};
use puzzlespace::plugin::Playable;
use puzzlespace::search::Job;
use puzzlespace::survey::{Request, SurveyProgress};
use puzzlespace_puzzles::sliding_tile::{Board, SlidingTile};
use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

const BOARDS: &str = include_str!("../tests/data/korf15.txt");

/// A board: its number, tiles and least number of moves.
struct Case {
    number: u32,
    board: Board,
    moves: u64,
}

fn case(line: &str) -> Option<Case> {
    let mut numbers = line.split_whitespace();
    let number = numbers.next()?.parse().ok()?;
    let tiles = numbers.by_ref().take(16).map(str::parse).collect::<Result<_, _>>().ok()?;
    Some(Case { number, board: Board { tiles }, moves: numbers.next()?.parse().ok()? })
}

fn main() -> Result<(), Box<dyn Error>> {
    let heuristic = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let heuristic = heuristic.as_deref().unwrap_or("additive_7_8");
    let cases: Vec<Case> =
        BOARDS.lines().filter(|line| !line.starts_with('#')).filter_map(case).collect();
    let goal: Vec<u8> = (0..16).collect();
    let puzzle = SlidingTile::<u64>::new(4, 4, &goal)?;

    let begin = Instant::now();
    let observe = |survey: &SurveyProgress<'_>| {
        let states: u64 = survey.layers.iter().sum();
        eprintln!("  depth {}: {states} states, {:.1?}", survey.layers.len(), survey.elapsed);
    };
    let request = Request { observer: Some(&observe), ..Request::default() };
    let name = "sliding_tile:rows=4,columns=4,goal=blank_first";
    let tables = Tables { request, puzzle: name.into(), folder: cache(), ..Tables::default() };
    let guide = make(&puzzle, &puzzle.heuristics(), heuristic, &tables)?;
    println!("{heuristic}: {} bytes of tables in {:.2?}", guide.bytes(), begin.elapsed());

    let guided = Guided { puzzle, guide: Some(guide) };
    let engine = engines::by_name("packed_ida_star")?;
    let (next, answers) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let begin = Instant::now();
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = engine.run(
                &guided,
                [puzzlespace::Puzzle::encode(&guided, &case.board)],
                &Job::default(),
            );
            let run = run.expect("the engine fits");
            let Outcome::Solved(solution) = run.outcome else {
                panic!("board {} can be solved", case.number)
            };
            println!(
                "{:3}: {} moves, {} expanded, {:.1?}",
                case.number, solution.cost, run.stats.expanded, run.stats.time
            );
            assert_eq!(solution.cost, case.moves, "board {}", case.number);
            answers.lock().expect("no thread panics").push(run.stats.expanded);
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| drop(scope.spawn(work)));
    });
    let answers = answers.into_inner()?;
    let expanded: u64 = answers.iter().sum();
    println!(
        "{} boards in {:.2?}: {expanded} expanded, {:.0} a board",
        answers.len(),
        begin.elapsed(),
        expanded as f64 / answers.len() as f64
    );
    Ok(())
}
