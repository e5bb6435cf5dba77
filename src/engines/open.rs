//! An open list in buckets.

use crate::hash::Map;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States waiting to be expanded, those of the least key first, and of them those of the least estimate;
/// where both are the same, the one that came last.
///
/// Each key and estimate has a bucket, so that an entry is a state and nothing else, and a heap has only
/// the buckets to sort: there are few of them, and pushing and popping take constant time as long as they
/// are found in the cache.
pub(super) struct Open<S> {
    buckets: Vec<Bucket<S>>,
    /// Which bucket belongs to a key and an estimate.
    index: Map<Place, usize>,
    /// Buckets that may have something in them, the first to take from on top.
    order: BinaryHeap<Reverse<(Place, usize)>>,
    len: usize,
    bytes: usize,
}

/// Key and estimate.
type Place = (u64, u32);

struct Bucket<S> {
    states: Vec<S>,
    is_in_order: bool,
}

/// An empty bucket keeps the memory for so many states.
const SPARE: usize = 64;

impl<S> Default for Open<S> {
    fn default() -> Self {
        Open {
            buckets: Vec::new(),
            index: Map::default(),
            order: BinaryHeap::new(),
            len: 0,
            bytes: 0,
        }
    }
}

impl<S: Copy> Open<S> {
    /// How many states wait.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes as u64
    }

    #[inline]
    pub(super) fn push(&mut self, key: u64, estimate: u32, state: S) {
        let place = (key, estimate);
        let number = *self.index.entry(place).or_insert_with(|| {
            self.buckets.push(Bucket { states: Vec::new(), is_in_order: false });
            self.bytes += size_of::<(Bucket<S>, (Place, usize), Reverse<(Place, usize)>)>();
            self.buckets.len() - 1
        });
        let bucket = &mut self.buckets[number];
        if !bucket.is_in_order {
            bucket.is_in_order = true;
            self.order.push(Reverse((place, number)));
        }
        let before = bucket.states.capacity();
        bucket.states.push(state);
        self.bytes += (bucket.states.capacity() - before) * size_of::<S>();
        self.len += 1;
    }

    /// Takes the first state, with its key and its estimate.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<(u64, u32, S)> {
        loop {
            let &Reverse(((key, estimate), number)) = self.order.peek()?;
            let bucket = &mut self.buckets[number];
            if let Some(state) = bucket.states.pop() {
                self.len -= 1;
                return Some((key, estimate, state));
            }
            self.order.pop();
            bucket.is_in_order = false;
            let before = bucket.states.capacity();
            bucket.states.shrink_to(SPARE);
            self.bytes -= (before - bucket.states.capacity()) * size_of::<S>();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::toys::Random;

    #[test]
    fn pops_the_least_and_of_equals_the_last() {
        let mut random = Random::new(1);
        let mut open = Open::default();
        let mut waiting: Vec<(u64, u32, u32)> = Vec::new();
        for number in 0..20_000 {
            if random.below(5) < 3 {
                let (key, estimate) = (u64::from(random.below(40)) << 40, random.below(7));
                open.push(key, estimate, number);
                waiting.push((key, estimate, number));
            } else {
                let order = |&(key, estimate, number): &_| (key, estimate, Reverse(number));
                let least = waiting.iter().copied().min_by_key(order);
                waiting.retain(|&entry| Some(entry) != least);
                assert_eq!(open.pop(), least);
            }
            assert_eq!(open.len(), waiting.len());
        }
    }

    #[test]
    fn a_bucket_that_ran_empty_gives_its_memory_back() {
        let mut open = Open::default();
        (0..100_000_u64).for_each(|state| open.push(1, 1, state));
        open.push(2, 1, 0);
        assert!(open.bytes() >= 800_000);
        while open.len() > 0 {
            open.pop();
        }
        assert_eq!(open.pop(), None);
        assert!(open.bytes() < 2_000, "{}", open.bytes());
    }
}
