//! The first levels of a pass, below which it is shared out.

use super::{MOVES, Memory, Node, Search, Step};
use crate::abilities::{Costs, Heuristic};
use crate::engines::guide::Guide;
use crate::engines::passes::{End, Part, Passes};
use crate::engines::sharing::{Before, share_out};
use crate::puzzle::Puzzle;
use crate::search::{Job, Meter, Stop};
use std::ops::Range;

/// The first levels of the tree.
struct Top<S, Q> {
    /// The states, each with the number of the one before it.
    nodes: Vec<(Node<S, Q>, Option<usize>)>,
    /// The last level, which is not walked yet.
    last: Range<usize>,
    /// The way to a goal, which counts if there is none below the last level: that comes first in order.
    goal: Option<Vec<S>>,
}

/// The first levels of the tree, or how the pass ends within them.
type TopOrEnd<S, Q> = Result<Top<S, Q>, End<S>>;

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
    /// Walks the first levels of the tree, and shares out what is below them in so many parts or more.
    pub(super) fn share(
        &self,
        parts: usize,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<End<P::State>, Stop> {
        let mut top = match self.top(parts, pass)? {
            Ok(top) => top,
            Err(end) => return Ok(end),
        };
        let shared_bytes = self.shared_bytes();
        let before = Before { bytes: top.bytes() + shared_bytes, shared_bytes };
        let bound = pass.bound;
        let goal = top.goal.take();
        let end = share_out(top.last.len(), &before, pass, |number, job| {
            self.walk_part(&top, top.last.start + number, bound, job)
        })?;
        Ok(match (end, goal) {
            (End::Done, Some(states)) => End::Goal(states),
            (end, _) => end,
        })
    }

    /// Walks the first levels of the tree, until there are so many states in one and it does not pay to look up
    /// more; or to the end of the pass, if that comes first.
    fn top(
        &self,
        parts: usize,
        pass: &mut Passes<'_, '_, (P::State, G::Key), M>,
    ) -> Result<TopOrEnd<P::State, G::Place>, Stop> {
        let mut top = Top { nodes: Vec::new(), last: 0..0, goal: None };
        let bytes = |top: &Top<_, _>| top.bytes() + self.shared_bytes();
        for number in 0..self.roots.len() {
            match self.root(number, bytes(&top), pass)? {
                Step::Into(root) => top.nodes.push((root, None)),
                Step::Goal => {
                    top.goal = Some(vec![self.roots[number].0]);
                    break;
                }
                Step::Over | Step::FreeMove => {}
            }
        }
        top.last = 0..top.nodes.len();
        let least_depth = pass.table.paying_depth();
        // States that need not be in the top must not take memory that the search can do without: there are the next
        // level and the table besides, each about as large.
        let room = pass.meter.limits().bytes.map_or(u64::MAX, |limit| limit / 4);
        let mut pays = true;
        for depth in 1.. {
            if top.last.is_empty() || (top.last.len() >= parts && depth > least_depth && !pays) {
                break;
            }
            pass.table.begin_level(depth);
            let next = top.nodes.len();
            'level: for index in top.last.clone() {
                let mut frame = self.enter(top.nodes[index].0, pass)?;
                while let Some((mv, state)) = frame.successors.next() {
                    match self.meet(&mut frame, mv, state, depth, || bytes(&top), pass)? {
                        Step::Over => {}
                        Step::FreeMove => return Ok(Err(End::FreeMove)),
                        Step::Goal => {
                            top.goal = Some(top.states_to(index).chain([state]).collect());
                            break 'level;
                        }
                        Step::Into(node) => top.nodes.push((node, Some(index))),
                    }
                }
            }
            top.last = next..top.nodes.len();
            pass.store(bytes(&top))?;
            let expansions = pass.meter.last_pass() / top.last.len().max(1) as u64;
            pays = bytes(&top) < room && pass.table.pays(expansions);
        }
        Ok(Ok(top))
    }

    /// Walks what is below a state of the top.
    fn walk_part(
        &self,
        top: &Top<P::State, G::Place>,
        index: usize,
        bound: u64,
        job: &Job<'_>,
    ) -> Part<P::State> {
        let mut meter = Meter::start(job);
        // A part that is walked once more goes without, and would be shorter by what was learnt meanwhile.
        let is_lent = job.transpositions.is_some();
        let memory = if is_lent { self.memories.take() } else { M::default() };
        let mut pass = Passes::part(bound, memory, &mut meter);
        let mut path = Vec::with_capacity(MOVES);
        let end = pass
            .store(self.bytes(&path))
            .and_then(|()| self.descend(top.nodes[index].0, &mut path, &mut pass));
        let end = end.map(|end| match end {
            End::Goal(states) => {
                let before = top.nodes[index].1.into_iter().flat_map(|index| top.states_to(index));
                End::Goal(before.chain(states).collect())
            }
            end => end,
        });
        pass.flush();
        let cut = pass.cut;
        if is_lent {
            self.memories.put(pass.memory);
        }
        Part { end, cut, stats: meter.stats }
    }
}

impl<S: Copy, Q> Top<S, Q> {
    /// The states from a start to the one of this number.
    fn states_to(&self, index: usize) -> impl Iterator<Item = S> {
        let before = |&index: &usize| self.nodes[index].1;
        let mut indices: Vec<_> = std::iter::successors(Some(index), before).collect();
        indices.reverse();
        indices.into_iter().map(|index| self.nodes[index].0.state)
    }

    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<(Node<S, Q>, Option<usize>)>()) as u64
    }
}
