//! Results as JSON. The fields are documented in the help of the commands that write them.

use crate::compare::Ending;
use crate::engines::prediction::Prediction;
use crate::plugin::Answer;
use crate::search::{Optimality, Pass, Path, Stats, Stop};
use crate::survey::Survey;
use serde::{Deserialize, Serialize, Serializer};
use std::io::{self, Write};
use std::time::Duration;

/// Writes one value on a line of its own.
pub(crate) fn write_line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// A solved board.
#[derive(Serialize)]
pub(crate) struct AnswerLine<'a> {
    puzzle: &'a str,
    board: &'a str,
    engine: &'static str,
    #[serde(flatten)]
    ending: EndingRecord,
    moves: Option<Vec<&'a str>>,
    r#final: Option<&'a str>,
    #[serde(flatten)]
    all: Option<All<'a>>,
    stats: Counters,
    passes: Option<Vec<PassRecord>>,
    predicted: Option<Vec<EstimateRecord>>,
}

/// One pass of an engine that deepens.
#[derive(Serialize)]
struct PassRecord {
    bound: u64,
    expanded: u64,
}

impl From<&Pass> for PassRecord {
    fn from(&Pass { bound, expanded }: &Pass) -> Self {
        PassRecord { bound, expanded }
    }
}

/// What a pass was expected to take.
#[derive(Serialize)]
struct EstimateRecord {
    bound: u64,
    expanded: u64,
    seconds: Option<f64>,
}

fn unless_empty<T>(records: Vec<T>) -> Option<Vec<T>> {
    (!records.is_empty()).then_some(records)
}

/// What there is more where every solution was asked for.
#[derive(Serialize)]
struct All<'a> {
    count: Option<Count>,
    solutions: Option<Vec<Vec<&'a str>>>,
}

impl<'a> AnswerLine<'a> {
    pub(crate) fn new(
        puzzle: &'a str,
        board: &'a str,
        answer: &'a Answer,
        all: bool,
        prediction: Option<&Prediction>,
    ) -> Self {
        let estimate = |prediction: &Prediction, &Pass { bound, expanded }: &Pass| {
            let seconds = prediction.pace.time_for(expanded).map(|time| time.as_secs_f64());
            EstimateRecord { bound, expanded, seconds }
        };
        let solution = answer.outcome.solution();
        let paths = solution.map_or(&[][..], |solution| &solution.paths);
        AnswerLine {
            puzzle,
            board,
            engine: answer.engine,
            ending: EndingRecord::new(&Ending::from(&answer.outcome), &answer.stats),
            moves: paths.first().map(words),
            r#final: paths.first().map(end),
            all: all.then(|| All {
                count: solution.and_then(|solution| solution.count).map(Count),
                solutions: solution.map(|_| paths.iter().map(words).collect()),
            }),
            stats: Counters::from(&answer.stats),
            passes: unless_empty(answer.passes.iter().map(PassRecord::from).collect()),
            predicted: prediction.and_then(|prediction| {
                let estimates = prediction.passes.iter().map(|pass| estimate(prediction, pass));
                unless_empty(estimates.collect())
            }),
        }
    }
}

fn words(path: &Path<String, String>) -> Vec<&str> {
    path.steps.iter().map(|(words, _)| words.as_str()).collect()
}

fn end(path: &Path<String, String>) -> &str {
    path.steps.last().map_or(&path.start, |(_, board)| board)
}

/// A survey.
#[derive(Serialize)]
pub(crate) struct SurveyLine<'a> {
    puzzle: &'a str,
    from: &'static str,
    board: Option<&'a str>,
    layers: &'a [u64],
    /// Where one state stood for all of its images: how many such there are at each depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    forms: Option<&'a [u64]>,
    states: u64,
    eccentricity: Option<u64>,
    antipodes: &'a [String],
    numbered: Option<u64>,
    limit: Option<&'static str>,
    reason: Option<String>,
    stats: SurveyCounters,
}

#[derive(Serialize)]
struct SurveyCounters {
    store: &'static str,
    threads: usize,
    edges: u64,
    peak_bytes: u64,
    seconds: f64,
}

