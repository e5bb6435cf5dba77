//! The way through states that a search has reached, after it.

use super::Halt;
use super::layers::Neighbours;
use crate::puzzle::State;
use crate::search::Meter;

/// Says which state to go on to, if any: given the path so far, the number of a step from its end, and where that
/// leads.
pub(super) type Enter<'a, S> = &'a mut dyn FnMut(&[S], usize, S) -> Option<S>;

/// Walks depth first from `origins` until `is_end`, and returns the states on the way there.
///
/// `enter` must let each state in once. The path is kept with four to eight bytes a state, so that it may be
/// long.
///
/// # Errors
/// When the time is over or the search was cancelled.
pub(super) fn trace<S: State>(
    origins: &[S],
    meter: &mut Meter<'_>,
    steps: Neighbours<'_, S>,
    enter: Enter<'_, S>,
    is_end: &dyn Fn(S) -> bool,
) -> Result<Option<Vec<S>>, Halt> {
    /// The clock is looked at once in so many states.
    const LOOK: u64 = 64;
    let mut states = 0_u64;
    let mut beside = Vec::new();
    for &origin in origins {
        let mut path = vec![origin];
        // How many steps of each state on the path were tried.
        let mut tried = vec![0];
        while let (Some(&last), Some(count)) = (path.last(), tried.last_mut()) {
            if is_end(last) {
                return Ok(Some(path));
            }
            if states.is_multiple_of(LOOK) {
                meter.look()?;
            }
            states += 1;
            beside.clear();
            steps(last, &mut beside);
            let next = beside.iter().enumerate().skip(*count).find_map(|(number, &state)| {
                *count += 1;
                enter(&path, number, state)
            });
            if let Some(state) = next {
                path.push(state);
                tried.push(0);
            } else {
                path.pop();
                tried.pop();
            }
        }
    }
    Ok(None)
}
