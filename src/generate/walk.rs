//! Random walks, which scramble boards.

use super::GenerateError;
use crate::abilities::Ability;
use crate::plugin::{Played, read_board};
use crate::random::Random;
use crate::words::{Graph, Word};
use std::sync::atomic::{AtomicBool, Ordering};

/// The most steps of a walk.
pub(super) const MOST_STEPS: u64 = 100_000;
/// The cancel flag is looked at once in so many steps of a walk.
const STEPS_A_LOOK: u64 = 1_024;
/// Of more goals, the first ones are walked from.
const MOST_GOALS: usize = 1_000;

/// Whether walks go against the moves from a goal, so that every state that they meet leads to one.
pub(super) fn walks_from_goals<W: Word>(graph: &dyn Graph<W>) -> bool {
    graph.has(Ability::ListedGoals) && graph.has(Ability::Predecessors)
}

/// Where so many random steps lead: against the moves from a goal, or where goals cannot be listed, along
/// them from the demo board. A step back is taken only where there is no other.
pub(super) fn walk<W: Word>(
    played: &dyn Played<W>,
    steps: u64,
    random: &mut Random,
    cancel: Option<&AtomicBool>,
) -> Result<Option<W>, GenerateError> {
    let is_backwards = walks_from_goals(played.graph());
    let mut state = if is_backwards {
        let goals: Vec<W> = played.goals().take(MOST_GOALS).collect();
        let Some(&goal) = goals.get(random.index(goals.len())) else { return Ok(None) };
        goal
    } else {
        let Ok(board) = read_board(played, &played.demo()) else { return Ok(None) };
        board.state
    };
    let mut before = state;
    let mut beside: Vec<W> = Vec::new();
    for step in 0..steps {
        if step.is_multiple_of(STEPS_A_LOOK) {
            let is_cancelled = cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if is_cancelled {
                return Err(GenerateError::Cancelled);
            }
        }
        beside.clear();
        if is_backwards {
            played.precede(state, &mut beside);
        } else {
            played.expand(state, &mut beside);
        }
        if beside.iter().any(|&other| other != before) {
            beside.retain(|&other| other != before);
        }
        let Some(&next) = beside.get(random.index(beside.len())) else { break };
        (before, state) = (state, next);
    }
    Ok(Some(state))
}
