//! Sequences of moves that need not be made, learnt from what the puzzle's moves do.
//!
//! A depth-first search without a memory meets a state as often as there are ways to it. Many of these are
//! orders of the same moves, or detours that always come out at the same place. [`Pruning`] knows
//! sequences that need not be made wherever they occur, and says in constant time whether a move would
//! complete one.
//!
//! Nothing is learnt from examples. A sequence is pruned only where it is proved that, in *every* state in
//! which it can be made, an earlier one can be made as well and leads to the same state; earlier is what is
//! shorter, or as long and first in the order of the successors. The proof is found in what the puzzle says
//! of itself: [moves that commute](Puzzle::commuting), or its [space](Puzzle::space) as permutations or
//! coordinates; or else in all its states, where these are few. What cannot be proved is not pruned. Of a
//! space of contexts nothing is proved from its tables: there the state decides which of the moves exist, and
//! the number of a move among the successors does not say which one it is.
//!
//! This loses nothing. Of two sequences the earlier one stays so when the same moves are put before or
//! behind both, and there is no endless chain of ever earlier ones. So of all sequences from one state
//! to another the earliest has nothing in it that is pruned: every state is still met, and after as few
//! moves as before.
//!
//! A search that also drops states that it has met before must tell them apart by their [`Place`]: where a
//! state is met again, other moves may be pruned than the first time (R. C. Holte, Move pruning and
//! duplicate detection, 2013).
//!
//! Source: L. A. Taylor, R. E. Korf, Pruning duplicate nodes in depth-first search, 1993; for the
//! automaton A. V. Aho, M. J. Corasick, Efficient string matching, 1975.

#![expect(
    clippy::cast_possible_truncation,
    reason = "words and entries are fewer than 2^32, and numbered from 0"
)]

mod actions;
mod words;

use crate::abilities::{Commuting, Ranking};
use crate::puzzle::Puzzle;
use crate::search::{Meter, Stop};
use crate::space::Space;
use actions::{Actions, CoordinateActions, ExplicitActions, FlipActions, PermutationActions};
use words::Words;

/// Which moves may follow which, as a finite automaton.
///
/// A move is known by its number among the successors of its state. Begin at [`start`](Pruning::start), and
/// in each state ask [`next`](Pruning::next) once for each of its successors, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pruning {
    /// For each place where it leads, or [`PRUNED`].
    next: Vec<u32>,
    /// Where each start begins.
    starts: Vec<u32>,
    is_more_than_undoing: bool,
}

/// What the moves so far have been, as far as that matters, and which successor is next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u32);

impl Place {
    /// Its number in the automaton.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

const PRUNED: u32 = crate::words::Guide::PRUNED;

/// A space of so many states is looked at as a whole, where there is no other proof.
const FEW: usize = 1_000;

impl Pruning {
    /// Learns from all sequences of moves, the short ones first, in about so many bytes of memory at most.
    ///
    /// None where nothing can be known: moves have [costs](Puzzle::costs), or the puzzle says too little
    /// of itself. The starts must not be [impossible](Puzzle::impossible).
    ///
    /// Time: some nanoseconds a byte. The automaton takes far less than what it is learnt in.
    ///
    /// # Errors
    /// When the time or the memory is over that the meter allows, or the search was cancelled.
    pub fn learn<P: Puzzle>(
        puzzle: &P,
        starts: &[P::State],
        bytes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        if puzzle.costs().is_some() {
            return Ok(None);
        }
        if let Some(commuting) = puzzle.commuting() {
            let Some(&start) = starts.first() else { return Ok(None) };
            let here = commuting.to_vector(start);
            let flipped = |(_, after)| here ^ commuting.to_vector(after);
            let flips = FlipActions(puzzle.successors(start).map(flipped).collect());
            return Self::from_actions(&flips, starts.iter().map(|_| 0), bytes, meter);
        }
        match (puzzle.space(), puzzle.ranking()) {
            (Some(Space::Permutations(space)), Some(ranking)) => {
                let contexts = starts.iter().map(|&start| space.unrank(ranking.rank(start)).0);
                Self::from_actions(&PermutationActions::of(space), contexts, bytes, meter)
            }
            (Some(Space::Coordinates(space)), _) => Self::from_actions(
                &CoordinateActions(space),
                starts.iter().map(|_| 0),
                bytes,
                meter,
            ),
            _ => {
                let Some(explicit) = ExplicitActions::of(puzzle, starts, FEW) else {
                    return Ok(None);
                };
                Self::from_actions(&explicit, explicit.starts(), bytes, meter)
            }
        }
    }

