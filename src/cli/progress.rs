//! What is known of a run that takes longer than a second, on standard error.

use super::visible::visible;
use crate::search::{self, Pass};
use crate::survey::SurveyProgress;
use crate::units;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// When progress is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum When {
    /// Where standard error is a terminal.
    Auto,
    /// Everywhere: on a terminal a line that changes, elsewhere a line each second.
    Always,
    /// Nowhere.
    Never,
}

/// Shorter runs show nothing.
const PATIENCE: Duration = Duration::from_secs(1);
const BETWEEN_LINES: Duration = Duration::from_secs(1);

/// Shows the progress of a run.
pub(crate) struct Progress {
    started: Instant,
    display: Option<Mutex<Display>>,
}

struct Display {
    is_terminal: bool,
    /// What is being worked on.
    task: String,
    /// The line that is on the terminal now.
    bar: Option<ProgressBar>,
    last: Instant,
}

impl Progress {
    /// Begins a run.
    pub(crate) fn start(when: impl Into<When>) -> Self {
        let when = when.into();
        let is_terminal = io::stderr().is_terminal();
        let is_shown = when == When::Always || (when == When::Auto && is_terminal);
        let started = Instant::now();
        let display =
            || Mutex::new(Display { is_terminal, task: String::new(), bar: None, last: started });
        Progress { started, display: is_shown.then(display) }
    }

    /// Whether there is any point in [`observe`](Self::observe).
    pub(crate) fn is_shown(&self) -> bool {
        self.display.is_some()
    }

    /// Notes what is worked on next: `board 2 of 10`.
    pub(crate) fn begin(&self, task: impl FnOnce() -> String) {
        self.with(|display| {
            display.task = task();
            if self.started.elapsed() >= PATIENCE && display.is_due() {
                display.show(&display.task.clone());
            }
        });
    }

    /// Shows how far a search is.
    pub(crate) fn observe(&self, search: &search::Progress<'_>) {
        self.with(|display| {
            if self.started.elapsed() >= PATIENCE && display.is_due() {
                display.show(&line(&display.task, search));
            }
        });
    }

    /// Shows how far a survey is.
    pub(crate) fn observe_survey(&self, survey: &SurveyProgress<'_>) {
        self.with(|display| {
            if self.started.elapsed() >= PATIENCE && display.is_due() {
                display.show(&survey_line(&display.task, survey));
            }
        });
    }

    /// Takes the line off the terminal, before something else is written there.
    pub(crate) fn clear(&self) {
        self.with(|display| {
            if let Some(bar) = display.bar.take() {
                bar.finish_and_clear();
            }
        });
    }

    fn with(&self, act: impl FnOnce(&mut Display)) {
        if let Some(display) = &self.display {
            // A search that panicked while it was observed has left nothing half done here.
            act(&mut display.lock().unwrap_or_else(std::sync::PoisonError::into_inner));
        }
    }
}

impl Display {
    fn is_due(&self) -> bool {
        self.is_terminal || self.last.elapsed() >= BETWEEN_LINES
    }

    fn show(&mut self, line: &str) {
        self.last = Instant::now();
        if !self.is_terminal {
            super::output::note(line);
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.expect("the template is sound"))
        });
        bar.set_message(visible(line).into_owned());
        bar.tick();
    }
}

/// `board 2 of 10: bound 14; 1,234,567 expanded, 2,345,678/s; 45,678 open; 12.3 MiB; 5.10 s`. Of a search that
/// deepens, also how many expansions the last passes took: `bound 14 (1,200,000 so far, after 34,567 at 12)`.
fn line(task: &str, search: &search::Progress<'_>) -> String {
    let stats = &search.stats;
    let rate = u128::from(stats.expanded) * 1_000_000 / stats.time.as_micros().max(1);
    let mut parts = vec![
        format!("bound {}{}", units::count(stats.lower_bound), passes(search.passes)),
        format!("{} expanded, {}/s", units::count(stats.expanded), units::count(rate)),
    ];
    if let Some(frontier) = search.frontier {
        parts.push(format!("{} open", units::count(frontier)));
    }
    parts.push(units::bytes(stats.peak_bytes));
    parts.push(units::time(stats.time));
    format!("{task}: {}", parts.join("; "))
}

/// What the pass under way and the one before have taken.
fn passes(passes: &[Pass]) -> String {
    let count = |number: u64| units::count(number);
    match passes {
        [] => String::new(),
        [first] => format!(" ({} so far)", count(first.expanded)),
        [.., before, now] => format!(
            " ({} so far, after {} at {})",
            count(now.expanded),
            count(before.expanded),
            count(before.bound)
        ),
    }
}

/// `survey: depth 31; about 2 min 5 s left if all 479,001,600 are reached; 1,234,567 states, 2,345,678/s; frontier
/// 1,234; 12.3 MiB; 5.10 s`.
fn survey_line(task: &str, survey: &SurveyProgress<'_>) -> String {
    let states = survey.layers.iter().sum::<u64>() + survey.in_layer;
    let rate = u128::from(states) * 1_000_000 / survey.elapsed.as_micros().max(1);
    let last = survey.layers.last().copied().unwrap_or(0);
    let mut parts = vec![format!("depth {}", survey.layers.len())];
    // What people wait for first: where the terminal is narrow, the end of the line is cut off.
    if let (Some(left), Some(all)) = (survey.left_if_all_are_reached(), survey.numbered) {
        let (left, all) = (units::time(left), units::count(all));
        parts.push(format!("about {left} left if all {all} are reached"));
    }
    parts.extend([
        format!("{} states, {}/s", units::count(states), units::count(rate)),
        format!("frontier {}", units::count(last)),
        units::bytes(survey.bytes),
        units::time(survey.elapsed),
    ]);
    format!("{task}: {}", parts.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Stats;

    #[test]
    fn a_line_says_how_far_and_how_fast() {
        let stats = Stats {
            expanded: 1_000_000,
            lower_bound: 14,
            peak_bytes: 1 << 20,
            time: Duration::from_secs(2),
            ..Stats::default()
        };
        assert_eq!(
            line("board 2 of 3", &search::Progress { stats, frontier: Some(7000), passes: &[] }),
            "board 2 of 3: bound 14; 1,000,000 expanded, 500,000/s; 7,000 open; 1.0 MiB; 2.00 s"
        );
    }

    #[test]
    fn a_line_says_how_far_a_survey_is_and_how_long_it_takes_if_all_are_reached() {
        let survey = SurveyProgress {
            layers: &[1, 2_000],
            in_layer: 999,
            numbered: Some(9_000),
            bytes: 1 << 20,
            elapsed: Duration::from_secs(2),
        };
        assert_eq!(
            survey_line("survey", &survey),
            "survey: depth 2; about 4.00 s left if all 9,000 are reached; 3,000 states, 1,500/s; \
             frontier 2,000; 1.0 MiB; 2.00 s"
        );
        let endless = SurveyProgress { numbered: Some(u64::MAX), ..survey };
        assert!(endless.left_if_all_are_reached() > Some(Duration::from_secs(1 << 40)));
        let none = SurveyProgress { layers: &[], in_layer: 0, ..survey };
        assert_eq!(none.left_if_all_are_reached(), None);
    }

    #[test]
    fn a_line_says_what_passes_took() {
        let pass = |bound, expanded| Pass { bound, expanded };
        assert_eq!(passes(&[pass(12, 1_000)]), " (1,000 so far)");
        let all = [pass(10, 7), pass(12, 1_000), pass(14, 20)];
        assert_eq!(passes(&all), " (20 so far, after 1,000 at 12)");
    }
}
