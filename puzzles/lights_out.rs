//! Lights Out: a press turns over a lamp and others around it; all lamps are to go out.

use crate::common::grid::{Direction, Grid};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Commuting, Heuristic, Ranking, Symmetry};
use puzzlespace::heuristics::{Offer, Recipe};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Lights Out",
    summary: "press lamps, each of which turns over others too, until all are out",
    input: "rows of lamps, on a line each or in one run: `#`, `1` or `+` for lit, `.`, `0` or `-` for dark",
    source: "Lights Out, Tiger Electronics 1995; POJ 1222 (5x6); POJ 2965 (rows and columns)",
    parameters: &[
        Parameter {
            name: "rows",
            summary: "how many rows of lamps",
            kind: Kind::Integer { min: 1, max: MOST_ROWS as u64, default: 5 },
        },
        Parameter {
            name: "columns",
            summary: "how many columns of lamps",
            kind: Kind::Integer { min: 1, max: MOST_ROWS as u64, default: 5 },
        },
        Parameter {
            name: "pattern",
            summary: "what a press turns over: the lamp and those beside it, or its row and its column",
            kind: Kind::Choice { options: &["plus", "row_and_column"], default: "plus" },
        },
    ],
    claims: CLAIMS,
    ..Plugin::new::<LightsOut>("lights_out")
};

/// The characters of all three notations.
const CELLS: &str = "`#`, `1` or `+` for lit, `.`, `0` or `-` for dark";

/// The most rows, and the most columns.
const MOST_ROWS: usize = 8;

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "##### ##### ##### ##### #####", cost: 15 },
        source: "M. Anderson, T. Feil, Turning lights out with linear algebra, 1998",
    },
    Claim {
        arguments: "",
        fact: Fact::Unsolvable { board: "#.... ..... ..... ..... ....." },
        source: "M. Anderson, T. Feil, Turning lights out with linear algebra, 1998",
    },
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 25, 300, 2300, 12_650, 53_130, 176_176, 467_104, 982_335, 1_596_279, 1_935_294,
                1_684_446, 1_004_934, 383_670, 82_614, 7_350,
            ],
        },
        source: "breadth-first search over all 8,388,608 states; 2^23, as two of the 25 presses can be \
                 replaced (OEIS A159257)",
    },
    Claim {
        arguments: "rows=3,columns=3",
        fact: Fact::DepthsFromGoals { counts: &[1, 9, 36, 84, 126, 126, 84, 36, 9, 1] },
        source: "binomial(9, k): the nine presses are independent (OEIS A159257)",
    },
    Claim {
        arguments: "rows=4,columns=4",
        fact: Fact::DepthsFromGoals { counts: &[1, 16, 120, 560, 1387, 1440, 540, 32] },
        source: "the boards of POJ 1753, Flip Game, with one colour as the goal",
    },
    Claim {
        arguments: "rows=5,columns=6",
        fact: Fact::Optimum { board: "011010 100111 001001 100101 011100", cost: 13 },
        source: "POJ 1222, Extended Lights Out, sample",
    },
    Claim {
        arguments: "rows=4,columns=4,pattern=row_and_column",
        fact: Fact::Optimum { board: "-+-- ---- ---- -+--", cost: 6 },
        source: "POJ 2965, The Pilots Brothers' refrigerator, sample",
    },
    Claim {
        arguments: "rows=4,columns=4,pattern=row_and_column",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 16, 120, 560, 1820, 4368, 8008, 11_440, 12_870, 11_440, 8008, 4368, 1820, 560,
                120, 16, 1,
            ],
        },
        source: "binomial(16, k): the sixteen presses are independent",
    },
];

/// An instance: a size, and what a press turns over.
///
/// A state is a mask of the lamps that are lit, the first one in the lowest bit.
#[derive(Debug, Clone)]
pub struct LightsOut {
    grid: Grid,
    /// What each press turns over.
    presses: Vec<(Lamp, u64)>,
    /// The symmetries of the grid: for each the lamp that every lamp goes to.
    maps: Vec<Vec<usize>>,
}

/// What a press turns over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pattern {
    /// The lamp and those beside it.
    Plus,
    /// All lamps in its row and in its column.
    RowAndColumn,
}

/// A lamp: its number row by row, from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lamp(pub u8);

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Whether each lamp is lit, row by row.
    pub is_lit: Vec<bool>,
}