    fn from_actions(
        actions: &impl Actions,
        starts: impl Iterator<Item = usize>,
        bytes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let Some(words) = Words::of(actions, bytes, meter)? else { return Ok(None) };
        let (next, contexts) = words.automaton();
        Ok(Some(Pruning {
            next,
            starts: starts.map(|context| contexts[context]).collect(),
            is_more_than_undoing: words.is_more_than_undoing(),
        }))
    }

    /// Where start number `start` begins, counted from 0 as they were given.
    ///
    /// # Panics
    /// When there is no such start.
    pub fn start(&self, start: usize) -> Place {
        Place(self.starts[start])
    }

    /// Where the next successor leads, or none where it need not be followed; then goes on to the one after
    /// it.
    #[inline]
    pub fn next(&self, place: &mut Place) -> Option<Place> {
        let next = self.next.get(place.0 as usize).copied().unwrap_or(PRUNED);
        place.0 += 1;
        (next != PRUNED).then_some(Place(next))
    }

    /// The automaton itself: see [`Guide::Learnt`](crate::words::Guide::Learnt).
    pub(crate) fn automaton(&self) -> &[u32] {
        &self.next
    }

    /// Whether more is pruned than moves that undo the move before, which a search can see for itself.
    pub fn is_more_than_undoing(&self) -> bool {
        self.is_more_than_undoing
    }

