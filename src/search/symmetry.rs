//! Searching the states of a symmetric puzzle once for all their images.

use super::path::{BrokenPath, Path, edge_cost};
use crate::puzzle::Puzzle;

/// Turns a way through canonical forms into a path through the puzzle: it begins at `start`, and each move
/// leads to a state whose canonical form is the next of `forms`; the cheapest where several do.
///
/// Each map of the symmetry takes moves to moves (law 11), so that there is one wherever the form has one.
///
/// # Errors
/// Where no move leads on.
pub fn lift<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    forms: impl IntoIterator<Item = P::State>,
    canonical: impl Fn(P::State) -> P::State,
) -> Result<Path<P::State, P::Move>, BrokenPath> {
    let costs = puzzle.costs();
    let mut path = Path { start, steps: Vec::new() };
    for form in forms {
        let before = path.end();
        let step = puzzle
            .successors(before)
            .filter(|&(_, after)| canonical(after) == form)
            .min_by_key(|&(mv, after)| edge_cost::<P>(costs.as_ref(), before, mv, after));
        let Some(step) = step else {
            return Err(BrokenPath::Move {
                number: path.steps.len() + 1,
                before: format!("{before:?}"),
                after: format!("an image of {form:?}"),
            });
        };
        path.steps.push(step);
    }
    Ok(path)
}
