//! `solve --predict`: what a search is expected to take, and what it took.

use crate::support::{Run, run_on};
use serde_json::Value;

const PUZZLE: &str = "sliding_tile";
/// 31 moves.
const BOARD: &str = "8 6 7 2 5 4 3 . 1";
/// Two tiles changed places.
const UNSOLVABLE: &str = "2 1 3 4 5 6 7 8 .";

fn predict(board: &str, arguments: &[&str]) -> Run {
    run_on(board, &[&["solve", PUZZLE, "--predict"], arguments].concat())
}

/// The cells below the head with this column beside that of the bounds.
fn rows<'t>(text: &'t str, column: &str) -> Vec<Vec<&'t str>> {
    let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let is_head = |cells: &Vec<_>| cells.starts_with(&["bound", column]);
    lines.find(is_head).unwrap_or_else(|| panic!("no `{column}` in {text}"));
    lines.take_while(|cells| !cells.is_empty()).collect()
}

fn number(cell: &str) -> f64 {
    cell.replace(',', "").parse().unwrap_or_else(|_| panic!("`{cell}` is no number"))
}

#[test]
fn estimates_come_first_and_the_truth_beside_them_after() {
    let run = predict(BOARD, &[]).ends_with(0);
    assert_eq!(run.err, "");
    let title = "Sliding tiles by packed_ida_star, chosen because a prediction was asked for\n\n";
    let estimated = "8 6 7\n2 5 4\n3 . 1\n\nestimated from 1,000 samples of the tree; times at ";
    assert!(run.out.starts_with(&format!("{title}{estimated}")), "{}", run.out);

    let (before, after) = run.out.split_once("solved in 31 moves").expect("a solution");
    let estimates = rows(before, "expansions");
    let truths = rows(after, "estimate");
    assert!(truths.len() >= 5 && estimates.len() > truths.len(), "{}", run.out);
    for (index, (estimate, truth)) in estimates.iter().zip(&truths).enumerate() {
        assert_eq!(estimate[..2], truth[..2], "{}", run.out);
        let ratio = number(truth[1]) / number(truth[2]);
        assert!((ratio - number(truth[3])).abs() < 0.02 * ratio, "{truth:?}");
        if index + 1 < truths.len() {
            assert!((0.5..2.0).contains(&ratio), "{truth:?}");
            assert_eq!(truth.len(), 4, "{truth:?}");
        } else {
            assert_eq!((truth[0], &truth[4..]), ("31", &["ends", "at", "the", "solution"][..]));
        }
    }
}

#[test]
fn json_has_the_estimates_beside_the_passes() {
    let estimates = |board: &str, arguments: &[&str], code| {
        let json = predict(board, &[arguments, &["--format", "json"]].concat()).ends_with(code);
        let json: Value = serde_json::from_str(&json.out).unwrap();
        (json["predicted"].clone(), json["passes"].clone())
    };
    let (predicted, passes) = estimates(BOARD, &[], 0);
    let (predicted, passes) = (predicted.as_array().unwrap(), passes.as_array().unwrap());
    for (estimate, pass) in predicted.iter().zip(passes) {
        assert_eq!(estimate["bound"], pass["bound"]);
        assert!(estimate["expanded"].as_u64() > Some(0), "{estimate}");
        assert!(estimate["seconds"].as_f64() > Some(0.0), "{estimate}");
    }
    let (again, _) = estimates(BOARD, &["--max-expansions", "1000"], 3);
    for (estimate, again) in predicted.iter().zip(again.as_array().unwrap()) {
        assert_eq!(estimate["expanded"], again["expanded"], "the same seed");
    }
    assert_eq!(estimates(UNSOLVABLE, &[], 1).0, Value::Null);
    assert_eq!(estimates("1 2 3 4 5 6 7 8 .", &[], 0).0, Value::Null);
}

#[test]
fn nothing_is_estimated_where_there_is_nothing_to_search() {
    for (board, code, ending) in [
        (UNSOLVABLE, 1, "\n\nunsolvable: "),
        ("1 2 3 4 5 6 7 8 .", 0, "\n\nsolved already, in 0 moves"),
    ] {
        let run = predict(board, &[]).ends_with(code).says(&[ending]);
        assert!(!run.out.contains("bound"), "{}", run.out);
    }
}

#[test]
fn each_board_has_its_estimates() {
    let boards = format!("{BOARD}\n\n{UNSOLVABLE}\n\n{BOARD}\n");
    let run = predict(&boards, &["--heuristic", "linear_conflict"]).ends_with(1);
    let run =
        run.says(&["board 1 of 3", "board 3 of 3, line 5\n\n8 6 7\n2 5 4\n3 . 1\n\nestimated"]);
    assert_eq!(run.out.matches("ends at the solution").count(), 2, "{}", run.out);
}

#[test]
fn limits_hold_for_estimates_and_search_together() {
    let run = predict(BOARD, &["--max-expansions", "1000"]).ends_with(3);
    let truths = rows(&run.out, "estimate");
    let whole: f64 = truths.iter().map(|truth| number(truth[2])).sum();
    assert!((100.0..1_000.0).contains(&whole) && !run.out.contains("ends at"), "{}", run.out);

    let all_of_it =
        "\nstopped by the time limit of 0ns; no solution costs less than 21; raise --time-limit";
    let share =
        "no further estimates: stopped by the time limit of 0ns, a quarter of --time-limit\n";
    predict(BOARD, &["--time-limit", "0"]).ends_with(3).says(&[share, all_of_it]);
    let memory = "no further estimates: stopped by the memory limit of 4.9 KiB";
    predict(BOARD, &["--memory-limit", "5000"]).ends_with(3).says(&[memory]);
    let shallow = predict(BOARD, &["--max-depth", "25"]).ends_with(3);
    let estimates = rows(&shallow.out, "expansions");
    let truths = rows(&shallow.out, "estimate");
    assert_eq!(estimates.len(), truths.len(), "{}", shallow.out);
    assert_eq!(estimates.last().unwrap()[0], "25");
}

#[test]
fn what_cannot_be_foreseen_is_refused() {
    let other = ["--predict foresees what packed_ida_star takes, and bfs was asked for"];
    predict(BOARD, &["--engine", "bfs"]).ends_with(2).complains(&other);
    predict(BOARD, &["--all"]).ends_with(2).complains(&["'--predict' cannot be used with '--all"]);
}
