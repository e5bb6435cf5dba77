//! The store for permutation spaces: moves as look-up tables.
//!
//! A block holds the states of one context and one prefix (all elements but the last eight); its bits
//! are the orders of the rest. A **near** move leaves the prefix alone: a table of 16-bit numbers says
//! which order comes of which, and the target lies in the same block or that of another context, in
//! first-level cache.
//!
//! A **far** move exchanges elements between prefix and rest. Which elements leave the rest, and in which
//! order the others stay, is read off a table (*split*). For a block, those that leave decide the target's
//! prefix, and how the ones that enter compare with the ones that stay; that is computed when it is first
//! met in the block. The target's rest is read off a second table (*join*). So a far move costs three
//! look-ups and no rank.

use super::bits::Bits;
use super::blocks::Blocks;
use super::list::List;
use crate::rank::arrangement::{self, Columns, nth_bit};
use crate::space::permutation::{Permutation, SUFFIX};
use crate::space::{PermutationSpace, Shuffle};
use std::collections::HashMap;
use std::sync::Arc;

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

enum Kind {
    /// Only the context changes.
    Same,
    /// For each parity of the rest, what becomes of its order.
    Near(Vec<Box<[u16]>>),
    Far(Far),
}

struct Far {
    /// Where each position of the new prefix takes its element from.
    prefix: Vec<Source>,
    /// Positions of the old prefix whose elements enter the rest, in the order of their new positions.
    entering: Vec<usize>,
    /// For each order of the rest: which elements leave (high half) and the order of those that stay.
    split: Vec<Box<[u32]>>,
    /// The leaving elements, by the number that `split` gives them.
    leaving: Vec<[u8; SUFFIX]>,
    /// Orders of the elements that stay.
    staying_orders: u32,
    /// The new order of the rest: indexed by the ranks of those that enter, then the order of those that
    /// stay.
    join: Vec<u16>,
}

#[derive(Clone, Copy)]
enum Source {
    Prefix(usize),
    /// The n-th element that leaves the rest.
    Leaving(usize),
}

/// What the elements that leave the rest mean in the block at hand.
#[derive(Clone, Copy, Default)]
struct Target {
    /// First bit of the target's block.
    base: u64,
    /// First entry of `join`.
    row: u32,
    /// The block that this was computed for.
    stamp: u32,
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

impl Kind {
    fn bytes(&self) -> u64 {
        let bytes = match self {
            Kind::Same => 0,
            Kind::Near(tables) => tables.iter().map(|table| size_of_val(&table[..])).sum(),
            Kind::Far(far) => {
                far.split.iter().map(|table| size_of_val(&table[..])).sum::<usize>()
                    + size_of_val(&far.join[..])
                    + size_of_val(&far.leaving[..])
            }
        };
        bytes as u64
    }
}

/// The orders of the last elements, relative to each other, by number; for each parity where only half of
/// them occur.
struct Orders {
    prefix_length: usize,
    length: usize,
    by_number: Vec<Columns>,
}

impl Orders {
    fn of(space: &PermutationSpace) -> Self {
        let length = space.suffix_length();
        let by_number = if space.is_half() {
            Columns::by_parity(length).into()
        } else {
            vec![Columns::all(length, length)]
        };
        Orders { prefix_length: space.prefix_length(), length, by_number }
    }

    fn numbers(&self, orders: &Columns) -> Vec<u16> {
        let mut numbers = orders.ranks(self.length);
        if self.by_number.len() == 2 {
            for number in &mut numbers {
                *number /= 2;
            }
        }
        numbers
    }

    fn compile(&self, order: &[u8]) -> Kind {
        let keeps =
            |order: &[u8]| order.iter().enumerate().all(|(to, &from)| to == usize::from(from));
        if keeps(order) {
            Kind::Same
        } else if keeps(&order[..self.prefix_length]) {
            let sources = || {
                order[self.prefix_length..]
                    .iter()
                    .map(|&from| usize::from(from) - self.prefix_length)
            };
            let near = |orders: &Columns| self.numbers(&orders.at(sources())).into();
            Kind::Near(self.by_number.iter().map(near).collect())
        } else {
            Kind::Far(self.far(order))
        }
    }

