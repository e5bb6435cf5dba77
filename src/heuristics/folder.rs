//! The folder in which tables are kept.

use super::file::{self, DRAFT, EXTENSION, FileFault, Heading};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
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
            let is_draft = path.extension().is_some_and(|extension| extension == DRAFT);
            let is_table = path.extension().is_some_and(|extension| extension == EXTENSION);
            // One that another program has removed meanwhile is not there.
            let Ok(data) = entry.metadata() else { continue };
            if data.is_dir() || !(is_draft || is_table) {
                continue;
            }
            let heading = if is_draft { Err(FileFault::Unfinished) } else { file::heading(&path) };
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
    /// When it is no table, or damaged.
    pub fn verify(&self) -> Result<(), FileFault> {
        if let Err(FileFault::Unfinished) = self.heading {
            return Err(FileFault::Unfinished);
        }
        file::load(&self.path, None).map(|_| ())
    }

    /// Whether it is a table of whatever version, sound or not, and no file of something else.
    pub fn is_table(&self) -> bool {
        !matches!(self.heading, Err(FileFault::Foreign | FileFault::Unreadable(_)))
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// When that is not possible.
    pub fn remove(&self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
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
    use std::path::Path;

    fn cache_with(variables: &[(&str, &str)]) -> Option<PathBuf> {
        let value = |name: &str| variables.iter().find(|variable| variable.0 == name);
        cache_by(|name| value(name).map(|(_, value)| value.into()))
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
