//! A generic state-space search framework with puzzle plugins.
//!
//! Write the rules of a puzzle once, as a [`Puzzle`]; every engine in [`engines`] then runs on it.
//! [`plugin::Plugin`] adds what the command line needs.
//!
//! # A whole puzzle
//!
//! Two jugs of 3 and 5 litres: how does one get 4?
//!
//! ```
//! use puzzlespace::{Outcome, Puzzle, engines};
//!
//! struct Jugs;
//!
//! impl Puzzle for Jugs {
//!     type State = [u8; 2];
//!     type Move = &'static str;
//!     type Board = [u8; 2];
//!
//!     fn encode(&self, board: &[u8; 2]) -> [u8; 2] {
//!         *board
//!     }
//!     fn decode(&self, state: [u8; 2]) -> [u8; 2] {
//!         state
//!     }
//!     fn starts(&self, board: &[u8; 2]) -> impl IntoIterator<Item = [u8; 2]> {
//!         [*board]
//!     }
//!     fn successors(&self, [a, b]: [u8; 2]) -> impl Iterator<Item = (&'static str, [u8; 2])> {
//!         let (to_b, to_a) = (a.min(5 - b), b.min(3 - a));
//!         [
//!             ("fill the small one", [3, b]),
//!             ("fill the large one", [a, 5]),
//!             ("empty the small one", [0, b]),
//!             ("empty the large one", [a, 0]),
//!             ("pour small into large", [a - to_b, b + to_b]),
//!             ("pour large into small", [a + to_a, b - to_a]),
//!         ]
//!         .into_iter()
//!         .filter(move |&(_, after)| after != [a, b])
//!     }
//!     fn is_goal(&self, [_, b]: [u8; 2]) -> bool {
//!         b == 4
//!     }
//! }
//!
//! let run = engines::solve(&Jugs, &[0, 0]).unwrap();
//! let Outcome::Solved(solution) = run.outcome else { panic!("4 litres can be had") };
//! assert_eq!(solution.cost, 6);
//! ```
#![forbid(unsafe_code)]

pub mod abilities;
#[cfg(feature = "cli")]
pub mod cli;
pub mod compare;
#[cfg(feature = "saved-tables")]
mod draft;
pub mod engines;
pub mod generate;
mod gf2;
pub mod hash;
pub mod heuristics;
mod names;
pub mod parameters;
pub mod plugin;
pub mod puzzle;
pub mod random;
pub mod rank;
pub mod registry;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "saved-tables")]
mod same_file;
pub mod search;
pub mod space;
pub mod survey;
pub mod testkit;
pub mod text;
mod threads;
mod units;
pub mod view;
mod width;
pub mod words;

pub use puzzle::Puzzle;
pub use search::Outcome;

/// The documents' programs, compiled and run as tests. That of `docs/adding-a-puzzle.md` is built in
/// `tests/documents.rs`: its blocks make up one file.
#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../README.md")]
    mod readme {}
    #[doc = include_str!("../docs/adding-an-engine.md")]
    mod adding_an_engine {}
}
