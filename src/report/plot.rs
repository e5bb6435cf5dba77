//! Small plots as SVG, for a page that brings its colours by CSS classes.

use crate::units;
use crate::view::escape;
use std::fmt::Write as _;
use std::time::Duration;

/// A plot with two axes.
pub(crate) struct Plot {
    /// What those hear who do not see it.
    pub(crate) title: String,
    pub(crate) x: Axis,
    pub(crate) y: Axis,
    pub(crate) series: Vec<Series>,
}

/// An axis; its range is that of the values.
pub(crate) struct Axis {
    pub(crate) label: String,
    pub(crate) unit: Unit,
    pub(crate) scale: Scale,
}

/// What the numbers of an axis are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Count,
    Bytes,
    Seconds,
}

/// How the numbers of an axis are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scale {
    /// From zero on.
    Linear,
    /// By their logarithms; what is not positive is drawn at the least value.
    Log,
    /// Whole numbers with a bar each.
    Whole,
}

/// Values of one engine.
pub(crate) struct Series {
    pub(crate) name: String,
    /// How its engine looks; none for values of no engine.
    pub(crate) look: Option<Look>,
    pub(crate) marks: Marks,
    /// In the order in which they are joined; each with what is said of it.
    pub(crate) points: Vec<Point>,
}

/// A value.
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) says: String,
}

/// How values are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Marks {
    Dots,
    /// Joined by lines, with a dot at each.
    Line,
    /// A line that keeps its height until the next value.
    Steps,
    Bars,
}

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 48.0;

/// A series beyond this number has the colour of an earlier one, and another stroke.
const COLOURS: usize = 8;
/// The strokes: solid, with long dashes and hollow, with short ones.
const STROKES: [&str; 3] = ["", " hollow", " dotted"];

/// How an engine looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// Which colour and stroke it has.
    pub(crate) number: usize,
    /// Whether it is in the plots before somebody asks for it.
    pub(crate) is_shown: bool,
}

/// The classes of a series; those of no engine are neutral.
pub(crate) fn class(look: Option<Look>) -> String {
    let Some(Look { number, .. }) = look else { return "series neutral".into() };
    format!("series s{}{}", number % COLOURS, STROKES[number / COLOURS % STROKES.len()])
}

/// The start of the element of a series: those of an engine are hidden and shown with it.
fn group(look: Option<Look>) -> String {
    let class = class(look);
    match look {
        None => format!("<g class=\"{class}\">"),
        Some(Look { number, is_shown }) => {
            let off = if is_shown { "" } else { " off" };
            format!("<g class=\"{class}{off}\" data-series=\"{number}\">")
        }
    }
}

impl Axis {
    /// The label, with what a reader has to know of the scale.
    fn words(&self) -> String {
        match self.scale {
            Scale::Log => format!("{} (logarithmic)", self.label),
            Scale::Linear | Scale::Whole => self.label.clone(),
        }
    }
}

/// The least and greatest value of an axis, and how values lie on it.
struct Range {
    low: f64,
    high: f64,
    scale: Scale,
}

impl Range {
    fn of(values: impl Iterator<Item = f64> + Clone, axis: &Axis) -> Self {
        let scale = axis.scale;
        let high = values.clone().fold(f64::NEG_INFINITY, f64::max);
        match scale {
            Scale::Linear => {
                Range { low: 0.0, high: if high > 0.0 { high * 1.05 } else { 1.0 }, scale }
            }
            Scale::Whole => {
                let low = values.fold(f64::INFINITY, f64::min);
                let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
                Range { low: low - 0.5, high: high + 0.5, scale }
            }
            Scale::Log => {
                let positive = values.filter(|&value| value > 0.0);
                let low = positive.fold(f64::INFINITY, f64::min);
                let (low, high) = if low <= high { (low, high) } else { (1.0, 10.0) };
                // A range that is too narrow says nothing of where it lies.
                let widen = if high < low * 4.0 { 2.0 } else { 1.25 };
                Range { low: low / widen, high: high * widen, scale }
            }
        }
    }

