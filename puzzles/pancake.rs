//! Pancake sorting: flip the top of a stack until the pancakes lie in the order of their sizes.

mod stack;

pub use stack::{Cake, Stack};

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Patterns, Ranking};
use puzzlespace::heuristics::{Offer, Recipe};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin, erase};
use puzzlespace::space::permutation::Permutation;
use puzzlespace::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};
use puzzlespace::space::{Parity, PermutationSpace, Shuffle, Space};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};
use stack::MOST;

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Pancakes",
    summary: "flip the top of the stack until the pancakes lie in the order of their sizes",
    input: "the sizes 1 to n from the top to the bottom; with `burnt=yes`, `-` before those whose burnt \
            side is up",
    pieces: "the pancakes, by their sizes less one: 0 is the smallest",
    source: "H. Dweighter (J. E. Goodman), American Mathematical Monthly 82, 1975; burnt: W. H. Gates, \
             C. H. Papadimitriou, Bounds for sorting by prefix reversal, 1979",
    parameters: &[
        Parameter {
            name: "n",
            summary: "how many pancakes there are",
            kind: Kind::Integer { min: 1, max: MOST as u64, default: 8 },
        },
        Parameter {
            name: "burnt",
            summary: "whether each has a burnt side, which must end below",
            kind: Kind::Choice { options: &["no", "yes"], default: "no" },
        },
    ],
    claims: CLAIMS,
    make: |arguments| match arguments.choice("burnt") {
        "yes" => BurntPancake::configure(arguments).map(erase),
        _ => Pancake::<u64>::configure(arguments).map(erase),
    },
    ..Plugin::new::<Pancake>("pancake")
};

const PANCAKE_NUMBERS: &str = "OEIS A058986 for the most flips, A092113 for the counts";
const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::DepthsFromGoals {
            counts: &[1, 7, 42, 251, 1191, 4281, 10_561, 15_011, 8520, 455],
        },
        source: PANCAKE_NUMBERS,
    },
    Claim {
        arguments: "n=1",
        fact: Fact::DepthsFromGoals { counts: &[1] },
        source: PANCAKE_NUMBERS,
    },
    Claim {
        arguments: "n=5",
        fact: Fact::Optimum { board: "2 4 3 5 1", cost: 5 },
        source: "AHOI 2012, Luogu P2534, sample",
    },
    Claim {
        arguments: "n=5",
        fact: Fact::DepthsFromGoals { counts: &[1, 4, 12, 35, 48, 20] },
        source: PANCAKE_NUMBERS,
    },
    Claim {
        arguments: "n=10",
        fact: Fact::DepthsFromGoals {
            counts: &[
                1, 9, 72, 575, 3963, 22_825, 106_461, 377_863, 919_365, 1_309_756, 814_678, 73_232,
            ],
        },
        source: PANCAKE_NUMBERS,
    },
    Claim {
        arguments: "n=2,burnt=yes",
        fact: Fact::DepthsFromGoals { counts: &[1, 2, 2, 2, 1] },
        source: "counted by hand: a ring of eight stacks",
    },
];

/// An instance: how many pancakes there are. With a burnt side it is a [`BurntPancake`].
#[derive(Debug, Clone)]
pub struct Pancake<S: Stack = u64> {
    n: u8,
    goal: S,
    /// The orders of the pancakes from the bottom to the top, as a flip leaves the bottom alone.
    orders: PermutationSpace,
    /// The pancakes by size, on slots from the top to the bottom.
    pieces: Pieces,
}

/// Pancakes that must end with their burnt side down.
pub type BurntPancake = Pancake<u128>;

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The pancakes from the top to the bottom: each size once, from 0.
    pub cakes: Vec<Cake>,
}

/// A flip of so many pancakes from the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flip(pub u8);

impl<S: Stack> Pancake<S> {
    /// The fewest pancakes that it makes a difference to flip.
    const FEWEST: u8 = if S::IS_BURNT { 1 } else { 2 };

