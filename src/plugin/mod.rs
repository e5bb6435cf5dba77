//! A plugin: a puzzle that describes itself. The only place where types are erased, once a run.

mod instance;
mod playable;
mod record;

pub(crate) use instance::instance;
pub use instance::{Answer, HeuristicText, Instance, Origin, SolveError, SurveyFailure, erase};
pub use playable::Playable;
pub(crate) use playable::{Played, Read, read_board};
pub use record::{Claim, Fact, Plugin};
