//! Flip Game, held against a slow reference on all 65,536 boards.

mod exhaustive;

use exhaustive::{Sampler, histogram, in_parallel};
use puzzlespace::engines::{self, ENGINES, Guarantee, RunOf};
use puzzlespace::search::{Job, Outcome, Reason};
use puzzlespace::{Puzzle, abilities::Ability};
use puzzlespace_puzzles::flip_game::{Board, FlipGame, Goal};
use std::collections::{HashMap, VecDeque};

/// The reference: a board is an array, and breadth-first search from the goals finds how far each is.
mod reference {
    use super::{HashMap, VecDeque};

    pub(crate) type Board = [[bool; 4]; 4];

    pub(crate) fn flip(mut board: Board, row: usize, column: usize) -> Board {
        for (r, line) in board.iter_mut().enumerate() {
            for (c, is_black) in line.iter_mut().enumerate() {
                if r.abs_diff(row) + c.abs_diff(column) <= 1 {
                    *is_black = !*is_black;
                }
            }
        }
        board
    }

    pub(crate) fn distances(goals: &[Board]) -> HashMap<Board, u64> {
        let mut distances: HashMap<Board, u64> = goals.iter().map(|&goal| (goal, 0)).collect();
        let mut queue: VecDeque<Board> = goals.iter().copied().collect();
        while let Some(board) = queue.pop_front() {
            let distance = distances[&board];
            for row in 0..4 {
                for column in 0..4 {
                    let next = flip(board, row, column);
                    distances.entry(next).or_insert_with(|| {
                        queue.push_back(next);
                        distance + 1
                    });
                }
            }
        }
        distances
    }

    pub(crate) fn all_boards() -> Vec<Board> {
        let mut boards = vec![[[false; 4]; 4]];
        for row in 0..4 {
            for column in 0..4 {
                for index in 0..boards.len() {
                    let mut board = boards[index];
                    board[row][column] = true;
                    boards.push(board);
                }
            }
        }
        boards
    }
}

const WHITE: reference::Board = [[false; 4]; 4];
const BLACK: reference::Board = [[true; 4]; 4];

/// Solves `board` with `engine`, and holds the answer against the reference's.
fn solve_and_compare(
    engine: &str,
    puzzle: FlipGame,
    goals: &[reference::Board],
    board: &reference::Board,
    expected: Option<u64>,
) {
    let start = Board { is_black: std::array::from_fn(|index| board[index / 4][index % 4]) };
    let engine = engines::by_name(engine).unwrap();
    let run = engine.run(&puzzle, puzzle.starts(&start), &Job::default()).unwrap();
    compare(engine.name, &run, goals, board, expected);
}

fn compare(
    engine: &str,
    run: &RunOf<FlipGame>,
    goals: &[reference::Board],
    board: &reference::Board,
    expected: Option<u64>,
) {
    match (&run.outcome, expected) {
        (Outcome::Unsolvable(reason), None) => {
            let is_linear = matches!(reason, Reason::Invariant(_));
            assert_eq!(is_linear, engine == "linear", "{engine}: {reason}");
        }
        (Outcome::Solved(solution), Some(distance)) => {
            assert_eq!(solution.cost, distance, "{engine} on {board:?}");
            assert_eq!(run.stats.lower_bound, distance, "{engine} on {board:?}");
            let [path] = &solution.paths[..] else { panic!("{engine}: not one path") };
            assert_eq!(path.steps.len() as u64, distance, "{engine} on {board:?}");
            let end = path.moves().fold(*board, |board, square| {
                reference::flip(board, square.row() as usize - 1, square.column() as usize - 1)
            });
            assert!(goals.contains(&end), "{engine} on {board:?} ends on {end:?}");
        }
        (outcome, _) => panic!("{engine} on {board:?}: {outcome:?}, expected {expected:?}"),
    }
}

#[test]
fn every_board_is_solved_at_its_optimum_or_proved_unsolvable() {
    let goals = [WHITE, BLACK];
    let distances = reference::distances(&goals);
    assert_eq!(histogram(distances.values().copied()), [2, 32, 228, 880, 1562, 1136, 256]);
    let boards = reference::all_boards();
    assert_eq!(boards.len(), 65_536);
    assert_eq!(boards.len() - distances.len(), 61_440);
    in_parallel(&boards, |board| {
        for engine in ["bfs", "linear"] {
            let expected = distances.get(board).copied();
            solve_and_compare(engine, FlipGame::default(), &goals, board, expected);
        }
    });
}

#[test]
fn one_colour_as_the_goal_is_another_puzzle() {
    for (goal, target) in [(Goal::White, WHITE), (Goal::Black, BLACK)] {
        let distances = reference::distances(&[target]);
        assert_eq!(histogram(distances.values().copied()), [1, 16, 120, 560, 1387, 1440, 540, 32]);
        for board in &reference::all_boards() {
            let expected = distances.get(board).copied();
            solve_and_compare("linear", FlipGame { goal }, &[target], board, expected);
        }
    }
}

#[test]
fn every_engine_that_promises_the_optimum_finds_it_on_a_sample() {
    const EACH: usize = 150;
    let mut sampler = Sampler { seed: 1753 };
    for (goal, goals) in
        [(Goal::Either, &[WHITE, BLACK][..]), (Goal::White, &[WHITE]), (Goal::Black, &[BLACK])]
    {
        let puzzle = FlipGame { goal };
        let distances = reference::distances(goals);
        let (solvable, unsolvable): (Vec<_>, Vec<_>) =
            reference::all_boards().into_iter().partition(|board| distances.contains_key(board));
        let sample = [sampler.draw(&solvable, EACH), sampler.draw(&unsolvable, EACH)].concat();
        let mut engines = ENGINES.to_vec();
        engines.retain(|engine| {
            engine.missing(&puzzle).is_none() && engine.guarantee == Guarantee::Optimal
        });
        in_parallel(&sample, |board| {
            for engine in &engines {
                let expected = distances.get(board).copied();
                solve_and_compare(engine.name, puzzle, goals, board, expected);
            }
        });
    }
}

#[test]
fn it_has_every_ability_but_pieces_to_follow() {
    let lacking: Vec<_> = Ability::ALL
        .into_iter()
        .filter(|ability| !ability.is_had_by(&FlipGame::default()))
        .collect();
    assert_eq!(lacking, [Ability::Patterns]);
}
