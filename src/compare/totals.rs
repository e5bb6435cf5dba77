//! What an engine did on one board, and on all boards together.

use super::{Comparison, Ending, Run, Spread};
use crate::search::{Optimality, Outcome, Stats};
use std::fmt;
use std::time::Duration;

/// What one engine did on one board, in all of its rounds.
#[derive(Debug, Clone)]
pub struct Cell<'c> {
    /// The board, counted from 0.
    pub board: usize,
    /// The engine.
    pub engine: &'static str,
    /// Its runs, at least one, by round.
    pub runs: Vec<&'c Run>,
}

impl Cell<'_> {
    /// How it ended: the first ending that is no answer, or that of the first run.
    pub fn ending(&self) -> &Ending {
        let unanswered = self.runs.iter().find(|run| !run.ending.is_answer());
        &unanswered.unwrap_or(&self.runs[0]).ending
    }

    /// What its search counted, the same in each round: that of the first run which did not make tables for
    /// further boards, or if there is none, of the first. The bytes are those of the run that took most.
    pub fn stats(&self) -> Stats {
        let search = self.runs.iter().find(|run| run.stats.setup.is_zero());
        let bytes = self.runs.iter().map(|run| run.stats.peak_bytes).max().unwrap_or_default();
        Stats { peak_bytes: bytes, ..search.unwrap_or(&self.runs[0]).stats }
    }

    /// The seconds that a search took.
    #[expect(clippy::missing_panics_doc, reason = "a cell has a run")]
    pub fn seconds(&self) -> Spread {
        let seconds = self.runs.iter().map(|run| run.search_time().as_secs_f64());
        Spread::of(seconds).expect("a cell has a run")
    }

    /// The time that went into tables for further boards: that of the first run, which made them.
    pub fn setup(&self) -> Duration {
        self.runs.iter().map(|run| run.stats.setup).max().unwrap_or_default()
    }

    /// The most memory that a process of its took.
    pub fn process_bytes(&self) -> Option<u64> {
        self.runs.iter().filter_map(|run| run.process_bytes).max()
    }

    /// Whether every round has counted the same. Only answers are compared: where a clock ends a search, it
    /// has counted something else each time; and a run that made tables with others that did.
    pub fn is_deterministic(&self) -> bool {
        let counts = |run: &Run| Stats { time: Duration::ZERO, setup: Duration::ZERO, ..run.stats };
        let (made, found): (Vec<&Run>, Vec<&Run>) = self
            .runs
            .iter()
            .filter(|run| run.ending.is_answer())
            .partition(|run| !run.stats.setup.is_zero());
        let all_same =
            |runs: &[&Run]| runs.windows(2).all(|pair| counts(pair[0]) == counts(pair[1]));
        all_same(&made) && all_same(&found)
    }
}

/// The totals of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The engine.
    pub engine: &'static str,
    /// How its cells ended.
    pub tally: Tally,
    /// How many of its solutions are proved to be of least cost.
    pub proved: usize,
    /// The sum of the costs of its solutions.
    pub cost: u64,
    /// The sums of the counters over the boards, each counted once; of [`peak_bytes`](Stats::peak_bytes) the
    /// greatest. Times are those of the first round.
    pub stats: Stats,
    /// The most memory that a process of its took.
    pub process_bytes: Option<u64>,
    /// The time that went into tables for further boards, where they were made.
    pub setup: Duration,
    /// The seconds that the searches on all boards took together, round by round. None before the first run.
    pub seconds: Option<Spread>,
    /// Its seconds as a multiple of the reference's, round by round. `None` unless both answered every board:
    /// an engine that was stopped early is not a fast one.
    pub time_ratio: Option<Spread>,
}

/// How many cells ended in which way.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// With a solution.
    pub solved: usize,
    /// With a proof that there is none.
    pub unsolvable: usize,
    /// At a limit.
    pub limit: usize,
    /// Because somebody cancelled.
    pub cancelled: usize,
    /// Without an answer, by an incomplete engine.
    pub gave_up: usize,
    /// With the end of a process.
    pub crashed: usize,
}

pub(super) fn cells(comparison: &Comparison) -> Vec<Cell<'_>> {
    let mut cells = Vec::with_capacity(comparison.boards * comparison.engines.len());
    for board in 0..comparison.boards {
        for &engine in &comparison.engines {
            cells.push(Cell { board, engine, runs: Vec::new() });
        }
    }
    for run in &comparison.runs {
        let engine = comparison.engines.iter().position(|&engine| engine == run.place.engine);
        if let Some(engine) = engine {
            cells[run.place.board * comparison.engines.len() + engine].runs.push(run);
        }
    }
    cells.retain(|cell| !cell.runs.is_empty());
    for cell in &mut cells {
        cell.runs.sort_by_key(|run| run.place.round);
    }
    cells
}

