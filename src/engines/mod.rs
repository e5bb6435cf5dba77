//! The engines, one file each, and **the table** of them.
//!
//! To add one, write its file with an [`About`] and a `search`, and give it a row in [`table()`].
//! Help, documentation, comparison and tests come from the row.

mod adapter;
mod best_first;
mod deepening;
mod guide;
mod layers;
mod lower_bounds;
mod open;
mod passes;
pub mod prediction;
mod reached;
mod sharing;
mod trace;
mod walked;

pub mod a_star;
pub mod beam;
pub mod bfs;
pub mod bidirectional;
pub mod dijkstra;
pub mod fringe;
pub mod greedy;
pub mod ida_star;
pub mod iddfs;
pub mod linear;
pub mod packed_a_star;
pub mod packed_bfs;
pub mod packed_bidirectional;
pub mod packed_ida_star;
pub mod subset;
pub mod table;
pub mod weighted_a_star;

use crate::abilities::{Ability, Ranking};
use crate::puzzle::Puzzle;
use crate::search::path::replay;
use crate::search::{
    BrokenPath, Job, Limit, Meter, Optimality, Outcome, Pass, Reason, Stats, Stop, Wanted,
};
use smallvec::SmallVec;
use std::fmt;

/// What people are told about an engine.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// Name on the command line; that of its file.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// When to take it.
    pub good_at: &'static str,
    /// What it cannot do.
    pub cannot: &'static str,
    /// Time and memory.
    pub price: &'static str,
    /// Where the algorithm comes from.
    pub source: &'static str,
    /// What a puzzle must have for it.
    pub needs: &'static [Ability],
    /// What its answers are worth.
    pub guarantee: Guarantee,
    /// Whether it can find every optimal solution.
    pub lists_all: bool,
}

/// What the answers of an engine are worth that no limit has ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guarantee {
    /// A solution of least cost, or a proof that there is none.
    Optimal,
    /// A solution, which may cost more than the least, or a proof that there is none.
    Complete,
    /// A solution, which may cost more than the least, or nothing.
    Incomplete,
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Guarantee::Optimal => "optimal",
            Guarantee::Complete => "complete",
            Guarantee::Incomplete => "incomplete",
        })
    }
}

/// A row of the table: an engine, compiled for one puzzle.
pub struct Engine<P: Puzzle> {
    /// What people are told about it.
    pub about: &'static About,
    search: Search<P>,
}

/// What an engine's file provides: looks for a cheapest path from any of the starts to a goal.
pub type Search<P> = fn(
    puzzle: &P,
    starts: &[<P as Puzzle>::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt>;

/// An outcome on a puzzle `P` and what it took.
pub type RunOf<P> = Run<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// The outcome of a search on a puzzle `P`.
pub type OutcomeOf<P> = Outcome<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// Why a search came back without an outcome of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// The puzzle lacks what the engine needs.
    Missing(Ability),
    /// A limit was reached, or somebody cancelled.
    Stop(Stop),
    /// The engine's path is not one that the puzzle allows.
    Broken(BrokenPath),
}

impl From<Ability> for Halt {
    fn from(ability: Ability) -> Self {
        Halt::Missing(ability)
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Halt::Stop(stop)
    }
}

impl From<BrokenPath> for Halt {
    fn from(fault: BrokenPath) -> Self {
        Halt::Broken(fault)
    }
}

macro_rules! engines {
    ($($engine:ident),* $(,)?) => {
        /// **The table** of all engines. Its order is that of every list of them; the first is the
        /// reference.
        pub fn table<P: Puzzle>() -> Vec<Engine<P>> {
            vec![$(Engine { about: &$engine::ABOUT, search: $engine::search::<P> }),*]
        }

        /// What people are told about each engine, in the order of the [`table()`].
        pub const ABOUTS: &[&About] = &[$(&$engine::ABOUT),*];
    };
}

engines![
    bfs,
    bidirectional,
    iddfs,
    dijkstra,
    a_star,
    ida_star,
    fringe,
    subset,
    linear,
    packed_bfs,
    packed_bidirectional,
    packed_a_star,
    packed_ida_star,
    weighted_a_star,
    greedy,
    beam,
    table,
];

/// An outcome and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run<S, M> {
    /// How the search ended. Every path in it has been replayed.
    pub outcome: Outcome<S, M>,
    /// What it counted.
    pub stats: Stats,
    /// What each of its passes took, of an engine that deepens.
    pub passes: Vec<Pass>,
}

