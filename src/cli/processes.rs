//! Runs engines in processes of their own: the other end of [`super::cell`].

use super::cell::{self, Order, Reply, Task};
use super::error::Failure;
use super::interrupt;
use crate::compare::{Ending, Place, Run, Runner};
use crate::report::comparison::{LimitsRecord, Setting, Walk};
use crate::report::json;
use crate::search::Stats;
use std::io::{self, BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Runs engines on the boards of one instance, each engine and board in a process of its own.
pub(crate) struct Processes<'a> {
    /// The instance, as on the command line.
    puzzle: &'a str,
    boards: &'a [String],
    limits: LimitsRecord,
    threads: Option<NonZeroUsize>,
    guidance: Option<&'a Guidance<'a>>,
    /// The cheapest solution of each board so far.
    solutions: &'a mut [Option<Walk>],
    /// The board whose solution the last run has brought.
    new_solution: Option<usize>,
    /// Hears of each run before it begins.
    next: &'a dyn Fn(Place),
    /// The processes of the board at hand.
    workers: Vec<Worker>,
}

/// The heuristic that was asked for.
pub(crate) struct Guidance<'a> {
    pub(crate) heuristic: &'a str,
    /// The engines that it guides.
    pub(crate) engines: Vec<&'static str>,
    /// The folder of `--tables`.
    pub(crate) folder: Option<&'a Path>,
}

/// A process for one engine on one board.
struct Worker {
    engine: &'static str,
    child: Child,
    /// Its standard input; closed to make it end.
    orders: Option<ChildStdin>,
    replies: Receiver<String>,
}

/// What became of an order.
enum Heard {
    Reply(Reply),
    /// The process is gone: how it ended.
    Gone(String),
}

/// How often the flag that Ctrl-C sets is looked at while a process works.
const LOOK: Duration = Duration::from_millis(50);
/// How long a process may take to end its search.
const GRACE: Duration = Duration::from_secs(5);

impl Worker {
    fn start(engine: &'static str, task: &Task, folder: Option<&Path>) -> io::Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(cell::COMMAND)
            .args(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let output = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
        let (sender, replies) = mpsc::channel();
        let hear = move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().spawn(hear)?;
        let mut worker = Worker { engine, orders: child.stdin.take(), child, replies };
        worker.tell(task);
        Ok(worker)
    }

    /// Writes a line to the process. One that is gone is noticed when its reply is waited for.
    fn tell(&mut self, order: &impl serde::Serialize) {
        if let Some(orders) = &mut self.orders
            && json::write_line(orders, order).is_err()
        {
            self.orders = None;
        }
    }

    /// Waits for the reply. Ctrl-C closes the process's input, which makes it end its search.
    fn hear(&mut self) -> Heard {
        let mut patience = GRACE;
        loop {
            match self.replies.recv_timeout(LOOK) {
                Ok(line) => match serde_json::from_str(&line) {
                    Ok(reply) => return Heard::Reply(reply),
                    Err(error) => {
                        return Heard::Gone(format!("its process wrote no reply: {error}"));
                    }
                },
                Err(RecvTimeoutError::Disconnected) => return Heard::Gone(self.end()),
                Err(RecvTimeoutError::Timeout) if interrupt::is_requested() => {
                    self.orders = None;
                    patience = patience.saturating_sub(LOOK);
                    if patience.is_zero() {
                        // One that is gone cannot be killed, and need not be.
                        let _ = self.child.kill();
                        return Heard::Gone(self.end());
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits for the end of the process, and says how it ended.
    fn end(&mut self) -> String {
        match self.child.wait() {
            Ok(status) => format!("its process ended with {status}"),
            Err(error) => format!("its process cannot be waited for: {error}"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It ends by itself when its input ends; between runs that is at once.
        self.orders = None;
        let _ = self.child.wait();
    }
}

impl<'a> Processes<'a> {
    /// Gets ready for `boards` of the instance, within the `setting`'s limits, of which `solutions` will hold
    /// one each, with another heuristic where there is `guidance`; `next` hears of each run before it begins.
    pub(crate) fn new(
        puzzle: &'a str,
        boards: &'a [String],
        setting: &Setting,
        guidance: Option<&'a Guidance<'a>>,
        solutions: &'a mut [Option<Walk>],
        next: &'a dyn Fn(Place),
    ) -> Self {
        let &Setting { limits, threads, .. } = setting;
        let (new_solution, workers) = (None, Vec::new());
        Processes {
            puzzle,
            boards,
            limits,
            threads,
            guidance,
            solutions,
            new_solution,
            next,
            workers,
        }
    }

    /// The solution that the last run has brought, if its board had none that is as cheap.
    pub(crate) fn take_new_solution(&mut self) -> Option<&Walk> {
        self.solutions[self.new_solution.take()?].as_ref()
    }
}

impl Runner for Processes<'_> {
    type Error = Failure;

    fn is_cancelled(&self) -> bool {
        interrupt::is_requested()
    }

    fn warm_up(&mut self, board: usize, engine: &'static str) -> Result<(), Failure> {
        let guidance = self.guidance.filter(|guidance| guidance.engines.contains(&engine));
        let task = Task {
            puzzle: self.puzzle.into(),
            board: self.boards[board].clone(),
            engine: engine.into(),
            heuristic: guidance.map(|guidance| guidance.heuristic.into()),
            limits: self.limits,
            threads: self.threads,
        };
        let folder = guidance.and_then(|guidance| guidance.folder);
        let mut worker = Worker::start(engine, &task, folder).map_err(Failure::Process)?;
        let heard = worker.hear();
        if let Heard::Reply(Reply::Failed(error)) = heard
            && !interrupt::is_requested()
        {
            return Err(Failure::Cell { engine, board: board + 1, text: task.board, error });
        }
        // One that is gone already is found out by its first run.
        self.workers.push(worker);
        Ok(())
    }

    fn run(&mut self, place: Place) -> Result<Run, Failure> {
        (self.next)(place);
        let Place { board, engine, .. } = place;
        // Who finds the cheapest is known when all have told theirs, which they do once.
        let solution = place.round == 0 || self.solutions[board].is_none();
        let worker = self.workers.iter_mut().find(|worker| worker.engine == engine);
        let worker = worker.expect("an engine is warmed up before it runs");
        worker.tell(&Order { solution });
        let how = match worker.hear() {
            Heard::Reply(Reply::Done { measured, solution }) => match measured.run(place) {
                Some(run) => {
                    let known = &mut self.solutions[board];
                    if solution.is_some_and(|solution| solution.improve(known)) {
                        self.new_solution = Some(board);
                    }
                    return Ok(run);
                }
                None => "its process wrote no outcome".into(),
            },
            Heard::Reply(Reply::Failed(error)) => {
                let text = self.boards[board].clone();
                return Err(Failure::Cell { engine, board: board + 1, text, error });
            }
            Heard::Reply(Reply::Ready) => "its process lost count of its orders".into(),
            Heard::Gone(how) => how,
        };
        let ending = if interrupt::is_requested() {
            Ending::Cancelled
        } else {
            Ending::Crashed { reason: how }
        };
        Ok(Run { place, ending, stats: Stats::default(), process_bytes: None })
    }

    fn finish(&mut self, _: usize) {
        self.workers.clear();
    }
}
