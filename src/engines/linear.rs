//! Gaussian elimination over GF(2).

use super::subset::{BestSets, Moves};
use super::{Engine, Found, Guarantee, Halt, OutcomeOf, Search};
use crate::abilities::{Ability, Commuting};
use crate::gf2::System;
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::search::{Meter, Reason};
use crate::words::{Graph, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "linear algebra over GF(2)",
    good_at: "light puzzles of any size; it says why a board is unsolvable",
    cannot: "puzzles whose moves do not commute and undo themselves",
    price: "n^2 word operations for n moves, and 2^k for k moves that the others can replace",
    source: "M. Anderson, T. Feil, Turning lights out with linear algebra, 1998",
    needs: &[Ability::UnitCosts, Ability::Commuting, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<Linear>("linear")
};

/// Solves the linear system for each goal, and walks the null space for the fewest moves.
pub struct Linear;

impl Search for Linear {
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
                Ok(set) => {
                    for set in system.equivalents(set) {
                        meter.expand()?;
                        best.offer(index, set);
                    }
                }
                Err(_) => differences.push(vector ^ goal),
            }
        }
        if differences.len() == goals.len() {
            reasons.push(reason(&system, &differences, &commuting));
        }
    }
    best.finish(puzzle, &commuting, starts, meter, || Reason::Invariant(reasons.join("; ")))
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
