//! What the two iterative-deepening engines share.
//!
//! `pathfinding` enumerates every simple path below a bound, so on an unsolvable board it never ends, and
//! it recurses once a move. Here a table remembers, for each state, the least cost at which it was met,
//! and a state is walked once a pass, at that cost. That keeps a pass as short as a breadth-first search
//! and lets it prove that there is nothing more; the recursion runs on a stack of its own, and is ended
//! like by any other limit before that is full.

use super::{Halt, OutcomeOf};
use crate::hash::Map;
use crate::puzzle::Puzzle;
use crate::search::path::{label, path_cost};
use crate::search::{Limit, Meter, Outcome, Reason, Solution, Stop, memory};
use std::cell::{Cell, RefCell};
use std::sync::Mutex;

/// What is known of a state.
#[derive(Clone, Copy)]
struct Met {
    g: u64,
    /// The last pass in which it was generated at this cost.
    pass: u32,
    /// The last pass in which it was expanded.
    expanded: u32,
}

/// The state of an iterative-deepening search between the closures that `pathfinding` calls.
pub(super) struct Deepening<'a, 'm, P: Puzzle> {
    pub(super) puzzle: &'a P,
    pub(super) starts: &'a [P::State],
    pub(super) meter: RefCell<&'a mut Meter<'m>>,
    met: RefCell<Map<P::State, Met>>,
    pass: Cell<u32>,
    /// Whether this pass met a state that no earlier pass did.
    pub(super) is_new: Cell<bool>,
    pub(super) is_cut: Cell<bool>,
    pub(super) is_exhausted: Cell<bool>,
    stop: Cell<Option<Stop>>,
    stack: Stack,
}

impl<P: Puzzle> Deepening<'_, '_, P> {
    pub(super) fn begin_pass(&self) -> u32 {
        let mut meter = self.meter.borrow_mut();
        let expanded = meter.stats.expanded;
        meter.begin_pass(expanded);
        self.pass.set(self.pass.get() + 1);
        self.is_new.set(false);
        self.pass.get()
    }

    pub(super) fn is_ended(&self) -> bool {
        self.stop.get().is_some() || self.is_exhausted.get()
    }

    pub(super) fn stop(&self, stop: impl Into<Stop>) {
        self.stop.set(Some(stop.into()));
    }

    pub(super) fn depth_limit(&self) -> Option<u64> {
        self.meter.borrow().limits().depth
    }

    /// Counts the expansion of a state at `depth` moves; false when the search has to end instead.
    pub(super) fn expand(&self, state: P::State, depth: u64, bound: u64) -> bool {
        if self.is_ended() {
            return false;
        }
        if self.stack.is_full() {
            self.stop(Limit::Recursion(depth));
            return false;
        }
        let mut met = self.met.borrow_mut();
        let mut meter = self.meter.borrow_mut();
        let states = met.len() as u64;
        // What the table takes, and the stack and the path down to here.
        let bytes = table_bytes::<P>(states) + depth * LEVEL_BYTES;
        meter.stats.lower_bound = meter.stats.lower_bound.max(bound);
        if let Err(stop) = meter.store(states, bytes).and_then(|()| meter.expand()) {
            self.stop(stop);
            return false;
        }
        if let Some(met) = met.get_mut(&state) {
            meter.stats.reopened += u64::from(met.expanded == self.pass.get());
            met.expanded = self.pass.get();
        }
        true
    }

    /// Whether a state met at cost `g` has to be walked: at no earlier time at less, nor in this pass at
    /// the same.
    pub(super) fn is_fresh(&self, state: P::State, g: u64) -> bool {
        let pass = self.pass.get();
        let mut met = self.met.borrow_mut();
        let mut is_fresh = true;
        met.entry(state)
            .and_modify(|met| {
                is_fresh = g < met.g || (g == met.g && met.pass < pass);
                if is_fresh {
                    (met.g, met.pass) = (g, pass);
                }
            })
            .or_insert_with(|| {
                self.is_new.set(true);
                Met { g, pass, expanded: 0 }
            });
        is_fresh
    }

    /// Counts a generated state, and whether it was one too many.
    pub(super) fn generate(&self, is_fresh: bool) {
        let mut meter = self.meter.borrow_mut();
        meter.stats.generated += 1;
        meter.stats.duplicates += u64::from(!is_fresh);
    }

    /// Turns the states of the path that was found into an outcome.
    fn finish(&self, found: Option<Vec<P::State>>) -> Result<OutcomeOf<P>, Halt> {
        if let Some(stop) = self.stop.get() {
            return Err(stop.into());
        }
        let states = self.met.borrow().len() as u64;
        let mut meter = self.meter.borrow_mut();
        meter.store(states, table_bytes::<P>(states))?;
        match found.filter(|_| !self.is_exhausted.get()) {
            Some(states) => {
                let path = label(self.puzzle, &states)?;
                let cost = path_cost::<P>(self.puzzle.costs().as_ref(), &path);
                Ok(Outcome::Solved(Solution::optimal(cost, path)))
            }
            None => match meter.limits().depth {
                Some(limit) if self.is_cut.get() => Err(Stop::from(Limit::Depth(limit)).into()),
                _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states })),
            },
        }
    }
}

