//! `solve`: one board or many.

use super::Program;
use super::args::{Format, Solve};
use super::error::Failure;
use super::exit::Exit;
use super::input::{self, Board, Target};
use super::progress::Progress;
use super::reading::{self, Clock};
use super::{interrupt, overwrite, tables};
use crate::abilities::Ability;
use crate::compare::{self, Tally};
use crate::engines::prediction::Sampling;
use crate::engines::{AUTO, Choice, SearchError, packed_ida_star};
use crate::plugin::{Answer, Instance, Plugin, SolveError};
use crate::registry::Registry;
use crate::report::{Page, answer, json, prediction};
use crate::search::{self, Job, Limit, Limits, Outcome, Wanted};
use std::io::{self, Write};
use std::time::{Duration, Instant};

pub(crate) fn run(
    args: &Solve,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let (plugin, mut instance) = Registry(program.plugins).instance(&args.puzzle)?;
    // Before the boards are read, so that a slip is told at once.
    let (engine, why) = engine(args, program, &*instance)?;
    if args.draw && args.format == Format::Json {
        return Err(Failure::Usage(
            "--draw is for text; leave it out, or take --format text".into(),
        ));
    }
    overwrite::refuse_standard_output(args.file.as_deref())?;
    let file = args.file.as_deref();
    let clock = Clock::start(args.limits.time_limit);
    let target = Target { plugin, instance: &*instance, spec: &args.puzzle };
    let boards = input::boards(file, target, clock)?;
    // The first board has what reading has left of its time.
    let reading = if reading::is_typed(file) { Duration::ZERO } else { clock.spent() };

    let progress = Progress::start(args.progress);
    if let Some(heuristic) = &args.heuristic.heuristic {
        if tables::are_needed(&*instance, boards.iter().map(|board| &*board.text)) {
            let puzzle = Registry(program.plugins).full_name(&args.puzzle)?;
            tables::guide(&mut *instance, puzzle, heuristic, &args.heuristic.folder, &progress)?;
        } else {
            tables::check(&*instance, heuristic)?;
        }
    }
    let observe = |search: &search::Progress<'_>| progress.observe(search);
    let job = Job {
        limits: Limits::from(&args.limits),
        wanted: args.wanted(),
        kept: None,
        threads: args.threads.into(),
        cancel: Some(interrupt::flag()),
        observer: progress.is_shown().then_some(&observe),
    };
    let (sampling, (sampling_job, share)) = (Sampling::default(), share_of(&job));
    let heading = page.palette.heading;
    let begin = |page: &mut Page<'_>, index: usize, board: &Board| -> io::Result<()> {
        if index == 0 {
            write_title(page, plugin, engine.name, args.heuristic.heuristic.as_deref(), why)?;
        }
        if boards.len() > 1 {
            let (number, count, line) = (index + 1, boards.len(), board.line);
            writeln!(page)?;
            page.prose(heading, &format!("board {number} of {count}, line {line}"))?;
        }
        writeln!(page, "\n{}\n", board.text)
    };
    let mut tally = Tally::default();
    for (index, board) in boards.iter().enumerate() {
        // In JSON each board has its line, and of the first one people hear as well that it is cancelled.
        if interrupt::is_requested() && index > 0 && args.format == Format::Text {
            break;
        }
        let task = format!("board {} of {}", index + 1, boards.len());
        let began = Instant::now();
        let predict = || {
            progress.begin(|| format!("{task}, sampling"));
            let prediction = instance.predict(&board.text, &sampling, &sampling_job);
            progress.clear();
            prediction
        };
        let prediction = args.predict.then(predict).transpose()?;
        if let (Some(prediction), Format::Text) = (&prediction, args.format) {
            begin(page, index, board)?;
            prediction::write(page, &sampling, prediction, share)?;
            page.flush()?;
        }
        progress.begin(|| task);
        let before = if index == 0 { reading } else { Duration::ZERO };
        let spent = before + if args.predict { began.elapsed() } else { Duration::ZERO };
        let answer = solve(&*instance, &board.text, &engine, &job, spent)?;
        progress.clear();
        tally.add(&answer.outcome);
        match args.format {
            Format::Json => {
                let (puzzle, all) = (&args.puzzle, args.all.is_some());
                let line =
                    json::AnswerLine::new(puzzle, &board.text, &answer, all, prediction.as_ref());
                json::write_line(page, &line)?;
            }
            Format::Text => {
                if prediction.is_none() {
                    begin(page, index, board)?;
                }
                answer::write(page, &answer)?;
                if let Some(prediction) = &prediction {
                    prediction::write_truth(page, prediction, &answer)?;
                }
                if args.draw {
                    draw(page, &*instance, &answer)?;
                }
            }
        }
        page.flush()?;
    }
    let left = boards.len() - tally.answered() - tally.unanswered();
    if args.format == Format::Text && boards.len() > 1 {
        let left = if left > 0 { format!(", {left} not begun") } else { String::new() };
        writeln!(page)?;
        page.prose(heading, &format!("{} boards: {tally}{left}", boards.len()))?;
    }
    Ok(exit(&tally, left))
}

/// A prediction takes no longer than this,
const SAMPLING: Duration = Duration::from_secs(10);
/// and no more than one part of the time limit in so many.
const SHARE: u32 = 4;

