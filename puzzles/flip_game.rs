//! Flip Game (POJ 1753): sixteen two-sided pieces; flipping one flips its neighbours too.

use crate::common::grid4::{self, SQUARES, SYMMETRIES, Square};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Commuting, Heuristic, Ranking, Symmetry};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Flip Game",
    summary: "flip pieces, each with its neighbours, until all show the same colour",
    input: "four rows of four pieces, on a line each or in one run: `b` black side up, `w` white side up",
    source: "POJ 1753, Flip Game (Northeastern Europe 2000)",
    parameters: &[Parameter {
        name: "goal",
        summary: "the colour that all pieces must show",
        kind: Kind::Choice { options: &["either", "white", "black"], default: "either" },
    }],
    claims: CLAIMS,
    ..Plugin::new::<FlipGame>("flip_game")
};

const EXHAUSTIVE: &str =
    "breadth-first search over all 65,536 boards, repeated in tests/flip_game.rs";

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "bwwb\nbbwb\nbwwb\nbwww", cost: 4 },
        source: "POJ 1753, sample",
    },
    Claim {
        arguments: "",
        fact: Fact::Unsolvable { board: "bwww\nwwww\nwwww\nwwww" },
        source: EXHAUSTIVE,
    },
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals { counts: &[2, 32, 228, 880, 1562, 1136, 256] },
        source: EXHAUSTIVE,
    },
    Claim {
        arguments: "goal=white",
        fact: Fact::DepthsFromGoals { counts: &[1, 16, 120, 560, 1387, 1440, 540, 32] },
        source: EXHAUSTIVE,
    },
    Claim {
        arguments: "goal=black",
        fact: Fact::DepthsFromGoals { counts: &[1, 16, 120, 560, 1387, 1440, 540, 32] },
        source: EXHAUSTIVE,
    },
];

/// An instance: which colour all pieces must show.
///
/// A state is a mask of the pieces whose black side is up, the top left in the highest bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FlipGame {
    /// The colour to reach.
    pub goal: Goal,
}

/// The colour that all pieces must show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Goal {
    /// Any, as long as it is one.
    #[default]
    Either,
    /// White.
    White,
    /// Black.
    Black,
}

impl Goal {
    const fn states(self) -> &'static [u16] {
        match self {
            Goal::Either => &[ALL_WHITE, ALL_BLACK],
            Goal::White => &[ALL_WHITE],
            Goal::Black => &[ALL_BLACK],
        }
    }
}

const ALL_WHITE: u16 = 0x0000;
const ALL_BLACK: u16 = 0xffff;

/// A board, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// Whether the piece on a square has its black side up.
    pub is_black: [bool; SQUARES],
}

/// What each flip turns over: the piece and its neighbours.
const MASKS: [u16; SQUARES] = masks();

const fn masks() -> [u16; SQUARES] {
    let mut masks = [0; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mask = Square::ALL[index].mask();
        masks[index] = mask | grid4::neighbours(mask);
        index += 1;
    }
    masks
}

/// The most pieces that one flip turns over.
const LARGEST_FLIP: u32 = 5;

impl Puzzle for FlipGame {
    type State = u16;
    /// The square whose piece is flipped.
    type Move = Square;
    type Board = Board;

    fn encode(&self, board: &Board) -> u16 {
        board.is_black.iter().fold(0, |state, &is_black| state << 1 | u16::from(is_black))
    }

    fn decode(&self, state: u16) -> Board {
        Board { is_black: Square::ALL.map(|square| state & square.mask() != 0) }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u16> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: u16) -> impl Iterator<Item = (Square, u16)> {
        Square::ALL.into_iter().zip(MASKS).map(move |(square, mask)| (square, state ^ mask))
    }

