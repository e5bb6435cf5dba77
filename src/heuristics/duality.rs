//! Another state that is as far from the goal: places and pieces change their parts.

use super::{Estimator, PatternSet};
use crate::space::pieces::{MOST_SLOTS, NO_SLOT, Pieces, Slots};
use crate::words::{Graph, Word};

/// The duals of states.
///
/// Let a state say on which slot each piece stands, the goal g as well. Moves take slots to slots, so that the
/// moves of a solution of s, one after another, are the map g s⁻¹. Those of a solution of g s⁻¹ g are its inverse:
/// the same moves undone in turn. Where every move can be made in every state and is undone by a move, the two are
/// equally far from the goal, and what a pattern says of the one is a bound for the other.
///
/// # Source
/// A. Felner, U. Zahavi, J. Schaeffer, R. C. Holte, Dual lookups in pattern databases, 2005.
#[derive(Debug, Clone)]
pub(super) struct Duality {
    goal: Slots,
    /// The piece that each slot has in the goal.
    home_of: Slots,
    pieces: usize,
}

impl Duality {
    /// None where moves are slides, a move is not undone by one, or there are more goals than one.
    pub(super) fn of(pieces: &Pieces, goals: &[Slots]) -> Option<Self> {
        let &[goal] = goals else { return None };
        if pieces.adds_up() || !pieces.is_reversible() {
            return None;
        }
        let mut home_of = [NO_SLOT; MOST_SLOTS];
        for (&slot, piece) in goal[..pieces.slots()].iter().zip(0..) {
            home_of[usize::from(slot)] = piece;
        }
        Some(Duality { goal, home_of, pieces: pieces.slots() })
    }

    #[inline]
    fn dual(&self, slots: &Slots) -> Slots {
        let mut dual = [NO_SLOT; MOST_SLOTS];
        for (&slot, &home) in slots.iter().zip(&self.goal).take(self.pieces) {
            let piece = self.home_of[usize::from(slot) % MOST_SLOTS];
            dual[usize::from(piece) % MOST_SLOTS] = home;
        }
        dual
    }
}

/// What patterns say of a state or of its dual, if that is more.
#[derive(Debug, Clone)]
pub(super) struct OverDual {
    pub(super) patterns: PatternSet,
    pub(super) duality: Duality,
}

impl<W: Word> Estimator<W> for OverDual {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        let slots = graph.slots(state);
        let dual = self.duality.dual(&slots);
        self.patterns.distance(&slots).max(self.patterns.distance(&dual))
    }

    /// The duals of a state and its successor are no neighbours: what is said may fall by any amount.
    fn is_consistent(&self, _: &dyn Graph<W>) -> bool {
        false
    }

    fn bytes(&self) -> u64 {
        self.patterns.bytes()
    }
}
