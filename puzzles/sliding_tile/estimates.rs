//! Estimates for sliding tiles besides Manhattan distance.

#![expect(clippy::cast_possible_truncation, reason = "lines and their places are below six")]

use super::{Slide, SlidingTile, Word};
use puzzlespace::abilities::Heuristic;
use puzzlespace::hash::Map;
use std::collections::VecDeque;

/// The longest side.
const MOST: usize = super::MOST_ROWS;
/// What a tile may be in a line: its place there counted from 1, or 0 for a stranger.
const DIGITS: usize = MOST + 1;

/// A row or a column, as seen by what is done with all of them.
#[derive(Debug, Clone, Copy)]
enum Lines {
    Rows,
    Columns,
}

impl Lines {
    const BOTH: [Lines; 2] = [Lines::Rows, Lines::Columns];

    /// Which of them a cell is in, and at which place.
    fn of<W: Word>(self, puzzle: &SlidingTile<W>, cell: usize) -> (usize, usize) {
        let (row, column) = puzzle.grid.place(cell);
        match self {
            Lines::Rows => (row, column),
            Lines::Columns => (column, row),
        }
    }

    /// How many there are.
    fn count<W: Word>(self, puzzle: &SlidingTile<W>) -> usize {
        match self {
            Lines::Rows => puzzle.grid.rows,
            Lines::Columns => puzzle.grid.columns,
        }
    }
}

/// Manhattan distance, and two moves more for each tile that has to leave its row or column to let others
/// pass.
///
/// Of the tiles of a line that belong there, some can stay: at most as many as stand in the right order. Each
/// of the others has to leave the line and come back, for which two moves across it are needed that the
/// distance does not count. To add two moves for each **pair** in the wrong order would be too much: one
/// tile that leaves may solve several.
#[derive(Debug)]
pub(super) struct LinearConflict<W> {
    puzzle: SlidingTile<W>,
    /// For each kind of line, each line and each tile: the place in this line where it belongs, from 1, or 0
    /// where it belongs to another.
    places: [[[u8; super::NUMBERS]; MOST]; 2],
    /// Moves to add, by the places of the tiles of a line as digits.
    extra: Vec<u8>,
}

impl<W: Word> LinearConflict<W> {
    pub(super) fn new(puzzle: &SlidingTile<W>) -> Self {
        let mut places = [[[0; super::NUMBERS]; MOST]; 2];
        for (places, lines) in places.iter_mut().zip(Lines::BOTH) {
            for cell in 0..puzzle.grid.cells() {
                let (line, place) = lines.of(puzzle, cell);
                if puzzle.goal.tile(cell) != 0 {
                    places[line][usize::from(puzzle.goal.tile(cell))] = place as u8 + 1;
                }
            }
        }
        let count = DIGITS.pow(MOST as u32);
        let extra = (0..count).map(extra).collect();
        LinearConflict { puzzle: puzzle.clone(), places, extra }
    }
}

/// Two moves for each tile that cannot stay, in a line of these digits.
fn extra(mut digits: usize) -> u8 {
    let mut at_home = Vec::with_capacity(MOST);
    while digits > 0 {
        let digit = digits % DIGITS;
        if digit != 0 {
            at_home.push(digit);
        }
        digits /= DIGITS;
    }
    // The digits come last to first, so that the longest falling sequence stays.
    let mut longest = [0; MOST];
    for index in 0..at_home.len() {
        let before = (0..index).filter(|&before| at_home[before] > at_home[index]);
        longest[index] = 1 + before.map(|before| longest[before]).max().unwrap_or(0);
    }
    let stay = longest.into_iter().max().unwrap_or(0);
    2 * (at_home.len() - stay) as u8
}

impl<W: Word> Heuristic<W, Slide> for LinearConflict<W> {
    fn estimate(&self, state: W) -> u32 {
        let puzzle = &self.puzzle;
        let mut lines = [[0_usize; MOST]; 2];
        let mut estimate = 0;
        for cell in 0..puzzle.grid.cells() {
            let tile = usize::from(state.tile(cell));
            let (row, column) = puzzle.grid.place(cell);
            estimate += u32::from(puzzle.distances[tile][cell]);
            let [in_row, in_column] = &mut lines;
            in_row[row] = in_row[row] * DIGITS + usize::from(self.places[0][row][tile]);
            in_column[column] =
                in_column[column] * DIGITS + usize::from(self.places[1][column][tile]);
        }
        lines.iter().flatten().fold(estimate, |sum, &digits| sum + u32::from(self.extra[digits]))
    }

