//! `generate`: boards made up for a purpose.

use super::Program;
use super::args::{Format, Generate};
use super::error::Failure;
use super::exit::Exit;
use super::{interrupt, output};
use crate::generate::{Depth, Generated, How, Request};
use crate::registry::Registry;
use crate::report::{Page, json};
use crate::units;
use serde::Serialize;
use std::io::Write;

/// What is written for programs.
#[derive(Serialize)]
struct Line<'a> {
    puzzle: &'a str,
    seed: u64,
    method: &'static str,
    depth: Option<u64>,
    how: String,
    boards: &'a [String],
}

pub(crate) fn run(
    args: &Generate,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let (_, instance) = Registry(program.plugins).instance(&args.puzzle)?;
    let depth = match args.depth {
        _ if args.hardest => Depth::Farthest,
        Some(depth) => Depth::Exactly(depth),
        None => Depth::Any,
    };
    let request =
        Request { count: args.count, seed: args.seed, depth, cancel: Some(interrupt::flag()) };
    let generated = instance.generate(&request)?;
    match args.format {
        Format::Json => {
            let (method, depth) = match generated.how {
                How::Layer { depth, .. } => ("layer", Some(depth)),
                How::Searched { depth } => ("searched", Some(depth)),
                How::Walk { .. } => ("walk", None),
                How::Scrambled => ("scrambled", None),
            };
            let (puzzle, seed, how) = (&args.puzzle, args.seed, generated.how.to_string());
            let boards = &generated.boards;
            json::write_line(page, &Line { puzzle, seed, method, depth, how, boards })?;
        }
        Format::Text => {
            // One on a line each where that is how they are written, and else with a blank line between them.
            let is_short = generated.boards.iter().all(|board| !board.contains('\n'));
            let between = if is_short { "\n" } else { "\n\n" };
            writeln!(page, "{}", generated.boards.join(between))?;
            output::note(words(&generated, args.count));
        }
    }
    Ok(Exit::Solved)
}

/// What is known of the boards.
pub(super) fn words(generated: &Generated, wanted: usize) -> String {
    let made = generated.boards.len();
    let only = if made < wanted { "only " } else { "" };
    format!("{only}{} {}", units::counted(made as u64, "board"), generated.how)
}
