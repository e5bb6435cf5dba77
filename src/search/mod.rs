//! What engines share: how a search ends, what it counts, and what ends it early.

pub mod all;
pub mod kept;
pub mod limits;
pub mod memory;
pub mod meter;
pub mod outcome;
pub mod packed;
pub mod path;
pub mod pruning;
pub mod stats;
pub mod symmetry;

pub use kept::Kept;
pub use limits::{Limit, Limits, Stop};
pub use meter::{Job, Meter, Progress, Wanted};
pub use outcome::{Optimality, Outcome, Reason, Solution};
pub use path::{BrokenPath, Path};
pub use stats::{Pass, Stats};
