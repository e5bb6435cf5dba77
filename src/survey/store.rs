//! The stores, and which one to take.

use super::blocks::{self, Asked, Walk};
use super::contexts::Contexts;
use super::coordinates::Coordinates;
use super::coset::Coset;
use super::permutations::Permutations;
use super::ranked::Ranked;
use super::{Direction, Request, SurveyError, Watch};
use crate::abilities::Ability;
use crate::space::{ContextSpace, CoordinateSpace, PermutationSpace, Space};
use crate::units;
use crate::words::{Graph, Word};
use std::fmt;

/// Where a survey keeps what it has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Store {
    /// Three bits a state, moves as tables: for a permutation space.
    Permutation,
    /// Three bits a state, moves as tables: for a product of coordinates, and for moves that commute.
    Coordinate,
    /// Three bits a state, moves as tables: for a space of contexts times numbers.
    Context,
    /// Three bits a rank: for any ranked puzzle.
    Bitmap,
    /// A set of packed states, or the last three layers of it: for any puzzle.
    Packed,
}

impl Store {
    /// All of them, the fastest first.
    pub const ALL: [Store; 5] =
        [Store::Permutation, Store::Coordinate, Store::Context, Store::Bitmap, Store::Packed];

    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Store::Permutation => "permutation",
            Store::Coordinate => "coordinate",
            Store::Context => "context",
            Store::Bitmap => "bitmap",
            Store::Packed => "packed",
        }
    }

    fn needs(self) -> &'static str {
        match self {
            Store::Permutation => "a permutation space",
            Store::Coordinate => "a coordinate space or commuting moves",
            Store::Context => "a space of contexts",
            Store::Bitmap => "a ranking",
            Store::Packed => "nothing",
        }
    }
}

impl fmt::Display for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A table larger than this (8 GiB) is made only where a memory limit allows it.
const LARGEST_UNASKED: u64 = 8 << 30;

