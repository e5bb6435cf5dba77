//! Patterns: a few pieces of a puzzle, of which everything else is forgotten.

use crate::space::contexts::{ContextSpace, Step};
use crate::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};
use std::collections::HashMap;
use std::fmt;

/// The most pieces: 8! = 40,320 orders are 5 KiB of bits and are numbered by 16 bits.
pub(super) const MOST_PIECES: usize = 8;

/// The most ways in which a pattern's pieces may stand: tables of 4 GiB.
const MOST_ENTRIES: u64 = 1 << 32;

/// A table of more entries than this (256 MiB at a byte each) forgets where the blank is: it then has the least
/// distance over all that is possible, which is a third of the size, and may fall by more than a move costs.
pub(super) const MOST_WITH_REGIONS: u64 = 1 << 28;

/// For each piece, by how many of the others it is preceded; past the last piece, anything.
type Order = [u8; MOST_PIECES];

/// The pieces that a pattern keeps, in ascending order: 1 to 8 of them, and no blank.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern(Vec<u8>);

/// A pattern that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// Too many, or none.
    #[error("a pattern of {count} pieces: expected 1 to {MOST_PIECES}")]
    Count {
        /// How many there are.
        count: usize,
    },
    /// The puzzle has no such piece to keep.
    #[error("there is no piece {piece} to keep; expected {first} to {last}")]
    Piece {
        /// Which.
        piece: u8,
        /// The least that there is.
        first: u8,
        /// The greatest.
        last: u8,
    },
    /// Its table would be too large.
    #[error(
        "a pattern of {pieces} pieces on {slots} slots: its table would have {entries} entries or more, and the most is {MOST_ENTRIES}; take fewer pieces"
    )]
    TooLarge {
        /// How many pieces it has.
        pieces: usize,
        /// How many slots there are.
        slots: usize,
        /// In how many ways they can stand there.
        entries: u64,
    },
    /// More than once, in this pattern or in two whose values are added up.
    #[error("the piece {piece} is named twice")]
    Twice {
        /// Which.
        piece: u8,
    },
}

impl Pattern {
    /// The pattern that keeps these pieces.
    ///
    /// # Errors
    /// When there are too many or none, one is the blank or is not there, or one is named twice.
    pub fn new(pieces: &Pieces, kept: &[u8]) -> Result<Self, PatternError> {
        if !(1..=MOST_PIECES).contains(&kept.len()) {
            return Err(PatternError::Count { count: kept.len() });
        }
        let first = Self::first(pieces);
        let last = pieces.slots() as u8 - 1;
        if let Some(&piece) = kept.iter().find(|piece| !(first..=last).contains(piece)) {
            return Err(PatternError::Piece { piece, first, last });
        }
        let mut kept = kept.to_vec();
        kept.sort_unstable();
        if let Some(pair) = kept.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(PatternError::Twice { piece: pair[0] });
        }
        let slots = pieces.slots();
        let entries = ways(slots, kept.len());
        if entries > MOST_ENTRIES {
            return Err(PatternError::TooLarge { pieces: kept.len(), slots, entries });
        }
        Ok(Pattern(kept))
    }

    /// The first piece that a pattern may keep: a blank is none.
    pub(super) fn first(pieces: &Pieces) -> u8 {
        u8::from(matches!(pieces.moves(), Moves::Slides(_)))
    }

    /// How many entries the table of a pattern of `count` pieces has, 1 to [`MOST_PIECES`]; none if that is too
    /// many. Takes a walk over all sets of so many slots.
    pub(super) fn entries(pieces: &Pieces, count: usize) -> Option<u64> {
        let ways = ways(pieces.slots(), count);
        if ways > MOST_ENTRIES {
            return None;
        }
        let Moves::Slides(pairs) = pieces.moves() else { return Some(ways) };
        let sets = Sets { slots: pieces.slots(), pieces: count, chosen: chosen(pieces) };
        let beside = beside(pairs);
        let contexts: usize = sets.iter().map(|mask| sets.regions(mask, &beside).count()).sum();
        let whole = (contexts * orders_of(count)) as u64;
        Some(if whole > MOST_WITH_REGIONS { ways } else { whole })
    }

    /// The pieces.
    pub fn pieces(&self) -> &[u8] {
        &self.0
    }
}

