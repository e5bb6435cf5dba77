//! Spaces of permutations, handed over as data.
//!
//! A state is a *context* (where the blank is, say) and a permutation of `length` elements. A move leads
//! from one context to another and puts the elements into another order. From that the framework numbers
//! the states and compiles the moves into look-up tables.

use super::SpaceError;
use crate::rank::arrangement::{self, is_odd};

/// The longest permutation.
pub const LONGEST: usize = 16;
/// The most elements that make up a block: 8! = 40,320 states are 5 KiB of bits and are numbered by 16
/// bits.
pub(crate) const SUFFIX: usize = 8;

/// A move: from a context to a context, the element at position `order[i]` goes to position `i`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shuffle {
    /// The context that it starts from.
    pub from: usize,
    /// The context that it leads to.
    pub to: usize,
    /// Where each position takes its element from.
    pub order: Vec<u8>,
}

/// Which permutations there are in a context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parity {
    /// All of them.
    Any,
    /// Half of them: for each context, whether they are the odd ones.
    OddIn(Vec<bool>),
}

/// A space of contexts times permutations.
///
/// States are numbered by context, then by the permutation in lexicographic order. Moves that leave the
/// first `length - 8` positions alone are by far the fastest, so put those that move most behind them.
#[derive(Debug, Clone)]
pub struct PermutationSpace {
    length: usize,
    contexts: usize,
    parity: Parity,
    moves: Vec<Shuffle>,
    prefix_length: usize,
    prefixes: u64,
    suffixes: u64,
}

/// A permutation of up to [`LONGEST`] elements; positions past its length are 0.
pub type Permutation = [u8; LONGEST];

impl PermutationSpace {
    /// Puts a space together.
    ///
    /// # Errors
    /// When a move is no permutation, a context does not exist, a move leads to permutations of the wrong
    /// parity, or the states do not fit in 64 bits.
    pub fn new(
        contexts: usize,
        length: usize,
        parity: Parity,
        moves: Vec<Shuffle>,
    ) -> Result<Self, SpaceError> {
        let is_half = matches!(parity, Parity::OddIn(_));
        let shortest = if is_half { 2 } else { 1 };
        if !(shortest..=LONGEST).contains(&length) {
            return Err(SpaceError::Length { length, shortest, longest: LONGEST });
        }
        if let Parity::OddIn(odd) = &parity
            && odd.len() != contexts
        {
            return Err(SpaceError::Contexts { expected: contexts, found: odd.len() });
        }
        for (number, shuffle) in moves.iter().enumerate() {
            let Shuffle { from, to, order } = shuffle;
            let mut sorted = order.clone();
            sorted.sort_unstable();
            if *from >= contexts || *to >= contexts || !sorted.iter().copied().eq(0..length as u8) {
                return Err(SpaceError::Move { number });
            }
            if let Parity::OddIn(odd) = &parity
                && odd[*from] ^ odd[*to] != is_odd(order)
            {
                return Err(SpaceError::Parity { number });
            }
        }
        let prefix_length = length - suffix_length(length, contexts, moves.len());
        let suffix_length = length - prefix_length;
        let prefixes = arrangement::count(prefix_length, length).ok_or(SpaceError::TooLarge)?;
        let suffixes =
            arrangement::count(suffix_length, suffix_length).ok_or(SpaceError::TooLarge)?;
        let suffixes = if is_half { suffixes / 2 } else { suffixes };
        (contexts as u64)
            .checked_mul(prefixes)
            .and_then(|blocks| blocks.checked_mul(suffixes))
            .ok_or(SpaceError::TooLarge)?;
        Ok(PermutationSpace { length, contexts, parity, moves, prefix_length, prefixes, suffixes })
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.contexts as u64 * self.prefixes * self.suffixes
    }

    /// How many elements a permutation has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// How many contexts there are.
    pub fn contexts(&self) -> usize {
        self.contexts
    }

    /// The moves.
    pub fn moves(&self) -> &[Shuffle] {
        &self.moves
    }

