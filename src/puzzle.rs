//! The trait that a puzzle implements.

use crate::abilities::{
    Commuting, Costs, Heuristic, Never, Patterns, Predecessors, Ranking, Symmetry, Undirected,
};
use crate::space::Space;
pub use crate::words::State;
use std::fmt::Debug;

/// What a move must be: a small label that tells the successors of one state apart.
///
/// Implemented for every type that qualifies; nobody implements it by hand.
pub trait Move: Copy + Eq + Debug + Send + Sync + 'static {}
impl<T: Copy + Eq + Debug + Send + Sync + 'static> Move for T {}

/// The rules of a puzzle: the one trait that every engine is driven by.
///
/// A value of the type is an *instance* (a size, a goal); a *board* is what a person reads and types;
/// a *state* is the code that engines work on. Five methods are required. Each further method that you
/// add is an *ability* that unlocks engines; nothing has to be registered.
///
/// # Laws
///
/// The numbers are those of [`testkit::LAWS`](crate::testkit::LAWS), which
/// [`testkit`](crate::testkit) checks on your puzzle. Breaking a law makes answers **wrong**, unless
/// it says *slow*.
///
/// - Law 1 (packing): `encode(decode(s)) == s` for every state, and two states are equal if and only if
///   they stand for the same position. Duplicate detection compares states and nothing else.
/// - Law 2 (starts): `starts` gives at least one state, [`encode`](Puzzle::encode)'s among them, and is
///   the same each time.
/// - Law 3 (purity): `successors` and `is_goal` give the same state the same answer, in the same order.
/// - Law 4 (costs): an edge costs 1, or what [`costs`](Puzzle::costs) says, the same each time.
///
/// The laws of the abilities stand with the traits that they return.
///
/// # Example
///
/// See the [crate's front page](crate) for a whole puzzle.
pub trait Puzzle: Send + Sync {
    /// The packed position: `u16`, `u32`, `u64`, `u128`, `[u8; N]`. Smaller is faster.
    type State: State;
    /// The label of an edge, as [`successors`](Puzzle::successors) reports it.
    type Move: Move;
    /// A position as a person reads and types it.
    type Board;

    /// Packs a board into its state. Where a board leaves something open (whose turn it is), this is
    /// one of the [`starts`](Puzzle::starts).
    fn encode(&self, board: &Self::Board) -> Self::State;

    /// Unpacks a state: the inverse of [`encode`](Puzzle::encode).
    fn decode(&self, state: Self::State) -> Self::Board;

    /// Every state that `board` may stand for as a start; engines search from all of them at once.
    /// Most puzzles return `[self.encode(board)]`.
    fn starts(&self, board: &Self::Board) -> impl IntoIterator<Item = Self::State>;

    /// The moves that are legal in `state`, each with the state that it leads to.
    ///
    /// Return a lazy iterator: it is the innermost loop of every engine, and collecting into a vector
    /// costs three to four times as much. Order is yours and decides which of several optimal
    /// solutions is found first.
    fn successors(&self, state: Self::State) -> impl Iterator<Item = (Self::Move, Self::State)>;

    /// Whether `state` is solved.
    fn is_goal(&self, state: Self::State) -> bool;

    /// Why no goal can be reached from `start`, where that can be told without a search: something that no
    /// move changes. Engines ask before they search, and answer with this sentence, which has no end stop.
    ///
    /// Law 18 (impossible): where there is a reason, no goal can be reached. A false one is **wrong**; a
    /// missing one is *slow*.
    fn impossible(&self, start: Self::State) -> Option<String> {
        let _ = start;
        None
    }

    /// Ability: moves that do not all cost 1. Engines that are right for unit costs only refuse such
    /// a puzzle.
    fn costs(&self) -> Option<impl Costs<Self::State, Self::Move>> {
        None::<Never>
    }

    /// Ability: every edge also runs the other way, with some move of the same cost.
    ///
    /// Law 6 (reversible): for each edge from `s` to `t` there is one from `t` to `s` of the same cost.
    /// Saying so when it is not true is **wrong**: engines forget all but the last two layers.
    /// A puzzle that keeps the player's turn in its state usually is not reversible.
    fn is_reversible(&self) -> bool {
        false
    }

    /// Ability: the states from which one move leads to a given state. A reversible puzzle has it
    /// without another word.
    fn predecessors(&self) -> Option<impl Predecessors<Self::State>> {
        Undirected::of(self)
    }

    /// Ability: every goal state, each once.
    ///
    /// Law 7 (listed goals): the list has every state that is a goal, each once, and no other. Anything
    /// else is **wrong**.
    fn goals(&self) -> Option<impl Iterator<Item = Self::State>> {
        None::<std::iter::Empty<Self::State>>
    }

    /// Ability: a dense numbering of the states.
    fn ranking(&self) -> Option<impl Ranking<Self::State>> {
        None::<Never>
    }

    /// Ability: a lower bound of what is left to do.
    fn heuristic(&self) -> Option<impl Heuristic<Self::State, Self::Move>> {
        None::<Never>
    }

    /// Ability: maps of the puzzle onto itself.
    fn symmetry(&self) -> Option<impl Symmetry<Self::State>> {
        None::<Never>
    }

    /// Ability: moves that commute and undo themselves.
    fn commuting(&self) -> Option<impl Commuting<Self::State>> {
        None::<Never>
    }

    /// Ability: the whole space as data, numbered like the [`ranking`](Puzzle::ranking).
    ///
    /// Law 14 (space): there is a ranking of as many states, and the successors of a number are the ranks
    /// of the successors of its state, in the same order. Anything else is **wrong**.
    fn space(&self) -> Option<Space<'_>> {
        None
    }

    /// Ability: pieces that pattern databases can follow. Of use with unit costs and
    /// [listed goals](Puzzle::goals).
    fn patterns(&self) -> Option<impl Patterns<Self::State>> {
        None::<Never>
    }
}
