//! `compare`: engines side by side.

use super::args::{Compare, Format};
use super::error::Failure;
use super::exit::Exit;
use super::progress::Progress;
use super::{input, interrupt};
use crate::compare;
use crate::plugin::Plugin;
use crate::registry::Registry;
use crate::report::{Page, comparison, json};
use crate::search::{Job, Limits, Wanted};
use std::io::Write;

pub(crate) fn run(
    args: &Compare,
    plugins: &[Plugin],
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let (plugin, instance) = Registry(plugins).instance(&args.puzzle)?;
    let boards: Vec<String> = if args.files.is_empty() {
        vec![instance.demo()]
    } else {
        let boards = input::boards_of_all(&args.files, plugin, &*instance)?;
        boards.into_iter().map(|board| board.text).collect()
    };
    let (engines, left_out): (Vec<&str>, _) = if args.engines.is_empty() {
        let missing = instance.engines().into_iter();
        let left_out = missing.filter_map(|(about, missing)| Some((about.name, missing?)));
        (compare::fitting(&*instance), left_out.collect())
    } else {
        (args.engines.iter().map(|name| name.trim()).collect(), Vec::new())
    };

    let progress = Progress::start(args.progress);
    let observe = |search: &_| progress.observe(search);
    let job = Job {
        limits: Limits::from(&args.limits),
        wanted: Wanted::One,
        kept: None,
        cancel: Some(interrupt::flag()),
        observer: progress.is_shown().then_some(&observe),
    };
    let next = |board, engine| {
        progress.begin(|| format!("board {} of {}, {engine}", board + 1, boards.len()));
    };
    let result = compare::run_watched(&*instance, &boards, &engines, &job, next)?;
    progress.clear();

    match args.format {
        Format::Json => {
            let line = json::ComparisonLine::new(&args.puzzle, &boards, &result, &left_out);
            json::write_line(page, &line)?;
        }
        Format::Text => {
            page.prose(page.palette.heading, plugin.title)?;
            writeln!(page)?;
            if let [board] = &boards[..] {
                writeln!(page, "{board}\n")?;
            }
            comparison::write(page, &result, &left_out)?;
        }
    }
    Ok(if !result.disagreements().is_empty() {
        Exit::CheckFailed
    } else if interrupt::is_requested() {
        Exit::Stopped
    } else {
        Exit::Solved
    })
}
