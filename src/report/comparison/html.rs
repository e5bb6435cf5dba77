//! A comparison as one HTML file that needs nothing else: no network, no other file.

use super::document::Changes;
use super::plots::{self, Looks, PlotPart};
use super::study::{Case, Study};
use super::text::{self, TableCell};
use crate::compare::{Cell, Ending, Noise, Row, Spread};
use crate::engines::Engine;
use crate::report::plot;
use crate::search::Optimality;
use crate::units;
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
    remarks: Vec<String>,
    legend: Vec<LegendPart>,
    /// Whether some engines are not in the plots at first.
    has_hidden: bool,
    /// What there is to know about each engine.
    engines: Vec<&'static Engine>,
    growth: Vec<PlotPart>,
    cases: Vec<CasePart>,
    changes: Option<ChangesPart>,
    facts: Vec<(&'static str, String)>,
    command: String,
}

struct LegendPart {
    number: usize,
    name: &'static str,
    class: String,
    is_shown: bool,
}

struct CasePart {
    heading: String,
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
    engines: &[&'static Engine],
    view: &dyn Fn(&Case, &str) -> Option<View>,
) -> io::Result<()> {
    let setting = &study.setting;
    let looks = Looks::new(study);
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
    if let Some(heuristic) = &setting.heuristic {
        let words = format!("{heuristic}, in every engine that asks for one");
        facts.insert(1, ("heuristic", words));
    }
    let report = Report {
        title: setting.title.clone(),
        boards_from: setting.boards_from.clone(),
        agrees: study.agrees(),
        is_complete: study.is_complete(),
        summary: summary(study),
        remarks: study.remarks(),
        legend: looks
            .all()
            .iter()
            .map(|&(name, look)| LegendPart {
                number: look.number,
                name,
                class: plot::class(Some(look)),
                is_shown: look.is_shown,
            })
            .collect(),
        has_hidden: looks.has_hidden(),
        engines: about(engines, looks.all().iter().map(|&(name, _)| name)),
        growth: if is_family { plots::growth(study, &looks) } else { Vec::new() },
        cases: study.cases.iter().map(|case| part(study, case, &looks, view)).collect(),
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

/// Those of the engines that were compared, whatever their parameters, each once.
fn about<'n>(
    engines: &[&'static Engine],
    compared: impl Iterator<Item = &'n str>,
) -> Vec<&'static Engine> {
    let mut found: Vec<&Engine> = Vec::new();
    for name in compared {
        let base = name.split(':').next().unwrap_or(name);
        let engine = engines.iter().copied().find(|engine| engine.name == base);
        found.extend(engine.filter(|engine| found.iter().all(|other| other.name != engine.name)));
    }
    found
}

/// The outcome in sentences.
fn summary(study: &Study) -> Vec<String> {
    let Some(case) = study.cases.last() else { return Vec::new() };
    let rows = case.comparison.rows();
    let mut sentences = Vec::new();
    if study.agrees() {
        sentences.push(format!("{}.", text::verdict(case, &rows)));
    }
    if let Some(reference) = rows.first().filter(|row| row.time_ratio.is_some()) {
        // What finds other solutions does another work.
        let is_comparable = |row: &&Row| row.time_ratio.is_some() && row.cost <= reference.cost;
        let ranked: Vec<&Row> = rows[1..].iter().filter(is_comparable).collect();
        sentences.extend(fewest_states(reference, &ranked));
        sentences.extend(fastest(case, reference, &ranked));
    }
    let unproved: Vec<&str> =
        rows.iter().filter(|row| row.has_unproved()).map(|row| row.engine).collect();
    if !unproved.is_empty() {
        let do_ = if unproved.len() == 1 { "does" } else { "do" };
        let names = text::listed(&unproved);
        sentences.push(format!("{names} {do_} not promise the cheapest solutions."));
    }
    if let Some(first) = sentences.first_mut().filter(|_| study.cases.len() > 1) {
        *first = format!("On {}: {first}", case.puzzle);
    }
    sentences
}

/// Which engine has the least work, if that is not the reference. One that goes through states to make tables
/// is not asked: they are not in its counts.
fn fewest_states(reference: &Row, ranked: &[&Row]) -> Option<String> {
    let without_tables = ranked.iter().filter(|row| row.stats.setup.is_zero());
    let row = without_tables.min_by_key(|row| row.stats.expanded)?;
    let (less, more) = (row.stats.expanded, reference.stats.expanded);
    let is_sound = less < more && reference.stats.setup.is_zero();
    is_sound.then(|| {
        let times = if less == 0 {
            String::new()
        } else {
            format!(": {} times as many", quotient(more, less))
        };
        format!(
            "Of the engines without tables to make first whose solutions cost no more, {} expands the fewest \
             states: {}, where {} expands {}{times}.",
            row.engine,
            units::count(less),
            reference.engine,
            units::count(more),
        )
    })
}

/// Which engine is the fastest of those that took long enough to tell, if it is faster than the reference by more
/// than noise.
fn fastest(case: &Case, reference: &Row, ranked: &[&Row]) -> Option<String> {
    let noise = case.comparison.noise();
    let is_timed = |row: &Row| {
        let is_it = |noise: &Noise| matches!(noise, Noise::Short { engines } if engines.contains(&row.engine));
        !noise.iter().any(is_it)
    };
    let ratio = |row: &Row| row.time_ratio.map_or(f64::INFINITY, |ratio| ratio.median);
    let timed = ranked.iter().filter(|row| is_timed(row) && is_timed(reference));
    let row = timed.min_by(|a, b| ratio(a).total_cmp(&ratio(b)))?;
    let is_sound = |spread: &Spread| spread.count > 1 && spread.low > 0.0 && spread.high < 1.0;
    let spread = row.time_ratio.filter(is_sound)?;
    let boards = match case.boards.len() {
        1 => "this board".into(),
        count => format!("these {count} boards"),
    };
    let tables = match (row.stats.peak_bytes, reference.stats.peak_bytes) {
        (less, more) if less > 0 && less < more / 2 => {
            format!(", and its tables take 1/{} of the bytes", quotient(more, less))
        }
        _ => String::new(),
    };
    let setup = match row.stats.setup {
        setup if setup.is_zero() => String::new(),
        setup => format!(", once it has taken {} to set up", units::time(setup)),
    };
    Some(format!(
        "Of those that take long enough to tell and whose solutions cost no more, {} is the fastest, {} \
         times as fast as {} on {boards}{setup}{tables}.",
        row.engine,
        text::ratio(inverse(spread)),
        reference.engine,
    ))
}

/// How many times the one goes into the other, which is not 0.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a factor of a few digits"
)]
fn quotient(more: u64, less: u64) -> String {
    let times = more as f64 / less as f64;
    if times < 9.5 { text::digits(times) } else { units::count(times.round() as u64) }
}

