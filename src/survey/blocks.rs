//! The breadth-first walk over a bit table that is cut into blocks.
//!
//! Three bits a state: *visited*, *reached* by the level before (old ones among them), and *next*. What
//! was reached and not yet visited is the frontier. A level settles it (counts it and marks it as
//! visited) and **pushes**: sets the successors in *next*. Where every edge runs both ways and the
//! frontier is larger than what is left, it **pulls** instead: each state that is left looks for a
//! frontier state next to it, and stops at the first (Beamer, Asanovic, Patterson: Direction-optimizing
//! breadth-first search, 2012).
//!
//! Blocks are shared out among threads in small portions. A block's frontier is read and written by one
//! thread only; *next* by all.

use super::Watch;
use super::bits::{Bits, Memory, ones};
use crate::search::{Limit, Stop};
use crate::threads;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A space whose states are bits of blocks of whole words.
pub(crate) trait Blocks: Sync {
    /// What a thread needs for itself.
    type Scratch: Send;

    /// How many blocks there are. Those of a group are walked together.
    fn groups(&self) -> usize;
    /// The group to walk as number `index`: those that reach the same memory stand together.
    fn group_at(&self, index: usize) -> usize {
        index
    }
    /// How many blocks are in a group; block `b` of group `g` is number `b * groups + g`.
    fn group_size(&self) -> usize;
    /// Words of a block.
    fn stride(&self) -> usize;
    /// Bytes that the space's own tables take.
    fn table_bytes(&self) -> u64;
    /// A fresh scratch.
    fn scratch(&self) -> Self::Scratch;
    /// How many states there are.
    fn count(&self) -> u64;
    /// How many of them a block has; the last one may have fewer.
    fn block_size(&self) -> usize;
    /// The number of the state at this bit of this block.
    #[inline]
    fn number(&self, block: usize, bit: usize) -> u64 {
        block as u64 * self.block_size() as u64 + bit as u64
    }
    /// The block and bit of the state with this number: the inverse of [`number`](Blocks::number).
    fn place(&self, number: u64) -> (usize, usize) {
        let size = self.block_size() as u64;
        ((number / size) as usize, (number % size) as usize)
    }
    /// How many states this block has.
    fn block_states(&self, block: usize) -> usize {
        let size = self.block_size() as u64;
        (self.count() - block as u64 * size).min(size) as usize
    }
    /// Sets the successors of a group's frontier, given as the words of one block after another, and
    /// returns how many there were, duplicates included.
    fn push(
        &self,
        group: usize,
        frontier: &[u64],
        next: Bits<'_>,
        scratch: &mut Self::Scratch,
    ) -> u64;
    /// Sets those states of a group that have a successor in the frontier, out of those that are left,
    /// given as the words of one block after another; and returns how many successors it looked at.
    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        scratch: &mut Self::Scratch,
    ) -> u64;
}

/// What came of a walk.
pub(crate) struct Walk {
    pub(crate) layers: Vec<u64>,
    pub(crate) edges: u64,
    /// Numbers of the first states of the last layer.
    pub(crate) antipodes: Vec<u64>,
    pub(crate) stopped: Option<Stop>,
    pub(crate) bytes: u64,
    /// The most threads that were to work at a time.
    pub(crate) threads: usize,
}

impl Walk {
    /// One that has found nothing yet.
    pub(crate) fn new() -> Self {
        let (layers, antipodes) = (Vec::new(), Vec::new());
        Walk { layers, edges: 0, antipodes, stopped: None, bytes: 0, threads: 1 }
    }
}

/// What one thread found in a level.
#[derive(Default)]
struct Portion {
    states: u64,
    edges: u64,
    first: Vec<u64>,
}

/// Bytes that a walk takes at the peak.
pub(crate) fn bytes(space: &impl Blocks) -> u64 {
    3 * 8 * (space.groups() * space.group_size() * space.stride()) as u64 + space.table_bytes()
}

