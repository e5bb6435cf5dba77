//! What the optional methods of [`Puzzle`] return.
//!
//! A puzzle that has an ability overrides the method and returns `Some(..)`; an engine that needs it
//! asks once, before its loop, and is compiled for the answer. [`Never`] stands for an ability that a
//! puzzle does not have; it costs nothing.

use crate::puzzle::{Move, Puzzle, State};
use crate::space::pieces::{MOST_SLOTS, Pieces, Relabelling, Slots};
use std::fmt;

/// What moves cost where that is not 1.
pub trait Costs<S: State, M: Move>: Sync {
    /// The cost of `mv`, which leads from `before` to `after`. Zero is allowed.
    ///
    /// Path costs are summed in 64 bits, so a sum cannot overflow.
    fn cost(&self, before: S, mv: M, after: S) -> u32;
}

/// The edges, backwards.
///
/// Law 5 (predecessors): `p` is among `predecessors(s)` if and only if `s` is among the successors of
/// `p`. One too many or too few is **wrong**; the same one twice is *slow*.
pub trait Predecessors<S: State>: Sync {
    /// The states that have `state` as a successor.
    fn predecessors(&self, state: S) -> impl Iterator<Item = S>;
}

/// A dense numbering of a set of states that contains every state of the instance, but for those that
/// [`Puzzle::impossible`] gives a reason for: they may have no number, and none is asked for.
///
/// Law 8 (ranking): `rank` maps that set one to one onto `0..count()`, `unrank` is its inverse, and no
/// successor leaves the set. Anything else is **wrong**. Spaces of 2^64 states and more have no ranking.
pub trait Ranking<S: State>: Sync {
    /// How many states there are.
    fn count(&self) -> u64;
    /// The number of a state, below [`count`](Ranking::count).
    fn rank(&self, state: S) -> u64;
    /// The state with this number.
    fn unrank(&self, rank: u64) -> S;
    /// The state with the number after `rank`, which is that of `state`. Not asked of the last one.
    ///
    /// Surveys walk runs of numbers by it: worth having where the next state is found in less time than
    /// [`unrank`](Ranking::unrank) takes. Law 8 holds it to what `unrank` gives.
    #[inline]
    fn unrank_next(&self, rank: u64, state: S) -> S {
        let _ = state;
        self.unrank(rank + 1)
    }
}

/// A lower bound of the cost that is left.
///
/// Law 9 (admissible): never more than the cost of the cheapest path to a goal. Overestimating is
/// **wrong**.
///
/// Law 10 (consistent): where [`is_consistent`](Heuristic::is_consistent) says so, no edge of cost `c`
/// lowers the estimate by more than `c`. Claiming it falsely is **wrong**; a consistent heuristic that
/// does not claim it is *slow*.
pub trait Heuristic<S: State, M: Move>: Sync {
    /// The bound. `u32::MAX` means that no goal can be reached from here.
    fn estimate(&self, state: S) -> u32;

    /// The bound for `after`, given the bound `estimate` for `before`, from which `mv` led to it.
    ///
    /// Override it where that is cheaper. Law 13 (step): it equals `estimate(after)`, [`begin`](Heuristic::begin)
    /// has the same estimate, and [`carry`](Heuristic::carry) takes what `begin` gives for `before` to what it
    /// gives for `after`; anything else is **wrong**.
    fn step(&self, before: S, mv: M, after: S, estimate: u32) -> u32 {
        let _ = (before, mv, estimate);
        self.estimate(after)
    }

    /// The bound with the parts that it is made of, for [`carry`](Heuristic::carry).
    fn begin(&self, state: S) -> Carried {
        Carried { estimate: self.estimate(state), parts: 0 }
    }

    /// As [`step`](Heuristic::step), for engines that keep the parts with each state of a path.
    ///
    /// Override it, and [`begin`](Heuristic::begin), where a move changes few of the parts and the others need not
    /// be worked out again.
    #[inline]
    fn carry(&self, before: S, mv: M, after: S, carried: Carried) -> Carried {
        Carried { estimate: self.step(before, mv, after, carried.estimate), ..carried }
    }

