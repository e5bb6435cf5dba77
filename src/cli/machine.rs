//! The machine that the program runs on, as far as it tells.

use crate::report::comparison::Machine;
use std::fs;

/// Describes this machine. What the system does not say in a file is left open.
pub(crate) fn describe() -> Machine {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        Some(line.trim_start_matches([' ', '\t', ':']).trim().to_owned())
    };
    let memory = field("/proc/meminfo", "MemTotal").and_then(|text| {
        let kibibytes: u64 = text.strip_suffix("kB")?.trim().parse().ok()?;
        Some(kibibytes << 10)
    });
    Machine {
        system: std::env::consts::OS.into(),
        architecture: std::env::consts::ARCH.into(),
        processor: field("/proc/cpuinfo", "model name"),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        memory_bytes: memory,
    }
}

/// How many processes want a core, on average over the last minute.
pub(crate) fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