/// What is asked of a walk.
pub(crate) struct Asked<'a> {
    /// Whether every edge runs both ways.
    pub(crate) is_reversible: bool,
    /// As [`Request`](super::Request) has them.
    pub(crate) threads: Option<NonZeroUsize>,
    /// How many states of the last layer to tell.
    pub(crate) antipodes: usize,
    /// Where to note the distance of each state.
    pub(crate) keep: Option<&'a mut dyn Keep>,
}

/// What notes the distance of each state while a walk goes on.
pub(crate) trait Keep {
    /// Makes room for a space of so many blocks, each of so many words and states.
    fn lay_out(&mut self, blocks: usize, words: usize, states: usize);
    /// Bytes that the layers up to this depth take.
    fn bytes_to(&self, depth: u64) -> u64;
    /// What notes the layer of this depth; an error where the system has no room for it.
    fn layer(&mut self, depth: u64) -> Result<Box<dyn Note + '_>, Limit>;
}

/// What notes the states of one layer.
pub(crate) trait Note: Sync {
    /// Notes those of a block, given as its words. Threads call it at the same time, each for blocks of its
    /// own.
    fn note(&self, block: usize, frontier: &[u64]);
}

/// Walks from the states with these numbers, level by level.
pub(crate) fn walk<B: Blocks>(
    space: &B,
    origins: &[u64],
    asked: Asked<'_>,
    watch: &mut Watch<'_>,
) -> Walk {
    let mut walk = Walk::new();
    walk.stopped = walk_layers(space, origins, asked, watch, &mut walk).err();
    walk
}

/// Adds each layer to `walk` when it is whole.
fn walk_layers<B: Blocks>(
    space: &B,
    origins: &[u64],
    asked: Asked<'_>,
    watch: &mut Watch<'_>,
    walk: &mut Walk,
) -> Result<(), Stop> {
    let Asked { is_reversible, threads, antipodes, mut keep } = asked;
    watch.store(0, bytes(space))?;
    let words = space.groups() * space.group_size() * space.stride();
    let mut memory = [Memory::zeroed(words)?, Memory::zeroed(words)?, Memory::zeroed(words)?];
    walk.bytes = bytes(space);
    let [visited, mut reached, mut next] = memory.each_mut().map(Memory::bits);
    for &origin in origins {
        let (block, bit) = space.place(origin);
        reached.set((block * space.stride() * 64 + bit) as u64);
    }
    let mut scratches = Vec::new();
    let mut left = space.count();
    if let Some(keep) = &mut keep {
        let blocks = space.groups() * space.group_size();
        keep.lay_out(blocks, space.stride(), space.block_states(0));
    }
    loop {
        let depth = walk.layers.len() as u64;
        let limit = watch.depth_limit().filter(|&limit| depth >= limit);
        let is_last = limit.is_some();
        let last_layer = walk.layers.last().copied().unwrap_or(0);
        let threads = if last_layer < WORTH_SHARING { 1 } else { threads::count(threads) };
        walk.threads = walk.threads.max(threads);
        if scratches.len() < threads {
            scratches.resize_with(threads, || (space.scratch(), Vec::new()));
        }
        let counted = space.count() - left;
        let mut note = None;
        if let Some(keep) = keep.as_deref_mut() {
            walk.bytes = bytes(space) + keep.bytes_to(depth);
            watch.store(counted, walk.bytes)?;
            note = Some(keep.layer(depth)?);
        }
        let level = |step| Level {
            space,
            step,
            visited,
            reached,
            next: if threads == 1 { next.unshared() } else { next },
            note: note.as_deref(),
            antipodes,
            taken: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
        };
        let mut run = |step| level(step).run(&mut scratches[..threads], watch);
        // Whether to pull is known when the frontier is settled. Settling it apart costs a look at the
        // memory, so that is done where the layers grow or shrink towards half of what is left.
        let before = walk.layers.iter().rev().nth(1).copied().unwrap_or(1).max(1);
        let forecast = u128::from(last_layer) * u128::from(last_layer) / u128::from(before);
        let is_worth_settling = is_last || (is_reversible && forecast * 2 >= u128::from(left));
        let mut portion = run(if is_worth_settling { Step::Settle } else { Step::SettleAndPush })?;
        if is_worth_settling && !is_last {
            let is_pull = left - portion.states < portion.states;
            portion.edges = run(if is_pull { Step::Pull } else { Step::Push })?.edges;
            if is_pull {
                reached.clear();
            }
        }
        watch.store(counted + portion.states, walk.bytes)?;
        if portion.states == 0 {
            return Ok(());
        }
        left -= portion.states;
        walk.layers.push(portion.states);
        walk.edges += portion.edges;
        walk.antipodes = portion.first;
        watch.finish_layer(portion.states);
        if let Some(limit) = limit {
            return Err(Limit::Depth(limit).into());
        }
        (reached, next) = (next, reached);
    }
}