/// A store with what it needs of the puzzle.
pub(super) enum Fitted<'g, W> {
    Permutation(&'g PermutationSpace),
    Coordinate(&'g CoordinateSpace),
    Coset(Box<Coset>),
    Context(&'g ContextSpace),
    Bitmap(&'g dyn Graph<W>),
    Packed,
}

impl<'g, W: Word> Fitted<'g, W> {
    /// The store, if it suits the puzzle.
    fn of(
        graph: &'g dyn Graph<W>,
        origins: &[W],
        direction: Direction,
        store: Store,
    ) -> Option<Self> {
        let is_numbered = is_numbered(graph, origins);
        match (store, graph.space().filter(|_| is_numbered)) {
            (Store::Permutation, Some(Space::Permutations(space))) => {
                Some(Fitted::Permutation(space))
            }
            (Store::Coordinate, Some(Space::Coordinates(space)))
                if direction == Direction::Forward || space.reversed().is_some() =>
            {
                Some(Fitted::Coordinate(space))
            }
            (Store::Context, Some(Space::Contexts(space))) => Some(Fitted::Context(space)),
            (Store::Coordinate, _) if graph.has(Ability::Commuting) => {
                Some(Fitted::Coset(Box::new(Coset::of(graph, origins)?)))
            }
            (Store::Bitmap, _) if is_numbered && graph.has(Ability::Ranked) => {
                Some(Fitted::Bitmap(graph))
            }
            (Store::Packed, _) => Some(Fitted::Packed),
            _ => None,
        }
    }

    /// The bytes that it takes, or a larger number that is not over `limit`. A packed set grows as it goes, from
    /// nothing.
    fn bytes(&self, limit: u64) -> u64 {
        match self {
            Fitted::Permutation(space) => {
                // Compiling the moves takes as long as a small survey.
                let most = Permutations::most_bytes(space);
                if most <= limit { most } else { blocks::bytes(&Permutations::new(space)) }
            }
            Fitted::Coordinate(space) => blocks::bytes(&Coordinates::new(space)),
            Fitted::Coset(coset) => blocks::bytes(&Coordinates::new(&coset.space)),
            Fitted::Context(space) => blocks::bytes(&Contexts::new(space)),
            Fitted::Bitmap(graph) => blocks::bytes(&Ranked::new(*graph, Direction::Forward)),
            Fitted::Packed => 0,
        }
    }

    /// Whether its numbers are the puzzle's ranks.
    fn is_by_rank(&self) -> bool {
        !matches!(self, Fitted::Coset(_) | Fitted::Packed)
    }

    /// Walks from the states with these numbers. A packed set has no numbers: it finds nothing.
    pub(super) fn walk(
        &self,
        origins: &[u64],
        direction: Direction,
        asked: Asked<'_>,
        watch: &mut Watch<'_>,
    ) -> Walk {
        let is_backward = direction == Direction::Backward;
        match self {
            Fitted::Permutation(space) => {
                let reversed = is_backward.then(|| space.reversed());
                let space = Permutations::new(reversed.as_ref().unwrap_or(space));
                blocks::walk(&space, origins, asked, watch)
            }
            Fitted::Coordinate(space) => {
                let reversed = if is_backward { space.reversed() } else { None };
                let space = Coordinates::new(reversed.as_ref().unwrap_or(space));
                blocks::walk(&space, origins, asked, watch)
            }
            // A move that commutes and undoes itself runs both ways.
            Fitted::Coset(coset) => {
                blocks::walk(&Coordinates::new(&coset.space), origins, asked, watch)
            }
            Fitted::Context(space) => {
                let reversed = is_backward.then(|| space.reversed());
                let space = Contexts::new(reversed.as_ref().unwrap_or(space));
                blocks::walk(&space, origins, asked, watch)
            }
            Fitted::Bitmap(graph) => {
                blocks::walk(&Ranked::new(*graph, direction), origins, asked, watch)
            }
            Fitted::Packed => Walk::new(),
        }
    }
}

/// Whether the puzzle's numbering, where it has one, has these states in it. It may leave out those that
/// lead to no goal.
pub(super) fn is_numbered<W: Word>(graph: &dyn Graph<W>, origins: &[W]) -> bool {
    origins.iter().all(|&origin| graph.impossible(origin).is_none())
}

/// The fastest store that numbers states by their ranks and suits the puzzle and the memory limit.
pub(super) fn choose_ranked<'g, W: Word>(
    graph: &'g dyn Graph<W>,
    origins: &[W],
    direction: Direction,
    limit: Option<u64>,
) -> Option<Fitted<'g, W>> {
    let limit = limit.unwrap_or(LARGEST_UNASKED);
    let fitted = |store| Fitted::of(graph, origins, direction, store);
    let mut stores = Store::ALL.into_iter().filter_map(fitted);
    stores.find(|fitted| fitted.is_by_rank() && fitted.bytes(limit) <= limit)
}

/// The store that was asked for, or the fastest that suits the puzzle and the memory limit; and why.
pub(super) fn choose<'g, W: Word>(
    graph: &'g dyn Graph<W>,
    origins: &[W],
    direction: Direction,
    request: &Request<'_>,
) -> Result<(Store, Fitted<'g, W>, String), SurveyError> {
    if request.symmetry {
        return match request.store {
            Some(Store::Packed) | None => {
                Ok((Store::Packed, Fitted::Packed, "it is the one for symmetry".into()))
            }
            Some(store) => Err(SurveyError::Unreduced { store: store.name() }),
        };
    }
    let limit = request.limits.bytes.unwrap_or(LARGEST_UNASKED);
    let fitted = |store| Fitted::of(graph, origins, direction, store);
    if let Some(store) = request.store {
        let Some(chosen) = fitted(store) else {
            let fitting = Store::ALL.into_iter().filter(|&store| fitted(store).is_some());
            return Err(SurveyError::Missing {
                store: store.name(),
                missing: store.needs(),
                fitting: fitting.map(Store::name).collect(),
            });
        };
        let bytes = chosen.bytes(limit);
        if bytes > limit {
            return Err(SurveyError::Memory { store: store.name(), bytes, limit });
        }
        return Ok((store, chosen, "asked for".into()));
    }
    let mut passed = Vec::new();
    for store in Store::ALL {
        let Some(chosen) = fitted(store) else { continue };
        let bytes = chosen.bytes(limit);
        if bytes > limit {
            passed.push(format!("{store} would take {}", units::bytes(bytes)));
            continue;
        }
        let why = match chosen {
            Fitted::Permutation(_) => "the puzzle is a permutation space",
            Fitted::Coordinate(_) => "the puzzle is a product of coordinates",
            Fitted::Coset(_) => "every move commutes and undoes itself",
            Fitted::Context(_) => "the puzzle is a space of contexts",
            Fitted::Bitmap(_) => "the puzzle has a ranking",
            Fitted::Packed => "it suits every puzzle",
        };
        let passed =
            if passed.is_empty() { String::new() } else { format!(", and {}", passed.join(", ")) };
        return Ok((store, chosen, format!("{why}{passed}")));
    }
    unreachable!("a packed set suits every puzzle and starts empty")
}
