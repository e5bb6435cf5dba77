//! The laws that puzzles keep, as data.

use std::fmt;

/// Something that every puzzle owes its engines or its players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Law {
    /// Its number, which the documentation of the traits uses.
    pub number: u8,
    /// Its name: one or two words.
    pub name: &'static str,
    /// What must hold, in a sentence.
    pub text: &'static str,
    /// What comes of breaking it.
    pub consequence: Consequence,
    /// Laws without which checking this one means nothing.
    pub rests_on: &'static [u8],
}

/// What comes of breaking a law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consequence {
    /// Engines answer wrongly.
    Wrong,
    /// Engines answer rightly, and players are told something else.
    Misleading,
}

impl fmt::Display for Consequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Consequence::Wrong => "wrong",
            Consequence::Misleading => "misleading",
        })
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "law {} ({})", self.number, self.name)
    }
}

const fn law(
    number: u8,
    name: &'static str,
    text: &'static str,
    consequence: Consequence,
    rests_on: &'static [u8],
) -> Law {
    Law { number, name, text, consequence, rests_on }
}

/// The laws, in the order of their numbers, which begin at 1.
///
/// None of them is about speed alone. What is allowed but slow stands in the documentation of the
/// traits: the same predecessor twice, a consistent heuristic that does not say so, a collected vector
/// of successors.
pub const LAWS: &[Law] = {
    use Consequence::{Misleading, Wrong};
    &[
        law(1, "packing", "encode(decode(s)) == s for every state s", Wrong, &[]),
        law(
            2,
            "starts",
            "starts(board) is not empty, the same each time, and contains encode(board)",
            Wrong,
            &[1],
        ),
        law(
            3,
            "purity",
            "successors and is_goal answer the same for the same state, in the same order",
            Wrong,
            &[],
        ),
        law(4, "costs", "the cost of an edge is the same each time", Wrong, &[3]),
        law(
            5,
            "predecessors",
            "p is among the predecessors of s if and only if s is among the successors of p",
            Wrong,
            &[3],
        ),
        law(
            6,
            "reversible",
            "for each edge from s to t there is one from t to s of the same cost",
            Wrong,
            &[3, 4],
        ),
        law(
            7,
            "listed goals",
            "goals lists every state that is a goal, each once, and no other",
            Wrong,
            &[3],
        ),
        law(
            8,
            "ranking",
            "rank maps the states one to one onto 0..count, unrank is its inverse, unrank_next gives the same, and no successor \
             leaves the set",
            Wrong,
            &[3],
        ),
        law(
            9,
            "admissible",
            "the estimate of a state is at most the cost of the cheapest path from it to a goal",
            Wrong,
            &[3, 4],
        ),
        law(
            10,
            "consistent",
            "where the heuristic says so, no edge of cost c lowers the estimate by more than c",
            Wrong,
            &[3, 4],
        ),
        law(
            11,
            "symmetry",
            "the maps are one to one, form a group whose number 0 is the identity, keep edges, costs \
             and goals, and canonical is the least image",
            Wrong,
            &[3, 4],
        ),
        law(
            12,
            "commuting",
            "every state has the same at most 128 moves in the same order, each flips the same bits \
             of to_vector and costs 1, and from_vector is the inverse of to_vector",
            Wrong,
            &[3, 4],
        ),
        law(
            13,
            "step",
            "step gives what estimate gives for the state after the move, and carry what begin gives for it, which \
             has the same estimate",
            Wrong,
            &[3],
        ),
        law(
            14,
            "space",
            "the space has as many states as the ranking, and its successors of a number are the ranks of \
             the successors of the state of that number, in the same order",
            Wrong,
            &[3, 8],
        ),
        law(
            15,
            "notation",
            "the defaults and the arguments of each claim make an instance, its demo board can be \
             read, and what is written of a board reads as that board",
            Misleading,
            &[1, 2],
        ),
        law(
            16,
            "descriptions",
            "each move of a state has words, without an end stop, that no other move of it has",
            Misleading,
            &[1, 3],
        ),
        law(17, "claims", "the facts that a plugin claims are true", Misleading, &[3]),
        law(
            18,
            "impossible",
            "from a state that impossible gives a reason for, no goal can be reached",
            Wrong,
            &[3],
        ),
        law(
            19,
            "patterns",
            "the pieces stand on different slots, the successors have them where the moves of the data put them, \
             moved says which are elsewhere, and images have them where their relabelling puts them",
            Wrong,
            &[3, 11],
        ),
    ]
};

/// The law with this name, which is one of [`LAWS`].
pub(super) fn law_named(name: &str) -> &'static Law {
    LAWS.iter().find(|law| law.name == name).expect("the name of a law")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_numbered_from_one_and_rest_on_earlier_ones() {
        for (law, number) in LAWS.iter().zip(1..) {
            assert_eq!(law.number, number);
            assert!(law.rests_on.iter().all(|&other| other < number), "{law}");
        }
    }

    #[test]
    fn each_stands_in_the_documentation_of_the_traits_once_under_its_number_and_name() {
        let documentation = [
            include_str!("../puzzle.rs"),
            include_str!("../abilities.rs"),
            include_str!("../plugin/playable.rs"),
            include_str!("../plugin/record.rs"),
        ]
        .concat();
        for law in LAWS {
            let heading = format!("Law {} ({}):", law.number, law.name);
            assert_eq!(documentation.matches(&heading).count(), 1, "{heading}");
        }
    }
}
