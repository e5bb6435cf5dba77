//! The machine word that a board is packed into.

use puzzlespace::puzzle::State;

/// The machine word that a board is packed into: the first cell in the lowest bits, 0 for the blank.
pub trait Word: State {
    /// The most cells that it holds.
    const CELLS: usize;

    /// Packs the tiles of all cells.
    fn pack(tiles: impl IntoIterator<Item = u8>) -> Self;

    /// The tile on a cell.
    fn tile(self, cell: usize) -> u8;

    /// The cell without a tile.
    fn blank(self) -> usize;

    /// Moves the tile on one cell to another, which is blank.
    #[must_use]
    fn slide(self, from: usize, to: usize) -> Self;
}

macro_rules! word {
    ($word:ty, $cells:literal cells of $bits:literal bits) => {
        impl Word for $word {
            const CELLS: usize = $cells;

            #[inline]
            fn pack(tiles: impl IntoIterator<Item = u8>) -> Self {
                let tiles = tiles.into_iter().enumerate();
                tiles.fold(0, |word, (cell, tile)| word | <$word>::from(tile) << ($bits * cell))
            }

            #[inline]
            #[expect(clippy::cast_possible_truncation, reason = "a tile has a few bits")]
            fn tile(self, cell: usize) -> u8 {
                (self >> ($bits * cell)) as u8 & ((1 << $bits) - 1)
            }

            #[inline]
            fn blank(self) -> usize {
                /// The lowest bit of each cell.
                const LOWEST: $word = {
                    let (mut bits, mut cell) = (0, 0);
                    while cell < $cells {
                        bits |= 1 << ($bits * cell);
                        cell += 1;
                    }
                    bits
                };
                // A cell that is 0 and has no such cell below it is the first one whose highest bit is
                // clear before the subtraction and set after it.
                let borrows = self.wrapping_sub(LOWEST) & !self & LOWEST << ($bits - 1);
                borrows.trailing_zeros() as usize / $bits
            }

            #[inline]
            fn slide(self, from: usize, to: usize) -> Self {
                let tile = <$word>::from(self.tile(from));
                self ^ tile << ($bits * from) ^ tile << ($bits * to)
            }
        }
    };
}

word!(u64, 16 cells of 4 bits);
word!(u128, 25 cells of 5 bits);
