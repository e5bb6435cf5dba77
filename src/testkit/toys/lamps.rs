//! A sound puzzle into which one fault can be built.

mod fault;

pub use fault::Fault;

use crate::Puzzle;
use crate::abilities::{
    Carried, Commuting, Costs, Heuristic, Patterns, Predecessors, Ranking, Symmetry,
};
use crate::parameters::{Arguments, Kind, Parameter};
use crate::plugin::{Claim, Fact, Playable, Plugin};
use crate::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Relabelling, Slots};
use crate::space::{Coordinate, CoordinateSpace, Space};
use crate::text::{ReadError, Reader};
use fault::FAULT_NAMES;
use std::sync::atomic::{AtomicU32, Ordering};

/// Four lamps in a row, all of which are to be off, or all on; a press flips a lamp and those beside it.
///
/// It has every ability but costs and keeps every law; a [`Fault`] breaks exactly one of them.
#[derive(Debug)]
pub struct Lamps {
    fault: Option<Fault>,
    space: CoordinateSpace,
    pieces: Pieces,
    /// What an impure method counts its calls with.
    calls: AtomicU32,
}

/// The plugin of [`Lamps`], whose parameter `fault` is a name of [`Fault::ALL`] or `none`.
pub const LAMPS: Plugin = Plugin {
    title: "Lamps",
    summary: "press lamps until all are off or all are on; a toy of the test kit",
    input: "four lamps: `o` is on, `.` is off",
    source: "made up",
    parameters: &[Parameter {
        name: "fault",
        summary: "the law that is broken, for tests of the test kit",
        kind: Kind::Choice { options: &FAULT_NAMES, default: "none" },
    }],
    claims: &[
        Claim {
            arguments: "",
            fact: Fact::Optimum { board: ".oo.", cost: 2 },
            source: "counted by hand",
        },
        Claim {
            arguments: "",
            fact: Fact::DepthsFromGoals { counts: &[2, 6, 6, 2] },
            source: "counted by hand",
        },
        Claim {
            arguments: "",
            fact: Fact::DepthsFromBoard { board: "....", counts: &[1, 4, 6, 4, 1] },
            source: "binomial(4, k): the four presses are independent",
        },
    ],
    ..Plugin::new::<Lamps>("lamps")
};

/// The bits that each press flips.
const MASKS: [u8; 4] = [0b0011, 0b0111, 0b1110, 0b1100];
const ALL_ON: u8 = 0b1111;
/// The state at which faults show, in the middle of the space.
const FAULTY: u8 = 0b0110;

impl Lamps {
    /// The puzzle, with this fault or with none.
    ///
    /// # Panics
    /// Never: the tables of its space are sound.
    pub fn new(fault: Option<Fault>) -> Self {
        let wrong = u32::from(fault == Some(Fault::WrongSpace));
        let after = |mask: u8| (0..16).map(|state| state ^ u32::from(mask) ^ wrong).collect();
        let mut moves: Vec<Vec<u32>> = MASKS.into_iter().map(after).collect();
        if fault == Some(Fault::OtherOrder) {
            moves.reverse();
        }
        let coordinate = Coordinate { size: 16, moves };
        let space = CoordinateSpace::new(vec![coordinate]).expect("sixteen values a table");
        // Each lamp has two slots, whose pieces change places when it is flipped.
        let flip = |mask: u8| (0..8).map(|slot| slot ^ (mask >> (slot / 2) & 1)).collect();
        let pieces = Pieces::new(8, Moves::Shuffles(MASKS.into_iter().map(flip).collect()));
        let pieces = pieces.expect("flips exchange pieces");
        Lamps { fault, space, pieces, calls: AtomicU32::new(0) }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    /// Whether this is `fault` and `state` is where it shows.
    fn shows(&self, fault: Fault, state: u8) -> bool {
        self.has(fault) && state == FAULTY
    }

    /// As [`shows`](Self::shows), every other time.
    fn shows_now(&self, fault: Fault, state: u8) -> bool {
        self.shows(fault, state) && self.calls.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }
}

impl Puzzle for Lamps {
    type State = u8;
    type Move = u8;
    type Board = [bool; 4];

    fn encode(&self, board: &[bool; 4]) -> u8 {
        (0..4).filter(|&lamp| board[lamp]).map(|lamp| 1 << lamp).sum()
    }

