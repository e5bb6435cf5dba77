//! The store for puzzles without a ranking: a set of packed states.
//!
//! The set is cut into parts by hash. A level is walked in rounds: threads expand a bounded piece of the
//! frontier and sort the successors by part; then each part takes in its own, by one thread at a time,
//! while it lies in the cache. No locks and no atomics in the inner loops, and the buffers stay small.
//!
//! Where every edge runs both ways, a successor lies in the layer before, this one or the next, so that
//! all older layers are forgotten (Korf, Zhang, Thayer, Hohwald: Frontier search, 2005).
//!
//! Up to symmetry, the least image of a state stands for all of them, and counts for as many as they are.

use super::Watch;
use super::blocks::Walk;
use super::ranked::Direction;
use crate::abilities::{Predecessors, Symmetry};
use crate::puzzle::{Puzzle, State};
use crate::search::packed::{Entry, PART_BITS, PackedMap, hash};
use crate::search::symmetry::Stabiliser;
use crate::search::{Limit, Stop};
use std::sync::Mutex;

/// Parts of the set: enough for one of some hundred million states to lie in the second-level cache.
const PARTS: usize = 1 << PART_BITS;
/// Successors that all threads together gather in a round. The more, the longer a part stays in the cache.
const ROUND: usize = 1 << 20;
/// Frontiers below this are walked by one thread.
const WORTH_SHARING: usize = 1 << 14;

fn part_of(hash: u64) -> usize {
    (hash >> (u64::BITS - PART_BITS)) as usize
}

/// The states whose hash begins alike.
struct Part<S> {
    /// Every state met; or, where edges run both ways, those of the layer before the frontier and of later
    /// ones.
    known: PackedMap<S, ()>,
    frontier: Vec<S>,
    next: Vec<S>,
    /// How many states those of the next layer stand for.
    next_states: u64,
}

impl<S: State> Part<S> {
    fn new() -> Self {
        Part { known: PackedMap::default(), frontier: Vec::new(), next: Vec::new(), next_states: 0 }
    }

    /// Adds those of `states` to the next layer that are new, and empties the buffer.
    /// `stands_for` says how many states one is counted for.
    fn take_in(&mut self, states: &mut Vec<S>, stands_for: impl Fn(S) -> u64) {
        if states.len() >= self.known.slots() / 8 {
            self.known.warm();
        }
        // Most are known, and this loop, which has no branch, finds most of those.
        let mut left = 0;
        for index in 0..states.len() {
            let state = states[index];
            states[left] = state;
            left += usize::from(!self.known.is_at_first_look(hash(&state), state));
        }
        for &state in &states[..left] {
            if self.known.insert(hash(&state), state, ()) == Entry::New {
                self.next_states += stands_for(state);
                self.next.push(state);
            }
        }
        states.clear();
    }

    /// Makes the next layer the frontier, and forgets what lies behind the old one if it may.
    fn advance(&mut self, forgets: bool) {
        if forgets {
            self.known.clear();
            for &state in self.frontier.iter().chain(&self.next) {
                self.known.insert(hash(&state), state, ());
            }
        }
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        self.next_states = 0;
    }

    fn bytes(&self) -> u64 {
        let lists = (self.frontier.capacity() + self.next.capacity()) * size_of::<S>();
        self.known.bytes() + lists as u64
    }
}

/// A piece of the frontier: in which part, and which of its states.
type Piece = (usize, std::ops::Range<usize>);

/// Successors, by the part that they belong to.
type Buffers<S> = Vec<Vec<S>>;

/// What a walk found.
pub(crate) struct PackedWalk<S> {
    pub(crate) walk: Walk,
    /// The first states of the last layer.
    pub(crate) antipodes: Vec<S>,
    /// How many states stand for each layer.
    pub(crate) forms: Vec<u64>,
}

/// What to walk, and which way.
pub(crate) struct Packed<'p, P, M> {
    pub(crate) puzzle: &'p P,
    pub(crate) direction: Direction,
    /// The maps under which one state stands for all of its images.
    pub(crate) maps: Option<Stabiliser<M>>,
}

