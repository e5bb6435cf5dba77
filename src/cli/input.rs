//! From a file or standard input to boards.

use super::reading::{self, Clock, ReadingError};
use super::{fitting, forms, output};
use crate::plugin::{Instance, Plugin};
use crate::text::{Place, ReadError, Reader};
use crate::units;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A board, and where it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    /// The board, as its puzzle writes it.
    pub(crate) text: String,
    /// The line on which it begins.
    pub(crate) line: usize,
}

/// Input that holds no boards, or something else as well.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {fault}")]
pub(crate) struct InputError {
    /// The file.
    name: String,
    /// What is wrong with it.
    fault: Box<Fault>,
}

/// What is wrong with an input.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error(transparent)]
    Unread(#[from] ReadingError),
    #[error("encoded in UTF-16; save it as UTF-8")]
    Utf16,
    #[error("no text: byte {number} is zero; boards are read as UTF-8 text")]
    Binary { number: usize },
    #[error("{place}: found the byte 0x{byte:02x}, expected text in UTF-8; save it as that")]
    NotUtf8 { place: Place, byte: u8 },
    #[error(
        "found no board, expected {expected}, such as\n\n{demo}\n\n`describe {puzzle}` tells more"
    )]
    Empty { puzzle: &'static str, expected: &'static str, demo: String },
    #[error(
        "the first line says that there {}, and there {}; correct the number, or leave it out",
        are(*promised), are(*found)
    )]
    Count { promised: usize, found: usize },
    #[error("board {number}, {error}\n\n{excerpt}\n\n{advice}")]
    NoBoard { number: usize, error: ReadError, excerpt: String, advice: Box<str> },
}

/// `is 1 board`, `are 2 boards`.
fn are(boards: usize) -> String {
    let verb = if boards == 1 { "is" } else { "are" };
    format!("{verb} {}", units::counted(boards as u64, "board"))
}

/// What reads boards.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    pub(crate) plugin: &'a Plugin,
    pub(crate) instance: &'a dyn Instance,
    /// The instance as on the command line.
    pub(crate) spec: &'a str,
}

impl Target<'_> {
    /// What to do about a text that is no board.
    fn advice(&self, text: &str) -> String {
        let name = self.plugin.name;
        let advice = format!("`describe {name}` tells how a board is written");
        match fitting::instance(self.plugin, self.spec, text) {
            Some(fitting) => format!("{advice}; as it stands, `{fitting}` reads it"),
            None => advice,
        }
    }
}

impl InputError {
    /// Whether it is a limit or a request that ended the reading.
    pub(crate) fn is_stopped(&self) -> bool {
        matches!(*self.fault, Fault::Unread(ReadingError::Cancelled | ReadingError::Time { .. }))
    }
}

/// Reads every board in a file, or in standard input for `-` or nothing, before the clock runs out.
///
/// # Errors
/// When it cannot be read, or anything in it is no board, or there is nothing in it.
pub(crate) fn boards(
    file: Option<&Path>,
    target: Target<'_>,
    clock: Clock,
) -> Result<Vec<Board>, InputError> {
    let file = file.filter(|file| !reading::is_standard_input(file));
    let clock = if reading::is_typed(file) {
        let Plugin { title, input, .. } = target.plugin;
        output::prompt(&format!(
            "{title}: type boards ({input}), then Ctrl-D on a line of its own"
        ));
        Clock::start(None)
    } else {
        clock
    };
    let bytes = reading::to_end(file, clock).map_err(Fault::from);
    let boards = bytes.and_then(text).and_then(|text| parse(&text, target));
    boards.map_err(|fault| InputError {
        name: file.map_or("standard input".into(), |file| file.display().to_string()),
        fault: Box::new(fault),
    })
}

/// Reads every board in several files.
///
/// # Errors
/// As [`boards`].
pub(crate) fn boards_of_all(
    files: &[PathBuf],
    target: Target<'_>,
    clock: Clock,
) -> Result<Vec<Board>, InputError> {
    let read = files.iter().map(|file| boards(Some(file), target, clock));
    Ok(read.collect::<Result<Vec<_>, _>>()?.concat())
}

fn text(bytes: Vec<u8>) -> Result<String, Fault> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(Fault::Utf16);
    }
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(Fault::Binary { number: offset + 1 });
    }
    String::from_utf8(bytes).map_err(|error| {
        let (before, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let before = String::from_utf8_lossy(before);
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        Fault::NotUtf8 { place: Place { line, column }, byte: rest[0] }
    })
}