    /// Where a value lies, from 0 to 1.
    fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear | Scale::Whole => (value - self.low) / (self.high - self.low),
            Scale::Log => (value.max(self.low) / self.low).ln() / (self.high / self.low).ln(),
        }
    }

    /// Where the axis has numbers: some four to eight of them.
    fn ticks(&self, unit: Unit) -> Vec<f64> {
        match self.scale {
            Scale::Log => {
                let base: f64 = if unit == Unit::Bytes { 4.0 } else { 10.0 };
                let of = |value: f64| value.ln() / base.ln();
                let (first, last) = (of(self.low).ceil(), of(self.high).floor());
                let step = ((last - first + 1.0) / 7.0).ceil().max(1.0);
                let powers = |from: f64, step: f64| {
                    std::iter::successors(Some(from), move |power| Some(power + step))
                        .take_while(move |&power| power <= last)
                        .map(move |power| base.powf(power))
                };
                let ticks: Vec<f64> = powers(first, step).collect();
                if ticks.len() > 2 || unit == Unit::Bytes {
                    return ticks;
                }
                // Between two powers, 2 and 5 times the lower one.
                powers(first - 1.0, 1.0)
                    .flat_map(|power| [1.0, 2.0, 5.0].map(|factor| power * factor))
                    .filter(|&tick| tick >= self.low && tick <= self.high)
                    .collect()
            }
            Scale::Linear | Scale::Whole => {
                let span = (self.high - self.low).max(f64::MIN_POSITIVE);
                let power = 10_f64.powf((span / 5.0).log10().floor());
                let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
                let step = steps.into_iter().find(|step| span / step <= 7.0).unwrap_or(span);
                let is_whole = self.scale == Scale::Whole || unit == Unit::Count;
                let step = if is_whole { step.max(1.0).round() } else { step };
                let first = (self.low / step).ceil() * step;
                std::iter::successors(Some(first), |tick| Some(tick + step))
                    .take_while(|&tick| tick <= self.high)
                    .collect()
            }
        }
    }
}

impl Plot {
    /// The plot as an SVG element.
    pub(crate) fn to_svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = Range::of(points().map(|point| point.x), &self.x);
        let y = Range::of(points().map(|point| point.y), &self.y);
        let across = |value: f64| LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
        let down = |value: f64| HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM);
        let mut svg = open(HEIGHT, &self.title);
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        for tick in x.ticks(self.x.unit) {
            let (place, text) = (across(tick), self.x.unit.tick(tick));
            line(&mut svg, "grid", (place, TOP), (place, bottom));
            text_at(&mut svg, "tick middle", (place, bottom + 16.0), &text);
        }
        for tick in y.ticks(self.y.unit) {
            let (place, text) = (down(tick), self.y.unit.tick(tick));
            line(&mut svg, "grid", (LEFT, place), (right, place));
            text_at(&mut svg, "tick end", (LEFT - 6.0, place + 4.0), &text);
        }
        line(&mut svg, "axis", (LEFT, bottom), (right, bottom));
        line(&mut svg, "axis", (LEFT, TOP), (LEFT, bottom));
        text_at(
            &mut svg,
            "label middle",
            (f64::midpoint(LEFT, right), HEIGHT - 8.0),
            &self.x.words(),
        );
        write!(
            svg,
            "<text class=\"label middle\" transform=\"translate(14 {:.1}) rotate(-90)\">{}</text>",
            f64::midpoint(TOP, bottom),
            escape(&self.y.words())
        )
        .expect("a string takes all");
        for series in &self.series {
            svg += &group(series.look);
            series.draw(&mut svg, &across, &down, right, bottom);
            svg += "</g>";
        }
        svg + "</svg>"
    }
}

