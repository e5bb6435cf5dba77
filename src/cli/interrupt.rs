//! Requests to end: Ctrl-C, and on Unix SIGTERM, which schedulers send before they kill. The first ends the search,
//! the second the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

static CANCEL: LazyLock<Arc<AtomicBool>> = LazyLock::new(install);

/// The exit code of a program that the terminal's interrupt ended.
const INTERRUPTED: i32 = 130;
/// The exit code of a program that SIGTERM ended.
#[cfg(unix)]
const TERMINATED: i32 = 143;

fn install() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let cancel = Arc::clone(&flag);
    // A program that has a handler of its own keeps it, and one that ignores Ctrl-C goes on ignoring it.
    let handled = ctrlc::try_set_handler(move || {
        if cancel.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGINT, SIGTERM};
        listen(SIGTERM, TERMINATED, &flag);
        // It has caught Ctrl-C, and could not start the thread that does something about it.
        if let Err(ctrlc::Error::System(_)) = handled {
            listen(SIGINT, INTERRUPTED, &flag);
        }
    }
    #[cfg(not(unix))]
    let _ = handled;
    flag
}

/// Sets the flag when the signal comes, and ends the program with `code` when it comes again.
#[cfg(unix)]
fn listen(signal: i32, code: i32, flag: &Arc<AtomicBool>) {
    use signal_hook::flag;
    // In this order: the first one looks at the flag before the second one sets it.
    let _ = flag::register_conditional_shutdown(signal, code, Arc::clone(flag));
    let _ = flag::register(signal, Arc::clone(flag));
}

/// The flag that these requests set. From the first call on, they no longer end the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    &CANCEL
}

/// Does what Ctrl-C does.
pub(crate) fn request() {
    flag().store(true, Ordering::Relaxed);
}

/// Whether the program was asked to end.
pub(crate) fn is_requested() -> bool {
    flag().load(Ordering::Relaxed)
}
