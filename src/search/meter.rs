//! The one place where a search is counted, limited, cancelled and watched.

use super::{Kept, Limit, Limits, Pass, Stats, Stop};
use std::fmt;
use std::num::NonZeroUsize;
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
    /// Threads for the engines that can use several, 256 at most; none for one a core. No answer and no count
    /// depends on it, but for the memory and time that are taken.
    pub threads: Option<NonZeroUsize>,
    /// Ends the search when it becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called about ten times a second while the search runs.
    pub observer: Option<&'a (dyn Fn(&Progress<'_>) + Sync)>,
}

impl fmt::Debug for Job<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Job")
            .field("limits", &self.limits)
            .field("wanted", &self.wanted)
            .field("threads", &self.threads)
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
pub struct Progress<'a> {
    /// The counts so far. [`Stats::lower_bound`] is the depth, or bound, that is being searched.
    pub stats: Stats,
    /// States stored and not yet expanded, where the engine knows.
    pub frontier: Option<u64>,
    /// The passes of a search that deepens, with the one that is under way.
    pub passes: &'a [Pass],
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
    /// The passes that were begun.
    passes: Vec<Pass>,
    /// Expansions before the last of them.
    before_pass: u64,
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
            passes: Vec::new(),
            before_pass: 0,
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

    /// The time since the clock was started.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
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
        let elapsed = self.elapsed();
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
            self.end_pass(self.stats.expanded);
            let (stats, frontier, passes) = (self.stats, self.frontier, &self.passes[..]);
            observer(&Progress { stats, frontier, passes });
        }
        Ok(())
    }

    /// Notes that a pass begins, and that so many expansions were made before. Its bound is what
    /// [`Stats::lower_bound`] is set to until the next one begins.
    pub fn begin_pass(&mut self, expanded: u64) {
        self.end_pass(expanded);
        self.before_pass = expanded;
        self.passes.push(Pass { bound: self.stats.lower_bound, expanded: 0 });
    }

    /// The expansions of the pass before the one that was begun last.
    pub(crate) fn last_pass(&self) -> u64 {
        let before = self.passes.len().checked_sub(2);
        before.map_or(0, |index| self.passes[index].expanded)
    }

    fn end_pass(&mut self, expanded: u64) {
        if let Some(pass) = self.passes.last_mut() {
            *pass = Pass {
                bound: self.stats.lower_bound,
                expanded: expanded.saturating_sub(self.before_pass),
            };
        }
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

    /// Stops the clock and hands over the counts, in all and of each pass.
    pub fn finish(mut self) -> (Stats, Vec<Pass>) {
        self.stats.time = self.started.elapsed();
        self.end_pass(self.stats.expanded);
        (self.stats, self.passes)
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
