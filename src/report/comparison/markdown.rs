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
    if setting.parameter.is_some() {
        let growth = study.growth();
        for measure in Measure::ALL {
            writeln!(out, "### {}\n", escaped(&text::growth_title(study, measure)))?;
            let (head, rows) = text::growth_table(study, &growth, measure);
            write_table(out, &head, rows, 1)?;
        }
    }
    for case in &study.cases {
        if study.cases.len() > 1 {
            writeln!(out, "### {}\n", escaped(&text::case_heading(study, case)))?;
        }
        let rows = case.comparison.rows();
        let (heads, cells) = text::cells(&rows);
        let heads: Vec<String> = heads.into_iter().map(Into::into).collect();
        let cells = cells.into_iter();
        let cells = cells.map(|row| row.into_iter().map(|cell| cell.text).collect());
        write_table(out, &heads, cells, 2)?;
        for note in text::notes(case, &rows) {
            writeln!(out, "- {}", escaped(&note))?;
        }
        let disagreements = case.comparison.disagreements();
        if disagreements.is_empty() {
            writeln!(out, "- {}", escaped(&text::verdict(case, &rows)))?;
        }
        for disagreement in disagreements {
            let board = &case.boards[disagreement.one.place.board];
            let said = escaped(&disagreement.to_string());
            writeln!(out, "- **the engines disagree**: {said}\n")?;
            write_verbatim(out, "text", board)?;
        }
        writeln!(out)?;
    }
    for remark in study.remarks() {
        writeln!(out, "- {}\n", escaped(&remark))?;
    }
    if let Some(changes) = changes {
        writeln!(out, "### since {}\n", escaped(&changes.baseline))?;
        for line in changes.lines() {
            writeln!(out, "- {}", escaped(&line))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{}\n", escaped(&format!("{} on {}", setting.version, setting.machine.words())))?;
    write_verbatim(out, "sh", &setting.command_line())
}

/// Writes text as it is, between fences that are longer than any within it.
fn write_verbatim(out: &mut dyn Write, language: &str, text: &str) -> io::Result<()> {
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    writeln!(out, "{fence}{language}\n{text}\n{fence}")
}

/// Writes a table, its columns from `right` on to the right.
fn write_table(
    out: &mut dyn Write,
    head: &[String],
    rows: impl IntoIterator<Item = Vec<String>>,
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
        if "|*~<`_[]\\".contains(character) {
            text.push('\\');
        }
        text.push(character);
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_in_markdown_does_not() {
        assert_eq!(escaped("a|b *c* `d` <e>"), r"a\|b \*c\* \`d\` \<e>");
        let mut out = Vec::new();
        write_verbatim(&mut out, "sh", "echo ```` x").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "`````sh\necho ```` x\n`````\n");
    }
}
