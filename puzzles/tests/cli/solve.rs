//! `solve`: answers, limits, and the exit codes that go with them.

use crate::support::{SAMPLE, UNSOLVABLE, file, run, run_on};

#[test]
fn a_board_is_solved_move_by_move() {
    let run = run_on(SAMPLE, &["solve", "flip_game", "-"]).ends_with(0);
    assert_eq!(run.err, "");
    let (moves, statistics) = run.out.split_at(run.out.find("linear:").expect("statistics"));
    assert_eq!(
        moves,
        "Flip Game by linear, chosen because every move commutes and undoes itself\n\
         \n\
         bwwb\nbbwb\nbwwb\nbwww\n\
         \n\
         1. flip row 1, column 1\n\
         2. flip row 2, column 2\n\
         3. flip row 2, column 4\n\
         4. flip row 3, column 1\n\
         \n\
         wwww\nwwww\nwwww\nwwww\n\
         \n\
         solved in 4 moves, the fewest possible\n"
    );
    assert!(statistics.starts_with("linear: 32 expanded, 16 generated, "), "{statistics}");
    assert_eq!(statistics.lines().count(), 1, "{statistics}");
}

#[test]
fn every_engine_that_fits_solves_the_samples() {
    let json = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    for (puzzle, board, optimum) in
        [("flip_game", SAMPLE, 4), ("four_in_a_row", "BWBOWBWBBWBWWBWO", 5)]
    {
        let description = json(&run(&["describe", puzzle, "--format", "json"]).ends_with(0).out);
        let engines = description["engines"].as_array().unwrap();
        let mut proved = Vec::new();
        for engine in engines.iter().filter(|engine| engine["missing"].is_null()) {
            let engine = engine["engine"].as_str().unwrap();
            let arguments = ["solve", puzzle, "--engine", engine, "--format", "json"];
            let answer = json(&run_on(board, &arguments).ends_with(0).out);
            let cost = answer["cost"].as_u64().unwrap();
            if answer["optimal"] == true {
                assert_eq!(cost, optimum, "{puzzle} by {engine}");
                proved.push(engine);
            } else {
                assert!(cost >= optimum, "{puzzle} by {engine}: {cost}");
            }
        }
        assert!(proved.contains(&"bfs") && proved.contains(&"iddfs"), "{proved:?}");
    }
}

#[test]
fn nobody_is_told_why_the_engine_is_the_one_that_was_asked_for() {
    run_on(SAMPLE, &["solve", "flip_game", "--engine", "bfs"])
        .ends_with(0)
        .says(&["Flip Game by bfs\n\n"]);
}

#[test]
fn unsolvable_is_proved_and_has_its_own_exit_code() {
    run_on(UNSOLVABLE, &["solve", "flip_game"])
        .ends_with(1)
        .says(&["unsolvable: every move changes an even number of these"]);
    for engine in ["bfs", "iddfs", "ida_star"] {
        run_on(UNSOLVABLE, &["solve", "flip_game", "--engine", engine])
            .ends_with(1)
            .says(&["unsolvable: none of the 4,096 reachable states is a goal"]);
    }
}

#[test]
fn parameters_change_the_instance() {
    run_on(SAMPLE, &["solve", "flip_game:goal=black"])
        .ends_with(0)
        .says(&["\n\nbbbb\nbbbb\nbbbb\nbbbb\n\nsolved in"]);
}

#[test]
fn a_solved_board_needs_no_moves() {
    run_on("wwwwwwwwwwwwwwww", &["solve", "flip_game"])
        .ends_with(0)
        .says(&["wwww\n\nsolved already, in 0 moves, the fewest possible\n"]);
}

#[test]
fn all_optimal_solutions_are_listed_and_counted() {
    run_on(SAMPLE, &["solve", "flip_game", "--all"]).ends_with(0).says(&[
        "\nsolution 1\n1. ",
        "\nsolution 2\n1. ",
        "; 2 ways to do it\n",
    ]);
    let one = run_on(SAMPLE, &["solve", "flip_game", "--all=1"]).ends_with(0);
    let one = one.says(&["solution 1\n", "; 2 ways to do it, of which 1 is shown\n"]);
    assert!(!one.out.contains("solution 2\n"), "{}", one.out);
    run(&["solve", "flip_game", "--all=0"]).ends_with(2).complains(&["--all[=<N>]"]);
    run_on(SAMPLE, &["solve", "flip_game", "--all", "--engine", "a_star"])
        .ends_with(2)
        .complains(&["a_star cannot list every optimal solution; engines that can: bfs"]);
}

