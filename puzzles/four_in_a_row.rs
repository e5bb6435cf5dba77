//! Four-in-a-row (codevs 1004, Luogu P2346): black and white slide in turn until four stand in a line.

mod arrangements;
mod masks;

use crate::common::grid4::{self, SQUARES, SYMMETRIES, Square};
use arrangements::{Arrangements, PAIRS, SPACE};
use masks::{Masks, WHITE_TO_MOVE, slides};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Predecessors, Ranking, Symmetry};
use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::space::Space;
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};
use std::fmt;

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Four-in-a-row",
    summary: "black and white slide in turn into a blank square; line up four of one colour",
    input: "four rows of four squares, on a line each or in one run: 7 `B`, 7 `W` and 2 `O` for blank; \
            then, if only one side may begin, `B to move` or `W to move`",
    source: "codevs 1004; Luogu P2346",
    claims: CLAIMS,
    ..Plugin::new::<FourInARow>("four_in_a_row")
};

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "BWBO\nWBWB\nBWBW\nWBWO", cost: 5 },
        source: "codevs 1004, sample",
    },
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "WWBW\nWBWB\nBWWB\nBBOO", cost: 7 },
        source: "breadth-first search over all 411,840 boards, repeated in tests/four_in_a_row.rs",
    },
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals {
            counts: &[283_072, 114_224, 147_272, 129_312, 96_504, 35_488, 8_488, 1_000, 160],
        },
        source: "breadth-first search from all goals; 8,160 of the 823,680 states lead to none",
    },
];

/// The one instance.
///
/// A state is a number of sixteen digits to base 3, the top left first: 0 for a blank square, 1 for
/// black, 2 for white. Its highest bit is set when white is to move.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FourInARow;

/// A colour, and the side that plays it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece {
    /// Black.
    Black,
    /// White.
    White,
}

impl Piece {
    const fn other(self) -> Self {
        match self {
            Piece::Black => Piece::White,
            Piece::White => Piece::Black,
        }
    }

    const fn letter(self) -> char {
        match self {
            Piece::Black => 'B',
            Piece::White => 'W',
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Piece::Black => "Black",
            Piece::White => "White",
        })
    }
}

/// A board: seven black pieces, seven white ones, and two blank squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// What stands on each square, row by row.
    pub squares: [Option<Piece>; SQUARES],
    /// Whose turn it is. A board as the judges give it leaves that open: either side may begin.
    pub to_move: Option<Piece>,
}

/// A move: the piece on one square slides to a blank one beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// Blank squares, black pieces, white pieces.
const COUNTS: [usize; 3] = [2, 7, 7];

/// The four rows, the four columns, and the two main diagonals.
const LINES: [u16; 10] =
    [0xf000, 0x0f00, 0x00f0, 0x000f, 0x8888, 0x4444, 0x2222, 0x1111, 0x8421, 0x1248];

const fn has_line(pieces: u16) -> bool {
    let mut line = 0;
    while line < LINES.len() {
        if LINES[line] & !pieces == 0 {
            return true;
        }
        line += 1;
    }
    false
}

impl Puzzle for FourInARow {
    type State = u32;
    type Move = Slide;
    type Board = Board;

    /// Where the board leaves the turn open, black is to move.
    fn encode(&self, board: &Board) -> u32 {
        let mask = |piece| {
            board.squares.iter().fold(0, |mask, &found| mask << 1 | u16::from(found == Some(piece)))
        };
        let to_move = board.to_move.unwrap_or(Piece::Black);
        Masks { black: mask(Piece::Black), white: mask(Piece::White), to_move }.state()
    }

