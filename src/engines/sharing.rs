//! The parts of a pass shared out among threads, to the end that one thread would come to.

use super::passes::{End, Part, Passes};
use crate::puzzle::State;
use crate::search::{Job, Limit, Limits, Meter, Stop};
use crate::threads;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// What is in use before any part is walked.
pub(super) struct Before {
    /// All bytes.
    pub(super) bytes: u64,
    /// Those of them that every part counts once more.
    pub(super) shared_bytes: u64,
}

/// Walks `parts` parts of a pass by `walk`, each within the job that it is given, and adds them to the pass.
///
/// The pass ends with the first part in order that does not walk all it may. Later ones are broken off and
/// do not count, so that outcome and counts are those of one part after another, however many threads there
/// are; but a search that is cancelled or out of time counts all that was done.
///
/// # Errors
/// When the search has to end.
pub(super) fn share_out<S: State, K: State>(
    parts: usize,
    before: &Before,
    pass: &mut Passes<'_, '_, K>,
    walk: impl Fn(usize, &Job<'_>) -> Part<S> + Sync,
) -> Result<End<S>, Stop> {
    pass.flush();
    let job = pass.meter.job();
    let threads = threads::count(job.threads).min(parts);
    let limit = job.limits.expansions.unwrap_or(u64::MAX);
    let own_bytes = before.bytes + (parts * size_of::<Option<Part<S>>>()) as u64;
    pass.store(own_bytes)?;
    let bytes = job
        .limits
        .bytes
        .map(|limit| before.shared_bytes + limit.saturating_sub(own_bytes) / threads.max(1) as u64);
    let desk = Desk::new(parts, threads, limit - pass.meter.stats.expanded);
    let work = |thread: usize| {
        let note = |progress: &crate::search::Progress<'_>| {
            desk.under_way[thread].store(progress.stats.expanded, Ordering::Relaxed);
        };
        while let Some((part, expansions)) = desk.take(thread) {
            let job = Job {
                limits: Limits { expansions: Some(expansions), bytes, ..Limits::default() },
                cancel: Some(&desk.is_useless[thread]),
                observer: job.observer.is_some().then_some(&note),
                ..Job::default()
            };
            desk.put(thread, walk(part, &job));
        }
    };
    let stop = thread::scope(|scope| {
        let supervisor = thread::current();
        let start = |&thread: &usize| {
            let leave = Leave { desk: &desk, supervisor: supervisor.clone() };
            let work = &work;
            let started = threads::spawn(scope, move || {
                let _leave = leave;
                work(thread);
            });
            started.is_some()
        };
        // Without any, the parts would be walked by nobody.
        if (0..threads).filter(start).count() == 0 && threads > 0 {
            return Some(Limit::Refused(STACK).into());
        }
        desk.watch(pass.meter)
    });
    let mut peak_bytes = before.shared_bytes;
    let mut end = stop.map_or(Ok(End::Done), Err);
    for (index, part) in desk.into_parts().into_iter().enumerate() {
        let Some(part) = part else { continue };
        peak_bytes = peak_bytes.max(part.stats.peak_bytes);
        if stop.is_some() {
            pass.add(part.cut, &part.stats);
            continue;
        }
        let left = limit - pass.meter.stats.expanded;
        // Where the limit was passed in the midst of it: once more, as far as that.
        let part = if part.stats.expanded > left {
            let time = job.limits.time.map(|limit| limit.saturating_sub(pass.meter.elapsed()));
            let limits = Limits { time, expansions: Some(left), bytes, ..Limits::default() };
            walk(index, &Job { limits, cancel: job.cancel, ..Job::default() })
        } else {
            part
        };
        pass.add(part.cut, &part.stats);
        if part.end != Ok(End::Done) {
            // What a part may use is less than the whole may.
            end = part.end.map_err(|stop| match stop {
                Stop::Limit(Limit::Expansions(_)) => Limit::Expansions(limit).into(),
                Stop::Limit(Limit::Bytes(part)) => {
                    Limit::Bytes(job.limits.bytes.unwrap_or(part)).into()
                }
                Stop::Limit(Limit::Time(left)) => {
                    Limit::Time(job.limits.time.unwrap_or(left)).into()
                }
                _ => stop,
            });
            break;
        }
    }
    let of_parts = (peak_bytes - before.shared_bytes) * threads as u64;
    pass.store(own_bytes + of_parts).and(end)
}

/// What a thread takes at the least, in bytes: one that the system does not start is told as memory that it refuses.
const STACK: u64 = 2 << 20;

/// Where threads take parts and put what came of them.
struct Desk<S> {
    state: Mutex<Parts<S>>,
    /// Whether the part that a thread has is of no use any more.
    is_useless: Vec<AtomicBool>,
    /// The expansions of the part that a thread has, as far as it has told.
    under_way: Vec<AtomicU64>,
    /// How many threads there are still.
    working: AtomicUsize,
}

