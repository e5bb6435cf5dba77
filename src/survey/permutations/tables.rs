//! Moves of a permutation space as look-up tables.
//!
//! A **near** move leaves the prefix of a state alone: a table of 16-bit numbers says which order of the rest comes
//! of which, and the target lies in the same block or that of another context, in first-level cache.
//!
//! A **far** move exchanges elements between prefix and rest. Which elements leave the rest, and in which
//! order the others stay, is read off a table (*split*). For a block, those that leave decide the target's
//! prefix, and how the ones that enter compare with the ones that stay; that is computed when it is first
//! met in the block. The target's rest is read off a second table (*join*). So a far move costs three
//! look-ups and no rank.

use super::Block;
use crate::rank::arrangement::{self, Columns, nth_bit};
use crate::space::PermutationSpace;
use crate::space::permutation::{Permutation, SUFFIX};

/// A move as tables.
pub(super) enum Kind {
    /// Only the context changes.
    Same,
    /// For each parity of the rest, what becomes of its order.
    Near(Vec<Box<[u16]>>),
    Far(Far),
}

pub(super) struct Far {
    /// Where each position of the new prefix takes its element from.
    prefix: Vec<Source>,
    /// Positions of the old prefix whose elements enter the rest, in the order of their new positions.
    entering: Vec<usize>,
    /// For each order of the rest: which elements leave (high half) and the order of those that stay.
    split: Vec<Box<[u32]>>,
    /// The leaving elements, by the number that `split` gives them.
    pub(super) leaving: Vec<[u8; SUFFIX]>,
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
pub(super) struct Target {
    /// First bit of the target's block.
    base: u64,
    /// First entry of `join`.
    row: u32,
    /// The block that this was computed for.
    stamp: u32,
}

impl Kind {
    pub(super) fn bytes(&self) -> u64 {
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
pub(super) struct Orders {
    prefix_length: usize,
    length: usize,
    by_number: Vec<Columns>,
}

impl Orders {
    pub(super) fn of(space: &PermutationSpace) -> Self {
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

    pub(super) fn compile(&self, order: &[u8]) -> Kind {
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
    pub(super) fn after(
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