impl LightsOut {
    /// An instance of a size, of at most 8x8.
    ///
    /// # Errors
    /// When there is no lamp, or a side is longer than 8.
    pub fn new(rows: usize, columns: usize, pattern: Pattern) -> Result<Self, String> {
        let is_side = |side| (1..=MOST_ROWS).contains(&side);
        if !is_side(rows) || !is_side(columns) {
            return Err(format!(
                "{rows}x{columns} lamps: expected 1 to {MOST_ROWS} rows and columns"
            ));
        }
        let grid = Grid { rows, columns };
        let presses = (0..).zip(0..grid.cells()).map(|(number, lamp)| {
            let turned: u64 = match pattern {
                Pattern::Plus => {
                    let beside = Direction::ALL.into_iter();
                    let beside = beside.filter_map(|direction| grid.neighbour(lamp, direction));
                    beside.chain([lamp]).map(|lamp| 1 << lamp).sum()
                }
                Pattern::RowAndColumn => {
                    let (row, column) = grid.place(lamp);
                    let is_turned = |&lamp: &usize| {
                        let (other_row, other_column) = grid.place(lamp);
                        row == other_row || column == other_column
                    };
                    (0..grid.cells()).filter(is_turned).map(|lamp| 1 << lamp).sum()
                }
            };
            (Lamp(number), turned)
        });
        Ok(LightsOut { grid, presses: presses.collect(), maps: grid.symmetries() })
    }
}

impl Puzzle for LightsOut {
    type State = u64;
    /// The lamp that is pressed.
    type Move = Lamp;
    type Board = Board;

    fn encode(&self, board: &Board) -> u64 {
        board.is_lit.iter().rev().fold(0, |state, &is_lit| state << 1 | u64::from(is_lit))
    }

    fn decode(&self, state: u64) -> Board {
        Board { is_lit: (0..self.grid.cells()).map(|lamp| state >> lamp & 1 == 1).collect() }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u64> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: u64) -> impl Iterator<Item = (Lamp, u64)> {
        self.presses.iter().map(move |&(lamp, turned)| (lamp, state ^ turned))
    }

    #[inline]
    fn is_goal(&self, state: u64) -> bool {
        state == 0
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u64>> {
        Some(std::iter::once(0))
    }

    fn ranking(&self) -> Option<impl Ranking<u64>> {
        let lamps = self.grid.cells();
        (lamps < 64).then_some(EveryMask { lamps })
    }

    fn heuristic(&self) -> Option<impl Heuristic<u64, Lamp>> {
        let most = self.presses.iter().map(|(_, turned)| turned.count_ones()).max();
        most.map(|most_turned| LampsToTurn { most_turned })
    }

    fn symmetry(&self) -> Option<impl Symmetry<u64>> {
        Some(Images(&self.maps))
    }

    fn commuting(&self) -> Option<impl Commuting<u64>> {
        Some(Bits(self.grid))
    }
}

/// A state is its own number.
struct EveryMask {
    lamps: usize,
}

impl Ranking<u64> for EveryMask {
    fn count(&self) -> u64 {
        1 << self.lamps
    }
    #[inline]
    fn rank(&self, state: u64) -> u64 {
        state
    }
    #[inline]
    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

/// How many lamps are lit, divided by the most that one press turns over.
///
/// A press changes that number by at most the divisor, hence the quotient by at most 1, and the quotient
/// is 0 on the goal: admissible and consistent.
struct LampsToTurn {
    most_turned: u32,
}

impl Heuristic<u64, Lamp> for LampsToTurn {
    #[inline]
    fn estimate(&self, state: u64) -> u32 {
        state.count_ones().div_ceil(self.most_turned)
    }
}

struct Images<'p>(&'p [Vec<usize>]);

impl Symmetry<u64> for Images<'_> {
    fn order(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn image(&self, index: usize, state: u64) -> u64 {
        let map = self.0[index].iter().enumerate();
        map.fold(0, |image, (from, to)| image | (state >> from & 1) << to)
    }
}

/// A state is its own vector.
struct Bits(Grid);

impl Commuting<u64> for Bits {
    #[inline]
    fn to_vector(&self, state: u64) -> u128 {
        u128::from(state)
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a vector has at most 64 bits")]
    fn from_vector(&self, vector: u128) -> u64 {
        vector as u64
    }
    fn bit_name(&self, bit: u32) -> String {
        self.0.name(bit as usize).replace(',', "")
    }
}

impl Playable for LightsOut {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        let side = |name| usize::try_from(arguments.integer(name)).unwrap_or(MOST_ROWS);
        let pattern = match arguments.choice("pattern") {
            "row_and_column" => Pattern::RowAndColumn,
            _ => Pattern::Plus,
        };
        LightsOut::new(side("rows"), side("columns"), pattern)
    }