    fn decode(&self, state: u8) -> [bool; 4] {
        let state = if self.shows(Fault::WrongBoard, state) { 0 } else { state };
        std::array::from_fn(|lamp| state >> lamp & 1 == 1)
    }

    fn starts(&self, board: &[bool; 4]) -> impl IntoIterator<Item = u8> {
        let state = self.encode(board);
        let start = (!self.shows(Fault::NoStart, state)).then_some(state);
        let more = self.shows_now(Fault::ChangingStarts, state).then_some(0);
        start.into_iter().chain(more)
    }

    fn successors(&self, state: u8) -> impl Iterator<Item = (u8, u8)> {
        assert!(!self.shows(Fault::Panic, state), "the lamps have burnt out");
        let is_changed = self.shows_now(Fault::ChangingOrder, state);
        let is_one_way = self.shows(Fault::OneWay, state);
        (0..4)
            .map(move |number| if is_changed { 3 - number } else { number })
            .filter(move |&lamp| !(is_one_way && lamp == 0))
            .map(move |lamp| (lamp, state ^ MASKS[usize::from(lamp)]))
    }

    fn is_goal(&self, state: u8) -> bool {
        state == 0 || state == ALL_ON || self.shows_now(Fault::ChangingGoal, state)
    }

    fn costs(&self) -> Option<impl Costs<u8, u8>> {
        self.has(Fault::ChangingCost).then_some(self)
    }

    fn is_reversible(&self) -> bool {
        true
    }

    fn predecessors(&self) -> Option<impl Predecessors<u8>> {
        Some(self)
    }

    fn goals(&self) -> Option<impl Iterator<Item = u8>> {
        let goals: &[u8] = match self.fault {
            Some(Fault::MissingGoal) => &[0],
            Some(Fault::RepeatedGoal) => &[0, ALL_ON, 0],
            Some(Fault::FalseGoal) => &[0, FAULTY, ALL_ON],
            _ => &[0, ALL_ON],
        };
        Some(goals.iter().copied())
    }

    fn ranking(&self) -> Option<impl Ranking<u8>> {
        Some(self)
    }

    fn heuristic(&self) -> Option<impl Heuristic<u8, u8>> {
        Some(self)
    }

    fn symmetry(&self) -> Option<impl Symmetry<u8>> {
        (!self.has(Fault::OneWay)).then_some(self)
    }

    fn commuting(&self) -> Option<impl Commuting<u8>> {
        (!self.has(Fault::OneWay)).then_some(self)
    }

    fn impossible(&self, state: u8) -> Option<String> {
        self.shows(Fault::FalseReason, state).then(|| "the lamps are in the middle".into())
    }

    fn space(&self) -> Option<Space<'_>> {
        (!self.has(Fault::OneWay)).then_some(Space::Coordinates(&self.space))
    }

    fn patterns(&self) -> Option<impl Patterns<u8>> {
        (!self.has(Fault::OneWay)).then_some(self)
    }
}

impl Patterns<u8> for &Lamps {
    fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    fn slots(&self, state: u8) -> Slots {
        let state = if self.shows(Fault::WrongSlots, state) { 0 } else { state };
        let mut slots = [NO_SLOT; MOST_SLOTS];
        for (slot, piece) in slots.iter_mut().zip(0..8) {
            *slot = piece ^ (state >> (piece / 2) & 1);
        }
        slots
    }

    /// Both pieces of each lamp that is flipped.
    fn moved(&self, before: u8, after: u8) -> u32 {
        let flipped = (0..4).filter(|lamp| (before ^ after) >> lamp & 1 == 1);
        let moved = flipped.fold(0, |moved, lamp| moved | 0b11 << (2 * lamp));
        moved & !u32::from(self.shows(Fault::MissingPiece, after))
    }

    fn relabelling(&self, index: usize) -> Option<Relabelling> {
        let mut relabelling = Relabelling::identity();
        for number in 0..8_u8 {
            let mirrored = if index & 1 == 1 { 6 - number / 2 * 2 + number % 2 } else { number };
            relabelling.pieces[usize::from(number)] = mirrored;
            relabelling.slots[usize::from(number)] = mirrored ^ u8::from(index & 2 == 2);
        }
        if self.has(Fault::WrongRelabelling) {
            relabelling.slots[0] = 0;
        }
        Some(relabelling)
    }
}

