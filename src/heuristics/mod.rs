//! Heuristics that build themselves: pattern databases, and what is made of several estimates.
//!
//! A puzzle that says where its pieces stand ([`Puzzle::patterns`](crate::Puzzle::patterns)) gets pattern
//! databases without another word: a [`Pattern`] is a choice of pieces, a [`Database`] has how far these are
//! from home. A [`Guided`] puzzle searches with what was chosen.

mod database;
mod estimator;
pub mod expression;
mod guided;
mod offer;
mod pattern;
mod tables;

pub use database::Database;
pub use estimator::{AnyEstimator, Estimator, Largest, OverImages, Own, PatternSet};
pub use expression::{Expression, ExpressionError};
pub use guided::Guided;
pub use offer::{HeuristicError, Offer, Recipe, make};
pub use pattern::{Pattern, PatternError};
pub use tables::{Tables, TablesError};