struct Parts<S> {
    /// The next part to be taken.
    next: usize,
    /// Parts from here on are of no use.
    end: usize,
    /// The part that each thread has, or had last.
    taken: Vec<usize>,
    put: Vec<Option<Part<S>>>,
    /// All parts before this one are put.
    in_order: usize,
    /// Expansions that those have left.
    left: u64,
    /// Expansions of all that were put.
    expanded: u64,
}

/// So often the clock and the cancel flag are looked at.
const LOOK: Duration = Duration::from_millis(10);

impl<S> Desk<S> {
    /// A desk with so many parts, which may take so many expansions.
    fn new(parts: usize, threads: usize, expansions: u64) -> Self {
        let state = Parts {
            next: 0,
            end: parts,
            taken: vec![0; threads],
            put: (0..parts).map(|_| None).collect(),
            in_order: 0,
            left: expansions,
            expanded: 0,
        };
        Desk {
            state: Mutex::new(state),
            is_useless: (0..threads).map(|_| AtomicBool::new(false)).collect(),
            under_way: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            working: AtomicUsize::new(threads),
        }
    }

    fn state(&self) -> MutexGuard<'_, Parts<S>> {
        // Puzzles are asked outside of it, so that none can have panicked there.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next part, and how many expansions it may take at most.
    fn take(&self, thread: usize) -> Option<(usize, u64)> {
        let mut state = self.state();
        let part = state.next;
        if part >= state.end {
            return None;
        }
        state.next += 1;
        state.taken[thread] = part;
        Some((part, state.left))
    }

    /// Puts back the part that the thread has.
    fn put(&self, thread: usize, part: Part<S>) {
        let mut state = self.state();
        let index = state.taken[thread];
        self.under_way[thread].store(0, Ordering::Relaxed);
        state.expanded += part.stats.expanded;
        if part.end.as_ref().map_or(true, |end| !matches!(end, End::Done)) {
            self.end(&mut state, index + 1);
        }
        state.put[index] = Some(part);
        while let Some(Some(part)) = state.put.get(state.in_order) {
            let expanded = part.stats.expanded;
            state.in_order += 1;
            if expanded > state.left {
                let end = state.in_order;
                self.end(&mut state, end);
            }
            state.left = state.left.saturating_sub(expanded);
        }
    }

    /// Notes that the parts from this one on are of no use.
    fn end(&self, state: &mut Parts<S>, end: usize) {
        state.end = state.end.min(end);
        for (taken, is_useless) in state.taken.iter().zip(&self.is_useless) {
            is_useless.fetch_or(*taken >= state.end, Ordering::Relaxed);
        }
    }

    /// Waits until no thread works any more. Ends their work when the meter says so, and returns why.
    fn watch(&self, meter: &mut Meter<'_>) -> Option<Stop> {
        let before = meter.stats.expanded;
        let mut stop = None;
        while self.working.load(Ordering::Acquire) > 0 {
            thread::park_timeout(LOOK);
            if stop.is_some() {
                continue;
            }
            let under_way = self.under_way.iter().map(|count| count.load(Ordering::Relaxed));
            meter.stats.expanded = before + self.state().expanded + under_way.sum::<u64>();
            stop = meter.look().err();
            if stop.is_some() {
                self.end(&mut self.state(), 0);
            }
        }
        meter.stats.expanded = before;
        stop
    }

    fn into_parts(self) -> Vec<Option<Part<S>>> {
        self.state.into_inner().unwrap_or_else(PoisonError::into_inner).put
    }
}

/// Tells the supervisor when a thread has ended, be it by a panic.
struct Leave<'d, S> {
    desk: &'d Desk<S>,
    supervisor: Thread,
}

