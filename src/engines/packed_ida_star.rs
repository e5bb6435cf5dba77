//! IDA*, on all cores.

mod top;

use super::passes::{End, Key, Passes};
use super::{Engine, Found, Guarantee, Halt, Search};
use crate::abilities::{Ability, Carried};
use crate::parameters::Arguments;
use crate::search::path::label;
use crate::search::pruning::Pruning;
use crate::search::{Limit, Meter, Outcome, Reason, Solution, Stop};
use crate::words::{Ending, Graph, Guide, Node, View, Word};

/// What people are told.
pub static ENGINE: Engine = Engine {
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
    ..Engine::new::<PackedIdaStar>("packed_ida_star")
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
/// In the table a state counts once for each [place](crate::search::pruning::Place) of the automaton that it
/// was met in: so do [`Stats::distinct`](crate::search::Stats::distinct) and the limit on states.
pub struct PackedIdaStar;

impl Search for PackedIdaStar {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search_with(&TUNING, graph, starts, meter)
    }
}

/// When to do what. No answer depends on it.
#[derive(Clone, Copy)]
pub(super) struct Tuning {
    /// After so many expansions it pays to learn what can be pruned.
    pub(super) patience: u64,
    /// The memory for learning.
    learning_bytes: u64,
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
    few: 1 << 10,
    worth_sharing: 1 << 16,
    part: 1 << 10,
    parts: (1 << 8, 1 << 14),
};

fn search_with<W: Word>(
    tuning: &Tuning,
    graph: &dyn Graph<W>,
    starts: &[W],
    meter: &mut Meter<'_>,
) -> Found<W> {
    if !graph.has(Ability::Informed) {
        return Err(Ability::Informed.into());
    }
    let roots: Vec<_> = starts.iter().map(|&start| (start, graph.begin(start))).collect();
    meter.stats.evaluated += roots.len() as u64;
    let estimates = roots.iter().map(|(_, h)| h.estimate).filter(|&h| h != u32::MAX);
    let mut bound = estimates.min().unwrap_or(0).into();
    let search = Deepener { graph, pruning: None, roots: &roots, tuning };
    if let Some(outcome) = search.deepen::<W>(&mut bound, tuning.patience, meter)? {
        return Ok(outcome);
    }
    let pruning = learn(tuning, graph, starts, meter)?;
    let search = Deepener { pruning: pruning.as_ref(), ..search };
    let outcome = match pruning {
        None => search.deepen::<W>(&mut bound, u64::MAX, meter),
        Some(_) => search.deepen::<(W, u32)>(&mut bound, u64::MAX, meter),
    };
    Ok(outcome?.expect("patience is endless now"))
}

/// What need not be walked besides undone moves, as far as there is memory to learn it.
///
/// # Errors
/// When the search has to end.
pub(super) fn learn<W: Word>(
    tuning: &Tuning,
    graph: &dyn Graph<W>,
    starts: &[W],
    meter: &mut Meter<'_>,
) -> Result<Option<Pruning>, Stop> {
    let room = meter.limits().bytes.map_or(u64::MAX, |limit| limit / 2);
    let pruning = Pruning::learn(&View(graph), starts, tuning.learning_bytes.min(room), meter)?;
    Ok(pruning.filter(Pruning::is_more_than_undoing))
}

/// What is searched, and how.
struct Deepener<'a, W> {
    graph: &'a dyn Graph<W>,
    /// What was learnt of moves that need not be made.
    pruning: Option<&'a Pruning>,
    /// The starts with their estimates.
    roots: &'a [(W, Carried)],
    tuning: &'a Tuning,
}

/// What comes of a start.
enum Root<W> {
    /// It need not be walked.
    Over,
    /// It is a goal.
    Goal,
    /// It is to be walked.
    Into(Node<W>),
}

