//! An instance of a puzzle without its types.

use super::{Claim, Playable, Played, read_board};
use crate::abilities::Ability;
use crate::engines::prediction::{Prediction, Sampling, predict_for};
use crate::engines::{self, Choice, Engine, SearchError};
use crate::generate::{self, GenerateError, Generated};
use crate::heuristics::suggest::{self, Suggestions};
use crate::heuristics::{
    AnyEstimator, GuidedGraph, HeuristicError, Offered, OfferedRecipe, Tables, make, offers,
};
use crate::search::{Job, Kept, Limits, Outcome, Pass, Path, Solution, Stats, Wanted};
use crate::survey::{Direction, Request, Survey, SurveyError, survey_for};
use crate::testkit::{self, Budget, Finding};
use crate::text::{ReadError, Reader};
use crate::view::View;
use crate::width::{Width, narrowest};
use crate::words::{Bridge, Graph};
use std::fmt;

/// Hides the types of a puzzle.
pub fn erase<P: Playable + 'static>(puzzle: P) -> Box<dyn Instance> {
    narrowest!(P, W => W::instance(Box::new(Bridge::Owned(puzzle))))
}

/// See [`erase`].
pub(crate) fn instance<W: Width>(played: Box<dyn Played<W>>) -> Box<dyn Instance> {
    Box::new(Erased { played, guide: None, kept: Kept::default() })
}

/// An instance of some puzzle whose types are hidden: boards and moves are text.
pub trait Instance: Send + Sync {
    /// What the puzzle has.
    fn abilities(&self) -> Vec<Ability>;

    /// The engine to take when nobody says which, and why.
    fn auto(&self, wanted: Wanted, limits: &Limits) -> (&'static Engine, &'static str);

    /// The heuristics that can be chosen by name.
    fn heuristics(&self) -> Vec<HeuristicText>;