    /// An instance with so many pancakes, from 1 to 16.
    ///
    /// # Errors
    /// When there is none, or there are too many.
    ///
    /// # Panics
    /// Never: flips make a space.
    pub fn new(n: u8) -> Result<Self, String> {
        if !(1..=MOST).contains(&n) {
            return Err(format!("{n} pancakes: expected 1 to {MOST}"));
        }
        let flips = (2..=n).map(|count| {
            let mut order: Vec<u8> = (0..n).collect();
            order[usize::from(n - count)..].reverse();
            Shuffle { from: 0, to: 0, order }
        });
        let orders = PermutationSpace::new(1, n.into(), Parity::Any, flips.collect());
        let orders = orders.expect("flips permute pancakes");
        let flips = (2..=n).map(|count| {
            let mut order: Vec<u8> = (0..n).collect();
            order[..usize::from(count)].reverse();
            order
        });
        let pieces = Pieces::new(n.into(), Moves::Shuffles(flips.collect()));
        let pieces = pieces.expect("flips permute pancakes");
        let sorted = (0..n).map(|size| Cake { size, is_burnt_side_up: false });
        Ok(Pancake { n, goal: S::pack(sorted), orders, pieces })
    }

    /// Whether a flip has to part the pancake at a place from what is below it, or has yet to bring the
    /// right one there.
    #[inline]
    fn is_gap(&self, upper: Cake, stack: S, place: u8) -> bool {
        let bottom = Cake { size: self.n, is_burnt_side_up: false };
        let lower = if place + 1 < self.n { stack.cake(place + 1) } else { bottom };
        if S::IS_BURNT {
            let is_burnt_side_up = upper.is_burnt_side_up;
            let (from, to) = if is_burnt_side_up { (lower, upper) } else { (upper, lower) };
            lower.is_burnt_side_up != is_burnt_side_up || from.size + 1 != to.size
        } else {
            upper.size.abs_diff(lower.size) != 1
        }
    }
}

impl<S: Stack> Puzzle for Pancake<S> {
    type State = S;
    type Move = Flip;
    type Board = Board;

    fn encode(&self, board: &Board) -> S {
        S::pack(board.cakes.iter().copied())
    }

    fn decode(&self, state: S) -> Board {
        Board { cakes: (0..self.n).map(|place| state.cake(place)).collect() }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = S> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: S) -> impl Iterator<Item = (Flip, S)> {
        let reversed = state.upside_down();
        let counts = Self::FEWEST..self.n + 1;
        counts.map(move |count| (Flip(count), state.flipped(reversed, count)))
    }

    #[inline]
    fn is_goal(&self, state: S) -> bool {
        state == self.goal
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = S>> {
        Some(std::iter::once(self.goal))
    }

    fn ranking(&self) -> Option<impl Ranking<S>> {
        Some(Numbers(self))
    }

    fn heuristic(&self) -> Option<impl Heuristic<S, Flip>> {
        Some(Gaps(self))
    }

    fn space(&self) -> Option<Space<'_>> {
        (!S::IS_BURNT).then_some(Space::Permutations(&self.orders))
    }

    fn patterns(&self) -> Option<impl Patterns<S>> {
        (!S::IS_BURNT).then_some(Cakes(self))
    }
}

/// Where the pancakes are.
struct Cakes<'p, S: Stack>(&'p Pancake<S>);

impl<S: Stack> Patterns<S> for Cakes<'_, S> {
    fn pieces(&self) -> &Pieces {
        &self.0.pieces
    }

    #[inline]
    fn slots(&self, state: S) -> Slots {
        let mut slots = [NO_SLOT; MOST_SLOTS];
        for place in 0..self.0.n {
            slots[usize::from(state.cake(place).size)] = place;
        }
        slots
    }
}

/// By the order from the bottom to the top, then by the burnt sides that are up.
struct Numbers<'p, S: Stack>(&'p Pancake<S>);

impl<S: Stack> Numbers<'_, S> {
    /// How many bits the burnt sides take.
    fn burnt_bits(&self) -> u8 {
        if S::IS_BURNT { self.0.n } else { 0 }
    }
}

