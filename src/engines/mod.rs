//! The engines, one file each, and **the table** of them.
//!
//! An engine is a type with a [`Search`] and a record, an [`Engine`]. One of this crate has a row in [`ENGINES`].
//! One of any other crate is handed to [`cli::Program`](../cli/struct.Program.html). Help, comparison and reports
//! come from the record. `docs/adding-an-engine.md` writes one.

mod adapter;
mod best_first;
mod deepening;
mod guide;
mod layers;
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

use crate::abilities::Ability;
use crate::names::is_snake_case;
use crate::parameters::{self, ArgumentError, Arguments, Parameter};
use crate::puzzle::Puzzle;
use crate::search::path::replay;
use crate::search::{
    BrokenPath, Job, Limit, Limits, Meter, Optimality, Outcome, Pass, Path, Reason, Stats, Stop,
    Wanted,
};
use crate::width::{Width, narrowest};
use crate::words::{Bridge, Graph, View, Wide, Word, pack, unpack};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// An engine: what people are told about it, and its search.
///
/// A constant, written as `Engine { summary: "..", ..Engine::new::<MySearch>("my_engine") }`.
#[derive(Clone, Copy)]
pub struct Engine {
    /// Name on the command line: lower snake case, that of its file.
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
    /// What can be chosen about it.
    pub parameters: &'static [Parameter],
    /// Its search, for each width of words; [`Engine::new`] sets it.
    pub searches: Searches,
}

/// What an engine does: it looks for a path from any of the starts to a goal.
///
/// # Example
/// An engine that looks no further than the starts:
///
/// ```
/// use puzzlespace::engines::{Engine, Found, Guarantee, Search};
/// use puzzlespace::parameters::Arguments;
/// use puzzlespace::search::{Job, Meter, Outcome, Path, Solution};
/// use puzzlespace::testkit::toys::Lamps;
/// use puzzlespace::words::{Graph, Word};
///
/// struct Glance;
///
/// impl Search for Glance {
///     fn search<W: Word>(
///         graph: &dyn Graph<W>,
///         starts: &[W],
///         _: &Arguments,
///         _: &mut Meter<'_>,
///     ) -> Found<W> {
///         Ok(match starts.iter().find(|&&start| graph.is_goal(start)) {
///             None => Outcome::GaveUp("no start is solved".into()),
///             Some(&start) => {
///                 Outcome::Solved(Solution::optimal(0, Path { start, steps: Vec::new() }))
///             }
///         })
///     }
/// }
///
/// static ENGINE: Engine = Engine {
///     summary: "looks whether the board is solved",
///     guarantee: Guarantee::Incomplete,
///     ..Engine::new::<Glance>("glance")
/// };
///
/// let run = ENGINE.run(&Lamps::new(None), [0b1000], &Job::default())?;
/// assert_eq!(run.outcome, Outcome::GaveUp("no start is solved".into()));
/// # Ok::<(), puzzlespace::engines::SearchError>(())
/// ```
pub trait Search {
    /// Searches.
    ///
    /// - `starts` are in ascending order, each once, at least one. None of them is known to be
    ///   [impossible](Graph::impossible).
    /// - `arguments` have a value for each of the engine's [`parameters`](Engine::parameters).
    /// - `meter` holds all limits. Call [`Meter::expand`] before each expansion and [`Meter::store`] when tables have
    ///   grown. Return the error that either returns.
    ///
    /// A path is a start, and for each move its number and the state that it leads to;
    /// [`words::label`](crate::words::label) makes one of a list of states. Every path is replayed before anybody sees
    /// it: one that the puzzle does not allow, or of another cost, is an error. A false [`Outcome::Unsolvable`] and a
    /// false [`Optimality::Proved`] are **wrong**, and only a comparison finds them.
    ///
    /// # Errors
    /// When the puzzle lacks what the engine needs, or a limit is reached.
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        arguments: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W>;
}

/// What a search on words of width `W` comes back with.
pub type Found<W> = Result<Outcome<W, u32>, Halt>;

/// The same search, compiled for each width of words. [`Engine::new`] makes it.
#[derive(Clone, Copy)]
pub struct Searches {
    pub(crate) w32: SearchFn<u32>,
    pub(crate) w64: SearchFn<u64>,
    pub(crate) w128: SearchFn<u128>,
    pub(crate) w512: SearchFn<Wide<8>>,
}

