//! Sets of slots, and which slots hang together outside of them.

use super::pattern::MOST_PIECES;
use crate::space::pieces::MOST_SLOTS;
use crate::survey::ones;

/// All sets of so many slots, numbered in ascending order of their bits.
#[derive(Debug, Clone)]
pub(super) struct Sets {
    pub(super) slots: usize,
    pub(super) pieces: usize,
    /// `chosen[s][n]`: how many sets of n slots there are below slot s; nothing past the last slot.
    pub(super) chosen: [[u32; MOST_PIECES + 1]; MOST_SLOTS + 1],
}

/// For each slot those beside it.
pub(super) type Beside = [u32; MOST_SLOTS];

impl Sets {
    /// All sets of `pieces` out of `slots` slots.
    pub(super) fn new(slots: usize, pieces: usize) -> Self {
        let mut chosen = [[0; MOST_PIECES + 1]; MOST_SLOTS + 1];
        for slot in 0..slots {
            chosen[slot][0] = 1;
            if let Some(before) = slot.checked_sub(1) {
                for count in 1..=MOST_PIECES {
                    chosen[slot][count] = chosen[before][count] + chosen[before][count - 1];
                }
            }
        }
        Sets { slots, pieces, chosen }
    }

    /// The sets as bits.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        let end = 1_u64 << self.slots;
        let first = (1_u64 << self.pieces) - 1;
        let next = |&mask: &u64| {
            // The next number with as many bits (Gosper's hack).
            let low = mask & mask.wrapping_neg();
            let high = mask + low;
            Some(((mask ^ high) / low) >> 2 | high)
        };
        let masks = std::iter::successors(Some(first), next);
        masks.take_while(move |&mask| mask < end).map(|mask| mask as u32)
    }

    /// The number of a set.
    pub(super) fn number(&self, mask: u32) -> usize {
        let counted = bits(mask).enumerate();
        counted.map(|(below, slot)| self.chosen[slot][below + 1] as usize).sum()
    }

    /// The parts of the other slots that hang together.
    pub(super) fn regions(&self, mask: u32, beside: &Beside) -> impl Iterator<Item = u32> {
        let all = ((1_u64 << self.slots) - 1) as u32;
        let mut left = all & !mask;
        std::iter::from_fn(move || {
            let mut region = left & left.wrapping_neg();
            loop {
                let reached = bits(region).fold(region, |reached, slot| reached | beside[slot]);
                if reached & left == region {
                    break;
                }
                region = reached & left;
            }
            left &= !region;
            (region != 0).then_some(region)
        })
    }
}

/// Which slots these pairs put beside each other.
pub(super) fn beside(pairs: &[[u8; 2]]) -> Beside {
    let mut beside = [0; MOST_SLOTS];
    for &[one, other] in pairs {
        beside[usize::from(one)] |= 1 << other;
        beside[usize::from(other)] |= 1 << one;
    }
    beside
}

/// The set bits, in ascending order.
pub(super) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    ones(mask.into())
}
