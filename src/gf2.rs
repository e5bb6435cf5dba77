//! Vectors over GF(2), and Gaussian elimination.
//!
//! Source: M. Anderson, T. Feil, Turning lights out with linear algebra, 1998.

/// How many subsets so many things have, unless that is too many to count.
pub(crate) fn power_of_two(exponent: usize) -> Option<u128> {
    1_u128.checked_shl(u32::try_from(exponent).ok()?)
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

    /// Every set of moves that does the same as `set`, in Gray code order.
    pub(crate) fn equivalents(&self, mut set: u128) -> impl Iterator<Item = u128> {
        let sets = power_of_two(self.null.len());
        let mut number = 0_u128;
        std::iter::from_fn(move || {
            if sets.is_some_and(|sets| number == sets) {
                return None;
            }
            if number > 0 {
                set ^= self.null[number.trailing_zeros() as usize];
            }
            number += 1;
            Some(set)
        })
    }

    /// The parity check that belongs to `bit`, which is no pivot: every move flips an even number of the
    /// bits in it.
    pub(crate) fn parity_check(&self, bit: u32) -> u128 {
        let rows = self.rows.iter().filter(|row| row.vector >> bit & 1 == 1);
        rows.fold(1 << bit, |check, row| check | 1 << row.pivot)
    }
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
