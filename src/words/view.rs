//! A graph as a puzzle like any other.

use super::{Graph, Word};
use crate::abilities::{
    Ability, Carried, Commuting, Costs, Heuristic, Patterns, Predecessors, Ranking, Symmetry,
};
use crate::puzzle::Puzzle;
use crate::space::Space;
use crate::space::pieces::{Pieces, Relabelling, Slots};

/// A graph, as what is written for puzzles sees it: the test kit and others that need not be fast. A move is its
/// number, a board is its state.
///
/// Each ability is the view itself. Engines ask the graph, which hands over all successors of a state in one call.
#[derive(Clone, Copy)]
pub(crate) struct View<'g, W>(pub(crate) &'g dyn Graph<W>);

impl<'g, W: Word> View<'g, W> {
    fn having(&self, ability: Ability) -> Option<View<'g, W>> {
        self.0.has(ability).then_some(View(self.0))
    }
}

impl<W: Word> Puzzle for View<'_, W> {
    type State = W;
    type Move = u32;
    type Board = W;

    fn encode(&self, board: &W) -> W {
        *board
    }

    /// As it is after it was packed again, so that law 1 can be checked.
    fn decode(&self, state: W) -> W {
        self.0.repack(state)
    }

    fn starts(&self, board: &W) -> impl IntoIterator<Item = W> {
        self.0.starts(*board)
    }

    fn successors(&self, state: W) -> impl Iterator<Item = (u32, W)> {
        let mut successors = Vec::new();
        self.0.expand(state, &mut successors);
        (0..).zip(successors)
    }

    fn is_goal(&self, state: W) -> bool {
        self.0.is_goal(state)
    }

    fn impossible(&self, start: W) -> Option<String> {
        self.0.impossible(start)
    }

    fn costs(&self) -> Option<impl Costs<W, u32>> {
        (!self.0.has(Ability::UnitCosts)).then_some(View(self.0))
    }

    fn is_reversible(&self) -> bool {
        self.0.has(Ability::Reversible)
    }

    fn predecessors(&self) -> Option<impl Predecessors<W>> {
        self.having(Ability::Predecessors)
    }

    fn goals(&self) -> Option<impl Iterator<Item = W>> {
        self.0.has(Ability::ListedGoals).then(|| self.0.goals())
    }

    fn ranking(&self) -> Option<impl Ranking<W>> {
        self.having(Ability::Ranked)
    }

    fn heuristic(&self) -> Option<impl Heuristic<W, u32>> {
        self.having(Ability::Informed)
    }

    fn symmetry(&self) -> Option<impl Symmetry<W>> {
        self.having(Ability::Symmetric)
    }

    fn commuting(&self) -> Option<impl Commuting<W>> {
        self.having(Ability::Commuting)
    }

    fn space(&self) -> Option<Space<'_>> {
        self.0.space()
    }

    fn patterns(&self) -> Option<impl Patterns<W>> {
        self.having(Ability::Patterns).map(|view| Standing { view, pieces: view.0.pieces() })
    }
}

impl<W: Word> Costs<W, u32> for View<'_, W> {
    fn cost(&self, before: W, mv: u32, _: W) -> u32 {
        let mut costs = Vec::new();
        self.0.costs(before, &mut costs);
        costs[mv as usize]
    }
}

impl<W: Word> Predecessors<W> for View<'_, W> {
    fn predecessors(&self, state: W) -> impl Iterator<Item = W> {
        let mut predecessors = Vec::new();
        self.0.precede(state, &mut predecessors);
        predecessors.into_iter()
    }
}

impl<W: Word> Ranking<W> for View<'_, W> {
    fn count(&self) -> u64 {
        self.0.count()
    }
    fn rank(&self, state: W) -> u64 {
        self.0.rank(state)
    }
    fn unrank(&self, rank: u64) -> W {
        self.0.unrank(rank)
    }
    fn unrank_next(&self, rank: u64, state: W) -> W {
        self.0.unrank_next(rank, state)
    }
}

impl<W: Word> Heuristic<W, u32> for View<'_, W> {
    fn estimate(&self, state: W) -> u32 {
        self.0.estimate(state)
    }
    fn step(&self, before: W, mv: u32, after: W, estimate: u32) -> u32 {
        self.0.step(before, mv, after, estimate)
    }
    fn begin(&self, state: W) -> Carried {
        self.0.begin(state)
    }
    fn carry(&self, before: W, mv: u32, after: W, carried: Carried) -> Carried {
        self.0.carry(before, mv, after, carried)
    }
    fn is_consistent(&self) -> bool {
        self.0.is_consistent()
    }
}

impl<W: Word> Symmetry<W> for View<'_, W> {
    fn order(&self) -> usize {
        self.0.order()
    }
    fn image(&self, index: usize, state: W) -> W {
        self.0.image(index, state)
    }
    fn canonical(&self, state: W) -> W {
        let mut states = [state];
        self.0.canonicalise(&mut states);
        states[0]
    }
}

impl<W: Word> Commuting<W> for View<'_, W> {
    fn to_vector(&self, state: W) -> u128 {
        self.0.to_vector(state)
    }
    fn from_vector(&self, vector: u128) -> W {
        self.0.from_vector(vector)
    }
    fn bit_name(&self, bit: u32) -> String {
        self.0.bit_name(bit)
    }
}

/// A view with the pieces that patterns follow.
struct Standing<'g, W> {
    view: View<'g, W>,
    pieces: Pieces,
}

impl<W: Word> Patterns<W> for Standing<'_, W> {
    fn pieces(&self) -> &Pieces {
        &self.pieces
    }
    fn slots(&self, state: W) -> Slots {
        self.view.0.slots(state)
    }
    fn moved(&self, before: W, after: W) -> u32 {
        self.view.0.moved(before, after).0
    }
    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        self.view.0.relabelling(index)
    }
}
