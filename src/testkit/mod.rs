//! The laws that puzzles keep, and what holds a puzzle against them.
//!
//! [`conformance`] checks a plugin: every law on every instance that it speaks of, and every claim.
//! [`check_puzzle`] checks a [`Puzzle`] that is no plugin. [`LAWS`] is the list of laws.
//!
//! The states are looked at breadth first from the boards, so that the counter-example that is reported
//! is a smallest one. Where the budget allows, they are looked at all.
//!
//! [`mod@reference`] solves slowly and obviously rightly; [`toys`] are puzzles to test engines on.
//!
//! # Example
//!
//! ```
//! use puzzlespace::testkit::{Budget, conformance, toys::LAMPS};
//!
//! let report = conformance(&LAMPS, &Budget::default());
//! assert!(report.is_ok(), "{report}");
//! ```

mod check;
mod claims;
mod estimates;
mod explore;
mod finding;
mod graph;
mod laws;
mod notation;
pub mod reference;
mod structure;
pub mod toys;

pub(crate) use claims::verify_claim;
pub use finding::{CounterExample, Coverage, Finding, Report, Section, Spot, Verdict};
pub use laws::{Consequence, LAWS, Law};

use crate::plugin::{Fact, Playable, Plugin, read_board};
use crate::puzzle::Puzzle;
use check::Checker;
use explore::guard;
use finding::Mismatch;

/// How much checking may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most states to look at from the boards, as many again around the goals, and again by rank. A
    /// claim about more states is not checked.
    pub states: u64,
}

impl Default for Budget {
    /// 100,000 states: moments.
    fn default() -> Self {
        Budget { states: 100_000 }
    }
}

/// Holds a plugin against every law, with its defaults and with the arguments that its claims name, and
/// verifies its claims.
///
/// A method of the plugin that panics breaks the law that was being checked.
/// Time: that of looking at the budget's states a few times, for each instance.
pub fn conformance(plugin: &Plugin, budget: &Budget) -> Report {
    let mut arguments = vec![""];
    for claim in plugin.claims {
        if !arguments.contains(&claim.arguments) {
            arguments.push(claim.arguments);
        }
    }
    let section = |arguments: &str| {
        let instance = match arguments {
            "" => plugin.name.to_owned(),
            arguments => format!("{}:{arguments}", plugin.name),
        };
        let findings = guard(|| findings(plugin, arguments, *budget));
        let findings = findings
            .and_then(|findings| findings)
            .unwrap_or_else(|mismatch| vec![Finding::of("notation", mismatch.nowhere())]);
        Section { instance, findings }
    };
    Report { sections: arguments.into_iter().map(section).collect() }
}

/// What is to be said of the instance with these arguments, or why it cannot be made.
fn findings(plugin: &Plugin, arguments: &str, budget: Budget) -> Result<Vec<Finding>, Mismatch> {
    let instance = plugin
        .instance(arguments)
        .map_err(|fault| Mismatch::new("an instance", fault.to_string()))?;
    let claims = || plugin.claims.iter().filter(|claim| claim.arguments == arguments);
    let board = |fact: &Fact| match fact {
        Fact::Optimum { board, .. }
        | Fact::Unsolvable { board }
        | Fact::DepthsFromBoard { board, .. } => Some((*board).to_owned()),
        Fact::DepthsFromGoals { .. } => None,
    };
    let claimed = claims().filter_map(|claim| board(&claim.fact));
    let boards: Vec<String> = std::iter::once(instance.demo()).chain(claimed).collect();
    let mut findings = instance.check(&boards, &budget);
    findings.extend(claims().map(|claim| instance.verify(claim, &budget)));
    Ok(findings)
}

/// Holds a puzzle against the laws of [`Puzzle`] and its abilities, from these boards on.
pub fn check_puzzle<P: Puzzle>(puzzle: &P, boards: &[P::Board], budget: &Budget) -> Report {
    let findings = Checker::new(puzzle, boards, *budget, None).run(&[]);
    Report { sections: vec![Section { instance: std::any::type_name::<P>().into(), findings }] }
}

/// Holds a puzzle that can be read and written against all laws but that of claims.
pub(crate) fn check_playable<P: Playable>(
    puzzle: &P,
    texts: &[String],
    budget: Budget,
) -> Vec<Finding> {
    // Texts that are no boards are for the law of notation to find.
    let boards: Vec<P::Board> =
        texts.iter().filter_map(|text| guard(|| read_board(puzzle, text)).ok()?.ok()).collect();
    let write = |state| puzzle.write(&puzzle.decode(state));
    let checker = Checker::new(puzzle, &boards, budget, Some(&write));
    checker.run(&[
        ("notation", &|checker| notation::notation(checker, texts)),
        ("descriptions", &notation::descriptions),
    ])
}
