//! The bridge to the graph searches of the `pathfinding` crate.
//!
//! They know nothing of counts, limits and several starts, and say nothing of what they store. The
//! adapter gives them closures that count, that stop the search by yielding nothing more, and that hang
//! several starts below a root of their own.
//!
//! How many states such a search has stored is found out without storing them again: its map compares
//! a key for equality, and finds it equal, exactly once for each generated state that it already has.
//! So [`Node`] counts those.

use super::{Halt, OutcomeOf};
use crate::abilities::Costs;
use crate::hash::Map;
use crate::puzzle::Puzzle;
use crate::search::path::{edge_cost, label, path_cost};
use crate::search::{Limit, Meter, Outcome, Reason, Solution, Stats, Stop, memory};
use std::cell::{Cell, RefCell};
use std::hash::{Hash, Hasher};

thread_local! {
    /// How often two nodes were found equal on this thread.
    static EQUALS: Cell<u64> = const { Cell::new(0) };
}

/// A node of the graph that `pathfinding` sees.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node<S> {
    /// Its successors are the starts, at no cost.
    Root,
    /// A state of the puzzle.
    At(S),
}

impl<S> Node<S> {
    pub(super) fn state(self) -> Option<S> {
        match self {
            Node::Root => None,
            Node::At(state) => Some(state),
        }
    }
}

impl<S: Eq> PartialEq for Node<S> {
    fn eq(&self, other: &Self) -> bool {
        let equal = match (self, other) {
            (Node::Root, Node::Root) => true,
            (Node::At(one), Node::At(other)) => one == other,
            _ => false,
        };
        if equal {
            EQUALS.set(EQUALS.get() + 1);
        }
        equal
    }
}

impl<S: Eq> Eq for Node<S> {}

impl<S: Hash> Hash for Node<S> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        match self {
            Node::Root => hasher.write_u8(0),
            Node::At(state) => state.hash(hasher),
        }
    }
}

/// How far a state is from the starts, kept only where the search does not say so itself.
#[derive(Clone, Copy)]
struct Reached {
    g: u64,
    is_closed: bool,
}

/// The closures for one search. `C` is the puzzle's [`Costs`].
pub(super) struct Adapter<'a, 'm, P: Puzzle, C> {
    puzzle: &'a P,
    costs: Option<C>,
    starts: &'a [P::State],
    meter: RefCell<&'a mut Meter<'m>>,
    /// Bytes that the search's tables take, from the counts so far.
    bytes: &'a dyn Fn(&Stats) -> u64,
    stop: Cell<Option<Stop>>,
    /// Whether the depth limit kept a successor out.
    is_cut: Cell<bool>,
    generated: Cell<u64>,
    evaluated: Cell<u64>,
    equals_before: Cell<u64>,
    /// States that the search stores before its first expansion.
    origins: u64,
    reached: Option<RefCell<Map<P::State, Reached>>>,
}

impl<'a, 'm, P: Puzzle, C: Costs<P::State, P::Move>> Adapter<'a, 'm, P, C> {
    pub(super) fn new(
        puzzle: &'a P,
        costs: Option<C>,
        starts: &'a [P::State],
        meter: &'a mut Meter<'m>,
        bytes: &'a dyn Fn(&Stats) -> u64,
    ) -> Self {
        Adapter {
            puzzle,
            costs,
            starts,
            meter: RefCell::new(meter),
            bytes,
            stop: Cell::new(None),
            is_cut: Cell::new(false),
            generated: Cell::new(0),
            evaluated: Cell::new(0),
            equals_before: Cell::new(EQUALS.get()),
            origins: starts.len() as u64,
            reached: None,
        }
    }

    /// Makes the adapter keep the cost of each state by itself: for a search that does not go by layers,
    /// where a depth limit asks for it, or the heuristic may reopen states.
    pub(super) fn tracking_costs(mut self, is_consistent: bool) -> Self {
        if self.meter.get_mut().limits().depth.is_some() || !is_consistent {
            let starts = self.starts.iter().map(|&s| (s, Reached { g: 0, is_closed: false }));
            self.reached = Some(RefCell::new(starts.collect()));
        }
        self
    }

    /// For a backward search, which begins with this many goals stored as well.
    pub(super) fn with_goals(mut self, goals: u64) -> Self {
        self.origins += goals;
        self
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stop.get().is_some()
    }

    pub(super) fn stop(&self, stop: Stop) {
        self.stop.set(Some(stop));
    }

    pub(super) fn cut(&self) {
        self.is_cut.set(true);
    }

    pub(super) fn depth_limit(&self) -> Option<u64> {
        self.meter.borrow().limits().depth
    }

    /// Forgets that two nodes were found equal `times`, because that told of no duplicate.
    pub(super) fn forget_equals(&self, times: u64) {
        self.equals_before.set(self.equals_before.get() + times);
    }

