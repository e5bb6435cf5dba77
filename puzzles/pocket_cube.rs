//! The pocket cube: 2x2x2 pieces, all of them corners.
//!
//! The corner at the bottom, back and left is never turned; the others move around it.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Patterns, Ranking, Symmetry};
use puzzlespace::heuristics::{Offer, Recipe};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::rank::Multiset;
use puzzlespace::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};
use puzzlespace::space::{Coordinate, CoordinateSpace, Space};
use puzzlespace::text::{Place, ReadError, Reader};
use puzzlespace::view::{Class, Piece, View};
use std::fmt;

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Pocket cube",
    summary: "turn the faces of a 2x2x2 cube until each shows one colour",
    input: "the faces unfolded: two rows of the upper face; two of the left, front, right and back ones \
            side by side; two of the lower one; any six letters for the colours, and `.` passed over; or \
            the turns that lead to it, as in `scramble: R U' F2`",
    pieces: "the stickers, three for each corner, the first of which is on the upper or lower face: right below \
             behind 0 to 2, left above behind 3 to 5, right above behind 6 to 8, left below in front 9 to 11, right \
             below in front 12 to 14, left above in front 15 to 17, right above in front 18 to 20; left below behind \
             stays where it is",
    source: "E. Rubik, 1981; BOJ 7659, Rubik 2^3",
    parameters: &[Parameter {
        name: "metric",
        summary: "what counts as one move: quarter and half turns, or quarter turns only",
        kind: Kind::Choice { options: &["half", "quarter"], default: "half" },
    }],
    claims: CLAIMS,
    ..Plugin::new::<PocketCube>("pocket_cube")
};

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "scramble: R U", cost: 2 },
        source: "two turns of different faces",
    },
    Claim {
        arguments: "metric=quarter",
        fact: Fact::Optimum { board: "scramble: R2 U", cost: 3 },
        source: "a half turn is two moves",
    },
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644,
            ],
        },
        source: "OEIS A079761; D. R. Hofstadter, Metamagical Themas, 1985",
    },
    Claim {
        arguments: "metric=quarter",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852,
                782_536, 90_280, 276,
            ],
        },
        source: "OEIS A079762; J. Scherphuis, Jaap's Puzzle Page",
    },
];

/// Left to right, down to up, back to front.
const AXES: usize = 3;
const CORNERS: usize = 8;
/// The axis of the upper and the lower face, by whose stickers twists are told.
const Y: usize = 1;

/// The names of the faces, for each axis at its lower and its upper end.
const FACES: [[char; 2]; AXES] = [['L', 'R'], ['D', 'U'], ['B', 'F']];

/// A corner of the cube, or the piece that belongs there: for each axis a bit, set at its upper end. The one
/// that is never turned is 0.
type Corner = usize;

/// The axes of the stickers at a corner, clockwise from that of the upper or lower face.
const fn clockwise(corner: Corner) -> [usize; AXES] {
    if corner.count_ones() % 2 == 1 { [1, 0, 2] } else { [1, 2, 0] }
}

/// How far around a corner the sticker of an axis is, clockwise.
fn turns_to(corner: Corner, axis: usize) -> u8 {
    (0..).zip(clockwise(corner)).find(|&(_, other)| other == axis).map_or(0, |(turns, _)| turns)
}

/// A rotation or a reflection of the cube.
#[derive(Debug, Clone, Copy)]
struct Motion {
    /// What becomes of each axis.
    axes: [usize; AXES],
    /// For each of the axes after the motion a bit, set if its ends are exchanged.
    flips: usize,
}

impl Motion {
    /// The motions that leave the first corner where it is, the identity first.
    const OF_FIRST_CORNER: [Self; 6] = [
        Motion { axes: [0, 1, 2], flips: 0 },
        Motion { axes: [1, 2, 0], flips: 0 },
        Motion { axes: [2, 0, 1], flips: 0 },
        Motion { axes: [0, 2, 1], flips: 0 },
        Motion { axes: [2, 1, 0], flips: 0 },
        Motion { axes: [1, 0, 2], flips: 0 },
    ];

    /// A quarter turn clockwise, as seen from the upper end of an axis.
    fn quarter(around: usize) -> Self {
        let (next, last) = ((around + 1) % AXES, (around + 2) % AXES);
        let mut axes = [around; AXES];
        (axes[next], axes[last]) = (last, next);
        Motion { axes, flips: 1 << last }
    }

