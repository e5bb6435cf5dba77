//! The pages that standard output and standard error are.

use super::visible::{Visible, visible};
use crate::report::{Page, Palette};
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use clap::builder::StyledStr;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

/// Standard output. Buffered: what has to be seen at once is flushed.
pub(crate) fn standard_output() -> Page<'static> {
    let stdout = io::stdout();
    let has_styles = AutoStream::choice(&stdout) != ColorChoice::Never;
    let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| width.0);
    let out = Visible::new(BufWriter::new(stream()), has_styles);
    Page::new(out, palette(has_styles), width)
}

/// Standard error.
fn standard_error() -> Page<'static> {
    let stderr = io::stderr();
    let has_styles = AutoStream::choice(&stderr) != ColorChoice::Never;
    let width = terminal_size::terminal_size_of(&stderr).map(|(width, _)| width.0);
    Page::new(stderr, palette(has_styles), width)
}

/// Says something on standard error. Where that cannot be written, the answer is worth more than the word.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(io::stderr(), "{}", visible(&text.to_string()));
}

/// Says something on standard error, on lines that fit the terminal.
pub(crate) fn prompt(text: &str) {
    let _ = standard_error().prose(Style::new(), &visible(text));
}

/// Says on standard error why the program ends. Where even that cannot be written, the exit code has to do.
pub(crate) fn error(text: impl Display) {
    let mut page = standard_error();
    let bad = page.palette.bad;
    let text = format!("{bad}error:{bad:#} {}", visible(&text.to_string()));
    let _ = page.prose(Style::new(), &text);
}

/// Says on standard error what is wrong with the command line.
pub(crate) fn usage(error: &clap::Error) {
    let text = error.render();
    let has_styles = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    // In a message with styles, those from outside could not be told from the others.
    let is_foreign = std::env::args_os().any(|word| {
        let word = word.to_string_lossy();
        visible(&word) != word
    });
    let text = if has_styles && !is_foreign {
        text.ansi().to_string()
    } else {
        visible(&text.to_string()).into_owned()
    };
    let _ = write!(io::stderr(), "{text}");
}

/// Writes help, or the version.
pub(crate) fn help(text: &StyledStr) -> io::Result<()> {
    let has_styles = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let mut page = standard_output();
    let text = if has_styles { text.ansi().to_string() } else { text.to_string() };
    page.write_all(text.as_bytes())?;
    page.flush()
}

/// Styles on a terminal that wants them, as `NO_COLOR` and its like have it.
fn palette(has_styles: bool) -> Palette {
    if has_styles { Palette::coloured() } else { Palette::plain() }
}

/// Standard output without a buffer. The standard library's own keeps quiet where it is closed.
#[cfg(unix)]
fn stream() -> Box<dyn Write> {
    use std::os::fd::AsFd;
    match io::stdout().as_fd().try_clone_to_owned() {
        _ if closed::was_closed() => Box::new(closed::Closed),
        Ok(stdout) => Box::new(std::fs::File::from(stdout)),
        Err(_) => Box::new(io::stdout().lock()),
    }
}

#[cfg(not(unix))]
fn stream() -> Box<dyn Write> {
    Box::new(io::stdout().lock())
}

#[cfg(unix)]
mod closed {
    use std::io::{self, Write};
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    /// Looks before `main`: at its beginning the standard library opens /dev/null in place of a stream that is closed,
    /// and what is written would be lost without a word.
    #[ctor::ctor]
    fn look() {
        /// No such file descriptor.
        const EBADF: i32 = 9;
        let looked = io::stdout().as_fd().try_clone_to_owned();
        let is_closed = looked.is_err_and(|error| error.raw_os_error() == Some(EBADF));
        WAS_CLOSED.store(is_closed, Ordering::Relaxed);
    }

    /// Whether standard output was closed when the program was started.
    pub(super) fn was_closed() -> bool {
        WAS_CLOSED.load(Ordering::Relaxed)
    }

    /// A standard output that is closed.
    pub(super) struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::other("standard output is closed"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
