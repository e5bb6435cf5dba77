//! Some states of a block, listed.

use super::bits::{Bits, ones};
use std::ops::Deref;

/// Some states of a block, by their bits.
///
/// The room stays as large as the largest block, so that filling it asks for nothing.
pub(crate) struct List {
    room: Vec<u16>,
    count: usize,
}

impl List {
    /// An empty one for blocks of so many words.
    pub(crate) fn new(words: usize) -> Self {
        List { room: vec![0; words * 64], count: 0 }
    }

    /// Lists the set bits of a block.
    pub(crate) fn fill(&mut self, words: &[u64]) {
        self.count = 0;
        for (index, &bits) in words.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let room = &mut self.room[self.count..][..64];
            let mut found = 0;
            for bit in ones(bits) {
                room[found % 64] = (index * 64 + bit) as u16;
                found += 1;
            }
            self.count += found;
        }
    }

    /// Lists nothing.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Sets those states, whose block begins at bit `base`, for which `is_found` holds, and keeps the others.
    /// The block is this thread's own.
    ///
    /// No branch depends on what is found: a mispredicted one would wait for a look at the large table, and
    /// those looks have to overlap.
    #[inline]
    pub(crate) fn keep(
        &mut self,
        base: u64,
        next: Bits<'_>,
        mut is_found: impl FnMut(u16) -> bool,
    ) {
        let next = next.unshared();
        let list = &mut self.room[..self.count];
        let mut found = [0_u16; BATCH];
        let mut kept = 0;
        for begin in (0..list.len()).step_by(BATCH) {
            let mut count = 0;
            for index in begin..list.len().min(begin + BATCH) {
                let state = list[index];
                let is_found = is_found(state);
                found[count] = state;
                count += usize::from(is_found);
                list[kept] = state;
                kept += usize::from(!is_found);
            }
            for &state in &found[..count] {
                next.set(base + u64::from(state));
            }
        }
        self.count = kept;
    }

    /// Sets the bits that `bit_of` makes of the states.
    ///
    /// In batches: first all are looked at, so that the looks overlap; then those that are clear are set.
    #[inline]
    pub(crate) fn set_all(&self, next: Bits<'_>, mut bit_of: impl FnMut(u16) -> u64) {
        let mut clear = [0_u64; BATCH];
        for batch in self.chunks(BATCH) {
            let mut count = 0;
            for &state in batch {
                let bit = bit_of(state);
                clear[count] = bit;
                count += usize::from(!next.has(bit));
            }
            for &bit in &clear[..count] {
                next.set(bit);
            }
        }
    }
}

/// Looks at the large table that are under way at once.
const BATCH: usize = 64;

impl Deref for List {
    type Target = [u16];

    fn deref(&self) -> &[u16] {
        &self.room[..self.count]
    }
}
