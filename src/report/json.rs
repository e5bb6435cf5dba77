//! Results as JSON. The fields are documented in the help of the commands that write them.

use crate::abilities::Ability;
use crate::compare::{Comparison, Disagreement, Row, Run};
use crate::plugin::Answer;
use crate::search::{Limit, Optimality, Outcome, Path, Solution, Stats, Stop};
use crate::survey::Survey;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

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
    ending: Ending<'a>,
    moves: Option<Vec<&'a str>>,
    r#final: Option<&'a str>,
    #[serde(flatten)]
    all: Option<All<'a>>,
    stats: Counters,
}

/// What there is more where every solution was asked for.
#[derive(Serialize)]
struct All<'a> {
    count: Option<Count>,
    solutions: Option<Vec<Vec<&'a str>>>,
}

impl<'a> AnswerLine<'a> {
    pub(crate) fn new(puzzle: &'a str, board: &'a str, answer: &'a Answer, all: bool) -> Self {
        let solution = answer.outcome.solution();
        let paths = solution.map_or(&[][..], |solution| &solution.paths);
        AnswerLine {
            puzzle,
            board,
            engine: answer.engine,
            ending: Ending::new(&answer.outcome, &answer.stats),
            moves: paths.first().map(words),
            r#final: paths.first().map(end),
            all: all.then(|| All {
                count: solution.and_then(|solution| solution.count).map(Count),
                solutions: solution.map(|_| paths.iter().map(words).collect()),
            }),
            stats: Counters::from(&answer.stats),
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
                Some(Stop::Limit(limit)) => Some(word(limit)),
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

/// How a search ended.
#[derive(Serialize)]
struct Ending<'a> {
    outcome: &'static str,
    cost: Option<u64>,
    optimal: Option<bool>,
    limit: Option<&'static str>,
    reason: Option<Text<'a>>,
    lower_bound: u64,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Text<'a> {
    Borrowed(&'a str),
    Made(String),
}

impl<'a> Ending<'a> {
    fn new<S, M>(outcome: &'a Outcome<S, M>, stats: &Stats) -> Self {
        let (limit, reason) = match outcome {
            Outcome::Solved(_) | Outcome::Cancelled => (None, None),
            Outcome::Unsolvable(reason) => (None, Some(Text::Made(reason.to_string()))),
            Outcome::Limit(limit) => (Some(word(*limit)), Some(Text::Made(limit.to_string()))),
            Outcome::GaveUp(why) => (None, Some(Text::Borrowed(why))),
        };
        let solution = outcome.solution();
        let is_proved = |solution: &Solution<_, _>| solution.optimality == Optimality::Proved;
        Ending {
            outcome: outcome.word(),
            cost: solution.map(|solution| solution.cost),
            optimal: solution.map(is_proved),
            limit,
            reason,
            lower_bound: stats.lower_bound,
        }
    }
}

/// The limit's word: that of its option.
fn word(limit: Limit) -> &'static str {
    match limit {
        Limit::Time(_) => "time",
        Limit::States(_) => "states",
        Limit::Bytes(_) => "memory",
        Limit::Depth(_) => "depth",
        Limit::Expansions(_) => "expansions",
        Limit::Recursion(_) => "recursion",
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
#[derive(Serialize)]
struct Counters {
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

/// Engines side by side.
#[derive(Serialize)]
pub(crate) struct ComparisonLine<'a> {
    puzzle: &'a str,
    boards: &'a [String],
    agree: bool,
    engines: Vec<EngineTotals>,
    left_out: Vec<LeftOut>,
    disagreements: Vec<DisagreementText>,
    runs: Vec<RunLine<'a>>,
}

#[derive(Serialize)]
struct EngineTotals {
    engine: &'static str,
    solved: usize,
    proved: usize,
    unsolvable: usize,
    limit: usize,
    cancelled: usize,
    gave_up: usize,
    cost: u64,
    time_ratio: Option<f64>,
    stats: Counters,
}

/// An engine that does not fit, and the ability that the puzzle lacks for it.
#[derive(Serialize)]
struct LeftOut {
    engine: &'static str,
    missing: String,
}

#[derive(Serialize)]
struct DisagreementText {
    board: usize,
    engines: [&'static str; 2],
    text: String,
}

#[derive(Serialize)]
struct RunLine<'a> {
    board: usize,
    engine: &'static str,
    #[serde(flatten)]
    ending: Ending<'a>,
    stats: Counters,
}

impl<'a> ComparisonLine<'a> {
    pub(crate) fn new(
        puzzle: &'a str,
        boards: &'a [String],
        comparison: &'a Comparison,
        left_out: &[(&'static str, Ability)],
    ) -> Self {
        let disagreements = comparison.disagreements();
        let left_out = left_out.iter();
        ComparisonLine {
            puzzle,
            boards,
            agree: disagreements.is_empty(),
            engines: comparison.rows().iter().map(EngineTotals::from).collect(),
            left_out: left_out
                .map(|&(engine, missing)| LeftOut { engine, missing: missing.to_string() })
                .collect(),
            disagreements: disagreements.iter().map(DisagreementText::from).collect(),
            runs: comparison.runs.iter().map(RunLine::from).collect(),
        }
    }
}

impl From<&Row> for EngineTotals {
    fn from(row: &Row) -> Self {
        let tally = row.tally;
        EngineTotals {
            engine: row.engine,
            solved: tally.solved,
            proved: row.proved,
            unsolvable: tally.unsolvable,
            limit: tally.limit,
            cancelled: tally.cancelled,
            gave_up: tally.gave_up,
            cost: row.cost,
            time_ratio: row.time_ratio,
            stats: Counters::from(&row.stats),
        }
    }
}

impl From<&Disagreement<'_>> for DisagreementText {
    fn from(disagreement: &Disagreement<'_>) -> Self {
        DisagreementText {
            board: disagreement.one.board + 1,
            engines: [disagreement.one.engine, disagreement.other.engine],
            text: disagreement.to_string(),
        }
    }
}

impl<'a> From<&'a Run> for RunLine<'a> {
    fn from(run: &'a Run) -> Self {
        RunLine {
            board: run.board + 1,
            engine: run.engine,
            ending: Ending::new(&run.outcome, &run.stats),
            stats: Counters::from(&run.stats),
        }
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
