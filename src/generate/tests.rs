//! Boards of the lamps, of which there are sixteen.

use super::*;
use crate::testkit::toys::LAMPS;

fn lamps(depth: Depth, count: usize, seed: u64) -> Result<Generated, GenerateError> {
    let instance = LAMPS.instance("").unwrap();
    instance.generate(&Request { depth, ..Request::new(count, seed) })
}

#[test]
fn a_seed_gives_the_same_boards_again_and_another_gives_others() {
    let boards = |seed| lamps(Depth::Any, 4, seed).unwrap().boards;
    assert_eq!(boards(1), boards(1));
    assert_ne!(boards(1), boards(2));
}

#[test]
fn no_more_boards_than_there_are_and_none_twice() {
    let generated = lamps(Depth::Farthest, 100, 1).unwrap();
    let How::Layer { states, .. } = generated.how else { panic!("{generated:?}") };
    let mut boards = generated.boards.clone();
    boards.sort();
    boards.dedup();
    assert_eq!((boards.len(), generated.boards.len() as u64), (generated.boards.len(), states));
}

#[test]
fn too_deep_is_told_with_what_there_is() {
    let error = lamps(Depth::Exactly(9), 1, 1).unwrap_err();
    assert!(matches!(error, GenerateError::TooDeep { depth: 9, .. }), "{error}");
}

#[test]
fn more_boards_than_there_are_end_with_those_that_there_are() {
    let all = lamps(Depth::Any, usize::MAX, 1).unwrap();
    assert!(all.boards.len() > 4 && all.how == How::Scrambled, "{all:?}");
}

#[test]
fn making_up_boards_can_be_cancelled() {
    let instance = LAMPS.instance("").unwrap();
    let cancel = AtomicBool::new(true);
    let request = Request { cancel: Some(&cancel), ..Request::new(4, 1) };
    assert_eq!(instance.generate(&request), Err(GenerateError::Cancelled));
}
