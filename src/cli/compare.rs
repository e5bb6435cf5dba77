//! `compare`: engines side by side.

use super::args::{Compare, CompareFormat};
use super::error::Failure;
use super::exit::Exit;
use super::journal::{Header, HeaderCase, Journal};
use super::processes::Processes;
use super::progress::Progress;
use super::{generate, input, interrupt, machine, scale};
use crate::abilities::Ability;
use crate::compare::{self, Comparison, Plan};
use crate::generate::{Depth, Request};
use crate::plugin::{Instance, Plugin};
use crate::registry::Registry;
use crate::report::comparison::{
    self, Baseline, Case, Changes, Document, LimitsRecord, Setting, Study,
};
use crate::report::{Page, Palette, json, units};
use crate::search::Limits;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

pub(crate) fn run(
    args: &Compare,
    plugins: &[Plugin],
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let baseline = args.baseline.as_deref().map(read_baseline).transpose()?;
    let mut study = study(args, plugins)?;
    let journal = run_all(args, &mut study)?;
    let changes = baseline.map(|(name, baseline)| baseline.changes(&name, &study));

    match &args.output {
        None => write(args.format, page, &study, changes.as_ref())?,
        Some(path) => write_file(path, |out| {
            let mut file = Page::new(out, Palette::plain(), None);
            write(args.format, &mut file, &study, changes.as_ref())?;
            Ok(file.flush()?)
        })?,
    }
    if let Some(path) = &args.html {
        write_file(path, |out| write_html(out, plugins, &study, changes.as_ref()))?;
    }
    let is_complete = study.is_complete();
    if let Some(journal) = journal {
        if is_complete {
            journal.remove()?;
        } else {
            let path = journal.path().display();
            anstream::eprintln!("the runs so far are kept in {path}; --resume goes on with them");
        }
    }
    Ok(if !study.agrees() || study.has_crashed() {
        Exit::CheckFailed
    } else if is_complete {
        Exit::Solved
    } else {
        Exit::Stopped
    })
}

/// What is to be compared, with nothing run yet.
fn study(args: &Compare, plugins: &[Plugin]) -> Result<Study, Failure> {
    let family = args.scale.as_deref().map(|text| scale::parse(text, &args.puzzle)).transpose()?;
    let (plugin, _) = Registry(plugins).instance(match &family {
        None => &args.puzzle,
        Some(family) => &family.members[0].1,
    })?;
    let members = match &family {
        None => vec![(None, args.puzzle.clone())],
        Some(family) => {
            family.members.iter().map(|(size, spec)| (Some(*size), spec.clone())).collect()
        }
    };
    let mut cases = Vec::with_capacity(members.len());
    let mut boards_from = String::new();
    for (size, puzzle) in members {
        let (_, instance) = Registry(plugins).instance(&puzzle)?;
        let (boards, from) = boards(args, plugin, &*instance)?;
        boards_from = from;
        cases.push(case(args, &*instance, boards, size, puzzle)?);
    }
    let setting = Setting {
        puzzle: args.puzzle.clone(),
        title: plugin.title.into(),
        parameter: family.map(|family| family.parameter),
        boards_from,
        seed: args.generate.map(|_| args.seed),
        rounds: args.runs.into(),
        limits: LimitsRecord::from(&Limits::from(&args.limits)),
        threads: args.threads.into(),
        version: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        machine: machine::describe(),
        load: machine::load(),
        command: std::env::args().collect(),
    };
    Ok(Study { setting, cases })
}

/// The boards of an instance, and where they come from.
fn boards(
    args: &Compare,
    plugin: &Plugin,
    instance: &dyn Instance,
) -> Result<(Vec<String>, String), Failure> {
    if let Some(count) = args.generate {
        let depth = args.depth.map_or(Depth::Any, Depth::Exactly);
        let request = Request { count, seed: args.seed, depth, cancel: Some(interrupt::flag()) };
        let generated = instance.generate(&request)?;
        let from = format!("{} (seed {})", generate::words(&generated, count), args.seed);
        return Ok((generated.boards, from));
    }
    if args.files.is_empty() {
        return Ok((vec![instance.demo()], "the demo board".into()));
    }
    let boards = input::boards_of_all(&args.files, plugin, instance)?;
    let from = units::counted(boards.len() as u64, "board");
    Ok((boards.into_iter().map(|board| board.text).collect(), from))
}