    /// Counts what has come since the last expansion.
    pub(super) fn count(&self) -> Stats {
        let mut meter = self.meter.borrow_mut();
        let duplicates = EQUALS.get().saturating_sub(self.equals_before.get());
        meter.stats.generated = self.generated.get();
        meter.stats.duplicates = duplicates;
        meter.stats.evaluated = self.evaluated.get();
        let distinct = self.origins + self.generated.get() - duplicates;
        let stats = Stats { distinct, ..meter.stats };
        meter.frontier = Some(distinct.saturating_sub(meter.stats.expanded));
        let mut bytes = (self.bytes)(&stats);
        if let Some(reached) = &self.reached {
            bytes += memory::hash_map::<P::State, Reached>(reached.borrow().len() as u64);
        }
        if let Err(stop) = meter.store(distinct, bytes) {
            self.stop(stop);
        }
        stats
    }

    /// Counts an expansion; false when the search has to end instead. `bound` is the cost below which
    /// it has ruled out a solution.
    pub(super) fn expand(&self, bound: u64) -> bool {
        if self.is_stopped() {
            return false;
        }
        let mut meter = self.meter.borrow_mut();
        meter.stats.lower_bound = meter.stats.lower_bound.max(bound);
        meter.expand().map_err(|stop| self.stop(stop)).is_ok()
    }

    /// The goal test that ends a stopped search at once.
    pub(super) fn is_goal(&self, node: Node<P::State>) -> bool {
        self.is_stopped() || node.state().is_some_and(|state| self.puzzle.is_goal(state))
    }

    /// Counts what comes out of an iterator of successors.
    pub(super) fn counted<I: Iterator>(&self, successors: I) -> impl Iterator<Item = I::Item> {
        successors.inspect(|_| self.generated.set(self.generated.get() + 1))
    }

    /// The successors of a node with what they cost.
    pub(super) fn edges(
        &self,
        node: Node<P::State>,
    ) -> impl Iterator<Item = (Node<P::State>, u64)> {
        let is_root = matches!(node, Node::Root);
        self.count();
        let is_open = is_root || self.expand(0);
        let starts = (is_root && !self.is_stopped()).then_some(self.starts);
        let state = node.state().filter(|_| is_open);
        if let Some(state) = state {
            self.close(state);
        }
        let roots = starts.into_iter().flatten().map(|&start| (Node::At(start), 0));
        let inner = state.into_iter().flat_map(move |before| {
            self.counted(self.puzzle.successors(before)).filter_map(move |(mv, after)| {
                let cost = edge_cost::<P>(self.costs.as_ref(), before, mv, after);
                self.reach(before, after, cost).then_some((Node::At(after), cost))
            })
        });
        roots.chain(inner)
    }

    fn close(&self, state: P::State) {
        if let Some(reached) = &self.reached
            && let Some(entry) = reached.borrow_mut().get_mut(&state)
        {
            if entry.is_closed {
                self.meter.borrow_mut().stats.reopened += 1;
            }
            entry.is_closed = true;
        }
    }

    /// Notes that `after` was reached from `before`; false when that is beyond the depth limit.
    fn reach(&self, before: P::State, after: P::State, cost: u64) -> bool {
        let Some(reached) = &self.reached else { return true };
        let mut reached = reached.borrow_mut();
        let g = reached[&before].g + cost;
        if self.depth_limit().is_some_and(|limit| g > limit) {
            if !reached.contains_key(&after) {
                self.is_cut.set(true);
            }
            // The search never sees it: it was not met.
            self.generated.set(self.generated.get() - 1);
            return false;
        }
        let entry = reached.entry(after).or_insert(Reached { g, is_closed: false });
        entry.g = entry.g.min(g);
        true
    }

    /// Counts an evaluation; the heuristic of the root is the least of the starts'.
    pub(super) fn evaluate(&self, node: Node<P::State>, estimate: impl Fn(P::State) -> u32) -> u64 {
        if self.is_stopped() {
            return 0;
        }
        let counted = |state| {
            self.evaluated.set(self.evaluated.get() + 1);
            u64::from(estimate(state))
        };
        match node {
            Node::At(state) => counted(state),
            Node::Root => self.starts.iter().map(|&start| counted(start)).min().unwrap_or(0),
        }
    }

    /// Turns the nodes that the search came back with into an outcome.
    pub(super) fn finish(
        self,
        nodes: Option<impl IntoIterator<Item = Node<P::State>>>,
    ) -> Result<OutcomeOf<P>, Halt> {
        let states = self.count().distinct;
        if let Some(stop) = self.stop.get() {
            return Err(stop.into());
        }
        let Some(nodes) = nodes else {
            return match self.depth_limit() {
                Some(limit) if self.is_cut.get() => Err(Stop::from(Limit::Depth(limit)).into()),
                _ => Ok(Outcome::Unsolvable(Reason::Exhausted { states })),
            };
        };
        let states: Vec<_> = nodes.into_iter().filter_map(Node::state).collect();
        let path = label(self.puzzle, &states)?;
        let cost = path_cost::<P>(self.costs.as_ref(), &path);
        Ok(Outcome::Solved(Solution::optimal(cost, path)))
    }
}
