//! The inner walk of IDA*: depth first below a state, as far as a bound allows.
//!
//! It is written twice. [`by_calls`] is a function that calls itself, compiled for a puzzle: the processor's own stack
//! is the fastest there is. [`on_the_heap`] works for every graph and has no limit of depth. Both make the same steps
//! in the same order.

use super::{Graph, State, Word, pack};
use crate::abilities::{Ability, Carried, Costs, Heuristic};
use crate::puzzle::Puzzle;

/// A state to walk below.
#[derive(Debug, Clone, Copy)]
pub struct Node<W> {
    /// The state.
    pub state: W,
    /// The state before it; of a start, the start.
    pub before: W,
    /// Where the automaton of [`Guide::Learnt`] is; elsewhere 0.
    pub place: u32,
    /// How many moves led to it.
    pub depth: usize,
    /// The cost that may still be spent.
    pub left: u64,
    /// The lower bound of what is left to do.
    pub carried: Carried,
}

/// What says which moves need not be made.
#[derive(Debug, Clone, Copy)]
pub enum Guide<'a> {
    /// No move leads back to the state before.
    Undoing,
    /// An automaton: entry `place + i` says where move number `i` leads, or [`PRUNED`](Guide::PRUNED).
    Learnt(&'a [u32]),
}

impl Guide<'_> {
    /// Stands for a move that need not be made.
    pub const PRUNED: u32 = u32::MAX;
}

/// What a walk counts, and what it has to know of the table of states that were walked before.
#[derive(Debug, Clone, Copy)]
pub struct Counts {
    /// What g + h may be.
    pub bound: u64,
    /// The most moves to a state that is looked up in the table.
    pub table_depth: usize,
    /// Whether all states are looked up, however many there are.
    pub has_all: bool,
    /// Expansions that may be made before [`Deepening::period`] is to be called again.
    pub ahead: u64,
    /// States generated.
    pub generated: u64,
    /// Those of them that were pruned.
    pub duplicates: u64,
    /// The least by which g + h exceeded the bound.
    pub excess: u64,
    /// Whether the heuristic ruled out a goal somewhere.
    pub is_ruled_out: bool,
    /// Whether states were met without being looked up.
    pub is_beyond: bool,
}

/// The engine behind a walk: what is asked of it is asked seldom.
pub trait Deepening<W> {
    /// Allows for more expansions, in [`Counts::ahead`]. False where the walk has to end.
    fn period(&mut self, counts: &mut Counts) -> bool;

    /// Whether a state that was generated at cost `g`, `depth` moves deep, need not be walked. If it must, and
    /// `is_within` the bound, notes that it is. None where the walk has to end.
    fn is_known(&mut self, met: &Met<W>, counts: &mut Counts) -> Option<bool>;

    /// Notes that the walk has so many bytes on the heap. False where it has to end.
    fn store(&mut self, bytes: u64) -> bool;
}

/// A state to look up.
#[derive(Debug, Clone, Copy)]
pub struct Met<W> {
    /// The state.
    pub state: W,
    /// Where the automaton is.
    pub place: u32,
    /// The cost of the way to it.
    pub g: u64,
    /// The moves of the way to it.
    pub depth: usize,
    /// Whether g + h is within the bound.
    pub is_within: bool,
}

/// A walk that goes on.
pub struct Walk<'a, W> {
    /// What is pruned.
    pub guide: Guide<'a>,
    /// What was counted.
    pub counts: Counts,
    /// The engine.
    pub engine: &'a mut dyn Deepening<W>,
    /// At the end of a walk that found a goal, the states below the first one on the way to it, the last one first.
    pub way: Vec<W>,
}

/// How a walk ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// All was walked that the bound allows.
    Done,
    /// At a goal.
    Goal,
    /// At a move that costs nothing, while not all states are looked up.
    FreeMove,
    /// The engine had it end.
    Stopped,
}

