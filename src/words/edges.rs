//! The edges of a state, in buffers that are used again.

use super::{Graph, Word};
use crate::abilities::Ability;

/// Lists the edges of one state after another.
pub(crate) struct Edges<'g, W> {
    graph: &'g dyn Graph<W>,
    has_costs: bool,
    successors: Vec<W>,
    costs: Vec<u32>,
}

impl<'g, W: Word> Edges<'g, W> {
    pub(crate) fn new(graph: &'g dyn Graph<W>) -> Self {
        let has_costs = !graph.has(Ability::UnitCosts);
        Edges { graph, has_costs, successors: Vec::new(), costs: Vec::new() }
    }

    /// Each move of `state` by its number, with the state that it leads to and what it costs.
    #[inline]
    pub(crate) fn of(&mut self, state: W) -> impl Iterator<Item = (u32, W, u64)> {
        self.successors.clear();
        self.graph.expand(state, &mut self.successors);
        if self.has_costs {
            self.costs.clear();
            self.graph.costs(state, &mut self.costs);
        }
        let costs = self.has_costs.then_some(&self.costs[..]);
        (0_u32..).zip(&self.successors).map(move |(mv, &after)| {
            (mv, after, costs.map_or(1, |costs| costs[mv as usize].into()))
        })
    }
}