impl Series {
    fn draw(
        &self,
        svg: &mut String,
        across: &impl Fn(f64) -> f64,
        down: &impl Fn(f64) -> f64,
        right: f64,
        bottom: f64,
    ) {
        let places = self.points.iter().map(|point| (across(point.x), down(point.y)));
        if matches!(self.marks, Marks::Line | Marks::Steps) {
            let mut path = String::new();
            for (index, (x, y)) in places.clone().enumerate() {
                let command = match (index, self.marks) {
                    (0, Marks::Steps) => format!("M{x:.1} {bottom:.1}V{y:.1}"),
                    (0, _) => format!("M{x:.1} {y:.1}"),
                    (_, Marks::Steps) => format!("H{x:.1}V{y:.1}"),
                    _ => format!("L{x:.1} {y:.1}"),
                };
                path += &command;
            }
            if self.marks == Marks::Steps && !path.is_empty() {
                write!(path, "H{right:.1}").expect("a string takes all");
            }
            write!(svg, "<path d=\"{path}\"><title>{}</title></path>", escape(&self.name))
                .expect("a string takes all");
        }
        for (point, (x, y)) in self.points.iter().zip(places) {
            let says = escape(&point.says);
            match self.marks {
                Marks::Dots | Marks::Line => {
                    write!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"><title>{says}</title></circle>")
                }
                Marks::Bars => {
                    let half = ((across(point.x + 0.5) - across(point.x - 0.5)) / 2.0 - 1.0).max(1.0);
                    let (left, width, height) = (x - half, 2.0 * half, bottom - y);
                    write!(
                        svg,
                        "<rect x=\"{left:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\">\
                         <title>{says}</title></rect>"
                    )
                }
                Marks::Steps => Ok(()),
            }
            .expect("a string takes all");
        }
    }
}

/// A row of horizontal bars: a name, its colour, and values with what is said of them;
/// the second value is drawn behind the first.
pub(crate) struct BarRow {
    pub(crate) name: String,
    pub(crate) look: Option<Look>,
    pub(crate) values: Vec<(f64, String)>,
}

/// Horizontal bars, a row for each engine. All are shown: each has its name beside it.
pub(crate) fn bars(title: &str, rows: &[BarRow], axis: &Axis) -> String {
    const NAMES: f64 = 150.0;
    const ROW: f64 = 24.0;
    let values = rows.iter().flat_map(|row| row.values.iter().map(|value| value.0));
    let (range, unit) = (Range::of(values, axis), axis.unit);
    let across = |value: f64| NAMES + range.place(value) * (WIDTH - NAMES - RIGHT);
    #[expect(clippy::cast_precision_loss, reason = "there are few rows")]
    let bottom = TOP + ROW * rows.len() as f64;
    let height = bottom + BOTTOM;
    let mut svg = open(height, title);
    for tick in range.ticks(unit) {
        let (place, text) = (across(tick), unit.tick(tick));
        line(&mut svg, "grid", (place, TOP), (place, bottom));
        text_at(&mut svg, "tick middle", (place, bottom + 16.0), &text);
    }
    let mut top = TOP;
    for row in rows {
        text_at(&mut svg, "tick end", (NAMES - 8.0, top + 16.0), &row.name);
        let class = class(row.look);
        write!(svg, "<g class=\"{class}\">").expect("a string takes all");
        for (place, (value, says)) in row.values.iter().enumerate().rev() {
            let (inset, behind) = if place == 0 { (7.0, "") } else { (3.0, " class=\"behind\"") };
            let (width, high) = ((across(*value) - NAMES).max(2.0), ROW - 2.0 * inset);
            write!(
                svg,
                "<rect{behind} x=\"{NAMES}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{high:.1}\">\
                 <title>{}</title></rect>",
                top + inset,
                escape(says)
            )
            .expect("a string takes all");
        }
        svg += "</g>";
        top += ROW;
    }
    line(&mut svg, "axis", (NAMES, TOP), (NAMES, bottom));
    let middle = f64::midpoint(NAMES, WIDTH - RIGHT);
    text_at(&mut svg, "label middle", (middle, height - 8.0), &axis.words());
    svg + "</svg>"
}

/// The start of a drawing, with what those hear who do not see it.
fn open(height: f64, title: &str) -> String {
    let title = escape(title);
    format!(
        "<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">"
    )
}

fn line(svg: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    write!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    )
    .expect("a string takes all");
}

