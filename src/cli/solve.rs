//! `solve`: one board or many.

use super::args::{self, Format, Solve};
use super::error::Failure;
use super::exit::Exit;
use super::progress::Progress;
use super::{input, interrupt, tables};
use crate::compare::{self, Tally};
use crate::plugin::{Answer, Instance, Plugin};
use crate::registry::Registry;
use crate::report::{Page, answer, json};
use crate::search::{self, Job, Limits};
use std::io::{self, Write};

pub(crate) fn run(args: &Solve, plugins: &[Plugin], page: &mut Page<'_>) -> Result<Exit, Failure> {
    let (plugin, mut instance) = Registry(plugins).instance(&args.puzzle)?;
    // Before the boards are read, so that a slip is told at once.
    let (engine, why) = engine(args, &*instance)?;
    let boards = input::boards(args.file.as_deref(), plugin, &*instance)?;

    let progress = Progress::start(args.progress);
    if let Some(heuristic) = &args.heuristic.heuristic {
        let puzzle = Registry(plugins).full_name(&args.puzzle)?;
        tables::guide(&mut *instance, puzzle, heuristic, &args.heuristic.folder, &progress)?;
    }
    let observe = |search: &search::Progress<'_>| progress.observe(search);
    let job = Job {
        limits: Limits::from(&args.limits),
        wanted: args.wanted(),
        kept: None,
        threads: args.threads.into(),
        transpositions: args.transpositions.transpositions,
        cancel: Some(interrupt::flag()),
        observer: progress.is_shown().then_some(&observe),
    };
    let heading = page.palette.heading;
    let mut tally = Tally::default();
    for (index, board) in boards.iter().enumerate() {
        if interrupt::is_requested() {
            break;
        }
        progress.begin(|| format!("board {} of {}", index + 1, boards.len()));
        let answer = instance.solve(&board.text, engine, &job)?;
        progress.clear();
        tally.add(&answer.outcome);
        match args.format {
            Format::Json => {
                let (puzzle, all) = (&args.puzzle, args.all.is_some());
                json::write_line(page, &json::AnswerLine::new(puzzle, &board.text, &answer, all))?;
            }
            Format::Text => {
                if index == 0 {
                    let heuristic = args.heuristic.heuristic.as_deref();
                    write_title(page, plugin, answer.engine, heuristic, why)?;
                }
                if boards.len() > 1 {
                    let (number, count, line) = (index + 1, boards.len(), board.line);
                    writeln!(page)?;
                    page.prose(heading, &format!("board {number} of {count}, line {line}"))?;
                }
                writeln!(page)?;
                answer::write(page, &board.text, &answer)?;
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

/// The engine to take when nobody says which and a heuristic was asked for.
const INFORMED: (&str, &str) = ("packed_ida_star", "a heuristic was asked for");
/// That to take when a transposition table was asked for.
const REMEMBERING: (&str, &str) = (args::REMEMBERING, "a transposition table was asked for");

/// The engine, and why where nobody asked for it.
fn engine(
    args: &Solve,
    instance: &dyn Instance,
) -> Result<(&'static str, Option<&'static str>), Failure> {
    let has_heuristic = args.heuristic.heuristic.is_some();
    if args.engine == "auto" {
        let (engine, why) = if args.transpositions.transpositions.is_some() {
            REMEMBERING
        } else if has_heuristic {
            INFORMED
        } else {
            let (about, why) = instance.auto(args.wanted());
            (about.name, why)
        };
        return Ok((engine, Some(why)));
    }
    let engine = compare::chosen(instance, &[&args.engine])?[0];
    if has_heuristic {
        tables::informed(&[engine])?;
    }
    args.transpositions.fit(&[engine])?;
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
