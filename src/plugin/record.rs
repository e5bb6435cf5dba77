//! The record by which a plugin is known.

use super::{Instance, Playable, erase};
use crate::parameters::{ArgumentError, Arguments, Parameter};

/// The record by which the command line, the tests and the documents know a puzzle.
///
/// A constant, so that a long list of plugins costs nothing at start:
/// `Plugin { title: "..", ..Plugin::new::<MyPuzzle>("my_puzzle") }`.
#[derive(Debug, Clone, Copy)]
pub struct Plugin {
    /// Name on the command line: lower snake case, that of its file.
    pub name: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// What the player does and wants, in one line.
    pub summary: &'static str,
    /// How a board is written.
    pub input: &'static str,
    /// How the pieces are numbered that [patterns](crate::Puzzle::patterns) name; nothing where there are none.
    pub pieces: &'static str,
    /// Where the rules come from.
    pub source: &'static str,
    /// What can be chosen.
    pub parameters: &'static [Parameter],
    /// Published facts, which `check` and the tests hold against the puzzle.
    pub claims: &'static [Claim],
    /// Builds the instance; [`Plugin::new`] sets it. A plugin that chooses between types by its arguments
    /// sets it to a function of its own, which ends in [`erase`].
    pub make: fn(&Arguments) -> Result<Box<dyn Instance>, String>,
}

/// A published fact about a puzzle.
///
/// Law 17 (claims): it is true.
#[derive(Debug, Clone, Copy)]
pub struct Claim {
    /// The parameters that it is about, as on the command line: `n=10`, or nothing for the defaults.
    pub arguments: &'static str,
    /// The fact.
    pub fact: Fact,
    /// Where it was published, or how it was found.
    pub source: &'static str,
}

/// What a claim says.
#[derive(Debug, Clone, Copy)]
pub enum Fact {
    /// The least cost of solving `board`.
    Optimum {
        /// The board as text.
        board: &'static str,
        /// The cost.
        cost: u64,
    },
    /// `board` cannot be solved.
    Unsolvable {
        /// The board as text.
        board: &'static str,
    },
    /// From how many states the nearest goal is 0, 1, 2, .. moves away. Needs listed goals, predecessors
    /// and unit costs.
    DepthsFromGoals {
        /// States at each depth, to the last.
        counts: &'static [u64],
    },
    /// How many states can be reached from `board` in no less than 0, 1, 2, .. moves.
    DepthsFromBoard {
        /// The board as text.
        board: &'static str,
        /// States at each depth, to the last.
        counts: &'static [u64],
    },
}

impl Plugin {
    /// A plugin with a name, and nothing else said about it yet.
    pub const fn new<P: Playable + 'static>(name: &'static str) -> Self {
        Plugin {
            name,
            title: name,
            summary: "",
            input: "",
            pieces: "",
            source: "",
            parameters: &[],
            claims: &[],
            make: |arguments| P::configure(arguments).map(erase),
        }
    }

    /// The instance with these arguments: `rows=3,columns=4`, or nothing for the defaults.
    ///
    /// # Errors
    /// When an argument is unknown, malformed or out of bounds, or arguments do not go together.
    pub fn instance(&self, arguments: &str) -> Result<Box<dyn Instance>, ArgumentError> {
        let arguments = Arguments::parse(self.parameters, arguments)?;
        (self.make)(&arguments).map_err(ArgumentError::Refused)
    }
}
