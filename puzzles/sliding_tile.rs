//! Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle and all between.

mod divisions;
mod estimates;
mod slides;
mod solvable;
mod word;

pub use slides::Slide;
pub use word::Word;

use crate::common::grid::{Direction, Grid};
use divisions::pattern_sets;
use estimates::{LinearConflict, WalkingDistance};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Patterns, Ranking, Symmetry};
use puzzlespace::heuristics::{Offer, Recipe};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin, erase};
use puzzlespace::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Relabelling, Slots};
use puzzlespace::space::{PermutationSpace, Space};
use puzzlespace::text::{Place, ReadError, Reader};
use puzzlespace::view::{Class, View};
use slides::Slides;
use solvable::{Numbers, is_odd};

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Sliding tiles",
    summary: "slide tiles into the blank until they are in order (8-puzzle, 15-puzzle)",
    input: "the tiles row by row, on one line or several; `0`, `_`, `x` or `.` for the blank; up to ten \
            cells also without gaps, as in `283104765`",
    pieces: "the tiles, by the numbers that they show",
    source: "N. Chapman, the 15-puzzle, 1874; S. Loyd's prize for exchanging 14 and 15",
    parameters: &[
        Parameter {
            name: "rows",
            summary: "how many rows of cells",
            kind: Kind::Integer { min: 2, max: MOST_ROWS as u64, default: 3 },
        },
        Parameter {
            name: "columns",
            summary: "how many columns of cells",
            kind: Kind::Integer { min: 2, max: MOST_ROWS as u64, default: 3 },
        },
        Parameter {
            name: "goal",
            summary: "where the blank belongs; `spiral` runs clockwise inwards and ends with it",
            kind: Kind::Choice { options: &GOALS, default: "blank_last" },
        },
    ],
    claims: CLAIMS,
    make: |arguments| {
        let cells = arguments.integer("rows") * arguments.integer("columns");
        if cells <= u64::CELLS as u64 {
            SlidingTile::<u64>::configure(arguments).map(erase)
        } else {
            SlidingTile::<u128>::configure(arguments).map(erase)
        }
    },
    ..Plugin::new::<SlidingTile<u64>>("sliding_tile")
};

/// The most rows, and the most columns.
const MOST_ROWS: usize = 5;
const MOST_CELLS: usize = MOST_ROWS * MOST_ROWS;
/// On larger boards there are too many ways to spread the tiles over the rows.
const MOST_CELLS_TO_WALK: usize = 16;

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "2 3 4 1 5 x 7 6 8", cost: 19 },
        source: "HDU 1043 and POJ 1077, Eight, sample",
    },
    Claim {
        arguments: "",
        fact: Fact::Unsolvable { board: "1 2 3 4 5 6 8 7 0" },
        source: "W. W. Johnson, W. E. Story, Notes on the 15 puzzle, 1879",
    },
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
                9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221,
                2,
            ],
        },
        source: "OEIS A089473",
    },
    Claim {
        arguments: "goal=spiral",
        fact: Fact::Optimum { board: "283104765", cost: 4 },
        source: "Luogu P1379, sample",
    },
    Claim {
        arguments: "rows=2,columns=2,goal=blank_first",
        fact: Fact::DepthsFromGoals { counts: &[1, 2, 2, 2, 2, 2, 1] },
        source: "OEIS A151944 for the most moves; counted by hand: a ring of twelve states",
    },
    Claim {
        arguments: "rows=2,columns=3,goal=blank_first",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
            ],
        },
        source: "OEIS A151944 for the most moves; breadth-first search over all 360 states",
    },
    Claim {
        arguments: "rows=3,columns=4,goal=blank_first",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215,
                41802, 71167, 119_888, 198_363, 323_206, 515_778, 811_000, 1_248_011, 1_885_279,
                2_782_396, 4_009_722, 5_621_354, 7_647_872, 10_065_800, 12_760_413, 15_570_786,
                18_171_606, 20_299_876, 21_587_248, 21_841_159, 20_906_905, 18_899_357, 16_058_335,
                12_772_603, 9_515_217, 6_583_181, 4_242_753, 2_503_873, 1_350_268, 643_245,
                270_303, 92_311, 27_116, 5_390, 1_115, 86, 18,
            ],
        },
        source: "OEIS A151944 for the most moves; breadth-first search over all 239,500,800 states",
    },
    Claim {
        arguments: "rows=4,columns=4",
        fact: Fact::Unsolvable { board: "1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0" },
        source: "W. W. Johnson, W. E. Story, Notes on the 15 puzzle, 1879",
    },
];

