//! The runs of a comparison as they are written down: in JSON, in the file that keeps what is done so far,
//! and between the program and the processes that run the engines.

use crate::compare::{Ending, Place, Run};
use crate::engines::intern;
use crate::plugin::Answer;
use crate::report::json::{Counters, EndingRecord};
use crate::search::{Limit, Limits, Optimality};
use crate::units;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What came of one run. What does not apply is null.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Measured {
    #[serde(flatten)]
    ending: EndingRecord,
    moves: Option<u64>,
    process_bytes: Option<u64>,
    stats: Counters,
}

/// A run: which one, and what came of it. Boards and rounds are counted from 1.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    board: usize,
    engine: String,
    round: usize,
    #[serde(flatten)]
    measured: Measured,
}

/// The moves of a solution in words, and the board after each of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Walk {
    /// What they cost.
    pub(crate) cost: u64,
    pub(crate) moves: Vec<String>,
    pub(crate) boards: Vec<String>,
}

/// What a heuristic takes that was asked for.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct GuideRecord {
    /// Bytes of its tables.
    pub(crate) bytes: u64,
    /// Time in which they were built or read, before any engine ran.
    pub(crate) setup_seconds: f64,
}

/// What each run may use; null is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct LimitsRecord {
    seconds: Option<f64>,
    states: Option<u64>,
    bytes: Option<u64>,
    depth: Option<u64>,
    expansions: Option<u64>,
}

impl Measured {
    pub(crate) fn new(run: &Run) -> Self {
        let moves = match run.ending {
            Ending::Solved { moves, .. } => Some(moves),
            _ => None,
        };
        Measured {
            ending: EndingRecord::new(&run.ending, &run.stats),
            moves,
            process_bytes: run.process_bytes,
            stats: Counters::from(&run.stats),
        }
    }

    /// The run again; none if the outcome is no word for one, or lacks what belongs to it.
    pub(crate) fn run(&self, place: Place) -> Option<Run> {
        let record = &self.ending;
        let reason = || record.reason.clone().unwrap_or_default();
        let ending = match record.outcome.as_str() {
            "solved" => Ending::Solved {
                cost: record.cost?,
                moves: self.moves?,
                optimality: if record.optimal? {
                    Optimality::Proved
                } else {
                    Optimality::NotProved
                },
            },
            "unsolvable" => Ending::Unsolvable { reason: reason() },
            "limit" => {
                let word = record.limit.as_deref()?;
                let limit = Limit::WORDS.into_iter().find(|&known| known == word)?;
                Ending::Limit { limit, reason: reason() }
            }
            "cancelled" => Ending::Cancelled,
            "gave_up" => Ending::GaveUp { reason: reason() },
            "crashed" => Ending::Crashed { reason: reason() },
            _ => return None,
        };
        let stats = self.stats.stats(record.lower_bound)?;
        Some(Run { place, ending, stats, process_bytes: self.process_bytes })
    }
}

impl From<&Run> for RunRecord {
    fn from(run: &Run) -> Self {
        RunRecord {
            board: run.place.board + 1,
            engine: run.place.engine.into(),
            round: run.place.round + 1,
            measured: Measured::new(run),
        }
    }
}

impl RunRecord {
    /// The run again; none if what was written is no run.
    pub(crate) fn run(&self) -> Option<Run> {
        let engine = intern(&self.engine);
        let (board, round) = (self.board.checked_sub(1)?, self.round.checked_sub(1)?);
        self.measured.run(Place { board, engine, round })
    }
}

impl Walk {
    /// Longer solutions are not kept: nobody steps through them.
    const LONGEST: usize = 1_000;

    /// The first solution of an answer, if it is not too long.
    pub(crate) fn of(answer: &Answer) -> Option<Self> {
        let solution = answer.outcome.solution()?;
        let path = solution.paths.first()?;
        let (moves, boards) = path.steps.iter().cloned().unzip();
        let cost = solution.cost;
        (path.steps.len() <= Self::LONGEST).then_some(Walk { cost, moves, boards })
    }

