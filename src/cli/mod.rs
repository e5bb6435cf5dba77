//! The command line as a library.
//!
//! A crate with puzzles of its own gets every command from a `main` of one line:
//!
//! ```no_run
//! # use puzzlespace::plugin::Plugin;
//! # const PLUGINS: &[Plugin] = &[];
//! fn main() -> std::process::ExitCode {
//!     puzzlespace::cli::main(PLUGINS)
//! }
//! ```
//!
//! Nothing here searches: it parses, calls and prints. Help and errors go by the name of the running
//! program, and nothing that is done at the start takes longer for a longer list of plugins.

mod args;
mod cell;
mod check;
mod compare;
mod completions;
mod describe;
mod error;
mod exit;
mod fitting;
mod forms;
mod generate;
mod help;
mod input;
mod interrupt;
mod journal;
mod list;
mod machine;
mod memory;
mod output;
mod overwrite;
mod processes;
mod progress;
mod quantity;
mod reading;
mod scale;
mod solve;
mod suggest;
mod survey;
mod tables;
mod visible;

pub use exit::Exit;

use crate::engines::{ENGINES, Engine};
use crate::plugin::Plugin;
use args::{Cli, Command};
use clap::FromArgMatches;
use error::Failure;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

/// Runs the command that the program was called with, on these puzzles.
///
/// Reads the arguments, standard input and the files named; writes to standard output and standard
/// error. Returns what the program should end with: the code of an [`Exit`].
pub fn main(plugins: &[Plugin]) -> ExitCode {
    Program { plugins, engines: ENGINES }.main()
}

/// A command line: what its commands know of.
///
/// ```no_run
/// # use puzzlespace::plugin::Plugin;
/// # const PLUGINS: &[Plugin] = &[];
/// # use puzzlespace::engines::bfs::ENGINE as MINE;
/// use puzzlespace::{cli::Program, engines::ENGINES};
///
/// fn main() -> std::process::ExitCode {
///     // With an engine of one's own.
///     let engines = [ENGINES, &[&MINE]].concat();
///     Program { plugins: PLUGINS, engines: &engines }.main()
/// }
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Program<'p> {
    /// The puzzles.
    pub plugins: &'p [Plugin],
    /// The engines, the reference first.
    pub engines: &'p [&'static Engine],
}

impl Program<'_> {
    /// Runs the command that the program was called with: see [`main`].
    pub fn main(self) -> ExitCode {
        let arguments: Vec<OsString> = std::env::args_os().collect();
        run(self, &arguments).into()
    }
}

fn run(program: Program<'_>, arguments: &[OsString]) -> Exit {
    if arguments.get(1).is_some_and(|first| first == cell::COMMAND) {
        let mut page = output::standard_output();
        return ending(cell::run(program, arguments.get(2), &mut page));
    }
    let command = help::command(&name(arguments), program.plugins);
    let cli = match command.clone().try_get_matches_from(arguments) {
        Ok(matches) => Cli::from_arg_matches(&matches),
        Err(error) => Err(error),
    };
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => {
            if error.use_stderr() {
                output::usage(&error);
                return Exit::BadInput;
            }
            let printed = output::help(&error.render());
            return ending(printed.map(|()| Exit::Solved).map_err(Failure::Output));
        }
    };
    let mut page = output::standard_output();
    let result = match &cli.command {
        Command::List(args) => list::run(args, program, &mut page),
        Command::Describe(args) => describe::run(args, program, &mut page),
        Command::Solve(args) => solve::run(args, program, &mut page),
        Command::Compare(args) => compare::run(args, program, &mut page),
        Command::Survey(args) => survey::run(args, program, &mut page),
        Command::Generate(args) => generate::run(args, program, &mut page),
        Command::Tables(command) => tables::run(command, program, &mut page),
        Command::Check(args) => check::run(args, program, &mut page),
        Command::Completions(args) => completions::run(args, command, program, &mut page),
    };
    ending(result.and_then(|exit| {
        page.flush()?;
        Ok(exit)
    }))
}

/// How the program ends on this result; of a failure it tells first.
fn ending(result: Result<Exit, Failure>) -> Exit {
    result.unwrap_or_else(|failure| {
        if !failure.is_silent() {
            output::error(&failure);
        }
        failure.exit()
    })
}

/// The name that the program was called by.
fn name(arguments: &[OsString]) -> String {
    let path = arguments.first().map(Path::new);
    let name = path.and_then(Path::file_stem).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| env!("CARGO_PKG_NAME").into())
}
