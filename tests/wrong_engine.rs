//! A comparison catches an engine that is wrong, and shows the board.
//!
//! The test is a program of its own, because a comparison starts the running program once more for each
//! engine and board: called for a command, this one is a command line whose engines are not all right.

use puzzlespace::cli::Program;
use puzzlespace::engines::bfs::{self, Bfs};
use puzzlespace::engines::{ENGINES, Engine, Found, Search};
use puzzlespace::parameters::Arguments;
use puzzlespace::search::{Meter, Outcome, Reason, Solution};
use puzzlespace::words::{Graph, Word, label};
use puzzlespace_puzzles::flip_game;
use std::process::{Command, ExitCode};

/// The second of them takes one move. There the engines are wrong.
const BOARDS: &str = "bwwb bbwb bwwb bwww\nbbww bwww wwww wwww\n";
const SECOND: &str = "bbww\nbwww\nwwww\nwwww";

/// What a wrong engine makes of a solution of one move.
trait Slip {
    fn slip<W: Word>(graph: &dyn Graph<W>, solution: Solution<W, u32>) -> Found<W>;
}

/// Breadth-first search with a slip.
struct Wrong<S>(S);

impl<S: Slip> Search for Wrong<S> {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        match Bfs::search(graph, starts, arguments, meter)? {
            Outcome::Solved(solution) if solution.cost == 1 => S::slip(graph, solution),
            outcome => Ok(outcome),
        }
    }
}

/// Says another cost than that of its path.
struct Miscounts;

impl Slip for Miscounts {
    fn slip<W: Word>(_: &dyn Graph<W>, mut solution: Solution<W, u32>) -> Found<W> {
        solution.cost += 1;
        Ok(Outcome::Solved(solution))
    }
}

/// Makes a move and takes it back, and says that there is no cheaper path.
struct Dawdles;

impl Slip for Dawdles {
    fn slip<W: Word>(graph: &dyn Graph<W>, mut solution: Solution<W, u32>) -> Found<W> {
        let (start, goal) = (solution.paths[0].start, solution.paths[0].end());
        solution.paths = vec![label(graph, &[start, goal, start, goal])?];
        solution.cost = 3;
        Ok(Outcome::Solved(solution))
    }
}

/// Makes a move that the puzzle does not have.
struct Jumps;

impl Slip for Jumps {
    fn slip<W: Word>(_: &dyn Graph<W>, mut solution: Solution<W, u32>) -> Found<W> {
        let path = &mut solution.paths[0];
        path.steps[0].1 = path.start;
        Ok(Outcome::Solved(solution))
    }
}

/// Says that there is no solution.
struct Denies;

impl Slip for Denies {
    fn slip<W: Word>(_: &dyn Graph<W>, _: Solution<W, u32>) -> Found<W> {
        Ok(Outcome::Unsolvable(Reason::Invariant("so I say".into())))
    }
}

/// Does not come back.
struct Aborts;

impl Slip for Aborts {
    fn slip<W: Word>(_: &dyn Graph<W>, _: Solution<W, u32>) -> Found<W> {
        std::process::abort()
    }
}

/// An engine with this slip. But for its name it says of itself what `bfs` does.
const fn wrong<S: Slip>(name: &'static str) -> Engine {
    Engine { needs: bfs::ENGINE.needs, ..Engine::new::<Wrong<S>>(name) }
}

static MISCOUNTS: Engine = wrong::<Miscounts>("miscounts");
static DAWDLES: Engine = wrong::<Dawdles>("dawdles");
static JUMPS: Engine = wrong::<Jumps>("jumps");
static DENIES: Engine = wrong::<Denies>("denies");
static ABORTS: Engine = wrong::<Aborts>("aborts");

/// Compares with these engines; returns the exit code and what was written to standard output and standard error.
fn compare(engines: &str) -> (Option<i32>, String) {
    let boards = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong-engine.txt");
    std::fs::write(&boards, BOARDS).expect("the directory for tests can be written");
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["compare", "flip_game"]).arg(boards).args(["--engines", engines, "--runs", "2"]);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    let output = command.output().expect("this program starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("the program writes UTF-8"))
}

fn says(engines: &str, code: i32, parts: &[&str]) {
    let (ended_with, text) = compare(engines);
    assert_eq!(ended_with, Some(code), "{engines}: {text}");
    for part in parts {
        assert!(text.contains(part), "{engines}: no `{part}` in {text}");
    }
}

fn main() -> ExitCode {
    if ["compare", "cell"].contains(&std::env::args().nth(1).unwrap_or_default().as_str()) {
        let wrong = [&MISCOUNTS, &DAWDLES, &JUMPS, &DENIES, &ABORTS];
        let engines = [ENGINES, &wrong].concat();
        return Program { plugins: &[flip_game::PLUGIN], engines: &engines }.main();
    }
    says("bfs,dijkstra", 0, &["2 engines agree on 2 boards"]);
    says(
        "bfs,dawdles",
        4,
        &[
            "the engines disagree\n",
            "board 2: bfs says that the least cost is 1, dawdles says that the least cost is 3\n",
            SECOND,
        ],
    );
    says("bfs,denies", 4, &["board 2: bfs says", "denies says that it is unsolvable\n", SECOND]);
    // A path that is not right is no answer at all.
    for (engine, fault) in [
        ("miscounts", "its moves cost 1, and not 2 as the engine says"),
        ("jumps", "move 1 of the path: "),
    ] {
        let replay = format!("{engine} found a path that does not survive its replay: {fault}");
        let board = format!("{engine} on board 2: ");
        says(&format!("bfs,{engine}"), 4, &[&board, &replay, SECOND]);
    }
    // One that does not come back takes nobody with it.
    says(
        "bfs,aborts,dijkstra",
        4,
        &[
            "1 solved, 1 crashed *",
            "aborts on board 2 crashed, because its process ended with signal: 6",
            "no two answers contradict each other",
        ],
    );
    println!("6 passed, 0 failed");
    ExitCode::SUCCESS
}
