//! Engines side by side, as a table.

use super::{Page, Palette, table, units};
use crate::abilities::Ability;
use crate::compare::{Comparison, Row};
use crate::search::Outcome;
use std::io::{self, Write};

/// A column of the table.
struct Column {
    head: &'static str,
    /// When the table is too wide, columns go in this order; `None` stays.
    goes: Option<u8>,
    cell: fn(&Row) -> String,
}

const COLUMNS: [Column; 9] = [
    Column { head: "engine", goes: None, cell: |row| row.engine.into() },
    Column { head: "outcome", goes: None, cell: outcome },
    Column { head: "cost", goes: Some(4), cell: cost },
    Column { head: "expanded", goes: None, cell: |row| units::count(row.stats.expanded) },
    Column { head: "generated", goes: Some(1), cell: |row| units::count(row.stats.generated) },
    Column { head: "distinct", goes: Some(2), cell: |row| units::count(row.stats.distinct) },
    Column { head: "memory", goes: Some(3), cell: |row| units::bytes(row.stats.peak_bytes) },
    Column { head: "time", goes: None, cell: |row| units::time(row.stats.time) },
    Column { head: "ratio", goes: None, cell: ratio },
];

/// Writes the table, what it leaves out, and whether the engines agree.
pub(crate) fn write(
    page: &mut Page<'_>,
    comparison: &Comparison,
    left_out: &[(&'static str, Ability)],
) -> io::Result<()> {
    let rows = comparison.rows();
    let (table, dropped) = fitting_table(&rows, page.width);
    page.table(&table)?;
    writeln!(page)?;
    let Palette { good, bad, dim, .. } = page.palette;
    if !dropped.is_empty() {
        page.prose(dim, &format!("a wider terminal also shows: {}", dropped.join(", ")))?;
    }
    if rows.iter().any(is_unproved) {
        page.prose(dim, "+ not proved to be of least cost")?;
    }
    for Row { engine, stats, .. } in rows.iter().filter(|row| !row.stats.setup.is_zero()) {
        let setup = units::time(stats.setup);
        page.prose(dim, &format!("of {engine}'s time, {setup} went into a table for all boards"))?;
    }
    let endings = unanswered(comparison);
    if !endings.is_empty() {
        page.prose(dim, &format!("* not ranked: {}", endings.join("; ")))?;
        if let Some(Row { engine, time_ratio: None, .. }) = rows.first() {
            page.prose(
                dim,
                &format!(
                    "no ratios: {engine}, the reference, did not answer every board; \
                     --engines takes another one first"
                ),
            )?;
        }
    }
    if !left_out.is_empty() {
        let left_out =
            left_out.iter().map(|(engine, missing)| format!("{engine} (needs {missing})"));
        page.prose(dim, &format!("left out: {}", left_out.collect::<Vec<_>>().join(", ")))?;
    }
    let disagreements = comparison.disagreements();
    if disagreements.is_empty() {
        let engines = units::counted(comparison.engines.len() as u64, "engine");
        let boards = units::counted(comparison.boards as u64, "board");
        let verdict = match comparison.engines.len() {
            _ if !endings.is_empty() => "no two answers contradict each other".into(),
            1 => format!("{engines} on {boards}"),
            _ => format!("{engines} agree on {boards}"),
        };
        return page.prose(good, &verdict);
    }
    page.prose(bad, "the engines disagree")?;
    disagreements.iter().try_for_each(|disagreement| page.prose(bad, &disagreement.to_string()))
}

/// Why runs ended without an answer, each reason once.
fn unanswered(comparison: &Comparison) -> Vec<String> {
    let mut endings = Vec::new();
    for run in &comparison.runs {
        let ending = match &run.outcome {
            Outcome::Solved(_) | Outcome::Unsolvable(_) => continue,
            Outcome::Limit(limit) => format!("stopped by {limit}"),
            Outcome::Cancelled => "cancelled".into(),
            Outcome::GaveUp(why) => format!("gave up, because {why}"),
        };
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    endings
}

/// The table with as many columns as go into the width, and the heads of the others.
fn fitting_table(rows: &[Row], width: Option<u16>) -> (comfy_table::Table, Vec<&'static str>) {
    let build = |columns: &[&Column]| {
        let heads: Vec<_> = columns.iter().map(|column| column.head).collect();
        let cells =
            rows.iter().map(|row| columns.iter().map(|column| (column.cell)(row)).collect());
        let mut table = table::table(&heads, cells, None);
        table::align_right(&mut table, 2..columns.len());
        table
    };
    let mut columns: Vec<_> = COLUMNS.iter().collect();
    let mut dropped = Vec::new();
    let mut table = build(&columns);
    while width.is_some_and(|width| table::natural_width(&table) > usize::from(width)) {
        let next = columns.iter().enumerate().filter(|(_, column)| column.goes.is_some());
        let Some((index, _)) = next.min_by_key(|(_, column)| column.goes) else { break };
        dropped.push(columns.remove(index).head);
        table = build(&columns);
    }
    (table, dropped)
}

/// `3 solved, 1 at a limit *`.
fn outcome(row: &Row) -> String {
    let stopped = if row.tally.unanswered() > 0 { " *" } else { "" };
    let unproved = if is_unproved(row) { " +" } else { "" };
    format!("{}{stopped}{unproved}", row.tally)
}

/// Whether the engine found solutions of which it does not know that they are the best.
fn is_unproved(row: &Row) -> bool {
    row.proved < row.tally.solved
}

fn cost(row: &Row) -> String {
    if row.tally.solved == 0 { "-".into() } else { units::count(row.cost) }
}

fn ratio(row: &Row) -> String {
    match row.time_ratio {
        None => "-".into(),
        Some(ratio) if ratio < 9.995 => format!("{ratio:.2}"),
        Some(ratio) if ratio < 99.95 => format!("{ratio:.1}"),
        Some(ratio) => format!("{ratio:.0}"),
    }
}