impl<W: Word> Deepener<'_, W> {
    fn guide(&self) -> Guide<'_> {
        self.pruning.map_or(Guide::Undoing, |pruning| Guide::Learnt(pruning.automaton()))
    }

    /// Walks with one bound after another; none when patience is over.
    fn deepen<K: Key<W>>(
        &self,
        bound: &mut u64,
        patience: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Outcome<W, u32>>, Halt> {
        let mut passes = Passes::new(self.tuning.few, meter);
        let outcome = self.make::<K>(&mut passes, bound, patience);
        passes.flush();
        outcome
    }

    /// Makes one pass after another.
    fn make<K: Key<W>>(
        &self,
        passes: &mut Passes<'_, '_, K>,
        bound: &mut u64,
        patience: u64,
    ) -> Result<Option<Outcome<W, u32>>, Halt> {
        while passes.expanded() < patience {
            if let Some(limit) = passes.meter.limits().depth.filter(|&limit| *bound > limit) {
                return Err(Stop::from(Limit::Depth(limit)).into());
            }
            passes.begin(*bound);
            let end = match self.parts(passes) {
                Some(parts) => self.share(parts, passes)?,
                None => self.walk(passes)?,
            };
            let cut = passes.cut();
            match end {
                End::Goal(states) => {
                    let path = label(&View(self.graph), &states)?;
                    return Ok(Some(Outcome::Solved(Solution::optimal(*bound, path))));
                }
                End::FreeMove => passes.table.look_up_all(),
                End::Done if cut.excess < u64::MAX => *bound += cut.excess,
                // There is nothing more. How much there was is known once all is looked up.
                End::Done if cut.is_beyond => passes.table.look_up_all(),
                End::Done => {
                    let states = self.count(passes)?;
                    let reason = if cut.is_ruled_out {
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
    fn parts<K: Key<W>>(&self, pass: &Passes<'_, '_, K>) -> Option<usize> {
        /// There may be so many states above a part, each in the top and in the table.
        const ABOVE: u64 = 4;
        const BYTES: u64 = 256;
        let &Tuning { worth_sharing, part, parts: (least, most), .. } = self.tuning;
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
    fn walk<K: Key<W>>(&self, pass: &mut Passes<'_, '_, K>) -> Result<End<W>, Stop> {
        pass.store(self.bytes())?;
        for number in 0..self.roots.len() {
            match self.root(number, self.bytes(), pass)? {
                Root::Into(root) => match self.descend(root, pass)? {
                    End::Done => {}
                    end => return Ok(end),
                },
                Root::Goal => return Ok(End::Goal(vec![self.roots[number].0])),
                Root::Over => {}
            }
        }
        Ok(End::Done)
    }

    /// What comes of start number `number`; `bytes` are in use besides the table.
    fn root<K: Key<W>>(
        &self,
        number: usize,
        bytes: u64,
        pass: &mut Passes<'_, '_, K>,
    ) -> Result<Root<W>, Stop> {
        let (state, carried) = self.roots[number];
        let place = self.pruning.map_or(0, |pruning| pruning.start(number).number());
        let key = K::of(state, place);
        if pass.table.knows(key, 0, 0) {
            return Ok(Root::Over);
        }
        pass.table.note(key, 0, 0, bytes, pass.meter)?;
        let (left, h) = (pass.counts.bound, carried.estimate);
        if u64::from(h) > left || h == u32::MAX {
            pass.leave_out(h.into(), left, h);
            return Ok(Root::Over);
        }
        if h == 0 && self.graph.is_goal(state) {
            return Ok(Root::Goal);
        }
        Ok(Root::Into(Node { state, before: state, place, depth: 0, left, carried }))
    }

    /// Walks what is below a state.
    fn descend<K: Key<W>>(
        &self,
        node: Node<W>,
        pass: &mut Passes<'_, '_, K>,
    ) -> Result<End<W>, Stop> {
        let (ending, mut way) =
            pass.walk(self.guide(), self.bytes(), |walk| self.graph.deepen(node, walk))?;
        Ok(match ending {
            Ending::Goal => {
                way.push(node.state);
                way.reverse();
                End::Goal(way)
            }
            Ending::FreeMove => End::FreeMove,
            Ending::Done | Ending::Stopped => End::Done,
        })
    }

    /// Bytes besides the table that all threads share.
    fn bytes(&self) -> u64 {
        self.pruning.map_or(0, Pruning::bytes)
    }

    /// How many states were walked, each counted once, whatever led to it.
    fn count<K: Key<W>>(&self, pass: &mut Passes<'_, '_, K>) -> Result<u64, Stop> {
        let entries = pass.table.len();
        if self.pruning.is_none() {
            return Ok(entries as u64);
        }
        pass.store(self.bytes() + (entries * size_of::<W>()) as u64)?;
        let mut states = Vec::with_capacity(entries);
        states.extend(pass.table.states().map(K::state));
        states.sort_unstable();
        states.dedup();
        Ok(states.len() as u64)
    }
}

#[cfg(test)]
mod tests;