    #[inline]
    fn is_goal(&self, state: u16) -> bool {
        let is_wanted = |colour| self.goal == colour || self.goal == Goal::Either;
        (state == ALL_WHITE && is_wanted(Goal::White))
            || (state == ALL_BLACK && is_wanted(Goal::Black))
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u16>> {
        Some(self.goal.states().iter().copied())
    }

    fn ranking(&self) -> Option<impl Ranking<u16>> {
        Some(EveryMask)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u16, Square>> {
        Some(PiecesToTurn(self.goal))
    }

    fn symmetry(&self) -> Option<impl Symmetry<u16>> {
        Some(Images { has_colour_swap: self.goal == Goal::Either })
    }

    fn commuting(&self) -> Option<impl Commuting<u16>> {
        Some(Bits)
    }
}

/// A state is its own number.
struct EveryMask;

impl Ranking<u16> for EveryMask {
    fn count(&self) -> u64 {
        1 << SQUARES
    }
    #[inline]
    fn rank(&self, state: u16) -> u64 {
        u64::from(state)
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a rank is below 2^16")]
    fn unrank(&self, rank: u64) -> u16 {
        rank as u16
    }
}

/// How many pieces show the wrong colour, divided by the most that one flip turns over.
///
/// A flip changes that number by at most the divisor, hence the quotient by at most 1, and the quotient
/// is 0 on a goal: admissible and consistent. So is the lesser of the two colours' bounds.
struct PiecesToTurn(Goal);

impl Heuristic<u16, Square> for PiecesToTurn {
    #[inline]
    fn estimate(&self, state: u16) -> u32 {
        let (black, white) = (state.count_ones(), state.count_zeros());
        let pieces = match self.0 {
            Goal::Either => black.min(white),
            Goal::White => black,
            Goal::Black => white,
        };
        pieces.div_ceil(LARGEST_FLIP)
    }
}

/// The symmetries of the grid, and all of them again with colours swapped where either may win.
struct Images {
    has_colour_swap: bool,
}

impl Symmetry<u16> for Images {
    fn order(&self) -> usize {
        if self.has_colour_swap { 2 * SYMMETRIES } else { SYMMETRIES }
    }
    #[inline]
    fn image(&self, index: usize, state: u16) -> u16 {
        let image = grid4::image(index % SYMMETRIES, state);
        if index < SYMMETRIES { image } else { !image }
    }
}

/// The vector of a state is the state, with the top left in the lowest bit: reasons name squares in the
/// order of bits.
struct Bits;

impl Commuting<u16> for Bits {
    #[inline]
    fn to_vector(&self, state: u16) -> u128 {
        u128::from(state.reverse_bits())
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a vector has 16 bits")]
    fn from_vector(&self, vector: u128) -> u16 {
        (vector as u16).reverse_bits()
    }
    fn bit_name(&self, bit: u32) -> String {
        let square = Square::ALL[bit as usize];
        format!("row {} column {}", square.row(), square.column())
    }
}

impl Playable for FlipGame {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        let goal = match arguments.choice("goal") {
            "white" => Goal::White,
            "black" => Goal::Black,
            _ => Goal::Either,
        };
        Ok(FlipGame { goal })
    }

    fn demo(&self) -> String {
        "bwwb\nbbwb\nbwwb\nbwww".into()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let cells = reader.cells(4, 4, "`b` or `w`", |character| match character {
            'b' | 'B' => Some(true),
            'w' | 'W' => Some(false),
            _ => None,
        })?;
        Ok(Board { is_black: std::array::from_fn(|index| cells[index]) })
    }

    fn write(&self, board: &Board) -> String {
        grid4::write(|square| if board.is_black[square.index()] { 'b' } else { 'w' })
    }

    fn describe(&self, _before: &Board, square: Square) -> String {
        format!("flip {square}")
    }

    fn view(&self, board: &Board) -> Option<View> {
        let class = |is_black| if is_black { Class::Dark } else { Class::Light };
        let cells = board.is_black.map(|is_black| (String::new(), class(is_black)));
        Some(View::grid(4, cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let puzzle = FlipGame::default();
        for text in
            ["bwwb\nbbwb\nbwwb\nbwww\n", "BWWB\r\nBBWB\r\nbwwb \r\nBWWW", "bwwbbbwbbwwbbwww"]
        {
            let board = puzzle.read(&mut Reader::new(text)).unwrap();
            assert_eq!(puzzle.encode(&board), 0b1001_1101_1001_1000, "{text:?}");
            assert_eq!(puzzle.write(&board), "bwwb\nbbwb\nbwwb\nbwww");
            assert_eq!(puzzle.decode(puzzle.encode(&board)), board);
        }
        let error = puzzle.read(&mut Reader::new("bwwb\nbbxb\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 2, column 3: found `x`, expected `b` or `w`");
    }

    #[test]
    fn squares_have_names() {
        let puzzle = FlipGame::default();
        let board = puzzle.decode(0);
        let words = puzzle.successors(0).map(|(square, _)| puzzle.describe(&board, square));
        let words: Vec<_> = words.collect();
        assert_eq!(words[..2], ["flip row 1, column 1", "flip row 1, column 2"]);
        for square in Square::ALL {
            let bit = Bits.to_vector(square.mask()).trailing_zeros();
            assert_eq!(Bits.bit_name(bit), square.to_string().replace(',', ""));
        }
    }

    #[test]
    fn masks_are_the_published_ones() {
        assert_eq!(MASKS[..4], [0xc800, 0xe400, 0x7200, 0x3100]);
        assert_eq!(MASKS[15], 0x0013);
        let largest = MASKS.iter().map(|mask| mask.count_ones()).max();
        assert_eq!(largest, Some(LARGEST_FLIP));
    }
}
