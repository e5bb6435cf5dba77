//! The stores, and which one to take.

use super::blocks;
use super::contexts::Contexts;
use super::coordinates::Coordinates;
use super::coset::Coset;
use super::permutations::Permutations;
use super::ranked::Ranked;
use super::{Direction, Request, SurveyError};
use crate::abilities::Never;
use crate::puzzle::Puzzle;
use crate::space::Space;
use crate::units;
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

/// Whether the puzzle's numbering, where it has one, has these states in it. It may leave out those that
/// lead to no goal.
pub(super) fn is_numbered<P: Puzzle>(puzzle: &P, origins: &[P::State]) -> bool {
    origins.iter().all(|&origin| puzzle.impossible(origin).is_none())
}

/// The bytes that `store` takes for this puzzle, or a larger number that is not over `limit`; none if it
/// does not suit it. A packed set grows as it goes, from nothing.
fn bytes<P: Puzzle>(
    puzzle: &P,
    origins: &[P::State],
    direction: Direction,
    store: Store,
    limit: u64,
) -> Option<u64> {
    let is_forward = direction == Direction::Forward;
    let is_numbered = is_numbered(puzzle, origins);
    match (store, puzzle.space().filter(|_| is_numbered)) {
        (Store::Permutation, Some(Space::Permutations(space))) => {
            // Compiling the moves takes as long as a small survey.
            let most = Permutations::most_bytes(space);
            Some(if most <= limit { most } else { blocks::bytes(&Permutations::new(space)) })
        }
        (Store::Coordinate, Some(Space::Coordinates(space)))
            if is_forward || space.reversed().is_some() =>
        {
            Some(blocks::bytes(&Coordinates::new(space)))
        }
        (Store::Context, Some(Space::Contexts(space))) => {
            Some(blocks::bytes(&Contexts::new(space)))
        }
        (Store::Coordinate, _) => {
            let coset = Coset::of(puzzle, puzzle.commuting()?, origins)?;
            Some(blocks::bytes(&Coordinates::new(&coset.space)))
        }
        (Store::Bitmap, _) if is_numbered => {
            let ranking = puzzle.ranking()?;
            Some(blocks::bytes(&Ranked { puzzle, ranking, backwards: None::<Never> }))
        }
        (Store::Packed, _) => Some(0),
        _ => None,
    }
}

/// The fastest store that numbers states by their ranks and suits the puzzle and the memory limit.
pub(super) fn choose_ranked<P: Puzzle>(
    puzzle: &P,
    origins: &[P::State],
    direction: Direction,
    limit: Option<u64>,
) -> Option<Store> {
    let limit = limit.unwrap_or(LARGEST_UNASKED);
    let is_by_rank = |store: &Store| match store {
        Store::Permutation | Store::Context | Store::Bitmap => true,
        Store::Coordinate => matches!(puzzle.space(), Some(Space::Coordinates(_))),
        Store::Packed => false,
    };
    let bytes = |store| bytes(puzzle, origins, direction, store, limit);
    let mut stores = Store::ALL.into_iter().filter(is_by_rank);
    stores.find(|&store| bytes(store).is_some_and(|bytes| bytes <= limit))
}

/// The store that was asked for, or the fastest that suits the puzzle and the memory limit; and why.
pub(super) fn choose<P: Puzzle>(
    puzzle: &P,
    origins: &[P::State],
    direction: Direction,
    request: &Request<'_>,
) -> Result<(Store, String), SurveyError> {
    if request.symmetry {
        return match request.store {
            Some(Store::Packed) | None => Ok((Store::Packed, "it is the one for symmetry".into())),
            Some(store) => Err(SurveyError::Unreduced { store: store.name() }),
        };
    }
    let limit = request.limits.bytes.unwrap_or(LARGEST_UNASKED);
    let bytes = |store| bytes(puzzle, origins, direction, store, limit);
    if let Some(store) = request.store {
        let Some(bytes) = bytes(store) else {
            let fitting = Store::ALL.into_iter().filter(|&store| bytes(store).is_some());
            return Err(SurveyError::Missing {
                store: store.name(),
                missing: store.needs(),
                fitting: fitting.map(Store::name).collect(),
            });
        };
        if bytes > limit {
            return Err(SurveyError::Memory { store: store.name(), bytes, limit });
        }
        return Ok((store, "asked for".into()));
    }
    let mut passed = Vec::new();
    for store in Store::ALL {
        match bytes(store) {
            Some(bytes) if bytes <= limit => {
                let why = match store {
                    Store::Permutation => "the puzzle is a permutation space",
                    Store::Coordinate if puzzle.space().is_none() => {
                        "every move commutes and undoes itself"
                    }
                    Store::Coordinate => "the puzzle is a product of coordinates",
                    Store::Context => "the puzzle is a space of contexts",
                    Store::Bitmap => "the puzzle has a ranking",
                    Store::Packed => "it suits every puzzle",
                };
                let passed = if passed.is_empty() {
                    String::new()
                } else {
                    format!(", and {}", passed.join(", "))
                };
                return Ok((store, format!("{why}{passed}")));
            }
            Some(bytes) => {
                passed.push(format!("{store} would take {}", units::bytes(bytes)));
            }
            None => {}
        }
    }
    unreachable!("a packed set suits every puzzle and starts empty")
}
