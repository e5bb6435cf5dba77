//! IDA* for the 15-puzzle and nothing else, with Manhattan distance: what a search can do that need not be
//! general. It allocates nothing, and knows the blank, the way back and the next estimate without a search
//! for them.

#![expect(clippy::cast_possible_truncation, reason = "cells, tiles and depths are below 100")]

/// The tiles of a board, four bits each, the first cell lowest; the goal is 0, 1, .., 15.
type Tiles = u64;

/// How much further from home a tile gets: for each tile, the cell that it leaves, and the way of the blank.
type Steps = [[[i8; 4]; 16]; 16];

/// The ways of the blank: up, left, right, down. A way and the way back add up to 3.
const WAYS: [isize; 4] = [-4, -1, 1, 4];

/// For each cell the ways that a blank there may go, a bit each.
const OPEN: [u8; 16] = [12, 14, 14, 10, 13, 15, 15, 11, 13, 15, 15, 11, 5, 7, 7, 3];

/// More moves than any solution has.
const DEEPEST: usize = 100;

/// What to walk with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stack {
    /// An array, and one loop.
    Array,
    /// That of the processor: a function that calls itself.
    Calls,
}

/// A state on the path.
#[derive(Clone, Copy, Default)]
struct Level {
    state: Tiles,
    blank: usize,
    h: u32,
    /// The ways that are still to be tried, a bit each.
    ways: u8,
}

struct Search {
    steps: Steps,
    levels: [Level; DEEPEST],
    expanded: u64,
    /// The least by which g + h exceeded the bound.
    excess: u32,
}

/// The least number of moves from a board that can be solved, and how many expansions it took to find.
pub(crate) fn solve(tiles: [u8; 16], stack: Stack) -> (u32, u64) {
    let mut state = 0;
    let mut blank = 0;
    let mut bound = 0;
    for (cell, tile) in tiles.into_iter().map(usize::from).enumerate() {
        state |= (tile as Tiles) << (4 * cell);
        if tile == 0 {
            blank = cell;
        } else {
            bound += distance(tile, cell);
        }
    }
    let mut search =
        Search { steps: steps(), levels: [Level::default(); DEEPEST], expanded: 0, excess: 0 };
    let h = bound;
    loop {
        search.excess = u32::MAX;
        let start = Level { state, blank, h, ways: OPEN[blank] };
        let is_solved = match stack {
            Stack::Array => search.walk(start, bound),
            Stack::Calls => search.call(start, bound),
        };
        if is_solved {
            return (bound, search.expanded);
        }
        bound += search.excess;
    }
}

fn distance(tile: usize, cell: usize) -> u32 {
    ((tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)) as u32
}

fn steps() -> Steps {
    std::array::from_fn(|tile| {
        std::array::from_fn(|from| {
            // The tile goes where the blank comes from.
            WAYS.map(|way| {
                let to = from.wrapping_add_signed(-way) % 16;
                if distance(tile, to) < distance(tile, from) { -1 } else { 1 }
            })
        })
    })
}

impl Search {
    /// The level after one of its ways.
    #[inline]
    fn step(&self, level: &Level, way: usize) -> Level {
        let from = level.blank.wrapping_add_signed(WAYS[way]) & 15;
        let tile = level.state >> (4 * from) & 15;
        let h = level.h.wrapping_add_signed(self.steps[tile as usize][from][way].into());
        let state = level.state ^ tile << (4 * from) ^ tile << (4 * level.blank);
        Level { state, blank: from, h, ways: OPEN[from] & !(8 >> way) }
    }

    /// Whether the goal can be reached within the bound.
    fn walk(&mut self, start: Level, bound: u32) -> bool {
        if start.h == 0 {
            return true;
        }
        self.expanded += 1;
        self.levels[0] = start;
        let mut depth = 0;
        loop {
            let level = self.levels[depth];
            if level.ways == 0 {
                if depth == 0 {
                    return false;
                }
                depth -= 1;
                continue;
            }
            self.levels[depth].ways &= level.ways - 1;
            let next = self.step(&level, level.ways.trailing_zeros() as usize & 3);
            let f = depth as u32 + 1 + next.h;
            if f > bound {
                self.excess = self.excess.min(f - bound);
                continue;
            }
            if next.h == 0 {
                return true;
            }
            self.expanded += 1;
            depth += 1;
            self.levels[depth] = next;
        }
    }

    /// Whether the goal can be reached with so many moves.
    fn call(&mut self, level: Level, left: u32) -> bool {
        if level.h == 0 {
            return true;
        }
        self.expanded += 1;
        for way in (0..4).filter(|way| level.ways >> way & 1 == 1) {
            let next = self.step(&level, way);
            if next.h + 1 > left {
                self.excess = self.excess.min(next.h + 1 - left);
            } else if self.call(next, left - 1) {
                return true;
            }
        }
        false
    }
}