/// In how many ways so many pieces can stand on so many slots.
fn ways(slots: usize, pieces: usize) -> u64 {
    (slots + 1 - pieces..=slots).map(|slot| slot as u64).product()
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&pieces.join(" "))
    }
}

/// Where the distance of a state lies in a pattern's table.
///
/// A **set** is which slots the pattern's pieces stand on, an **order** which of them on which. Where there is
/// a blank, it matters in which **region** it is: which of the other slots it can come to while the pattern's
/// pieces stay. A set and a region are a **context**. A table has a row of all orders for each context, or
/// where that would be too large for each set.
#[derive(Debug)]
pub(crate) struct Layout {
    kept: Order,
    pieces: usize,
    orders: usize,
    /// `chosen[s][n]`: how many sets of n slots there are below slot s; nothing for [`NO_SLOT`].
    chosen: Vec<[u32; MOST_PIECES + 1]>,
    /// The first row of each set; nothing where that is the set itself.
    firsts: Vec<u32>,
    /// For each set and each slot of the blank, which row of the set it is.
    regions: Vec<u8>,
    slots: usize,
    contexts: usize,
    rows: usize,
    /// For each of the pattern's pieces, how far each slot is from where it belongs, whatever stands between.
    ways: [[u8; MOST_SLOTS + 1]; MOST_PIECES],
}

/// The weights of an order's digits: (n - 1)!, (n - 2)!, .. 1, by n.
const WEIGHTS: [[u16; MOST_PIECES]; MOST_PIECES + 1] = {
    let mut weights = [[0; MOST_PIECES]; MOST_PIECES + 1];
    let mut pieces = 1;
    while pieces <= MOST_PIECES {
        let mut index = 0;
        while index < pieces {
            weights[pieces][index] = orders_of(pieces - 1 - index) as u16;
            index += 1;
        }
        pieces += 1;
    }
    weights
};

impl Layout {
    /// The index of a state in the table.
    ///
    /// Compares each piece with each other one, which compilers make a few wide instructions of.
    #[inline]
    pub(crate) fn index(&self, slots: &Slots) -> usize {
        let mut at = [NO_SLOT; MOST_PIECES];
        for (at, &piece) in at.iter_mut().zip(&self.kept) {
            *at = slots[usize::from(piece) % MOST_SLOTS];
        }
        // Past the last piece stands one that no piece is below.
        for at in &mut at[self.pieces..] {
            *at = NO_SLOT;
        }
        let (mut below, mut later) = ([0_u8; MOST_PIECES], [0_u8; MOST_PIECES]);
        for other in 0..MOST_PIECES {
            for index in 0..MOST_PIECES {
                let is_below = u8::from(at[other] < at[index]);
                below[index] += is_below;
                later[index] += is_below & u8::from(other > index);
            }
        }
        let weights = &WEIGHTS[self.pieces];
        let (mut set, mut order) = (0, 0);
        for index in 0..MOST_PIECES {
            set += self.chosen[usize::from(at[index])][usize::from(below[index]) + 1];
            order += u32::from(later[index]) * u32::from(weights[index]);
        }
        let set = set as usize;
        let row = if self.firsts.is_empty() {
            set
        } else {
            let region = self.regions[set * self.slots + usize::from(slots[0])];
            self.firsts[set] as usize + usize::from(region)
        };
        row * self.orders + order as usize
    }
}

impl Layout {
    /// The sum of the ways that the pieces have one by one: no more than the distance, where moves have one piece
    /// each. 0 where they have several.
    #[inline]
    pub(crate) fn least(&self, slots: &Slots) -> u32 {
        let ways = self.kept.iter().zip(&self.ways);
        ways.map(|(&piece, ways)| {
            u32::from(ways[usize::from(slots[usize::from(piece) % MOST_SLOTS])])
        })
        .sum()
    }

