//! IDA*, on a stack of its own.

use super::guide::{Guide, ParentPruning};
use super::passes::Passes;
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::{Ability, Costs, Heuristic};
use crate::puzzle::Puzzle;
use crate::search::path::{edge_cost, label};
use crate::search::pruning::Pruning;
use crate::search::{Limit, Meter, Outcome, Reason, Solution, Stop};
use std::mem;

/// What people are told.
pub const ABOUT: About = About {
    name: "packed_ida_star",
    summary: "iterative deepening A* on a stack of its own, which learns what moves it need not make",
    good_at: "long solutions and good heuristics, in little memory",
    cannot: "moves of many different costs: each new sum of costs takes a walk",
    price: "a walk for each bound on g + h; a table of states near the starts, and of all states where \
            there is no solution",
    source: "R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, 1985; \
             L. A. Taylor, R. E. Korf, Pruning duplicate nodes in depth-first search, 1993; \
             A. Reinefeld, T. A. Marsland, Enhanced iterative-deepening search, 1994",
    needs: &[Ability::Informed],
    guarantee: Guarantee::Optimal,
    lists_all: false,
};

/// Walks depth first as far as g + h allows, and raises that bound to the least value that exceeded it.
///
/// At first no move is made that leads back to the state before. On a search that takes long, no move is made
/// instead that completes a sequence which [`Pruning`] has learnt need not be made; a move that undoes
/// another one in some states only is made then. A transposition table of the states near the starts
/// (`Transpositions`) keeps the search from walking what it has walked before where that saves time, and
/// proves that there is no solution: a pass that looks all states up and meets none beyond the bound has met
/// all there are. Moves that cost nothing might lead in circles for ever, so where there are any, all states
/// are looked up from then on.
///
/// In the table a state counts once for each [place](crate::search::pruning::Place) of the automaton that it
/// was met in: so do [`Stats::distinct`](crate::search::Stats::distinct) and the limit on states.
///
/// # Errors
/// When the puzzle has no heuristic, or a limit is reached.
pub fn search<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    search_with(TUNING, puzzle, starts, meter)
}

/// When to do what. No answer depends on it.
#[derive(Clone, Copy)]
struct Tuning {
    /// After so many expansions it pays to learn what can be pruned.
    patience: u64,
    /// The memory for learning.
    learning_bytes: u64,
    /// All states are looked up until there are so many.
    few: usize,
}

const TUNING: Tuning = Tuning { patience: 1 << 20, learning_bytes: 32 << 20, few: 1 << 10 };

fn search_with<P: Puzzle>(
    tuning: Tuning,
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    let heuristic = puzzle.heuristic().ok_or(Ability::Informed)?;
    let roots: Vec<_> = starts.iter().map(|&start| (start, heuristic.estimate(start))).collect();
    meter.stats.evaluated += roots.len() as u64;
    let estimates = roots.iter().map(|&(_, h)| h).filter(|&h| h != u32::MAX);
    let mut bound = estimates.min().unwrap_or(0).into();
    let search = Search {
        puzzle,
        heuristic,
        costs: puzzle.costs(),
        expand: |state| puzzle.successors(state),
        guide: ParentPruning,
        roots,
        few: tuning.few,
    };
    if let Some(outcome) = search.deepen(&mut bound, tuning.patience, meter)? {
        return Ok(outcome);
    }
    let room = meter.limits().bytes.map_or(u64::MAX, |limit| limit / 2);
    let pruning = Pruning::learn(puzzle, starts, tuning.learning_bytes.min(room), meter)?;
    let outcome = match pruning.filter(Pruning::is_more_than_undoing) {
        Some(pruning) => search.guided_by(pruning).deepen(&mut bound, u64::MAX, meter)?,
        None => search.deepen(&mut bound, u64::MAX, meter)?,
    };
    Ok(outcome.expect("patience is endless now"))
}

