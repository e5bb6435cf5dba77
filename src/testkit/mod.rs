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

use crate::parameters::Arguments;
use crate::plugin::{Fact, Played, Plugin, Read, read_board};
use crate::puzzle::Puzzle;
use crate::width::{Width, narrowest};
use crate::words::{Bridge, Graph, Word, pack};
use check::Checker;
use explore::guard;
use finding::Mismatch;
use std::sync::atomic::{AtomicBool, Ordering};

/// How much checking may cost.
#[derive(Debug, Clone, Copy)]
pub struct Budget<'a> {
    /// The most states to look at from the boards, as many again around the goals, and again by rank. A
    /// claim about more states is not checked.
    pub states: u64,
    /// Ends the checking when it becomes true. What was not checked by then says so.
    pub cancel: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// So many states, however long that takes.
    pub const fn of(states: u64) -> Self {
        Budget { states, cancel: None }
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Default for Budget<'_> {
    /// 100,000 states: moments.
    fn default() -> Self {
        Budget::of(100_000)
    }
}

/// Holds a plugin against every law, with its defaults and with the arguments that its claims name, and
/// verifies its claims.
///
/// A method of the plugin that panics breaks the law that was being checked.
/// Time: that of looking at the budget's states a few times, for each instance.
pub fn conformance(plugin: &Plugin, budget: &Budget<'_>) -> Report {
    let sections = instances(plugin).into_iter();
    Report { sections: sections.map(|arguments| section(plugin, arguments, &[], budget)).collect() }
}

/// The arguments of the instances that a plugin is checked on: none, for its defaults, and those that its
/// claims name.
pub fn instances(plugin: &Plugin) -> Vec<&'static str> {
    let mut arguments = vec![""];
    for claim in plugin.claims {
        if !arguments.contains(&claim.arguments) {
            arguments.push(claim.arguments);
        }
    }
    arguments
}

/// Holds the instance with these arguments against every law, from the demo board, the boards in the claims
/// about it and these `boards` on, and verifies those claims.
pub fn section(
    plugin: &Plugin,
    arguments: &str,
    boards: &[String],
    budget: &Budget<'_>,
) -> Section {
    let name = match arguments {
        "" => plugin.name.to_owned(),
        arguments => format!("{}:{arguments}", plugin.name),
    };
    let mut section = Section { instance: name, boards: 0, findings: Vec::new() };
    let result = guard(|| check_instance(plugin, arguments, boards, budget, &mut section));
    if let Err(mismatch) = result.and_then(|result| result) {
        section.findings = vec![Finding::of("notation", mismatch.nowhere())];
    }
    section
}

/// Fills in a section. Fails where the instance cannot be made.
fn check_instance(
    plugin: &Plugin,
    arguments: &str,
    boards: &[String],
    budget: &Budget<'_>,
    section: &mut Section,
) -> Result<(), Mismatch> {
    let instance = plugin
        .instance(arguments)
        .map_err(|fault| Mismatch::new("an instance", fault.to_string()))?;
    let values = |text: &str| Arguments::parse(plugin.parameters, text).map(|all| all.to_string());
    let mine = values(arguments);
    let claims = || plugin.claims.iter().filter(|claim| values(claim.arguments) == mine);
    let board = |fact: &Fact| match fact {
        Fact::Optimum { board, .. }
        | Fact::Unsolvable { board }
        | Fact::DepthsFromBoard { board, .. } => Some((*board).to_owned()),
        Fact::DepthsFromGoals { .. } => None,
    };
    let mut all = vec![instance.demo()];
    all.extend(claims().filter_map(|claim| board(&claim.fact)));
    all.extend_from_slice(boards);
    section.boards = all.len();
    section.findings = instance.check(&all, budget);
    section.findings.extend(claims().map(|claim| instance.verify(claim, budget)));
    Ok(())
}

/// Holds a puzzle against the laws of [`Puzzle`] and its abilities, from these boards on.
pub fn check_puzzle<P: Puzzle>(puzzle: &P, boards: &[P::Board], budget: &Budget<'_>) -> Report {
    let findings = narrowest!(P, W => {
        let states: Vec<W> = boards.iter().map(|board| pack(puzzle.encode(board))).collect();
        let starts = boards.iter().flat_map(|board| {
            // What is wrong with them is for law 2 to find.
            let starts = || puzzle.starts(board).into_iter().map(pack).collect::<Vec<W>>();
            guard(starts).unwrap_or_default()
        });
        W::check(&Bridge::Borrowed(puzzle), &states, starts.collect(), *budget)
    });
    let instance = std::any::type_name::<P>().into();
    Report { sections: vec![Section { instance, boards: boards.len(), findings }] }
}

/// See [`check_puzzle`].
pub(crate) fn check_graph<W: Word>(
    graph: &dyn Graph<W>,
    boards: &[W],
    starts: Vec<W>,
    budget: Budget<'_>,
) -> Vec<Finding> {
    Checker::new(graph, boards, starts, budget, None).run(&[])
}

/// Holds a puzzle that can be read and written against all laws but that of claims.
pub(crate) fn check_played<W: Word>(
    played: &dyn Played<W>,
    texts: &[String],
    budget: Budget<'_>,
) -> Vec<Finding> {
    // Texts that are no boards are for the law of notation to find.
    let boards: Vec<Read<W>> =
        texts.iter().filter_map(|text| guard(|| read_board(played, text)).ok()?.ok()).collect();
    let states: Vec<W> = boards.iter().map(|board| board.state).collect();
    let starts = boards.iter().flat_map(|board| &board.starts).copied().collect();
    let write = |state| played.write(state);
    let checker = Checker::new(played.graph(), &states, starts, budget, Some(&write));
    checker.run(&[
        ("notation", &|checker| notation::notation(checker, played, texts)),
        ("descriptions", &|checker| notation::descriptions(checker, played)),
    ])
}
