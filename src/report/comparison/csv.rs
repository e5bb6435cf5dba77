//! A comparison as CSV: a line for each run.

use super::study::Study;
use crate::compare::Ending;
use crate::search::Optimality;
use std::io::{self, Write};

const HEAD: &str = "puzzle,board,engine,round,outcome,cost,moves,optimal,lower_bound,expanded,\
                    generated,duplicates,distinct,evaluated,reopened,peak_bytes,process_bytes,\
                    setup_seconds,search_seconds,heuristic";

/// Writes a head, and a line for each run. What does not apply is empty.
pub(crate) fn write(out: &mut dyn Write, study: &Study) -> io::Result<()> {
    writeln!(out, "{HEAD}")?;
    for case in &study.cases {
        for run in &case.comparison.runs {
            let (cost, moves, optimal) = match run.ending {
                Ending::Solved { cost, moves, optimality } => {
                    let optimal = optimality == Optimality::Proved;
                    (cost.to_string(), moves.to_string(), optimal.to_string())
                }
                _ => Default::default(),
            };
            let stats = &run.stats;
            let fields = [
                quoted(&case.puzzle),
                (run.place.board + 1).to_string(),
                quoted(run.place.engine),
                (run.place.round + 1).to_string(),
                run.ending.word().into(),
                cost,
                moves,
                optimal,
                stats.lower_bound.to_string(),
                stats.expanded.to_string(),
                stats.generated.to_string(),
                stats.duplicates.to_string(),
                stats.distinct.to_string(),
                stats.evaluated.to_string(),
                stats.reopened.to_string(),
                stats.peak_bytes.to_string(),
                run.process_bytes.map_or(String::new(), |bytes| bytes.to_string()),
                stats.setup.as_secs_f64().to_string(),
                run.search_time().as_secs_f64().to_string(),
                quoted(study.setting.heuristic.as_deref().unwrap_or_default()),
            ];
            writeln!(out, "{}", fields.join(","))?;
        }
    }
    Ok(())
}

/// A field that may hold commas: RFC 4180 wants quotes around it, and those within it twice.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("pancake:n=9"), "pancake:n=9");
        assert_eq!(quoted("hanoi:disks=3,pegs=4"), "\"hanoi:disks=3,pegs=4\"");
        assert_eq!(quoted("a\"b,"), "\"a\"\"b,\"");
    }
}