impl<'a> SurveyLine<'a> {
    pub(crate) fn new(puzzle: &'a str, board: Option<&'a str>, survey: &'a Survey<String>) -> Self {
        SurveyLine {
            puzzle,
            from: if board.is_some() { "board" } else { "goal" },
            board,
            layers: &survey.layers,
            forms: survey.forms.as_deref(),
            states: survey.states(),
            eccentricity: survey.eccentricity(),
            antipodes: &survey.antipodes,
            numbered: survey.numbered,
            limit: match survey.stopped {
                Some(Stop::Limit(limit)) => Some(limit.word()),
                Some(Stop::Cancelled) | None => None,
            },
            reason: survey.stopped.map(|stop| stop.to_string()),
            stats: SurveyCounters {
                store: survey.store.name(),
                threads: survey.threads,
                edges: survey.edges,
                peak_bytes: survey.peak_bytes,
                seconds: survey.time.as_secs_f64(),
            },
        }
    }
}

/// How a search ended. What does not apply is null.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct EndingRecord {
    pub(crate) outcome: String,
    pub(crate) cost: Option<u64>,
    pub(crate) optimal: Option<bool>,
    pub(crate) limit: Option<String>,
    pub(crate) reason: Option<String>,
    pub(crate) lower_bound: u64,
}

impl EndingRecord {
    pub(crate) fn new(ending: &Ending, stats: &Stats) -> Self {
        let (cost, optimal) = match *ending {
            Ending::Solved { cost, optimality, .. } => {
                (Some(cost), Some(optimality == Optimality::Proved))
            }
            _ => (None, None),
        };
        let limit = match *ending {
            Ending::Limit { limit, .. } => Some(limit.into()),
            _ => None,
        };
        EndingRecord {
            outcome: ending.word().into(),
            cost,
            optimal,
            limit,
            reason: ending.reason().map(Into::into),
            lower_bound: stats.lower_bound,
        }
    }
}

/// A number where every reader of JSON gets it right, and else a string of its digits.
struct Count(u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        /// Up to here each whole number is a 64-bit float of its own.
        const EXACT: u128 = 1 << 53;
        match u64::try_from(self.0) {
            Ok(count) if self.0 <= EXACT => serializer.serialize_u64(count),
            _ => serializer.collect_str(&self.0),
        }
    }
}

/// The counters.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Counters {
    expanded: u64,
    generated: u64,
    duplicates: u64,
    distinct: u64,
    evaluated: u64,
    reopened: u64,
    peak_bytes: u64,
    seconds: f64,
    setup_seconds: f64,
}

impl From<&Stats> for Counters {
    fn from(stats: &Stats) -> Self {
        Counters {
            expanded: stats.expanded,
            generated: stats.generated,
            duplicates: stats.duplicates,
            distinct: stats.distinct,
            evaluated: stats.evaluated,
            reopened: stats.reopened,
            peak_bytes: stats.peak_bytes,
            seconds: stats.time.as_secs_f64(),
            setup_seconds: stats.setup.as_secs_f64(),
        }
    }
}

impl Counters {
    /// The counters again, with the bound that stands beside them; none where a time is none.
    pub(crate) fn stats(&self, lower_bound: u64) -> Option<Stats> {
        Some(Stats {
            expanded: self.expanded,
            generated: self.generated,
            duplicates: self.duplicates,
            distinct: self.distinct,
            evaluated: self.evaluated,
            reopened: self.reopened,
            lower_bound,
            peak_bytes: self.peak_bytes,
            time: Duration::try_from_secs_f64(self.seconds).ok()?,
            setup: Duration::try_from_secs_f64(self.setup_seconds).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_beyond_53_bits_are_strings() {
        let json = |count| serde_json::to_string(&Count(count)).unwrap();
        assert_eq!(json(1 << 53), "9007199254740992");
        assert_eq!(json((1 << 53) + 1), "\"9007199254740993\"");
        assert_eq!(json(u128::MAX), format!("\"{}\"", u128::MAX));
    }
}