impl<S> Drop for Leave<'_, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            // Nothing comes of the others' work any more, which may be that of hours.
            self.desk.end(&mut self.desk.state(), 0);
        }
        self.desk.working.fetch_sub(1, Ordering::Release);
        self.supervisor.unpark();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Limits, Stats};
    use crate::words::{Ending, Guide, Walk};
    use std::num::NonZeroUsize;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const BEFORE: Before = Before { bytes: 0, shared_bytes: 0 };

    /// Expands as often as it is told, and ends with a goal where it is told to.
    fn part(expansions: u64, goal: Option<u32>, job: &Job<'_>) -> Part<u32> {
        let mut meter = Meter::start(job);
        let mut pass = Passes::<u32>::part(7, &mut meter);
        let walk = |walk: &mut Walk<'_, u32>| {
            if (0..expansions).all(|_| walk.expand()) { Ending::Done } else { Ending::Stopped }
        };
        let end = pass.walk(Guide::Undoing, 0, walk).map(drop);
        pass.leave_out(expansions, 0, 0);
        pass.flush();
        let cut = pass.cut();
        let end = end.map(|()| goal.map_or(End::Done, |goal| End::Goal(vec![goal])));
        Part { end, cut, stats: meter.stats }
    }

    /// The end of a pass of these parts, and what it has counted and left out.
    fn share(parts: &[(u64, Option<u32>)], job: &Job<'_>) -> (Result<End<u32>, Stop>, u64, u64) {
        let mut meter = Meter::start(job);
        let mut pass = Passes::<u32>::new(0, &mut meter);
        pass.begin(7);
        let end = share_out(parts.len(), &BEFORE, &mut pass, |index, job| {
            let (expansions, goal) = parts[index];
            part(expansions, goal, job)
        });
        let excess = pass.cut().excess;
        (end, meter.stats.expanded, excess)
    }

    fn job(threads: usize, expansions: Option<u64>) -> Job<'static> {
        let limits = Limits { expansions, ..Limits::default() };
        Job { limits, threads: NonZeroUsize::new(threads), ..Job::default() }
    }

    #[test]
    fn all_parts_count_where_none_ends_the_pass() {
        for threads in [1, 2, 5, 200] {
            let job = job(threads, None);
            assert_eq!(share(&[], &job), (Ok(End::Done), 0, u64::MAX));
            let parts: Vec<_> = (1..=100).map(|expansions| (expansions, None)).collect();
            assert_eq!(share(&parts, &job), (Ok(End::Done), 5_050, 1));
        }
    }

    #[test]
    fn the_first_goal_in_order_counts_and_not_the_first_in_time() {
        let parts = [(10, None), (3_000_000, Some(1)), (20, Some(2)), (u64::MAX, None)];
        for threads in [1, 2, 4] {
            let (end, expanded, _) = share(&parts, &job(threads, None));
            assert_eq!((end, expanded), (Ok(End::Goal(vec![1])), 3_000_010), "{threads} threads");
        }
    }

    #[test]
    fn a_limit_is_reached_where_one_thread_reaches_it() {
        let parts = [(10, None), (100_000, None), (20, Some(2)), (u64::MAX, Some(3))];
        for threads in [1, 2, 4] {
            for (limit, expanded, end) in [
                (0, 0, None),
                (10, 10, None),
                (70_000, 70_000, None),
                (100_029, 100_029, None),
                (100_030, 100_030, Some(2)),
            ] {
                let expected = match end {
                    Some(goal) => Ok(End::Goal(vec![goal])),
                    None => Err(Limit::Expansions(limit).into()),
                };
                let (end, count, _) = share(&parts, &job(threads, Some(limit)));
                assert_eq!((end, count), (expected, expanded), "{threads} threads");
            }
        }
    }

    #[test]
    fn cancelling_ends_parts_that_would_not_end() {
        let cancel = AtomicBool::new(false);
        let seen = AtomicU64::new(0);
        let observe = |progress: &crate::search::Progress<'_>| {
            seen.fetch_max(progress.stats.expanded, Ordering::Relaxed);
            cancel.store(progress.stats.expanded > 0, Ordering::Relaxed);
        };
        let job = Job { cancel: Some(&cancel), observer: Some(&observe), ..job(2, None) };
        let (end, expanded, _) = share(&[(u64::MAX, None); 3], &job);
        assert_eq!(end, Err(Stop::Cancelled));
        assert!(expanded >= seen.into_inner(), "{expanded}");
    }

    #[test]
    fn time_and_memory_are_limited() {
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let job = Job { limits, ..job(2, None) };
        let (end, _, _) = share(&[(u64::MAX, None); 3], &job);
        assert_eq!(end, Err(Limit::Time(Duration::from_millis(20)).into()));

        let limits = Limits { bytes: Some(1_000), ..Limits::default() };
        let job = Job { limits, ..job };
        let mut meter = Meter::start(&job);
        let mut pass = Passes::<u32>::new(0, &mut meter);
        let end = share_out::<u32, _>(9, &BEFORE, &mut pass, |_, job| {
            let mut meter = Meter::start(job);
            let end = meter.store(0, 501).map(|()| End::Done);
            Part { end, cut: pass_cut(), stats: Stats { expanded: 1, ..meter.stats } }
        });
        assert_eq!(end, Err(Limit::Bytes(1_000).into()));
    }

    fn pass_cut() -> super::super::passes::Cut {
        let job = Job::default();
        Passes::<u32>::part(0, &mut Meter::start(&job)).cut()
    }

    #[test]
    fn a_panic_in_a_part_is_not_lost_and_ends_the_others() {
        let job = job(2, None);
        let mut meter = Meter::start(&job);
        let mut pass = Passes::<u32>::new(0, &mut meter);
        let long = 10_000_000_000;
        let done = AtomicU64::new(0);
        let result = catch_unwind(AssertUnwindSafe(|| {
            share_out::<u32, _>(2, &BEFORE, &mut pass, |index, job| {
                assert_eq!(index, 0, "a panic that belongs to this test");
                let part = part(long, None, job);
                done.store(part.stats.expanded, Ordering::Relaxed);
                part
            })
            .is_ok()
        }));
        assert!(result.is_err());
        assert!(done.into_inner() < long);
    }
}
