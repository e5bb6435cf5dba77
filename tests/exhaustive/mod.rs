//! What the tests over whole spaces share.

use std::thread;

/// How often each number comes: entry `n` counts `n`.
pub(crate) fn histogram(numbers: impl Iterator<Item = u64>) -> Vec<usize> {
    let mut histogram = Vec::new();
    for number in numbers {
        let index = usize::try_from(number).unwrap();
        histogram.resize(histogram.len().max(index + 1), 0);
        histogram[index] += 1;
    }
    histogram
}

/// Does `work` for each item, on all processors.
pub(crate) fn in_parallel<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for chunk in items.chunks(items.len().div_ceil(threads)) {
            scope.spawn(|| chunk.iter().for_each(&work));
        }
    });
}

/// Draws items, the same ones each time.
pub(crate) struct Sampler {
    /// Not zero.
    pub(crate) seed: u64,
}

impl Sampler {
    /// Draws `count` items, some perhaps twice.
    pub(crate) fn draw<T: Copy>(&mut self, items: &[T], count: usize) -> Vec<T> {
        let mut draw = || {
            // Marsaglia's xorshift.
            self.seed ^= self.seed << 13;
            self.seed ^= self.seed >> 7;
            self.seed ^= self.seed << 17;
            items[usize::try_from(self.seed % items.len() as u64).unwrap()]
        };
        (0..count).map(|_| draw()).collect()
    }
}
