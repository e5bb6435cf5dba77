//! `compare`: engines side by side.

use crate::support::{SAMPLE, UNSOLVABLE, command, file, run, run_on, start};
use serde_json::{Value, json};
use std::fs;

#[test]
fn the_demo_board_is_compared_by_every_engine_that_fits() {
    let run = run(&["compare", "flip_game", "--runs", "1"]).ends_with(0);
    let run = run.says(&[
        "Flip Game, the demo board\n\nbwwb\nbbwb\nbwwb\nbwww\n\n",
        " engines agree on 1 board, and ",
    ]);
    for engine in ["bfs", "bidirectional", "iddfs", "dijkstra", "a_star", "ida_star", "linear"] {
        let row = run.out.lines().find(|line| line.split(' ').next() == Some(engine));
        let row = row.unwrap_or_else(|| panic!("no {engine} in {}", run.out));
        assert!(row.contains(" 1 solved "), "{row}");
    }
}

#[test]
fn what_does_not_fit_is_left_out_and_said() {
    run(&["compare", "four_in_a_row", "--runs", "1"])
        .ends_with(0)
        .says(&["left out: ", "linear (needs commuting)"]);
    run(&["compare", "four_in_a_row", "--engines", "bfs,linear"])
        .ends_with(2)
        .complains(&["linear needs a puzzle with the ability `commuting`"]);
    run(&["compare", "flip_game", "--engines", "bfs,liner"])
        .ends_with(2)
        .complains(&["did you mean `linear`?"]);
}