    fn corner(self, corner: Corner) -> Corner {
        let bit = |axis: usize| (corner >> axis & 1) << self.axes[axis];
        self.flips ^ (0..AXES).map(bit).sum::<usize>()
    }

    /// How far around the new corner the sticker comes that was first around this one.
    fn shift(self, corner: Corner) -> u8 {
        turns_to(self.corner(corner), self.axes[Y])
    }
}

/// A turn of the right, the upper or the front face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn(u8);

impl Turn {
    /// All nine, face by face.
    pub const ALL: [Turn; 9] = {
        let mut turns = [Turn(0); 9];
        let mut number = 1;
        while number < turns.len() {
            turns[number] = Turn(turns[number - 1].0 + 1);
            number += 1;
        }
        turns
    };

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }

    fn axis(self) -> usize {
        self.index() / 3
    }

    /// How many quarter turns clockwise it is: 1 to 3.
    pub fn quarters(self) -> usize {
        self.index() % 3 + 1
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", FACES[self.axis()][1], ["", "2", "'"][self.quarters() - 1])
    }
}

/// What counts as one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// A quarter or half turn of a face.
    Half,
    /// A quarter turn of a face.
    Quarter,
}

/// A cube that can be solved, held so that the first corner is where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The piece at each corner.
    pieces: [Corner; CORNERS],
    /// How far around its corner each piece's sticker of the upper or lower face is, clockwise.
    twists: [u8; CORNERS],
}

/// In how many orders the seven pieces that are turned can be.
const ORDERS: u16 = 5_040;
/// In how many ways six of them can be twisted, which decides how the seventh is.
const TWISTS: u16 = 729;

/// For each order, or each way of being twisted, what becomes of it by each turn.
type After = Vec<[u16; Turn::ALL.len()]>;

/// An instance: which turns count as one move.
///
/// A state is 729 times the number of the order of the pieces, plus the number of their twists.
#[derive(Debug, Clone)]
pub struct PocketCube {
    turns: Vec<Turn>,
    orders: Multiset<7>,
    orders_after: After,
    twists_after: After,
    space: CoordinateSpace,
    /// How many moves it takes to put the order right, and to put the twists right, whatever becomes of the
    /// other.
    order_moves: Vec<u8>,
    twist_moves: Vec<u8>,
    images: [Image; 6],
    stickers: Pieces,
}

impl PocketCube {
    /// The cube. Takes milliseconds.
    ///
    /// # Panics
    /// Never: the tables make a space.
    pub fn new(metric: Metric) -> Self {
        let mut turns = Turn::ALL.to_vec();
        turns.retain(|turn| metric == Metric::Half || turn.quarters() != 2);
        let orders = Multiset::new([1; 7]).expect("there are 5,040 orders");
        let orders_after = after_turns(ORDERS, |order, motion, corners| {
            let before = pieces_of(&orders, order);
            let mut after = before;
            for &from in corners {
                after[motion.corner(from)] = before[from];
            }
            order_of(&orders, &after)
        });
        let twists_after = after_turns(TWISTS, |number, motion, corners| {
            let before = twists_of(number);
            let mut after = before;
            for &from in corners {
                after[motion.corner(from)] = (before[from] + motion.shift(from)) % 3;
            }
            number_of(after)
        });
        let coordinate = |size: u16, after: &After| {
            let moves = turns.iter().map(|turn| {
                let by_turn = |after: &[u16; 9]| after[turn.index()].into();
                after.iter().map(by_turn).collect()
            });
            Coordinate { size: size.into(), moves: moves.collect() }
        };
        let coordinates = [coordinate(ORDERS, &orders_after), coordinate(TWISTS, &twists_after)];
        let stickers = Moves::Shuffles(sticker_moves(&turns));
        PocketCube {
            stickers: Pieces::new(STICKERS.into(), stickers).expect("turns permute stickers"),
            space: CoordinateSpace::new(coordinates.into()).expect("one value for each"),
            order_moves: moves_to_first(&orders_after, &turns),
            twist_moves: moves_to_first(&twists_after, &turns),
            images: Motion::OF_FIRST_CORNER.map(Image::of),
            turns,
            orders,
            orders_after,
            twists_after,
        }
    }
}

