//! What sequences of moves do, in the kinds of spaces where that can be known for all states at once.

use crate::hash::Map;
use crate::puzzle::Puzzle;
use crate::space::permutation::Permutation;
use crate::space::{CoordinateSpace, PermutationSpace, Shuffle};
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::rc::Rc;

/// The moves of a space. States fall into *contexts*, and the context of a state alone says how many moves
/// it has and to which context each leads.
pub(super) trait Actions {
    /// What a sequence of moves does to the states of the context that it begins in. Sequences of the same
    /// effect between the same contexts lead from each state to the same state.
    type Effect: Clone + Eq + Hash;

    /// How many contexts there are.
    fn contexts(&self) -> usize;

    /// How many moves a state of this context has.
    fn moves(&self, context: usize) -> usize;

    /// The context that a move leads to.
    fn target(&self, context: usize, mv: usize) -> usize;

    /// What no move does.
    fn nothing(&self, context: usize) -> Self::Effect;

    /// What is done by a sequence that ends in this context and one move more.
    fn then(&self, effect: &Self::Effect, context: usize, mv: usize) -> Self::Effect;

    /// How many bytes an effect takes at most, besides its own size.
    fn effect_bytes(&self) -> usize {
        0
    }
}

/// Moves that each flip a fixed set of bits, the same moves in each state.
pub(super) struct FlipActions(pub(super) Vec<u128>);

impl Actions for FlipActions {
    /// The bits that are flipped.
    type Effect = u128;

    fn contexts(&self) -> usize {
        1
    }

    fn moves(&self, _: usize) -> usize {
        self.0.len()
    }

    fn target(&self, _: usize, _: usize) -> usize {
        0
    }

    fn nothing(&self, _: usize) -> u128 {
        0
    }

    fn then(&self, effect: &u128, _: usize, mv: usize) -> u128 {
        effect ^ self.0[mv]
    }
}

/// A permutation space: its moves by the context that they start from.
pub(super) struct PermutationActions<'s> {
    moves: Vec<Vec<&'s Shuffle>>,
    length: usize,
}

impl<'s> PermutationActions<'s> {
    pub(super) fn of(space: &'s PermutationSpace) -> Self {
        let mut moves = vec![Vec::new(); space.contexts()];
        for shuffle in space.moves() {
            moves[shuffle.from].push(shuffle);
        }
        PermutationActions { moves, length: space.length() }
    }
}

impl Actions for PermutationActions<'_> {
    /// Where each position takes its element from.
    type Effect = Permutation;

    fn contexts(&self) -> usize {
        self.moves.len()
    }

    fn moves(&self, context: usize) -> usize {
        self.moves[context].len()
    }

    fn target(&self, context: usize, mv: usize) -> usize {
        self.moves[context][mv].to
    }

    fn nothing(&self, _: usize) -> Permutation {
        let mut order = Permutation::default();
        for (position, element) in order[..self.length].iter_mut().zip(0..) {
            *position = element;
        }
        order
    }

    fn then(&self, effect: &Permutation, context: usize, mv: usize) -> Permutation {
        let mut order = Permutation::default();
        for (position, &from) in order.iter_mut().zip(&self.moves[context][mv].order) {
            *position = effect[usize::from(from)];
        }
        order
    }
}

/// A product of coordinates: the same moves in each state.
pub(super) struct CoordinateActions<'s>(pub(super) &'s CoordinateSpace);

impl Actions for CoordinateActions<'_> {
    /// What becomes of each value of each coordinate.
    type Effect = Rc<[u32]>;

    fn contexts(&self) -> usize {
        1
    }

    fn moves(&self, _: usize) -> usize {
        self.0.moves()
    }

    fn target(&self, _: usize, _: usize) -> usize {
        0
    }

    fn nothing(&self, _: usize) -> Rc<[u32]> {
        self.0.coordinates().flat_map(|coordinate| 0..coordinate.size).collect()
    }

    fn then(&self, effect: &Rc<[u32]>, _: usize, mv: usize) -> Rc<[u32]> {
        let mut values = effect.iter();
        let after = self.0.coordinates().flat_map(|coordinate| {
            let values = values.by_ref().take(coordinate.size as usize);
            values.map(|&value| coordinate.moves[mv][value as usize]).collect::<Vec<_>>()
        });
        after.collect()
    }

    fn effect_bytes(&self) -> usize {
        let values = self.0.coordinates().map(|coordinate| coordinate.size as usize);
        values.sum::<usize>() * size_of::<u32>()
    }
}

