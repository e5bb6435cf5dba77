//! Enumeration of all subsets of moves.

use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Commuting};
use crate::gf2::{System, power_of_two};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::path::Path;
use crate::search::{Limit, Meter, Optimality, Outcome, Reason, Solution, Stop, Wanted};
use crate::words::{Graph, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "tries every subset of the moves, in Gray code order",
    good_at: "up to some 25 moves that commute; needs no memory and no goals that can be listed",
    cannot: "puzzles whose moves do not commute and undo themselves",
    price: "2^n tests for n moves, each of constant time; no memory",
    source: "F. Gray, Pulse code communication, 1953",
    needs: &[Ability::UnitCosts, Ability::Commuting],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<Subset>("subset")
};

/// Tries every set of moves: order does not matter and a move made twice is not made at all.
/// From one set to the next one move is added or taken away.
pub struct Subset;

impl Search for Subset {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search(&View(graph), starts, meter)
    }
}

fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    let commuting = puzzle.commuting().ok_or(Ability::Commuting)?;
    let mut best = BestSets::of(meter);
    let mut reachable = Reachable::default();
    for (index, &start) in starts.iter().enumerate() {
        let moves = Moves::at(puzzle, &commuting, start, meter)?;
        reachable.add(&moves, commuting.to_vector(start));
        let subsets = power_of_two(moves.masks.len());
        let mut vector = commuting.to_vector(start);
        let mut set = 0_u128;
        let mut number = 0_u128;
        loop {
            meter.expand()?;
            if puzzle.is_goal(commuting.from_vector(vector)) {
                best.offer(index, set);
            }
            number += 1;
            if subsets.is_some_and(|subsets| number == subsets) {
                break;
            }
            let flipped = number.trailing_zeros();
            set ^= 1 << flipped;
            vector ^= moves.masks[flipped as usize];
        }
    }
    let states = reachable.states;
    best.finish(puzzle, &commuting, starts, meter, || Reason::Exhausted { states })
}

/// Counts the states that the starts lead to. Subsets may be more: some lead to the same state.
#[derive(Default)]
struct Reachable {
    states: u64,
    /// A start of each part of the space, which no move leaves.
    parts: Vec<u128>,
}

impl Reachable {
    fn add(&mut self, moves: &Moves, start: u128) {
        let system = System::of(&moves.masks);
        if self.parts.iter().all(|part| system.solve(part ^ start).is_err()) {
            self.parts.push(start);
            let states = power_of_two(system.rows.len()).and_then(|states| states.try_into().ok());
            self.states = self.states.saturating_add(states.unwrap_or(u64::MAX));
        }
    }
}

/// The moves of a commuting puzzle with the bits that each flips.
pub(super) struct Moves {
    pub(super) masks: Vec<u128>,
}

impl Moves {
    /// Reads them off the successors of `start`.
    pub(super) fn at<P: Puzzle>(
        puzzle: &P,
        commuting: &impl Commuting<P::State>,
        start: P::State,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Halt> {
        let vector = commuting.to_vector(start);
        let masks: Vec<_> = puzzle
            .successors(start)
            .map(|(_, after)| vector ^ commuting.to_vector(after))
            .collect();
        if masks.len() > u128::BITS as usize {
            // A set of moves is a `u128`, and law 12 allows no more.
            return Err(Ability::Commuting.into());
        }
        meter.stats.generated += masks.len() as u64;
        meter.store(1, size_of_val(&masks[..]) as u64)?;
        Ok(Moves { masks })
    }
}

/// The smallest sets of moves that solve the board so far.
pub(super) struct BestSets {
    wanted: Wanted,
    limit: Option<u64>,
    is_cut: bool,
    moves: u32,
    count: u128,
    /// Index of the start and set of moves.
    sets: Vec<(usize, u128)>,
}

impl BestSets {
    pub(super) fn of(meter: &Meter<'_>) -> Self {
        BestSets {
            wanted: meter.wanted(),
            limit: meter.limits().depth,
            is_cut: false,
            moves: u32::MAX,
            count: 0,
            sets: Vec::new(),
        }
    }

    /// Notes a set of moves that solves the board.
    pub(super) fn offer(&mut self, start: usize, set: u128) {
        let moves = set.count_ones();
        if self.limit.is_some_and(|limit| u64::from(moves) > limit) {
            self.is_cut = true;
            return;
        }
        if moves < self.moves {
            self.moves = moves;
            self.count = 0;
            self.sets.clear();
        }
        if moves == self.moves {
            self.count += 1;
            let list = match self.wanted {
                Wanted::One => 1,
                Wanted::All { list } => list.max(1),
            };
            if (self.sets.len() as u64) < list {
                self.sets.push((start, set));
            }
        }
    }

    /// Turns the sets into paths, each in the order of the successors.
    pub(super) fn finish<P: Puzzle>(
        self,
        puzzle: &P,
        commuting: &impl Commuting<P::State>,
        starts: &[P::State],
        meter: &mut Meter<'_>,
        reason: impl FnOnce() -> Reason,
    ) -> Result<OutcomeOf<P>, Halt> {
        if self.sets.is_empty() {
            return match self.limit {
                Some(limit) if self.is_cut => Err(Stop::from(Limit::Depth(limit)).into()),
                _ => Ok(Outcome::Unsolvable(reason())),
            };
        }
        let mut paths = Vec::with_capacity(self.sets.len());
        for (start, set) in self.sets {
            let start = starts[start];
            let mut vector = commuting.to_vector(start);
            let mut steps = Vec::new();
            let here = commuting.to_vector(start);
            for (index, (mv, after)) in puzzle.successors(start).enumerate() {
                if set >> index & 1 == 1 {
                    vector ^= here ^ commuting.to_vector(after);
                    steps.push((mv, commuting.from_vector(vector)));
                }
            }
            paths.push(Path { start, steps });
            meter.look()?;
        }
        Ok(Outcome::Solved(Solution {
            cost: u64::from(self.moves),
            optimality: Optimality::Proved,
            paths,
            count: (self.wanted != Wanted::One).then_some(self.count),
        }))
    }
}
