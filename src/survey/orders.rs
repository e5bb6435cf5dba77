//! The store for patterns: a block is all orders of a few pieces in one context.
//!
//! A context says which slots the pieces stand on, and an order which piece on which of them. A move takes
//! all orders of a context to those of another one in the same way, and there are few such ways. So each is
//! a table of 16-bit numbers, and a move's targets are gathered in a buffer of a block's size. Where a move
//! keeps the order, as most slides along a row do, a whole word is moved at once.

use super::bits::Bits;
use super::blocks::{Blocks, fill, keep};

/// The most pieces: 8! = 40,320 orders are 5 KiB of bits and are numbered by 16 bits.
pub(crate) const MOST_PIECES: usize = 8;

/// For each piece, by how many of the others it is preceded; past the last piece, anything.
pub(crate) type Order = [u8; MOST_PIECES];

/// A space of contexts times orders, walked against its moves.
#[derive(Debug)]
pub(crate) struct Orders {
    pub(crate) pieces: usize,
    /// Where the moves of each context begin, and at the end their number.
    pub(crate) begins: Vec<u32>,
    pub(crate) moves: Vec<Edge>,
    /// The ways in which moves change orders: what becomes of each place.
    pub(crate) ways: Vec<Order>,
}

/// A move to a context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) to: u32,
    /// Its index among the ways.
    pub(crate) way: u32,
}

/// The number of orders of so many pieces.
pub(crate) const fn orders_of(pieces: usize) -> usize {
    let (mut count, mut n) = (1, 1);
    while n <= pieces {
        count *= n;
        n += 1;
    }
    count
}

/// The number of an order, below [`orders_of`]: lexicographic.
#[inline]
fn number_of(order: &[u8]) -> usize {
    let mut number = 0;
    for (index, place) in order.iter().enumerate() {
        let later = &order[index + 1..];
        let smaller = later.iter().filter(|&other| other < place).count();
        number = number * (order.len() - index) + smaller;
    }
    number
}

/// The orders of so many pieces by their numbers.
fn all_orders(pieces: usize) -> Vec<Order> {
    let mut all = Vec::with_capacity(orders_of(pieces));
    let mut order: Order = std::array::from_fn(|piece| piece as u8);
    loop {
        all.push(order);
        // The next one in lexicographic order.
        let order = &mut order[..pieces];
        let Some(rise) = (1..pieces).rev().find(|&index| order[index - 1] < order[index]) else {
            return all;
        };
        let above = (rise..pieces).rev().find(|&index| order[index] > order[rise - 1]);
        order.swap(rise - 1, above.unwrap_or(rise));
        order[rise..].reverse();
    }
}

/// The space with its ways compiled.
pub(crate) struct Compiled<'o> {
    space: &'o Orders,
    orders: usize,
    stride: usize,
    /// What becomes of each order; nothing where it stays.
    tables: Vec<Option<Box<[u16]>>>,
}

pub(crate) struct Scratch {
    list: Vec<u16>,
    targets: Box<[u64; 1 << 10]>,
}

impl<'o> Compiled<'o> {
    pub(crate) fn new(space: &'o Orders) -> Self {
        let all = all_orders(space.pieces);
        let table = |way: &Order| {
            let is_kept = way[..space.pieces].is_sorted();
            let after = |order: &Order| {
                let after = order.map(|place| way[usize::from(place)]);
                number_of(&after[..space.pieces]) as u16
            };
            (!is_kept).then(|| all.iter().map(after).collect())
        };
        let tables = space.ways.iter().map(table).collect();
        Compiled { space, orders: all.len(), stride: all.len().div_ceil(64), tables }
    }

    fn moves(&self, context: usize) -> &[Edge] {
        let [begin, end] = [context, context + 1].map(|index| self.space.begins[index] as usize);
        &self.space.moves[begin..end]
    }
}

impl Blocks for Compiled<'_> {
    type Scratch = Scratch;

    fn groups(&self) -> usize {
        self.space.begins.len() - 1
    }

    fn group_size(&self) -> usize {
        1
    }

    fn stride(&self) -> usize {
        self.stride
    }

    fn table_bytes(&self) -> u64 {
        let tables = self.tables.iter().flatten().map(|table| size_of_val(&table[..]));
        (tables.sum::<usize>() + size_of_val(&self.space.moves[..])) as u64
    }

    fn scratch(&self) -> Scratch {
        Scratch { list: Vec::with_capacity(self.orders), targets: Box::new([0; 1 << 10]) }
    }

    fn number(&self, block: usize, bit: usize) -> u64 {
        (block * self.orders + bit) as u64
    }

    fn place(&self, number: u64) -> (usize, usize) {
        (number as usize / self.orders, number as usize % self.orders)
    }

    fn count(&self) -> u64 {
        (self.groups() * self.orders) as u64
    }

    fn block_states(&self, _: usize) -> usize {
        self.orders
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        Scratch { list, .. }: &mut Scratch,
    ) -> u64 {
        fill(list, left);
        let block_bits = self.stride as u64 * 64;
        let base = group as u64 * block_bits;
        let mut looks = 0;
        for Edge { to, way } in self.moves(group) {
            if list.is_empty() {
                break;
            }
            looks += list.len() as u64;
            let near = u64::from(*to) * block_bits;
            match &self.tables[*way as usize] {
                None => keep(list, base, next, |order| frontier.has(near + u64::from(order))),
                Some(table) => keep(list, base, next, |order| {
                    frontier.has(near + u64::from(table[usize::from(order)]))
                }),
            }
        }
        looks
    }

    fn push(
        &self,
        group: usize,
        frontier: &[u64],
        next: Bits<'_>,
        Scratch { list, targets }: &mut Scratch,
    ) -> u64 {
        fill(list, frontier);
        for Edge { to, way } in self.moves(group) {
            let base = *to as usize * self.stride;
            let Some(table) = &self.tables[*way as usize] else {
                for (word, &bits) in frontier.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                    next.merge(base + word, bits);
                }
                continue;
            };
            for &order in &*list {
                let after = table[usize::from(order)];
                targets[usize::from(after / 64)] |= 1 << (after % 64);
            }
            for (word, bits) in targets[..self.stride].iter_mut().enumerate() {
                if *bits != 0 {
                    next.merge(base + word, std::mem::take(bits));
                }
            }
        }
        (self.moves(group).len() * list.len()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_numbered_in_turn() {
        for pieces in 0..=MOST_PIECES {
            let all = all_orders(pieces);
            assert_eq!(all.len(), orders_of(pieces));
            for (number, order) in all.iter().enumerate() {
                assert_eq!(number_of(&order[..pieces]), number, "{order:?}");
            }
        }
    }
}
