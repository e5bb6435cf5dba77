//! Words: the integers of a few widths that states are packed into.

use super::Code;

/// A packed state: an integer of one of a few widths.
///
/// Words are ordered as the states are that they hold. Engines are compiled once for each width.
pub trait Word: Code {
    /// All bits are 0.
    const ZERO: Self;
    /// The word with `bits` more bits at its low end, those of `value`; what is pushed out at the high end is lost.
    #[must_use]
    fn append(self, bits: u32, value: u128) -> Self;
    /// The word without its lowest `bits` bits, and these.
    #[must_use]
    fn split(self, bits: u32) -> (Self, u128);
}

/// The `bits` lowest bits of a number.
#[inline]
const fn lowest(bits: u32, value: u128) -> u128 {
    if bits >= u128::BITS { value } else { value & ((1 << bits) - 1) }
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const ZERO: Self = 0;
            #[inline]
            #[allow(clippy::cast_possible_truncation, trivial_numeric_casts, reason = "u128 among them")]
            fn append(self, bits: u32, value: u128) -> Self {
                self.unbounded_shl(bits) | lowest(bits, value) as $word
            }
            #[inline]
            #[allow(clippy::cast_lossless, trivial_numeric_casts, reason = "u128 among them")]
            fn split(self, bits: u32) -> (Self, u128) {
                (self.unbounded_shr(bits), lowest(bits, self as u128))
            }
        }
    )*};
}

words!(u32, u64, u128);

/// A word of `N` times 64 bits, for states that need more than 128.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide<const N: usize>(
    /// The highest 64 bits first.
    [u64; N],
);

impl<const N: usize> Wide<N> {
    /// Moves all bits up by fewer than 64, or by 64.
    #[inline]
    fn shift_up(&mut self, bits: u32, low: u64) {
        for index in 0..N - 1 {
            let next = self.0[index + 1];
            self.0[index] = self.0[index].unbounded_shl(bits) | next.unbounded_shr(64 - bits);
        }
        self.0[N - 1] = self.0[N - 1].unbounded_shl(bits) | low;
    }

    #[inline]
    fn shift_down(&mut self, bits: u32) {
        for index in (1..N).rev() {
            let before = self.0[index - 1];
            self.0[index] = self.0[index].unbounded_shr(bits) | before.unbounded_shl(64 - bits);
        }
        self.0[0] = self.0[0].unbounded_shr(bits);
    }
}

impl<const N: usize> Word for Wide<N> {
    const ZERO: Self = Wide([0; N]);

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "taken in two halves")]
    fn append(mut self, bits: u32, value: u128) -> Self {
        if bits > 64 {
            self.shift_up(bits - 64, lowest(bits - 64, value >> 64) as u64);
            self.shift_up(64, value as u64);
        } else if bits > 0 {
            self.shift_up(bits, lowest(bits, value) as u64);
        }
        self
    }

    #[inline]
    fn split(mut self, bits: u32) -> (Self, u128) {
        let mut value = u128::from(self.0[N - 1]);
        if N > 1 {
            value |= u128::from(self.0[N - 2]) << 64;
        }
        if bits > 64 {
            self.shift_down(64);
            self.shift_down(bits - 64);
        } else if bits > 0 {
            self.shift_down(bits);
        }
        (self, lowest(bits, value))
    }
}

impl<const N: usize> Code for Wide<N> {
    #[expect(clippy::cast_possible_truncation, reason = "N is small")]
    const BITS: u32 = 64 * N as u32;

    #[inline]
    fn push<W: Word>(self, onto: W) -> W {
        self.0.push(onto)
    }

    #[inline]
    fn pop<W: Word>(from: W) -> (W, Self) {
        let (rest, words) = <[u64; N]>::pop(from);
        (rest, Wide(words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A number with bits anywhere.
    fn number(random: &mut Random) -> u128 {
        u128::from(random.number()) << 64 | u128::from(random.number())
    }

    #[test]
    fn what_is_appended_is_split_off_again() {
        let mut random = Random::new(1);
        for _ in 0..2_000 {
            let parts: Vec<(u32, u128)> = (0..=random.below(4))
                .map(|_| {
                    let bits = random.below(129);
                    (bits, lowest(bits, number(&mut random)))
                })
                .collect();
            let mut word =
                parts.iter().fold(Wide::<8>::ZERO, |word, &(bits, value)| word.append(bits, value));
            for &(bits, value) in parts.iter().rev() {
                let (rest, last) = word.split(bits);
                assert_eq!(last, value);
                word = rest;
            }
            assert_eq!(word, Wide::ZERO);
        }
    }

    #[test]
    fn wide_words_are_ordered_as_narrow_ones() {
        let mut random = Random::new(2);
        for _ in 0..500 {
            let (one, other) = (number(&mut random), number(&mut random) >> random.below(128));
            let wide = |value| Wide::<4>::ZERO.append(128, value);
            assert_eq!(wide(one).cmp(&wide(other)), one.cmp(&other));
            for bits in [0, 1, 63, 64, 65, 127, 128] {
                assert_eq!(wide(one).split(bits).1, one.split(bits).1);
                let rest = one.split(bits).0;
                assert_eq!(wide(one).split(bits).0, wide(rest));
            }
        }
    }
}
