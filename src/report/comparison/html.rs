//! A comparison as one HTML file that needs nothing else: no network, no other file.

use super::document::Changes;
use super::study::{Case, Study};
use super::text;
use crate::compare::{Cell, Ending, Measure, Row, Spread};
use crate::report::plot::{self, Axis, BarRow, Marks, Plot, Point, Scale, Series, Unit, bars};
use crate::report::units;
use crate::view::{View, escape};
use askama::Template;
use std::io::{self, Write};

/// The page. `templates/comparison.html` lays it out.
#[derive(Template)]
#[template(path = "comparison.html", escape = "html")]
struct Report {
    title: String,
    boards_from: String,
    agrees: bool,
    is_complete: bool,
    summary: Vec<String>,
    legend: Vec<LegendPart>,
    growth: Vec<PlotPart>,
    cases: Vec<CasePart>,
    changes: Option<ChangesPart>,
    facts: Vec<(&'static str, String)>,
    command: String,
}

struct LegendPart {
    number: usize,
    name: String,
    class: String,
}

struct PlotPart {
    title: String,
    caption: String,
    svg: String,
}

struct CasePart {
    puzzle: String,
    /// Whether it is one of several, and the reader opens it.
    is_folded: bool,
    heads: Vec<&'static str>,
    rows: Vec<Vec<CellPart>>,
    notes: Vec<String>,
    disagreements: Vec<(String, String)>,
    plots: Vec<PlotPart>,
    boards: Vec<BoardPart>,
    boards_left_out: usize,
}

struct CellPart {
    text: String,
    /// What the column is sorted by.
    key: String,
    class: String,
}

struct BoardPart {
    number: usize,
    result: String,
    /// The board and what becomes of it, each as HTML.
    frames: Vec<String>,
    moves: Vec<String>,
    cells: Vec<[String; 4]>,
}

struct ChangesPart {
    baseline: String,
    lines: Vec<String>,
}

/// More boards than this are not drawn: the file would be too large to open.
const MOST_BOARDS: usize = 40;
/// Of a longer solution, only the moves are written.
const MOST_FRAMES: usize = 150;

/// Writes the page. `view` tells what a board of a case looks like, if its puzzle says so.
pub(crate) fn write(
    out: &mut dyn Write,
    study: &Study,
    changes: Option<&Changes>,
    view: &dyn Fn(&Case, &str) -> Option<View>,
) -> io::Result<()> {
    let setting = &study.setting;
    let engines = engines(study);
    let number = |engine: &str| engines.iter().position(|&name| name == engine).unwrap_or(0);
    let is_family = study.cases.len() > 1;
    let mut facts = vec![
        ("puzzle", setting.puzzle.clone()),
        ("boards", setting.boards_from.clone()),
        ("rounds", setting.rounds.to_string()),
        ("limits on each run", setting.limits.words()),
        ("threads", setting.threads.map_or("one a core".into(), |threads| threads.to_string())),
        ("machine", setting.machine.words()),
        ("program", setting.version.clone()),
    ];
    if let Some(seed) = setting.seed {
        facts.insert(2, ("seed", seed.to_string()));
    }
    let report = Report {
        title: setting.title.clone(),
        boards_from: setting.boards_from.clone(),
        agrees: study.agrees(),
        is_complete: study.is_complete(),
        summary: summary(study)
            .into_iter()
            .chain(setting.busy().map(|sentence| format!("Noise: {sentence}.")))
            .collect(),
        legend: engines
            .iter()
            .enumerate()
            .map(|(number, name)| LegendPart {
                number,
                name: (*name).into(),
                class: plot::class(number),
            })
            .collect(),
        growth: if is_family { growth(study, &number) } else { Vec::new() },
        cases: study.cases.iter().map(|case| part(case, is_family, &number, view)).collect(),
        changes: changes.map(|changes| ChangesPart {
            baseline: changes.baseline.clone(),
            lines: changes.lines(),
        }),
        facts,
        command: setting.command_line(),
    };
    let page = report.render().map_err(io::Error::other)?;
    out.write_all(page.as_bytes())
}

/// Every engine of the study, each once.
fn engines(study: &Study) -> Vec<&'static str> {
    let mut engines = Vec::new();
    for engine in study.cases.iter().flat_map(|case| &case.comparison.engines) {
        if !engines.contains(engine) {
            engines.push(engine);
        }
    }
    engines
}