/// All states of a puzzle that has few.
///
/// Its contexts are found out: the fewest classes of states such that those of a class have equally many
/// moves, and each of these leads to the same class.
///
/// Source: E. F. Moore, Gedanken-experiments on sequential machines, 1956.
pub(super) struct ExplicitActions {
    /// For each state its successors.
    successors: Vec<Vec<usize>>,
    /// For each state its class.
    class: Vec<usize>,
    /// For each class its states.
    members: Vec<Vec<usize>>,
    /// The numbers of the starts.
    starts: Vec<usize>,
}

impl ExplicitActions {
    /// None where the starts lead to more than `most` states.
    pub(super) fn of<P: Puzzle>(puzzle: &P, starts: &[P::State], most: usize) -> Option<Self> {
        let mut states = Vec::new();
        let mut numbers: Map<P::State, usize> = Map::default();
        let mut number = |state, states: &mut Vec<P::State>| match numbers.entry(state) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                states.push(state);
                *entry.insert(states.len() - 1)
            }
        };
        let starts = starts.iter().map(|&start| number(start, &mut states)).collect();
        let mut successors: Vec<Vec<usize>> = Vec::new();
        while let Some(&state) = states.get(successors.len()) {
            let after = puzzle.successors(state).map(|(_, after)| number(after, &mut states));
            successors.push(after.collect());
            if states.len() > most {
                return None;
            }
        }
        let class = classes(&successors);
        let mut members = vec![Vec::new(); class.iter().max().map_or(0, |&class| class + 1)];
        for (state, &class) in class.iter().enumerate() {
            members[class].push(state);
        }
        Some(ExplicitActions { successors, class, members, starts })
    }

    /// The contexts of the starts.
    pub(super) fn starts(&self) -> impl Iterator<Item = usize> {
        self.starts.iter().map(|&start| self.class[start])
    }
}

/// The coarsest classes, by splitting until nothing more has to be split.
fn classes(successors: &[Vec<usize>]) -> Vec<usize> {
    let mut class = vec![0; successors.len()];
    let mut count = 1;
    loop {
        let mut numbers: Map<(usize, Vec<usize>), usize> = Map::default();
        let kind = |state: usize| {
            (class[state], successors[state].iter().map(|&after| class[after]).collect())
        };
        let finer = (0..successors.len()).map(|state| {
            let next = numbers.len();
            *numbers.entry(kind(state)).or_insert(next)
        });
        let finer = finer.collect();
        if numbers.len() == count {
            return class;
        }
        count = numbers.len();
        class = finer;
    }
}

impl Actions for ExplicitActions {
    /// Where each state of the class is led to.
    type Effect = Rc<[usize]>;

    fn contexts(&self) -> usize {
        self.members.len()
    }

    fn moves(&self, context: usize) -> usize {
        self.successors[self.members[context][0]].len()
    }

    fn target(&self, context: usize, mv: usize) -> usize {
        self.class[self.successors[self.members[context][0]][mv]]
    }

    fn nothing(&self, context: usize) -> Rc<[usize]> {
        self.members[context].iter().copied().collect()
    }

    fn then(&self, effect: &Rc<[usize]>, _: usize, mv: usize) -> Rc<[usize]> {
        effect.iter().map(|&state| self.successors[state][mv]).collect()
    }

    fn effect_bytes(&self) -> usize {
        self.members.iter().map(Vec::len).max().unwrap_or(0) * size_of::<usize>()
    }
}
