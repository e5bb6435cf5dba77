//! `list`: what there is.

use super::Program;
use super::args::{Format, List};
use super::error::Failure;
use super::exit::Exit;
use crate::engines::{Engine, Guarantee};
use crate::plugin::Plugin;
use crate::report::{Page, json, table};
use serde::Serialize;
use std::io::Write;

#[derive(Serialize)]
struct Line<'a> {
    puzzles: Vec<PuzzleEntry<'a>>,
    engines: Vec<EngineEntry<'a>>,
}

#[derive(Serialize)]
struct PuzzleEntry<'a> {
    name: &'a str,
    title: &'a str,
    summary: &'a str,
}

#[derive(Serialize)]
struct EngineEntry<'a> {
    name: &'a str,
    summary: &'a str,
    needs: Vec<String>,
    guarantee: Guarantee,
    lists_all: bool,
}

pub(crate) fn run(args: &List, program: Program<'_>, page: &mut Page<'_>) -> Result<Exit, Failure> {
    match args.format {
        Format::Text => write_text(program, page)?,
        Format::Json => {
            let puzzles = program
                .plugins
                .iter()
                .map(|&Plugin { name, title, summary, .. }| PuzzleEntry { name, title, summary });
            let engines = program.engines.iter().map(|about| EngineEntry {
                name: about.name,
                summary: about.summary,
                needs: needs(about),
                guarantee: about.guarantee,
                lists_all: about.lists_all,
            });
            let line = Line { puzzles: puzzles.collect(), engines: engines.collect() };
            json::write_line(page, &line)?;
        }
    }
    Ok(Exit::Solved)
}

fn write_text(program: Program<'_>, page: &mut Page<'_>) -> Result<(), Failure> {
    let width = page.width;
    let puzzles =
        program.plugins.iter().map(|plugin| vec![plugin.name.into(), plugin.summary.into()]);
    let puzzles = table::table(&["puzzle", "what the player does"], puzzles, width);
    page.table(&puzzles)?;
    writeln!(page)?;
    let engines = program.engines.iter().map(|about| {
        let needs = needs(about).join(", ");
        vec![about.name.into(), about.summary.into(), needs]
    });
    let engines = table::table(&["engine", "what it does", "what it needs"], engines, width);
    page.table(&engines)?;
    Ok(())
}

fn needs(about: &Engine) -> Vec<String> {
    about.needs.iter().map(ToString::to_string).collect()
}
