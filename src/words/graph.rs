//! The engines' face of a puzzle.

use super::{Ending, Node, Walk, Word, deepening};
use crate::abilities::{Ability, Carried};
use crate::space::Space;
use crate::space::pieces::{Pieces, Relabelling, Slots};

/// A puzzle as engines see it: states are words of width `W`, moves are numbers.
///
/// A move is its place among the successors of its state, counted from 0. Each method but the first four belongs to
/// an [`Ability`]; it is called only where [`has`](Graph::has) says that there is one.
///
/// The laws are those of [`Puzzle`](crate::Puzzle) and its abilities.
pub trait Graph<W: Word>: Send + Sync {
    /// Appends the successors of `state`, in the order of its moves.
    fn expand(&self, state: W, successors: &mut Vec<W>);

    /// Whether `state` is solved.
    fn is_goal(&self, state: W) -> bool;

    /// Why no goal can be reached from `start`, where that can be told without a search.
    fn impossible(&self, start: W) -> Option<String> {
        let _ = start;
        None
    }

    /// Whether the puzzle has this ability. Constant time.
    fn has(&self, ability: Ability) -> bool {
        ability == Ability::UnitCosts
    }

    /// Appends what the moves of `state` cost, in their order. Where there are no [unit costs](Ability::UnitCosts).
    fn costs(&self, state: W, costs: &mut Vec<u32>) {
        let _ = (state, costs);
        lacks(Ability::UnitCosts)
    }

    /// Appends the [predecessors](Ability::Predecessors) of `state`.
    fn precede(&self, state: W, predecessors: &mut Vec<W>) {
        if !self.has(Ability::Reversible) {
            lacks(Ability::Predecessors)
        }
        self.expand(state, predecessors);
    }

