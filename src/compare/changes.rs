//! What has changed since an earlier comparison, beyond noise.

use super::grown::{self, Grown};
use super::noise::SHORT;
use super::totals::seconds_by_round;
use super::{Cell, Comparison, Spread};
use crate::units::count;
use std::fmt;

/// What came of setting two comparisons against each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Changes {
    /// What is different.
    pub found: Vec<Change>,
    /// How many boards of the later comparison the earlier one has as well.
    pub boards: usize,
    /// The engines that both have run on such a board.
    pub engines: Vec<&'static str>,
    /// Those of them whose times could not be compared: one round says nothing of noise, and too little time
    /// nothing at all.
    pub untimed: Vec<&'static str>,
    /// What each engine takes on the boards that both answered.
    pub grown: Vec<Grown>,
    /// Boards that an engine answered before and does not now: the engine, and the board, counted from 0.
    pub lost: Vec<(&'static str, usize)>,
}

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
    /// A counter is not the same on each board that both answered.
    Count {
        /// Which.
        counter: &'static str,
        /// On how many boards.
        boards: usize,
        /// Over all boards that both answered, its sum before, or of bytes the most.
        before: u64,
        /// The same now.
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

/// A counter that is compared.
struct Counter {
    name: &'static str,
    /// Its name as a measure.
    measure: &'static str,
    of: fn(&Cell<'_>) -> u64,
    /// How those of several boards are put together.
    all: fn(u64, u64) -> u64,
}

const COUNTERS: [Counter; 7] = [
    Counter {
        name: "expanded",
        measure: "expanded",
        of: |cell| cell.stats().expanded,
        all: u64::saturating_add,
    },
    Counter {
        name: "generated",
        measure: "generated",
        of: |cell| cell.stats().generated,
        all: u64::saturating_add,
    },
    Counter {
        name: "duplicates",
        measure: "duplicates",
        of: |cell| cell.stats().duplicates,
        all: u64::saturating_add,
    },
    Counter {
        name: "distinct",
        measure: "distinct",
        of: |cell| cell.stats().distinct,
        all: u64::saturating_add,
    },
    Counter {
        name: "evaluated",
        measure: "evaluated",
        of: |cell| cell.stats().evaluated,
        all: u64::saturating_add,
    },
    Counter {
        name: "reopened",
        measure: "reopened",
        of: |cell| cell.stats().reopened,
        all: u64::saturating_add,
    },
    Counter {
        name: "bytes of tables",
        measure: "memory",
        of: |cell| cell.stats().peak_bytes,
        all: u64::max,
    },
];

/// Less than this part of the time is no change worth a word.
const NOTICEABLE: f64 = 0.05;

/// The changes from one comparison to another, each with its boards as text. Engines and boards that only one
/// of them has are passed over, and counted.
///
/// Counts are compared exactly, board by board, but for boards on which the rounds of one side differ. Times are
/// compared where both have several rounds on the boards that both answered, and one of them takes a millisecond: they
/// have changed when they differ by a twentieth at least and lie farther apart than twice their half widths together.
/// `with_times` is for comparisons from the same machine.
pub fn changes(
    before: (&Comparison, &[String]),
    after: (&Comparison, &[String]),
    with_times: bool,
) -> Changes {
    let (old_cells, new_cells) = (before.0.cells(), after.0.cells());
    let boards = after.1.iter().filter(|board| before.1.contains(board)).count();
    let mut changes = Changes { boards, ..Changes::default() };
    for &engine in &after.0.engines {
        let (old, new): (Vec<&Cell<'_>>, Vec<&Cell<'_>>) = new_cells
            .iter()
            .filter(|new| new.engine == engine)
            .filter_map(|new| {
                let same = |old: &&Cell<'_>| {
                    old.engine == engine && before.1[old.board] == after.1[new.board]
                };
                Some((old_cells.iter().find(same)?, new))
            })
            .unzip();
        if new.is_empty() {
            continue;
        }
        changes.engines.push(engine);
        let endings = old.iter().zip(&new).filter_map(|(old, new)| {
            let (before, after) = (old.ending().to_string(), new.ending().to_string());
            (before != after).then_some(Difference::Ending { board: new.board, before, after })
        });
        let mut found: Vec<Difference> = endings.collect();
        let is_lost = |(old, new): &(&&Cell<'_>, &&Cell<'_>)| {
            old.ending().is_answer() && !new.ending().is_answer()
        };
        let lost = old.iter().zip(&new).filter(is_lost);
        changes.lost.extend(lost.map(|(_, new)| (engine, new.board)));
        let answered = old
            .into_iter()
            .zip(new)
            .filter(|(old, new)| old.ending().is_answer() && new.ending().is_answer());
        let (old, new): (Vec<&Cell<'_>>, Vec<&Cell<'_>>) = answered.unzip();
        let (exact_old, exact_new): (Vec<&Cell<'_>>, Vec<&Cell<'_>>) = old
            .iter()
            .zip(&new)
            .filter(|(old, new)| old.is_deterministic() && new.is_deterministic())
            .unzip();
        let differences =
            COUNTERS.iter().filter_map(|counter| counter.difference(&exact_old, &exact_new));
        found.extend(differences);
        if !exact_old.is_empty() {
            let grown =
                COUNTERS.iter().map(|counter| counter.grown(engine, &exact_old, &exact_new));
            changes.grown.extend(grown);
        }
        changes.grown.extend(grown::cost(engine, &old, &new));
        if with_times && !old.is_empty() {
            match seconds(&old, &new) {
                Some((before, after)) => {
                    let grown = Grown {
                        engine,
                        measure: "time",
                        before: before.median,
                        after: after.median,
                        noise: noise(before, after),
                    };
                    found.extend(
                        is_change(before, after).then_some(Difference::Seconds { before, after }),
                    );
                    changes.grown.push(grown);
                }
                None => changes.untimed.push(engine),
            }
        }
        changes.found.extend(found.into_iter().map(|what| Change { engine, what }));
    }
    changes
}

impl Counter {
    fn difference(&self, old: &[&Cell<'_>], new: &[&Cell<'_>]) -> Option<Difference> {
        let pairs = old.iter().zip(new);
        let boards = pairs.filter(|(old, new)| (self.of)(old) != (self.of)(new)).count();
        let (counter, before, after) = (self.name, self.over(old), self.over(new));
        (boards > 0).then_some(Difference::Count { counter, boards, before, after })
    }

    #[expect(clippy::cast_precision_loss, reason = "per cent")]
    fn grown(&self, engine: &'static str, old: &[&Cell<'_>], new: &[&Cell<'_>]) -> Grown {
        let (before, after) = (self.over(old) as f64, self.over(new) as f64);
        Grown { engine, measure: self.measure, before, after, noise: 0.0 }
    }

    fn over(&self, cells: &[&Cell<'_>]) -> u64 {
        cells.iter().map(|cell| (self.of)(cell)).fold(0, self.all)
    }
}

/// The times of both; none where they cannot be compared.
fn seconds(old: &[&Cell<'_>], new: &[&Cell<'_>]) -> Option<(Spread, Spread)> {
    let before = Spread::of(seconds_by_round(old))?;
    let after = Spread::of(seconds_by_round(new))?;
    let is_long = before.median.max(after.median) >= SHORT;
    (before.count >= 2 && after.count >= 2 && is_long).then_some((before, after))
}

/// Times that lie no farther apart are the same.
fn noise(before: Spread, after: Spread) -> f64 {
    2.0 * (before.half_width() + after.half_width())
}

fn is_change(before: Spread, after: Spread) -> bool {
    let distance = (after.median - before.median).abs();
    distance > noise(before, after) && distance > NOTICEABLE * before.median
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
            Difference::Count { counter, boards, before, after } if before == after => {
                let boards = count(*boards as u64);
                write!(
                    f,
                    "{engine}: {} {counter} as before, but not the same on {boards} of the boards",
                    count(*after)
                )
            }
            Difference::Count { counter, before: 0, after, .. } => {
                write!(f, "{engine}: {} {counter}, none before", count(*after))
            }
            Difference::Count { counter, before, after, .. } => {
                let by = per_cent(*before as f64, *after as f64);
                let (now, then) = (count(*after), count(*before));
                write!(f, "{engine}: {now} {counter}, {then} before ({by})")
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
