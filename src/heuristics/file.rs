//! The tables of pattern databases in files.
//!
//! A file begins with lines of text, so that a person sees what it is, and ends with the table's bytes:
//!
//! ```text
//! puzzlespace table 2
//! puzzle sliding_tile:rows=4,columns=4,goal=blank_first
//! pattern 1 2 3 4 5 6 7
//! space 5d8c2f9c1c0f4a21
//! entries 139849920
//! form excess
//! checksum 0f3a4c5b6d7e8f90
//!
//! ```
//!
//! *Space* is a checksum of all that the table follows from: the slots, the moves, the pattern and the goals.
//! *Form* is how an entry is written: in `bytes` or `nibbles` the distance, in `nibbles` of the `excess` half of
//! what it is above the sum of the ways that the pieces have one by one; each plus one, and 0 where there is no way.
//! *Checksum* is that of the lines before it and of the bytes. Both are 64-bit XXH3.
//!
//! A file is read as a whole and checked before anything of it is used; it is not mapped, as a file that
//! another program changes while it is mapped would be trusted.

use super::entries::{Entries, Form};
use crate::draft::Draft;
use crate::survey::Bytes;
use crate::units;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use twox_hash::xxhash3_64::Hasher as Xxh3;

/// The first line: what it is, and which version of it.
const MAGIC: &str = "puzzlespace table 2";
/// What the first line of every version begins with.
const FAMILY: &str = "puzzlespace table ";
/// No heading is longer.
const LONGEST_HEADING: u64 = 1 << 12;
/// How the names of tables end.
pub(super) const EXTENSION: &str = "table";

/// What a table is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The puzzle with its arguments.
    pub puzzle: String,
    /// The pieces of the pattern.
    pub pattern: String,
    /// A checksum of all that the table follows from.
    pub space: u64,
    /// How many entries it has.
    pub entries: u64,
}

/// A file that is no sound table of what was wanted.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be read or written.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It cannot be checked.
    #[error("it is not checked: the system refuses {} of memory", units::bytes(*bytes))]
    NoMemory {
        /// What it takes.
        bytes: u64,
    },
    /// It is a folder, a pipe or a device.
    #[error("it is no table: it is no regular file")]
    Irregular,
    /// It is no table.
    #[error("it is no table: its first line is not `{MAGIC}`")]
    Foreign,
    /// It is a table of another version.
    #[error("it is of another version: its first line is `{found}`, and this one reads `{MAGIC}`")]
    Version {
        /// Its first line.
        found: String,
    },
    /// A program is at work on it.
    #[error("it is being written")]
    BeingWritten,
    /// What wrote it was killed.
    #[error("it is unfinished: what wrote it did not come to the end")]
    Unfinished,
    /// It is a table, under a name that it would not be looked for.
    #[error(
        "it has the name of another table: it is looked for as {expected}; rename or remove it"
    )]
    Misnamed {
        /// The name of its file.
        expected: String,
    },
    /// A line of the heading is not what it should be.
    #[error("it is of something else, or damaged: expected `{expected}`, found `{found}`")]
    Other {
        /// The line that should be there.
        expected: String,
        /// The one that is.
        found: String,
    },
    /// There are more or fewer bytes.
    #[error(
        "it has {} of table where {} should be",
        units::counted(*found, "byte"),
        units::count(*expected)
    )]
    Length {
        /// How many there should be.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The checksum is another.
    #[error("it is damaged: its checksum is {found:016x}, and not {expected:016x}")]
    Damaged {
        /// What it says.
        expected: u64,
        /// What it is.
        found: u64,
    },
}

impl Heading {
    /// The lines that say what it is.
    fn lines(&self) -> String {
        let Heading { puzzle, pattern, space, entries } = self;
        format!(
            "{MAGIC}\npuzzle {puzzle}\npattern {pattern}\nspace {space:016x}\nentries {entries}\n"
        )
    }

    /// The name of its file: one for each puzzle, pattern and space. It begins with the name of the puzzle and a `-`.
    pub(super) fn file_name(&self) -> String {
        let family = self.puzzle.split(':').next().unwrap_or_default();
        // Anything may be there, when no plugin is: a path must not come of it.
        let is_in_names = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let family = family.replace(|character| !is_in_names(character), "_");
        let pattern = self.pattern.replace(' ', "-");
        format!("{family}-{pattern}-{:016x}.{EXTENSION}", checksum(&self.lines()))
    }