    fn far(&self, order: &[u8]) -> Far {
        let first = self.prefix_length;
        let (new_prefix, new_rest) = order.split_at(first);
        let is_entering = |from: &u8| usize::from(*from) < first;
        let mut leaving = Vec::new();
        let prefix = new_prefix.iter().map(|from| {
            if is_entering(from) {
                return Source::Prefix(usize::from(*from));
            }
            leaving.push(usize::from(*from) - first);
            Source::Leaving(leaving.len() - 1)
        });
        let prefix: Vec<Source> = prefix.collect();
        let entering: Vec<usize> =
            new_rest.iter().filter(|from| is_entering(from)).map(|&from| from.into()).collect();
        let staying: Vec<usize> = new_rest
            .iter()
            .filter(|from| !is_entering(from))
            .map(|&from| usize::from(from) - first)
            .collect();

        let split = |orders: &Columns| {
            let leave = orders.at(leaving.iter().copied()).ranks(self.length);
            let stay = orders.at(staying.iter().copied()).compared().ranks(staying.len());
            let both = leave.into_iter().zip(stay);
            both.map(|(leave, stay)| u32::from(leave) << 16 | u32::from(stay)).collect()
        };
        let split = self.by_number.iter().map(split).collect();

        let arrangements = Columns::all(leaving.len(), self.length);
        let staying = Columns::all(staying.len(), staying.len());
        let enter = arrangements.each_repeated(staying.rows());
        let stay = staying.repeated(arrangements.rows()).skipping(&enter);
        let join = self.numbers(&stay.merged(enter, new_rest.iter().map(is_entering)));
        Far {
            prefix,
            split,
            leaving: (0..arrangements.rows()).map(|number| arrangements.row(number)).collect(),
            staying_orders: staying.rows() as u32,
            join,
            entering,
        }
    }
}

impl Far {
    /// The bit of the state that the move leads to from the one with this number in its block.
    #[inline]
    fn after(
        &self,
        state: u16,
        parity: usize,
        block: &Block<'_>,
        to: usize,
        stamp: u32,
        targets: &mut [Target],
    ) -> u64 {
        let parts = self.split[parity][usize::from(state)];
        let target = &mut targets[(parts >> 16) as usize];
        if target.stamp != stamp {
            *target = self.target((parts >> 16) as usize, block, to, stamp);
        }
        target.base + u64::from(self.join[(target.row + (parts & 0xffff)) as usize])
    }

    /// What it means in a block that the elements with this number leave.
    ///
    /// Apart, so that what asks for it, once for each of many states, stays small.
    #[cold]
    fn target(&self, leaving: usize, block: &Block<'_>, to: usize, stamp: u32) -> Target {
        let ranks = self.leaving[leaving];
        let mut prefix = Permutation::default();
        let mut rest = block.rest;
        for (element, &source) in prefix.iter_mut().zip(&self.prefix) {
            *element = match source {
                Source::Prefix(position) => block.prefix[position],
                Source::Leaving(index) => {
                    let element = nth_bit(block.rest, ranks[index]);
                    rest &= !(1 << element);
                    element
                }
            };
        }
        for &position in &self.entering {
            rest |= 1 << block.prefix[position];
        }
        let mut enter = [0_u8; SUFFIX];
        for (rank, &position) in enter.iter_mut().zip(&self.entering) {
            let below = (1_u32 << block.prefix[position]) - 1;
            *rank = (rest & below).count_ones() as u8;
        }
        let space = block.space.space;
        let rank = arrangement::rank(&prefix[..self.prefix.len()], space.length());
        let row = arrangement::rank(&enter[..self.entering.len()], space.suffix_length()) as u32;
        Target {
            base: (to as u64 * space.prefixes() + rank) * block.space.stride as u64 * 64,
            row: row * self.staying_orders,
            stamp,
        }
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

    fn number(&self, block: usize, bit: usize) -> u64 {
        block as u64 * self.space.suffixes() + bit as u64
    }

    fn place(&self, number: u64) -> (usize, usize) {
        let suffixes = self.space.suffixes();
        ((number / suffixes) as usize, (number % suffixes) as usize)
    }

    fn count(&self) -> u64 {
        self.space.count()
    }

    fn block_states(&self, _: usize) -> usize {
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
