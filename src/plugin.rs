//! A plugin: a puzzle that describes itself. The only place where types are erased, once a run.

use crate::abilities::Ability;
use crate::engines::prediction::{Prediction, Sampling, predict};
use crate::engines::{self, About, SearchError};
use crate::generate::{self, GenerateError, Generated};
use crate::heuristics::suggest::{self, Suggestions};
use crate::heuristics::{Guided, HeuristicError, Offer, Recipe, Tables, make};
use crate::parameters::{ArgumentError, Arguments, Parameter};
use crate::puzzle::Puzzle;
use crate::search::{Job, Kept, Outcome, Pass, Path, Solution, Stats, Wanted};
use crate::survey::{Direction, Request, Survey, SurveyError, survey};
use crate::testkit::{self, Budget, Finding};
use crate::text::{ReadError, Reader};
use crate::view::View;
use std::fmt;

/// What turns the rules of a puzzle into something that a person can use: it is built from parameters,
/// its boards are read and written, its moves have words.
pub trait Playable: Puzzle + Sized {
    /// Builds the instance. Values are already checked against the plugin's [`Parameter`]s; the error is
    /// for those that do not go together.
    ///
    /// # Errors
    /// A sentence that says what does not fit and what would.
    fn configure(arguments: &Arguments) -> Result<Self, String>;

    /// A board that shows the puzzle off, solvable in moments.
    fn demo(&self) -> String;

    /// Reads one board and leaves the reader behind it.
    ///
    /// # Errors
    /// When the text is no board: the place, what was found and what was expected.
    fn read(&self, reader: &mut Reader<'_>) -> Result<Self::Board, ReadError>;

    /// Writes a board.
    ///
    /// Law 15 (notation): [`read`](Playable::read) gives it back, whatever moves have led to it. Where
    /// the notation leaves something open (whose turn it is), the board's state is one of the
    /// [`starts`](Puzzle::starts) of what is read.
    fn write(&self, board: &Self::Board) -> String;

    /// A move in a player's words: `flip row 1, column 2`.
    ///
    /// Law 16 (descriptions): there are words, without an end stop, and no two moves of a state have the
    /// same.
    fn describe(&self, before: &Self::Board, mv: Self::Move) -> String;

    /// Ability: what a board looks like, for pictures of it. Without one, its text is shown.
    fn view(&self, board: &Self::Board) -> Option<View> {
        let _ = board;
        None
    }

    /// The heuristics that a player may choose by name; [`Recipe::Own`] among them where the puzzle has one.
    fn heuristics(&self) -> Vec<Offer<Self>> {
        Vec::new()
    }
}

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
    /// How the pieces are numbered that [patterns](Puzzle::patterns) name; nothing where there are none.
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

/// Hides the types of a puzzle.
pub fn erase<P: Playable + 'static>(puzzle: P) -> Box<dyn Instance> {
    Box::new(Erased { guided: Guided::by_itself(puzzle), kept: Kept::default() })
}

/// An instance of some puzzle whose types are hidden: boards and moves are text.
pub trait Instance: Send + Sync {
    /// What the puzzle has.
    fn abilities(&self) -> Vec<Ability>;