/// The order and the twists of a state.
#[inline]
const fn parts(state: u32) -> (usize, usize) {
    ((state / TWISTS as u32) as usize, (state % TWISTS as u32) as usize)
}

#[inline]
fn state_of(order: u16, twists: u16) -> u32 {
    u32::from(order) * u32::from(TWISTS) + u32::from(twists)
}

fn pieces_of(orders: &Multiset<7>, order: u16) -> [Corner; CORNERS] {
    let mut pieces = [0; CORNERS];
    for (piece, number) in pieces[1..].iter_mut().zip(orders.unrank(order.into())) {
        *piece = number + 1;
    }
    pieces
}

#[expect(clippy::cast_possible_truncation, reason = "there are 5,040 orders")]
fn order_of(orders: &Multiset<7>, pieces: &[Corner; CORNERS]) -> u16 {
    orders.rank(pieces[1..].iter().map(|piece| piece - 1)) as u16
}

/// The last twist is the one that makes all of them add up to whole turns.
fn twists_of(number: u16) -> [u8; CORNERS] {
    let mut twists = [0; CORNERS];
    let mut rest = number;
    for twist in &mut twists[1..CORNERS - 1] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    twists[CORNERS - 1] = (3 * 6 - twists.iter().sum::<u8>()) % 3;
    twists
}

fn number_of(twists: [u8; CORNERS]) -> u16 {
    twists[1..CORNERS - 1].iter().rev().fold(0, |number, &twist| 3 * number + u16::from(twist))
}

/// What becomes of each of so many numbers by each turn, where `quarter` says it for the quarter turns: it
/// is given the motion, and the corners that are turned.
fn after_turns(size: u16, quarter: impl Fn(u16, Motion, &[Corner]) -> u16) -> After {
    let quarters = [0, 1, 2].map(|axis| {
        let turned: Vec<Corner> = (0..CORNERS).filter(|corner| corner >> axis & 1 == 1).collect();
        let after = |number| quarter(number, Motion::quarter(axis), &turned);
        (0..size).map(after).collect::<Vec<u16>>()
    });
    let after = |number: u16, turn: Turn| {
        let quarter = &quarters[turn.axis()];
        (0..turn.quarters()).fold(number, |number, _| quarter[usize::from(number)])
    };
    (0..size).map(|number| Turn::ALL.map(|turn| after(number, turn))).collect()
}

/// How many moves it takes to get from each number to 0.
fn moves_to_first(after: &After, turns: &[Turn]) -> Vec<u8> {
    let mut moves = vec![u8::MAX; after.len()];
    moves[0] = 0;
    let mut layer = vec![0_u16];
    for depth in 1.. {
        let next = layer.iter().flat_map(|&number| {
            turns.iter().map(move |turn| after[usize::from(number)][turn.index()])
        });
        let mut next: Vec<u16> =
            next.filter(|&number| moves[usize::from(number)] == u8::MAX).collect();
        next.sort_unstable();
        next.dedup();
        if next.is_empty() {
            break;
        }
        for &number in &next {
            moves[usize::from(number)] = depth;
        }
        layer = next;
    }
    moves
}

impl Puzzle for PocketCube {
    type State = u32;
    type Move = Turn;
    type Board = Board;

    fn encode(&self, board: &Board) -> u32 {
        state_of(order_of(&self.orders, &board.pieces), number_of(board.twists))
    }

    #[expect(clippy::cast_possible_truncation, reason = "both parts have 16 bits")]
    fn decode(&self, state: u32) -> Board {
        let (order, twists) = parts(state);
        Board { pieces: pieces_of(&self.orders, order as u16), twists: twists_of(twists as u16) }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u32> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: u32) -> impl Iterator<Item = (Turn, u32)> {
        let (order, twists) = parts(state);
        let (orders, twists) = (&self.orders_after[order], &self.twists_after[twists]);
        let after = |turn: Turn| state_of(orders[turn.index()], twists[turn.index()]);
        self.turns.iter().map(move |&turn| (turn, after(turn)))
    }

