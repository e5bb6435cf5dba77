//! Pattern databases: how far the pieces of a pattern are from home, whatever the others do.

use super::entries::{Entries, Form};
use super::pattern::{Abstraction, Layout, MOST_WITH_REGIONS, Pattern};
use crate::search::Stop;
use crate::space::ContextSpace;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::{Request, context_distances};

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
    /// abstract state.
    ///
    /// # Errors
    /// When a limit of the request is reached, or it is cancelled.
    pub fn build(
        pieces: &Pieces,
        pattern: Pattern,
        goals: &[Slots],
        request: &Request<'_>,
    ) -> Result<Self, Stop> {
        let plan = Plan::of(Abstraction::of(pieces, &pattern, goals), pattern, goals);
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
        self.entries.distance(self.layout.index(slots), || self.layout.least(slots))
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
pub(super) struct Plan {
    pub(super) pattern: Pattern,
    pub(super) layout: Layout,
    /// The numbers of the goals, in ascending order.
    pub(super) goals: Vec<u64>,
    space: ContextSpace,
    is_reversible: bool,
    /// The row that each context has in the table.
    row_of: Vec<u32>,
}

impl Plan {
    pub(super) fn of(abstraction: Abstraction, pattern: Pattern, goals: &[Slots]) -> Self {
        let Abstraction { space, layout, set_of, is_reversible } = abstraction;
        let mut goals: Vec<u64> = goals.iter().map(|slots| layout.index(slots) as u64).collect();
        goals.sort_unstable();
        goals.dedup();
        let is_too_large = layout.has_regions() && layout.entries() as u64 > MOST_WITH_REGIONS;
        let (layout, row_of) = if is_too_large {
            (layout.without_regions(), set_of)
        } else {
            (layout, (0..set_of.len() as u32).collect())
        };
        Plan { pattern, layout, goals, space, is_reversible, row_of }
    }

    /// The table, by a walk over the abstract space.
    pub(super) fn walk(&self, request: &Request<'_>) -> Result<Entries, Stop> {
        let Plan { space, row_of, goals, is_reversible, .. } = self;
        let (walk, codes) = context_distances(space, row_of, goals, *is_reversible, request);
        walk.stopped.map_or_else(|| Ok(Entries::pack(&self.layout, codes)), Err)
    }

    pub(super) fn with(self, entries: Entries) -> Database {
        Database { pattern: self.pattern, layout: self.layout, entries }
    }
}
