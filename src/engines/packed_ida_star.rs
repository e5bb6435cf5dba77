//! IDA*, on a stack of its own.

mod top;

use super::guide::{Guide, ParentPruning};
use super::lower_bounds::{LowerBounds, Memories, Memory};
use super::passes::{End, Passes};
use super::{About, Guarantee, Halt, OutcomeOf};
use crate::abilities::{Ability, Carried, Costs, Heuristic};
use crate::puzzle::Puzzle;
use crate::search::path::{edge_cost, label};
use crate::search::pruning::Pruning;
use crate::search::{Limit, Meter, Outcome, Reason, Solution, Stop};
use crate::threads;
use std::mem;

/// What people are told.
pub const ABOUT: About = About {
    name: "packed_ida_star",
    summary: "iterative deepening A* on all cores, which learns what moves it need not make",
    good_at: "long solutions and good heuristics, in little memory",
    cannot: "moves of many different costs: each new sum of costs takes a walk",
    price: "a walk for each bound on g + h; a table of states near the starts, and of all states where \
            there is no solution; a stack for each core",
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
/// another one in some states only is made then. A table of the states near the starts
/// (`Walked`) keeps the search from walking what it has walked before where that saves time, and
/// proves that there is no solution: a pass that looks all states up and meets none beyond the bound has met
/// all there are. Moves that cost nothing might lead in circles for ever, so where there are any, all states
/// are looked up from then on.
///
/// A pass that will take long is shared out among threads: the first levels of its tree are walked breadth
/// first, with the table, and what hangs below each state there is walked without it, by whichever thread
/// comes. The first solution counts in the order of a walk that goes depth first from the beginning. So paths and
/// counts are the same whatever the number of threads, but for
/// [`Stats::peak_bytes`](crate::search::Stats::peak_bytes), as each has a stack.
///
/// Where the job has room for [transpositions](crate::search::Job::transpositions), a search that takes long
/// also remembers states anywhere in the tree (`LowerBounds`), each thread for itself. Paths and costs stay
/// those of a search without it. Counts do not: with several threads they vary from run to run. That saves
/// expansions. It saves time at most where nothing can be learnt and a state takes long to expand: looking one
/// up takes as long as expanding several that do not.
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
pub(super) struct Tuning {
    /// After so many expansions it pays to learn what can be pruned.
    pub(super) patience: u64,
    /// The memory for learning.
    learning_bytes: u64,
    /// A state is looked up in the table of lower bounds if it takes about so many expansions to walk it.
    worth: u64,
    /// All states are looked up until there are so many.
    few: usize,
    /// A pass is shared out if the one before took so many expansions.
    worth_sharing: u64,
    /// It is shared out in parts of about so many of them,
    part: u64,
    /// but in no fewer and no more parts than these, if it can be.
    parts: (usize, usize),
}

pub(super) const TUNING: Tuning = Tuning {
    patience: 1 << 20,
    learning_bytes: 32 << 20,
    worth: 16,
    few: 1 << 10,
    worth_sharing: 1 << 16,
    part: 1 << 10,
    parts: (1 << 8, 1 << 14),
};

fn search_with<P: Puzzle>(
    tuning: Tuning,
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<OutcomeOf<P>, Halt> {
    let heuristic = puzzle.heuristic().ok_or(Ability::Informed)?;
    let root = |&start| (start, heuristic.begin(start));
    let roots: Vec<_> = starts.iter().map(root).collect();
    meter.stats.evaluated += roots.len() as u64;
    let estimates = roots.iter().map(|(_, h)| h.estimate).filter(|&h| h != u32::MAX);
    let mut bound = estimates.min().unwrap_or(0).into();
    let search = Search {
        puzzle,
        heuristic,
        costs: puzzle.costs(),
        expand: |state| puzzle.successors(state),
        guide: ParentPruning,
        roots,
        tuning,
        memories: Memories::default(),
    };
    if let Some(outcome) = search.deepen(&mut bound, tuning.patience, meter)? {
        return Ok(outcome);
    }
    let pruning = learn(&tuning, puzzle, starts, meter)?;
    let endless = u64::MAX;
    let outcome = match (pruning, table_bytes(meter)) {
        (None, None) => search.deepen(&mut bound, endless, meter),
        (Some(pruning), None) => search.guided_by(pruning).deepen(&mut bound, endless, meter),
        (None, Some(bytes)) => search.remembering(bytes, meter)?.deepen(&mut bound, endless, meter),
        (Some(pruning), Some(bytes)) => {
            let search = search.guided_by(pruning).remembering(bytes, meter)?;
            search.deepen(&mut bound, endless, meter)
        }
    };
    Ok(outcome?.expect("patience is endless now"))
}

/// What need not be walked besides undone moves, as far as there is memory to learn it.
///
/// # Errors
/// When the search has to end.
pub(super) fn learn<P: Puzzle>(
    tuning: &Tuning,
    puzzle: &P,
    starts: &[P::State],
    meter: &mut Meter<'_>,
) -> Result<Option<Pruning>, Stop> {
    let table = table_bytes(meter).unwrap_or(0);
    let room = meter.limits().bytes.map_or(u64::MAX, |limit| (limit - table) / 2);
    let pruning = Pruning::learn(puzzle, starts, tuning.learning_bytes.min(room), meter)?;
    Ok(pruning.filter(Pruning::is_more_than_undoing))
}

/// The bytes of the table of lower bounds, if there is to be one: half of the memory limit at most.
fn table_bytes(meter: &Meter<'_>) -> Option<u64> {
    let most = meter.limits().bytes.map_or(u64::MAX, |limit| limit / 2);
    meter.job().transpositions.map(|bytes| bytes.min(most))
}

/// What is searched, and how.
struct Search<'a, P: Puzzle, H, C, E, G, M> {
    puzzle: &'a P,
    heuristic: H,
    costs: Option<C>,
    /// [`Puzzle::successors`], the type of which has no name.
    expand: E,
    guide: G,
    /// The starts with their estimates.
    roots: Vec<(P::State, Carried)>,
    tuning: Tuning,
    memories: Memories<M>,
}

/// A search with tables of lower bounds.
type Remembering<'a, P, H, C, E, G> = Search<'a, P, H, C, E, G, Table<P, G>>;

/// A table of lower bounds, for the states of a puzzle and the places of a guide.
type Table<P, G> = LowerBounds<StateOf<P>, <G as Guide<StateOf<P>>>::Place>;

type StateOf<P> = <P as Puzzle>::State;

/// A state that is to be walked.
#[derive(Clone, Copy)]
struct Node<S, Q> {
    state: S,
    place: Q,
    /// What may still be spent.
    left: u64,
    h: u32,
    /// What h is made of.
    parts: u64,
}

/// A state that is walked, and its successors that are still to be tried.
struct Frame<S, Q, I, M: Memory<S, Q>> {
    node: Node<S, Q>,
    /// What is noted of it for the memory.
    walk: M::Walk,
    successors: I,
}

/// The states between a start and the one that is walked.
type Path<S, Q, I, M> = Vec<Frame<S, Q, I, M>>;

/// After so many passes that hardly grow, all states are looked up, if there is a table of lower bounds.
const STALE: u32 = 16;

/// There is room for so many moves from the beginning.
const MOVES: usize = 1 << 8;

/// What comes of a successor.
enum Step<S, Q> {
    /// It need not be walked.
    Over,
    /// It is a goal.
    Goal,
    /// The move to it costs nothing, while not all states are looked up.
    FreeMove,
    /// It is to be walked.
    Into(Node<S, Q>),
}

impl<'a, P: Puzzle, H, C, E, G: Guide<P::State>> Search<'a, P, H, C, E, G, ()> {
    /// The same search with another guide.
    fn guided_by<F>(self, guide: F) -> Search<'a, P, H, C, E, F, ()> {
        let Search { puzzle, heuristic, costs, expand, roots, tuning, memories, .. } = self;
        Search { puzzle, heuristic, costs, expand, guide, roots, tuning, memories }
    }

    /// The same search with a table for each thread, of so many bytes in all.
    ///
    /// # Errors
    /// When the system does not give the memory.
    fn remembering(
        self,
        bytes: u64,
        meter: &Meter<'_>,
    ) -> Result<Remembering<'a, P, H, C, E, G>, Stop> {
        let Search { puzzle, heuristic, costs, expand, guide, roots, tuning, .. } = self;
        let threads = threads::count(meter.job().threads);
        let (state, _) = roots[0];
        let place = guide.start(0, state);
        let table = |_| LowerBounds::new(bytes / threads as u64, tuning.worth, state, place);
        let tables = (0..threads).map(table).collect::<Result<Vec<_>, _>>();
        let memories = Memories::of(tables.map_err(|_| Limit::Refused(bytes))?);
        Ok(Search { puzzle, heuristic, costs, expand, guide, roots, tuning, memories })
    }
}

