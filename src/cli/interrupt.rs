//! Ctrl-C: the first ends the search, the second the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static CANCEL: AtomicBool = AtomicBool::new(false);

/// The exit code of a program that the terminal's interrupt ended.
const INTERRUPTED: i32 = 130;

/// The flag that Ctrl-C sets. From the first call on, Ctrl-C no longer ends the program at once.
pub(crate) fn flag() -> &'static AtomicBool {
    static INSTALL: Once = Once::new();
    INSTALL.call_once(|| {
        // A program that has a handler of its own keeps it; Ctrl-C then does what that handler does.
        let _ = ctrlc::try_set_handler(|| {
            if CANCEL.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
    });
    &CANCEL
}

/// Does what Ctrl-C does.
pub(crate) fn request() {
    CANCEL.store(true, Ordering::Relaxed);
}

/// Whether Ctrl-C was pressed.
pub(crate) fn is_requested() -> bool {
    CANCEL.load(Ordering::Relaxed)
}
