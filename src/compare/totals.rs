//! What an engine did on all boards together.

use super::{Comparison, Run};
use crate::search::{Optimality, Outcome, Stats};
use std::fmt;

/// The totals of one engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// The engine.
    pub engine: &'static str,
    /// How its runs ended.
    pub tally: Tally,
    /// How many of its solutions are proved to be of least cost.
    pub proved: usize,
    /// The sum of the costs of its solutions.
    pub cost: u64,
    /// The sums of the counters; of [`peak_bytes`](Stats::peak_bytes) the greatest.
    pub stats: Stats,
    /// Its time as a multiple of the reference's. `None` unless both answered every board: an engine
    /// that was stopped early is not a fast one.
    pub time_ratio: Option<f64>,
}

/// How many runs ended in which way.
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
}

pub(super) fn rows(comparison: &Comparison) -> Vec<Row> {
    let total = |&engine| {
        let runs = comparison.runs.iter().filter(|run| run.engine == engine);
        let empty = Row {
            engine,
            tally: Tally::default(),
            proved: 0,
            cost: 0,
            stats: Stats::default(),
            time_ratio: None,
        };
        runs.fold(empty, Row::with)
    };
    let mut rows: Vec<Row> = comparison.engines.iter().map(total).collect();
    let whole = |row: &Row| {
        (row.tally.answered() == comparison.boards)
            .then_some(row.stats.time)
            .filter(|t| !t.is_zero())
    };
    if let Some(reference) = rows.first().and_then(whole) {
        for row in &mut rows {
            row.time_ratio = whole(row).map(|time| time.div_duration_f64(reference));
        }
    }
    rows
}

impl Row {
    fn with(mut self, run: &Run) -> Self {
        self.tally.add(&run.outcome);
        if let Some(solution) = run.outcome.solution() {
            self.proved += usize::from(solution.optimality == Optimality::Proved);
            self.cost += solution.cost;
        }
        let (sum, more) = (&mut self.stats, &run.stats);
        sum.expanded += more.expanded;
        sum.generated += more.generated;
        sum.duplicates += more.duplicates;
        sum.distinct += more.distinct;
        sum.evaluated += more.evaluated;
        sum.reopened += more.reopened;
        sum.peak_bytes = sum.peak_bytes.max(more.peak_bytes);
        sum.time += more.time;
        sum.setup += more.setup;
        self
    }
}

impl Tally {
    /// Counts one more.
    pub fn add<S, M>(&mut self, outcome: &Outcome<S, M>) {
        match outcome {
            Outcome::Solved(_) => self.solved += 1,
            Outcome::Unsolvable(_) => self.unsolvable += 1,
            Outcome::Limit(_) => self.limit += 1,
            Outcome::Cancelled => self.cancelled += 1,
            Outcome::GaveUp(_) => self.gave_up += 1,
        }
    }

    /// Runs that ended with an answer: solved, or proved unsolvable.
    pub fn answered(&self) -> usize {
        self.solved + self.unsolvable
    }

    /// Runs that ended without one.
    pub fn unanswered(&self) -> usize {
        self.limit + self.cancelled + self.gave_up
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
        ] {
            if count > 0 {
                write!(f, "{comma}{count} {way}")?;
                comma = ", ";
            }
        }
        if comma.is_empty() { f.write_str("none run") } else { Ok(()) }
    }
}
