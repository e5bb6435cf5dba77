//! Heuristics that build themselves: pattern databases, and what is made of several estimates.
//!
//! A puzzle that says where its pieces stand ([`Puzzle::patterns`](crate::Puzzle::patterns)) gets pattern
//! databases without another word: a [`Pattern`] is a choice of pieces, a [`Database`] has how far these are
//! from home. A [`Guided`] puzzle searches with what was chosen.

#![expect(
    clippy::cast_possible_truncation,
    reason = "slots, pieces and contexts are below bounds that were checked when the pattern was made"
)]

mod abstraction;
mod database;
mod duality;
mod entries;
mod estimator;
mod expression;
mod fewest;
#[cfg(feature = "saved-tables")]
mod file;
#[cfg(feature = "saved-tables")]
mod folder;
mod guided;
mod layout;
mod offer;
mod pattern;
mod pattern_set;
mod sets;
pub mod suggest;
mod tables;

pub use database::Database;
pub use estimator::AnyHeuristic;
pub(crate) use estimator::{AnyEstimator, Estimator, Largest, Made, OverImages, Own};
pub(crate) use expression::FORMS;
pub use expression::{Expression, ExpressionError};
pub(crate) use fewest::FewestMoves;
#[cfg(feature = "saved-tables")]
pub use file::{FileFault, Heading};
#[cfg(feature = "saved-tables")]
pub use folder::{Folder, Saved, cache};
pub use guided::Guided;
pub(crate) use guided::GuidedGraph;
pub use offer::{HeuristicError, Offer, Recipe};
pub(crate) use offer::{OWN, Offered, OfferedRecipe, make, offers};
pub use pattern::{Pattern, PatternError};
pub(crate) use pattern_set::PatternSet;
pub use tables::{TableEvent, Tables, TablesError};
