//! What is accepted as boards, and what is said about everything else.

use crate::support::{SAMPLE, file, run, run_on};

#[test]
fn boards_come_in_every_usual_form() {
    for input in [
        "bwwb\r\nbbwb\r\nbwwb\r\nbwww\r\n",
        "\u{feff}bwwb\nbbwb\nbwwb\nbwww",
        "  bwwb  \n\tbbwb\nbwwb \nbwww\n\n\n",
        "BWWB\nBbWB\nbwwb\nBWWW\n",
        "bwwbbbwbbwwbbwww",
        "\n\n\nbwwbbbwbbwwbbwww\n",
    ] {
        run_on(input, &["solve", "flip_game"]).ends_with(0).says(&["solved in 4 moves"]);
    }
}

#[test]
fn an_error_names_file_board_place_found_and_expected() {
    let path = file("third-board.txt", format!("{SAMPLE}\n{SAMPLE}\nbwwb\nbxwb\nbwwb\nbwww\n"));
    run(&["solve", "flip_game", &path]).ends_with(2).complains(&[
        &format!("error: {path}: board 3, line 12, column 2: found `x`, expected `b` or `w`\n"),
        "\n12 | bxwb\n   |  ^\n",
        "`describe flip_game` tells how a board is written",
    ]);
}

#[test]
fn nothing_is_solved_before_every_board_is_read() {
    run_on(format!("{SAMPLE}{SAMPLE}bwwb\n"), &["solve", "flip_game"])
        .ends_with(2)
        .complains(&["standard input: board 3, line 10, column 1: found the end of the input"]);
}

#[test]
fn rows_of_the_wrong_length_are_pointed_at() {
    run_on("bwwb\nbbw\nbwwb\nbwww\n", &["solve", "flip_game"])
        .ends_with(2)
        .complains(&["board 1, line 2, column 4: found the end of the line after 3 cells"]);
    run_on("bwwb\nbbwbb\nbwwb\nbwww\n", &["solve", "flip_game"])
        .ends_with(2)
        .complains(&["board 1, line 2, column 5: found `b`"]);
}

#[test]
fn wrong_piece_counts_are_errors() {
    run_on("BWBBWBWBBWBWWBWO", &["solve", "four_in_a_row"])
        .ends_with(2)
        .complains(&["board 1, line 1"]);
}

#[test]
fn empty_input_shows_a_board() {
    for input in ["", "\n\n  \n", "\u{feff}"] {
        run_on(input, &["solve", "flip_game"]).ends_with(2).complains(&[
            "standard input: found no board, expected four rows of four pieces",
            "\n\nbwwb\nbbwb\nbwwb\nbwww\n\n",
            "`describe flip_game` tells more",
        ]);
    }
}

#[test]
fn what_is_no_text_is_told_apart() {
    let cases: [(&[u8], &str); 6] = [
        (b"\xff\xfeb\0w\0", "standard input: encoded in UTF-16; save it as UTF-8"),
        (b"\xfe\xff\0b\0w", "standard input: encoded in UTF-16; save it as UTF-8"),
        (b"bwwb\nbb\xffb", "standard input: line 2, column 3: found the byte 0xff"),
        (b"\x7fELF\x02\x01\0\0\0", "standard input: no text: byte 7 is zero"),
        ("bwéb".as_bytes(), "line 1, column 3: found `é`"),
        (b"b\x1bwb", "line 1, column 2: found `\\u{1b}`"),
    ];
    for (bytes, expected) in cases {
        run_on(bytes, &["solve", "flip_game"]).ends_with(2).complains(&[expected]);
    }
}

#[test]
fn files_that_cannot_be_read_are_named() {
    run(&["solve", "flip_game", "no/such/file"])
        .ends_with(2)
        .complains(&["no/such/file: cannot be read: "]);
    let directory = env!("CARGO_TARGET_TMPDIR");
    run(&["solve", "flip_game", directory])
        .ends_with(2)
        .complains(&[&format!("{directory}: a directory; name a file with boards in it")]);
}

#[test]
fn too_much_input_is_refused() {
    let path = file("huge.txt", "");
    std::fs::File::options().write(true).open(&path).unwrap().set_len(65 << 20).unwrap();
    run(&["solve", "flip_game", &path]).ends_with(2).complains(&["larger than 64 MiB"]);
}
