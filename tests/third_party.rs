//! A crate outside the workspace gets the whole command line, with puzzles and an engine of its own.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// The program, built once for all tests.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let program = build();
    assert!(program.is_file(), "cargo says nothing of a program at {}", program.display());
    program
});

/// Writes the crate, builds it as its author would, and says where the program is.
///
/// It lies outside the workspace and takes the framework by path. It is built with the lock file, the
/// profile and the target directory of the workspace, so that nothing is built or fetched twice.
fn build() -> PathBuf {
    let framework = Path::new(env!("CARGO_MANIFEST_DIR"));
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("third_party");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a directory for targets");
    fs::create_dir_all(directory.join("src")).expect("the directory for tests can be written");
    let manifest = format!(
        "[package]\n\
         name = \"walk\"\n\
         version = \"0.0.0\"\n\
         edition = \"2024\"\n\
         \n\
         [workspace]\n\
         \n\
         [dependencies]\n\
         puzzlespace = {{ path = '{}', features = [\"cli\"] }}\n\
         \n\
         [profile.dev]\n\
         opt-level = 1\n",
        framework.display()
    );
    fs::write(directory.join("Cargo.toml"), manifest).expect("the manifest can be written");
    for (file, text) in [
        ("src/main.rs", include_str!("third_party/puzzles.rs")),
        ("src/engines.rs", include_str!("third_party/engines.rs")),
    ] {
        fs::write(directory.join(file), text).expect("the program can be written");
    }
    fs::copy(framework.join("Cargo.lock"), directory.join("Cargo.lock"))
        .expect("the lock file can be copied");
    let output = Command::new(env!("CARGO"))
        .args(["build", "--offline", "--quiet", "--target-dir"])
        .arg(target)
        .env_remove("CARGO_BUILD_TARGET")
        .current_dir(&directory)
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    target.join("debug").join("walk").with_extension(std::env::consts::EXE_EXTENSION)
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(&*PROGRAM);
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(input: &str, arguments: &[&str]) -> Output {
    let mut child = command(arguments).spawn().expect("the program starts");
    let _ = child.stdin.take().expect("standard input is a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the program writes UTF-8")
}

#[test]
fn its_puzzle_is_listed_solved_and_compared() {
    let list = run("", &["list"]);
    assert!(out(&list).contains("\nwalk    walk along the line of numbers to 0\n"), "{list:?}");
    let solve = run("2\n", &["solve", "walk"]);
    assert!(
        out(&solve).starts_with(
            "Walk by packed_bfs, chosen because every move costs the same\n\
             \n\
             2\n\
             \n\
             1. step down\n\
             2. step down\n\
             \n\
             0\n\
             \n\
             solved in 2 moves, the fewest possible\n"
        ),
        "{solve:?}"
    );
    let compare = run("", &["compare", "walk"]);
    let verdict = "\n4 engines agree on 1 board, and stroll found nothing cheaper\n";
    assert!(out(&compare).ends_with(verdict), "{compare:?}");
    for output in [list, solve, compare] {
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn its_engine_is_listed_and_described() {
    let list = run("", &["list"]);
    assert!(out(&list).contains("\nstroll "), "{list:?}");
    let describe = run("", &["describe", "stroll:last=0.75"]);
    assert!(out(&describe).starts_with("stroll:last=0.75\nmakes random moves"), "{describe:?}");
    let parameter = "\n  last   0 to 1 with up to 3 decimals, default 0.5; here 0.75  how often";
    assert!(out(&describe).contains(parameter), "{describe:?}");
    let puzzle = run("", &["describe", "walk", "--format", "json"]);
    assert!(out(&puzzle).contains("{\"engine\":\"stroll\",\"missing\":null}"), "{puzzle:?}");
    let completions = run("", &["completions", "bash"]);
    assert!(out(&completions).contains(" stroll"), "{completions:?}");
    for output in [list, describe, puzzle, completions] {
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn its_engine_solves_with_its_parameters() {
    let solve = run("2\n", &["solve", "walk", "--engine", "stroll:last=1"]);
    assert_eq!(solve.status.code(), Some(0), "{solve:?}");
    let down = "Walk by stroll:last=1\n\n2\n\n1. step down\n2. step down\n\n0\n\nsolved in 2 moves";
    assert!(out(&solve).starts_with(down), "{solve:?}");
    let up = run("2\n", &["solve", "walk", "--engine", "stroll:steps=10,last=0"]);
    assert_eq!(up.status.code(), Some(3), "{up:?}");
    assert!(out(&up).contains("no goal within 10 random moves"), "{up:?}");
    let limit = ["solve", "walk", "--engine", "stroll", "--max-expansions", "1"];
    let limit = run("2\n", &limit);
    assert_eq!(limit.status.code(), Some(3), "{limit:?}");
    assert!(out(&limit).contains("the limit of 1 expansion"), "{limit:?}");
}

#[test]
fn its_engine_is_compared_with_others_and_with_itself() {
    let engines = "bfs,stroll:last=1,stroll:steps=10,last=0,stroll:last=0.9";
    let arguments = ["compare", "walk", "--engines", engines, "--runs", "2"];
    let compare = run("", &arguments);
    assert_eq!(compare.status.code(), Some(0), "{compare:?}");
    for row in [
        "\nbfs                     1 solved ",
        "\nstroll:last=1           1 solved + ",
        "\nstroll:steps=10,last=0  1 gave up * ",
        "\nstroll:last=0.9         1 solved + ",
    ] {
        assert!(out(&compare).contains(row), "no {row} in {}", out(&compare));
    }
    let csv = run("", &[&arguments[..], &["--format", "csv"]].concat());
    assert!(out(&csv).contains("\nwalk,1,\"stroll:steps=10,last=0\",1,gave_up,"), "{csv:?}");
}

#[test]
fn errors_name_its_engine() {
    let complaint = |arguments: &[&str]| {
        let output = run("", arguments);
        assert_eq!((output.status.code(), out(&output)), (Some(2), ""), "{output:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let slip = complaint(&["solve", "walk", "--engine", "strol"]);
    assert!(slip.contains("did you mean `stroll`?"), "{slip}");
    let value = complaint(&["compare", "walk", "--engines", "bfs,stroll:last=1.5"]);
    let expected =
        "error: stroll: last=1.5 cannot be: expected 0 to 1 with up to 3 decimals, default 0.5\n";
    assert_eq!(value, expected);
    let missing = complaint(&["solve", "walk", "--engine", "a_star"]);
    let fitting = "engines that fit: bfs, iddfs, dijkstra, packed_bfs, stroll\n";
    assert!(missing.ends_with(fitting), "{missing}");
    let all = complaint(&["solve", "walk", "--engine", "stroll", "--all"]);
    assert!(all.contains("stroll cannot list every optimal solution"), "{all}");
}

#[test]
fn help_and_errors_are_in_its_name() {
    let help = run("", &["solve", "--help"]);
    assert!(out(&help).contains("\nUsage: walk solve "), "{help:?}");
    assert!(out(&help).contains("\n  walk solve walk board.txt\n"), "{help:?}");
    let version = run("", &["--version"]);
    assert!(out(&version).starts_with("walk (puzzlespace "), "{version:?}");
    let typo = run("", &["solve", "wlak"]);
    let error = String::from_utf8_lossy(&typo.stderr);
    assert!(error.contains("did you mean `walk`? there are: walk, broken, detour"), "{error}");
}

#[test]
fn only_the_puzzle_that_is_asked_for_is_built() {
    let broken = run("0", &["solve", "broken"]);
    assert_eq!(broken.status.code(), Some(101), "or this test shows nothing: {broken:?}");
    for arguments in [&["list"][..], &["solve", "walk"], &["describe", "walk"], &["check", "walk"]]
    {
        let output = run("1", arguments);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

#[test]
fn a_broken_plugin_fails_its_check() {
    let output = run("", &["check", "broken"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    assert!(out(&output).contains("nobody asked for this puzzle"), "{output:?}");
}

#[test]
fn engines_that_disagree_are_named_with_the_board_and_their_answers() {
    let output = run("4\n0\n", &["compare", "detour", "-", "--engines", "bfs,dijkstra,a_star"]);
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let disagreement = "the engines disagree\n\
                        board 2: bfs says that the least cost is 2, \
                        a_star says that the least cost is 3\n\n0\n";
    assert!(out(&output).contains(disagreement), "{output:?}");
    let check = run("", &["check", "detour"]);
    assert_eq!(check.status.code(), Some(4), "{check:?}");
    assert!(out(&check).contains("law 9 (admissible): BROKEN"), "{check:?}");
    assert!(out(&check).ends_with("laws or claims are broken\n"), "{check:?}");
}

#[test]
fn a_prediction_without_a_heuristic_is_refused() {
    let output = run("2\n", &["solve", "walk", "--predict"]);
    assert_eq!((output.status.code(), out(&output)), (Some(2), ""), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr);
    let advice =
        "and this puzzle has none of its own; name one with --heuristic, or leave out --predict\n";
    assert!(
        error.starts_with("error: --predict is for packed_ida_star") && error.ends_with(advice),
        "{error}"
    );
}

/// A walk that takes longer than anybody waits.
const FAR: &str = "1000000000000\n";

#[test]
fn a_time_limit_ends_a_search_that_would_not_end() {
    let output = run(FAR, &["solve", "walk", "--time-limit", "200ms", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(out(&output).contains("\"limit\":\"time\""), "{output:?}");
    assert!(out(&output).contains("\"reason\":\"the time limit of 200ms\""), "{output:?}");
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_search_that_shows_its_progress() {
    let arguments = ["solve", "walk", "--progress", "always"];
    let mut child = command(&arguments).spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(FAR.as_bytes()).expect("it is read");
    let mut err = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    err.read_line(&mut line).expect("progress within a second or two");
    assert!(line.starts_with("board 1 of 1: bound "), "{line}");
    for part in [" expanded, ", "/s; ", " open; ", "iB; "] {
        assert!(line.contains(part), "no `{part}` in {line}");
    }
    // A process that was started with SIGINT ignored keeps to that.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("a mask");
    let is_caught = u64::from_str_radix(caught.trim(), 16).expect("a number") >> 1 & 1 == 1;
    if !is_caught {
        eprintln!("SIGINT is ignored here, so that it cannot be tested");
        child.kill().expect("it runs");
        child.wait().expect("it was started");
        return;
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(out(&output).contains("\ncancelled; no solution costs less than "), "{output:?}");
}
