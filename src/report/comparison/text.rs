//! A comparison as text.

use super::document::Changes;
use super::study::{Case, Study};
use crate::compare::{Comparison, Ending, Growth, Measure, Row, Spread};
use crate::report::{Page, Palette, table, units};
use std::io::{self, Write};
use std::time::Duration;

/// A column of the table.
struct Column {
    head: &'static str,
    /// When the table is too wide, columns go in this order; `None` stays.
    goes: Option<u8>,
    /// Whether there is anything to show.
    is_shown: fn(&[Row]) -> bool,
    cell: fn(&Row) -> String,
    /// What rows are sorted by where that is not the text; none for what has no value.
    key: fn(&Row) -> Option<f64>,
}

const ALWAYS: fn(&[Row]) -> bool = |_| true;

#[expect(clippy::cast_precision_loss, reason = "rows are sorted by it, not counted")]
const COLUMNS: [Column; 11] = [
    Column {
        head: "engine",
        goes: None,
        is_shown: ALWAYS,
        cell: |row| row.engine.into(),
        key: |_| None,
    },
    Column {
        head: "outcome",
        goes: None,
        is_shown: ALWAYS,
        cell: outcome,
        key: |row| Some(row.tally.answered() as f64),
    },
    Column {
        head: "cost",
        goes: Some(4),
        is_shown: ALWAYS,
        cell: cost,
        key: |row| (row.tally.solved > 0).then_some(row.cost as f64),
    },
    Column {
        head: "expanded",
        goes: None,
        is_shown: ALWAYS,
        cell: |row| units::count(row.stats.expanded),
        key: |row| Some(row.stats.expanded as f64),
    },
    Column {
        head: "generated",
        goes: Some(1),
        is_shown: ALWAYS,
        cell: |row| units::count(row.stats.generated),
        key: |row| Some(row.stats.generated as f64),
    },
    Column {
        head: "distinct",
        goes: Some(2),
        is_shown: ALWAYS,
        cell: |row| units::count(row.stats.distinct),
        key: |row| Some(row.stats.distinct as f64),
    },
    Column {
        head: "tables",
        goes: Some(5),
        is_shown: ALWAYS,
        cell: |row| units::bytes(row.stats.peak_bytes),
        key: |row| Some(row.stats.peak_bytes as f64),
    },
    Column {
        head: "memory",
        goes: Some(3),
        is_shown: |rows| rows.iter().any(|row| row.process_bytes.is_some()),
        cell: |row| row.process_bytes.map_or("-".into(), measured_bytes),
        key: |row| Some(row.process_bytes? as f64),
    },
    Column {
        head: "set-up",
        goes: None,
        is_shown: |rows| rows.iter().any(|row| !row.setup.is_zero()),
        cell: |row| if row.setup.is_zero() { "-".into() } else { units::time(row.setup) },
        key: |row| Some(row.setup.as_secs_f64()),
    },
    Column {
        head: "time",
        goes: None,
        is_shown: ALWAYS,
        cell: |row| row.seconds.map_or("-".into(), seconds),
        key: |row| Some(row.seconds?.median),
    },
    Column {
        head: "ratio",
        goes: None,
        is_shown: ALWAYS,
        cell: |row| row.time_ratio.map_or("-".into(), ratio),
        key: |row| Some(row.time_ratio?.median),
    },
];

/// Writes the tables, what they leave out, and whether the engines agree.
pub(crate) fn write(
    page: &mut Page<'_>,
    study: &Study,
    changes: Option<&Changes>,
) -> io::Result<()> {
    let heading = page.palette.heading;
    page.prose(heading, &study.setting.heading())?;
    writeln!(page)?;
    if let [case] = &study.cases[..] {
        if let [board] = &case.boards[..] {
            writeln!(page, "{board}\n")?;
        }
        write_case(page, case)?;
    } else {
        write_growth(page, study)?;
        for case in &study.cases {
            let puzzle = &case.puzzle;
            page.prose(heading, puzzle)?;
            write_notes(page, case, &case.comparison.rows())?;
        }
    }
    if let Some(sentence) = study.setting.busy() {
        page.prose(page.palette.dim, &format!("noise: {sentence}"))?;
    }
    if let Some(changes) = changes {
        writeln!(page)?;
        page.prose(heading, &format!("since {}", changes.baseline))?;
        for line in changes.lines() {
            page.prose(anstyle::Style::new(), &line)?;
        }
    }
    Ok(())
}

fn write_case(page: &mut Page<'_>, case: &Case) -> io::Result<()> {
    let rows = case.comparison.rows();
    let (table, dropped) = fitting_table(&rows, page.width);
    page.table(&table)?;
    writeln!(page)?;
    if !dropped.is_empty() {
        let dim = page.palette.dim;
        page.prose(dim, &format!("a wider terminal also shows: {}", dropped.join(", ")))?;
    }
    write_notes(page, case, &rows)
}