    /// The [goals](Ability::ListedGoals), each once.
    fn goals(&self) -> Box<dyn Iterator<Item = W> + '_> {
        lacks(Ability::ListedGoals)
    }

    /// How many numbers the [ranking](Ability::Ranked) has.
    fn count(&self) -> u64 {
        lacks(Ability::Ranked)
    }
    /// The number of a state.
    fn rank(&self, state: W) -> u64 {
        let _ = state;
        lacks(Ability::Ranked)
    }
    /// The state with this number.
    fn unrank(&self, rank: u64) -> W {
        let _ = rank;
        lacks(Ability::Ranked)
    }
    /// The state with the number after `rank`, which is that of `state`.
    fn unrank_next(&self, rank: u64, state: W) -> W {
        let _ = state;
        self.unrank(rank + 1)
    }

    /// The whole space as data, numbered like the ranking.
    fn space(&self) -> Option<Space<'_>> {
        None
    }

    /// The [lower bound](Ability::Informed) of what is left to do; `u32::MAX` where no goal can be reached.
    fn estimate(&self, state: W) -> u32 {
        let _ = state;
        lacks(Ability::Informed)
    }
    /// Whether no move lowers the bound by more than it costs.
    fn is_consistent(&self) -> bool {
        lacks(Ability::Informed)
    }
    /// The bound for `after`, given that for `before`, from which move number `mv` leads to it.
    fn step(&self, before: W, mv: u32, after: W, estimate: u32) -> u32 {
        let _ = (before, mv, estimate);
        self.estimate(after)
    }
    /// The bounds for several successors of `before` at once: for move `moves[i].0`, which leads to `moves[i].1`,
    /// number `i` of what is appended. Moves are in ascending order.
    fn steps(&self, before: W, estimate: u32, moves: &[(u32, W)], estimates: &mut Vec<u32>) {
        let step = |&(mv, after)| self.step(before, mv, after, estimate);
        estimates.extend(moves.iter().map(step));
    }
    /// The bound with the parts that it is made of.
    fn begin(&self, state: W) -> Carried {
        Carried { estimate: self.estimate(state), parts: 0 }
    }
    /// As [`step`](Graph::step), for bounds with their parts.
    fn carry(&self, before: W, mv: u32, after: W, carried: Carried) -> Carried {
        Carried { estimate: self.step(before, mv, after, carried.estimate), ..carried }
    }

    /// How many maps the [symmetry](Ability::Symmetric) has, the identity included.
    fn order(&self) -> usize {
        lacks(Ability::Symmetric)
    }
    /// The image of `state` under map number `index`.
    fn image(&self, index: usize, state: W) -> W {
        let _ = (index, state);
        lacks(Ability::Symmetric)
    }
    /// Puts the least image of each state in its place.
    fn canonicalise(&self, states: &mut [W]) {
        for state in states {
            let images = (1..self.order()).map(|index| self.image(index, *state));
            *state = images.fold(*state, W::min);
        }
    }

    /// A state of a puzzle whose moves [commute](Ability::Commuting) as a vector over GF(2).
    fn to_vector(&self, state: W) -> u128 {
        let _ = state;
        lacks(Ability::Commuting)
    }
    /// The state with this vector.
    #[expect(clippy::wrong_self_convention, reason = "the puzzle turns a vector into a state")]
    fn from_vector(&self, vector: u128) -> W {
        let _ = vector;
        lacks(Ability::Commuting)
    }
    /// What a player calls this bit of a vector.
    fn bit_name(&self, bit: u32) -> String {
        format!("bit {bit}")
    }

    /// The pieces and slots of a puzzle with [patterns](Ability::Patterns).
    fn pieces(&self) -> Pieces {
        lacks(Ability::Patterns)
    }
    /// Where each piece stands.
    fn slots(&self, state: W) -> Slots {
        let _ = state;
        lacks(Ability::Patterns)
    }
    /// Which pieces the move from `before` to `after` puts on another slot, a bit each; and where all pieces stand
    /// then.
    fn moved(&self, before: W, after: W) -> (u32, Slots) {
        let (before, after) = (self.slots(before), self.slots(after));
        let moved = before.iter().zip(&after).enumerate();
        let moved = moved.filter(|(_, (before, after))| before != after);
        (moved.fold(0, |moved, (piece, _)| moved | 1 << piece), after)
    }
    /// What map number `index` of the symmetry does to the pieces and the slots, where it does the same in every
    /// state.
    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        let _ = index;
        None
    }

    /// The packed and unpacked and packed again state, which law 1 says is the same.
    fn repack(&self, state: W) -> W {
        state
    }
    /// The states that the board of `state` may stand for.
    fn starts(&self, state: W) -> Vec<W> {
        vec![state]
    }
    /// A state, for messages about a puzzle that breaks a law.
    fn show(&self, state: W) -> String {
        format!("{state:?}")
    }
    /// A move of a state, for the same.
    fn show_move(&self, state: W, mv: u32) -> String {
        let _ = state;
        format!("move {mv}")
    }

    /// Walks depth first below a state: the inner loop of IDA*.
    ///
    /// A kernel: of a puzzle in Rust it is compiled for that puzzle, as a measurement says that it pays.
    fn deepen(&self, node: Node<W>, walk: &mut Walk<'_, W>) -> Ending {
        deepening::on_the_heap(self, node, walk)
    }

    /// Appends the numbers of the successors, or of the predecessors where it goes `backwards`, of those states whose
    /// bit is set: bit `i` of word `j` is that of number `first + 64 * j + i`.
    ///
    /// A kernel: the inner loop of a survey by [ranks](Ability::Ranked).
    fn push(&self, first: u64, states: &[u64], backwards: bool, ranks: &mut Vec<u64>) {
        let mut neighbours = Vec::new();
        for_each_set(first, states, |rank| {
            let state = self.unrank(rank);
            if backwards {
                self.precede(state, &mut neighbours);
            } else {
                self.expand(state, &mut neighbours);
            }
            ranks.extend(neighbours.drain(..).map(|state| self.rank(state)));
        });
    }

    /// Finds those of the states whose bit is set, as in [`push`](Graph::push), that have a successor with a number
    /// for which `is_reached` holds: appends their numbers, and returns how many successors it looked at.
    ///
    /// A kernel, as `push` is.
    fn pull(
        &self,
        first: u64,
        states: &[u64],
        is_reached: &mut dyn FnMut(u64) -> bool,
        found: &mut Vec<u64>,
    ) -> u64 {
        let mut looks = 0;
        let mut successors = Vec::new();
        for_each_set(first, states, |rank| {
            successors.clear();
            self.expand(self.unrank(rank), &mut successors);
            let mut is_found = false;
            for &after in &successors {
                looks += 1;
                is_found = is_reached(self.rank(after));
                if is_found {
                    break;
                }
            }
            if is_found {
                found.push(rank);
            }
        });
        looks
    }
}

/// Visits the numbers of the bits that are set, in ascending order.
#[inline]
pub(super) fn for_each_set(first: u64, words: &[u64], mut visit: impl FnMut(u64)) {
    for (&word, first) in words.iter().zip((first..).step_by(64)) {
        let mut bits = word;
        while bits != 0 {
            visit(first + u64::from(bits.trailing_zeros()));
            bits &= bits - 1;
        }
    }
}

/// Ends the program: something was asked for that the puzzle does not have.
#[cold]
#[track_caller]
pub(super) fn lacks(ability: Ability) -> ! {
    unreachable!("the puzzle was asked for `{ability}`, which it does not have")
}