/// A search that could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// No engine has this name.
    #[error("no engine is called `{name}`; {}", crate::registry::suggest(name, known))]
    UnknownEngine {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The puzzle lacks what the engine needs.
    #[error("{engine} needs a puzzle with the ability `{missing}`, which this one does not have; engines that fit: {}", fitting.join(", "))]
    Missing {
        /// The engine.
        engine: &'static str,
        /// What it needs.
        missing: Ability,
        /// Engines that would do.
        fitting: Vec<&'static str>,
    },
    /// The engine finds one solution only, and all were wanted.
    #[error("{engine} cannot list every optimal solution; engines that can: {}", fitting.join(", "))]
    OneOnly {
        /// The engine.
        engine: &'static str,
        /// Engines that would do.
        fitting: Vec<&'static str>,
    },
    /// The board stands for no start at all.
    #[error("the puzzle names no start for this board (law 2)")]
    NoStart,
    /// The path found is not one that the puzzle allows.
    #[error(
        "{engine} found a path that does not survive its replay: {fault}; run `check` on the puzzle, with this board in the file of --boards"
    )]
    Broken {
        /// The engine.
        engine: &'static str,
        /// What is wrong with the path.
        fault: BrokenPath,
    },
}

/// Most boards have one start, or one for each side to move.
type Starts<P> = SmallVec<[<P as Puzzle>::State; 2]>;

/// The starts in ascending order, each once, without those that [`Puzzle::impossible`] rules out; and why it does.
fn possible<P: Puzzle>(puzzle: &P, mut starts: Starts<P>) -> (Starts<P>, Vec<String>) {
    starts.sort_unstable();
    starts.dedup();
    let mut reasons = Vec::new();
    starts.retain(|&mut start| {
        let reason = puzzle.impossible(start);
        let is_possible = reason.is_none();
        reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        is_possible
    });
    (starts, reasons)
}

impl<P: Puzzle> Engine<P> {
    /// The first thing that the engine needs and `puzzle` does not have.
    pub fn missing(&self, puzzle: &P) -> Option<Ability> {
        self.about.needs.iter().copied().find(|ability| !ability.is_had_by(puzzle))
    }

    /// Searches from all of `starts` at once, but for those that [`Puzzle::impossible`] rules out.
    ///
    /// # Errors
    /// When the puzzle lacks what the engine needs, there is no start, or the path that it found does
    /// not survive its replay.
    pub fn run(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        job: &Job<'_>,
    ) -> Result<RunOf<P>, SearchError> {
        let engine = self.about.name;
        let lacks =
            |missing| SearchError::Missing { engine, missing, fitting: fitting(puzzle, |_| true) };
        if let Some(missing) = self.missing(puzzle) {
            return Err(lacks(missing));
        }
        if job.wanted != Wanted::One && !self.about.lists_all {
            return Err(SearchError::OneOnly {
                engine,
                fitting: fitting(puzzle, |engine| engine.about.lists_all),
            });
        }
        let starts: Starts<P> = starts.into_iter().collect();
        if starts.is_empty() {
            return Err(SearchError::NoStart);
        }
        let mut meter = Meter::start(job);
        let (starts, reasons) = possible(puzzle, starts);
        if starts.is_empty() {
            let outcome = Outcome::Unsolvable(Reason::Invariant(reasons.join("; ")));
            let (stats, passes) = meter.finish();
            return Ok(Run { outcome, stats, passes });
        }
        let result = (self.search)(puzzle, &starts, &mut meter).and_then(|outcome| {
            if let Outcome::Solved(solution) = &outcome {
                for path in &solution.paths {
                    let is = replay(puzzle, &starts, path)?;
                    if is != solution.cost {
                        return Err(BrokenPath::Cost { says: solution.cost, is }.into());
                    }
                }
                if solution.optimality == Optimality::Proved {
                    meter.stats.lower_bound = solution.cost;
                }
            }
            Ok(outcome)
        });
        let (mut stats, passes) = meter.finish();
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(Halt::Stop(Stop::Limit(limit))) => {
                if let Limit::Depth(depth) = limit
                    && self.about.guarantee == Guarantee::Optimal
                {
                    stats.lower_bound = stats.lower_bound.max(depth.saturating_add(1));
                }
                Outcome::Limit(limit)
            }
            Err(Halt::Stop(Stop::Cancelled)) => Outcome::Cancelled,
            Err(Halt::Missing(missing)) => return Err(lacks(missing)),
            Err(Halt::Broken(fault)) => return Err(SearchError::Broken { engine, fault }),
        };
        Ok(Run { outcome, stats, passes })
    }
}

