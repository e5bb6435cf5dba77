//! A survey as text.

use super::{Page, table};
use crate::survey::Survey;
use crate::units;
use std::io::{self, Write};

/// Writes the layers, what they add up to, and the states farthest away.
pub(crate) fn write(
    page: &mut Page<'_>,
    title: &str,
    board: Option<&str>,
    survey: &Survey<String>,
) -> io::Result<()> {
    let palette = page.palette;
    let (store, why) = (survey.store, &survey.why);
    let from = if board.is_some() { "this board" } else { "all goals" };
    page.prose(palette.heading, &format!("{title} from {from}, in the store {store}: {why}"))?;
    writeln!(page)?;
    if let Some(board) = board {
        writeln!(page, "{board}\n")?;
    }
    let mut before = None;
    let rows: Vec<_> = survey
        .layers
        .iter()
        .enumerate()
        .map(|(depth, &states)| {
            let growth = before.replace(states);
            let growth = growth.map_or(String::new(), |before| ratio(states, before));
            let forms = survey.forms.as_ref().map(|forms| units::count(forms[depth]));
            [depth.to_string(), units::count(states), growth].into_iter().chain(forms).collect()
        })
        .collect();
    let heads = ["depth", "states", "growth", "up to symmetry"];
    let heads = if survey.forms.is_some() { &heads[..] } else { &heads[..3] };
    let mut layers = table::table(heads, rows, page.width);
    table::align_right(&mut layers, 0..heads.len());
    page.table(&layers)?;
    writeln!(page)?;
    let style = if survey.is_complete() { palette.good } else { palette.warning };
    page.prose(style, &summary(survey, board.is_none()))?;
    if !survey.layers.is_empty() {
        page.prose(palette.dim, &counters(survey))?;
    }
    if !survey.antipodes.is_empty() {
        let last = survey.layers.last().copied().unwrap_or(0);
        let shown = survey.antipodes.len() as u64;
        let far = if survey.is_complete() { "farthest away" } else { "in the last layer so far" };
        let what = if shown < last {
            format!("{} of the {} states {far}", units::count(shown), units::count(last))
        } else if last == 1 {
            format!("the state {far}")
        } else {
            format!("the {} states {far}", units::count(last))
        };
        writeln!(page)?;
        page.prose(palette.heading, &what)?;
        for board in &survey.antipodes {
            writeln!(page, "\n{board}")?;
        }
    }
    Ok(())
}

/// Writes a line for each layer.
pub(crate) fn write_csv(page: &mut Page<'_>, survey: &Survey<String>) -> io::Result<()> {
    let head = if survey.forms.is_some() { ",forms" } else { "" };
    writeln!(page, "depth,states{head}")?;
    for (depth, states) in survey.layers.iter().enumerate() {
        let forms =
            survey.forms.as_ref().map_or(String::new(), |forms| format!(",{}", forms[depth]));
        writeln!(page, "{depth},{states}{forms}")?;
    }
    Ok(())
}

fn summary(survey: &Survey<String>, is_from_goals: bool) -> String {
    let states = units::counted(survey.states(), "state");
    let depth = units::count(survey.layers.len().saturating_sub(1) as u64);
    let Some(stop) = survey.stopped else {
        let most = match (survey.eccentricity(), is_from_goals) {
            (Some(most), true) => {
                format!("no state needs more than {} (God's number)", units::counted(most, "move"))
            }
            (Some(most), false) => {
                format!("none is more than {} away", units::counted(most, "move"))
            }
            (None, _) => String::new(),
        };
        let left = survey
            .numbered
            .map(|numbered| numbered.saturating_sub(survey.states()))
            .filter(|&left| left > 0);
        let left = match (left, is_from_goals) {
            (None, _) => String::new(),
            (Some(left), true) => format!("; {} can reach no goal", units::count(left)),
            (Some(1), false) => "; one other cannot be reached".into(),
            (Some(left), false) => format!("; {} others cannot be reached", units::count(left)),
        };
        return format!("{states}; {most}{left}");
    };
    if survey.layers.is_empty() {
        return format!("{stop}; no layer is complete");
    }
    format!("{stop}; {states} up to depth {depth}, all of them complete layers")
}

fn counters(survey: &Survey<String>) -> String {
    let expanded = survey.forms.as_ref().map_or(survey.states(), |forms| forms.iter().sum());
    let states = survey.states().max(1);
    let rate = u128::from(states) * 1_000_000 / survey.time.as_micros().max(1);
    format!(
        "{}/s, {} per state, {} successors per state; {} on {}, {}",
        units::counted(u64::try_from(rate).unwrap_or(u64::MAX), "state"),
        per_state(survey.peak_bytes, states, " bytes"),
        per_state(survey.edges, expanded.max(1), ""),
        units::time(survey.time),
        units::counted(survey.threads as u64, "thread"),
        units::bytes(survey.peak_bytes),
    )
}

fn per_state(amount: u64, states: u64, unit: &str) -> String {
    format!("{:.2}{unit}", quotient(amount, states))
}

fn ratio(states: u64, before: u64) -> String {
    format!("{:.3}", quotient(states, before))
}

#[expect(clippy::cast_precision_loss, reason = "two or three digits of it are shown")]
fn quotient(amount: u64, of: u64) -> f64 {
    amount as f64 / of as f64
}
