//! The way through states that a search has reached, after it.

use super::Halt;
use crate::puzzle::State;
use crate::search::Meter;

/// Walks depth first from `origins` until `is_end`, and returns the states on the way there.
///
/// `enter` is given the path so far and a step from its end, and says which state to go on to, if any;
/// it must let each state in once. The path is kept with four to eight bytes a state, so that it may be
/// long.
///
/// # Errors
/// When the time is over or the search was cancelled.
pub(super) fn trace<S: State, T, I: Iterator<Item = T>>(
    origins: impl IntoIterator<Item = S>,
    meter: &mut Meter<'_>,
    steps: impl Fn(S) -> I,
    mut enter: impl FnMut(&[S], T) -> Option<S>,
    is_end: impl Fn(S) -> bool,
) -> Result<Option<Vec<S>>, Halt> {
    /// The clock is looked at once in so many states.
    const LOOK: u64 = 64;
    let mut states = 0_u64;
    for origin in origins {
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
            let next = steps(last).skip(*count).find_map(|step| {
                *count += 1;
                enter(&path, step)
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
