//! `generate`: boards made up for a purpose.

use crate::support::{run, run_on};
use serde_json::Value;

#[test]
fn what_is_written_can_be_solved_and_compared() {
    for (puzzle, count) in
        [("sliding_tile", 4), ("pancake", 4), ("lights_out", 4), ("flip_game", 4)]
    {
        let arguments = ["generate", puzzle, "--count", "4", "--depth", "5", "--seed", "3"];
        let made = run(&arguments).ends_with(0);
        assert!(made.err.contains("4 boards at depth 5, drawn from all "), "{}", made.err);
        let solved = run_on(&made.out, &["solve", puzzle]).ends_with(0);
        assert_eq!(solved.out.matches("solved in 5 moves, the fewest").count(), count, "{puzzle}");
        assert_eq!(run(&arguments).out, made.out, "the same seed");
    }
}

#[test]
fn json_says_how_boards_were_made() {
    let arguments = ["generate", "sliding_tile", "--hardest", "--count", "5", "--format", "json"];
    let made = run(&arguments).ends_with(0);
    let line: Value = serde_json::from_str(&made.out).unwrap();
    assert_eq!((&line["method"], &line["depth"]), (&"layer".into(), &31.into()));
    assert_eq!(line["boards"].as_array().unwrap().len(), 2);
}

#[test]
fn what_there_is_not_is_told() {
    run(&["generate", "sliding_tile", "--depth", "32"])
        .ends_with(2)
        .complains(&["no board is 32 deep; the farthest are 31 from a goal"]);
}

#[test]
fn a_depth_that_there_is_not_ends() {
    for (puzzle, depth, says) in [
        ("lights_out", "16", "random walks led to no board of that kind"),
        ("sliding_tile:rows=5,columns=5", "1000000000000", "has 100000 steps at most"),
    ] {
        run(&["generate", puzzle, "--depth", depth]).ends_with(2).complains(&[says]);
    }
    run(&["generate", "flip_game", "--count", "0"]).ends_with(2).complains(&["0 is not in 1.."]);
}

#[test]
fn a_comparison_makes_up_its_boards() {
    let arguments = ["compare", "sliding_tile", "--generate", "3", "--seed", "7", "--depth", "12"];
    let arguments = [&arguments[..], &["--engines", "bfs,ida_star", "--runs", "1"]].concat();
    run(&arguments).ends_with(0).says(&[
        "3 boards at depth 12, drawn from all 748 states there (seed 7)",
        "3 solved    36",
        "2 engines agree on 3 boards",
    ]);
}
