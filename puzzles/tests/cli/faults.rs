//! Faults that a hostile trial has found, each a test named after it.

use crate::support::{Run, SAMPLE, command, file, run, run_on, start};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// An empty folder of its own for each test.
fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    folder.to_str().unwrap().into()
}

/// `compare flip_game b.txt --output b.txt` put the comparison in the place of its boards.
#[test]
fn a_file_that_is_read_is_not_overwritten() {
    let folder = folder("overwrite");
    let boards = format!("{folder}/b.txt");
    fs::write(&boards, SAMPLE).unwrap();
    let (link, hard) = (format!("{folder}/link.txt"), format!("{folder}/hard.txt"));
    fs::hard_link(&boards, &hard).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&boards, &link).unwrap();
    #[cfg(not(unix))]
    fs::hard_link(&boards, &link).unwrap();
    let compare = ["compare", "flip_game", &boards, "--engines", "bfs", "--runs", "1"];
    for output in [&boards, &link, &hard] {
        for option in ["--output", "--html"] {
            let refused = run(&[&compare[..], &[option, output]].concat()).ends_with(2);
            refused.complains(&[option, output, "would overwrite", &boards, "name another file"]);
        }
    }
    let json = format!("{folder}/before.json");
    run(&[&compare[..], &["--output", &json]].concat()).ends_with(0);
    let before = fs::read(&json).unwrap();
    for option in ["--output", "--html"] {
        let with = ["--baseline", &json, option, &json];
        run(&[&compare[..], &with[..]].concat()).ends_with(2).complains(&["would overwrite"]);
    }
    let journal = format!("{folder}/b.txt.partial");
    fs::rename(&boards, &journal).unwrap();
    let with = ["--output", &boards, "--resume"];
    run(&[&["compare", "flip_game", &journal][..], &with[..]].concat())
        .ends_with(2)
        .complains(&["which keeps the runs", "would overwrite"]);
    assert_eq!(fs::read_to_string(&journal).unwrap(), SAMPLE);
    assert_eq!(fs::read(&json).unwrap(), before);
}

#[test]
#[cfg(unix)]
fn a_file_at_standard_input_or_output_is_not_overwritten() {
    let boards = file("overwrite-streams.txt", SAMPLE);
    let ends = |arguments: &[&str], stdin: bool, said: &str| {
        let mut command = command(arguments);
        if stdin {
            command.stdin(fs::File::open(&boards).unwrap());
        } else {
            command.stdout(fs::File::options().append(true).open(&boards).unwrap());
        }
        let output = command.output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(said) && err.contains("would overwrite"), "{err}");
        assert_eq!(fs::read_to_string(&boards).unwrap(), SAMPLE);
    };
    ends(&["compare", "flip_game", "-", "--output", &boards], true, "the file at standard input");
    for arguments in [
        &["solve", "flip_game", &boards][..],
        &["survey", "flip_game", &boards],
        &["compare", "flip_game", &boards],
        &["check", "flip_game", "--boards", &boards],
    ] {
        ends(arguments, false, "standard output");
    }
}

