//! A puzzle with another heuristic than its own.

use super::{AnyEstimator, Estimator, HeuristicError, Tables, make};
use crate::abilities::{
    Ability, Carried, Commuting, Costs, Heuristic, Patterns, Predecessors, Ranking, Symmetry,
};
use crate::plugin::{Playable, Played};
use crate::puzzle::Puzzle;
use crate::space::Space;
use crate::space::pieces::{Pieces, Relabelling, Slots};
use crate::width::narrowest;
use crate::words::{Bridge, Graph, Word, pack};
use std::fmt;

/// A graph, and a heuristic that was chosen when the program runs in place of its own.
#[derive(Clone, Copy)]
pub(crate) struct GuidedGraph<'g, W> {
    pub(crate) graph: &'g dyn Graph<W>,
    pub(crate) guide: &'g dyn Estimator<W>,
}

impl<W: Word> Graph<W> for GuidedGraph<'_, W> {
    fn has(&self, ability: Ability) -> bool {
        ability == Ability::Informed || self.graph.has(ability)
    }
    fn estimate(&self, state: W) -> u32 {
        self.guide.estimate(self.graph, state)
    }
    fn is_consistent(&self) -> bool {
        self.guide.is_consistent(self.graph)
    }
    fn step(&self, before: W, mv: u32, after: W, estimate: u32) -> u32 {
        self.guide.step(self.graph, before, mv, after, estimate)
    }
    fn begin(&self, state: W) -> Carried {
        self.guide.begin(self.graph, state)
    }
    fn carry(&self, before: W, mv: u32, after: W, carried: Carried) -> Carried {
        self.guide.carry(self.graph, before, mv, after, carried)
    }

    fn expand(&self, state: W, successors: &mut Vec<W>) {
        self.graph.expand(state, successors);
    }
    fn is_goal(&self, state: W) -> bool {
        self.graph.is_goal(state)
    }
    fn impossible(&self, start: W) -> Option<String> {
        self.graph.impossible(start)
    }
    fn costs(&self, state: W, costs: &mut Vec<u32>) {
        self.graph.costs(state, costs);
    }
    fn precede(&self, state: W, predecessors: &mut Vec<W>) {
        self.graph.precede(state, predecessors);
    }
    fn goals(&self) -> Box<dyn Iterator<Item = W> + '_> {
        self.graph.goals()
    }
    fn count(&self) -> u64 {
        self.graph.count()
    }
    fn rank(&self, state: W) -> u64 {
        self.graph.rank(state)
    }
    fn unrank(&self, rank: u64) -> W {
        self.graph.unrank(rank)
    }
    fn unrank_next(&self, rank: u64, state: W) -> W {
        self.graph.unrank_next(rank, state)
    }
    fn space(&self) -> Option<Space<'_>> {
        self.graph.space()
    }
    fn order(&self) -> usize {
        self.graph.order()
    }
    fn image(&self, index: usize, state: W) -> W {
        self.graph.image(index, state)
    }
    fn canonicalise(&self, states: &mut [W]) {
        self.graph.canonicalise(states);
    }
    fn to_vector(&self, state: W) -> u128 {
        self.graph.to_vector(state)
    }
    fn from_vector(&self, vector: u128) -> W {
        self.graph.from_vector(vector)
    }
    fn bit_name(&self, bit: u32) -> String {
        self.graph.bit_name(bit)
    }
    fn pieces(&self) -> Pieces {
        self.graph.pieces()
    }
    fn slots(&self, state: W) -> Slots {
        self.graph.slots(state)
    }
    fn moved(&self, before: W, after: W) -> (u32, Slots) {
        self.graph.moved(before, after)
    }
    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        self.graph.relabelling(index)
    }
    fn repack(&self, state: W) -> W {
        self.graph.repack(state)
    }
    fn starts(&self, state: W) -> Vec<W> {
        self.graph.starts(state)
    }
    fn show(&self, state: W) -> String {
        self.graph.show(state)
    }
    fn show_move(&self, state: W, mv: u32) -> String {
        self.graph.show_move(state, mv)
    }
    fn push(&self, first: u64, states: &[u64], backwards: bool, ranks: &mut Vec<u64>) {
        self.graph.push(first, states, backwards, ranks);
    }
    fn pull(
        &self,
        first: u64,
        states: &[u64],
        is_reached: &mut dyn FnMut(u64) -> bool,
        found: &mut Vec<u64>,
    ) -> u64 {
        self.graph.pull(first, states, is_reached, found)
    }
}

/// A puzzle with a heuristic that was put together when the program runs, in place of its own.
pub struct Guided<P: Puzzle> {
    puzzle: P,
    guide: Box<dyn Guide<P>>,
}

/// An estimator over words, for states of a puzzle.
trait Guide<P: Puzzle>: Send + Sync {
    fn begin(&self, puzzle: &P, state: P::State) -> Carried;
    fn carry(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        carried: Carried,
    ) -> Carried;
    fn step(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        estimate: u32,
    ) -> u32;
    fn is_consistent(&self, puzzle: &P) -> bool;
    fn bytes(&self) -> u64;
}

struct OverWords<W>(AnyEstimator<W>);

