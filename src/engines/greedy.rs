//! Greedy best-first search.

use super::best_first::{self, Weights};
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::search::Meter;
use crate::words::{Graph, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "best-first search by h alone: some solution, soon",
    good_at: "large boards, where any solution will do",
    cannot: "keep the cost of its solution near the optimum",
    price: "that of packed_a_star for each state, but fewest states",
    source: "J. E. Doran, D. Michie, Experiments with the Graph Traverser program, 1966",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Complete,
    lists_all: false,
    ..Engine::new::<Greedy>("greedy")
};

/// Expands the states that look nearest to a goal first, whatever it has cost to get there.
pub struct Greedy;

impl Search for Greedy {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        best_first::search(graph, starts, meter, Weights { g: 0, h: 1 })
    }
}
