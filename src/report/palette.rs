//! The few styles that output on a terminal has.

use anstyle::{AnsiColor, Style};

/// A style for each thing that is set apart. Written plainly, they write nothing.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Palette {
    /// Titles, and the heads of tables.
    pub(crate) heading: Style,
    /// A search that found what it was after, a check that held.
    pub(crate) good: Style,
    /// A proof that there is nothing to find.
    pub(crate) proof: Style,
    /// A search without an answer.
    pub(crate) warning: Style,
    /// Answers that contradict each other, a check that failed.
    pub(crate) bad: Style,
    /// What may be passed over.
    pub(crate) dim: Style,
}

impl Palette {
    /// No styles.
    pub(crate) fn plain() -> Self {
        Palette::default()
    }

    /// Styles for a terminal that knows ANSI escapes.
    pub(crate) fn coloured() -> Self {
        let bold = |colour: AnsiColor| colour.on_default().bold();
        Palette {
            heading: Style::new().bold(),
            good: bold(AnsiColor::Green),
            proof: bold(AnsiColor::Cyan),
            warning: bold(AnsiColor::Yellow),
            bad: bold(AnsiColor::Red),
            dim: Style::new().dimmed(),
        }
    }
}
