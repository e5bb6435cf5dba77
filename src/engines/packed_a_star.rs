//! A* on a packed map.

use super::best_first::{self, Weights};
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::Ability;
use crate::puzzle::Puzzle;
use crate::search::Meter;

/// What people are told.
pub const ABOUT: About = About {
    name: "packed_a_star",
    summary: "A* best-first search on a packed map",
    good_at: "puzzles with a good heuristic whose frontier fits in memory",
    cannot: "long solutions with a weak heuristic: memory ends first",
    price: "a state and 4 bytes, or 8 where moves have costs, one to two times over, for each state whose g + h is below the optimum; and a state for each that waits",
    source: "Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
};

/// Expands states in the order of g + h, of equals those with the least h, from an open list in buckets.
///
/// # Errors
/// When the puzzle has no heuristic, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    best_first::search(puzzle, starts, meter, Weights { g: 1, h: 1 })
}