    /// Searches with another heuristic from now on: a name of [`heuristics`](Instance::heuristics), or an
    /// [`Expression`](crate::heuristics::Expression). Returns the bytes of its tables.
    ///
    /// # Errors
    /// When there is none of this name, the puzzle lacks what it needs, or a table cannot be had.
    fn guide(&mut self, heuristic: &str, tables: &Tables<'_>) -> Result<u64, HeuristicError>;

    /// Looks for sets of patterns that fit into memory, and ranks them by what they say of sampled states.
    ///
    /// # Errors
    /// When the puzzle lacks what patterns need, nothing fits, or it is stopped before there is a guess.
    fn suggest(
        &self,
        request: &suggest::Request<'_>,
        tables: &Tables<'_>,
    ) -> Result<Suggestions, HeuristicError>;

    /// See [`Playable::demo`].
    fn demo(&self) -> String;

    /// Reads one board and gives it back in the way that [`Playable::write`] writes it.
    ///
    /// # Errors
    /// See [`Playable::read`].
    fn read(&self, reader: &mut Reader<'_>) -> Result<String, ReadError>;

    /// See [`Playable::view`].
    ///
    /// # Errors
    /// When the text is no board.
    fn view(&self, board: &str) -> Result<Option<View>, ReadError>;

    /// Solves a board. What engines build for further boards is kept in [`Job::kept`], or without one with
    /// the instance.
    ///
    /// # Errors
    /// When the text is no board, or the engine does not fit.
    fn solve(&self, board: &str, engine: &Choice, job: &Job<'_>) -> Result<Answer, SolveError>;

    /// Whether the puzzle knows without a search that a board cannot be solved: [`Puzzle::impossible`](crate::Puzzle::impossible). False of a text
    /// that is no board.
    fn is_impossible(&self, board: &str) -> bool;

    /// Estimates what [`packed_ida_star`](engines::packed_ida_star) will take for a board: see [`predict`](engines::prediction::predict). There are
    /// no estimates for a board that is known to be unsolvable.
    ///
    /// # Errors
    /// When the text is no board, or the engine does not fit.
    fn predict(
        &self,
        board: &str,
        sampling: &Sampling,
        job: &Job<'_>,
    ) -> Result<Prediction, SolveError>;

    /// Counts the states at each distance.
    ///
    /// # Errors
    /// When the text is no board, goals cannot be listed, or no store fits.
    fn survey(
        &self,
        origin: Origin<'_>,
        request: &Request<'_>,
    ) -> Result<Survey<String>, SurveyFailure>;

    /// Makes up boards.
    ///
    /// # Errors
    /// When there are no such boards, or it is too expensive to tell.
    fn generate(&self, request: &generate::Request<'_>) -> Result<Generated, GenerateError>;

    /// Holds the puzzle against the laws, from these boards on.
    fn check(&self, boards: &[String], budget: &Budget<'_>) -> Vec<Finding>;

    /// Holds a claim against the puzzle.
    fn verify(&self, claim: &Claim, budget: &Budget<'_>) -> Finding;
}

/// What people are told about a heuristic.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeuristicText {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// What it stands for, where it is made of others.
    pub means: Option<String>,
    /// Whether it is the puzzle's own, which engines take when nobody names one.
    pub is_own: bool,
}

/// Where a survey begins.
#[derive(Debug, Clone, Copy)]
pub enum Origin<'t> {
    /// At the starts of this board; it goes along the moves.
    Board(&'t str),
    /// At all goals; it goes against the moves.
    Goals,
}

/// A survey of a plugin that could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SurveyFailure {
    /// The board is none.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The survey does not suit the puzzle.
    #[error(transparent)]
    Survey(#[from] SurveyError),
}

/// How a search on a plugin ended: states are boards as text, moves are words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The engine, with the parameters that are not at their defaults.
    pub engine: &'static str,
    /// How the search ended.
    pub outcome: Outcome<String, String>,
    /// What it counted.
    pub stats: Stats,
    /// What each of its passes took, of an engine that deepens.
    pub passes: Vec<Pass>,
}

/// A board that could not be given to an engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// It is no board.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The search could not be carried out.
    #[error(transparent)]
    Search(#[from] SearchError),
}

struct Erased<W> {
    played: Box<dyn Played<W>>,
    /// A heuristic in place of the puzzle's own.
    guide: Option<AnyEstimator<W>>,
    /// What engines have built for it.
    kept: Kept,
}

impl<W: Width> Erased<W> {
    /// Does something with the graph and its chosen heuristic.
    fn guided<T>(&self, run: impl FnOnce(&dyn Graph<W>) -> T) -> T {
        let graph = self.played.graph();
        match &self.guide {
            Some(guide) => run(&GuidedGraph { graph, guide: &**guide }),
            None => run(graph),
        }
    }

    fn words(&self, path: &Path<W, u32>) -> Path<String, String> {
        let mut before = path.start;
        let steps = path.steps.iter().map(|&(mv, state)| {
            let words = self.played.describe(before, mv);
            before = state;
            (words, self.played.write(state))
        });
        Path { start: self.played.write(path.start), steps: steps.collect() }
    }
}

impl<W: Width> Instance for Erased<W> {
    fn abilities(&self) -> Vec<Ability> {
        let has = |ability: &Ability| self.guided(|graph| graph.has(*ability));
        Ability::ALL.into_iter().filter(has).collect()
    }

    fn auto(&self, wanted: Wanted, limits: &Limits) -> (&'static Engine, &'static str) {
        self.guided(|graph| engines::auto_for(graph, wanted, limits))
    }

    fn heuristics(&self) -> Vec<HeuristicText> {
        let text = |Offered { name, summary, source, recipe }| HeuristicText {
            name,
            summary,
            source,
            is_own: recipe == OfferedRecipe::Own,
            means: match recipe {
                OfferedRecipe::Means(text) => Some(text),
                _ => None,
            },
        };
        offers(&*self.played).into_iter().map(text).collect()
    }

    fn guide(&mut self, heuristic: &str, tables: &Tables<'_>) -> Result<u64, HeuristicError> {
        let guide = make(&*self.played, heuristic, tables)?;
        let bytes = guide.bytes();
        self.guide = Some(guide);
        // What engines have kept may depend on the heuristic.
        self.kept = Kept::default();
        Ok(bytes)
    }

    fn suggest(
        &self,
        request: &suggest::Request<'_>,
        tables: &Tables<'_>,
    ) -> Result<Suggestions, HeuristicError> {
        suggest::suggest(&*self.played, request, tables)
    }

    fn demo(&self) -> String {
        self.played.demo()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<String, ReadError> {
        self.played.read(reader).map(|read| read.text)
    }

    fn view(&self, board: &str) -> Result<Option<View>, ReadError> {
        self.played.view(board)
    }

    fn solve(&self, board: &str, engine: &Choice, job: &Job<'_>) -> Result<Answer, SolveError> {
        let board = read_board(&*self.played, board)?;
        let job = Job { kept: job.kept.or(Some(&self.kept)), ..*job };
        let run = self.guided(|graph| engines::run(engine, graph, &board.starts, &job))?;
        let mut outcome = run.outcome.map_paths(|path| self.words(&path));
        // However many readings a board has, there is one way to make no move.
        if let Outcome::Solved(Solution { cost: 0, paths, count, .. }) = &mut outcome
            && paths.iter().all(|path| path.steps.is_empty())
        {
            paths.truncate(1);
            *count = count.map(|_| 1);
        }
        let (stats, passes) = (run.stats, run.passes);
        Ok(Answer { engine: engine.name, outcome, stats, passes })
    }

    fn is_impossible(&self, board: &str) -> bool {
        read_board(&*self.played, board).is_ok_and(|board| {
            let impossible = |&start: &W| self.played.impossible(start).is_some();
            !board.starts.is_empty() && board.starts.iter().all(impossible)
        })
    }

    fn predict(
        &self,
        board: &str,
        sampling: &Sampling,
        job: &Job<'_>,
    ) -> Result<Prediction, SolveError> {
        let board = read_board(&*self.played, board)?;
        Ok(self.guided(|graph| predict_for(graph, &board.starts, sampling, job))?)
    }

    fn survey(
        &self,
        origin: Origin<'_>,
        request: &Request<'_>,
    ) -> Result<Survey<String>, SurveyFailure> {
        let (origins, direction) = match origin {
            Origin::Board(board) => (read_board(&*self.played, board)?.starts, Direction::Forward),
            Origin::Goals if self.played.has(Ability::ListedGoals) => {
                (self.played.goals().collect(), Direction::Backward)
            }
            Origin::Goals => return Err(SurveyError::Direction(Ability::ListedGoals).into()),
        };
        let survey = survey_for(self.played.graph(), origins, direction, request)?;
        Ok(survey.map(|state| self.played.write(state)))
    }

    fn generate(&self, request: &generate::Request<'_>) -> Result<Generated, GenerateError> {
        generate::generate(&*self.played, request)
    }

    fn check(&self, boards: &[String], budget: &Budget<'_>) -> Vec<Finding> {
        testkit::check_played(&*self.played, boards, *budget)
    }

    fn verify(&self, claim: &Claim, budget: &Budget<'_>) -> Finding {
        testkit::verify_claim(&*self.played, claim, *budget)
    }
}

impl fmt::Debug for dyn Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance").field("abilities", &self.abilities()).finish_non_exhaustive()
    }
}
