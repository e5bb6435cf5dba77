//! Boards made up for a purpose: all equally deep, the hardest there are, or scrambled.
//!
//! The same seed gives the same boards on every machine: chance comes from [`Random`] alone, and what may be
//! spent is counted in states and expansions, never in time.
//!
//! ```
//! use puzzlespace::generate::{Depth, How, Request};
//! use puzzlespace::testkit::toys::LAMPS;
//!
//! let instance = LAMPS.instance("")?;
//! let request = Request { depth: Depth::Exactly(2), ..Request::new(3, 1) };
//! let generated = instance.generate(&request)?;
//! assert_eq!(generated.boards.len(), 3);
//! assert!(matches!(generated.how, How::Layer { depth: 2, .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::abilities::{Ability, Predecessors, Ranking};
use crate::engines;
use crate::hash::Set;
use crate::plugin::{Playable, read_board};
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::path::edge_cost;
use crate::search::{Job, Limits, Optimality, Outcome, Solution, Wanted};
use crate::survey::{self, Direction, Survey};
use crate::units::count;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Which boards are wanted.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// How many.
    pub count: usize,
    /// What chance begins with.
    pub seed: u64,
    /// How far from the nearest goal.
    pub depth: Depth,
    /// Ends the work when it becomes true.
    pub cancel: Option<&'a AtomicBool>,
}

impl Request<'_> {
    /// So many boards at any depth.
    pub fn new(count: usize, seed: u64) -> Self {
        Request { count, seed, depth: Depth::Any, cancel: None }
    }
}

/// How far from the nearest goal boards are to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Solvable, and nothing else.
    Any,
    /// This least cost of a solution, or what comes nearest to a promise of it; see [`How`].
    Exactly(u64),
    /// None is farther away.
    Farthest,
}

/// Boards, and what is known of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Generated {
    /// The boards, no two the same. Fewer than were asked for where there are no more, or no more turned up.
    pub boards: Vec<String>,
    /// How they were made.
    pub how: How,
}

/// How boards were made, and so what is known of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Drawn from all states of a depth, each as likely as the others. Every board is exactly that deep.
    Layer {
        /// The depth.
        depth: u64,
        /// How many states there are at it.
        states: u64,
    },
    /// Found on the way to scrambled boards that were solved. Every board is exactly that deep, but not every
    /// one is as likely as the others.
    Searched {
        /// The depth.
        depth: u64,
    },
    /// Where so many random steps from a goal lead, against moves that cost 1 each. Every board can be solved
    /// in as many moves, and most in fewer.
    Walk {
        /// The steps.
        steps: u64,
    },
    /// Where random steps lead. Every board can be solved, and how deep it is is not known.
    Scrambled,
}

/// Boards that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// There are none.
    #[error("no board is {depth} deep; the farthest are {farthest} from a goal")]
    TooDeep {
        /// The depth that was asked for.
        depth: u64,
        /// The largest that there is.
        farthest: u64,
    },
    /// Their depth is too expensive to find out.
    #[error(
        "the hardest boards are not known without a survey of the whole space, which is made of up to \
         {} numbered states, or {} without numbers; ask for a depth instead",
        count(*numbered),
        count(*stored)
    )]
    Unaffordable {
        /// The most states of a space whose states are numbered.
        numbered: u64,
        /// The most states of any other.
        stored: u64,
    },
    /// The puzzle cannot be walked against its moves.
    #[error("this needs a puzzle with the ability `{0}`, which this one does not have")]
    Missing(Ability),
    /// A walk of so many steps would take too long.
    #[error(
        "boards as deep as {depth} are walked to, and a walk has {most} steps at most; ask for less"
    )]
    TooFar {
        /// The depth that was asked for.
        depth: u64,
        /// The most steps.
        most: u64,
    },
    /// Nothing that was tried is solvable, or deep enough.
    #[error("no board of that kind turned up ({} tried)", count(*tries))]
    NotFound {
        /// How many boards were tried.
        tries: u64,
    },
    /// Somebody cancelled.
    #[error("cancelled")]
    Cancelled,
}