fn table_bytes<P: Puzzle>(states: u64) -> u64 {
    memory::hash_map::<P::State, Met>(states)
}

/// What one level of the recursion is taken to cost, for the account of memory. An optimised build takes
/// 300 to 500 bytes of stack, and twice the puzzle's iterator; the rest is the path and what waits on it.
const LEVEL_BYTES: u64 = 1 << 10;

/// Address space for the recursion. The system gives memory only to the part that is used.
const STACK_BYTES: usize = 1 << 30;
/// Where there is less address space, the search makes do with as little as this.
const LEAST_STACK_BYTES: usize = 1 << 22;
/// What is left free for the puzzle's own code: as much as a thread has that asks for nothing.
const SPARE_BYTES: usize = 1 << 21;

/// How much of a stack is used. It is measured, since what a level takes depends on the puzzle and differs
/// fivefold between builds.
struct Stack {
    top: usize,
    bytes: usize,
}

impl Stack {
    /// The stack of this thread, of which next to nothing is used yet.
    fn of_thread(bytes: usize) -> Self {
        Stack { top: Self::here(), bytes }
    }

    fn is_full(&self) -> bool {
        self.top.abs_diff(Self::here()) + SPARE_BYTES > self.bytes
    }

    /// Where the stack ends now.
    fn here() -> usize {
        let local = 0_u8;
        std::ptr::from_ref(&local).addr()
    }
}

/// Runs `walk` on a stack of its own and turns what it finds into an outcome.
pub(super) fn deepen<'a, P: Puzzle>(
    puzzle: &'a P,
    starts: &'a [P::State],
    meter: &'a mut Meter<'_>,
    walk: impl FnOnce(&Deepening<'_, '_, P>) -> Option<Vec<P::State>> + Send,
) -> Result<OutcomeOf<P>, Halt> {
    deepen_within(STACK_BYTES, puzzle, starts, meter, walk)
}

fn deepen_within<'a, P: Puzzle>(
    most_bytes: usize,
    puzzle: &'a P,
    starts: &'a [P::State],
    meter: &'a mut Meter<'_>,
    walk: impl FnOnce(&Deepening<'_, '_, P>) -> Option<Vec<P::State>> + Send,
) -> Result<OutcomeOf<P>, Halt> {
    // The first thread that can be had takes it.
    let work = Mutex::new(Some((meter, walk)));
    let run = &|bytes: usize| {
        let taken = work.lock().ok().and_then(|mut work| work.take());
        let (meter, walk) = taken.expect("one thread runs");
        let search = Deepening {
            puzzle,
            starts,
            meter: RefCell::new(meter),
            met: RefCell::default(),
            pass: Cell::new(0),
            is_new: Cell::new(false),
            is_cut: Cell::new(false),
            is_exhausted: Cell::new(false),
            stop: Cell::new(None),
            stack: Stack::of_thread(bytes),
        };
        let found = walk(&search);
        search.finish(found)
    };
    std::thread::scope(|scope| {
        let mut sizes = std::iter::successors(Some(most_bytes), |bytes| Some(bytes / 2))
            .take_while(|&bytes| bytes >= LEAST_STACK_BYTES);
        let thread = sizes.find_map(|bytes| {
            let thread = std::thread::Builder::new().stack_size(bytes);
            thread.spawn_scoped(scope, move || run(bytes)).ok()
        });
        match thread {
            Some(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            None => Err(Stop::from(Limit::Recursion(0)).into()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Job;
    use crate::testkit::toys::Chain;

    const CHAIN: Chain = Chain { length: 1, is_reversible: false };

    /// Recurses until it is told to stop; returns how deep that was.
    fn descend(search: &Deepening<'_, '_, Chain>, depth: u64) -> u64 {
        let level = std::hint::black_box([depth; 100]);
        if search.expand(0, depth, 0) { descend(search, level[99] + 1) } else { level[0] }
    }

    #[test]
    fn recursion_ends_before_the_stack_does() {
        let job = Job::default();
        let mut depth = 0;
        let mut meter = Meter::start(&job);
        let outcome = deepen_within(2 * SPARE_BYTES, &CHAIN, &[0], &mut meter, |search| {
            depth = descend(search, 0);
            None
        });
        assert_eq!(outcome, Err(Stop::from(Limit::Recursion(depth)).into()));
        assert!(depth > 1_000, "{depth}");
    }

    #[test]
    fn a_system_with_little_address_space_gets_a_smaller_stack() {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        let outcome = deepen_within(1 << 60, &CHAIN, &[0], &mut meter, |_| Some(vec![0, 1]));
        assert!(matches!(outcome, Ok(Outcome::Solved(_))), "{outcome:?}");
        let outcome = deepen_within(0, &CHAIN, &[0], &mut meter, |_| Some(vec![0, 1]));
        assert_eq!(outcome, Err(Stop::from(Limit::Recursion(0)).into()));
    }
}
