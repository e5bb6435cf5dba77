//! Gaussian elimination over GF(2).

use super::subset::{BestSets, Moves, power_of_two};
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::{Ability, Commuting};
use crate::puzzle::Puzzle;
use crate::search::{Meter, Reason};

/// What people are told.
pub const ABOUT: About = About {
    name: "linear",
    summary: "linear algebra over GF(2)",
    good_at: "light puzzles of any size; it says why a board is unsolvable",
    cannot: "puzzles whose moves do not commute and undo themselves",
    price: "n^2 word operations for n moves, and 2^k for k moves that the others can replace",
    source: "M. Anderson, T. Feil, Turning lights out with linear algebra, 1998",
    needs: &[Ability::UnitCosts, Ability::Commuting, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: true,
};

/// Solves the linear system for each goal, and walks the null space for the fewest moves.
///
/// # Errors
/// When moves do not commute, goals cannot be listed, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    let commuting = puzzle.commuting().ok_or(Ability::Commuting)?;
    let goals: Vec<u128> =
        puzzle.goals().ok_or(Ability::ListedGoals)?.map(|goal| commuting.to_vector(goal)).collect();
    let mut best = BestSets::of(meter);
    let mut reasons = Vec::new();
    for (index, &start) in starts.iter().enumerate() {
        let moves = Moves::at(puzzle, &commuting, start, meter)?;
        let system = System::of(&moves.masks);
        let vector = commuting.to_vector(start);
        let mut differences = Vec::with_capacity(goals.len());
        for goal in &goals {
            match system.solve(vector ^ goal) {
                Ok(set) => system.for_each_equivalent(set, meter, |set| best.offer(index, set))?,
                Err(_) => differences.push(vector ^ goal),
            }
        }
        if differences.len() == goals.len() {
            reasons.push(reason(&system, &differences, &commuting));
        }
    }
    best.finish(puzzle, &commuting, starts, meter, || Reason::Invariant(reasons.join("; ")))
}

/// The moves as a system of equations.
#[derive(Debug)]
pub(crate) struct System {
    /// Independent combinations of moves, each with a pivot bit that no other has, and the set of moves
    /// that it is made of.
    pub(crate) rows: Vec<Row>,
    /// Sets of moves that change nothing; every such set is a sum of these.
    null: Vec<u128>,
}

/// A combination of moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) pivot: u32,
    pub(crate) vector: u128,
    set: u128,
}

impl System {
    pub(crate) fn of(masks: &[u128]) -> Self {
        let mut system = System { rows: Vec::new(), null: Vec::new() };
        for (index, &mask) in masks.iter().enumerate() {
            let (vector, set) = system.reduce(mask, 1 << index);
            if vector == 0 {
                system.null.push(set);
                continue;
            }
            let pivot = vector.trailing_zeros();
            for row in &mut system.rows {
                if row.vector >> pivot & 1 == 1 {
                    row.vector ^= vector;
                    row.set ^= set;
                }
            }
            system.rows.push(Row { pivot, vector, set });
        }
        system
    }

    /// Clears the pivot bits of `vector`, and notes in `set` the moves that this takes.
    fn reduce(&self, vector: u128, set: u128) -> (u128, u128) {
        let used = self.rows.iter().filter(|row| vector >> row.pivot & 1 == 1);
        used.fold((vector, set), |(vector, set), row| (vector ^ row.vector, set ^ row.set))
    }

    /// Sets of moves that change nothing; every such set is a sum of these.
    pub(crate) fn idle(&self) -> &[u128] {
        &self.null
    }

    /// A set of moves that flips exactly `difference`, or what is left of it that no moves can flip.
    pub(crate) fn solve(&self, difference: u128) -> Result<u128, u128> {
        match self.reduce(difference, 0) {
            (0, set) => Ok(set),
            (rest, _) => Err(rest),
        }
    }

