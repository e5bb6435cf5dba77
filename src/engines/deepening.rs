//! What the two iterative-deepening engines share.
//!
//! `pathfinding` enumerates every simple path below a bound, so on an unsolvable board it never ends, and
//! it recurses once a move. Here a table remembers, for each state, the least cost at which it was met,
//! and a state is walked once a pass, at that cost. That keeps a pass as short as a breadth-first search
//! and lets it prove that there is nothing more; the recursion runs on a stack of its own, down to a
//! depth at which it is ended like any other limit.

use super::{Halt, OutcomeOf};
use crate::abilities::Costs;
use crate::hash::Map;
use crate::puzzle::Puzzle;
use crate::search::path::label;
use crate::search::{Limit, Meter, Optimality, Outcome, Reason, Solution, Stop, memory};
use std::cell::{Cell, RefCell};

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
    /// Moves that the stack can hold.
    deepest: u64,
}

impl<'a, 'm, P: Puzzle> Deepening<'a, 'm, P> {
    pub(super) fn begin_pass(&self) -> u32 {
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
        if depth >= self.deepest {
            self.stop(Limit::Recursion(self.deepest));
            return false;
        }
        let mut met = self.met.borrow_mut();
        let mut meter = self.meter.borrow_mut();
        let states = met.len() as u64;
        // What the table takes, and the stack and the path down to here.
        let bytes = memory::hash_map::<P::State, Met>(states) + depth * FRAME_BYTES;
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
        let states = self.met.borrow().len() as u64;
        let mut meter = self.meter.borrow_mut();
        meter.stats.distinct = meter.stats.distinct.max(states);
        if let Some(stop) = self.stop.get() {
            return Err(stop.into());
        }
        match found.filter(|_| !self.is_exhausted.get()) {
            Some(states) => {
                let path = label(self.puzzle, &states)?;
                let cost = super::adapter::path_cost::<P>(self.puzzle.costs().as_ref(), &path);
                Ok(Outcome::Solved(Solution {
                    cost,
                    optimality: Optimality::Proved,
                    paths: vec![path],
                    count: None,
                }))
            }
            None => match meter.limits().depth {
                Some(limit) if self.is_cut.get() => Err(Stop::from(Limit::Depth(limit)).into()),
                _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states })),
            },
        }
    }
}

/// Address space for the recursion. The system gives memory only to the part that is used.
const STACK_BYTES: usize = 1 << 30;
/// What one level of the recursion takes, the puzzle's iterator aside; an unoptimised build takes most.
const FRAME_BYTES: u64 = 1 << 10;

/// Runs `walk` on a stack of its own and turns what it finds into an outcome. `costs` is there to make
/// sure that the caller has looked at them.
pub(super) fn deepen<'a, P: Puzzle>(
    puzzle: &'a P,
    starts: &'a [P::State],
    meter: &'a mut Meter<'_>,
    walk: impl FnOnce(&Deepening<'_, '_, P>) -> Option<Vec<P::State>> + Send,
) -> Result<OutcomeOf<P>, Halt> {
    let iterator_bytes = starts.iter().map(|&start| size_of_val(&puzzle.successors(start))).max();
    let frame = FRAME_BYTES + 2 * iterator_bytes.unwrap_or(0) as u64;
    std::thread::scope(|scope| {
        let run = move |stack_bytes: usize| {
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
                deepest: stack_bytes as u64 / frame,
            };
            let found = walk(&search);
            search.finish(found)
        };
        std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || run(STACK_BYTES))
            .expect("address space for one stack")
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// What an edge costs; for the engine that allows costs.
pub(super) fn cost_of<P: Puzzle>(
    costs: Option<&impl Costs<P::State, P::Move>>,
    before: P::State,
    mv: P::Move,
    after: P::State,
) -> u64 {
    crate::search::path::edge_cost::<P>(costs, before, mv, after)
}