impl<P: Puzzle, M: Symmetry<P::State>> Packed<'_, P, M> {
    /// Walks from `origins`, level by level.
    pub(crate) fn walk(
        &self,
        origins: &[P::State],
        threads: usize,
        antipodes: usize,
        watch: &mut Watch<'_>,
    ) -> PackedWalk<P::State> {
        let after = |state| self.puzzle.successors(state).map(|(_, after)| after);
        match (self.direction, self.puzzle.predecessors()) {
            (Direction::Backward, Some(backwards)) => {
                let before = |state| backwards.predecessors(state);
                self.walk_by(before, origins, threads, antipodes, watch)
            }
            _ => self.walk_by(after, origins, threads, antipodes, watch),
        }
    }

    fn walk_by<I: Iterator<Item = P::State>>(
        &self,
        neighbours: impl Fn(P::State) -> I + Sync,
        origins: &[P::State],
        threads: usize,
        antipodes: usize,
        watch: &mut Watch<'_>,
    ) -> PackedWalk<P::State> {
        let forgets = self.puzzle.is_reversible();
        let mut parts: Vec<Part<P::State>> = (0..PARTS).map(|_| Part::new()).collect();
        for &origin in origins {
            let form = self.form(origin);
            parts[part_of(hash(&form))].take_in(&mut vec![form], |form| self.stands_for(form));
        }
        let mut buffers: Vec<Buffers<P::State>> =
            (0..threads).map(|_| (0..PARTS).map(|_| Vec::new()).collect()).collect();
        let mut walk =
            Walk { layers: Vec::new(), edges: 0, antipodes: Vec::new(), stopped: None, bytes: 0 };
        let mut forms = Vec::new();
        loop {
            let states = parts.iter().map(|part| part.next_states).sum();
            advance(&mut parts, forgets, if states < WORTH_SHARING as u64 { 1 } else { threads });
            let stored: usize = parts.iter().map(|part| part.frontier.len()).sum();
            let depth = walk.layers.len() as u64;
            walk.layers.push(states);
            forms.push(stored as u64);
            if let Some(limit) = watch.depth_limit()
                && depth >= limit
            {
                watch.finish_layer(states);
                walk.stopped = Some(Limit::Depth(limit).into());
                break;
            }
            let threads = if stored < WORTH_SHARING { 1 } else { threads };
            let mut level = Level { of: self, parts: &mut parts, buffers: &mut buffers[..threads] };
            let result = level.expand(&neighbours, &mut walk, watch);
            watch.finish_layer(states);
            match result {
                Ok(edges) => walk.edges += edges,
                // This layer was complete; the one after it is not.
                Err(stop) => {
                    walk.stopped = Some(stop);
                    break;
                }
            }
            if parts.iter().all(|part| part.next.is_empty()) {
                break;
            }
        }
        let antipodes = least(parts.iter().flat_map(|part| &part.frontier), antipodes);
        PackedWalk { walk, antipodes, forms }
    }

    /// The state that stands for this one.
    #[inline]
    fn form(&self, state: P::State) -> P::State {
        self.maps.as_ref().map_or(state, |maps| maps.canonical(state))
    }

    /// How many states this one stands for.
    #[inline]
    fn stands_for(&self, state: P::State) -> u64 {
        self.maps.as_ref().map_or(1, |maps| maps.orbit(state))
    }
}

/// One level of a walk.
struct Level<'a, P: Puzzle, M> {
    of: &'a Packed<'a, P, M>,
    parts: &'a mut [Part<P::State>],
    /// For each thread, successors by the part that they belong to.
    buffers: &'a mut [Buffers<P::State>],
}

