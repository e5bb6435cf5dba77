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

/// A table of `len` entries of `T`, and the half as large one that it grew out of, which was alive while
/// its entries moved.
const fn table<T>(len: u64) -> u64 {
    let now = buckets(len);
    let before = if now <= 4 { 0 } else { now / 2 };
    bytes_of::<T>(now + before) + now + before + 32
}

/// A `Vec`, `VecDeque` or `BinaryHeap` that has held up to `len` entries of `T`.
pub const fn vec<T>(len: u64) -> u64 {
    match len {
        0 => 0,
        1..=4 => bytes_of::<T>(4),
        _ => bytes_of::<T>(len.next_power_of_two()),
    }
}

/// A `HashMap<K, V>` of `len` entries, or a `HashSet<K>` with `V = ()`.
pub const fn hash_map<K, V>(len: u64) -> u64 {
    if len == 0 { 0 } else { table::<(K, V)>(len) }
}

/// An `IndexMap<K, V>` of `len` entries.
pub const fn index_map<K, V>(len: u64) -> u64 {
    if len == 0 {
        return 0;
    }
    // Its entries carry their hash, and their vector is as large as the table of indices allows.
    let entries = match buckets(len) {
        buckets @ 0..=8 => buckets,
        buckets => buckets / 8 * 7,
    };
    bytes_of::<(u64, K, V)>(entries) + table::<usize>(len)
}
