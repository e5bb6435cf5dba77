//! The store for spaces of contexts times numbers: a block is a context.
//!
//! A move takes all states of a block to those of another one by a table of 16-bit numbers. Its targets are
//! gathered in a buffer of a block's size, which lies in the first-level cache. Where a move keeps the
//! numbers that it can be made from, whole words are moved at once.

use super::bits::Bits;
use super::blocks::Blocks;
use super::list::List;
use crate::space::ContextSpace;
use crate::space::contexts::{NOWHERE, Step};

/// A space with its tables looked through.
pub(crate) struct Contexts<'s> {
    space: &'s ContextSpace,
    stride: usize,
    /// For each table that keeps all numbers that it does not lead nowhere, which those are.
    masks: Vec<Option<Box<[u64]>>>,
}

pub(crate) struct Scratch {
    list: List,
    targets: Box<[u64; WORDS]>,
}

/// Words for all 16-bit numbers; the last bit is that of [`NOWHERE`].
const WORDS: usize = 1 << 10;

impl<'s> Contexts<'s> {
    /// Looks through the tables. Linear in their size.
    pub(crate) fn new(space: &'s ContextSpace) -> Self {
        let stride = space.numbers().div_ceil(64);
        let mask = |table: &[u16]| {
            let mut mask = vec![0; stride].into_boxed_slice();
            for (number, &after) in table.iter().enumerate() {
                if usize::from(after) == number {
                    mask[number / 64] |= 1 << (number % 64);
                } else if after != NOWHERE {
                    return None;
                }
            }
            Some(mask)
        };
        Contexts { space, stride, masks: space.tables().iter().map(|table| mask(table)).collect() }
    }

    /// The first bit of a block.
    fn base(&self, context: usize) -> u64 {
        (context * self.stride) as u64 * 64
    }
}

impl Blocks for Contexts<'_> {
    type Scratch = Scratch;

    fn groups(&self) -> usize {
        self.space.contexts()
    }

    fn group_size(&self) -> usize {
        1
    }

    fn stride(&self) -> usize {
        self.stride
    }

    fn table_bytes(&self) -> u64 {
        let tables = self.space.tables().iter().map(|table| size_of_val(&table[..]));
        let masks = self.masks.iter().flatten().map(|mask| size_of_val(&mask[..]));
        let steps =
            (0..self.space.contexts()).map(|context| size_of_val(self.space.steps(context)));
        (tables.sum::<usize>() + masks.sum::<usize>() + steps.sum::<usize>()) as u64
    }

    fn scratch(&self) -> Scratch {
        Scratch { list: List::new(self.stride), targets: Box::new([0; WORDS]) }
    }

    fn count(&self) -> u64 {
        self.space.count()
    }

    fn block_size(&self) -> usize {
        self.space.numbers()
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        Scratch { list, .. }: &mut Scratch,
    ) -> u64 {
        list.fill(left);
        let mut looks = 0;
        for &Step { to, table, .. } in self.space.steps(group) {
            if list.is_empty() {
                break;
            }
            looks += list.len() as u64;
            let base = self.base(to as usize);
            let table = &self.space.tables()[table as usize];
            list.keep(self.base(group), next, |number| {
                let after = table[usize::from(number)];
                after != NOWHERE && frontier.has(base + u64::from(after))
            });
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
        list.clear();
        let mut edges = 0;
        for &Step { to, table, .. } in self.space.steps(group) {
            let base = to as usize * self.stride;
            if let Some(mask) = &self.masks[table as usize] {
                for (word, (bits, mask)) in frontier.iter().zip(mask).enumerate() {
                    let bits = bits & mask;
                    if bits != 0 {
                        edges += u64::from(bits.count_ones());
                        next.merge(base + word, bits);
                    }
                }
                continue;
            }
            if list.is_empty() {
                list.fill(frontier);
            }
            let table = &self.space.tables()[table as usize];
            for &number in &**list {
                // Moves that cannot be made set the last bit, so that nothing has to be guessed.
                let after = table[usize::from(number)];
                edges += u64::from(after != NOWHERE);
                targets[usize::from(after / 64)] |= 1 << (after % 64);
            }
            targets[WORDS - 1] &= u64::MAX >> 1;
            for (word, bits) in targets[..self.stride].iter_mut().enumerate() {
                if *bits != 0 {
                    next.merge(base + word, std::mem::take(bits));
                }
            }
        }
        edges
    }
}
