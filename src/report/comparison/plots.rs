//! The plots of a report.

use super::study::Study;
use super::text;
use crate::compare::{Cell, Ending, Measure, Row};
use crate::report::plot::{Axis, BarRow, Look, Marks, Plot, Point, Scale, Series, Unit, bars};
use crate::search::Optimality;
use crate::units;
use std::collections::BTreeMap;

/// A plot with what stands above and below it.
pub(super) struct PlotPart {
    pub(super) title: String,
    pub(super) caption: String,
    pub(super) svg: String,
}

/// How each engine of a study looks, the same in all of its plots.
pub(super) struct Looks(Vec<(&'static str, Look)>);

/// Of more engines than this, as many are shown before somebody asks for others.
const SHOWN: usize = 6;

impl Looks {
    /// Every engine of the study, each once. Of many, the first ones are shown at first that answered most
    /// boards of the last case, and those in the least time.
    pub(super) fn new(study: &Study) -> Self {
        let mut engines: Vec<&'static str> = Vec::new();
        for engine in study.cases.iter().flat_map(|case| &case.comparison.engines) {
            if !engines.contains(engine) {
                engines.push(engine);
            }
        }
        let mut rows = study.cases.last().map_or(Vec::new(), |case| case.comparison.rows());
        let seconds = |row: &Row| row.seconds.map_or(f64::INFINITY, |seconds| seconds.median);
        rows.sort_by(|a, b| {
            let answered = b.tally.answered().cmp(&a.tally.answered());
            answered.then_with(|| seconds(a).total_cmp(&seconds(b)))
        });
        let best: Vec<&str> = rows.iter().take(SHOWN).map(|row| row.engine).collect();
        let is_shown = |engine: &str| engines.len() <= SHOWN + 2 || best.contains(&engine);
        let looks = engines
            .iter()
            .enumerate()
            .map(|(number, &engine)| (engine, Look { number, is_shown: is_shown(engine) }));
        Looks(looks.collect())
    }

    /// All engines.
    pub(super) fn all(&self) -> &[(&'static str, Look)] {
        &self.0
    }

    /// The look of an engine.
    pub(super) fn of(&self, engine: &str) -> Option<Look> {
        self.0.iter().find(|(name, _)| *name == engine).map(|&(_, look)| look)
    }

    /// Whether some are not shown at first.
    pub(super) fn has_hidden(&self) -> bool {
        self.0.iter().any(|(_, look)| !look.is_shown)
    }
}

/// How each measure grows with the parameter.
pub(super) fn growth(study: &Study, looks: &Looks) -> Vec<PlotPart> {
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
            look: looks.of(growth.engine),
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
        let title = text::growth_title(study, measure);
        let svg = Plot {
            title: title.clone(),
            x: Axis { label: parameter.clone(), unit: Unit::Count, scale: Scale::Whole },
            y: Axis { label: label.into(), unit, scale: Scale::Log },
            series: series.collect(),
        }
        .to_svg();
        let steps = of_measure().filter(|growth| growth.factor.is_some());
        let steps: Vec<String> =
            steps.map(|growth| format!("{} {}", growth.engine, text::step(growth))).collect();
        let caption = if steps.is_empty() {
            "There is too little to tell the factor of a step by.".into()
        } else {
            format!("A step of {parameter}: {}.", steps.join("; "))
        };
        PlotPart { title, caption, svg }
    });
    plots.collect()
}

/// The plots of a case, counts first.
pub(super) fn plots(cells: &[Cell<'_>], rows: &[Row], looks: &Looks) -> Vec<PlotPart> {
    let plot = |title: &str, caption: &str, svg: &dyn Fn(String) -> String| PlotPart {
        title: title.into(),
        caption: caption.into(),
        svg: svg(title.into()),
    };
    #[expect(clippy::cast_precision_loss, reason = "a plot has a few hundred pixels")]
    let expanded = |cell: &Cell<'_>| cell.stats().expanded as f64;
    let seconds = |cell: &Cell<'_>| cell.seconds().median;
    let by_expansions = |title| survival(title, cells, rows, looks, &expanded, EXPANDED);
    let by_time = |title| survival(title, cells, rows, looks, &seconds, ("time", Unit::Seconds));
    let mut plots = vec![
        plot(
            "Boards answered within so many expansions",
            "The farther to the left a line rises, the less work its engine has. An engine whose line ends \
             below the top did not answer every board.",
            &by_expansions,
        ),
        plot(
            "Boards answered within a time",
            "Search alone, without tables that serve further boards.",
            &by_time,
        ),
        plot(
            "Time against states",
            "A dot for each board and engine that found an answer. Dots on one line from the lower left to \
             the upper right cost the same time a state.",
            &|title| scatter(title, cells, rows, looks, &expanded, &seconds),
        ),
        plot(
            "Memory",
            "Solid: the engine's tables, as they count what they reserve, of its hungriest board. Behind it, \
             lighter: what the system saw its process touch, which may be less.",
            &|title| memory(&title, rows, looks),
        ),
    ];
    let lengths = lengths(cells);
    if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
        plots.push(plot(
            "Costs of the solutions",
            "How many boards have a cheapest solution of this cost. Boards for which none is proved to be \
             cheapest are not there.",
            &|title| histogram(title, &lengths),
        ));
    }
    plots
}

const EXPANDED: (&str, Unit) = ("states expanded", Unit::Count);

fn survival(
    title: String,
    cells: &[Cell<'_>],
    rows: &[Row],
    looks: &Looks,
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
        Series { name: row.engine.into(), look: looks.of(row.engine), marks: Marks::Steps, points }
    });
    Plot {
        title,
        x: Axis { label: label.into(), unit, scale: Scale::Log },
        y: Axis { label: "boards".into(), unit: Unit::Count, scale: Scale::Linear },
        series: series.collect(),
    }
    .to_svg()
}

