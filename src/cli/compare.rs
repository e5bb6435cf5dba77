//! `compare`: engines side by side.

use super::Program;
use super::args::{Compare, CompareFormat};
use super::error::Failure;
use super::exit::Exit;
use super::input::{self, Target};
use super::journal::{Header, HeaderCase, Journal};
use super::processes::{Guidance, Processes};
use super::progress::Progress;
use super::reading::{self, Clock};
use super::{generate, interrupt, machine, output, overwrite, scale, tables};
use crate::compare::grown::Limit;
use crate::compare::{self, Comparison, Plan};
use crate::draft::Draft;
use crate::engines::Engine;
use crate::generate::{Depth, Request};
use crate::plugin::{Instance, Plugin};
use crate::registry::Registry;
use crate::report::comparison::{
    self, Baseline, Case, Changes, Document, GuideRecord, LimitsRecord, Setting, Study,
};
use crate::report::{Page, Palette, json};
use crate::same_file;
use crate::search::Limits;
use crate::units;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(
    args: &Compare,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    // Before this program adds to it.
    let load = machine::load();
    let clock = Clock::start(args.limits.time_limit);
    let baseline = args.baseline.as_deref().map(|path| read_baseline(path, clock)).transpose()?;
    let targets = Targets::of(args)?;
    let mut study = study(args, program, load, clock)?;
    let full_name = |puzzle: &str| full_name(program, puzzle);
    if let Some((name, baseline)) = &baseline {
        refuse_foreign(name, baseline, &study, &full_name)?;
    }
    let journal = run_all(&targets, args, program, &mut study)?;
    if args.engines.is_empty() {
        study.cases.iter_mut().for_each(|case| case.comparison.choose_reference());
    }
    let changes = baseline.map(|(name, baseline)| baseline.changes(&name, &study, &full_name));

    let written = write_all(&targets, program, &study, changes.as_ref(), page);
    let is_complete = study.is_complete();
    if let Some(journal) = journal {
        if is_complete && written.is_ok() {
            journal.remove()?;
        } else {
            let path = journal.path().display();
            output::note(format_args!(
                "the runs so far are kept in {path}; --resume goes on with them"
            ));
        }
    }
    written?;
    let has_grown = changes.map_or(Ok(false), |changes| has_grown(&args.fail_if, &changes))?;
    Ok(if has_grown || !study.agrees() || study.has_crashed() {
        Exit::CheckFailed
    } else if is_complete {
        Exit::Solved
    } else {
        Exit::Stopped
    })
}

/// Refuses a baseline with which nothing could be compared, before anything is run.
fn refuse_foreign(
    name: &str,
    baseline: &Baseline,
    study: &Study,
    full_name: &dyn Fn(&str) -> String,
) -> Result<(), Failure> {
    if baseline.has_common(study, full_name) {
        return Ok(());
    }
    let (puzzles, engines) = baseline.names();
    Err(Failure::Usage(format!(
        "{name} has no engine on the same board in common with this comparison; it has {} on {}; name another \
         baseline, or compare these",
        engines.join(", "),
        puzzles.join(", ")
    )))
}

/// Whether anything has grown beyond one of the limits. The rows that have are named on standard error.
///
/// # Errors
/// When there is nothing that a limit could be held against: that is no success.
fn has_grown(limits: &[Limit], changes: &Changes) -> Result<bool, Failure> {
    let mut has_grown = false;
    for limit in limits {
        let Some(rows) = changes.beyond(limit) else {
            let why = match limit.measure {
                "time" => {
                    "that takes the same machine, several rounds on both sides, and a millisecond"
                }
                _ => "no engine answered the same board both times",
            };
            return Err(Failure::Usage(format!("--fail-if '{limit}' cannot be judged: {why}")));
        };
        for row in rows {
            has_grown = true;
            output::error(format_args!("{limit}: {row}"));
        }
    }
    Ok(has_grown)
}

/// Where a comparison is written to.
struct Targets<'a> {
    format: CompareFormat,
    /// A file; none is standard output.
    output: Option<&'a Path>,
    html: Option<&'a Path>,
}

