//! Where results go.

use crate::report::Palette;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, and how it wants to be written to.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// Styles on a terminal that wants them, as `NO_COLOR` and its like have it; none elsewhere.
    pub(crate) palette: Palette,
    /// Characters on a line of the terminal; `None` elsewhere.
    pub(crate) width: Option<u16>,
}

impl Output {
    /// Standard output.
    pub(crate) fn standard() -> Self {
        let stdout = io::stdout();
        let palette = match anstream::AutoStream::choice(&stdout) {
            anstream::ColorChoice::Never => Palette::plain(),
            _ => Palette::coloured(),
        };
        let width = terminal_size::terminal_size_of(&stdout).map(|(width, _)| width.0);
        Output { out: BufWriter::new(stdout.lock()), palette, width }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
