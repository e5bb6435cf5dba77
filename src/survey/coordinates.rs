//! The store for products of coordinates: a block is all values of the last coordinate.
//!
//! A move takes the states of a block to those of one other block, so its targets are gathered in a
//! buffer of that size and set in one go: no random access to the large table at all.

use super::bits::Bits;
use super::blocks::Blocks;
use super::list::List;
use crate::space::CoordinateSpace;

pub(crate) struct Coordinates<'p> {
    space: &'p CoordinateSpace,
    /// For each move what becomes of the last coordinate.
    inner: Vec<Box<[u16]>>,
}

pub(crate) struct Scratch {
    list: List,
    targets: Box<[u64; 1 << 10]>,
}

impl<'p> Coordinates<'p> {
    pub(crate) fn new(space: &'p CoordinateSpace) -> Self {
        let narrow = |table: &Vec<u32>| table.iter().map(|&value| value as u16).collect();
        let inner = space.inner().moves.iter().map(narrow);
        Coordinates { space, inner: inner.collect() }
    }
}

impl Blocks for Coordinates<'_> {
    type Scratch = Scratch;

    fn groups(&self) -> usize {
        self.space.blocks() as usize
    }

    fn group_size(&self) -> usize {
        1
    }

    fn stride(&self) -> usize {
        (self.space.inner().size as usize).div_ceil(64)
    }

    fn table_bytes(&self) -> u64 {
        self.inner.iter().map(|table| size_of_val(&table[..]) as u64).sum()
    }

    fn scratch(&self) -> Scratch {
        Scratch { list: List::new(self.stride()), targets: Box::new([0; 1 << 10]) }
    }

    fn count(&self) -> u64 {
        self.space.count()
    }

    fn block_size(&self) -> usize {
        self.space.inner().size as usize
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        scratch: &mut Scratch,
    ) -> u64 {
        let list = &mut scratch.list;
        list.fill(left);
        let block_bits = self.stride() as u64 * 64;
        let mut looks = 0;
        for (index, table) in self.inner.iter().enumerate() {
            if list.is_empty() {
                break;
            }
            looks += list.len() as u64;
            let base = self.space.block_after(group as u64, index) * block_bits;
            list.keep(group as u64 * block_bits, next, |state| {
                frontier.has(base + u64::from(table[usize::from(state)]))
            });
        }
        looks
    }

    fn push(&self, group: usize, frontier: &[u64], next: Bits<'_>, scratch: &mut Scratch) -> u64 {
        let Scratch { list, targets } = scratch;
        list.fill(frontier);
        let stride = self.stride();
        for (index, table) in self.inner.iter().enumerate() {
            for &state in &**list {
                let after = table[usize::from(state)];
                targets[usize::from(after / 64)] |= 1 << (after % 64);
            }
            let base = self.space.block_after(group as u64, index) as usize * stride;
            for (word, bits) in targets[..stride].iter_mut().enumerate() {
                if *bits != 0 {
                    next.merge(base + word, std::mem::take(bits));
                }
            }
        }
        (self.inner.len() * list.len()) as u64
    }
}
