//! What came of checking.

use super::laws::{Law, law_named};
use crate::plugin::{Claim, Fact};
use std::fmt::{self, Write as _};

/// What came of checking one law, or one claim.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The law.
    pub law: &'static Law,
    /// The claim, where the law is that of claims.
    pub claim: Option<Claim>,
    /// What came of it.
    pub verdict: Verdict,
}

/// How a law fared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// No counter-example was found.
    Holds {
        /// On how many states.
        checked: u64,
        /// Whether those were all there are.
        coverage: Coverage,
    },
    /// The smallest counter-example that was found: fewest moves from a start.
    Broken(CounterExample),
    /// The law is about something that the puzzle does not have or say.
    NotApplicable {
        /// What that is.
        why: String,
    },
    /// Nothing is known.
    NotChecked {
        /// What kept it from being checked.
        why: String,
    },
}

/// How much of a puzzle was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coverage {
    /// Every state that the boards lead to, or that leads to a listed goal, or that has a rank.
    Whole,
    /// As many as the budget allows.
    Part,
}

impl Verdict {
    pub(super) fn cancelled() -> Self {
        Verdict::NotChecked { why: "it was cancelled".into() }
    }
}

/// Where a law is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterExample {
    /// What the law asks for.
    pub expected: String,
    /// What the puzzle gave.
    pub found: String,
    /// The state at which it happened, if it was at one.
    pub at: Option<Spot>,
}

/// A state, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot {
    /// As `{:?}` shows it.
    pub state: String,
    /// As the puzzle writes it, where it can.
    pub board: Option<String>,
    /// Moves from the nearest start. `None` where it was found from a goal or a rank.
    pub moves: Option<u64>,
}

/// What was expected, and what was found instead.
#[derive(Debug, Clone)]
pub(super) struct Mismatch {
    pub(super) expected: String,
    pub(super) found: String,
}

impl Mismatch {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Self {
        Mismatch { expected: expected.into(), found: found.into() }
    }

    /// The counter-example that has no state.
    pub(super) fn nowhere(self) -> Verdict {
        Verdict::Broken(CounterExample { expected: self.expected, found: self.found, at: None })
    }
}

impl Finding {
    pub(super) fn of(law: &str, verdict: Verdict) -> Self {
        Finding { law: law_named(law), claim: None, verdict }
    }

    /// Whether the law is broken.
    pub fn is_broken(&self) -> bool {
        matches!(self.verdict, Verdict::Broken(_))
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.claim {
            Some(claim) => write!(f, "claim: {} [{}]: ", words(&claim.fact), claim.source)?,
            None => write!(f, "{}: ", self.law)?,
        }
        match &self.verdict {
            Verdict::Holds { .. } if self.claim.is_some() => f.write_str("holds"),
            Verdict::Holds { checked, coverage } => {
                let all = match coverage {
                    Coverage::Whole => "all ",
                    Coverage::Part => "",
                };
                let states = if *checked == 1 { "state" } else { "states" };
                write!(f, "holds, checked on {all}{checked} {states}")
            }
            Verdict::NotApplicable { why } => write!(f, "does not apply: {why}"),
            Verdict::NotChecked { why } => write!(f, "not checked: {why}"),
            Verdict::Broken(example) => {
                write!(f, "BROKEN: answers can be {}", self.law.consequence)?;
                if self.claim.is_none() {
                    write!(f, "\n    {}", self.law.text)?;
                }
                write!(f, "\n    {example}")
            }
        }
    }
}

impl fmt::Display for CounterExample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("expected {}\nfound {}", self.expected, self.found);
        if let Some(spot) = &self.at {
            write!(text, "\nin state {}", spot.state)?;
            match spot.moves {
                Some(0) => write!(text, ", a start")?,
                Some(1) => write!(text, ", 1 move from a start")?,
                Some(moves) => write!(text, ", {moves} moves from a start")?,
                None => write!(text, ", which was not met from a start")?,
            }
            if let Some(board) = &spot.board {
                write!(text, "\n{}", board.trim_end())?;
            }
        }
        f.write_str(&text.replace('\n', "\n    "))
    }
}

/// A fact in words. Boards are on one line.
fn words(fact: &Fact) -> String {
    let line = |board: &str| board.split_whitespace().collect::<Vec<_>>().join(" ");
    match fact {
        Fact::Optimum { board, cost } => format!("{} is solved at a cost of {cost}", line(board)),
        Fact::Unsolvable { board } => format!("{} cannot be solved", line(board)),
        Fact::DepthsFromGoals { counts } => {
            format!("{} states in {} layers around the goals", sum(counts), counts.len())
        }
        Fact::DepthsFromBoard { board, counts } => {
            format!("{} states in {} layers around {}", sum(counts), counts.len(), line(board))
        }
    }
}

fn sum(counts: &[u64]) -> u64 {
    counts.iter().sum()
}

/// What came of checking a puzzle, on each of its instances that was looked at.
#[derive(Debug, Clone)]
pub struct Report {
    /// The instances, in the order in which they were checked.
    pub sections: Vec<Section>,
}

/// The findings on one instance.
#[derive(Debug, Clone)]
pub struct Section {
    /// `NAME` or `NAME:PARAMETER=VALUE,..`.
    pub instance: String,
    /// From how many boards on it was looked at.
    pub boards: usize,
    /// In the order of the laws, then of the claims.
    pub findings: Vec<Finding>,
}

impl Report {
    /// Whether no law was found broken.
    pub fn is_ok(&self) -> bool {
        self.broken().next().is_none()
    }

    /// The findings that are counter-examples.
    pub fn broken(&self) -> impl Iterator<Item = &Finding> {
        self.sections.iter().flat_map(Section::broken)
    }
}

impl Section {
    /// The findings that are counter-examples.
    pub fn broken(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|one| one.is_broken())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sections.iter().try_for_each(|section| section.fmt(f))
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = if self.boards == 1 { "board" } else { "boards" };
        writeln!(f, "{}, from {} {boards} on", self.instance, self.boards)?;
        for finding in &self.findings {
            writeln!(f, "  {}", finding.to_string().replace('\n', "\n  "))?;
        }
        Ok(())
    }
}