/// What belongs below the table of a case.
fn write_notes(page: &mut Page<'_>, case: &Case, rows: &[Row]) -> io::Result<()> {
    let Palette { good, bad, dim, .. } = page.palette;
    for note in notes(case, rows) {
        page.prose(dim, &note)?;
    }
    let disagreements = case.comparison.disagreements();
    if disagreements.is_empty() {
        return page.prose(good, &verdict(case));
    }
    page.prose(bad, "the engines disagree")?;
    for disagreement in disagreements {
        page.prose(bad, &disagreement.to_string())?;
        writeln!(page, "\n{}\n", case.boards[disagreement.one.place.board])?;
    }
    Ok(())
}

/// What a reader has to know about the table of a case, a sentence each.
pub(super) fn notes(case: &Case, rows: &[Row]) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(words) = case.guide.and_then(|guide| guide.words()) {
        notes.push(format!("heuristic: {words}"));
    }
    if rows.iter().any(Row::has_unproved) {
        notes.push("+ not proved to be of least cost".into());
    }
    let endings = unanswered(&case.comparison);
    if !endings.is_empty() {
        notes.push(format!("* not ranked: {}", endings.join("; ")));
        if let Some(Row { engine, time_ratio: None, .. }) = rows.first() {
            notes.push(format!(
                "no ratios: {engine}, the reference, did not answer every board; \
                 --engines takes another one first"
            ));
        }
    }
    if !case.left_out.is_empty() {
        let left_out =
            case.left_out.iter().map(|(engine, missing)| format!("{engine} (needs {missing})"));
        notes.push(format!("left out: {}", left_out.collect::<Vec<_>>().join(", ")));
    }
    notes.extend(case.comparison.noise().iter().map(|noise| format!("noise: {noise}")));
    notes
}

/// Whether the engines agree, where no two of them disagree.
pub(super) fn verdict(case: &Case) -> String {
    let comparison = &case.comparison;
    let engines = units::counted(comparison.engines.len() as u64, "engine");
    let boards = units::counted(comparison.boards as u64, "board");
    match comparison.engines.len() {
        _ if !unanswered(comparison).is_empty() => "no two answers contradict each other".into(),
        _ if comparison.cells().len() < comparison.boards * comparison.engines.len() => {
            "no two answers so far contradict each other".into()
        }
        1 => format!("{engines} on {boards}"),
        _ => format!("{engines} agree on {boards}"),
    }
}

/// Why runs ended without an answer, each reason once.
pub(super) fn unanswered(comparison: &Comparison) -> Vec<String> {
    let mut endings = Vec::new();
    for run in &comparison.runs {
        let ending = match &run.ending {
            Ending::Solved { .. } | Ending::Unsolvable { .. } => continue,
            Ending::Limit { reason, .. } => format!("stopped by {reason}"),
            Ending::Cancelled => "cancelled".into(),
            Ending::GaveUp { reason } => format!("gave up, because {reason}"),
            Ending::Crashed { reason } => {
                let board = run.place.board + 1;
                format!("{} crashed on board {board}, because {reason}", run.place.engine)
            }
        };
        if !endings.contains(&ending) {
            endings.push(ending);
        }
    }
    endings
}

/// Writes how each measure grows with the parameter.
fn write_growth(page: &mut Page<'_>, study: &Study) -> io::Result<()> {
    let growth = study.growth();
    let heading = page.palette.heading;
    for measure in Measure::ALL {
        let parameter = study.setting.parameter.as_deref().unwrap_or_default();
        page.prose(heading, &format!("{} by {parameter}", measure.word()))?;
        let sizes = study.cases.iter().filter_map(|case| Some(case.size?.to_string()));
        let head: Vec<String> =
            ["engine".into()].into_iter().chain(sizes).chain(["a step".into()]).collect();
        let rows = growth.iter().filter(|growth| growth.measure == measure).map(|growth| {
            let values = growth.values.iter().map(|value| amount(measure, *value));
            let engine = [growth.engine.to_owned()].into_iter();
            engine.chain(values).chain([step(growth)]).collect::<Vec<_>>()
        });
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut table = table::table(&head, rows, page.width);
        table::align_right(&mut table, 1..head.len());
        page.table(&table)?;
        writeln!(page)?;
    }
    Ok(())
}

/// A value of a measure.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sums of counts and bytes are whole and not negative"
)]
pub(super) fn amount(measure: Measure, value: Option<f64>) -> String {
    match (measure, value) {
        (_, None) => "-".into(),
        (Measure::Expanded, Some(value)) => units::count(value as u64),
        (Measure::Tables, Some(value)) => units::bytes(value as u64),
        (Measure::Seconds, Some(value)) => time(value),
    }
}

