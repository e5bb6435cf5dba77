//! What a search is expected to take, and what came of it, as text.

use super::{Page, table};
use crate::engines::prediction::{End, Prediction, Sampling};
use crate::plugin::Answer;
use crate::search::{Limit, Outcome, Pass, Stop};
use crate::units;
use std::io::{self, Write};

/// Writes what each bound is expected to take. `share` says what the time limit of the sampling is.
pub(crate) fn write(
    page: &mut Page<'_>,
    sampling: &Sampling,
    prediction: &Prediction,
    share: &str,
) -> io::Result<()> {
    let &Prediction { ref passes, end, pace, numbered } = prediction;
    let palette = page.palette;
    let end = match end {
        End::Enough | End::Exhausted => None,
        End::FreeMove => Some("a move costs nothing; no bound from there on is foreseen".into()),
        End::Stopped(stop @ Stop::Limit(Limit::Time(_))) => Some(format!("{stop}, {share}")),
        End::Stopped(stop) => Some(stop.to_string()),
    };
    if passes.is_empty() && end.is_none() {
        return Ok(());
    }
    let samples = units::counted(sampling.probes as u64, "sample");
    let expanded = units::counted(pace.expanded, "expansion");
    let times = match pace.rate() {
        Some(rate) => {
            format!("times at {} expansions/s, measured on {expanded}", units::count(rounded(rate)))
        }
        None => format!("no times, as the run that was to be measured ended after {expanded}"),
    };
    page.prose(palette.heading, &format!("estimated from {samples} of the tree; {times}"))?;
    if !passes.is_empty() {
        let rows = passes.iter().map(|pass| {
            let time = pace.time_for(pass.expanded).map(units::time);
            let row = [pass.bound.to_string(), units::count(rounded(pass.expanded))];
            row.into_iter().chain(time).collect()
        });
        let heads = ["bound", "expansions", "time"];
        let heads = if pace.rate().is_some() { &heads[..] } else { &heads[..2] };
        let mut estimates = table::table(heads, rows, page.width);
        table::align_right(&mut estimates, 0..heads.len());
        page.table(&estimates)?;
    }
    if let Some(states) =
        numbered.filter(|&states| passes.iter().any(|pass| pass.expanded > states))
    {
        let states = units::counted(states, "state");
        let doubt = format!(
            "there are only {states}: what is estimated beyond is too high, as far as the search remembers states that come again"
        );
        page.prose(palette.warning, &doubt)?;
    }
    if let Some(end) = end {
        page.prose(palette.warning, &format!("no further estimates: {end}"))?;
    }
    writeln!(page)
}

/// Writes what was expected beside what it took, of each pass that was finished.
pub(crate) fn write_truth(
    page: &mut Page<'_>,
    prediction: &Prediction,
    answer: &Answer,
) -> io::Result<()> {
    let finished = finished(answer);
    if prediction.passes.is_empty() || finished.is_empty() {
        return Ok(());
    }
    let is_solved = matches!(answer.outcome, Outcome::Solved(_));
    let rows = finished.iter().enumerate().map(|(index, pass)| {
        let expected = prediction.passes.iter().find(|expected| expected.bound == pass.bound);
        let is_last = is_solved && index + 1 == finished.len();
        vec![
            pass.bound.to_string(),
            expected.map_or(String::new(), |expected| units::count(rounded(expected.expanded))),
            units::count(pass.expanded),
            expected.map_or(String::new(), |expected| ratio(expected, pass)),
            (if is_last { "ends at the solution" } else { "" }).into(),
        ]
    });
    let heads = ["bound", "estimate", "expanded", "ratio", ""];
    let mut passes = table::table(&heads, rows, page.width);
    table::align_right(&mut passes, 0..4);
    writeln!(page)?;
    page.table(&passes)
}

/// The passes that went to their end; a search that was broken off leaves its last one.
fn finished(answer: &Answer) -> &[Pass] {
    let (passes, outcome) = (&answer.passes[..], &answer.outcome);
    let is_broken_off = match outcome {
        Outcome::Limit(Limit::Depth(_)) | Outcome::Solved(_) | Outcome::Unsolvable(_) => false,
        Outcome::Limit(_) | Outcome::Cancelled | Outcome::GaveUp(_) => true,
    };
    &passes[..passes.len() - usize::from(is_broken_off && !passes.is_empty())]
}

/// A number with the three digits that an estimate deserves.
fn rounded(number: u64) -> u128 {
    let unit = 10_u128.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(2));
    (u128::from(number) + unit / 2) / unit * unit
}

