//! The store for puzzles without a ranking: a set of packed states.
//!
//! The set is cut into parts by hash. A level is walked in rounds: threads expand a bounded piece of the
//! frontier and sort the successors by part; then each part takes in its own, by one thread at a time,
//! while it lies in the cache. No locks, no atomics, and the buffers stay small.
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
/// Successors that a thread gathers in a round.
const ROUND: usize = 1 << 17;
/// Frontiers below this are walked by one thread.
const WORTH_SHARING: usize = 1 << 14;

fn part_of(hash: u64) -> usize {
    (hash >> (u64::BITS - PART_BITS)) as usize
}

type Set<S> = PackedMap<S, ()>;

/// The states whose hash begins alike.
struct Part<S> {
    /// Every state met; or, where edges run both ways, the layer before the frontier.
    old: Set<S>,
    /// The frontier, as a set where only layers are kept.
    layer: Set<S>,
    /// The next layer, likewise.
    next_layer: Set<S>,
    /// The frontier and the next layer where everything is kept.
    frontier: Vec<S>,
    next: Vec<S>,
    /// How many states those of the next layer stand for.
    next_states: u64,
}

impl<S: State> Part<S> {
    fn new() -> Self {
        Part {
            old: Set::default(),
            layer: Set::default(),
            next_layer: Set::default(),
            frontier: Vec::new(),
            next: Vec::new(),
            next_states: 0,
        }
    }

    /// Adds those of `states` to the next layer that are new. `stands_for` says how many states one is
    /// counted for.
    fn take_in(&mut self, states: &[S], forgets: bool, stands_for: impl Fn(S) -> u64) {
        for &state in states {
            let hash = hash(&state);
            let is_new = if forgets {
                self.old.get(hash, state).is_none()
                    && self.layer.get(hash, state).is_none()
                    && self.next_layer.insert(hash, state, ()) == Entry::New
            } else {
                let is_new = self.old.insert(hash, state, ()) == Entry::New;
                if is_new {
                    self.next.push(state);
                }
                is_new
            };
            if is_new {
                self.next_states += stands_for(state);
            }
        }
    }

    /// Makes the next layer the frontier.
    fn advance(&mut self, forgets: bool) {
        if forgets {
            let layer = std::mem::take(&mut self.layer);
            self.layer = std::mem::take(&mut self.next_layer);
            self.old = layer;
        } else {
            std::mem::swap(&mut self.frontier, &mut self.next);
            self.next.clear();
        }
        self.next_states = 0;
    }

    fn frontier_len(&self, forgets: bool) -> usize {
        if forgets { self.layer.len() } else { self.frontier.len() }
    }

    /// Places of the frontier, for [`piece`](Part::piece).
    fn places(&self, forgets: bool) -> usize {
        if forgets { self.layer.slots() } else { self.frontier.len() }
    }

    /// The states of the frontier in a range of places.
    fn piece(&self, places: std::ops::Range<usize>, forgets: bool) -> impl Iterator<Item = S> {
        let (slots, list) = if forgets { (places, 0..0) } else { (0..0, places) };
        let in_layer = self.layer.entries_in(slots).map(|(state, ())| state);
        in_layer.chain(self.frontier[list].iter().copied())
    }

    fn len(&self) -> usize {
        self.old.len() + self.layer.len() + self.next_layer.len()
    }

    fn next_len(&self) -> usize {
        self.next.len() + self.next_layer.len()
    }

    /// Whether no next layer has come of the frontier.
    fn is_last(&self) -> bool {
        self.next_len() == 0
    }

    fn bytes(&self) -> u64 {
        let lists = (self.frontier.capacity() + self.next.capacity()) * size_of::<S>();
        self.old.bytes() + self.layer.bytes() + self.next_layer.bytes() + lists as u64
    }
}

/// A piece of the frontier.
struct Piece {
    part: usize,
    places: std::ops::Range<usize>,
}

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
    /// Whether older layers are forgotten: only where the puzzle is reversible.
    pub(crate) forgets: bool,
    /// The maps under which one state stands for all of its images.
    pub(crate) maps: Option<Stabiliser<M>>,
}

