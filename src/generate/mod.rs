//! Boards made up for a purpose: all equally deep, the hardest there are, or scrambled.
//!
//! The same seed gives the same boards on every machine: chance comes from [`Random`](crate::random::Random)
//! alone, and what may be spent is counted in states and expansions, never in time.
//!
//! ```
//! use puzzlespace::generate::{Depth, How, Request};
//! use puzzlespace::testkit::toys::LAMPS;
//!
//! let instance = LAMPS.instance("")?;
//! let request = Request { depth: Depth::Exactly(2), ..Request::new(3, 1) };
//! let generated = instance.generate(&request)?;
//! assert_eq!(generated.boards.len(), 3);
//! assert!(matches!(generated.how, How::Layer { depth: 2, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod maker;
mod walk;

use crate::abilities::Ability;
use crate::plugin::Played;
use crate::units::count;
use crate::width::Width;
use maker::Maker;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// Which boards are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// How many.
    pub count: usize,
    /// What chance begins with.
    pub seed: u64,
    /// How far from the nearest goal.
    pub depth: Depth,
    /// Ends the work when it becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

impl Request<'_> {
    /// So many boards at any depth.
    pub fn new(count: usize, seed: u64) -> Self {
        Request { count, seed, depth: Depth::Any, cancel: None }
    }
}

/// How far from the nearest goal boards are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Solvable, and nothing else.
    Any,
    /// This least cost of a solution, or what comes nearest to a promise of it; see [`How`].
    Exactly(u64),
    /// None is farther away.
    Farthest,
}

/// Boards, and what is known of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The boards, no two the same. Fewer than were asked for where there are no more, or no more turned up.
    pub boards: Vec<String>,
    /// How they were made.
    pub how: How,
}

/// How boards were made, and so what is known of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Drawn from all states of a depth, each as likely as the others. Every board is exactly that deep.
    Layer {
        /// The depth.
        depth: u64,
        /// How many states there are at it.
        states: u64,
    },
    /// Found on the way to scrambled boards that were solved. Every board is exactly that deep, but not every
    /// one is as likely as the others.
    Searched {
        /// The depth.
        depth: u64,
    },
    /// Where so many random steps from a goal lead, against moves that cost 1 each. Every board can be solved
    /// in as many moves, and most in fewer.
    Walk {
        /// The steps.
        steps: u64,
    },
    /// Where random steps lead. Every board can be solved, and how deep it is is not known.
    Scrambled,
}

/// Boards that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// There are none.
    #[error("no board is {depth} deep; the farthest are {farthest} from a goal")]
    TooDeep {
        /// The depth that was asked for.
        depth: u64,
        /// The largest that there is.
        farthest: u64,
    },
    /// Their depth is too expensive to find out.
    #[error(
        "the hardest boards are not known without a survey of the whole space, which is made of up to \
         {} numbered states, or {} without numbers; ask for a depth instead",
        count(*numbered),
        count(*stored)
    )]
    Unaffordable {
        /// The most states of a space whose states are numbered.
        numbered: u64,
        /// The most states of any other.
        stored: u64,
    },
    /// The puzzle cannot be surveyed from its goals.
    #[error(
        "the hardest boards are those that a survey from the goals ends with, for which this puzzle lacks {}; \
         ask for a depth instead",
        listed(.0)
    )]
    Missing(Vec<Ability>),
    /// A walk of so many steps would take too long.
    #[error(
        "boards as deep as {depth} are walked to, and a walk has {most} steps at most; ask for less"
    )]
    TooFar {
        /// The depth that was asked for.
        depth: u64,
        /// The most steps.
        most: u64,
    },
    /// Nothing that was tried is solvable, or deep enough.
    #[error(
        "random walks led to no board of that kind that can be solved ({} tried); ask for another depth, or \
         take boards of your own",
        count(*tries)
    )]
    NotFound {
        /// How many boards were tried.
        tries: u64,
    },
    /// Somebody cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// Makes up boards of a puzzle.
///
/// Boards that are exactly so deep come from a survey from the goals where that is affordable: of a space of
/// some million states, or of its first layers. Else they come from solving scrambled boards with the engine
/// that suits the puzzle. Where that is too expensive as well, they are walks of so many steps, or where those
/// promise no depth, scrambled, which the result says.
///
/// # Errors
/// When there are no such boards, it is too expensive to tell, or somebody cancels.
///
/// # Example
/// See [the module](self).
pub(crate) fn generate<W: Width>(
    played: &dyn Played<W>,
    request: &Request<'_>,
) -> Result<Generated, GenerateError> {
    Maker::new(played, request).make()
}

/// `a`, `a and b`, each in quotes.
fn listed(abilities: &[Ability]) -> String {
    let names: Vec<_> = abilities.iter().map(|ability| format!("`{ability}`")).collect();
    names.join(" and ")
}

/// What is known of the boards, as the rest of a sentence that begins with their number.
impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Layer { depth, states } => {
                let depth = count(*depth);
                match states {
                    1 => write!(f, "at depth {depth}, the only state there"),
                    _ => write!(
                        f,
                        "at depth {depth}, drawn from all {} states there",
                        count(*states)
                    ),
                }
            }
            How::Searched { depth } => {
                write!(f, "at depth {}, found by solving scrambled ones", count(*depth))
            }
            How::Scrambled => {
                f.write_str("scrambled by random walks; how deep they are is not known")
            }
            How::Walk { steps } => write!(
                f,
                "from random walks of {} steps; they are at most that deep, and most are less",
                count(*steps)
            ),
        }
    }
}

#[cfg(test)]
mod tests;