/// What is searched, and how.
struct Search<'a, P: Puzzle, H, C, E, G> {
    puzzle: &'a P,
    heuristic: H,
    costs: Option<C>,
    /// [`Puzzle::successors`], the type of which has no name.
    expand: E,
    guide: G,
    /// The starts with their estimates.
    roots: Vec<(P::State, u32)>,
    few: usize,
}

/// A state that is walked, and its successors that are still to be tried.
struct Frame<S, Q, I> {
    state: S,
    place: Q,
    /// What may still be spent.
    left: u64,
    h: u32,
    successors: I,
}

/// The states between a start and the one that is walked.
type Path<S, Q, I> = Vec<Frame<S, Q, I>>;

/// There is room for so many moves from the beginning.
const MOVES: usize = 1 << 8;

/// How a pass ends.
enum End<S> {
    /// At the last of these states.
    Goal(Vec<S>),
    /// All was walked that the bound allows.
    Done,
    /// At a move that costs nothing, while not all states are looked up.
    FreeMove,
}

impl<'a, P, H, C, E, G, I> Search<'a, P, H, C, E, G>
where
    P: Puzzle,
    H: Heuristic<P::State, P::Move>,
    C: Costs<P::State, P::Move>,
    E: Fn(P::State) -> I,
    G: Guide<P::State>,
    I: Iterator<Item = (P::Move, P::State)>,
{
    /// The same search with another guide.
    fn guided_by<F>(self, guide: F) -> Search<'a, P, H, C, E, F> {
        let Search { puzzle, heuristic, costs, expand, roots, few, .. } = self;
        Search { puzzle, heuristic, costs, expand, guide, roots, few }
    }

    /// Walks with one bound after another; none when patience is over.
    fn deepen(
        &self,
        bound: &mut u64,
        patience: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<OutcomeOf<P>>, Halt> {
        let mut passes = Passes::new(self.few, meter);
        let outcome = self.make(&mut passes, bound, patience);
        passes.flush();
        outcome
    }

    /// Makes one pass after another.
    fn make(
        &self,
        passes: &mut Passes<'_, '_, (P::State, G::Key)>,
        bound: &mut u64,
        patience: u64,
    ) -> Result<Option<OutcomeOf<P>>, Halt> {
        while passes.expanded() < patience {
            if let Some(limit) = passes.meter.limits().depth.filter(|&limit| *bound > limit) {
                return Err(Stop::from(Limit::Depth(limit)).into());
            }
            passes.begin(*bound);
            match self.walk(passes)? {
                End::Goal(states) => {
                    let path = label(self.puzzle, &states)?;
                    return Ok(Some(Outcome::Solved(Solution::optimal(*bound, path))));
                }
                End::FreeMove => passes.table.look_up_all(),
                End::Done if passes.excess < u64::MAX => *bound += passes.excess,
                // There is nothing more. How much there was is known once all is looked up.
                End::Done if passes.is_beyond => passes.table.look_up_all(),
                End::Done => {
                    let states = self.count(passes)?;
                    let reason = if passes.is_ruled_out {
                        Reason::RuledOut { states }
                    } else {
                        Reason::Exhausted { states }
                    };
                    return Ok(Some(Outcome::Unsolvable(reason)));
                }
            }
        }
        Ok(None)
    }

    /// Walks from all starts as far as the bound allows.
    ///
    /// What is asked of each successor is ordered by how much it rules out for how little: the guide, the
    /// bound, the table.
    #[inline]
    fn walk(&self, pass: &mut Passes<'_, '_, (P::State, G::Key)>) -> Result<End<P::State>, Stop> {
        let mut path: Path<P::State, G::Place, I> = Vec::with_capacity(MOVES);
        pass.store(self.bytes(&path))?;
        for (number, &(state, h)) in self.roots.iter().enumerate() {
            let place = self.guide.start(number, state);
            let key = (state, G::key(place));
            if pass.table.knows(key, 0, 0) {
                continue;
            }
            pass.table.note(key, 0, 0, self.bytes(&path), pass.meter)?;
            let left = pass.bound;
            if u64::from(h) > left || h == u32::MAX {
                pass.cut(h.into(), left, h);
                continue;
            }
            if self.is_solved(state, h) {
                return Ok(End::Goal(vec![state]));
            }
            let mut frame = self.enter(state, place, left, h, pass)?;
            loop {
                let Some((mv, state)) = frame.successors.next() else {
                    let Some(before) = path.pop() else { break };
                    frame = before;
                    continue;
                };
                pass.generated += 1;
                let Some(place) = self.guide.next(&mut frame.place, frame.state, state) else {
                    pass.duplicates += 1;
                    continue;
                };
                let cost = edge_cost::<P>(self.costs.as_ref(), frame.state, mv, state);
                if cost == 0 && !pass.table.has_all() {
                    return Ok(End::FreeMove);
                }
                let h = self.heuristic.step(frame.state, mv, state, frame.h);
                let need = cost + u64::from(h);
                let left = frame.left;
                let is_within = need <= left;
                if !is_within && need - left >= pass.excess {
                    continue;
                }
                let depth = path.len() + 1;
                if depth <= pass.table.depth() {
                    let (key, g) = ((state, G::key(place)), pass.bound - left + cost);
                    if pass.is_known(key, g, depth, is_within, self.bytes(&path))? {
                        continue;
                    }
                } else {
                    pass.is_beyond = true;
                }
                if !is_within || h == u32::MAX {
                    pass.cut(need, left, h);
                    continue;
                }
                if self.is_solved(state, h) {
                    let states = path.iter().map(|frame| frame.state);
                    return Ok(End::Goal(states.chain([frame.state, state]).collect()));
                }
                if path.len() == path.capacity() {
                    path = self.with_room(path, pass)?;
                }
                let next = self.enter(state, place, left - cost, h, pass)?;
                path.push(mem::replace(&mut frame, next));
            }
        }
        Ok(End::Done)
    }

    /// Whether a state is a goal, which has an estimate of 0.
    #[inline]
    fn is_solved(&self, state: P::State, h: u32) -> bool {
        h == 0 && self.puzzle.is_goal(state)
    }

    /// Counts the expansion of a state, and begins it.
    #[inline]
    fn enter(
        &self,
        state: P::State,
        place: G::Place,
        left: u64,
        h: u32,
        pass: &mut Passes<'_, '_, (P::State, G::Key)>,
    ) -> Result<Frame<P::State, G::Place, I>, Stop> {
        pass.expand()?;
        Ok(Frame { state, place, left, h, successors: (self.expand)(state) })
    }

    /// Bytes that there are besides the table.
    fn bytes(&self, path: &Path<P::State, G::Place, I>) -> u64 {
        path_bytes(path) + self.guide.bytes()
    }

    /// The same path with room for twice as many moves.
    #[cold]
    fn with_room(
        &self,
        mut path: Path<P::State, G::Place, I>,
        pass: &mut Passes<'_, '_, (P::State, G::Key)>,
    ) -> Result<Path<P::State, G::Place, I>, Stop> {
        // The old one is there until it is copied.
        pass.store(self.bytes(&path) + 2 * path_bytes(&path))?;
        path.reserve_exact(path.len());
        Ok(path)
    }

    /// How many states were walked, each counted once, wherever the guide was.
    fn count(&self, pass: &mut Passes<'_, '_, (P::State, G::Key)>) -> Result<u64, Stop> {
        let entries = pass.table.len();
        if size_of::<G::Key>() == 0 {
            return Ok(entries as u64);
        }
        pass.store(self.guide.bytes() + (entries * size_of::<P::State>()) as u64)?;
        let mut states = Vec::with_capacity(entries);
        states.extend(pass.table.states().map(|(state, _)| state));
        states.sort_unstable();
        states.dedup();
        Ok(states.len() as u64)
    }
}

