//! Laws about what people read and type.

use super::check::Checker;
use super::finding::{Mismatch, Verdict};
use crate::plugin::{Playable, read_board};

/// `texts` are boards that must be readable.
pub(super) fn notation<P: Playable>(checker: &Checker<'_, P>, texts: &[String]) -> Verdict {
    let puzzle = checker.puzzle;
    for text in texts {
        if let Err(fault) = read_board(puzzle, text) {
            return Mismatch::new(format!("a board:\n{}", text.trim_end()), fault.to_string())
                .nowhere();
        }
    }
    checker.every_state(|visit| {
        let board = puzzle.decode(visit.state);
        let text = puzzle.write(&board);
        let read = read_board(puzzle, &text)
            .map_err(|fault| Mismatch::new("to read what was written", fault.to_string()))?;
        let again = puzzle.write(&read);
        if again != text {
            return Err(Mismatch::new("to write the same of what was read", again));
        }
        // What a board leaves open, it may leave open on paper.
        let packed = puzzle.encode(&board);
        if puzzle.encode(&read) == packed || puzzle.starts(&read).into_iter().any(|s| s == packed) {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("what was written to read as {packed:?}"),
            format!("{:?}", puzzle.encode(&read)),
        ))
    })
}

pub(super) fn descriptions<P: Playable>(checker: &Checker<'_, P>) -> Verdict {
    let puzzle = checker.puzzle;
    checker.every_state(|visit| {
        let board = puzzle.decode(visit.state);
        let mut seen: Vec<(P::Move, String)> = Vec::new();
        for edge in checker.space.edges_of(visit) {
            let words = puzzle.describe(&board, edge.mv);
            if words.trim().is_empty() || words.ends_with('.') {
                return Err(Mismatch::new(
                    format!("words for {:?}, without an end stop", edge.mv),
                    format!("`{words}`"),
                ));
            }
            if let Some((other, _)) = seen.iter().find(|(_, others)| *others == words) {
                return Err(Mismatch::new(
                    format!("different words for {other:?} and {:?}", edge.mv),
                    format!("`{words}` for both"),
                ));
            }
            seen.push((edge.mv, words));
        }
        Ok(())
    })
}
