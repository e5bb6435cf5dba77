//! A comparison as text.

use super::document::Changes;
use super::study::{Case, Study};
use crate::compare::{Comparison, Ending, Growth, Measure, Row, Spread};
use crate::report::{Page, Palette, table};
use crate::units;
use std::io::{self, Write};
use std::time::Duration;

/// A column of the table.
struct Column {
    head: &'static str,
    /// When the table is too wide, columns go in this order; `None` stays.
    goes: Option<u8>,
    /// Whether there is anything to show.
    is_shown: fn(&[Row]) -> bool,
    value: Value,
}

/// What a column shows, and what rows are sorted by.
enum Value {
    Text(fn(&Row) -> String),
    Count(fn(&Row) -> u64),
    Bytes(fn(&Row) -> u64),
    /// Something else, and its number; none for what has no value.
    Other(fn(&Row) -> String, fn(&Row) -> Option<f64>),
}

/// A cell of the table.
pub(super) struct TableCell {
    pub(super) text: String,
    /// What rows are sorted by, where that is not the text: infinite for what has no value, so that it comes
    /// last. So do all numbers of an engine that did not answer every board: it is not ranked.
    pub(super) key: Option<f64>,
}

const ALWAYS: fn(&[Row]) -> bool = |_| true;

#[expect(clippy::cast_precision_loss, reason = "rows are sorted by it, not counted")]
const COLUMNS: [Column; 11] = [
    Column {
        head: "engine",
        goes: None,
        is_shown: ALWAYS,
        value: Value::Text(|row| row.engine.into()),
    },
    Column {
        head: "outcome",
        goes: None,
        is_shown: ALWAYS,
        value: Value::Other(outcome, |row| Some(row.tally.answered() as f64)),
    },
    Column {
        head: "cost",
        goes: Some(4),
        is_shown: ALWAYS,
        value: Value::Other(cost, |row| (row.tally.solved > 0).then_some(row.cost as f64)),
    },
    Column {
        head: "expanded",
        goes: None,
        is_shown: ALWAYS,
        value: Value::Count(|row| row.stats.expanded),
    },
    Column {
        head: "generated",
        goes: Some(1),
        is_shown: ALWAYS,
        value: Value::Count(|row| row.stats.generated),
    },
    Column {
        head: "distinct",
        goes: Some(2),
        is_shown: ALWAYS,
        value: Value::Count(|row| row.stats.distinct),
    },
    Column {
        head: "tables",
        goes: Some(5),
        is_shown: ALWAYS,
        value: Value::Bytes(|row| row.stats.peak_bytes),
    },
    Column {
        head: "memory",
        goes: Some(3),
        is_shown: |rows| rows.iter().any(|row| row.process_bytes.is_some()),
        value: Value::Other(
            |row| row.process_bytes.map_or("-".into(), measured_bytes),
            |row| Some(row.process_bytes? as f64),
        ),
    },
    Column {
        head: "set-up",
        goes: None,
        is_shown: |rows| rows.iter().any(|row| !row.stats.setup.is_zero()),
        value: Value::Other(
            |row| match row.stats.setup {
                setup if setup.is_zero() => "-".into(),
                setup => units::time(setup),
            },
            |row| Some(row.stats.setup.as_secs_f64()),
        ),
    },
    Column {
        head: "time",
        goes: None,
        is_shown: ALWAYS,
        value: Value::Other(
            |row| whole_seconds(row).map_or("-".into(), seconds),
            |row| Some(whole_seconds(row)?.median),
        ),
    },
    Column {
        head: "ratio",
        goes: None,
        is_shown: ALWAYS,
        value: Value::Other(
            |row| row.time_ratio.map_or("-".into(), ratio),
            |row| Some(row.time_ratio?.median),
        ),
    },
];

impl Column {
    #[expect(clippy::cast_precision_loss, reason = "rows are sorted by it, not counted")]
    fn cell(&self, row: &Row) -> TableCell {
        let (text, key) = match self.value {
            Value::Text(text) => return TableCell { text: text(row), key: None },
            Value::Count(count) => (units::count(count(row)), Some(count(row) as f64)),
            Value::Bytes(bytes) => (units::bytes(bytes(row)), Some(bytes(row) as f64)),
            Value::Other(text, key) => (text(row), key(row)),
        };
        let is_ranked = row.is_whole() || self.head == "outcome";
        TableCell { text, key: Some(key.filter(|_| is_ranked).unwrap_or(f64::INFINITY)) }
    }
}

