//! How a run of a comparison ended.

use crate::search::{Limit, Optimality, Outcome};
use crate::units::count;
use std::fmt;

/// How a run ended. An [`Outcome`] without its paths, so that many boards take little room, and with one
/// ending more, which only a run in a process of its own survives to tell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// A solution was found.
    Solved {
        /// What it costs.
        cost: u64,
        /// How many moves it has.
        moves: u64,
        /// Whether a cheaper one is ruled out.
        optimality: Optimality,
    },
    /// Proved: no goal can be reached.
    Unsolvable {
        /// Why.
        reason: String,
    },
    /// A limit ended the search first.
    Limit {
        /// Its [word](Limit::word).
        limit: &'static str,
        /// The limit, as a noun.
        reason: String,
    },
    /// Somebody ended the search first (Ctrl-C).
    Cancelled,
    /// An incomplete engine found nothing, which proves nothing.
    GaveUp {
        /// Why.
        reason: String,
    },
    /// The process of the run ended without a word.
    Crashed {
        /// How.
        reason: String,
    },
}

impl Ending {
    /// The word for it in JSON and tables: `solved`, `unsolvable`, `limit`, `cancelled`, `gave_up`,
    /// `crashed`.
    pub fn word(&self) -> &'static str {
        match self {
            Ending::Solved { .. } => "solved",
            Ending::Unsolvable { .. } => "unsolvable",
            Ending::Limit { .. } => "limit",
            Ending::Cancelled => "cancelled",
            Ending::GaveUp { .. } => "gave_up",
            Ending::Crashed { .. } => "crashed",
        }
    }

    /// Whether it is an answer: a solution, or a proof that there is none.
    pub fn is_answer(&self) -> bool {
        matches!(self, Ending::Solved { .. } | Ending::Unsolvable { .. })
    }

    /// Why it ended so, where there is more to say than how.
    pub fn reason(&self) -> Option<&str> {
        match self {
            Ending::Unsolvable { reason }
            | Ending::Limit { reason, .. }
            | Ending::GaveUp { reason }
            | Ending::Crashed { reason } => Some(reason),
            Ending::Solved { .. } | Ending::Cancelled => None,
        }
    }
}

/// `solved at the least cost of 4`, `stopped by the time limit of 1s`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Solved { cost, optimality: Optimality::Proved, .. } => {
                write!(f, "solved at the least cost of {}", count(*cost))
            }
            Ending::Solved { cost, .. } => write!(f, "solved at a cost of {}", count(*cost)),
            Ending::Unsolvable { .. } => f.write_str("unsolvable"),
            Ending::Limit { reason, .. } => write!(f, "stopped by {reason}"),
            Ending::Cancelled => f.write_str("cancelled"),
            Ending::GaveUp { .. } => f.write_str("gave up"),
            Ending::Crashed { .. } => f.write_str("crashed"),
        }
    }
}

impl<S, M> From<&Outcome<S, M>> for Ending {
    fn from(outcome: &Outcome<S, M>) -> Self {
        match outcome {
            Outcome::Solved(solution) => Ending::Solved {
                cost: solution.cost,
                moves: solution.paths.first().map_or(0, |path| path.steps.len()) as u64,
                optimality: solution.optimality,
            },
            Outcome::Unsolvable(reason) => Ending::Unsolvable { reason: reason.to_string() },
            Outcome::Limit(limit) => Ending::from(*limit),
            Outcome::Cancelled => Ending::Cancelled,
            Outcome::GaveUp(why) => Ending::GaveUp { reason: why.clone() },
        }
    }
}

impl From<Limit> for Ending {
    fn from(limit: Limit) -> Self {
        Ending::Limit { limit: limit.word(), reason: limit.to_string() }
    }
}