/// A space of as many numbered states is surveyed to draw boards from: bit by bit, that is moments.
const MOST_NUMBERED: u64 = 20_000_000;
/// Of a larger space, or one without numbers, so many states are looked at.
const MOST_STORED: u64 = 2_000_000;
/// The most expansions that are spent on the depth of one board.
const MOST_EXPANSIONS: u64 = 300_000;
/// So many boards whose depth is too expensive, and no more are tried.
const MOST_FAILURES: u64 = 6;
/// Steps that scramble a board, and up to twice as many.
const SCRAMBLE: u64 = 1_000;
/// Boards to try for each that is wanted.
const TRIES_A_BOARD: u64 = 100;
/// So many walks in a row that lead to boards that are there already, and there are hardly more.
const MOST_STALE: u64 = 1_000;
/// The most steps of a walk.
const MOST_STEPS: u64 = 100_000;
/// The cancel flag is looked at once in so many steps of a walk.
const STEPS_A_LOOK: u64 = 1_024;

/// Makes up boards of a puzzle.
///
/// Boards that are exactly so deep come from a survey from the goals where that is affordable: of a space of
/// some million states, or of its first layers. Else they come from solving scrambled boards with the engine
/// that suits the puzzle. Where that is too expensive as well, they are walks of so many steps, or where those
/// promise no depth, scrambled, which the result says.
///
/// # Errors
/// When there are no such boards, it is too expensive to tell, or somebody cancels.
///
/// # Example
/// See [the module](self).
pub fn generate<P: Playable>(
    puzzle: &P,
    request: &Request<'_>,
) -> Result<Generated, GenerateError> {
    let (random, seen) = (Random::new(request.seed), Set::default());
    let mut maker = Maker { puzzle, request, random, boards: Vec::new(), seen };
    let how = match request.depth {
        Depth::Any => maker.walks(SCRAMBLE, SCRAMBLE)?,
        Depth::Exactly(depth) => match maker.layer(depth)? {
            Some(how) => how,
            None if depth > MOST_STEPS => {
                return Err(GenerateError::TooFar { depth, most: MOST_STEPS });
            }
            None => match maker.searched(depth)? {
                Some(how) => how,
                None => maker.walks(depth, 0)?,
            },
        },
        Depth::Farthest => maker.farthest()?,
    };
    Ok(Generated { boards: maker.boards, how })
}

type SolutionOf<P> = Solution<<P as Puzzle>::State, <P as Puzzle>::Move>;

struct Maker<'a, P> {
    puzzle: &'a P,
    request: &'a Request<'a>,
    random: Random,
    boards: Vec<String>,
    seen: Set<String>,
}