    fn bytes(&self) -> u64 {
        self.extra.len() as u64
    }
}

/// How many tiles stand on each line that belong on each line. Three bits each.
type Matrix = u128;

const BITS: usize = 3;

/// How many slides up and down are needed to bring every tile into its row, whatever its column, and the
/// same for columns.
#[derive(Debug)]
pub(super) struct WalkingDistance<W> {
    puzzle: SlidingTile<W>,
    /// For each kind of line and each tile the line where it belongs.
    homes: [[u8; super::NUMBERS]; 2],
    tables: [Map<Matrix, u8>; 2],
}

impl<W: Word> WalkingDistance<W> {
    /// Walks all that can be made of the goal. There are 24,964 for rows of four, and 65 million for rows
    /// of five, which is too many.
    pub(super) fn new(puzzle: &SlidingTile<W>) -> Self {
        let mut homes = [[0; super::NUMBERS]; 2];
        for (homes, lines) in homes.iter_mut().zip(Lines::BOTH) {
            for cell in 0..puzzle.grid.cells() {
                homes[usize::from(puzzle.goal.tile(cell))] = lines.of(puzzle, cell).0 as u8;
            }
        }
        let tables = Default::default();
        let mut walking = WalkingDistance { puzzle: puzzle.clone(), homes, tables };
        let goals = walking.matrices(puzzle.goal);
        for ((table, lines), goal) in walking.tables.iter_mut().zip(Lines::BOTH).zip(goals) {
            let blank = lines.of(puzzle, puzzle.goal.blank()).0;
            *table = distances(goal, blank, lines.count(puzzle));
        }
        walking
    }

    fn matrices(&self, state: W) -> [Matrix; 2] {
        let puzzle = &self.puzzle;
        let mut matrices = [0; 2];
        for cell in 0..puzzle.grid.cells() {
            let tile = usize::from(state.tile(cell));
            let (row, column) = puzzle.grid.place(cell);
            let one = Matrix::from(tile != 0);
            matrices[0] += one << entry(row, self.homes[0][tile].into());
            matrices[1] += one << entry(column, self.homes[1][tile].into());
        }
        matrices
    }
}

/// Where a matrix has the number of tiles on one line that belong on another.
const fn entry(line: usize, home: usize) -> usize {
    BITS * (MOST * line + home)
}

fn distances(goal: Matrix, blank: usize, lines: usize) -> Map<Matrix, u8> {
    let mut distances = Map::default();
    distances.insert(goal, 0);
    let mut open = VecDeque::from([(goal, blank)]);
    while let Some((matrix, blank)) = open.pop_front() {
        let distance: u8 = distances[&matrix];
        for from in [blank.wrapping_sub(1), blank + 1] {
            if from >= lines {
                continue;
            }
            for home in 0..lines {
                let (before, after) = (entry(from, home), entry(blank, home));
                let tiles = matrix >> before & ((1 << BITS) - 1);
                if tiles == 0 {
                    continue;
                }
                let next = matrix - (1 << before) + (1 << after);
                distances.entry(next).or_insert_with(|| {
                    open.push_back((next, from));
                    distance + 1
                });
            }
        }
    }
    distances
}

impl<W: Word> Heuristic<W, Slide> for WalkingDistance<W> {
    fn estimate(&self, state: W) -> u32 {
        let matrices = self.matrices(state);
        let distance = |(table, matrix): (&Map<Matrix, u8>, &Matrix)| {
            table.get(matrix).map_or(u32::MAX, |&distance| distance.into())
        };
        self.tables.iter().zip(&matrices).map(distance).fold(0, u32::saturating_add)
    }

    fn bytes(&self) -> u64 {
        let entries: usize = self.tables.iter().map(Map::len).sum();
        (entries * size_of::<(Matrix, u8)>()) as u64
    }
}
