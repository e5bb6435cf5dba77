//! Boards that are read and written, goals, and the numbers of states.

use super::*;

/// Reads all boards in `text`, and writes them again.
fn boards(text: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::new(text);
    let mut boards = Vec::new();
    while !reader.is_at_end() {
        let board = FourInARow.read(&mut reader).map_err(|error| error.to_string())?;
        boards.push(FourInARow.write(&board));
    }
    Ok(boards)
}

const SAMPLE: &str = "BWBO\nWBWB\nBWBW\nWBWO";

#[test]
fn a_board_is_read_however_it_is_laid_out() {
    for text in [
        SAMPLE,
        "BWBO\nWBWB\nBWBW\nWBWO\n",
        "BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
        "\u{feff}BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
        "BWBO \nWBWB  \nBWBW\t\nWBWO \n \n",
        "bwbo\nwbwb\nbwbw\nwbwo\n",
        "bWbO\nwBwB\nBwBw\nWbWo\n",
        "BWBOWBWBBWBWWBWO",
        "bwbowbwbbwbwwbwo\r\n",
        "BWBO WBWB BWBW WBWO\n",
        "B W B O\nW B W B\nB W B W\nW B W O\n",
    ] {
        assert_eq!(boards(text).as_deref(), Ok(&[SAMPLE.into()][..]), "{text:?}");
    }
}

#[test]
fn a_board_may_say_whose_turn_it_is() {
    for (text, written) in [
        ("BWBO\nWBWB\nBWBW\nWBWO\nB to move\n", "B to move"),
        ("BWBO\nWBWB\nBWBW\nWBWO\nW to move", "W to move"),
        ("bwbo\r\nwbwb\r\nbwbw\r\nwbwo\r\nw To MOVE  \r\n", "W to move"),
        ("BWBOWBWBBWBWWBWO b to move", "B to move"),
        ("BWBO\nWBWB\nBWBW\nWBWO\n\nB to move\n", "B to move"),
    ] {
        let expected = format!("{SAMPLE}\n{written}");
        assert_eq!(boards(text).as_deref(), Ok(&[expected.clone()][..]), "{text:?}");
        assert_eq!(boards(&expected).as_deref(), Ok(&[expected][..]));
    }
}

#[test]
fn the_next_board_is_not_taken_for_a_turn() {
    let spaced = "B W B O\nW B W B\nB W B W\nW B W O\n";
    let turn = format!("{SAMPLE}\nW to move");
    for (text, expected) in [
        (format!("{SAMPLE}\n{SAMPLE}\n"), [SAMPLE, SAMPLE]),
        (format!("{SAMPLE}\r\n\r\n{SAMPLE}\n"), [SAMPLE, SAMPLE]),
        (format!("{SAMPLE}\n{spaced}"), [SAMPLE, SAMPLE]),
        (format!("{SAMPLE}\nW to move\n{spaced}"), [&turn, SAMPLE]),
        (format!("{SAMPLE}\nW to move\n{turn}"), [&turn, &turn]),
        (format!("{SAMPLE}\n\n{turn}"), [SAMPLE, &turn]),
    ] {
        assert_eq!(boards(&text).unwrap(), expected, "{text:?}");
    }
}

#[test]
fn errors_name_what_was_found_where_and_what_was_expected() {
    let counts = "expected 7 `B`, 7 `W` and 2 `O` on the board";
    for (text, error) in [
        ("BWBX\nWBWB\nBWBW\nWBWO", "line 1, column 4: found `X`, expected `B`, `W` or `O`".into()),
        ("BWB0\nWBWB\nBWBW\nWBWO", "line 1, column 4: found `0`, expected `B`, `W` or `O`".into()),
        (
            "BWBO\nWBWB\nBWBW\n",
            "line 4, column 1: found the end of the input, expected row 4 of 4".into(),
        ),
        ("BWBB\nWBWB\nBWBW\nWBWO", format!("line 4, column 2: found an eighth `B`, {counts}")),
        ("BWBW\nWBWB\nBWBW\nWBWO", format!("line 4, column 3: found an eighth `W`, {counts}")),
        ("BWBO\nWBWB\nBWBO\nWBWO", format!("line 4, column 4: found a third `O`, {counts}")),
        ("oooobbbbbbbwwwww", format!("line 1, column 3: found a third `O`, {counts}")),
        (
            "BWBO\nWBWB\nBWBW\nWBWO\nB to mvoe",
            "line 5, column 6: found `mvoe`, expected `move`".into(),
        ),
        (
            "BWBO\nWBWB\nBWBW\nWBWO\nB to",
            "line 5, column 5: found the end of the input, expected `move`".into(),
        ),
        (
            "BWBO\nWBWB\nBWBW\nWBWO\nO to move",
            "line 5, column 3: found `t`, expected `B`, `W` or `O`".into(),
        ),
    ] {
        assert_eq!(boards(text), Err(error), "{text:?}");
    }
}

#[test]
fn moves_have_words() {
    let puzzle = FourInARow;
    let text = format!("{SAMPLE}\nB to move");
    let board = puzzle.read(&mut Reader::new(&text)).unwrap();
    let moves = puzzle.successors(puzzle.encode(&board));
    let words: Vec<_> = moves.map(|(slide, _)| puzzle.describe(&board, slide)).collect();
    assert_eq!(
        words,
        [
            "Black slides from row 2, column 4 to row 1, column 4",
            "Black slides from row 1, column 3 to row 1, column 4",
        ]
    );
}

#[test]
fn goals_are_every_aligned_state_once() {
    let puzzle = FourInARow;
    let mut listed: Vec<_> = puzzle.goals().unwrap().collect();
    assert_eq!(listed.len(), 283_072);
    listed.sort_unstable();
    listed.dedup();
    let states = (0..Arrangements.count()).map(|rank| Arrangements.unrank(rank));
    let mut aligned: Vec<_> = states.filter(|&state| puzzle.is_goal(state)).collect();
    aligned.sort_unstable();
    assert_eq!(listed, aligned);
}

#[test]
fn the_ranking_numbers_all_states() {
    assert_eq!(Arrangements.count(), 823_680);
    for rank in 0..Arrangements.count() {
        let state = Arrangements.unrank(rank);
        assert_eq!(Arrangements.rank(state), rank);
        assert_eq!(FourInARow.encode(&FourInARow.decode(state)), state);
    }
}
