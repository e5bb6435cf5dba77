//! The other commands, and the command line itself.

use crate::support::{command, run, start};
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&run(arguments).ends_with(0).out).expect("the output is JSON")
}

#[test]
fn list_names_puzzles_and_engines() {
    let text = run(&["list"]).ends_with(0).out;
    let json = json(&["list", "--format", "json"]);
    for (list, least) in [("puzzles", 2), ("engines", 9)] {
        let entries = json[list].as_array().unwrap();
        assert!(entries.len() >= least, "{entries:?}");
        for entry in entries {
            let name = entry["name"].as_str().unwrap();
            assert!(text.lines().any(|line| line.split(' ').next() == Some(name)), "{name}");
        }
    }
}

#[test]
fn describe_tells_about_a_puzzle() {
    run(&["describe", "flip_game"]).ends_with(0).says(&[
        "Flip Game\n",
        "POJ 1753",
        "four rows of four pieces",
        "unit costs, predecessors, reversible",
        "goal  either or white or black, default either",
        "  bwwb\n  bbwb\n  bwwb\n  bwww\n",
        "taken by default, because every move commutes",
    ]);
    run(&["describe", "four_in_a_row"])
        .ends_with(0)
        .says(&["\nengines that do not\n", "needs commuting\n"]);
    run(&["describe", "flip_game:goal=black"]).ends_with(0);
    run(&["describe", "flip_game:goal=red"]).ends_with(2).complains(&["goal=red"]);
    let json = json(&["describe", "flip_game", "--format", "json"]);
    assert_eq!(json["parameters"][0]["options"][2], "black");
    assert_eq!(json["auto"]["engine"], "linear");
}

#[test]
fn describe_tells_about_an_engine() {
    run(&["describe", "bfs"]).ends_with(0).says(&[
        "\ngood at ",
        "\ncannot ",
        "\nprice ",
        "\nsource ",
        "Moore",
    ]);
    let json = json(&["describe", "bfs", "--format", "json"]);
    assert_eq!((&json["name"], &json["lists_all"]), (&"bfs".into(), &true.into()));
    run(&["describe", "bsf"])
        .ends_with(2)
        .complains(&["no puzzle or engine is called `bsf`; did you mean `bfs`?", "flip_game"]);
}

#[test]
fn check_holds_the_puzzles_against_the_laws() {
    run(&["check", "flip_game", "four_in_a_row", "--max-states", "1000"])
        .ends_with(0)
        .says(&["flip_game: nothing is broken\n", "four_in_a_row: nothing is broken\n"]);
    run(&["check", "--all", "--max-states", "100"])
        .ends_with(0)
        .says(&["flip_game: nothing is broken\n"]);
    run(&["check", "flip_game", "--max-states", "0"])
        .ends_with(2)
        .complains(&["--max-states", "expected 1 or more"]);
    run(&["check", "flip_gme"]).ends_with(2).complains(&["did you mean `flip_game`?"]);
    run(&["check"]).ends_with(2).complains(&["<PUZZLE>"]);
}

#[test]
fn completions_know_the_names() {
    // Fault 22: three of them completed commands and options, and no names.
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        run(&["completions", shell]).ends_with(0).says(&[
            "puzzlespace",
            "time-limit",
            "flip_game",
            "ida_star",
            "bitmap",
            "markdown",
        ]);
    }
    let fish = run(&["completions", "fish"]);
    fish.says(&[
        "\"__fish_puzzlespace_using_subcommand solve\" -a \"flip_game ",
        "using_subcommand tables; and __fish_seen_subcommand_from build\" -a \"flip_game ",
    ]);
    run(&["completions", "elvish"]).says(&["&'solve'=['flip_game' ", "&'solve --engine'=['auto' "]);
    let powershell = run(&["completions", "powershell"]);
    powershell.says(&["'solve' = @('flip_game', ", "'solve --engine' = @('auto', "]);
    run(&["completions", "tcsh"]).ends_with(2).complains(&["bash"]);
}

#[test]
fn help_ends_with_examples_that_can_be_typed() {
    for command in ["list", "describe", "solve", "compare", "check", "completions"] {
        run(&[command, "--help"])
            .ends_with(0)
            .says(&[&format!("\nExamples:\n  puzzlespace {command}")]);
    }
    run(&["--help"]).ends_with(0).says(&["\nExit codes:\n  0  ", "\n  4  "]);
}

#[test]
fn the_command_line_is_checked() {
    run(&[]).ends_with(2).complains(&["Usage: puzzlespace <COMMAND>"]);
    run(&["sovle"]).ends_with(2).complains(&["unrecognized subcommand 'sovle'", "'solve'"]);
    run(&["solve"]).ends_with(2).complains(&["<PUZZLE>"]);
    run(&["solve", "flip_game", "a", "b"]).ends_with(2).complains(&["unexpected argument 'b'"]);
    let version = run(&["--version"]).ends_with(0).out;
    assert_eq!(version, format!("puzzlespace {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
#[cfg(unix)]
fn help_goes_by_the_name_of_the_program() {
    use std::os::unix::process::CommandExt;
    let mut command = command(&["solve", "--help"]);
    command.arg0("/usr/bin/my_puzzles");
    let output = start(command, b"").wait_with_output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(help.contains("Usage: my_puzzles solve "), "{help}");
    assert!(help.contains("\n  my_puzzles solve flip_game board.txt\n"), "{help}");
    assert!(!help.contains("puzzlespace"), "{help}");
}