/// Reads the boards in a text, one after another, in the puzzle's own form or else in another usual one.
fn parse(text: &str, target: Target<'_>) -> Result<Vec<Board>, Fault> {
    let Target { plugin, instance, .. } = target;
    let read = read_all(text, instance);
    if let Ok(boards) = &read
        && boards.is_empty()
    {
        let (puzzle, expected, demo) = (plugin.name, plugin.input, instance.demo());
        return Err(Fault::Empty { puzzle, expected, demo });
    }
    read.or_else(|(before, error)| {
        let mut mismatch = None;
        for form in forms::of(text) {
            let boards = read_all(&form.text, instance).unwrap_or_default();
            match form.promised {
                _ if boards.is_empty() => {}
                Some(promised) if promised != boards.len() => {
                    mismatch.get_or_insert(Fault::Count { promised, found: boards.len() });
                }
                _ => return Ok(boards),
            }
        }
        Err(mismatch.unwrap_or_else(|| Fault::NoBoard {
            number: before + 1,
            excerpt: excerpt(text, error.place),
            // In what follows a board, the size is right.
            advice: match before {
                0 => target.advice(text),
                _ => format!("`describe {}` tells how a board is written", plugin.name),
            }
            .into(),
            error,
        }))
    })
}

/// How many boards are in a text, in whatever form; none where anything in it is no board.
pub(crate) fn read_in_any_form(text: &str, instance: &dyn Instance) -> Option<usize> {
    let count = |text: &str| read_all(text, instance).ok().map(|boards| boards.len());
    let in_form = |form: forms::Form| {
        count(&form.text).filter(|&boards| form.promised.is_none_or(|promised| promised == boards))
    };
    count(text).or_else(|| forms::of(text).find_map(in_form)).filter(|&boards| boards > 0)
}

/// The boards in a text, or how many stand before one that cannot be read.
fn read_all(text: &str, instance: &dyn Instance) -> Result<Vec<Board>, (usize, ReadError)> {
    let mut reader = Reader::new(text);
    let mut boards = Vec::new();
    while !reader.is_at_end() {
        let line = reader.place().line;
        let text = instance.read(&mut reader).map_err(|error| (boards.len(), error))?;
        boards.push(Board { text, line });
    }
    Ok(boards)
}

/// The line at `place` with a mark below the character.
fn excerpt(text: &str, place: Place) -> String {
    /// Of a longer line, this much on either side of the mark.
    const AROUND: usize = 30;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let text = text.replace("\r\n", "\n");
    let line = text.split(['\n', '\r']).nth(place.line - 1).unwrap_or("");
    let before = place.column - 1;
    let skipped = before.saturating_sub(AROUND);
    let shown = line.chars().skip(skipped).take(2 * AROUND);
    let shown: String = shown.map(|c| if c.is_control() { ' ' } else { c }).collect();
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let mut excerpt = format!("{number} | {}\n", shown.trim_end());
    write!(excerpt, "{margin} | {}^", " ".repeat(before - skipped)).expect("a string takes all");
    excerpt
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_marks_the_place() {
        let place = |line, column| Place { line, column };
        assert_eq!(excerpt("ab\r\ncd\r\n", place(2, 2)), "2 | cd\n  |  ^");
        assert_eq!(excerpt("\u{feff}ab", place(1, 1)), "1 | ab\n  | ^");
        assert_eq!(excerpt("ab", place(1, 3)), "1 | ab\n  |   ^");
        assert_eq!(excerpt("ab\n", place(2, 1)), "2 | \n  | ^", "behind the last line");
        let long = "x".repeat(1000);
        assert_eq!(
            excerpt(&long, place(1, 500)),
            format!("1 | {}\n  | {}^", &long[..60], " ".repeat(30))
        );
        assert_eq!(excerpt("a\tb\u{1b}c", place(1, 5)), "1 | a b c\n  |     ^");
    }

    #[test]
    fn bytes_that_are_no_text_are_told_apart() {
        let error = |bytes: &[u8]| text(bytes.to_vec()).unwrap_err().to_string();
        assert!(error(b"\xff\xfeb\0").contains("UTF-16"));
        assert!(error(b"bw\0w").contains("byte 3 is zero"));
        assert!(error(b"bw\nb\xe9w").starts_with("line 2, column 2: found the byte 0xe9"));
        assert_eq!(text(b"b\xc3\xa9".to_vec()).unwrap(), "bé");
    }
}