    /// Visits every set of moves that does the same as `set`, in Gray code order.
    fn for_each_equivalent(
        &self,
        mut set: u128,
        meter: &mut Meter<'_>,
        mut visit: impl FnMut(u128),
    ) -> Result<(), Halt> {
        let sets = power_of_two(self.null.len());
        let mut number = 0_u128;
        loop {
            meter.expand()?;
            visit(set);
            number += 1;
            if sets.is_some_and(|sets| number == sets) {
                return Ok(());
            }
            set ^= self.null[number.trailing_zeros() as usize];
        }
    }

    /// The parity check that belongs to `bit`, which is no pivot: every move flips an even number of the
    /// bits in it.
    fn parity_check(&self, bit: u32) -> u128 {
        let rows = self.rows.iter().filter(|row| row.vector >> bit & 1 == 1);
        rows.fold(1 << bit, |check, row| check | 1 << row.pivot)
    }
}

/// Why none of `differences` can be made: a set of bits of which each move flips an even number and the
/// difference has an odd number, one for all of them where there is one.
fn reason<S: crate::puzzle::State>(
    system: &System,
    differences: &[u128],
    commuting: &impl Commuting<S>,
) -> String {
    if differences.is_empty() {
        return "the puzzle has no goal".into();
    }
    let is_odd = |check: u128, difference: u128| (check & difference).count_ones() % 2 == 1;
    let checks = |difference: u128| {
        let rest = system.solve(difference).err().unwrap_or(0);
        (0..u128::BITS).filter(move |bit| rest >> bit & 1 == 1).map(|bit| system.parity_check(bit))
    };
    let say = |check: u128, goal: &str| {
        let bits = (0..u128::BITS).filter(|bit| check >> bit & 1 == 1);
        let names: Vec<_> = bits.map(|bit| commuting.bit_name(bit)).collect();
        format!(
            "every move changes an even number of these, and {goal} differs in an odd number of them: {}",
            names.join(", ")
        )
    };
    let common = checks(differences[0])
        .filter(|&check| differences.iter().all(|&difference| is_odd(check, difference)))
        .min_by_key(|check| check.count_ones());
    if let Some(check) = common {
        return say(check, if differences.len() == 1 { "the goal" } else { "each goal" });
    }
    let each = differences.iter().enumerate().filter_map(|(index, &difference)| {
        let check = checks(difference).min_by_key(|check| check.count_ones())?;
        Some(say(check, &format!("goal {}", index + 1)))
    });
    each.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A little pseudo-random generator.
    fn words(mut seed: u64) -> impl FnMut() -> u64 {
        move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            seed
        }
    }

    #[test]
    fn solves_what_moves_can_make_and_explains_what_they_cannot() {
        let mut word = words(1);
        for _ in 0..500 {
            let (moves, bits) = (word() % 12 + 1, word() % 12 + 1);
            let masks: Vec<u128> =
                (0..moves).map(|_| u128::from(word() & ((1 << bits) - 1))).collect();
            let is_even =
                |check: u128, vector: u128| (check & vector).count_ones().is_multiple_of(2);
            let apply = |set: u128| {
                let used = masks.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
                used.fold(0, |sum, (_, mask)| sum ^ mask)
            };
            let system = System::of(&masks);
            assert_eq!(system.rows.len() + system.null.len(), masks.len());
            assert!(system.null.iter().all(|&set| set != 0 && apply(set) == 0));
            let reachable: std::collections::HashSet<u128> = (0..1 << moves).map(apply).collect();
            for difference in 0..1 << bits {
                match system.solve(difference) {
                    Ok(set) => assert_eq!(apply(set), difference),
                    Err(rest) => {
                        assert!(!reachable.contains(&difference));
                        let check = system.parity_check(rest.trailing_zeros());
                        assert!(masks.iter().all(|&mask| is_even(check, mask)));
                        assert!(!is_even(check, difference));
                    }
                }
            }
        }
    }
}
