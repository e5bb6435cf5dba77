//! What makes up the boards.

use super::walk::{MOST_STEPS, walk, walks_from_goals};
use super::{Depth, GenerateError, Generated, How, Request};
use crate::abilities::Ability;
use crate::engines;
use crate::hash::Set;
use crate::plugin::Played;
use crate::random::Random;
use crate::search::{Job, Limits, Optimality, Outcome, Solution, Stop, Wanted};
use crate::survey::{self, Direction, Survey};
use crate::width::Width;

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

/// The boards that there are so far, and all that more are made of.
pub(super) struct Maker<'a, W> {
    played: &'a dyn Played<W>,
    request: &'a Request<'a>,
    random: Random,
    boards: Vec<String>,
    seen: Set<String>,
}

impl<'a, W: Width> Maker<'a, W> {
    pub(super) fn new(played: &'a dyn Played<W>, request: &'a Request<'a>) -> Self {
        let (random, seen) = (Random::new(request.seed), Set::default());
        Maker { played, request, random, boards: Vec::new(), seen }
    }

    /// Makes up as many boards as are wanted, in the way that promises most of those that can be afforded.
    pub(super) fn make(mut self) -> Result<Generated, GenerateError> {
        let how = match self.request.depth {
            Depth::Any => self.walks(SCRAMBLE, SCRAMBLE)?,
            Depth::Exactly(depth) => match self.layer(depth)? {
                Some(how) => how,
                None if depth > MOST_STEPS => {
                    return Err(GenerateError::TooFar { depth, most: MOST_STEPS });
                }
                None => match self.searched(depth)? {
                    Some(how) => how,
                    None => self.walks(depth, 0)?,
                },
            },
            Depth::Farthest => self.farthest()?,
        };
        Ok(Generated { boards: self.boards, how })
    }

    fn is_done(&self) -> bool {
        self.boards.len() >= self.request.count
    }

    /// How many boards to try.
    fn tries(&self) -> u64 {
        (self.request.count as u64).saturating_mul(TRIES_A_BOARD)
    }

    /// Adds the board of a state, unless it is there.
    fn add(&mut self, state: W) {
        let board = self.played.write(state);
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
        let needed = [Ability::UnitCosts, Ability::ListedGoals, Ability::Predecessors];
        let missing: Vec<Ability> =
            needed.into_iter().filter(|ability| !self.played.has(*ability)).collect();
        if !missing.is_empty() {
            return Err(GenerateError::Missing(missing));
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
    fn survey(&self, depth: Option<u64>) -> Result<Option<Survey<W>>, GenerateError> {
        let played = self.played;
        if !played.has(Ability::ListedGoals) || !played.has(Ability::UnitCosts) {
            return Ok(None);
        }
        let is_small = played.has(Ability::Ranked) && played.count() <= MOST_NUMBERED;
        let most = if is_small { MOST_NUMBERED } else { MOST_STORED };
        let request = survey::Request {
            // A table of a large space takes long to go through, however few of its states are reached.
            store: (!is_small).then_some(survey::Store::Packed),
            antipodes: usize::MAX,
            limits: Limits { depth, states: Some(most), ..Limits::default() },
            cancel: self.request.cancel,
            ..survey::Request::default()
        };
        let goals = played.goals().collect();
        let survey = survey::survey_for(played.graph(), goals, Direction::Backward, &request);
        let Ok(mut survey) = survey else {
            return Ok(None);
        };
        if survey.stopped == Some(Stop::Cancelled) {
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
    fn draw(&mut self, mut states: Vec<W>, depth: u64) -> Result<(), GenerateError> {
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
    fn is_board_of_depth(&self, state: W, depth: u64) -> Result<bool, GenerateError> {
        let starts = self.played.starts(state);
        if starts.len() == 1 {
            return Ok(true);
        }
        let solution = self.solve(&starts)?;
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
            match self.solve(&[state])? {
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
    fn solve(&self, starts: &[W]) -> Result<Option<Solution<W, u32>>, GenerateError> {
        let limits = Limits { expansions: Some(MOST_EXPANSIONS), ..Limits::default() };
        let job = Job { limits, cancel: self.request.cancel, ..Job::default() };
        let graph = self.played.graph();
        let engine = engines::auto_for(graph, Wanted::One, &limits).0.into();
        let run = engines::run(&engine, graph, starts, &job);
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
    fn on_the_way(&self, solution: &Solution<W, u32>, depth: u64) -> Option<W> {
        let path = solution.paths.first()?;
        let has_costs = !self.played.has(Ability::UnitCosts);
        let (mut state, mut left) = (path.start, solution.cost);
        let mut steps = path.steps.iter();
        while left > depth {
            let &(mv, after) = steps.next()?;
            let mut costs = Vec::new();
            if has_costs {
                self.played.costs(state, &mut costs);
            }
            left -= costs.get(mv as usize).map_or(1, |&cost| u64::from(cost));
            state = after;
        }
        (left == depth).then_some(state)
    }

    /// Where so many random steps lead, if there is anything to begin with.
    fn walk(&mut self, steps: u64) -> Result<Option<W>, GenerateError> {
        walk(self.played, steps, &mut self.random, self.request.cancel)
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
            if walks_from_goals(self.played.graph()) || self.solve(&[state])?.is_some() {
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
        let is_at_most_as_deep = more == 0
            && walks_from_goals(self.played.graph())
            && self.played.has(Ability::UnitCosts);
        Ok(if is_at_most_as_deep { How::Walk { steps } } else { How::Scrambled })
    }
}