    #[inline]
    fn is_goal(&self, state: u32) -> bool {
        state == SOLVED
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u32>> {
        Some(std::iter::once(SOLVED))
    }

    fn ranking(&self) -> Option<impl Ranking<u32>> {
        Some(EveryNumber)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u32, Turn>> {
        Some(PartByPart(self))
    }

    fn symmetry(&self) -> Option<impl Symmetry<u32>> {
        Some(Images(self))
    }

    fn space(&self) -> Option<Space<'_>> {
        Some(Space::Coordinates(&self.space))
    }

    fn patterns(&self) -> Option<impl Patterns<u32>> {
        Some(Turned(self))
    }
}

/// The stickers of the seven pieces that move, three each: a pattern with one of a piece knows where it is and
/// how it is twisted.
struct Turned<'p>(&'p PocketCube);

/// The place of a sticker among all: `side` is counted around its corner, and 0 that of a piece without a twist.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "there are eight corners")]
const fn sticker(corner: Corner, side: u8) -> u8 {
    3 * (corner as u8 - 1) + side
}

/// Where stickers come from in these turns, which the first corner stays out of.
fn sticker_moves(turns: &[Turn]) -> Vec<Vec<u8>> {
    let order = |turn: &Turn| {
        let motion = Motion::quarter(turn.axis());
        let mut order: Vec<u8> = (0..STICKERS).collect();
        for _ in 0..turn.quarters() {
            let before = order.clone();
            for from in (1..CORNERS).filter(|corner| corner >> turn.axis() & 1 == 1) {
                for side in 0..3 {
                    let to = sticker(motion.corner(from), (side + motion.shift(from)) % 3);
                    order[usize::from(to)] = before[usize::from(sticker(from, side))];
                }
            }
        }
        order
    };
    turns.iter().map(order).collect()
}

/// How many stickers move.
const STICKERS: u8 = 21;

impl Patterns<u32> for Turned<'_> {
    fn pieces(&self) -> &Pieces {
        &self.0.stickers
    }

    #[inline]
    fn slots(&self, state: u32) -> Slots {
        let Board { pieces, twists } = self.0.decode(state);
        let mut slots = [NO_SLOT; MOST_SLOTS];
        for corner in 1..CORNERS {
            for side in 0..3 {
                let place = sticker(corner, (side + twists[corner]) % 3);
                slots[usize::from(sticker(pieces[corner], side))] = place;
            }
        }
        slots
    }
}

/// The first order, and no twists.
const SOLVED: u32 = 0;

/// A state is its own number.
struct EveryNumber;

impl Ranking<u32> for EveryNumber {
    fn count(&self) -> u64 {
        u64::from(ORDERS) * u64::from(TWISTS)
    }
    #[inline]
    fn rank(&self, state: u32) -> u64 {
        state.into()
    }
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a rank is below 3,674,160")]
    fn unrank(&self, rank: u64) -> u32 {
        rank as u32
    }
}

/// How many moves the order of the pieces needs, or their twists, if that is more.
///
/// What is moved counts for both, so that each is exact for a puzzle with more solutions: admissible and
/// consistent, and so is the greater.
struct PartByPart<'p>(&'p PocketCube);

impl Heuristic<u32, Turn> for PartByPart<'_> {
    #[inline]
    fn estimate(&self, state: u32) -> u32 {
        let (order, twists) = parts(state);
        self.0.order_moves[order].max(self.0.twist_moves[twists]).into()
    }
}

/// A motion of the whole cube that leaves the first corner where it is, as it acts on corners and twists.
#[derive(Debug, Clone, Copy)]
struct Image {
    corners: [Corner; CORNERS],
    shifts: [u8; CORNERS],
    /// By how much a twist counts: 1, or 2, which is as much as -1, in a reflection.
    sense: u8,
}

impl Image {
    fn of(motion: Motion) -> Self {
        let [x, y, z] = motion.axes;
        let is_rotation = (y + AXES - x) % AXES == 1 && (z + AXES - y) % AXES == 1;
        Image {
            corners: std::array::from_fn(|corner| motion.corner(corner)),
            shifts: std::array::from_fn(|corner| motion.shift(corner)),
            sense: if is_rotation { 1 } else { 2 },
        }
    }

