//! Every example, run as people run it: the judges' samples, and what else may come on standard input.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Each example with its arguments, a sample of what it reads, and what it then prints.
const SAMPLES: &[(&str, &[&str], &str, &str)] = &[
    ("compare_engines", &[], "", "they agree on 3 boards\n"),
    ("flip_game", &[], "bwwb\nbbwb\nbwwb\nbwww\n", "4\n"),
    ("four_in_a_row", &[], "BWBO\nWBWB\nBWBW\nWBWO\n", "5\n"),
    ("hanoi", &[], "1 2 3 4 5 6 7 8\n", "1\n3\n5\n9\n13\n17\n25\n33\n"),
    (
        "lights_out",
        &[],
        "\
1
0 1 1 0 1 0
1 0 0 1 1 1
0 0 1 0 0 1
1 0 0 1 0 1
0 1 1 1 0 0
",
        "\
PUZZLE #1
1 0 1 0 0 1
1 1 0 1 0 1
0 0 1 0 1 1
1 0 0 1 0 0
0 1 0 0 0 0
",
    ),
    ("pancake", &[], "5\n2 4 3 5 1\n", "5\n"),
    ("pocket_cube", &[], "..UF....\n..UF....\nLLFDRRUB\nLLFDRRUB\n..DB....\n..DB....\n", "1: R'\n"),
    ("sliding_tile", &[], "283104765\n", "4\n"),
    (
        "your_own_puzzle",
        &["solve", "river", "-"],
        "nnnn\n",
        "\
nnnn

1. take the goat
2. cross alone
3. take the wolf
4. take the goat
5. take the cabbage
6. cross alone
7. take the goat

ffff
",
    ),
];

struct Output {
    stdout: String,
    stderr: String,
    code: Option<i32>,
}

/// Cargo puts examples beside the folder in which this test lies.
fn executable(example: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    let name = format!("{example}{}", std::env::consts::EXE_SUFFIX);
    let path = profile.join("examples").join(name);
    assert!(path.is_file(), "{} is not there; `cargo build --examples` makes it", path.display());
    path
}

