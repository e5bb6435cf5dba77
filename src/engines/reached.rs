//! What the engines share that keep the cost of each state they have reached, and no way to it.

use super::Halt;
use super::trace::trace;
use crate::abilities::Ability;
use crate::puzzle::Puzzle;
use crate::search::packed::{PackedMap, hash};
use crate::search::path::{label, path_cost};
use crate::search::{Limit, Meter, Optimality, Solution, Stop};
use crate::words::{Edges, Graph, View, Word};

/// The states that a search has reached, each with a record.
pub(super) type Reached<S, R> = PackedMap<S, R>;

/// The cost g of the best path to a state that is known, and two flags, in one word.
pub(super) trait Record: Copy + Eq {
    /// The greatest cost that goes into it.
    const MOST: u64;
    fn pack(word: u64) -> Self;
    fn word(self) -> u64;

    /// A state of cost `g` that waits to be expanded.
    ///
    /// # Errors
    /// When the cost is too great.
    fn open(g: u64) -> Result<Self, Stop> {
        if g > Self::MOST {
            return Err(Limit::Recursion(Self::MOST).into());
        }
        Ok(Self::pack(g << FLAGS | IS_OPEN))
    }

    /// A state that is not to be expanded, whatever it costs.
    fn ruled_out() -> Self {
        Self::pack(0)
    }

    fn g(self) -> u64 {
        self.word() >> FLAGS
    }

    fn is_open(self) -> bool {
        self.word() & IS_OPEN != 0
    }

    /// Whether it was ever expanded.
    fn is_expanded(self) -> bool {
        self.word() & IS_EXPANDED != 0
    }

    /// The same state once it is expanded.
    #[must_use]
    fn expanded(self) -> Self {
        Self::pack(self.word() & !IS_OPEN | IS_EXPANDED)
    }

    /// The same state where it was reached at another cost, to be expanded once more.
    #[must_use]
    fn reopened(self, open: Self) -> Self {
        Self::pack(open.word() | self.word() & IS_EXPANDED)
    }

    /// The same state, closed without being expanded.
    #[must_use]
    fn put_aside(self) -> Self {
        Self::pack(self.word() & !IS_OPEN)
    }

    /// The same state as if it had never been expanded.
    #[must_use]
    fn forgotten(self) -> Self {
        Self::pack(self.word() & !IS_EXPANDED)
    }
}

const FLAGS: u32 = 2;
const IS_OPEN: u64 = 1;
const IS_EXPANDED: u64 = 2;

/// Enough where every move costs 1: a thousand million of them.
impl Record for u32 {
    const MOST: u64 = u64::MAX >> 32 >> FLAGS;
    #[expect(clippy::cast_possible_truncation, reason = "costs are at most MOST")]
    fn pack(word: u64) -> Self {
        word as u32
    }
    fn word(self) -> u64 {
        u64::from(self)
    }
}

impl Record for u64 {
    const MOST: u64 = u64::MAX >> FLAGS;
    fn pack(word: u64) -> Self {
        word
    }
    fn word(self) -> u64 {
        self
    }
}

/// The way to `goal` that a search has found, of at most the cost in its record, as a solution.
///
/// A state was reached from one that was expanded at a cost that is no greater now, so that from expanded
/// state to expanded state with such edges between them there is a way. It is walked back through
/// predecessors, or where there are none from the starts on; through each state at most once. Whether it is
/// of least cost is read off the meter's lower bound.
///
/// # Errors
/// When the time is over, or the puzzle breaks a law.
pub(super) fn solution<W: Word, R: Record>(
    graph: &dyn Graph<W>,
    starts: &[W],
    mut reached: Reached<W, R>,
    goal: W,
    meter: &mut Meter<'_>,
) -> Result<Solution<W, u32>, Halt> {
    let mut edges = Edges::new(graph);
    // Lets in each state once, and only from a state whose cost it explains.
    let mut enter = |state, before, after, cost: u64| {
        let g = reached.get(hash(&before), before)?.g();
        let g_after = reached.get(hash(&after), after)?.g();
        let record = reached.get_mut(hash(&state), state)?;
        let is_way = record.is_expanded() && g + cost <= g_after;
        if is_way {
            *record = record.forgotten();
        }
        is_way.then_some(state)
    };
    let states = if graph.has(Ability::Predecessors) {
        let steps = |state, before: &mut Vec<W>| graph.precede(state, before);
        let mut enter = |path: &[W], _, before| {
            let &after = path.last()?;
            let edges = edges.of(before).filter(|&(_, state, _)| state == after);
            enter(before, before, after, edges.map(|(_, _, cost)| cost).min()?)
        };
        let is_start = |state| starts.contains(&state);
        let way = trace(&[goal], meter, &steps, &mut enter, &is_start)?;
        let mut way = way.unwrap_or(vec![goal]);
        way.reverse();
        way
    } else {
        let steps = |state, after: &mut Vec<W>| graph.expand(state, after);
        let mut enter = |path: &[W], mv, after| {
            let &before = path.last()?;
            let (_, _, cost) = edges.of(before).nth(mv)?;
            enter(after, before, after, cost)
        };
        let way = trace(starts, meter, &steps, &mut enter, &|state| state == goal)?;
        way.unwrap_or(vec![goal])
    };
    // A long way takes memory as well, which nobody counts.
    drop(reached);
    let view = View(graph);
    let path = label(&view, &states)?;
    let cost = path_cost::<View<'_, W>>(view.costs().as_ref(), &path);
    let is_proved = cost <= meter.stats.lower_bound;
    let optimality = if is_proved { Optimality::Proved } else { Optimality::NotProved };
    Ok(Solution { cost, optimality, paths: vec![path], count: None })
}