impl<P: Puzzle, M: Symmetry<P::State>> Level<'_, P, M> {
    /// Expands the whole frontier and returns the number of successors.
    fn expand<I: Iterator<Item = P::State>>(
        &mut self,
        neighbours: &(impl Fn(P::State) -> I + Sync),
        walk: &mut Walk,
        watch: &mut Watch<'_>,
    ) -> Result<u64, Stop> {
        /// States of the frontier that are handed out at once.
        const PIECE: usize = 1 << 12;
        let cut = |(part, of): (usize, &Part<P::State>)| {
            let states = of.frontier.len();
            let pieces = (0..states).step_by(PIECE);
            pieces.map(move |from| (part, from..states.min(from + PIECE)))
        };
        let mut pieces: Vec<Piece> = self.parts.iter().enumerate().flat_map(cut).collect();
        let mut edges = 0;
        while !pieces.is_empty() {
            edges += self.gather(neighbours, &mut pieces) as u64;
            let waiting: usize = self.buffers.iter().flatten().map(Vec::capacity).sum();
            self.take_in();
            let stored = self.parts.iter().map(|part| part.known.len() as u64).sum();
            let bytes = self.parts.iter().map(Part::bytes).sum::<u64>()
                + (waiting * size_of::<P::State>()) as u64;
            walk.bytes = walk.bytes.max(bytes);
            watch.store(stored, bytes)?;
            watch.look(self.parts.iter().map(|part| part.next_states).sum())?;
        }
        Ok(edges)
    }

    /// Expands pieces of the frontier until the buffers hold enough.
    fn gather<I: Iterator<Item = P::State>>(
        &mut self,
        neighbours: &(impl Fn(P::State) -> I + Sync),
        pieces: &mut Vec<Piece>,
    ) -> usize {
        let of = self.of;
        let parts = &*self.parts;
        let round = ROUND / self.buffers.len();
        let work = Mutex::new(pieces);
        share(self.buffers, |buffers| {
            let mut edges = 0;
            while edges < round
                && let Some((part, states)) = next(&work, |pieces| pieces.pop())
            {
                for &state in &parts[part].frontier[states] {
                    for neighbour in neighbours(state) {
                        edges += 1;
                        let form = of.form(neighbour);
                        buffers[part_of(hash(&form))].push(form);
                    }
                }
            }
            edges
        })
    }

    /// Lets each part take in what the buffers hold for it.
    fn take_in(&mut self) {
        let of = self.of;
        let threads = self.buffers.len();
        let mut buffers: Vec<_> =
            self.buffers.iter_mut().map(|buffers| buffers.iter_mut()).collect();
        let work = Mutex::new(self.parts.iter_mut().map(|part| {
            let waiting: Vec<_> = buffers.iter_mut().filter_map(Iterator::next).collect();
            (part, waiting)
        }));
        share(&mut vec![(); threads], |()| {
            while let Some((part, waiting)) = next(&work, Iterator::next) {
                for states in waiting {
                    part.take_in(states, |form| of.stands_for(form));
                }
            }
            0
        });
    }
}

/// Makes the next layer of each part its frontier.
fn advance<S: State>(parts: &mut [Part<S>], forgets: bool, threads: usize) {
    let work = Mutex::new(parts.iter_mut());
    share(&mut vec![(); threads], |()| {
        while let Some(part) = next(&work, Iterator::next) {
            part.advance(forgets);
        }
        0
    });
}

/// Takes something from what threads share.
fn next<T, R>(shared: &Mutex<T>, take: impl FnOnce(&mut T) -> R) -> R {
    take(&mut shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
}

/// Runs `work` on each of `scratches`, each on a thread of its own, and adds up what it returns.
fn share<T: Send>(scratches: &mut [T], work: impl Fn(&mut T) -> usize + Sync) -> usize {
    let (mine, others) = scratches.split_first_mut().expect("at least one thread");
    std::thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> =
            others.iter_mut().map(|scratch| scope.spawn(move || work(scratch))).collect();
        let first = work(mine);
        handles.into_iter().fold(first, |sum, handle| {
            sum + handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    })
}

/// The least of some states, in order.
fn least<'a, S: State + 'a>(states: impl Iterator<Item = &'a S>, count: usize) -> Vec<S> {
    let mut heap = std::collections::BinaryHeap::new();
    for &state in states {
        if heap.len() < count {
            heap.push(state);
        } else if heap.peek().is_some_and(|&largest| state < largest) {
            heap.pop();
            heap.push(state);
        }
    }
    heap.into_sorted_vec()
}
