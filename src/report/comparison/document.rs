//! A comparison as JSON. `docs/comparing-engines.md` describes the fields.

use super::record::{GuideRecord, RunRecord, Walk};
use super::study::{Case, Setting, Study};
use crate::compare::{self, Comparison, Growth, Row, Spread};
use crate::engines::ABOUTS;
use crate::report::json::Counters;
use serde::{Deserialize, Serialize};

/// What the file is, and the version of its fields. Fields may be added within a version; none goes or
/// changes its meaning.
const SCHEMA: &str = "puzzlespace.comparison/1";

/// The whole file.
#[derive(Serialize)]
pub(crate) struct Document<'s> {
    schema: &'static str,
    setting: &'s Setting,
    complete: bool,
    agree: bool,
    cases: Vec<CaseRecord<'s>>,
    growth: Vec<GrowthRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<ChangesRecord<'s>>,
}

#[derive(Serialize)]
struct CaseRecord<'s> {
    puzzle: &'s str,
    size: Option<u64>,
    boards: &'s [String],
    guide: Option<GuideRecord>,
    solutions: &'s [Option<Walk>],
    engines: Vec<Totals>,
    left_out: Vec<LeftOut>,
    disagreements: Vec<DisagreementRecord<'s>>,
    noise: Vec<String>,
    runs: Vec<RunRecord>,
}

#[derive(Serialize)]
struct Totals {
    engine: &'static str,
    solved: usize,
    proved: usize,
    unsolvable: usize,
    limit: usize,
    cancelled: usize,
    gave_up: usize,
    crashed: usize,
    cost: u64,
    process_bytes: Option<u64>,
    setup_seconds: f64,
    seconds: Option<SpreadRecord>,
    time_ratio: Option<SpreadRecord>,
    stats: Counters,
}

#[derive(Serialize)]
struct SpreadRecord {
    median: f64,
    low: f64,
    high: f64,
    rounds: usize,
}

/// An engine that does not fit, and the ability that the puzzle lacks for it.
#[derive(Serialize)]
struct LeftOut {
    engine: &'static str,
    missing: String,
}

#[derive(Serialize)]
struct DisagreementRecord<'s> {
    board: usize,
    board_text: &'s str,
    engines: [&'static str; 2],
    text: String,
}

#[derive(Serialize)]
struct GrowthRecord {
    engine: &'static str,
    measure: &'static str,
    values: Vec<Option<f64>>,
    factor: Option<f64>,
    misfit: Option<f64>,
}

#[derive(Serialize)]
struct ChangesRecord<'s> {
    baseline: &'s str,
    times_compared: bool,
    lines: Vec<String>,
}

impl<'s> Document<'s> {
    pub(crate) fn new(study: &'s Study, changes: Option<&'s Changes>) -> Self {
        Document {
            schema: SCHEMA,
            setting: &study.setting,
            complete: study.is_complete(),
            agree: study.agrees(),
            cases: study.cases.iter().map(CaseRecord::from).collect(),
            growth: study.growth().into_iter().map(GrowthRecord::from).collect(),
            changes: changes.map(|changes| ChangesRecord {
                baseline: &changes.baseline,
                times_compared: changes.with_times,
                lines: changes.lines(),
            }),
        }
    }
}

impl<'s> From<&'s Case> for CaseRecord<'s> {
    fn from(case: &'s Case) -> Self {
        let comparison = &case.comparison;
        let disagreements = comparison.disagreements();
        CaseRecord {
            puzzle: &case.puzzle,
            size: case.size,
            boards: &case.boards,
            guide: case.guide,
            solutions: &case.solutions,
            engines: comparison.rows().iter().map(Totals::from).collect(),
            left_out: case
                .left_out
                .iter()
                .map(|&(engine, missing)| LeftOut { engine, missing: missing.to_string() })
                .collect(),
            disagreements: disagreements
                .iter()
                .map(|disagreement| DisagreementRecord {
                    board: disagreement.one.place.board + 1,
                    board_text: &case.boards[disagreement.one.place.board],
                    engines: [disagreement.one.place.engine, disagreement.other.place.engine],
                    text: disagreement.to_string(),
                })
                .collect(),
            noise: comparison.noise().iter().map(ToString::to_string).collect(),
            runs: comparison.runs.iter().map(RunRecord::from).collect(),
        }
    }
}

