//! Four-in-a-row, held against a slow reference on all 411,840 boards.

mod exhaustive;

use exhaustive::{Sampler, histogram, in_parallel};
use puzzlespace::engines::{self, ENGINES, Guarantee};
use puzzlespace::plugin::Playable;
use puzzlespace::search::{Job, Outcome};
use puzzlespace::text::Reader;
use puzzlespace::{Puzzle, abilities::Ability};
use puzzlespace_puzzles::four_in_a_row::{Board, FourInARow, Piece};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The reference: a board is its text, and whose turn it is is the letter of the side.
mod reference {
    use super::HashMap;
    use std::collections::{HashSet, VecDeque};

    pub(crate) type Board = [u8; 16];
    pub(crate) type State = (Board, u8);

    pub(crate) fn other(side: u8) -> u8 {
        if side == b'B' { b'W' } else { b'B' }
    }

    pub(crate) fn is_aligned(board: &Board) -> bool {
        let at = |row: usize, column: usize| board[4 * row + column];
        let is_line = |cells: [u8; 4]| cells[0] != b'O' && cells.iter().all(|&c| c == cells[0]);
        (0..4).any(|i| is_line([at(i, 0), at(i, 1), at(i, 2), at(i, 3)]))
            || (0..4).any(|i| is_line([at(0, i), at(1, i), at(2, i), at(3, i)]))
            || is_line([at(0, 0), at(1, 1), at(2, 2), at(3, 3)])
            || is_line([at(0, 3), at(1, 2), at(2, 1), at(3, 0)])
    }

    /// The boards that `side` can make of `board` in one move.
    pub(crate) fn moves(board: &Board, side: u8) -> Vec<Board> {
        let mut boards = Vec::new();
        for from in 0..16_usize {
            for to in 0..16_usize {
                let steps = (from / 4).abs_diff(to / 4) + (from % 4).abs_diff(to % 4);
                if steps == 1 && board[from] == side && board[to] == b'O' {
                    let mut after = *board;
                    after.swap(from, to);
                    boards.push(after);
                }
            }
        }
        boards
    }

    pub(crate) fn all_boards() -> Vec<Board> {
        let mut boards = Vec::new();
        let mut beginnings = vec![(Vec::new(), [2, 7, 7])];
        while let Some((beginning, left)) = beginnings.pop() {
            if let Ok(board) = Board::try_from(&beginning[..]) {
                boards.push(board);
                continue;
            }
            for (kind, cell) in [b'O', b'W', b'B'].into_iter().enumerate() {
                if left[kind] > 0 {
                    let mut left = left;
                    left[kind] -= 1;
                    beginnings.push(([&beginning[..], &[cell]].concat(), left));
                }
            }
        }
        boards
    }

    /// The fewest moves to a line, for each board with each side to move: a state is `n` moves away if
    /// one of its moves leads to a state that is `n - 1` away, and it is no nearer.
    pub(crate) fn distances() -> HashMap<State, u64> {
        let mut distances = HashMap::new();
        let mut open = Vec::new();
        for board in all_boards() {
            for side in [b'B', b'W'] {
                if is_aligned(&board) {
                    distances.insert((board, side), 0);
                } else {
                    let next: Vec<State> =
                        moves(&board, side).iter().map(|&after| (after, other(side))).collect();
                    open.push(((board, side), next));
                }
            }
        }
        for distance in 1.. {
            let is_next = |next: &[State]| {
                next.iter().any(|state| distances.get(state) == Some(&(distance - 1)))
            };
            let (found, rest): (Vec<_>, Vec<_>) =
                open.into_iter().partition(|(_, next)| is_next(next));
            if found.is_empty() {
                break;
            }
            distances.extend(found.into_iter().map(|(state, _)| (state, distance)));
            open = rest;
        }
        distances
    }

    /// What many published programs do: breadth-first search that remembers boards without the turn.
    pub(crate) fn distance_forgetting_the_turn(board: &Board) -> Option<u64> {
        let mut visited = HashSet::from([*board]);
        let mut queue = VecDeque::from([(*board, b'B', 0), (*board, b'W', 0)]);
        while let Some((board, side, distance)) = queue.pop_front() {
            if is_aligned(&board) {
                return Some(distance);
            }
            for after in moves(&board, side) {
                if visited.insert(after) {
                    queue.push_back((after, other(side), distance + 1));
                }
            }
        }
        None
    }
}

static DISTANCES: LazyLock<HashMap<reference::State, u64>> = LazyLock::new(reference::distances);

/// The fewest moves from any of these starts.
fn expected(board: &reference::Board, sides: &[u8]) -> Option<u64> {
    sides.iter().filter_map(|&side| DISTANCES.get(&(*board, side)).copied()).min()
}

const EITHER: &[u8] = b"BW";

