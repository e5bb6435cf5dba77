//! Engines side by side: the same boards, the same limits, and whether the answers agree.
//!
//! ```
//! use puzzlespace::{compare, engines::ENGINES, search::Job, testkit::toys::LAMPS};
//!
//! let instance = LAMPS.instance("")?;
//! let engines = compare::fitting(&*instance, ENGINES);
//! let comparison = compare::run(&*instance, &[instance.demo()], &engines, &Job::default())?;
//! assert!(comparison.disagreements().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`run`] runs each engine once on each board, in this process. [`Plan`] and [`Runner`] are what it is made
//! of: several rounds, and other places to run in.

mod agreement;
mod changes;
mod ending;
pub mod grown;
mod growth;
mod noise;
mod plan;
mod spread;
mod totals;

pub use agreement::Disagreement;
pub use changes::{Change, Changes, Difference, changes};
pub use ending::Ending;
pub use growth::{Factor, Growth, Measure};
pub use noise::Noise;
pub use plan::{Place, Plan, Runner};
pub use spread::Spread;
pub use totals::{Cell, Row, Tally};

use crate::engines::{Choice, ENGINES, Engine, SearchError};
use crate::plugin::{Instance, SolveError};
use crate::search::{Job, Kept, Limits, Stats};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What came of running engines on boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many boards there were.
    pub boards: usize,
    /// The engines, the reference first.
    pub engines: Vec<&'static str>,
    /// The runs, in any order. Complete, unless somebody cancelled.
    pub runs: Vec<Run>,
}

/// What one engine did on one board, once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Which run it was.
    pub place: Place,
    /// How it ended.
    pub ending: Ending,
    /// What it counted.
    pub stats: Stats,
    /// The most memory that its process took, as the system saw it, beyond what the process took before it.
    /// Measured for the first run in a process of its own only, and on Linux.
    pub process_bytes: Option<u64>,
}

impl Run {
    /// The time of the search itself: without tables that serve further boards as well.
    pub fn search_time(&self) -> Duration {
        self.stats.time.saturating_sub(self.stats.setup)
    }
}

/// Those of the engines that fit the puzzle, with their defaults.
pub fn fitting(instance: &dyn Instance, engines: &[&'static Engine]) -> Vec<Choice> {
    let abilities = instance.abilities();
    let choices = engines.iter().map(|&engine| Choice::from(engine));
    choices.filter(|choice| choice.missing(&abilities).is_none()).collect()
}

/// Runs each engine once on each board, one after another, each run with the whole of the limits.
///
/// The same engine twice runs once. Before anything is timed on a board, each engine runs for a moment, so that
/// the first in line is not at a disadvantage. Ends early, with the runs so far, when the job is cancelled.
///
/// # Errors
/// When an engine does not fit, before anything is run; when a text is no board.
///
/// # Example
/// See [the module](self).
pub fn run(
    instance: &dyn Instance,
    boards: &[String],
    engines: &[Choice],
    job: &Job<'_>,
) -> Result<Comparison, SolveError> {
    let engines = once(instance, ENGINES, engines.iter().cloned())?;
    let names = engines.iter().map(|engine| engine.name).collect();
    let plan = Plan { boards: boards.len(), engines: names, rounds: 1 };
    let mut comparison = Comparison::empty(&plan);
    // What engines build for all boards is built here, and counted.
    let kept = Kept::default();
    let job = Job { kept: Some(&kept), ..*job };
    let mut runner = InProcess { instance, boards, engines: &engines, job: &job };
    plan.carry_out(&mut runner, &mut comparison.runs, |_, _| Ok(()))?;
    Ok(comparison)
}

/// Runs engines in this process, which has no memory that is theirs alone.
pub struct InProcess<'a> {
    /// The instance.
    pub instance: &'a dyn Instance,
    /// The boards.
    pub boards: &'a [String],
    /// The engines.
    pub engines: &'a [Choice],
    /// What each run may use.
    pub job: &'a Job<'a>,
}

impl InProcess<'_> {
    fn engine(&self, name: &'static str) -> Result<&Choice, SearchError> {
        let known = || self.engines.iter().map(|engine| engine.name).collect();
        let found = self.engines.iter().find(|engine| engine.name == name);
        found.ok_or_else(|| SearchError::UnknownEngine { name: name.into(), known: known() })
    }
}

