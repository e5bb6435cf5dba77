//! A comparison as JSON. `docs/comparing-engines.md` describes the fields.

use super::record::{GuideRecord, RunRecord, Walk};
use super::study::{Case, Setting, Study};
use crate::compare::grown::Limit;
use crate::compare::{self, Comparison, Growth, Row, Spread};
use crate::engines::intern;
use crate::report::json::Counters;
use crate::units;
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
    boards_from: &'s str,
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
                times_compared: changes.are_times_compared(),
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
            boards_from: &case.boards_from,
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
            setup_seconds: row.stats.setup.as_secs_f64(),
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
    /// Whether both come from the same machine, so that times can be compared.
    is_same_machine: bool,
    /// What was asked for otherwise, in words.
    otherwise: Vec<String>,
    /// What came of each case that both have, with its heading where there are several.
    cases: Vec<(String, compare::Changes)>,
    /// How many boards there are, of which the earlier one may have fewer.
    boards: usize,
    /// The engines that there are.
    engines: Vec<&'static str>,
}

/// As much of any version of the file.
#[derive(Deserialize)]
struct AnyVersion {
    schema: String,
}

impl Baseline {
    /// Reads an earlier file.
    ///
    /// # Errors
    /// A sentence that says what it is instead.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        let none = |error: serde_json::Error| {
            format!("no comparison in JSON ({error}); `compare --format json` writes one")
        };
        let any: AnyVersion = serde_json::from_str(text).map_err(none)?;
        if any.schema != SCHEMA {
            return Err(format!("its schema is {}, and this program reads {SCHEMA}", any.schema));
        }
        serde_json::from_str(text).map_err(none)
    }

    /// Whether this has run one of the study's engines on one of its boards.
    pub(crate) fn has_common(&self, study: &Study, full_name: &dyn Fn(&str) -> String) -> bool {
        study.cases.iter().any(|case| {
            self.case(case, full_name).is_some_and(|before| {
                let comparison = before.comparison();
                comparison.runs.iter().any(|run| {
                    case.comparison.engines.contains(&run.place.engine)
                        && case.boards.contains(&before.boards[run.place.board])
                })
            })
        })
    }

    /// The names of its instances, and of its engines.
    pub(crate) fn names(&self) -> (Vec<&str>, Vec<&str>) {
        let puzzles = self.cases.iter().map(|case| &*case.puzzle).collect();
        let mut engines: Vec<&str> = Vec::new();
        for totals in self.cases.iter().flat_map(|case| &case.engines) {
            if !engines.contains(&&*totals.engine) {
                engines.push(&totals.engine);
            }
        }
        (puzzles, engines)
    }

    /// The same instance as it was then.
    fn case(&self, case: &Case, full_name: &dyn Fn(&str) -> String) -> Option<&BaselineCase> {
        let same = |before: &&BaselineCase| {
            before.puzzle == case.puzzle || full_name(&before.puzzle) == full_name(&case.puzzle)
        };
        self.cases.iter().find(same)
    }

    /// What has changed since. `full_name` tells an instance with all of its parameters, so that one that was
    /// written in another way is the same.
    pub(crate) fn changes(
        &self,
        name: &str,
        study: &Study,
        full_name: &dyn Fn(&str) -> String,
    ) -> Changes {
        let is_same_machine = self.setting.machine == study.setting.machine;
        let (mut cases, mut engines) = (Vec::new(), Vec::new());
        for case in &study.cases {
            for &engine in &case.comparison.engines {
                if !engines.contains(&engine) {
                    engines.push(engine);
                }
            }
            let Some(before) = self.case(case, full_name) else { continue };
            let changes = compare::changes(
                (&before.comparison(), &before.boards),
                (&case.comparison, &case.boards),
                is_same_machine,
            );
            let of =
                if study.cases.len() > 1 { format!("{}: ", case.puzzle) } else { String::new() };
            cases.push((of, changes));
        }
        let (before, now) = (&self.setting, &study.setting);
        let heuristic = (before.heuristic != now.heuristic)
            .then(|| format!("the heuristic was {}", before.heuristic.as_deref().unwrap_or("own")));
        let otherwise = heuristic.into_iter().collect();
        let boards = study.cases.iter().map(|case| case.boards.len()).sum();
        Changes { baseline: name.into(), is_same_machine, otherwise, cases, boards, engines }
    }
}

impl BaselineCase {
    /// Its runs.
    fn comparison(&self) -> Comparison {
        let engines = self.engines.iter().map(|totals| intern(&totals.engine)).collect();
        let runs = self.runs.iter().filter_map(RunRecord::run);
        let runs = runs.filter(|run| run.place.board < self.boards.len()).collect();
        Comparison { boards: self.boards.len(), engines, runs }
    }
}

impl Changes {
    /// The engines that are in any of the lists.
    fn engines_in(
        &self,
        list: impl Fn(&compare::Changes) -> &Vec<&'static str>,
    ) -> Vec<&'static str> {
        let is_in = |engine: &&&'static str| {
            self.cases.iter().any(|(_, changes)| list(changes).contains(*engine))
        };
        self.engines.iter().filter(is_in).copied().collect()
    }

    /// Whether any time was compared.
    fn are_times_compared(&self) -> bool {
        let is_timed = |changes: &compare::Changes| changes.untimed.len() < changes.engines.len();
        self.is_same_machine && self.cases.iter().any(|(_, changes)| is_timed(changes))
    }

    /// The rows that have grown beyond a limit, and the boards that are answered no more, a line each. None where there
    /// is nothing to judge.
    pub(crate) fn beyond(&self, limit: &Limit) -> Option<Vec<String>> {
        let (mut is_judged, mut lines) = (false, Vec::new());
        for (of, changes) in &self.cases {
            for (engine, board) in &changes.lost {
                is_judged = true;
                lines
                    .push(format!("{of}{engine} on board {}: answered before, not now", board + 1));
            }
            for grown in changes.grown.iter().filter(|grown| grown.measure == limit.measure) {
                is_judged = true;
                if limit.is_passed(grown) {
                    lines.push(format!("{of}{grown}"));
                }
            }
        }
        is_judged.then_some(lines)
    }

    /// The changes, or that there are none, and what could not be compared, a line each.
    pub(crate) fn lines(&self) -> Vec<String> {
        let boards: usize = self.cases.iter().map(|(_, changes)| changes.boards).sum();
        let engines = self.engines_in(|changes| &changes.engines);
        if engines.is_empty() {
            return vec!["the two have no engine on the same board in common".into()];
        }
        let found = self.cases.iter().flat_map(|(of, changes)| {
            changes.found.iter().map(move |change| format!("{of}{change}"))
        });
        let mut lines: Vec<String> = found.collect();
        if lines.is_empty() {
            lines.push("nothing that was compared has changed beyond noise".into());
        }
        if (boards, engines.len()) != (self.boards, self.engines.len()) {
            lines.push(format!(
                "compared: {boards} of {} and {} of {}",
                units::counted(self.boards as u64, "board"),
                engines.len(),
                units::counted(self.engines.len() as u64, "engine"),
            ));
        }
        lines.extend_from_slice(&self.otherwise);
        let untimed = self.engines_in(|changes| &changes.untimed);
        if !self.is_same_machine {
            lines.push("times are not compared: the machines are not the same".into());
        } else if !untimed.is_empty() {
            lines.push(format!(
                "not compared: the times of {}, as that takes several rounds on both sides, and a \
                 millisecond",
                untimed.join(", ")
            ));
        }
        lines
    }
}
