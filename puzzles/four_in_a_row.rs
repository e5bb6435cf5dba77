//! Four-in-a-row (codevs 1004, Luogu P2346): black and white slide in turn until four stand in a line.

use crate::common::grid4::{self, LEFT, RIGHT, SQUARES, SYMMETRIES, Square};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Predecessors, Ranking, Symmetry};
use puzzlespace::parameters::Arguments;
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::space::Space;
use puzzlespace::space::contexts::{ContextSpace, NOWHERE, Step};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

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

/// Set when white is to move.
const WHITE_TO_MOVE: u32 = 1 << 31;

/// The value of a 1 in the digit of each square.
const WEIGHTS: [u32; SQUARES] = {
    let mut weights = [1; SQUARES];
    let mut square = SQUARES - 1;
    while square > 0 {
        weights[square - 1] = 3 * weights[square];
        square -= 1;
    }
    weights
};

/// How many half boards there are: numbers of eight digits.
const HALVES: u16 = 3_u16.pow(8);

/// The black and the white pieces of each half board, as masks.
static MASKS_OF_HALF: [[u8; 2]; HALVES as usize] = {
    let mut masks = [[0; 2]; HALVES as usize];
    let mut half = 1;
    while half < masks.len() {
        let [black, white] = masks[half / 3];
        masks[half] = [black << 1 | (half % 3 == 1) as u8, white << 1 | (half % 3 == 2) as u8];
        half += 1;
    }
    masks
};

/// The number whose digits to base 3 are the bits of the index.
static TERNARY: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut bits = 1;
    while bits < 256 {
        numbers[bits] = 3 * numbers[bits / 2] + (bits % 2 == 1) as u16;
        bits += 1;
    }
    numbers
};

/// The pieces of a state as masks of their squares, and whose turn it is.
#[derive(Clone, Copy)]
struct Masks {
    black: u16,
    white: u16,
    to_move: Piece,
}

impl Masks {
    #[inline]
    fn of(state: u32) -> Self {
        let to_move = if state & WHITE_TO_MOVE == 0 { Piece::Black } else { Piece::White };
        let digits = (state & !WHITE_TO_MOVE) as usize;
        let [black, white] = MASKS_OF_HALF[digits / usize::from(HALVES)];
        let [black_below, white_below] = MASKS_OF_HALF[digits % usize::from(HALVES)];
        Masks {
            black: u16::from_be_bytes([black, black_below]),
            white: u16::from_be_bytes([white, white_below]),
            to_move,
        }
    }

    #[inline]
    fn state(self) -> u32 {
        let number = |mask: u16| {
            let [above, below] = mask.to_be_bytes().map(|half| TERNARY[usize::from(half)]);
            u32::from(above) * u32::from(HALVES) + u32::from(below)
        };
        let turn = if self.to_move == Piece::White { WHITE_TO_MOVE } else { 0 };
        number(self.black) + 2 * number(self.white) + turn
    }

    fn pieces(self, side: Piece) -> u16 {
        match side {
            Piece::Black => self.black,
            Piece::White => self.white,
        }
    }

    fn at(self, square: Square) -> Option<Piece> {
        [Piece::Black, Piece::White]
            .into_iter()
            .find(|&piece| self.pieces(piece) & square.mask() != 0)
    }
}

/// Every way in which a piece of `side` slides into a blank square, with the turn passed on.
#[inline]
fn slides(state: u32, side: Piece) -> impl Iterator<Item = (Slide, u32)> {
    const STEPS: [isize; 4] = [-4, -1, 1, 4];
    let masks = Masks::of(state);
    let (pieces, blanks) = (masks.pieces(side), !(masks.black | masks.white));
    let digit = if side == Piece::Black { 1 } else { 2 };
    // For each step, the pieces that have a blank square there: 16 bits each, the first step highest.
    let up = pieces & blanks >> 4;
    let left = pieces & (blanks & !RIGHT) >> 1;
    let right = pieces & (blanks & !LEFT) << 1;
    let down = pieces & blanks << 4;
    let mut movers = [up, left, right, down]
        .into_iter()
        .fold(0_u64, |movers, pieces| movers << 16 | u64::from(pieces));
    std::iter::from_fn(move || {
        if movers == 0 {
            return None;
        }
        let number = movers.leading_zeros() as usize;
        movers &= !(1 << 63 >> number);
        let from = number % SQUARES;
        let to = from.wrapping_add_signed(STEPS[number / SQUARES]);
        let after = state + digit * WEIGHTS[to] - digit * WEIGHTS[from];
        Some((Slide { from: Square::ALL[from], to: Square::ALL[to] }, after ^ WHITE_TO_MOVE))
    })
}

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

