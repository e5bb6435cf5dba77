//! Every puzzle as a graph.

use super::code::{Code, State};
use super::deepening::{ByCalls, Learnt, Undoing};
use super::graph::{for_each_set, lacks};
use super::{Ending, Graph, Guide, Node, Walk, Word, pack, unpack};
use crate::abilities::{
    Ability, Carried, Commuting, Costs, Heuristic, Patterns, Predecessors, Ranking, Symmetry,
};
use crate::puzzle::Puzzle;
use crate::space::Space;
use crate::space::pieces::{Pieces, Relabelling, Slots};

/// A puzzle as a graph: all that a puzzle compiles for engines.
pub(crate) enum Bridge<'p, P> {
    /// One of somebody else.
    Borrowed(&'p P),
    /// One of its own.
    Owned(P),
}

impl<P: Puzzle> Bridge<'_, P> {
    /// The puzzle.
    pub(crate) fn puzzle(&self) -> &P {
        match self {
            Bridge::Borrowed(puzzle) => puzzle,
            Bridge::Owned(puzzle) => puzzle,
        }
    }
}

/// The bits of a puzzle's states.
pub(crate) const fn bits<P: Puzzle>() -> u32 {
    <<P::State as State>::Code as Code>::BITS
}

/// What a puzzle has, or the end of the program: nobody asks for what it does not have.
#[inline]
#[track_caller]
fn had<T>(ability: Option<T>, name: Ability) -> T {
    ability.unwrap_or_else(|| lacks(name))
}