impl<S: Stack> Ranking<S> for Numbers<'_, S> {
    fn count(&self) -> u64 {
        self.0.orders.count() << self.burnt_bits()
    }

    #[inline]
    fn rank(&self, state: S) -> u64 {
        let mut order = Permutation::default();
        for (element, place) in order.iter_mut().zip((0..self.0.n).rev()) {
            *element = state.cake(place).size;
        }
        self.0.orders.rank(0, &order) << self.burnt_bits() | state.burnt()
    }

    #[inline]
    fn unrank(&self, rank: u64) -> S {
        let (_, order) = self.0.orders.unrank(rank >> self.burnt_bits());
        let burnt = rank & ((1 << self.burnt_bits()) - 1);
        let from_top = order[..self.0.n.into()].iter().rev().enumerate();
        S::pack(from_top.map(|(place, &size)| {
            let is_burnt_side_up = burnt >> place & 1 == 1;
            Cake { size, is_burnt_side_up }
        }))
    }
}

/// How many pancakes lie on one that is not their neighbour in size, or on the wrong side of it; the plate
/// counts as the largest of all.
///
/// A flip changes what the lowest of the flipped pancakes lies on, and nothing else: consistent, and
/// admissible as the goal has no gap (M. Helmert, Landmark heuristics for the pancake problem, 2010).
struct Gaps<'p, S: Stack>(&'p Pancake<S>);

impl<S: Stack> Heuristic<S, Flip> for Gaps<'_, S> {
    fn estimate(&self, state: S) -> u32 {
        let is_gap = |place| self.0.is_gap(state.cake(place), state, place);
        (0..self.0.n).map(|place| u32::from(is_gap(place))).sum()
    }

    #[inline]
    fn step(&self, before: S, Flip(count): Flip, after: S, estimate: u32) -> u32 {
        let place = count - 1;
        let is_gap = |stack: S| u32::from(self.0.is_gap(stack.cake(place), before, place));
        estimate + is_gap(after) - is_gap(before)
    }
}

impl<S: Stack> Playable for Pancake<S> {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        Self::new(u8::try_from(arguments.integer("n")).unwrap_or(u8::MAX))
    }

    /// A few flips away from the goal.
    fn demo(&self) -> String {
        let flips = [self.n, self.n / 2, self.n - 1, self.n / 3 + 1, self.n / 2 + 1];
        let flips = flips.into_iter().filter(|count| (Self::FEWEST..=self.n).contains(count));
        let flip = |stack: S, count| stack.flipped(stack.upside_down(), count);
        self.write(&self.decode(flips.fold(self.goal, flip)))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let n = self.n;
        let sign = if S::IS_BURNT { ", with `-` before it if its burnt side is up" } else { "" };
        let expected = format!("a size from 1 to {n}{sign}");
        let mut cakes: Vec<Cake> = Vec::with_capacity(n.into());
        for place in 1..=n {
            let token = reader.token(&format!("{expected}: pancake {place} from the top"))?;
            let (is_burnt_side_up, size) = match token.text.strip_prefix('-') {
                Some(size) if S::IS_BURNT => (true, size),
                _ => (false, token.text),
            };
            let size = size.parse().ok().filter(|size| (1..=n).contains(size));
            let size = size.ok_or_else(|| token.unexpected(&expected))? - 1;
            if cakes.iter().any(|cake| cake.size == size) {
                return Err(token.unexpected("each size once"));
            }
            cakes.push(Cake { size, is_burnt_side_up });
        }
        Ok(Board { cakes })
    }

    fn write(&self, board: &Board) -> String {
        let word = |cake: &Cake| {
            let sign = if cake.is_burnt_side_up { "-" } else { "" };
            format!("{sign}{}", cake.size + 1)
        };
        board.cakes.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    fn describe(&self, _before: &Board, Flip(count): Flip) -> String {
        match count {
            1 => "flip the top pancake".into(),
            _ => format!("flip the top {count} pancakes"),
        }
    }

    fn view(&self, board: &Board) -> Option<View> {
        let middle = board.cakes.len();
        let mut view = View::new(2 * middle, middle);
        for (y, cake) in board.cakes.iter().enumerate() {
            let size = usize::from(cake.size) + 1;
            let class = if cake.is_burnt_side_up { Class::Dark } else { Class::Plain };
            view.add_bar(middle, y, size, size.to_string(), class);
        }
        Some(view)
    }

    fn heuristics(&self) -> Vec<Offer<Self>> {
        let gap = Offer {
            name: "gap",
            summary: "how many neighbours a flip has to part",
            source: "M. Helmert, Landmark heuristics for the pancake problem, 2010",
            recipe: Recipe::Own,
        };
        // Patterns of the largest pancakes, which have furthest to go.
        let largest = |count: u8| {
            let sizes: Vec<String> =
                (self.n - count..self.n).map(|size| size.to_string()).collect();
            Offer {
                name: "gap_and_largest",
                summary: "the gaps, or how many flips the seven largest pancakes need, if that is more",
                source: "J. C. Culberson, J. Schaeffer, Pattern databases, 1998",
                recipe: Recipe::Means(format!("max(gap, patterns({}))", sizes.join(" "))),
            }
        };
        let is_large = !S::IS_BURNT && self.n >= LARGEST;
        std::iter::once(gap).chain(is_large.then(|| largest(LARGEST))).collect()
    }
}

