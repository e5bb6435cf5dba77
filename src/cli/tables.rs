//! `tables`: the saved tables of pattern databases. And what other commands do with them.

use super::Program;
use super::args::{FolderArgs, Format, Tables as Command, TablesBuild, TablesRemove};
use super::error::Failure;
use super::exit::Exit;
use super::progress::Progress;
use super::{interrupt, machine, output, suggest};
use crate::abilities::Ability;
use crate::heuristics::{
    Expression, FileFault, Folder, HeuristicError, OWN, Saved, TableEvent, Tables, cache,
};
use crate::plugin::Instance;
use crate::registry::Registry;
use crate::report::{Page, json, table};
use crate::search::Limits;
use crate::survey::{Request, SurveyProgress};
use crate::units;
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) fn run(
    command: &Command,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    match command {
        Command::List(args) => list(&args.folder, args.format, page),
        Command::Build(args) => build(args, program, page),
        Command::Suggest(args) => suggest::run(args, program, page),
        Command::Verify(args) => verify(&args.folder, page),
        Command::Remove(args) => remove(args, program, page),
    }
}

/// Those of the engines that ask for a heuristic.
///
/// # Errors
/// When none of them does.
pub(crate) fn informed(
    program: Program<'_>,
    engines: &[&'static str],
) -> Result<Vec<&'static str>, Failure> {
    let known = program.engines.iter().filter(|about| about.needs.contains(&Ability::Informed));
    let known: Vec<&str> = known.map(|about| about.name).collect();
    let informed: Vec<_> =
        engines.iter().copied().filter(|engine| known.contains(&base(engine))).collect();
    if informed.is_empty() {
        return Err(Failure::Uninformed { engines: engines.into(), known });
    }
    Ok(informed)
}

/// The name of an engine without its parameters.
fn base(engine: &str) -> &str {
    engine.split(':').next().unwrap_or(engine)
}

/// Whether the text of a heuristic can be read and the names in it are known, without its tables.
pub(crate) fn check(instance: &dyn Instance, heuristic: &str) -> Result<(), Failure> {
    let expression = Expression::parse(heuristic).map_err(HeuristicError::from)?;
    let has_own = instance.abilities().contains(&Ability::Informed);
    let mut known: Vec<&str> = has_own.then_some(OWN).into_iter().collect();
    known.extend(instance.heuristics().iter().map(|offer| offer.name));
    match expression.names().into_iter().find(|name| !known.contains(name)) {
        Some(name) => Err(HeuristicError::Unknown { name: name.into(), known }.into()),
        None => Ok(()),
    }
}

/// Whether any of these boards needs a search, and so the tables of its heuristic. Those that the puzzle knows to be
/// unsolvable need none, where engines have a heuristic without tables.
pub(crate) fn are_needed<'b>(
    instance: &dyn Instance,
    boards: impl IntoIterator<Item = &'b str>,
) -> bool {
    !instance.abilities().contains(&Ability::Informed)
        || boards.into_iter().any(|board| !instance.is_impossible(board))
}

/// Has an instance search with another heuristic, and tells of its tables on standard error.
pub(crate) fn guide(
    instance: &mut dyn Instance,
    puzzle: String,
    heuristic: &str,
    folder: &FolderArgs,
    progress: &Progress,
) -> Result<u64, Failure> {
    // Before any table is built, so that a slip is told at once.
    check(instance, heuristic)?;
    let act = |tables: &Tables<'_>| instance.guide(heuristic, tables);
    with_tables(puzzle, folder, progress, act).map(|(bytes, _)| bytes)
}