/// Every two squares.
const PAIRS: [u16; 120] = {
    let mut pairs = [0; 120];
    let mut count = 0;
    let mut mask = 0_u16;
    while count < pairs.len() {
        if mask.count_ones() == 2 {
            pairs[count] = mask;
            count += 1;
        }
        mask += 1;
    }
    pairs
};

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

/// The words of fourteen bits of which seven are set, in ascending order: where the black pieces are among
/// the squares that are not blank.
const WORDS: [u16; 3_432] = {
    let mut words = [0; 3_432];
    let mut count = 0;
    let mut word = 0_u16;
    while count < words.len() {
        if word.count_ones() == 7 {
            words[count] = word;
            count += 1;
        }
        word += 1;
    }
    words
};

/// The number of each of the [`WORDS`].
#[expect(clippy::cast_possible_truncation, reason = "there are 3,432")]
static NUMBERS: [u16; 1 << 14] = {
    let mut numbers = [0; 1 << 14];
    let mut number = 0;
    while number < WORDS.len() {
        numbers[WORDS[number] as usize] = number as u16;
        number += 1;
    }
    numbers
};

/// The number of each of the [`PAIRS`].
#[expect(clippy::cast_possible_truncation, reason = "there are 120")]
static NUMBERS_OF_PAIRS: [u8; 1 << 16] = {
    let mut numbers = [0; 1 << 16];
    let mut number = 0;
    while number < PAIRS.len() {
        numbers[PAIRS[number] as usize] = number as u8;
        number += 1;
    }
    numbers
};

/// The word without the bit at a place, or with a bit put in there.
#[inline]
const fn without(word: u16, place: u32) -> u16 {
    let below = (1 << place) - 1;
    word & below | word >> 1 & !below
}

#[inline]
const fn with(word: u16, place: u32, bit: u16) -> u16 {
    let below = (1 << place) - 1;
    word & below | (word & !below) << 1 | bit << place
}

/// The places of two bits, the lower one first.
#[inline]
const fn places(pair: u16) -> [u32; 2] {
    [pair.trailing_zeros(), pair.ilog2()]
}

/// Contexts are whose turn it is and where the blanks are, numbers where the black pieces are among the
/// other squares.
struct Arrangements;

impl Arrangements {
    fn context(side: Piece, blanks: u16) -> usize {
        let number = usize::from(NUMBERS_OF_PAIRS[usize::from(blanks)]);
        number + if side == Piece::White { PAIRS.len() } else { 0 }
    }

    /// The slides as tables. A piece that slides changes its place among the pieces: there are few such
    /// changes, and each can be made by one colour alone.
    #[expect(clippy::cast_possible_truncation, reason = "there are few contexts and tables")]
    fn space() -> ContextSpace {
        let (mut changes, mut tables, mut steps) = (HashMap::new(), Vec::new(), Vec::new());
        for (side, blanks) in SIDES.into_iter().flat_map(|side| PAIRS.map(|pair| (side, pair))) {
            for (from, to) in neighbours(blanks) {
                let after = blanks ^ 1 << from ^ 1 << to;
                let place = |blanks: u16, bit: u32| bit - (blanks & ((1 << bit) - 1)).count_ones();
                let change = (side as u16, place(blanks, from), place(after, to));
                let table = *changes.entry(change).or_insert_with(|| {
                    tables.push(Self::table(change));
                    tables.len() - 1
                });
                steps.push(Step {
                    from: Self::context(side, blanks) as u32,
                    to: Self::context(side.other(), after) as u32,
                    table: table as u32,
                });
            }
        }
        let space = ContextSpace::new(2 * PAIRS.len(), WORDS.len(), tables, steps);
        space.expect("slides are one to one")
    }

    /// What becomes of the words when a piece of a side goes from place to place.
    fn table((side, from, to): (u16, u32, u32)) -> Box<[u16]> {
        let is_black = u16::from(side == Piece::Black as u16);
        let after = |word: &u16| {
            let is_there = word >> from & 1 == is_black;
            let after = with(without(*word, from), to, is_black);
            if is_there { NUMBERS[usize::from(after)] } else { NOWHERE }
        };
        WORDS.iter().map(after).collect()
    }
}

