//! Pattern databases: how far the pieces of a pattern are from home, whatever the others do.

use super::abstraction;
use super::entries::{Entries, Form};
use super::layout::{Layout, MOST_WITH_REGIONS};
use super::pattern::Pattern;
use crate::search::Stop;
use crate::space::pieces::{MOST_SLOTS, Pieces, Slots};
use crate::survey::{Bytes, Request, Walk, context_distances};

/// The table of a pattern: the exact distance of each state of its abstract space from the nearest goal, in four
/// bits an entry where all fit, else in a byte.
///
/// # Source
/// J. C. Culberson, J. Schaeffer, Pattern databases, 1998; R. E. Korf, A. Felner, Disjoint pattern database
/// heuristics, 2002.
#[derive(Debug)]
pub struct Database {
    pattern: Pattern,
    layout: Layout,
    entries: Entries,
}

/// What a table of so many entries takes, where all fit into four bits.
pub(super) fn expected_bytes(entries: u64) -> u64 {
    Form::Nibbles.bytes(entries)
}

impl Database {
    /// Walks the abstract space of a pattern from its goals, on all cores.
    ///
    /// Time: each abstract state is expanded once. Memory: until it is done, a byte an entry and three bits for each
    /// abstract state; then half a byte an entry more while it is packed, which the limit does not count.
    ///
    /// # Errors
    /// When a limit of the request is reached, or it is cancelled.
    pub fn build(
        pieces: &Pieces,
        pattern: Pattern,
        goals: &[Slots],
        request: &Request<'_>,
    ) -> Result<Self, Stop> {
        let plan = Plan::of(pieces, pattern, goals);
        let entries = plan.walk(request)?;
        Ok(plan.with(entries))
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How far the pattern's pieces are from the nearest goal; `u32::MAX` where there is no way. A
    /// distance over 254 counts as 254.
    #[inline]
    pub fn distance(&self, slots: &Slots) -> u32 {
        self.distance_at(|piece| slots[usize::from(piece) % MOST_SLOTS])
    }

    /// The same, where each piece is on the slot `slot_of`.
    #[inline]
    pub(super) fn distance_at(&self, slot_of: impl Fn(u8) -> u8) -> u32 {
        let standing = self.layout.standing(slot_of);
        self.entries.distance(self.layout.index(&standing), || self.layout.least(&standing))
    }

    /// How its entries are written.
    #[cfg(test)]
    pub(super) fn form(&self) -> Form {
        self.entries.form
    }

    /// Whether no move lowers the distance by more than it costs.
    pub fn is_consistent(&self) -> bool {
        self.layout.is_whole()
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.entries.bytes.len() as u64
    }
}

/// A database that has yet to get its table.
pub(super) struct Plan<'p> {
    pieces: &'p Pieces,
    goals: &'p [Slots],
    pub(super) pattern: Pattern,
    pub(super) layout: Layout,
    /// The numbers of the goals in the whole layout, in ascending order.
    pub(super) goal_numbers: Vec<u64>,
}

impl<'p> Plan<'p> {
    pub(super) fn of(pieces: &'p Pieces, pattern: Pattern, goals: &'p [Slots]) -> Self {
        Self::with_regions_to(MOST_WITH_REGIONS, pieces, pattern, goals)
    }

    /// A plan in which a table with regions has so many entries at most.
    fn with_regions_to(
        most: u64,
        pieces: &'p Pieces,
        pattern: Pattern,
        goals: &'p [Slots],
    ) -> Self {
        let mut layout = Layout::whole(pieces, &pattern, goals);
        let number = |slots: &Slots| {
            layout.index(&layout.standing(|piece| slots[usize::from(piece)])) as u64
        };
        let mut goal_numbers: Vec<u64> = goals.iter().map(number).collect();
        goal_numbers.sort_unstable();
        goal_numbers.dedup();
        if layout.entries() as u64 > most {
            layout = layout.without_regions();
        }
        Plan { pieces, goals, pattern, layout, goal_numbers }
    }

    /// The table, by a walk over the abstract space.
    pub(super) fn walk(&self, request: &Request<'_>) -> Result<Entries, Stop> {
        let (walk, codes) = if self.layout.is_whole() {
            let rows: Vec<u32> = (0..self.layout.rows as u32).collect();
            self.walk_rows(&self.layout, &rows, request)
        } else {
            let whole = Layout::whole(self.pieces, &self.pattern, self.goals);
            self.walk_rows(&whole, &whole.set_of_rows(), request)
        };
        walk.stopped.map_or_else(|| Ok(Entries::pack(&self.layout, codes)), Err)
    }

    /// Walks the contexts of a whole layout, each of which has this row of the table.
    fn walk_rows(&self, whole: &Layout, row_of: &[u32], request: &Request<'_>) -> (Walk, Bytes) {
        let space = abstraction::space(self.pieces, whole);
        let is_reversible = self.pieces.is_reversible();
        context_distances(&space, row_of, &self.goal_numbers, is_reversible, request)
    }

    pub(super) fn with(self, entries: Entries) -> Database {
        Database { pattern: self.pattern, layout: self.layout, entries }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::pieces::{MOST_SLOTS, Moves, NO_SLOT};

    /// The blank and three tiles on a board of 3x3, in every way; all others stand where there is room.
    fn all_slots() -> Vec<Slots> {
        let mut all = Vec::new();
        for number in 0..9_u32.pow(4) {
            let mut slots = [NO_SLOT; MOST_SLOTS];
            for (piece, slot) in slots[..4].iter_mut().enumerate() {
                *slot = (number / 9_u32.pow(piece as u32) % 9) as u8;
            }
            let free: Vec<u8> = (0..9).filter(|slot| !slots[..4].contains(slot)).collect();
            if free.len() == 5 {
                slots[4..9].copy_from_slice(&free);
                all.push(slots);
            }
        }
        all
    }

    #[test]
    fn a_table_that_forgets_the_blank_has_the_least_distance_over_all_that_it_can_be_at() {
        let right = (0..9).filter(|cell| cell % 3 < 2).map(|cell| [cell, cell + 1]);
        let down = (0..6).map(|cell| [cell, cell + 3]);
        let pieces = Pieces::new(9, Moves::Slides(right.chain(down).collect())).unwrap();
        let mut goal = [NO_SLOT; MOST_SLOTS];
        goal[..9].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let goals = [goal];
        let pattern = Pattern::new(&pieces, &[1, 2, 3]).unwrap();
        let build = |most| {
            let plan = Plan::with_regions_to(most, &pieces, pattern.clone(), &goals);
            let entries = plan.walk(&Request::default()).unwrap();
            plan.with(entries)
        };
        let (whole, least) = (build(u64::MAX), build(0));
        assert!(whole.is_consistent() && !least.is_consistent());
        assert!(least.bytes() < whole.bytes());
        let all = all_slots();
        assert_eq!(all.len(), 9 * 8 * 7 * 6);
        let (mut below, mut falls) = (0, 0);
        for slots in &all {
            let tiles = &slots[1..4];
            let same_tiles = all.iter().filter(|other| other[1..4] == *tiles);
            let expected = same_tiles.map(|other| whole.distance(other)).min().unwrap();
            let distance = least.distance(slots);
            assert_eq!(distance, expected, "{slots:?}");
            below += u32::from(distance < whole.distance(slots));
            let after = pieces.successors(slots);
            falls += after.iter().filter(|after| least.distance(after) + 1 < distance).count();
        }
        assert!(below > 0 && falls > 0, "{below} below, {falls} falls");
    }
}