    /// The cube after the motion, with its pieces renamed so that a solved one is solved again.
    fn of_board(&self, board: &Board) -> Board {
        let mut image = board.clone();
        for (corner, (&piece, twist)) in board.pieces.iter().zip(board.twists).enumerate() {
            let to = self.corners[corner];
            image.pieces[to] = self.corners[piece];
            let shift = self.shifts[corner] + 3 - self.shifts[piece];
            image.twists[to] = (self.sense * twist + shift) % 3;
        }
        image
    }
}

struct Images<'p>(&'p PocketCube);

impl Symmetry<u32> for Images<'_> {
    fn order(&self) -> usize {
        self.0.images.len()
    }

    fn image(&self, index: usize, state: u32) -> u32 {
        self.0.encode(&self.0.images[index].of_board(&self.0.decode(state)))
    }
}

/// What is on each sticker: by its corner, then by its axis.
type Stickers<T> = [[T; AXES]; CORNERS];

/// The places of the stickers when the faces are unfolded, row by row.
fn net() -> impl Iterator<Item = impl Iterator<Item = (Corner, usize)>> {
    /// For each face its axis and on which end of it it is; then the axis along which its rows lie and the
    /// end on which the first one is; and the same for its columns.
    const UP: [usize; 6] = [1, 1, 2, 0, 0, 0];
    const LEFT: [usize; 6] = [0, 0, 1, 1, 2, 0];
    const FRONT: [usize; 6] = [2, 1, 1, 1, 0, 0];
    const RIGHT: [usize; 6] = [0, 1, 1, 1, 2, 1];
    const BACK: [usize; 6] = [2, 0, 1, 1, 0, 1];
    const DOWN: [usize; 6] = [1, 0, 2, 1, 0, 0];
    const BANDS: [&[[usize; 6]]; 3] = [&[UP], &[LEFT, FRONT, RIGHT, BACK], &[DOWN]];
    BANDS.into_iter().flat_map(|faces| {
        [0, 1].into_iter().map(move |row| {
            faces.iter().flat_map(move |&[axis, end, down, first_row, right, first_column]| {
                [0, 1].into_iter().map(move |column| {
                    let rows = (row ^ first_row) << down;
                    (end << axis | rows | (column ^ first_column) << right, axis)
                })
            })
        })
    })
}

impl Board {
    /// The stickers, named by the faces that they belong to.
    fn stickers(&self) -> Stickers<char> {
        let mut stickers = [[' '; AXES]; CORNERS];
        for (corner, (&piece, twist)) in self.pieces.iter().zip(self.twists).enumerate() {
            for (turns, axis) in clockwise(piece).into_iter().enumerate() {
                let place = clockwise(corner)[(turns + usize::from(twist)) % AXES];
                stickers[corner][place] = FACES[axis][piece >> axis & 1];
            }
        }
        stickers
    }

    /// The cube with these colours, whatever they are called.
    ///
    /// # Errors
    /// What is wrong with them, and on which sticker that shows.
    fn assemble(colours: &Stickers<char>) -> Result<Self, Fault> {
        let faces = Faces::of(colours)?;
        let mut board = Board { pieces: [0; CORNERS], twists: [0; CORNERS] };
        for (corner, colours) in colours.iter().enumerate() {
            let fault = |found: &str, expected| {
                let colours = colours.map(|colour| format!("`{colour}`")).join(", ");
                Fault { at: (corner, Y), found: format!("{found} {colours}"), expected }
            };
            let around = clockwise(corner).map(|axis| faces.find(colours[axis]));
            let piece = around.iter().map(|&(axis, end)| end << axis).sum();
            let axes = around.map(|(axis, _)| axis);
            let twist = (0..3).find(|&turns| {
                let mut turned = clockwise(piece);
                turned.rotate_right(turns.into());
                turned == axes
            });
            let Some(twist) = twist else {
                let is_mirrored = axes[0] != axes[1] && axes[1] != axes[2] && axes[2] != axes[0];
                return Err(if is_mirrored {
                    fault("a mirror image of the corner with", "these colours the other way round")
                } else {
                    fault("a corner with", "three colours at each corner, no two of opposite faces")
                });
            };
            if board.pieces[..corner].contains(&piece) {
                return Err(fault("a second corner with", "each corner once"));
            }
            (board.pieces[corner], board.twists[corner]) = (piece, twist);
        }
        let twisted = board.twists.iter().sum::<u8>() % 3;
        if twisted != 0 {
            let way = if twisted == 1 { "clockwise" } else { "counterclockwise" };
            return Err(Fault {
                at: (CORNERS - 1, Y),
                found: format!("corners that are twisted {way} by a third of a turn, all in all"),
                expected: "twists that add up to whole turns, as turning faces keeps them so",
            });
        }
        Ok(board)
    }
}

