//! How many threads share out work.

use std::num::NonZeroUsize;
use std::thread;

/// More threads than this are not started, whatever is asked for.
const MOST: usize = 256;

/// So many threads as were asked for; one a core, where nothing was.
pub(crate) fn count(asked: Option<NonZeroUsize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    asked.map_or_else(cores, NonZeroUsize::get).min(MOST)
}