/// What comes of a successor.
enum Step {
    /// It need not be walked.
    Over,
    /// It is to be walked, with so much left.
    Into(u64),
    /// The walk ends.
    End(Ending),
}

/// What comes of a successor of a node.
pub(crate) enum Tried<W> {
    /// It need not be walked.
    Over,
    /// It is to be walked.
    Into(Node<W>),
    /// The walk ends.
    End(Ending),
}

impl<W: Word> Walk<'_, W> {
    /// Counts an expansion. False where the walk has to end instead.
    #[inline]
    pub(crate) fn expand(&mut self) -> bool {
        if self.counts.ahead == 0 && !self.engine.period(&mut self.counts) {
            return false;
        }
        self.counts.ahead -= 1;
        true
    }

    /// What comes of a successor that the guide lets through: at `depth` moves, by a move of this cost from a state
    /// with so much `left`. `met` gives the state and the place of the guide.
    ///
    /// What is asked of it is ordered by how much it rules out for how little: the bound, then the table.
    #[expect(clippy::inline_always, reason = "the innermost loop")]
    #[inline(always)]
    fn meet(
        &mut self,
        left: u64,
        depth: usize,
        cost: u64,
        h: u32,
        met: impl FnOnce() -> (W, u32),
    ) -> Step {
        if cost == 0 && !self.counts.has_all {
            return Step::End(Ending::FreeMove);
        }
        let need = cost + u64::from(h);
        let is_within = need <= left;
        if !is_within && need - left >= self.counts.excess {
            return Step::Over;
        }
        if depth <= self.counts.table_depth {
            let (state, place) = met();
            let g = self.counts.bound - left + cost;
            match self.look_up(&Met { state, place, g, depth, is_within }) {
                Some(false) => {}
                Some(true) => return Step::Over,
                None => return Step::End(Ending::Stopped),
            }
        } else {
            self.counts.is_beyond = true;
        }
        if h == u32::MAX {
            self.counts.is_ruled_out = true;
            Step::Over
        } else if is_within {
            Step::Into(left - cost)
        } else {
            self.counts.excess = need - left;
            Step::Over
        }
    }

    /// What comes of `state`, to which move number `mv` of a node leads.
    #[inline]
    pub(crate) fn attempt<G: Graph<W> + ?Sized>(
        &mut self,
        graph: &G,
        node: &Node<W>,
        mv: u32,
        state: W,
        cost: u64,
    ) -> Tried<W> {
        self.counts.generated += 1;
        let before = node.state;
        let next = match self.guide {
            Guide::Undoing => Undoing.next(&mut { node.before }, before, state).map(|_| 0),
            Guide::Learnt(automaton) => {
                Pruner::<W>::next(Learnt(automaton), &mut (node.place + mv), before, state)
            }
        };
        let Some(place) = next else {
            self.counts.duplicates += 1;
            return Tried::Over;
        };
        let carried = graph.carry(before, mv, state, node.carried);
        let depth = node.depth + 1;
        match self.meet(node.left, depth, cost, carried.estimate, || (state, place)) {
            Step::Over => Tried::Over,
            Step::End(ending) => Tried::End(ending),
            Step::Into(_) if carried.estimate == 0 && graph.is_goal(state) => {
                self.way.push(state);
                Tried::End(Ending::Goal)
            }
            Step::Into(left) => Tried::Into(Node { state, before, place, depth, left, carried }),
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up(&mut self, met: &Met<W>) -> Option<bool> {
        self.engine.is_known(met, &mut self.counts)
    }
}

/// What says which moves need not be made, for states of a puzzle.
pub(super) trait Pruner<S>: Copy {
    /// What it has to know of the moves so far.
    type Place: Copy;
    /// Where it is at a node.
    fn place<W: Word>(node: &Node<W>) -> Self::Place
    where
        S: State;
    /// Where the next successor of `before` leads, which is `after`; none where it is pruned. To be asked once for each
    /// successor, in their order.
    fn next(self, place: &mut Self::Place, before: S, after: S) -> Option<Self::Place>;
    /// The place of the automaton.
    fn number(place: Self::Place) -> u32;
}

/// See [`Guide::Undoing`].
#[derive(Clone, Copy)]
pub(super) struct Undoing;

impl<S: State> Pruner<S> for Undoing {
    /// The state before; of a start, itself.
    type Place = S;

    fn place<W: Word>(node: &Node<W>) -> S {
        super::unpack(node.before)
    }

    #[inline]
    fn next(self, parent: &mut S, before: S, after: S) -> Option<S> {
        (after != *parent).then_some(before)
    }

    fn number(_: S) -> u32 {
        0
    }
}

/// See [`Guide::Learnt`].
#[derive(Clone, Copy)]
pub(super) struct Learnt<'a>(pub(super) &'a [u32]);

