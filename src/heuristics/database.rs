//! Pattern databases: how far the pieces of a pattern are from home, whatever the others do.

use super::pattern::{Abstraction, Layout, Pattern};
use crate::search::Stop;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::{Bytes, Request, order_distances};

/// The table of a pattern: the exact distance of each state of its abstract space from the nearest goal, a
/// byte an entry.
///
/// # Source
/// J. C. Culberson, J. Schaeffer, Pattern databases, 1998; R. E. Korf, A. Felner, Disjoint pattern database
/// heuristics, 2002.
#[derive(Debug)]
pub struct Database {
    pattern: Pattern,
    layout: Layout,
    /// One more than the distance, or 0 where there is no way.
    codes: Bytes,
}

/// A table of more entries than this forgets where the blank is: it then has the least distance over all
/// that is possible, which is a third of the size, and may fall by more than a move costs.
const MOST_WITH_REGIONS: usize = 1 << 28;

impl Database {
    /// Walks the abstract space of a pattern from its goals, on all cores.
    ///
    /// Time: each abstract state is expanded once. Memory: the table, and three bits for each abstract
    /// state until it is done.
    ///
    /// # Errors
    /// When a limit of the request is reached, or it is cancelled.
    pub fn build(
        pieces: &Pieces,
        pattern: Pattern,
        goals: impl IntoIterator<Item = Slots>,
        request: &Request<'_>,
    ) -> Result<Self, Stop> {
        let Abstraction { space, layout, set_of, is_reversible } =
            Abstraction::of(pieces, &pattern);
        let goals: Vec<u64> = goals.into_iter().map(|slots| layout.index(&slots) as u64).collect();
        let (layout, row_of) = rows(layout, set_of);
        let (walk, codes) = order_distances(&space, &row_of, &goals, is_reversible, request);
        match walk.stopped {
            Some(stop) => Err(stop),
            None => Ok(Database { pattern, layout, codes }),
        }
    }

    /// The pattern.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How far the pattern's pieces are from the nearest goal; `u32::MAX` where there is no way.
    #[inline]
    pub fn distance(&self, slots: &Slots) -> u32 {
        u32::from(self.codes.get(self.layout.index(slots))).wrapping_sub(1)
    }

    /// Whether no move lowers the distance by more than it costs.
    pub fn is_consistent(&self) -> bool {
        self.layout.is_whole()
    }

    /// Bytes of the table.
    pub fn bytes(&self) -> u64 {
        self.codes.len() as u64
    }
}

/// Which row of the table each context has.
fn rows(layout: Layout, set_of: Vec<u32>) -> (Layout, Vec<u32>) {
    if layout.has_regions() && layout.entries() > MOST_WITH_REGIONS {
        (layout.without_regions(), set_of)
    } else {
        let rows = 0..set_of.len() as u32;
        (layout, rows.collect())
    }
}
