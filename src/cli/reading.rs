//! Reading to the end of a file or a pipe that may have none: a request to end and a time limit end it too.

use super::interrupt;
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// More than this is not read: some millions of boards.
pub(crate) const LARGEST: u64 = 64 << 20;
/// How often the flag that Ctrl-C sets is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// Why something was not read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadingError {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("a directory; name a file with boards in it")]
    Directory,
    #[error("larger than {} MiB, more than is read at once; split it between boards", LARGEST >> 20)]
    TooLarge,
    #[error("reading it was stopped before its end")]
    Cancelled,
    #[error(
        "its end was not reached within --time-limit {limit:?}; close the pipe, or raise the limit"
    )]
    Time { limit: Duration },
}

/// Time for reading, within that of the whole command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    began: Instant,
    limit: Option<Duration>,
}

impl Clock {
    pub(crate) fn start(limit: Option<Duration>) -> Self {
        Clock { began: Instant::now(), limit }
    }

    /// What reading has taken.
    pub(crate) fn spent(self) -> Duration {
        self.began.elapsed()
    }

    fn is_over(self) -> Option<Duration> {
        self.limit.filter(|limit| self.spent() > *limit)
    }
}

/// Whether boards are typed: a person takes as long as it takes.
pub(crate) fn is_typed(file: Option<&Path>) -> bool {
    file.is_none_or(is_standard_input) && io::stdin().is_terminal()
}

/// Whether it stands for standard input.
pub(crate) fn is_standard_input(file: &Path) -> bool {
    file.as_os_str() == "-"
}

/// Reads all of a file, or of standard input for `-` or nothing.
///
/// # Errors
/// When it cannot be read, it is too large, the clock runs out or somebody asks the program to end.
pub(crate) fn to_end(file: Option<&Path>, clock: Clock) -> Result<Vec<u8>, ReadingError> {
    let file = file.filter(|file| !is_standard_input(file)).map(Path::to_owned);
    let (sender, result) = mpsc::channel();
    // It may wait for ever, for somebody who writes or for the end, and is left behind then.
    let read = move || drop(sender.send(read(file)));
    std::thread::Builder::new().spawn(read)?;
    // From here on Ctrl-C only sets the flag.
    while !interrupt::is_requested() {
        match result.recv_timeout(LOOK) {
            Ok(result) => return result,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the thread that reads has ended").into());
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(limit) = clock.is_over() {
            return Err(ReadingError::Time { limit });
        }
    }
    Err(ReadingError::Cancelled)
}

fn read(file: Option<PathBuf>) -> Result<Vec<u8>, ReadingError> {
    let Some(path) = file else { return all(io::stdin().lock()) };
    let file = File::open(path)?;
    if file.metadata()?.is_dir() { Err(ReadingError::Directory) } else { all(file) }
}

fn all(source: impl Read) -> Result<Vec<u8>, ReadingError> {
    let mut bytes = Vec::new();
    source.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST { Err(ReadingError::TooLarge) } else { Ok(bytes) }
}