#[test]
fn totals_are_over_all_boards_of_all_files() {
    let one = file("compare-one.txt", SAMPLE);
    let arguments = ["compare", "flip_game", &one, "-", "--engines", "bfs,linear,bfs"];
    let arguments = [&arguments[..], &["--runs", "3", "--format", "json"]].concat();
    let run = run_on(UNSOLVABLE, &arguments).ends_with(0);
    let comparison: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(comparison["schema"], "puzzlespace.comparison/1");
    assert_eq!([&comparison["agree"], &comparison["complete"]], [true, true]);
    assert_eq!(comparison["setting"]["rounds"], 3);
    let [case] = &comparison["cases"].as_array().unwrap()[..] else { panic!("{comparison}") };
    assert_eq!(case["boards"], json!([SAMPLE.trim_end(), UNSOLVABLE.trim_end()]));
    assert_eq!(case["solutions"][0]["moves"].as_array().unwrap().len(), 4);
    assert_eq!(case["solutions"][0]["boards"][3], "bbbb\nbbbb\nbbbb\nbbbb");
    assert_eq!(case["solutions"][1], Value::Null);
    assert_eq!(case["disagreements"], json!([]));
    let engines = case["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 2, "an engine that is named twice runs once");
    for engine in engines {
        assert_eq!([&engine["solved"], &engine["unsolvable"], &engine["cost"]], [1, 1, 4]);
    }
    assert_eq!(
        engines[0]["time_ratio"],
        json!({"median": 1.0, "low": 1.0, "high": 1.0, "rounds": 3})
    );
    let runs = case["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 2 * 2 * 3);
    let order: Vec<_> = runs.iter().take(4).map(|run| run["engine"].as_str().unwrap()).collect();
    assert_eq!(order, ["bfs", "linear", "bfs", "linear"], "engines take turns");
    let of_bfs = runs.iter().filter(|run| run["engine"] == "bfs" && run["round"] == 1);
    let expanded: u64 = of_bfs.map(|run| run["stats"]["expanded"].as_u64().unwrap()).sum();
    assert_eq!(engines[0]["stats"]["expanded"], expanded);
}

#[test]
fn an_engine_that_stopped_early_is_marked_and_not_ranked() {
    let run = run(&["compare", "flip_game", "--engines", "linear,bfs", "--max-states", "100"]);
    let run = run.ends_with(0).says(&[
        "* not ranked: stopped by the limit of 100 states\n",
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

#[test]
fn a_family_shows_how_work_grows() {
    let arguments = ["compare", "hanoi:pegs=3", "--scale", "disks=3..6", "--engines", "bfs,iddfs"];
    let run = run(&[&arguments[..], &["--runs", "1"]].concat()).ends_with(0);
    run.says(&[
        "expanded by disks\n",
        "hanoi:pegs=3,disks=6\n",
        "2 engines agree on 1 board\n",
        "×3.31",
        "growth says little before there are several (--generate)",
    ]);
}

#[test]
fn a_family_says_of_each_size_where_its_boards_come_from() {
    let arguments = ["compare", "pancake", "--scale", "n=3..4", "--generate", "4", "--depth", "2"];
    let run = run(&[&arguments[..], &["--runs", "1", "--engines", "bfs,a_star"]].concat());
    run.ends_with(0).says(&[
        "Pancakes, up to 4 boards of each size (seed 1)\n",
        "expanded a board by n\n",
        "pancake:n=3, only 2 boards at depth 2, drawn from all 2 states there",
        "pancake:n=4, 4 boards at depth 2, drawn from all 6 states there",
    ]);
}

#[test]
fn a_reference_that_nobody_asked_for_is_one_that_answered() {
    let run = run(&["compare", "flip_game", "--runs", "1", "--max-states", "500"]).ends_with(0);
    let row = |engine: &str| {
        let mut rows = run.out.lines().filter(|line| line.split(' ').next() == Some(engine));
        rows.next().unwrap_or_else(|| panic!("no {engine} in {}", run.out))
    };
    assert!(row("bfs").ends_with(" -"), "{}", run.out);
    assert!(row("bidirectional").ends_with(" 1.00"), "{}", run.out);
    assert!(!run.out.contains("no ratios"), "{}", run.out);
}

#[test]
fn what_cannot_be_written_is_told_before_anything_is_run() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let absent = format!("{folder}/absent/a.html");
    let both = format!("{folder}/compare-both");
    for (arguments, complaint) in [
        (&["--output", folder][..], "directory"),
        (&["--html", &absent], "absent: there is no such folder"),
        (&["--output", &both, "--html", &both], "name the same file"),
    ] {
        let arguments = [&["compare", "flip_game"], arguments].concat();
        run(&arguments).ends_with(2).complains(&[complaint]);
    }
    assert!(!fs::exists(format!("{both}.partial")).unwrap());
    run(&["compare", "flip_game", "-", "-"]).ends_with(2).complains(&["is named twice"]);
    run(&["compare", "flip_game", "--generate", "0"]).ends_with(2).complains(&["0 is not in 1.."]);
}

#[test]
fn the_ending_of_a_file_says_how_it_is_written_and_nothing_to_resume_is_said() {
    let path = file("compare-ending.json", "");
    let arguments = ["compare", "flip_game", "--engines", "linear", "--runs", "1"];
    let run = run(&[&arguments[..], &["--resume", "--output", &path]].concat()).ends_with(0);
    assert_eq!(run.out, "");
    assert!(run.err.contains("nothing to resume"), "{}", run.err);
    assert!(run.err.contains(&format!("written: {path}")), "{}", run.err);
    let written: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(written["complete"], true);
}

#[cfg(unix)]
#[test]
fn beside_a_device_no_runs_are_kept() {
    let arguments = ["compare", "flip_game", "--engines", "linear", "--runs", "1", "--output"];
    run(&[&arguments[..], &["/dev/null"]].concat()).ends_with(0);
    run(&[&arguments[..], &["/dev/null", "--resume"]].concat()).ends_with(0);
    assert!(!fs::exists("/dev/null.partial").unwrap());
    let nowhere = run(&[&arguments[..], &["no-such-folder/x.json"]].concat());
    nowhere.ends_with(2).complains(&["no-such-folder: there is no such folder"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_a_link_followed() {
    let arguments = ["compare", "flip_game", "--engines", "linear", "--runs", "1", "--output"];
    // A name in a folder of its own, as runs are kept beside it.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("compare-links");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let (device, link, target) = (folder.join("null"), folder.join("link"), folder.join("target"));
    std::os::unix::fs::symlink("/dev/null", &device).unwrap();
    fs::write(&target, "").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    for path in [&device, &link] {
        run(&[&arguments[..], &[path.to_str().unwrap()]].concat()).ends_with(0);
        assert!(path.is_symlink(), "{}", path.display());
    }
    assert!(fs::read_to_string(&target).unwrap().contains("linear"));
}

#[cfg(target_os = "linux")]
#[test]
fn an_argument_that_is_not_unicode_is_no_panic() {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::OsStr::from_bytes(b"not-\xff-there.html");
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(path);
    let mut command = command(&["compare", "flip_game", "--engines", "linear", "--runs", "1"]);
    command.arg("--html").arg(&path);
    let run = crate::support::Run::from(start(command, b"").wait_with_output().unwrap());
    run.ends_with(0);
    let html = String::from_utf8(fs::read(path).unwrap()).unwrap();
    assert!(html.contains("puzzlespace compare flip_game --engines linear"), "no command");
}

#[test]
fn csv_has_a_line_for_each_run() {
    let arguments = ["compare", "flip_game", "--engines", "bfs,linear", "--runs", "2"];
    let run = run(&[&arguments[..], &["--format", "csv"]].concat()).ends_with(0);
    let lines: Vec<Vec<&str>> = run.out.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{}", run.out);
    assert_eq!(lines[1][..7], ["flip_game", "1", "bfs", "1", "solved", "4", "4"]);
}

#[test]
fn markdown_is_a_table() {
    let arguments = ["compare", "flip_game", "--engines", "bfs,linear", "--runs", "1"];
    run(&[&arguments[..], &["--format", "markdown"]].concat()).ends_with(0).says(&[
        "## Flip Game, the demo board\n\n| engine | outcome | cost |",
        "\n|---|---|---:|",
        "\n| bfs | 1 solved | 4 | 141 | 2,255 | 742 |",
        "compare flip_game --engines bfs,linear --runs 1 --format markdown\n```\n",
    ]);
}

#[test]
fn changes_since_a_baseline_are_told() {
    let arguments = ["compare", "flip_game", "--engines", "bfs,linear", "--runs", "2"];
    let before = run(&[&arguments[..], &["--format", "json"]].concat()).ends_with(0).out;
    let same = file("compare-baseline.json", &before);
    let compared = run(&[&arguments[..], &["--baseline", &same]].concat()).ends_with(0);
    assert!(!compared.out.contains("expanded,"), "{}", compared.out);
    let other = before.replace("\"expanded\":141", "\"expanded\":100");
    let other = file("compare-baseline-other.json", other);
    run(&[&arguments[..], &["--baseline", &other]].concat())
        .ends_with(0)
        .says(&["bfs: 141 expanded, 100 before (+41.0 %)"]);
    let few = [&arguments[..3], &["linear", "--runs", "1", "--baseline", &same]].concat();
    run(&few).ends_with(0).says(&[
        "nothing that was compared has changed beyond noise\n",
        "not compared: the times of linear, as that takes several rounds on both sides",
    ]);
    let newer = before.replace("comparison/1", "comparison/9");
    let newer = file("compare-baseline-newer.json", newer);
    run(&["compare", "flip_game", "--baseline", &newer])
        .ends_with(2)
        .complains(&["its schema is puzzlespace.comparison/9, and this program reads"]);
    let none = file("compare-baseline-none.json", "{}");
    run(&["compare", "flip_game", "--baseline", &none])
        .ends_with(2)
        .complains(&["no comparison in JSON", "`compare --format json` writes one"]);
}

/// The table of a comparison without its times: what has to be the same however often it was broken off.
fn without_times(json: &str) -> Value {
    let mut comparison: Value = serde_json::from_str(json).unwrap();
    for case in comparison["cases"].as_array_mut().unwrap() {
        case["noise"] = Value::Null;
        let (runs, engines) = (case["runs"].clone(), case["engines"].clone());
        for (list, entries) in [("runs", runs), ("engines", engines)] {
            let entries = entries.as_array().unwrap().iter().cloned().map(|mut entry| {
                for time in ["process_bytes", "setup_seconds", "seconds", "time_ratio"] {
                    entry[time] = Value::Null;
                }
                entry["stats"]["seconds"] = Value::Null;
                entry
            });
            case[list] = entries.collect();
        }
    }
    // Nor does what else the machine does.
    comparison["setting"]["load"] = Value::Null;
    comparison["setting"]["command"] = Value::Null;
    comparison
}

#[test]
fn a_comparison_that_was_killed_goes_on_where_it_was() {
    let boards = file("compare-killed.txt", SAMPLE.repeat(30));
    let output = format!("{boards}.json");
    let partial = format!("{output}.partial");
    for left_over in [&output, &partial] {
        let _ = fs::remove_file(left_over);
    }
    let arguments = ["compare", "flip_game", &boards, "--engines", "bfs,iddfs,linear"];
    let arguments = [&arguments[..], &["--runs", "2", "--format", "json"]].concat();
    let with_output = [&arguments[..], &["--output", &output]].concat();

    let mut child = start(command(&with_output), b"");
    let lines = || fs::read_to_string(&partial).map_or(0, |text| text.lines().count());
    while lines() < 20 {
        assert_eq!(child.try_wait().unwrap(), None, "it was done before it could be killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!fs::exists(&output).unwrap());
    let kept = lines();

    run(&with_output).ends_with(2).complains(&["--resume goes on with it"]);
    let other = [&with_output[..], &["--resume", "--max-depth", "9"]].concat();
    run(&other).ends_with(2).complains(&["another comparison: a limit was different"]);
    // The same instance under another name.
    let (mut renamed, mut renamed_without) = (with_output.clone(), arguments.clone());
    (renamed[1], renamed_without[1]) = ("flip_game:goal=either", "flip_game:goal=either");
    run(&[&renamed[..], &["--resume"]].concat()).ends_with(0);
    assert!(kept >= 20 && !fs::exists(&partial).unwrap(), "what is done is not kept twice");
    let resumed = without_times(&fs::read_to_string(&output).unwrap());
    let whole = without_times(&run(&renamed_without).ends_with(0).out);
    assert_eq!(resumed, whole);
}

/// The memory that a process had at most, in bytes, as `time -v` says it; none where that is not installed.
fn maximum_resident_set(stack: &str) -> Option<u64> {
    let mut time = std::process::Command::new("/usr/bin/time");
    time.args(["-v", env!("CARGO_BIN_EXE_puzzlespace"), "solve", "pancake:n=9", "--engine", "bfs"]);
    time.stdin(std::process::Stdio::piped());
    time.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let mut child = time.spawn().ok()?;
    std::io::Write::write_all(&mut child.stdin.take()?, stack.as_bytes()).ok()?;
    let says = String::from_utf8(child.wait_with_output().ok()?.stderr).ok()?;
    let (_, number) = says.split_once("Maximum resident set size (kbytes): ")?;
    Some(number.lines().next()?.parse::<u64>().ok()? << 10)
}

#[test]
fn memory_is_what_the_system_says_beyond_an_empty_process() {
    const FARTHEST: &str = "7 4 6 9 2 8 5 3 1\n";
    let solved = maximum_resident_set("1 2 3 4 5 6 7 8 9\n");
    let Some((whole, empty)) = maximum_resident_set(FARTHEST).zip(solved) else {
        eprintln!(
            "skipped: /usr/bin/time with -v, which says how much memory a process took, is not here"
        );
        return;
    };
    let arguments = ["compare", "pancake:n=9", "-", "--engines", "bfs", "--format", "json"];
    let run = run_on(FARTHEST, &arguments).ends_with(0);
    let comparison: Value = serde_json::from_str(&run.out).unwrap();
    let reported = comparison["cases"][0]["engines"][0]["process_bytes"].as_u64().unwrap();
    let actual = whole - empty;
    let per_cent = 100 * reported / actual;
    assert!((90..=110).contains(&per_cent), "{reported} reported, {actual} taken: {per_cent} %");
}

/// An empty folder of its own.
fn folder(name: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder.to_str().unwrap().into()
}

const HARD: &str = "8 6 7 2 5 4 3 . 1\n";

/// What each engine expands on a hard board of the 8-puzzle, with a heuristic and without.
fn expanded(with: &[&str]) -> (Value, std::collections::BTreeMap<String, u64>) {
    let arguments = ["compare", "sliding_tile", "-", "--engines", "bfs,a_star,packed_ida_star"];
    let arguments = [&arguments[..], &["--runs", "2", "--format", "json"], with].concat();
    let comparison: Value =
        serde_json::from_str(&run_on(HARD, &arguments).ends_with(0).out).unwrap();
    let engines = comparison["cases"][0]["engines"].as_array().unwrap().iter();
    let expanded = engines.map(|engine| {
        assert_eq!(engine["cost"], 31, "{engine}");
        let name = engine["engine"].as_str().unwrap().to_owned();
        (name, engine["stats"]["expanded"].as_u64().unwrap())
    });
    let expanded = expanded.collect();
    (comparison, expanded)
}

#[test]
fn a_heuristic_guides_every_engine_that_asks_for_one() {
    let tables = folder("compare_heuristic");
    let with = ["--heuristic", "additive_4_4", "--tables", &tables];
    let (own, by_own) = expanded(&[]);
    let (guided, by_patterns) = expanded(&with);
    assert_eq!(by_own["bfs"], by_patterns["bfs"], "it asks for none");
    for engine in ["a_star", "packed_ida_star"] {
        assert!(by_patterns[engine] < by_own[engine] / 2, "{engine}: {by_patterns:?}, {by_own:?}");
    }
    assert_eq!([&own["setting"]["heuristic"], &own["cases"][0]["guide"]], [&Value::Null; 2]);
    assert_eq!(guided["setting"]["heuristic"], "additive_4_4");
    assert!(guided["setting"]["command"].as_array().unwrap().contains(&json!("additive_4_4")));
    let guide = &guided["cases"][0]["guide"];
    assert!(guide["bytes"].as_u64() > Some(1_000) && guide["setup_seconds"].is_number(), "{guide}");
    assert_eq!(fs::read_dir(&tables).unwrap().count(), 2, "the tables are kept");
    assert_eq!(expanded(&with).1, by_patterns, "from the saved tables");
}

#[test]
fn a_heuristic_does_its_work_where_its_tables_cannot_be_saved() {
    let no_folder = file("compare-no-folder", "");
    let (_, built) =
        expanded(&["--heuristic", "patterns(1 2 3 4 / 5 6 7 8)", "--tables", &no_folder]);
    let tables = folder("compare_unsaved");
    let (_, saved) = expanded(&["--heuristic", "patterns(1 2 3 4 / 5 6 7 8)", "--tables", &tables]);
    assert_eq!(built, saved);
}

#[test]
fn a_heuristic_is_named_wherever_the_comparison_is_written() {
    let html = folder("compare_heuristic_report.html");
    let arguments = ["compare", "sliding_tile", "--engines", "a_star", "--runs", "1"];
    let with = ["--heuristic", "linear_conflict", "--html", &html];
    let arguments = [&arguments[..], &with].concat();
    run(&arguments).ends_with(0).says(&[
        "Sliding tiles, the demo board, with linear_conflict\n",
        "heuristic: tables of ",
        ", which no engine's time includes\n",
    ]);
    let report = fs::read_to_string(&html).unwrap();
    fs::remove_file(&html).unwrap();
    for part in
        ["linear_conflict, in every engine that asks for one", "--heuristic linear_conflict"]
    {
        assert!(report.contains(part), "no `{part}` in the report");
    }
    let markdown = run(&[&arguments[..6], &with[..2], &["--format", "markdown"]].concat());
    markdown
        .ends_with(0)
        .says(&["the demo board, with linear\\_conflict\n", "--heuristic linear_conflict"]);
    let csv = run(&[&arguments[..6], &with[..2], &["--format", "csv"]].concat()).ends_with(0);
    assert!(csv.out.lines().nth(1).unwrap().ends_with(",linear_conflict"), "{}", csv.out);
}

#[test]
fn slips_in_a_heuristic_are_told_before_anything_runs() {
    let complains = |arguments: &[&str], parts: &[&str]| {
        run(&[&["compare", "sliding_tile"], arguments].concat()).ends_with(2).complains(parts);
    };
    complains(&["--heuristic", "manhatan"], &["did you mean `manhattan`?"]);
    let uninformed = ["--heuristic", "manhattan", "--engines", "bfs,dijkstra"];
    complains(&uninformed, &["bfs, dijkstra ask for no heuristic; engines that do: a_star"]);
    // So are slips in the name of an engine, and behind patterns.
    let slip = ["--heuristic", "patterns(1 2 3 4 5 6 7 8)", "--engines", "a_strar"];
    complains(&slip, &["did you mean `a_star`?"]);
    let slip = ["--heuristic", "max(patterns(1 2 3 4 5 6 7 8), manhatan)"];
    complains(&slip, &["did you mean `manhattan`?"]);
}

#[test]
fn boards_that_need_no_search_need_no_tables() {
    let tables = folder("compare-no-tables");
    let _ = fs::remove_dir_all(&tables);
    let unsolvable = "2 1 3 4 5 6 7 8 .";
    let arguments = ["compare", "sliding_tile", "-", "--engines", "a_star", "--runs", "1"];
    let with = ["--heuristic", "patterns(1 2 3)", "--tables", &tables];
    run_on(unsolvable, &[&arguments[..], &with].concat()).ends_with(0).says(&["1 unsolvable"]);
    assert!(!fs::exists(&tables).unwrap());
}

#[test]
fn the_runs_of_another_heuristic_are_not_gone_on_with() {
    let output = folder("compare-other-heuristic.json");
    let partial = format!("{output}.partial");
    let _ = fs::remove_file(&partial);
    let arguments = ["compare", "sliding_tile", "-", "--engines", "bfs,a_star", "--max-expansions"];
    let arguments = [&arguments[..], &["100", "--format", "json", "--output", &output]].concat();
    let compare = |heuristic, more: &[&str]| {
        run_on(HARD, &[&arguments[..], &["--heuristic", heuristic], more].concat())
    };
    compare("manhattan", &[]).ends_with(0);
    // What is left when it is killed before its last run: the head and the runs before.
    let mut whole: Value = serde_json::from_str(&fs::read_to_string(&output).unwrap()).unwrap();
    fs::remove_file(&output).unwrap();
    let puzzle = "sliding_tile:rows=3,columns=3,goal=blank_last";
    whole["setting"]["puzzle"] = puzzle.into();
    let boards = &whole["cases"][0]["boards"];
    let cases = [json!({"puzzle": puzzle, "boards": boards, "engines": ["bfs", "a_star"]})];
    let head = format!(r#"{{"setting":{},"cases":{}}}"#, whole["setting"], json!(cases));
    fs::write(&partial, format!("{head}\n")).unwrap();
    let other = compare("linear_conflict", &["--resume"]).ends_with(2);
    other.complains(&["another comparison: the heuristic was different"]);
    compare("manhattan", &["--resume"]).ends_with(0);
    fs::remove_file(&output).unwrap();
}

#[test]
fn a_baseline_of_another_heuristic_is_said_to_be_one() {
    let arguments = ["compare", "sliding_tile", "-", "--engines", "a_star", "--runs", "1"];
    let before = run_on(HARD, &[&arguments[..], &["--format", "json"]].concat()).ends_with(0).out;
    let before = file("compare-baseline-own.json", before);
    let with = ["--heuristic", "linear_conflict", "--baseline", &before];
    let compared = run_on(HARD, &[&arguments[..], &with].concat()).ends_with(0);
    compared.says(&["a_star: ", " expanded, ", " before (-", "the heuristic was own\n"]);
}

/// The names of all fields within a value.
fn fields(value: &Value, names: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                names.insert(name.clone());
                fields(value, names);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| fields(value, names)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_json_is_documented() {
    let arguments =
        ["compare", "sliding_tile", "--scale", "rows=2..3", "--engines", "a_star", "--runs", "1"];
    let with = ["--heuristic", "linear_conflict", "--format", "json"];
    let arguments = [&arguments[..], &with].concat();
    let first = run(&arguments).ends_with(0).out;
    let baseline = file("compare-fields.json", &first);
    let second = run(&[&arguments[..], &["--baseline", &baseline]].concat()).ends_with(0).out;
    let mut names = std::collections::BTreeSet::new();
    fields(&serde_json::from_str(&second).unwrap(), &mut names);
    let guide = include_str!("../../../docs/comparing-engines.md");
    let missing: Vec<_> =
        names.iter().filter(|name| !guide.contains(&format!("`{name}`"))).collect();
    assert!(
        names.len() > 50 && missing.is_empty(),
        "the guide lacks {missing:?} of {}",
        names.len()
    );
}
