//! What says which moves a depth-first search need not make.

use crate::puzzle::State;
use crate::search::pruning::{Place, Pruning};

/// Says which moves need not be made, from the moves made so far.
pub(super) trait Guide<S> {
    /// What it has to know of these moves: with the state, all that decides which walks go on from there.
    type Place: Copy;

    /// Where it begins at start number `number`.
    fn start(&self, number: usize, start: S) -> Self::Place;

    /// Where the next successor of `before` leads, which is `after`; or none where it is pruned. To be asked
    /// once for each successor, in their order.
    fn next(&self, place: &mut Self::Place, before: S, after: S) -> Option<Self::Place>;

    /// Bytes that it takes.
    fn bytes(&self) -> u64;
}

/// Parent pruning: no move is made that leads back to the state before.
pub(super) struct ParentPruning;

impl<S: State> Guide<S> for ParentPruning {
    /// The state before; of a start, itself.
    type Place = S;

    fn start(&self, _: usize, start: S) -> S {
        start
    }

    #[inline]
    fn next(&self, parent: &mut S, before: S, after: S) -> Option<S> {
        (after != *parent).then_some(before)
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// No move is made that completes a pruned sequence. Of the moves that lead back to the state before, these
/// are the ones that do so in every state.
impl<S: State> Guide<S> for Pruning {
    type Place = Place;

    fn start(&self, number: usize, _: S) -> Place {
        self.start(number)
    }

    #[inline]
    fn next(&self, place: &mut Place, _: S, _: S) -> Option<Place> {
        self.next(place)
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }
}
