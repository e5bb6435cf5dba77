//! Greedy best-first search.

use super::best_first::{self, Weights};
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::Ability;
use crate::puzzle::Puzzle;
use crate::search::Meter;

/// What people are told.
pub const ABOUT: About = About {
    name: "greedy",
    summary: "best-first search by h alone: some solution, soon",
    good_at: "large boards, where any solution will do",
    cannot: "keep the cost of its solution near the optimum",
    price: "that of packed_a_star for each state, but fewest states",
    source: "J. E. Doran, D. Michie, Experiments with the Graph Traverser program, 1966",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Complete,
    lists_all: false,
};

/// Expands the states that look nearest to a goal first, whatever it has cost to get there.
///
/// # Errors
/// When the puzzle has no heuristic, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    best_first::search(puzzle, starts, meter, Weights { g: 0, h: 1 })
}
