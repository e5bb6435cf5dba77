//! A* with a heuristic that counts for more.

use super::best_first::{self, Weights};
use super::{Engine, Found, Guarantee, Search};
use crate::abilities::Ability;
use crate::parameters::{Arguments, Decimal, Kind, Parameter};
use crate::search::Meter;
use crate::words::{Graph, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "best-first search by g + weight * h: costs at most weight times the optimum",
    good_at: "boards that A* runs out of memory on, where a solution near the optimum will do",
    cannot: "prove that its solution is of least cost, unless it is lucky",
    price: "that of packed_a_star for each state, but far fewer states",
    source: "I. Pohl, Heuristic search viewed as path finding in a graph, 1970",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Complete,
    lists_all: false,
    parameters: &[Parameter {
        name: "weight",
        summary: "the weight of h: 1 is A*, a larger one finds dearer solutions faster",
        kind: Kind::Decimal {
            min: Decimal::of_thousandths(1_000),
            max: Decimal::of_thousandths(1_000_000),
            default: Decimal::of_thousandths(1_500),
        },
    }],
    ..Engine::new::<WeightedAStar>("weighted_a_star")
};

/// Expands states in the order of g + weight * h. The solution costs at most `weight` times the optimum.
pub struct WeightedAStar;

impl Search for WeightedAStar {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        let weights = weights(arguments.decimal("weight"));
        best_first::search(graph, starts, meter, weights)
    }
}

/// A weight as a fraction in lowest terms, so that sums stay small.
fn weights(weight: Decimal) -> Weights {
    let (g, h) = (1_000, weight.thousandths());
    let mut divisors = (g, h);
    while divisors.1 != 0 {
        divisors = (divisors.1, divisors.0 % divisors.1);
    }
    Weights { g: g / divisors.0, h: h / divisors.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_in_lowest_terms() {
        for (thousandths, g, h) in
            [(1_000, 1, 1), (1_500, 2, 3), (1_250, 4, 5), (1_001, 1_000, 1_001), (3_000, 1, 3)]
        {
            let weights = weights(Decimal::of_thousandths(thousandths));
            assert_eq!((weights.g, weights.h), (g, h));
        }
    }
}
