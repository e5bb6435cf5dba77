//! Boards that are read and written, goals, symmetries, and what cannot be solved.

use super::*;

fn make(rows: usize, columns: usize, goal: &str) -> SlidingTile<u64> {
    let arguments = format!("rows={rows},columns={columns},goal={goal}");
    let arguments = Arguments::parse(PLUGIN.parameters, &arguments).unwrap();
    SlidingTile::configure(&arguments).unwrap()
}

/// Reads all boards in `text`, and writes them again.
fn boards<W: Word>(puzzle: &SlidingTile<W>, text: &str) -> Result<Vec<String>, String> {
    let mut reader = Reader::new(text);
    let mut boards = Vec::new();
    while !reader.is_at_end() {
        let board = puzzle.read(&mut reader).map_err(|error| error.to_string())?;
        boards.push(puzzle.write(&board));
    }
    Ok(boards)
}

#[test]
fn a_board_is_read_however_it_is_laid_out() {
    let puzzle = make(3, 3, "blank_last");
    for text in [
        "2 3 4 1 5 x 7 6 8",
        "2 3 4\n1 5 0\n7 6 8\n",
        "2 3 4\r\n1 5 _\r\n7 6 8\r\n",
        "\u{feff}234\n15.\n768",
        "234150768",
        "234 15X 768\n",
    ] {
        let expected = ["2 3 4\n1 5 .\n7 6 8".to_owned()];
        assert_eq!(boards(&puzzle, text).unwrap(), expected, "{text:?}");
    }
    let two = "2 3 4 1 5 x 7 6 8\n123456780\n";
    assert_eq!(boards(&puzzle, two).unwrap(), ["2 3 4\n1 5 .\n7 6 8", "1 2 3\n4 5 6\n7 8 ."]);
    let wide = make(3, 4, "blank_first");
    let text = "11 10 9 8 7 6 5 4 3 2 1 0";
    assert_eq!(boards(&wide, text).unwrap(), ["11 10  9  8\n 7  6  5  4\n 3  2  1  ."]);
}

#[test]
fn errors_name_what_was_found_where_and_what_was_expected() {
    let (small, large) = (make(3, 3, "blank_last"), make(3, 4, "blank_last"));
    let tile = "expected a tile from 1 to 8, or `0` for the blank";
    let large_tile = "expected a tile from 1 to 11, or `0` for the blank";
    let once = "expected each tile and the blank once";
    for (puzzle, text, error) in [
        (&small, "123\n459\n780", format!("line 2, column 3: found `9`, {tile}")),
        (&small, "1 2 3\n4 4 6\n7 8 0", format!("line 2, column 3: found a second `4`, {once}")),
        (&small, "102\n345\n67x", format!("line 3, column 3: found a second blank, {once}")),
        (
            &small,
            "1 2 3\n4 5\n",
            "line 2, column 4: found the end of the line after 2 cells, \
             expected 3 cells in row 2 of 3"
                .into(),
        ),
        (
            &large,
            "1 2 3 4 5 6 7 8 9 10 12 0",
            format!("line 1, column 22: found `12`, {large_tile}"),
        ),
        (
            &large,
            "1 2 3 4 5 6 7",
            format!(
                "line 1, column 14: found the end of the input, {large_tile}, on row 2, column 4"
            ),
        ),
    ] {
        assert_eq!(boards(puzzle, text), Err(error), "{text:?}");
    }
}

#[test]
fn goals_are_what_their_names_say() {
    let goal = |rows, columns, name| {
        let puzzle = make(rows, columns, name);
        puzzle.write(&puzzle.decode(puzzle.goal))
    };
    assert_eq!(goal(2, 3, "blank_first"), ". 1 2\n3 4 5");
    assert_eq!(goal(2, 3, "blank_last"), "1 2 3\n4 5 .");
    assert_eq!(goal(3, 3, "spiral"), "1 2 3\n8 . 4\n7 6 5");
    assert_eq!(goal(3, 4, "spiral"), " 1  2  3  4\n10 11  .  5\n 9  8  7  6");
}

#[test]
fn what_makes_no_instance_is_refused() {
    assert!(SlidingTile::<u64>::new(1, 4, &[0, 1, 2, 3]).is_err());
    assert!(SlidingTile::<u64>::new(2, 2, &[0, 1, 2, 2]).is_err());
    assert!(SlidingTile::<u64>::new(2, 2, &[0, 1, 2]).is_err());
    let goal: Vec<u8> = (0..25).collect();
    assert!(SlidingTile::<u64>::new(5, 5, &goal).is_err());
    assert!(SlidingTile::<u128>::new(5, 5, &goal).is_ok());
}

#[test]
fn both_words_hold_the_same_boards() {
    let goal = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let narrow = SlidingTile::<u64>::new(3, 3, &goal).unwrap();
    let wide = SlidingTile::<u128>::new(3, 3, &goal).unwrap();
    for rank in (0..181_440).step_by(997) {
        let board = narrow.decode(narrow.ranking().unwrap().unrank(rank));
        let moves = narrow.successors(narrow.encode(&board));
        let moves = moves.map(|(slide, after)| (slide, narrow.decode(after)));
        let wide_moves = wide.successors(wide.encode(&board));
        let wide_moves = wide_moves.map(|(slide, after)| (slide, wide.decode(after)));
        assert!(moves.eq(wide_moves), "{board:?}");
    }
}

#[test]
fn exactly_half_of_all_boards_are_impossible() {
    let puzzle = make(2, 2, "blank_first");
    let mut tiles = [0_u8; 4];
    let mut counts = [0; 2];
    for number in 0..256_usize {
        for (cell, tile) in tiles.iter_mut().enumerate() {
            *tile = [0, 1, 2, 3][number >> (2 * cell) & 3];
        }
        if (0..4).all(|tile| tiles.contains(&tile)) {
            let state = puzzle.encode(&Board { tiles: tiles.into() });
            counts[usize::from(puzzle.impossible(state).is_some())] += 1;
        }
    }
    assert_eq!(counts, [12, 12]);
}

#[test]
fn symmetries_are_those_that_leave_the_blank_at_home() {
    let order =
        |rows, columns, goal| make(rows, columns, goal).symmetry().map(|symmetry| symmetry.order());
    assert_eq!(order(4, 4, "blank_first"), Some(2));
    assert_eq!(order(3, 3, "spiral"), Some(8));
    assert_eq!(order(3, 4, "blank_last"), None);
}

#[test]
fn moves_have_words() {
    let puzzle = make(3, 3, "blank_last");
    let board = puzzle.read(&mut Reader::new("1 2 3 4 . 5 6 7 8")).unwrap();
    let moves = puzzle.successors(puzzle.encode(&board));
    let mut words: Vec<_> =
        moves.map(|(direction, _)| puzzle.describe(&board, direction)).collect();
    words.sort_unstable();
    assert_eq!(words, ["slide 2 down", "slide 4 right", "slide 5 left", "slide 7 up"]);
}
