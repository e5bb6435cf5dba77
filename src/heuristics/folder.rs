//! The folder in which tables are kept.

use super::file::{self, EXTENSION, FileFault, Heading};
use crate::draft::{self, DRAFT, NEW, State};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// A folder of saved tables.
#[derive(Debug, Clone)]
pub struct Folder(pub PathBuf);

/// A file in it.
#[derive(Debug)]
pub struct Saved {
    /// The file.
    pub path: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// What it says that it is.
    pub heading: Result<Heading, FileFault>,
}

impl Folder {
    /// The tables in it, finished or not, by name. There are none where the folder does not exist.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn tables(&self) -> io::Result<Vec<Saved>> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut tables = Vec::new();
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            let draft = draft_ending(&path);
            let is_table = path.extension().is_some_and(|extension| extension == EXTENSION);
            // One that another program has removed meanwhile is not there.
            let Ok(data) = fs::metadata(&path).or_else(|_| entry.metadata()) else { continue };
            if data.is_dir() || !(draft.is_some() || is_table) {
                continue;
            }
            let heading = match draft {
                None => file::heading(&path),
                // What wrote it may be about to lock it.
                Some(NEW) => Err(FileFault::BeingWritten),
                Some(_) => match draft::state(&path) {
                    State::BeingWritten => Err(FileFault::BeingWritten),
                    State::Left => Err(FileFault::Unfinished),
                    State::Gone => continue,
                },
            };
            if heading.is_err() && is_gone(&path) {
                continue;
            }
            tables.push(Saved { path, bytes: data.len(), heading });
        }
        tables.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(tables)
    }
}

impl Saved {
    /// Reads the whole file and checks it.
    ///
    /// # Errors
    /// When it is no table, or damaged, or has the name of another table.
    pub fn verify(&self) -> Result<(), FileFault> {
        match self.heading {
            Err(FileFault::BeingWritten) => Err(FileFault::BeingWritten),
            Err(FileFault::Unfinished) => Err(FileFault::Unfinished),
            _ => {
                let (heading, _) = file::load(&self.path, None)?;
                misnamed(&self.path, &heading).map_or(Ok(()), Err)
            }
        }
    }

    /// What is wrong with it, as far as its name and its first lines tell.
    pub fn fault(&self) -> Option<String> {
        match &self.heading {
            Ok(heading) => misnamed(&self.path, heading).map(|fault| fault.to_string()),
            Err(fault) => Some(fault.to_string()),
        }
    }

    /// Whether it is a table of whatever version, sound or not, finished or not, and no file of something else.
    pub fn is_table(&self) -> bool {
        let is_other = |fault: &FileFault| {
            matches!(fault, FileFault::Foreign | FileFault::Irregular | FileFault::Unreadable(_))
        };
        !self.heading.as_ref().is_err_and(is_other)
    }

    /// Whether a program is at work on it.
    pub fn is_being_written(&self) -> bool {
        matches!(self.heading, Err(FileFault::BeingWritten))
    }

    /// The name of the puzzle, without its arguments, by its heading, or where that cannot be read by the file's name;
    /// none if it is no table.
    pub fn family(&self) -> Option<&str> {
        let of_heading = self.heading.as_ref().ok().map(|heading| heading.puzzle.split(':').next());
        let of_name = || self.path.file_name()?.to_str()?.split_once('-').map(|(name, _)| name);
        of_heading.unwrap_or_else(of_name).filter(|name| self.is_table() && !name.is_empty())
    }

    /// Deletes the file, unless a program is at work on it. Says whether it is gone.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn remove(&self) -> io::Result<bool> {
        let removed = match draft_ending(&self.path) {
            Some(_) => draft::remove_left(&self.path).map(|state| state != State::BeingWritten),
            None => fs::remove_file(&self.path).map(|()| true),
        };
        match removed {
            // Another program was faster.
            Err(_) if is_gone(&self.path) => Ok(true),
            removed => removed,
        }
    }
}

/// The fault of a table that has another table's name: it is never used.
fn misnamed(path: &Path, heading: &Heading) -> Option<FileFault> {
    let expected = heading.file_name();
    let is_named = path.file_name().is_some_and(|name| name == expected.as_str());
    (!is_named).then_some(FileFault::Misnamed { expected })
}

/// Whether another program has removed it.
fn is_gone(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// How a name ends that a table has while it is written: the table's name, two numbers, and this.
fn draft_ending(path: &Path) -> Option<&'static str> {
    let mut parts = path.file_name()?.to_str()?.rsplit('.');
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let are_numbers =
        |part: &str| part.split_once('-').is_some_and(|(id, n)| is_number(id) && is_number(n));
    let ending = parts.next()?;
    let ending = [DRAFT, NEW].into_iter().find(|&known| known == ending)?;
    let is_draft = parts.next().is_some_and(are_numbers) && parts.next() == Some(EXTENSION);
    is_draft.then_some(ending)
}

/// The folder for tables where nobody names one: in `PUZZLESPACE_CACHE` if that is set, else in the user's
/// cache directory. None where there is no such directory.
pub fn cache() -> Option<PathBuf> {
    cache_by(|name| env::var_os(name).filter(|value| !value.is_empty()))
}

fn cache_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let in_home = |folder: &str| variable("HOME").map(|home| PathBuf::from(home).join(folder));
    let user_cache = || {
        // A relative path there is to be ignored, says the specification.
        let xdg = variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
        xdg.or_else(|| {
            if cfg!(windows) {
                variable("LOCALAPPDATA").map(PathBuf::from)
            } else if cfg!(target_os = "macos") {
                in_home("Library/Caches")
            } else {
                in_home(".cache")
            }
        })
    };
    let own = variable("PUZZLESPACE_CACHE").map(PathBuf::from);
    let own = own.or_else(|| user_cache().map(|cache| cache.join("puzzlespace")))?;
    Some(own.join("tables"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache_with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        let value = |name: &str| variables.iter().find(|variable| variable.0 == name);
        cache_by(|name| value(name).map(|(_, value)| value.into()))
    }

    #[test]
    fn only_what_a_draft_of_a_table_is_called_is_one() {
        for ending in [DRAFT, NEW] {
            let draft = format!("/a/sliding_tile-1-2-00.table.123-0.{ending}");
            assert_eq!(draft_ending(Path::new(&draft)), Some(ending));
        }
        for other in [
            "x.table..draft",
            "x.table.-.draft",
            "story.draft",
            "a.table",
            "a.table.draft",
            "a.txt.1-2.draft",
            "a.table.1x.draft",
        ] {
            assert_eq!(draft_ending(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn the_most_particular_variable_decides() {
        let own = ("PUZZLESPACE_CACHE", "/own");
        let xdg = ("XDG_CACHE_HOME", "/xdg");
        let home = ("HOME", "/home/me");
        assert_eq!(cache_with(&[own, xdg, home]).as_deref(), Some(Path::new("/own/tables")));
        let in_xdg = Path::new("/xdg/puzzlespace/tables");
        assert_eq!(cache_with(&[xdg, home]).as_deref(), Some(in_xdg));
        let relative = cache_with(&[("XDG_CACHE_HOME", "xdg"), home]);
        assert_eq!(relative, cache_with(&[home]));
        assert!(relative.is_some_and(|path| path.starts_with("/home/me")));
        assert_eq!(cache_with(&[]), None);
    }
}