fn scatter(
    title: String,
    cells: &[Cell<'_>],
    rows: &[Row],
    looks: &Looks,
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
        Series { name: row.engine.into(), look: looks.of(row.engine), marks: Marks::Dots, points }
    });
    Plot {
        title,
        x: Axis { label: "states expanded".into(), unit: Unit::Count, scale: Scale::Log },
        y: Axis { label: "time".into(), unit: Unit::Seconds, scale: Scale::Log },
        series: series.collect(),
    }
    .to_svg()
}

#[expect(clippy::cast_precision_loss, reason = "a bar has a few hundred pixels")]
fn memory(title: &str, rows: &[Row], looks: &Looks) -> String {
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
            BarRow { name: row.engine.into(), look: looks.of(row.engine), values }
        })
        .collect();
    bars(title, &rows, &Axis { label: "bytes".into(), unit: Unit::Bytes, scale: Scale::Log })
}

/// The least cost of each board for which one is proved, in rising order.
fn lengths(cells: &[Cell<'_>]) -> Vec<u64> {
    let proved = |cell: &Cell<'_>| match *cell.ending() {
        Ending::Solved { cost, optimality: Optimality::Proved, .. } => Some((cell.board, cost)),
        _ => None,
    };
    let by_board: BTreeMap<usize, u64> = cells.iter().filter_map(proved).collect();
    let mut lengths: Vec<u64> = by_board.into_values().collect();
    lengths.sort_unstable();
    lengths
}

/// How many boards have which least cost.
fn histogram(title: String, lengths: &[u64]) -> String {
    #[expect(clippy::cast_precision_loss, reason = "costs and boards of a plot are few")]
    let points = lengths.chunk_by(|a, b| a == b).map(|same| {
        let boards = units::counted(same.len() as u64, "board");
        let says = format!("cost {}: {boards}", units::count(same[0]));
        Point { x: same[0] as f64, y: same.len() as f64, says }
    });
    let points = points.collect();
    // No engine's: all of them found the same.
    let series = vec![Series { name: "boards".into(), look: None, marks: Marks::Bars, points }];
    Plot {
        title,
        x: Axis { label: "least cost".into(), unit: Unit::Count, scale: Scale::Whole },
        y: Axis { label: "boards".into(), unit: Unit::Count, scale: Scale::Linear },
        series,
    }
    .to_svg()
}
