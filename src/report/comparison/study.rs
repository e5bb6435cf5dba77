//! What was compared, how and where, and what came of it.

use super::record::{GuideRecord, LimitsRecord, Walk};
use crate::abilities::Ability;
use crate::compare::{Comparison, Ending, Growth, Plan};
use crate::units;
use serde::{Deserialize, Serialize};
use std::num::NonZeroUsize;

/// A comparison as a whole.
#[derive(Debug)]
pub(crate) struct Study {
    pub(crate) setting: Setting,
    /// One, or one for each value of a parameter.
    pub(crate) cases: Vec<Case>,
}

/// How and where engines were compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Setting {
    /// The puzzle, as on the command line.
    pub(crate) puzzle: String,
    /// Its name for people.
    pub(crate) title: String,
    /// The parameter that grows from case to case.
    pub(crate) parameter: Option<String>,
    /// Where the boards come from, as a noun: what is common to all cases.
    pub(crate) boards_from: String,
    /// The seed that they were made from.
    pub(crate) seed: Option<u64>,
    /// The heuristic of all engines that ask for one, where it is not the puzzle's own.
    #[serde(default)]
    pub(crate) heuristic: Option<String>,
    /// How often each engine ran on each board.
    pub(crate) rounds: usize,
    /// What each run may use.
    pub(crate) limits: LimitsRecord,
    /// Which of them nobody asked for, by the fields that they have there.
    #[serde(default)]
    pub(crate) default_limits: Vec<String>,
    /// Threads for the engines that can use several; one a core, where nothing is said.
    pub(crate) threads: Option<NonZeroUsize>,
    /// The program's name and version.
    pub(crate) version: String,
    /// The machine.
    pub(crate) machine: Machine,
    /// How many processes wanted a core when the comparison began, on average over a minute.
    pub(crate) load: Option<f64>,
    /// What was called for, word by word.
    pub(crate) command: Vec<String>,
}

/// The machine that engines ran on, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) system: String,
    pub(crate) architecture: String,
    pub(crate) processor: Option<String>,
    pub(crate) cores: usize,
    pub(crate) memory_bytes: Option<u64>,
}

/// One instance: its boards, and what the engines did on them.
#[derive(Debug)]
pub(crate) struct Case {
    /// The instance, as on the command line.
    pub(crate) puzzle: String,
    /// The value of the parameter that grows.
    pub(crate) size: Option<u64>,
    pub(crate) boards: Vec<String>,
    /// Where they come from, as a noun.
    pub(crate) boards_from: String,
    /// What the heuristic took that was asked for.
    pub(crate) guide: Option<GuideRecord>,
    /// Engines that do not fit, and what the puzzle lacks for them.
    pub(crate) left_out: Vec<(&'static str, Ability)>,
    pub(crate) comparison: Comparison,
    /// A solution of each board, where one is known.
    pub(crate) solutions: Vec<Option<Walk>>,
}

impl Study {
    /// How the engines' work grows with the parameter; nothing where none grows.
    pub(crate) fn growth(&self) -> Vec<Growth> {
        let sizes = self.cases.iter().filter_map(|case| Some((case.size?, &case.comparison)));
        Growth::of(&sizes.collect::<Vec<_>>())
    }

    /// Whether no two answers contradict each other.
    pub(crate) fn agrees(&self) -> bool {
        self.cases.iter().all(|case| case.comparison.disagreements().is_empty())
    }

    /// Whether every engine has run on every board as often as it should: as long as it finds answers.
    pub(crate) fn is_complete(&self) -> bool {
        self.cases.iter().all(|case| self.plan(case).is_done(&case.comparison.runs))
    }

    /// The runs that there are to be in a case.
    pub(crate) fn plan(&self, case: &Case) -> Plan {
        let engines = case.comparison.engines.clone();
        Plan { boards: case.boards.len(), engines, rounds: self.setting.rounds }
    }

    /// What a reader has to know about the comparison as a whole, a sentence each.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks: Vec<String> = self.setting.busy().into_iter().collect();
        let boards: usize = self.cases.iter().map(|case| case.boards.len()).sum();
        if self.setting.parameter.is_some() && boards == self.cases.len() {
            remarks.push(
                "each size has one board, and a larger one may have an easier board: growth says \
                 little before there are several (--generate)"
                    .into(),
            );
        }
        let mut runs = self.cases.iter().flat_map(|case| &case.comparison.runs);
        let stops = |name: &str| {
            let word = if name == "bytes" { "memory" } else { "time" };
            runs.any(|run| matches!(run.ending, Ending::Limit { limit, .. } if limit == word))
        };
        if self.setting.default_limits.iter().map(String::as_str).any(stops) {
            remarks.push(
                "where no limits are given, a run has a minute and half of the machine's memory: \
                 --time-limit and --memory-limit give it more"
                    .into(),
            );
        }
        remarks
    }

    /// Whether a process ended without a word.
    pub(crate) fn has_crashed(&self) -> bool {
        let mut rows = self.cases.iter().flat_map(|case| case.comparison.rows());
        rows.any(|row| row.tally.crashed > 0)
    }
}

impl Setting {
    /// `Sliding tiles, the demo board`, and behind that the heuristic that was asked for.
    pub(crate) fn heading(&self) -> String {
        let with = self.heuristic.as_ref();
        let with = with.map_or(String::new(), |heuristic| format!(", with {heuristic}"));
        format!("{}, {}{with}", self.title, self.boards_from)
    }

    /// A remark on a machine that had other things to do.
    pub(crate) fn busy(&self) -> Option<String> {
        /// As much of a core is left for one engine after another.
        const FREE: f64 = 1.0;
        #[expect(clippy::cast_precision_loss, reason = "a few cores")]
        let cores = self.machine.cores as f64;
        self.load.filter(|load| load + FREE > cores).map(|load| {
            let cores = units::counted(self.machine.cores as u64, "core");
            format!(
                "noise: the load average was {load:.1} on {cores} when it began, so times may be too long"
            )
        })
    }

    /// The command as a shell takes it.
    pub(crate) fn command_line(&self) -> String {
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || "-_./:=,+@%".contains(character);
        let quote = |word: &String| {
            if !word.is_empty() && word.chars().all(is_plain) {
                word.clone()
            } else {
                format!("'{}'", word.replace('\'', r"'\''"))
            }
        };
        self.command.iter().map(quote).collect::<Vec<_>>().join(" ")
    }
}

impl Machine {
    /// `AMD EPYC 7763, 2 cores, 23.5 GiB, linux x86_64`.
    pub(crate) fn words(&self) -> String {
        let mut parts: Vec<String> = self.processor.iter().cloned().collect();
        parts.push(units::counted(self.cores as u64, "core"));
        parts.extend(self.memory_bytes.map(units::bytes));
        parts.push(format!("{} {}", self.system, self.architecture));
        parts.join(", ")
    }
}

#[cfg(test)]
impl Setting {
    /// A setting for tests.
    pub(crate) fn test(limits: &crate::search::Limits) -> Self {
        Setting {
            puzzle: "lamps".into(),
            title: "Four lamps".into(),
            parameter: None,
            boards_from: "the demo board".into(),
            seed: None,
            heuristic: None,
            rounds: 1,
            limits: limits.into(),
            default_limits: Vec::new(),
            threads: None,
            version: "puzzlespace 0.0.0".into(),
            machine: Machine {
                system: "linux".into(),
                architecture: "x86_64".into(),
                processor: None,
                cores: 2,
                memory_bytes: None,
            },
            load: None,
            command: vec!["puzzlespace".into(), "compare".into(), "lamps".into()],
        }
    }
}
