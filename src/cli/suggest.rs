//! `tables suggest`: which patterns to take.

use super::Program;
use super::args::{Format, TablesSuggest};
use super::error::Failure;
use super::exit::Exit;
use super::progress::Progress;
use super::tables;
use crate::heuristics::suggest::{Drawn, Request, Suggesting, Suggestion, Suggestions};
use crate::plugin::Plugin;
use crate::registry::Registry;
use crate::report::{Page, json, table};
use crate::search::Stop;
use crate::units;
use serde::Serialize;
use std::io::Write;

pub(crate) fn run(
    args: &TablesSuggest,
    program: Program<'_>,
    page: &mut Page<'_>,
) -> Result<Exit, Failure> {
    let (plugin, instance) = Registry(program.plugins).instance(&args.puzzle)?;
    let puzzle = Registry(program.plugins).full_name(&args.puzzle)?;
    let progress = Progress::start(args.progress);
    let observe = |event: &Suggesting| {
        progress.begin(|| match event {
            Suggesting::Pairing { done, count } => {
                format!("small patterns, {done} of {count}")
            }
            Suggesting::Trying { number, count } => format!("set {number} of {count}"),
        });
    };
    let request = Request {
        bytes: args.memory,
        samples: args.samples as usize,
        seed: args.seed,
        time: Some(args.time),
        observer: Some(&observe),
    };
    let (suggestions, are_kept) =
        tables::with_tables(puzzle.clone(), &args.folder, &progress, |tables| {
            instance.suggest(&request, tables)
        })?;
    match args.format {
        Format::Json => json::write_line(page, &Document::new(puzzle, args, &suggestions))?,
        Format::Text => write(page, plugin, args, &suggestions, are_kept)?,
    }
    Ok(match &suggestions.left_out {
        Some((_, Stop::Cancelled)) => Exit::Stopped,
        Some(_) if suggestions.ranked.is_empty() => Exit::Stopped,
        _ => Exit::Solved,
    })
}

fn write(
    page: &mut Page<'_>,
    plugin: &Plugin,
    args: &TablesSuggest,
    suggestions: &Suggestions,
    are_kept: bool,
) -> Result<(), Failure> {
    let Suggestions { ranked, own_mean, samples, drawn, left_out } = suggestions;
    let title = format!(
        "{}: patterns in {}, by the mean over {} {drawn} (seed {})",
        plugin.title,
        units::bytes(args.memory),
        units::counted(*samples as u64, "state"),
        args.seed
    );
    page.prose(page.palette.heading, &title)?;
    writeln!(page)?;
    let has_images = ranked.iter().any(|suggestion| suggestion.mean_without_images.is_some());
    let mean = |mean: f64| format!("{mean:.2}");
    let mut rows: Vec<Vec<String>> = Vec::new();
    for suggestion in ranked {
        let Suggestion { heuristic, bytes, mean: own, mean_without_images } = suggestion;
        let mut row = vec![mean(*own), units::bytes(*bytes), heuristic.clone()];
        if has_images {
            row.insert(1, mean_without_images.map_or("-".into(), mean));
        }
        rows.push(row);
    }
    if let Some(own) = own_mean {
        let mut row = vec![mean(*own), "-".into(), "own".into()];
        if has_images {
            row.insert(1, "-".into());
        }
        rows.push(row);
    }
    let heads: &[&str] = if has_images {
        &["mean", "without images", "size", "heuristic"]
    } else {
        &["mean", "size", "heuristic"]
    };
    // Lines that are there to be copied are not broken.
    let mut table = table::table(heads, rows, None);
    table::align_right(&mut table, 0..heads.len() - 1);
    page.table(&table)?;
    writeln!(page)?;
    let kept = if are_kept {
        "tables of sets that were tried are kept for use; `tables list` tells where, `tables remove` takes \
         them away"
    } else {
        "tables of sets that were tried are not kept, as they could not be saved; name a folder with --tables"
    };
    page.prose(page.palette.dim, kept)?;
    if let Some((sets, stop)) = left_out {
        writeln!(page)?;
        page.prose(page.palette.dim, &format!("not tried ({stop}):"))?;
        for set in sets {
            writeln!(page, "{set}")?;
        }
    }
    Ok(())
}

/// The suggestions as JSON.
#[derive(Serialize)]
struct Document<'s> {
    puzzle: String,
    memory: u64,
    samples: usize,
    seed: u64,
    /// `all` states, or `walks`.
    drawn: &'static str,
    own_mean: Option<f64>,
    suggestions: Vec<Line<'s>>,
    left_out: &'s [String],
    reason: Option<String>,
}

#[derive(Serialize)]
struct Line<'s> {
    heuristic: &'s str,
    bytes: u64,
    mean: f64,
    mean_without_images: Option<f64>,
}

impl<'s> Document<'s> {
    fn new(puzzle: String, args: &TablesSuggest, suggestions: &'s Suggestions) -> Self {
        let Suggestions { ranked, own_mean, samples, drawn, left_out } = suggestions;
        let line = |suggestion: &'s Suggestion| Line {
            heuristic: &suggestion.heuristic,
            bytes: suggestion.bytes,
            mean: suggestion.mean,
            mean_without_images: suggestion.mean_without_images,
        };
        let (left_out, reason) = match left_out {
            Some((sets, stop)) => (&sets[..], Some(stop.to_string())),
            None => (&[][..], None),
        };
        Document {
            puzzle,
            memory: args.memory,
            samples: *samples,
            seed: args.seed,
            drawn: match drawn {
                Drawn::FromAll => "all",
                Drawn::FromWalks { .. } => "walks",
            },
            own_mean: *own_mean,
            suggestions: ranked.iter().map(line).collect(),
            left_out,
            reason,
        }
    }
}
