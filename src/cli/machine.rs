//! The machine that the program runs on, as far as it tells.

use crate::report::comparison::Machine;
use std::fs;

/// Describes this machine. What the system does not say in a file is left open.
pub(crate) fn describe() -> Machine {
    Machine {
        system: std::env::consts::OS.into(),
        architecture: std::env::consts::ARCH.into(),
        processor: field("/proc/cpuinfo", "model name"),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory_bytes: memory(),
    }
}

/// The memory that there is for this program: the machine's, or as much of it as a container or
/// the shell allows.
fn memory() -> Option<u64> {
    const CONTAINERS: [&str; 2] =
        ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limit = |file| fs::read_to_string(file).ok()?.trim().parse().ok();
    // `ulimit -v`: the first number is the one that holds.
    let space = field("/proc/self/limits", "Max address space");
    let space = space.and_then(|words| words.split_whitespace().next()?.parse().ok());
    let all = bytes("/proc/meminfo", "MemTotal");
    CONTAINERS.into_iter().filter_map(limit).chain(space).chain(all).min()
}

/// The memory that a search or a survey may take where nothing is said of it: more would take it from all other
/// programs, and in the end the system would kill one of them.
pub(crate) fn default_limit() -> Option<u64> {
    memory().map(|bytes| bytes / 2)
}

/// How many processes want a core, on average over the last minute.
pub(crate) fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}

/// The field of this name in a file of the system; none where there is no such file.
fn field(file: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim_start_matches([' ', '\t', ':']).trim().to_owned())
}

/// A field that is a number of bytes, given in units of 1024.
pub(crate) fn bytes(file: &str, name: &str) -> Option<u64> {
    let kibibytes: u64 = field(file, name)?.strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}