impl From<&Row> for Totals {
    fn from(row: &Row) -> Self {
        let tally = row.tally;
        Totals {
            engine: row.engine,
            solved: tally.solved,
            proved: row.proved,
            unsolvable: tally.unsolvable,
            limit: tally.limit,
            cancelled: tally.cancelled,
            gave_up: tally.gave_up,
            crashed: tally.crashed,
            cost: row.cost,
            process_bytes: row.process_bytes,
            setup_seconds: row.setup.as_secs_f64(),
            seconds: row.seconds.map(SpreadRecord::from),
            time_ratio: row.time_ratio.map(SpreadRecord::from),
            stats: Counters::from(&row.stats),
        }
    }
}

impl From<Spread> for SpreadRecord {
    fn from(spread: Spread) -> Self {
        let Spread { median, low, high, count } = spread;
        SpreadRecord { median, low, high, rounds: count }
    }
}

impl From<Growth> for GrowthRecord {
    fn from(growth: Growth) -> Self {
        GrowthRecord {
            engine: growth.engine,
            measure: growth.measure.word(),
            values: growth.values,
            factor: growth.factor.map(|factor| factor.a_step),
            misfit: growth.factor.and_then(|factor| factor.misfit),
        }
    }
}

/// An earlier file, as far as it is needed.
#[derive(Deserialize)]
pub(crate) struct Baseline {
    schema: String,
    setting: Setting,
    cases: Vec<BaselineCase>,
}

#[derive(Deserialize)]
struct BaselineCase {
    puzzle: String,
    boards: Vec<String>,
    engines: Vec<BaselineEngine>,
    runs: Vec<RunRecord>,
}

#[derive(Deserialize)]
struct BaselineEngine {
    engine: String,
}

/// What is different from an earlier comparison.
pub(crate) struct Changes {
    /// The earlier file.
    pub(crate) baseline: String,
    /// Whether times were compared: they come from the same machine.
    with_times: bool,
    /// The heuristic that was asked for, where it was another one.
    heuristic: Option<String>,
    /// How many cells the two have in common.
    shared: usize,
    /// Each with the puzzle that it is about, where there are several.
    found: Vec<String>,
}

impl Baseline {
    /// Reads an earlier file.
    ///
    /// # Errors
    /// A sentence that says what it is instead.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let baseline: Baseline = serde_json::from_str(text).map_err(|error| {
            format!("no comparison in JSON ({error}); `compare --format json` writes one")
        })?;
        match baseline.schema.as_str() {
            SCHEMA => Ok(baseline),
            other => Err(format!("its schema is {other}, and this program reads {SCHEMA}")),
        }
    }

    /// What has changed since.
    pub(crate) fn changes(&self, name: &str, study: &Study) -> Changes {
        let with_times = self.setting.machine == study.setting.machine;
        let (mut found, mut shared) = (Vec::new(), 0);
        for case in &study.cases {
            let Some(before) = self.cases.iter().find(|before| before.puzzle == case.puzzle) else {
                continue;
            };
            let comparison = before.comparison();
            let both = case.comparison.cells().into_iter().filter(|cell| {
                before.boards.contains(&case.boards[cell.board])
                    && comparison.engines.contains(&cell.engine)
            });
            shared += both.count();
            let changes = compare::changes(
                (&comparison, &before.boards),
                (&case.comparison, &case.boards),
                with_times,
            );
            let of =
                if study.cases.len() > 1 { format!("{}: ", case.puzzle) } else { String::new() };
            found.extend(changes.iter().map(|change| format!("{of}{change}")));
        }
        let (before, now) = (&self.setting.heuristic, &study.setting.heuristic);
        let name_of = |heuristic: &Option<String>| heuristic.as_deref().unwrap_or("own").to_owned();
        let heuristic = (before != now).then(|| name_of(before));
        Changes { baseline: name.into(), with_times, heuristic, shared, found }
    }
}

impl BaselineCase {
    /// Its runs. Engines that are gone meanwhile are passed over.
    fn comparison(&self) -> Comparison {
        let name =
            |engine: &str| ABOUTS.iter().map(|about| about.name).find(|&name| name == engine);
        let engines = self.engines.iter().filter_map(|totals| name(&totals.engine)).collect();
        let runs = self.runs.iter().filter_map(RunRecord::run);
        let runs = runs.filter(|run| run.place.board < self.boards.len()).collect();
        Comparison { boards: self.boards.len(), engines, runs }
    }
}

impl Changes {
    /// The changes, or that there are none, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = self.found.clone();
        if self.shared == 0 {
            lines.push("the two have no engine on the same board in common".into());
        } else if lines.is_empty() {
            lines.push("nothing has changed beyond noise".into());
        }
        if let Some(heuristic) = &self.heuristic {
            lines.push(format!("the heuristic was {heuristic}"));
        }
        if !self.with_times {
            lines.push("times are not compared: the machines are not the same".into());
        }
        lines
    }
}