/// The outcome in sentences.
fn summary(study: &Study) -> Vec<String> {
    let mut sentences = Vec::new();
    let Some(case) = study.cases.last() else { return sentences };
    let where_ =
        if study.cases.len() > 1 { format!("On {}: ", case.puzzle) } else { String::new() };
    let rows = case.comparison.rows();
    if study.agrees() {
        sentences.push(format!("{where_}{}.", text::verdict(case)));
    }
    let Some(reference) = rows.first().filter(|row| row.time_ratio.is_some()) else {
        return sentences;
    };
    let boards = match case.boards.len() {
        1 => "this board".into(),
        count => format!("these {count} boards"),
    };
    let ranked: Vec<&Row> = rows.iter().filter(|row| row.time_ratio.is_some()).collect();
    let others = || ranked.iter().filter(|row| row.engine != reference.engine);
    if let Some(row) = others().min_by_key(|row| row.stats.expanded)
        && row.stats.expanded < reference.stats.expanded
    {
        sentences.push(format!(
            "{} expands the fewest states: {}, where {} expands {}, {} times as many.",
            row.engine,
            units::count(row.stats.expanded),
            reference.engine,
            units::count(reference.stats.expanded),
            quotient(reference.stats.expanded, row.stats.expanded),
        ));
    }
    let ratio = |row: &Row| row.time_ratio.map_or(f64::INFINITY, |ratio| ratio.median);
    if let Some(row) = others().min_by(|a, b| ratio(a).total_cmp(&ratio(b)))
        && let Some(spread) = row.time_ratio.filter(|spread| spread.median < 1.0)
    {
        let memory = match (row.stats.peak_bytes, reference.stats.peak_bytes) {
            (less, more) if less > 0 && less < more => {
                format!(", and its tables take 1/{} of the memory", quotient(more, less))
            }
            _ => String::new(),
        };
        let setup = match row.setup {
            setup if setup.is_zero() => String::new(),
            setup => format!(", once it has taken {} to set up", units::time(setup)),
        };
        sentences.push(format!(
            "{} is {} times faster than {} on {boards}{setup}{memory}.",
            row.engine,
            text::ratio(inverse(spread)),
            reference.engine,
        ));
    }
    let unproved: Vec<&str> =
        rows.iter().filter(|row| row.has_unproved()).map(|row| row.engine).collect();
    if let Some((last, others)) = unproved.split_last() {
        let (names, does) = match others {
            [] => ((*last).to_owned(), "does"),
            _ => (format!("{} and {last}", others.join(", ")), "do"),
        };
        sentences.push(format!("{names} {does} not promise the cheapest solutions."));
    }
    sentences
}

/// How many times the one goes into the other.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a factor of a few digits"
)]
fn quotient(more: u64, less: u64) -> String {
    let times = more as f64 / less.max(1) as f64;
    if times < 9.5 { text::digits(times) } else { units::count(times.round() as u64) }
}

/// The spread of the inverse values.
fn inverse(spread: Spread) -> Spread {
    let Spread { median, low, high, count } = spread;
    Spread { median: 1.0 / median, low: 1.0 / high, high: 1.0 / low, count }
}

/// How each measure grows with the parameter.
fn growth(study: &Study, number: &dyn Fn(&str) -> usize) -> Vec<PlotPart> {
    let parameter = study.setting.parameter.clone().unwrap_or_default();
    let growth = study.growth();
    let sizes: Vec<u64> = study.cases.iter().filter_map(|case| case.size).collect();
    let plots = Measure::ALL.into_iter().map(|measure| {
        let (label, unit) = match measure {
            Measure::Expanded => ("states expanded", Unit::Count),
            Measure::Tables => ("bytes of tables", Unit::Bytes),
            Measure::Seconds => ("time", Unit::Seconds),
        };
        let of_measure = || growth.iter().filter(move |growth| growth.measure == measure);
        let series = of_measure().map(|growth| Series {
            name: growth.engine.into(),
            number: number(growth.engine),
            marks: Marks::Line,
            points: sizes
                .iter()
                .zip(&growth.values)
                .filter_map(|(&size, &value)| {
                    let says = format!(
                        "{}, {parameter} = {size}: {}",
                        growth.engine,
                        text::amount(measure, value)
                    );
                    #[expect(clippy::cast_precision_loss, reason = "sizes are small")]
                    Some(Point { x: size as f64, y: value?, says })
                })
                .collect(),
        });
        let svg = Plot {
            x: Axis { label: "value of the parameter", unit: Unit::Count, scale: Scale::Whole },
            y: Axis { label, unit, scale: Scale::Log },
            series: series.collect(),
        }
        .to_svg();
        let steps = of_measure().filter(|growth| growth.factor.is_some());
        let steps = steps.map(|growth| format!("{} {}", growth.engine, text::step(growth)));
        let caption = format!("A step of {parameter}: {}.", steps.collect::<Vec<_>>().join(", "));
        PlotPart { title: format!("{} by {parameter}", measure.word()), caption, svg }
    });
    plots.collect()
}