    /// Goes through all rows as long as `act` says so: it is given the index of a row's first entry, and what
    /// [`least`](Self::least) is of each of its entries.
    pub(crate) fn rows_with_least(&self, mut act: impl FnMut(usize, &[u8]) -> bool) -> bool {
        let sets = Sets { slots: self.slots, pieces: self.pieces, chosen: self.chosen.clone() };
        let orders = all_orders(self.pieces);
        let mut least = vec![0; self.orders];
        let mut row = 0;
        for (set, mask) in sets.iter().enumerate() {
            let mut ways = [[0; MOST_PIECES]; MOST_PIECES];
            for (place, slot) in bits(mask).enumerate() {
                (0..self.pieces).for_each(|piece| ways[piece][place] = self.ways[piece][slot]);
            }
            for (least, order) in least.iter_mut().zip(&orders) {
                let pieces = ways.iter().zip(order).take(self.pieces);
                *least = pieces.map(|(ways, &place)| ways[usize::from(place)]).sum();
            }
            let end = if self.firsts.is_empty() {
                set + 1
            } else {
                self.firsts.get(set + 1).map_or(self.rows, |&first| first as usize)
            };
            while row < end {
                if !act(row * self.orders, &least) {
                    return false;
                }
                row += 1;
            }
        }
        true
    }
}

/// The abstract space of a pattern: what is walked, and where it is noted.
#[derive(Debug)]
pub(crate) struct Abstraction {
    /// Walked against the moves.
    pub(crate) space: ContextSpace,
    /// Of a table with a row for each context.
    pub(crate) layout: Layout,
    /// For each context the set that it has.
    pub(crate) set_of: Vec<u32>,
    /// Whether every edge runs both ways.
    pub(crate) is_reversible: bool,
}

impl Abstraction {
    /// What a pattern makes of the pieces' moves. A move that leaves the pattern's pieces where they are
    /// costs nothing and is none.
    pub(crate) fn of(pieces: &Pieces, pattern: &Pattern, goals: &[Slots]) -> Self {
        let sets = Sets { slots: pieces.slots(), pieces: pattern.0.len(), chosen: chosen(pieces) };
        let mut kept = Order::default();
        kept[..sets.pieces].copy_from_slice(&pattern.0);
        let mut ways = Ways::default();
        let mut steps = Vec::new();
        let (mut firsts, mut regions, mut set_of) = (Vec::new(), Vec::new(), Vec::new());
        let is_reversible = pieces.is_reversible();
        match pieces.moves() {
            Moves::Slides(pairs) => {
                let beside = beside(pairs);
                for (set, mask) in sets.iter().enumerate() {
                    firsts.push(set_of.len() as u32);
                    let begin = regions.len();
                    regions.resize(begin + sets.slots, 0);
                    for (number, region) in sets.regions(mask, &beside).enumerate() {
                        bits(region).for_each(|slot| regions[begin + slot] = number as u8);
                        set_of.push(set as u32);
                    }
                }
                let mut from_context = 0;
                for mask in sets.iter() {
                    for region in sets.regions(mask, &beside) {
                        for from in bits(mask) {
                            for to in bits(beside[from] & region) {
                                let after = mask & !(1 << from) | 1 << to;
                                let set = sets.number(after);
                                let region = regions[set * sets.slots + from];
                                let to_context = firsts[set] + u32::from(region);
                                let table = ways.index(slide(mask, from, after, to));
                                steps.push(Step { from: from_context, to: to_context, table });
                            }
                        }
                        from_context += 1;
                    }
                }
            }
            Moves::Shuffles(orders) => {
                for (set, mask) in sets.iter().enumerate() {
                    set_of.push(set as u32);
                    for order in orders {
                        // Against the move: what is on slot i came from slot order[i].
                        let came_from: Vec<u8> = bits(mask).map(|slot| order[slot]).collect();
                        let after = came_from.iter().fold(0, |after, slot| after | 1 << slot);
                        let mut way = Order::default();
                        for (place, slot) in way.iter_mut().zip(&came_from) {
                            *place = (after & ((1_u32 << slot) - 1)).count_ones() as u8;
                        }
                        let to = sets.number(after);
                        if to != set || !way[..sets.pieces].is_sorted() {
                            let table = ways.index(way);
                            steps.push(Step { from: set as u32, to: to as u32, table });
                        }
                    }
                }
            }
        }
        let tables = ways.tables(sets.pieces);
        let space = ContextSpace::new(set_of.len(), orders_of(sets.pieces), tables, steps);
        let space = space.expect("moves lead from orders to orders");
        let layout = Layout {
            ways: ways_home(pieces, pattern, goals),
            kept,
            pieces: sets.pieces,
            orders: orders_of(sets.pieces),
            contexts: set_of.len(),
            rows: set_of.len(),
            slots: sets.slots,
            chosen: sets.chosen,
            firsts,
            regions,
        };
        Abstraction { space, layout, set_of, is_reversible }
    }
}