    /// The same states with every move the other way.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let moves = self.moves.iter().map(|shuffle| {
            let mut order = vec![0; self.length];
            for (to, &from) in shuffle.order.iter().enumerate() {
                order[from as usize] = to as u8;
            }
            Shuffle { from: shuffle.to, to: shuffle.from, order }
        });
        PermutationSpace { moves: moves.collect(), ..self.clone() }
    }

    /// The number of a state. Linear in the length.
    pub fn rank(&self, context: usize, permutation: &Permutation) -> u64 {
        let rank = arrangement::rank(&permutation[..self.length], self.length);
        let rank = if self.is_half() { rank / 2 } else { rank };
        context as u64 * self.prefixes * self.suffixes + rank
    }

    /// The state with this number. Linear in the length.
    pub fn unrank(&self, number: u64) -> (usize, Permutation) {
        let in_context = self.prefixes * self.suffixes;
        let (context, rank) = ((number / in_context) as usize, number % in_context);
        let rank = if self.is_half() { rank * 2 } else { rank };
        let (mut permutation, is_odd) = arrangement::unrank(rank, self.length, self.length);
        if self.is_half() && is_odd != self.is_odd_in(context) {
            // The next one, which differs in its last two elements.
            permutation.swap(self.length - 2, self.length - 1);
        }
        (context, permutation)
    }

    /// The numbers of the states that one move leads to, in the order of the moves.
    pub fn successors(&self, number: u64) -> impl Iterator<Item = u64> {
        let (context, permutation) = self.unrank(number);
        self.moves.iter().filter(move |shuffle| shuffle.from == context).map(move |shuffle| {
            let mut after = Permutation::default();
            for (to, &from) in after.iter_mut().zip(&shuffle.order) {
                *to = permutation[from as usize];
            }
            self.rank(shuffle.to, &after)
        })
    }

    pub(crate) fn prefix_length(&self) -> usize {
        self.prefix_length
    }

    pub(crate) fn suffix_length(&self) -> usize {
        self.length - self.prefix_length
    }

    pub(crate) fn prefixes(&self) -> u64 {
        self.prefixes
    }

    pub(crate) fn suffixes(&self) -> u64 {
        self.suffixes
    }

    pub(crate) fn is_half(&self) -> bool {
        matches!(self.parity, Parity::OddIn(_))
    }

    /// Whether the permutations of a context are the odd ones.
    pub(crate) fn is_odd_in(&self, context: usize) -> bool {
        match &self.parity {
            Parity::Any => false,
            Parity::OddIn(odd) => odd[context],
        }
    }

    /// The first elements of the permutations with this prefix rank, and whether they contribute an odd
    /// number of inversions.
    pub(crate) fn prefix(&self, prefix: u64) -> (Permutation, bool) {
        arrangement::unrank(prefix, self.prefix_length(), self.length)
    }
}

/// How many elements make up a block: as many as 16 bits can number, but in a small space so few that
/// the tables of the moves have a third of its states at most.
fn suffix_length(length: usize, contexts: usize, moves: usize) -> usize {
    let shortest = length.min(2);
    let is_affordable = |&suffix: &usize| {
        let arrangements: usize = (suffix + 1..=length).product();
        moves * 3 <= contexts.saturating_mul(arrangements)
    };
    (shortest..=length.min(SUFFIX)).rev().find(is_affordable).unwrap_or(shortest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rotations(contexts: usize, length: usize, parity: Parity) -> PermutationSpace {
        PermutationSpace::new(contexts, length, parity, Vec::new()).unwrap()
    }

    #[test]
    fn numbers_are_dense_and_unrank_is_the_inverse() {
        for length in 2..=9 {
            for parity in [Parity::Any, Parity::OddIn(vec![false, true, true])] {
                let space = rotations(3, length, parity);
                let step = space.count().div_ceil(5_000);
                let mut last = None;
                for number in (0..space.count()).step_by(step as usize) {
                    let (context, permutation) = space.unrank(number);
                    assert_eq!(space.rank(context, &permutation), number);
                    if space.is_half() {
                        assert_eq!(is_odd(&permutation[..length]), space.is_odd_in(context));
                    }
                    assert!(last < Some((context, permutation)), "the order is lexicographic");
                    last = Some((context, permutation));
                }
            }
        }
    }

    #[test]
    fn halving_a_lexicographic_rank_keeps_tiles_apart_in_the_last_two_cells() {
        let space = rotations(1, 4, Parity::OddIn(vec![false]));
        let all: Vec<_> = (0..space.count()).map(|number| space.unrank(number).1).collect();
        assert_eq!(all.len(), 12);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn a_move_of_the_wrong_parity_is_refused() {
        let swap = Shuffle { from: 0, to: 0, order: vec![1, 0, 2] };
        let odd = Parity::OddIn(vec![false]);
        let fault = PermutationSpace::new(1, 3, odd, vec![swap]).unwrap_err();
        assert_eq!(fault, SpaceError::Parity { number: 0 });
    }
}
