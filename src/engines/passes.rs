//! What a depth-first search that deepens counts and remembers from pass to pass.

use super::walked::{PERIOD, Walked};
use crate::puzzle::State;
use crate::search::{Meter, Stats, Stop};
use std::mem;

/// The passes so far, and what the last one found.
pub(super) struct Passes<'p, 'm, K, M = ()> {
    pub(super) table: Walked<K>,
    /// What is remembered of states that are met beyond the table.
    pub(super) memory: M,
    pub(super) meter: &'p mut Meter<'m>,
    /// What g + h may be.
    pub(super) bound: u64,
    pub(super) cut: Cut,
    pub(super) generated: u64,
    pub(super) duplicates: u64,
    /// Expansions that were counted and not made.
    ahead: u64,
    /// The expansions of the last pass that took clearly more than those before.
    most: u64,
    /// How many passes there were since.
    pub(super) stale: u32,
}

/// What a pass, or a part of one, has left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The least by which g + h exceeded the bound.
    pub(super) excess: u64,
    /// Whether the heuristic ruled out a goal somewhere.
    pub(super) is_ruled_out: bool,
    /// Whether states were met without being looked up.
    pub(super) is_beyond: bool,
}

impl Cut {
    /// Nothing.
    const NONE: Cut = Cut { excess: u64::MAX, is_ruled_out: false, is_beyond: false };
}

/// How a pass, or a part of one, ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End<S> {
    /// At the last of these states.
    Goal(Vec<S>),
    /// All was walked that the bound allows.
    Done,
    /// At a move that costs nothing, while not all states are looked up.
    FreeMove,
}

/// What came of a part of a pass.
pub(super) struct Part<S> {
    pub(super) end: Result<End<S>, Stop>,
    pub(super) cut: Cut,
    pub(super) stats: Stats,
}

impl<'p, 'm, K: State, M: Default> Passes<'p, 'm, K, M> {
    /// None yet; all states are looked up until there are `few`.
    pub(super) fn new(few: usize, meter: &'p mut Meter<'m>) -> Self {
        Self::with(Walked::new(few), M::default(), 0, meter)
    }

    /// A part of a pass with this bound, in which no state is looked up.
    pub(super) fn part(bound: u64, memory: M, meter: &'p mut Meter<'m>) -> Self {
        Self::with(Walked::closed(), memory, bound, meter)
    }

    fn with(table: Walked<K>, memory: M, bound: u64, meter: &'p mut Meter<'m>) -> Self {
        Passes {
            table,
            memory,
            meter,
            bound,
            cut: Cut::NONE,
            generated: 0,
            duplicates: 0,
            ahead: 0,
            most: 0,
            stale: 0,
        }
    }

    /// Begins the next pass.
    pub(super) fn begin(&mut self, bound: u64) {
        self.table.begin_pass();
        self.meter.begin_pass(self.expanded());
        let last = self.meter.last_pass();
        if last > self.most + self.most / 8 {
            (self.most, self.stale) = (last, 0);
        } else {
            self.stale += 1;
        }
        self.meter.stats.lower_bound = bound;
        self.bound = bound;
        self.cut = Cut::NONE;
    }

    /// Adds what a part of this pass has counted and left out.
    pub(super) fn add(&mut self, cut: Cut, stats: &Stats) {
        self.flush();
        self.cut = Cut {
            excess: self.cut.excess.min(cut.excess),
            is_ruled_out: self.cut.is_ruled_out || cut.is_ruled_out,
            is_beyond: self.cut.is_beyond || cut.is_beyond,
        };
        let sum = &mut self.meter.stats;
        sum.expanded += stats.expanded;
        sum.generated += stats.generated;
        sum.duplicates += stats.duplicates;
        sum.evaluated += stats.evaluated;
    }

