//! Laws about what people read and type.

use super::check::Checker;
use super::finding::{Mismatch, Verdict};
use crate::plugin::{Played, read_board};
use crate::words::Word;

/// `texts` are boards that must be readable.
pub(super) fn notation<W: Word>(
    checker: &Checker<'_, W>,
    played: &dyn Played<W>,
    texts: &[String],
) -> Verdict {
    for text in texts {
        if let Err(fault) = read_board(played, text) {
            return Mismatch::new(format!("a board:\n{}", text.trim_end()), fault.to_string())
                .nowhere();
        }
    }
    checker.every_state(|visit| {
        let text = played.write(visit.state);
        let read = read_board(played, &text)
            .map_err(|fault| Mismatch::new("to read what was written", fault.to_string()))?;
        if read.text != text {
            return Err(Mismatch::new("to write the same of what was read", read.text));
        }
        // What a board leaves open, it may leave open on paper.
        let packed = played.repack(visit.state);
        if read.state == packed || read.starts.contains(&packed) {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("what was written to read as {}", checker.show(packed)),
            checker.show(read.state),
        ))
    })
}

pub(super) fn descriptions<W: Word>(checker: &Checker<'_, W>, played: &dyn Played<W>) -> Verdict {
    checker.every_state(|visit| {
        let mut seen: Vec<(u32, String)> = Vec::new();
        let show = |mv| checker.show_move(visit.state, mv);
        for edge in checker.space.edges_of(visit) {
            let words = played.describe(visit.state, edge.mv);
            if words.trim().is_empty() || words.ends_with('.') {
                return Err(Mismatch::new(
                    format!("words for {}, without an end stop", show(edge.mv)),
                    format!("`{words}`"),
                ));
            }
            if let Some(&(other, _)) = seen.iter().find(|(_, others)| *others == words) {
                return Err(Mismatch::new(
                    format!("different words for {} and {}", show(other), show(edge.mv)),
                    format!("`{words}` for both"),
                ));
            }
            seen.push((edge.mv, words));
        }
        Ok(())
    })
}