impl<P, H, C, E, G, M, I> Search<'_, P, H, C, E, G, M>
where
    P: Puzzle,
    H: Heuristic<P::State, P::Move>,
    C: Costs<P::State, P::Move>,
    E: Fn(P::State) -> I + Sync,
    G: Guide<P::State> + Sync,
    M: Memory<P::State, G::Place>,
    I: Iterator<Item = (P::Move, P::State)>,
{
    /// Walks with one bound after another; none when patience is over.
    fn deepen(
        &self,
        bound: &mut u64,
        patience: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<OutcomeOf<P>>, Halt> {
        let mut passes = Passes::new(self.tuning.few, meter);
        let outcome = self.make(&mut passes, bound, patience);
        passes.flush();
        outcome
    }

    /// Makes one pass after another.
    ///
    /// In a tree that goes on, passes grow. Where they do not, although the bound is raised, the same states come
    /// again and again, and a table of lower bounds keeps what is below them from being walked: there may be no
    /// solution, which only looking up all states can prove.
    fn make(
        &self,
        passes: &mut Passes<'_, '_, (P::State, G::Key), M>,
        bound: &mut u64,
        patience: u64,
    ) -> Result<Option<OutcomeOf<P>>, Halt> {
        while passes.expanded() < patience {
            if let Some(limit) = passes.meter.limits().depth.filter(|&limit| *bound > limit) {
                return Err(Stop::from(Limit::Depth(limit)).into());
            }
            passes.begin(*bound);
            if self.memories.bytes() > 0 && passes.stale > STALE {
                passes.table.look_up_all();
            }
            let end = match self.parts(passes) {
                Some(parts) => self.share(parts, passes)?,
                // All states are in the other table.
                None if passes.table.has_all() => self.walk(passes)?,
                None => {
                    passes.memory = self.memories.take();
                    let end = self.walk(passes);
                    self.memories.put(mem::take(&mut passes.memory));
                    end?
                }
            };
            match end {
                End::Goal(states) => {
                    let path = label(self.puzzle, &states)?;
                    return Ok(Some(Outcome::Solved(Solution::optimal(*bound, path))));
                }
                End::FreeMove => passes.table.look_up_all(),
                End::Done if passes.cut.excess < u64::MAX => *bound += passes.cut.excess,
                // There is nothing more. How much there was is known once all is looked up.
                End::Done if passes.cut.is_beyond => passes.table.look_up_all(),
                End::Done => {
                    let states = self.count(passes)?;
                    let reason = if passes.cut.is_ruled_out {
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

    /// The number of parts in which the pass that begins is to be shared out, if it is.
    fn parts(&self, pass: &Passes<'_, '_, (P::State, G::Key), M>) -> Option<usize> {
        /// There may be so many states above a part, each in the top and in the table.
        const ABOVE: u64 = 4;
        const BYTES: u64 = 256;
        let Tuning { worth_sharing, part, parts: (least, most), .. } = self.tuning;
        let last = pass.meter.last_pass();
        if last < worth_sharing || pass.table.has_all() {
            return None;
        }
        // What is shared out faster must not take memory that it can do without.
        let limits = pass.meter.limits();
        let room =
            limits.bytes.map(|bytes| bytes / 2 / BYTES).into_iter().chain(limits.states).min();
        let room = room.map_or(most as u64, |states| states / ABOVE);
        let parts = (last / part.max(1)).clamp(least as u64, most as u64);
        usize::try_from(parts.min(room)).ok().filter(|&parts| parts >= least)
    }

    /// Walks from all starts as far as the bound allows.
    #[inline]
    fn walk(
        &self,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<End<P::State>, Stop> {
        let mut path = Vec::with_capacity(MOVES);
        pass.store(self.bytes(&path))?;
        for number in 0..self.roots.len() {
            match self.root(number, self.bytes(&path), pass)? {
                Step::Into(root) => match self.descend(root, &mut path, pass)? {
                    End::Done => {}
                    end => return Ok(end),
                },
                Step::Goal => return Ok(End::Goal(vec![self.roots[number].0])),
                Step::Over | Step::FreeMove => {}
            }
        }
        Ok(End::Done)
    }

    /// What comes of start number `number`; `bytes` are in use besides the table.
    fn root(
        &self,
        number: usize,
        bytes: u64,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<Step<P::State, G::Place>, Stop> {
        let (state, Carried { estimate: h, parts }) = self.roots[number];
        let place = self.guide.start(number, state);
        let key = (state, G::key(place));
        if pass.table.knows(key, 0, 0) {
            return Ok(Step::Over);
        }
        pass.table.note(key, 0, 0, bytes, pass.meter)?;
        let left = pass.bound;
        if u64::from(h) > left || h == u32::MAX {
            pass.leave_out(h.into(), left, h);
            return Ok(Step::Over);
        }
        let is_solved = self.is_solved(state, h);
        Ok(if is_solved { Step::Goal } else { Step::Into(Node { state, place, left, h, parts }) })
    }

    /// Walks what is below a state, on a path that is empty.
    fn descend(
        &self,
        root: Node<P::State, G::Place>,
        path: &mut Path<P::State, G::Place, I, M>,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<End<P::State>, Stop> {
        let mut frame = self.enter(root, pass)?;
        loop {
            let Some((mv, state)) = frame.successors.next() else {
                let Node { state, left, h, .. } = frame.node;
                let need = pass.memory.end(state, h, left, frame.walk, pass.expanded());
                let Some(before) = path.pop() else { return Ok(End::Done) };
                frame = before;
                let cost = frame.node.left - left;
                M::note(&mut frame.walk, need.saturating_add(cost));
                continue;
            };
            let bytes = || self.bytes(path);
            match self.meet(&mut frame, mv, state, path.len() + 1, bytes, pass)? {
                Step::Over => {}
                Step::FreeMove => return Ok(End::FreeMove),
                Step::Goal => {
                    let states = path.iter().map(|frame| frame.node.state);
                    return Ok(End::Goal(states.chain([frame.node.state, state]).collect()));
                }
                Step::Into(node) => {
                    if path.len() == path.capacity() {
                        self.make_room(path, pass)?;
                    }
                    let next = self.enter(node, pass)?;
                    path.push(mem::replace(&mut frame, next));
                }
            }
        }
    }

    /// What comes of the next successor of `frame`'s state, `depth` moves from where the walk has begun; `bytes` are
    /// in use besides the table.
    ///
    /// What is asked of it is ordered by how much it rules out for how little: the guide, the bound, the table.
    #[expect(clippy::inline_always, reason = "the innermost loop, which calls nothing else")]
    #[inline(always)]
    fn meet(
        &self,
        frame: &mut Frame<P::State, G::Place, I, M>,
        mv: P::Move,
        state: P::State,
        depth: usize,
        bytes: impl Fn() -> u64,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<Step<P::State, G::Place>, Stop> {
        pass.generated += 1;
        let Frame { node: before, walk, .. } = frame;
        let Some(place) = self.guide.next(&mut before.place, before.state, state) else {
            pass.duplicates += 1;
            return Ok(Step::Over);
        };
        let cost = edge_cost::<P>(self.costs.as_ref(), before.state, mv, state);
        if cost == 0 && !pass.table.has_all() {
            return Ok(Step::FreeMove);
        }
        let carried = Carried { estimate: before.h, parts: before.parts };
        let Carried { estimate: h, parts } = self.heuristic.carry(before.state, mv, state, carried);
        let need = cost + u64::from(h);
        let left = before.left;
        let is_within = need <= left;
        // A successor that is not walked.
        let note = |walk| M::note(walk, if h == u32::MAX { u64::MAX } else { need });
        if !is_within && need - left >= pass.cut.excess {
            note(walk);
            return Ok(Step::Over);
        }
        if depth <= pass.table.depth() {
            let (key, g) = ((state, G::key(place)), pass.bound - left + cost);
            if pass.is_known(key, g, depth, is_within, bytes())? {
                note(walk);
                return Ok(Step::Over);
            }
        } else {
            pass.cut.is_beyond = true;
            if is_within && let Some(rest) = pass.memory.beyond(state, place, h, left - cost) {
                M::note(walk, rest.saturating_add(cost));
                pass.pass_over(rest, left - cost);
                return Ok(Step::Over);
            }
        }
        if !is_within || h == u32::MAX {
            note(walk);
            pass.leave_out(need, left, h);
            return Ok(Step::Over);
        }
        if self.is_solved(state, h) {
            return Ok(Step::Goal);
        }
        Ok(Step::Into(Node { state, place, left: left - cost, h, parts }))
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
        node: Node<P::State, G::Place>,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<Frame<P::State, G::Place, I, M>, Stop> {
        let walk = M::begin(node.place, pass.expanded());
        pass.expand()?;
        Ok(Frame { node, walk, successors: (self.expand)(node.state) })
    }

    /// Bytes that there are besides the table.
    fn bytes(&self, path: &Path<P::State, G::Place, I, M>) -> u64 {
        path_bytes(path) + self.shared_bytes()
    }

    /// Those of them that all threads share.
    fn shared_bytes(&self) -> u64 {
        self.guide.bytes() + self.memories.bytes()
    }

    /// Makes room for twice as many moves.
    #[cold]
    fn make_room(
        &self,
        path: &mut Path<P::State, G::Place, I, M>,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<(), Stop> {
        // The old one is there until it is copied.
        pass.store(self.bytes(path) + 2 * path_bytes(path))?;
        path.reserve_exact(path.len());
        Ok(())
    }

    /// How many states were walked, each counted once, wherever the guide was.
    fn count(&self, pass: &mut Passes<'_, '_, (P::State, G::Key), M>) -> Result<u64, Stop> {
        let entries = pass.table.len();
        if size_of::<G::Key>() == 0 {
            return Ok(entries as u64);
        }
        pass.store(self.shared_bytes() + (entries * size_of::<P::State>()) as u64)?;
        let mut states = Vec::with_capacity(entries);
        states.extend(pass.table.states().map(|(state, _)| state));
        states.sort_unstable();
        states.dedup();
        Ok(states.len() as u64)
    }
}

fn path_bytes<S, Q, I, M: Memory<S, Q>>(path: &Path<S, Q, I, M>) -> u64 {
    (path.capacity() * size_of::<Frame<S, Q, I, M>>()) as u64
}

#[cfg(test)]
mod tests;