    /// Bytes that the automaton takes.
    pub fn bytes(&self) -> u64 {
        ((self.next.len() + self.starts.len()) * size_of::<u32>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Job, Limit, Limits};
    use crate::space::{Coordinate, CoordinateSpace, Parity, PermutationSpace, Shuffle};
    use crate::testkit::toys::{Bits, Chain, Estimates, Graph, Weights};
    use std::sync::atomic::AtomicBool;

    const BYTES: u64 = 1 << 20;

    fn learn<P: Puzzle>(puzzle: &P, starts: &[P::State], bytes: u64) -> Option<Pruning> {
        let job = Job::default();
        Pruning::learn(puzzle, starts, bytes, &mut Meter::start(&job)).unwrap()
    }

    /// What is learnt of states of the first context.
    fn learn_actions(actions: &impl Actions) -> Pruning {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        Pruning::from_actions(actions, [0].into_iter(), BYTES, &mut meter).unwrap().unwrap()
    }

    /// How many sequences of each length remain, up to `longest`.
    fn remaining(pruning: &Pruning, moves: usize, longest: usize) -> Vec<usize> {
        let mut level = vec![pruning.start(0)];
        let lengths = (0..=longest).map(|_| {
            let count = level.len();
            level = level
                .iter()
                .flat_map(|&place| {
                    let mut place = place;
                    (0..moves).filter_map(move |_| pruning.next(&mut place)).collect::<Vec<_>>()
                })
                .collect();
            count
        });
        lengths.collect()
    }

    fn permutations(space: &PermutationSpace) -> Pruning {
        learn_actions(&PermutationActions::of(space))
    }

    #[test]
    fn orders_of_moves_that_commute_collapse_to_sets() {
        let learn =
            |masks: &[u32]| learn(&Bits::new(masks.to_vec(), vec![0]), &[5], BYTES).unwrap();
        // Binomial coefficients.
        assert_eq!(remaining(&learn(&[1, 2, 4, 8, 16]), 5, 6), [1, 5, 10, 10, 5, 1, 0]);
        // Three moves make any two of them superfluous: one sequence remains for each state.
        assert_eq!(remaining(&learn(&[1, 2, 3]), 3, 3), [1, 3, 0, 0]);
        // The same move twice, and one that does nothing.
        assert_eq!(remaining(&learn(&[1, 1, 0]), 3, 2), [1, 1, 0]);
    }

    #[test]
    fn a_grid_is_walked_along_one_way_to_each_point() {
        // The example of Taylor and Korf: 4 r points at a distance of r, instead of 4 * 3^(r - 1) ways.
        const SIDE: u32 = 64;
        let shift = |by: u32| (0..SIDE).map(|value| (value + by) % SIDE).collect::<Vec<_>>();
        let moves = [[1, 0], [SIDE - 1, 0], [0, 1], [0, SIDE - 1]];
        let coordinate = |index: usize| Coordinate {
            size: SIDE,
            moves: moves.iter().map(|by| shift(by[index])).collect(),
        };
        let space = CoordinateSpace::new(vec![coordinate(0), coordinate(1)]).unwrap();
        let learnt = learn_actions(&CoordinateActions(&space));
        let expected: Vec<usize> = [1].into_iter().chain((1..30).map(|r| 4 * r)).collect();
        assert_eq!(remaining(&learnt, 4, 29), expected);
    }

    #[test]
    fn relations_of_permutations_are_found() {
        // Exchanging neighbours: a b a = b a b, a c = c a, and each undoes itself. One sequence remains for
        // each permutation, by how many pairs are in the wrong order.
        let swap = |at: u8| {
            let mut order = vec![0, 1, 2, 3];
            order.swap(usize::from(at), usize::from(at) + 1);
            Shuffle { from: 0, to: 0, order }
        };
        let space = PermutationSpace::new(1, 4, Parity::Any, (0..3).map(swap).collect()).unwrap();
        let pruning = permutations(&space);
        assert_eq!(remaining(&pruning, 3, 7), [1, 3, 5, 6, 5, 3, 1, 0]);
        assert!(pruning.is_more_than_undoing());
    }

    #[test]
    fn a_context_knows_its_own_moves() {
        // Three rooms in a ring: one way on, and back; the elements stay.
        let door = |from: usize, to: usize| Shuffle { from, to, order: vec![0, 1] };
        let doors = [door(0, 1), door(0, 2), door(1, 2), door(1, 0), door(2, 0), door(2, 1)];
        let space = PermutationSpace::new(3, 2, Parity::Any, doors.into()).unwrap();
        assert_eq!(remaining(&permutations(&space), 2, 2), [1, 2, 0]);
        // Without the way back there is nothing but to go round.
        let doors = [door(0, 1), door(1, 2), door(2, 0)];
        let space = PermutationSpace::new(3, 2, Parity::Any, doors.into()).unwrap();
        assert_eq!(remaining(&permutations(&space), 1, 3), [1, 1, 1, 0]);
    }

    #[test]
    fn coordinates_must_agree_in_all_values() {
        let turn = |size: u32, by: u32| (0..size).map(|value| (value + by) % size).collect();
        let coordinate =
            |size, by: [u32; 2]| Coordinate { size, moves: by.map(|by| turn(size, by)).into() };
        // The second move is twice the first in one coordinate, and thrice in the other.
        let space = CoordinateSpace::new(vec![coordinate(5, [1, 2]), coordinate(7, [1, 3])]);
        let space = space.unwrap();
        let learnt = learn_actions(&CoordinateActions(&space));
        let states: usize = remaining(&learnt, 2, 20).iter().sum();
        assert_eq!(states, 35);
    }

    #[test]
    fn nothing_is_learnt_without_a_proof() {
        let weighted = Graph::random(1, Weights::Between { least: 1, most: 2 }, Estimates::None);
        assert_eq!(learn(&weighted, &[0], BYTES), None);
        let chain = |length| Chain { length, is_reversible: true };
        assert_eq!(learn(&chain(5_000), &[0], BYTES), None);
        assert_eq!(learn(&chain(50), &[0], 100), None);
        // Going back from any state but the first is to undo, and nothing else is pruned.
        let pruning = learn(&chain(50), &[0], BYTES).unwrap();
        assert!(!pruning.is_more_than_undoing());
    }

    #[test]
    fn learning_can_be_cancelled_and_keeps_to_limits() {
        let bits = Bits::new(vec![1, 2, 4], vec![0]);
        let cancel = AtomicBool::new(true);
        let job = Job { cancel: Some(&cancel), ..Job::default() };
        let result = Pruning::learn(&bits, &[5], BYTES, &mut Meter::start(&job));
        assert_eq!(result, Err(Stop::Cancelled));
        let limits = Limits { bytes: Some(100), ..Limits::default() };
        let job = Job { limits, ..Job::default() };
        let result = Pruning::learn(&bits, &[5], BYTES, &mut Meter::start(&job));
        assert_eq!(result, Err(Limit::Bytes(100).into()));
    }
}
