//! The boards that can be solved, and their numbers.

use super::Word;
use crate::common::grid::{Direction, Grid};
use puzzlespace::abilities::Ranking;
use puzzlespace::space::permutation::{self, Permutation};
use puzzlespace::space::{Parity, PermutationSpace, Shuffle};

/// Half of all boards have this, and no slide changes it: the number of pairs of tiles in the wrong order,
/// and the number of tiles that a slide up or down passes for each row above the blank, are together odd.
pub(super) fn is_odd(grid: Grid, tiles: &[u8]) -> bool {
    let order: Vec<u8> = tiles.iter().copied().filter(|&tile| tile != 0).collect();
    let inversions = |(index, tile): (usize, &u8)| {
        order[index + 1..].iter().filter(|&later| later < tile).count()
    };
    let inversions: usize = order.iter().enumerate().map(inversions).sum();
    let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
    (inversions + passed(grid, blank)) % 2 == 1
}

/// How many tiles slides pass that bring the blank from the first row to this cell.
const fn passed(grid: Grid, blank: usize) -> usize {
    grid.place(blank).0 * (grid.columns - 1)
}

/// The solvable boards as data: where the blank is, and the tiles in reading order.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
pub(super) fn space(grid: Grid, goal: &[u8]) -> Option<PermutationSpace> {
    let cells = grid.cells();
    if cells > permutation::LONGEST {
        return None;
    }
    let mut moves = Vec::new();
    for blank in 0..cells {
        for direction in Direction::ALL {
            let Some(from) = grid.neighbour(blank, direction) else { continue };
            // Which of the tiles stands where, before and after.
            let mut order: Vec<u8> = (0..cells as u8 - 1).collect();
            order.insert(blank, u8::MAX);
            order.swap(blank, from);
            order.remove(from);
            moves.push(Shuffle { from: blank, to: from, order });
        }
    }
    let is_odd = is_odd(grid, goal);
    let odd = (0..cells).map(|blank| is_odd ^ (passed(grid, blank) % 2 == 1)).collect();
    let space = PermutationSpace::new(cells, cells - 1, Parity::OddIn(odd), moves);
    Some(space.expect("slides permute tiles and keep their parity"))
}

/// By the cell of the blank, then by the order of the tiles.
pub(super) struct Numbers<'p>(pub(super) &'p PermutationSpace);

impl<W: Word> Ranking<W> for Numbers<'_> {
    fn count(&self) -> u64 {
        self.0.count()
    }

    #[inline]
    fn rank(&self, state: W) -> u64 {
        let blank = state.blank();
        let mut tiles = Permutation::default();
        for (index, tile) in tiles[..self.0.length()].iter_mut().enumerate() {
            *tile = state.tile(index + usize::from(index >= blank)) - 1;
        }
        self.0.rank(blank, &tiles)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> W {
        let (blank, tiles) = self.0.unrank(rank);
        let (before, after) = tiles[..self.0.length()].split_at(blank);
        let number = |&tile: &u8| tile + 1;
        W::pack(before.iter().map(number).chain([0]).chain(after.iter().map(number)))
    }
}
