//! Reading boards from text, with errors that name the place.

use crate::units;
use std::fmt;

/// A place in a text, both counted from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The character on it.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Text that is not a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: found {found}, expected {expected}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// What stands there.
    pub found: String,
    /// What should.
    pub expected: String,
}

/// A piece of text without blanks, and where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token<'t> {
    /// The text.
    pub text: &'t str,
    /// Where it begins.
    pub place: Place,
}

/// Reads boards off a text, one after another.
///
/// Blank lines between boards, blanks at line ends, Windows line ends and byte order marks are passed
/// over.
///
/// # Example
/// ```
/// # use puzzlespace::text::Reader;
/// let mut reader = Reader::new("bw\nwx\n");
/// let cell = |c| match c { 'b' => Some(true), 'w' => Some(false), _ => None };
/// let error = reader.cells(2, 2, "`b` or `w`", cell).unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 2: found `x`, expected `b` or `w`");
/// ```
#[derive(Debug, Clone)]
pub struct Reader<'t> {
    rest: &'t str,
    place: Place,
}

impl<'t> Reader<'t> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'t str) -> Self {
        Reader { rest: text, place: Place { line: 1, column: 1 } }
    }

    /// Whether only blanks are left. Moves to the next thing that is not.
    pub fn is_at_end(&mut self) -> bool {
        while self.rest.starts_with(is_blank) {
            self.next_char();
        }
        self.rest.is_empty()
    }

    /// Where the reader stands.
    pub fn place(&self) -> Place {
        self.place
    }

    /// The next thing between blanks, on whatever line.
    ///
    /// # Errors
    /// At the end of the text.
    pub fn token(&mut self, expected: &str) -> Result<Token<'t>, ReadError> {
        if self.is_at_end() {
            return Err(self.unexpected("the end of the input", expected));
        }
        Ok(self.token_here())
    }

    /// The next thing between blanks on this line, if there is one.
    pub fn token_on_line(&mut self) -> Option<Token<'t>> {
        self.skip_blanks();
        let is_line_end = self.rest.is_empty() || self.rest.starts_with(LINE_END);
        (!is_line_end).then(|| self.token_here())
    }

    /// Makes sure that nothing is left but blanks.
    ///
    /// # Errors
    /// When something is.
    pub fn finish(&self) -> Result<(), ReadError> {
        self.peek().map_or(Ok(()), |token| Err(token.unexpected("the end of the board")))
    }

    /// The next thing between blanks, left where it is.
    pub fn peek(&self) -> Option<Token<'t>> {
        let mut ahead = self.clone();
        (!ahead.is_at_end()).then(|| ahead.token_here())
    }

    /// A board of `rows` times `columns` cells, each a character that `cell` knows, row by row: on a line
    /// each, or in one run.
    ///
    /// # Errors
    /// When a character is none that `cell` knows, a line ends within a row, or the board ends early.
    pub fn cells<T>(
        &mut self,
        rows: usize,
        columns: usize,
        expected: &str,
        cell: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<T>, ReadError> {
        let cells = self.placed_cells(rows, columns, expected, cell)?;
        Ok(cells.into_iter().map(|(_, cell)| cell).collect())
    }

    /// As [`cells`](Reader::cells), each with its place: for a fault that only the whole board shows.
    ///
    /// # Errors
    /// As [`cells`](Reader::cells).
    pub fn placed_cells<T>(
        &mut self,
        rows: usize,
        columns: usize,
        expected: &str,
        cell: impl Fn(char) -> Option<T>,
    ) -> Result<Vec<(Place, T)>, ReadError> {
        let wanted = rows * columns;
        let cells_of = |count: usize| units::counted(count as u64, "cell");
        let row_of = |count: usize| format!("row {} of {rows}", count / columns + 1);
        let mut cells = Vec::with_capacity(wanted);
        self.is_at_end();
        while cells.len() < wanted {
            let on_line = cells.len();
            let mut extra = None;
            while let Some(token) = self.token_on_line() {
                for (offset, character) in token.text.chars().enumerate() {
                    let column = token.place.column + offset;
                    let place = Place { column, ..token.place };
                    let count = cells.len() - on_line;
                    if cells.len() == wanted {
                        let expected = if on_line == 0 {
                            format!("the end of the board after {}", cells_of(wanted))
                        } else {
                            format!("the end of a row after {}", cells_of(columns))
                        };
                        return Err(ReadError { place, found: show(character), expected });
                    }
                    if count == columns {
                        extra = Some((place, character));
                    }
                    let known = cell(character).ok_or_else(|| ReadError {
                        place,
                        found: show(character),
                        expected: expected.into(),
                    })?;
                    cells.push((place, known));
                }
                if cells.len() == wanted {
                    return Ok(cells);
                }
            }
            let count = cells.len() - on_line;
            if count == 0 {
                let found =
                    if self.rest.is_empty() { "the end of the input" } else { "a blank line" };
                return Err(self.unexpected(found, &row_of(cells.len())));
            }
            if !count.is_multiple_of(columns) {
                let end = format!("the end of the line after {}", cells_of(count));
                // Boards in one run have a line each; else every line is about as long as a row.
                let is_run = on_line == 0 && !(1..=columns + 1).contains(&self.cells_below());
                return Err(match extra {
                    Some(_) if is_run => self.unexpected(
                        &end,
                        &format!("{wanted} cells, or {columns} on each of {rows} lines"),
                    ),
                    Some((place, character)) => ReadError {
                        place,
                        found: show(character),
                        expected: format!("the end of a row after {}", cells_of(columns)),
                    },
                    None => {
                        self.unexpected(&end, &format!("{columns} cells in {}", row_of(on_line)))
                    }
                });
            }
            self.end_line();
        }
        Ok(cells)
    }

    /// The error that something else stands where the reader is.
    pub fn unexpected(&self, found: &str, expected: &str) -> ReadError {
        ReadError { place: self.place, found: found.into(), expected: expected.into() }
    }

    /// Moves past the end of this line, of which only blanks are left.
    fn end_line(&mut self) {
        self.skip_blanks();
        if self.rest.starts_with("\r\n") {
            self.next_char();
        }
        self.next_char();
    }

    /// How many characters that are no blanks stand on the next line.
    fn cells_below(&self) -> usize {
        let mut ahead = self.clone();
        ahead.end_line();
        let line = ahead.rest.split(LINE_END).next().unwrap_or_default();
        line.chars().filter(|&character| !is_blank(character)).count()
    }

    fn token_here(&mut self) -> Token<'t> {
        let place = self.place;
        let end = self.rest.find(is_blank).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.place.column += text.chars().count();
        Token { text, place }
    }

    fn skip_blanks(&mut self) {
        while self.rest.starts_with(|c: char| is_blank(c) && !LINE_END.contains(&c)) {
            self.next_char();
        }
    }

    fn next_char(&mut self) -> Option<char> {
        let mut characters = self.rest.chars();
        let character = characters.next()?;
        self.rest = characters.as_str();
        let is_line_end = character == '\n' || (character == '\r' && !self.rest.starts_with('\n'));
        if is_line_end {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else if character != BYTE_ORDER_MARK {
            self.place.column += 1;
        }
        Some(character)
    }
}