/// An instance: a size and a goal. Up to 16 cells fit in a `u64`, more in a `u128`.
#[derive(Debug, Clone)]
pub struct SlidingTile<W = u64> {
    grid: Grid,
    goal: W,
    /// For each cell that may be blank, what may slide into it.
    slides: [Slides; MOST_CELLS],
    /// For each tile and each cell, how far it is from where it belongs.
    distances: [[u8; MOST_CELLS]; MOST_CELLS],
    steps: Steps,
    images: Vec<Image>,
    space: Option<PermutationSpace>,
    pieces: Pieces,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The tiles row by row: each number below that of cells once, 0 for the blank.
    pub tiles: Vec<u8>,
}

/// For each tile, each cell that it slides from and each direction, how much further from home it gets.
type Steps = [[[i8; Direction::ALL.len()]; NUMBERS]; NUMBERS];

/// What five bits can hold, so that no index has to be checked.
const NUMBERS: usize = 32;

/// A symmetry of the grid that leaves the goal's blank where it is. Tiles are renumbered, so that the image
/// of the goal is the goal.
#[derive(Debug, Clone)]
struct Image {
    /// For each cell the cell whose tile comes here.
    sources: Vec<usize>,
    /// What becomes of each tile.
    tiles: Vec<u8>,
}

impl<W: Word> SlidingTile<W> {
    /// An instance with any goal: its tiles row by row, 0 for the blank.
    ///
    /// # Errors
    /// When the size is not from 2x2 to 5x5, or too large for the word, or the goal has not each number
    /// once.
    ///
    /// # Panics
    /// Never: slides make a space.
    #[expect(clippy::cast_possible_truncation, reason = "distances are below 25")]
    pub fn new(rows: usize, columns: usize, goal: &[u8]) -> Result<Self, String> {
        let grid = Grid { rows, columns };
        let cells = grid.cells();
        let is_side = |side| (2..=MOST_ROWS).contains(&side);
        if !is_side(rows) || !is_side(columns) || cells > W::CELLS {
            return Err(format!(
                "{rows}x{columns} cells: expected 2 to {MOST_ROWS} rows and columns, and in this word at \
                 most {} cells",
                W::CELLS
            ));
        }
        let mut numbers = goal.to_vec();
        numbers.sort_unstable();
        if !numbers.iter().map(|&number| usize::from(number)).eq(0..cells) {
            return Err(format!("the goal: expected each number below {cells} once"));
        }
        let mut slides = [Slides::default(); MOST_CELLS];
        let mut distances = [[0; MOST_CELLS]; MOST_CELLS];
        let mut steps = Steps::default();
        for cell in 0..cells {
            slides[cell] = Slides::into_cell(grid, cell);
            for (home, &tile) in goal.iter().enumerate().filter(|&(_, &tile)| tile != 0) {
                let distance = grid.distance(cell, home);
                distances[usize::from(tile)][cell] = distance as u8;
                for Slide { from, direction } in slides[cell].iter() {
                    let is_closer = distance < grid.distance(from, home);
                    steps[usize::from(tile)][from][direction as usize] =
                        if is_closer { -1 } else { 1 };
                }
            }
        }
        Ok(SlidingTile {
            grid,
            goal: W::pack(goal.iter().copied()),
            slides,
            distances,
            steps,
            images: images(grid, goal),
            space: solvable::space(grid, goal),
            pieces: pieces(grid),
        })
    }
}

fn images(grid: Grid, goal: &[u8]) -> Vec<Image> {
    let keeps_blank =
        |map: &Vec<usize>| (0..grid.cells()).all(|cell| goal[cell] != 0 || map[cell] == cell);
    let image = |map: Vec<usize>| {
        let mut image = Image { sources: vec![0; goal.len()], tiles: vec![0; goal.len()] };
        for (from, &to) in map.iter().enumerate() {
            image.sources[to] = from;
            image.tiles[usize::from(goal[from])] = goal[to];
        }
        image
    };
    grid.symmetries().into_iter().filter(keeps_blank).map(image).collect()
}

/// The cells beside each other.
#[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
fn pieces(grid: Grid) -> Pieces {
    let beside =
        |cell: usize, direction| Some([cell as u8, grid.neighbour(cell, direction)? as u8]);
    let pairs = (0..grid.cells()).flat_map(|cell| {
        [Direction::Right, Direction::Down].into_iter().filter_map(move |way| beside(cell, way))
    });
    let pieces = Pieces::new(grid.cells(), Moves::Slides(pairs.collect()));
    pieces.expect("cells are slots")
}

impl<W: Word> Puzzle for SlidingTile<W> {
    type State = W;
    type Move = Slide;
    type Board = Board;

    fn encode(&self, board: &Board) -> W {
        W::pack(board.tiles.iter().copied())
    }

    fn decode(&self, state: W) -> Board {
        Board { tiles: (0..self.grid.cells()).map(|cell| state.tile(cell)).collect() }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = W> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: W) -> impl Iterator<Item = (Slide, W)> {
        let blank = state.blank();
        let slides = self.slides[blank].iter();
        slides.map(move |slide| (slide, state.slide(slide.from, blank)))
    }