    /// Notes that a state is not walked, which needs so much and has `left`.
    #[inline]
    pub(super) fn leave_out(&mut self, need: u64, left: u64, h: u32) {
        if h == u32::MAX {
            self.cut.is_ruled_out = true;
        } else {
            self.cut.excess = self.cut.excess.min(need - left);
        }
    }

    /// Notes that a state is not walked of which the [memory](Passes::memory) knows that it needs so much, which
    /// is more than is `left`.
    #[cold]
    pub(super) fn pass_over(&mut self, need: u64, left: u64) {
        if need < u64::MAX {
            self.cut.excess = self.cut.excess.min(need - left);
        }
        // Its estimate was computed all the same.
        self.duplicates += 1;
        self.meter.stats.evaluated += 1;
    }

    /// Whether a state that was generated at cost `g` need not be walked. If it must, and `is_within` the
    /// bound, notes that it is. There are `more` bytes besides the table.
    ///
    /// # Errors
    /// When there is no room for it.
    #[cold]
    #[inline(never)]
    pub(super) fn is_known(
        &mut self,
        key: K,
        g: u64,
        depth: usize,
        is_within: bool,
        more: u64,
    ) -> Result<bool, Stop> {
        let is_known = self.table.knows(key, g, depth);
        if is_known {
            // Its estimate was computed all the same.
            self.duplicates += 1;
            self.meter.stats.evaluated += 1;
        } else if is_within {
            self.table.note(key, g, depth, more, self.meter)?;
        }
        Ok(is_known)
    }

    /// Counts an expansion.
    ///
    /// # Errors
    /// When the search has to end instead.
    #[inline]
    pub(super) fn expand(&mut self) -> Result<(), Stop> {
        if self.ahead == 0 {
            self.begin_period()?;
        }
        self.ahead -= 1;
        Ok(())
    }

    /// Counts the expansions of another period.
    #[cold]
    fn begin_period(&mut self) -> Result<(), Stop> {
        self.flush();
        self.table.review();
        self.ahead = self.meter.expand_ahead(PERIOD)?;
        Ok(())
    }

    /// Tells the meter what was counted.
    pub(super) fn flush(&mut self) {
        let stats = &mut self.meter.stats;
        stats.expanded -= mem::take(&mut self.ahead);
        stats.evaluated += self.generated - self.duplicates;
        stats.generated += mem::take(&mut self.generated);
        stats.duplicates += mem::take(&mut self.duplicates);
    }

    /// Expansions that were made.
    pub(super) fn expanded(&self) -> u64 {
        self.meter.stats.expanded - self.ahead
    }

    /// Notes that there are so many bytes besides the table.
    ///
    /// # Errors
    /// When that is over a limit.
    pub(super) fn store(&mut self, bytes: u64) -> Result<(), Stop> {
        self.table.store(bytes, self.meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Job;

    #[test]
    fn the_meter_knows_of_a_pass_that_has_not_ended() {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        let mut passes = Passes::<u8>::new(0, &mut meter);
        passes.begin(0);
        for _ in 0..=PERIOD {
            passes.expand().unwrap();
            passes.generated += 3;
            passes.duplicates += 1;
        }
        let stats = passes.meter.stats;
        assert_eq!(
            (stats.generated, stats.duplicates, stats.evaluated),
            (3 * PERIOD, PERIOD, 2 * PERIOD)
        );
        assert_eq!(passes.expanded(), PERIOD + 1);
        passes.flush();
        assert_eq!((meter.stats.expanded, meter.stats.generated), (PERIOD + 1, 3 * PERIOD + 3));
    }

    #[test]
    fn a_period_goes_on_in_the_next_pass() {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        let mut passes = Passes::<u8>::new(0, &mut meter);
        for bound in 0..PERIOD {
            passes.begin(bound);
            passes.expand().unwrap();
            assert_eq!(passes.meter.stats.expanded, PERIOD, "{bound}");
        }
        passes.expand().unwrap();
        assert_eq!(passes.meter.stats.expanded, 2 * PERIOD);
    }
}
