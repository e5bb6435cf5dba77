//! The two numbers that a state has: that of the order of the pieces, and that of their twists.

use super::Turn;
use super::motion::{CORNERS, Corner, Motion};
use puzzlespace::rank::Multiset;

/// In how many orders the seven pieces that are turned can be.
pub(super) const ORDERS: u16 = 5_040;
/// In how many ways six of them can be twisted, which decides how the seventh is.
pub(super) const TWISTS: u16 = 729;

/// For each order, or each way of being twisted, what becomes of it by each turn.
pub(super) type After = Vec<[u16; Turn::ALL.len()]>;

/// The order and the twists of a state.
#[inline]
pub(super) const fn parts(state: u32) -> (usize, usize) {
    ((state / TWISTS as u32) as usize, (state % TWISTS as u32) as usize)
}

#[inline]
pub(super) fn state_of(order: u16, twists: u16) -> u32 {
    u32::from(order) * u32::from(TWISTS) + u32::from(twists)
}

pub(super) fn pieces_of(orders: &Multiset<7>, order: u16) -> [Corner; CORNERS] {
    let mut pieces = [0; CORNERS];
    for (piece, number) in pieces[1..].iter_mut().zip(orders.unrank(order.into())) {
        *piece = number + 1;
    }
    pieces
}

#[expect(clippy::cast_possible_truncation, reason = "there are 5,040 orders")]
pub(super) fn order_of(orders: &Multiset<7>, pieces: &[Corner; CORNERS]) -> u16 {
    orders.rank(pieces[1..].iter().map(|piece| piece - 1)) as u16
}

/// The last twist is the one that makes all of them add up to whole turns.
pub(super) fn twists_of(number: u16) -> [u8; CORNERS] {
    let mut twists = [0; CORNERS];
    let mut rest = number;
    for twist in &mut twists[1..CORNERS - 1] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    twists[CORNERS - 1] = (3 * 6 - twists.iter().sum::<u8>()) % 3;
    twists
}

pub(super) fn number_of(twists: [u8; CORNERS]) -> u16 {
    twists[1..CORNERS - 1].iter().rev().fold(0, |number, &twist| 3 * number + u16::from(twist))
}

/// What becomes of each of so many numbers by each turn, where `quarter` says it for the quarter turns: it
/// is given the motion, and the corners that are turned.
pub(super) fn after_turns(size: u16, quarter: impl Fn(u16, Motion, &[Corner]) -> u16) -> After {
    let quarters = [0, 1, 2].map(|axis| {
        let turned: Vec<Corner> = (0..CORNERS).filter(|corner| corner >> axis & 1 == 1).collect();
        let after = |number| quarter(number, Motion::quarter(axis), &turned);
        (0..size).map(after).collect::<Vec<u16>>()
    });
    let after = |number: u16, turn: Turn| {
        let quarter = &quarters[turn.axis()];
        (0..turn.quarters()).fold(number, |number, _| quarter[usize::from(number)])
    };
    (0..size).map(|number| Turn::ALL.map(|turn| after(number, turn))).collect()
}

/// How many moves it takes to get from each number to 0.
pub(super) fn moves_to_first(after: &After, turns: &[Turn]) -> Vec<u8> {
    let mut moves = vec![u8::MAX; after.len()];
    moves[0] = 0;
    let mut layer = vec![0_u16];
    for depth in 1.. {
        let next = layer.iter().flat_map(|&number| {
            turns.iter().map(move |turn| after[usize::from(number)][turn.index()])
        });
        let mut next: Vec<u16> =
            next.filter(|&number| moves[usize::from(number)] == u8::MAX).collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        for &number in &next {
            moves[usize::from(number)] = depth;
        }
        layer = next;
    }
    moves
}