/// How many times as much was expected as it took.
#[expect(clippy::cast_precision_loss, reason = "two digits of it are shown")]
fn ratio(expected: &Pass, truth: &Pass) -> String {
    if truth.expanded == 0 {
        return String::new();
    }
    let ratio = expected.expanded as f64 / truth.expanded as f64;
    if ratio < 100.0 { format!("{ratio:.2}") } else { format!("{ratio:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::prediction::Pace;
    use crate::report::Palette;
    use crate::search::{Path, Reason, Solution, Stats};
    use std::time::Duration;

    fn text(write: impl FnOnce(&mut Page<'_>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        let mut page = Page::new(&mut out, Palette::plain(), None);
        write(&mut page).unwrap();
        drop(page);
        String::from_utf8(out).unwrap()
    }

    fn passes(numbers: &[(u64, u64)]) -> Vec<Pass> {
        numbers.iter().map(|&(bound, expanded)| Pass { bound, expanded }).collect()
    }

    fn prediction(numbers: &[(u64, u64)], end: End) -> Prediction {
        let pace = Pace { expanded: 2_000_000, time: Duration::from_secs(1) };
        Prediction { passes: passes(numbers), end, pace, numbered: None }
    }

    fn estimates(prediction: &Prediction) -> String {
        text(|page| write(page, &Sampling::default(), prediction, "a share"))
    }

    #[test]
    fn estimates_have_three_digits_and_times() {
        assert_eq!(
            estimates(&prediction(&[(9, 12), (11, 1_236), (13, 7_654_321)], End::Enough)),
            "estimated from 1,000 samples of the tree; times at 2,000,000 expansions/s, measured on 2,000,000 expansions\n\
             bound  expansions      time\n    \
                 9          12  0.006 ms\n   \
                11       1,240  0.618 ms\n   \
                13   7,650,000    3.83 s\n\n"
        );
    }

    #[test]
    fn a_few_expansions_are_no_pace() {
        let pace = Pace { expanded: 3, time: Duration::from_micros(33) };
        let easy = Prediction { pace, ..prediction(&[(3, 3), (41, 356_000_000)], End::Enough) };
        assert_eq!(
            estimates(&easy),
            "estimated from 1,000 samples of the tree; no times, as the run that was to be measured ended after 3 \
             expansions\n\
             bound   expansions\n    \
                 3            3\n   \
                41  356,000,000\n\n"
        );
    }

    #[test]
    fn what_ends_the_estimates_early_is_told() {
        assert_eq!(estimates(&prediction(&[], End::Exhausted)), "");
        for (end, words) in [
            (End::FreeMove, "a move costs nothing"),
            (End::Stopped(Stop::Cancelled), "cancelled\n"),
            (End::Stopped(Limit::Bytes(7).into()), "stopped by the memory limit of 7 B\n"),
            (
                End::Stopped(Limit::Time(Duration::from_secs(1)).into()),
                "stopped by the time limit of 1s, a share\n",
            ),
        ] {
            let text = estimates(&prediction(&[], end));
            assert!(text.contains(&format!("no further estimates: {words}")), "{text}");
        }
    }

    fn truth(outcome: Outcome<String, String>) -> String {
        let passes = passes(&[(9, 10), (10, 3), (11, 1_000), (13, 4_000)]);
        let stats = Stats::default();
        let answer = Answer { engine: "packed_ida_star", outcome, stats, passes };
        let prediction = prediction(&[(9, 10), (11, 1_235), (13, 10_000)], End::Enough);
        text(|page| write_truth(page, &prediction, &answer))
    }

    #[test]
    fn truth_stands_beside_the_estimates_of_all_passes_that_were_finished() {
        let whole = "\nbound  estimate  expanded  ratio\n    \
                          9        10        10   1.00\n   \
                         10                   3\n   \
                         11     1,240     1,000   1.24\n";
        assert_eq!(truth(Outcome::Cancelled), whole);
        assert_eq!(truth(Outcome::Limit(Limit::Expansions(5_013))), whole);
        let last = "   13    10,000     4,000   2.50";
        let reason = Reason::Invariant(String::new());
        assert_eq!(truth(Outcome::Unsolvable(reason)), format!("{whole}{last}\n"));
        assert_eq!(truth(Outcome::Limit(Limit::Depth(13))), format!("{whole}{last}\n"));
        let solution = Solution::optimal(13, Path { start: String::new(), steps: Vec::new() });
        let marked = format!("{whole}{last}  ends at the solution\n");
        assert_eq!(truth(Outcome::Solved(solution)), marked);
    }

    #[test]
    fn numbers_are_rounded_to_three_digits() {
        for (number, expected) in [(0, 0), (999, 999), (1_235, 1_240), (99_960, 100_000)] {
            assert_eq!(rounded(number), expected);
        }
        assert_eq!(rounded(u64::MAX), 18_400_000_000_000_000_000);
    }
}