    #[inline]
    fn is_goal(&self, state: W) -> bool {
        state == self.goal
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = W>> {
        Some(std::iter::once(self.goal))
    }

    fn impossible(&self, start: W) -> Option<String> {
        let is_odd = |state| is_odd(self.grid, &self.decode(state).tiles);
        (is_odd(start) != is_odd(self.goal)).then(|| {
            let mut reason =
                "the tiles are in an order of the wrong parity, which no slide changes; if two of \
                              them were exchanged, they could be brought home"
                    .to_owned();
            let is_other =
                |name: &&str| solvable::is_odd(self.grid, &goal(self.grid, name)) == is_odd(start);
            if let Some(name) = GOALS.into_iter().find(is_other) {
                reason.push_str("; as they are, they can be with goal=");
                reason.push_str(name);
            }
            reason
        })
    }

    fn ranking(&self) -> Option<impl Ranking<W>> {
        self.space.as_ref().map(Numbers)
    }

    fn heuristic(&self) -> Option<impl Heuristic<W, Slide>> {
        Some(Manhattan(self))
    }

    fn symmetry(&self) -> Option<impl Symmetry<W>> {
        (self.images.len() > 1).then_some(Images(&self.images))
    }

    fn space(&self) -> Option<Space<'_>> {
        self.space.as_ref().map(Space::Permutations)
    }

    fn patterns(&self) -> Option<impl Patterns<W>> {
        Some(Tiles(self))
    }
}

/// Where the tiles are; piece 0 is the blank.
struct Tiles<'p, W>(&'p SlidingTile<W>);

impl<W: Word> Patterns<W> for Tiles<'_, W> {
    fn pieces(&self) -> &Pieces {
        &self.0.pieces
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 25 cells")]
    fn slots(&self, state: W) -> Slots {
        let mut slots = [NO_SLOT; MOST_SLOTS];
        for cell in 0..self.0.grid.cells() {
            slots[usize::from(state.tile(cell)) % MOST_SLOTS] = cell as u8;
        }
        slots
    }

    #[inline]
    fn moved(&self, before: W, after: W) -> u32 {
        1 | 1 << before.tile(after.blank())
    }

    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        let mut relabelling = Relabelling::identity();
        let Image { sources, tiles } = self.0.images.get(index)?;
        for ((&source, &tile), number) in sources.iter().zip(tiles).zip(0..) {
            relabelling.slots[source] = number;
            relabelling.pieces[usize::from(tile)] = number;
        }
        Some(relabelling)
    }
}

/// How far the tiles are from home, added up: rows and columns apart.
///
/// A slide brings one tile one cell nearer or further: consistent, and admissible as the goal's is 0.
struct Manhattan<'p, W>(&'p SlidingTile<W>);

impl<W: Word> Heuristic<W, Slide> for Manhattan<'_, W> {
    fn estimate(&self, state: W) -> u32 {
        let distance = |cell| self.0.distances[usize::from(state.tile(cell))][cell];
        (0..self.0.grid.cells()).map(|cell| u32::from(distance(cell))).sum()
    }

    #[inline]
    fn step(&self, before: W, slide: Slide, _: W, estimate: u32) -> u32 {
        let Slide { from, direction } = slide;
        let step = self.0.steps[usize::from(before.tile(from))][from][direction as usize];
        estimate.wrapping_add_signed(step.into())
    }
}

struct Images<'p>(&'p [Image]);

impl<W: Word> Symmetry<W> for Images<'_> {
    fn order(&self) -> usize {
        self.0.len()
    }

    fn image(&self, index: usize, state: W) -> W {
        let Image { sources, tiles } = &self.0[index];
        W::pack(sources.iter().map(|&cell| tiles[usize::from(state.tile(cell))]))
    }
}

/// The names of the goals.
const GOALS: [&str; 3] = ["blank_first", "blank_last", "spiral"];

/// The goal of this name: its tiles row by row.
fn goal(grid: Grid, name: &str) -> Vec<u8> {
    let order = match name {
        "spiral" => spiral(grid),
        _ => (0..grid.cells()).collect(),
    };
    let mut goal = vec![0; grid.cells()];
    for (&cell, tile) in order.iter().zip(1..) {
        goal[cell] = tile;
    }
    match name {
        "blank_first" => goal.iter_mut().for_each(|tile| *tile -= 1),
        _ => goal[order[grid.cells() - 1]] = 0,
    }
    goal
}