/// Solves `board`, which one of `sides` begins, and holds the answer against the reference's.
fn solve_and_compare(engine: &str, board: &reference::Board, sides: &[u8]) {
    let piece = |&letter: &u8| match letter {
        b'B' => Some(Piece::Black),
        b'W' => Some(Piece::White),
        _ => None,
    };
    let start = Board {
        squares: std::array::from_fn(|index| piece(&board[index])),
        to_move: sides.first().filter(|_| sides.len() == 1).and_then(piece),
    };
    let puzzle = FourInARow;
    let expected = expected(board, sides);
    let run = engines::by_name(engine)
        .unwrap()
        .run(&puzzle, puzzle.starts(&start), &Job::default())
        .unwrap();
    let place = || format!("{engine} on {}, {sides:?} to move", String::from_utf8_lossy(board));
    match (&run.outcome, expected) {
        (Outcome::Unsolvable(_), None) => {}
        (Outcome::Solved(solution), Some(distance)) => {
            assert_eq!(solution.cost, distance, "{}", place());
            assert_eq!(run.stats.lower_bound, distance, "{}", place());
            let [path] = &solution.paths[..] else { panic!("{}: not one path", place()) };
            assert_eq!(path.steps.len() as u64, distance, "{}", place());
            let to_move = puzzle.decode(path.start).to_move.unwrap();
            let mut side = if to_move == Piece::Black { b'B' } else { b'W' };
            assert!(sides.contains(&side), "{}", place());
            let mut now = *board;
            for slide in path.moves() {
                let mut after = now;
                after.swap(slide.from.index(), slide.to.index());
                assert!(reference::moves(&now, side).contains(&after), "{}", place());
                now = after;
                side = reference::other(side);
            }
            assert!(reference::is_aligned(&now), "{}", place());
        }
        (outcome, _) => panic!("{}: {outcome:?}, expected {expected:?}", place()),
    }
}

#[test]
fn every_board_is_solved_at_its_optimum() {
    let boards = reference::all_boards();
    assert_eq!(boards.len(), 411_840);
    let optima = boards.iter().map(|board| expected(board, EITHER).unwrap());
    assert_eq!(histogram(optima), [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128]);
    in_parallel(&boards, |board| solve_and_compare("bfs", board, EITHER));
}

#[test]
fn every_board_is_solved_at_its_optimum_or_proved_unsolvable_when_one_side_must_begin() {
    let states =
        [b'B', b'W'].map(|side| reference::all_boards().into_iter().map(move |b| (b, side)));
    let states: Vec<_> = states.into_iter().flatten().collect();
    assert_eq!(
        histogram(DISTANCES.values().copied()),
        [283_072, 114_224, 147_272, 129_312, 96_504, 35_488, 8_488, 1_000, 160]
    );
    assert_eq!(states.len() - DISTANCES.len(), 8_160);
    in_parallel(&states, |(board, side)| solve_and_compare("bfs", board, &[*side]));
}

#[test]
fn every_engine_that_promises_the_optimum_finds_it_on_a_sample() {
    let mut sampler = Sampler { seed: 2346 };
    let states = |distance: Option<u64>| -> Vec<reference::State> {
        let all = reference::all_boards().into_iter();
        let states = all.flat_map(|board| [(board, b'B'), (board, b'W')]);
        states.filter(|state| DISTANCES.get(state).copied() == distance).collect()
    };
    let depths = (0..=8).map(Some).chain([None]);
    let states: Vec<_> = depths.flat_map(|depth| sampler.draw(&states(depth), 15)).collect();
    let puzzle = FourInARow;
    let mut engines = ENGINES.to_vec();
    engines.retain(|engine| {
        engine.missing(&puzzle).is_none() && engine.guarantee == Guarantee::Optimal
    });
    in_parallel(&states, |(board, side)| {
        for engine in &engines {
            solve_and_compare(engine.name, board, &[*side]);
            solve_and_compare(engine.name, board, EITHER);
        }
    });
}

/// A visited set of boards alone goes wrong on about one in twenty of the boards that are not aligned.
#[test]
fn the_turn_is_part_of_the_state() {
    let board = b"BBBWBBBWWWBOWWOW";
    assert_eq!(reference::distance_forgetting_the_turn(board), Some(4));
    assert_eq!(expected(board, EITHER), Some(3));
    solve_and_compare("bfs", board, EITHER);

    let boards = reference::all_boards();
    let wrong = boards.iter().filter(|board| {
        let distance = reference::distance_forgetting_the_turn(board);
        assert!(distance >= expected(board, EITHER));
        distance > expected(board, EITHER)
    });
    assert_eq!(wrong.count(), 12_772);
}

#[test]
fn an_aligned_board_needs_no_move() {
    let puzzle = FourInARow;
    let board = puzzle.read(&mut Reader::new("BBBB\nWWWW\nBBBW\nWWOO")).unwrap();
    for engine in ENGINES {
        if engine.missing(&puzzle).is_none() {
            let run = engine.run(&puzzle, puzzle.starts(&board), &Job::default()).unwrap();
            let solution = run.outcome.solution().unwrap();
            assert_eq!((solution.cost, solution.paths[0].steps.len()), (0, 0), "{}", engine.name);
        }
    }
}

#[test]
fn it_has_the_abilities_that_are_true_of_it() {
    assert_eq!(
        Ability::all_of(&FourInARow),
        [
            Ability::UnitCosts,
            Ability::Predecessors,
            Ability::ListedGoals,
            Ability::Ranked,
            Ability::Informed,
            Ability::Symmetric
        ]
    );
}
