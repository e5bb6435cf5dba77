//! Where the tables of pattern databases come from.

use super::{Database, Pattern};
use crate::search::Stop;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::Request;
use std::sync::Arc;

/// Builds tables.
#[derive(Debug, Clone, Default)]
pub struct Tables<'a> {
    /// Threads, limits, progress and cancelling while one is built.
    pub request: Request<'a>,
}

/// A table that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TablesError {
    /// Building it was ended.
    #[error("the table of the pattern {pattern} was not built: {stop}")]
    Stopped {
        /// The pattern.
        pattern: String,
        /// By what.
        stop: Stop,
    },
}

impl Tables<'_> {
    /// The database of a pattern.
    ///
    /// # Errors
    /// When it cannot be built within the request's limits.
    pub fn database(
        &self,
        pieces: &Pieces,
        pattern: Pattern,
        goals: &[Slots],
    ) -> Result<Arc<Database>, TablesError> {
        let name = pattern.to_string();
        let database = Database::build(pieces, pattern, goals.iter().copied(), &self.request);
        database.map(Arc::new).map_err(|stop| TablesError::Stopped { pattern: name, stop })
    }
}