impl<P: Puzzle, M: Symmetry<P::State>> Packed<'_, P, M> {
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

    /// Walks from `origins`, level by level.
    pub(crate) fn walk(
        &self,
        origins: &[P::State],
        threads: usize,
        antipodes: usize,
        watch: &mut Watch<'_>,
    ) -> PackedWalk<P::State> {
        let forgets = self.forgets;
        let mut parts: Vec<Part<P::State>> = (0..PARTS).map(|_| Part::new()).collect();
        for &origin in origins {
            let form = self.form(origin);
            parts[part_of(hash(&form))].take_in(&[form], forgets, |form| self.stands_for(form));
        }
        let mut buffers: Vec<Buffers<P::State>> =
            (0..threads).map(|_| (0..PARTS).map(|_| Vec::new()).collect()).collect();
        let mut walk =
            Walk { layers: Vec::new(), edges: 0, antipodes: Vec::new(), stopped: None, bytes: 0 };
        let mut forms = Vec::new();
        loop {
            let states = parts.iter().map(|part| part.next_states).sum();
            for part in &mut parts {
                part.advance(forgets);
            }
            let stored: usize = parts.iter().map(|part| part.frontier_len(forgets)).sum();
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
            let result = level.expand(&mut walk, watch);
            watch.finish_layer(states);
            match result {
                Ok(edges) => walk.edges += edges,
                // This layer was complete; the one after it is not.
                Err(stop) => {
                    walk.stopped = Some(stop);
                    break;
                }
            }
            if parts.iter().all(Part::is_last) {
                break;
            }
        }
        let antipodes = least(&parts, forgets, antipodes);
        PackedWalk { walk, antipodes, forms }
    }

    /// Puts the successors of a state into their buffers and returns how many they are.
    #[inline]
    fn expand(&self, state: P::State, buffers: &mut Buffers<P::State>) -> usize {
        let mut count = 0;
        let mut put = |after: P::State| {
            count += 1;
            let form = self.form(after);
            buffers[part_of(hash(&form))].push(form);
        };
        match self.direction {
            Direction::Forward => self.puzzle.successors(state).for_each(|(_, after)| put(after)),
            Direction::Backward => {
                if let Some(backwards) = self.puzzle.predecessors() {
                    backwards.predecessors(state).for_each(put);
                }
            }
        }
        count
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
    fn expand(&mut self, walk: &mut Walk, watch: &mut Watch<'_>) -> Result<u64, Stop> {
        /// Places of the frontier that are handed out at once.
        const PIECE: usize = 1 << 12;
        let forgets = self.of.forgets;
        let mut pieces: Vec<Piece> = self
            .parts
            .iter()
            .enumerate()
            .flat_map(|(part, of)| {
                let places = of.places(forgets);
                let pieces = (0..places).step_by(PIECE);
                pieces.map(move |from| Piece { part, places: from..places.min(from + PIECE) })
            })
            .collect();
        let mut edges = 0;
        while !pieces.is_empty() {
            edges += self.gather(&mut pieces) as u64;
            let waiting: usize = self.buffers.iter().flatten().map(Vec::capacity).sum();
            self.take_in();
            let stored = self.parts.iter().map(|part| part.len() as u64).sum();
            let bytes = self.parts.iter().map(Part::bytes).sum::<u64>()
                + (waiting * size_of::<P::State>()) as u64;
            walk.bytes = walk.bytes.max(bytes);
            watch.store(stored, bytes)?;
            watch.look(self.parts.iter().map(|part| part.next_states).sum())?;
        }
        Ok(edges)
    }

    /// Expands pieces of the frontier until the buffers hold enough.
    fn gather(&mut self, pieces: &mut Vec<Piece>) -> usize {
        let of = self.of;
        let parts = &*self.parts;
        let work = Mutex::new(pieces);
        share(self.buffers, |buffers| {
            let mut edges = 0;
            while edges < ROUND
                && let Some(piece) = next(&work, |pieces| pieces.pop())
            {
                for state in parts[piece.part].piece(piece.places, of.forgets) {
                    edges += of.expand(state, buffers);
                }
            }
            edges
        })
    }

    /// Lets each part take in what the buffers hold for it.
    fn take_in(&mut self) {
        let of = self.of;
        let buffers = &*self.buffers;
        let work = Mutex::new(self.parts.iter_mut().enumerate());
        share(&mut vec![(); buffers.len()], |()| {
            while let Some((index, part)) = next(&work, Iterator::next) {
                for buffers in buffers {
                    part.take_in(&buffers[index], of.forgets, |form| of.stands_for(form));
                }
            }
            0
        });
        for buffer in self.buffers.iter_mut().flatten() {
            buffer.clear();
        }
    }
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

/// The least states of the frontier.
fn least<S: State>(parts: &[Part<S>], forgets: bool, count: usize) -> Vec<S> {
    let mut heap = std::collections::BinaryHeap::new();
    for part in parts {
        for state in part.piece(0..part.places(forgets), forgets) {
            if heap.len() < count {
                heap.push(state);
            } else if heap.peek().is_some_and(|&largest| state < largest) {
                heap.pop();
                heap.push(state);
            }
        }
    }
    heap.into_sorted_vec()
}
