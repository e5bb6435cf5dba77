//! What heuristics a puzzle offers by name, and how one is put together from what was written.

use super::duality::{Duality, OverDual};
use super::expression::{Expression, ExpressionError};
use super::{
    AnyEstimator, AnyHeuristic, Database, FewestMoves, Largest, OverImages, Own, Pattern,
    PatternError, PatternSet, Tables, TablesError,
};
use crate::abilities::Ability;
use crate::names::suggest;
use crate::plugin::Played;
use crate::puzzle::Puzzle;
use crate::search::Limits;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::Request;
use crate::units;
use crate::words::Word;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

/// A heuristic that a puzzle offers by name.
pub struct Offer<P: Puzzle> {
    /// Its name: lower snake case, and none of `own`, `patterns`, `dual`, `images` and `max`.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// How it is made.
    pub recipe: Recipe<P>,
}

/// The name of every puzzle's own heuristic.
pub(crate) const OWN: &str = "own";

/// How a heuristic is made.
pub enum Recipe<P: Puzzle> {
    /// It is the puzzle's own: [`Puzzle::heuristic`].
    Own,
    /// By code of the puzzle: a function, so that all that it needs is in the puzzle. `check` does not hold the laws
    /// against it.
    Made(fn(&P) -> AnyHeuristic<P>),
    /// The fewest moves to a goal of a puzzle whose moves commute, by linear algebra: no estimate is nearer the truth.
    /// It is offered where at most 2^12 sets of moves change nothing, since an estimate takes a walk over these.
    FewestMoves,
    /// As if this had been written, such as `max(gap, patterns(1 2 3))`: an [`Expression`]. Of the other offers, those
    /// before it in the list may be named.
    Means(String),
}

impl<P: Puzzle> fmt::Debug for Offer<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Offer").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A heuristic that cannot be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum HeuristicError {
    /// The text is none.
    #[error(transparent)]
    Text(#[from] ExpressionError),
    /// The puzzle offers none of this name.
    #[error("the puzzle offers no heuristic `{name}`; {}", suggest(name, known))]
    Unknown {
        /// The name.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// The puzzle lacks what it needs.
    #[error("`{form}` needs a puzzle with the ability `{missing}`, which this one does not have")]
    Missing {
        /// What was asked for.
        form: &'static str,
        /// What the puzzle lacks.
        missing: Ability,
    },
    /// A pattern cannot be.
    #[error(transparent)]
    Pattern(#[from] PatternError),
    /// Moves are of another kind.
    #[error(
        "`dual` needs a single goal, and moves that can all be made in every state, each undone by one"
    )]
    NoDual,
    /// A table cannot be had.
    #[error(transparent)]
    Tables(#[from] TablesError),
    /// No set of patterns is so small.
    #[error(
        "no set of patterns fits into {}; the smallest takes {}: allow more memory",
        units::bytes(*most),
        units::bytes(*least)
    )]
    NoRoom {
        /// What the smallest takes.
        least: u64,
        /// What there may be.
        most: u64,
    },
}

/// An offer without the types of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Offered {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) source: &'static str,
    pub(crate) recipe: OfferedRecipe,
}

/// A [`Recipe`] without the types of the puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum OfferedRecipe {
    Own,
    Made,
    FewestMoves,
    Means(String),
}

impl<P: Puzzle> From<&Offer<P>> for Offered {
    fn from(offer: &Offer<P>) -> Self {
        let &Offer { name, summary, source, ref recipe } = offer;
        let recipe = match recipe {
            Recipe::Own => OfferedRecipe::Own,
            Recipe::Made(_) => OfferedRecipe::Made,
            Recipe::FewestMoves => OfferedRecipe::FewestMoves,
            Recipe::Means(text) => OfferedRecipe::Means(text.clone()),
        };
        Offered { name, summary, source, recipe }
    }
}

/// What a puzzle offers, without what does not suit this instance.
pub(crate) fn offers<W: Word>(played: &dyn Played<W>) -> Vec<Offered> {
    let mut offers = played.offers();
    offers.retain(|offer| {
        offer.recipe != OfferedRecipe::FewestMoves || FewestMoves::of(played.graph()).is_some()
    });
    offers
}

/// Puts together the heuristic that `text` says.
///
/// # Errors
/// When the text is none, or names what the puzzle does not have, or a table cannot be built.
pub(crate) fn make<W: Word>(
    played: &dyn Played<W>,
    text: &str,
    tables: &Tables<'_>,
) -> Result<AnyEstimator<W>, HeuristicError> {
    let expression = Expression::parse(text)?;
    Maker { played, offers: &offers(played), tables, deadline: None }.make(&expression)
}

/// The names that may be written.
fn known(offers: &[Offered], has_own: bool) -> Vec<&'static str> {
    has_own.then_some(OWN).into_iter().chain(offers.iter().map(|offer| offer.name)).collect()
}

