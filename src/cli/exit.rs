//! The exit codes.

use std::process::ExitCode;

/// How the program ends. The number is the exit code.
///
/// | code | meaning |
/// |---|---|
/// | 0 | `solve`: every board is solved; other commands: done, and all is well |
/// | 1 | `solve`: a board is proved unsolvable |
/// | 2 | the command line or a board is wrong, or the output cannot be written |
/// | 3 | a limit was reached, an engine gave up, or Ctrl-C or SIGTERM ended the run |
/// | 4 | engines disagree or crash, a law or a claim is broken, a table is damaged, or --fail-if is met |
///
/// Of several boards the least certain decides: 3 before 1 before 0. `compare` gives 3 only where it was broken off,
/// because a limit that ends some of the engines is what it was given limits for. A second Ctrl-C
/// or SIGTERM ends the program on the spot, with 130 or 143. A reader that closes the pipe early is no error: 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, and all is well.
    Solved = 0,
    /// A board is proved unsolvable.
    Unsolvable = 1,
    /// The command line or a board is wrong, or the output cannot be written.
    BadInput = 2,
    /// A limit was reached, an engine gave up, or Ctrl-C or SIGTERM ended the run.
    Stopped = 3,
    /// A check failed.
    CheckFailed = 4,
}

impl Exit {
    /// All of them, by code.
    pub const ALL: [Exit; 5] =
        [Exit::Solved, Exit::Unsolvable, Exit::BadInput, Exit::Stopped, Exit::CheckFailed];

    /// The exit code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// What it means, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Exit::Solved => "every board is solved; all is well",
            Exit::Unsolvable => "a board is proved unsolvable",
            Exit::BadInput => {
                "the command line or a board is wrong, or the output cannot be written"
            }
            Exit::Stopped => {
                "a limit was reached, an engine gave up, or Ctrl-C or SIGTERM ended the run"
            }
            Exit::CheckFailed => {
                "engines disagree or crash, a law or a claim is broken, a table is damaged, or --fail-if is met"
            }
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit.code())
    }
}