const SIDES: [Piece; 2] = [Piece::Black, Piece::White];

/// Bits of two squares beside each other of which only the second one is blank, in the order of [`slides`].
fn neighbours(blanks: u16) -> impl Iterator<Item = (u32, u32)> {
    let is_blank = move |bit: u32| blanks >> bit & 1 == 1;
    let beside = move |step: i32| {
        let is_in_row = move |from: u32, to: u32| step.abs() > 1 || from / 4 == to / 4;
        // The first square has the highest bit.
        let pairs = (0..16_u32).rev().filter_map(move |from| {
            let to = from.checked_add_signed(-step).filter(|&to| to < 16)?;
            is_in_row(from, to).then_some((from, to))
        });
        pairs.filter(move |&(from, to)| !is_blank(from) && is_blank(to))
    };
    [-4, -1, 1, 4].into_iter().flat_map(beside)
}

static SPACE: LazyLock<ContextSpace> = LazyLock::new(Arrangements::space);

impl Ranking<u32> for Arrangements {
    fn count(&self) -> u64 {
        (SIDES.len() * PAIRS.len() * WORDS.len()) as u64
    }

    #[inline]
    fn rank(&self, state: u32) -> u64 {
        let Masks { black, white, to_move } = Masks::of(state);
        let blanks = !(black | white);
        let [low, high] = places(blanks);
        let number = NUMBERS[usize::from(without(without(black, high), low))];
        (Self::context(to_move, blanks) * WORDS.len()) as u64 + u64::from(number)
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a rank is below 823,680")]
    fn unrank(&self, rank: u64) -> u32 {
        let (context, number) = (rank as usize / WORDS.len(), rank as usize % WORDS.len());
        let to_move = SIDES[context / PAIRS.len()];
        let blanks = PAIRS[context % PAIRS.len()];
        let [low, high] = places(blanks);
        let black = with(with(WORDS[number], low, 0), high, 0);
        Masks { black, white: !(black | blanks), to_move }.state()
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
        let [black, white] = [black, white].map(|mask| grid4::image(index % SYMMETRIES, mask));
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
mod tests {
    use super::*;

    /// Reads all boards in `text`, and writes them again.
    fn boards(text: &str) -> Result<Vec<String>, String> {
        let mut reader = Reader::new(text);
        let mut boards = Vec::new();
        while !reader.is_at_end() {
            let board = FourInARow.read(&mut reader).map_err(|error| error.to_string())?;
            boards.push(FourInARow.write(&board));
        }
        Ok(boards)
    }

    const SAMPLE: &str = "BWBO\nWBWB\nBWBW\nWBWO";

    #[test]
    fn a_board_is_read_however_it_is_laid_out() {
        for text in [
            SAMPLE,
            "BWBO\nWBWB\nBWBW\nWBWO\n",
            "BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
            "\u{feff}BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
            "BWBO \nWBWB  \nBWBW\t\nWBWO \n \n",
            "bwbo\nwbwb\nbwbw\nwbwo\n",
            "bWbO\nwBwB\nBwBw\nWbWo\n",
            "BWBOWBWBBWBWWBWO",
            "bwbowbwbbwbwwbwo\r\n",
            "BWBO WBWB BWBW WBWO\n",
            "B W B O\nW B W B\nB W B W\nW B W O\n",
        ] {
            assert_eq!(boards(text).as_deref(), Ok(&[SAMPLE.into()][..]), "{text:?}");
        }
    }

    #[test]
    fn a_board_may_say_whose_turn_it_is() {
        for (text, written) in [
            ("BWBO\nWBWB\nBWBW\nWBWO\nB to move\n", "B to move"),
            ("BWBO\nWBWB\nBWBW\nWBWO\nW to move", "W to move"),
            ("bwbo\r\nwbwb\r\nbwbw\r\nwbwo\r\nw To MOVE  \r\n", "W to move"),
            ("BWBOWBWBBWBWWBWO b to move", "B to move"),
            ("BWBO\nWBWB\nBWBW\nWBWO\n\nB to move\n", "B to move"),
        ] {
            let expected = format!("{SAMPLE}\n{written}");
            assert_eq!(boards(text).as_deref(), Ok(&[expected.clone()][..]), "{text:?}");
            assert_eq!(boards(&expected).as_deref(), Ok(&[expected][..]));
        }
    }

    #[test]
    fn the_next_board_is_not_taken_for_a_turn() {
        let spaced = "B W B O\nW B W B\nB W B W\nW B W O\n";
        let turn = format!("{SAMPLE}\nW to move");
        for (text, expected) in [
            (format!("{SAMPLE}\n{SAMPLE}\n"), [SAMPLE, SAMPLE]),
            (format!("{SAMPLE}\r\n\r\n{SAMPLE}\n"), [SAMPLE, SAMPLE]),
            (format!("{SAMPLE}\n{spaced}"), [SAMPLE, SAMPLE]),
            (format!("{SAMPLE}\nW to move\n{spaced}"), [&turn, SAMPLE]),
            (format!("{SAMPLE}\nW to move\n{turn}"), [&turn, &turn]),
            (format!("{SAMPLE}\n\n{turn}"), [SAMPLE, &turn]),
        ] {
            assert_eq!(boards(&text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn errors_name_what_was_found_where_and_what_was_expected() {
        let counts = "expected 7 `B`, 7 `W` and 2 `O` on the board";
        for (text, error) in [
            (
                "BWBX\nWBWB\nBWBW\nWBWO",
                "line 1, column 4: found `X`, expected `B`, `W` or `O`".into(),
            ),
            (
                "BWB0\nWBWB\nBWBW\nWBWO",
                "line 1, column 4: found `0`, expected `B`, `W` or `O`".into(),
            ),
            (
                "BWBO\nWBWB\nBWBW\n",
                "line 4, column 1: found the end of the input, expected row 4 of 4".into(),
            ),
            ("BWBB\nWBWB\nBWBW\nWBWO", format!("line 4, column 2: found an eighth `B`, {counts}")),
            ("BWBW\nWBWB\nBWBW\nWBWO", format!("line 4, column 3: found an eighth `W`, {counts}")),
            ("BWBO\nWBWB\nBWBO\nWBWO", format!("line 4, column 4: found a third `O`, {counts}")),
            ("oooobbbbbbbwwwww", format!("line 1, column 3: found a third `O`, {counts}")),
            (
                "BWBO\nWBWB\nBWBW\nWBWO\nB to mvoe",
                "line 5, column 6: found `mvoe`, expected `move`".into(),
            ),
            (
                "BWBO\nWBWB\nBWBW\nWBWO\nB to",
                "line 5, column 5: found the end of the input, expected `move`".into(),
            ),
            (
                "BWBO\nWBWB\nBWBW\nWBWO\nO to move",
                "line 5, column 3: found `t`, expected `B`, `W` or `O`".into(),
            ),
        ] {
            assert_eq!(boards(text), Err(error), "{text:?}");
        }
    }

    #[test]
    fn moves_have_words() {
        let puzzle = FourInARow;
        let text = format!("{SAMPLE}\nB to move");
        let board = puzzle.read(&mut Reader::new(&text)).unwrap();
        let moves = puzzle.successors(puzzle.encode(&board));
        let words: Vec<_> = moves.map(|(slide, _)| puzzle.describe(&board, slide)).collect();
        assert_eq!(
            words,
            [
                "Black slides from row 2, column 4 to row 1, column 4",
                "Black slides from row 1, column 3 to row 1, column 4",
            ]
        );
    }

    #[test]
    fn goals_are_every_aligned_state_once() {
        let puzzle = FourInARow;
        let mut listed: Vec<_> = puzzle.goals().unwrap().collect();
        assert_eq!(listed.len(), 283_072);
        listed.sort_unstable();
        listed.dedup();
        let states = (0..Arrangements.count()).map(|rank| Arrangements.unrank(rank));
        let mut aligned: Vec<_> = states.filter(|&state| puzzle.is_goal(state)).collect();
        aligned.sort_unstable();
        assert_eq!(listed, aligned);
    }

    #[test]
    fn the_ranking_numbers_all_states() {
        assert_eq!(Arrangements.count(), 823_680);
        for rank in 0..Arrangements.count() {
            let state = Arrangements.unrank(rank);
            assert_eq!(Arrangements.rank(state), rank);
            assert_eq!(FourInARow.encode(&FourInARow.decode(state)), state);
        }
    }
}