impl Token<'_> {
    /// The error that this is not what was expected.
    pub fn unexpected(&self, expected: &str) -> ReadError {
        const LONGEST: usize = 40;
        let mut text: String = self.text.chars().take(LONGEST).map(visible).collect();
        if self.text.chars().nth(LONGEST).is_some() {
            text.push_str("..");
        }
        ReadError { place: self.place, found: format!("`{text}`"), expected: expected.into() }
    }
}

const LINE_END: [char; 2] = ['\n', '\r'];
/// Stands at the start of a file, so in the middle of several that were joined.
const BYTE_ORDER_MARK: char = '\u{feff}';

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == BYTE_ORDER_MARK
}

fn show(character: char) -> String {
    let shown = format!("`{}`", visible(character));
    // What looks like another character is not told by its looks.
    let is_lookalike =
        matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff01}'..='\u{ff5e}');
    if is_lookalike { format!("{shown} (U+{:04X})", u32::from(character)) } else { shown }
}

/// The character itself, or an escape for one that a terminal would not show.
fn visible(character: char) -> String {
    match character {
        '\'' | '"' | '\\' => character.into(),
        _ => character.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(character: char) -> Option<char> {
        matches!(character, 'b' | 'w').then_some(character)
    }

    /// All boards of two rows and three columns in `text`, each as one word.
    fn boards(text: &str) -> Result<Vec<String>, String> {
        let mut reader = Reader::new(text);
        let mut boards = Vec::new();
        while !reader.is_at_end() {
            let board =
                reader.cells(2, 3, "`b` or `w`", cell).map_err(|error| error.to_string())?;
            boards.push(board.into_iter().collect());
        }
        Ok(boards)
    }

    fn error(text: &str) -> String {
        boards(text).unwrap_err()
    }

    #[test]
    fn a_board_is_read_however_it_is_laid_out() {
        for text in [
            "bwb\nwbw",
            "bwb\nwbw\n",
            "bwb\r\nwbw\r\n",
            "bwb\rwbw\r",
            "\u{feff}bwb\nwbw\n",
            "\u{feff}\r\n\r\nbwb\r\nwbw\r\n",
            "bwb  \nwbw\t\n",
            "bwb \r\nwbw \t\r\n",
            "  bwb\n  wbw\n",
            "\n\n \n bwb\nwbw\n\n \n",
            "b w b\nw b w\n",
            "bwbwbw",
            "bwbwbw\n",
            "bwb wbw\n",
            "bwb\u{a0}\nwbw\u{3000}\n",
        ] {
            assert_eq!(boards(text).unwrap(), ["bwbwbw"], "{text:?}");
        }
    }

    #[test]
    fn boards_follow_one_another() {
        for text in [
            "bwb\nwbw\nwww\nbbb\n",
            "bwb\nwbw\n\nwww\nbbb\n",
            "bwb\r\nwbw\r\n\r\n\r\nwww\r\nbbb",
            "bwbwbw\nwwwbbb\n",
            "bwbwbw wwwbbb",
            "bwb\nwbw\n\n\n  \nwwwbbb",
            "\u{feff}bwb\nwbw\n\u{feff}www\nbbb\n",
        ] {
            assert_eq!(boards(text).unwrap(), ["bwbwbw", "wwwbbb"], "{text:?}");
        }
        for nothing in ["", "\n", "\u{feff}", "\u{feff}\r\n", " \t\r\n\r\n"] {
            assert!(boards(nothing).unwrap().is_empty(), "{nothing:?}");
        }
    }

    #[test]
    fn an_unknown_character_is_named_with_its_place() {
        let expected = "expected `b` or `w`";
        assert_eq!(error("bwb\nwxw\n"), format!("line 2, column 2: found `x`, {expected}"));
        assert_eq!(error("bwb\r\n\twxw\r\n"), format!("line 2, column 3: found `x`, {expected}"));
        assert_eq!(error("bwb\rwxw\r"), format!("line 2, column 2: found `x`, {expected}"));
        assert_eq!(error("\u{feff}xwb\nwbw"), format!("line 1, column 1: found `x`, {expected}"));
        assert_eq!(error("bwb\nwbw\n\nbxb\n"), format!("line 4, column 2: found `x`, {expected}"));
        assert_eq!(error("bwbwbx"), format!("line 1, column 6: found `x`, {expected}"));
        assert_eq!(error("bw\u{e9}"), format!("line 1, column 3: found `\u{e9}`, {expected}"));
        assert_eq!(error("b\u{0}b"), format!("line 1, column 2: found `\\0`, {expected}"));
        assert_eq!(error("b\u{1b}b"), format!("line 1, column 2: found `\\u{{1b}}`, {expected}"));
        assert_eq!(error("b'b"), format!("line 1, column 2: found `'`, {expected}"));
    }

    #[test]
    fn a_row_of_the_wrong_length_is_named_with_its_place() {
        let row_end = "expected the end of a row after 3 cells";
        assert_eq!(error("bwbb\nwbw\n"), format!("line 1, column 4: found `b`, {row_end}"));
        assert_eq!(error("b w b w\nwbw\n"), format!("line 1, column 7: found `w`, {row_end}"));
        assert_eq!(error("bwb\nwbww\n"), format!("line 2, column 4: found `w`, {row_end}"));
        assert_eq!(
            error("bwbwbwb\n"),
            "line 1, column 7: found `b`, expected the end of the board after 6 cells"
        );
        for run in ["bwbwb", "bwbwb\nwbwbwb\n", "bw bwb\n\nbwb\nwbw\n"] {
            let error = error(run);
            let (place, rest) = error.split_once(": ").unwrap();
            assert!(place.starts_with("line 1, column "), "{error}");
            assert_eq!(
                rest,
                "found the end of the line after 5 cells, expected 6 cells, or 3 on each of 2 lines"
            );
        }
        assert_eq!(
            error("bw\nwbw\n"),
            "line 1, column 3: found the end of the line after 2 cells, expected 3 cells in row 1 of 2"
        );
        assert_eq!(
            error("bwb\r\nw\r\n"),
            "line 2, column 2: found the end of the line after 1 cell, expected 3 cells in row 2 of 2"
        );
        assert_eq!(
            error("bwb\nwb"),
            "line 2, column 3: found the end of the line after 2 cells, expected 3 cells in row 2 of 2"
        );
    }

    #[test]
    fn a_board_that_ends_early_is_named_with_its_place() {
        assert_eq!(
            error("bwb\n"),
            "line 2, column 1: found the end of the input, expected row 2 of 2"
        );
        assert_eq!(
            error("bwb"),
            "line 1, column 4: found the end of the input, expected row 2 of 2"
        );
        assert_eq!(
            error("bwb\r\n\r\nwbw\r\n"),
            "line 2, column 1: found a blank line, expected row 2 of 2"
        );
        let mut reader = Reader::new(" \n");
        let error = reader.cells(2, 3, "`b` or `w`", cell).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 2, column 1: found the end of the input, expected row 1 of 2"
        );
    }

    #[test]
    fn cells_have_places() {
        let mut reader = Reader::new("\u{feff}b wb\r\n\twbw\n");
        let cells = reader.placed_cells(2, 3, "`b` or `w`", cell).unwrap();
        let places: Vec<_> = cells.iter().map(|(place, _)| (place.line, place.column)).collect();
        assert_eq!(places, [(1, 1), (1, 3), (1, 4), (2, 2), (2, 3), (2, 4)]);
    }

    #[test]
    fn tokens_are_what_stands_between_blanks() {
        let mut reader = Reader::new("\u{feff}3  -12\r\n\r\n x \n");
        let place = |line, column| Place { line, column };
        assert_eq!(reader.token("a number").unwrap(), Token { text: "3", place: place(1, 1) });
        assert_eq!(reader.peek(), Some(Token { text: "-12", place: place(1, 4) }));
        assert_eq!(reader.token_on_line(), Some(Token { text: "-12", place: place(1, 4) }));
        assert_eq!(reader.token_on_line(), None);
        assert_eq!(reader.peek(), Some(Token { text: "x", place: place(3, 2) }));
        let token = reader.token("a number").unwrap();
        assert_eq!(
            token.unexpected("a number").to_string(),
            "line 3, column 2: found `x`, expected a number"
        );
        assert_eq!(
            reader.token("a number").unwrap_err().to_string(),
            "line 4, column 1: found the end of the input, expected a number"
        );
        assert_eq!(reader.peek(), None);
        assert_eq!(reader.token_on_line(), None);
    }

    #[test]
    fn a_long_token_is_cut_short_in_errors() {
        let text = "x".repeat(41);
        let token = Reader::new(&text).peek().unwrap();
        let error = token.unexpected("less").to_string();
        assert_eq!(error, format!("line 1, column 1: found `{}..`, expected less", "x".repeat(40)));
    }
}