    /// Takes the place of what is known, if that is nothing or costs more. Returns whether it does.
    pub(crate) fn improve(self, known: &mut Option<Walk>) -> bool {
        let is_better = known.as_ref().is_none_or(|known| self.cost < known.cost);
        if is_better {
            *known = Some(self);
        }
        is_better
    }
}

impl GuideRecord {
    /// `tables of 2.5 MiB, ready in 0.31 s, which no engine's time includes`; nothing where there are none.
    pub(crate) fn words(&self) -> Option<String> {
        let time = Duration::try_from_secs_f64(self.setup_seconds).unwrap_or_default();
        let (bytes, time) = (units::bytes(self.bytes), units::time(time));
        let words = format!("tables of {bytes}, ready in {time}, which no engine's time includes");
        (self.bytes > 0).then_some(words)
    }
}

impl From<&Limits> for LimitsRecord {
    fn from(limits: &Limits) -> Self {
        let &Limits { time, states, bytes, depth, expansions } = limits;
        let seconds = time.map(|time| time.as_secs_f64());
        LimitsRecord { seconds, states, bytes, depth, expansions }
    }
}

impl LimitsRecord {
    /// The limits in words.
    pub(crate) fn words(&self) -> String {
        let count =
            |number: Option<u64>, noun: &str| number.map(|number| units::counted(number, noun));
        let time = self.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let words: Vec<String> = [
            time.map(units::time),
            count(self.states, "state"),
            self.bytes.map(|bytes| format!("{} of tables", units::bytes(bytes))),
            self.depth.map(|depth| format!("a cost of {}", units::count(depth))),
            count(self.expansions, "expansion"),
        ]
        .into_iter()
        .flatten()
        .collect();
        if words.is_empty() { "none".into() } else { words.join(", ") }
    }
}

impl From<&LimitsRecord> for Limits {
    fn from(record: &LimitsRecord) -> Self {
        let &LimitsRecord { seconds, states, bytes, depth, expansions } = record;
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Limits { time, states, bytes, depth, expansions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stats;

    #[test]
    fn what_is_written_is_read_again() {
        let reason = || "so be it".to_owned();
        let endings = [
            Ending::Solved { cost: 7, moves: 3, optimality: Optimality::NotProved },
            Ending::Solved { cost: 3, moves: 3, optimality: Optimality::Proved },
            Ending::Unsolvable { reason: reason() },
            Ending::from(Limit::Time(Duration::from_secs(1))),
            Ending::Cancelled,
            Ending::GaveUp { reason: reason() },
            Ending::Crashed { reason: reason() },
        ];
        let stats = Stats {
            expanded: 1 << 60,
            lower_bound: 3,
            time: Duration::from_nanos(1_234_567),
            ..Stats::default()
        };
        for ending in endings {
            let place = Place { board: 2, engine: "bfs", round: 1 };
            let run = Run { place, ending, stats, process_bytes: Some(5) };
            let text = serde_json::to_string(&RunRecord::from(&run)).unwrap();
            let record: RunRecord = serde_json::from_str(&text).unwrap();
            assert_eq!(record.run(), Some(run), "{text}");
            let negative = text.replace("\"seconds\":0.001234567", "\"seconds\":-5.0");
            assert_ne!(negative, text);
            let record: RunRecord = serde_json::from_str(&negative).unwrap();
            assert_eq!(record.run(), None, "{negative}");
        }
    }

    #[test]
    fn the_cheaper_walk_is_kept() {
        let walk = |cost| Walk { cost, moves: Vec::new(), boards: Vec::new() };
        let mut known = None;
        let better = [7, 9, 7, 5].map(|cost| walk(cost).improve(&mut known));
        assert_eq!((better, known), ([true, false, false, true], Some(walk(5))));
    }
}
