//! `completions`: a script for a shell.

use super::Program;
use super::args::Completions;
use super::error::Failure;
use super::exit::Exit;
use crate::report::Page;
use clap::Command;
use clap::builder::PossibleValuesParser;
use std::io::Write;

pub(crate) fn run(
    args: &Completions,
    command: Command,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    // It panics where it cannot write, which a vector rules out.
    clap_complete::generate(args.shell, &mut with_names(command, program), name, &mut script);
    page.write_all(&script)?;
    Ok(Exit::Solved)
}

/// The command line with the names of puzzles and engines as the values to choose from. Only for
/// scripts: in earnest a puzzle takes arguments behind its name, and errors suggest what was meant.
fn with_names(command: Command, program: Program<'_>) -> Command {
    let puzzles: Vec<_> = program.plugins.iter().map(|plugin| plugin.name).collect();
    let engines: Vec<_> = program.engines.iter().map(|engine| engine.name).collect();
    let choice = |names: &[&'static str]| PossibleValuesParser::new(names.to_vec());
    [
        ("describe", "name", [&puzzles[..], &engines].concat()),
        ("solve", "puzzle", puzzles.clone()),
        ("solve", "engine", [&["auto"], &engines[..]].concat()),
        ("compare", "puzzle", puzzles.clone()),
        ("compare", "engines", engines.clone()),
        ("generate", "puzzle", puzzles.clone()),
        ("check", "puzzles", puzzles.clone()),
        ("survey", "puzzle", puzzles.clone()),
        ("tables build", "puzzle", puzzles.clone()),
        ("tables suggest", "puzzle", puzzles.clone()),
        ("tables remove", "puzzle", puzzles.clone()),
    ]
    .into_iter()
    .fold(command, |command, (path, argument, names)| {
        let change = |command: Command| {
            command.mut_arg(argument, |argument| argument.value_parser(choice(&names)))
        };
        match path.split_once(' ') {
            Some((first, second)) => {
                command.mut_subcommand(first, |first| first.mut_subcommand(second, change))
            }
            None => command.mut_subcommand(path, change),
        }
    })
}
