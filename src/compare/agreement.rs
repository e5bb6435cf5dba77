//! Whether runs on the same board agree.

use super::{Comparison, Ending, Run};
use crate::search::Optimality;
use std::fmt;

/// Two runs on a board that cannot both be right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Disagreement<'c> {
    /// One of them.
    pub one: &'c Run,
    /// The other.
    pub other: &'c Run,
}

pub(super) fn disagreements(comparison: &Comparison) -> Vec<Disagreement<'_>> {
    let mut boards: Vec<Vec<&Run>> = vec![Vec::new(); comparison.boards];
    for run in &comparison.runs {
        boards[run.place.board].push(run);
    }
    boards.iter().filter_map(|runs| disagreement(runs)).collect()
}

/// The first two of the runs that contradict each other.
fn disagreement<'c>(runs: &[&'c Run]) -> Option<Disagreement<'c>> {
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
        match self.ending {
            Ending::Solved { cost, optimality: Optimality::Proved, .. } => (cost, cost),
            Ending::Solved { cost, optimality: Optimality::NotProved, .. } => {
                (self.stats.lower_bound, cost)
            }
            Ending::Unsolvable { .. } => (INFINITE, INFINITE),
            Ending::Limit { .. }
            | Ending::Cancelled
            | Ending::GaveUp { .. }
            | Ending::Crashed { .. } => (self.stats.lower_bound, INFINITE),
        }
    }

    fn contradicts(&self, other: &Run) -> bool {
        let (one, other) = (self.optimum(), other.optimum());
        one.0 > other.1 || other.0 > one.1
    }

    /// What the run says about the board, as the rest of a sentence.
    fn says(&self) -> String {
        match self.ending {
            Ending::Solved { cost, optimality: Optimality::Proved, .. } => {
                format!("the least cost is {cost}")
            }
            Ending::Solved { cost, optimality: Optimality::NotProved, .. } => {
                format!("there is a solution of cost {cost}")
            }
            Ending::Unsolvable { .. } => "it is unsolvable".into(),
            Ending::Limit { .. }
            | Ending::Cancelled
            | Ending::GaveUp { .. }
            | Ending::Crashed { .. } => {
                format!("no solution costs less than {}", self.stats.lower_bound)
            }
        }
    }
}

impl fmt::Display for Disagreement<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { one, other } = self;
        let board = one.place.board + 1;
        let (first, second) = (one.says(), other.says());
        write!(
            f,
            "board {board}: {} says that {first}, {} says that {second}",
            one.place.engine, other.place.engine
        )
    }
}
