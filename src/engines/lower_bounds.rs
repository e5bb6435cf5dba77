//! A transposition table of a fixed size: what is left to be paid at least, for states met anywhere in a tree.

use crate::puzzle::State;
use crate::search::packed::{hash, scale};
use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What a depth-first walk remembers of the states that it has walked to the end. `()` remembers nothing.
pub(super) trait Memory<S, Q>: Default + Send {
    /// What is noted of a state while it is walked.
    type Walk: Copy;

    /// Begins to walk a state that was met at this place, after so many expansions.
    fn begin(place: Q, expanded: u64) -> Self::Walk;

    /// Notes that a solution by one of the successors costs so much at least.
    fn note(walk: &mut Self::Walk, need: u64);

    /// Remembers a state that was walked to the end, with this estimate and so much `left`, when there were so
    /// many expansions. Returns what a solution from it costs at least.
    fn end(&mut self, state: S, h: u32, left: u64, walk: Self::Walk, expanded: u64) -> u64;

    /// What a solution from a state costs at least, if that is more than is `left`: then it need not be walked.
    fn beyond(&mut self, state: S, place: Q, h: u32, left: u64) -> Option<u64>;

    /// Bytes that it takes.
    fn bytes(&self) -> u64;
}

impl<S, Q> Memory<S, Q> for () {
    type Walk = ();

    #[inline]
    fn begin(_: Q, _: u64) {}

    #[inline]
    fn note((): &mut (), _: u64) {}

    #[inline]
    fn end(&mut self, _: S, _: u32, _: u64, (): (), _: u64) -> u64 {
        0
    }

    #[inline]
    fn beyond(&mut self, _: S, _: Q, _: u32, _: u64) -> Option<u64> {
        None
    }

    fn bytes(&self) -> u64 {
        0
    }
}

/// The memories of threads that take turns at the parts of a search.
#[derive(Debug)]
pub(super) struct Memories<M> {
    /// Those that nobody has.
    free: Mutex<Vec<M>>,
    bytes: u64,
}

impl<M> Default for Memories<M> {
    fn default() -> Self {
        Memories { free: Mutex::default(), bytes: 0 }
    }
}

impl<M: Default> Memories<M> {
    /// One for each thread.
    pub(super) fn of<S, Q>(memories: Vec<M>) -> Self
    where
        M: Memory<S, Q>,
    {
        let bytes = memories.iter().map(Memory::bytes).sum();
        Memories { free: Mutex::new(memories), bytes }
    }

    /// Lends one.
    pub(super) fn take(&self) -> M {
        self.free().pop().unwrap_or_default()
    }

    /// Takes one back.
    pub(super) fn put(&self, memory: M) {
        self.free().push(memory);
    }

    /// Bytes of all.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn free(&self) -> MutexGuard<'_, Vec<M>> {
        // Nothing can have panicked in there.
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A transposition table of backed-up lower bounds, as large as it was made.
///
/// What is walked below a state depends on the state, on the [place](super::guide::Guide::Place) that it is met
/// at and on what is left, and on nothing else of the path. So state and place together are the key, and are
/// compared as a whole. What a solution costs at least that the guide allows from there is the least, over the
/// successors, of the cost of the move and of what is known of the successor:
///
/// - one that was walked: what that came to;
/// - one that needs more than is left, or that the table of the states near the starts has ruled out on this
///   path: its estimate;
/// - one that is known here: the bound that it was passed over for;
/// - one that the guide prunes, or that has no goal: nothing, as no solution goes that way.
///
/// By induction each is a lower bound, even where estimates are inconsistent or moves cost nothing. So a state
/// is passed over only where walking it would find no goal, and the search finds the goal that it would have
/// found without the table.
///
/// An entry has its place in a bucket of two. Of these the one goes whose subtree was smaller. Nearly all states
/// have small subtrees, which are walked once more in less time than it takes to look them up. So states are
/// left alone that have as little to spend, besides their estimate, as those whose subtrees were found to be
/// small.
///
/// Source: A. Reinefeld, T. A. Marsland, Enhanced iterative-deepening search, 1994.
#[derive(Debug)]
pub(super) struct LowerBounds<S, Q> {
    buckets: Vec<[Entry<S, Q>; 2]>,
    /// For each [class] of slack, the states that had such.
    sizes: [Sizes; CLASSES],
    /// States are looked up where it takes so many expansions or more to walk one.
    worth: u64,
}

/// How large subtrees were.
#[derive(Debug, Clone, Copy)]
struct Sizes {
    states: u64,
    /// The states below them and themselves.
    expansions: u64,
}

/// How many classes of slack there are.
const CLASSES: usize = 128;

/// Slack, in classes that grow with it: 0, 1, 2, 3, 4 to 5, 6 to 7, 8 to 11, 12 to 15, ..
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "two bits are left")]
fn class(slack: u64) -> usize {
    let halvings = (slack | 2).ilog2() - 1;
    2 * halvings as usize + (slack >> halvings) as usize
}

