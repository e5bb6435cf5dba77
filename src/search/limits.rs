//! What may end a search before it is done.

use crate::units;
use std::fmt;
use std::time::Duration;

/// The most that a search may use. `None` is no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// States stored at once; of a survey, states counted.
    pub states: Option<u64>,
    /// Bytes of the engine's tables.
    pub bytes: Option<u64>,
    /// Cost of a path (its moves, where each costs 1): dearer ones are not followed.
    pub depth: Option<u64>,
    /// Expansions.
    pub expansions: Option<u64>,
}

/// The limit that ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// [`Limits::time`].
    Time(Duration),
    /// [`Limits::states`].
    States(u64),
    /// [`Limits::bytes`].
    Bytes(u64),
    /// The system's: it refuses so many bytes of memory.
    Refused(u64),
    /// [`Limits::depth`]: there is no solution of this cost or less.
    Depth(u64),
    /// [`Limits::expansions`].
    Expansions(u64),
    /// The engine can follow no path of more moves than this: it recurses once a move and its stack is full,
    /// or it counts them in a number that is.
    Recursion(u64),
}

impl Limit {
    /// The [`word`](Limit::word)s of all of them.
    pub const WORDS: [&str; 6] = ["time", "states", "memory", "depth", "expansions", "recursion"];

    /// The word for it in JSON: that of its option.
    pub fn word(self) -> &'static str {
        match self {
            Limit::Time(_) => "time",
            Limit::States(_) => "states",
            Limit::Bytes(_) | Limit::Refused(_) => "memory",
            Limit::Depth(_) => "depth",
            Limit::Expansions(_) => "expansions",
            Limit::Recursion(_) => "recursion",
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Limit::Time(time) => write!(f, "the time limit of {time:?}"),
            Limit::States(states) => {
                write!(f, "the limit of {}", units::counted(states, "state"))
            }
            Limit::Bytes(bytes) => write!(f, "the memory limit of {}", units::bytes(bytes)),
            Limit::Refused(bytes) => {
                write!(f, "the system, which refuses {} of memory", units::bytes(bytes))
            }
            Limit::Depth(depth) => write!(f, "the depth limit of {depth}"),
            Limit::Expansions(count) => {
                write!(f, "the limit of {}", units::counted(count, "expansion"))
            }
            Limit::Recursion(moves) => {
                write!(f, "the engine's own limit of {} deep", units::counted(moves, "move"))
            }
        }
    }
}

/// Why a search was ended before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// By a limit.
    Limit(Limit),
    /// By the flag in [`Job::cancel`](super::Job::cancel).
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Limit(limit) => write!(f, "stopped by {limit}"),
            Stop::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl From<Limit> for Stop {
    fn from(limit: Limit) -> Self {
        Stop::Limit(limit)
    }
}
