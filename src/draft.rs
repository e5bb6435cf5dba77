//! A file that is there as a whole or not at all.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

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
    /// Its name until then is no other program's, and it is locked, by which [`is_being_written`] knows it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        static BEGUN: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = BEGUN.fetch_add(1, Ordering::Relaxed);
            let mut name = path.as_os_str().to_owned();
            name.push(format!(".{}-{number}.draft", std::process::id()));
            let draft = PathBuf::from(name);
            match File::create_new(&draft) {
                Ok(file) => {
                    // Where there are no locks, a draft cannot be told from what a killed program has left.
                    // Who looks whether it is locked has the lock for a moment.
                    let _ = file.lock();
                    let (out, path) = (BufWriter::new(file), path.into());
                    return Ok(Draft { out, place: draft, path, is_done: false });
                }
                // Left behind by a process of the same number, which is gone.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
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

/// Whether a program is at work on the draft at this path: nobody else holds the lock on what one has left that was
/// killed.
pub(crate) fn is_being_written(draft: &Path) -> bool {
    // To open a pipe is to wait for somebody who writes.
    let is_file = fs::metadata(draft).is_ok_and(|there| there.is_file());
    is_file
        && File::open(draft)
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
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
        assert!(is_being_written(&half.place));
        half.write_all(b"half").unwrap();
        whole.write_all(b"whole").unwrap();
        drop(half);
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        whole.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "whole");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no draft is left");
        fs::write(folder.join("left.draft"), "left").unwrap();
        assert!(!is_being_written(&folder.join("left.draft")));
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
