//! The first levels of a pass, below which it is shared out.

use super::{Deepener, Key, Root};
use crate::engines::passes::{End, Part, Passes};
use crate::engines::sharing::{Before, share_out};
use crate::search::{Job, Meter, Stop};
use crate::words::{Ending, Node, Tried, Walk, Word};
use std::ops::Range;

/// The first levels of the tree.
struct Top<W> {
    /// The states, each with the number of the one before it.
    nodes: Vec<(Node<W>, Option<usize>)>,
    /// The last level, which is not walked yet.
    last: Range<usize>,
    /// The way to a goal, which counts if there is none below the last level: that comes first in order.
    goal: Option<Vec<W>>,
}

/// The first levels of the tree, or how the pass ends within them.
type TopOrEnd<W> = Result<Top<W>, End<W>>;

impl<W: Word> Deepener<'_, W> {
    /// Walks the first levels of the tree, and shares out what is below them in so many parts or more.
    pub(super) fn share<K: Key<W>>(
        &self,
        parts: usize,
        pass: &mut Passes<'_, '_, K>,
    ) -> Result<End<W>, Stop> {
        let mut top = match self.top(parts, pass)? {
            Ok(top) => top,
            Err(end) => return Ok(end),
        };
        let shared_bytes = self.bytes();
        let before = Before { bytes: top.bytes() + shared_bytes, shared_bytes };
        let bound = pass.counts.bound;
        let goal = top.goal.take();
        let end = share_out(top.last.len(), &before, pass, |number, job| {
            self.walk_part::<K>(&top, top.last.start + number, bound, job)
        })?;
        Ok(match (end, goal) {
            (End::Done, Some(states)) => End::Goal(states),
            (end, _) => end,
        })
    }

    /// Walks the first levels of the tree, until there are so many states in one and it does not pay to look up
    /// more; or to the end of the pass, if that comes first.
    fn top<K: Key<W>>(
        &self,
        parts: usize,
        pass: &mut Passes<'_, '_, K>,
    ) -> Result<TopOrEnd<W>, Stop> {
        let mut top = Top { nodes: Vec::new(), last: 0..0, goal: None };
        for number in 0..self.roots.len() {
            match self.root(number, top.bytes() + self.bytes(), pass)? {
                Root::Into(root) => top.nodes.push((root, None)),
                Root::Goal => {
                    top.goal = Some(vec![self.roots[number].0]);
                    break;
                }
                Root::Over => {}
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
            let level = |walk: &mut Walk<'_, W>| self.level(&mut top, walk);
            let (ending, way) = pass.walk(self.guide(), self.bytes(), level)?;
            match ending {
                Ending::Done | Ending::Stopped => {}
                Ending::FreeMove => return Ok(Err(End::FreeMove)),
                Ending::Goal => top.goal = Some(way.into_iter().rev().collect()),
            }
            top.last = next..top.nodes.len();
            let bytes = top.bytes() + self.bytes();
            pass.store(bytes)?;
            let expansions = pass.meter.last_pass() / top.last.len().max(1) as u64;
            pays = bytes < room && pass.table.pays(expansions);
        }
        Ok(Ok(top))
    }

    /// Adds the next level, as far as the first goal.
    fn level(&self, top: &mut Top<W>, walk: &mut Walk<'_, W>) -> Ending {
        let has_costs = !self.graph.has(crate::abilities::Ability::UnitCosts);
        let (mut successors, mut costs) = (Vec::new(), Vec::new());
        for index in top.last.clone() {
            if !walk.engine.store(top.bytes()) || !walk.expand() {
                return Ending::Stopped;
            }
            let node = top.nodes[index].0;
            successors.clear();
            costs.clear();
            self.graph.expand(node.state, &mut successors);
            if has_costs {
                self.graph.costs(node.state, &mut costs);
            }
            for (mv, &state) in (0..).zip(&successors) {
                let cost = costs.get(mv as usize).map_or(1, |&cost| cost.into());
                match walk.attempt(self.graph, &node, mv, state, cost) {
                    Tried::Over => {}
                    Tried::Into(node) => top.nodes.push((node, Some(index))),
                    Tried::End(ending) => {
                        if ending == Ending::Goal {
                            walk.way.extend(top.states_back_from(index));
                        }
                        return ending;
                    }
                }
            }
        }
        Ending::Done
    }

    /// Walks what is below a state of the top.
    fn walk_part<K: Key<W>>(
        &self,
        top: &Top<W>,
        index: usize,
        bound: u64,
        job: &Job<'_>,
    ) -> Part<W> {
        let mut meter = Meter::start(job);
        let mut pass = Passes::<K>::part(bound, &mut meter);
        let end =
            pass.store(self.bytes()).and_then(|()| self.descend(top.nodes[index].0, &mut pass));
        let end = end.map(|end| match end {
            End::Goal(states) => {
                let mut before: Vec<W> = top.states_back_from(index).skip(1).collect();
                before.reverse();
                End::Goal(before.into_iter().chain(states).collect())
            }
            end => end,
        });
        pass.flush();
        let cut = pass.cut();
        Part { end, cut, stats: meter.stats }
    }
}

impl<W: Copy> Top<W> {
    /// The states from the one of this number back to a start.
    fn states_back_from(&self, index: usize) -> impl Iterator<Item = W> {
        let before = |&index: &usize| self.nodes[index].1;
        std::iter::successors(Some(index), before).map(|index| self.nodes[index].0.state)
    }

    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<(Node<W>, Option<usize>)>()) as u64
    }
}
