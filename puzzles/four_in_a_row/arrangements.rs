//! The numbers of states, and the slides as tables of numbers.

use super::Piece;
use super::masks::Masks;
use puzzlespace::abilities::Ranking;
use puzzlespace::space::contexts::{ContextSpace, NOWHERE, Step};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Every two squares.
pub(super) const PAIRS: [u16; 120] = words(2);

/// Where the seven black pieces are among the fourteen squares that are not blank.
const WORDS: [u16; 3_432] = words(7);

/// The first words with so many bits set, in ascending order.
const fn words<const COUNT: usize>(ones: u32) -> [u16; COUNT] {
    let mut words = [0; COUNT];
    let mut count = 0;
    let mut word = 0_u16;
    while count < COUNT {
        if word.count_ones() == ones {
            words[count] = word;
            count += 1;
        }
        word += 1;
    }
    words
}

/// The number of each of the [`WORDS`].
#[expect(clippy::cast_possible_truncation, reason = "there are 3,432")]
static NUMBERS: [u16; 1 << 14] = {
    let mut numbers = [0; 1 << 14];
    let mut number = 0;
    while number < WORDS.len() {
        numbers[WORDS[number] as usize] = number as u16;
        number += 1;
    }
    numbers
};

/// The number of each of the [`PAIRS`].
#[expect(clippy::cast_possible_truncation, reason = "there are 120")]
static NUMBERS_OF_PAIRS: [u8; 1 << 16] = {
    let mut numbers = [0; 1 << 16];
    let mut number = 0;
    while number < PAIRS.len() {
        numbers[PAIRS[number] as usize] = number as u8;
        number += 1;
    }
    numbers
};

/// The word without the bit at a place, or with a bit put in there.
#[inline]
const fn without(word: u16, place: u32) -> u16 {
    let below = (1 << place) - 1;
    word & below | word >> 1 & !below
}

#[inline]
const fn with(word: u16, place: u32, bit: u16) -> u16 {
    let below = (1 << place) - 1;
    word & below | (word & !below) << 1 | bit << place
}

/// The places of two bits, the lower one first.
#[inline]
const fn places(pair: u16) -> [u32; 2] {
    [pair.trailing_zeros(), pair.ilog2()]
}

/// Contexts are whose turn it is and where the blanks are, numbers where the black pieces are among the
/// other squares.
pub(super) struct Arrangements;

impl Arrangements {
    fn context(side: Piece, blanks: u16) -> usize {
        let number = usize::from(NUMBERS_OF_PAIRS[usize::from(blanks)]);
        number + if side == Piece::White { PAIRS.len() } else { 0 }
    }

    /// The slides as tables. A piece that slides changes its place among the pieces: there are few such
    /// changes, and each can be made by one colour alone.
    #[expect(clippy::cast_possible_truncation, reason = "there are few contexts and tables")]
    fn space() -> ContextSpace {
        let (mut changes, mut tables, mut steps) = (HashMap::new(), Vec::new(), Vec::new());
        for (side, blanks) in SIDES.into_iter().flat_map(|side| PAIRS.map(|pair| (side, pair))) {
            for (from, to) in neighbours(blanks) {
                let after = blanks ^ 1 << from ^ 1 << to;
                let place = |blanks: u16, bit: u32| bit - (blanks & ((1 << bit) - 1)).count_ones();
                let change = (side as u16, place(blanks, from), place(after, to));
                let table = *changes.entry(change).or_insert_with(|| {
                    tables.push(Self::table(change));
                    tables.len() - 1
                });
                steps.push(Step {
                    from: Self::context(side, blanks) as u32,
                    to: Self::context(side.other(), after) as u32,
                    table: table as u32,
                });
            }
        }
        let space = ContextSpace::new(2 * PAIRS.len(), WORDS.len(), tables, steps);
        space.expect("slides are one to one")
    }

    /// What becomes of the words when a piece of a side goes from place to place.
    fn table((side, from, to): (u16, u32, u32)) -> Box<[u16]> {
        let is_black = u16::from(side == Piece::Black as u16);
        let after = |word: &u16| {
            let is_there = word >> from & 1 == is_black;
            let after = with(without(*word, from), to, is_black);
            if is_there { NUMBERS[usize::from(after)] } else { NOWHERE }
        };
        WORDS.iter().map(after).collect()
    }
}

const SIDES: [Piece; 2] = [Piece::Black, Piece::White];

/// Bits of two squares beside each other of which only the second one is blank, in the order of
/// [`slides`](super::masks::slides).
fn neighbours(blanks: u16) -> impl Iterator<Item = (u32, u32)> {
    let is_blank = move |bit: u32| blanks >> bit & 1 == 1;
    let beside = move |step: i32| {
        let is_in_row = move |from: u32, to: u32| step.abs() > 1 || from / 4 == to / 4;
        // The first square has the highest bit.
        let pairs = (0..16_u32).rev().filter_map(move |from| {
            let to = from.checked_add_signed(-step).filter(|&to| to < 16)?;
            is_in_row(from, to).then_some((from, to))
        });
        pairs.filter(move |&(from, to)| !is_blank(from) && is_blank(to))
    };
    [-4, -1, 1, 4].into_iter().flat_map(beside)
}

pub(super) static SPACE: LazyLock<ContextSpace> = LazyLock::new(Arrangements::space);

impl Ranking<u32> for Arrangements {
    fn count(&self) -> u64 {
        (SIDES.len() * PAIRS.len() * WORDS.len()) as u64
    }

    #[inline]
    fn rank(&self, state: u32) -> u64 {
        let Masks { black, white, to_move } = Masks::of(state);
        let blanks = !(black | white);
        let [low, high] = places(blanks);
        let number = NUMBERS[usize::from(without(without(black, high), low))];
        (Self::context(to_move, blanks) * WORDS.len()) as u64 + u64::from(number)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a rank is below 823,680")]
    fn unrank(&self, rank: u64) -> u32 {
        let (context, number) = (rank as usize / WORDS.len(), rank as usize % WORDS.len());
        let to_move = SIDES[context / PAIRS.len()];
        let blanks = PAIRS[context % PAIRS.len()];
        let [low, high] = places(blanks);
        let black = with(with(WORDS[number], low, 0), high, 0);
        Masks { black, white: !(black | blanks), to_move }.state()
    }
}