/// A second comparison was told to resume or remove the file that the first one was writing.
#[test]
fn a_second_comparison_on_the_same_output_hears_of_the_first() {
    let folder = folder("second");
    let output = format!("{folder}/out.json");
    let arguments =
        ["compare", "flip_game", "--runs", "60000", "--engines", "subset", "--output", &output];
    let mut first = start(command(&arguments), b"");
    let journal = format!("{output}.partial");
    while fs::metadata(&journal).map_or(0, |data| data.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    for resume in [&[][..], &["--resume"]] {
        let second = run(&[&arguments[..], resume].concat()).ends_with(2);
        assert!(!second.err.contains("remove") && !second.err.contains("--resume goes"));
        second.complains(&["another comparison is running", "wait for its end"]);
    }
    first.kill().unwrap();
    first.wait().unwrap();
    run(&arguments).ends_with(2).complains(&["did not come to its end", "--resume"]);
}

/// `tables verify` called a table that was being built unfinished, and `tables remove --all` removed it.
#[test]
fn a_table_that_is_being_built_is_neither_unfinished_nor_removed() {
    let folder = folder("building");
    let build = |pattern: &str| {
        let heuristic = format!("patterns({pattern})");
        start(command(&["tables", "build", "sliding_tile", &heuristic, "--tables", &folder]), b"")
    };
    for round in 0..4 {
        let mut builds: Vec<_> = ["1 2", "3 4 5", "6 7", "8"].into_iter().map(build).collect();
        while builds.iter_mut().any(|build| build.try_wait().unwrap().is_none()) {
            let verified = run(&["tables", "verify", "--tables", &folder]).ends_with(0);
            assert!(!verified.out.contains("unfinished"), "{}", verified.out);
            if round % 2 == 1 {
                run(&["tables", "remove", "--all", "--tables", &folder]).ends_with(0);
            }
        }
        for build in builds {
            let built = build.wait_with_output().unwrap();
            assert!(built.status.success(), "{built:?}");
        }
    }
}

/// A table that was copied over another's name was called sound.
#[test]
fn a_table_under_the_name_of_another_is_told() {
    let folder = folder("misnamed");
    let tables = |arguments: &[&str]| {
        let (command, rest) = arguments.split_first().unwrap();
        run(&[&["tables", command, "--tables", &folder], rest].concat())
    };
    for pattern in ["patterns(1 2)", "patterns(3 4)"] {
        tables(&["build", "sliding_tile", pattern]).ends_with(0);
    }
    let paths = || fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let (first, second) = (paths().min().unwrap(), paths().max().unwrap());
    fs::copy(&first, &second).unwrap();
    let name = first.file_name().unwrap().to_str().unwrap();
    let said = format!("it is looked for as {name}; rename or remove it");
    let verified = tables(&["verify"]).ends_with(4).says(&[&said]);
    assert_eq!(verified.out.matches(": sound").count(), 1, "{}", verified.out);
    tables(&["list"]).ends_with(0).says(&[&said]);
    let solve = ["solve", "sliding_tile", "-", "--tables", &folder, "--heuristic", "patterns(3 4)"];
    run_on("8 6 7 2 5 4 3 . 1", &solve).ends_with(0);
    tables(&["verify"]).ends_with(0);
}

/// `solve .. >&-` ended with 0 and its output was lost; so did a standard output that cannot be written.
#[test]
#[cfg(target_os = "linux")]
fn a_closed_standard_output_is_an_error() {
    let boards = file("closed-output.txt", SAMPLE);
    for arguments in [
        format!("solve flip_game {boards}"),
        format!("compare flip_game {boards} --runs 1 --engines linear"),
        "survey pancake:n=5".into(),
        "check pancake:n=3".into(),
        "generate flip_game".into(),
        "list".into(),
        "describe bfs".into(),
        "completions fish".into(),
        "tables list".into(),
        "--help".into(),
        "--version".into(),
        "solve --help".into(),
    ] {
        for redirection in [">&-", "1</dev/null", ">/dev/full"] {
            let program = env!("CARGO_BIN_EXE_puzzlespace");
            let line = format!("{program} {arguments} {redirection}");
            let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
            let err = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(2), "{line}: {err}");
            assert!(err.contains("error: cannot write the output: "), "{line}: {err}");
        }
    }
    let null = format!("{} list >/dev/null", env!("CARGO_BIN_EXE_puzzlespace"));
    assert!(std::process::Command::new("sh").args(["-c", &null]).status().unwrap().success());
}

/// `tables suggest` said that tables are kept where they could not be saved.
#[test]
fn tables_that_could_not_be_saved_are_not_said_to_be_kept() {
    let none = file("suggest-no-folder", "a file");
    let suggest = ["tables", "suggest", "sliding_tile", "--memory", "1MB", "--samples", "10"];
    let run = run(&[&suggest[..], &["--tables", &none]].concat()).ends_with(0);
    assert!(run.err.contains("could not be saved"), "{}", run.err);
    let run = run.says(&["are not kept, as they could not be saved"]);
    assert!(!run.out.contains("are kept for use"), "{}", run.out);
}