/// Does something with tables, and tells of them on standard error. Returns also whether all that were built
/// are saved.
pub(crate) fn with_tables<T>(
    puzzle: String,
    folder: &FolderArgs,
    progress: &Progress,
    act: impl FnOnce(&Tables<'_>) -> Result<T, HeuristicError>,
) -> Result<(T, bool), Failure> {
    let folder = folder.tables.clone().or_else(cache);
    let is_saved = AtomicBool::new(folder.is_some());
    let observe = |survey: &SurveyProgress<'_>| progress.observe_survey(survey);
    let observer = progress.is_shown().then_some(&observe as _);
    let request = Request { observer, ..request() };
    let tell = |event: &TableEvent| match event {
        TableEvent::Building { pattern } => progress.begin(|| format!("pattern {pattern}")),
        TableEvent::Rejected { path, fault } => {
            progress.clear();
            output::note(format_args!("{}: {fault}; its table is built anew", path.display()));
        }
        TableEvent::NotSaved { folder, error } => {
            is_saved.store(false, Ordering::Relaxed);
            progress.clear();
            output::note(format_args!("{}: a table could not be saved: {error}", folder.display()));
        }
        TableEvent::Loaded { .. } | TableEvent::Saved { .. } => progress.clear(),
    };
    let tables = Tables { request, puzzle, folder, observer: Some(&tell) };
    let result = act(&tables);
    progress.clear();
    Ok((result?, is_saved.into_inner()))
}

/// [`guide`] without a word, where that has been told already. The folder is that of `--tables`.
pub(crate) fn load(
    instance: &mut dyn Instance,
    puzzle: String,
    heuristic: &str,
    folder: Option<&Path>,
) -> Result<u64, Failure> {
    let request = request();
    let folder = folder.map(Path::to_owned).or_else(cache);
    Ok(instance.guide(heuristic, &Tables { request, puzzle, folder, observer: None })?)
}

/// What building a table may use.
fn request<'a>() -> Request<'a> {
    let limits = Limits { bytes: machine::default_limit(), ..Limits::default() };
    Request { limits, cancel: Some(interrupt::flag()), ..Request::default() }
}

fn open(args: &FolderArgs) -> Result<Folder, Failure> {
    args.tables.clone().or_else(cache).map(Folder).ok_or(Failure::NoFolder)
}

fn saved(folder: &Folder) -> Result<Vec<Saved>, Failure> {
    folder.tables().map_err(|error| Failure::Folder { path: folder.0.clone(), error })
}

/// A saved table.
#[derive(Serialize)]
struct Entry {
    file: String,
    bytes: u64,
    puzzle: Option<String>,
    pattern: Option<String>,
    fault: Option<String>,
}

fn list(args: &FolderArgs, format: Format, page: &mut Page<'_>) -> Result<Exit, Failure> {
    let folder = open(args)?;
    let entries = saved(&folder)?.into_iter().map(|saved| {
        let file = saved.path.display().to_string();
        let fault = saved.fault();
        let heading = saved.heading.ok();
        let (puzzle, pattern) = heading.map(|heading| (heading.puzzle, heading.pattern)).unzip();
        Entry { file, bytes: saved.bytes, puzzle, pattern, fault }
    });
    let entries: Vec<Entry> = entries.collect();
    match format {
        Format::Json => json::write_line(page, &entries)?,
        Format::Text if entries.is_empty() => {
            writeln!(page, "{}: no tables", folder.0.display())?;
        }
        Format::Text => {
            writeln!(page, "{}", folder.0.display())?;
            let rows = entries.into_iter().map(|entry| {
                let puzzle = match entry.fault {
                    Some(fault) => format!("{}: {fault}", entry.file),
                    None => entry.puzzle.unwrap_or_default(),
                };
                vec![puzzle, entry.pattern.unwrap_or_default(), units::bytes(entry.bytes)]
            });
            let table = table::table(&["puzzle", "pattern", "size"], rows, page.width);
            page.table(&table)?;
        }
    }
    Ok(Exit::Solved)
}

fn build(args: &TablesBuild, program: Program<'_>, page: &mut Page<'_>) -> Result<Exit, Failure> {
    let (_, mut instance) = Registry(program.plugins).instance(&args.puzzle)?;
    let puzzle = Registry(program.plugins).full_name(&args.puzzle)?;
    check(&*instance, &args.heuristic)?;
    // Where there can be no folder, nothing would be saved.
    let Folder(path) = open(&args.folder)?;
    std::fs::create_dir_all(&path).map_err(|error| Failure::Folder { path, error })?;
    let progress = Progress::start(args.progress);
    let act = |tables: &Tables<'_>| instance.guide(&args.heuristic, tables);
    let (bytes, is_saved) = with_tables(puzzle, &args.folder, &progress, act)?;
    match bytes {
        0 => writeln!(page, "{} needs no tables", args.heuristic)?,
        _ => writeln!(page, "{}: tables of {}", args.heuristic, units::bytes(bytes))?,
    }
    // Saving them is all that it is for.
    Ok(if is_saved { Exit::Solved } else { Exit::BadInput })
}

fn verify(args: &FolderArgs, page: &mut Page<'_>) -> Result<Exit, Failure> {
    let mut exit = Exit::Solved;
    // From here on Ctrl-C only sets the flag.
    interrupt::flag();
    for saved in saved(&open(args)?)? {
        if interrupt::is_requested() {
            output::note("stopped before all were read");
            return Ok(if exit == Exit::Solved { Exit::Stopped } else { exit });
        }
        let path = saved.path.display();
        match saved.verify() {
            Ok(()) => writeln!(page, "{path}: sound")?,
            // No fault, as it will be finished.
            Err(fault @ FileFault::BeingWritten) => writeln!(page, "{path}: {fault}")?,
            Err(_) if std::fs::symlink_metadata(&saved.path).is_err() => {
                writeln!(page, "{path}: it was removed meanwhile")?;
            }
            Err(fault @ FileFault::NoMemory { .. }) => {
                writeln!(page, "{path}: {fault}")?;
                if exit == Exit::Solved {
                    exit = Exit::Stopped;
                }
            }
            Err(fault) => {
                writeln!(page, "{path}: {fault}")?;
                exit = Exit::CheckFailed;
            }
        }
        page.flush()?;
    }
    Ok(exit)
}

fn remove(args: &TablesRemove, program: Program<'_>, page: &mut Page<'_>) -> Result<Exit, Failure> {
    let folder = open(&args.folder)?;
    let wanted = args.puzzle.as_deref().map(|spec| {
        // Of a puzzle that this program does not know there may be tables all the same.
        let full_name = Registry(program.plugins).full_name(spec).ok();
        full_name.filter(|_| spec.contains(':')).unwrap_or_else(|| spec.into())
    });
    // How many are of that puzzle, and what others there are.
    let (mut of_it, mut known) = (0, Vec::new());
    for saved in saved(&folder)? {
        let puzzle = saved.heading.as_ref().ok().map(|heading| heading.puzzle.as_str());
        let is_wanted = match wanted.as_deref() {
            Some(name) => puzzle == Some(name) || saved.family() == Some(name),
            None => saved.is_table(),
        };
        let path = saved.path.display();
        if is_wanted {
            let fault = |error| Failure::Folder { path: saved.path.clone(), error };
            if saved.remove().map_err(fault)? {
                writeln!(page, "{path}: removed")?;
            } else {
                writeln!(page, "{path}: left; it is being written")?;
            }
            of_it += 1;
        } else if wanted.is_none()
            && let Err(fault) = &saved.heading
        {
            writeln!(page, "{path}: left; {fault}")?;
        } else if let Some(name) = puzzle.or(saved.family())
            && !known.iter().any(|known| known == name)
        {
            known.push(name.to_owned());
        }
    }
    match wanted {
        Some(name) if of_it == 0 => Err(Failure::NoTables { name, folder: folder.0, known }),
        _ => Ok(Exit::Solved),
    }
}
