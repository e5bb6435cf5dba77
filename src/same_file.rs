//! Whether two names lead to one file, through links or not.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Whether both paths lead to one file that is there.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    match (identity(one), identity(other)) {
        (Some(one), Some(other)) => one == other,
        _ => false,
    }
}

/// Whether a file written at one path would be found at the other; neither has to be there.
pub(crate) fn is_same_place(one: &Path, other: &Path) -> bool {
    is_same(one, other) || place(one).is_some_and(|one| Some(one) == place(other))
}

/// The folder without links, and the name in it.
fn place(path: &Path) -> Option<(PathBuf, &std::ffi::OsStr)> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    Some((fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?, path.file_name()?))
}

/// Whether the open file is still the one at this path. Where the system does not number its files: whether there is
/// one.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        let here = fs::metadata(path).map(|there| inode(&there)).ok();
        here.is_some() && here == file.metadata().map(|data| inode(&data)).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).map(|there| inode(&there)).ok()
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// The file's device, and its number there.
#[cfg(unix)]
fn inode(data: &fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;
    (data.dev(), data.ino())
}
