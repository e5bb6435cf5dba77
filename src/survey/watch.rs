//! What a survey may use, and what is told while it runs.

use super::Store;
use crate::search::{Limit, Limits, Stop};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How to survey, and within what.
#[derive(Clone, Copy, Default)]
pub struct Request<'a> {
    /// The store; none to have one chosen.
    pub store: Option<Store>,
    /// Whether one state stands for all of its images, under the maps of the puzzle's symmetry that take the
    /// origins to themselves. All counts are those of all states nevertheless.
    pub symmetry: bool,
    /// Threads, 256 at most; none for one a core.
    pub threads: Option<NonZeroUsize>,
    /// How many states of the last layer to report.
    pub antipodes: usize,
    /// What the survey may use. Expansions are not limited.
    pub limits: Limits,
    /// Ends the survey when it becomes true.
    pub cancel: Option<&'a AtomicBool>,
    /// Called about ten times a second while the survey runs.
    pub observer: Option<&'a (dyn Fn(&SurveyProgress<'_>) + Sync)>,
}

impl fmt::Debug for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("store", &self.store)
            .field("symmetry", &self.symmetry)
            .field("threads", &self.threads)
            .field("antipodes", &self.antipodes)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

/// What is known of a survey that is still running.
#[derive(Debug, Clone, Copy)]
pub struct SurveyProgress<'a> {
    /// The layers that are complete.
    pub layers: &'a [u64],
    /// States found so far in the layer at hand, as far as one thread knows.
    pub in_layer: u64,
    /// How many states the puzzle's numbering has, where it has one: more than that cannot come.
    pub numbered: Option<u64>,
    /// Bytes that tables and frontiers take.
    pub bytes: u64,
    /// Time since the beginning.
    pub elapsed: Duration,
}

impl SurveyProgress<'_> {
    /// The time that is left if every numbered state is reached and the pace stays what it was on average: too
    /// long where few are reached, too short where the pace falls, as it does when the frontier outgrows the caches.
    /// None where the number of states is not known.
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn left_if_all_are_reached(&self) -> Option<Duration> {
        let states: u64 = self.layers.iter().sum::<u64>() + self.in_layer;
        let left = self.numbered?.saturating_sub(states);
        Duration::try_from_secs_f64(self.elapsed.as_secs_f64() * left as f64 / states as f64).ok()
    }
}

/// Holds a running survey to its limits.
pub(crate) struct Watch<'a> {
    request: &'a Request<'a>,
    numbered: Option<u64>,
    started: Instant,
    reported: Duration,
    layers: Vec<u64>,
    bytes: u64,
}

const BETWEEN_REPORTS: Duration = Duration::from_millis(100);

impl<'a> Watch<'a> {
    pub(crate) fn start(request: &'a Request<'a>, numbered: Option<u64>) -> Self {
        let started = Instant::now();
        Watch { request, numbered, started, reported: Duration::ZERO, layers: Vec::new(), bytes: 0 }
    }

    pub(crate) fn depth_limit(&self) -> Option<u64> {
        self.request.limits.depth
    }

    pub(crate) fn bytes_limit(&self) -> Option<u64> {
        self.request.limits.bytes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Notes a complete layer.
    pub(crate) fn finish_layer(&mut self, states: u64) {
        self.layers.push(states);
    }

    /// Notes how much is stored.
    pub(crate) fn store(&mut self, states: u64, bytes: u64) -> Result<(), Stop> {
        self.bytes = bytes;
        let Limits { states: most_states, bytes: most_bytes, .. } = self.request.limits;
        match (most_states, most_bytes) {
            (Some(limit), _) if states > limit => Err(Limit::States(limit).into()),
            (_, Some(limit)) if bytes > limit => Err(Limit::Bytes(limit).into()),
            _ => Ok(()),
        }
    }

    /// Looks at the clock and the cancel flag, and reports progress when that is due.
    pub(crate) fn look(&mut self, in_layer: u64) -> Result<(), Stop> {
        if self.request.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Stop::Cancelled);
        }
        let elapsed = self.elapsed();
        if let Some(limit) = self.request.limits.time
            && elapsed >= limit
        {
            return Err(Limit::Time(limit).into());
        }
        if let Some(observer) = self.request.observer
            && elapsed >= self.reported + BETWEEN_REPORTS
        {
            self.reported = elapsed;
            let (layers, numbered, bytes) = (&self.layers[..], self.numbered, self.bytes);
            observer(&SurveyProgress { layers, in_layer, numbered, bytes, elapsed });
        }
        Ok(())
    }
}
