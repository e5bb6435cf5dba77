//! Which patterns to take: sets that fit into memory, ranked by what they say of sampled states.
//!
//! Tables of two and three pieces tell which pieces belong together. From that the best sets of each shape that
//! fits are guessed, and the tables of the best guesses are built and looked up for all samples.

mod affinity;
mod sample;
mod splits;

pub use sample::Drawn;

use super::database::expected_bytes;
use super::expression::Expression;
use super::offer::{HeuristicError, Maker, Offered, OfferedRecipe, offers};
use super::pattern::{MOST_PIECES, Pattern};
use super::{AnyEstimator, Estimator, Largest, Own, Tables, TablesError};
use crate::abilities::Ability;
use crate::plugin::Played;
use crate::random::Random;
use crate::search::{Limit, Stop};
use crate::space::pieces::Pieces;
use crate::words::Word;
use affinity::{Affinity, mean};
use splits::Split;
use std::time::{Duration, Instant};

/// What is wanted.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    /// The most bytes that the tables of a heuristic may take together.
    pub bytes: u64,
    /// How many states to look up.
    pub samples: usize,
    /// What chance begins with: samples, and the divisions that are improved.
    pub seed: u64,
    /// When this time is over, no further tables are built.
    pub time: Option<Duration>,
    /// Told what happens.
    pub observer: Option<&'a dyn Fn(&Suggesting)>,
}

/// How far it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Suggesting {
    /// Tables of up to three pieces are built.
    Pairing {
        /// How many are done.
        done: usize,
        /// Of how many.
        count: usize,
    },
    /// The tables of a set are built, or read.
    Trying {
        /// Which set, counted from 1.
        number: usize,
        /// Of how many.
        count: usize,
    },
}

/// A heuristic to take.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestion {
    /// The heuristic as it is written.
    pub heuristic: String,
    /// Bytes of its tables.
    pub bytes: u64,
    /// What it says of the sampled states, in the mean.
    pub mean: f64,
    /// The same without images, where the puzzle is symmetric.
    pub mean_without_images: Option<f64>,
}

/// What there is to take.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggestions {
    /// The best first.
    pub ranked: Vec<Suggestion>,
    /// What the puzzle's own heuristic says of the sampled states, in the mean, where it has one.
    pub own_mean: Option<f64>,
    /// How many states were sampled.
    pub samples: usize,
    /// How.
    pub drawn: Drawn,
    /// Sets whose tables were not built, and what kept them from that; nothing where all were.
    pub left_out: Option<(Vec<String>, Stop)>,
}

/// So many sets of each shape are tried.
const SETS_A_SHAPE: usize = 2;
/// Where the largest counts, patterns of so many sizes are tried: the largest that fits, and smaller ones.
const SIZES: usize = 3;
/// So many sets are tried, and those that the puzzle offers by name.
const SETS: usize = 6;

/// Looks for sets of patterns that fit, and ranks them.
///
/// Where moves have one piece each, sets divide up all pieces, and are added up; else the largest counts, and the
/// puzzle's own heuristic as well. With a symmetry, all images are looked up. The same request gives the same
/// answer, as long as its time suffices.
///
/// Time: that of the tables, of which those in the folder are read, and new ones saved there.
///
/// # Errors
/// When the puzzle lacks what patterns need, nothing fits, or it is stopped before there is a guess.
pub(crate) fn suggest<W: Word>(
    played: &dyn Played<W>,
    request: &Request<'_>,
    tables: &Tables<'_>,
) -> Result<Suggestions, HeuristicError> {
    let deadline = request.time.and_then(|time| Instant::now().checked_add(time));
    let tell = |event: Suggesting| {
        if let Some(observer) = request.observer {
            observer(&event);
        }
    };
    let (graph, offers) = (played.graph(), &offers(played)[..]);
    let maker = Maker { played, offers, tables, deadline };
    let (pieces, goals) = maker.pieces_and_goals("tables suggest")?;
    let pieces = &pieces;
    let (states, drawn) = sample::sample(graph, request.samples, request.seed);
    let slots: Vec<_> = states.iter().map(|&state| graph.slots(state)).collect();

    // What was left of the time is of no interest.
    let of_request = |stop| match (stop, request.time) {
        (Stop::Limit(Limit::Time(_)), Some(time)) => Limit::Time(time).into(),
        (stop, _) => stop,
    };
    let pairing = |done, count| tell(Suggesting::Pairing { done, count });
    let affinity =
        Affinity::measure(pieces, &goals, &slots, &|| maker.tables_now().request, &pairing);
    let affinity = affinity.map_err(|TablesError::Stopped { pattern, stop }| {
        let stop = of_request(stop);
        HeuristicError::from(TablesError::Stopped { pattern, stop })
    })?;
    let candidates = candidates(pieces, offers, &affinity, request)?;

    let means = |estimator: &dyn Estimator<W>| {
        mean(states.iter().map(|&state| estimator.estimate(graph, state)))
    };
    let has_own = graph.has(Ability::Informed);
    let mut ranked: Vec<Suggestion> = Vec::new();
    let (mut left_out, mut least) = (None, u64::MAX);
    for (index, candidate) in candidates.iter().enumerate() {
        tell(Suggesting::Trying { number: index + 1, count: candidates.len() });
        let set = match maker.patterns(candidate) {
            Ok(set) => set,
            Err(HeuristicError::Tables(TablesError::Stopped { stop, .. })) => {
                let rest = candidates[index..].iter();
                let rest = rest.map(|split| Expression::Patterns(split.clone()).to_string());
                left_out = Some((rest.collect(), of_request(stop)));
                break;
            }
            Err(error) => return Err(error),
        };
        let bytes = set.bytes();
        least = least.min(bytes);
        // Of an entry that does not fit into half a byte.
        if bytes > request.bytes {
            continue;
        }
        // Sums of patterns are above what the puzzle says of its pieces one by one.
        let with_own = |estimator: AnyEstimator<W>| -> AnyEstimator<W> {
            if has_own && !pieces.adds_up() {
                Box::new(Largest(vec![Box::new(Own), estimator]))
            } else {
                estimator
            }
        };
        let mut expression = Expression::Patterns(candidate.clone());
        let mut estimator: AnyEstimator<W> = Box::new(set.clone());
        let mut mean_without_images = None;
        if graph.has(Ability::Symmetric) {
            mean_without_images = Some(means(&*with_own(estimator)));
            estimator = set.over_images(graph);
            expression = Expression::Images(Box::new(expression));
        }
        if has_own && !pieces.adds_up() {
            expression = Expression::Largest(vec![Expression::own(), expression]);
        }
        let (heuristic, mean) = (expression.to_string(), means(&*with_own(estimator)));
        ranked.push(Suggestion { heuristic, bytes, mean, mean_without_images });
    }
    if ranked.is_empty() && left_out.is_none() {
        return Err(HeuristicError::NoRoom { least, most: request.bytes });
    }
    ranked.sort_by(|one, other| {
        let by_mean = other.mean.total_cmp(&one.mean);
        by_mean.then(one.bytes.cmp(&other.bytes)).then_with(|| one.heuristic.cmp(&other.heuristic))
    });
    let own_mean = has_own.then(|| means(&Own));
    Ok(Suggestions { ranked, own_mean, samples: states.len(), drawn, left_out })
}