/// An escape in a parameter's name reached the terminal as it was.
#[test]
fn characters_that_a_terminal_would_obey_are_escaped() {
    let boards = file("escape.txt", SAMPLE);
    let folder = folder("escape");
    let said = |run: &Run| format!("{}{}", run.out, run.err);
    for arguments in [
        &["solve", "flip_game:\u{1b}[31mrows=3", &boards][..],
        &["solve", "flip\u{1b}[31m_game", &boards],
        &["solve", "flip_game", "no\u{1b}[31m.txt"],
        &["solve", "flip_game", &boards, "--engine", "b\u{1b}[31mfs"],
        &["solve", "flip_game", &boards, "--heuristic", "own\u{1b}[31m"],
        &["describe", "\u{1b}[31m"],
        &["compare", "flip_game", &boards, "--output", "no\u{1b}[31m/folder"],
        &["compare", "flip_game", "--scale", "\u{1b}[31m"],
        &["survey", "flip_game", "--store", "\u{1b}[31m"],
        &["tables", "verify", "--tables", &boards, "\u{1b}[31m"],
        &["tables", "remove", "\u{1b}[31m", "--tables", &folder],
    ] {
        for forced in [false, true] {
            let mut command = command(arguments);
            if forced {
                command.env("CLICOLOR_FORCE", "1");
            }
            let run: Run = start(command, b"").wait_with_output().unwrap().into();
            assert!(!said(&run).contains("\u{1b}[31m["), "{run:?}");
            let own = said(&run).replace("\u{1b}[31merror:", "error:");
            assert!(!own.contains("\u{1b}[31m"), "{arguments:?}: {run:?}");
            assert_eq!(run.code, Some(2), "{arguments:?}: {run:?}");
        }
    }
    let board = run_on("\u{1b}[31mbw\n", &["solve", "flip_game"]).ends_with(2);
    assert!(!board.err.contains('\u{1b}'), "{}", board.err);
    fs::write(format!("{folder}/\u{1b}[31m.table"), "").unwrap();
    for arguments in
        [&["verify"][..], &["list"], &["list", "--format", "json"], &["remove", "--all"]]
    {
        let run = run(&[&["tables"], arguments, &["--tables", &folder]].concat());
        assert!(run.out.contains("\\u001b[31m.table") && !run.out.contains('\u{1b}'), "{run:?}");
    }
}

/// `compare --baseline` ended with 0 on a regression of 39 %, and with nothing in common.
#[test]
fn a_regression_fails_where_it_is_asked_to() {
    let arguments = ["compare", "flip_game", "--engines", "bfs,linear", "--runs", "2"];
    let before = run(&[&arguments[..], &["--format", "json"]].concat()).ends_with(0).out;
    let same = file("fail-if-same.json", &before);
    let worse = before.replace("\"expanded\":141", "\"expanded\":100");
    assert_ne!(worse, before);
    let worse = file("fail-if-worse.json", worse);
    let against = |baseline: &str, more: &[&str]| {
        run(&[&arguments[..], &["--baseline", baseline], more].concat())
    };
    against(&worse, &[]).ends_with(0).says(&["(+41.0 %)"]);
    let failed = against(&worse, &["--fail-if", "expanded>+5%"]).ends_with(4);
    assert!(
        failed.err.contains("error: expanded>+5%: bfs: 141 expanded, 100 before (+41.0 %)"),
        "{}",
        failed.err
    );
    assert!(!failed.err.contains("linear"), "{}", failed.err);
    against(&worse, &["--fail-if", "expanded>+41%"]).ends_with(0);
    against(&worse, &["--fail-if", "memory>+1%", "--fail-if", "expanded>+5%"]).ends_with(4);
    for limit in ["expanded>+0%", "memory>+0%", "cost>+0%", "reopened>+0%"] {
        against(&same, &["--fail-if", limit]).ends_with(0);
    }

    let dearer = before.replace("\"cost\":4,", "\"cost\":3,");
    let dearer = file("fail-if-dearer.json", dearer);
    let failed = against(&dearer, &["--fail-if", "cost>+5%"]).ends_with(4);
    assert!(failed.err.contains("bfs: 4 cost, 3 before"), "{}", failed.err);
    let lost = against(&same, &["--fail-if", "expanded>+5%", "--max-expansions", "3"]).ends_with(4);
    assert!(lost.err.contains("bfs on board 1: answered before, not now"), "{}", lost.err);
    let other_machine = file("fail-if-machine.json", before.replace("\"cores\":", "\"cores\":9"));
    against(&other_machine, &["--fail-if", "expanded>+5%"]).ends_with(0);
    let unjudged = against(&other_machine, &["--fail-if", "time>+5%"]).ends_with(2);
    assert!(unjudged.err.contains("--fail-if 'time>+5%' cannot be judged"), "{}", unjudged.err);

    for (slip, said) in [("expand>+5%", "did you mean `expanded`?"), ("cost", "such as 'expanded")]
    {
        against(&same, &["--fail-if", slip]).ends_with(2).complains(&[said]);
    }
    run(&[&arguments[..], &["--fail-if", "cost>+5%"]].concat())
        .ends_with(2)
        .complains(&["--baseline"]);
}

