//! The one place where a search is counted, limited, cancelled and watched.

use super::{Kept, Limit, Limits, Stats, Stop};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What to search for, and within what.
#[derive(Clone, Copy, Default)]
pub struct Job<'a> {
    /// What the search may use.
    pub limits: Limits,
    /// One solution or all of them.
    pub wanted: Wanted,
    /// What engines have built for this instance and may use again; they add to it. Without it they build
    /// it anew each time.
    pub kept: Option<&'a Kept>,
    /// Ends the search when it becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called about ten times a second while the search runs.
    pub observer: Option<&'a (dyn Fn(&Progress) + Sync)>,
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("limits", &self.limits)
            .field("wanted", &self.wanted)
            .finish_non_exhaustive()
    }
}

/// How many solutions are asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wanted {
    /// One of the best.
    #[default]
    One,
    /// All of the best: counted, and listed up to a number.
    All {
        /// How many of them to list.
        list: u64,
    },
}

/// What is known of a search that is still running.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// The counts so far. [`Stats::lower_bound`] is the depth, or bound, that is being searched.
    pub stats: Stats,
    /// States stored and not yet expanded, where the engine knows.
    pub frontier: Option<u64>,
}

/// Counts a running search and holds it to its limits.
///
/// An engine calls [`expand`](Meter::expand) for each expansion and [`store`](Meter::store) when its
/// tables have grown, and ends with the error that either returns.
pub struct Meter<'a> {
    job: &'a Job<'a>,
    started: Instant,
    reported: Duration,
    /// How many expansions [`finish_setup`](Meter::finish_setup) has taken out of the counts: limits hold for them too.
    in_setup: u64,
    /// The counts so far; the engine adds to them.
    pub stats: Stats,
    /// States stored and not yet expanded, where the engine knows.
    pub frontier: Option<u64>,
}

/// The clock and the cancel flag are looked at once in this many expansions.
const EXPANSIONS_A_LOOK: u64 = 64;
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

impl<'a> Meter<'a> {
    /// Starts the clock.
    pub fn start(job: &'a Job<'a>) -> Self {
        Meter {
            job,
            started: Instant::now(),
            reported: Duration::ZERO,
            in_setup: 0,
            stats: Stats::default(),
            frontier: None,
        }
    }

    /// The limits that this meter holds the search to.
    pub fn limits(&self) -> &Limits {
        &self.job.limits
    }

    /// The job that it was started for.
    pub fn job(&self) -> &'a Job<'a> {
        self.job
    }

    /// How many solutions are wanted.
    pub fn wanted(&self) -> Wanted {
        self.job.wanted
    }

    /// Counts one expansion.
    ///
    /// # Errors
    /// When the search has to end instead.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if let Some(limit) = self.job.limits.expansions
            && self.stats.expanded + self.in_setup >= limit
        {
            return Err(Limit::Expansions(limit).into());
        }
        if self.stats.expanded.is_multiple_of(EXPANSIONS_A_LOOK) {
            self.look()?;
        }
        self.stats.expanded += 1;
        Ok(())
    }

    /// Counts expansions before they are made, `most` or as many as are allowed: for loops in which it would
    /// take long to count each. Returns how many; those that are not made in the end are to be taken from
    /// [`Stats::expanded`] again.
    ///
    /// # Errors
    /// When not even one is allowed.
    pub fn expand_ahead(&mut self, most: u64) -> Result<u64, Stop> {
        self.look()?;
        let limit = self.job.limits.expansions.unwrap_or(u64::MAX);
        let count = most.min(limit.saturating_sub(self.stats.expanded + self.in_setup));
        if count == 0 {
            return Err(Limit::Expansions(limit).into());
        }
        self.stats.expanded += count;
        Ok(count)
    }

    /// Notes how much is stored now.
    ///
    /// # Errors
    /// When that is over a limit.
    #[inline]
    pub fn store(&mut self, states: u64, bytes: u64) -> Result<(), Stop> {
        if let Some(limit) = self.job.limits.states
            && states > limit
        {
            return Err(Limit::States(limit).into());
        }
        if let Some(limit) = self.job.limits.bytes
            && bytes > limit
        {
            return Err(Limit::Bytes(limit).into());
        }
        self.stats.distinct = self.stats.distinct.max(states);
        self.stats.peak_bytes = self.stats.peak_bytes.max(bytes);
        Ok(())
    }

    /// Looks at the clock and the cancel flag, and reports progress when that is due. For loops that
    /// run long without an expansion; [`expand`](Meter::expand) does it by itself.
    ///
    /// # Errors
    /// When the time is over or the search was cancelled.
    pub fn look(&mut self) -> Result<(), Stop> {
        if self.job.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        if self.job.limits.time.is_none() && self.job.observer.is_none() {
            return Ok(());
        }
        let elapsed = self.started.elapsed();
        if let Some(limit) = self.job.limits.time
            && elapsed >= limit
        {
            return Err(Limit::Time(limit).into());
        }
        if let Some(observer) = self.job.observer
            && elapsed >= self.reported + BETWEEN_REPORTS
        {
            self.reported = elapsed;
            self.stats.time = elapsed;
            observer(&Progress { stats: self.stats, frontier: self.frontier });
        }
        Ok(())
    }

    /// Notes that what further boards need again is built now.
    ///
    /// States that were gone through for it are no longer counted, as their time is no time of the search: a
    /// board counts the same whether or not an earlier one has left the tables. What is stored still is.
    pub fn finish_setup(&mut self) {
        self.stats.setup = self.started.elapsed();
        self.in_setup += self.stats.expanded;
        let Stats { distinct, lower_bound, peak_bytes, time, setup, .. } = self.stats;
        self.stats = Stats { distinct, lower_bound, peak_bytes, time, setup, ..Stats::default() };
    }

    /// Stops the clock and hands over the counts.
    pub fn finish(mut self) -> Stats {
        self.stats.time = self.started.elapsed();
        self.stats
    }
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("job", &self.job)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}
