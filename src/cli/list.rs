//! `list`: what there is.

use super::args::{Format, List};
use super::error::Failure;
use super::exit::Exit;
use super::output::Output;
use crate::engines::{ABOUTS, About};
use crate::plugin::Plugin;
use crate::report::{json, table};
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
    lists_all: bool,
}

pub(crate) fn run(args: &List, plugins: &[Plugin], out: &mut Output) -> Result<Exit, Failure> {
    match args.format {
        Format::Text => write_text(plugins, out)?,
        Format::Json => {
            let puzzles = plugins.iter().map(|&Plugin { name, title, summary, .. }| PuzzleEntry {
                name,
                title,
                summary,
            });
            let engines = ABOUTS.iter().map(|about| EngineEntry {
                name: about.name,
                summary: about.summary,
                needs: needs(about),
                lists_all: about.lists_all,
            });
            let line = Line { puzzles: puzzles.collect(), engines: engines.collect() };
            json::write_line(out, &line)?;
        }
    }
    Ok(Exit::Solved)
}

fn write_text(plugins: &[Plugin], out: &mut Output) -> Result<(), Failure> {
    let (palette, width) = (out.palette, out.width);
    let puzzles = plugins.iter().map(|plugin| vec![plugin.name.into(), plugin.summary.into()]);
    let puzzles = table::table(&["puzzle", "what the player does"], puzzles, width);
    table::write(out, &palette, &puzzles, "")?;
    writeln!(out)?;
    let engines = ABOUTS.iter().map(|about| {
        let needs = needs(about).join(", ");
        vec![about.name.into(), about.summary.into(), needs]
    });
    let engines = table::table(&["engine", "what it does", "what it needs"], engines, width);
    table::write(out, &palette, &engines, "")?;
    Ok(())
}

fn needs(about: &About) -> Vec<String> {
    about.needs.iter().map(ToString::to_string).collect()
}