/// The time of an engine that answered every board: what another one took says nothing.
fn whole_seconds(row: &Row) -> Option<Spread> {
    row.seconds.filter(|_| row.is_whole())
}

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
        write_case(page, case, &study.remarks())?;
    } else {
        write_growth(page, study)?;
        for case in &study.cases {
            page.prose(heading, &case_heading(study, case))?;
            write_notes(page, case, &case.comparison.rows(), &[])?;
        }
        for remark in study.remarks() {
            page.prose(page.palette.dim, &remark)?;
        }
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

fn write_case(page: &mut Page<'_>, case: &Case, remarks: &[String]) -> io::Result<()> {
    let rows = case.comparison.rows();
    let (table, dropped) = fitting_table(&rows, page.width);
    page.table(&table)?;
    writeln!(page)?;
    if !dropped.is_empty() {
        let dim = page.palette.dim;
        page.prose(dim, &format!("a wider terminal also shows: {}", dropped.join(", ")))?;
    }
    write_notes(page, case, &rows, remarks)
}

/// The instance, and its boards where those of other cases come from elsewhere.
pub(super) fn case_heading(study: &Study, case: &Case) -> String {
    if case.boards_from == study.setting.boards_from {
        case.puzzle.clone()
    } else {
        format!("{}, {}", case.puzzle, case.boards_from)
    }
}

/// What belongs below the table of a case.
fn write_notes(
    page: &mut Page<'_>,
    case: &Case,
    rows: &[Row],
    remarks: &[String],
) -> io::Result<()> {
    let Palette { good, bad, dim, .. } = page.palette;
    for note in notes(case, rows).iter().chain(remarks) {
        page.prose(dim, note)?;
    }
    let disagreements = case.comparison.disagreements();
    if disagreements.is_empty() {
        return page.prose(good, &verdict(case, rows));
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
    }
    if rows.iter().any(|row| row.tally.answered() + row.tally.unanswered() < row.boards) {
        notes.push("* not ranked: not all boards were begun".into());
    }
    if let Some(Row { engine, time_ratio: None, .. }) = rows.first() {
        notes.push(format!(
            "no ratios: {engine}, the reference, did not answer every board; \
             --engines takes another one first"
        ));
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
pub(super) fn verdict(case: &Case, rows: &[Row]) -> String {
    let boards = units::counted(case.boards.len() as u64, "board");
    if case.boards.is_empty() {
        return "there are no boards".into();
    }
    if let [_] = rows {
        return format!("1 engine on {boards}");
    }
    if rows.iter().any(|row| row.tally.unanswered() > 0) {
        return "no two answers contradict each other".into();
    }
    if !rows.iter().all(Row::is_whole) {
        return "no two answers so far contradict each other".into();
    }
    // Solutions that may cost more than the least have nothing to agree on.
    let (unproved, proved): (Vec<&Row>, Vec<&Row>) =
        rows.iter().partition(|row| row.has_unproved());
    match (proved.len() as u64, &unproved[..]) {
        (agreeing, []) => format!("{} agree on {boards}", units::counted(agreeing, "engine")),
        (0 | 1, _) => "no two answers contradict each other".into(),
        (agreeing, unproved) => {
            let names: Vec<&str> = unproved.iter().map(|row| row.engine).collect();
            let agreeing = units::counted(agreeing, "engine");
            format!("{agreeing} agree on {boards}, and {} found nothing cheaper", listed(&names))
        }
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).into(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// Why runs ended without an answer, each reason once.
pub(super) fn unanswered(comparison: &Comparison) -> Vec<String> {
    let mut endings = Vec::new();
    for run in comparison.runs.iter().filter(|run| !run.ending.is_answer()) {
        let because = match &run.ending {
            // Its words say why.
            Ending::Limit { .. } => String::new(),
            ending => ending.reason().map_or(String::new(), |why| format!(", because {why}")),
        };
        let who = match run.ending {
            Ending::Crashed { .. } => {
                format!("{} on board {} ", run.place.engine, run.place.board + 1)
            }
            _ => String::new(),
        };
        let ending = format!("{who}{}{because}", run.ending);
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
        page.prose(heading, &growth_title(study, measure))?;
        let (head, rows) = growth_table(study, &growth, measure);
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        // Numbers are not broken, however narrow the page is.
        let mut table = table::table(&head, rows, None);
        table::align_right(&mut table, 1..head.len());
        page.table(&table)?;
        writeln!(page)?;
    }
    Ok(())
}

/// `expanded a board by n`.
pub(super) fn growth_title(study: &Study, measure: Measure) -> String {
    let parameter = study.setting.parameter.as_deref().unwrap_or_default();
    let is_one = study.cases.iter().all(|case| case.boards.len() == 1);
    let of = match measure {
        Measure::Expanded | Measure::Seconds if !is_one => " a board",
        _ => "",
    };
    format!("{}{of} by {parameter}", measure.word())
}

/// How a measure grows: the head of the table and its rows, an engine each.
pub(super) fn growth_table(
    study: &Study,
    growth: &[Growth],
    measure: Measure,
) -> (Vec<String>, Vec<Vec<String>>) {
    let sizes = study.cases.iter().filter_map(|case| Some(case.size?.to_string()));
    let head = ["engine".into()].into_iter().chain(sizes).chain(["a step".into()]);
    let rows = growth.iter().filter(|growth| growth.measure == measure).map(|growth| {
        let values = growth.values.iter().map(|value| amount(measure, *value));
        let engine = [growth.engine.to_owned()].into_iter();
        engine.chain(values).chain([step(growth)]).collect()
    });
    (head.collect(), rows.collect())
}

/// A value of a measure.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts and bytes are not negative, and a mean is rounded"
)]
pub(super) fn amount(measure: Measure, value: Option<f64>) -> String {
    match (measure, value) {
        (_, None) => "-".into(),
        (Measure::Expanded, Some(value)) => units::count(value.round() as u64),
        (Measure::Tables, Some(value)) => units::bytes(value as u64),
        (Measure::Seconds, Some(value)) => time(value),
    }
}

/// The fitted factor: `×9.2`, and how far off the values are where that is much.
pub(super) fn step(growth: &Growth) -> String {
    let Some(factor) = growth.factor else { return "-".into() };
    let misfit = match factor.misfit {
        Some(misfit) if misfit > 1.05 => format!(", off by {:.0}%", (misfit - 1.0) * 100.0),
        Some(_) => String::new(),
        None => ", of two sizes".into(),
    };
    format!("×{}{misfit}", digits(factor.a_step))
}

/// The table with as many columns as go into the width, and the heads of the others.
fn fitting_table(rows: &[Row], width: Option<u16>) -> (comfy_table::Table, Vec<&'static str>) {
    let build = |columns: &[&Column]| {
        let heads: Vec<_> = columns.iter().map(|column| column.head).collect();
        let cells =
            rows.iter().map(|row| columns.iter().map(|column| column.cell(row).text).collect());
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
pub(super) fn cells(rows: &[Row]) -> (Vec<&'static str>, Vec<Vec<TableCell>>) {
    let columns: Vec<_> = COLUMNS.iter().filter(|column| (column.is_shown)(rows)).collect();
    let heads = columns.iter().map(|column| column.head).collect();
    let cells = rows.iter().map(|row| columns.iter().map(|column| column.cell(row)).collect());
    (heads, cells.collect())
}

/// `3 solved, 1 at a limit *`.
fn outcome(row: &Row) -> String {
    let stopped = if row.is_whole() { "" } else { " *" };
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
    format!("{}{}", time(spread.median), around(spread))
}

/// `34.1 ±6%`.
pub(super) fn ratio(spread: Spread) -> String {
    format!("{}{}", digits(spread.median), around(spread))
}

/// Half the distance of the quartiles in per cent of the median; nothing where the values are the same.
fn around(spread: Spread) -> String {
    match spread.relative() {
        None | Some(0.0) => String::new(),
        Some(part) if part < 0.005 => " ±<1%".into(),
        Some(part) => format!(" ±{:.0}%", part * 100.0),
    }
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
    if number <= 0.0 {
        "0".into()
    } else if number < 0.0995 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_the_digits_that_say_something() {
        let cases = [
            (0.0, "0"),
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
        assert_eq!(ratio(spread), "34.0 ±6%");
        assert_eq!(ratio(Spread { count: 1, ..spread }), "34.0");
        assert_eq!(
            seconds(Spread { median: 0.02, low: 0.019, high: 0.021, count: 5 }),
            "20.0 ms ±5%"
        );
    }
}
