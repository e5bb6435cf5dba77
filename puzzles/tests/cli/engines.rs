//! Engines with parameters: how they are chosen, and what they are called.

use super::support::{command, file, run, run_on, start};
use serde_json::Value;
use std::fs;

/// Eight tiles, sixteen moves.
const BOARD: &str = ". 2 3\n5 1 8\n7 6 4\n";
/// One engine three times, with one parameter or with several.
const ENGINES: &str = "beam,beam:width=50,weighted_a_star:weight=1.25";

#[track_caller]
fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn describe_lists_the_parameters_of_an_engine_and_what_is_chosen() {
    run(&["describe", "beam"]).ends_with(0).says(&[
        "beam\nbreadth-first search",
        "\nparameters\n  width  1 to 1000000000, default 10000  states",
    ]);
    run(&["describe", "weighted_a_star:weight=1.250"]).ends_with(0).says(&[
        "weighted_a_star:weight=1.25\n",
        "  weight  1 to 1000 with up to 3 decimals, default 1.5; here 1.25  ",
    ]);
    let beam = json(&run(&["describe", "beam:width=5", "--format", "json"]).ends_with(0).out);
    let width = &beam["parameters"][0];
    assert_eq!((&beam["name"], &width["name"]), (&"beam".into(), &"width".into()));
    assert_eq!(
        (&width["min"], &width["default"], &width["value"]),
        (&1.into(), &10_000.into(), &5.into())
    );
    let weighted =
        json(&run(&["describe", "weighted_a_star", "--format", "json"]).ends_with(0).out);
    let weight = &weighted["parameters"][0];
    assert_eq!((&weight["default"], &weight["value"]), (&1.5.into(), &1.5.into()));
    let bfs = json(&run(&["describe", "bfs", "--format", "json"]).ends_with(0).out);
    assert_eq!(bfs["parameters"], Value::Array(Vec::new()));
}

#[test]
fn what_is_wrong_is_said_of_engine_and_parameter() {
    for (engine, complaint) in [
        (
            "beam:widht=5",
            "beam: there is no parameter `widht`; did you mean `width`? there are: width",
        ),
        ("beam:width=0", "beam: width=0 cannot be: expected 1 to 1000000000, default 10000"),
        ("beam:width=1.5", "beam: width=1.5 cannot be: expected 1 to 1000000000, default 10000"),
        ("beam:width", "beam: `width` is no argument; write name=value"),
        ("bfs:width=5", "bfs: there is no parameter `width`; there are none"),
        (
            "weighted_a_star:weight=0.5",
            "weighted_a_star: weight=0.5 cannot be: expected 1 to 1000 with up to 3 decimals, default 1.5",
        ),
    ] {
        let complaint = &[complaint];
        run(&["describe", engine]).ends_with(2).complains(complaint);
        run(&["solve", "sliding_tile", "--engine", engine]).ends_with(2).complains(complaint);
        run(&["compare", "sliding_tile", "--engines", engine]).ends_with(2).complains(complaint);
    }
    run(&["describe", "beem:width=5"]).ends_with(2).complains(&["did you mean `beam`?"]);
    run(&["compare", "sliding_tile", "--engines", "bfs,beam,width=5"])
        .ends_with(2)
        .complains(&["`width=5` is no engine; for a parameter of beam write beam:width=5"]);
}

#[test]
fn solve_takes_the_parameters_and_says_so() {
    let solve = |engine: &str| {
        let arguments = ["solve", "sliding_tile", "--engine", engine, "--format", "json"];
        json(&run_on(BOARD, &arguments).ends_with(0).out)
    };
    run_on(BOARD, &["solve", "sliding_tile", "--engine", "beam:width=1"])
        .ends_with(0)
        .says(&["Sliding tiles by beam:width=1\n", "solved in 18 moves"]);
    let (narrow, wide) = (solve("beam:width=1"), solve("beam"));
    assert_eq!((&narrow["engine"], &wide["engine"]), (&"beam:width=1".into(), &"beam".into()));
    assert_eq!((&narrow["cost"], &narrow["optimal"]), (&18.into(), &false.into()));
    assert_eq!((&wide["cost"], &wide["optimal"]), (&16.into(), &true.into()));
    let a_star = solve("packed_a_star");
    let same = solve("weighted_a_star:weight=1");
    assert_eq!(same["stats"]["expanded"], a_star["stats"]["expanded"]);
    assert_eq!((&same["optimal"], &same["cost"]), (&true.into(), &16.into()));
    // An engine at its defaults goes by its name alone.
    assert_eq!(solve("weighted_a_star:weight=1.5")["engine"], "weighted_a_star");
}