impl<P: Puzzle, W: Word> Graph<W> for Bridge<'_, P> {
    fn expand(&self, state: W, successors: &mut Vec<W>) {
        // A constant: nothing is left of it.
        assert!(bits::<P>() <= W::BITS, "the states do not fit into this word");
        successors
            .extend(self.puzzle().successors(unpack(state)).map(|(_, after)| pack::<_, W>(after)));
    }

    fn is_goal(&self, state: W) -> bool {
        self.puzzle().is_goal(unpack(state))
    }

    fn impossible(&self, start: W) -> Option<String> {
        self.puzzle().impossible(unpack(start))
    }

    fn has(&self, ability: Ability) -> bool {
        ability.is_had_by(self.puzzle())
    }

    fn costs(&self, state: W, costs: &mut Vec<u32>) {
        let state = unpack(state);
        let known = had(self.puzzle().costs(), Ability::UnitCosts);
        let edges = self.puzzle().successors(state);
        costs.extend(edges.map(|(mv, after)| known.cost(state, mv, after)));
    }

    fn precede(&self, state: W, predecessors: &mut Vec<W>) {
        let known = had(self.puzzle().predecessors(), Ability::Predecessors);
        predecessors.extend(known.predecessors(unpack(state)).map(pack::<_, W>));
    }

    fn goals(&self) -> Box<dyn Iterator<Item = W> + '_> {
        Box::new(had(self.puzzle().goals(), Ability::ListedGoals).map(pack))
    }

    fn count(&self) -> u64 {
        had(self.puzzle().ranking(), Ability::Ranked).count()
    }

    fn rank(&self, state: W) -> u64 {
        had(self.puzzle().ranking(), Ability::Ranked).rank(unpack(state))
    }

    fn unrank(&self, rank: u64) -> W {
        pack(had(self.puzzle().ranking(), Ability::Ranked).unrank(rank))
    }

    fn unrank_next(&self, rank: u64, state: W) -> W {
        let ranking = had(self.puzzle().ranking(), Ability::Ranked);
        pack(ranking.unrank_next(rank, unpack(state)))
    }

    fn space(&self) -> Option<Space<'_>> {
        self.puzzle().space()
    }

    fn estimate(&self, state: W) -> u32 {
        had(self.puzzle().heuristic(), Ability::Informed).estimate(unpack(state))
    }

    fn is_consistent(&self) -> bool {
        had(self.puzzle().heuristic(), Ability::Informed).is_consistent()
    }

    fn step(&self, before: W, mv: u32, _: W, estimate: u32) -> u32 {
        let heuristic = had(self.puzzle().heuristic(), Ability::Informed);
        let before = unpack(before);
        let (mv, after) = nth(self.puzzle(), before, mv);
        heuristic.step(before, mv, after, estimate)
    }

    fn steps(&self, before: W, estimate: u32, moves: &[(u32, W)], estimates: &mut Vec<u32>) {
        let heuristic = had(self.puzzle().heuristic(), Ability::Informed);
        let before = unpack(before);
        let mut moves = moves.iter().map(|&(mv, _)| mv);
        let mut next = moves.next();
        for (number, (mv, after)) in (0..).zip(self.puzzle().successors(before)) {
            if next == Some(number) {
                estimates.push(heuristic.step(before, mv, after, estimate));
                next = moves.next();
            }
        }
    }

    fn begin(&self, state: W) -> Carried {
        had(self.puzzle().heuristic(), Ability::Informed).begin(unpack(state))
    }

    fn carry(&self, before: W, mv: u32, _: W, carried: Carried) -> Carried {
        let heuristic = had(self.puzzle().heuristic(), Ability::Informed);
        let before = unpack(before);
        let (mv, after) = nth(self.puzzle(), before, mv);
        heuristic.carry(before, mv, after, carried)
    }

    fn order(&self) -> usize {
        had(self.puzzle().symmetry(), Ability::Symmetric).order()
    }

    fn image(&self, index: usize, state: W) -> W {
        pack(had(self.puzzle().symmetry(), Ability::Symmetric).image(index, unpack(state)))
    }

    fn canonicalise(&self, states: &mut [W]) {
        let maps = had(self.puzzle().symmetry(), Ability::Symmetric);
        for state in states {
            *state = pack(maps.canonical(unpack(*state)));
        }
    }

    fn to_vector(&self, state: W) -> u128 {
        had(self.puzzle().commuting(), Ability::Commuting).to_vector(unpack(state))
    }

    fn from_vector(&self, vector: u128) -> W {
        pack(had(self.puzzle().commuting(), Ability::Commuting).from_vector(vector))
    }

    fn bit_name(&self, bit: u32) -> String {
        had(self.puzzle().commuting(), Ability::Commuting).bit_name(bit)
    }

    fn slots(&self, state: W) -> Slots {
        had(self.puzzle().patterns(), Ability::Patterns).slots(unpack(state))
    }

    fn pieces(&self) -> Pieces {
        had(self.puzzle().patterns(), Ability::Patterns).pieces().clone()
    }

    fn moved(&self, before: W, after: W) -> (u32, Slots) {
        let patterns = had(self.puzzle().patterns(), Ability::Patterns);
        let (before, after) = (unpack(before), unpack(after));
        (patterns.moved(before, after), patterns.slots(after))
    }

    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        had(self.puzzle().patterns(), Ability::Patterns).relabelling(index)
    }

    fn repack(&self, state: W) -> W {
        pack(self.puzzle().encode(&self.puzzle().decode(unpack(state))))
    }

    fn starts(&self, state: W) -> Vec<W> {
        let board = self.puzzle().decode(unpack(state));
        self.puzzle().starts(&board).into_iter().map(pack).collect()
    }

    fn show(&self, state: W) -> String {
        format!("{:?}", unpack::<P::State, W>(state))
    }

    fn show_move(&self, state: W, mv: u32) -> String {
        let step = self.puzzle().successors(unpack(state)).nth(mv as usize);
        step.map_or_else(|| format!("move {mv}"), |(mv, _)| format!("{mv:?}"))
    }

    fn deepen(&self, node: Node<W>, walk: &mut Walk<'_, W>) -> Ending {
        let puzzle = self.puzzle();
        let heuristic = had(puzzle.heuristic(), Ability::Informed);
        let costs = puzzle.costs();
        match walk.guide {
            Guide::Undoing => {
                let pruner = Undoing;
                ByCalls { puzzle, heuristic, costs, pruner, graph: self }.walk(&node, walk)
            }
            Guide::Learnt(automaton) => {
                let pruner = Learnt(automaton);
                ByCalls { puzzle, heuristic, costs, pruner, graph: self }.walk(&node, walk)
            }
        }
    }

    fn push(&self, first: u64, states: &[u64], backwards: bool, ranks: &mut Vec<u64>) {
        let puzzle = self.puzzle();
        let ranking = had(puzzle.ranking(), Ability::Ranked);
        let mut run = Run { ranking: &ranking, last: None };
        if backwards {
            let known = had(puzzle.predecessors(), Ability::Predecessors);
            for_each_set(first, states, |rank| {
                let before = known.predecessors(run.state(rank));
                ranks.extend(before.map(|state| ranking.rank(state)));
            });
        } else {
            for_each_set(first, states, |rank| {
                let after = puzzle.successors(run.state(rank));
                ranks.extend(after.map(|(_, state)| ranking.rank(state)));
            });
        }
    }

    fn pull(
        &self,
        first: u64,
        states: &[u64],
        is_reached: &mut dyn FnMut(u64) -> bool,
        found: &mut Vec<u64>,
    ) -> u64 {
        let ranking = had(self.puzzle().ranking(), Ability::Ranked);
        let mut run = Run { ranking: &ranking, last: None };
        let mut looks = 0;
        for_each_set(first, states, |rank| {
            let mut successors = self.puzzle().successors(run.state(rank));
            let is_found = successors.any(|(_, after)| {
                looks += 1;
                is_reached(ranking.rank(after))
            });
            if is_found {
                found.push(rank);
            }
        });
        looks
    }
}

/// Move number `mv` of a state.
#[inline]
fn nth<P: Puzzle>(puzzle: &P, state: P::State, mv: u32) -> (P::Move, P::State) {
    puzzle.successors(state).nth(mv as usize).expect("a move that the state has (law 3)")
}

/// The states of ascending numbers, each from the one before where the numbers follow each other.
struct Run<'r, S, R> {
    ranking: &'r R,
    last: Option<(u64, S)>,
}

impl<S: State, R: Ranking<S>> Run<'_, S, R> {
    #[inline]
    fn state(&mut self, number: u64) -> S {
        let state = match self.last {
            Some((last, state)) if last + 1 == number => self.ranking.unrank_next(last, state),
            _ => self.ranking.unrank(number),
        };
        self.last = Some((number, state));
        state
    }
}