/// The same job for a prediction, and what its time limit is.
fn share_of<'a>(job: &Job<'a>) -> (Job<'a>, &'static str) {
    let share = job.limits.time.map(|limit| limit / SHARE).filter(|&share| share < SAMPLING);
    let words = if share.is_some() { "a quarter of --time-limit" } else { "the most for sampling" };
    let time = share.or(Some(SAMPLING));
    (Job { limits: Limits { time, ..job.limits }, ..*job }, words)
}

/// Solves a board when so much of the time limit is spent.
fn solve(
    instance: &dyn Instance,
    board: &str,
    engine: &Choice,
    job: &Job<'_>,
    spent: Duration,
) -> Result<Answer, SolveError> {
    let time = job.limits.time.map(|limit| limit.saturating_sub(spent));
    let limits = Limits { time, ..job.limits };
    let mut answer = instance.solve(board, engine, &Job { limits, ..*job })?;
    if let (Outcome::Limit(Limit::Time(left)), Some(whole)) = (&mut answer.outcome, job.limits.time)
    {
        *left = whole;
    }
    Ok(answer)
}

/// Draws the boards of each solution, from the first to the last.
fn draw(page: &mut Page<'_>, instance: &dyn Instance, answer: &Answer) -> io::Result<()> {
    let drawing = |board: &str| {
        let view = instance.view(board).ok().flatten();
        view.map_or_else(|| board.to_owned(), |view| view.to_text())
    };
    let Some(solution) = answer.outcome.solution() else { return Ok(()) };
    for path in &solution.paths {
        writeln!(page, "\n{}", drawing(&path.start))?;
        for (index, (words, board)) in path.steps.iter().enumerate() {
            writeln!(page, "\n{}. {words}\n{}", index + 1, drawing(board))?;
        }
    }
    Ok(())
}

/// The engine, and why where nobody asked for it.
fn engine(
    args: &Solve,
    program: Program<'_>,
    instance: &dyn Instance,
) -> Result<(Choice, Option<&'static str>), Failure> {
    let has_heuristic = args.heuristic.heuristic.is_some();
    let deepening = &packed_ida_star::ENGINE;
    let is_blind = !has_heuristic && !instance.abilities().contains(&Ability::Informed);
    if args.predict && is_blind {
        return Err(Failure::Blind { option: "--predict", known: deepening.name });
    }
    if args.engine == AUTO {
        if has_heuristic && args.wanted() != Wanted::One {
            return Err(Failure::Usage(
                "no engine with a heuristic lists every optimal solution; leave out --heuristic, or --all"
                    .into(),
            ));
        }
        let asked_for = if args.predict {
            "a prediction was asked for"
        } else if has_heuristic {
            "a heuristic was asked for"
        } else {
            let (engine, why) = instance.auto(args.wanted(), &Limits::from(&args.limits));
            return Ok((engine.into(), Some(why)));
        };
        return Ok((deepening.into(), Some(asked_for)));
    }
    let engine = compare::chosen(instance, program.engines, &[&args.engine])?.swap_remove(0);
    if args.wanted() != Wanted::One && !engine.engine.lists_all {
        let fitting = compare::fitting(instance, program.engines).into_iter();
        let fitting = fitting.filter(|other| other.engine.lists_all).map(|other| other.name);
        let (engine, fitting) = (engine.name, fitting.collect());
        return Err(SearchError::OneOnly { engine, fitting }.into());
    }
    if args.predict && engine.engine.name != deepening.name {
        return Err(Failure::Unforeseen { engine: engine.name, known: deepening.name });
    }
    if has_heuristic {
        tables::informed(program, &[engine.name])?;
    }
    Ok((engine, None))
}

/// Says which engine it is, and why where nobody asked for it.
fn write_title(
    page: &mut Page<'_>,
    plugin: &Plugin,
    engine: &str,
    heuristic: Option<&str>,
    why: Option<&str>,
) -> io::Result<()> {
    let with = heuristic.map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    let because = why.map_or(String::new(), |why| format!(", chosen because {why}"));
    page.prose(page.palette.heading, &format!("{} by {engine}{with}{because}", plugin.title))
}

/// How the program ends after these boards, of which `left` were not begun.
fn exit(tally: &Tally, left: usize) -> Exit {
    if tally.unanswered() + left > 0 {
        Exit::Stopped
    } else if tally.unsolvable > 0 {
        Exit::Unsolvable
    } else {
        Exit::Solved
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_boards_the_least_certain_decides() {
        let solved = Tally { solved: 3, ..Tally::default() };
        let unsolvable = Tally { unsolvable: 1, ..solved };
        assert_eq!(exit(&solved, 0), Exit::Solved);
        assert_eq!(exit(&unsolvable, 0), Exit::Unsolvable);
        assert_eq!(exit(&Tally { limit: 1, ..unsolvable }, 0), Exit::Stopped);
        assert_eq!(exit(&Tally { cancelled: 1, ..solved }, 0), Exit::Stopped);
        assert_eq!(exit(&Tally { gave_up: 1, ..solved }, 0), Exit::Stopped);
        assert_eq!(exit(&unsolvable, 1), Exit::Stopped);
    }
}