#[test]
fn many_boards_are_solved_one_after_another() {
    let boards = format!("{SAMPLE}\n\n{UNSOLVABLE}wwwwwwwwwwwwwwww\n");
    let run = run_on(boards, &["solve", "flip_game"]).ends_with(1);
    let mut rest = run.out.as_str();
    for part in [
        "\nboard 1 of 3, line 1\n",
        "solved in 4 moves",
        "\nboard 2 of 3, line 7\n",
        "unsolvable: ",
        "\nboard 3 of 3, line 11\n",
        "solved already",
        "\n3 boards: 2 solved, 1 unsolvable\n",
    ] {
        rest = rest.split_once(part).unwrap_or_else(|| panic!("no `{part}` in {rest}")).1;
    }
    assert_eq!(rest, "");
}

#[test]
fn each_limit_ends_the_search_and_says_how_to_go_on() {
    for (option, value, engine) in [
        ("--time-limit", "0ms", "bfs"),
        ("--memory-limit", "1KiB", "bfs"),
        ("--max-states", "100", "bfs"),
        ("--max-depth", "3", "bfs"),
        ("--max-depth", "3", "linear"),
        ("--max-expansions", "10", "bfs"),
        ("--max-expansions", "10", "linear"),
    ] {
        run_on(SAMPLE, &["solve", "flip_game", "--engine", engine, option, value])
            .ends_with(3)
            .says(&["\nstopped by ", &format!("; raise {option} to search on")]);
    }
    run_on(SAMPLE, &["solve", "flip_game", "--engine", "bfs", "--max-expansions", "100"])
        .ends_with(3)
        .says(&["; no solution costs less than 3; "]);
}

#[test]
fn a_board_at_a_limit_decides_before_an_unsolvable_one() {
    let boards = format!("{UNSOLVABLE}{SAMPLE}");
    run_on(boards, &["solve", "flip_game", "--max-depth", "3"])
        .ends_with(3)
        .says(&["\n2 boards: 1 unsolvable, 1 at a limit\n"]);
}

#[test]
fn a_file_is_read_as_standard_input_is() {
    let path = file("solve-file.txt", SAMPLE);
    let run = |file| run_on(SAMPLE, &["solve", "flip_game", file, "--format", "json"]).ends_with(0);
    let but_time = |text: &str| text.split("\"seconds\"").next().map(str::to_owned);
    assert_eq!(but_time(&run(&path).out), but_time(&run("-").out));
}

#[test]
fn misspelt_names_are_corrected() {
    run(&["solve", "flip_gam"]).ends_with(2).complains(&["mean `flip_game`?", "four_in_a_row"]);
    run(&["solve", "flip_game:gaol=white"]).ends_with(2).complains(&["mean `goal`?"]);
    run(&["solve", "flip_game:goal=red"]).ends_with(2).complains(&["either or white or black"]);
    run(&["solve", "flip_game:goal"]).ends_with(2).complains(&["write name=value"]);
    run_on(SAMPLE, &["solve", "flip_game", "--engine", "bsf"])
        .ends_with(2)
        .complains(&["no engine is called `bsf`; did you mean `bfs`?", "linear"]);
    run_on("BWBOWBWBBWBWWBWO", &["solve", "four_in_a_row", "--engine", "linear"])
        .ends_with(2)
        .complains(&[
            "linear needs a puzzle with the ability `commuting`",
            "engines that fit: bfs",
        ]);
}

#[test]
fn malformed_limits_say_what_is_expected() {
    for (option, value, expected) in [
        ("--time-limit", "10x", "expected a time, such as 500ms, 10s, 2m"),
        ("--memory-limit", "lots", "expected a size, such as 512MiB"),
        ("--max-states", "many", "expected a count, such as 1000000"),
    ] {
        run(&["solve", "flip_game", option, value]).ends_with(2).complains(&[option, expected]);
    }
}

#[test]
fn a_board_for_another_goal_is_told_as_one() {
    let unsolvable = |puzzle: &str, board: &str| run_on(board, &["solve", puzzle]).ends_with(1);
    let advice = "; as they are, they can be with goal=";
    // Korf's first board of the 15-puzzle, which has the blank first.
    let board = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let other = unsolvable("sliding_tile:rows=4,columns=4", board);
    other.says(&["could be brought home", &format!("{advice}blank_first\n")]);
    let board = "2 1 3 4 5 6 7 8 0";
    unsolvable("sliding_tile", board).says(&[&format!("{advice}spiral\n")]);
    run_on(board, &["solve", "sliding_tile:goal=spiral"]).ends_with(0).says(&["in 18 moves"]);
}

#[test]
fn boards_are_drawn_after_each_move() {
    run_on("2 1 3", &["solve", "pancake:n=3", "--draw"])
        .ends_with(0)
        .says(&["\n =2==\n  1=\n==3===\n\n1. flip the top 2 pancakes\n  1=\n =2==\n==3===\n"]);
    run_on("1 2 3 4 5 6 7 . 8", &["solve", "sliding_tile", "--draw"])
        .ends_with(0)
        .says(&["\n1 2 3\n4 5 6\n7 . 8\n\n1. slide 8 left\n1 2 3\n4 5 6\n7 8 .\n"]);
}