fn fitting<P: Puzzle>(puzzle: &P, also: impl Fn(&Engine<P>) -> bool) -> Vec<&'static str> {
    table()
        .iter()
        .filter(|engine: &&Engine<P>| engine.missing(puzzle).is_none() && also(engine))
        .map(|engine| engine.about.name)
        .collect()
}

/// The engine with this name.
///
/// # Errors
/// When there is none; the error lists those that exist.
pub fn by_name<P: Puzzle>(name: &str) -> Result<Engine<P>, SearchError> {
    table().into_iter().find(|engine| engine.about.name == name).ok_or_else(|| {
        let known = ABOUTS.iter().map(|about| about.name).collect();
        SearchError::UnknownEngine { name: name.into(), known }
    })
}

/// The engine to take when nobody says which, and why.
///
/// The choice depends on the puzzle's abilities alone, never on the board, so it is the same each time.
#[expect(clippy::missing_panics_doc, reason = "dijkstra needs nothing and lists all")]
pub fn auto<P: Puzzle>(puzzle: &P, wanted: Wanted) -> (Engine<P>, &'static str) {
    /// Bidirectional search starts from every goal, so it wants few of them.
    const FEW_GOALS: usize = 1_000;
    /// Half the way from both ends is too much to store of a larger space; a heuristic may cope.
    const MOST_STATES: u64 = 1_000_000_000;
    let few_goals =
        || puzzle.goals().is_some_and(|goals| goals.take(FEW_GOALS + 1).count() <= FEW_GOALS);
    let is_small = || puzzle.ranking().is_some_and(|ranking| ranking.count() <= MOST_STATES);
    let from_both_ends = few_goals() && (is_small() || puzzle.heuristic().is_none());
    // Pieces that change places come back to where they were by long ways only. Other spaces may have so
    // many ways to each state that walking them all takes longer than storing the states.
    let pieces = !is_small() && puzzle.patterns().is_some();
    let choices = [
        ("linear", true, "every move commutes and undoes itself"),
        ("bidirectional", from_both_ends, "there are predecessors and few goals"),
        ("packed_ida_star", pieces, "there is a heuristic, and the space is too large to store"),
        ("packed_a_star", true, "there is a heuristic"),
        ("bfs", true, "every move costs the same"),
        ("dijkstra", true, "moves have costs"),
    ];
    choices
        .into_iter()
        .filter_map(|(name, suits, why)| Some((by_name::<P>(name).ok().filter(|_| suits)?, why)))
        .find(|(engine, _)| {
            engine.missing(puzzle).is_none() && (wanted == Wanted::One || engine.about.lists_all)
        })
        .expect("dijkstra needs nothing and lists all")
}

/// Solves one board with the engine that [`auto`] chooses, without limits.
///
/// # Errors
/// When the puzzle breaks a law so that its paths cannot be replayed.
///
/// # Example
/// See the [crate's front page](crate).
pub fn solve<P: Puzzle>(puzzle: &P, board: &P::Board) -> Result<RunOf<P>, SearchError> {
    auto(puzzle, Wanted::One).0.run(puzzle, puzzle.starts(board), &Job::default())
}