impl Costs<u8, u8> for &Lamps {
    fn cost(&self, before: u8, lamp: u8, _: u8) -> u32 {
        1 + u32::from(lamp == 0 && self.shows_now(Fault::ChangingCost, before))
    }
}

impl Predecessors<u8> for &Lamps {
    fn predecessors(&self, state: u8) -> impl Iterator<Item = u8> {
        let leads = move |before: u8| self.successors(before).any(|(_, after)| after == state);
        let all = (0..=ALL_ON).filter(move |&before| leads(before));
        let is_short = self.shows(Fault::MissingPredecessor, state);
        let more = self.shows(Fault::FalsePredecessor, state).then_some(FAULTY);
        all.skip(usize::from(is_short)).chain(more)
    }
}

impl Ranking<u8> for &Lamps {
    fn count(&self) -> u64 {
        if self.has(Fault::Unranked) { 15 } else { 16 }
    }

    fn rank(&self, state: u8) -> u64 {
        if self.shows(Fault::SharedRank, state) { 0 } else { u64::from(state) }
    }

    fn unrank(&self, rank: u64) -> u8 {
        u8::try_from(rank).expect("a rank below the count")
    }

    fn unrank_next(&self, rank: u64, state: u8) -> u8 {
        if self.shows(Fault::WrongNext, state) { state } else { self.unrank(rank + 1) }
    }
}

impl Heuristic<u8, u8> for &Lamps {
    /// A press flips at most three lamps.
    fn estimate(&self, state: u8) -> u32 {
        match self.fault {
            Some(Fault::Overestimate) if state == FAULTY => 3,
            // The distance is 2.
            Some(Fault::Inconsistent) => 2 * u32::from(state == FAULTY),
            _ => state.count_ones().min(state.count_zeros() - 4).div_ceil(3),
        }
    }

    fn step(&self, before: u8, _: u8, after: u8, _: u32) -> u32 {
        self.estimate(after) + u32::from(self.shows(Fault::WrongStep, before))
    }

    /// The state is carried.
    fn begin(&self, state: u8) -> Carried {
        Carried { estimate: self.estimate(state), parts: state.into() }
    }

    fn carry(&self, before: u8, _: u8, after: u8, Carried { parts, .. }: Carried) -> Carried {
        let parts = parts ^ u64::from(before ^ after);
        Carried {
            estimate: self.estimate(after) + u32::from(self.shows(Fault::WrongCarry, after)),
            parts: if self.shows(Fault::LostParts, after) { 0 } else { parts },
        }
    }

    fn is_consistent(&self) -> bool {
        !self.has(Fault::Overestimate)
    }
}

impl Symmetry<u8> for &Lamps {
    fn order(&self) -> usize {
        if self.has(Fault::NoGroup) { 3 } else { 4 }
    }

    /// Map 1 mirrors the row, map 2 turns every lamp the other way, map 3 does both.
    fn image(&self, index: usize, state: u8) -> u8 {
        let mirrored =
            if self.has(Fault::FalseMap) { state ^ 0b0001 } else { state.reverse_bits() >> 4 };
        match index {
            0 => state,
            1 => mirrored,
            2 => state ^ ALL_ON,
            _ => mirrored ^ ALL_ON,
        }
    }

    fn canonical(&self, state: u8) -> u8 {
        let images = (0..self.order()).map(|index| self.image(index, state));
        let least = if self.has(Fault::WrongCanonical) { images.max() } else { images.min() };
        least.unwrap_or(state)
    }
}

impl Commuting<u8> for &Lamps {
    fn to_vector(&self, state: u8) -> u128 {
        // Exchanging the vectors of two states keeps them one to one.
        u128::from(match state {
            0b0110 if self.has(Fault::OtherBits) => 0b1001,
            0b1001 if self.has(Fault::OtherBits) => 0b0110,
            state => state,
        })
    }

    fn from_vector(&self, vector: u128) -> u8 {
        let state = u8::try_from(vector).expect("four bits");
        u8::try_from(self.to_vector(state)).expect("four bits")
    }
}

impl Playable for Lamps {
    fn configure(arguments: &Arguments) -> Result<Self, String> {
        let name = arguments.choice("fault");
        let fault = Fault::ALL.iter().find(|(_, other, _)| *other == name);
        Ok(Lamps::new(fault.map(|&(fault, ..)| fault)))
    }

