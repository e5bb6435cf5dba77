//! What a depth-first search remembers of the states near its starts, so that these are not walked twice.

use crate::puzzle::State;
use crate::search::packed::{Entry, PackedMap, hash};
use crate::search::{Meter, Stop};

/// At what cost the states were walked that few moves lead to, in a search that goes over its tree in passes, each
/// time with a higher bound: a transposition table of such states.
///
/// It is as deep as saves time. Most nodes of a tree are far from its root and have small subtrees, so that
/// looking them up would take longer than walking them once more. But where the same states come again
/// and again, the table ends up with all of them.
///
/// Source: A. Reinefeld, T. A. Marsland, Enhanced iterative-deepening search, 1994.
pub(super) struct Walked<S> {
    met: PackedMap<S, Met>,
    pass: u32,
    /// The most moves to a state that is looked up.
    depth: usize,
    /// Every state is looked up until there are so many.
    few: usize,
    /// The most moves to a state that was met, as long as every state is looked up.
    deepest: usize,
    /// Whether the greatest depth is not reviewed.
    is_fixed: bool,
    /// How many states of the greatest depth were looked up since that was last reviewed.
    looked_up: u64,
    /// How many of them need not be walked.
    known: u64,
}

/// What is known of a state.
#[derive(Clone, Copy)]
struct Met {
    /// The least cost at which it was walked.
    g: u64,
    /// The last pass in which it was.
    pass: u32,
}

/// After so many expansions the depth is reviewed.
pub(super) const PERIOD: u64 = 1 << 12;
/// Looking a state up takes as long as expanding so many.
const LOOK_UP: u64 = 32;
/// Before more is known, one state in so many is taken to be known.
const PRIOR: u64 = 64;

impl<S: State> Walked<S> {
    /// A table in which every state is looked up until there are `few`.
    pub(super) fn new(few: usize) -> Self {
        Walked {
            met: PackedMap::default(),
            pass: 0,
            depth: usize::MAX,
            few,
            deepest: 0,
            is_fixed: false,
            looked_up: 0,
            known: 0,
        }
    }

    /// No table: no state is looked up.
    pub(super) fn closed() -> Self {
        Walked { depth: 0, is_fixed: true, ..Walked::new(0) }
    }

    pub(super) fn begin_pass(&mut self) {
        self.pass += 1;
    }

    /// Looks up every state from now on.
    pub(super) fn look_up_all(&mut self) {
        self.depth = usize::MAX;
        self.few = usize::MAX;
    }

    /// The most moves to a state that is to be looked up.
    #[inline]
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Looks up states that so many moves lead to, for a search that is about to walk all of them, one level
    /// after another.
    ///
    /// At the same cost as on an earlier level a state is not [known](Walked::knows): the longer way to
    /// it may be the first one in order, which decides between solutions of the same cost.
    pub(super) fn begin_level(&mut self, depth: usize) {
        self.pass += 1;
        self.depth = self.paying_depth().max(depth);
        self.is_fixed = true;
        (self.looked_up, self.known) = (0, 0);
    }

    /// Whether it would save time to look up the next level as well, if each state of this one takes so many
    /// expansions.
    pub(super) fn pays(&self, expansions: u64) -> bool {
        self.saved(expansions) >= 2 * LOOK_UP
    }

    /// The most moves to a state that looking up has been found to pay for.
    pub(super) fn paying_depth(&self) -> usize {
        if self.depth == usize::MAX { 0 } else { self.depth }
    }

    /// Whether every state is looked up, however many there are.
    #[inline]
    pub(super) fn has_all(&self) -> bool {
        self.few == usize::MAX
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    /// All states that were walked.
    pub(super) fn states(&self) -> impl Iterator<Item = S> {
        self.met.entries_in(0..self.met.slots()).map(|(state, _)| state)
    }

    /// Whether a state at cost `g` need not be walked: because it was in this pass, at no greater cost, or
    /// in an earlier one at a lower cost, at which it will be again.
    #[cold]
    pub(super) fn knows(&mut self, state: S, g: u64, depth: usize) -> bool {
        let met = self.met.get(hash(&state), state);
        let is_known = met.is_some_and(|met| met.g < g || (met.g == g && met.pass == self.pass));
        if depth == self.depth {
            self.looked_up += 1;
            self.known += u64::from(is_known);
        }
        is_known
    }

    /// Notes that a state is walked at cost `g`, at which it was not [known](Walked::knows); `more` bytes are
    /// in use besides.
    ///
    /// # Errors
    /// When there is no room for it.
    #[cold]
    pub(super) fn note(
        &mut self,
        state: S,
        g: u64,
        depth: usize,
        more: u64,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        if self.met.is_full() {
            self.store(self.met.larger_bytes() + more, meter)?;
        }
        let now = Met { g, pass: self.pass };
        if let Entry::Old(met) = self.met.insert(hash(&state), state, now) {
            meter.stats.reopened += u64::from(met.pass == self.pass);
            *met = now;
        }
        self.deepest = self.deepest.max(depth);
        if self.depth == usize::MAX && self.met.len() > self.few {
            self.depth = self.deepest;
        }
        self.store(more, meter)
    }

    /// Tells the meter how much there is, and `more` bytes besides.
    ///
    /// # Errors
    /// When that is over a limit.
    pub(super) fn store(&self, more: u64, meter: &mut Meter<'_>) -> Result<(), Stop> {
        meter.store(self.met.len() as u64, self.met.bytes() + more)
    }

    /// Looks up deeper states or no longer as deep ones, whichever saves time, judging by those of the
    /// greatest depth: most of the [`PERIOD`] states that were expanded since the last review are below them.
    pub(super) fn review(&mut self) {
        if self.depth == usize::MAX || self.is_fixed {
            return;
        }
        let walked = self.looked_up - self.known;
        let saved = self.saved(PERIOD / walked.max(1));
        if saved >= 2 * LOOK_UP {
            self.depth += 1;
        } else if saved < LOOK_UP {
            self.depth -= self.depth.div_ceil(4);
        }
        (self.looked_up, self.known) = (0, 0);
    }

    /// Expansions that looking a state of the greatest depth up has saved on average: a known one saves as many
    /// as one that is walked takes.
    fn saved(&self, expansions: u64) -> u64 {
        (self.known + 1).saturating_mul(expansions) / (self.looked_up + PRIOR)
    }
}
