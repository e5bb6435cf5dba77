//! Characters from outside that a terminal would obey: shown as escapes.

use std::borrow::Cow;
use std::io::{self, Write};

/// A message in which control characters are escaped, but for ends of lines. Whatever part of it came from outside, a
/// terminal shows it and does not obey it.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_obeyed(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// Whether a terminal would do something else than show it: control characters, and those that turn the direction of
/// writing.
fn is_obeyed(character: char) -> bool {
    let is_control = character.is_control() && !matches!(character, '\n' | '\t');
    let turns = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || turns
}

/// A stream of text in which control characters are escaped as JSON does it, but for ends of lines, and where there are
/// styles, for those.
pub(crate) struct Visible<W> {
    out: W,
    has_styles: bool,
}

impl<W: Write> Visible<W> {
    pub(crate) fn new(out: W, has_styles: bool) -> Self {
        Visible { out, has_styles }
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        let mut rest = text;
        while let Some(at) = rest.find(is_obeyed) {
            let (before, behind) = rest.split_at(at);
            self.out.write_all(before.as_bytes())?;
            let style = if self.has_styles { style(behind) } else { "" };
            let obeyed = behind.chars().next().map_or(0, char::len_utf8);
            if style.is_empty() {
                let units = behind[..obeyed].encode_utf16();
                units.into_iter().try_for_each(|unit| write!(self.out, "\\u{unit:04x}"))?;
                rest = &behind[obeyed..];
            } else {
                self.out.write_all(style.as_bytes())?;
                rest = &behind[style.len()..];
            }
        }
        self.out.write_all(rest.as_bytes())
    }
}

/// The escape at the beginning of `text` that sets colours, weights and the like, if there is one.
fn style(text: &str) -> &str {
    let is_style = |numbers: &str| numbers.bytes().all(|b| b.is_ascii_digit() || b == b';');
    let numbers = text.strip_prefix("\u{1b}[").and_then(|rest| rest.split_once('m'));
    match numbers {
        Some((numbers, _)) if is_style(numbers) => &text[..numbers.len() + 3],
        _ => "",
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes) {
            Ok(text) => self.write_text(text).map(|()| bytes.len()),
            // No piece of text that this program writes ends within a character.
            Err(_) => self.out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(visible("a\nb\tc \u{e9} \u{2212}"), "a\nb\tc \u{e9} \u{2212}");
        assert_eq!(visible("\u{1b}[31m\r\u{7}\u{9b}1m"), "\\u{1b}[31m\\r\\u{7}\\u{9b}1m");
        assert_eq!(visible("a\u{202e}b"), "a\\u{202e}b");
    }

    #[test]
    fn a_stream_keeps_its_styles_and_nothing_else() {
        let written = |text: &str, has_styles| {
            let mut out = Vec::new();
            Visible::new(&mut out, has_styles).write_all(text.as_bytes()).unwrap();
            String::from_utf8(out).unwrap()
        };
        let text = "\u{1b}[1;31mred\u{1b}[0m \u{1b}]0;title\u{7}\u{1b}[2J\n";
        let titles = "\\u001b]0;title\\u0007\\u001b[2J\n";
        assert_eq!(written(text, true), format!("\u{1b}[1;31mred\u{1b}[0m {titles}"));
        assert_eq!(written(text, false), format!("\\u001b[1;31mred\\u001b[0m {titles}"));
    }
}
