//! Where the distance of a state lies in a pattern's table.

use super::pattern::{MOST_PIECES, Pattern};
use super::sets::{Sets, beside, bits};
use crate::rank::arrangement::Columns;
use crate::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};

/// A table of more entries than this (128 MiB at half a byte each) forgets where the blank is: it then has the least
/// distance over all that is possible, which leaves a third to two thirds of the entries, and may fall by more than a
/// move costs.
pub(super) const MOST_WITH_REGIONS: u64 = 1 << 28;

/// Where the distance of a state lies in a pattern's table.
///
/// A **set** is which slots the pattern's pieces stand on, an **order** which of them on which. Where there is
/// a blank, it matters in which **region** it is: which of the other slots it can come to while the pattern's
/// pieces stay. A set and a region are a **context**. A table has a row of all orders for each context, or
/// where that would be too large for each set.
#[derive(Debug)]
pub(super) struct Layout {
    /// The pattern's pieces; past the last, anything.
    kept: [u8; MOST_PIECES],
    pub(super) sets: Sets,
    pub(super) orders: usize,
    /// The first row of each set; nothing where that is the set itself.
    pub(super) firsts: Vec<u32>,
    /// For each set and each slot of the blank, which row of the set it is.
    pub(super) regions: Vec<u8>,
    pub(super) rows: usize,
    /// Whether there is a row for each context.
    is_whole: bool,
    /// For each of the pattern's pieces, how far each slot is from where it belongs, whatever stands between.
    ways: [[u8; MOST_SLOTS + 1]; MOST_PIECES],
}

/// Where a pattern's pieces stand, and the blank.
pub(super) struct Standing {
    /// Past the last piece stands one that no piece is below, on [`NO_SLOT`].
    pieces: [u8; MOST_PIECES],
    blank: u8,
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
    /// With a row for each context.
    pub(super) fn whole(pieces: &Pieces, pattern: &Pattern, goals: &[Slots]) -> Self {
        let sets = Sets::new(pieces.slots(), pattern.pieces().len());
        let mut kept = [0; MOST_PIECES];
        kept[..sets.pieces].copy_from_slice(pattern.pieces());
        let (mut firsts, mut regions, mut rows) = (Vec::new(), Vec::new(), 0);
        match pieces.moves() {
            Moves::Slides(pairs) => {
                let beside = beside(pairs);
                for mask in sets.iter() {
                    firsts.push(rows as u32);
                    let begin = regions.len();
                    regions.resize(begin + sets.slots, 0);
                    for (number, region) in sets.regions(mask, &beside).enumerate() {
                        bits(region).for_each(|slot| regions[begin + slot] = number as u8);
                        rows += 1;
                    }
                }
            }
            Moves::Shuffles(_) => rows = sets.iter().count(),
        }
        let ways = ways_home(pieces, pattern, goals);
        let orders = orders_of(sets.pieces);
        Layout { kept, sets, orders, firsts, regions, rows, is_whole: true, ways }
    }

    /// The same with a row for each set, where that makes a difference.
    pub(super) fn without_regions(self) -> Self {
        if self.firsts.is_empty() {
            return self;
        }
        let rows = self.firsts.len();
        Layout { firsts: Vec::new(), regions: Vec::new(), rows, is_whole: false, ..self }
    }

    /// For each row the set that it has.
    pub(super) fn set_of_rows(&self) -> Vec<u32> {
        let end = self.rows as u32;
        let ends = self.firsts.iter().skip(1).copied().chain([end]);
        let sets = self.firsts.iter().zip(ends).zip(0..);
        sets.flat_map(|((&first, end), set)| (first..end).map(move |_| set)).collect()
    }

    /// How many entries the table has.
    pub(super) fn entries(&self) -> usize {
        self.rows * self.orders
    }

    /// Whether the table has a row for each context.
    pub(super) fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Where the pattern's pieces stand in a state that has each piece on the slot `slot_of`.
    #[inline]
    pub(super) fn standing(&self, slot_of: impl Fn(u8) -> u8) -> Standing {
        let mut pieces = [NO_SLOT; MOST_PIECES];
        for (slot, &piece) in pieces.iter_mut().zip(&self.kept).take(self.sets.pieces) {
            *slot = slot_of(piece);
        }
        Standing { pieces, blank: slot_of(0) }
    }

    /// The index of a state in the table.
    ///
    /// Compares each piece with all at once: a word has a byte for each.
    #[inline]
    pub(super) fn index(&self, &Standing { pieces: at, blank }: &Standing) -> usize {
        const ONES: u64 = u64::from_le_bytes([1; MOST_PIECES]);
        let all = u64::from_le_bytes(at);
        let (mut below, mut later) = (0, 0);
        for (index, &slot) in at.iter().enumerate() {
            // Each byte lends its highest bit, which no slot has, and gets it back where this slot is below its own.
            let is_below = ((all | ONES << 7) - ONES * (u64::from(slot) + 1)) >> 7 & ONES;
            below += is_below;
            // To the pieces before this one, it is a later one.
            later += is_below & ((1 << (8 * index)) - 1);
        }
        let (below, later) = (below.to_le_bytes(), later.to_le_bytes());
        let weights = &WEIGHTS[self.sets.pieces];
        let (mut set, mut order) = (0, 0);
        for index in 0..MOST_PIECES {
            set += self.sets.chosen[usize::from(at[index])][usize::from(below[index]) + 1];
            order += u32::from(later[index]) * u32::from(weights[index]);
        }
        let set = set as usize;
        let row = if self.firsts.is_empty() {
            set
        } else {
            let region = self.regions[set * self.sets.slots + usize::from(blank)];
            self.firsts[set] as usize + usize::from(region)
        };
        row * self.orders + order as usize
    }

    /// The sum of the ways that the pieces have one by one: no more than the distance, where moves have one piece
    /// each. 0 where they have several.
    #[inline]
    pub(super) fn least(&self, standing: &Standing) -> u32 {
        let ways = standing.pieces.iter().zip(&self.ways);
        ways.map(|(&slot, ways)| u32::from(ways[usize::from(slot)])).sum()
    }

    /// Goes through all rows as long as `act` says so: it is given the index of a row's first entry, and what
    /// [`least`](Self::least) is of each of its entries.
    pub(super) fn rows_with_least(&self, mut act: impl FnMut(usize, &[u8]) -> bool) -> bool {
        let Layout { sets, .. } = self;
        let orders = all_orders(sets.pieces);
        let mut least = vec![0; self.orders];
        let mut row = 0;
        for (set, mask) in sets.iter().enumerate() {
            let mut ways = [[0; MOST_PIECES]; MOST_PIECES];
            for (place, slot) in bits(mask).enumerate() {
                (0..sets.pieces).for_each(|piece| ways[piece][place] = self.ways[piece][slot]);
            }
            for (least, order) in least.iter_mut().zip(&orders) {
                let pieces = ways.iter().zip(order).take(sets.pieces);
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
    for (ways, &piece) in all.iter_mut().zip(pattern.pieces()) {
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

/// The orders of so many pieces by their numbers, which are lexicographic ranks: which of the set's slots, counted from
/// the lowest, each piece is on.
pub(super) fn all_orders(pieces: usize) -> Vec<[u8; MOST_PIECES]> {
    let orders = Columns::all(pieces, pieces);
    (0..orders.rows()).map(|number| orders.row(number)).collect()
}

/// The number of orders of so many pieces.
pub(super) const fn orders_of(pieces: usize) -> usize {
    let (mut count, mut n) = (1, 1);
    while n <= pieces {
        count *= n;
        n += 1;
    }
    count
}
