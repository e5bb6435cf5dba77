//! The Tower of Hanoi, with three pegs or more.

use puzzlespace::Puzzle;
use puzzlespace::abilities::{Heuristic, Ranking, Symmetry};
use puzzlespace::parameters::{Arguments, Kind, Parameter};
use puzzlespace::plugin::{Claim, Fact, Playable, Plugin};
use puzzlespace::text::{ReadError, Reader};
use puzzlespace::view::{Class, View};

/// The puzzle's record.
pub const PLUGIN: Plugin = Plugin {
    title: "Tower of Hanoi",
    summary: "move disks from peg to peg, none onto a smaller one, until all are on the last peg",
    input: "a line for each peg: its number and a colon, then its disks from the bottom to the top, as in \
            `1: 3 2 1`; disk 1 is the smallest",
    source: "E. Lucas, 1883; four pegs: H. E. Dudeney, The Canterbury puzzles, 1907",
    parameters: &[
        Parameter {
            name: "disks",
            summary: "how many disks there are",
            kind: Kind::Integer { min: 1, max: MOST_DISKS as u64, default: 5 },
        },
        Parameter {
            name: "pegs",
            summary: "how many pegs there are",
            kind: Kind::Integer { min: 3, max: MOST_PEGS as u64, default: 3 },
        },
    ],
    claims: CLAIMS,
    ..Plugin::new::<Hanoi>("hanoi")
};

/// The most disks: three bits for each in 64.
const MOST_DISKS: u8 = 21;
/// The most pegs.
const MOST_PEGS: u8 = 5;

const LUCAS: &str = "2^n - 1 moves; E. Lucas, 1883";
const FOUR_PEGS: &str =
    "OEIS A007664; T. Bousch, La quatrieme tour de Hanoi, 2014; POJ 1958, Strange Towers of Hanoi";