#[test]
fn a_beam_that_is_too_narrow_gives_up_and_says_how_wide_it_is() {
    run(&["compare", "hanoi", "--engines", "beam:width=1", "--runs", "1"])
        .ends_with(0)
        .says(&["gave up, because the beam of width 1 ran out of successors"]);
}

#[test]
fn every_report_has_a_row_for_each_choice_of_parameters() {
    let names = ["beam", "beam:width=50", "weighted_a_star:weight=1.25"];
    let compare = |format: &str| {
        let format = ["--format", format, "--runs", "1"];
        run(&[&["compare", "sliding_tile", "--engines", ENGINES], &format[..]].concat())
            .ends_with(0)
            .out
    };
    let document = json(&compare("json"));
    let engines = document["cases"][0]["engines"].as_array().expect("a list");
    let engines: Vec<_> = engines.iter().map(|engine| engine["engine"].clone()).collect();
    assert_eq!(engines, names);
    for (format, opening) in [("text", "\n"), ("csv", "\nsliding_tile,1,"), ("markdown", "\n| ")] {
        // Markdown has a backslash before each underscore.
        let text = compare(format).replace("\\_", "_");
        for name in names {
            assert!(text.contains(&format!("{opening}{name}")), "{format}: no {name} in {text}");
        }
    }
}

#[test]
fn a_page_tells_of_each_engine_once_whatever_its_parameters() {
    let page = file("engines-page.html", "");
    let arguments =
        ["compare", "sliding_tile", "--engines", ENGINES, "--runs", "1", "--html", &page];
    run(&arguments).ends_with(0);
    let page = fs::read_to_string(page).expect("it is written");
    assert!(page.contains(">beam:width=50<"), "a row and a legend");
    assert_eq!(page.matches("<dt>beam").count(), 1);
    assert_eq!(page.matches("<dt>weighted_a_star").count(), 1);
}

#[test]
fn a_baseline_knows_the_engines_by_their_parameters() {
    let baseline = file("engines-baseline.json", "");
    let compare = |engines: &str, more: &[&str]| {
        run(&[&["compare", "sliding_tile", "--runs", "1", "--engines", engines], more].concat())
    };
    compare(ENGINES, &["--output", &baseline]).ends_with(0);
    compare("beam:width=50", &["--baseline", &baseline])
        .ends_with(0)
        .says(&["\nsince ", "beam:width=50"]);
    compare("beam:width=49", &["--baseline", &baseline])
        .ends_with(2)
        .complains(&["has no engine on the same board in common"]);
}

#[test]
fn a_comparison_is_resumed_however_the_parameters_are_spelt() {
    let boards = file("engines-resumed.txt", BOARD.repeat(30));
    let output = format!("{boards}.json");
    let partial = format!("{output}.partial");
    for left_over in [&output, &partial] {
        let _ = fs::remove_file(left_over);
    }
    let with = |engines| {
        [
            "compare",
            "sliding_tile",
            &boards,
            "--runs",
            "2",
            "--output",
            &output,
            "--engines",
            engines,
        ]
    };
    let mut child = start(command(&with("beam:width=50,weighted_a_star:weight=1.25")), b"");
    let lines = || fs::read_to_string(&partial).map_or(0, |text| text.lines().count());
    while lines() < 10 {
        assert_eq!(child.try_wait().unwrap(), None, "it was done before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();

    let other = with("beam:width=51,weighted_a_star:weight=1.25");
    run(&[&other[..], &["--resume"]].concat()).ends_with(2).complains(&["another comparison"]);
    let same = with("beam:width=050,weighted_a_star:weight=1.250");
    let resumed = run(&[&same[..], &["--resume"]].concat()).ends_with(0);
    assert!(!resumed.err.contains("nothing to resume"), "{}", resumed.err);
    let whole = json(&fs::read_to_string(&output).unwrap());
    let runs = whole["cases"][0]["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2 * 2 * 30);
    let of_beam = runs.iter().filter(|run| run["engine"] == "beam:width=50");
    assert_eq!(of_beam.count(), 2 * 30);
}