    fn demo(&self) -> String {
        if self.has(Fault::WrongDemo) { "?".into() } else { ".o..".into() }
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<[bool; 4], ReadError> {
        let lamp = |c| match c {
            'o' => Some(true),
            '.' => Some(false),
            _ => None,
        };
        let lamps = reader.cells(1, 4, "`o` or `.`", lamp)?;
        Ok(std::array::from_fn(|index| lamps[index]))
    }

    fn write(&self, board: &[bool; 4]) -> String {
        let state = self.encode(board);
        if self.shows(Fault::Illegible, state) {
            return "????".into();
        }
        if self.shows(Fault::WrongWriting, state) {
            return "....".into();
        }
        board.iter().map(|&is_on| if is_on { 'o' } else { '.' }).collect()
    }

    fn describe(&self, _: &[bool; 4], lamp: u8) -> String {
        match self.fault {
            Some(Fault::SameWords) if lamp == 3 => self.describe(&[false; 4], 2),
            Some(Fault::NoWords) if lamp == 3 => String::new(),
            _ => format!("press lamp {}", lamp + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::{Budget, Coverage, Finding, LAWS, Verdict, conformance};

    #[test]
    fn the_sound_puzzle_keeps_every_law_and_has_all_but_costs() {
        let report = conformance(&LAMPS, &Budget::default());
        let findings = &report.sections[0].findings;
        assert_eq!(findings.len(), LAWS.len() - 1 + LAMPS.claims.len());
        for finding in findings {
            let is_as_expected = match finding.law.name {
                "costs" | "impossible" => matches!(finding.verdict, Verdict::NotApplicable { .. }),
                _ => matches!(finding.verdict, Verdict::Holds { coverage: Coverage::Whole, .. }),
            };
            assert!(is_as_expected, "{finding}");
        }
    }

    #[test]
    fn each_fault_breaks_the_law_that_it_is_made_to_break_and_no_other() {
        for (fault, name, law) in Fault::ALL {
            let instance = LAMPS.instance(&format!("fault={name}")).unwrap();
            let mut findings = instance.check(&[instance.demo()], &Budget::default());
            findings.retain(Finding::is_broken);
            let broken: Vec<u8> = findings.iter().map(|finding| finding.law.number).collect();
            assert_eq!(broken, [law], "{fault:?}: {findings:?}");
        }
    }

    #[test]
    fn every_law_but_that_of_claims_has_a_fault_that_breaks_it() {
        for law in LAWS.iter().filter(|law| law.name != "claims") {
            assert!(Fault::ALL.iter().any(|&(_, _, broken)| broken == law.number), "{law}");
        }
    }

    #[test]
    fn false_claims_are_found() {
        let board = ".oo.";
        for fact in [
            Fact::Optimum { board, cost: 1 },
            Fact::Optimum { board, cost: 3 },
            Fact::Optimum { board: ".ox.", cost: 2 },
            Fact::Unsolvable { board },
            Fact::DepthsFromGoals { counts: &[2, 6, 7, 1] },
            Fact::DepthsFromGoals { counts: &[2, 6, 6] },
            Fact::DepthsFromGoals { counts: &[2, 6, 6, 2, 1] },
            Fact::DepthsFromBoard { board, counts: &[1, 4, 6, 4] },
            Fact::DepthsFromBoard { board, counts: &[1, 4, 6, 5] },
        ] {
            let claim = Claim { arguments: "", fact, source: "made up" };
            let instance = LAMPS.instance("").unwrap();
            let finding = instance.verify(&claim, &Budget::default());
            assert!(finding.is_broken() && finding.law.name == "claims", "{finding}");
        }
    }

    #[test]
    fn an_instance_that_cannot_be_made_is_a_finding() {
        const CLAIMS: &[Claim] = &[Claim {
            arguments: "fault=unheard_of",
            fact: Fact::Optimum { board: "....", cost: 0 },
            source: "made up",
        }];
        let report = conformance(&Plugin { claims: CLAIMS, ..LAMPS }, &Budget::default());
        let broken: Vec<_> = report.broken().map(|finding| finding.law.name).collect();
        assert_eq!(broken, ["notation"], "{report}");
    }
}