/// Puts heuristics together.
pub(super) struct Maker<'a, 't, W> {
    pub(super) played: &'a dyn Played<W>,
    pub(super) offers: &'a [Offered],
    pub(super) tables: &'a Tables<'t>,
    /// The table that is being built then is given up, and none is built any more.
    pub(super) deadline: Option<Instant>,
}

impl<'t, W: Word> Maker<'_, 't, W> {
    fn make(&self, expression: &Expression) -> Result<AnyEstimator<W>, HeuristicError> {
        self.make_within(expression, self.offers, false)
    }

    /// Names are those of `offers`. Within `images` those of an image are looked at already, and looking at them again
    /// would take as much longer each time as there are maps.
    fn make_within(
        &self,
        expression: &Expression,
        offers: &[Offered],
        of_images: bool,
    ) -> Result<AnyEstimator<W>, HeuristicError> {
        let graph = self.played.graph();
        let has_own = graph.has(Ability::Informed);
        Ok(match expression {
            Expression::Name(name) => {
                if name == OWN && has_own {
                    return Ok(Box::new(Own));
                }
                let index = offers.iter().position(|offer| offer.name == name);
                let unknown = || HeuristicError::Unknown {
                    name: name.clone(),
                    known: known(offers, has_own),
                };
                let index = index.ok_or_else(unknown)?;
                match &offers[index].recipe {
                    OfferedRecipe::Own => Box::new(Own),
                    OfferedRecipe::Made => {
                        self.played.made(offers[index].name).ok_or_else(unknown)?
                    }
                    OfferedRecipe::FewestMoves => {
                        Box::new(FewestMoves::of(graph).ok_or_else(unknown)?)
                    }
                    OfferedRecipe::Means(text) => {
                        self.make_within(&Expression::parse(text)?, &offers[..index], of_images)?
                    }
                }
            }
            Expression::Patterns(patterns) => Box::new(self.patterns(patterns)?),
            Expression::Dual(patterns) => {
                let (pieces, goals) = self.pieces_and_goals("dual")?;
                let duality = Duality::of(&pieces, &goals).ok_or(HeuristicError::NoDual)?;
                Box::new(OverDual { patterns: self.patterns(patterns)?, duality })
            }
            Expression::Images(inner) => {
                if !graph.has(Ability::Symmetric) {
                    return Err(HeuristicError::Missing {
                        form: "images",
                        missing: Ability::Symmetric,
                    });
                }
                match &**inner {
                    Expression::Patterns(patterns) if !of_images => {
                        self.patterns(patterns)?.over_images(graph)
                    }
                    inner => {
                        let inner = self.make_within(inner, offers, true)?;
                        if of_images { inner } else { Box::new(OverImages(inner)) }
                    }
                }
            }
            Expression::Largest(all) => {
                let all =
                    all.iter().map(|expression| self.make_within(expression, offers, of_images));
                Box::new(Largest(all.collect::<Result<_, _>>()?))
            }
        })
    }

    /// The pieces of the puzzle, and where they stand in the goals. `form` is what needs them.
    ///
    /// # Errors
    /// When the puzzle lacks something.
    pub(super) fn pieces_and_goals(
        &self,
        form: &'static str,
    ) -> Result<(Pieces, Vec<Slots>), HeuristicError> {
        let graph = self.played.graph();
        let needed = [Ability::UnitCosts, Ability::Patterns, Ability::ListedGoals];
        if let Some(missing) = needed.into_iter().find(|&ability| !graph.has(ability)) {
            return Err(HeuristicError::Missing { form, missing });
        }
        Ok((graph.pieces(), graph.goals().map(|goal| graph.slots(goal)).collect()))
    }

    /// For a table that is built now.
    pub(super) fn tables_now(&self) -> Tables<'t> {
        let left = self.deadline.map(|end| end.saturating_duration_since(Instant::now()));
        let limits = self.tables.request.limits;
        let time = limits.time.into_iter().chain(left).min();
        let request = Request { limits: Limits { time, ..limits }, ..self.tables.request };
        Tables { request, ..self.tables.clone() }
    }

    /// The databases of these patterns together.
    ///
    /// # Errors
    /// When a pattern cannot be, the puzzle lacks something, or a table cannot be had.
    pub(super) fn patterns(&self, patterns: &[Vec<u8>]) -> Result<PatternSet, HeuristicError> {
        let (pieces, goals) = self.pieces_and_goals("patterns")?;
        let pieces = &pieces;
        let adds_up = pieces.adds_up();
        let mut seen = Vec::new();
        let mut all = Vec::new();
        for kept in patterns {
            let pattern = Pattern::new(pieces, kept)?;
            if adds_up && let Some(&piece) = kept.iter().find(|piece| seen.contains(*piece)) {
                return Err(PatternError::Twice { piece }.into());
            }
            seen.extend(kept);
            all.push(pattern);
        }
        let databases =
            all.into_iter().map(|pattern| self.tables_now().database(pieces, pattern, &goals));
        let databases = databases.collect::<Result<Vec<Arc<Database>>, TablesError>>()?;
        Ok(PatternSet::new(databases, adds_up))
    }
}
