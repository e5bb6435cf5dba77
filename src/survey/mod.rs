//! Enumeration of whole state spaces, level by level.
//!
//! [`survey`] counts the states at each distance from its origins, on all cores, in a store that suits
//! the puzzle. Every store gives the same counts on every number of threads.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a bit's number is below the size of a table that is in memory, a block's below 2^16"
)]

mod bits;
mod blocks;
mod bytes;
mod contexts;
mod coordinates;
mod coset;
mod distances;
mod list;
mod packed;
mod permutations;
mod ranked;
mod store;
mod watch;

pub(crate) use bits::ones;
pub(crate) use blocks::Walk;
pub(crate) use bytes::Bytes;
pub(crate) use distances::Distances;
pub use ranked::Direction;
pub use store::Store;
pub(crate) use watch::Watch;
pub use watch::{Request, SurveyProgress};

use crate::abilities::Ability;
use crate::puzzle::Puzzle;
use crate::search::Stop;
use crate::search::symmetry::Stabiliser;
use crate::space::ContextSpace;
use crate::units;
use crate::width::{Width, narrowest};
use crate::words::{Bridge, Graph, Word, pack, unpack};
use blocks::Asked;
use bytes::Rows;
use contexts::Contexts;
use packed::Packed;
use std::time::Duration;
use store::Fitted;

/// What a survey found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey<S> {
    /// How many states there are at distance 0, 1, 2, .. from the nearest origin. Only whole layers are
    /// in it.
    pub layers: Vec<u64>,
    /// How many states stood for those of each layer, where one stood for all of its images.
    pub forms: Option<Vec<u64>>,
    /// Successors that the expanded states had, duplicates included. Of states that were not expanded,
    /// because an image stood for them, they are not counted.
    pub edges: u64,
    /// States of the last layer: the least ones, in ascending order of their numbers or codes. Where one
    /// stood for all of its images, that one.
    pub antipodes: Vec<S>,
    /// How many states the puzzle's numbering has, where it has one; those that are in no layer cannot be
    /// reached.
    pub numbered: Option<u64>,
    /// What ended the survey before its end.
    pub stopped: Option<Stop>,
    /// The store that was used.
    pub store: Store,
    /// Why that one.
    pub why: String,
    /// The most threads that were to work at a time: one where no layer is worth sharing.
    pub threads: usize,
    /// The most bytes that tables and frontiers took.
    pub peak_bytes: u64,
    /// Time taken.
    pub time: Duration,
}

impl<S> Survey<S> {
    /// How many states were counted.
    pub fn states(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The largest distance, if the survey is complete: God's number where the origins are the goals.
    pub fn eccentricity(&self) -> Option<u64> {
        (self.stopped.is_none()).then(|| self.layers.len().saturating_sub(1) as u64)
    }

    /// The same survey with other names for the states.
    pub fn map<T>(self, name: impl FnMut(S) -> T) -> Survey<T> {
        let Survey { layers, forms, edges, antipodes, numbered, stopped, store, why, .. } = self;
        let (threads, peak_bytes, time) = (self.threads, self.peak_bytes, self.time);
        let antipodes = antipodes.into_iter().map(name).collect();
        Survey {
            layers,
            forms,
            edges,
            antipodes,
            numbered,
            stopped,
            store,
            why,
            threads,
            peak_bytes,
            time,
        }
    }

    /// Whether every state was counted.
    pub fn is_complete(&self) -> bool {
        self.stopped.is_none()
    }
}

/// A survey that could not be carried out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SurveyError {
    /// There is nothing to begin with.
    #[error("there is no state to begin with")]
    NoOrigin,
    /// The puzzle has no way to walk backwards.
    #[error(
        "a survey from the goals needs a puzzle with the ability `{0}`, which this one does not have; survey from a board instead"
    )]
    Direction(Ability),
    /// The puzzle has no symmetry.
    #[error(
        "a survey up to symmetry needs a puzzle with the ability `{0}`, which this one does not have; survey it without"
    )]
    Symmetry(Ability),
    /// The store keeps every state.
    #[error(
        "the store `{store}` keeps every state; a survey up to symmetry takes the store `packed`"
    )]
    Unreduced {
        /// The store.
        store: &'static str,
    },
    /// The store does not suit the puzzle.
    #[error("the store `{store}` needs a puzzle with {missing}, which this one does not have; stores that fit: {}", fitting.join(", "))]
    Missing {
        /// The store.
        store: &'static str,
        /// What it needs.
        missing: &'static str,
        /// Stores that would do.
        fitting: Vec<&'static str>,
    },
    /// The store takes more than it may.
    #[error(
        "the store `{store}` takes {}, which is over the memory limit of {}; allow more, or take another store",
        units::bytes(*bytes),
        units::bytes(*limit)
    )]
    Memory {
        /// The store.
        store: &'static str,
        /// What it takes.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
}

/// Counts the states at each distance from the nearest of `origins`.
///
/// Time: each reachable state is expanded once. Memory: three bits for each state of the puzzle's
/// numbering, or for a packed set about 1.2 to 1.8 states and their frontier; see [`Store`].
///
/// # Errors
/// When the store does not suit the puzzle or the memory limit.
pub fn survey<P: Puzzle>(
    puzzle: &P,
    origins: impl IntoIterator<Item = P::State>,
    direction: Direction,
    request: &Request<'_>,
) -> Result<Survey<P::State>, SurveyError> {
    let origins = origins.into_iter();
    narrowest!(P, W => {
        let origins: Vec<W> = origins.map(pack).collect();
        let survey = W::survey(&Bridge::Borrowed(puzzle), origins, direction, request)?;
        Ok(survey.map(unpack))
    })
}

