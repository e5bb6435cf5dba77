//! What a depth-first search that deepens counts and remembers from pass to pass.

use super::walked::{PERIOD, Walked};
use crate::search::{Meter, Stats, Stop};
use crate::words::{Counts, Deepening, Ending, Guide, Met, State, Walk, Word};
use std::mem;

/// A state as the table of walked states knows it: with as much of the moves before it as makes a difference to what
/// can be reached.
pub(super) trait Key<W>: State {
    /// A state, and the place of the automaton that prunes moves.
    fn of(state: W, place: u32) -> Self;
    /// The state.
    fn state(self) -> W;
}

/// Where only the way back is pruned, the moves before make no difference: it leads to nothing that is not reached
/// sooner.
impl<W: Word> Key<W> for W {
    fn of(state: W, _: u32) -> W {
        state
    }
    fn state(self) -> W {
        self
    }
}

impl<W: Word> Key<W> for (W, u32) {
    fn of(state: W, place: u32) -> (W, u32) {
        (state, place)
    }
    fn state(self) -> W {
        self.0
    }
}

/// The passes so far, and what the last one found.
pub(super) struct Passes<'p, 'm, K> {
    pub(super) table: Walked<K>,
    pub(super) meter: &'p mut Meter<'m>,
    pub(super) counts: Counts,
}

/// What a pass, or a part of one, has left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The least by which g + h exceeded the bound.
    pub(super) excess: u64,
    /// Whether the heuristic ruled out a goal somewhere.
    pub(super) is_ruled_out: bool,
    /// Whether states were met without being looked up.
    pub(super) is_beyond: bool,
}

/// How a pass, or a part of one, ends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End<S> {
    /// At the last of these states.
    Goal(Vec<S>),
    /// All was walked that the bound allows.
    Done,
    /// At a move that costs nothing, while not all states are looked up.
    FreeMove,
}

/// What came of a part of a pass.
pub(super) struct Part<S> {
    pub(super) end: Result<End<S>, Stop>,
    pub(super) cut: Cut,
    pub(super) stats: Stats,
}

impl<'p, 'm, K: State> Passes<'p, 'm, K> {
    /// None yet; all states are looked up until there are `few`.
    pub(super) fn new(few: usize, meter: &'p mut Meter<'m>) -> Self {
        Self::with(Walked::new(few), 0, meter)
    }

    /// A part of a pass with this bound, in which no state is looked up.
    pub(super) fn part(bound: u64, meter: &'p mut Meter<'m>) -> Self {
        Self::with(Walked::closed(), bound, meter)
    }

    fn with(table: Walked<K>, bound: u64, meter: &'p mut Meter<'m>) -> Self {
        let counts = Counts {
            bound,
            table_depth: table.depth(),
            has_all: table.has_all(),
            ahead: 0,
            generated: 0,
            duplicates: 0,
            excess: u64::MAX,
            is_ruled_out: false,
            is_beyond: false,
        };
        Passes { table, meter, counts }
    }

    /// Begins the next pass.
    pub(super) fn begin(&mut self, bound: u64) {
        self.table.begin_pass();
        self.meter.begin_pass(self.expanded());
        self.meter.stats.lower_bound = bound;
        let Counts { ahead, generated, duplicates, .. } = self.counts;
        self.counts = Counts {
            bound,
            table_depth: self.table.depth(),
            has_all: self.table.has_all(),
            ahead,
            generated,
            duplicates,
            excess: u64::MAX,
            is_ruled_out: false,
            is_beyond: false,
        };
    }

    /// What this pass has left out so far.
    pub(super) fn cut(&self) -> Cut {
        let Counts { excess, is_ruled_out, is_beyond, .. } = self.counts;
        Cut { excess, is_ruled_out, is_beyond }
    }

    /// Adds what a part of this pass has counted and left out.
    pub(super) fn add(&mut self, cut: Cut, stats: &Stats) {
        self.flush();
        self.counts.excess = self.counts.excess.min(cut.excess);
        self.counts.is_ruled_out |= cut.is_ruled_out;
        self.counts.is_beyond |= cut.is_beyond;
        let sum = &mut self.meter.stats;
        sum.expanded += stats.expanded;
        sum.generated += stats.generated;
        sum.duplicates += stats.duplicates;
        sum.evaluated += stats.evaluated;
    }

    /// Notes that a state is not walked, which needs so much and has `left`.
    pub(super) fn leave_out(&mut self, need: u64, left: u64, h: u32) {
        if h == u32::MAX {
            self.counts.is_ruled_out = true;
        } else {
            self.counts.excess = self.counts.excess.min(need - left);
        }
    }

