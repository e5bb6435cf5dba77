//! A comparison as Markdown: tables for an issue or a document.

use super::document::Changes;
use super::study::Study;
use super::text;
use crate::compare::Measure;
use std::io::{self, Write};

/// Writes the tables with what belongs below them, and how to make them again.
pub(crate) fn write(
    out: &mut dyn Write,
    study: &Study,
    changes: Option<&Changes>,
) -> io::Result<()> {
    let setting = &study.setting;
    writeln!(out, "## {}\n", escaped(&setting.heading()))?;
    if let Some(parameter) = &setting.parameter {
        for measure in Measure::ALL {
            writeln!(out, "### {} by {parameter}\n", measure.word())?;
            let sizes = study.cases.iter().filter_map(|case| Some(case.size?.to_string()));
            let head = ["engine".into()].into_iter().chain(sizes).chain(["a step".into()]);
            let growth = study.growth().into_iter().filter(|growth| growth.measure == measure);
            let rows = growth.map(|growth| {
                let values = growth.values.iter().map(|value| text::amount(measure, *value));
                let engine = [growth.engine.to_owned()].into_iter();
                engine.chain(values).chain([text::step(&growth)]).collect()
            });
            write_table(out, &head.collect::<Vec<String>>(), rows, 1)?;
        }
    }
    for case in &study.cases {
        if study.cases.len() > 1 {
            writeln!(out, "### {}\n", case.puzzle)?;
        }
        let rows = case.comparison.rows();
        let (heads, cells) = text::cells(&rows);
        let heads: Vec<String> = heads.into_iter().map(Into::into).collect();
        write_table(out, &heads, cells.into_iter(), 2)?;
        for note in text::notes(case, &rows) {
            writeln!(out, "- {}", escaped(&note))?;
        }
        let disagreements = case.comparison.disagreements();
        if disagreements.is_empty() {
            writeln!(out, "- {}", text::verdict(case))?;
        }
        for disagreement in disagreements {
            let board = &case.boards[disagreement.one.place.board];
            writeln!(out, "- **the engines disagree**: {disagreement}\n\n```text\n{board}\n```")?;
        }
        writeln!(out)?;
    }
    if let Some(sentence) = setting.busy() {
        writeln!(out, "- noise: {sentence}\n")?;
    }
    if let Some(changes) = changes {
        writeln!(out, "### since {}\n", changes.baseline)?;
        for line in changes.lines() {
            writeln!(out, "- {}", escaped(&line))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{} on {}", setting.version, setting.machine.words())?;
    writeln!(out, "\n```sh\n{}\n```", setting.command_line())
}

/// Writes a table, its columns from `right` on to the right.
fn write_table(
    out: &mut dyn Write,
    head: &[String],
    rows: impl Iterator<Item = Vec<String>>,
    right: usize,
) -> io::Result<()> {
    let line = |cells: &[String]| {
        let cells: Vec<_> = cells.iter().map(|cell| escaped(cell)).collect();
        format!("| {} |", cells.join(" | "))
    };
    let rule: String =
        (0..head.len()).map(|index| if index < right { "---|" } else { "---:|" }).collect();
    writeln!(out, "{}\n|{rule}", line(head))?;
    for row in rows {
        writeln!(out, "{}", line(&row))?;
    }
    writeln!(out)
}

/// Keeps marks that mean something in Markdown what they are.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut text, character| {
        if "|*~<".contains(character) {
            text.push('\\');
        }
        text.push(character);
        text
    })
}