/// The spread of the inverse values, none of which is 0.
fn inverse(spread: Spread) -> Spread {
    let Spread { median, low, high, count } = spread;
    Spread { median: 1.0 / median, low: 1.0 / high, high: 1.0 / low, count }
}

fn part(
    study: &Study,
    case: &Case,
    looks: &Looks,
    view: &dyn Fn(&Case, &str) -> Option<View>,
) -> CasePart {
    let rows = case.comparison.rows();
    let (heads, cells) = text::cells(&rows);
    let rows_of_cells = cells.into_iter().zip(&rows).map(|(cells, row)| {
        let cells = cells.into_iter().enumerate();
        cells
            .map(|(column, TableCell { text, key })| CellPart {
                key: sort_key(key, &text),
                text,
                class: if column == 0 { plot::class(looks.of(row.engine)) } else { String::new() },
            })
            .collect()
    });
    let disagreements = case.comparison.disagreements();
    let drawn = case.boards.len().min(MOST_BOARDS);
    let cells = case.comparison.cells();
    CasePart {
        heading: text::case_heading(study, case),
        is_folded: study.cases.len() > 1,
        heads,
        rows: rows_of_cells.collect(),
        notes: text::notes(case, &rows),
        disagreements: disagreements
            .iter()
            .map(|found| (found.to_string(), case.boards[found.one.place.board].clone()))
            .collect(),
        plots: plots::plots(&cells, &rows, looks),
        boards: (0..drawn).map(|board| board_part(case, &cells, board, view)).collect(),
        boards_left_out: case.boards.len() - drawn,
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
    let best = cells.iter().filter_map(|cell| cost(cell)).min();
    // Of a solution that is too long to keep, a dearer one may be there.
    let other = match walk.filter(|walk| Some(walk.cost) != best) {
        Some(walk) => format!("; shown is one that costs {}", units::count(walk.cost)),
        None => String::new(),
    };
    let result = result(&cells) + &other;
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
                    cell.ending().to_string(),
                    units::count(cell.stats().expanded),
                    text::seconds(cell.seconds()),
                ]
            })
            .collect(),
    }
}

