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
    /// Its runs by round. At least one: what is summed up below panics without.
    pub runs: Vec<&'c Run>,
}

impl Cell<'_> {
    /// How it ended: the first ending that is no answer, or that of the first run.
    ///
    /// # Panics
    /// Without a run.
    pub fn ending(&self) -> &Ending {
        let unanswered = self.runs.iter().find(|run| !run.ending.is_answer());
        &unanswered.unwrap_or(&self.runs[0]).ending
    }

    /// What its search counted, [which is the same](Cell::is_deterministic) in each round of nearly all engines: that
    /// of the first run. The bytes are those of the run that took most.
    ///
    /// # Panics
    /// Without a run.
    pub fn stats(&self) -> Stats {
        let bytes = self.runs.iter().map(|run| run.stats.peak_bytes).max().unwrap_or_default();
        Stats { peak_bytes: bytes, ..self.runs[0].stats }
    }

    /// The seconds that a search took.
    ///
    /// # Panics
    /// Without a run.
    pub fn seconds(&self) -> Spread {
        let seconds = self.runs.iter().map(|run| run.search_time().as_secs_f64());
        Spread::of(seconds).expect("a cell has a run")
    }

    /// The time that went into tables for further boards: that of the first run, which made them.
    pub fn setup(&self) -> Duration {
        self.runs.iter().map(|run| run.stats.setup).max().unwrap_or_default()
    }

    /// The most memory that its process took in the first round. What was broken off goes on in a process
    /// of its own, whose memory is that of a later round.
    pub fn process_bytes(&self) -> Option<u64> {
        self.runs.iter().find_map(|run| run.process_bytes)
    }

    /// Whether every round has counted the same. Only answers are compared: where a clock ends a search, it
    /// has counted something else each time. So has a run that made tables for others of bytes.
    pub fn is_deterministic(&self) -> bool {
        let (peak_bytes, time, setup) = (0, Duration::ZERO, Duration::ZERO);
        let answered = self.runs.iter().filter(|run| run.ending.is_answer());
        let mut counts = answered.map(|run| Stats { peak_bytes, time, setup, ..run.stats });
        let first = counts.next();
        counts.all(|other| Some(other) == first)
    }
}

/// The totals of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The engine.
    pub engine: &'static str,
    /// How many boards there are.
    pub boards: usize,
    /// How its cells ended, as far as they were begun.
    pub tally: Tally,
    /// How many of its solutions are proved to be of least cost.
    pub proved: usize,
    /// The sum of the costs of its solutions.
    pub cost: u64,
    /// The sums of the counters over the boards, each counted once; of [`peak_bytes`](Stats::peak_bytes) the
    /// greatest. [`setup`](Stats::setup) is what it takes to make tables for all boards once: the longest that
    /// a board took. [`time`](Stats::time) is that and the searches of the first runs.
    pub stats: Stats,
    /// The most memory that a process of its took.
    pub process_bytes: Option<u64>,
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
        let mut row = Row::of(engine, comparison.boards, &cells);
        if let Some(reference) = reference.as_deref()
            && row.is_whole()
            && Row::of(engine, comparison.boards, reference).is_whole()
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
    fn of(engine: &'static str, boards: usize, cells: &[&Cell<'_>]) -> Self {
        let mut row = Row {
            engine,
            boards,
            tally: Tally::default(),
            proved: 0,
            cost: 0,
            stats: Stats::default(),
            process_bytes: cells.iter().filter_map(|cell| cell.process_bytes()).max(),
            seconds: None,
            time_ratio: None,
        };
        for cell in cells {
            row.add(cell);
        }
        row.stats.setup = cells.iter().map(|cell| cell.setup()).max().unwrap_or_default();
        row.stats.time += row.stats.setup;
        if !cells.is_empty() {
            row.seconds = Spread::of(seconds_by_round(cells));
        }
        row
    }

    fn add(&mut self, cell: &Cell<'_>) {
        self.tally.add_ending(cell.ending());
        if let Ending::Solved { cost, optimality, .. } = *cell.ending() {
            self.proved += usize::from(optimality == Optimality::Proved);
            self.cost = self.cost.saturating_add(cost);
        }
        let (sum, more) = (&mut self.stats, cell.stats());
        sum.expanded = sum.expanded.saturating_add(more.expanded);
        sum.generated = sum.generated.saturating_add(more.generated);
        sum.duplicates = sum.duplicates.saturating_add(more.duplicates);
        sum.distinct = sum.distinct.saturating_add(more.distinct);
        sum.evaluated = sum.evaluated.saturating_add(more.evaluated);
        sum.reopened = sum.reopened.saturating_add(more.reopened);
        sum.peak_bytes = sum.peak_bytes.max(more.peak_bytes);
        sum.time = sum.time.saturating_add(more.time.saturating_sub(more.setup));
    }

    /// Whether it has answered every board. Another one is not ranked.
    pub fn is_whole(&self) -> bool {
        self.boards > 0 && self.tally.answered() == self.boards
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