fn text_at(svg: &mut String, class: &str, (x, y): (f64, f64), text: &str) {
    let text = escape(text);
    write!(svg, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>")
        .expect("a string takes all");
}

impl Unit {
    /// A number on an axis.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "ticks are rounded for people"
    )]
    fn tick(self, value: f64) -> String {
        match self {
            Unit::Bytes => units::bytes(value as u64).replace(".0 ", " "),
            Unit::Seconds if value < 0.999e-3 => format!("{} µs", short(value * 1e6)),
            Unit::Seconds if value < 0.999 => format!("{} ms", short(value * 1e3)),
            Unit::Seconds => units::time(Duration::try_from_secs_f64(value).unwrap_or_default())
                .replace(".00 s", " s"),
            Unit::Count => [(1e9, " G"), (1e6, " M"), (1e3, " k")]
                .into_iter()
                .find(|(factor, _)| value >= *factor * 0.999)
                .map_or_else(|| short(value), |(factor, unit)| short(value / factor) + unit),
        }
    }
}

/// A number without places that say nothing.
fn short(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(low: f64, high: f64, unit: Unit, scale: Scale) -> Vec<String> {
        Range { low, high, scale }.ticks(unit).into_iter().map(|tick| unit.tick(tick)).collect()
    }

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(
            ticks(0.8e-6, 0.02, Unit::Seconds, Scale::Log),
            ["1 µs", "10 µs", "100 µs", "1 ms", "10 ms"]
        );
        assert_eq!(ticks(3.0, 40.0, Unit::Count, Scale::Log), ["5", "10", "20"]);
        assert_eq!(ticks(0.0, 21.0, Unit::Count, Scale::Linear), ["0", "5", "10", "15", "20"]);
        assert_eq!(ticks(0.0, 1.05, Unit::Count, Scale::Linear), ["0", "1"], "no part of a board");
        assert_eq!(ticks(9.5, 12.5, Unit::Count, Scale::Whole), ["10", "11", "12"]);
        assert_eq!(ticks(900.0, 5000.0, Unit::Bytes, Scale::Log), ["1 KiB", "4 KiB"]);
        assert_eq!(Unit::Count.tick(1e7), "10 M");
    }

    #[test]
    fn values_stay_within_the_axes_and_nothing_is_no_number() {
        for scale in [Scale::Linear, Scale::Log, Scale::Whole] {
            let axis = || Axis { label: "x".into(), unit: Unit::Count, scale };
            for values in [&[][..], &[0.0], &[5.0], &[1.0, 1e9]] {
                let points = values.iter().map(|&x| Point { x, y: x, says: String::new() });
                let points = points.collect();
                let series =
                    vec![Series { name: "a".into(), look: None, marks: Marks::Line, points }];
                let svg = Plot { title: "t".into(), x: axis(), y: axis(), series }.to_svg();
                let of = |name: &str| {
                    let start = format!(" {name}=\"");
                    let parts = svg.split(&start).skip(1);
                    let numbers = parts.filter_map(|part| part.split('"').next()?.parse().ok());
                    numbers.collect::<Vec<f64>>()
                };
                let (across, down) = (of("cx"), of("cy"));
                assert_eq!((across.len(), down.len()), (values.len(), values.len()));
                let is_within = |low: f64, high: f64, places: &[f64]| {
                    places.iter().all(|place| (low..=high).contains(place))
                };
                assert!(is_within(LEFT, WIDTH - RIGHT, &across), "{scale:?} {values:?}: {svg}");
                assert!(is_within(TOP, HEIGHT - BOTTOM, &down), "{scale:?} {values:?}: {svg}");
                assert!(
                    !svg.contains("NaN") && !svg.contains("inf"),
                    "{scale:?} {values:?}: {svg}"
                );
            }
        }
    }

    #[test]
    fn as_many_engines_as_there_are_look_different() {
        let count = crate::engines::ENGINES.len();
        let look = |number| Some(Look { number, is_shown: true });
        let looks: std::collections::BTreeSet<_> =
            (0..count).map(|number| class(look(number))).collect();
        assert_eq!(looks.len(), count);
        assert!(!group(None).contains("data-series"), "what is no engine's is not hidden with one");
    }
}