impl Layout {
    /// How many entries the table has.
    pub(crate) fn entries(&self) -> usize {
        self.rows * self.orders
    }

    /// Whether there is a blank that the table knows the region of.
    pub(crate) fn has_regions(&self) -> bool {
        !self.firsts.is_empty()
    }

    /// Whether the table has a row for each context.
    pub(crate) fn is_whole(&self) -> bool {
        self.rows == self.contexts
    }

    /// The same with a row for each set.
    pub(crate) fn without_regions(self) -> Self {
        let rows = self.regions.len() / self.slots;
        Layout { firsts: Vec::new(), regions: Vec::new(), rows, ..self }
    }
}

/// All sets of so many slots, numbered in ascending order of their bits.
struct Sets {
    slots: usize,
    pieces: usize,
    chosen: Vec<[u32; MOST_PIECES + 1]>,
}

fn chosen(pieces: &Pieces) -> Vec<[u32; MOST_PIECES + 1]> {
    let mut chosen = vec![[0_u32; MOST_PIECES + 1]; MOST_SLOTS + 1];
    for slot in 0..pieces.slots() {
        chosen[slot][0] = 1;
        for count in 1..=MOST_PIECES {
            let before = slot
                .checked_sub(1)
                .map_or(0, |before| chosen[before][count] + chosen[before][count - 1]);
            chosen[slot][count] = before;
        }
    }
    chosen
}