impl Runner for InProcess<'_> {
    type Error = SolveError;

    fn is_cancelled(&self) -> bool {
        self.job.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    fn warm_up(&mut self, board: usize, engine: &'static str) -> Result<(), SolveError> {
        warm_up(self.instance, &self.boards[board], self.engine(engine)?, self.job)
    }

    fn run(&mut self, place: Place) -> Result<Run, SolveError> {
        let engine = self.engine(place.engine)?;
        let answer = self.instance.solve(&self.boards[place.board], engine, self.job)?;
        let ending = Ending::from(&answer.outcome);
        Ok(Run { place, ending, stats: answer.stats, process_bytes: None })
    }
}

/// Runs an engine for a moment and throws the result away, so that the first one does not pay for cold
/// caches: on a board of some microseconds that is more than its search.
pub(crate) fn warm_up(
    instance: &dyn Instance,
    board: &str,
    engine: &Choice,
    job: &Job<'_>,
) -> Result<(), SolveError> {
    const EXPANSIONS: u64 = 10_000;
    let expansions = job.limits.expansions.map_or(EXPANSIONS, |limit| limit.min(EXPANSIONS));
    let limits = Limits { expansions: Some(expansions), ..job.limits };
    // Tables for all boards are left for the first run, which is timed.
    let kept = Kept::default();
    let job = Job { limits, kept: Some(&kept), observer: None, ..*job };
    instance.solve(board, engine, &job).map(drop)
}

/// These engines, each once, if all of them fit.
///
/// `known` are the engines that an error may name.
fn once(
    instance: &dyn Instance,
    known: &[&'static Engine],
    engines: impl Iterator<Item = Choice>,
) -> Result<Vec<Choice>, SearchError> {
    let abilities = instance.abilities();
    let mut all: Vec<Choice> = Vec::new();
    for engine in engines {
        if let Some(missing) = engine.missing(&abilities) {
            let fitting = fitting(instance, known).iter().map(|engine| engine.name).collect();
            return Err(SearchError::Missing { engine: engine.name, missing, fitting });
        }
        if all.iter().all(|other| other.name != engine.name) {
            all.push(engine);
        }
    }
    Ok(all)
}

/// Those of the engines that these texts say, each once, if all of them fit.
#[cfg(feature = "cli")]
pub(crate) fn chosen(
    instance: &dyn Instance,
    engines: &[&'static Engine],
    texts: &[&str],
) -> Result<Vec<Choice>, SearchError> {
    let choices: Vec<Choice> =
        texts.iter().map(|text| Choice::parse(engines, text)).collect::<Result<_, _>>()?;
    once(instance, engines, choices.into_iter())
}

impl Comparison {
    /// A comparison of which nothing has been run yet.
    pub fn empty(plan: &Plan) -> Self {
        Comparison { boards: plan.boards, engines: plan.engines.clone(), runs: Vec::new() }
    }

    /// What each engine did on each board, board by board, and within a board in the order of the engines.
    /// What was not begun is not there.
    pub fn cells(&self) -> Vec<Cell<'_>> {
        totals::cells(self)
    }

    /// The totals of each engine, in the order of [`engines`](Self::engines).
    pub fn rows(&self) -> Vec<Row> {
        totals::rows(self)
    }

    /// Puts the first engine that has answered every board first, which makes it the reference: for where
    /// nobody has asked for another one. Where there is none, nothing changes.
    pub fn choose_reference(&mut self) {
        if let Some(first) = self.rows().iter().position(Row::is_whole) {
            self.engines[..=first].rotate_right(1);
        }
    }

    /// The boards on which answers contradict each other, with the first two that do.
    ///
    /// A run that was stopped or gave up has no answer, but the costs that it ruled out count.
    pub fn disagreements(&self) -> Vec<Disagreement<'_>> {
        agreement::disagreements(self)
    }

    /// What makes the times doubtful.
    pub fn noise(&self) -> Vec<Noise> {
        noise::noise(self)
    }
}

#[cfg(test)]
mod tests;
