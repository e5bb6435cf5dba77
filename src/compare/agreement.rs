//! Whether runs on the same board agree.

use super::Run;
use crate::search::{Optimality, Outcome};
use std::fmt;

/// Two runs on a board that cannot both be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement<'c> {
    /// One of them.
    pub one: &'c Run,
    /// The other.
    pub other: &'c Run,
}

/// The first two of the runs that contradict each other.
pub(super) fn disagreement(runs: &[Run]) -> Option<Disagreement<'_>> {
    runs.iter().enumerate().find_map(|(index, other)| {
        let one = runs[..index].iter().find(|one| one.contradicts(other))?;
        Some(Disagreement { one, other })
    })
}

/// The cost of what cannot be solved.
const INFINITE: u64 = u64::MAX;

impl Run {
    /// The least and the most that the cheapest solution costs, as far as this run knows.
    fn optimum(&self) -> (u64, u64) {
        match &self.outcome {
            Outcome::Solved(solution) => match solution.optimality {
                Optimality::Proved => (solution.cost, solution.cost),
                Optimality::NotProved => (self.stats.lower_bound, solution.cost),
            },
            Outcome::Unsolvable(_) => (INFINITE, INFINITE),
            Outcome::Limit(_) | Outcome::Cancelled | Outcome::GaveUp(_) => {
                (self.stats.lower_bound, INFINITE)
            }
        }
    }

    fn contradicts(&self, other: &Run) -> bool {
        let (one, other) = (self.optimum(), other.optimum());
        one.0 > other.1 || other.0 > one.1
    }

    /// What the run says about the board, as the rest of a sentence.
    fn says(&self) -> String {
        match &self.outcome {
            Outcome::Solved(solution) => match solution.optimality {
                Optimality::Proved => format!("the least cost is {}", solution.cost),
                Optimality::NotProved => format!("there is a solution of cost {}", solution.cost),
            },
            Outcome::Unsolvable(_) => "it is unsolvable".into(),
            Outcome::Limit(_) | Outcome::Cancelled | Outcome::GaveUp(_) => {
                format!("no solution costs less than {}", self.stats.lower_bound)
            }
        }
    }
}

impl fmt::Display for Disagreement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { one, other } = self;
        let board = one.board + 1;
        let (first, second) = (one.says(), other.says());
        write!(
            f,
            "board {board}: {} says that {first}, {} says that {second}",
            one.engine, other.engine
        )
    }
}
