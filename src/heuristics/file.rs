//! The tables of pattern databases in files.
//!
//! A file begins with lines of text, so that a person sees what it is, and ends with the table's bytes:
//!
//! ```text
//! puzzlespace table 1
//! puzzle sliding_tile:rows=4,columns=4,goal=blank_first
//! pattern 1 2 3 4 5 6 7
//! space 5d8c2f9c1c0f4a21
//! bytes 139849920
//! checksum 0f3a4c5b6d7e8f90
//!
//! ```
//!
//! *Space* is a checksum of all that the table follows from: the slots, the moves, the pattern and the goals.
//! *Checksum* is that of the lines before it and of the bytes. Both are 64-bit XXH3.
//!
//! A file is read as a whole and checked before anything of it is used; it is not mapped, as a file that
//! another program changes while it is mapped would be trusted.

use crate::draft::Draft;
use crate::survey::Bytes;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::hash::Hasher;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use twox_hash::xxhash3_64::Hasher as Xxh3;

/// The first line: what it is, and which version of it.
const MAGIC: &str = "puzzlespace table 1";
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
    /// How many bytes it has.
    pub bytes: u64,
}

/// A file that is no sound table of what was wanted.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It cannot be read or written.
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    /// It is no table, or one of another version.
    #[error("it is no table that this version reads: its first line is not `{MAGIC}`")]
    Foreign,
    /// A line of the heading is not what it should be.
    #[error("it is of something else: expected `{expected}`, found `{found}`")]
    Other {
        /// The line that should be there.
        expected: String,
        /// The one that is.
        found: String,
    },
    /// There are more or fewer bytes.
    #[error("it has {found} bytes of table where {expected} should be")]
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
    /// The lines before that of the checksum.
    fn lines(&self) -> String {
        let Heading { puzzle, pattern, space, bytes } = self;
        format!("{MAGIC}\npuzzle {puzzle}\npattern {pattern}\nspace {space:016x}\nbytes {bytes}\n")
    }

    /// The name of its file: one for each puzzle, pattern and space.
    pub(super) fn file_name(&self) -> String {
        let family = self.puzzle.split(':').next().unwrap_or_default();
        let pattern = self.pattern.replace(' ', "-");
        format!("{family}-{pattern}-{:016x}.{EXTENSION}", checksum(&self.lines()))
    }

    /// Reads the heading of a file, and the checksum that it says.
    fn read(file: &mut impl BufRead) -> Result<(Self, u64), FileFault> {
        let mut file = file.take(LONGEST_HEADING);
        let mut line = |name: &str| {
            let mut line = String::new();
            // What is no text is no table.
            file.read_line(&mut line).map_err(|_| FileFault::Foreign)?;
            let found =
                || FileFault::Other { expected: name.into(), found: line.trim_end().into() };
            let value = line.strip_prefix(name).and_then(|rest| rest.strip_suffix('\n'));
            value.map(|value| value.trim_start().to_owned()).ok_or_else(found)
        };
        line(MAGIC).map_err(|_| FileFault::Foreign)?;
        let (puzzle, pattern) = (line("puzzle")?, line("pattern")?);
        let mut number = |name: &str, radix: u32| {
            let text = line(name)?;
            let expected =
                || FileFault::Other { expected: format!("{name} NUMBER"), found: text.clone() };
            u64::from_str_radix(&text, radix).map_err(|_| expected())
        };
        let (space, bytes, checksum) =
            (number("space", 16)?, number("bytes", 10)?, number("checksum", 16)?);
        line("")?;
        Ok((Heading { puzzle, pattern, space, bytes }, checksum))
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

fn open(path: &Path) -> Result<(Heading, u64, BufReader<File>), FileFault> {
    let mut file = BufReader::new(File::open(path)?);
    let length = file.get_ref().metadata()?.len();
    let (heading, checksum) = Heading::read(&mut file)?;
    let end = format!("checksum {checksum:016x}\n\n");
    let found = length.saturating_sub((heading.lines().len() + end.len()) as u64);
    if found != heading.bytes {
        return Err(FileFault::Length { expected: heading.bytes, found });
    }
    Ok((heading, checksum, file))
}

/// Reads a table that has this heading, or any where none is given, and checks it.
///
/// # Errors
/// When it is none, or another, or damaged.
pub(super) fn load(path: &Path, wanted: Option<&Heading>) -> Result<(Heading, Bytes), FileFault> {
    let (heading, expected, mut file) = open(path)?;
    if let Some(wanted) = wanted {
        heading.should_be(wanted)?;
    }
    let mut hasher = Xxh3::new();
    hasher.write(heading.lines().as_bytes());
    let count = usize::try_from(heading.bytes).map_err(io::Error::other)?;
    let bytes = Bytes::read(count, |piece| {
        file.read_exact(piece)?;
        hasher.write(piece);
        Ok::<_, io::Error>(())
    })?;
    match hasher.finish() {
        found if found == expected => Ok((heading, bytes)),
        found => Err(FileFault::Damaged { expected, found }),
    }
}

/// Writes a table under the name that its heading gives it, and says where that is.
///
/// It gets that name when it is complete. Where two programs do the same at once, both succeed.
///
/// # Errors
/// When it cannot be written.
pub(super) fn save(folder: &Path, heading: &Heading, bytes: &Bytes) -> io::Result<PathBuf> {
    let bytes = bytes.all();
    let mut lines = heading.lines();
    let mut hasher = Xxh3::new();
    hasher.write(lines.as_bytes());
    hasher.write(&bytes);
    let _ = write!(lines, "checksum {:016x}\n\n", hasher.finish());

    fs::create_dir_all(folder)?;
    let path = folder.join(heading.file_name());
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
