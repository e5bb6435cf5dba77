//! The memory of this process, as the system sees it.

/// The most bytes of memory that this process has had at once; none where the system does not say.
///
/// Linux alone says it in a file: `VmHWM` in `/proc/self/status`, the number that `time -v` calls the maximum
/// resident set size.
pub(crate) fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}