pub(super) fn rows(comparison: &Comparison) -> Vec<Row> {
    let cells = cells(comparison);
    let of_engine =
        |engine| -> Vec<_> { cells.iter().filter(|cell| cell.engine == engine).collect() };
    let reference = comparison.engines.first().map(|&engine| of_engine(engine));
    let row = |&engine: &&'static str| {
        let cells = of_engine(engine);
        let mut row = Row::of(engine, &cells);
        let is_whole = |cells: &[&Cell<'_>]| {
            cells.len() == comparison.boards && cells.iter().all(|cell| cell.ending().is_answer())
        };
        if let Some(reference) = reference.as_deref().filter(|cells| is_whole(cells))
            && is_whole(&cells)
        {
            // By round, because runs of the same round were made under the same conditions.
            let pairs = seconds_by_round(&cells).into_iter().zip(seconds_by_round(reference));
            let ratios = pairs.filter(|&(_, of)| of > 0.0).map(|(seconds, of)| seconds / of);
            row.time_ratio = Spread::of(ratios);
        }
        row
    };
    comparison.engines.iter().map(row).collect()
}

/// The seconds of all cells together in each round that all of them have seen. A cell without an answer has
/// one run, which counts in each.
pub(super) fn seconds_by_round(cells: &[&Cell<'_>]) -> Vec<f64> {
    let answered = cells.iter().filter(|cell| cell.ending().is_answer());
    let rounds = answered.map(|cell| cell.runs.len()).min().unwrap_or(1);
    let in_round = |cell: &&Cell<'_>, round: usize| {
        let run = cell.runs.get(round).unwrap_or(&cell.runs[0]);
        run.search_time().as_secs_f64()
    };
    (0..rounds).map(|round| cells.iter().map(|cell| in_round(cell, round)).sum()).collect()
}

impl Row {
    fn of(engine: &'static str, cells: &[&Cell<'_>]) -> Self {
        let mut row = Row {
            engine,
            tally: Tally::default(),
            proved: 0,
            cost: 0,
            stats: Stats::default(),
            process_bytes: cells.iter().filter_map(|cell| cell.process_bytes()).max(),
            setup: cells.iter().map(|cell| cell.setup()).max().unwrap_or_default(),
            seconds: None,
            time_ratio: None,
        };
        for cell in cells {
            row.add(cell);
        }
        if !cells.is_empty() {
            row.seconds = Spread::of(seconds_by_round(cells));
        }
        row
    }

    fn add(&mut self, cell: &Cell<'_>) {
        self.tally.add_ending(cell.ending());
        if let Ending::Solved { cost, optimality, .. } = *cell.ending() {
            self.proved += usize::from(optimality == Optimality::Proved);
            self.cost += cost;
        }
        let (sum, more) = (&mut self.stats, cell.stats());
        sum.expanded += more.expanded;
        sum.generated += more.generated;
        sum.duplicates += more.duplicates;
        sum.distinct += more.distinct;
        sum.evaluated += more.evaluated;
        sum.reopened += more.reopened;
        sum.peak_bytes = sum.peak_bytes.max(more.peak_bytes);
        sum.time += more.time;
        sum.setup += more.setup;
    }

    /// Whether there are solutions of which the engine does not know that they are the best.
    pub fn has_unproved(&self) -> bool {
        self.proved < self.tally.solved
    }
}

impl Tally {
    /// Counts one more.
    pub fn add<S, M>(&mut self, outcome: &Outcome<S, M>) {
        self.add_ending(&Ending::from(outcome));
    }

    /// Counts one more.
    pub fn add_ending(&mut self, ending: &Ending) {
        *match ending {
            Ending::Solved { .. } => &mut self.solved,
            Ending::Unsolvable { .. } => &mut self.unsolvable,
            Ending::Limit { .. } => &mut self.limit,
            Ending::Cancelled => &mut self.cancelled,
            Ending::GaveUp { .. } => &mut self.gave_up,
            Ending::Crashed { .. } => &mut self.crashed,
        } += 1;
    }

    /// Those that ended with an answer: solved, or proved unsolvable.
    pub fn answered(&self) -> usize {
        self.solved + self.unsolvable
    }

    /// Those that ended without one.
    pub fn unanswered(&self) -> usize {
        self.limit + self.cancelled + self.gave_up + self.crashed
    }
}

/// `3 solved, 1 gave up`: the ways that there were.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for (count, way) in [
            (self.solved, "solved"),
            (self.unsolvable, "unsolvable"),
            (self.limit, "at a limit"),
            (self.cancelled, "cancelled"),
            (self.gave_up, "gave up"),
            (self.crashed, "crashed"),
        ] {
            if count > 0 {
                write!(f, "{comma}{count} {way}")?;
                comma = ", ";
            }
        }
        if comma.is_empty() { f.write_str("none run") } else { Ok(()) }
    }
}
