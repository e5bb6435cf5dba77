//! The one place that names a hasher.
//!
//! `FxHash` is fast and not keyed: fine for states that a search makes itself. Its values differ between
//! versions and machines, so they are never stored or sent.

/// A hash map for states.
pub type Map<K, V> = std::collections::HashMap<K, V, fxhash::FxBuildHasher>;
/// A hash set for states.
pub type Set<K> = std::collections::HashSet<K, fxhash::FxBuildHasher>;
