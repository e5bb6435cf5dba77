//! `compare`: engines side by side.

use crate::support::{SAMPLE, UNSOLVABLE, file, run, run_on};
use serde_json::{Value, json};

#[test]
fn the_demo_board_is_compared_by_every_engine_that_fits() {
    let run = run(&["compare", "flip_game"]).ends_with(0);
    let run = run.says(&["Flip Game\n\nbwwb\nbbwb\nbwwb\nbwww\n\n", " engines agree on 1 board\n"]);
    for engine in ["bfs", "bidirectional", "iddfs", "dijkstra", "a_star", "ida_star", "linear"] {
        let row = run.out.lines().find(|line| line.split(' ').next() == Some(engine));
        let row = row.unwrap_or_else(|| panic!("no {engine} in {}", run.out));
        assert!(row.contains(" 1 solved "), "{row}");
    }
}

#[test]
fn what_does_not_fit_is_left_out_and_said() {
    run(&["compare", "four_in_a_row"])
        .ends_with(0)
        .says(&["left out: ", "linear (needs commuting)"]);
    run(&["compare", "four_in_a_row", "--engines", "bfs,linear"])
        .ends_with(2)
        .complains(&["linear needs a puzzle with commuting"]);
    run(&["compare", "flip_game", "--engines", "bfs,liner"])
        .ends_with(2)
        .complains(&["did you mean `linear`?"]);
}

#[test]
fn totals_are_over_all_boards_of_all_files() {
    let one = file("compare-one.txt", SAMPLE);
    let engines = "bfs,linear,bfs";
    let arguments = ["compare", "flip_game", &one, "-", "--engines", engines, "--format", "json"];
    let run = run_on(UNSOLVABLE, &arguments).ends_with(0);
    let comparison: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(comparison["agree"], true);
    assert_eq!(comparison["boards"], json!([SAMPLE.trim_end(), UNSOLVABLE.trim_end()]));
    assert_eq!(comparison["disagreements"], json!([]));
    let engines = comparison["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 2, "an engine that is named twice runs once");
    for engine in engines {
        assert_eq!([&engine["solved"], &engine["unsolvable"], &engine["cost"]], [1, 1, 4]);
    }
    assert_eq!(engines[0]["time_ratio"], 1.0);
    let runs = comparison["runs"].as_array().unwrap();
    let of_bfs = runs.iter().filter(|run| run["engine"] == "bfs");
    let expanded: u64 = of_bfs.map(|run| run["stats"]["expanded"].as_u64().unwrap()).sum();
    assert_eq!(engines[0]["stats"]["expanded"], expanded);
}

#[test]
fn an_engine_that_stopped_early_is_marked_and_not_ranked() {
    let run = run(&["compare", "flip_game", "--engines", "linear,bfs", "--max-states", "100"]);
    let run = run.ends_with(0).says(&[
        "* not ranked: stopped by the limit of 100 stored states\n",
        "no two answers contradict each other\n",
    ]);
    let row = |engine: &str| run.out.lines().find(|line| line.starts_with(engine)).unwrap();
    assert!(row("bfs").contains("1 at a limit *") && row("bfs").ends_with(" -"), "{}", run.out);
    assert!(row("linear").ends_with(" 1.00"), "{}", run.out);
}

#[test]
fn a_reference_that_stopped_early_ranks_nobody() {
    let run = run(&["compare", "flip_game", "--engines", "bfs,linear", "--max-states", "100"]);
    let run = run.ends_with(0).says(&["no ratios: bfs, the reference, did not answer every board"]);
    assert!(!run.out.contains("1.00"), "{}", run.out);
}
