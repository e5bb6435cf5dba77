//! The pocket cube: 2x2x2 pieces, all of them corners.
//!
//! The corner at the bottom, back and left is never turned; the others move around it.

mod coordinates;
mod motion;
mod notation;

use coordinates::{
    After, ORDERS, TWISTS, after_turns, moves_to_first, number_of, order_of, parts, pieces_of,
    state_of, twists_of,
};
use motion::{AXES, CORNERS, Corner, FACES, Motion};
use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Patterns, Ranking, Symmetry};
use puzzlespace::heuristics::{Offer, Recipe};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::rank::Multiset;
use puzzlespace::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};
use puzzlespace::space::{Coordinate, CoordinateSpace, Space};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::View;
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
        notation::read(reader)
    }

    fn write(&self, board: &Board) -> String {
        notation::write(board)
    }

    fn describe(&self, _before: &Board, turn: Turn) -> String {
        turn.to_string()
    }

    /// The unfolded faces.
    fn view(&self, board: &Board) -> Option<View> {
        Some(notation::view(board))
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
mod tests;
