//! The store for permutation spaces: moves as look-up tables.
//!
//! A block holds the states of one context and one prefix (all elements but the last eight); its bits
//! are the orders of the rest. Moves are compiled into [`tables`].

mod tables;

use super::bits::Bits;
use super::blocks::Blocks;
use super::list::List;
use crate::space::permutation::Permutation;
use crate::space::{PermutationSpace, Shuffle};
use std::collections::HashMap;
use std::sync::Arc;
use tables::{Kind, Orders, Target};

/// A permutation space with its moves compiled.
pub(crate) struct Permutations<'p> {
    space: &'p PermutationSpace,
    /// Moves by the context that they start from.
    moves: Vec<Vec<Compiled>>,
    stride: usize,
    table_bytes: u64,
    /// The prefixes by their set of elements: far moves that exchange a whole prefix lead from all orders
    /// of it to the same cache lines. Empty where there are too many.
    order: Vec<u32>,
}

/// Prefixes that are worth an order of their own.
const MOST_ORDERED: u64 = 1 << 22;

struct Compiled {
    to: usize,
    kind: Arc<Kind>,
}

pub(crate) struct Scratch {
    /// The frontier of a block as bit numbers.
    list: List,
    /// Near targets, by context.
    near: Vec<Box<[u64; 1 << 10]>>,
    targets: Vec<Target>,
    stamp: u32,
}

impl<'p> Permutations<'p> {
    /// Compiles the moves. Takes milliseconds.
    pub(crate) fn new(space: &'p PermutationSpace) -> Self {
        let orders = Orders::of(space);
        let mut moves: Vec<Vec<Compiled>> = (0..space.contexts()).map(|_| Vec::new()).collect();
        let mut known: HashMap<&[u8], Arc<Kind>> = HashMap::new();
        let mut table_bytes = 0;
        for Shuffle { from, to, order } in space.moves() {
            let kind = known.entry(order).or_insert_with(|| {
                let kind = orders.compile(order);
                table_bytes += kind.bytes();
                Arc::new(kind)
            });
            moves[*from].push(Compiled { to: *to, kind: kind.clone() });
        }
        let stride = (space.suffixes() as usize).div_ceil(64);
        let mut order: Vec<u32> = Vec::new();
        if space.prefixes() <= MOST_ORDERED {
            order.extend(0..space.prefixes() as u32);
            order.sort_by_cached_key(|&prefix| {
                let (mut elements, _) = space.prefix(prefix.into());
                elements[..space.prefix_length()].sort_unstable();
                elements
            });
            table_bytes += size_of_val(&order[..]) as u64;
        }
        Permutations { space, moves, stride, table_bytes, order }
    }

    /// At least as many bytes as a walk takes, without compiling the moves.
    pub(crate) fn most_bytes(space: &PermutationSpace) -> u64 {
        /// For each order of the rest: of a far move what leaves, what stays, and what is joined to what.
        const AN_ORDER: u64 = 16;
        let blocks = space.contexts() as u64 * space.prefixes();
        let orders = space.suffixes() << u8::from(space.is_half());
        let tables = space.moves().len() as u64 * orders;
        3 * 8 * blocks * space.suffixes().div_ceil(64) + AN_ORDER * tables + 4 * space.prefixes()
    }
}

/// The prefix of the group at hand.
struct Block<'a> {
    space: &'a Permutations<'a>,
    prefix: Permutation,
    is_odd: bool,
    /// The other elements, as a set.
    rest: u32,
}

impl Block<'_> {
    /// Which of the tables of a move are for the block of this context.
    fn parity(&self, context: usize) -> usize {
        let space = self.space.space;
        usize::from(space.is_half() && self.is_odd ^ space.is_odd_in(context))
    }
}

impl Permutations<'_> {
    fn block(&self, group: usize) -> Block<'_> {
        let (prefix, is_odd) = self.space.prefix(group as u64);
        let all = (1_u32 << self.space.length()) - 1;
        let used = &prefix[..self.space.prefix_length()];
        let rest = used.iter().fold(all, |rest, element| rest & !(1 << element));
        Block { space: self, prefix, is_odd, rest }
    }

    /// The first bit of a block.
    fn base(&self, context: usize, group: usize) -> u64 {
        ((context * self.groups() + group) * self.stride) as u64 * 64
    }
}

