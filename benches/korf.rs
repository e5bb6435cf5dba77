//! Published boards of the 15-puzzle and the 24-puzzle to their least numbers of moves, with pattern
//! databases.
//!
//! ```sh
//! cargo bench --bench korf                          # Korf's 100 boards, additive_7_8
//! cargo bench --bench korf -- 15 additive_5_5_5     # with another heuristic
//! cargo bench --bench korf -- 24                    # the three easiest of the 24-puzzle, additive_6_6_6_6
//! cargo bench --bench korf -- 24 additive_6_6_6_6 600   # all 15, up to ten minutes each
//! ```
//!
//! Tables are taken from the user's cache directory, or built and put there. Boards are shared out among all
//! cores, each being solved by one.

#![expect(clippy::cast_precision_loss, reason = "means are rounded")]

#[path = "../tests/published/mod.rs"]
mod published;

use published::{Published, boards};
use puzzlespace::Outcome;
use puzzlespace::engines::packed_ida_star;
use puzzlespace::heuristics::{TableEvent, Tables, cache};
use puzzlespace::search::{Job, Limits, Progress, Stats};
use puzzlespace::survey::{Request, SurveyProgress};
use puzzlespace_puzzles::sliding_tile;
use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

const FIFTEEN: &str = include_str!("../tests/data/korf15.txt");
const TWENTY_FOUR: &str = include_str!("../tests/data/korf24.txt");
/// Of the 24-puzzle as many take minutes and not days.
const EASY: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let arguments: Vec<String> = arguments.collect();
    let argument = |index: usize| arguments.get(index).map(String::as_str);
    let seconds = argument(2).map(str::parse).transpose()?;
    let time = seconds.map(Duration::from_secs);
    match argument(0) {
        Some("24") => {
            let mut boards = boards(TWENTY_FOUR);
            boards.sort_by_key(|board| board.moves);
            boards.truncate(if time.is_some() { boards.len() } else { EASY });
            solve(5, &boards, argument(1).unwrap_or("additive_6_6_6_6"), time)
        }
        _ => solve(4, &boards(FIFTEEN), argument(1).unwrap_or("additive_7_8"), time),
    }
}

fn solve(
    side: usize,
    boards: &[Published],
    heuristic: &str,
    time: Option<Duration>,
) -> Result<(), Box<dyn Error>> {
    let arguments = format!("rows={side},columns={side},goal=blank_first");
    let mut instance = sliding_tile::PLUGIN.instance(&arguments)?;

    let begin = Instant::now();
    let show = |survey: &SurveyProgress<'_>| {
        let states: u64 = survey.layers.iter().sum();
        eprint!("\r  depth {}: {states} states, {:.1?}  ", survey.layers.len(), survey.elapsed);
    };
    let tell = |event: &TableEvent| eprintln!("{event:?}");
    let tables = Tables {
        request: Request { observer: Some(&show), ..Request::default() },
        puzzle: format!("sliding_tile:{arguments}"),
        folder: cache(),
        observer: Some(&tell),
    };
    let bytes = instance.guide(heuristic, &tables)?;
    println!("{heuristic}: {bytes} bytes of tables in {:.2?}", begin.elapsed());

    let engine = (&packed_ida_star::ENGINE).into();
    let limits = Limits { time, ..Limits::default() };
    let job = Job { limits, threads: Some(NonZeroUsize::MIN), ..Job::default() };
    let (next, counts) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let begin = Instant::now();
    let work = || {
        while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let show = |search: &Progress<'_>| {
                let Stats { lower_bound, expanded, .. } = search.stats;
                eprint!("\r  board {}: bound {lower_bound}, {expanded} expanded  ", board.number);
            };
            let job = Job { observer: Some(&show), ..job };
            let tiles: Vec<String> = board.tiles.iter().map(u8::to_string).collect();
            let run = instance.solve(&tiles.join(" "), &engine, &job).expect("the engine fits");
            let found = match run.outcome {
                Outcome::Solved(solution) => {
                    assert_eq!(solution.cost, board.moves, "board {}", board.number);
                    format!("{} moves", solution.cost)
                }
                _ => format!("at least {} moves, of {}", run.stats.lower_bound, board.moves),
            };
            let (expanded, time) = (run.stats.expanded, run.stats.time);
            println!("{:3}: {found}, {expanded} expanded, {time:.1?}", board.number);
            counts.lock().expect("no thread panics").push(expanded);
        }
    };
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        (0..cores).for_each(|_| drop(scope.spawn(work)));
    });
    let counts = counts.into_inner()?;
    let expanded: u64 = counts.iter().sum();
    println!(
        "{} boards in {:.2?}: {expanded} expanded, {:.0} a board",
        counts.len(),
        begin.elapsed(),
        expanded as f64 / counts.len() as f64
    );
    Ok(())
}
