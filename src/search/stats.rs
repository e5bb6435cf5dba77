//! What a search counts.

use std::time::Duration;

/// The counters of one search. All engines mean the same by them.
///
/// These laws hold for every engine and are tested: `duplicates <= generated`,
/// `reopened <= expanded`, and but for `table`, `distinct <= generated + origins`, where the origins are the
/// starts, and the listed goals of a backward search. For an engine that stores each state once,
/// `distinct + duplicates == generated + origins` and `expanded <= distinct + reopened`: not for the deepening
/// ones, which go over theirs again, nor for `subset` and `linear`, which store none, `table`, which is built
/// before anything is counted, and `beam`, which drops some.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Stats {
    /// How often the successors (or predecessors) of a state were asked for. What was asked for only to build
    /// tables that serve further boards is not counted, here or in the counters below, as its time is
    /// [`setup`](Stats::setup).
    pub expanded: u64,
    /// How many successors (or predecessors) came of that. Starts do not count.
    pub generated: u64,
    /// How many of the generated states had been met before (in the same pass, on the same side). In
    /// `packed_ida_star`, how many need not be walked: those that a shorter way leads to, and those that it remembers
    /// from earlier passes.
    pub duplicates: u64,
    /// How many different states were stored at the peak, starts and listed goals of a backward search
    /// included. In `packed_ida_star`, where a state is stored with what may follow, each such pair counts.
    pub distinct: u64,
    /// How often a heuristic was computed.
    pub evaluated: u64,
    /// How many expansions were of a state that had been expanded before in the same pass, because a
    /// cheaper path to it turned up. Zero where the heuristic is consistent.
    pub reopened: u64,
    /// Cost below which a solution is ruled out: 0 at first, the optimum when one is proved.
    pub lower_bound: u64,
    /// The most bytes that the engine's tables took at once, by [`memory`](super::memory)'s account of
    /// them. The puzzle and the program are not in it.
    pub peak_bytes: u64,
    /// Time taken, tables that the engine had to build first included.
    pub time: Duration,
    /// How much of that went into tables that serve further boards of the instance as well. Zero where an
    /// earlier board has left them in [`Job::kept`](super::Job::kept).
    pub setup: Duration,
}

/// One pass of a search that deepens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pass {
    /// What a path might cost in it. A pass may be made again with the same bound.
    pub bound: u64,
    /// The expansions that it took; those so far, of one that has not ended.
    pub expanded: u64,
}
