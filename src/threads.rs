//! The threads that share out work: how many, and how they are started.

use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread::{self, Scope, ScopedJoinHandle};

/// More threads than this are not started, whatever is asked for.
const MOST: usize = 256;

/// So many threads as were asked for; one a core, where nothing was.
///
/// To be called when work is shared out and not before: the system takes as long to count its cores as a survey to
/// find ten thousand states. It is asked once.
pub(crate) fn count(asked: Option<NonZeroUsize>) -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let count_cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let cores = || *CORES.get_or_init(count_cores);
    asked.map_or_else(cores, NonZeroUsize::get).min(MOST)
}

/// Starts a thread, if the system has one more. Where it has not, those that there are do all the work: `work` takes
/// what is left of it, and no thread has a share of its own.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    thread::Builder::new().spawn_scoped(scope, work).ok()
}