/// A layer smaller than this is walked by one thread: starting others takes longer.
const WORTH_SHARING: u64 = 1 << 15;

/// What is done to each group of blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Frontier out of reached and visited.
    Settle,
    /// The successors of a settled frontier.
    Push,
    /// Both at once, with one look at the memory.
    SettleAndPush,
    /// What is left and next to a settled frontier.
    Pull,
}

/// One pass over all blocks, as all threads see it.
struct Level<'a, B> {
    space: &'a B,
    step: Step,
    visited: Bits<'a>,
    /// What was reached; the frontier, once that is settled.
    reached: Bits<'a>,
    next: Bits<'a>,
    /// Where else the frontier is noted.
    note: Option<&'a dyn Note>,
    antipodes: usize,
    /// Groups that threads have taken so far.
    taken: AtomicUsize,
    is_stopped: AtomicBool,
}

impl<B: Blocks> Level<'_, B> {
    fn run(
        &self,
        scratches: &mut [(B::Scratch, Vec<u64>)],
        watch: &mut Watch<'_>,
    ) -> Result<Portion, Stop> {
        let (mine, others) = scratches.split_first_mut().expect("at least one thread");
        let mut stopped = None;
        let portions = std::thread::scope(|scope| {
            let handles: Vec<_> = others
                .iter_mut()
                .filter_map(|scratch| threads::spawn(scope, move || self.work(scratch, |_| false)))
                .collect();
            let first = self.work(mine, |states| {
                stopped = watch.look(states).err();
                stopped.is_some()
            });
            let rest = handles.into_iter().map(|handle| {
                handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            std::iter::once(first).chain(rest).collect::<Vec<_>>()
        });
        if let Some(stop) = stopped {
            return Err(stop);
        }
        let mut all = Portion::default();
        for portion in portions {
            all.states += portion.states;
            all.edges += portion.edges;
            all.first.extend(portion.first);
        }
        // Each thread kept its first ones, so the first ones of all are among them.
        all.first.sort_unstable();
        all.first.truncate(self.antipodes);
        Ok(all)
    }

    /// Takes groups until there are no more, or `is_over` says so.
    fn work(
        &self,
        scratch: &mut (B::Scratch, Vec<u64>),
        mut is_over: impl FnMut(u64) -> bool,
    ) -> Portion {
        let groups = self.space.groups();
        let portion = (groups / 1024).clamp(1, 64);
        let mut found = Portion::default();
        loop {
            let begin = self.taken.fetch_add(portion, Relaxed);
            if begin >= groups || self.is_stopped.load(Relaxed) {
                return found;
            }
            for index in begin..groups.min(begin + portion) {
                self.walk_group(self.space.group_at(index), scratch, &mut found);
            }
            if is_over(found.states) {
                self.is_stopped.store(true, Relaxed);
                return found;
            }
        }
    }

    fn walk_group(
        &self,
        group: usize,
        (scratch, words): &mut (B::Scratch, Vec<u64>),
        found: &mut Portion,
    ) {
        words.resize(self.space.group_size() * self.space.stride(), 0);
        match self.step {
            Step::Settle | Step::SettleAndPush => {
                let states = self.settle(group, words);
                if states == 0 {
                    return;
                }
                found.states += states;
                self.keep_first(group, words, found);
                if self.step == Step::SettleAndPush {
                    found.edges += self.space.push(group, words, self.next, scratch);
                }
            }
            Step::Push => {
                let mut any = 0;
                for (words, reached) in
                    words.chunks_mut(self.space.stride()).zip(self.blocks(group, self.reached))
                {
                    for (word, reached) in words.iter_mut().zip(reached) {
                        *word = reached.load(Relaxed);
                        reached.store(0, Relaxed);
                        any |= *word;
                    }
                }
                if any != 0 {
                    found.edges += self.space.push(group, words, self.next, scratch);
                }
            }
            Step::Pull => {
                let mut any = 0;
                for (index, words) in words.chunks_mut(self.space.stride()).enumerate() {
                    let block = index * self.space.groups() + group;
                    let mut states = self.space.block_states(block);
                    for (word, visited) in words.iter_mut().zip(self.block(block, self.visited)) {
                        let all = if states < 64 { (1 << states) - 1 } else { u64::MAX };
                        states = states.saturating_sub(64);
                        *word = all & !visited.load(Relaxed);
                        any |= *word;
                    }
                }
                if any != 0 {
                    found.edges += self.space.pull(group, words, self.reached, self.next, scratch);
                }
            }
        }
    }

    fn block<'b>(&self, block: usize, bits: Bits<'b>) -> &'b [AtomicU64] {
        let stride = self.space.stride();
        &bits.words()[block * stride..][..stride]
    }

    fn blocks<'b>(&self, group: usize, bits: Bits<'b>) -> impl Iterator<Item = &'b [AtomicU64]> {
        let groups = self.space.groups();
        (0..self.space.group_size()).map(move |index| self.block(index * groups + group, bits))
    }

    /// Writes the frontier of a group to `frontier`, marks it as visited and returns its size.
    fn settle(&self, group: usize, frontier: &mut [u64]) -> u64 {
        let mut blocks = self.blocks(group, self.reached);
        if !blocks.any(|block| block.iter().any(|word| word.load(Relaxed) != 0)) {
            return 0;
        }
        let keeps = self.step == Step::Settle;
        let mut states = 0;
        let blocks = self.blocks(group, self.reached).zip(self.blocks(group, self.visited));
        for (frontier, (reached, visited)) in frontier.chunks_mut(self.space.stride()).zip(blocks) {
            for ((new, reached), visited) in frontier.iter_mut().zip(reached).zip(visited) {
                let word = reached.load(Relaxed);
                *new = 0;
                if word == 0 {
                    continue;
                }
                let old = visited.load(Relaxed);
                *new = word & !old;
                reached.store(if keeps { *new } else { 0 }, Relaxed);
                if *new != 0 {
                    visited.store(old | *new, Relaxed);
                    states += u64::from(new.count_ones());
                }
            }
        }
        if let Some(note) = self.note {
            for (index, frontier) in frontier.chunks(self.space.stride()).enumerate() {
                note.note(index * self.space.groups() + group, frontier);
            }
        }
        states
    }

    fn keep_first(&self, group: usize, frontier: &[u64], found: &mut Portion) {
        if self.antipodes == 0 {
            return;
        }
        let stride = self.space.stride();
        for (index, block) in frontier.chunks(stride).enumerate() {
            let block_number = index * self.space.groups() + group;
            let numbers = block.iter().enumerate().flat_map(|(word, &bits)| {
                ones(bits).map(move |bit| self.space.number(block_number, word * 64 + bit))
            });
            // Of blocks in no particular order the least numbers are wanted, so that every thread count
            // gives the same.
            let is_full = found.first.len() == self.antipodes;
            let bound = found.first.last().copied().filter(|_| is_full).unwrap_or(u64::MAX);
            let before = found.first.len();
            found.first.extend(numbers.take_while(|&number| number < bound).take(self.antipodes));
            if found.first.len() > before {
                found.first.sort_unstable();
                found.first.truncate(self.antipodes);
            }
        }
    }
}