impl<W: Word> Playable for SlidingTile<W> {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        let side =
            |name| usize::try_from(arguments.integer(name)).map_err(|error| error.to_string());
        let grid = Grid { rows: side("rows")?, columns: side("columns")? };
        SlidingTile::new(grid.rows, grid.columns, &goal(grid, arguments.choice("goal")))
    }

    /// Some slides away from the goal.
    fn demo(&self) -> String {
        const SLIDES: usize = 18;
        let mut path = vec![self.goal];
        let mut seed = 1_u32;
        while path.len() <= SLIDES {
            let last = path.iter().nth_back(1).copied();
            let on = self.successors(path[path.len() - 1]).map(|(_, state)| state);
            let on: Vec<W> = on.filter(|&state| Some(state) != last).collect();
            // A linear congruential generator: the same board each time.
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            path.push(on[(seed >> 16) as usize % on.len()]);
        }
        self.write(&self.decode(path[SLIDES]))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let Grid { rows, columns } = self.grid;
        let cells = self.grid.cells();
        let expected = format!("a tile from 1 to {}, or `0` for the blank", cells - 1);
        let tile = |text: &str| match text {
            "_" | "." | "x" | "X" => Some(0),
            _ => text.parse().ok().filter(|&tile| usize::from(tile) < cells),
        };
        let tiles: Vec<(Place, u8)> = if cells <= 10 {
            // Tiles have one digit, so that they need no gaps.
            let cell = |character: char| tile(character.encode_utf8(&mut [0; 4]));
            reader.placed_cells(rows, columns, &expected, cell)?
        } else {
            let cell = |cell| {
                let token = reader.token(&format!("{expected}, on {}", self.grid.name(cell)))?;
                let tile = tile(token.text).ok_or_else(|| token.unexpected(&expected))?;
                Ok((token.place, tile))
            };
            (0..cells).map(cell).collect::<Result<_, _>>()?
        };
        let mut board = Board { tiles: Vec::with_capacity(cells) };
        for (place, tile) in tiles {
            if board.tiles.contains(&tile) {
                let what = if tile == 0 { "blank".into() } else { format!("`{tile}`") };
                let expected = "each tile and the blank once".into();
                return Err(ReadError { place, found: format!("a second {what}"), expected });
            }
            board.tiles.push(tile);
        }
        Ok(board)
    }

    fn write(&self, board: &Board) -> String {
        let width = (self.grid.cells() - 1).to_string().len();
        let word = |&tile: &u8| match tile {
            0 => format!("{:>width$}", "."),
            tile => format!("{tile:>width$}"),
        };
        let row = |row: &[u8]| row.iter().map(word).collect::<Vec<_>>().join(" ");
        board.tiles.chunks(self.grid.columns).map(row).collect::<Vec<_>>().join("\n")
    }

    fn describe(&self, before: &Board, Slide { from, direction }: Slide) -> String {
        format!("slide {} {direction}", before.tiles[from])
    }

    fn view(&self, board: &Board) -> Option<View> {
        let cells = board.tiles.iter().map(|&tile| match tile {
            0 => (String::new(), Class::Empty),
            tile => (tile.to_string(), Class::Plain),
        });
        Some(View::grid(self.grid.columns, cells))
    }

    fn heuristics(&self) -> Vec<Offer<Self>> {
        let mut offers = vec![Offer {
            name: "manhattan",
            summary: "how far the tiles are from home by rows and columns, added up",
            source: "J. E. Doran, D. Michie, Experiments with the graph traverser program, 1966",
            recipe: Recipe::Own,
        }];
        offers.push(Offer {
            name: "linear_conflict",
            summary: "the same, and two moves for each tile that must leave its row or column to let others pass",
            source: "O. Hansson, A. Mayer, M. Yung, Criticizing solutions to relaxed models yields powerful \
                     admissible heuristics, 1992",
            recipe: Recipe::Made(|puzzle| Box::new(LinearConflict::new(puzzle))),
        });
        if self.grid.cells() <= MOST_CELLS_TO_WALK {
            offers.push(Offer {
                name: "walking_distance",
                summary: "slides that bring every tile into its row, and those that bring it into its column",
                source: "K. Takahashi, Walking distance, 2001",
                recipe: Recipe::Made(|puzzle| Box::new(WalkingDistance::new(puzzle))),
            });
        }
        offers.extend(pattern_sets(self));
        offers
    }
}

/// The cells clockwise from the top left inwards.
fn spiral(grid: Grid) -> Vec<usize> {
    let mut direction = Direction::Right;
    let mut cells = vec![0];
    while cells.len() < grid.cells() {
        let next = grid.neighbour(cells[cells.len() - 1], direction);
        match next.filter(|cell| !cells.contains(cell)) {
            Some(cell) => cells.push(cell),
            None => {
                direction = match direction {
                    Direction::Right => Direction::Down,
                    Direction::Down => Direction::Left,
                    Direction::Left => Direction::Up,
                    Direction::Up => Direction::Right,
                }
            }
        }
    }
    cells
}

#[cfg(test)]
mod tests;
