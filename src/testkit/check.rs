//! Holding a puzzle against the laws, one by one.

use super::explore::{Space, Visit, guard};
use super::finding::{CounterExample, Coverage, Finding, Mismatch, Spot, Verdict};
use super::laws::law_named;
use super::{Budget, estimates, graph, structure};
use crate::puzzle::Puzzle;
use crate::words::{Graph, View, Word};

/// Writes a state's board.
pub(super) type Writer<'p, W> = &'p dyn Fn(W) -> String;

/// The name of a law, and its check.
pub(super) type Check<'c, W> = (&'static str, &'c dyn Fn(&Checker<'_, W>) -> Verdict);

/// A puzzle, the part of it that is looked at, and how to show its states.
pub(super) struct Checker<'p, W: Word> {
    pub(super) puzzle: View<'p, W>,
    pub(super) boards: &'p [W],
    pub(super) space: Space<View<'p, W>>,
    pub(super) budget: Budget<'p>,
    writer: Option<Writer<'p, W>>,
}

impl<'p, W: Word> Checker<'p, W> {
    pub(super) fn new(
        graph: &'p dyn Graph<W>,
        boards: &'p [W],
        starts: Vec<W>,
        budget: Budget<'p>,
        writer: Option<Writer<'p, W>>,
    ) -> Self {
        let puzzle = View(graph);
        let space = Space::explore(&puzzle, starts, budget);
        Checker { puzzle, boards, space, budget, writer }
    }

    /// Checks the laws of `Puzzle` and its abilities, and `further` ones.
    pub(super) fn run(&self, further: &[Check<'_, W>]) -> Vec<Finding> {
        let own: [Check<'_, W>; 16] = [
            ("packing", &graph::packing),
            ("starts", &graph::starts),
            ("purity", &graph::purity),
            ("costs", &graph::costs),
            ("predecessors", &graph::predecessors),
            ("reversible", &graph::reversible),
            ("listed goals", &graph::listed_goals),
            ("ranking", &structure::ranking),
            ("admissible", &estimates::admissible),
            ("consistent", &estimates::consistent),
            ("symmetry", &structure::symmetry),
            ("commuting", &structure::commuting),
            ("step", &estimates::step),
            ("space", &structure::space),
            ("patterns", &structure::patterns),
            ("impossible", &estimates::impossible),
        ];
        let mut findings: Vec<Finding> = Vec::new();
        for (name, check) in own.iter().chain(further) {
            let base = law_named(name).rests_on;
            let broken = findings
                .iter()
                .find(|earlier| earlier.is_broken() && base.contains(&earlier.law.number));
            let verdict = match broken {
                Some(earlier) => Verdict::NotChecked {
                    why: format!("{} is broken, on which this rests", earlier.law),
                },
                None if self.budget.is_cancelled() => Verdict::cancelled(),
                None => guard(|| check(self)).unwrap_or_else(Mismatch::nowhere),
            };
            findings.push(Finding::of(name, verdict));
        }
        findings.sort_by_key(|finding| finding.law.number);
        findings
    }

    /// Checks something on every state of the space.
    pub(super) fn every_state(
        &self,
        holds: impl FnMut(&Visit<W>) -> Result<(), Mismatch>,
    ) -> Verdict {
        self.states(self.space.visits.len(), holds)
    }

    /// Checks something on the first states of the space, `most` of them.
    pub(super) fn states(
        &self,
        most: usize,
        mut holds: impl FnMut(&Visit<W>) -> Result<(), Mismatch>,
    ) -> Verdict {
        let visits = &self.space.visits[..most.min(self.space.visits.len())];
        for visit in visits {
            if self.budget.is_cancelled() {
                return Verdict::cancelled();
            }
            if let Err(mismatch) = guard(|| holds(visit)).and_then(|result| result) {
                return self.broken_at(visit, mismatch);
            }
        }
        self.holds(visits.len())
    }

    /// The verdict when nothing is wrong with this many states.
    pub(super) fn holds(&self, checked: usize) -> Verdict {
        let is_whole = self.space.is_whole && checked == self.space.visits.len();
        let coverage = if is_whole { Coverage::Whole } else { Coverage::Part };
        match checked {
            0 => Verdict::NotChecked { why: "there is no state to check it on".into() },
            _ => Verdict::Holds { checked: checked as u64, coverage },
        }
    }

    pub(super) fn broken_at(&self, visit: &Visit<W>, mismatch: Mismatch) -> Verdict {
        let Mismatch { expected, found } = mismatch;
        let at = Some(self.spot(visit.state, visit.moves));
        Verdict::Broken(CounterExample { expected, found, at })
    }

    /// A counter-example at a state that may be none of the space.
    pub(super) fn broken_at_state(&self, state: W, mismatch: Mismatch) -> Verdict {
        let Mismatch { expected, found } = mismatch;
        let number = self.space.number_of(state);
        let moves = number.and_then(|number| self.space.visits[number].moves);
        let at = Some(self.spot(state, moves));
        Verdict::Broken(CounterExample { expected, found, at })
    }

    fn spot(&self, state: W, moves: Option<u64>) -> Spot {
        let board = self.writer.and_then(|write| guard(|| write(state)).ok());
        Spot { state: self.show(state), board, moves }
    }

    /// A state as its puzzle shows it.
    pub(super) fn show(&self, state: W) -> String {
        self.puzzle.0.show(state)
    }

    /// Move number `mv` of a state as its puzzle shows it.
    pub(super) fn show_move(&self, state: W, mv: u32) -> String {
        self.puzzle.0.show_move(state, mv)
    }

    pub(super) fn show_all(&self, states: impl IntoIterator<Item = W>) -> String {
        let states: Vec<_> = states.into_iter().map(|state| self.show(state)).collect();
        format!("[{}]", states.join(", "))
    }

    /// The moves of a state, and where they lead.
    pub(super) fn show_successors(&self, state: W) -> String {
        let show = |(mv, after)| format!("({}, {})", self.show_move(state, mv), self.show(after));
        let successors: Vec<_> = self.puzzle.successors(state).map(show).collect();
        format!("[{}]", successors.join(", "))
    }
}

/// The verdict on a law about something that the puzzle does not have.
pub(super) fn not_applicable(why: &str) -> Verdict {
    Verdict::NotApplicable { why: why.into() }
}
