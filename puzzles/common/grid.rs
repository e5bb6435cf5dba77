//! Rectangular grids of any size.

use std::fmt;

/// A grid of cells, numbered row by row from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// How many rows it has.
    pub rows: usize,
    /// How many columns it has.
    pub columns: usize,
}

/// A step from a cell to one beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// To the row above.
    Up,
    /// To the column on the left.
    Left,
    /// To the column on the right.
    Right,
    /// To the row below.
    Down,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

    /// The step back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Direction::Up => Direction::Down,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Down => Direction::Up,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Direction::Up => "up",
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Down => "down",
        })
    }
}

impl Grid {
    /// How many cells there are.
    pub const fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The row and the column of a cell, counted from 0.
    pub const fn place(self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The cell beside this one, unless the grid ends there.
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, column) = self.place(cell);
        match direction {
            Direction::Up => (row > 0).then(|| cell - self.columns),
            Direction::Left => (column > 0).then(|| cell - 1),
            Direction::Right => (column + 1 < self.columns).then_some(cell + 1),
            Direction::Down => (row + 1 < self.rows).then_some(cell + self.columns),
        }
    }

    /// How many steps lie between two cells.
    pub const fn distance(self, from: usize, to: usize) -> usize {
        let ((row, column), (other_row, other_column)) = (self.place(from), self.place(to));
        row.abs_diff(other_row) + column.abs_diff(other_column)
    }

    /// The rotations and reflections that map the grid onto itself, each once, the identity first: for
    /// each the cell that every cell goes to. They are eight for a square, four for another rectangle, and
    /// fewer for a single row or column.
    pub fn symmetries(self) -> Vec<Vec<usize>> {
        let Grid { rows, columns } = self;
        let mut maps: Vec<Vec<usize>> = Vec::new();
        for index in 0..8 {
            let [transposes, flips_rows, flips_columns] = [4, 2, 1].map(|bit| index & bit != 0);
            if transposes && rows != columns {
                continue;
            }
            let map = (0..self.cells()).map(|cell| {
                let (row, column) = self.place(cell);
                let (row, column) = if transposes { (column, row) } else { (row, column) };
                let row = if flips_rows { rows - 1 - row } else { row };
                let column = if flips_columns { columns - 1 - column } else { column };
                row * columns + column
            });
            let map = map.collect();
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
        maps
    }

    /// A cell in words: `row 1, column 2`.
    pub fn name(self, cell: usize) -> String {
        let (row, column) = self.place(cell);
        format!("row {}, column {}", row + 1, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_step_away_and_a_step_can_be_taken_back() {
        let grid = Grid { rows: 3, columns: 4 };
        for cell in 0..grid.cells() {
            let mut beside: Vec<_> = Direction::ALL
                .into_iter()
                .filter_map(|direction| {
                    let other = grid.neighbour(cell, direction)?;
                    assert_eq!(grid.neighbour(other, direction.opposite()), Some(cell));
                    Some(other)
                })
                .collect();
            beside.sort_unstable();
            let expected: Vec<_> =
                (0..grid.cells()).filter(|&other| grid.distance(cell, other) == 1).collect();
            assert_eq!(beside, expected, "of {}", grid.name(cell));
        }
        assert_eq!(grid.name(7), "row 2, column 4");
    }

    #[test]
    fn symmetries_keep_distances_and_are_all_there() {
        for (rows, columns, order) in
            [(1, 1, 1), (1, 4, 2), (4, 1, 2), (2, 2, 8), (3, 4, 4), (5, 5, 8)]
        {
            let grid = Grid { rows, columns };
            let maps = grid.symmetries();
            assert_eq!(maps.len(), order, "{grid:?}");
            assert!(maps[0].iter().copied().eq(0..grid.cells()), "{grid:?}");
            for map in &maps {
                for from in 0..grid.cells() {
                    for to in 0..grid.cells() {
                        assert_eq!(grid.distance(map[from], map[to]), grid.distance(from, to));
                    }
                }
            }
        }
    }
}
