//! Which tiles go into which pattern.

use super::{SlidingTile, Word};
use puzzlespace::heuristics::{Offer, Recipe};

/// How well-known sets of patterns divide up the cells, by rows and columns: a letter for each pattern, a
/// dot for the blank's home.
struct Division {
    name: &'static str,
    summary: &'static str,
    cells: &'static str,
    columns: usize,
}

const DIVISIONS: &[Division] = &[
    Division {
        name: "additive_4_4",
        summary: "two patterns of four tiles, added up, over all images",
        cells: ".aa aab bbb",
        columns: 3,
    },
    Division {
        name: "additive_5_5_5",
        summary: "three patterns of five tiles, added up, over all images: tables of 1.3 MB",
        cells: ".aaa aabb ccbb cccb",
        columns: 4,
    },
    Division {
        name: "additive_6_6_3",
        summary: "patterns of six, six and three tiles, added up, over all images: tables of 12 MB",
        cells: ".bba bbaa bbaa ccca",
        columns: 4,
    },
    Division {
        name: "additive_7_8",
        summary: "patterns of seven and eight tiles, added up, over all images: tables of 329 MB",
        cells: ".aaa aaaa bbbb bbbb",
        columns: 4,
    },
    Division {
        name: "additive_6_6_6_6",
        summary: "four patterns of six tiles, added up, over all images: tables of 362 MB",
        cells: ".aabb aaabb ccabb ccddd ccddd",
        columns: 5,
    },
];

/// The sets of patterns for this size, with the blank's home in a corner.
pub(super) fn pattern_sets<W: Word>(
    puzzle: &SlidingTile<W>,
) -> impl Iterator<Item = Offer<SlidingTile<W>>> {
    DIVISIONS.iter().filter_map(|division| {
        let patterns = division.of(puzzle)?;
        Some(Offer {
            name: division.name,
            summary: division.summary,
            source: "R. E. Korf, A. Felner, Disjoint pattern database heuristics, 2002",
            recipe: Recipe::Means(format!("images(patterns({}))", patterns.join(" / "))),
        })
    })
}

impl Division {
    /// The tiles of each pattern; none where the size is another or the blank's home is in no corner.
    fn of<W: Word>(&self, puzzle: &SlidingTile<W>) -> Option<Vec<String>> {
        let SlidingTile { grid, goal, .. } = puzzle;
        let cells: Vec<char> = self.cells.chars().filter(|&cell| cell != ' ').collect();
        if self.columns != grid.columns || cells.len() != grid.cells() {
            return None;
        }
        // Drawn with the blank's home at the top left.
        let map = grid.symmetries().into_iter().find(|map| map[goal.blank()] == 0)?;
        let tiles_of = |letter| {
            let is_in = |&cell: &usize| cells[map[cell]] == letter;
            let mut tiles: Vec<u8> =
                (0..cells.len()).filter(is_in).map(|cell| goal.tile(cell)).collect();
            tiles.sort_unstable();
            tiles.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let letters = ('a'..='d').map(tiles_of);
        Some(letters.filter(|tiles| !tiles.is_empty()).collect())
    }
}