/// The fitted factor: `x9.2`, and how far off the values are where that is much.
pub(super) fn step(growth: &Growth) -> String {
    let Some(factor) = growth.factor else { return "-".into() };
    let misfit = match factor.misfit {
        Some(misfit) if misfit > 1.05 => format!(" ±{:.0}%", (misfit - 1.0) * 100.0),
        _ => String::new(),
    };
    format!("×{}{misfit}", digits(factor.a_step))
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
    let mut columns: Vec<_> = COLUMNS.iter().filter(|column| (column.is_shown)(rows)).collect();
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

/// The heads of the table and its rows, with all columns that have something to show.
pub(super) fn cells(rows: &[Row]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let columns: Vec<_> = COLUMNS.iter().filter(|column| (column.is_shown)(rows)).collect();
    let heads = columns.iter().map(|column| column.head).collect();
    let cells = rows.iter().map(|row| columns.iter().map(|column| (column.cell)(row)).collect());
    (heads, cells.collect())
}

/// What the cells of [`cells`] are sorted by, where that is not their text.
pub(super) fn keys(rows: &[Row]) -> Vec<Vec<Option<f64>>> {
    let columns: Vec<_> = COLUMNS.iter().filter(|column| (column.is_shown)(rows)).collect();
    let keys = |row| {
        let last = f64::INFINITY;
        let key = |column: &&Column| match column.head {
            "engine" => None,
            _ => Some((column.key)(row).unwrap_or(last)),
        };
        columns.iter().map(key).collect()
    };
    rows.iter().map(keys).collect()
}

/// `3 solved, 1 at a limit *`.
fn outcome(row: &Row) -> String {
    let stopped = if row.tally.unanswered() > 0 { " *" } else { "" };
    let unproved = if row.has_unproved() { " +" } else { "" };
    format!("{}{stopped}{unproved}", row.tally)
}

fn cost(row: &Row) -> String {
    if row.tally.solved == 0 { "-".into() } else { units::count(row.cost) }
}

/// `~28.4 MiB`: measured, so that it is not the same each time.
pub(super) fn measured_bytes(bytes: u64) -> String {
    format!("~{}", units::bytes(bytes))
}

/// `3.4 ms ±2%`.
pub(super) fn seconds(spread: Spread) -> String {
    let around = spread.relative().map(|part| format!(" ±{:.0}%", part * 100.0));
    format!("{}{}", time(spread.median), around.unwrap_or_default())
}

/// `34.1 ±2.0`.
pub(super) fn ratio(spread: Spread) -> String {
    let around = spread.relative().filter(|&part| part > 0.0);
    let around = around.map(|_| format!(" ±{}", digits_like(spread)));
    format!("{}{}", digits(spread.median), around.unwrap_or_default())
}

pub(super) fn time(seconds: f64) -> String {
    units::time(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a large number is shown without its places"
)]
/// A number to two or three digits, or to the point where it has more.
pub(super) fn digits(number: f64) -> String {
    if number < 0.0995 {
        // As many places as bring two digits that say something; below that it is nothing.
        let places = (2..=9).find(|&places| number >= 10_f64.powi(1 - places)).unwrap_or(9);
        let places = usize::try_from(places).unwrap_or(9);
        format!("{number:.places$}")
    } else if number < 9.995 {
        format!("{number:.2}")
    } else if number < 99.95 {
        format!("{number:.1}")
    } else {
        units::count(number.round() as u64)
    }
}

/// The half width with as many places as [`digits`] gives the median.
fn digits_like(spread: Spread) -> String {
    match digits(spread.median).split_once('.') {
        Some((_, places)) => format!("{:.*}", places.len(), spread.half_width()),
        None => digits(spread.half_width().round()).split('.').next().unwrap_or("0").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_the_digits_that_say_something() {
        let cases = [
            (0.0, "0.000000000"),
            (0.000_28, "0.00028"),
            (0.034, "0.034"),
            (0.5, "0.50"),
            (9.996, "10.0"),
            (34.12, "34.1"),
            (1234.4, "1,234"),
        ];
        for (number, expected) in cases {
            assert_eq!(digits(number), expected);
        }
        let spread = Spread { median: 34.0, low: 32.0, high: 36.0, count: 5 };
        assert_eq!(ratio(spread), "34.0 ±2.0");
        assert_eq!(ratio(Spread { count: 1, ..spread }), "34.0");
        assert_eq!(
            seconds(Spread { median: 0.02, low: 0.019, high: 0.021, count: 5 }),
            "20.0 ms ±5%"
        );
    }
}
