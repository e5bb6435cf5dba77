//! `--format json`: an object a line, with the fields that the help promises.

use crate::support::{SAMPLE, UNSOLVABLE, run_on};
use serde_json::{Value, json};

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

const FIELDS: &str = "board cost engine final limit lower_bound moves optimal outcome passes predicted puzzle \
                      reason stats";
const COUNTERS: &str =
    "distinct duplicates evaluated expanded generated peak_bytes reopened seconds setup_seconds";

#[test]
fn each_board_is_an_object_with_every_field() {
    let boards = format!("{SAMPLE}{UNSOLVABLE}");
    let arguments = ["solve", "flip_game:goal=either", "--engine", "bfs", "--format", "json"];
    let run = run_on(boards, &arguments).ends_with(1);
    let lines = lines(&run.out);
    for line in &lines {
        assert_eq!(keys(line).join(" "), FIELDS);
        assert_eq!(keys(&line["stats"]).join(" "), COUNTERS);
        assert_eq!(line["puzzle"], "flip_game:goal=either");
        assert_eq!(line["engine"], "bfs");
        assert!(line["stats"]["seconds"].as_f64().unwrap() > 0.0);
    }
    let [solved, unsolvable] = &lines[..] else { panic!("{}", run.out) };

    assert_eq!(solved["outcome"], "solved");
    assert_eq!(solved["board"], SAMPLE.trim_end());
    assert_eq!(solved["cost"], 4);
    assert_eq!(solved["optimal"], true);
    assert_eq!(solved["lower_bound"], 4);
    assert_eq!(solved["moves"].as_array().unwrap().len(), 4);
    assert!(solved["moves"][0].as_str().unwrap().starts_with("flip row "));
    let colours: Vec<char> =
        solved["final"].as_str().unwrap().split('\n').flat_map(str::chars).collect();
    assert!(colours.len() == 16 && colours.iter().all(|&colour| colour == colours[0]), "{solved}");
    assert_eq!((&solved["limit"], &solved["reason"]), (&Value::Null, &Value::Null));

    assert_eq!(unsolvable["outcome"], "unsolvable");
    assert_eq!(unsolvable["reason"], "none of the 4,096 reachable states is a goal");
    for field in ["cost", "optimal", "moves", "final", "limit"] {
        assert_eq!(unsolvable[field], Value::Null, "{field}");
    }
    assert_eq!(unsolvable["stats"]["expanded"], 4096);
}

#[test]
fn limits_are_named() {
    for (option, value, limit) in [
        ("--time-limit", "0", "time"),
        ("--memory-limit", "1000", "memory"),
        ("--max-states", "100", "states"),
        ("--max-depth", "3", "depth"),
        ("--max-expansions", "10", "expansions"),
    ] {
        let arguments =
            ["solve", "flip_game", "--engine", "bfs", "--format", "json", option, value];
        let line = &lines(&run_on(SAMPLE, &arguments).ends_with(3).out)[0];
        assert_eq!((&line["outcome"], &line["limit"]), (&json!("limit"), &json!(limit)));
        assert!(line["reason"].as_str().unwrap().contains("limit"), "{line}");
    }
}

#[test]
fn all_solutions_come_with_their_count() {
    let boards = format!("{SAMPLE}{UNSOLVABLE}");
    let arguments = ["solve", "flip_game", "--all=1", "--format", "json"];
    let run = run_on(boards, &arguments).ends_with(1);
    let lines = lines(&run.out);
    let [solved, unsolvable] = &lines[..] else { panic!("{}", run.out) };
    assert_eq!(solved["count"], 2);
    assert_eq!(solved["solutions"], json!([solved["moves"]]));
    assert_eq!((&unsolvable["count"], &unsolvable["solutions"]), (&Value::Null, &Value::Null));
}