impl<P: Playable> Maker<'_, P> {
    fn is_done(&self) -> bool {
        self.boards.len() >= self.request.count
    }

    /// How many boards to try.
    fn tries(&self) -> u64 {
        (self.request.count as u64).saturating_mul(TRIES_A_BOARD)
    }

    fn look(&self) -> Result<(), GenerateError> {
        let is_cancelled = self.request.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_cancelled { Err(GenerateError::Cancelled) } else { Ok(()) }
    }

    /// Adds the board of a state, unless it is there.
    fn add(&mut self, state: P::State) {
        let board = self.puzzle.write(&self.puzzle.decode(state));
        if self.seen.insert(board.clone()) {
            self.boards.push(board);
        }
    }

    /// Draws from all states of a depth; none where there are too many to look at, or the puzzle cannot be
    /// surveyed from its goals.
    fn layer(&mut self, depth: u64) -> Result<Option<How>, GenerateError> {
        let Some(survey) = self.survey(Some(depth))? else { return Ok(None) };
        let farthest = survey.layers.len() as u64 - 1;
        if farthest < depth {
            return Err(GenerateError::TooDeep { depth, farthest });
        }
        let states = survey.antipodes.len() as u64;
        self.draw(survey.antipodes, depth)?;
        Ok(Some(How::Layer { depth, states }))
    }

    fn farthest(&mut self) -> Result<How, GenerateError> {
        let unaffordable =
            GenerateError::Unaffordable { numbered: MOST_NUMBERED, stored: MOST_STORED };
        if self.puzzle.goals().is_none() {
            return Err(GenerateError::Missing(Ability::ListedGoals));
        }
        let whole = self.survey(None)?.ok_or(unaffordable)?;
        let mut depth = whole.layers.len() as u64 - 1;
        let mut states = whole.antipodes;
        // Where a board leaves open who is to move, the nearer of its starts decides. Those of the last
        // layers may all be nearer another way.
        loop {
            let count = states.len() as u64;
            self.draw(states, depth)?;
            if !self.boards.is_empty() || depth == 0 {
                return Ok(How::Layer { depth, states: count });
            }
            depth -= 1;
            states = self.survey(Some(depth))?.map(|survey| survey.antipodes).unwrap_or_default();
        }
    }

    /// A survey from the goals with every state of its last layer, in ascending order. None where it has too
    /// many states, or the puzzle cannot be surveyed.
    fn survey(&self, depth: Option<u64>) -> Result<Option<Survey<P::State>>, GenerateError> {
        let Some(goals) = self.puzzle.goals().filter(|_| self.puzzle.costs().is_none()) else {
            return Ok(None);
        };
        let is_small = self.puzzle.ranking().is_some_and(|space| space.count() <= MOST_NUMBERED);
        let most = if is_small { MOST_NUMBERED } else { MOST_STORED };
        let request = survey::Request {
            // A table of a large space takes long to go through, however few of its states are reached.
            store: (!is_small).then_some(survey::Store::Packed),
            antipodes: usize::MAX,
            limits: Limits { depth, states: Some(most), ..Limits::default() },
            cancel: self.request.cancel,
            ..survey::Request::default()
        };
        let Ok(mut survey) = survey::survey(self.puzzle, goals, Direction::Backward, &request)
        else {
            return Ok(None);
        };
        if survey.stopped == Some(crate::search::Stop::Cancelled) {
            return Err(GenerateError::Cancelled);
        }
        // When exactly a limit ends a survey depends on the number of threads; how many states there are does
        // not.
        let reaches = depth.is_some_and(|depth| survey.layers.len() as u64 > depth);
        let is_whole = survey.is_complete() || reaches;
        if !is_whole || survey.states() > most {
            return Ok(None);
        }
        survey.antipodes.sort_unstable();
        Ok(Some(survey))
    }

    /// Adds boards of these states, which are all so deep, in the order that chance gives them.
    fn draw(&mut self, mut states: Vec<P::State>, depth: u64) -> Result<(), GenerateError> {
        for drawn in 0..states.len() {
            if self.is_done() {
                break;
            }
            let other = drawn + self.random.index(states.len() - drawn);
            states.swap(drawn, other);
            if self.is_board_of_depth(states[drawn], depth)? {
                self.add(states[drawn]);
            }
        }
        Ok(())
    }

    /// Whether the board of a state that is so deep is not nearer to a goal by another of its starts.
    fn is_board_of_depth(&self, state: P::State, depth: u64) -> Result<bool, GenerateError> {
        let board = self.puzzle.decode(state);
        if self.puzzle.starts(&board).into_iter().count() == 1 {
            return Ok(true);
        }
        let solution = self.solve(self.puzzle.starts(&board))?;
        Ok(solution.is_some_and(|solution| solution.cost == depth))
    }

    /// Solves scrambled boards, and adds what lies on the way at the right depth; none where that is too
    /// expensive.
    fn searched(&mut self, depth: u64) -> Result<Option<How>, GenerateError> {
        let (mut steps, mut failures, mut tries, mut is_affordable) = (depth, 0, 0, true);
        for _ in 0..self.tries() {
            if self.is_done() || failures == MOST_FAILURES {
                break;
            }
            let Some(state) = self.walk(steps)? else { break };
            tries += 1;
            match self.solve([state])? {
                None => {
                    failures += 1;
                    is_affordable = false;
                    // It may have been too deep.
                    steps = (steps * 4 / 5).max(depth);
                }
                Some(solution) if solution.cost < depth => {
                    // Beyond some steps a walk does not lead farther away, and there may be nothing there.
                    failures += u64::from(steps >= SCRAMBLE);
                    steps = (steps + steps / 4 + 1).min(depth.max(SCRAMBLE));
                }
                Some(solution) => {
                    if let Some(state) = self.on_the_way(&solution, depth)
                        && self.is_board_of_depth(state, depth)?
                    {
                        self.add(state);
                    }
                }
            }
        }
        if self.boards.is_empty() && is_affordable {
            // Each one was solved, and none is as deep: to walk to such boards would be no better.
            return Err(GenerateError::NotFound { tries });
        }
        Ok((!self.boards.is_empty()).then_some(How::Searched { depth }))
    }

    /// A cheapest solution, if it is found and proved to be one with what may be spent.
    fn solve(
        &self,
        starts: impl IntoIterator<Item = P::State>,
    ) -> Result<Option<SolutionOf<P>>, GenerateError> {
        let limits = Limits { expansions: Some(MOST_EXPANSIONS), ..Limits::default() };
        let job = Job { limits, cancel: self.request.cancel, ..Job::default() };
        let run = engines::auto(self.puzzle, Wanted::One).0.run(self.puzzle, starts, &job);
        match run.map(|run| run.outcome) {
            Ok(Outcome::Cancelled) => Err(GenerateError::Cancelled),
            Ok(Outcome::Solved(solution)) if solution.optimality == Optimality::Proved => {
                Ok(Some(solution))
            }
            _ => Ok(None),
        }
    }

    /// The state on a cheapest path from which so much is left: from each state on it, the rest of the path
    /// is a cheapest one.
    fn on_the_way(&self, solution: &SolutionOf<P>, depth: u64) -> Option<P::State> {
        let path = solution.paths.first()?;
        let costs = self.puzzle.costs();
        let (mut state, mut left) = (path.start, solution.cost);
        let mut steps = path.steps.iter();
        while left > depth {
            let &(mv, after) = steps.next()?;
            left -= edge_cost::<P>(costs.as_ref(), state, mv, after);
            state = after;
        }
        (left == depth).then_some(state)
    }

    /// Adds boards that so many steps from a goal lead to, and up to `more` further ones.
    fn walks(&mut self, steps: u64, more: u64) -> Result<How, GenerateError> {
        let (mut tries, mut failures) = (0, 0);
        let mut stale = 0;
        while !self.is_done() && failures < MOST_FAILURES && stale < MOST_STALE {
            tries += 1;
            let further = self.random.below(u32::try_from(more).unwrap_or(u32::MAX));
            let state = self.walk(steps + u64::from(further))?;
            let state = state.ok_or(GenerateError::NotFound { tries })?;
            // Against the moves, every state leads back to the goal. Along them, that has to be shown.
            if self.walks_from_goals() || self.solve([state])?.is_some() {
                let before = self.boards.len();
                self.add(state);
                stale = if self.boards.len() > before { 0 } else { stale + 1 };
            } else {
                failures += 1;
            }
        }
        if self.boards.is_empty() && self.request.count > 0 {
            return Err(GenerateError::NotFound { tries });
        }
        let is_at_most_as_deep =
            more == 0 && self.walks_from_goals() && self.puzzle.costs().is_none();
        Ok(if is_at_most_as_deep { How::Walk { steps } } else { How::Scrambled })
    }

    fn walks_from_goals(&self) -> bool {
        self.puzzle.goals().is_some() && self.puzzle.predecessors().is_some()
    }

    /// Where so many random steps lead: against the moves from a goal, or where goals cannot be listed, along
    /// them from the demo board. A step back is taken only where there is no other.
    fn walk(&mut self, steps: u64) -> Result<Option<P::State>, GenerateError> {
        let puzzle = self.puzzle;
        let backwards = puzzle.predecessors().filter(|_| puzzle.goals().is_some());
        let mut state = if backwards.is_some() {
            let goals: Vec<P::State> =
                puzzle.goals().into_iter().flatten().take(MOST_GOALS).collect();
            let Some(&goal) = goals.get(self.random.index(goals.len())) else { return Ok(None) };
            goal
        } else {
            let Ok(board) = read_board(puzzle, &puzzle.demo()) else { return Ok(None) };
            puzzle.encode(&board)
        };
        let mut before = state;
        let mut beside: Vec<P::State> = Vec::new();
        for step in 0..steps {
            if step.is_multiple_of(STEPS_A_LOOK) {
                self.look()?;
            }
            beside.clear();
            match &backwards {
                Some(backwards) => beside.extend(backwards.predecessors(state)),
                None => beside.extend(puzzle.successors(state).map(|(_, after)| after)),
            }
            if beside.iter().any(|&other| other != before) {
                beside.retain(|&other| other != before);
            }
            let Some(&next) = beside.get(self.random.index(beside.len())) else { break };
            (before, state) = (state, next);
        }
        Ok(Some(state))
    }
}