/// What is wrong with the colours of a cube.
struct Fault {
    at: (Corner, usize),
    found: String,
    expected: &'static str,
}

/// For each axis, the colours of the faces at its lower and its upper end.
struct Faces([[char; 2]; AXES]);

impl Faces {
    /// The first corner shows the lower ones. Opposite colours do not meet at any corner.
    fn of(colours: &Stickers<char>) -> Result<Self, Fault> {
        let mut faces = [[' '; 2]; AXES];
        for (axis, &colour) in colours[0].iter().enumerate() {
            let meets = |other: &char| {
                colours.iter().any(|corner| corner.contains(&colour) && corner.contains(other))
            };
            let mut opposite: Vec<char> = colours.as_flattened().to_vec();
            opposite.retain(|other| !meets(other));
            opposite.sort_unstable();
            opposite.dedup();
            let &[opposite] = &opposite[..] else {
                let met = 5_usize.saturating_sub(opposite.len());
                return Err(Fault {
                    at: (0, axis),
                    found: format!("`{colour}`, which meets {met} other colours at corners"),
                    expected: "it to meet four, all but that of the opposite face",
                });
            };
            faces[axis] = [colour, opposite];
        }
        Ok(Faces(faces))
    }

    /// The axis of a colour's face, and on which end of it that is.
    fn find(&self, colour: char) -> (usize, usize) {
        let of_axis = |axis: usize| self.0[axis].iter().position(|&other| other == colour);
        (0..AXES).find_map(|axis| Some((axis, of_axis(axis)?))).unwrap_or((0, 0))
    }
}

/// Turns a face of a cube by so many quarters clockwise.
fn turn(stickers: &mut Stickers<char>, axis: usize, end: usize, quarters: usize) {
    let motion = Motion::quarter(axis);
    // Clockwise at the lower end is counterclockwise as seen from the upper one.
    let quarters = if end == 1 { quarters } else { 4 - quarters };
    for _ in 0..quarters {
        let before = *stickers;
        for corner in (0..CORNERS).filter(|corner| corner >> axis & 1 == end) {
            for (from, to) in motion.axes.into_iter().enumerate() {
                stickers[motion.corner(corner)][to] = before[corner][from];
            }
        }
    }
}

/// Reads the turns on this line, and makes them on a solved cube.
fn read_scramble(reader: &mut Reader<'_>) -> Result<Board, ReadError> {
    let solved = Board { pieces: std::array::from_fn(|corner| corner), twists: [0; CORNERS] };
    let mut stickers = solved.stickers();
    while let Some(token) = reader.token_on_line() {
        let face = |(axis, ends): (usize, [char; 2])| {
            let end = ends.into_iter().position(|face| token.text.starts_with(face))?;
            Some((axis, end))
        };
        let face = FACES.into_iter().enumerate().find_map(face);
        let quarters = match token.text.get(1..) {
            Some("") => Some(1),
            Some("2" | "2'") => Some(2),
            Some("'") => Some(3),
            _ => None,
        };
        let (Some((axis, end)), Some(quarters)) = (face, quarters) else {
            return Err(token
                .unexpected("a turn of one of the faces U, D, L, R, F, B, as in `U`, `R2`, `F'`"));
        };
        turn(&mut stickers, axis, end, quarters);
    }
    Board::assemble(&stickers).map_err(|fault| reader.unexpected(&fault.found, fault.expected))
}

