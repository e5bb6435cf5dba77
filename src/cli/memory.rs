//! The memory of this process, as the system sees it.

use super::machine;

/// The most bytes of memory that this process has had at once; none where the system does not say.
///
/// Linux alone says it in a file: `VmHWM` in `/proc/self/status`, the number that `time -v` calls the maximum
/// resident set size.
pub(crate) fn peak() -> Option<u64> {
    machine::bytes("/proc/self/status", "VmHWM")
}