/// Of more goals, the first ones are walked from.
const MOST_GOALS: usize = 1_000;

/// What is known of the boards, as the rest of a sentence that begins with their number.
impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            How::Layer { depth, states } => {
                let depth = count(*depth);
                match states {
                    1 => write!(f, "at depth {depth}, the only state there"),
                    _ => write!(
                        f,
                        "at depth {depth}, drawn from all {} states there",
                        count(*states)
                    ),
                }
            }
            How::Searched { depth } => {
                write!(f, "at depth {}, found by solving scrambled ones", count(*depth))
            }
            How::Scrambled => {
                f.write_str("scrambled by random walks; how deep they are is not known")
            }
            How::Walk { steps } => write!(
                f,
                "from random walks of {} steps; they are at most that deep, and most are less",
                count(*steps)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::toys::LAMPS;

    fn lamps(depth: Depth, count: usize, seed: u64) -> Result<Generated, GenerateError> {
        let instance = LAMPS.instance("").unwrap();
        instance.generate(&Request { depth, ..Request::new(count, seed) })
    }

    #[test]
    fn a_seed_gives_the_same_boards_again_and_another_gives_others() {
        let boards = |seed| lamps(Depth::Any, 4, seed).unwrap().boards;
        assert_eq!(boards(1), boards(1));
        assert_ne!(boards(1), boards(2));
    }

    #[test]
    fn no_more_boards_than_there_are_and_none_twice() {
        let generated = lamps(Depth::Farthest, 100, 1).unwrap();
        let How::Layer { states, .. } = generated.how else { panic!("{generated:?}") };
        let mut boards = generated.boards.clone();
        boards.sort();
        boards.dedup();
        assert_eq!((boards.len(), generated.boards.len() as u64), (generated.boards.len(), states));
    }

    #[test]
    fn too_deep_is_told_with_what_there_is() {
        let error = lamps(Depth::Exactly(9), 1, 1).unwrap_err();
        assert!(matches!(error, GenerateError::TooDeep { depth: 9, .. }), "{error}");
    }

    #[test]
    fn more_boards_than_there_are_end_with_those_that_there_are() {
        let all = lamps(Depth::Any, usize::MAX, 1).unwrap();
        assert!(all.boards.len() > 4 && all.how == How::Scrambled, "{all:?}");
    }

    #[test]
    fn making_up_boards_can_be_cancelled() {
        let instance = LAMPS.instance("").unwrap();
        let cancel = AtomicBool::new(true);
        let request = Request { cancel: Some(&cancel), ..Request::new(4, 1) };
        assert_eq!(instance.generate(&request), Err(GenerateError::Cancelled));
    }
}