/// What is known of a state at a place.
#[derive(Debug, Clone, Copy)]
struct Entry<S, Q> {
    state: S,
    place: Q,
    /// How many expansions it took to find out; 0 where the entry is free.
    expansions: u32,
    /// What a solution costs at least; [`u64::MAX`] where there is none.
    need: u64,
}

/// What is noted of a state while it is walked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk<Q> {
    place: Q,
    /// Expansions before.
    before: u64,
    /// What a solution by the successors so far costs at least.
    need: u64,
}

impl<S, Q> Default for LowerBounds<S, Q> {
    /// A table without room.
    fn default() -> Self {
        let sizes = [Sizes { states: 0, expansions: 0 }; CLASSES];
        LowerBounds { buckets: Vec::new(), sizes, worth: 0 }
    }
}

impl<S: State, Q: State> LowerBounds<S, Q> {
    /// An empty table in so many bytes, for states that take `worth` expansions or more. Free entries hold this
    /// state and place.
    ///
    /// # Errors
    /// When the system does not give the memory.
    pub(super) fn new(bytes: u64, worth: u64, state: S, place: Q) -> Result<Self, TryReserveError> {
        let free = [Entry { state, place, expansions: 0, need: 0 }; 2];
        let count = usize::try_from(bytes).unwrap_or(usize::MAX) / size_of_val(&free);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize(count, free);
        Ok(LowerBounds { buckets, worth, ..Self::default() })
    }

    /// Where a state at a place is, if it is there.
    #[inline]
    fn bucket(&mut self, state: S, place: Q) -> Option<&mut [Entry<S, Q>; 2]> {
        let bucket = scale(hash(&(state, place)), self.buckets.len());
        self.buckets.get_mut(bucket)
    }
}

impl Sizes {
    #[inline]
    fn are(self, expansions: u64) -> bool {
        self.expansions >= expansions * self.states
    }
}

impl<S: State, Q: State> Entry<S, Q> {
    #[inline]
    fn is_of(&self, state: S, place: Q) -> bool {
        self.state == state && self.place == place && self.expansions > 0
    }
}

impl<S: State, Q: State> Memory<S, Q> for LowerBounds<S, Q> {
    type Walk = Walk<Q>;

    #[inline]
    fn begin(place: Q, before: u64) -> Walk<Q> {
        Walk { place, before, need: u64::MAX }
    }

    #[inline]
    fn note(walk: &mut Walk<Q>, need: u64) {
        walk.need = walk.need.min(need);
    }

    #[inline]
    fn end(&mut self, state: S, h: u32, left: u64, walk: Walk<Q>, expanded: u64) -> u64 {
        let Walk { place, before, need } = walk;
        let worth = self.worth;
        let sizes = &mut self.sizes[class(left - u64::from(h))];
        let expansions = expanded - before;
        sizes.states += 1;
        sizes.expansions += expansions;
        if sizes.are(worth)
            && let Some([one, two]) = self.bucket(state, place)
        {
            let is_one = one.is_of(state, place)
                || (!two.is_of(state, place) && one.expansions <= two.expansions);
            let expansions = u32::try_from(expansions).unwrap_or(u32::MAX);
            *(if is_one { one } else { two }) = Entry { state, place, expansions, need };
        }
        need
    }

