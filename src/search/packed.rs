//! A hash map for very many states: open addressing, no pointers, little slack.

use crate::puzzle::State;
use std::hash::BuildHasher;

/// A hash of a state whose high bits are good: `FxHash` leaves them to depend on few bits of the key.
#[inline]
pub fn hash<S: State>(state: &S) -> u64 {
    let hash = fxhash::FxBuildHasher.hash_one(state);
    (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A place below `count` that goes with a hash: its high bits decide, and no division is needed.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the product is below `count`")]
pub(crate) fn scale(hash: u64, count: usize) -> usize {
    ((u128::from(hash) * count as u128) >> u64::BITS) as usize
}

/// The highest bits of a hash are left to callers that keep several maps, to choose one by.
pub const PART_BITS: u32 = 8;

/// A map from states to small values; a set with `V = ()`.
///
/// States lie in one vector, values in another, and a bit says whether a slot is taken. Collisions go to
/// the next free slot. At most seven eighths of the slots are taken, and the table grows by half, so that
/// there are at most 1.8 slots an entry (2.9 while it grows).
#[derive(Debug, Clone)]
pub struct PackedMap<S, V> {
    states: Vec<S>,
    values: Vec<V>,
    taken: Vec<u64>,
    len: usize,
}

/// What [`PackedMap::insert`] found.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry<'a, V> {
    /// The state was not there; now it is.
    New,
    /// The state was there, with this value.
    Old(&'a mut V),
}

impl<S, V> Default for PackedMap<S, V> {
    fn default() -> Self {
        PackedMap { states: Vec::new(), values: Vec::new(), taken: Vec::new(), len: 0 }
    }
}

impl<S: State, V: Copy> PackedMap<S, V> {
    const SMALLEST: usize = 8;

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Reads the slots from the first to the last, so that they lie in the cache: faster than to fetch as
    /// many of them one by one, since the prefetcher follows.
    pub fn warm(&self) {
        const LINE: usize = 64;
        let step = (LINE / size_of::<S>().max(1)).max(1);
        for state in self.states.iter().step_by(step) {
            std::hint::black_box(*state);
        }
    }

    /// Drops all entries and keeps the slots.
    pub fn clear(&mut self) {
        self.taken.fill(0);
        self.len = 0;
    }

    /// Bytes that the slots take.
    pub fn bytes(&self) -> u64 {
        let slots = self.states.capacity() * (size_of::<S>() + size_of::<V>());
        (slots + self.taken.capacity() * 8) as u64
    }

    /// Whether the next new entry makes the table grow.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len >= self.states.len() / 8 * 7
    }

    /// Bytes of the next larger table, which is there beside this one while it grows.
    pub fn larger_bytes(&self) -> u64 {
        let slots = self.larger();
        (slots * (size_of::<S>() + size_of::<V>()) + slots.div_ceil(64) * 8) as u64
    }

    /// The same states with other values, in the same slots.
    pub fn map<W>(self, value: impl FnMut(V) -> W) -> PackedMap<S, W> {
        let PackedMap { states, values, taken, len } = self;
        PackedMap { states, values: values.into_iter().map(value).collect(), taken, len }
    }

    /// How many slots there are, for [`entries_in`](Self::entries_in).
    pub fn slots(&self) -> usize {
        self.states.len()
    }

    /// The entries in a range of slots.
    pub fn entries_in(&self, slots: std::ops::Range<usize>) -> impl Iterator<Item = (S, V)> {
        slots.filter(|&slot| self.is_taken(slot)).map(|slot| (self.states[slot], self.values[slot]))
    }

    /// The value of a state whose [`hash`] is `hash`. Constant time on average.
    #[inline]
    pub fn get(&self, hash: u64, state: S) -> Option<V> {
        if self.states.is_empty() {
            return None;
        }
        let slot = self.find(hash, state);
        self.is_taken(slot).then(|| self.values[slot])
    }

    /// Whether a state whose [`hash`] is `hash` is there, in one of the slots that it would be put into first.
    /// Nearly all of those that are there are; and no branch depends on the answer, so that the looks of a
    /// loop overlap.
    #[inline]
    pub fn is_at_first_look(&self, hash: u64, state: S) -> bool {
        const WINDOW: usize = 4;
        let slot = self.first_slot(hash);
        // Where the table ends, nothing is found; nor is what lies in the next word of bits.
        let Some(window) = self.states.get(slot..slot + WINDOW) else { return false };
        let taken = self.taken[slot / 64] >> (slot % 64);
        let equal = |bits, (place, &known)| bits | u64::from(known == state) << place;
        window.iter().enumerate().fold(0, equal) & taken != 0
    }

    /// The value of a state whose [`hash`] is `hash`, to change it. Constant time on average.
    #[inline]
    pub fn get_mut(&mut self, hash: u64, state: S) -> Option<&mut V> {
        if self.states.is_empty() {
            return None;
        }
        let slot = self.find(hash, state);
        self.is_taken(slot).then(|| &mut self.values[slot])
    }

    /// Adds a state whose [`hash`] is `hash`, unless it is there. Constant time on average.
    #[inline]
    pub fn insert(&mut self, hash: u64, state: S, value: V) -> Entry<'_, V> {
        if self.is_full() {
            self.grow(state, value);
        }
        let slot = self.find(hash, state);
        if self.is_taken(slot) {
            return Entry::Old(&mut self.values[slot]);
        }
        self.put(slot, state, value);
        self.len += 1;
        Entry::New
    }

    #[inline]
    fn is_taken(&self, slot: usize) -> bool {
        self.taken[slot / 64] >> (slot % 64) & 1 == 1
    }

    /// The slot to look into first.
    #[inline]
    fn first_slot(&self, hash: u64) -> usize {
        scale(hash << PART_BITS, self.states.len())
    }

    /// The slot where the state is, or the free one where it would go.
    #[inline]
    fn find(&self, hash: u64, state: S) -> usize {
        let slots = self.states.len();
        let mut slot = self.first_slot(hash);
        while self.is_taken(slot) && self.states[slot] != state {
            slot += 1;
            if slot == slots {
                slot = 0;
            }
        }
        slot
    }

    #[inline]
    fn put(&mut self, slot: usize, state: S, value: V) {
        self.states[slot] = state;
        self.values[slot] = value;
        self.taken[slot / 64] |= 1 << (slot % 64);
    }

    /// Slots of the next larger table.
    fn larger(&self) -> usize {
        (self.states.len() + self.states.len() / 2).next_multiple_of(8).max(Self::SMALLEST)
    }

    #[cold]
    fn grow(&mut self, state: S, value: V) {
        let slots = self.larger();
        let mut larger = PackedMap {
            // Free slots hold any state: the bits say that they are free.
            states: vec![state; slots],
            values: vec![value; slots],
            taken: vec![0; slots.div_ceil(64)],
            len: self.len,
        };
        for (state, value) in self.entries_in(0..self.slots()) {
            let slot = larger.find(hash(&state), state);
            larger.put(slot, state, value);
        }
        *self = larger;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_the_standard_map() {
        let mut map = PackedMap::default();
        let mut reference = std::collections::HashMap::new();
        let mut word = 1_u64;
        for step in 0..200_000_u32 {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            // Keys whose low bits say nothing, as packed boards have them.
            let key = (word % 50_000) << 40;
            match map.insert(hash(&key), key, step) {
                Entry::New => assert_eq!(reference.insert(key, step), None),
                Entry::Old(value) => {
                    assert_eq!(*value, reference[&key]);
                    *value = step;
                    reference.insert(key, step);
                }
            }
            assert_eq!(map.get(hash(&word), word), None);
        }
        assert_eq!(map.len(), reference.len());
        let entries: std::collections::HashMap<_, _> = map.entries_in(0..map.slots()).collect();
        assert_eq!(entries, reference);
    }

    #[test]
    fn takes_at_most_three_bytes_for_a_byte_of_state() {
        let mut set = PackedMap::default();
        for key in 0..1_000_000_u64 {
            let before = set.bytes();
            set.insert(hash(&key), key, ());
            let worst = if set.bytes() == before { before } else { before + set.bytes() };
            assert!(key < 100 || worst <= 3 * 8 * (key + 1), "{worst} bytes for {key} keys");
        }
    }
}
