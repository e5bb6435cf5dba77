//! Where the tables of pattern databases come from: a folder of files, and where there is none yet, a walk.

use super::{Database, Pattern};
use crate::search::Stop;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::Request;
#[cfg(feature = "saved-tables")]
use std::path::PathBuf;
use std::sync::Arc;

/// Builds tables, and with the feature `saved-tables` keeps them in a folder.
#[derive(Clone, Default)]
pub struct Tables<'a> {
    /// Threads, limits, progress and cancelling while one is built.
    pub request: Request<'a>,
    /// The puzzle with its arguments, on one line. A saved table is found again under the same text only.
    pub puzzle: String,
    /// Where they are kept; none to keep them nowhere.
    #[cfg(feature = "saved-tables")]
    pub folder: Option<PathBuf>,
    /// Told what happens.
    pub observer: Option<&'a (dyn Fn(&TableEvent) + Sync)>,
}

/// Something that happens to a table.
#[derive(Debug)]
pub enum TableEvent {
    /// It is about to be built.
    Building {
        /// The pattern.
        pattern: String,
    },
    /// A file was not trusted: its table is built anew.
    #[cfg(feature = "saved-tables")]
    Rejected {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: super::FileFault,
    },
    /// It was read from a file.
    #[cfg(feature = "saved-tables")]
    Loaded {
        /// The file.
        path: PathBuf,
    },
    /// It was written to a file.
    #[cfg(feature = "saved-tables")]
    Saved {
        /// The file.
        path: PathBuf,
    },
    /// It could not be written; it is used all the same.
    #[cfg(feature = "saved-tables")]
    NotSaved {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
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
    /// The database of a pattern: from its file, if there is a sound one, or built, and then written.
    ///
    /// # Errors
    /// When it cannot be built within the request's limits.
    pub fn database(
        &self,
        pieces: &Pieces,
        pattern: Pattern,
        goals: &[Slots],
    ) -> Result<Arc<Database>, TablesError> {
        let plan = super::database::Plan::of(pieces, pattern, goals);
        #[cfg(feature = "saved-tables")]
        if let Some(entries) = self.load(pieces, &plan)? {
            return Ok(Arc::new(plan.with(entries)));
        }
        let name = plan.pattern.to_string();
        self.tell(|| TableEvent::Building { pattern: name.clone() });
        let entries = plan.walk(&self.request);
        let entries = entries.map_err(|stop| TablesError::Stopped { pattern: name, stop })?;
        #[cfg(feature = "saved-tables")]
        self.save(pieces, &plan, &entries);
        Ok(Arc::new(plan.with(entries)))
    }

    fn tell(&self, event: impl FnOnce() -> TableEvent) {
        if let Some(observer) = self.observer {
            observer(&event());
        }
    }
}

#[cfg(feature = "saved-tables")]
mod saved {
    use super::super::database::Plan;
    use super::super::entries::Entries;
    use super::super::file::{self, FileFault, Heading};
    use super::{Pieces, TableEvent, Tables, TablesError};
    use crate::search::Limit;
    use std::io::{self, ErrorKind};

    /// Whether there is no such file, or no folder where it should be.
    fn is_missing(error: &io::Error) -> bool {
        matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
    }

    impl Tables<'_> {
        fn heading(&self, pieces: &Pieces, plan: &Plan<'_>) -> Heading {
            // `Debug` of these types says all that is in them.
            let space = format!("{pieces:?} {:?} {:?}", plan.pattern, plan.goal_numbers);
            Heading {
                puzzle: self.puzzle.clone(),
                pattern: plan.pattern.to_string(),
                space: file::checksum(&space),
                entries: plan.layout.entries() as u64,
            }
        }

        /// The table from its file; none if there is no sound one.
        ///
        /// # Errors
        /// When there is no memory for it: still less is there for building it.
        pub(super) fn load(
            &self,
            pieces: &Pieces,
            plan: &Plan<'_>,
        ) -> Result<Option<Entries>, TablesError> {
            let heading = self.heading(pieces, plan);
            let Some(folder) = &self.folder else { return Ok(None) };
            let path = folder.join(heading.file_name());
            match file::load(&path, Some(&heading)) {
                Ok((_, entries)) => {
                    self.tell(|| TableEvent::Loaded { path });
                    Ok(Some(entries))
                }
                Err(FileFault::Unreadable(error)) if is_missing(&error) => Ok(None),
                Err(FileFault::NoMemory { bytes }) => Err(TablesError::Stopped {
                    pattern: heading.pattern,
                    stop: Limit::Refused(bytes).into(),
                }),
                Err(fault) => {
                    self.tell(|| TableEvent::Rejected { path, fault });
                    Ok(None)
                }
            }
        }

        pub(super) fn save(&self, pieces: &Pieces, plan: &Plan<'_>, entries: &Entries) {
            let Some(folder) = &self.folder else { return };
            match file::save(folder, &self.heading(pieces, plan), entries) {
                Ok(path) => self.tell(|| TableEvent::Saved { path }),
                Err(error) => {
                    self.tell(|| TableEvent::NotSaved { folder: folder.clone(), error });
                }
            }
        }
    }
}
