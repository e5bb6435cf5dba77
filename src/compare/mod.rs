//! Engines side by side: the same boards, the same limits, and whether the answers agree.
//!
//! ```
//! use puzzlespace::{compare, search::Job, testkit::toys::LAMPS};
//!
//! let instance = LAMPS.instance("")?;
//! let engines = compare::fitting(&*instance);
//! let comparison = compare::run(&*instance, &[instance.demo()], &engines, &Job::default())?;
//! assert!(comparison.disagreements().is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agreement;
mod totals;

pub use agreement::Disagreement;
pub use totals::{Row, Tally};

use crate::engines::SearchError;
use crate::plugin::{Instance, SolveError};
use crate::search::{Job, Kept, Limits, Outcome, Path, Stats};
use std::sync::atomic::Ordering;

/// What came of running engines on boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// How many boards there were.
    pub boards: usize,
    /// The engines, the reference first.
    pub engines: Vec<&'static str>,
    /// The runs, board by board, and within a board in the order of the engines. Complete, unless
    /// somebody cancelled.
    pub runs: Vec<Run>,
}

/// What one engine did on one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The board, counted from 0.
    pub board: usize,
    /// The engine.
    pub engine: &'static str,
    /// How it ended. Paths have their length and nothing else, so that many boards take little room.
    pub outcome: Outcome<(), ()>,
    /// What it counted.
    pub stats: Stats,
}

/// The engines that fit the puzzle, in the order of [their table](crate::engines::table).
pub fn fitting(instance: &dyn Instance) -> Vec<&'static str> {
    let engines = instance.engines().into_iter();
    engines.filter(|(_, missing)| missing.is_none()).map(|(about, _)| about.name).collect()
}

/// Runs each engine on each board, one after another, each run with the whole of the limits.
///
/// Engines named twice run once. Before anything is timed, each engine runs for a moment, so that the first
/// in line is not at a disadvantage. Ends early, with the runs so far, when the job is cancelled.
///
/// # Errors
/// When an engine does not exist or does not fit, before anything is run; when a text is no board.
///
/// # Example
/// See [the module](self).
pub fn run(
    instance: &dyn Instance,
    boards: &[String],
    engines: &[&str],
    job: &Job<'_>,
) -> Result<Comparison, SolveError> {
    run_watched(instance, boards, engines, job, |_, _| ())
}

/// The same as [`run`], which says before each run which board (counted from 0) and engine is next.
///
/// # Errors
/// As [`run`].
pub fn run_watched(
    instance: &dyn Instance,
    boards: &[String],
    engines: &[&str],
    job: &Job<'_>,
    mut next: impl FnMut(usize, &'static str),
) -> Result<Comparison, SolveError> {
    let engines = chosen(instance, engines)?;
    let mut comparison = Comparison { boards: boards.len(), engines, runs: Vec::new() };
    if let Some(board) = boards.first() {
        warm_up(instance, board, &comparison.engines, job)?;
    }
    // What engines build for all boards is built here, and counted.
    let kept = Kept::default();
    let job = &Job { kept: Some(&kept), ..*job };
    for (board, text) in boards.iter().enumerate() {
        for &engine in &comparison.engines {
            if job.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Ok(comparison);
            }
            next(board, engine);
            let answer = instance.solve(text, engine, job)?;
            comparison.runs.push(Run {
                board,
                engine,
                outcome: answer
                    .outcome
                    .map_paths(|path| Path { start: (), steps: vec![((), ()); path.steps.len()] }),
                stats: answer.stats,
            });
        }
    }
    Ok(comparison)
}

/// Runs each engine for a moment and throws the result away, so that the first one does not pay for cold
/// caches: on a board of some microseconds that is more than its search.
fn warm_up(
    instance: &dyn Instance,
    board: &str,
    engines: &[&str],
    job: &Job<'_>,
) -> Result<(), SolveError> {
    const EXPANSIONS: u64 = 10_000;
    let expansions = job.limits.expansions.map_or(EXPANSIONS, |limit| limit.min(EXPANSIONS));
    let limits = Limits { expansions: Some(expansions), ..job.limits };
    let kept = Kept::default();
    let job = Job { limits, kept: Some(&kept), observer: None, ..*job };
    engines.iter().try_for_each(|engine| instance.solve(board, engine, &job).map(drop))
}

/// The engines of these names, each once, if all of them fit.
pub(crate) fn chosen(
    instance: &dyn Instance,
    names: &[&str],
) -> Result<Vec<&'static str>, SearchError> {
    let table = instance.engines();
    let mut chosen = Vec::with_capacity(names.len());
    for &name in names {
        let Some((about, missing)) = table.iter().find(|(about, _)| about.name == name) else {
            let known = table.iter().map(|(about, _)| about.name).collect();
            return Err(SearchError::UnknownEngine { name: name.into(), known });
        };
        if let &Some(missing) = missing {
            let fitting = fitting(instance);
            return Err(SearchError::Missing { engine: about.name, missing, fitting });
        }
        if !chosen.contains(&about.name) {
            chosen.push(about.name);
        }
    }
    Ok(chosen)
}

impl Comparison {
    /// The totals of each engine, in the order of [`engines`](Self::engines).
    pub fn rows(&self) -> Vec<Row> {
        totals::rows(self)
    }

    /// The boards on which answers contradict each other, with the first two that do.
    ///
    /// A run that was stopped or gave up has no answer, but the costs that it ruled out count.
    pub fn disagreements(&self) -> Vec<Disagreement<'_>> {
        self.runs.chunk_by(|a, b| a.board == b.board).filter_map(agreement::disagreement).collect()
    }
}

#[cfg(test)]
mod tests;
