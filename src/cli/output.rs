//! The pages that standard output and standard error are.

use crate::report::{Page, Palette};
use anstream::{AutoStream, ColorChoice};
use std::fmt::Display;
use std::io::{self, BufWriter, Write};

/// Standard output. Buffered: what has to be seen at once is flushed.
pub(crate) fn standard_output() -> Page<'static> {
    let stdout = io::stdout();
    let palette = palette(AutoStream::choice(&stdout));
    let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| width.0);
    Page::new(BufWriter::new(stdout.lock()), palette, width)
}

/// Standard error.
pub(crate) fn standard_error() -> Page<'static> {
    let stderr = io::stderr();
    let palette = palette(AutoStream::choice(&stderr));
    let width = terminal_size::terminal_size_of(&stderr).map(|(width, _)| width.0);
    Page::new(stderr, palette, width)
}

/// Says something on standard error. Where that cannot be written, the answer is worth more than the word.
pub(crate) fn note(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Styles on a terminal that wants them, as `NO_COLOR` and its like have it.
fn palette(choice: ColorChoice) -> Palette {
    match choice {
        ColorChoice::Never => Palette::plain(),
        _ => Palette::coloured(),
    }
}