#[test]
fn a_baseline_with_nothing_in_common_is_an_error() {
    let before = ["compare", "flip_game", "--engines", "bfs", "--runs", "1", "--format", "json"];
    let before = file("nothing-in-common.json", run(&before).ends_with(0).out);
    let said = "has no engine on the same board in common";
    for other in
        [&["flip_game", "--engines", "linear"][..], &["lights_out"], &["flip_game:goal=white"]]
    {
        let arguments = [&["compare"], other, &["--baseline", &before]].concat();
        run(&arguments).ends_with(2).complains(&[said, "bfs on flip_game"]);
    }
}

/// At a pipe that is never closed, signals ended the program with 130 and 143.
#[test]
#[cfg(unix)]
fn signals_end_the_reading() {
    for arguments in [
        &["solve", "flip_game"][..],
        &["compare", "flip_game", "-"],
        &["survey", "flip_game", "-"],
        &["check", "flip_game", "--boards", "-"],
    ] {
        for signal in ["-INT", "-TERM"] {
            let mut child = command(arguments).spawn().unwrap();
            let pipe = child.stdin.take();
            std::thread::sleep(Duration::from_millis(500));
            let process = child.id().to_string();
            let mut kill = std::process::Command::new("kill");
            assert!(kill.args([signal, &process]).status().unwrap().success());
            let run: Run = child.wait_with_output().unwrap().into();
            drop(pipe);
            run.ends_with(3).complains(&["standard input: reading it was stopped"]);
        }
    }
}

/// The time limit did not cover reading.
#[test]
fn the_time_limit_covers_reading() {
    for command_line in ["solve flip_game", "compare flip_game -", "survey flip_game -"] {
        let arguments: Vec<&str> =
            command_line.split(' ').chain(["--time-limit", "200ms"]).collect();
        let mut child = command(&arguments).spawn().unwrap();
        let pipe = child.stdin.take();
        let run: Run = child.wait_with_output().unwrap().into();
        drop(pipe);
        let said = "standard input: its end was not reached within --time-limit 200ms";
        run.ends_with(3).complains(&[said]);
    }
}

/// A board of the wrong size was told by the size just refused, or by the default.
#[test]
fn a_board_of_another_size_names_the_parameters_that_read_it() {
    let four = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0\n";
    for (puzzle, board, fitting) in [
        ("lights_out", "1110000000000000", "`lights_out:rows=4,columns=4` reads it"),
        ("lights_out", "#..\n...\n", "`lights_out:rows=2,columns=3` reads it"),
        (
            "lights_out:pattern=row_and_column",
            "-+--\n----\n----\n-+--\n",
            "`lights_out:rows=4,columns=4,pattern=row_and_column` reads it",
        ),
        ("lights_out:rows=4,columns=4", "#####\n.....\n.....\n.....\n.....\n", "rows=5,columns=5`"),
        ("sliding_tile", four, "`sliding_tile:rows=4,columns=4` reads it"),
        ("sliding_tile:rows=4,columns=4", "1 2 3\n4 5 6\n7 8 0\n", "rows=3,columns=3` reads it"),
        ("pancake", "3 1 2", "`pancake:n=3` reads it"),
    ] {
        run_on(board, &["solve", puzzle]).ends_with(2).complains(&[fitting]);
    }
}

