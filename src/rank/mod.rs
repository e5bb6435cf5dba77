//! Dense numbering of states.
//!
//! A puzzle's [`Ranking`](crate::abilities::Ranking) is usually a product of parts, each of a kind that
//! has a module here.

pub(crate) mod arrangement;
pub mod multiset;

pub use multiset::Multiset;

/// A set that is too large to number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooLarge {
    /// Numbers would not fit in 64 bits.
    #[error("there are 2^64 arrangements or more; numbers have 64 bits")]
    Numbers,
    /// The table that the numbering works with would take too much memory.
    #[error("the table for numbering would have {entries} entries; the most is {most}")]
    Table {
        /// Its entries.
        entries: u128,
        /// The most that is allowed.
        most: u128,
    },
}
