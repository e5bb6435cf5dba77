//! One engine on one board, in a process of its own. `compare` starts it, nobody else; so it is no command that
//! help or completions know.
//!
//! A comparison gives each engine a process for each board, so that the memory that the system sees is that of
//! this engine alone, and that an engine that is killed takes nothing with it. The two talk in lines of JSON:
//! the process reads a [`Task`], warms up and says [`Reply::Ready`], then runs once for each [`Order`]. When
//! nobody is left to give it orders, it ends.

use super::Program;
use super::error::Failure;
use super::exit::Exit;
use super::{interrupt, memory, tables};
use crate::compare::{self, Ending, Place, Run};
use crate::engines::{self, Choice};
use crate::plugin::{Instance, SolveError};
use crate::registry::Registry;
use crate::report::Page;
use crate::report::comparison::{LimitsRecord, Measured, Walk};
use crate::report::json;
use crate::search::{Job, Limits, Wanted};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

/// The argument that makes the program such a process; behind it may stand the folder of tables.
pub(crate) const COMMAND: &str = "cell";

/// What a process is for.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) puzzle: String,
    pub(crate) board: String,
    pub(crate) engine: String,
    /// The heuristic, in place of the puzzle's own.
    pub(crate) heuristic: Option<String>,
    pub(crate) limits: LimitsRecord,
    pub(crate) threads: Option<NonZeroUsize>,
}

/// Asks for a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    /// Whether the solution is wanted, and not its length alone.
    pub(crate) solution: bool,
}

/// What a process answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Reply {
    /// It is warmed up.
    Ready,
    /// It has run.
    Done {
        /// What came of it.
        measured: Box<Measured>,
        /// The solution, where it was wanted and there is one.
        solution: Option<Walk>,
    },
    /// It cannot run: a sentence that says why.
    Failed(String),
}

/// How long a search may take to notice that nobody waits for it any more.
const GRACE: Duration = Duration::from_secs(2);

pub(crate) fn run(
    program: Program<'_>,
    folder: Option<&OsString>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let lines = lines_of_standard_input().map_err(Failure::Process)?;
    let Some(task) = lines.recv().ok().and_then(|line| serde_json::from_str::<Task>(&line).ok())
    else {
        return Ok(Exit::BadInput);
    };
    let (_, mut instance) = Registry(program.plugins).instance(&task.puzzle)?;
    if let Some(heuristic) = &task.heuristic
        && tables::are_needed(&*instance, [&*task.board])
    {
        let puzzle = Registry(program.plugins).full_name(&task.puzzle)?;
        // Before anything is measured: tables are no engine's.
        let ready = tables::load(&mut *instance, puzzle, heuristic, folder.map(Path::new));
        if let Err(error) = ready {
            say(page, &Reply::Failed(error.to_string()))?;
            return Ok(Exit::BadInput);
        }
    }
    let job = Job {
        limits: Limits::from(&task.limits),
        wanted: Wanted::One,
        kept: None,
        threads: task.threads,
        cancel: Some(interrupt::flag()),
        observer: None,
    };
    let engine = match Choice::parse(program.engines, &task.engine) {
        Ok(engine) => engine,
        Err(error) => {
            say(page, &Reply::Failed(error.to_string()))?;
            return Ok(Exit::BadInput);
        }
    };
    let mut empty = peak_without_search(&*instance, &task.board, &job);
    let ready = match compare::warm_up(&*instance, &task.board, &engine, &job) {
        Ok(()) => Reply::Ready,
        Err(error) => Reply::Failed(error.to_string()),
    };
    say(page, &ready)?;
    while let Ok(line) = lines.recv() {
        let Ok(order) = serde_json::from_str::<Order>(&line) else { return Ok(Exit::BadInput) };
        // What the first run has left behind would count as memory of the next one.
        let reply = carry_out(&*instance, &task.board, &engine, &order, &job, empty.take());
        say(page, &reply.unwrap_or_else(|error| Reply::Failed(error.to_string())))?;
    }
    Ok(Exit::Solved)
}

/// The memory that this process takes without a search to speak of. It has to have searched all the same, for
/// the system counts the program's own pages only when they are used. The engine is the one that fits every
/// puzzle, and not the one that is to be measured: that may begin with a large table.
fn peak_without_search(instance: &dyn Instance, board: &str, job: &Job<'_>) -> Option<u64> {
    let job = Job { limits: Limits { expansions: Some(1), ..job.limits }, ..*job };
    // Whatever is wrong with the board is told by the engine that is to run.
    instance.solve(board, &(&engines::dijkstra::ENGINE).into(), &job).ok()?;
    memory::peak()
}

fn carry_out(
    instance: &dyn Instance,
    board: &str,
    engine: &Choice,
    order: &Order,
    job: &Job<'_>,
    empty: Option<u64>,
) -> Result<Reply, SolveError> {
    let answer = instance.solve(board, engine, job)?;
    let process_bytes = memory::peak().zip(empty).map(|(peak, empty)| peak.saturating_sub(empty));
    let ending = Ending::from(&answer.outcome);
    // Which run it is, is known where it was asked for.
    let place = Place { board: 0, engine: answer.engine, round: 0 };
    let run = Run { place, ending, stats: answer.stats, process_bytes };
    let solution = order.solution.then(|| Walk::of(&answer)).flatten();
    Ok(Reply::Done { measured: Box::new(Measured::new(&run)), solution })
}

fn say(page: &mut Page<'_>, reply: &Reply) -> io::Result<()> {
    json::write_line(page, reply)?;
    page.flush()
}

/// The lines of standard input as they come. Its end cancels the search that is running, and ends the process
/// if that takes long: whoever started it is gone.
fn lines_of_standard_input() -> io::Result<Receiver<String>> {
    let (sender, receiver) = mpsc::channel();
    let hear = move || {
        for line in io::stdin().lock().lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
        drop(sender);
        interrupt::request();
        std::thread::sleep(GRACE);
        std::process::exit(Exit::Stopped.code().into());
    };
    std::thread::Builder::new().spawn(hear)?;
    Ok(receiver)
}
