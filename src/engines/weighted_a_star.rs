//! A* with a heuristic that is weighted by a half more.

use super::best_first::{self, Weights};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::Meter;
use crate::words::{Graph, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "best-first search by g + 1.5 h: at most half as dear again as the optimum",
    good_at: "boards that A* runs out of memory on, where a solution near the optimum will do",
    cannot: "prove that its solution is of least cost, unless it is lucky",
    price: "that of packed_a_star for each state, but far fewer states",
    source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Complete,
    lists_all: false,
    ..Engine::new::<WeightedAStar>("weighted_a_star")
};

/// Expands states in the order of g + 1.5 h. The solution costs at most 1.5 times the optimum.
pub struct WeightedAStar;

impl Search for WeightedAStar {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search(&View(graph), starts, meter)
    }
}

fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    best_first::search(puzzle, starts, meter, Weights { g: 2, h: 3 })
}
