//! States that stand for all of them.

use crate::abilities::Ability;
use crate::random::Random;
use crate::words::{Graph, Word};
use std::fmt;

/// How states were drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drawn {
    /// From all that the puzzle numbers, each as likely as the others.
    FromAll,
    /// From where random walks lead that begin at a goal and take so many moves, and up to twice as many.
    FromWalks {
        /// The least number of moves.
        moves: u32,
    },
}

/// Moves after which little is left of the goal.
const MOVES: u32 = 1_000;
/// So many draws for each state that is wanted, and no more.
const TRIES: usize = 100;

/// Draws `count` states that may have a solution; fewer where such are rare. The same seed draws the same.
pub(super) fn sample<W: Word>(graph: &dyn Graph<W>, count: usize, seed: u64) -> (Vec<W>, Drawn) {
    let mut random = Random::new(seed);
    if graph.has(Ability::Ranked)
        && let Ok(numbers) = usize::try_from(graph.count())
    {
        let draw = || graph.unrank(random.index(numbers) as u64);
        let states = std::iter::repeat_with(draw).take(count * TRIES);
        let states = states.filter(|&state| graph.impossible(state).is_none()).take(count);
        return (states.collect(), Drawn::FromAll);
    }
    let goals: Vec<W> =
        if graph.has(Ability::ListedGoals) { graph.goals().collect() } else { Vec::new() };
    let mut successors = Vec::new();
    let walk = || {
        let mut state = *goals.get(random.index(goals.len()))?;
        for _ in 0..MOVES + random.below(MOVES + 1) {
            successors.clear();
            graph.expand(state, &mut successors);
            state = successors.get(random.index(successors.len())).copied().unwrap_or(state);
        }
        Some(state)
    };
    let states = std::iter::repeat_with(walk).take(count).flatten();
    (states.collect(), Drawn::FromWalks { moves: MOVES })
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Drawn::FromAll => f.write_str("drawn from all"),
            Drawn::FromWalks { moves } => {
                write!(f, "from random walks of {moves} to {} moves", 2 * moves)
            }
        }
    }
}