fn part(
    case: &Case,
    is_folded: bool,
    number: &dyn Fn(&str) -> usize,
    view: &dyn Fn(&Case, &str) -> Option<View>,
) -> CasePart {
    let rows = case.comparison.rows();
    let (heads, cells) = text::cells(&rows);
    let keys = text::keys(&rows);
    let rows_of_cells = cells.into_iter().zip(keys).zip(&rows).map(|((cells, keys), row)| {
        let cells = cells.into_iter().zip(keys).enumerate();
        cells
            .map(|(column, (text, key))| CellPart {
                key: sort_key(key, &text),
                text,
                class: if column == 0 { plot::class(number(row.engine)) } else { String::new() },
            })
            .collect()
    });
    let disagreements = case.comparison.disagreements();
    let drawn = case.boards.len().min(MOST_BOARDS);
    let cells = case.comparison.cells();
    CasePart {
        puzzle: case.puzzle.clone(),
        is_folded,
        heads,
        rows: rows_of_cells.collect(),
        notes: text::notes(case, &rows),
        disagreements: disagreements
            .iter()
            .map(|found| (found.to_string(), case.boards[found.one.place.board].clone()))
            .collect(),
        plots: plots(&cells, &rows, number),
        boards: (0..drawn).map(|board| board_part(case, &cells, board, view)).collect(),
        boards_left_out: case.boards.len() - drawn,
    }
}

