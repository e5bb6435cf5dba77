//! `tables`, and `solve --heuristic`.

use crate::support::{Run, command, file, run, run_on, start};
use std::fs;
use std::path::Path;

const PUZZLE: &str = "sliding_tile";
const BOARD: &str = "8 6 7 2 5 4 3 . 1";

/// An empty folder of its own for each test.
fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    folder.to_str().unwrap().into()
}

#[test]
fn a_board_is_solved_with_the_heuristic_that_was_asked_for() {
    let folder = folder("solve");
    let solve = |heuristic| {
        let arguments = ["solve", PUZZLE, "-", "--engine", "packed_ida_star", "--format", "json"];
        let with = ["--heuristic", heuristic, "--tables", &folder];
        let run = run_on(BOARD, &[&arguments[..], &with[..]].concat()).ends_with(0);
        assert_eq!(run.err, "");
        let answer: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(answer["cost"], 31, "{heuristic}");
        answer["stats"]["expanded"].as_u64().unwrap()
    };
    let manhattan = solve("manhattan");
    assert_eq!(solve("own"), manhattan);
    let additive = solve("additive_4_4");
    assert!(additive < manhattan / 2, "{additive}, {manhattan}");
    assert_eq!(solve("additive_4_4"), additive, "from the saved tables");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);

    let arguments = ["solve", PUZZLE, "-", "--heuristic", "linear_conflict"];
    let title = "Sliding tiles by packed_ida_star with linear_conflict, chosen because a heuristic";
    run_on(BOARD, &arguments).ends_with(0).says(&[title]);
    let uninformed = run_on(BOARD, &[&arguments[..], &["--engine", "bfs"]].concat());
    uninformed.ends_with(2).complains(&["bfs asks for no heuristic; engines that do: a_star"]);
}

#[test]
fn slips_in_a_heuristic_are_told() {
    let complains_on = |puzzle, board, heuristic, parts: &[&str]| {
        let arguments = ["solve", puzzle, "-", "--heuristic", heuristic];
        run_on(board, &arguments).ends_with(2).complains(parts);
    };
    let complains = |heuristic, parts: &[&str]| complains_on(PUZZLE, BOARD, heuristic, parts);
    complains("manhatan", &["no heuristic `manhatan`", "did you mean `manhattan`?"]);
    complains("patterns(1 / 9)", &["there is no piece 9 to keep; expected 1 to 8"]);
    complains("patterns(1 2 / 2 3)", &["the piece 2 is named twice"]);
    let (oblong, board) = ("sliding_tile:rows=2,columns=3", "1 2 3 4 5 .");
    complains_on(
        oblong,
        board,
        "images(own)",
        &["`images` needs a puzzle with the ability `symmetric`"],
    );
    complains("max(", &["column 5: found the end, expected a name"]);
}

#[test]
fn tables_are_built_listed_verified_and_removed() {
    let folder = folder("manage");
    let tables = |arguments: &[&str]| {
        let (command, rest) = arguments.split_first().unwrap();
        run(&[&["tables", command, "--tables", &folder], rest].concat())
    };
    tables(&["list"]).ends_with(0).says(&["no tables"]);
    tables(&["build", PUZZLE, "patterns(1 2 3 / 4 5)"]).ends_with(0).says(&["tables of "]);
    let listed = tables(&["list"]).ends_with(0);
    listed.says(&["sliding_tile:rows=3,columns=3,goal=blank_last", "1 2 3", "4 5"]);
    tables(&["verify"]).ends_with(0).says(&["-1-2-3-", "-4-5-", ": sound\n"]);

    let files = fs::read_dir(&folder).unwrap();
    let path = files.map(|entry| entry.unwrap().path()).min().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&path, bytes).unwrap();
    tables(&["verify"]).ends_with(4).says(&["it is damaged: its checksum is "]);

    tables(&["remove", "pancake"]).ends_with(2).complains(&["no tables of `pancake`"]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
    tables(&["remove", PUZZLE]).ends_with(0).says(&[": removed"]);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}

#[test]
fn damaged_tables_and_drafts_are_removed_and_files_of_others_are_not() {
    let folder = folder("others");
    let tables = |command: &str, arguments: &[&str]| {
        run(&[&["tables", command, "--tables", &folder], arguments].concat())
    };
    tables("build", &[PUZZLE, "patterns(1 2)"]).ends_with(0);
    let table = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let whole = fs::read(&table).unwrap();
    fs::write(&table, &whole[..whole.len() - 3]).unwrap();
    let others = ["notes.table", "story.draft"].map(|name| Path::new(&folder).join(name));
    for path in &others {
        fs::write(path, "mine").unwrap();
    }
    let draft = Path::new(&folder).join("sliding_tile-1-2-00.table.1-0.draft");
    fs::write(&draft, "left by what was killed").unwrap();

    tables("remove", &[""]).ends_with(2).complains(&["a value is required"]);
    tables("remove", &["pancake"]).ends_with(2).complains(&["there are some of sliding_tile"]);
    assert!(table.exists() && draft.exists());
    tables("remove", &[PUZZLE]).ends_with(0).says(&["-1-2-", ".draft: removed"]);
    assert!(!table.exists() && !draft.exists());
    let writing = fs::File::create_new(&draft).unwrap();
    writing.lock().unwrap();
    tables("verify", &[])
        .ends_with(4)
        .says(&[".draft: it is being written", "notes.table: it is no"]);
    let all = tables("remove", &["--all"]).ends_with(0);
    all.says(&["notes.table: left; it is no table", ".draft: left; it is being written"]);
    assert!(draft.exists());
    assert!(others.iter().all(|path| fs::read(path).unwrap() == b"mine"));
}