impl Sets {
    fn iter(&self) -> impl Iterator<Item = u32> {
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

    fn number(&self, mask: u32) -> usize {
        let counted = bits(mask).enumerate();
        counted.map(|(below, slot)| self.chosen[slot][below + 1] as usize).sum()
    }

    /// The parts of the other slots that hang together.
    fn regions(&self, mask: u32, beside: &[u32; MOST_SLOTS]) -> impl Iterator<Item = u32> {
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

/// How far each slot is from where each of the pattern's pieces belongs in the first goal; nothing where moves have
/// several pieces.
fn ways_home(
    pieces: &Pieces,
    pattern: &Pattern,
    goals: &[Slots],
) -> [[u8; MOST_SLOTS + 1]; MOST_PIECES] {
    let mut all = [[0; MOST_SLOTS + 1]; MOST_PIECES];
    let (Moves::Slides(pairs), Some(goal)) = (pieces.moves(), goals.first()) else { return all };
    let beside = beside(pairs);
    for (ways, &piece) in all.iter_mut().zip(&pattern.0) {
        let mut reached = 1_u32 << goal[usize::from(piece)];
        for way in 1.. {
            let further = bits(reached).fold(0, |further, slot| further | beside[slot]) & !reached;
            if further == 0 {
                break;
            }
            bits(further).for_each(|slot| ways[slot] = way);
            reached |= further;
        }
    }
    all
}

/// For each slot those beside it.
fn beside(pairs: &[[u8; 2]]) -> [u32; MOST_SLOTS] {
    let mut beside = [0; MOST_SLOTS];
    for &[one, other] in pairs {
        beside[usize::from(one)] |= 1 << other;
        beside[usize::from(other)] |= 1 << one;
    }
    beside
}

/// What becomes of the places in an order when the piece on one slot goes to another.
fn slide(before: u32, from: usize, after: u32, to: usize) -> Order {
    let below = |mask: u32, slot: usize| (mask & ((1_u32 << slot) - 1)).count_ones() as u8;
    let (from, to) = (below(before, from), below(after, to));
    std::array::from_fn(|place| {
        let place = place as u8;
        if place == from {
            return to;
        }
        let closed_up = place - u8::from(place > from);
        closed_up + u8::from(closed_up >= to)
    })
}

/// The ways in which moves change orders, each once.
#[derive(Default)]
struct Ways {
    list: Vec<Order>,
    index: HashMap<Order, u32>,
}

impl Ways {
    fn index(&mut self, way: Order) -> u32 {
        *self.index.entry(way).or_insert_with(|| {
            self.list.push(way);
            self.list.len() as u32 - 1
        })
    }
}

impl Ways {
    /// For each way what becomes of each order.
    fn tables(self, pieces: usize) -> Vec<Box<[u16]>> {
        let all = all_orders(pieces);
        let table = |way: &Order| {
            let after = |order: &Order| {
                let after = order.map(|place| way[usize::from(place)]);
                number_of(&after[..pieces]) as u16
            };
            all.iter().map(after).collect()
        };
        self.list.iter().map(table).collect()
    }
}

/// The number of orders of so many pieces.
const fn orders_of(pieces: usize) -> usize {
    let (mut count, mut n) = (1, 1);
    while n <= pieces {
        count *= n;
        n += 1;
    }
    count
}

/// The number of an order, below [`orders_of`]: lexicographic.
#[inline]
fn number_of(order: &[u8]) -> usize {
    let mut number = 0;
    for (index, place) in order.iter().enumerate() {
        let later = &order[index + 1..];
        let smaller = later.iter().filter(|&other| other < place).count();
        number = number * (order.len() - index) + smaller;
    }
    number
}

/// The orders of so many pieces by their numbers.
fn all_orders(pieces: usize) -> Vec<Order> {
    let mut all = Vec::with_capacity(orders_of(pieces));
    let mut order: Order = std::array::from_fn(|piece| piece as u8);
    loop {
        all.push(order);
        // The next one in lexicographic order.
        let order = &mut order[..pieces];
        let Some(rise) = (1..pieces).rev().find(|&index| order[index - 1] < order[index]) else {
            return all;
        };
        let above = (rise..pieces).rev().find(|&index| order[index] > order[rise - 1]);
        order.swap(rise - 1, above.unwrap_or(rise));
        order[rise..].reverse();
    }
}

fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_that_cannot_be_are_refused() {
        let row = |slots: u8| {
            let pairs = (1..slots).map(|slot| [slot - 1, slot]);
            Pieces::new(slots.into(), Moves::Slides(pairs.collect())).unwrap()
        };
        let refused = |slots, kept: &[u8]| Pattern::new(&row(slots), kept).unwrap_err().to_string();
        assert_eq!(refused(4, &[]), "a pattern of 0 pieces: expected 1 to 8");
        assert_eq!(
            refused(12, &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
            "a pattern of 9 pieces: expected 1 to 8"
        );
        assert_eq!(refused(4, &[0]), "there is no piece 0 to keep; expected 1 to 3");
        assert_eq!(refused(4, &[2, 4]), "there is no piece 4 to keep; expected 1 to 3");
        assert_eq!(refused(4, &[2, 1, 2]), "the piece 2 is named twice");
        assert_eq!(
            refused(25, &[1, 2, 3, 4, 5, 6, 7, 8]),
            "a pattern of 8 pieces on 25 slots: its table would have 43609104000 entries or more, and \
             the most is 4294967296; take fewer pieces"
        );
    }

    #[test]
    fn orders_are_numbered_in_turn() {
        for pieces in 0..=MOST_PIECES {
            let all = all_orders(pieces);
            assert_eq!(all.len(), orders_of(pieces));
            for (number, order) in all.iter().enumerate() {
                assert_eq!(number_of(&order[..pieces]), number, "{order:?}");
            }
        }
    }
}