/// Sets of patterns to try, those with the smallest tables first.
fn candidates(
    pieces: &Pieces,
    offers: &[Offered],
    affinity: &Affinity,
    request: &Request<'_>,
) -> Result<Vec<Vec<Vec<u8>>>, HeuristicError> {
    let first = usize::from(Pattern::first(pieces));
    let count = affinity.pieces();
    let sizes = (1..=MOST_PIECES.min(count)).map_while(|size| Pattern::entries(pieces, size));
    let bytes: Vec<u64> = std::iter::once(0).chain(sizes.map(expected_bytes)).collect();
    let needed = |patterns: &[Vec<u8>]| -> u64 {
        patterns.iter().map(|pattern| bytes.get(pattern.len()).copied().unwrap_or(u64::MAX)).sum()
    };
    let splits: Vec<Split> = if pieces.adds_up() {
        let mut random = Random::new(request.seed);
        let mut guessed: Vec<(f64, Split)> = Vec::new();
        for shape in splits::shapes(count, &bytes, request.bytes) {
            let divisions = splits::divisions(affinity, &shape, &mut random);
            guessed.extend(divisions.into_iter().take(SETS_A_SHAPE));
        }
        guessed.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
        guessed.into_iter().map(|(_, split)| split).take(SETS).collect()
    } else {
        let fitting = (1..bytes.len()).rev().filter(|&size| bytes[size] <= request.bytes);
        let splits = fitting.take(SIZES).flat_map(|size| {
            let most = usize::try_from(request.bytes / bytes[size]).unwrap_or(usize::MAX);
            let most = most.min(count.div_ceil(size));
            let one = (most > 1).then(|| splits::cover(affinity, size, 1));
            [splits::cover(affinity, size, most)].into_iter().chain(one)
        });
        splits.collect()
    };
    if splits.is_empty() {
        let singles = if pieces.adds_up() { count as u64 } else { 1 };
        let least = singles.saturating_mul(bytes.get(1).copied().unwrap_or(u64::MAX));
        return Err(HeuristicError::NoRoom { least, most: request.bytes });
    }
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 32 pieces")]
    let named = |split: Split| -> Vec<Vec<u8>> {
        let pattern =
            |pattern: Vec<usize>| pattern.iter().map(|&piece| (piece + first) as u8).collect();
        split.into_iter().map(pattern).collect()
    };
    let mut candidates: Vec<Vec<Vec<u8>>> = splits.into_iter().map(named).collect();
    for offer in offers {
        if let OfferedRecipe::Means(text) = &offer.recipe
            && let Ok(expression) = Expression::parse(text)
            && let Some(patterns) = expression.patterns()
            && needed(patterns) <= request.bytes
            && !candidates.iter().any(|candidate| is_same(candidate, patterns))
        {
            candidates.push(patterns.to_vec());
        }
    }
    candidates.sort_by_key(|candidate| needed(candidate));
    Ok(candidates)
}

/// Whether two sets have the same patterns.
fn is_same(one: &[Vec<u8>], other: &[Vec<u8>]) -> bool {
    one.len() == other.len() && one.iter().all(|pattern| other.contains(pattern))
}