    /// Every engine, and the first thing that the puzzle lacks for it.
    fn engines(&self) -> Vec<(&'static About, Option<Ability>)>;

    /// The engine to take when nobody says which, and why.
    fn auto(&self, wanted: Wanted) -> (&'static About, &'static str);

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
    fn solve(&self, board: &str, engine: &str, job: &Job<'_>) -> Result<Answer, SolveError>;

    /// Whether the puzzle knows without a search that a board cannot be solved: [`Puzzle::impossible`]. False of a text
    /// that is no board.
    fn is_impossible(&self, board: &str) -> bool;

    /// Estimates what [`packed_ida_star`](engines::packed_ida_star) will take for a board: see [`predict`]. There are
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
    /// The engine.
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

/// Reads a text that is one board and nothing else.
///
/// # Errors
/// When it is no board, or something stands behind it.
pub(crate) fn read_board<P: Playable>(puzzle: &P, text: &str) -> Result<P::Board, ReadError> {
    let mut reader = Reader::new(text);
    let board = puzzle.read(&mut reader)?;
    match reader.peek() {
        None => Ok(board),
        Some(token) => Err(token.unexpected("the end of the board")),
    }
}

struct Erased<P: Puzzle> {
    guided: Guided<P>,
    /// What engines have built for it.
    kept: Kept,
}

impl<P: Playable> Erased<P> {
    fn puzzle(&self) -> &P {
        &self.guided.puzzle
    }

    fn words(&self, path: &Path<P::State, P::Move>) -> Path<String, String> {
        let puzzle = self.puzzle();
        let mut before = puzzle.decode(path.start);
        let start = puzzle.write(&before);
        let steps = path
            .steps
            .iter()
            .map(|&(mv, state)| {
                let words = puzzle.describe(&before, mv);
                before = puzzle.decode(state);
                (words, puzzle.write(&before))
            })
            .collect();
        Path { start, steps }
    }
}

impl<P: Playable + 'static> Instance for Erased<P> {
    fn abilities(&self) -> Vec<Ability> {
        Ability::all_of(&self.guided)
    }

    fn engines(&self) -> Vec<(&'static About, Option<Ability>)> {
        engines::table().iter().map(|engine| (engine.about, engine.missing(&self.guided))).collect()
    }

    fn auto(&self, wanted: Wanted) -> (&'static About, &'static str) {
        let (engine, why) = engines::auto(&self.guided, wanted);
        (engine.about, why)
    }

    fn heuristics(&self) -> Vec<HeuristicText> {
        let text = |offer: Offer<P>| HeuristicText {
            is_own: matches!(offer.recipe, Recipe::Own),
            name: offer.name,
            summary: offer.summary,
            source: offer.source,
            means: match offer.recipe {
                Recipe::Means(text) => Some(text),
                Recipe::Own | Recipe::Made(_) => None,
            },
        };
        self.puzzle().heuristics().into_iter().map(text).collect()
    }

    fn guide(&mut self, heuristic: &str, tables: &Tables<'_>) -> Result<u64, HeuristicError> {
        let guide = make(self.puzzle(), &self.puzzle().heuristics(), heuristic, tables)?;
        let bytes = guide.bytes();
        self.guided.guide = Some(guide);
        // What engines have kept may depend on the heuristic.
        self.kept = Kept::default();
        Ok(bytes)
    }

    fn suggest(
        &self,
        request: &suggest::Request<'_>,
        tables: &Tables<'_>,
    ) -> Result<Suggestions, HeuristicError> {
        suggest::suggest(self.puzzle(), &self.puzzle().heuristics(), request, tables)
    }

    fn demo(&self) -> String {
        self.puzzle().demo()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<String, ReadError> {
        self.puzzle().read(reader).map(|board| self.puzzle().write(&board))
    }

    fn view(&self, board: &str) -> Result<Option<View>, ReadError> {
        Ok(self.puzzle().view(&read_board(self.puzzle(), board)?))
    }

    fn solve(&self, board: &str, engine: &str, job: &Job<'_>) -> Result<Answer, SolveError> {
        let board = read_board(self.puzzle(), board)?;
        let engine = engines::by_name::<Guided<P>>(engine)?;
        let job = Job { kept: job.kept.or(Some(&self.kept)), ..*job };
        let run = engine.run(&self.guided, self.guided.starts(&board), &job)?;
        let mut outcome = run.outcome.map_paths(|path| self.words(&path));
        // However many readings a board has, there is one way to make no move.
        if let Outcome::Solved(Solution { cost: 0, paths, count, .. }) = &mut outcome
            && paths.iter().all(|path| path.steps.is_empty())
        {
            paths.truncate(1);
            *count = count.map(|_| 1);
        }
        let (stats, passes) = (run.stats, run.passes);
        Ok(Answer { engine: engine.about.name, outcome, stats, passes })
    }

    fn is_impossible(&self, board: &str) -> bool {
        read_board(self.puzzle(), board).is_ok_and(|board| {
            let mut starts = self.puzzle().starts(&board).into_iter().peekable();
            starts.peek().is_some() && starts.all(|start| self.puzzle().impossible(start).is_some())
        })
    }

    fn predict(
        &self,
        board: &str,
        sampling: &Sampling,
        job: &Job<'_>,
    ) -> Result<Prediction, SolveError> {
        let board = read_board(self.puzzle(), board)?;
        let starts: Vec<_> = self.guided.starts(&board).into_iter().collect();
        Ok(predict(&self.guided, &starts, sampling, job)?)
    }

    fn survey(
        &self,
        origin: Origin<'_>,
        request: &Request<'_>,
    ) -> Result<Survey<String>, SurveyFailure> {
        let (origins, direction): (Vec<P::State>, _) = match origin {
            Origin::Board(board) => {
                let board = read_board(self.puzzle(), board)?;
                (self.puzzle().starts(&board).into_iter().collect(), Direction::Forward)
            }
            Origin::Goals => {
                let goals =
                    self.puzzle().goals().ok_or(SurveyError::Direction(Ability::ListedGoals))?;
                (goals.collect(), Direction::Backward)
            }
        };
        let survey = survey(self.puzzle(), origins, direction, request)?;
        Ok(survey.map(|state| self.puzzle().write(&self.puzzle().decode(state))))
    }

    fn generate(&self, request: &generate::Request<'_>) -> Result<Generated, GenerateError> {
        generate::generate(self.puzzle(), request)
    }

    fn check(&self, boards: &[String], budget: &Budget<'_>) -> Vec<Finding> {
        testkit::check_playable(self.puzzle(), boards, *budget)
    }

    fn verify(&self, claim: &Claim, budget: &Budget<'_>) -> Finding {
        testkit::verify_claim(self.puzzle(), claim, *budget)
    }
}

impl fmt::Debug for dyn Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Instance").field("abilities", &self.abilities()).finish_non_exhaustive()
    }
}
