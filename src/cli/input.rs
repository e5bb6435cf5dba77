//! From a file or standard input to boards.

use crate::plugin::{Instance, Plugin};
use crate::text::{Place, ReadError, Reader};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

/// A board, and where it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Board {
    /// The board, as its puzzle writes it.
    pub(crate) text: String,
    /// The line on which it begins.
    pub(crate) line: usize,
}

/// More than this is not read: some millions of boards.
const LARGEST: u64 = 64 << 20;

/// Input that holds no boards.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// It cannot be opened or read.
    #[error("cannot read {name}: {error}")]
    Unreadable { name: String, error: io::Error },
    /// It is a directory.
    #[error("{name} is a directory; name a file with boards in it")]
    Directory { name: String },
    /// It is more than is read.
    #[error(
        "{name} is larger than {} MiB, more than is read at once; split it at a blank line",
        LARGEST >> 20
    )]
    TooLarge { name: String },
    /// It is text in an encoding that is not read.
    #[error("{name} is encoded in UTF-16; save it as UTF-8")]
    Utf16 { name: String },
    /// It is no text.
    #[error("{name} is no text: byte {offset} is zero; boards are read as UTF-8 text")]
    Binary { name: String, offset: usize },
    /// It is text in an unknown encoding, or none.
    #[error(
        "{name}, {place}: found the byte 0x{byte:02x}, which is not UTF-8; save the file as UTF-8"
    )]
    NotUtf8 { name: String, place: Place, byte: u8 },
    /// There is nothing in it.
    #[error(
        "{name} holds no board; expected {expected}, such as\n\n{demo}\n\n\
         `describe {puzzle}` tells more"
    )]
    Empty { name: String, puzzle: &'static str, expected: &'static str, demo: String },
    /// Something in it is no board.
    #[error(
        "{name}, board {number}, {error}\n\n{excerpt}\n\n`describe {puzzle}` shows how a board is written"
    )]
    Board { name: String, number: usize, error: ReadError, excerpt: String, puzzle: &'static str },
}

/// Reads every board in a file, or in standard input for `-` or nothing.
///
/// # Errors
/// When it cannot be read, or anything in it is no board, or there is nothing in it.
pub(crate) fn boards(
    file: Option<&Path>,
    plugin: &Plugin,
    instance: &dyn Instance,
) -> Result<Vec<Board>, InputError> {
    let (name, bytes) = match file.filter(|file| file.as_os_str() != "-") {
        Some(file) => read_file(file)?,
        None => read_standard_input(plugin)?,
    };
    parse(&name, &text(&name, bytes)?, plugin, instance)
}

/// Reads every board in several files, or none where no file is named.
///
/// # Errors
/// As [`boards`].
pub(crate) fn boards_of_all(
    files: &[PathBuf],
    plugin: &Plugin,
    instance: &dyn Instance,
) -> Result<Vec<Board>, InputError> {
    let read = files.iter().map(|file| boards(Some(file), plugin, instance));
    Ok(read.collect::<Result<Vec<_>, _>>()?.concat())
}

fn read_file(path: &Path) -> Result<(String, Vec<u8>), InputError> {
    let name = path.display().to_string();
    let unreadable = |error| InputError::Unreadable { name: name.clone(), error };
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.is_dir() {
        return Err(InputError::Directory { name });
    }
    let bytes = read(file, &name)?;
    Ok((name, bytes))
}

fn read_standard_input(plugin: &Plugin) -> Result<(String, Vec<u8>), InputError> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let Plugin { title, input, .. } = plugin;
        anstream::eprintln!("{title}: type a board, {input}; then Ctrl-D on a line of its own");
    }
    let name = "standard input";
    Ok((name.into(), read(stdin.lock(), name)?))
}

fn read(source: impl Read, name: &str) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    match source.take(LARGEST + 1).read_to_end(&mut bytes) {
        Err(error) => Err(InputError::Unreadable { name: name.into(), error }),
        Ok(_) if bytes.len() as u64 > LARGEST => Err(InputError::TooLarge { name: name.into() }),
        Ok(_) => Ok(bytes),
    }
}

fn text(name: &str, bytes: Vec<u8>) -> Result<String, InputError> {
    let name = || name.to_owned();
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(InputError::Utf16 { name: name() });
    }
    if let Some(offset) = bytes.iter().position(|&byte| byte == 0) {
        return Err(InputError::Binary { name: name(), offset: offset + 1 });
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let byte = error.as_bytes()[good];
        let before = String::from_utf8_lossy(&error.as_bytes()[..good]);
        let line = before.split('\n').count();
        let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
        InputError::NotUtf8 { name: name(), place: Place { line, column }, byte }
    })
}

/// Reads the boards in a text, one after another.
fn parse(
    name: &str,
    text: &str,
    plugin: &Plugin,
    instance: &dyn Instance,
) -> Result<Vec<Board>, InputError> {
    let mut reader = Reader::new(text);
    let mut boards = Vec::new();
    while !reader.is_at_end() {
        let line = reader.place().line;
        let board = instance.read(&mut reader).map_err(|error| InputError::Board {
            name: name.into(),
            number: boards.len() + 1,
            excerpt: excerpt(text, error.place),
            error,
            puzzle: plugin.name,
        })?;
        boards.push(Board { text: board, line });
    }
    if boards.is_empty() {
        return Err(InputError::Empty {
            name: name.into(),
            puzzle: plugin.name,
            expected: plugin.input,
            demo: instance.demo(),
        });
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
        let error = |bytes: &[u8]| text("f", bytes.to_vec()).unwrap_err().to_string();
        assert!(error(b"\xff\xfeb\0").contains("UTF-16"));
        assert!(error(b"bw\0w").contains("byte 3 is zero"));
        assert!(error(b"bw\nb\xe9w").starts_with("f, line 2, column 2: found the byte 0xe9"));
        assert_eq!(text("f", b"b\xc3\xa9".to_vec()).unwrap(), "bé");
    }
}
