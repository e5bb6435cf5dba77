//! Boards that are made up are what they are said to be.

use puzzlespace::generate::{Depth, GenerateError, How, Request};
use puzzlespace::plugin::{Instance, Plugin};
use puzzlespace::search::{Job, Limits, Wanted};
use puzzlespace_puzzles::{PLUGINS, pancake, sliding_tile};

fn request(count: usize, seed: u64, depth: Depth) -> Request<'static> {
    Request { depth, ..Request::new(count, seed) }
}

/// The least cost of a board, by the engine that suits the puzzle.
fn cost(instance: &dyn Instance, board: &str) -> u64 {
    let (engine, _) = instance.auto(Wanted::One, &Limits::default());
    let answer = instance.solve(board, &engine.into(), &Job::default()).expect("a board");
    answer.outcome.solution().unwrap_or_else(|| panic!("{board} cannot be solved")).cost
}

#[test]
fn every_puzzle_gives_boards_of_the_depth_that_was_asked_for() {
    for plugin in PLUGINS {
        let instance = plugin.instance("").unwrap();
        let generated = instance.generate(&request(5, 1, Depth::Exactly(4))).unwrap();
        let How::Layer { states, .. } = generated.how else { panic!("{generated:?}") };
        assert_eq!(generated.boards.len() as u64, states.min(5), "{}", plugin.name);
        assert!(matches!(generated.how, How::Layer { depth: 4, .. }), "{generated:?}");
        for board in &generated.boards {
            assert_eq!(cost(&*instance, board), 4, "{}: {board}", plugin.name);
        }
    }
}

#[test]
fn scrambled_boards_can_be_solved() {
    for plugin in PLUGINS {
        let instance = plugin.instance("").unwrap();
        let generated = instance.generate(&request(5, 1, Depth::Any)).unwrap();
        assert_eq!(generated.boards.len(), 5, "{}", plugin.name);
        for board in &generated.boards {
            cost(&*instance, board);
        }
    }
}

fn generate(
    plugin: &Plugin,
    arguments: &str,
    request: &Request<'_>,
) -> Result<(Vec<String>, How), GenerateError> {
    let generated = plugin.instance(arguments).unwrap().generate(request)?;
    Ok((generated.boards, generated.how))
}

#[test]
fn the_hardest_boards_are_the_antipodes() {
    let (boards, how) =
        generate(&sliding_tile::PLUGIN, "", &request(9, 1, Depth::Farthest)).unwrap();
    assert_eq!(how, How::Layer { depth: 31, states: 2 });
    assert_eq!(boards.len(), 2, "there are no more");
}

#[test]
fn where_a_survey_is_too_large_boards_are_searched_for_and_then_walked_to() {
    let fifteen = "rows=4,columns=4";
    let asked = request(2, 1, Depth::Exactly(24));
    let (boards, how) = generate(&sliding_tile::PLUGIN, fifteen, &asked).unwrap();
    assert_eq!((boards.len(), how), (2, How::Searched { depth: 24 }));
    let instance = sliding_tile::PLUGIN.instance(fifteen).unwrap();
    for board in &boards {
        assert_eq!(cost(&*instance, board), 24, "{board}");
    }
    let asked = request(1, 1, Depth::Exactly(70));
    let (boards, how) = generate(&sliding_tile::PLUGIN, "rows=5,columns=5", &asked).unwrap();
    assert_eq!((boards.len(), how), (1, How::Walk { steps: 70 }));
    let hardest = request(1, 1, Depth::Farthest);
    let error = generate(&sliding_tile::PLUGIN, fifteen, &hardest).unwrap_err();
    assert!(matches!(error, GenerateError::Unaffordable { .. }), "{error}");
}

/// Whatever changes these boards changes every comparison that was made by a seed.
#[test]
fn a_seed_gives_the_same_boards_for_ever() {
    let eight = |depth| generate(&sliding_tile::PLUGIN, "", &request(2, 7, depth)).unwrap().0;
    assert_eq!(eight(Depth::Any), ["6 3 5\n8 1 2\n4 . 7", "6 7 .\n3 4 2\n5 1 8"]);
    assert_eq!(eight(Depth::Exactly(20)), [". 5 7\n8 1 2\n4 6 3", "4 6 1\n7 8 5\n3 2 ."]);
    let asked = request(2, 7, Depth::Exactly(8));
    let (stacks, _) = generate(&pancake::PLUGIN, "n=8", &asked).unwrap();
    assert_eq!(stacks, ["1 4 6 5 7 2 8 3", "6 2 7 4 5 8 3 1"]);
}