#[test]
fn a_bad_character_brings_no_advice_on_sizes() {
    let four = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 q\n";
    for (puzzle, board) in [
        ("sliding_tile:rows=4,columns=4", four),
        ("flip_game", "bwxb\nbbwb\nbwwb\nbwww\n"),
        ("lights_out", "#...x\n.....\n.....\n.....\n.....\n"),
    ] {
        let run = run_on(board, &["solve", puzzle]).ends_with(2);
        let last = run.err.trim_end().lines().last().unwrap_or_default();
        assert!(last.ends_with("tells how a board is written"), "{}", run.err);
    }
    let notations = "`#`, `1` or `+` for lit, `.`, `0` or `-` for dark";
    run_on("-+--x", &["solve", "lights_out"]).ends_with(2).complains(&[notations]);
}

/// Boards from judges and from other programs were refused.
#[test]
fn boards_are_read_in_the_forms_of_others() {
    for (puzzle, text, boards) in [
        ("lights_out:rows=4,columns=4", "\u{2212}+\u{2212}\u{2212}\n----\n----\n\u{2013}+--\n", 1),
        ("sliding_tile", "[[1, 2, 3], [4, 5, 6], [7, 0, 8]]", 1),
        ("sliding_tile", "1,2,3\n4,5,6\n7,8,0\n", 1),
        ("flip_game", "bwwb/bbwb/bwwb/bwww", 1),
        ("pancake:n=3,burnt=yes", "3 \u{2212}1 2", 1),
        // POJ 1222.
        ("lights_out:rows=2,columns=3", "2\n0 1 1\n0 0 1\n1 0 0\n1 1 1\n", 2),
        // UVa 652.
        ("sliding_tile", "2\n\n2 3 4 1 5 x 7 6 8\n\n1 2 3 4 5 6 7 8 x\n", 2),
        ("sliding_tile", "2 3 4 1 5 x 7 6 8\n0\n", 1),
        ("flip_game", "1\nbwwb\nbbwb\nbwwb\nbwww\n#\n", 1),
    ] {
        let solve = ["solve", puzzle, "--format", "json"];
        let run = run_on(text, &solve);
        assert!(matches!(run.code, Some(0 | 1)), "{puzzle}: {run:?}");
        assert_eq!(run.out.lines().count(), boards, "{puzzle}: {run:?}");
    }
    let few = "3\n\n2 3 4 1 5 x 7 6 8\n\n1 2 3 4 5 6 7 8 x\n";
    let said = "the first line says that there are 3 boards, and there are 2 boards";
    run_on(few, &["solve", "sliding_tile"]).ends_with(2).complains(&[said]);
    let dash = "bwwb\nbb\u{2212}b\nbwwb\nbwww\n";
    run_on(dash, &["solve", "flip_game"]).ends_with(2).complains(&["`\u{2212}` (U+2212)"]);
}

/// Names in capitals got no "did you mean".
#[test]
fn names_in_capitals_are_suggested() {
    let solve = |arguments: &[&str], meant: &str| {
        run_on(SAMPLE, &[&["solve"], arguments].concat()).ends_with(2).complains(&[meant]);
    };
    solve(&["FLIP_GAME"], "did you mean `flip_game`?");
    solve(&["Flip-Game"], "did you mean `flip_game`?");
    solve(&["flip_game", "--engine", "BFS"], "did you mean `bfs`?");
    solve(&["flip_game:GOAL=white"], "did you mean `goal`?");
}

/// `solve --all --heuristic H` took an engine that refuses `--all`, and named that engine.
#[test]
fn all_solutions_with_a_heuristic_are_refused_by_their_options() {
    let board = "2 3 4 1 5 x 7 6 8\n";
    let arguments = ["solve", "sliding_tile", "--all", "--heuristic", "linear_conflict"];
    let refused = run_on(board, &arguments).ends_with(2);
    refused.complains(&["no engine with a heuristic lists every", "leave out --heuristic"]);
}

/// `auto` took an engine that ended at the memory limit where another one solves the board.
#[test]
fn scarce_memory_chooses_a_table_of_bits() {
    let board = "1: 12 11 10 9 8 7 6 5 4 3 2 1\n2:\n3:\n";
    let arguments = ["solve", "hanoi:disks=12", "--memory-limit", "2MB"];
    run_on(board, &arguments).ends_with(0).says(&["by table, chosen because memory is too small"]);
    let plenty = ["solve", "hanoi:disks=12", "--memory-limit", "200MB"];
    run_on(board, &plenty).ends_with(0).says(&["by packed_bidirectional"]);
}
