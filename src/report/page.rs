//! What is written on: a stream, and how it wants to be written to.

use super::{Palette, wrap};
use anstyle::Style;
use comfy_table::Table;
use std::io::{self, Write};

/// A stream with its styles and its width.
pub(crate) struct Page<'w> {
    out: Box<dyn Write + 'w>,
    /// The styles; plain ones for a file.
    pub(crate) palette: Palette,
    /// Characters on a line; `None` for a file, where lines are as long as they are.
    pub(crate) width: Option<u16>,
}

impl<'w> Page<'w> {
    pub(crate) fn new(out: impl Write + 'w, palette: Palette, width: Option<u16>) -> Self {
        Page { out: Box::new(out), palette, width }
    }

    /// Writes sentences, or any line that may be broken.
    pub(crate) fn prose(&mut self, style: Style, text: &str) -> io::Result<()> {
        writeln!(self.out, "{style}{}{style:#}", wrap::wrap(text, self.width))
    }

    /// Writes a table, its head set apart.
    pub(crate) fn table(&mut self, table: &Table) -> io::Result<()> {
        let heading = self.palette.heading;
        for (index, line) in table.lines().enumerate() {
            let line = line.trim_end();
            if index == 0 && table.header().is_some() {
                writeln!(self.out, "{heading}{line}{heading:#}")?;
            } else {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }
}

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