impl<S: State> Pruner<S> for Learnt<'_> {
    type Place = u32;

    fn place<W: Word>(node: &Node<W>) -> u32 {
        node.place
    }

    #[inline]
    fn next(self, place: &mut u32, _: S, _: S) -> Option<u32> {
        let next = self.0.get(*place as usize).copied().unwrap_or(Guide::PRUNED);
        *place += 1;
        (next != Guide::PRUNED).then_some(next)
    }

    fn number(place: u32) -> u32 {
        place
    }
}

/// So deep do calls go below the first state. Deeper ones are walked [on the heap](on_the_heap), so that a long way
/// cannot overflow the stack.
const MOST_CALLS: usize = 256;

/// What a walk by calls is compiled for.
pub(super) struct ByCalls<'a, P, H, C, G, W> {
    pub(super) puzzle: &'a P,
    pub(super) heuristic: H,
    pub(super) costs: Option<C>,
    pub(super) pruner: G,
    /// The same puzzle as a graph.
    pub(super) graph: &'a dyn Graph<W>,
}

/// A state whose successors are tried: `depth` is theirs.
struct Call<S> {
    state: S,
    left: u64,
    carried: Carried,
    depth: usize,
    calls: usize,
}

impl<P, H, C, G, W> ByCalls<'_, P, H, C, G, W>
where
    P: Puzzle,
    H: Heuristic<P::State, P::Move>,
    C: Costs<P::State, P::Move>,
    G: Pruner<P::State>,
    W: Word,
{
    pub(super) fn walk(&self, node: &Node<W>, walk: &mut Walk<'_, W>) -> Ending {
        let &Node { left, carried, depth, .. } = node;
        self.below(super::unpack(node.state), G::place(node), left, carried, depth, 0, walk)
    }

    /// Walks below a state, as many `calls` deep by now.
    #[expect(clippy::too_many_arguments, reason = "in registers, and not in a struct in memory")]
    fn below(
        &self,
        state: P::State,
        mut place: G::Place,
        left: u64,
        carried: Carried,
        depth: usize,
        calls: usize,
        walk: &mut Walk<'_, W>,
    ) -> Ending {
        if !walk.expand() {
            return Ending::Stopped;
        }
        let call = Call { state, left, carried, depth: depth + 1, calls };
        let (mut generated, mut pruned) = (0, 0);
        let mut successors = self.puzzle.successors(state);
        // Written out for the first moves, so that the processor foresees what becomes of each by itself.
        let ending = 'moves: {
            macro_rules! next_move {
                () => {
                    let Some((mv, state)) = successors.next() else { break 'moves Ending::Done };
                    generated += 1;
                    match self.pruner.next(&mut place, call.state, state) {
                        None => pruned += 1,
                        Some(place) => {
                            let ending = self.attempt(&call, place, mv, state, walk);
                            if ending != Ending::Done {
                                break 'moves ending;
                            }
                        }
                    }
                };
            }
            next_move!();
            next_move!();
            next_move!();
            loop {
                next_move!();
            }
        };
        walk.counts.generated += generated;
        walk.counts.duplicates += pruned;
        ending
    }

    /// What comes of a move that is not pruned, and of all that is below it.
    #[expect(clippy::inline_always, reason = "each move has code of its own")]
    #[inline(always)]
    fn attempt(
        &self,
        call: &Call<P::State>,
        place: G::Place,
        mv: P::Move,
        state: P::State,
        walk: &mut Walk<'_, W>,
    ) -> Ending {
        let &Call { state: before, left, carried, depth, calls } = call;
        let costs = self.costs.as_ref();
        let cost = costs.map_or(1, |costs| u64::from(costs.cost(before, mv, state)));
        let carried = self.heuristic.carry(before, mv, state, carried);
        let met = || (pack(state), G::number(place));
        let left = match walk.meet(left, depth, cost, carried.estimate, met) {
            Step::Over => return Ending::Done,
            Step::End(ending) => return ending,
            Step::Into(left) => left,
        };
        let ending = if carried.estimate == 0 && self.puzzle.is_goal(state) {
            Ending::Goal
        } else if calls < MOST_CALLS {
            self.below(state, place, left, carried, depth, calls + 1, walk)
        } else {
            let (state, before) = (pack(state), pack(before));
            let place = G::number(place);
            self.deeper(&Node { state, before, place, depth, left, carried }, walk)
        };
        if ending == Ending::Goal {
            walk.way.push(pack(state));
        }
        ending
    }

    #[cold]
    #[inline(never)]
    fn deeper(&self, node: &Node<W>, walk: &mut Walk<'_, W>) -> Ending {
        on_the_heap(self.graph, *node, walk)
    }
}

