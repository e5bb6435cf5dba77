//! `survey`: the layers in each format, and how it ends without all of them.

use crate::support::run;
use serde_json::{Value, json};

const TOWERS: &str = "hanoi:disks=3";
const LAYERS: [u64; 8] = [1, 2, 2, 4, 2, 4, 4, 8];

fn json_of(out: &str) -> Value {
    serde_json::from_str(out).expect("one line of JSON")
}

#[test]
fn every_format_has_the_same_layers() {
    let text = run(&["survey", TOWERS]).ends_with(0);
    for (depth, states) in LAYERS.iter().enumerate() {
        let row = |line: &str| {
            let mut fields = line.split_whitespace();
            fields.next() == Some(&depth.to_string()) && fields.next() == Some(&states.to_string())
        };
        assert!(text.out.lines().any(row), "no layer {depth} in {}", text.out);
    }
    text.says(&["27 states; none is more than 7 moves away", "1 of the 8 states farthest away"]);

    let csv = run(&["survey", TOWERS, "--format", "csv"]).ends_with(0);
    let rows = LAYERS.iter().enumerate().map(|(depth, states)| format!("{depth},{states}\n"));
    assert_eq!(
        (csv.out, csv.err.as_str()),
        (format!("depth,states\n{}", rows.collect::<String>()), "")
    );

    let arguments = ["survey", TOWERS, "--format", "json", "--antipodes", "3"];
    let line = json_of(&run(&arguments).ends_with(0).out);
    assert_eq!(line["layers"], json!(LAYERS));
    assert_eq!((&line["states"], &line["eccentricity"]), (&json!(27), &json!(7)));
    assert_eq!(line["antipodes"].as_array().map(Vec::len), Some(3));
    assert_eq!((&line["limit"], &line["stats"]["store"]), (&Value::Null, &json!("bitmap")));
}

#[test]
fn a_limit_leaves_the_layers_before_it_and_is_told_in_every_format() {
    let survey =
        |format| run(&["survey", TOWERS, "--max-depth", "2", "--format", format]).ends_with(3);
    survey("text").says(&["stopped by the depth limit of 2; 5 states up to depth 2"]);
    let csv = survey("csv");
    assert_eq!(csv.out, "depth,states\n0,1\n1,2\n2,2\n");
    assert_eq!(csv.err, "stopped by the depth limit of 2: deeper layers are missing\n");
    let line = json_of(&survey("json").out);
    assert_eq!((&line["limit"], &line["eccentricity"]), (&json!("depth"), &Value::Null));
    assert_eq!(line["layers"], json!(LAYERS[..3]));
}

#[test]
fn a_table_that_no_machine_has_room_for_ends_it_in_good_order() {
    let arguments = ["survey", "lights_out:rows=7,columns=8", "--store", "bitmap"];
    run(&arguments).ends_with(2).complains(&["takes 24.0 PiB", "over the memory limit of"]);
    let limit = ["--memory-limit", "18446744073709551615"];
    run(&[&arguments[..], &limit].concat())
        .ends_with(3)
        .says(&["stopped by the system, which refuses 8.0 PiB of memory; no layer is complete"]);
}

#[test]
fn before_the_first_layer_nothing_is_said_of_the_last() {
    for store in ["packed", "permutation"] {
        let arguments = ["survey", "sliding_tile", "--store", store, "--max-states", "0"];
        run(&arguments).ends_with(3).says(&["the limit of 0 states; no layer is complete\n"]);
        let line = json_of(&run(&[&arguments[..], &["--format", "json"]].concat()).out);
        assert_eq!((&line["layers"], &line["antipodes"]), (&json!([]), &json!([])));
    }
}

#[test]
fn counts_may_have_units() {
    let survey = |states| run(&["survey", "flip_game", "--max-states", states]);
    survey("1k").ends_with(3).says(&["stopped by the limit of 1,000 states"]);
    survey("1_000_000").ends_with(0);
    survey("1e6").ends_with(2).complains(&["--max-states", "1e6", "expected a count", "10M"]);
}