#[test]
#[cfg(unix)]
fn what_a_link_leads_to_is_not_written_and_a_pipe_is_not_waited_for() {
    let folder = folder("links");
    let build = ["tables", "build", PUZZLE, "patterns(1 2)", "--tables", &folder];
    run(&build).ends_with(0);
    let table = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
    let other = file("mine.txt", "mine");
    fs::remove_file(&table).unwrap();
    std::os::unix::fs::symlink(&other, &table).unwrap();
    let solve = ["solve", PUZZLE, "-", "--heuristic", "patterns(1 2)", "--tables", &folder];
    let solved = run_on(BOARD, &solve).ends_with(0);
    assert!(solved.err.contains("it is no table: its first line"), "{}", solved.err);
    assert_eq!(fs::read(other).unwrap(), b"mine");

    fs::remove_file(&table).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&table).status().unwrap().success());
    let said = "it is no table: it is no regular file";
    run(&["tables", "verify", "--tables", &folder]).ends_with(4).says(&[said]);
    run(&["tables", "remove", "--all", "--tables", &folder]).ends_with(0).says(&[": left"]);
    let refused = run(&build).ends_with(2);
    assert!(
        refused.err.contains(said) && refused.err.contains("could not be saved"),
        "{refused:?}"
    );
}

#[test]
fn a_board_that_needs_no_search_waits_for_no_tables() {
    let folder = folder("parity");
    let solve = ["solve", PUZZLE, "-", "--heuristic", "additive_4_4", "--tables", &folder];
    run_on("1 2 3 4 5 6 8 7 .", &solve)
        .ends_with(1)
        .says(&["unsolvable: the tiles are in an order of the wrong parity"]);
    assert!(!Path::new(&folder).exists(), "no table was built");
    let slip = ["solve", PUZZLE, "-", "--heuristic", "max(own, additive_4_5)"];
    run_on("1 2 3 4 5 6 8 7 .", &slip).ends_with(2).complains(&["did you mean `additive_4_4`?"]);
}

#[test]
fn tables_that_would_be_saved_nowhere_are_not_built() {
    let mut command = command(&["tables", "build", PUZZLE, "patterns(1 2)"]);
    for variable in ["PUZZLESPACE_CACHE", "XDG_CACHE_HOME", "HOME", "LOCALAPPDATA"] {
        command.env_remove(variable);
    }
    let built: Run = start(command, b"").wait_with_output().unwrap().into();
    built.ends_with(2).complains(&["--tables"]);
}

#[test]
#[cfg(target_os = "linux")]
fn an_answer_is_not_lost_where_there_is_no_room_for_a_note() {
    let folder = file("no_folder", "a file");
    let solve = ["solve", PUZZLE, "-", "--heuristic", "patterns(1 2)", "--tables", &folder];
    let mut command = command(&solve);
    command.stderr(fs::OpenOptions::new().write(true).open("/dev/full").unwrap());
    let solved: Run = start(command, BOARD.as_bytes()).wait_with_output().unwrap().into();
    solved.ends_with(0).says(&["31"]);
}

#[test]
fn what_is_suggested_can_be_pasted() {
    let folder = folder("suggest");
    let suggest = ["tables", "suggest", PUZZLE, "--memory", "6KiB", "--tables", &folder];
    let text = run(&suggest).ends_with(0);
    let title =
        "Sliding tiles: patterns in 6.0 KiB, by the mean over 1,000 states drawn from all (seed 1)";
    let text = text.says(&[title, "without images", "  own\n"]);
    let first = text.out.lines().nth(3).unwrap();
    let (_, heuristic) = first.split_once("images(").unwrap();
    let heuristic = format!("images({heuristic}");
    let arguments = ["solve", PUZZLE, "-", "--tables", &folder, "--heuristic", &heuristic];
    run_on(BOARD, &arguments).ends_with(0).says(&["31"]);

    let json = run(&[&suggest[..], &["--format", "json", "--samples", "10"]].concat()).ends_with(0);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["puzzle"], "sliding_tile:rows=3,columns=3,goal=blank_last");
    assert_eq!([&json["samples"], &json["seed"], &json["memory"]], [10, 1, 6 << 10]);
    assert_eq!([&json["drawn"], &json["reason"]], [&"all".into(), &serde_json::Value::Null]);
    let suggestions = json["suggestions"].as_array().unwrap();
    assert!(suggestions.iter().all(|line| line["mean"].as_f64() > json["own_mean"].as_f64()));

    let none = ["tables", "suggest", "lights_out", "--tables", &folder];
    run(&none)
        .ends_with(2)
        .complains(&["`tables suggest` needs a puzzle with the ability `patterns`"]);
    let no_time = [&suggest[..], &["--time", "0"]].concat();
    run(&no_time).ends_with(3).complains(&["was not built: stopped by "]);
}

#[test]
fn a_puzzle_says_which_heuristics_it_has() {
    let describe = ["describe", "sliding_tile:rows=4,columns=4,goal=blank_first"];
    run(&describe).ends_with(0).says(&["heuristics", "walking_distance", "additive_7_8"]);
    let json = run(&[&describe[..], &["--format", "json"]].concat()).ends_with(0).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let set =
        json["heuristics"].as_array().unwrap().iter().find(|set| set["name"] == "additive_7_8");
    let means = "images(patterns(1 2 3 4 5 6 7 / 8 9 10 11 12 13 14 15))";
    assert_eq!(set.unwrap()["means"], means);
}