/// What is known of a board: the best of what the engines found.
fn result(cells: &[&Cell<'_>]) -> String {
    let is_proved = |cell: &&&Cell<'_>| {
        matches!(
            cell.ending(),
            Ending::Unsolvable { .. } | Ending::Solved { optimality: Optimality::Proved, .. }
        )
    };
    let cheapest =
        || cells.iter().filter(|cell| cost(cell).is_some()).min_by_key(|cell| cost(cell));
    match cells.iter().find(is_proved).or_else(cheapest).map(|cell| cell.ending()) {
        Some(Ending::Unsolvable { reason }) => format!("unsolvable: {reason}"),
        Some(ending) => ending.to_string(),
        None => "no answer".into(),
    }
}

/// What the cell's solution costs.
fn cost(cell: &Cell<'_>) -> Option<u64> {
    match cell.ending() {
        Ending::Solved { cost, .. } => Some(*cost),
        _ => None,
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
    use crate::engines::{Choice, ENGINES, bfs, dijkstra};
    use crate::report::comparison::{Setting, Walk};
    use crate::search::{Job, Limits, Stats};
    use crate::testkit::toys::LAMPS;
    use std::time::Duration;

    /// The report on some boards of the toy, of which the first has this solution.
    fn report(boards: &[&str], solution: Option<Walk>) -> String {
        let instance = LAMPS.instance("").unwrap();
        let boards: Vec<String> = boards.iter().map(ToString::to_string).collect();
        let engines = [&bfs::ENGINE, &dijkstra::ENGINE].map(Choice::from);
        let comparison = compare::run(&*instance, &boards, &engines, &Job::default()).unwrap();
        let mut solutions = vec![None; boards.len()];
        solutions[0] = solution;
        let puzzle = "lamps".into();
        let (size, guide, left_out, boards_from) = (None, None, Vec::new(), "2 boards".into());
        let case =
            Case { puzzle, size, boards, boards_from, guide, left_out, comparison, solutions };
        let study = Study { setting: Setting::test(&Limits::default()), cases: vec![case] };
        let mut page = Vec::new();
        write(&mut page, &study, None, ENGINES, &|_, _| None).unwrap();
        String::from_utf8(page).unwrap()
    }

    #[test]
    fn a_puzzle_without_a_view_is_shown_as_its_text() {
        let walk = Walk { cost: 1, moves: vec!["press <1>".into()], boards: vec!["....".into()] };
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

    /// The sentences of a comparison of runs on one board: engine, milliseconds of each round, expanded.
    fn sentences(engines: &[(&'static str, &[u64], u64)]) -> Vec<String> {
        let mut runs = Vec::new();
        for &(engine, times, expanded) in engines {
            for (round, &time) in times.iter().enumerate() {
                let (time, optimality) = (Duration::from_millis(time), Optimality::Proved);
                let stats = Stats { time, expanded, peak_bytes: 100, ..Stats::default() };
                let ending = Ending::Solved { cost: 4, moves: 4, optimality };
                let place = compare::Place { board: 0, engine, round };
                runs.push(compare::Run { place, ending, stats, process_bytes: None });
            }
        }
        let engines = engines.iter().map(|&(engine, ..)| engine).collect();
        let comparison = compare::Comparison { boards: 1, engines, runs };
        let case = Case {
            puzzle: "lamps".into(),
            size: None,
            boards: vec!["o...".into()],
            boards_from: "1 board".into(),
            guide: None,
            left_out: Vec::new(),
            comparison,
            solutions: vec![None],
        };
        summary(&Study { setting: Setting::test(&Limits::default()), cases: vec![case] })
    }

    #[test]
    fn nothing_is_said_of_speed_that_may_be_noise() {
        let bfs = ("bfs", &[100, 102, 104][..], 10);
        let said = |times, expanded| sentences(&[bfs, ("a_star", times, expanded)]);
        assert_eq!(said(&[200, 202, 204], 10).len(), 1, "slower");
        assert_eq!(said(&[50, 101, 250], 10).len(), 1, "scattered");
        assert_eq!(said(&[0, 0, 0], 10).len(), 1, "too short to tell");
        assert_eq!(sentences(&[("bfs", &[100], 10), ("a_star", &[10], 10)]).len(), 1, "one round");
        let said = said(&[50, 51, 52], 0);
        assert_eq!(
            said[1..],
            [
                "Of the engines without tables to make first whose solutions cost no more, a_star expands the \
                 fewest states: 0, where bfs expands 10.",
                "Of those that take long enough to tell and whose solutions cost no more, a_star is the \
                 fastest, 2.00 times as fast as bfs on this board."
            ]
        );
    }
}