const CLAIMS: &[Claim] = &[
    Claim {
        arguments: "",
        fact: Fact::Optimum { board: "1: 5 4 3 2 1\n2:\n3:", cost: 31 },
        source: LUCAS,
    },
    Claim {
        arguments: "disks=10",
        fact: Fact::Optimum { board: "1: 10 9 8 7 6 5 4 3 2 1\n2:\n3:", cost: 1023 },
        source: LUCAS,
    },
    Claim {
        arguments: "disks=3",
        fact: Fact::DepthsFromGoals { counts: &[1, 2, 2, 4, 2, 4, 4, 8] },
        source: "two to the number of ones in the distance's binary digits (OEIS A001316); \
                 A. M. Hinz, The Tower of Hanoi, 1989",
    },
    Claim {
        arguments: "disks=1,pegs=4",
        fact: Fact::Optimum { board: "1: 1\n2:\n3:\n4:", cost: 1 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=2,pegs=4",
        fact: Fact::Optimum { board: "1: 2 1\n2:\n3:\n4:", cost: 3 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=3,pegs=4",
        fact: Fact::Optimum { board: "1: 3 2 1\n2:\n3:\n4:", cost: 5 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=4,pegs=4",
        fact: Fact::Optimum { board: "1: 4 3 2 1\n2:\n3:\n4:", cost: 9 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=5,pegs=4",
        fact: Fact::Optimum { board: "1: 5 4 3 2 1\n2:\n3:\n4:", cost: 13 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=6,pegs=4",
        fact: Fact::Optimum { board: "1: 6 5 4 3 2 1\n2:\n3:\n4:", cost: 17 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=7,pegs=4",
        fact: Fact::Optimum { board: "1: 7 6 5 4 3 2 1\n2:\n3:\n4:", cost: 25 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=8,pegs=4",
        fact: Fact::Optimum { board: "1: 8 7 6 5 4 3 2 1\n2:\n3:\n4:", cost: 33 },
        source: FOUR_PEGS,
    },
    Claim {
        arguments: "disks=6,pegs=5",
        fact: Fact::Optimum { board: "1: 6 5 4 3 2 1\n2:\n3:\n4:\n5:", cost: 15 },
        source: "OEIS A007665",
    },
];

/// An instance: how many disks and pegs there are.
///
/// A state has three bits for each disk, the smallest in the lowest: the peg that it is on.
#[derive(Debug, Clone)]
pub struct Hanoi {
    disks: u8,
    pegs: u8,
    /// Every way of renaming the pegs other than the last.
    maps: Vec<Vec<u8>>,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The peg of each disk, the smallest first; pegs count from 0.
    pub pegs: Vec<u8>,
}

/// A move of the top disk of a peg to another peg. Pegs count from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lift {
    /// Where the disk is.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// The lowest bit of each disk.
const LOWEST: u64 = {
    let (mut bits, mut disk) = (0, 0);
    while disk < MOST_DISKS {
        bits |= 1 << (3 * disk);
        disk += 1;
    }
    bits
};

#[inline]
fn peg_of(state: u64, disk: u8) -> u8 {
    (state >> (3 * disk) & 7) as u8
}

/// The smallest disk on a peg, counted from 0; some number past all disks if there is none.
#[inline]
fn top_of(state: u64, peg: u8) -> u32 {
    let others = state ^ (LOWEST * u64::from(peg));
    // The first disk whose bits are 0 is the first whose highest bit is clear before the subtraction and
    // set after it.
    let borrows = others.wrapping_sub(LOWEST) & !others & LOWEST << 2;
    borrows.trailing_zeros() / 3
}

impl Hanoi {
    /// An instance with so many disks and pegs.
    ///
    /// # Errors
    /// When there are no disks, or more than 21, or not three to five pegs.
    pub fn new(disks: u8, pegs: u8) -> Result<Self, String> {
        if !(1..=MOST_DISKS).contains(&disks) || !(3..=MOST_PEGS).contains(&pegs) {
            return Err(format!(
                "{disks} disks and {pegs} pegs: expected 1 to {MOST_DISKS} disks and 3 to {MOST_PEGS} pegs"
            ));
        }
        let mut maps = vec![vec![pegs - 1]];
        for peg in (0..pegs - 1).rev() {
            let places = 0..usize::from(pegs - 1 - peg);
            maps = places
                .flat_map(|place| {
                    maps.iter().map(move |map| {
                        let mut map = map.clone();
                        map.insert(place, peg);
                        map
                    })
                })
                .collect();
        }
        Ok(Hanoi { disks, pegs, maps })
    }

    fn goal(&self) -> u64 {
        self.all_on(self.pegs - 1)
    }

    fn all_on(&self, peg: u8) -> u64 {
        let disks = u64::MAX >> (64 - 3 * self.disks);
        disks & (LOWEST * u64::from(peg))
    }
}

impl Puzzle for Hanoi {
    type State = u64;
    type Move = Lift;
    type Board = Board;

    fn encode(&self, board: &Board) -> u64 {
        board.pegs.iter().rev().fold(0, |state, &peg| state << 3 | u64::from(peg))
    }

    fn decode(&self, state: u64) -> Board {
        Board { pegs: (0..self.disks).map(|disk| peg_of(state, disk)).collect() }
    }

    fn starts(&self, board: &Board) -> impl IntoIterator<Item = u64> {
        [self.encode(board)]
    }

    #[inline]
    fn successors(&self, state: u64) -> impl Iterator<Item = (Lift, u64)> {
        let mut tops = [u32::from(self.disks); MOST_PEGS as usize];
        for (top, peg) in tops.iter_mut().zip(0..self.pegs) {
            *top = top_of(state, peg).min(*top);
        }
        let pegs = 0..self.pegs;
        pegs.clone().flat_map(move |from| {
            pegs.clone().filter_map(move |to| {
                let disk = tops[usize::from(from)];
                let after = state ^ u64::from(from ^ to) << (3 * disk);
                (disk < tops[usize::from(to)]).then_some((Lift { from, to }, after))
            })
        })
    }

    #[inline]
    fn is_goal(&self, state: u64) -> bool {
        state == self.goal()
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn goals(&self) -> Option<impl Iterator<Item = u64>> {
        Some(std::iter::once(self.goal()))
    }

    fn ranking(&self) -> Option<impl Ranking<u64>> {
        Some(self)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u64, Lift>> {
        Some(self)
    }

    fn symmetry(&self) -> Option<impl Symmetry<u64>> {
        Some(self)
    }
}

/// The pegs of the disks as the digits of a number, that of the largest disk first.
impl Ranking<u64> for &Hanoi {
    fn count(&self) -> u64 {
        u64::from(self.pegs).pow(self.disks.into())
    }

    #[inline]
    fn rank(&self, state: u64) -> u64 {
        let digits = (0..self.disks).rev().map(|disk| peg_of(state, disk));
        digits.fold(0, |rank, peg| rank * u64::from(self.pegs) + u64::from(peg))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> u64 {
        let pegs = u64::from(self.pegs);
        let digits = (0..self.disks).scan(rank, |rest, disk| {
            let peg = *rest % pegs;
            *rest /= pegs;
            Some(peg << (3 * disk))
        });
        digits.sum()
    }

    #[inline]
    fn unrank_next(&self, _: u64, state: u64) -> u64 {
        // The small disks that stand on the last peg go back to the first, and the next one goes on.
        let last = (0..self.disks).take_while(|&disk| peg_of(state, disk) + 1 == self.pegs);
        let place = 3 * last.count();
        (state >> place << place) + (1 << place)
    }
}

/// What each disk has to move at least, added up.
///
/// A disk that is not home moves once. It moves twice if a larger disk below it has to move as well: that one
/// comes home when this one is neither on the peg that it leaves nor at home. For the same reason a disk at
/// home moves away and back if any larger disk has to move. When a disk moves, nothing changes for smaller
/// ones, as none of them is on the pegs concerned: so no move lowers the sum by more than 1.
impl Heuristic<u64, Lift> for &Hanoi {
    #[inline]
    fn estimate(&self, state: u64) -> u32 {
        let home = self.pegs - 1;
        // The pegs on which there are larger disks that have to move.
        let mut occupied = 0_u8;
        let mut sum = 0;
        for disk in (0..self.disks).rev() {
            let peg = peg_of(state, disk);
            if peg == home {
                sum += if occupied == 0 { 0 } else { 2 };
            } else {
                sum += 1 + u32::from(occupied >> peg & 1);
                occupied |= 1 << peg;
            }
        }
        sum
    }
}

/// All pegs but the last are alike.
impl Symmetry<u64> for &Hanoi {
    fn order(&self) -> usize {
        self.maps.len()
    }

    fn image(&self, index: usize, state: u64) -> u64 {
        let map = &self.maps[index];
        let image = |disk| u64::from(map[usize::from(peg_of(state, disk))]) << (3 * disk);
        (0..self.disks).map(image).sum()
    }
}

impl Playable for Hanoi {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        let number = |name| u8::try_from(arguments.integer(name)).unwrap_or(u8::MAX);
        Hanoi::new(number("disks"), number("pegs"))
    }

    /// The smallest disks on the first peg, and the others, if they would take long, at home.
    fn demo(&self) -> String {
        const FEW: u8 = 6;
        let few = (1 << (3 * FEW)) - 1;
        self.write(&self.decode(self.all_on(0) & few | self.goal() & !few))
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Board, ReadError> {
        let mut found: Vec<Option<u8>> = vec![None; self.disks.into()];
        for peg in 0..self.pegs {
            let name = format!("`{}:`", peg + 1);
            let token = reader.token(&name)?;
            if token.text != name.trim_matches('`') {
                return Err(token.unexpected(&name));
            }
            let mut below = self.disks + 1;
            while let Some(token) = reader.token_on_line() {
                let disk = token.text.parse().ok().filter(|disk| (1..below).contains(disk));
                let Some(disk) = disk else {
                    return Err(token.unexpected(&match below {
                        1 => "the end of the line, as there is no smaller disk".into(),
                        _ => format!("a disk from {} down to 1", below - 1),
                    }));
                };
                let place = &mut found[usize::from(disk) - 1];
                if let Some(other) = place {
                    let expected = format!("each disk once; it is on peg {} already", *other + 1);
                    return Err(token.unexpected(&expected));
                }
                *place = Some(peg);
                below = disk;
            }
        }
        let missing = found.iter().position(Option::is_none);
        match missing {
            Some(disk) => {
                let found = format!("the end of the board without disk {}", disk + 1);
                Err(reader.unexpected(&found, "every disk on some peg"))
            }
            None => Ok(Board { pegs: found.into_iter().flatten().collect() }),
        }
    }

    fn write(&self, board: &Board) -> String {
        let line = |peg: u8| {
            let disks = (1..=self.disks).zip(&board.pegs).rev().filter(|&(_, &other)| other == peg);
            let words = disks.map(|(disk, _)| disk.to_string());
            std::iter::once(format!("{}:", peg + 1)).chain(words).collect::<Vec<_>>().join(" ")
        };
        (0..self.pegs).map(line).collect::<Vec<_>>().join("\n")
    }

    fn describe(&self, before: &Board, Lift { from, to }: Lift) -> String {
        let disk = before.pegs.iter().position(|&peg| peg == from);
        let disk = disk.map_or("a disk".into(), |disk| format!("disk {}", disk + 1));
        format!("move {disk} from peg {} to peg {}", from + 1, to + 1)
    }

    /// The pegs side by side, their numbers below them.
    fn view(&self, board: &Board) -> Option<View> {
        let disks = board.pegs.len();
        let between = 2 * disks + 1;
        let mut view = View::new(usize::from(self.pegs) * between, disks + 1);
        for peg in 0..self.pegs {
            let middle = usize::from(peg) * between + disks;
            let on_it = board.pegs.iter().enumerate().rev().filter(|&(_, &other)| other == peg);
            for (below, (disk, _)) in on_it.enumerate() {
                let size = disk + 1;
                view.add_bar(middle, disks - 1 - below, size, size.to_string(), Class::Plain);
            }
            view.add_bar(middle, disks, disks, (peg + 1).to_string(), Class::Empty);
        }
        Some(view)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(puzzle: &Hanoi, text: &str) -> Result<u64, String> {
        let board = puzzle.read(&mut Reader::new(text)).map_err(|error| error.to_string())?;
        Ok(puzzle.encode(&board))
    }

    #[test]
    fn boards_are_read_and_written() {
        let puzzle = Hanoi::new(4, 3).unwrap();
        for text in
            ["1: 4 2\n2:\n3: 3 1", "1: 4 2\r\n2:\r\n3: 3 1\r\n", "\n1:  4 2 \n2: \n\n3: 3 1"]
        {
            assert_eq!(read(&puzzle, text), Ok(0o0202), "{text:?}");
        }
        assert_eq!(puzzle.write(&puzzle.decode(0o0202)), "1: 4 2\n2:\n3: 3 1");
    }

    #[test]
    fn errors_name_what_was_found_where_and_what_was_expected() {
        let puzzle = Hanoi::new(3, 3).unwrap();
        for (text, error) in [
            ("1: 3 2 1\n3:", "line 2, column 1: found `3:`, expected `2:`"),
            ("1: 3 2 1\n2:", "line 2, column 3: found the end of the input, expected `3:`"),
            ("1: 2 3\n2:\n3: 1", "line 1, column 6: found `3`, expected a disk from 1 down to 1"),
            ("1: 4\n2:\n3:", "line 1, column 4: found `4`, expected a disk from 3 down to 1"),
            (
                "1: 3 1 2\n2:\n3:",
                "line 1, column 8: found `2`, \
                 expected the end of the line, as there is no smaller disk",
            ),
            (
                "1: 3 2\n2: 2\n3: 1",
                "line 2, column 4: found `2`, expected each disk once; it is on peg 1 already",
            ),
            (
                "1: 3\n2:\n3: 1",
                "line 3, column 5: found the end of the board without disk 2, \
                 expected every disk on some peg",
            ),
        ] {
            assert_eq!(read(&puzzle, text), Err(error.into()), "{text:?}");
        }
    }

    #[test]
    fn moves_are_those_of_the_rules() {
        for (disks, pegs) in [(1, 3), (4, 3), (3, 4), (3, 5)] {
            let puzzle = Hanoi::new(disks, pegs).unwrap();
            let ranking = puzzle.ranking().unwrap();
            for state in (0..ranking.count()).map(|rank| ranking.unrank(rank)) {
                let board = puzzle.decode(state);
                let top = |peg| board.pegs.iter().position(|&other| other == peg);
                let mut expected = Vec::new();
                for from in 0..pegs {
                    for to in 0..pegs {
                        let Some(disk) = top(from) else { continue };
                        if from != to && top(to).is_none_or(|other| disk < other) {
                            let mut after = board.clone();
                            after.pegs[disk] = to;
                            expected.push((Lift { from, to }, puzzle.encode(&after)));
                        }
                    }
                }
                assert_eq!(puzzle.successors(state).collect::<Vec<_>>(), expected, "{state:o}");
            }
        }
    }

    #[test]
    fn the_largest_instance_fits() {
        let puzzle = Hanoi::new(MOST_DISKS, MOST_PEGS).unwrap();
        let last = puzzle.ranking().unwrap().count() - 1;
        assert_eq!(puzzle.ranking().unwrap().unrank(last), puzzle.goal());
        assert_eq!(puzzle.successors(puzzle.goal()).count(), 4);
        assert!(Hanoi::new(MOST_DISKS + 1, 3).is_err());
        assert!(Hanoi::new(0, 3).is_err());
    }

    #[test]
    fn moves_have_words() {
        let puzzle = Hanoi::new(3, 3).unwrap();
        let state = read(&puzzle, "1: 3 1\n2:\n3: 2").unwrap();
        let moves = puzzle.successors(state);
        let words: Vec<_> =
            moves.map(|(lift, _)| puzzle.describe(&puzzle.decode(state), lift)).collect();
        assert_eq!(
            words,
            [
                "move disk 1 from peg 1 to peg 2",
                "move disk 1 from peg 1 to peg 3",
                "move disk 2 from peg 3 to peg 2",
            ]
        );
    }
}
