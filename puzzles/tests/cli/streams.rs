//! Colours, pipes that close, and outputs that cannot be written.

use crate::support::{SAMPLE, command, run_on, start};
use std::io::{BufRead, BufReader, Read};
use std::process::Child;

#[test]
fn a_file_gets_no_colours_unless_it_is_forced_to() {
    let escapes = |variables: &[(&str, &str)], arguments: &[&str]| {
        let mut command = command(arguments);
        command.envs(variables.iter().copied());
        let output = start(command, SAMPLE.as_bytes()).wait_with_output().unwrap();
        (output.stdout.contains(&0x1b), output.stderr.contains(&0x1b))
    };
    let (forced, refused) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
    for (arguments, when_forced) in [
        (&["solve", "flip_game"][..], (true, false)),
        (&["compare", "flip_game"], (true, false)),
        (&["solve", "flip_gam"], (false, true)),
        (&["solve", "flip_game", "--format", "json"], (false, false)),
    ] {
        assert_eq!(escapes(&[], arguments), (false, false), "{arguments:?}");
        assert_eq!(escapes(&[forced], arguments), when_forced, "{arguments:?}");
        assert_eq!(escapes(&[forced, refused], arguments), (false, false), "{arguments:?}");
    }
}

/// Fails unless the program ends well without a word.
#[track_caller]
fn ends_quietly(mut child: Child) {
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = start(command(&["solve", "flip_game"]), SAMPLE.repeat(5_000).as_bytes());
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    ends_quietly(child);
    for arguments in
        [&["list"][..], &["completions", "bash"], &["--help"], &["compare", "flip_game"]]
    {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        ends_quietly(child);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_output_that_cannot_be_written_is_an_error() {
    let mut command = command(&["solve", "flip_game"]);
    command.stdout(std::fs::File::options().write(true).open("/dev/full").unwrap());
    let output = start(command, SAMPLE.as_bytes()).wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.starts_with("error: cannot write the output: "), "{err}");
}

#[test]
fn a_short_run_shows_no_progress() {
    let run = run_on(SAMPLE, &["solve", "flip_game", "--progress", "always"]).ends_with(0);
    assert_eq!(run.err, "");
}

#[test]
fn a_run_longer_than_a_second_shows_progress() {
    // Each board takes a fraction of a millisecond, and their number makes the run long.
    let boards = SAMPLE.repeat(100_000);
    let arguments = ["solve", "flip_game", "--engine", "subset", "--progress", "always"];
    let mut child = start(command(&arguments), boards.as_bytes());
    // Drained, so that the program is not held up.
    let out = child.stdout.take().unwrap();
    std::thread::spawn(move || std::io::copy(&mut { out }, &mut std::io::sink()));
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("board ") && line.contains(" of 100000"), "{line}");
}