    /// All lamps are lit, which can be solved on every grid (K. Sutner, Linear cellular automata and the
    /// Garden-of-Eden, 1989).
    fn demo(&self) -> String {
        self.write(&Board { is_lit: vec![true; self.grid.cells()] })
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let Grid { rows, columns } = self.grid;
        let is_lit = reader.cells(rows, columns, CELLS, |character| match character {
            '#' | '1' | '+' => Some(true),
            '.' | '0' | '-' => Some(false),
            _ => None,
        })?;
        Ok(Board { is_lit })
    }

    fn write(&self, board: &Board) -> String {
        let row = |row: &[bool]| -> String {
            row.iter().map(|&is_lit| if is_lit { '#' } else { '.' }).collect()
        };
        board.is_lit.chunks(self.grid.columns).map(row).collect::<Vec<_>>().join("\n")
    }

    fn describe(&self, _before: &Board, Lamp(lamp): Lamp) -> String {
        format!("press {}", self.grid.name(lamp.into()))
    }

    fn view(&self, board: &Board) -> Option<View> {
        let class = |is_lit| if is_lit { Class::Hue(5) } else { Class::Dark };
        let cells = board.is_lit.iter().map(|&is_lit| (String::new(), class(is_lit)));
        Some(View::grid(self.grid.columns, cells))
    }

    fn heuristics(&self) -> Vec<Offer<Self>> {
        let lamps = Offer {
            name: "lamps_to_turn",
            summary: "how many lamps are lit, divided by the most that one press turns over",
            source: "each press turns over so many lamps and no more",
            recipe: Recipe::Own,
        };
        let fewest = Offer {
            name: "fewest_presses",
            summary: "the fewest presses, by linear algebra: exact",
            source: "M. Anderson, T. Feil, Turning Lights Out with linear algebra, 1998",
            recipe: Recipe::FewestMoves,
        };
        vec![lamps, fewest]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use puzzlespace::engines;
    use puzzlespace::search::Outcome;

    fn read(puzzle: &LightsOut, text: &str) -> Result<u64, String> {
        let board = puzzle.read(&mut Reader::new(text)).map_err(|error| error.to_string())?;
        Ok(puzzle.encode(&board))
    }

    #[test]
    fn boards_are_read_in_three_notations() {
        let puzzle = LightsOut::new(2, 3, Pattern::Plus).unwrap();
        for text in ["#..\n.##\n", "100\n011", "+-- -++", "1 0 0\r\n0 1 1\r\n", "100011"] {
            assert_eq!(read(&puzzle, text), Ok(0b110_001), "{text:?}");
        }
        assert_eq!(puzzle.write(&puzzle.decode(0b110_001)), "#..\n.##");
        assert_eq!(
            read(&puzzle, "#..\n.x#\n").unwrap_err(),
            format!("line 2, column 2: found `x`, expected {CELLS}")
        );
    }

    #[test]
    fn a_press_turns_over_what_the_pattern_says() {
        for (pattern, turned) in
            [(Pattern::Plus, ".#.\n###\n.#."), (Pattern::RowAndColumn, ".#.\n###\n.#.")]
        {
            let puzzle = LightsOut::new(3, 3, pattern).unwrap();
            assert_eq!(read(&puzzle, turned), Ok(puzzle.presses[4].1), "{pattern:?}");
        }
        let corner = |pattern| LightsOut::new(3, 3, pattern).unwrap().presses[0].1;
        assert_eq!(corner(Pattern::Plus), 0b000_001_011);
        assert_eq!(corner(Pattern::RowAndColumn), 0b001_001_111);
    }

    #[test]
    fn all_lamps_lit_can_be_solved_on_every_grid() {
        for rows in 1..=MOST_ROWS {
            for columns in rows..=MOST_ROWS {
                for pattern in [Pattern::Plus, Pattern::RowAndColumn] {
                    let puzzle = LightsOut::new(rows, columns, pattern).unwrap();
                    let board = puzzle.read(&mut Reader::new(&puzzle.demo())).unwrap();
                    let run = engines::solve(&puzzle, &board).unwrap();
                    let is_solved = matches!(run.outcome, Outcome::Solved(_));
                    assert!(is_solved, "{rows}x{columns}, {pattern:?}: {:?}", run.outcome);
                }
            }
        }
    }

    #[test]
    fn moves_and_bits_have_words() {
        let puzzle = LightsOut::new(2, 3, Pattern::Plus).unwrap();
        let words = puzzle.successors(0).map(|(lamp, _)| puzzle.describe(&puzzle.decode(0), lamp));
        assert_eq!(words.last().unwrap(), "press row 2, column 3");
        assert_eq!(puzzle.commuting().unwrap().bit_name(5), "row 2 column 3");
    }
}
