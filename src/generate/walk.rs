//! Random walks, which scramble boards.

use super::GenerateError;
use crate::abilities::Predecessors;
use crate::plugin::{Playable, read_board};
use crate::puzzle::Puzzle;
use crate::random::Random;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most steps of a walk.
pub(super) const MOST_STEPS: u64 = 100_000;
/// The cancel flag is looked at once in so many steps of a walk.
const STEPS_A_LOOK: u64 = 1_024;
/// Of more goals, the first ones are walked from.
const MOST_GOALS: usize = 1_000;

/// Whether walks go against the moves from a goal, so that every state that they meet leads to one.
pub(super) fn walks_from_goals<P: Puzzle>(puzzle: &P) -> bool {
    puzzle.goals().is_some() && puzzle.predecessors().is_some()
}

/// Where so many random steps lead: against the moves from a goal, or where goals cannot be listed, along
/// them from the demo board. A step back is taken only where there is no other.
pub(super) fn walk<P: Playable>(
    puzzle: &P,
    steps: u64,
    random: &mut Random,
    cancel: Option<&AtomicBool>,
) -> Result<Option<P::State>, GenerateError> {
    let backwards = puzzle.predecessors().filter(|_| puzzle.goals().is_some());
    let mut state = if backwards.is_some() {
        let goals: Vec<P::State> = puzzle.goals().into_iter().flatten().take(MOST_GOALS).collect();
        let Some(&goal) = goals.get(random.index(goals.len())) else { return Ok(None) };
        goal
    } else {
        let Ok(board) = read_board(puzzle, &puzzle.demo()) else { return Ok(None) };
        puzzle.encode(&board)
    };
    let mut before = state;
    let mut beside: Vec<P::State> = Vec::new();
    for step in 0..steps {
        if step.is_multiple_of(STEPS_A_LOOK) {
            let is_cancelled = cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if is_cancelled {
                return Err(GenerateError::Cancelled);
            }
        }
        beside.clear();
        match &backwards {
            Some(backwards) => beside.extend(backwards.predecessors(state)),
            None => beside.extend(puzzle.successors(state).map(|(_, after)| after)),
        }
        if beside.iter().any(|&other| other != before) {
            beside.retain(|&other| other != before);
        }
        let Some(&next) = beside.get(random.index(beside.len())) else { break };
        (before, state) = (state, next);
    }
    Ok(Some(state))
}
