//! A state as masks of squares, and the slides that change it.

use super::{Piece, Slide};
use crate::common::grid4::{LEFT, RIGHT, SQUARES, Square};

/// Set when white is to move.
pub(super) const WHITE_TO_MOVE: u32 = 1 << 31;

/// The value of a 1 in the digit of each square.
const WEIGHTS: [u32; SQUARES] = {
    let mut weights = [1; SQUARES];
    let mut square = SQUARES - 1;
    while square > 0 {
        weights[square - 1] = 3 * weights[square];
        square -= 1;
    }
    weights
};

/// How many half boards there are: numbers of eight digits.
const HALVES: u16 = 3_u16.pow(8);

/// The black and the white pieces of each half board, as masks.
static MASKS_OF_HALF: [[u8; 2]; HALVES as usize] = {
    let mut masks = [[0; 2]; HALVES as usize];
    let mut half = 1;
    while half < masks.len() {
        let [black, white] = masks[half / 3];
        masks[half] = [black << 1 | (half % 3 == 1) as u8, white << 1 | (half % 3 == 2) as u8];
        half += 1;
    }
    masks
};

/// The number whose digits to base 3 are the bits of the index.
static TERNARY: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        numbers[bits] = 3 * numbers[bits / 2] + (bits % 2 == 1) as u16;
        bits += 1;
    }
    numbers
};

/// The pieces of a state as masks of their squares, and whose turn it is.
#[derive(Clone, Copy)]
pub(super) struct Masks {
    pub(super) black: u16,
    pub(super) white: u16,
    pub(super) to_move: Piece,
}

impl Masks {
    #[inline]
    pub(super) fn of(state: u32) -> Self {
        let to_move = if state & WHITE_TO_MOVE == 0 { Piece::Black } else { Piece::White };
        let digits = (state & !WHITE_TO_MOVE) as usize;
        let [black, white] = MASKS_OF_HALF[digits / usize::from(HALVES)];
        let [black_below, white_below] = MASKS_OF_HALF[digits % usize::from(HALVES)];
        Masks {
            black: u16::from_be_bytes([black, black_below]),
            white: u16::from_be_bytes([white, white_below]),
            to_move,
        }
    }

    #[inline]
    pub(super) fn state(self) -> u32 {
        let number = |mask: u16| {
            let [above, below] = mask.to_be_bytes().map(|half| TERNARY[usize::from(half)]);
            u32::from(above) * u32::from(HALVES) + u32::from(below)
        };
        let turn = if self.to_move == Piece::White { WHITE_TO_MOVE } else { 0 };
        number(self.black) + 2 * number(self.white) + turn
    }

    pub(super) fn pieces(self, side: Piece) -> u16 {
        match side {
            Piece::Black => self.black,
            Piece::White => self.white,
        }
    }

    pub(super) fn at(self, square: Square) -> Option<Piece> {
        [Piece::Black, Piece::White]
            .into_iter()
            .find(|&piece| self.pieces(piece) & square.mask() != 0)
    }
}

/// Every way in which a piece of `side` slides into a blank square, with the turn passed on.
#[inline]
pub(super) fn slides(state: u32, side: Piece) -> impl Iterator<Item = (Slide, u32)> {
    const STEPS: [isize; 4] = [-4, -1, 1, 4];
    let masks = Masks::of(state);
    let (pieces, blanks) = (masks.pieces(side), !(masks.black | masks.white));
    let digit = if side == Piece::Black { 1 } else { 2 };
    // For each step, the pieces that have a blank square there: 16 bits each, the first step highest.
    let up = pieces & blanks >> 4;
    let left = pieces & (blanks & !RIGHT) >> 1;
    let right = pieces & (blanks & !LEFT) << 1;
    let down = pieces & blanks << 4;
    let mut movers = [up, left, right, down]
        .into_iter()
        .fold(0_u64, |movers, pieces| movers << 16 | u64::from(pieces));
    std::iter::from_fn(move || {
        if movers == 0 {
            return None;
        }
        let number = movers.leading_zeros() as usize;
        movers &= !(1 << 63 >> number);
        let from = number % SQUARES;
        let to = from.wrapping_add_signed(STEPS[number / SQUARES]);
        let after = state + digit * WEIGHTS[to] - digit * WEIGHTS[from];
        Some((Slide { from: Square::ALL[from], to: Square::ALL[to] }, after ^ WHITE_TO_MOVE))
    })
}
