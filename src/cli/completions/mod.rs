//! `completions`: a script for a shell.

mod elvish;
mod fish;
mod powershell;
mod words;

use super::Program;
use super::args::Completions;
use super::error::Failure;
use super::exit::Exit;
use crate::report::Page;
use crate::survey::Store;
use clap::Command;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use std::io::Write;
use words::Words;

pub(crate) fn run(
    args: &Completions,
    command: Command,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let name = command.get_name().to_owned();
    let mut command = with_names(command, program);
    let words = || Words::of(&command);
    // `clap_complete` knows values of arguments in Bash and Zsh alone.
    let script = match args.shell {
        Shell::Elvish => elvish::script(&name, &words()),
        Shell::PowerShell => powershell::script(&name, &words()),
        Shell::Fish => {
            let values = fish::values(&name, &words());
            generated(Shell::Fish, &mut command, &name) + &values
        }
        shell => generated(shell, &mut command, &name),
    };
    page.write_all(script.as_bytes())?;
    Ok(Exit::Solved)
}

fn generated(shell: Shell, command: &mut Command, name: &str) -> String {
    let mut script = Vec::new();
    // It panics where it cannot write, which a vector rules out.
    clap_complete::generate(shell, command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// The command line with the names of puzzles and engines as the values to choose from. Only for
/// scripts: in earnest a puzzle takes arguments behind its name, and errors suggest what was meant.
fn with_names(command: Command, program: Program<'_>) -> Command {
    let puzzles: Vec<_> = program.plugins.iter().map(|plugin| plugin.name).collect();
    let engines: Vec<_> = program.engines.iter().map(|engine| engine.name).collect();
    let stores = std::iter::once("auto").chain(Store::ALL.map(Store::name)).collect();
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
        ("survey", "store", stores),
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
