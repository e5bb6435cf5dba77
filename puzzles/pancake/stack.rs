//! A stack of pancakes, packed into a word, and how it is flipped.

use puzzlespace::puzzle::State;

/// The most pancakes in a stack.
pub(super) const MOST: u8 = 16;

/// A stack, packed: the top first.
pub trait Stack: State {
    /// Whether pancakes have a burnt side.
    const IS_BURNT: bool;

    /// Packs the pancakes from the top to the bottom.
    fn pack(cakes: impl IntoIterator<Item = Cake>) -> Self;

    /// The pancake at a place, counted from 0 at the top.
    fn cake(self, place: u8) -> Cake;

    /// All sixteen places upside down, those without a pancake among them.
    #[must_use]
    fn upside_down(self) -> Self;

    /// The stack with its top `count` pancakes, at least one, flipped, where it is `reversed` upside down.
    #[must_use]
    fn flipped(self, reversed: Self, count: u8) -> Self;

    /// Which pancakes have their burnt side up: a bit for each, the top one lowest.
    fn burnt(self) -> u64;
}

/// A pancake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cake {
    /// Its size, from 0 for the smallest.
    pub size: u8,
    /// Whether its burnt side is up. Never where there is no such side.
    pub is_burnt_side_up: bool,
}

/// Four bits for each size.
impl Stack for u64 {
    const IS_BURNT: bool = false;

    fn pack(cakes: impl IntoIterator<Item = Cake>) -> Self {
        let cakes = cakes.into_iter().enumerate();
        cakes.fold(0, |stack, (place, cake)| stack | u64::from(cake.size) << (4 * place))
    }

    #[inline]
    fn cake(self, place: u8) -> Cake {
        Cake { size: (self >> (4 * place) & 15) as u8, is_burnt_side_up: false }
    }

    #[inline]
    fn upside_down(self) -> Self {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let bytes = self.swap_bytes();
        (bytes & LOW) << 4 | bytes >> 4 & LOW
    }

    #[inline]
    fn flipped(self, reversed: Self, count: u8) -> Self {
        let others = 4 * (MOST - count);
        let top = u64::MAX >> others;
        self & !top | reversed >> others
    }

    fn burnt(self) -> u64 {
        0
    }
}

/// The sizes in the low half, and in the high one which burnt sides are up.
impl Stack for u128 {
    const IS_BURNT: bool = true;

    fn pack(cakes: impl IntoIterator<Item = Cake>) -> Self {
        let (mut sizes, mut burnt) = (0_u64, 0_u64);
        for (place, Cake { size, is_burnt_side_up }) in cakes.into_iter().enumerate() {
            sizes |= u64::from(size) << (4 * place);
            burnt |= u64::from(is_burnt_side_up) << place;
        }
        join(sizes, burnt)
    }

    #[inline]
    fn cake(self, place: u8) -> Cake {
        let (sizes, burnt) = split(self);
        Cake { is_burnt_side_up: burnt >> place & 1 == 1, ..sizes.cake(place) }
    }

    #[inline]
    fn upside_down(self) -> Self {
        let (sizes, burnt) = split(self);
        join(sizes.upside_down(), !burnt.reverse_bits() >> 48)
    }

    #[inline]
    fn flipped(self, reversed: Self, count: u8) -> Self {
        let ((sizes, burnt), (reversed_sizes, reversed_burnt)) = (split(self), split(reversed));
        let others = MOST - count;
        let top = u64::from(u16::MAX >> others);
        join(sizes.flipped(reversed_sizes, count), burnt & !top | reversed_burnt >> others)
    }

    fn burnt(self) -> u64 {
        split(self).1
    }
}

#[inline]
fn join(sizes: u64, burnt: u64) -> u128 {
    u128::from(burnt) << 64 | u128::from(sizes)
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the halves have 64 bits")]
fn split(stack: u128) -> (u64, u64) {
    (stack as u64, (stack >> 64) as u64)
}