/// A state that is walked on the heap, and its successors.
struct Frame<W> {
    node: Node<W>,
    /// Where its successors begin in the list of all, and where the next one is that is to be tried.
    first: usize,
    next: usize,
}

/// Walks below a state of any graph.
pub(super) fn on_the_heap<W: Word, G: Graph<W> + ?Sized>(
    graph: &G,
    node: Node<W>,
    walk: &mut Walk<'_, W>,
) -> Ending {
    let has_costs = !graph.has(Ability::UnitCosts);
    let mut frames: Vec<Frame<W>> = Vec::new();
    // Of all frames, one after another.
    let mut successors: Vec<W> = Vec::new();
    let mut costs: Vec<u32> = Vec::new();
    let mut bytes = 0;
    let mut entered = Some(node);
    loop {
        if let Some(node) = entered.take() {
            if !walk.expand() {
                return Ending::Stopped;
            }
            let first = successors.len();
            graph.expand(node.state, &mut successors);
            if has_costs {
                graph.costs(node.state, &mut costs);
            }
            frames.push(Frame { node, first, next: first });
            let now = frames.capacity() * size_of::<Frame<W>>()
                + successors.capacity() * size_of::<W>()
                + costs.capacity() * size_of::<u32>();
            if now > bytes {
                bytes = now;
                if !walk.engine.store(bytes as u64) {
                    return Ending::Stopped;
                }
            }
        }
        let Some(frame) = frames.last_mut() else { return Ending::Done };
        let Some(&state) = successors.get(frame.next) else {
            successors.truncate(frame.first);
            costs.truncate(frame.first);
            frames.pop();
            continue;
        };
        #[expect(clippy::cast_possible_truncation, reason = "a state has fewer moves than 2^32")]
        let mv = (frame.next - frame.first) as u32;
        let cost = if has_costs { costs[frame.next].into() } else { 1 };
        frame.next += 1;
        match walk.attempt(graph, &frame.node, mv, state, cost) {
            Tried::Over => {}
            Tried::Into(node) => entered = Some(node),
            Tried::End(ending) => {
                if ending == Ending::Goal {
                    let below = frames.iter().skip(1).rev();
                    walk.way.extend(below.map(|frame| frame.node.state));
                }
                return ending;
            }
        }
    }
}
