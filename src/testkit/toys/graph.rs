//! Explicit graphs.

use super::Random;
use crate::Puzzle;
use crate::abilities::{Costs, Heuristic, Predecessors};
use crate::testkit::reference::least_costs;

/// A directed graph that is written out: self-loops, parallel edges, parts that cannot be reached, any
/// number of goals. A move is the number of an edge among those of its state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    /// Where a search begins.
    pub starts: Vec<u32>,
    /// For each state, where its edges lead and what they cost.
    edges: Vec<Vec<(u32, u32)>>,
    predecessors: Vec<Vec<u32>>,
    goals: Vec<u32>,
    has_costs: bool,
    estimates: Option<(Vec<u32>, bool)>,
}

/// What the edges of a random graph cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weights {
    /// One each.
    Unit,
    /// From `least` to `most`.
    Between {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
}

/// The heuristic of a random graph, made from the true distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Estimates {
    /// It has none.
    None,
    /// All distances times the same fraction, and perhaps that no goal can be reached.
    Consistent,
    /// For each state something up to its distance.
    Admissible,
}

impl Graph {
    /// The graph of `states` states with these edges, each from, to, and its cost.
    ///
    /// # Panics
    /// When an edge, a start or a goal is not below `states`.
    pub fn new(
        states: u32,
        edges: &[(u32, u32, u32)],
        starts: &[u32],
        goals: &[u32],
        has_costs: bool,
    ) -> Self {
        let mut goals = goals.to_vec();
        goals.sort_unstable();
        goals.dedup();
        assert!(
            starts.iter().chain(&goals).all(|&state| state < states),
            "states are below {states}"
        );
        let mut graph = Graph {
            starts: starts.to_vec(),
            edges: vec![Vec::new(); states as usize],
            predecessors: vec![Vec::new(); states as usize],
            goals,
            has_costs,
            estimates: None,
        };
        for &(before, after, cost) in edges {
            graph.edges[before as usize].push((after, cost));
            graph.predecessors[after as usize].push(before);
        }
        graph
    }

    /// A graph in which every move costs 1.
    ///
    /// # Panics
    /// When an edge, a start or a goal is not below `states`.
    pub fn unit(states: u32, edges: &[(u32, u32)], starts: &[u32], goals: &[u32]) -> Self {
        let edges: Vec<_> = edges.iter().map(|&(before, after)| (before, after, 1)).collect();
        Self::new(states, &edges, starts, goals, false)
    }

    /// A random graph of up to 14 states, 3 starts and 3 goals.
    pub fn random(seed: u64, weights: Weights, estimates: Estimates) -> Self {
        let mut random = Random::new(seed);
        let states = random.below(14) + 1;
        let count = random.below(3 * states + 1);
        // Short hops make long paths.
        let reach = if random.below(2) == 0 { states } else { states.min(3) };
        let edges: Vec<_> = (0..count)
            .map(|_| {
                let before = random.below(states);
                let after = (before + random.below(reach + 1)) % states;
                let cost = match weights {
                    Weights::Unit => 1,
                    Weights::Between { least, most } => least + random.below(most - least + 1),
                };
                (before, after, cost)
            })
            .collect();
        let mut some = |least| -> Vec<u32> {
            (0..least + random.below(3)).map(|_| random.below(states)).collect()
        };
        let (starts, goals) = (some(1), some(0));
        let graph = Self::new(states, &edges, &starts, &goals, weights != Weights::Unit);
        let least = least_costs(&graph, 0..states);
        let (numerator, knows_dead_ends) = (random.below(5), random.below(2) == 0);
        let values = least.values().map(|&distance| {
            let Some(distance) = distance else {
                return if knows_dead_ends { u32::MAX } else { states };
            };
            // Above every number below stands the one that means that there is no way.
            let at_most = |bound: u64| u32::try_from(bound).unwrap_or(u32::MAX).min(u32::MAX - 1);
            match estimates {
                Estimates::Admissible => random.below(at_most(distance) + 1),
                Estimates::Consistent | Estimates::None => {
                    at_most(distance * u64::from(numerator) / 4)
                }
            }
        });
        match estimates {
            Estimates::None => graph,
            Estimates::Admissible => graph.clone().with_estimates(values.collect(), false),
            Estimates::Consistent => graph.clone().with_estimates(values.collect(), true),
        }
    }

    /// The same graph with these estimates, one for each state.
    #[must_use]
    pub fn with_estimates(self, values: Vec<u32>, is_consistent: bool) -> Self {
        Graph { estimates: Some((values, is_consistent)), ..self }
    }
}

impl Puzzle for Graph {
    type State = u32;
    type Move = usize;
    type Board = u32;

    fn encode(&self, board: &u32) -> u32 {
        *board
    }

    fn decode(&self, state: u32) -> u32 {
        state
    }

    fn starts(&self, board: &u32) -> impl IntoIterator<Item = u32> {
        [*board]
    }

    fn successors(&self, state: u32) -> impl Iterator<Item = (usize, u32)> {
        let edges = self.edges[state as usize].iter().enumerate();
        edges.map(|(mv, &(after, _))| (mv, after))
    }

    fn is_goal(&self, state: u32) -> bool {
        self.goals.contains(&state)
    }

    fn costs(&self) -> Option<impl Costs<u32, usize>> {
        self.has_costs.then_some(self)
    }

    fn predecessors(&self) -> Option<impl Predecessors<u32>> {
        Some(self)
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        Some(self.goals.iter().copied())
    }

    fn heuristic(&self) -> Option<impl Heuristic<u32, usize>> {
        self.estimates.as_ref()
    }
}

impl Costs<u32, usize> for &Graph {
    fn cost(&self, before: u32, mv: usize, _: u32) -> u32 {
        self.edges[before as usize][mv].1
    }
}

impl Predecessors<u32> for &Graph {
    fn predecessors(&self, state: u32) -> impl Iterator<Item = u32> {
        self.predecessors[state as usize].iter().copied()
    }
}

impl Heuristic<u32, usize> for &(Vec<u32>, bool) {
    fn estimate(&self, state: u32) -> u32 {
        self.0[state as usize]
    }

    fn is_consistent(&self) -> bool {
        self.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{Budget, check_puzzle};

    #[test]
    fn random_graphs_keep_the_laws_and_are_what_they_say() {
        let kinds = [Estimates::None, Estimates::Consistent, Estimates::Admissible];
        let weights = [Weights::Unit, Weights::Between { least: 0, most: 4 }];
        let (mut inconsistent, mut unsolvable) = (0, 0);
        let budget = Budget::default();
        for (seed, kind) in (0..300).zip(kinds.into_iter().cycle()) {
            for weights in weights {
                let graph = Graph::random(seed, weights, kind);
                let boards: Vec<u32> = (0..14).take(graph.edges.len()).collect();
                let report = check_puzzle(&graph, &boards, &budget);
                assert!(report.is_ok(), "seed {seed}, {weights:?}: {report}");
                unsolvable += u32::from(graph.goals.is_empty());
                if let Some((values, false)) = graph.estimates.clone() {
                    let report =
                        check_puzzle(&graph.with_estimates(values, true), &boards, &budget);
                    assert!(report.broken().all(|finding| finding.law.name == "consistent"));
                    inconsistent += report.broken().count();
                }
            }
        }
        assert!(inconsistent > 20 && unsolvable > 50, "{inconsistent} and {unsolvable}");
    }
}
