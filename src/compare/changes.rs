//! What has changed since an earlier comparison, beyond noise.

use super::totals::seconds_by_round;
use super::{Cell, Comparison, Ending, Spread};
use crate::search::Optimality;
use std::fmt;

/// Something that an engine does differently on the boards that two comparisons have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The engine.
    pub engine: &'static str,
    /// What it is.
    pub what: Difference,
}

/// A difference between two comparisons.
#[derive(Debug, Clone, PartialEq)]
pub enum Difference {
    /// A board ends in another way, or costs something else.
    Ending {
        /// The board of the later comparison, counted from 0.
        board: usize,
        /// How it ended, in words.
        before: String,
        /// How it ends now.
        after: String,
    },
    /// A counter has another sum over the boards that both answered: counts are exact, so any difference is
    /// one.
    Count {
        /// Which.
        counter: &'static str,
        /// The sum before.
        before: u64,
        /// The sum now.
        after: u64,
    },
    /// The searches on the boards that both answered take another time, by more than their noise.
    Seconds {
        /// The time before.
        before: Spread,
        /// The time now.
        after: Spread,
    },
}

type Counter = (&'static str, fn(&Cell<'_>) -> u64);

/// The counters that are compared.
const COUNTERS: [Counter; 4] = [
    ("expanded", |cell| cell.stats().expanded),
    ("generated", |cell| cell.stats().generated),
    ("distinct", |cell| cell.stats().distinct),
    ("bytes of tables", |cell| cell.stats().peak_bytes),
];

/// Less than this part of the time is no change worth a word.
const NOTICEABLE: f64 = 0.05;
/// Times below this, in seconds, are too short to compare.
const SHORT: f64 = 1e-3;

/// The changes from one comparison to another, each with its boards as text. Engines and boards that only one
/// of them has are passed over.
///
/// Counts are compared exactly. Times are compared where both have several rounds on the boards that both
/// answered: they have changed when they differ by a twentieth at least and lie farther apart than twice
/// their half widths together. `with_times` is for comparisons from the same machine.
pub fn changes(
    before: (&Comparison, &[String]),
    after: (&Comparison, &[String]),
    with_times: bool,
) -> Vec<Change> {
    let (old_cells, new_cells) = (before.0.cells(), after.0.cells());
    let mut changes = Vec::new();
    for &engine in &after.0.engines {
        let pairs: Vec<(&Cell<'_>, &Cell<'_>)> = new_cells
            .iter()
            .filter(|new| new.engine == engine)
            .filter_map(|new| {
                let same = |old: &&Cell<'_>| {
                    old.engine == engine && before.1[old.board] == after.1[new.board]
                };
                Some((old_cells.iter().find(same)?, new))
            })
            .collect();
        let found = of_engine(&pairs, with_times).into_iter();
        changes.extend(found.map(|what| Change { engine, what }));
    }
    changes
}

fn of_engine(pairs: &[(&Cell<'_>, &Cell<'_>)], with_times: bool) -> Vec<Difference> {
    let endings = pairs.iter().filter_map(|(old, new)| {
        let (before, after) = (in_words(old), in_words(new));
        (before != after).then_some(Difference::Ending { board: new.board, before, after })
    });
    let answered =
        pairs.iter().filter(|(old, new)| old.ending().is_answer() && new.ending().is_answer());
    let (old, new): (Vec<&Cell<'_>>, Vec<&Cell<'_>>) = answered.copied().unzip();
    let counts = COUNTERS.iter().filter_map(|&(counter, of)| {
        let sum = |cells: &[&Cell<'_>]| cells.iter().map(|cell| of(cell)).sum::<u64>();
        let (before, after) = (sum(&old), sum(&new));
        (before != after).then_some(Difference::Count { counter, before, after })
    });
    let seconds = (with_times && !old.is_empty()).then(|| seconds(&old, &new)).flatten();
    endings.chain(counts).chain(seconds).collect()
}

fn seconds(old: &[&Cell<'_>], new: &[&Cell<'_>]) -> Option<Difference> {
    let before = Spread::of(seconds_by_round(old))?;
    let after = Spread::of(seconds_by_round(new))?;
    let is_judged = before.count > 1 && after.count > 1 && before.median.min(after.median) >= SHORT;
    let distance = (after.median - before.median).abs();
    let noise = 2.0 * (before.half_width() + after.half_width());
    let is_change = is_judged && distance > noise && distance > NOTICEABLE * before.median;
    is_change.then_some(Difference::Seconds { before, after })
}

fn in_words(cell: &Cell<'_>) -> String {
    match cell.ending() {
        Ending::Solved { cost, optimality: Optimality::Proved, .. } => {
            format!("solved at the least cost of {cost}")
        }
        Ending::Solved { cost, .. } => format!("solved at a cost of {cost}"),
        Ending::Unsolvable { .. } => "unsolvable".into(),
        Ending::Limit { reason, .. } => format!("stopped by {reason}"),
        Ending::Cancelled => "cancelled".into(),
        Ending::GaveUp { .. } => "gave up".into(),
        Ending::Crashed { .. } => "crashed".into(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "per cent")]
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let engine = self.engine;
        let per_cent =
            |before: f64, after: f64| format!("{:+.1} %", (after / before - 1.0) * 100.0);
        match &self.what {
            Difference::Ending { board, before, after } => {
                write!(f, "{engine} on board {}: {before} before, {after} now", board + 1)
            }
            Difference::Count { counter, before: 0, after } => {
                write!(f, "{engine}: {after} {counter}, none before")
            }
            Difference::Count { counter, before, after } => {
                let by = per_cent(*before as f64, *after as f64);
                write!(f, "{engine}: {after} {counter}, {before} before ({by})")
            }
            Difference::Seconds { before, after } => {
                let by = per_cent(before.median, after.median);
                let time = |seconds: f64| match seconds {
                    1.0.. => format!("{seconds:.2} s"),
                    _ => format!("{:.2} ms", seconds * 1e3),
                };
                let (now, then) = (time(after.median), time(before.median));
                write!(f, "{engine}: {now}, {then} before ({by})")
            }
        }
    }
}
