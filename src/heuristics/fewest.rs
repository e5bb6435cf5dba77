//! How many moves it takes, where moves commute.

use super::Estimator;
use crate::abilities::Ability;
use crate::gf2::System;
use crate::words::{Graph, Word};

/// The fewest moves to a goal of a puzzle whose moves commute, by linear algebra: no estimate is nearer the
/// truth.
///
/// One set of moves to a goal is the solution of a system of equations, and all others differ from it by a
/// set that changes nothing. So the estimate takes a walk over all of those for each goal.
///
/// # Source
/// M. Anderson, T. Feil, Turning Lights Out with linear algebra, 1998.
#[derive(Debug)]
pub(crate) struct FewestMoves {
    system: System,
    /// All sets of moves that change nothing.
    idle: Vec<u128>,
    goals: Vec<u128>,
}

/// With more sets that change nothing, an estimate takes too long.
const MOST_IDLE_MOVES: usize = 12;

impl FewestMoves {
    /// Solves the equations. None where moves do not commute, goals cannot be listed or there are none, or
    /// more than 2^12 sets of moves change nothing.
    pub(crate) fn of<W: Word>(graph: &dyn Graph<W>) -> Option<Self> {
        if !graph.has(Ability::Commuting) || !graph.has(Ability::ListedGoals) {
            return None;
        }
        let goals: Vec<u128> = graph.goals().map(|goal| graph.to_vector(goal)).collect();
        let goal = graph.goals().next()?;
        let mut successors = Vec::new();
        graph.expand(goal, &mut successors);
        let masks: Vec<u128> =
            successors.into_iter().map(|after| goals[0] ^ graph.to_vector(after)).collect();
        let system = System::of(&masks);
        let mut idle = vec![0];
        if system.idle().len() > MOST_IDLE_MOVES {
            return None;
        }
        for set in system.idle() {
            idle.extend_from_within(..);
            let half = idle.len() / 2;
            idle[half..].iter_mut().for_each(|other| *other ^= set);
        }
        Some(FewestMoves { system, idle, goals })
    }
}

impl<W: Word> Estimator<W> for FewestMoves {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        let vector = graph.to_vector(state);
        let sets = self.goals.iter().filter_map(|goal| self.system.solve(vector ^ goal).ok());
        let moves = |set: u128| self.idle.iter().map(move |idle| (set ^ idle).count_ones());
        sets.flat_map(moves).min().unwrap_or(u32::MAX)
    }

    fn is_consistent(&self, _: &dyn Graph<W>) -> bool {
        true
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.idle[..]) as u64
    }
}