    fn decode(&self, state: u32) -> Board {
        let masks = Masks::of(state);
        Board { squares: Square::ALL.map(|square| masks.at(square)), to_move: Some(masks.to_move) }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u32> {
        let start = self.encode(board);
        let other = board.to_move.is_none().then_some(start ^ WHITE_TO_MOVE);
        std::iter::once(start).chain(other)
    }

    #[inline]
    fn successors(&self, state: u32) -> impl Iterator<Item = (Slide, u32)> {
        slides(state, Masks::of(state).to_move)
    }

    #[inline]
    fn is_goal(&self, state: u32) -> bool {
        let masks = Masks::of(state);
        has_line(masks.black) || has_line(masks.white)
    }

    fn predecessors(&self) -> Option<impl Predecessors<u32>> {
        Some(TakenBack)
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        let boards = (0..=u16::MAX).filter(|black| black.count_ones() == 7).flat_map(|black| {
            let blanks = PAIRS.into_iter().filter(move |blanks| blanks & black == 0);
            blanks.map(move |blanks| (black, !(black | blanks)))
        });
        let aligned = boards.filter(|&(black, white)| has_line(black) || has_line(white));
        Some(aligned.flat_map(|(black, white)| {
            let turns = [Piece::Black, Piece::White].into_iter();
            turns.map(move |to_move| Masks { black, white, to_move }.state())
        }))
    }

    fn ranking(&self) -> Option<impl Ranking<u32>> {
        Some(Arrangements)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u32, Slide>> {
        Some(NearestLine)
    }

    fn symmetry(&self) -> Option<impl Symmetry<u32>> {
        Some(Images)
    }

    fn space(&self) -> Option<Space<'_>> {
        Some(Space::Contexts(&SPACE))
    }
}

/// The last move was made by the side that is not to move now; a slide is taken back by a slide.
struct TakenBack;

impl Predecessors<u32> for TakenBack {
    #[inline]
    fn predecessors(&self, state: u32) -> impl Iterator<Item = u32> {
        slides(state, Masks::of(state).to_move.other()).map(|(_, before)| before)
    }
}

/// How many moves pass before one colour has brought the missing pieces into one line, at best.
///
/// A line that lacks `k` pieces of a colour needs `k` moves of that side, and sides alternate: `2k - 1`
/// moves if it moves next, else `2k`. Only that side's moves lessen `k`, each by at most 1, so that a
/// move lessens each bound, and their minimum over lines and colours, by at most 1: consistent, and
/// admissible because the bound of a goal is 0.
struct NearestLine;

impl Heuristic<u32, Slide> for NearestLine {
    #[inline]
    fn estimate(&self, state: u32) -> u32 {
        let masks = Masks::of(state);
        let lacking =
            |pieces: u16| LINES.iter().map(|line| (line & !pieces).count_ones()).min().unwrap_or(0);
        let mover = lacking(masks.pieces(masks.to_move));
        let other = lacking(masks.pieces(masks.to_move.other()));
        (2 * mover).saturating_sub(1).min(2 * other)
    }
}

/// The symmetries of the grid, and all of them again with colours and turn swapped.
struct Images;

impl Symmetry<u32> for Images {
    fn order(&self) -> usize {
        2 * SYMMETRIES
    }

    #[inline]
    fn image(&self, index: usize, state: u32) -> u32 {
        let Masks { black, white, to_move } = Masks::of(state);
        let image = |mask| grid4::image(index % SYMMETRIES, mask);
        let (black, white) = (image(black), image(white));
        if index < SYMMETRIES {
            Masks { black, white, to_move }.state()
        } else {
            Masks { black: white, white: black, to_move: to_move.other() }.state()
        }
    }
}

impl Playable for FourInARow {
    fn configure(_: &Arguments) -> Result<Self, String> {
        Ok(FourInARow)
    }

    fn demo(&self) -> String {
        "BWBO\nWBWB\nBWBW\nWBWO".into()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let cells = reader.placed_cells(4, 4, "`B`, `W` or `O`", |character| match character {
            'O' | 'o' => Some(None),
            _ => piece(character).map(Some),
        })?;
        let mut left = COUNTS;
        for &(place, cell) in &cells {
            let kind = cell.map_or(0, |piece| piece as usize + 1);
            if left[kind] == 0 {
                let surplus = ["a third `O`", "an eighth `B`", "an eighth `W`"][kind];
                return Err(ReadError {
                    place,
                    found: surplus.into(),
                    expected: "7 `B`, 7 `W` and 2 `O` on the board".into(),
                });
            }
            left[kind] -= 1;
        }
        Ok(Board { squares: std::array::from_fn(|index| cells[index].1), to_move: turn(reader)? })
    }

    fn write(&self, board: &Board) -> String {
        let squares =
            grid4::write(|square| board.squares[square.index()].map_or('O', Piece::letter));
        match board.to_move {
            None => squares,
            Some(side) => format!("{squares}\n{} to move", side.letter()),
        }
    }

    fn describe(&self, before: &Board, Slide { from, to }: Slide) -> String {
        match before.squares[from.index()] {
            Some(side) => format!("{side} slides from {from} to {to}"),
            None => format!("slide from {from} to {to}"),
        }
    }

    fn view(&self, board: &Board) -> Option<View> {
        let cells = board.squares.map(|piece| match piece {
            Some(side @ Piece::Black) => (side.letter().into(), Class::Dark),
            Some(side @ Piece::White) => (side.letter().into(), Class::Light),
            None => (String::new(), Class::Empty),
        });
        Some(View::grid(4, cells))
    }
}

fn piece(character: char) -> Option<Piece> {
    match character {
        'B' | 'b' => Some(Piece::Black),
        'W' | 'w' => Some(Piece::White),
        _ => None,
    }
}

/// Reads `B to move`, if that is what comes next.
fn turn(reader: &mut Reader<'_>) -> Result<Option<Piece>, ReadError> {
    let mut ahead = reader.clone();
    let side = ahead.token("whose turn it is").ok().and_then(|token| match token.text {
        "B" | "b" => Some(Piece::Black),
        "W" | "w" => Some(Piece::White),
        _ => None,
    });
    // Another board, with blanks between its squares, may begin like that too.
    let is_turn = ahead.token_on_line().is_some_and(|token| token.text.eq_ignore_ascii_case("to"));
    if side.is_none() || !is_turn {
        return Ok(None);
    }
    *reader = ahead;
    let token = reader.token("`move`")?;
    if !token.text.eq_ignore_ascii_case("move") {
        return Err(token.unexpected("`move`"));
    }
    Ok(side)
}

#[cfg(test)]
mod tests;
