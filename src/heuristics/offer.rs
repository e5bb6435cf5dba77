//! What heuristics a puzzle offers by name, and how one is put together from what was written.

use super::duality::{Duality, OverDual};
use super::expression::{Expression, ExpressionError};
use super::{
    AnyEstimator, Database, Largest, OverImages, Own, Pattern, PatternError, PatternSet, Tables,
    TablesError,
};
use crate::abilities::{Ability, Patterns};
use crate::puzzle::Puzzle;
use crate::registry::suggest;
use crate::search::Limits;
use crate::space::pieces::Slots;
use crate::survey::Request;
use crate::units;
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
    Made(fn(&P) -> AnyEstimator<P>),
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

/// Puts together the heuristic that `text` says, with these offers of the puzzle.
///
/// # Errors
/// When the text is none, or names what the puzzle does not have, or a table cannot be built.
pub fn make<P: Puzzle + 'static>(
    puzzle: &P,
    offers: &[Offer<P>],
    text: &str,
    tables: &Tables<'_>,
) -> Result<AnyEstimator<P>, HeuristicError> {
    Maker { puzzle, offers, tables, deadline: None }.make(&Expression::parse(text)?)
}

/// The names that may be written.
fn known<P: Puzzle>(offers: &[Offer<P>], has_own: bool) -> Vec<&'static str> {
    has_own.then_some(OWN).into_iter().chain(offers.iter().map(|offer| offer.name)).collect()
}

/// Puts heuristics together.
pub(super) struct Maker<'a, 't, P: Puzzle> {
    pub(super) puzzle: &'a P,
    pub(super) offers: &'a [Offer<P>],
    pub(super) tables: &'a Tables<'t>,
    /// The table that is being built then is given up, and none is built any more.
    pub(super) deadline: Option<Instant>,
}

impl<'a, 't, P: Puzzle + 'static> Maker<'a, 't, P> {
    fn make(&self, expression: &Expression) -> Result<AnyEstimator<P>, HeuristicError> {
        self.make_within(expression, self.offers, false)
    }

    /// Names are those of `offers`. Within `images` those of an image are looked at already, and looking at them again
    /// would take as much longer each time as there are maps.
    fn make_within(
        &self,
        expression: &Expression,
        offers: &[Offer<P>],
        of_images: bool,
    ) -> Result<AnyEstimator<P>, HeuristicError> {
        Ok(match expression {
            Expression::Name(name) => {
                if name == OWN && self.puzzle.heuristic().is_some() {
                    return Ok(Box::new(Own));
                }
                let index = offers.iter().position(|offer| offer.name == name);
                let index = index.ok_or_else(|| HeuristicError::Unknown {
                    name: name.clone(),
                    known: known(offers, self.puzzle.heuristic().is_some()),
                })?;
                match &offers[index].recipe {
                    Recipe::Own => Box::new(Own),
                    Recipe::Made(make) => make(self.puzzle),
                    Recipe::Means(text) => {
                        self.make_within(&Expression::parse(text)?, &offers[..index], of_images)?
                    }
                }
            }
            Expression::Patterns(patterns) => Box::new(self.patterns(patterns)?),
            Expression::Dual(patterns) => {
                let (data, goals) = self.patterns_and_goals("dual")?;
                let duality = Duality::of(data.pieces(), &goals).ok_or(HeuristicError::NoDual)?;
                Box::new(OverDual { patterns: self.patterns(patterns)?, duality })
            }
            Expression::Images(inner) => {
                if self.puzzle.symmetry().is_none() {
                    return Err(HeuristicError::Missing {
                        form: "images",
                        missing: Ability::Symmetric,
                    });
                }
                match &**inner {
                    Expression::Patterns(patterns) if !of_images => {
                        self.patterns(patterns)?.over_images(self.puzzle)
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

    /// Where the pieces of states stand, and of the goals. `form` is what needs it.
    ///
    /// # Errors
    /// When the puzzle lacks something.
    pub(super) fn patterns_and_goals(
        &self,
        form: &'static str,
    ) -> Result<(impl Patterns<P::State> + use<'a, P>, Vec<Slots>), HeuristicError> {
        let lacks = |missing| HeuristicError::Missing { form, missing };
        let puzzle: &'a P = self.puzzle;
        if puzzle.costs().is_some() {
            return Err(lacks(Ability::UnitCosts));
        }
        let data = puzzle.patterns().ok_or(lacks(Ability::Patterns))?;
        let goals = puzzle.goals().ok_or(lacks(Ability::ListedGoals))?;
        let goals = goals.map(|goal| data.slots(goal)).collect();
        Ok((data, goals))
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
        let (data, goals) = self.patterns_and_goals("patterns")?;
        let pieces = data.pieces();
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