/// The plots of a case, counts first.
fn plots(cells: &[Cell<'_>], rows: &[Row], number: &dyn Fn(&str) -> usize) -> Vec<PlotPart> {
    let plot = |title: &str, caption: &str, svg: String| PlotPart {
        title: title.into(),
        caption: caption.into(),
        svg,
    };
    #[expect(clippy::cast_precision_loss, reason = "a plot has a few hundred pixels")]
    let expanded = |cell: &Cell<'_>| cell.stats().expanded as f64;
    let seconds = |cell: &Cell<'_>| cell.seconds().median;
    vec![
        plot(
            "Boards solved within so many expansions",
            "The farther to the left a line rises, the less work its engine has. A line that does not reach \
             the top left boards without an answer.",
            survival(cells, rows, number, &expanded, ("states expanded", Unit::Count)),
        ),
        plot(
            "Boards solved within a time",
            "Search alone, without tables that serve further boards.",
            survival(cells, rows, number, &seconds, ("time", Unit::Seconds)),
        ),
        plot(
            "Time against states",
            "A dot for each board and engine that found an answer. Dots on one line from the lower left to \
             the upper right cost the same time a state.",
            scatter(cells, rows, number, &expanded, &seconds),
        ),
        plot(
            "Memory",
            "Solid: the engine's tables, counted, of its hungriest board. Behind it, lighter: what the system \
             saw its process take.",
            memory(rows, number),
        ),
        plot(
            "Lengths of the solutions",
            "How many boards have a cheapest solution of this cost, as far as it is known.",
            histogram(cells),
        ),
    ]
}

fn survival(
    cells: &[Cell<'_>],
    rows: &[Row],
    number: &dyn Fn(&str) -> usize,
    value: &dyn Fn(&Cell<'_>) -> f64,
    (label, unit): (&'static str, Unit),
) -> String {
    let series = rows.iter().map(|row| {
        let answered =
            cells.iter().filter(|cell| cell.engine == row.engine && cell.ending().is_answer());
        let mut values: Vec<f64> = answered.map(value).collect();
        values.sort_by(f64::total_cmp);
        #[expect(clippy::cast_precision_loss, reason = "a number of boards")]
        let points = values.iter().enumerate().map(|(index, &x)| Point {
            x,
            y: (index + 1) as f64,
            says: String::new(),
        });
        let points = points.collect();
        Series { name: row.engine.into(), number: number(row.engine), marks: Marks::Steps, points }
    });
    Plot {
        x: Axis { label, unit, scale: Scale::Log },
        y: Axis { label: "boards", unit: Unit::Count, scale: Scale::Linear },
        series: series.collect(),
    }
    .to_svg()
}

fn scatter(
    cells: &[Cell<'_>],
    rows: &[Row],
    number: &dyn Fn(&str) -> usize,
    x: &dyn Fn(&Cell<'_>) -> f64,
    y: &dyn Fn(&Cell<'_>) -> f64,
) -> String {
    let series = rows.iter().map(|row| {
        let answered =
            cells.iter().filter(|cell| cell.engine == row.engine && cell.ending().is_answer());
        let points = answered.map(|cell| {
            let states = units::count(cell.stats().expanded);
            let time = text::seconds(cell.seconds());
            let says =
                format!("{} on board {}: {states} expanded, {time}", cell.engine, cell.board + 1);
            Point { x: x(cell), y: y(cell), says }
        });
        let points = points.collect();
        Series { name: row.engine.into(), number: number(row.engine), marks: Marks::Dots, points }
    });
    Plot {
        x: Axis { label: "states expanded", unit: Unit::Count, scale: Scale::Log },
        y: Axis { label: "time", unit: Unit::Seconds, scale: Scale::Log },
        series: series.collect(),
    }
    .to_svg()
}

#[expect(clippy::cast_precision_loss, reason = "a bar has a few hundred pixels")]
fn memory(rows: &[Row], number: &dyn Fn(&str) -> usize) -> String {
    let rows: Vec<BarRow> = rows
        .iter()
        .map(|row| {
            let tables = row.stats.peak_bytes;
            let says = format!("{}: {} of tables", row.engine, units::bytes(tables));
            let mut values = vec![(tables as f64, says)];
            if let Some(bytes) = row.process_bytes {
                let says = format!("{}: {} by its process", row.engine, units::bytes(bytes));
                values.push((bytes as f64, says));
            }
            BarRow { name: row.engine.into(), number: number(row.engine), values }
        })
        .collect();
    bars(&rows, "bytes", Unit::Bytes)
}

/// How many boards have which least cost.
fn histogram(cells: &[Cell<'_>]) -> String {
    let mut costs: Vec<(usize, u64)> = cells.iter().filter_map(best_cost).collect();
    costs.sort_unstable();
    costs.dedup_by_key(|&mut (board, _)| board);
    let mut lengths: Vec<u64> = costs.into_iter().map(|(_, cost)| cost).collect();
    lengths.sort_unstable();
    #[expect(clippy::cast_precision_loss, reason = "costs and boards of a plot are few")]
    let points = lengths.chunk_by(|a, b| a == b).map(|same| {
        let says = format!("cost {}: {}", same[0], units::counted(same.len() as u64, "board"));
        Point { x: same[0] as f64, y: same.len() as f64, says }
    });
    let points = points.collect();
    let series = vec![Series { name: "boards".into(), number: 0, marks: Marks::Bars, points }];
    Plot {
        x: Axis { label: "least cost", unit: Unit::Count, scale: Scale::Whole },
        y: Axis { label: "boards", unit: Unit::Count, scale: Scale::Linear },
        series,
    }
    .to_svg()
}

/// The board, and the cost of the cell's solution.
fn best_cost(cell: &Cell<'_>) -> Option<(usize, u64)> {
    match cell.ending() {
        Ending::Solved { cost, .. } => Some((cell.board, *cost)),
        _ => None,
    }
}

fn board_part(
    case: &Case,
    cells: &[Cell<'_>],
    board: usize,
    view: &dyn Fn(&Case, &str) -> Option<View>,
) -> BoardPart {
    let cells: Vec<&Cell<'_>> = cells.iter().filter(|cell| cell.board == board).collect();
    let draw = |board: &str| {
        view(case, board)
            .map_or_else(|| format!("<pre>{}</pre>", escape(board)), |view| view.to_svg())
    };
    let walk = case.solutions[board].as_ref();
    let (moves, after) = walk.map_or((&[][..], &[][..]), |walk| (&walk.moves[..], &walk.boards));
    let after = if after.len() <= MOST_FRAMES { after } else { &[] };
    let frames = std::iter::once(&case.boards[board]).chain(after);
    let best = cells.iter().filter_map(|cell| best_cost(cell)).map(|(_, cost)| cost).min();
    let unsolvable = cells.iter().find_map(|cell| match cell.ending() {
        Ending::Unsolvable { reason } => Some(format!("unsolvable: {reason}")),
        _ => None,
    });
    let result = match (best, unsolvable) {
        (Some(cost), _) => format!("solved at a cost of {}", units::count(cost)),
        (None, Some(reason)) => reason,
        (None, None) => "no answer".into(),
    };
    BoardPart {
        number: board + 1,
        result,
        frames: frames.map(|board| draw(board)).collect(),
        moves: moves.to_vec(),
        cells: cells
            .iter()
            .map(|cell| {
                [
                    cell.engine.to_owned(),
                    ending(cell),
                    units::count(cell.stats().expanded),
                    text::seconds(cell.seconds()),
                ]
            })
            .collect(),
    }
}

fn ending(cell: &Cell<'_>) -> String {
    match cell.ending() {
        Ending::Solved { cost, .. } => format!("cost {}", units::count(*cost)),
        Ending::Unsolvable { .. } => "unsolvable".into(),
        Ending::Limit { reason, .. } => format!("stopped by {reason}"),
        Ending::Cancelled => "cancelled".into(),
        Ending::GaveUp { .. } => "gave up".into(),
        Ending::Crashed { .. } => "crashed".into(),
    }
}

/// What a script sorts by: a number as it reads one, or the text.
fn sort_key(key: Option<f64>, text: &str) -> String {
    match key {
        None => text.to_owned(),
        Some(key) if key.is_finite() => format!("{key:e}"),
        Some(_) => "Infinity".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare;
    use crate::report::comparison::{Setting, Walk};
    use crate::search::{Job, Limits};
    use crate::testkit::toys::LAMPS;

    /// The report on some boards of the toy, of which the first has this solution.
    fn report(boards: &[&str], solution: Option<Walk>) -> String {
        let instance = LAMPS.instance("").unwrap();
        let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
        let comparison =
            compare::run(&*instance, &boards, &["bfs", "dijkstra"], &Job::default()).unwrap();
        let mut solutions = vec![None; boards.len()];
        solutions[0] = solution;
        let puzzle = "lamps".into();
        let case = Case { puzzle, size: None, boards, left_out: Vec::new(), comparison, solutions };
        let study = Study { setting: Setting::test(&Limits::default()), cases: vec![case] };
        let mut page = Vec::new();
        write(&mut page, &study, None, &|_, _| None).unwrap();
        String::from_utf8(page).unwrap()
    }

    #[test]
    fn a_puzzle_without_a_view_is_shown_as_its_text() {
        let walk = Walk { moves: vec!["press <1>".into()], boards: vec!["....".into()] };
        let page = report(&["oo..", "...."], Some(walk));
        assert!(page.contains("<pre>oo..</pre>") && page.contains("<pre>....</pre>"), "{page}");
        assert!(page.contains("2 engines agree on 2 boards."), "{page}");
        assert!(!page.contains("press <1>"), "words are not markup");
    }

    #[test]
    fn of_many_boards_the_first_are_drawn() {
        let page = report(&["oo.."; MOST_BOARDS + 3], None);
        assert_eq!(page.matches("<h3>Board ").count(), MOST_BOARDS);
        assert!(page.contains("3 more are not drawn"), "{page}");
    }

    #[test]
    fn what_is_sorted_is_numbers_where_there_are_numbers() {
        assert_eq!(sort_key(Some(1500.0), "1,500"), "1.5e3");
        assert_eq!(sort_key(Some(f64::INFINITY), "-"), "Infinity");
        assert_eq!(sort_key(None, "bfs"), "bfs");
    }
}
