//! Cubes that are read and written, and the numbers that they have.

use super::*;
use std::sync::LazyLock;

const SOLVED_NET: &str = "..UU....\n..UU....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....";

static HALF: LazyLock<PocketCube> = LazyLock::new(|| PocketCube::new(Metric::Half));

fn read(text: &str) -> Result<Board, String> {
    HALF.read(&mut Reader::new(text)).map_err(|error| error.to_string())
}

fn written(text: &str) -> String {
    HALF.write(&read(text).unwrap())
}

#[test]
fn a_solved_cube_is_read_in_any_colours_however_it_is_held() {
    for text in [
        SOLVED_NET,
        "  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD\n",
        "UUUULLFFRRBBLLFFRRBBDDDD",
        ". . w w . . . .\r\n. . w w . . . .\r\nooggrrbb\r\nooggrrbb\r\n..yy....\r\n..yy....\r\n",
        "..FF....\n..FF....\nLLDDRRUU\nLLDDRRUU\n..BB....\n..BB....",
        "scramble: R L'",
        "scramble:",
    ] {
        assert_eq!(written(text), SOLVED_NET, "{text:?}");
    }
}

#[test]
fn turns_move_the_stickers_that_they_should() {
    // Each turns clockwise: the column or row beside the face goes round.
    for (turn, net) in [
        ("R", "..UF....\n..UF....\nLLFDRRUB\nLLFDRRUB\n..DB....\n..DB...."),
        ("U", "..UU....\n..UU....\nFFRRBBLL\nLLFFRRBB\n..DD....\n..DD...."),
        ("F", "..UU....\n..LL....\nLDFFURBB\nLDFFURBB\n..RR....\n..DD...."),
    ] {
        assert_eq!(written(&format!("scramble: {turn}")), net, "{turn}");
    }
}

#[test]
fn a_turn_of_an_opposite_face_is_the_same_with_the_cube_held_otherwise() {
    for (turn, opposite) in [("R", "L"), ("U", "D"), ("F", "B"), ("R'", "L'"), ("U2", "D2")] {
        let number = |turn| HALF.encode(&read(&format!("scramble: {turn}")).unwrap());
        assert_eq!(number(turn), number(opposite));
    }
}

#[test]
fn scrambles_are_what_the_moves_do() {
    let puzzle = &*HALF;
    let mut state = SOLVED;
    let mut words = String::from("scramble:");
    for number in [0, 4, 8, 2, 3, 7, 1, 5, 6] {
        let (turn, after) = puzzle.successors(state).nth(number).unwrap();
        words = format!("{words} {turn}");
        state = after;
        assert_eq!(puzzle.encode(&read(&words).unwrap()), state, "{words}");
        assert_eq!(read(&puzzle.write(&puzzle.decode(state))).unwrap(), puzzle.decode(state));
    }
}

#[test]
fn an_impossible_cube_is_refused_with_what_is_wrong() {
    for (text, error) in [
        (
            "..UU....\n..UX....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....",
            "line 5, column 3: found `D`, a seventh colour, expected six colours",
        ),
        (
            "..UU....\n..U?....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....",
            "line 2, column 4: found `?`, expected a letter for a colour",
        ),
        (
            "..UU....\n..UU....\nLLFURRBB\nLLFFRRBB\n..DD....\n..DD....",
            "line 3, column 4: found a fifth `U`, expected four stickers of each colour",
        ),
        (
            "..UU....\n..UF....\nLLFRURBB\nLLFFRRBB\n..DD....\n..DD....",
            "corners that are twisted clockwise by a third of a turn",
        ),
        (
            "..UU....\n..UU....\nLLFRFRBB\nLLFFRRBB\n..DD....\n..DD....",
            "a mirror image of the corner",
        ),
        ("..UU....\n..UU....\nLLFF", "found the end of the input, expected the colours of"),
        ("scramble: R X", "line 1, column 13: found `X`, expected a turn of one of the faces"),
        ("scramble: R3", "line 1, column 11: found `R3`, expected a turn of one of the faces"),
    ] {
        let fault = read(text).unwrap_err();
        assert!(fault.contains(error), "{text:?}: {fault}");
    }
}

#[test]
fn every_number_is_a_board() {
    let puzzle = PocketCube::new(Metric::Quarter);
    for state in (0..3_674_160).step_by(991) {
        assert_eq!(puzzle.encode(&puzzle.decode(state)), state);
        let board = puzzle.decode(state);
        assert_eq!(read(&puzzle.write(&board)).unwrap(), board);
    }
}
