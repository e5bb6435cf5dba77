//! Patterns: a few pieces of a puzzle, of which everything else is forgotten.

use super::layout::{MOST_WITH_REGIONS, orders_of};
use super::sets::{Sets, beside};
use crate::rank::arrangement;
use crate::space::pieces::{Moves, Pieces};
use std::fmt;

/// The most pieces: 8! = 40,320 orders are 5 KiB of bits and are numbered by 16 bits.
pub(super) const MOST_PIECES: usize = 8;

/// The most ways in which a pattern's pieces may stand: tables of 2 GiB at half a byte each, 4 GiB at a byte.
const MOST_ENTRIES: u64 = 1 << 32;

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
    /// When there are too many or none, one is the blank or is not there, one is named twice, or its table would be too
    /// large.
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
        let sets = Sets::new(pieces.slots(), count);
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
    arrangement::count(pieces, slots).unwrap_or(u64::MAX)
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pieces: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.pad(&pieces.join(" "))
    }
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
}
