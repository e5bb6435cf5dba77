//! The law of claims: what plugins claim.

use super::Budget;
use super::explore::guard;
use super::finding::{Coverage, Finding, Mismatch, Verdict};
use super::laws::law_named;
use crate::abilities::Ability;
use crate::engines;
use crate::hash::Set;
use crate::plugin::{Claim, Fact, Played, Read, read_board};
use crate::puzzle::State;
use crate::search::{Job, Limits, Outcome, Wanted};
use crate::units;
use crate::width::Width;
use crate::words::Word;

/// Holds a claim against the puzzle.
pub(crate) fn verify_claim<W: Width>(
    played: &dyn Played<W>,
    claim: &Claim,
    budget: Budget<'_>,
) -> Finding {
    let verdict = guard(|| match claim.fact {
        _ if budget.is_cancelled() => Ok(Verdict::cancelled()),
        Fact::Optimum { board, cost } => optimum(played, board, Some(cost), budget),
        Fact::Unsolvable { board } => optimum(played, board, None, budget),
        Fact::DepthsFromGoals { counts } => from_goals(played, counts, budget),
        Fact::DepthsFromBoard { board, counts } => from_board(played, board, counts, budget),
    });
    let verdict = verdict.and_then(|verdict| verdict).unwrap_or_else(Mismatch::nowhere);
    Finding { law: law_named("claims"), claim: Some(*claim), verdict }
}

fn board<W: Word>(played: &dyn Played<W>, text: &str) -> Result<Read<W>, Mismatch> {
    read_board(played, text).map_err(|fault| Mismatch::new("a board", fault.to_string()))
}

/// Solves the board; `claimed` is its cost, or nothing where it cannot be solved.
fn optimum<W: Width>(
    played: &dyn Played<W>,
    text: &str,
    claimed: Option<u64>,
    budget: Budget<'_>,
) -> Result<Verdict, Mismatch> {
    let board = board(played, text)?;
    let most = Some(budget.states);
    let limits = Limits { states: most, expansions: most, ..Limits::default() };
    let job = Job { limits, cancel: budget.cancel, ..Job::default() };
    let (engine, _) = engines::auto_for(played.graph(), Wanted::One, &limits);
    let run = engines::run(&engine.into(), played.graph(), &board.starts, &job)
        .map_err(|fault| Mismatch::new("a search", fault.to_string()))?;
    let found = match run.outcome {
        Outcome::Solved(solution) => Some(solution.cost),
        Outcome::Unsolvable(_) => None,
        Outcome::Limit(limit) => {
            return Ok(Verdict::NotChecked { why: format!("{} met {limit}", engine.name) });
        }
        Outcome::Cancelled => return Ok(Verdict::cancelled()),
        Outcome::GaveUp(why) => return Ok(Verdict::NotChecked { why }),
    };
    if found == claimed {
        return Ok(Verdict::Holds { checked: run.stats.distinct, coverage: Coverage::Whole });
    }
    let say =
        |cost: Option<u64>| cost.map_or("unsolvable".into(), |cost| format!("a cost of {cost}"));
    Err(Mismatch::new(say(claimed), format!("{}, by {}", say(found), engine.name)))
}

fn from_goals<W: Word>(
    played: &dyn Played<W>,
    counts: &[u64],
    budget: Budget<'_>,
) -> Result<Verdict, Mismatch> {
    let unchecked = |why: &str| Ok(Verdict::NotChecked { why: why.into() });
    if !played.has(Ability::ListedGoals) {
        return unchecked("the puzzle does not list its goals");
    }
    if !played.has(Ability::Predecessors) {
        return unchecked("the puzzle has no predecessors");
    }
    if !played.has(Ability::UnitCosts) {
        return unchecked("layers are counted only where every move costs 1");
    }
    layers(played.goals(), counts, budget, |state, layer| played.precede(state, layer))
}

fn from_board<W: Word>(
    played: &dyn Played<W>,
    text: &str,
    counts: &[u64],
    budget: Budget<'_>,
) -> Result<Verdict, Mismatch> {
    let board = board(played, text)?;
    layers(board.starts, counts, budget, |state, layer| played.expand(state, layer))
}

/// Counts the layers around `origins`, which are to be `counts` and no more.
fn layers<S: State>(
    origins: impl IntoIterator<Item = S>,
    counts: &[u64],
    budget: Budget<'_>,
    neighbours: impl Fn(S, &mut Vec<S>),
) -> Result<Verdict, Mismatch> {
    let claimed: u64 = counts.iter().sum();
    if claimed > budget.states {
        let why = format!(
            "there are {}, and {} may be looked at",
            units::counted(claimed, "state"),
            units::count(budget.states)
        );
        return Ok(Verdict::NotChecked { why });
    }
    let mut seen: Set<S> = Set::default();
    let mut layer: Vec<S> = origins.into_iter().filter(|&state| seen.insert(state)).collect();
    let mut reached = Vec::new();
    for (depth, &count) in counts.iter().chain(&[0]).enumerate() {
        let found = layer.len() as u64;
        if found != count {
            let say = |count| format!("{count} states at depth {depth}");
            return Err(Mismatch::new(say(count), say(found)));
        }
        let mut next = Vec::new();
        for state in layer {
            if budget.is_cancelled() {
                return Ok(Verdict::cancelled());
            }
            neighbours(state, &mut reached);
            next.extend(reached.drain(..).filter(|&state| seen.insert(state)));
        }
        layer = next;
    }
    Ok(Verdict::Holds { checked: claimed, coverage: Coverage::Whole })
}