/// How many pancakes a pattern has.
const LARGEST: u8 = 7;

#[cfg(test)]
mod tests {
    use super::*;

    fn read<S: Stack>(puzzle: &Pancake<S>, text: &str) -> Result<S, String> {
        let board = puzzle.read(&mut Reader::new(text)).map_err(|error| error.to_string())?;
        Ok(puzzle.encode(&board))
    }

    #[test]
    fn boards_are_read_and_written() {
        let puzzle = Pancake::<u64>::new(5).unwrap();
        for text in ["2 4 3 5 1", "2 4 3 5 1\r\n", " 2 4\n3 5\n1\n"] {
            let stack = read(&puzzle, text).unwrap();
            assert_eq!(stack, 0x0_4231, "{text:?}");
            assert_eq!(puzzle.write(&puzzle.decode(stack)), "2 4 3 5 1");
        }
        let puzzle = BurntPancake::new(3).unwrap();
        let stack = read(&puzzle, "-3 1 -2").unwrap();
        assert_eq!(stack, 0b101 << 64 | 0x102);
        assert_eq!(puzzle.write(&puzzle.decode(stack)), "-3 1 -2");
    }

    #[test]
    fn errors_name_what_was_found_where_and_what_was_expected() {
        let puzzle = Pancake::<u64>::new(3).unwrap();
        let size = "expected a size from 1 to 3";
        for (text, error) in [
            ("1 2 4", format!("line 1, column 5: found `4`, {size}")),
            ("1 0 3", format!("line 1, column 3: found `0`, {size}")),
            ("1 -2 3", format!("line 1, column 3: found `-2`, {size}")),
            ("1 2\n2", "line 2, column 1: found `2`, expected each size once".into()),
            (
                "1 2",
                format!(
                    "line 1, column 4: found the end of the input, {size}: pancake 3 from the top"
                ),
            ),
        ] {
            assert_eq!(read(&puzzle, text), Err(error), "{text:?}");
        }
    }

    /// The top pancakes one by one, from an array.
    fn flipped(cakes: &[Cake], count: u8, is_burnt: bool) -> Vec<Cake> {
        let (top, rest) = cakes.split_at(count.into());
        let turn =
            |cake: &Cake| Cake { is_burnt_side_up: is_burnt != cake.is_burnt_side_up, ..*cake };
        top.iter().rev().map(turn).chain(rest.iter().copied()).collect()
    }

    fn flips_are_as_with_an_array<S: Stack>() {
        for n in 1..=MOST {
            let puzzle = Pancake::<S>::new(n).unwrap();
            let mut stack = puzzle.goal;
            for step in 0..40 {
                let cakes = puzzle.decode(stack).cakes;
                let successors: Vec<_> = puzzle.successors(stack).collect();
                for &(Flip(count), after) in &successors {
                    let expected = flipped(&cakes, count, S::IS_BURNT);
                    assert_eq!(puzzle.decode(after).cakes, expected, "{n}, {count}");
                }
                let Some(last) = successors.len().checked_sub(1) else { break };
                stack = successors[7 * step % (last + 1)].1;
            }
        }
    }

    #[test]
    fn flips_by_bits_are_flips() {
        flips_are_as_with_an_array::<u64>();
        flips_are_as_with_an_array::<u128>();
    }
}