    /// Lets a walk be made that prunes by `guide`; there are `more` bytes besides the table. Returns the states on the
    /// way to a goal as well, the last one first, where it has found one.
    ///
    /// # Errors
    /// When the search has to end.
    pub(super) fn walk<W: Word>(
        &mut self,
        guide: Guide<'_>,
        more: u64,
        make: impl FnOnce(&mut Walk<'_, W>) -> Ending,
    ) -> Result<(Ending, Vec<W>), Stop>
    where
        K: Key<W>,
    {
        let Passes { table, meter, counts } = self;
        counts.table_depth = table.depth();
        counts.has_all = table.has_all();
        let mut behind = Behind { table, meter, more, heap: 0, stop: None };
        let mut walk = Walk { guide, counts: *counts, engine: &mut behind, way: Vec::new() };
        let ending = make(&mut walk);
        let way = walk.way;
        *counts = walk.counts;
        match behind.stop {
            Some(stop) => Err(stop),
            None => Ok((ending, way)),
        }
    }

    /// Tells the meter what was counted.
    pub(super) fn flush(&mut self) {
        flush(&mut self.counts, self.meter);
    }

    /// Expansions that were made.
    pub(super) fn expanded(&self) -> u64 {
        self.meter.stats.expanded - self.counts.ahead
    }

    /// Notes that there are so many bytes besides the table.
    ///
    /// # Errors
    /// When that is over a limit.
    pub(super) fn store(&mut self, bytes: u64) -> Result<(), Stop> {
        self.table.store(bytes, self.meter)
    }
}

fn flush(counts: &mut Counts, meter: &mut Meter<'_>) {
    let stats = &mut meter.stats;
    stats.expanded -= mem::take(&mut counts.ahead);
    // In the midst of a walk, duplicates may have been counted of states that are not yet counted as generated.
    stats.evaluated = stats.evaluated + counts.generated - counts.duplicates;
    stats.generated += mem::take(&mut counts.generated);
    stats.duplicates += mem::take(&mut counts.duplicates);
}

/// What is behind a walk.
struct Behind<'w, 'm, K> {
    table: &'w mut Walked<K>,
    meter: &'w mut Meter<'m>,
    /// Bytes besides the table, and those of the walk itself.
    more: u64,
    heap: u64,
    stop: Option<Stop>,
}

impl<K: State> Behind<'_, '_, K> {
    /// Notes why the walk has to end.
    fn goes_on<T>(&mut self, result: Result<T, Stop>) -> Option<T> {
        result.map_err(|stop| self.stop = Some(stop)).ok()
    }
}

impl<W: Word, K: Key<W>> Deepening<W> for Behind<'_, '_, K> {
    #[cold]
    fn period(&mut self, counts: &mut Counts) -> bool {
        flush(counts, self.meter);
        self.table.review();
        counts.table_depth = self.table.depth();
        let ahead = self.meter.expand_ahead(PERIOD);
        self.goes_on(ahead).map(|ahead| counts.ahead = ahead).is_some()
    }

    #[cold]
    fn is_known(&mut self, met: &Met<W>, counts: &mut Counts) -> Option<bool> {
        let key = K::of(met.state, met.place);
        if self.table.knows(key, met.g, met.depth) {
            counts.duplicates += 1;
            // Its estimate was computed all the same.
            self.meter.stats.evaluated += 1;
            return Some(true);
        }
        if met.is_within {
            let more = self.more + self.heap;
            let noted = self.table.note(key, met.g, met.depth, more, self.meter);
            counts.table_depth = self.table.depth();
            self.goes_on(noted)?;
        }
        Some(false)
    }

    #[cold]
    fn store(&mut self, bytes: u64) -> bool {
        self.heap = bytes;
        let stored = self.table.store(self.more + self.heap, self.meter);
        self.goes_on(stored).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Job;

    fn expand(passes: &mut Passes<'_, '_, u32>) {
        let walk = |walk: &mut Walk<'_, u32>| {
            if walk.expand() { Ending::Done } else { Ending::Stopped }
        };
        passes.walk(Guide::Undoing, 0, walk).unwrap();
    }

    #[test]
    fn the_meter_knows_of_a_pass_that_has_not_ended() {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        let mut passes = Passes::<u32>::new(0, &mut meter);
        passes.begin(0);
        for _ in 0..=PERIOD {
            expand(&mut passes);
            passes.counts.generated += 3;
            passes.counts.duplicates += 1;
        }
        let stats = passes.meter.stats;
        assert_eq!(
            (stats.generated, stats.duplicates, stats.evaluated),
            (3 * PERIOD, PERIOD, 2 * PERIOD)
        );
        assert_eq!(passes.expanded(), PERIOD + 1);
        passes.flush();
        assert_eq!((meter.stats.expanded, meter.stats.generated), (PERIOD + 1, 3 * PERIOD + 3));
    }

    #[test]
    fn a_period_goes_on_in_the_next_pass() {
        let job = Job::default();
        let mut meter = Meter::start(&job);
        let mut passes = Passes::<u32>::new(0, &mut meter);
        for bound in 0..PERIOD {
            passes.begin(bound);
            expand(&mut passes);
            assert_eq!(passes.meter.stats.expanded, PERIOD, "{bound}");
        }
        expand(&mut passes);
        assert_eq!(passes.meter.stats.expanded, 2 * PERIOD);
    }
}
