//! How a state becomes a word and is found in it again.

use super::Word;
use std::fmt::Debug;
use std::hash::Hash;

/// What a state must be: a small value that is cheap to copy and compare, and packed into a [`Word`].
///
/// Integers, `bool`, `char`, arrays and tuples of such are states. A type of your own becomes one by saying which of
/// these it is held by:
///
/// ```
/// use puzzlespace::words::State;
///
/// #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
/// struct Room { number: u8, is_lit: bool }
///
/// impl State for Room {
///     type Code = (u8, bool);
///     fn code(self) -> (u8, bool) { (self.number, self.is_lit) }
///     fn from_code((number, is_lit): (u8, bool)) -> Self { Room { number, is_lit } }
/// }
/// ```
///
/// Different states must have different codes, `from_code` is the inverse of `code`, and codes are ordered as the
/// states are. Anything else is **wrong**. A state has 512 bits at most: more does not compile.
pub trait State: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The integer, array or tuple that holds it.
    type Code: Code;
    /// Packs it.
    fn code(self) -> Self::Code;
    /// Unpacks it.
    fn from_code(code: Self::Code) -> Self;
}

impl<C: Code> State for C {
    type Code = C;
    #[inline]
    fn code(self) -> C {
        self
    }
    #[inline]
    fn from_code(code: C) -> C {
        code
    }
}

/// What can be written into a word: integers, `bool`, `char`, arrays and tuples of such.
pub trait Code: Copy + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The bits that it takes.
    const BITS: u32;
    /// The word with these bits at its low end.
    fn push<W: Word>(self, onto: W) -> W;
    /// Takes them off the low end of a word again.
    fn pop<W: Word>(from: W) -> (W, Self);
}

/// A state as a word.
#[inline]
pub fn pack<S: State, W: Word>(state: S) -> W {
    state.code().push(W::ZERO)
}

/// The state that a word holds.
#[inline]
pub fn unpack<S: State, W: Word>(word: W) -> S {
    S::from_code(S::Code::pop(word).1)
}

macro_rules! unsigned {
    ($($code:ty),*) => {$(
        impl Code for $code {
            const BITS: u32 = <$code>::BITS;
            #[inline]
            #[allow(clippy::cast_lossless, trivial_numeric_casts, reason = "u128 among them")]
            fn push<W: Word>(self, onto: W) -> W {
                onto.append(<$code>::BITS, self as u128)
            }
            #[inline]
            #[allow(clippy::cast_possible_truncation, trivial_numeric_casts, reason = "so many bits")]
            fn pop<W: Word>(from: W) -> (W, Self) {
                let (rest, value) = from.split(<$code>::BITS);
                (rest, value as $code)
            }
        }
    )*};
}

macro_rules! signed {
    ($($code:ty as $unsigned:ty),*) => {$(
        /// With the sign turned over, so that words are ordered as the numbers are.
        impl Code for $code {
            const BITS: u32 = <$code>::BITS;
            #[inline]
            fn push<W: Word>(self, onto: W) -> W {
                (self ^ <$code>::MIN).cast_unsigned().push(onto)
            }
            #[inline]
            fn pop<W: Word>(from: W) -> (W, Self) {
                let (rest, value) = <$unsigned>::pop(from);
                (rest, value.cast_signed() ^ <$code>::MIN)
            }
        }
    )*};
}

unsigned!(u8, u16, u32, u64, u128, usize);
signed!(i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize);

impl Code for bool {
    const BITS: u32 = 1;
    #[inline]
    fn push<W: Word>(self, onto: W) -> W {
        onto.append(1, self.into())
    }
    #[inline]
    fn pop<W: Word>(from: W) -> (W, Self) {
        let (rest, value) = from.split(1);
        (rest, value == 1)
    }
}

impl Code for char {
    const BITS: u32 = 21;
    #[inline]
    fn push<W: Word>(self, onto: W) -> W {
        onto.append(Self::BITS, u32::from(self).into())
    }
    #[inline]
    fn pop<W: Word>(from: W) -> (W, Self) {
        let (rest, value) = from.split(Self::BITS);
        let value = u32::try_from(value).ok().and_then(char::from_u32);
        (rest, value.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

/// The first element highest, so that words are ordered as the arrays are.
impl<C: Code, const N: usize> Code for [C; N] {
    #[expect(clippy::cast_possible_truncation, reason = "more than 2^32 elements are no state")]
    const BITS: u32 = C::BITS * N as u32;
    #[inline]
    fn push<W: Word>(self, onto: W) -> W {
        self.into_iter().fold(onto, |word, element| element.push(word))
    }
    #[inline]
    fn pop<W: Word>(mut from: W) -> (W, Self) {
        let mut elements = std::array::from_fn(|_| {
            let (rest, element) = C::pop(from);
            from = rest;
            element
        });
        elements.reverse();
        (from, elements)
    }
}

macro_rules! tuples {
    ($(($($name:ident)*) reversed ($($last:ident)*);)*) => {$(
        impl<$($name: Code),*> Code for ($($name,)*) {
            const BITS: u32 = 0 $(+ $name::BITS)*;
            #[inline]
            #[allow(non_snake_case, reason = "a part goes by the name of its type")]
            fn push<W: Word>(self, onto: W) -> W {
                let ($($name,)*) = self;
                $(let onto = $name.push(onto);)*
                onto
            }
            #[inline]
            #[allow(non_snake_case, reason = "a part goes by the name of its type")]
            fn pop<W: Word>(from: W) -> (W, Self) {
                $(let (from, $last) = $last::pop(from);)*
                (from, ($($name,)*))
            }
        }
    )*};
}

tuples! {
    () reversed ();
    (A) reversed (A);
    (A B) reversed (B A);
    (A B C) reversed (C B A);
    (A B C D) reversed (D C B A);
    (A B C D E) reversed (E D C B A);
    (A B C D E F) reversed (F E D C B A);
}