fn path_bytes<S, Q, I>(path: &Path<S, Q, I>) -> u64 {
    (path.capacity() * size_of::<Frame<S, Q, I>>()) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::path::replay;
    use crate::search::{Job, Limits, Optimality};
    use crate::testkit::reference::least_costs;
    use crate::testkit::toys::{Bits, Estimates, Graph, Weights};
    use std::fmt::Debug;

    /// Bits that know a lower bound, so that the engine takes them.
    #[derive(Debug)]
    struct Informed<P> {
        puzzle: P,
        most_bits: u32,
    }

    impl<P: Puzzle<State = u32, Board = u32>> Puzzle for Informed<P> {
        type State = u32;
        type Move = P::Move;
        type Board = u32;

        fn encode(&self, board: &u32) -> u32 {
            *board
        }
        fn decode(&self, state: u32) -> u32 {
            state
        }
        fn starts(&self, board: &u32) -> impl IntoIterator<Item = u32> {
            [*board]
        }
        fn successors(&self, state: u32) -> impl Iterator<Item = (P::Move, u32)> {
            self.puzzle.successors(state)
        }
        fn is_goal(&self, state: u32) -> bool {
            self.puzzle.is_goal(state)
        }
        fn heuristic(&self) -> Option<impl Heuristic<u32, P::Move>> {
            Some(&self.most_bits)
        }
        fn commuting(&self) -> Option<impl crate::abilities::Commuting<u32>> {
            self.puzzle.commuting()
        }
    }

    impl<M: crate::puzzle::Move> Heuristic<u32, M> for &u32 {
        fn estimate(&self, _: u32) -> u32 {
            0
        }
    }

    const TUNINGS: [Tuning; 4] = [
        TUNING,
        // Learns at once.
        Tuning { patience: 0, ..TUNING },
        // Soon looks few states up.
        Tuning { few: 0, ..TUNING },
        Tuning { patience: 0, learning_bytes: 1 << 12, few: 3 },
    ];

    fn agree<P: Puzzle + Debug>(puzzle: &P, starts: &[P::State], case: &str) {
        let mut starts = starts.to_vec();
        starts.sort_unstable();
        starts.dedup();
        let reachable = least_costs(puzzle, starts.iter().copied());
        let least = starts.iter().filter_map(|start| reachable[start]).min();
        for (index, tuning) in TUNINGS.into_iter().enumerate() {
            let case = format!("{case}, tuning {index}: {puzzle:?} from {starts:?}");
            let limits = Limits { expansions: Some(5_000_000), ..Limits::default() };
            let job = Job { limits, ..Job::default() };
            let mut meter = Meter::start(&job);
            match (search_with(tuning, puzzle, &starts, &mut meter), least) {
                (Ok(Outcome::Solved(solution)), Some(least)) => {
                    assert_eq!(
                        (solution.cost, solution.optimality),
                        (least, Optimality::Proved),
                        "{case}"
                    );
                    assert_eq!(replay(puzzle, &starts, &solution.paths[0]), Ok(least), "{case}");
                }
                (Ok(Outcome::Unsolvable(Reason::Exhausted { states })), None) => {
                    assert_eq!(states, reachable.len() as u64, "{case}");
                }
                (Ok(Outcome::Unsolvable(Reason::RuledOut { states })), None) => {
                    assert!(states <= reachable.len() as u64, "{case}");
                }
                (outcome, least) => panic!("{case}: {outcome:?}, and not {least:?}"),
            }
        }
    }

    #[test]
    fn answers_do_not_depend_on_tuning() {
        let weights = [Weights::Unit, Weights::Between { least: 0, most: 3 }];
        let estimates = [Estimates::Consistent, Estimates::Admissible];
        for seed in 0..100 {
            for weights in weights {
                for estimates in estimates {
                    let graph = Graph::random(seed, weights, estimates);
                    agree(&graph, &graph.starts, &format!("graph {seed}"));
                }
            }
            let bits = Bits::random(seed);
            let most_bits = bits.masks().iter().map(|mask| mask.count_ones()).max().unwrap_or(0);
            agree(&Informed { puzzle: bits, most_bits }, &[0, 1], &format!("bits {seed}"));
        }
    }
}
