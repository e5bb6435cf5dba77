//! The engines on packed maps: what the tests that all engines share do not reach.

use puzzlespace::Puzzle;
use puzzlespace::search::{Limit, Limits, Stop};
use puzzlespace::survey::{Direction, Request, Store, SurveyError, survey};
use puzzlespace_puzzles::flip_game::FlipGame;
use puzzlespace_puzzles::four_in_a_row::FourInARow;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;

/// Surveys in the packed store, without symmetry and with it.
fn both<P: Puzzle>(puzzle: &P, origins: &[P::State], direction: Direction) -> [Vec<u64>; 3] {
    let request = Request { store: Some(Store::Packed), antipodes: 3, ..Request::default() };
    let plain = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
    let request = Request { symmetry: true, ..request };
    let reduced = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
    assert_eq!(plain.forms, None);
    for threads in [1, 3] {
        let request = Request { threads: NonZeroUsize::new(threads), ..request };
        let again = survey(puzzle, origins.iter().copied(), direction, &request).unwrap();
        assert_eq!((&again.layers, &again.forms), (&reduced.layers, &reduced.forms));
        assert_eq!(again.antipodes, reduced.antipodes);
    }
    [plain.layers, reduced.layers, reduced.forms.unwrap()]
}

#[test]
fn a_survey_up_to_symmetry_counts_all_states() {
    use puzzlespace::abilities::Symmetry;
    let flip_game = FlipGame::default();
    let goals = [0x0000, 0xffff];
    let [plain, reduced, forms] = both(&flip_game, &goals, Direction::Forward);
    assert_eq!(plain, [2, 32, 228, 880, 1562, 1136, 256]);
    assert_eq!(reduced, plain);
    let canonical = |state| flip_game.symmetry().unwrap().canonical(state);
    let solvable: BTreeSet<u16> = {
        let mut met: BTreeSet<u16> = goals.into();
        let mut open = goals.to_vec();
        while let Some(state) = open.pop() {
            open.extend(
                flip_game.successors(state).map(|(_, after)| after).filter(|&s| met.insert(s)),
            );
        }
        met
    };
    let classes: BTreeSet<u16> = solvable.iter().map(|&state| canonical(state)).collect();
    assert_eq!(forms.iter().sum::<u64>(), classes.len() as u64);

    let goals: Vec<u32> = FourInARow.goals().unwrap().collect();
    let [plain, reduced, forms] = both(&FourInARow, &goals, Direction::Backward);
    assert_eq!(plain, [283_072, 114_224, 147_272, 129_312, 96_504, 35_488, 8_488, 1_000, 160]);
    assert_eq!(reduced, plain);
    assert!(forms.iter().sum::<u64>() * 15 < plain.iter().sum::<u64>(), "{forms:?}");
}

#[test]
fn from_a_board_only_symmetries_that_keep_it_are_used() {
    let flip_game = FlipGame::default();
    // No symmetry; a mirror; all but the exchange of colours.
    for (board, order) in [(0b1100_0001_0000_0000, 1), (0b1111_0000_0000_0000, 2), (0x0000, 8)] {
        let [plain, reduced, forms] = both(&flip_game, &[board], Direction::Forward);
        assert_eq!(reduced, plain, "{board:b}");
        let states = plain.iter().sum::<u64>();
        let least = states.div_ceil(order);
        let most = if order == 1 { states } else { states - 1 };
        let found = forms.iter().sum::<u64>();
        assert!((least..=most).contains(&found), "{board:b}: {found} forms of {states}");
    }
}

#[test]
fn a_survey_up_to_symmetry_says_what_it_cannot_do() {
    let chain = puzzlespace::testkit::toys::Chain { length: 5, is_reversible: true };
    let request = Request { symmetry: true, ..Request::default() };
    let fault = survey(&chain, [0], Direction::Forward, &request).unwrap_err();
    assert!(matches!(fault, SurveyError::Symmetry(_)), "{fault}");
    let request = Request { store: Some(Store::Bitmap), ..request };
    let fault = survey(&FlipGame::default(), [0], Direction::Forward, &request).unwrap_err();
    assert_eq!(fault, SurveyError::Unreduced { store: "bitmap" });

    let limits = Limits { depth: Some(2), ..Limits::default() };
    let request = Request { symmetry: true, limits, ..Request::default() };
    let cut = survey(&FlipGame::default(), [0x0000, 0xffff], Direction::Forward, &request).unwrap();
    assert_eq!(cut.layers, [2, 32, 228]);
    assert_eq!(cut.stopped, Some(Stop::Limit(Limit::Depth(2))));
    assert_eq!(cut.forms.map(|forms| forms.len()), Some(3));
}
