//! A file that is there as a whole or not at all.

use crate::same_file;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// How the name of a draft ends.
pub(crate) const DRAFT: &str = "draft";
/// How it ends before the draft is locked.
pub(crate) const NEW: &str = "new";

/// A file under another name, which it keeps until all of it is written. Dropped before that, it is removed.
pub(crate) struct Draft {
    out: BufWriter<File>,
    /// Where it is.
    place: PathBuf,
    /// Where it is to be.
    path: PathBuf,
    is_done: bool,
}

impl Draft {
    /// Begins a file that is to be at `path`, in place of what is there, be it a link.
    ///
    /// Its name until then is no other program's, and whatever has a draft's name is locked, by which [`state`] knows
    /// it: the file is created under another name, locked, and renamed.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        loop {
            // Processes have the same number where they run in containers.
            let (process, random) = (std::process::id(), RandomState::new().hash_one(0));
            let named = |ending: &str| {
                let mut name = path.as_os_str().to_owned();
                name.push(format!(".{process}-{random}.{ending}"));
                PathBuf::from(name)
            };
            let (new, place) = (named(NEW), named(DRAFT));
            let file = File::create_new(&new)?;
            // Where there are no locks, a draft cannot be told from what a killed program has left.
            // Who removes what is left has the lock for a moment.
            let _ = file.lock();
            match fs::rename(&new, &place) {
                Ok(()) => {
                    let (out, path) = (BufWriter::new(file), path.into());
                    return Ok(Draft { out, place, path, is_done: false });
                }
                // Somebody who tidied up took it for what is left of another.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => {
                    let _ = fs::remove_file(&new);
                    return Err(error);
                }
            }
        }
    }

    /// Gives the file its name, in place of one that is there.
    ///
    /// # Errors
    /// When what is still to be written cannot be, or the name cannot be had.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.out.flush()?;
        self.out.get_ref().sync_all()?;
        fs::rename(&self.place, &self.path)?;
        self.is_done = true;
        Ok(())
    }
}

/// What has become of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// A program is at work on it.
    BeingWritten,
    /// What wrote it was killed: a killed program's lock is free.
    Left,
    /// It has its final name by now, or was removed.
    Gone,
}

/// What has become of the draft at this path.
pub(crate) fn state(draft: &Path) -> State {
    locked(draft).0
}

/// Removes the draft at this path, unless a program is at work on it. Says what had become of it.
///
/// # Errors
/// When it cannot be removed.
pub(crate) fn remove_left(draft: &Path) -> io::Result<State> {
    // Held until it is removed, so that a program that has just created it notices.
    let (state, _lock) = locked(draft);
    if state == State::Left {
        fs::remove_file(draft)?;
    }
    Ok(state)
}

/// What has become of a draft, and where it is left, a lock on it.
fn locked(draft: &Path) -> (State, Option<File>) {
    // To open a pipe is to wait for somebody who writes.
    if fs::metadata(draft).is_ok_and(|there| !there.is_file()) {
        return (State::Left, None);
    }
    let file = match File::open(draft) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return (State::Gone, None),
        Err(_) => return (State::Left, None),
    };
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => (State::BeingWritten, None),
        // It was finished between the two.
        _ if !same_file::is_at(&file, draft) => (State::Gone, None),
        _ => (State::Left, Some(file)),
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_done {
            // What is left of it is of no use, and if it cannot be removed it does no harm.
            let _ = fs::remove_file(&self.place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_as_a_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("puzzlespace-draft-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.json");
        fs::write(&path, "before").unwrap();
        let mut half = Draft::create(&path).unwrap();
        let mut whole = Draft::create(&path).unwrap();
        assert_eq!(state(&half.place), State::BeingWritten);
        assert_eq!(remove_left(&half.place).unwrap(), State::BeingWritten);
        let place = half.place.clone();
        half.write_all(b"half").unwrap();
        whole.write_all(b"whole").unwrap();
        drop(half);
        assert_eq!(state(&place), State::Gone);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        whole.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
        fs::write(folder.join("left.draft"), "left").unwrap();
        assert_eq!(remove_left(&folder.join("left.draft")).unwrap(), State::Left);
        fs::remove_dir_all(folder).unwrap();
    }

    /// Fault 8: a draft was there before it was locked.
    #[test]
    fn whatever_has_the_name_of_a_draft_is_locked() {
        let folder = std::env::temp_dir().join(format!("puzzlespace-gap-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.table");
        std::thread::scope(|scope| {
            let writer = scope.spawn(|| {
                for _ in 0..300 {
                    Draft::create(&path).unwrap().finish().unwrap();
                }
            });
            while !writer.is_finished() {
                for entry in fs::read_dir(&folder).unwrap() {
                    let other = entry.unwrap().path();
                    match other.extension().and_then(std::ffi::OsStr::to_str) {
                        Some(DRAFT) => assert_ne!(state(&other), State::Left),
                        // One that is taken away before it is locked is made again.
                        Some(NEW) => drop(remove_left(&other)),
                        _ => {}
                    }
                }
            }
        });
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    #[cfg(unix)]
    fn a_link_is_replaced_and_not_what_it_leads_to() {
        let name = format!("puzzlespace-draft-link-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let (link, other) = (folder.join("link"), folder.join("other"));
        fs::write(&other, "mine").unwrap();
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let mut draft = Draft::create(&link).unwrap();
        draft.write_all(b"new").unwrap();
        draft.finish().unwrap();
        assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
        assert_eq!(fs::read_to_string(&link).unwrap(), "new");
        fs::remove_dir_all(folder).unwrap();
    }
}