impl<'a> Targets<'a> {
    /// Looks at the files before anything is run, as that may take long.
    fn of(args: &'a Compare) -> Result<Self, Failure> {
        let output = args.output.as_deref().filter(|path| *path != Path::new("-"));
        let html = args.html.as_deref();
        if let (Some(output), Some(html)) = (output, html)
            && same_file::is_same_place(output, html)
        {
            return Err(Failure::Usage("--output and --html name the same file".into()));
        }
        for path in [output, html].into_iter().flatten() {
            let fault = |path: &Path, error| Failure::File { path: path.into(), error };
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            if path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/") {
                return Err(fault(path, io::ErrorKind::IsADirectory.into()));
            }
            if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
                return Err(fault(folder, io::Error::other("there is no such folder")));
            }
        }
        targets_are_not_read(args, output, html)?;
        let extension = output.and_then(Path::extension).and_then(std::ffi::OsStr::to_str);
        let format = args.format.unwrap_or(match extension {
            Some("json") => CompareFormat::Json,
            Some("csv") => CompareFormat::Csv,
            Some("md") => CompareFormat::Markdown,
            _ => CompareFormat::Text,
        });
        Ok(Targets { format, output, html })
    }
}

/// Refuses to write a file that the comparison reads.
fn targets_are_not_read(
    args: &Compare,
    output: Option<&Path>,
    html: Option<&Path>,
) -> Result<(), Failure> {
    let inputs = || args.files.iter().chain(&args.baseline).map(PathBuf::as_path);
    let journal = output.or(html).map(Journal::beside);
    let mut outputs = Vec::new();
    for (option, path) in [("--output", output), ("--html", html)] {
        outputs.extend(path.map(|path| (format!("{option} {}", path.display()), path)));
    }
    if let (Some(journal), Some(html)) = (&journal, html)
        && same_file::is_same_place(journal, html)
    {
        let journal = journal.display();
        let usage = format!(
            "--html names {journal}, which keeps the runs until the end; name another file"
        );
        return Err(Failure::Usage(usage));
    }
    if let Some(journal) = &journal {
        let words = format!("{}, which keeps the runs until the end,", journal.display());
        outputs.push((words, journal));
    }
    overwrite::refuse(inputs(), &outputs)?;
    if output.is_none() { overwrite::refuse_standard_output(inputs()) } else { Ok(()) }
}

fn write_all(
    targets: &Targets<'_>,
    program: Program<'_>,
    study: &Study,
    changes: Option<&Changes>,
    page: &mut Page<'_>,
) -> Result<(), Failure> {
    match targets.output {
        None => write(targets.format, page, study, changes)?,
        Some(path) => write_file(path, |out| {
            let mut file = Page::new(out, Palette::plain(), None);
            write(targets.format, &mut file, study, changes)
        })?,
    }
    match targets.html {
        None => Ok(()),
        Some(path) => write_file(path, |out| write_html(out, program, study, changes)),
    }
}

/// An instance with all of its parameters, so that the same one has one name only.
fn full_name(program: Program<'_>, puzzle: &str) -> String {
    Registry(program.plugins).full_name(puzzle).unwrap_or_else(|_| puzzle.into())
}

