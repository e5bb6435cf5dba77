//! Which tile slides into the blank, and where from.

use crate::common::grid::{Direction, Grid};

/// The slide of a tile into the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// The cell that the tile comes from.
    pub from: usize,
    /// Which way it slides.
    pub direction: Direction,
}

/// What may slide into a cell: for each slide a byte with its direction in the lowest two bits, the cell
/// that the tile comes from in the next five, and a 1.
///
/// A word is walked faster than a list, which has a length to load and to compare with.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slides(u32);

impl Slides {
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
    pub(super) fn into_cell(grid: Grid, cell: usize) -> Self {
        let slides = Direction::ALL.into_iter().filter_map(|direction| {
            let from = grid.neighbour(cell, direction.opposite())?;
            Some(1 << 7 | (from as u32) << 2 | direction as u32)
        });
        Slides(slides.fold(0, |slides, slide| slides << 8 | slide))
    }

    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Slide> {
        let Slides(mut slides) = self;
        std::iter::from_fn(move || {
            let slide = slides & 0xff;
            slides >>= 8;
            let direction = match slide & 3 {
                0 => Direction::Up,
                1 => Direction::Left,
                2 => Direction::Right,
                _ => Direction::Down,
            };
            (slide != 0).then_some(Slide { from: (slide >> 2 & 31) as usize, direction })
        })
    }
}
