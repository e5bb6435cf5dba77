//! Engines side by side, as a table.

use super::{Palette, table, units};
use crate::abilities::Ability;
use crate::compare::{Comparison, Row, Tally};
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
    Column { head: "outcome", goes: None, cell: |row| outcome(&row.tally) },
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
    out: &mut dyn Write,
    palette: &Palette,
    width: Option<u16>,
    comparison: &Comparison,
    left_out: &[(&'static str, Ability)],
) -> io::Result<()> {
    let rows = comparison.rows();
    let (table, dropped) = fitting_table(&rows, width);
    table::write(out, palette, &table, "")?;
    writeln!(out)?;
    let dim = palette.dim;
    let mut note = |text: String| writeln!(out, "{dim}{text}{dim:#}");
    if !dropped.is_empty() {
        note(format!("a wider terminal also shows: {}", dropped.join(", ")))?;
    }
    if rows.iter().any(|row| row.tally.unanswered() > 0) {
        note("* was stopped or gave up, so that it is not ranked".into())?;
    }
    if !left_out.is_empty() {
        let engines =
            left_out.iter().map(|(engine, missing)| format!("{engine} (needs {missing})"));
        note(format!("left out: {}", engines.collect::<Vec<_>>().join(", ")))?;
    }
    let disagreements = comparison.disagreements();
    if disagreements.is_empty() {
        let good = palette.good;
        let (engines, boards) = (comparison.engines.len(), comparison.boards);
        let engines = units::counted(engines as u64, "engine");
        let boards = units::counted(boards as u64, "board");
        let are = if comparison.engines.len() == 1 { "was run" } else { "agree" };
        return writeln!(out, "{good}{engines} {are} on {boards}{good:#}");
    }
    let bad = palette.bad;
    writeln!(out, "{bad}the engines disagree{bad:#}")?;
    for disagreement in disagreements {
        writeln!(out, "{disagreement}")?;
    }
    Ok(())
}

/// The table with as many columns as go into the width, and the heads of the others.
fn fitting_table(rows: &[Row], width: Option<u16>) -> (comfy_table::Table, Vec<&'static str>) {
    let with = |columns: &[&Column]| {
        let heads: Vec<_> = columns.iter().map(|column| column.head).collect();
        let cells =
            rows.iter().map(|row| columns.iter().map(|column| (column.cell)(row)).collect());
        let mut table = table::table(&heads, cells, None);
        table::align_right(&mut table, 2..columns.len());
        table
    };
    let mut columns: Vec<_> = COLUMNS.iter().collect();
    let mut dropped = Vec::new();
    let mut table = with(&columns);
    while width.is_some_and(|width| table::natural_width(&table) > usize::from(width)) {
        let next = columns.iter().enumerate().filter(|(_, column)| column.goes.is_some());
        let Some((index, _)) = next.min_by_key(|(_, column)| column.goes) else { break };
        dropped.push(columns.remove(index).head);
        table = with(&columns);
    }
    (table, dropped)
}

/// `3 solved, 1 limit *`.
fn outcome(tally: &Tally) -> String {
    let mark = if tally.unanswered() > 0 { " *" } else { "" };
    format!("{tally}{mark}")
}

fn cost(row: &Row) -> String {
    if row.tally.solved == 0 { "-".into() } else { units::count(row.cost) }
}

fn ratio(row: &Row) -> String {
    match row.time_ratio {
        None => "-".into(),
        Some(ratio) if ratio < 9.995 => format!("{ratio:.2}"),
        Some(ratio) if ratio < 99.95 => format!("{ratio:.1}"),
        Some(ratio) => units::count(ratio.round() as u64),
    }
}