    #[inline]
    fn beyond(&mut self, state: S, place: Q, h: u32, left: u64) -> Option<u64> {
        if !self.sizes[class(left - u64::from(h))].are(self.worth) {
            return None;
        }
        let mut known = self.bucket(state, place)?.iter().filter(|entry| entry.is_of(state, place));
        known.next().map(|entry| entry.need).filter(|&need| need > left)
    }

    fn bytes(&self) -> u64 {
        (self.buckets.capacity() * size_of::<[Entry<S, Q>; 2]>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Table = LowerBounds<u32, u8>;

    /// A table of so many entries, in one bucket or more.
    fn table(entries: usize, worth: u64) -> Table {
        Table::new((entries * size_of::<Entry<u32, u8>>()) as u64, worth, 0, 0).unwrap()
    }

    /// Has the table remember a state of which `need` was found out in so many expansions.
    fn remember(table: &mut Table, state: u32, place: u8, need: u64, expansions: u64) {
        let mut walk = Table::begin(place, 7);
        Table::note(&mut walk, need + 1);
        Table::note(&mut walk, need);
        assert_eq!(table.end(state, 0, need - 1, walk, 7 + expansions), need);
    }

    #[test]
    fn a_state_is_known_at_its_place_and_nowhere_else() {
        let mut table = table(2, 0);
        remember(&mut table, 5, 1, 9, 3);
        assert_eq!(table.beyond(5, 1, 2, 8), Some(9));
        assert_eq!(table.beyond(5, 1, 2, 9), None, "it has to be walked with so much left");
        assert_eq!(table.beyond(5, 2, 2, 8), None);
        assert_eq!(table.beyond(6, 1, 2, 8), None);
        // Free entries hold this one.
        assert_eq!(table.beyond(0, 0, 0, 0), None);
        remember(&mut table, 5, 1, 11, 4);
        assert_eq!(table.beyond(5, 1, 2, 10), Some(11));
    }

    #[test]
    fn of_a_bucket_the_smaller_subtree_goes() {
        let mut table = table(2, 0);
        for (state, expansions) in [(1, 50), (2, 3), (3, 2), (4, 60), (5, 1)] {
            remember(&mut table, state, 0, 9, expansions);
        }
        let known: Vec<u32> =
            (1..6).filter(|&state| table.beyond(state, 0, 0, 8).is_some()).collect();
        assert_eq!(known, [4, 5]);
    }

    #[test]
    fn what_costs_little_to_walk_is_left_alone() {
        let mut table = table(1 << 10, 10);
        for state in 1..100 {
            // With little to spend, and with much.
            remember(&mut table, state, 0, 2, 3);
            remember(&mut table, state, 1, 90, 30);
        }
        assert_eq!(table.beyond(7, 0, 0, 1), None);
        assert_eq!(table.beyond(7, 1, 0, 89), Some(90));
    }

    #[test]
    fn where_there_is_no_room_nothing_is_known() {
        for mut table in [table(0, 0), table(1, 0), Table::default()] {
            remember(&mut table, 5, 1, 9, 3);
            assert_eq!((table.beyond(5, 1, 0, 8), table.bytes()), (None, 0));
        }
    }

    #[test]
    fn a_table_that_no_machine_has_room_for_is_refused() {
        assert!(Table::new(u64::MAX, 0, 0, 0).is_err());
    }

    #[test]
    fn classes_grow_with_slack() {
        let classes: Vec<usize> = (0..17).map(class).collect();
        assert_eq!(classes, [0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8]);
        assert_eq!(class(u64::MAX), CLASSES - 1);
    }
}
