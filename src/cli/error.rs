//! What ends a command before it is done.

use super::exit::Exit;
use super::input::InputError;
use super::journal::JournalError;
use super::reading::ReadingError;
use crate::engines::SearchError;
use crate::generate::GenerateError;
use crate::heuristics::{HeuristicError, TablesError};
use crate::plugin::{SolveError, SurveyFailure};
use crate::registry::RegistryError;
use crate::survey::SurveyError;
use crate::text::ReadError;
use std::io;
use std::path::PathBuf;

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The puzzle does not exist, or does not take the arguments.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The engine does not exist, does not fit, or broke a law.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The boards cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The puzzle wrote a board that it cannot read.
    #[error("the puzzle cannot read a board that it wrote itself: {0}; run `check` on the puzzle")]
    Unreadable(ReadError),
    /// The survey does not suit the puzzle.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// There are no such boards.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// No store has this name.
    #[error("no store is called `{name}`; {}", crate::names::suggest(name, known))]
    Store {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A survey from the goals begins at no board.
    #[error("a survey from the goals takes no board; leave out the file, or --from goal")]
    GoalBoard,
    /// A survey begins at one board.
    #[error("a survey begins at one board, and there are {count}; name a file with one of them")]
    Boards {
        /// How many.
        count: usize,
    },
    /// No engine that was chosen has a use for a heuristic.
    #[error("{} for no heuristic; engines that do: {}", ask(engines), known.join(", "))]
    Uninformed {
        /// The engine, or all that were chosen.
        engines: Vec<&'static str>,
        /// Engines that would do.
        known: Vec<&'static str>,
    },
    /// Another engine than the one that can be foreseen.
    #[error(
        "--predict foresees what {known} takes, and {engine} was asked for; take --engine {known}, or leave out --predict"
    )]
    Unforeseen {
        /// The engine.
        engine: &'static str,
        /// The one that can be foreseen.
        known: &'static str,
    },
    /// What is asked for is of use to an engine that needs a heuristic.
    #[error(
        "{option} is for {known}, which needs a heuristic, and this puzzle has none of its own; name one with --heuristic, or leave out {option}"
    )]
    Blind {
        /// What was asked for.
        option: &'static str,
        /// The engine.
        known: &'static str,
    },
    /// The heuristic cannot be had.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
    /// There is nowhere to keep tables.
    #[error("there is no cache directory for tables; name a folder with --tables")]
    NoFolder,
    /// There are no saved tables of a puzzle.
    #[error("{}: no tables of `{name}`; {}", folder.display(), one_of(known))]
    NoTables {
        /// The puzzle.
        name: String,
        /// The folder.
        folder: PathBuf,
        /// Of which puzzles there are.
        known: Vec<String>,
    },
    /// A folder of tables, or a file in it, cannot be used.
    #[error("{}: {error}", path.display())]
    Folder {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Neither a puzzle nor an engine.
    #[error("no puzzle or engine is called `{name}`; {}", crate::names::suggest(name, known))]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// A process for a run cannot be started.
    #[error("cannot start a process for an engine: {0}")]
    Process(io::Error),
    /// A run of a comparison broke a law.
    #[error("{engine} on board {board}: {error}\n\n{text}")]
    Cell {
        /// The engine.
        engine: &'static str,
        /// The board, counted from 1.
        board: usize,
        /// What it looks like.
        text: String,
        /// What went wrong.
        error: String,
    },
    /// The file that keeps the runs of a comparison does not do.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Arguments that do not go together, or cannot be made sense of.
    #[error("{0}")]
    Usage(String),
    /// A file that is read would be written.
    #[error("{output} would overwrite {input}, which is read from; name another file")]
    Overwrite {
        /// The option and what it names.
        output: String,
        /// The file that is read.
        input: String,
    },
    /// An earlier comparison cannot be read.
    #[error("{}: {fault}", path.display())]
    Baseline {
        /// The file.
        path: PathBuf,
        /// Why.
        fault: ReadingError,
    },
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

/// `bfs asks`, `bfs, dijkstra ask`.
fn ask(engines: &[&str]) -> String {
    format!("{} {}", engines.join(", "), if engines.len() == 1 { "asks" } else { "ask" })
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Read(error) => Failure::Unreadable(error),
            SolveError::Search(error) => error.into(),
        }
    }
}

impl From<SurveyFailure> for Failure {
    fn from(error: SurveyFailure) -> Self {
        match error {
            SurveyFailure::Read(error) => Failure::Unreadable(error),
            SurveyFailure::Survey(error) => error.into(),
        }
    }
}

fn one_of(known: &[String]) -> String {
    match known {
        [] => "there are none at all".into(),
        _ => format!("there are some of {}", known.join("; ")),
    }
}

impl Failure {
    /// How the program ends on it.
    pub(crate) fn exit(&self) -> Exit {
        match self {
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Solved,
            Failure::Search(SearchError::Broken { .. } | SearchError::NoStart)
            | Failure::Cell { .. }
            | Failure::Unreadable(_) => Exit::CheckFailed,
            Failure::Input(error) if error.is_stopped() => Exit::Stopped,
            Failure::Generate(GenerateError::Cancelled)
            | Failure::Heuristic(HeuristicError::Tables(TablesError::Stopped { .. }))
            | Failure::Baseline {
                fault: ReadingError::Cancelled | ReadingError::Time { .. },
                ..
            } => Exit::Stopped,
            Failure::Registry(_)
            | Failure::Heuristic(_)
            | Failure::Uninformed { .. }
            | Failure::Unforeseen { .. }
            | Failure::Blind { .. }
            | Failure::NoFolder
            | Failure::NoTables { .. }
            | Failure::Folder { .. }
            | Failure::Search(_)
            | Failure::Input(_)
            | Failure::Survey(_)
            | Failure::Store { .. }
            | Failure::GoalBoard
            | Failure::Boards { .. }
            | Failure::Unknown { .. }
            | Failure::Generate(_)
            | Failure::Process(_)
            | Failure::Journal(_)
            | Failure::Usage(_)
            | Failure::Overwrite { .. }
            | Failure::Baseline { .. }
            | Failure::File { .. }
            | Failure::Output(_) => Exit::BadInput,
        }
    }

    /// Whether there is nobody left to tell.
    pub(crate) fn is_silent(&self) -> bool {
        matches!(self, Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