/// What is to be compared, with nothing run yet.
fn study(
    args: &Compare,
    program: Program<'_>,
    load: Option<f64>,
    clock: Clock,
) -> Result<Study, Failure> {
    let family = args.scale.as_deref().map(|text| scale::parse(text, &args.puzzle)).transpose()?;
    let (plugin, _) = Registry(program.plugins).instance(match &family {
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
    for (size, puzzle) in members {
        let (_, mut instance) = Registry(program.plugins).instance(&puzzle)?;
        let (boards, boards_from) = boards(args, plugin, &*instance, clock)?;
        let found = Boards { boards, boards_from };
        let mut case = case(args, program, &*instance, found, size, puzzle)?;
        case.guide = guide(args, program, &mut *instance, &case)?;
        cases.push(case);
    }
    let machine = machine::describe();
    let (limits, default_limits) = limits(args);
    let setting = Setting {
        puzzle: args.puzzle.clone(),
        title: plugin.title.into(),
        parameter: family.map(|family| family.parameter),
        boards_from: common_boards(args, &cases),
        seed: args.generate.map(|_| args.seed),
        heuristic: args.heuristic.heuristic.clone(),
        rounds: args.runs.into(),
        limits: LimitsRecord::from(&limits),
        default_limits,
        threads: args.threads.into(),
        version: format!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        machine,
        load,
        command: command(),
    };
    Ok(Study { setting, cases })
}

/// Has an instance search with the heuristic that was asked for, if one was. Its tables are built here where
/// they are not saved yet, so that the processes of the engines find them; the time that it takes is no
/// engine's.
fn guide(
    args: &Compare,
    program: Program<'_>,
    instance: &mut dyn Instance,
    case: &Case,
) -> Result<Option<GuideRecord>, Failure> {
    let Some(heuristic) = &args.heuristic.heuristic else { return Ok(None) };
    tables::informed(program, &case.comparison.engines)?;
    if !tables::are_needed(instance, case.boards.iter().map(String::as_str)) {
        tables::check(instance, heuristic)?;
        return Ok(None);
    }
    let progress = Progress::start(args.progress);
    let puzzle = Registry(program.plugins).full_name(&case.puzzle)?;
    let begin = Instant::now();
    let bytes = tables::guide(instance, puzzle, heuristic, &args.heuristic.folder, &progress)?;
    Ok(Some(GuideRecord { bytes, setup_seconds: begin.elapsed().as_secs_f64() }))
}

/// The program and what it was called for, word by word.
fn command() -> Vec<String> {
    let arguments: Vec<_> = std::env::args_os().collect();
    let words = arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned());
    [super::name(&arguments)].into_iter().chain(words).collect()
}

/// What each run may use. Where nothing is said of time or memory, a run that does not come to an end, or takes
/// the machine's memory from all others, would end the comparison; so those have limits, whose names are
/// returned.
fn limits(args: &Compare) -> (Limits, Vec<String>) {
    const TIME: Duration = Duration::from_secs(60);
    let mut limits = Limits::from(&args.limits);
    let mut by_default = Vec::new();
    if limits.time.is_none() {
        limits.time = Some(TIME);
        by_default.push("seconds".into());
    }
    if args.limits.memory_limit.is_none() && limits.bytes.is_some() {
        by_default.push("bytes".into());
    }
    (limits, by_default)
}

/// Where the boards of all cases come from: what is true of each.
fn common_boards(args: &Compare, cases: &[Case]) -> String {
    let mut from = cases.iter().map(|case| &case.boards_from);
    let first = from.next().cloned().unwrap_or_default();
    match args.generate {
        Some(count) if !from.all(|other| *other == first) => {
            let count = units::counted(count as u64, "board");
            format!("up to {count} of each size (seed {})", args.seed)
        }
        _ => first,
    }
}

/// Boards, and where they come from.
struct Boards {
    boards: Vec<String>,
    boards_from: String,
}

/// The boards of an instance, and where they come from.
fn boards(
    args: &Compare,
    plugin: &Plugin,
    instance: &dyn Instance,
    clock: Clock,
) -> Result<(Vec<String>, String), Failure> {
    if let Some(count) = args.generate {
        let depth = args.depth.map_or(Depth::Any, Depth::Exactly);
        let request = Request { count, seed: args.seed, depth, cancel: Some(interrupt::flag()) };
        let generated = instance.generate(&request)?;
        let from = format!("{} (seed {})", generate::words(&generated, count), args.seed);
        return Ok((generated.boards, from));
    }
    if args.files.iter().filter(|file| *file == Path::new("-")).count() > 1 {
        return Err(Failure::Usage("standard input (`-`) is named twice".into()));
    }
    if args.files.is_empty() {
        return Ok((vec![instance.demo()], "the demo board".into()));
    }
    let boards =
        input::boards_of_all(&args.files, Target { plugin, instance, spec: &args.puzzle }, clock)?;
    let from = units::counted(boards.len() as u64, "board");
    Ok((boards.into_iter().map(|board| board.text).collect(), from))
}

fn case(
    args: &Compare,
    program: Program<'_>,
    instance: &dyn Instance,
    Boards { boards, boards_from }: Boards,
    size: Option<u64>,
    puzzle: String,
) -> Result<Case, Failure> {
    let (choices, left_out) = if args.engines.is_empty() {
        let abilities = instance.abilities();
        let missing = |engine: &Engine| engine.lacking(|ability| abilities.contains(&ability));
        let left_out = program.engines.iter();
        let left_out = left_out.filter_map(|engine| Some((engine.name, missing(engine)?)));
        (compare::fitting(instance, program.engines), left_out.collect())
    } else {
        let texts = whole_engines(&args.engines)?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        (compare::chosen(instance, program.engines, &texts)?, Vec::new())
    };
    let engines = choices.iter().map(|choice| choice.name).collect();
    let plan = Plan { boards: boards.len(), engines, rounds: args.runs.into() };
    let (comparison, solutions) = (Comparison::empty(&plan), vec![None; boards.len()]);
    let guide = None;
    Ok(Case { puzzle, size, boards, boards_from, guide, left_out, comparison, solutions })
}

/// The engines that are listed, of pieces that commas stood between: a piece `PARAMETER=VALUE` belongs to the engine
/// before it.
fn whole_engines(pieces: &[String]) -> Result<Vec<String>, Failure> {
    let mut engines: Vec<String> = Vec::new();
    for piece in pieces.iter().map(|piece| piece.trim()) {
        let is_parameter = piece.contains('=') && !piece.contains(':');
        match engines.last_mut().filter(|_| is_parameter) {
            Some(engine) if engine.contains(':') => {
                engine.push(',');
                engine.push_str(piece);
            }
            Some(engine) => {
                let fault = format!(
                    "`{piece}` is no engine; for a parameter of {engine} write {engine}:{piece}"
                );
                return Err(Failure::Usage(fault));
            }
            None => engines.push(piece.into()),
        }
    }
    Ok(engines)
}

/// Carries out the runs that are missing, and keeps them beside the output if there is to be one.
fn run_all(
    targets: &Targets<'_>,
    args: &Compare,
    program: Program<'_>,
    study: &mut Study,
) -> Result<Option<Journal>, Failure> {
    let mut journal = None;
    // Beside a pipe or a device there is nothing to be kept.
    let output = targets.output.or(targets.html).filter(|output| !is_special(output));
    if let Some(output) = output {
        let path = Journal::beside(output);
        if args.resume && !path.exists() {
            let path = path.display();
            output::note(format_args!("nothing to resume, as there is no {path}; starting anew"));
        }
        let (opened, kept) = Journal::open(path, &header(study, program), args.resume)?;
        for kept in kept {
            let case = &mut study.cases[kept.case];
            if let Some(solution) = kept.solution {
                solution.improve(&mut case.solutions[kept.run.place.board]);
            }
            case.comparison.runs.push(kept.run);
        }
        journal = Some(opened);
    }
    // From here on Ctrl-C only sets the flag.
    interrupt::flag();
    let progress = Progress::start(args.progress);
    let (setting, rounds) = (&study.setting, study.setting.rounds);
    for (number, case) in study.cases.iter_mut().enumerate() {
        let engines = case.comparison.engines.clone();
        let plan = Plan { boards: case.boards.len(), engines, rounds };
        let (boards, puzzle) = (plan.boards, &case.puzzle);
        let next = |place: compare::Place| {
            progress.begin(|| {
                let (board, round) = (place.board + 1, place.round + 1);
                let engine = place.engine;
                format!("{puzzle}, board {board} of {boards}, round {round} of {rounds}: {engine}")
            });
        };
        let guidance = match &args.heuristic.heuristic {
            None => None,
            Some(heuristic) => Some(Guidance {
                heuristic,
                engines: tables::informed(program, &plan.engines)?,
                folder: args.heuristic.folder.tables.as_deref(),
            }),
        };
        let (guidance, solutions) = (guidance.as_ref(), &mut case.solutions);
        let mut runner = Processes::new(puzzle, &case.boards, setting, guidance, solutions, &next);
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

/// What is compared, however it is spelt.
fn header(study: &Study, program: Program<'_>) -> Header {
    let cases = study.cases.iter().map(|case| HeaderCase {
        puzzle: full_name(program, &case.puzzle),
        boards: case.boards.clone(),
        engines: case.comparison.engines.iter().map(ToString::to_string).collect(),
    });
    let puzzle = full_name(program, &study.setting.puzzle);
    Header { setting: Setting { puzzle, ..study.setting.clone() }, cases: cases.collect() }
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
    program: Program<'_>,
    study: &Study,
    changes: Option<&Changes>,
) -> Result<(), Failure> {
    let instances = study.cases.iter().map(|case| {
        let (_, instance) = Registry(program.plugins).instance(&case.puzzle)?;
        Ok((case.puzzle.as_str(), instance))
    });
    let instances = instances.collect::<Result<Vec<_>, Failure>>()?;
    let view = |case: &Case, board: &str| {
        let (_, instance) = instances.iter().find(|(puzzle, _)| *puzzle == case.puzzle)?;
        instance.view(board).ok().flatten()
    };
    Ok(comparison::write_html(out, study, changes, program.engines, &view)?)
}

/// Writes a file, and says so. It is there as a whole or not at all, unless it is a device or a pipe, in whose
/// place no file may be put.
fn write_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let fault = |error| Failure::File { path: path.into(), error };
    // Whatever cannot be written, it is this file.
    let named = |failure| match failure {
        Failure::Output(error) => fault(error),
        other => other,
    };
    if is_special(path) {
        let file = OpenOptions::new().write(true).open(path).map_err(fault)?;
        let mut out = BufWriter::new(file);
        write(&mut out).map_err(named)?;
        out.flush().map_err(fault)?;
    } else {
        // A link to a file stays, and the file is written.
        let place = std::fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let mut draft = Draft::create(&place).map_err(fault)?;
        write(&mut draft).map_err(named)?;
        draft.finish().map_err(fault)?;
    }
    output::note(format_args!("written: {}", path.display()));
    Ok(())
}

/// Whether it is a pipe or a device.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|there| !there.is_file())
}

fn read_baseline(path: &Path, clock: Clock) -> Result<(String, Baseline), Failure> {
    let fault = |fault| Failure::Baseline { path: path.into(), fault };
    let bytes = reading::to_end(Some(path), clock).map_err(fault)?;
    let text = String::from_utf8(bytes).map_err(|error| fault(io::Error::other(error).into()))?;
    let name = path.display().to_string();
    let baseline =
        Baseline::read(&text).map_err(|fault| Failure::Usage(format!("{name}: {fault}")))?;
    Ok((name, baseline))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Result<Vec<String>, String> {
        let pieces: Vec<String> = text.split(',').map(String::from).collect();
        whole_engines(&pieces).map_err(|fault| fault.to_string())
    }

    #[test]
    fn parameters_stay_with_their_engine() {
        for (text, engines) in [
            ("bfs", &["bfs"][..]),
            ("bfs, beam", &["bfs", "beam"]),
            ("a,b:x=1,y=2,c,d:z=3", &["a", "b:x=1,y=2", "c", "d:z=3"]),
            ("b:x=1,b:x=2, y=3", &["b:x=1", "b:x=2,y=3"]),
            ("x=1", &["x=1"]),
        ] {
            assert_eq!(
                split(text).as_deref(),
                Ok(&engines.iter().map(ToString::to_string).collect::<Vec<_>>()[..])
            );
        }
        let fault = "`width=5` is no engine; for a parameter of beam write beam:width=5";
        assert_eq!(split("bfs,beam,width=5"), Err(fault.into()));
    }
}
