//! How many bytes the tables of a search take: an account of what the standard and `indexmap`
//! collections allocate for so many entries, which a test holds against a counting allocator.
//!
//! An account instead of a measurement, because it is the same on every run, costs nothing in the
//! loop, and works without replacing the program's allocator.

const fn bytes_of<T>(count: u64) -> u64 {
    count.saturating_mul(size_of::<T>() as u64)
}

/// Buckets of a hash table that holds `len` entries at most seven eighths full.
const fn buckets(len: u64) -> u64 {
    match len {
        0 => 0,
        1..=3 => 4,
        4..=7 => 8,
        8..=14 => 16,
        _ => (len.saturating_mul(8) / 7).next_power_of_two(),
    }
}

/// A table of as many buckets: an entry and a byte each, and a group more of those bytes.
const fn table<T>(buckets: u64) -> u64 {
    bytes_of::<T>(buckets) + buckets + 16
}

/// A `Vec` or `BinaryHeap` that has held up to `len` entries of `T`.
pub const fn vec<T>(len: u64) -> u64 {
    match len {
        0 => 0,
        1..=4 => bytes_of::<T>(4),
        _ => bytes_of::<T>(len.next_power_of_two()),
    }
}

/// A `HashMap<K, V>` of `len` entries, or a `HashSet<K>` with `V = ()`; and the half as large table that it
/// grew out of, which was there while its entries moved.
pub const fn hash_map<K, V>(len: u64) -> u64 {
    match buckets(len) {
        0 => 0,
        4 => table::<(K, V)>(4),
        buckets => table::<(K, V)>(buckets) + table::<(K, V)>(buckets / 2),
    }
}

/// An `IndexMap<K, V>` of `len` entries.
pub const fn index_map<K, V>(len: u64) -> u64 {
    // Its entries carry their hash, and their vector is as large as the table of indices allows. That
    // grows first, so that the smaller table is gone when the vector grows.
    match buckets(len) {
        0 => 0,
        buckets @ ..=8 => bytes_of::<(u64, K, V)>(buckets - 1) + table::<usize>(buckets),
        buckets => bytes_of::<(u64, K, V)>(buckets / 8 * 7) + table::<usize>(buckets),
    }
}