    /// Whether the heuristic is consistent. True unless you say otherwise: override it where an edge may lower the
    /// estimate by more than it costs.
    fn is_consistent(&self) -> bool {
        true
    }

    /// Bytes of its tables.
    fn bytes(&self) -> u64 {
        0
    }
}

/// What a heuristic carries from a state to its successors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Carried {
    /// The bound.
    pub estimate: u32,
    /// The parts that it is made of, written as the heuristic likes.
    pub parts: u64,
}

/// A group of maps of the states onto themselves that keep edges, costs and goals.
///
/// Law 11 (symmetry): each map is one to one, `image(0, s) == s`, images of images are images, the
/// successors of an image are the images of the successors, an image of a goal is a goal, and
/// [`canonical`](Symmetry::canonical) is the least image. Anything else is **wrong**.
pub trait Symmetry<S: State>: Sync {
    /// How many maps there are, the identity included.
    fn order(&self) -> usize;

    /// The image of `state` under map number `index`, below [`order`](Symmetry::order).
    fn image(&self, index: usize, state: S) -> S;

    /// The one state that stands for all images of `state`: the least.
    fn canonical(&self, state: S) -> S {
        (1..self.order()).fold(state, |least, index| least.min(self.image(index, state)))
    }
}

/// Moves that commute and undo themselves: a state is a vector of bits, a move flips a fixed set of them.
///
/// Law 12 (commuting): every state has the same moves in the same order; a move flips the same bits of
/// [`to_vector`](Commuting::to_vector) in every state; [`from_vector`](Commuting::from_vector) is its
/// inverse on the states that moves lead to; moves cost 1 and are at most 128. Anything else is **wrong**.
pub trait Commuting<S: State>: Sync {
    /// The state as a vector over GF(2). Different states have different vectors.
    fn to_vector(&self, state: S) -> u128;
    /// The state with this vector.
    #[expect(clippy::wrong_self_convention, reason = "the puzzle turns a vector into a state")]
    fn from_vector(&self, vector: u128) -> S;
    /// What a player calls this bit, for the reason that a board is unsolvable.
    fn bit_name(&self, bit: u32) -> String {
        format!("bit {bit}")
    }
}

/// Pieces that stand on slots, for pattern databases: which part of a state a pattern keeps.
///
/// Law 19 (patterns): in every state the pieces stand on different slots, the successors of a state have
/// them where the moves of the data put them, [`moved`](Patterns::moved) says which are elsewhere then, and an image
/// has them where its [`relabelling`](Patterns::relabelling) puts them. Anything else is **wrong**.
pub trait Patterns<S: State>: Sync {
    /// The slots, and how moves act on what stands there.
    fn pieces(&self) -> &Pieces;
    /// Where each piece stands.
    fn slots(&self, state: S) -> Slots;

    /// Which pieces the move from `before` to `after` puts on another slot, a bit each.
    ///
    /// Override it where that can be told from a glance at the states.
    fn moved(&self, before: S, after: S) -> u32 {
        let (before, after) = (self.slots(before), self.slots(after));
        let is_moved = |piece: &usize| before[*piece] != after[*piece];
        (0..MOST_SLOTS).filter(is_moved).fold(0, |moved, piece| moved | 1 << piece)
    }

    /// What map number `index` of the puzzle's [`Symmetry`] does to the pieces and the slots.
    ///
    /// Override it where a map does the same to them in every state: patterns are then looked up for an image without
    /// making it.
    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        let _ = index;
        None
    }
}

/// An ability that a puzzle does not have. No value of this type exists.
#[derive(Debug, Clone, Copy)]
pub enum Never {}

impl<S: State, M: Move> Costs<S, M> for Never {
    fn cost(&self, _: S, _: M, _: S) -> u32 {
        match *self {}
    }
}

impl<S: State> Predecessors<S> for Never {
    fn predecessors(&self, _: S) -> impl Iterator<Item = S> {
        std::iter::empty()
    }
}

