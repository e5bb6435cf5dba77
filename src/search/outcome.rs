//! Every way in which a search can end.

use super::{Limit, Path};
use crate::units;
use std::fmt;

/// How a search ended.
///
/// A limit is never reported as [`Unsolvable`](Outcome::Unsolvable), and that never without a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<S, M> {
    /// A solution was found.
    Solved(Solution<S, M>),
    /// Proved: no goal can be reached.
    Unsolvable(Reason),
    /// A limit ended the search first.
    Limit(Limit),
    /// Somebody ended the search first (Ctrl-C).
    Cancelled,
    /// An incomplete engine found nothing, which proves nothing. Says why.
    GaveUp(String),
}

impl<S, M> Outcome<S, M> {
    /// The word for it in JSON and tables: `solved`, `unsolvable`, `limit`, `cancelled`, `gave_up`.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Solved(_) => "solved",
            Outcome::Unsolvable(_) => "unsolvable",
            Outcome::Limit(_) => "limit",
            Outcome::Cancelled => "cancelled",
            Outcome::GaveUp(_) => "gave_up",
        }
    }

    /// The same ending with every path turned into something else.
    pub fn map_paths<T, N>(self, map: impl FnMut(Path<S, M>) -> Path<T, N>) -> Outcome<T, N> {
        match self {
            Outcome::Solved(Solution { cost, optimality, paths, count }) => {
                let paths = paths.into_iter().map(map).collect();
                Outcome::Solved(Solution { cost, optimality, paths, count })
            }
            Outcome::Unsolvable(reason) => Outcome::Unsolvable(reason),
            Outcome::Limit(limit) => Outcome::Limit(limit),
            Outcome::Cancelled => Outcome::Cancelled,
            Outcome::GaveUp(why) => Outcome::GaveUp(why),
        }
    }

    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution<S, M>> {
        match self {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        }
    }
}

/// What a solved search found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution<S, M> {
    /// The cost of each path: the number of moves, unless moves have costs of their own.
    pub cost: u64,
    /// Whether a cheaper path is ruled out.
    pub optimality: Optimality,
    /// At least one path; all of the same cost. Exactly one unless all were wanted.
    pub paths: Vec<Path<S, M>>,
    /// How many paths of this cost there are, where that was asked for. [`paths`](Self::paths) may list
    /// fewer. Where moves commute, orders of the same moves count once.
    pub count: Option<u128>,
}

impl<S, M> Solution<S, M> {
    /// One path, proved to be of least cost.
    pub fn optimal(cost: u64, path: Path<S, M>) -> Self {
        Solution { cost, optimality: Optimality::Proved, paths: vec![path], count: None }
    }
}

/// Whether a solution is known to be of least cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optimality {
    /// No cheaper path exists.
    Proved,
    /// A cheaper path may exist.
    NotProved,
}

/// Why no goal can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Every state that the starts lead to was looked at.
    Exhausted {
        /// How many states that was.
        states: u64,
    },
    /// Every state that leads to a goal was looked at, and the start was not among them.
    GoalsExhausted {
        /// How many states that was.
        states: u64,
    },
    /// One of all images of every state that the starts lead to was looked at.
    FormsExhausted {
        /// How many states that was.
        forms: u64,
    },
    /// One of all images of every state that leads to a goal was looked at, and none of the start's was
    /// among them.
    GoalFormsExhausted {
        /// How many states that was.
        forms: u64,
    },
    /// Every state that the starts lead to was looked at, or can only be reached by way of states from
    /// which the heuristic rules out a goal.
    RuledOut {
        /// How many states were looked at.
        states: u64,
    },
    /// Something that no move changes differs between the start and every goal. Says what.
    Invariant(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Exhausted { states: 1 } => write!(f, "the one reachable state is no goal"),
            Reason::Exhausted { states } => {
                write!(f, "none of the {} reachable states is a goal", units::count(*states))
            }
            Reason::GoalsExhausted { states } => {
                write!(
                    f,
                    "the start is none of the {} states from which a goal can be reached",
                    units::count(*states)
                )
            }
            Reason::FormsExhausted { forms } => {
                write!(
                    f,
                    "none of the reachable states is a goal; they are {} up to symmetry",
                    units::count(*forms)
                )
            }
            Reason::GoalFormsExhausted { forms } => {
                write!(
                    f,
                    "the start is none of the states from which a goal can be reached; they are \
                     {} up to symmetry",
                    units::count(*forms)
                )
            }
            Reason::RuledOut { states } => {
                write!(
                    f,
                    "none of the {} states that were met is a goal, and the heuristic rules out that one \
                     lies beyond",
                    units::count(*states)
                )
            }
            Reason::Invariant(text) => f.write_str(text),
        }
    }
}
