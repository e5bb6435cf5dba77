//! Ctrl-C.
#![cfg(unix)]

use crate::support::{SAMPLE, command, start};
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command};

/// Minutes of work, of which the first line of the output is read.
fn start_long_run(arguments: &[&str]) -> (Child, Lines<BufReader<ChildStdout>>, String) {
    let arguments = [&["solve", "flip_game", "--engine", "dijkstra"], arguments].concat();
    let mut child = start(command(&arguments), SAMPLE.repeat(100_000).as_bytes());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    (child, lines, first)
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Whether this process was started with SIGINT ignored, as the background jobs of scripts are. Children
/// inherit that, and the program keeps to it.
fn is_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = mask >> 1 & 1 == 1;
    if is_ignored {
        eprintln!("SIGINT is ignored here, so that it cannot be tested");
    }
    is_ignored
}

#[test]
fn the_first_ends_the_run_with_what_is_known() {
    if is_ignored() {
        return;
    }
    let (mut child, lines, _) = start_long_run(&[]);
    interrupt(&child);
    let summary = lines.map_while(Result::ok).last().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert!(summary.starts_with("100000 boards: "), "{summary}");
    assert!(summary.ends_with(" not begun"), "{summary}");
}

#[test]
fn json_stays_whole() {
    if is_ignored() {
        return;
    }
    let (mut child, lines, first) = start_long_run(&["--format", "json"]);
    interrupt(&child);
    for line in std::iter::once(first).chain(lines.map_while(Result::ok)) {
        let line: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(["solved", "cancelled"].contains(&line["outcome"].as_str().unwrap()), "{line}");
    }
    assert_eq!(child.wait().unwrap().code(), Some(3));
}