impl Blocks for Permutations<'_> {
    type Scratch = Scratch;

    fn groups(&self) -> usize {
        self.space.prefixes() as usize
    }

    fn group_at(&self, index: usize) -> usize {
        self.order.get(index).map_or(index, |&group| group as usize)
    }

    fn group_size(&self) -> usize {
        self.space.contexts()
    }

    fn stride(&self) -> usize {
        self.stride
    }

    fn table_bytes(&self) -> u64 {
        self.table_bytes
    }

    fn scratch(&self) -> Scratch {
        let far = self.moves.iter().flatten().filter_map(|compiled| match &*compiled.kind {
            Kind::Far(far) => Some(far.leaving.len()),
            Kind::Same | Kind::Near(_) => None,
        });
        Scratch {
            list: List::new(self.stride),
            near: (0..self.space.contexts()).map(|_| Box::new([0; 1 << 10])).collect(),
            targets: vec![Target::default(); far.max().unwrap_or(0)],
            stamp: 0,
        }
    }

    fn count(&self) -> u64 {
        self.space.count()
    }

    fn block_size(&self) -> usize {
        self.space.suffixes() as usize
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let Scratch { list, targets, stamp, .. } = scratch;
        let block = self.block(group);
        let mut looks = 0;
        for (context, words) in left.chunks(self.stride).enumerate() {
            list.fill(words);
            let parity = block.parity(context);
            let base = self.base(context, group);
            for Compiled { to, kind } in &self.moves[context] {
                if list.is_empty() {
                    break;
                }
                looks += list.len() as u64;
                // Those whose successor is in the frontier are done; the others try the next move.
                let near = self.base(*to, group);
                match &**kind {
                    Kind::Same => {
                        list.keep(base, next, |state| frontier.has(near + u64::from(state)));
                    }
                    Kind::Near(tables) => {
                        let table = &tables[parity];
                        list.keep(base, next, |state| {
                            frontier.has(near + u64::from(table[usize::from(state)]))
                        });
                    }
                    Kind::Far(far) => {
                        *stamp += 1;
                        list.keep(base, next, |state| {
                            frontier.has(far.after(state, parity, &block, *to, *stamp, targets))
                        });
                    }
                }
            }
        }
        looks
    }

    fn push(&self, group: usize, frontier: &[u64], next: Bits<'_>, scratch: &mut Scratch) -> u64 {
        let Scratch { list, near, targets, stamp } = scratch;
        let block = self.block(group);
        let mut edges = 0;
        for (context, words) in frontier.chunks(self.stride).enumerate() {
            list.fill(words);
            if list.is_empty() {
                continue;
            }
            let parity = block.parity(context);
            edges += (self.moves[context].len() * list.len()) as u64;
            for Compiled { to, kind } in &self.moves[context] {
                match &**kind {
                    Kind::Same => {
                        for (near, &bits) in near[*to].iter_mut().zip(words) {
                            *near |= bits;
                        }
                    }
                    Kind::Near(tables) => {
                        let (near, table) = (&mut *near[*to], &tables[parity]);
                        for &state in &**list {
                            let after = table[usize::from(state)];
                            near[usize::from(after / 64)] |= 1 << (after % 64);
                        }
                    }
                    Kind::Far(far) => {
                        *stamp += 1;
                        list.set_all(next, |state| {
                            far.after(state, parity, &block, *to, *stamp, targets)
                        });
                    }
                }
            }
        }
        for (context, near) in near.iter_mut().enumerate() {
            let base = (self.base(context, group) / 64) as usize;
            for (index, bits) in near[..self.stride].iter_mut().enumerate() {
                if *bits != 0 {
                    next.merge(base + index, std::mem::take(bits));
                }
            }
        }
        edges
    }
}
