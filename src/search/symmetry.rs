//! Searching the states of a symmetric puzzle once for all their images.

use super::path::{BrokenPath, Path, edge_cost};
use crate::puzzle::Puzzle;
use crate::words::{Graph, Word};
use smallvec::SmallVec;

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

/// The maps of a puzzle onto itself that take a set of states to itself.
///
/// From such a set, the images of a state are all equally far, so that one of them stands for all and the
/// counts of all states follow from those of the forms. Maps that move the set to another one say nothing
/// of distances from it.
pub(crate) struct Stabiliser<'g, W> {
    graph: &'g dyn Graph<W>,
    /// Numbers of those that do, and whether these are all.
    kept: Vec<usize>,
    is_whole: bool,
}

impl<'g, W: Word> Stabiliser<'g, W> {
    /// The maps of a symmetric graph that take `states`, in ascending order, to themselves.
    pub(crate) fn of(graph: &'g dyn Graph<W>, states: &[W]) -> Self {
        let keeps = |&map: &usize| {
            states.iter().all(|&state| states.binary_search(&graph.image(map, state)).is_ok())
        };
        let kept: Vec<usize> = (0..graph.order()).filter(keeps).collect();
        let is_whole = kept.len() == graph.order();
        Stabiliser { graph, kept, is_whole }
    }

    /// How many maps those are.
    pub(crate) fn order(&self) -> usize {
        self.kept.len()
    }

    /// Puts the least image of each state in its place.
    pub(crate) fn canonicalise(&self, states: &mut [W]) {
        if self.is_whole {
            return self.graph.canonicalise(states);
        }
        for state in states {
            let images = self.kept.iter().map(|&map| self.graph.image(map, *state));
            *state = images.fold(*state, W::min);
        }
    }

    /// How many different images `state` has.
    pub(crate) fn orbit(&self, state: W) -> u64 {
        let images = self.kept.iter().map(|&map| self.graph.image(map, state));
        let mut images: SmallVec<[W; 32]> = images.collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }
}