/// See [`survey`].
pub(crate) fn survey_for<W: Word>(
    graph: &dyn Graph<W>,
    mut origins: Vec<W>,
    direction: Direction,
    request: &Request<'_>,
) -> Result<Survey<W>, SurveyError> {
    origins.sort_unstable();
    origins.dedup();
    if origins.is_empty() {
        return Err(SurveyError::NoOrigin);
    }
    if direction == Direction::Backward && !graph.has(Ability::Predecessors) {
        return Err(SurveyError::Direction(Ability::Predecessors));
    }
    if request.symmetry && !graph.has(Ability::Symmetric) {
        return Err(SurveyError::Symmetry(Ability::Symmetric));
    }
    let (store, fitted, mut why) = store::choose(graph, &origins, direction, request)?;
    let threads = request.threads;
    let is_numbered = store::is_numbered(graph, &origins) && graph.has(Ability::Ranked);
    let numbered = is_numbered.then(|| graph.count());
    let mut watch = Watch::start(request, numbered);
    let mut forms = None;
    let asked =
        |is_reversible| Asked { is_reversible, threads, antipodes: request.antipodes, keep: None };
    let (walk, antipodes) = match &fitted {
        Fitted::Packed => {
            let maps = request.symmetry.then(|| Stabiliser::of(graph, &origins));
            if let Some(maps) = &maps {
                let maps = match maps.order() {
                    1 => "no symmetry but the identity keeps the origins".into(),
                    order => format!("up to the {order} symmetries that keep the origins"),
                };
                why = format!("{why}; {maps}");
            }
            let is_reduced = maps.is_some();
            let packed = Packed { graph, direction, maps };
            let found = packed.walk(&origins, threads, request.antipodes, &mut watch);
            forms = is_reduced.then_some(found.forms);
            (found.walk, found.antipodes)
        }
        Fitted::Coset(coset) => {
            let numbers: Vec<u64> =
                origins.iter().map(|&state| coset.number(graph, state)).collect();
            let walk = fitted.walk(&numbers, direction, asked(true), &mut watch);
            let antipodes = walk.antipodes.iter().map(|&number| coset.state(graph, number));
            let antipodes = antipodes.collect();
            (walk, antipodes)
        }
        _ => {
            let numbers: Vec<u64> = origins.iter().map(|&state| graph.rank(state)).collect();
            let asked = asked(graph.has(Ability::Reversible));
            let walk = fitted.walk(&numbers, direction, asked, &mut watch);
            let antipodes = walk.antipodes.iter().map(|&number| graph.unrank(number)).collect();
            (walk, antipodes)
        }
    };
    let antipodes = if walk.layers.is_empty() { Vec::new() } else { antipodes };
    Ok(Survey {
        layers: walk.layers,
        forms,
        edges: walk.edges,
        antipodes,
        numbered,
        stopped: walk.stopped,
        store,
        why,
        threads: walk.threads,
        peak_bytes: walk.bytes,
        time: watch.elapsed(),
    })
}

/// The distance of every state of a ranked puzzle to the nearest of its goals, which it lists, and the walk
/// that found them; as far as that came within its limits. None where no store for all ranks suits the
/// puzzle and the memory limit. Needs predecessors.
pub(crate) fn distances<W: Word>(
    graph: &dyn Graph<W>,
    request: &Request<'_>,
) -> Option<(Walk, Distances)> {
    if !graph.has(Ability::Ranked) || !graph.has(Ability::ListedGoals) {
        return None;
    }
    let mut goals: Vec<W> = graph.goals().collect();
    goals.sort_unstable();
    let store = store::choose_ranked(graph, &goals, Direction::Backward, request.limits.bytes)?;
    let goals: Vec<u64> = goals.into_iter().map(|goal| graph.rank(goal)).collect();
    let is_reversible = graph.has(Ability::Reversible);
    let mut distances = Distances::new(is_reversible);
    let keep = Some(&mut distances as _);
    let asked = Asked { is_reversible, threads: request.threads, antipodes: 0, keep };
    let mut watch = Watch::start(request, Some(graph.count()));
    let walk = store.walk(&goals, Direction::Backward, asked, &mut watch);
    Some((walk, distances))
}

/// How far every state of a space of contexts is from the nearest of these origins, and the walk that found that;
/// as far as it came within its limits. A byte is one more than the distance, 255 for 254 and more, and 0
/// where no origin can be reached. Contexts of the same row share its bytes, which have the least distance.
pub(crate) fn context_distances(
    space: &ContextSpace,
    row_of: &[u32],
    origins: &[u64],
    is_reversible: bool,
    request: &Request<'_>,
) -> (Walk, Bytes) {
    let contexts = Contexts::new(space);
    let mut rows = Rows::new(row_of);
    let keep = Some(&mut rows as _);
    let asked = Asked { is_reversible, threads: request.threads, antipodes: 0, keep };
    let mut watch = Watch::start(request, Some(space.count()));
    let walk = blocks::walk(&contexts, origins, asked, &mut watch);
    (walk, rows.bytes)
}
