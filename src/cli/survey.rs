//! `survey`: all states by their distance.

use super::Program;
use super::args::{Origin as From, Survey, SurveyFormat};
use super::error::Failure;
use super::exit::Exit;
use super::input::{self, Target};
use super::progress::Progress;
use super::reading::{self, Clock};
use super::{interrupt, output, overwrite};
use crate::plugin::Origin;
use crate::registry::Registry;
use crate::report::{Page, json, survey};
use crate::search::{Limit, Limits, Stop};
use crate::survey::{Request, Store, SurveyProgress};
use std::time::Duration;

pub(crate) fn run(
    args: &Survey,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let (plugin, instance) = Registry(program.plugins).instance(&args.puzzle)?;
    let store = store(&args.store)?;
    overwrite::refuse_standard_output(args.file.as_deref())?;
    let clock = Clock::start(args.limits.time_limit);
    let target = Target { plugin, instance: &*instance, spec: &args.puzzle };
    let board = match (&args.file, args.from) {
        (Some(_), From::Goal) => return Err(Failure::GoalBoard),
        (None, From::Goal) => None,
        (None, From::Board) => Some(instance.demo()),
        (Some(file), From::Board) => {
            let mut boards = input::boards(Some(file), target, clock)?;
            if boards.len() > 1 {
                return Err(Failure::Boards { count: boards.len() });
            }
            boards.pop().map(|board| board.text)
        }
    };
    let reading =
        if reading::is_typed(args.file.as_deref()) { Duration::ZERO } else { clock.spent() };
    let whole = Limits::from(&args.limits);
    let time = whole.time.map(|limit| limit.saturating_sub(reading));
    let progress = Progress::start(args.progress);
    progress.begin(|| "survey".into());
    let observe = |survey: &SurveyProgress<'_>| progress.observe_survey(survey);
    let request = Request {
        store,
        symmetry: args.symmetry,
        threads: args.threads.into(),
        antipodes: args.antipodes,
        limits: Limits { time, ..whole },
        cancel: Some(interrupt::flag()),
        observer: progress.is_shown().then_some(&observe),
    };
    let origin = board.as_deref().map_or(Origin::Goals, Origin::Board);
    let mut found = instance.survey(origin, &request)?;
    progress.clear();
    if let (Some(Stop::Limit(Limit::Time(left))), Some(whole)) = (&mut found.stopped, whole.time) {
        *left = whole;
    }
    match args.format {
        SurveyFormat::Text => survey::write(page, plugin.title, board.as_deref(), &found)?,
        SurveyFormat::Csv => {
            survey::write_csv(page, &found)?;
            if let Some(stop) = found.stopped {
                output::note(format_args!("{stop}: deeper layers are missing"));
            }
        }
        SurveyFormat::Json => {
            json::write_line(page, &json::SurveyLine::new(&args.puzzle, board.as_deref(), &found))?;
        }
    }
    Ok(if found.is_complete() { Exit::Solved } else { Exit::Stopped })
}

/// The store of this name; none for the one that fits best.
fn store(name: &str) -> Result<Option<Store>, Failure> {
    if name == "auto" {
        return Ok(None);
    }
    let found = Store::ALL.into_iter().find(|store| store.name() == name);
    found.map(Some).ok_or_else(|| Failure::Store {
        name: name.into(),
        known: std::iter::once("auto").chain(Store::ALL.map(Store::name)).collect(),
    })
}