/// A [`Search`] for one width.
pub(crate) type SearchFn<W> = fn(&dyn Graph<W>, &[W], &Arguments, &mut Meter<'_>) -> Found<W>;

impl Engine {
    /// An engine with a name and a search, and nothing else said about it yet: it needs nothing, is optimal, and finds
    /// one solution.
    pub const fn new<S: Search>(name: &'static str) -> Self {
        Engine {
            name,
            summary: "",
            good_at: "",
            cannot: "",
            price: "",
            source: "",
            needs: &[],
            guarantee: Guarantee::Optimal,
            lists_all: false,
            parameters: &[],
            searches: Searches {
                w32: S::search::<u32>,
                w64: S::search::<u64>,
                w128: S::search::<u128>,
                w512: S::search::<Wide<8>>,
            },
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("name", &self.name).finish_non_exhaustive()
    }
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

/// An outcome on a puzzle `P` and what it took.
pub type RunOf<P> = Run<<P as Puzzle>::State, <P as Puzzle>::Move>;

/// The outcome of a search on a puzzle `P`.
pub(crate) type OutcomeOf<P> = Outcome<<P as Puzzle>::State, <P as Puzzle>::Move>;

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

/// **The table** of all engines. Its order is that of every list of them; the first is the reference.
pub static ENGINES: &[&Engine] = &[
    &bfs::ENGINE,
    &bidirectional::ENGINE,
    &iddfs::ENGINE,
    &dijkstra::ENGINE,
    &a_star::ENGINE,
    &ida_star::ENGINE,
    &fringe::ENGINE,
    &subset::ENGINE,
    &linear::ENGINE,
    &packed_bfs::ENGINE,
    &packed_bidirectional::ENGINE,
    &packed_a_star::ENGINE,
    &packed_ida_star::ENGINE,
    &weighted_a_star::ENGINE,
    &greedy::ENGINE,
    &beam::ENGINE,
    &table::ENGINE,
];

/// Everything that is wrong with a list of engines, a line each: names, texts, parameters, the reference.
///
/// ```
/// use puzzlespace::engines::{self, ENGINES};
///
/// assert_eq!(engines::faults(ENGINES), Vec::<String>::new());
/// ```
pub fn faults(engines: &[&Engine]) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, engine) in engines.iter().enumerate() {
        let name = engine.name;
        let mut fault = |what: String| faults.push(format!("{name}: {what}"));
        if !is_snake_case(name) {
            fault("the name is not lower snake case".into());
        }
        if name == AUTO {
            fault("the name has another meaning on the command line".into());
        }
        if engines[..index].iter().any(|other| other.name == name) {
            fault("the name is taken twice".into());
        }
        for (what, text) in [
            ("summary", engine.summary),
            ("good_at", engine.good_at),
            ("cannot", engine.cannot),
            ("price", engine.price),
            ("source", engine.source),
        ] {
            if text.is_empty() {
                fault(format!("the {what} is empty"));
            }
        }
        if index == 0 && engine.guarantee != Guarantee::Optimal {
            fault("the first engine is the reference, and has to be optimal".into());
        }
        if engine.lists_all && engine.guarantee != Guarantee::Optimal {
            fault("it lists all optimal solutions, and is not optimal".into());
        }
        parameters::faults(engine.parameters).into_iter().for_each(fault);
    }
    faults
}

/// On the command line, stands for the engine that [`auto`] takes.
pub(crate) const AUTO: &str = "auto";

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
    #[error("no engine is called `{name}`; {}", crate::names::suggest(name, known))]
    UnknownEngine {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The engine does not take these arguments.
    #[error("{engine}: {fault}")]
    Arguments {
        /// The engine.
        engine: &'static str,
        /// What is wrong with them.
        fault: ArgumentError,
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

/// The starts in ascending order, each once, without those that a reason rules out; and the reasons.
pub(crate) fn possible<W: Word>(graph: &dyn Graph<W>, starts: &[W]) -> (Vec<W>, Vec<String>) {
    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    let mut reasons = Vec::new();
    starts.retain(|&start| {
        let reason = graph.impossible(start);
        let is_possible = reason.is_none();
        reasons.extend(reason.filter(|reason| !reasons.contains(reason)));
        is_possible
    });
    (starts, reasons)
}

/// An engine with its parameters chosen.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The engine.
    pub engine: &'static Engine,
    /// The values of its parameters.
    pub arguments: Arguments,
    /// The engine, with the parameters that are not at their defaults: `beam:width=500`.
    pub name: &'static str,
}

impl Choice {
    /// The engine of these that `NAME` or `NAME:PARAMETER=VALUE,..` stands for.
    ///
    /// # Errors
    /// When there is no such engine, or it does not take the arguments.
    ///
    /// # Example
    /// ```
    /// use puzzlespace::engines::{Choice, ENGINES};
    ///
    /// let beam = Choice::parse(ENGINES, "beam:width=500")?;
    /// assert_eq!((beam.engine.name, beam.name), ("beam", "beam:width=500"));
    /// assert_eq!(Choice::parse(ENGINES, "beam:width=10000")?.name, "beam");
    /// # Ok::<(), puzzlespace::engines::SearchError>(())
    /// ```
    pub fn parse(engines: &[&'static Engine], text: &str) -> Result<Self, SearchError> {
        let (name, arguments) = text.split_once(':').unwrap_or((text, ""));
        let engine = engines.iter().find(|engine| engine.name == name).ok_or_else(|| {
            let known = engines.iter().map(|engine| engine.name).collect();
            SearchError::UnknownEngine { name: name.into(), known }
        })?;
        let arguments = Arguments::parse(engine.parameters, arguments)
            .map_err(|fault| SearchError::Arguments { engine: engine.name, fault })?;
        let chosen = arguments.chosen();
        let name = match &chosen[..] {
            "" => engine.name,
            chosen => intern(&format!("{}:{chosen}", engine.name)),
        };
        Ok(Choice { engine, arguments, name })
    }

    /// What the engine needs first of all that something does not have.
    pub fn missing(&self, abilities: &[Ability]) -> Option<Ability> {
        self.engine.lacking(|ability| abilities.contains(&ability))
    }

    /// Searches from all of `starts` at once, but for those that [`Puzzle::impossible`] rules out.
    ///
    /// # Errors
    /// When the puzzle lacks what the engine needs, there is no start, or the path that it found does
    /// not survive its replay.
    pub fn run<P: Puzzle>(
        &self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        job: &Job<'_>,
    ) -> Result<RunOf<P>, SearchError> {
        let starts = starts.into_iter().collect::<Vec<_>>();
        narrowest!(P, W => run_as::<P, W>(self, puzzle, &starts, job))
    }
}

/// Its [`name`](Choice::name).
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The same text, kept for good: names of engines are few, and whoever compares engines copies them often.
pub(crate) fn intern(name: &str) -> &'static str {
    static NAMES: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(&known) = names.iter().find(|&&known| known == name) {
        return known;
    }
    let name = String::from(name).leak();
    names.push(name);
    name
}

impl From<&'static Engine> for Choice {
    /// With its defaults.
    fn from(engine: &'static Engine) -> Self {
        let arguments = Arguments::defaults(engine.parameters);
        Choice { engine, arguments, name: engine.name }
    }
}

impl Engine {
    /// The first thing that the engine needs and `puzzle` does not have.
    pub fn missing<P: Puzzle>(&self, puzzle: &P) -> Option<Ability> {
        self.lacking(|ability| ability.is_had_by(puzzle))
    }

    /// The first thing that the engine needs and that something does not have.
    pub(crate) fn lacking(&self, has: impl Fn(Ability) -> bool) -> Option<Ability> {
        self.needs.iter().copied().find(|&ability| !has(ability))
    }

    /// Searches with the defaults of its parameters: see [`Choice::run`].
    ///
    /// # Errors
    /// Those of [`Choice::run`].
    pub fn run<P: Puzzle>(
        &'static self,
        puzzle: &P,
        starts: impl IntoIterator<Item = P::State>,
        job: &Job<'_>,
    ) -> Result<RunOf<P>, SearchError> {
        Choice::from(self).run(puzzle, starts, job)
    }
}

fn run_as<P: Puzzle, W: Width>(
    choice: &Choice,
    puzzle: &P,
    starts: &[P::State],
    job: &Job<'_>,
) -> Result<RunOf<P>, SearchError> {
    let starts: Vec<W> = starts.iter().map(|&start| pack(start)).collect();
    let Run { outcome, stats, passes } = W::run(choice, &Bridge::Borrowed(puzzle), &starts, job)?;
    let outcome = outcome.map_paths(|path| typed(puzzle, &path));
    Ok(Run { outcome, stats, passes })
}

/// A path by words as one of the puzzle's states and moves. It has been replayed.
fn typed<P: Puzzle, W: Word>(puzzle: &P, path: &Path<W, u32>) -> Path<P::State, P::Move> {
    let start = unpack(path.start);
    let mut before = start;
    let steps = path.steps.iter().map_while(|&(mv, _)| {
        let step = puzzle.successors(before).nth(mv as usize)?;
        before = step.1;
        Some(step)
    });
    Path { start, steps: steps.collect() }
}

/// Searches a graph: see [`Choice::run`].
pub(crate) fn run<W: Width>(
    choice: &Choice,
    graph: &dyn Graph<W>,
    starts: &[W],
    job: &Job<'_>,
) -> Result<Run<W, u32>, SearchError> {
    let &Choice { engine: about, ref arguments, name: engine } = choice;
    let has = |ability| graph.has(ability);
    let lacks = |missing| SearchError::Missing { engine, missing, fitting: fitting(has, |_| true) };
    if let Some(missing) = about.lacking(has) {
        return Err(lacks(missing));
    }
    if job.wanted != Wanted::One && !about.lists_all {
        let fitting = fitting(has, |engine| engine.lists_all);
        return Err(SearchError::OneOnly { engine, fitting });
    }
    if starts.is_empty() {
        return Err(SearchError::NoStart);
    }
    let mut meter = Meter::start(job);
    let (starts, reasons) = possible(graph, starts);
    if starts.is_empty() {
        let outcome = Outcome::Unsolvable(Reason::Invariant(reasons.join("; ")));
        let (stats, passes) = meter.finish();
        return Ok(Run { outcome, stats, passes });
    }
    let search = W::search_of(&about.searches);
    let result = search(graph, &starts, arguments, &mut meter).and_then(|outcome| {
        if let Outcome::Solved(solution) = &outcome {
            for path in &solution.paths {
                let is = replay(&View(graph), &starts, path)?;
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
                && about.guarantee == Guarantee::Optimal
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

fn fitting(has: impl Fn(Ability) -> bool, also: impl Fn(&Engine) -> bool) -> Vec<&'static str> {
    let fits = |engine: &&&Engine| engine.lacking(&has).is_none() && also(engine);
    ENGINES.iter().filter(fits).map(|engine| engine.name).collect()
}

/// The engine with this name.
///
/// # Errors
/// When there is none; the error lists those that exist.
pub fn by_name(name: &str) -> Result<&'static Engine, SearchError> {
    Choice::parse(ENGINES, name.split(':').next().unwrap_or(name)).map(|choice| choice.engine)
}

/// The engine to take when nobody says which, and why.
///
/// The choice depends on the puzzle's abilities and the limit of memory, never on the board, so it is the same each
/// time.
pub fn auto<P: Puzzle>(
    puzzle: &P,
    wanted: Wanted,
    limits: &Limits,
) -> (&'static Engine, &'static str) {
    narrowest!(P, W => auto_for::<W>(&Bridge::Borrowed(puzzle), wanted, limits))
}

/// See [`auto`].
pub(crate) fn auto_for<W: Word>(
    graph: &dyn Graph<W>,
    wanted: Wanted,
    limits: &Limits,
) -> (&'static Engine, &'static str) {
    /// Bidirectional search starts from every goal, so it wants few of them.
    const FEW_GOALS: usize = 1_000;
    /// Half the way from both ends is too much to store of a larger space; a heuristic may cope.
    const MOST_STATES: u64 = 1_000_000_000;
    /// A table of so many states takes seconds.
    const MOST_TABULATED: u64 = 100_000_000;
    let has = |ability| graph.has(ability);
    let few_goals =
        || has(Ability::ListedGoals) && graph.goals().take(FEW_GOALS + 1).count() <= FEW_GOALS;
    let states = if has(Ability::Ranked) { graph.count() } else { u64::MAX };
    let is_small = states <= MOST_STATES;
    let from_both_ends = few_goals() && (is_small || !has(Ability::Informed));
    // A packed map takes a state and a byte, and up to 1.8 times that.
    let packed = states.saturating_mul(size_of::<W>() as u64 + 1).saturating_mul(2);
    let is_scarce = states <= MOST_TABULATED && limits.bytes.is_some_and(|limit| packed > limit);
    // Pieces that change places come back to where they were by long ways only. Other spaces may have so
    // many ways to each state that walking them all takes longer than storing the states.
    let pieces = !is_small && has(Ability::Patterns);
    let choices: [(&Engine, bool, &str); 6] = [
        (&linear::ENGINE, true, "every move commutes and undoes itself"),
        (&table::ENGINE, is_scarce, "memory is too small for packed states, but not for bits"),
        (&packed_bidirectional::ENGINE, from_both_ends, "there are predecessors and few goals"),
        (
            &packed_ida_star::ENGINE,
            pieces,
            "there is a heuristic, and the space is too large to store",
        ),
        (&packed_a_star::ENGINE, true, "there is a heuristic"),
        (&packed_bfs::ENGINE, true, "every move costs the same"),
    ];
    let fits = |&(engine, suits, _): &(&Engine, bool, _)| {
        suits && engine.lacking(has).is_none() && (wanted == Wanted::One || engine.lists_all)
    };
    let found = choices.into_iter().find(fits).map(|(engine, _, why)| (engine, why));
    found.unwrap_or((&dijkstra::ENGINE, "moves have costs"))
}

/// Solves one board with the engine that [`auto`] chooses, without limits.
///
/// # Errors
/// When the puzzle breaks a law so that its paths cannot be replayed.
///
/// # Example
/// See the [crate's front page](crate).
pub fn solve<P: Puzzle>(puzzle: &P, board: &P::Board) -> Result<RunOf<P>, SearchError> {
    let (engine, _) = auto(puzzle, Wanted::One, &Limits::default());
    engine.run(puzzle, puzzle.starts(board), &Job::default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Kind;

    #[test]
    fn the_table_has_no_faults() {
        assert_eq!(faults(ENGINES), Vec::<String>::new());
        assert_eq!(ENGINES[0].name, bfs::ENGINE.name, "the reference");
    }

    #[test]
    fn faults_of_a_list_are_told_all_at_once() {
        let width = |min| Kind::Integer { min, max: 5, default: 1 };
        let sound = Engine {
            summary: "one line",
            good_at: "this",
            cannot: "do that",
            price: "nothing",
            source: "made up",
            ..Engine::new::<bfs::Bfs>("sound")
        };
        let parameters: &[Parameter] = &[
            Parameter { name: "width", summary: "states kept", kind: width(2) },
            Parameter { name: "width", summary: "", kind: width(1) },
        ];
        let wrong = Engine {
            name: "Wrong",
            good_at: "",
            guarantee: Guarantee::Incomplete,
            lists_all: true,
            parameters: parameters.to_vec().leak(),
            ..sound
        };
        assert_eq!(faults(&[&sound]), Vec::<String>::new());
        assert_eq!(
            faults(&[&wrong, &sound, &Engine { name: "auto", ..sound }, &sound]),
            [
                "Wrong: the name is not lower snake case",
                "Wrong: the good_at is empty",
                "Wrong: the first engine is the reference, and has to be optimal",
                "Wrong: it lists all optimal solutions, and is not optimal",
                "Wrong: width: the default is out of bounds: 2 to 5, default 1",
                "Wrong: width: the parameter is there twice",
                "Wrong: width: the summary is empty",
                "auto: the name has another meaning on the command line",
                "sound: the name is taken twice",
            ]
        );
    }

    #[test]
    fn an_engine_goes_by_what_is_not_at_its_default() {
        let parse = |text| {
            Choice::parse(ENGINES, text).map_or_else(|error| error.to_string(), |c| c.to_string())
        };
        for (text, name) in [
            ("beam", "beam"),
            ("beam:", "beam"),
            ("beam:width=10000", "beam"),
            ("beam: width = 50", "beam:width=50"),
            ("weighted_a_star:weight=2.0", "weighted_a_star:weight=2"),
            ("weighted_a_star:weight=1.5", "weighted_a_star"),
        ] {
            assert_eq!(parse(text), name);
        }
        for (text, error) in [
            (
                "beam:widht=5",
                "beam: there is no parameter `widht`; did you mean `width`? there are: width",
            ),
            (
                "beam:width",
                "beam: `width` is no argument; write name=value, several with commas between them; did you mean `width`? there are: width",
            ),
            ("beam:width=0", "beam: width=0 cannot be: expected 1 to 1000000000, default 10000"),
            ("beam:width=5,width=6", "beam: `width` is given twice; say it once"),
            ("bfs:width=5", "bfs: there is no parameter `width`; there are none"),
        ] {
            assert_eq!(parse(text), error);
        }
        let error = parse("beem:width=5");
        assert!(error.starts_with("no engine is called `beem`; did you mean `beam`?"), "{error}");
    }
}
