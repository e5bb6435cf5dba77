//! A* on a packed map.

use super::best_first::{self, Weights};
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::search::Meter;
use crate::words::{Graph, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "A* best-first search on a packed map",
    good_at: "puzzles with a good heuristic whose frontier fits in memory",
    cannot: "long solutions with a weak heuristic: memory ends first",
    price: "a state and 4 bytes, or 8 where moves have costs, one to two times over, for each state whose g + h is below the optimum; and a state for each that waits",
    source: "Hart, Nilsson, Raphael, A formal basis for the heuristic determination of minimum cost paths, 1968",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
    ..Engine::new::<PackedAStar>("packed_a_star")
};

/// Expands states in the order of g + h, of equals those with the least h, from an open list in buckets.
pub struct PackedAStar;

impl Search for PackedAStar {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        best_first::search(graph, starts, meter, Weights { g: 1, h: 1 })
    }
}