impl<S: State> Ranking<S> for Never {
    fn count(&self) -> u64 {
        match *self {}
    }
    fn rank(&self, _: S) -> u64 {
        match *self {}
    }
    fn unrank(&self, _: u64) -> S {
        match *self {}
    }
}

impl<S: State, M: Move> Heuristic<S, M> for Never {
    fn estimate(&self, _: S) -> u32 {
        match *self {}
    }
}

impl<S: State> Symmetry<S> for Never {
    fn order(&self) -> usize {
        match *self {}
    }
    fn image(&self, _: usize, _: S) -> S {
        match *self {}
    }
}

impl<S: State> Commuting<S> for Never {
    fn to_vector(&self, _: S) -> u128 {
        match *self {}
    }
    fn from_vector(&self, _: u128) -> S {
        match *self {}
    }
}

impl<S: State> Patterns<S> for Never {
    fn pieces(&self) -> &Pieces {
        match *self {}
    }
    fn slots(&self, _: S) -> Slots {
        match *self {}
    }
}

/// The predecessors of a reversible puzzle: its successors.
#[derive(Debug)]
pub struct Undirected<'p, P: ?Sized>(&'p P);

impl<'p, P: Puzzle + ?Sized> Undirected<'p, P> {
    /// `Some` exactly for a puzzle that is reversible.
    pub fn of(puzzle: &'p P) -> Option<Self> {
        puzzle.is_reversible().then_some(Self(puzzle))
    }
}

impl<P: Puzzle + ?Sized> Predecessors<P::State> for Undirected<'_, P> {
    fn predecessors(&self, state: P::State) -> impl Iterator<Item = P::State> {
        self.0.successors(state).map(|(_, successor)| successor)
    }
}

/// The name of something that an engine may need of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// Every move costs 1: [`Puzzle::costs`] is `None`.
    UnitCosts,
    /// [`Puzzle::predecessors`].
    Predecessors,
    /// [`Puzzle::is_reversible`].
    Reversible,
    /// [`Puzzle::goals`].
    ListedGoals,
    /// [`Puzzle::ranking`].
    Ranked,
    /// [`Puzzle::heuristic`].
    Informed,
    /// [`Puzzle::symmetry`].
    Symmetric,
    /// [`Puzzle::commuting`].
    Commuting,
    /// [`Puzzle::patterns`].
    Patterns,
}

impl Ability {
    /// All of them, in the order in which they are listed to people.
    pub const ALL: [Ability; 9] = [
        Ability::UnitCosts,
        Ability::Predecessors,
        Ability::Reversible,
        Ability::ListedGoals,
        Ability::Ranked,
        Ability::Informed,
        Ability::Symmetric,
        Ability::Commuting,
        Ability::Patterns,
    ];

    /// Whether `puzzle` has it. Constant time.
    pub fn is_had_by<P: Puzzle + ?Sized>(self, puzzle: &P) -> bool {
        match self {
            Ability::UnitCosts => puzzle.costs().is_none(),
            Ability::Predecessors => puzzle.predecessors().is_some(),
            Ability::Reversible => puzzle.is_reversible(),
            Ability::ListedGoals => puzzle.goals().is_some(),
            Ability::Ranked => puzzle.ranking().is_some(),
            Ability::Informed => puzzle.heuristic().is_some(),
            Ability::Symmetric => puzzle.symmetry().is_some(),
            Ability::Commuting => puzzle.commuting().is_some(),
            Ability::Patterns => puzzle.patterns().is_some(),
        }
    }

    /// The abilities that `puzzle` has.
    pub fn all_of<P: Puzzle + ?Sized>(puzzle: &P) -> Vec<Ability> {
        Self::ALL.into_iter().filter(|ability| ability.is_had_by(puzzle)).collect()
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Ability::UnitCosts => "unit costs",
            Ability::Predecessors => "predecessors",
            Ability::Reversible => "reversible",
            Ability::ListedGoals => "listed goals",
            Ability::Ranked => "ranked",
            Ability::Informed => "informed",
            Ability::Symmetric => "symmetric",
            Ability::Commuting => "commuting",
            Ability::Patterns => "patterns",
        })
    }
}