/// Reads the unfolded faces.
fn read_net(reader: &mut Reader<'_>) -> Result<Board, ReadError> {
    let places: Vec<(Corner, usize)> = net().flatten().collect();
    let mut read: Vec<(Place, char)> = Vec::with_capacity(places.len());
    while read.len() < places.len() {
        let left = places.len() - read.len();
        let token = reader.token(&format!("the colours of {left} more stickers"))?;
        for (offset, colour) in token.text.chars().enumerate().filter(|&(_, c)| c != '.') {
            let place = Place { column: token.place.column + offset, ..token.place };
            let expected = match read.len() {
                24 => "the end of the cube after 24 stickers",
                _ if !colour.is_alphanumeric() => "a letter for a colour",
                _ => {
                    read.push((place, colour.to_ascii_uppercase()));
                    continue;
                }
            };
            let found = format!("`{}`", colour.escape_debug());
            return Err(ReadError { place, found, expected: expected.into() });
        }
    }
    skip_padding(reader);
    for (index, &(place, colour)) in read.iter().enumerate() {
        let before = || read[..index].iter().map(|&(_, colour)| colour);
        let mut others: Vec<char> = before().collect();
        others.sort_unstable();
        others.dedup();
        let (found, expected) = match before().filter(|&other| other == colour).count() {
            0 if others.len() == 6 => (format!("`{colour}`, a seventh colour"), "six colours"),
            0..4 => continue,
            _ => (format!("a fifth `{colour}`"), "four stickers of each colour"),
        };
        return Err(ReadError { place, found, expected: expected.into() });
    }
    let mut stickers = [[' '; AXES]; CORNERS];
    for (&(corner, axis), &(_, colour)) in places.iter().zip(&read) {
        stickers[corner][axis] = colour;
    }
    Board::assemble(&stickers).map_err(|Fault { at, found, expected }| {
        let index = places.iter().position(|&place| place == at).unwrap_or(0);
        ReadError { place: read[index].0, found, expected: expected.into() }
    })
}

/// Passes over the dots behind the last row.
fn skip_padding(reader: &mut Reader<'_>) {
    let mut ahead = reader.clone();
    while ahead.token_on_line().is_some_and(|token| token.text.chars().all(|c| c == '.')) {
        *reader = ahead.clone();
    }
}