fn run(example: &str, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(executable(example))
        .args(arguments)
        .env("NO_COLOR", "1")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    Output {
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

/// What the judges' example prints for `input`, which it can read.
fn answers(example: &str, input: impl AsRef<[u8]>) -> String {
    let output = run(example, &[], input.as_ref());
    assert_eq!((output.stderr.as_str(), output.code), ("", Some(0)), "{example}");
    output.stdout
}

#[test]
fn every_example_has_a_sample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let examples: BTreeSet<String> =
        files.map(|file| file.file_stem().unwrap().to_str().unwrap().into()).collect();
    let sampled: BTreeSet<String> = SAMPLES.iter().map(|(example, ..)| (*example).into()).collect();
    assert_eq!(examples, sampled);
}

#[test]
fn every_example_answers_its_sample() {
    for (example, arguments, input, expected) in SAMPLES {
        let output = run(example, arguments, input.as_bytes());
        assert_eq!((output.stderr.as_str(), output.code), ("", Some(0)), "{example}");
        assert!(output.stdout.contains(expected), "{example}:\n{}", output.stdout);
    }
}

#[test]
fn flip_game_prints_exactly_what_the_judges_want() {
    let sample = "bwwb\nbbwb\nbwwb\nbwww\n";
    for (input, expected) in [
        (sample.into(), "4\n"),
        (sample.to_uppercase(), "4\n"),
        (sample.replace('\n', "\r\n"), "4\n"),
        (format!("\u{feff}{}", sample.replace('\n', "\r\n")), "4\n"),
        (sample.replace('\n', " \n"), "4\n"),
        (sample.trim_end().into(), "4\n"),
        (sample.replace('\n', ""), "4\n"),
        (format!("\n{sample}\n\n"), "4\n"),
        ("bwwwwwwwwwwwwwww".into(), "Impossible\n"),
        ("wwww\nwwww\nwwww\nwwww".into(), "0\n"),
        ("bbbb\nbbbb\nbbbb\nbbbb".into(), "0\n"),
        (format!("{sample}\nbwww\nwwww\nwwww\nwwww\n{sample}"), "4\nImpossible\n4\n"),
        (String::new(), ""),
        ("\u{feff}\r\n \r\n".into(), ""),
    ] {
        assert_eq!(answers("flip_game", &input), expected, "{input:?}");
    }
}

#[test]
fn four_in_a_row_prints_exactly_what_the_judges_want() {
    let sample = "BWBO\nWBWB\nBWBW\nWBWO\n";
    for (input, expected) in [
        (sample.into(), "5\n"),
        (sample.to_lowercase(), "5\n"),
        (sample.replace('\n', "\r\n"), "5\n"),
        (format!("\u{feff}{}", sample.replace('\n', "\r\n")), "5\n"),
        (sample.replace('\n', " \n"), "5\n"),
        (sample.trim_end().into(), "5\n"),
        (sample.replace('\n', ""), "5\n"),
        ("WWBW\nWBWB\nBWWB\nBBOO\n".into(), "7\n"),
        ("BBBB\nWWWW\nBBBW\nWWOO\n".into(), "0\n"),
        (format!("{sample}{sample}\nBBBB\nWWWW\nBBBW\nWWOO\n\n"), "5\n5\n0\n"),
        (String::new(), ""),
    ] {
        assert_eq!(answers("four_in_a_row", &input), expected, "{input:?}");
    }
}

#[test]
fn the_other_examples_answer_as_many_questions_as_come() {
    for (example, input, expected) in [
        ("sliding_tile", "283104765\n\n2 8 3\n1 . 4\n7 6 5\n123804765", "4\n4\n0\n"),
        ("sliding_tile", "", ""),
        ("pancake", "1\n7\n3\n10 30 20\n16\n16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1", "0\n3\n1\n"),
        ("hanoi", "1\n\n9", "1\n41\n"),
        ("lights_out", "0\n", ""),
        ("pocket_cube", "scramble: R2 U\nscramble:\n", "3: U' R R\n0:\n"),
    ] {
        assert_eq!(answers(example, input), expected, "{example}: {input:?}");
    }
    let impossible = answers("sliding_tile", "213804765");
    assert!(impossible.starts_with("unsolvable: "), "{impossible}");
}

#[test]
fn bad_input_is_an_error_that_names_the_place() {
    for (example, input, stdout, stderr) in [
        (
            "flip_game",
            "bwwb\nbbxb\nbwwb\nbwww\n",
            "",
            "line 2, column 3: found `x`, expected `b` or `w`\n",
        ),
        (
            "flip_game",
            "bwwb\nbbwb\nbwwb\nbwww\n\nbwwb\nbbwb\n",
            "4\n",
            "line 8, column 1: found the end of the input, expected row 3 of 4\n",
        ),
        (
            "flip_game",
            "bwwbb\nbbwb\nbwwb\nbwww\n",
            "",
            "line 1, column 5: found `b`, expected the end of a row after 4 cells\n",
        ),
        (
            "four_in_a_row",
            "BWBO\nWBWB\nBWBW\nWBWB\n",
            "",
            "line 4, column 4: found an eighth `B`, expected 7 `B`, 7 `W` and 2 `O` on the board\n",
        ),
        (
            "four_in_a_row",
            "BWB\nWBWB\nBWBW\nWBWO\n",
            "",
            "line 1, column 4: found the end of the line after 3 cells, \
             expected 4 cells in row 1 of 4\n",
        ),
        (
            "sliding_tile",
            "283104765\n283104766\n",
            "4\n",
            "line 2, column 9: found a second `6`, expected each tile and the blank once\n",
        ),
        (
            "lights_out",
            "1\n0 1 1 0 1 0\n1 0 2 1 1 1\n",
            "",
            "line 3, column 5: found `2`, expected `#`, `1` or `+` for lit, `.`, `0` or `-` for dark\n",
        ),
        ("pancake", "2\n5 5\n", "", "two plates have the same radius\n"),
        ("pancake", "17\n", "", "17 pancakes: expected 1 to 16\n"),
        ("hanoi", "3 x\n", "5\n", "line 1, column 3: found `x`, expected a number of disks\n"),
        (
            "pocket_cube",
            "scramble: R Q\n",
            "",
            "line 1, column 13: found `Q`, \
             expected a turn of one of the faces U, D, L, R, F, B, as in `U`, `R2`, `F'`\n",
        ),
    ] {
        let output = run(example, &[], input.as_bytes());
        assert_eq!(output.stdout, stdout, "{example}");
        assert_eq!(output.stderr, stderr, "{example}");
        assert_eq!(output.code, Some(2), "{example}");
    }
}

#[test]
fn input_that_is_no_text_is_an_error() {
    for example in ["flip_game", "four_in_a_row"] {
        let output = run(example, &[], b"bwwb\xff");
        assert_eq!((output.stdout.as_str(), output.code), ("", Some(2)), "{example}");
        assert!(!output.stderr.is_empty(), "{example}");
    }
}