/// The number of a move among the successors.
fn number<P: Puzzle>(puzzle: &P, before: P::State, mv: P::Move, after: P::State) -> u32 {
    let found = (0..).zip(puzzle.successors(before)).find(|&(_, step)| step == (mv, after));
    found.map_or(0, |(number, _)| number)
}

impl<P: Puzzle, W: Word> Guide<P> for OverWords<W> {
    fn begin(&self, puzzle: &P, state: P::State) -> Carried {
        self.0.begin(&Bridge::Borrowed(puzzle), pack(state))
    }
    fn carry(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        carried: Carried,
    ) -> Carried {
        let mv = number(puzzle, before, mv, after);
        self.0.carry(&Bridge::Borrowed(puzzle), pack(before), mv, pack(after), carried)
    }
    fn step(
        &self,
        puzzle: &P,
        before: P::State,
        mv: P::Move,
        after: P::State,
        estimate: u32,
    ) -> u32 {
        let mv = number(puzzle, before, mv, after);
        self.0.step(&Bridge::Borrowed(puzzle), pack(before), mv, pack(after), estimate)
    }
    fn is_consistent(&self, puzzle: &P) -> bool {
        self.0.is_consistent(&Bridge::Borrowed(puzzle))
    }
    fn bytes(&self) -> u64 {
        self.0.bytes()
    }
}

impl<P: Playable + 'static> Guided<P> {
    /// The puzzle with the heuristic that `text` says: a name of [`Playable::heuristics`], or an
    /// [`Expression`](super::Expression).
    ///
    /// # Errors
    /// When the text is none, or names what the puzzle does not have, or a table cannot be built.
    pub fn new(puzzle: P, text: &str, tables: &Tables<'_>) -> Result<Self, HeuristicError> {
        let guide: Box<dyn Guide<P>> = narrowest!(P, W => {
            let played: &dyn Played<W> = &Bridge::Borrowed(&puzzle);
            Box::new(OverWords(make(played, text, tables)?))
        });
        Ok(Guided { puzzle, guide })
    }
}

impl<P: Puzzle> Guided<P> {
    /// The puzzle.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// Bytes of the heuristic's tables.
    pub fn bytes(&self) -> u64 {
        self.guide.bytes()
    }
}

impl<P: Puzzle> fmt::Debug for Guided<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guided").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

impl<P: Puzzle> Puzzle for Guided<P> {
    type State = P::State;
    type Move = P::Move;
    type Board = P::Board;

    fn encode(&self, board: &P::Board) -> P::State {
        self.puzzle.encode(board)
    }
    fn decode(&self, state: P::State) -> P::Board {
        self.puzzle.decode(state)
    }
    fn starts(&self, board: &P::Board) -> impl IntoIterator<Item = P::State> {
        self.puzzle.starts(board)
    }
    #[inline]
    fn successors(&self, state: P::State) -> impl Iterator<Item = (P::Move, P::State)> {
        self.puzzle.successors(state)
    }
    #[inline]
    fn is_goal(&self, state: P::State) -> bool {
        self.puzzle.is_goal(state)
    }
    fn impossible(&self, start: P::State) -> Option<String> {
        self.puzzle.impossible(start)
    }
    fn costs(&self) -> Option<impl Costs<P::State, P::Move>> {
        self.puzzle.costs()
    }
    fn is_reversible(&self) -> bool {
        self.puzzle.is_reversible()
    }
    fn predecessors(&self) -> Option<impl Predecessors<P::State>> {
        self.puzzle.predecessors()
    }
    fn goals(&self) -> Option<impl Iterator<Item = P::State>> {
        self.puzzle.goals()
    }
    fn ranking(&self) -> Option<impl Ranking<P::State>> {
        self.puzzle.ranking()
    }
    fn heuristic(&self) -> Option<impl Heuristic<P::State, P::Move>> {
        Some(self)
    }
    fn symmetry(&self) -> Option<impl Symmetry<P::State>> {
        self.puzzle.symmetry()
    }
    fn commuting(&self) -> Option<impl Commuting<P::State>> {
        self.puzzle.commuting()
    }
    fn space(&self) -> Option<Space<'_>> {
        self.puzzle.space()
    }
    fn patterns(&self) -> Option<impl Patterns<P::State>> {
        self.puzzle.patterns()
    }
}

impl<P: Puzzle> Heuristic<P::State, P::Move> for &Guided<P> {
    fn estimate(&self, state: P::State) -> u32 {
        self.guide.begin(&self.puzzle, state).estimate
    }
    fn step(&self, before: P::State, mv: P::Move, after: P::State, estimate: u32) -> u32 {
        self.guide.step(&self.puzzle, before, mv, after, estimate)
    }
    fn begin(&self, state: P::State) -> Carried {
        self.guide.begin(&self.puzzle, state)
    }
    fn carry(&self, before: P::State, mv: P::Move, after: P::State, carried: Carried) -> Carried {
        self.guide.carry(&self.puzzle, before, mv, after, carried)
    }
    fn is_consistent(&self) -> bool {
        self.guide.is_consistent(&self.puzzle)
    }
    fn bytes(&self) -> u64 {
        self.guide.bytes()
    }
}