impl Playable for PocketCube {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        Ok(PocketCube::new(match arguments.choice("metric") {
            "quarter" => Metric::Quarter,
            _ => Metric::Half,
        }))
    }

    /// Six turns away from the goal at most.
    fn demo(&self) -> String {
        let turn = |state, number| {
            let mut after = self.successors(state).map(|(_, after)| after);
            after.nth(number).unwrap_or(state)
        };
        self.write(&self.decode([0, 3, 4, 1, 2, 5].into_iter().fold(SOLVED, turn)))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let mut ahead = reader.clone();
        let first = ahead.token("a cube")?;
        if first.text.eq_ignore_ascii_case("scramble:") {
            *reader = ahead;
            read_scramble(reader)
        } else {
            read_net(reader)
        }
    }

    fn write(&self, board: &Board) -> String {
        let stickers = board.stickers();
        let row = |row: String| if row.len() == 2 { format!("..{row}....") } else { row };
        let rows =
            net().map(|places| row(places.map(|(corner, axis)| stickers[corner][axis]).collect()));
        rows.collect::<Vec<_>>().join("\n")
    }

    fn describe(&self, _before: &Board, turn: Turn) -> String {
        turn.to_string()
    }

    /// The unfolded faces.
    fn view(&self, board: &Board) -> Option<View> {
        let stickers = board.stickers();
        let mut view = View::new(8, 6);
        for (y, places) in net().enumerate() {
            // The first and the last face stand above and below the second of the others.
            let left = if (2..4).contains(&y) { 0 } else { 2 };
            for (x, (corner, axis)) in places.enumerate() {
                let face = stickers[corner][axis];
                let hue =
                    ['U', 'L', 'F', 'R', 'B', 'D'].iter().zip(0..).find(|&(&at, _)| at == face);
                let class = Class::Hue(hue.map_or(6, |(_, hue)| hue));
                view.add(Piece { x: left + x, y, width: 1, height: 1, label: face.into(), class });
            }
        }
        Some(view)
    }

    fn heuristics(&self) -> Vec<Offer<Self>> {
        vec![Offer {
            name: "corners",
            summary: "how many moves the order of the corners needs, or their twists, if that is more",
            source: "J. C. Culberson, J. Schaeffer, Pattern databases, 1998",
            recipe: Recipe::Own,
        }]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::LazyLock;

    const SOLVED_NET: &str = "..UU....\n..UU....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....";

    static HALF: LazyLock<PocketCube> = LazyLock::new(|| PocketCube::new(Metric::Half));

    fn read(text: &str) -> Result<Board, String> {
        HALF.read(&mut Reader::new(text)).map_err(|error| error.to_string())
    }

    fn written(text: &str) -> String {
        HALF.write(&read(text).unwrap())
    }

    #[test]
    fn a_solved_cube_is_read_in_any_colours_however_it_is_held() {
        for text in [
            SOLVED_NET,
            "  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD\n",
            "UUUULLFFRRBBLLFFRRBBDDDD",
            ". . w w . . . .\r\n. . w w . . . .\r\nooggrrbb\r\nooggrrbb\r\n..yy....\r\n..yy....\r\n",
            "..FF....\n..FF....\nLLDDRRUU\nLLDDRRUU\n..BB....\n..BB....",
            "scramble: R L'",
            "scramble:",
        ] {
            assert_eq!(written(text), SOLVED_NET, "{text:?}");
        }
    }

    #[test]
    fn turns_move_the_stickers_that_they_should() {
        // Each turns clockwise: the column or row beside the face goes round.
        for (turn, net) in [
            ("R", "..UF....\n..UF....\nLLFDRRUB\nLLFDRRUB\n..DB....\n..DB...."),
            ("U", "..UU....\n..UU....\nFFRRBBLL\nLLFFRRBB\n..DD....\n..DD...."),
            ("F", "..UU....\n..LL....\nLDFFURBB\nLDFFURBB\n..RR....\n..DD...."),
        ] {
            assert_eq!(written(&format!("scramble: {turn}")), net, "{turn}");
        }
    }

    #[test]
    fn a_turn_of_an_opposite_face_is_the_same_with_the_cube_held_otherwise() {
        for (turn, opposite) in [("R", "L"), ("U", "D"), ("F", "B"), ("R'", "L'"), ("U2", "D2")] {
            let number = |turn| HALF.encode(&read(&format!("scramble: {turn}")).unwrap());
            assert_eq!(number(turn), number(opposite));
        }
    }

    #[test]
    fn scrambles_are_what_the_moves_do() {
        let puzzle = &*HALF;
        let mut state = SOLVED;
        let mut words = String::from("scramble:");
        for number in [0, 4, 8, 2, 3, 7, 1, 5, 6] {
            let (turn, after) = puzzle.successors(state).nth(number).unwrap();
            words = format!("{words} {turn}");
            state = after;
            assert_eq!(puzzle.encode(&read(&words).unwrap()), state, "{words}");
            assert_eq!(read(&puzzle.write(&puzzle.decode(state))).unwrap(), puzzle.decode(state));
        }
    }

    #[test]
    fn an_impossible_cube_is_refused_with_what_is_wrong() {
        for (text, error) in [
            (
                "..UU....\n..UX....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....",
                "line 5, column 3: found `D`, a seventh colour, expected six colours",
            ),
            (
                "..UU....\n..U?....\nLLFFRRBB\nLLFFRRBB\n..DD....\n..DD....",
                "line 2, column 4: found `?`, expected a letter for a colour",
            ),
            (
                "..UU....\n..UU....\nLLFURRBB\nLLFFRRBB\n..DD....\n..DD....",
                "line 3, column 4: found a fifth `U`, expected four stickers of each colour",
            ),
            (
                "..UU....\n..UF....\nLLFRURBB\nLLFFRRBB\n..DD....\n..DD....",
                "corners that are twisted clockwise by a third of a turn",
            ),
            (
                "..UU....\n..UU....\nLLFRFRBB\nLLFFRRBB\n..DD....\n..DD....",
                "a mirror image of the corner",
            ),
            ("..UU....\n..UU....\nLLFF", "found the end of the input, expected the colours of"),
            ("scramble: R X", "line 1, column 13: found `X`, expected a turn of one of the faces"),
            ("scramble: R3", "line 1, column 11: found `R3`, expected a turn of one of the faces"),
        ] {
            let fault = read(text).unwrap_err();
            assert!(fault.contains(error), "{text:?}: {fault}");
        }
    }

    #[test]
    fn every_number_is_a_board() {
        let puzzle = PocketCube::new(Metric::Quarter);
        for state in (0..3_674_160).step_by(991) {
            assert_eq!(puzzle.encode(&puzzle.decode(state)), state);
            let board = puzzle.decode(state);
            assert_eq!(read(&puzzle.write(&board)).unwrap(), board);
        }
    }
}
