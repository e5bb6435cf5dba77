//! Ctrl-C, and the request to end that schedulers send.
#![cfg(unix)]

use crate::support::{Run, SAMPLE, command, file, start};
use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStdout, Command};
use std::time::Duration;

/// Minutes of work, of which the first line of the output is read.
fn start_long_run(arguments: &[&str]) -> (Child, Lines<BufReader<ChildStdout>>, String) {
    let arguments = [&["solve", "flip_game", "--engine", "dijkstra"], arguments].concat();
    let mut child = start(command(&arguments), SAMPLE.repeat(100_000).as_bytes());
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    (child, lines, first)
}

fn interrupt(child: &Child) {
    signal(child, "-INT");
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
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
fn the_request_of_a_scheduler_leaves_the_layers_so_far() {
    let arguments =
        ["survey", "lights_out:rows=8,columns=8", "--format", "csv", "--progress", "always"];
    let mut child = start(command(&arguments), b"");
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    err.next().expect("progress");
    signal(&child, "-TERM");
    assert_eq!(err.last().as_deref(), Some("cancelled: deeper layers are missing"));
    let run = Run::from(child.wait_with_output().unwrap()).ends_with(3);
    assert!(run.out.starts_with("depth,states\n0,1\n1,64\n2,2016\n"), "{}", run.out);
}

#[test]
fn a_check_of_more_states_than_there_is_time_for_is_broken_off() {
    if is_ignored() {
        return;
    }
    let board = "sliding_tile:rows=4,columns=4";
    let arguments = ["check", board, "--max-states", "1000G", "--progress", "always"];
    let mut child = start(command(&arguments), b"");
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    // Long enough to begin, and far from enough to end.
    std::thread::sleep(Duration::from_millis(1_500));
    interrupt(&child);
    err.by_ref().for_each(drop);
    let run = Run::from(child.wait_with_output().unwrap()).ends_with(3);
    assert!(run.out.ends_with("sliding_tile: stopped before all was checked\n"), "{}", run.out);
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

#[test]
fn a_prediction_is_broken_off_with_its_search() {
    if is_ignored() {
        return;
    }
    // Hours of work, of which the first passes take a second.
    let board = "14 5 9 2 18 8 23 19 12 17 15 . 10 20 4 6 11 21 1 7 24 3 16 22 13";
    let puzzle = "sliding_tile:rows=5,columns=5,goal=blank_first";
    let arguments = ["solve", puzzle, "--predict", "--progress", "always"];
    let broken_off_at = |progress: &str| {
        let mut child = start(command(&arguments), board.as_bytes());
        let mut err = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        err.find(|line| line.starts_with(progress)).expect("progress");
        interrupt(&child);
        // Drained, so that the program is not held up.
        err.for_each(drop);
        Run::from(child.wait_with_output().unwrap()).ends_with(3)
    };
    let run = broken_off_at("board 1 of 1").says(&["\ncancelled; no solution costs less than "]);
    // Sampling may be over before the request arrives.
    if let Some((_, end)) = run.out.split_once("no further estimates: ") {
        assert!(end.starts_with("cancelled\n"), "{end}");
    }
    let run = broken_off_at("board 1 of 1: bound 8")
        .says(&["times at ", "\ncancelled; no solution costs less than 8"]);
    let (_, truths) = run.out.split_once("  ratio\n").expect("finished passes");
    assert!(truths.lines().count() >= 3 && !truths.contains("ends at"), "{truths}");
}

#[test]
fn a_comparison_keeps_its_runs_and_says_how_to_go_on() {
    if is_ignored() {
        return;
    }
    let boards = file("compare-interrupted.txt", SAMPLE.repeat(1_000));
    let output = format!("{boards}.json");
    let partial = format!("{output}.partial");
    for left_over in [&output, &partial] {
        let _ = fs::remove_file(left_over);
    }
    let arguments = ["compare", "flip_game", &boards, "--engines", "bfs,dijkstra"];
    let arguments = [&arguments[..], &["--format", "json", "--output", &output]].concat();
    let mut child = start(command(&arguments), b"");
    while fs::read_to_string(&partial).map_or(0, |text| text.lines().count()) < 10 {
        assert_eq!(child.try_wait().unwrap(), None, "it was done before it could be interrupted");
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(&child);
    let run = Run::from(child.wait_with_output().unwrap()).ends_with(3);
    assert!(run.err.contains("--resume goes on with them"), "{}", run.err);
    let comparison: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&output).unwrap()).unwrap();
    assert_eq!((&comparison["complete"], &comparison["agree"]), (&false.into(), &true.into()));
    assert!(fs::exists(&partial).unwrap());
}