    /// Reads the heading of a file, and the form and the checksum that it says.
    fn read(file: &mut impl BufRead) -> Result<(Self, Form, u64), FileFault> {
        let mut file = file.take(LONGEST_HEADING);
        let mut line = |name: &str| {
            let mut line = String::new();
            // What is no text is no table.
            file.read_line(&mut line).map_err(|_| FileFault::Foreign)?;
            if line.trim_end().contains(char::is_control) {
                return Err(FileFault::Foreign);
            }
            let found =
                || FileFault::Other { expected: name.into(), found: line.trim_end().into() };
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_suffix('\n'));
            value.map(|value| value.trim_start().to_owned()).ok_or_else(found)
        };
        match line(MAGIC) {
            Ok(behind) if behind.is_empty() => {}
            Ok(behind) => return Err(FileFault::Version { found: format!("{MAGIC}{behind}") }),
            Err(FileFault::Other { found, .. }) if found.starts_with(FAMILY) => {
                return Err(FileFault::Version { found });
            }
            Err(_) => return Err(FileFault::Foreign),
        }
        let (puzzle, pattern) = (line("puzzle")?, line("pattern")?);
        let number = |name: &str, text: String, radix: u32| {
            u64::from_str_radix(&text, radix)
                .map_err(|_| FileFault::Other { expected: format!("{name} NUMBER"), found: text })
        };
        let space = number("space", line("space")?, 16)?;
        let entries = number("entries", line("entries")?, 10)?;
        let form = line("form")?;
        let form =
            Form::ALL.into_iter().find(|known| known.to_string() == form).ok_or_else(|| {
                FileFault::Other { expected: "form bytes, nibbles or excess".into(), found: form }
            })?;
        let checksum = number("checksum", line("checksum")?, 16)?;
        line("")?;
        Ok((Heading { puzzle, pattern, space, entries }, form, checksum))
    }

    /// The first line of another heading that is not the same.
    fn should_be(&self, wanted: &Heading) -> Result<(), FileFault> {
        let (found, wanted) = (self.lines(), wanted.lines());
        match found.lines().zip(wanted.lines()).find(|(found, wanted)| found != wanted) {
            Some((found, expected)) => {
                Err(FileFault::Other { expected: expected.into(), found: found.into() })
            }
            None => Ok(()),
        }
    }
}

/// Reads the heading of a file and nothing else.
///
/// # Errors
/// When it cannot be read, is no table, or has another length than it says.
pub(super) fn heading(path: &Path) -> Result<Heading, FileFault> {
    open(path).map(|(heading, ..)| heading)
}

/// The line of the form and that of the checksum, and the end of the heading.
fn last_lines(form: Form, checksum: u64) -> String {
    format!("{}checksum {checksum:016x}\n\n", form_line(form))
}

fn form_line(form: Form) -> String {
    format!("form {form}\n")
}

fn open(path: &Path) -> Result<(Heading, Form, u64, BufReader<File>), FileFault> {
    // To open a pipe is to wait for somebody who writes.
    if !fs::metadata(path)?.is_file() {
        return Err(FileFault::Irregular);
    }
    let mut file = BufReader::new(File::open(path)?);
    let length = file.get_ref().metadata()?.len();
    let (heading, form, checksum) = Heading::read(&mut file)?;
    let lines = heading.lines().len() + last_lines(form, checksum).len();
    let found = length.saturating_sub(lines as u64);
    let expected = form.bytes(heading.entries);
    if found != expected {
        return Err(FileFault::Length { expected, found });
    }
    Ok((heading, form, checksum, file))
}

/// Reads a table that has this heading, or any where none is given, and checks it.
///
/// # Errors
/// When it is none, or another, or damaged.
pub(super) fn load(path: &Path, wanted: Option<&Heading>) -> Result<(Heading, Entries), FileFault> {
    let (heading, form, expected, mut file) = open(path)?;
    if let Some(wanted) = wanted {
        heading.should_be(wanted)?;
    }
    let mut hasher = Xxh3::new();
    hasher.write(heading.lines().as_bytes());
    hasher.write(form_line(form).as_bytes());
    let count = usize::try_from(form.bytes(heading.entries)).map_err(io::Error::other)?;
    let mut bytes =
        Bytes::zeroed(count).map_err(|_| FileFault::NoMemory { bytes: count as u64 })?;
    bytes.fill(|piece| {
        file.read_exact(piece)?;
        hasher.write(piece);
        Ok::<_, io::Error>(())
    })?;
    match hasher.finish() {
        found if found == expected => Ok((heading, Entries { form, bytes })),
        found => Err(FileFault::Damaged { expected, found }),
    }
}

/// Writes a table under the name that its heading gives it, and says where that is.
///
/// It gets that name when it is complete, in place of what is there, if that is a file or a link. Where two programs
/// do the same at once, both succeed.
///
/// # Errors
/// When it cannot be written, or its heading could not be read again.
pub(super) fn save(folder: &Path, heading: &Heading, entries: &Entries) -> io::Result<PathBuf> {
    let Entries { form, bytes } = entries;
    let bytes = bytes.all();
    let mut hasher = Xxh3::new();
    hasher.write(heading.lines().as_bytes());
    hasher.write(form_line(*form).as_bytes());
    hasher.write(&bytes);
    let lines = heading.lines() + &last_lines(*form, hasher.finish());
    let is_readable = lines.len() as u64 <= LONGEST_HEADING
        && heading.puzzle == heading.puzzle.trim_start()
        && !heading.puzzle.contains(char::is_control);
    if !is_readable {
        let fault = format!("`{}` cannot stand in its heading", heading.puzzle.escape_debug());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, fault));
    }

    fs::create_dir_all(folder)?;
    let path = folder.join(heading.file_name());
    if fs::symlink_metadata(&path).is_ok_and(|there| !there.is_file() && !there.is_symlink()) {
        let fault = format!("{} is no regular file", path.display());
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, fault));
    }
    let mut draft = Draft::create(&path)?;
    draft.write_all(lines.as_bytes())?;
    draft.write_all(&bytes)?;
    draft.finish()?;
    Ok(path)
}

/// A checksum of what a table follows from.
pub(super) fn checksum(of: &str) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.write(of.as_bytes());
    hasher.finish()
}
