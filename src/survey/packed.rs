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
use crate::abilities::Ability;
use crate::puzzle::State;
use crate::search::packed::{Entry, PART_BITS, PackedMap, hash};
use crate::search::symmetry::Stabiliser;
use crate::search::{Limit, Stop};
use crate::threads;
use crate::words::{Graph, Word};
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

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
    /// `stands_for` says how many states one is counted for. False where the room ended before that.
    fn take_in(&mut self, states: &mut Vec<S>, stands_for: impl Fn(S) -> u64, room: &Room) -> bool {
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
            if self.known.is_full() && !room.exchange(self.known.bytes(), self.known.larger_bytes())
            {
                return false;
            }
            if self.known.insert(hash(&state), state, ()) == Entry::New {
                self.next_states += stands_for(state);
                if self.next.len() == self.next.capacity() && !self.enlarge_next(room) {
                    return false;
                }
                self.next.push(state);
            }
        }
        states.clear();
        true
    }

    /// Makes room for half as many states again in the next layer, if there is.
    #[cold]
    fn enlarge_next(&mut self, room: &Room) -> bool {
        let more = (self.next.capacity() / 2).max(4);
        let bytes = |states: usize| (states * size_of::<S>()) as u64;
        let old = self.next.capacity();
        let is_granted = room.exchange(bytes(old), bytes(old + more));
        if is_granted {
            self.next.reserve_exact(more);
        }
        is_granted
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

/// What the memory limit leaves for the parts, as all threads see it. Parts grow at about the same time, as
/// a hash spreads states evenly, so that a limit that is looked at afterwards would be passed by far.
struct Room {
    limit: u64,
    used: AtomicU64,
    peak: AtomicU64,
}

impl Room {
    fn new(limit: Option<u64>, used: u64) -> Self {
        Room { limit: limit.unwrap_or(u64::MAX), used: used.into(), peak: used.into() }
    }

    /// Asks for `new` bytes, which are there beside the `old` ones until these are given back.
    fn exchange(&self, old: u64, new: u64) -> bool {
        let used = self.used.fetch_add(new, Relaxed) + new;
        let is_granted = used <= self.limit;
        if is_granted {
            self.peak.fetch_max(used, Relaxed);
        }
        self.used.fetch_sub(if is_granted { old } else { new }, Relaxed);
        is_granted
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
pub(crate) struct Packed<'g, W> {
    pub(crate) graph: &'g dyn Graph<W>,
    pub(crate) direction: Direction,
    /// The maps under which one state stands for all of its images.
    pub(crate) maps: Option<Stabiliser<'g, W>>,
}

impl<W: Word> Packed<'_, W> {
    /// Walks from `origins`, level by level.
    pub(crate) fn walk(
        &self,
        origins: &[W],
        threads: Option<NonZeroUsize>,
        antipodes: usize,
        watch: &mut Watch<'_>,
    ) -> PackedWalk<W> {
        let forgets = self.graph.has(Ability::Reversible);
        let mut parts: Vec<Part<W>> = (0..PARTS).map(|_| Part::new()).collect();
        let mut forms = origins.to_vec();
        self.canonicalise(&mut forms);
        for form in forms {
            let part = &mut parts[part_of(hash(&form))];
            part.take_in(&mut vec![form], |form| self.stands_for(form), &Room::new(None, 0));
        }
        let mut buffers: Vec<Buffers<W>> = Vec::new();
        let mut walk = Walk::new();
        let mut forms = Vec::new();
        loop {
            let states = parts.iter().map(|part| part.next_states).sum();
            let stored: usize = parts.iter().map(|part| part.next.len()).sum();
            let threads = if stored < WORTH_SHARING { 1 } else { threads::count(threads) };
            walk.threads = walk.threads.max(threads);
            advance(&mut parts, forgets, threads);
            let depth = walk.layers.len() as u64;
            let bytes = parts.iter().map(Part::bytes).sum();
            walk.bytes = walk.bytes.max(bytes);
            if let Err(stop) = watch.store(walk.layers.iter().sum::<u64>() + states, bytes) {
                walk.stopped = Some(stop);
                break;
            }
            walk.layers.push(states);
            watch.finish_layer(states);
            forms.push(stored as u64);
            if let Some(limit) = watch.depth_limit()
                && depth >= limit
            {
                walk.stopped = Some(Limit::Depth(limit).into());
                break;
            }
            if buffers.len() < threads {
                let buffer = || (0..PARTS).map(|_| Vec::new()).collect();
                buffers.resize_with(threads, buffer);
            }
            let mut level = Level { of: self, parts: &mut parts, buffers: &mut buffers[..threads] };
            match level.expand(&mut walk, watch) {
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

    /// Puts in the place of each state the one that stands for it.
    fn canonicalise(&self, states: &mut [W]) {
        if let Some(maps) = &self.maps {
            maps.canonicalise(states);
        }
    }

    /// How many states this one stands for.
    #[inline]
    fn stands_for(&self, state: W) -> u64 {
        self.maps.as_ref().map_or(1, |maps| maps.orbit(state))
    }

    /// Appends the states that stand for those beside this one.
    #[inline]
    fn neighbours(&self, state: W, neighbours: &mut Vec<W>) {
        match self.direction {
            Direction::Forward => self.graph.expand(state, neighbours),
            Direction::Backward => self.graph.precede(state, neighbours),
        }
        self.canonicalise(neighbours);
    }
}

/// One level of a walk.
struct Level<'a, W> {
    of: &'a Packed<'a, W>,
    parts: &'a mut [Part<W>],
    /// For each thread, successors by the part that they belong to.
    buffers: &'a mut [Buffers<W>],
}

impl<W: Word> Level<'_, W> {
    /// Expands the whole frontier and returns the number of successors.
    fn expand(&mut self, walk: &mut Walk, watch: &mut Watch<'_>) -> Result<u64, Stop> {
        /// States of the frontier that are handed out at once.
        const PIECE: usize = 1 << 12;
        let cut = |(part, of): (usize, &Part<W>)| {
            let states = of.frontier.len();
            let pieces = (0..states).step_by(PIECE);
            pieces.map(move |from| (part, from..states.min(from + PIECE)))
        };
        let mut pieces: Vec<Piece> = self.parts.iter().enumerate().flat_map(cut).collect();
        let limit = watch.bytes_limit();
        // A sixteenth of the memory for what waits, at the most.
        let affordable = limit.map_or(u64::MAX, |limit| limit / 16 / size_of::<W>() as u64);
        let round = ROUND.min(usize::try_from(affordable).unwrap_or(ROUND));
        let counted: u64 = walk.layers.iter().sum();
        let mut edges = 0;
        while !pieces.is_empty() {
            edges += self.gather(&mut pieces, round) as u64;
            let waiting: usize = self.buffers.iter().flatten().map(Vec::capacity).sum();
            let waiting = (waiting * size_of::<W>()) as u64;
            let bytes = self.parts.iter().map(Part::bytes).sum::<u64>() + waiting;
            watch.store(counted, bytes)?;
            let room = Room::new(limit, bytes);
            let is_granted = self.take_in(&room);
            let bytes = room.peak.into_inner();
            walk.bytes = walk.bytes.max(bytes);
            let in_layer = self.parts.iter().map(|part| part.next_states).sum::<u64>();
            watch.store(counted + in_layer, bytes)?;
            if let Some(limit) = limit.filter(|_| !is_granted) {
                return Err(Limit::Bytes(limit).into());
            }
            watch.look(in_layer)?;
        }
        Ok(edges)
    }

    /// Expands pieces of the frontier until the buffers hold `round` successors or a few more.
    fn gather(&mut self, pieces: &mut Vec<Piece>, round: usize) -> usize {
        let of = self.of;
        let parts = &*self.parts;
        let round = round / self.buffers.len();
        let work = Mutex::new(pieces);
        share(self.buffers, |buffers| {
            let mut edges = 0;
            let mut neighbours = Vec::new();
            while edges < round
                && let Some((part, states)) = next(&work, |pieces| pieces.pop())
            {
                for &state in &parts[part].frontier[states] {
                    of.neighbours(state, &mut neighbours);
                    edges += neighbours.len();
                    for form in neighbours.drain(..) {
                        buffers[part_of(hash(&form))].push(form);
                    }
                }
            }
            edges
        })
    }

    /// Lets each part take in what the buffers hold for it. False where there was no room for that.
    fn take_in(&mut self, room: &Room) -> bool {
        let of = self.of;
        let threads = self.buffers.len();
        let mut buffers: Vec<_> =
            self.buffers.iter_mut().map(|buffers| buffers.iter_mut()).collect();
        let work = Mutex::new(self.parts.iter_mut().map(|part| {
            let waiting: Vec<_> = buffers.iter_mut().filter_map(Iterator::next).collect();
            (part, waiting)
        }));
        let refused = share(&mut vec![(); threads], |()| {
            while let Some((part, waiting)) = next(&work, Iterator::next) {
                for states in waiting {
                    if !part.take_in(states, |form| of.stands_for(form), room) {
                        return 1;
                    }
                }
            }
            0
        });
        refused == 0
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
        let handles: Vec<_> = others
            .iter_mut()
            .filter_map(|scratch| threads::spawn(scope, move || work(scratch)))
            .collect();
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
