//! The 4x4 grid, and sets of its squares as 16-bit masks.

use std::fmt;

/// Squares of the grid.
pub const SQUARES: usize = 16;
/// The left column, as a mask.
pub const LEFT: u16 = 0x8888;
/// The right column, as a mask.
pub const RIGHT: u16 = 0x1111;
/// Rotations and reflections of the grid, the identity included.
pub const SYMMETRIES: usize = 8;

/// A square of the grid: 0 to 15, row by row from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All squares in their order.
    pub const ALL: [Square; SQUARES] = {
        let mut squares = [Square(0); SQUARES];
        let mut index = 1;
        while index < SQUARES {
            squares[index] = Square(squares[index - 1].0 + 1);
            index += 1;
        }
        squares
    };

    /// The mask of this square alone. The top left is the highest bit, so that a mask in binary reads
    /// like the grid.
    #[inline]
    pub const fn mask(self) -> u16 {
        0x8000 >> self.0
    }

    /// The square as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row, counted from 1.
    pub const fn row(self) -> u8 {
        self.0 / 4 + 1
    }

    /// The column, counted from 1.
    pub const fn column(self) -> u8 {
        self.0 % 4 + 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row(), self.column())
    }
}

/// The squares that touch one of `mask` along a side.
pub const fn neighbours(mask: u16) -> u16 {
    let across = (mask << 1) & !RIGHT | (mask >> 1) & !LEFT;
    let down = mask << 4 | mask >> 4;
    across | down
}

/// The image of `mask` under symmetry `index`, below [`SYMMETRIES`]; 0 is the identity.
///
/// Exchanging rows with columns, turning upside down and half a turn make up all eight.
#[inline]
pub const fn image(index: usize, mask: u16) -> u16 {
    let mask = if index & 1 == 0 { mask } else { transposed(mask) };
    let mask = if index & 2 == 0 { mask } else { upside_down(mask) };
    if index & 4 == 0 { mask } else { mask.reverse_bits() }
}

const fn transposed(mask: u16) -> u16 {
    let mask = exchanged(mask, 3, 0x0a0a);
    exchanged(mask, 6, 0x00cc)
}

/// Exchanges each bit of `lower` with the one `distance` above it.
const fn exchanged(mask: u16, distance: u32, lower: u16) -> u16 {
    let differing = (mask ^ mask >> distance) & lower;
    mask ^ differing ^ differing << distance
}

const fn upside_down(mask: u16) -> u16 {
    let mask = mask.swap_bytes();
    (mask & 0x0f0f) << 4 | mask >> 4 & 0x0f0f
}

/// Writes a grid as four lines of four characters.
pub fn write(cell: impl Fn(Square) -> char) -> String {
    let mut text = String::with_capacity(SQUARES + 3);
    for square in Square::ALL {
        if square.column() == 1 && square.row() > 1 {
            text.push('\n');
        }
        text.push(cell(square));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The squares of a mask as pairs of row and column.
    fn squares(mask: u16) -> Vec<(u8, u8)> {
        Square::ALL
            .into_iter()
            .filter(|square| mask & square.mask() != 0)
            .map(|square| (square.row(), square.column()))
            .collect()
    }

    #[test]
    fn neighbours_are_one_step_away() {
        for square in Square::ALL {
            let expected = Square::ALL.into_iter().filter(|other| {
                square.row().abs_diff(other.row()) + square.column().abs_diff(other.column()) == 1
            });
            let expected: Vec<_> = expected.map(|square| (square.row(), square.column())).collect();
            assert_eq!(squares(neighbours(square.mask())), expected, "of {square}");
        }
    }

    #[test]
    fn images_are_the_rotations_and_reflections_of_the_grid() {
        for index in 0..SYMMETRIES {
            for (row, column) in squares(0xffff) {
                let (mut r, mut c) = (row, column);
                if index & 1 != 0 {
                    (r, c) = (c, r);
                }
                if index & 2 != 0 {
                    r = 5 - r;
                }
                if index & 4 != 0 {
                    (r, c) = (5 - r, 5 - c);
                }
                let mask = 1 << (16 - 4 * (row - 1) - column);
                assert_eq!(squares(image(index, mask)), [(r, c)], "image {index}");
            }
        }
        let corner_and_next = 0xc000;
        let images: std::collections::BTreeSet<_> =
            (0..SYMMETRIES).map(|index| image(index, corner_and_next)).collect();
        assert_eq!(images.len(), SYMMETRIES);
    }

    #[test]
    fn writes_row_by_row() {
        let text = write(|square| char::from(b'a' + square.0));
        assert_eq!(text, "abcd\nefgh\nijkl\nmnop");
    }
}
