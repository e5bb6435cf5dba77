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