fn case(
    args: &Compare,
    instance: &dyn Instance,
    boards: Vec<String>,
    size: Option<u64>,
    puzzle: String,
) -> Result<Case, Failure> {
    let (engines, left_out): (Vec<&'static str>, Vec<(&'static str, Ability)>) =
        if args.engines.is_empty() {
            let missing = instance.engines().into_iter();
            let left_out = missing.filter_map(|(about, missing)| Some((about.name, missing?)));
            (compare::fitting(instance), left_out.collect())
        } else {
            let names: Vec<&str> = args.engines.iter().map(|name| name.trim()).collect();
            (compare::chosen(instance, &names)?, Vec::new())
        };
    let plan = Plan { boards: boards.len(), engines, rounds: args.runs.into() };
    let (comparison, solutions) = (Comparison::empty(&plan), vec![None; boards.len()]);
    Ok(Case { puzzle, size, boards, left_out, comparison, solutions })
}

/// Carries out the runs that are missing, and keeps them beside the output if there is to be one.
fn run_all(args: &Compare, study: &mut Study) -> Result<Option<Journal>, Failure> {
    let mut journal = None;
    if let Some(output) = args.output.as_ref().or(args.html.as_ref()) {
        let (opened, kept) = Journal::open(Journal::beside(output), &header(study), args.resume)?;
        for kept in kept {
            let case = &mut study.cases[kept.case];
            if kept.solution.is_some() {
                case.solutions[kept.run.place.board] = kept.solution;
            }
            case.comparison.runs.push(kept.run);
        }
        journal = Some(opened);
    }
    interrupt::flag();
    let progress = Progress::start(args.progress);
    let setting = &study.setting;
    for (number, case) in study.cases.iter_mut().enumerate() {
        let engines = case.comparison.engines.clone();
        let plan = Plan { boards: case.boards.len(), engines, rounds: setting.rounds };
        let (boards, puzzle) = (plan.boards, &case.puzzle);
        let next = |place: compare::Place| {
            progress.begin(|| {
                let (board, round) = (place.board + 1, place.round + 1);
                format!(
                    "{puzzle}, board {board} of {boards}, {} for the {round}. time",
                    place.engine
                )
            });
        };
        let mut runner = Processes::new(puzzle, &case.boards, setting, &mut case.solutions, &next);
        plan.carry_out(&mut runner, &mut case.comparison.runs, |runner, run| {
            if let Some(journal) = &mut journal
                && run.ending != compare::Ending::Cancelled
            {
                journal.keep(number, run, runner.take_new_solution())?;
            }
            Ok(())
        })?;
    }
    progress.clear();
    Ok(journal)
}

fn header(study: &Study) -> Header {
    let cases = study.cases.iter().map(|case| HeaderCase {
        puzzle: case.puzzle.clone(),
        boards: case.boards.clone(),
        engines: case.comparison.engines.iter().map(ToString::to_string).collect(),
    });
    Header { setting: study.setting.clone(), cases: cases.collect() }
}

fn write(
    format: CompareFormat,
    page: &mut Page<'_>,
    study: &Study,
    changes: Option<&Changes>,
) -> Result<(), Failure> {
    match format {
        CompareFormat::Text => comparison::text::write(page, study, changes)?,
        CompareFormat::Json => json::write_line(page, &Document::new(study, changes))?,
        CompareFormat::Csv => comparison::write_csv(page, study)?,
        CompareFormat::Markdown => comparison::write_markdown(page, study, changes)?,
    }
    Ok(())
}

/// Writes the report, its boards drawn as their puzzle wants it.
fn write_html(
    out: &mut dyn Write,
    plugins: &[Plugin],
    study: &Study,
    changes: Option<&Changes>,
) -> Result<(), Failure> {
    let instances = study.cases.iter().map(|case| {
        let (_, instance) = Registry(plugins).instance(&case.puzzle)?;
        Ok((case.puzzle.as_str(), instance))
    });
    let instances = instances.collect::<Result<Vec<_>, Failure>>()?;
    let view = |case: &Case, board: &str| {
        let (_, instance) = instances.iter().find(|(puzzle, _)| *puzzle == case.puzzle)?;
        instance.view(board).ok().flatten()
    };
    Ok(comparison::write_html(out, study, changes, &view)?)
}

/// Writes a file whole or not at all: under another name first.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fault = |error| Failure::File { path: path.into(), error };
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let new = Path::new(&name);
    let mut out = BufWriter::new(File::create(new).map_err(fault)?);
    write(&mut out)?;
    out.flush().map_err(fault)?;
    std::fs::rename(new, path).map_err(fault)
}

fn read_baseline(path: &Path) -> Result<(String, Baseline), Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::File { path: path.into(), error })?;
    let name = path.display().to_string();
    let baseline =
        Baseline::read(&text).map_err(|fault| Failure::Usage(format!("{name}: {fault}")))?;
    Ok((name, baseline))
}
