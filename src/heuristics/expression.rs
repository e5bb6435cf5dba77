//! How a heuristic is written on the command line.

use crate::names::suggest;
use std::fmt;

/// A heuristic as it is written: `manhattan`, `images(patterns(1 2 3 / 4 5))`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// One that the puzzle offers.
    Name(String),
    /// `patterns(1 2 3 / 4 5)`: databases of these patterns.
    Patterns(Vec<Vec<u8>>),
    /// `dual(patterns(..))`: the same, or what they say of the state's dual, if that is more.
    Dual(Vec<Vec<u8>>),
    /// `images(..)`: the largest over all images of a state.
    Images(Box<Expression>),
    /// `max(.., ..)`: the largest of these.
    Largest(Vec<Expression>),
}

/// The words that are no names of heuristics.
pub(crate) const FORMS: [&str; 4] = ["patterns", "dual", "images", "max"];

/// A text that is no heuristic.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// Something else was expected.
    #[error("a heuristic, column {column}: found {found}, expected {expected}")]
    Unexpected {
        /// Where, counted from 1.
        column: usize,
        /// What stands there.
        found: String,
        /// What should.
        expected: &'static str,
    },
    /// Heuristics within heuristics, too many of them.
    #[error("a heuristic, column {column}: more than {MOST_NESTED} within each other")]
    Nested {
        /// Where, counted from 1.
        column: usize,
    },
    /// Only some words take arguments.
    #[error("`{name}` takes nothing in brackets; {}", suggest(name, known))]
    Form {
        /// The word.
        name: String,
        /// Those that do.
        known: Vec<&'static str>,
    },
}

impl Expression {
    /// The puzzle's own heuristic.
    pub(super) fn own() -> Self {
        Expression::Name(super::offer::OWN.into())
    }

    /// The first patterns in it.
    pub(super) fn patterns(&self) -> Option<&[Vec<u8>]> {
        match self {
            Expression::Name(_) => None,
            Expression::Patterns(patterns) | Expression::Dual(patterns) => Some(patterns),
            Expression::Images(inner) => inner.patterns(),
            Expression::Largest(all) => all.iter().find_map(Expression::patterns),
        }
    }

    /// All names in it.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Expression::Name(name) => vec![name],
            Expression::Patterns(_) | Expression::Dual(_) => Vec::new(),
            Expression::Images(inner) => inner.names(),
            Expression::Largest(all) => all.iter().flat_map(Expression::names).collect(),
        }
    }

    /// Reads a heuristic.
    ///
    /// # Errors
    /// When it is none: the place, what was found and what was expected.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        let mut parser = Parser { text, at: 0, nested: 0 };
        let expression = parser.expression()?;
        match parser.peek() {
            None => Ok(expression),
            Some(_) => Err(parser.unexpected("the end")),
        }
    }
}

/// So deep may heuristics stand within each other: whatever walks an expression calls itself.
const MOST_NESTED: usize = 16;

struct Parser<'t> {
    text: &'t str,
    at: usize,
    nested: usize,
}

impl<'t> Parser<'t> {
    /// The next character that is no gap.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, character: char) -> bool {
        let is_there = self.peek() == Some(character);
        self.at += if is_there { character.len_utf8() } else { 0 };
        is_there
    }

    fn expect(&mut self, character: char, expected: &'static str) -> Result<(), ExpressionError> {
        if self.take(character) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    /// The letters, digits and underscores that come next.
    fn word(&mut self) -> &'t str {
        self.peek();
        let rest = &self.text[self.at..];
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let end = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn unexpected(&mut self, expected: &'static str) -> ExpressionError {
        let found = self
            .peek()
            .map_or("the end".into(), |character| format!("`{}`", character.escape_debug()));
        ExpressionError::Unexpected { column: self.column(), found, expected }
    }

    /// Where the parser is, for people.
    fn column(&self) -> usize {
        self.text[..self.at].chars().count() + 1
    }

    fn expression(&mut self) -> Result<Expression, ExpressionError> {
        let name = self.word();
        if name.is_empty() {
            return Err(self.unexpected("a name"));
        }
        if !self.take('(') {
            let is_form = FORMS.contains(&name);
            return if is_form {
                Err(self.unexpected("`(`, and what it is of"))
            } else {
                Ok(Expression::Name(name.into()))
            };
        }
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(ExpressionError::Nested { column: self.column() });
        }
        let expression = match name {
            "patterns" => Expression::Patterns(self.patterns()?),
            "dual" => {
                let before = self.at;
                if self.word() != "patterns" {
                    self.at = before;
                    return Err(self.unexpected("`patterns`"));
                }
                self.expect('(', "`(`")?;
                let patterns = self.patterns()?;
                self.expect(')', "`)`")?;
                Expression::Dual(patterns)
            }
            "images" => Expression::Images(Box::new(self.expression()?)),
            "max" => {
                let mut all = vec![self.expression()?];
                while self.take(',') {
                    all.push(self.expression()?);
                }
                Expression::Largest(all)
            }
            _ => return Err(ExpressionError::Form { name: name.into(), known: FORMS.to_vec() }),
        };
        self.expect(')', "`)`")?;
        self.nested -= 1;
        Ok(expression)
    }

    /// Patterns with strokes between them.
    fn patterns(&mut self) -> Result<Vec<Vec<u8>>, ExpressionError> {
        let mut patterns = vec![self.pattern()?];
        while self.take('/') {
            patterns.push(self.pattern()?);
        }
        Ok(patterns)
    }

    /// Numbers of pieces, with gaps or commas between them. Not with both: somebody who writes `1 2 3, 4 5` wants two
    /// patterns.
    fn pattern(&mut self) -> Result<Vec<u8>, ExpressionError> {
        let (mut pieces, mut is_after_comma) = (Vec::new(), false);
        let mut has_commas = None;
        loop {
            let before = self.at;
            let word = self.word();
            if word.is_empty() && !pieces.is_empty() && !is_after_comma {
                return Ok(pieces);
            }
            let Ok(piece) = word.parse() else {
                self.at = before;
                let mut fault = self.unexpected("the number of a piece, 0 to 255");
                if let ExpressionError::Unexpected { found, .. } = &mut fault
                    && !word.is_empty()
                {
                    *found = format!("`{word}`");
                }
                return Err(fault);
            };
            if !pieces.is_empty() && *has_commas.get_or_insert(is_after_comma) != is_after_comma {
                self.at = before;
                return Err(
                    self.unexpected("gaps or commas between all pieces, `/` between patterns")
                );
            }
            pieces.push(piece);
            is_after_comma = self.take(',');
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Name(name) => f.write_str(name),
            Expression::Dual(patterns) => {
                write!(f, "dual({})", Expression::Patterns(patterns.clone()))
            }
            Expression::Patterns(patterns) => {
                let pattern = |pieces: &Vec<u8>| {
                    pieces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                };
                let patterns: Vec<String> = patterns.iter().map(pattern).collect();
                write!(f, "patterns({})", patterns.join(" / "))
            }
            Expression::Images(inner) => write!(f, "images({inner})"),
            Expression::Largest(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                write!(f, "max({})", all.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes() {
        for text in [
            "manhattan",
            "patterns(1 2 3 / 4 5)",
            "images(patterns(7))",
            "max(gap, dual(patterns(1 2 / 3)))",
            "max(manhattan, images(max(a_b, patterns(1 / 2))))",
        ] {
            assert_eq!(Expression::parse(text).unwrap().to_string(), text);
        }
        let patterns = Expression::Patterns(vec![vec![1, 2], vec![30]]);
        assert_eq!(Expression::parse(" patterns ( 1,2/30 ) "), Ok(patterns));
    }

    #[test]
    fn errors_name_the_place_and_what_was_expected() {
        for (text, error) in [
            ("", "a heuristic, column 1: found the end, expected a name"),
            ("images(", "a heuristic, column 8: found the end, expected a name"),
            ("patterns", "a heuristic, column 9: found the end, expected `(`, and what it is of"),
            (
                "max(images, a)",
                "a heuristic, column 11: found `,`, expected `(`, and what it is of",
            ),
            ("dual(gap)", "a heuristic, column 6: found `g`, expected `patterns`"),
            ("images(a b)", "a heuristic, column 10: found `b`, expected `)`"),
            (
                "patterns(1 / )",
                "a heuristic, column 14: found `)`, expected the number of a piece, 0 to 255",
            ),
            (
                "patterns(1,)",
                "a heuristic, column 12: found `)`, expected the number of a piece, 0 to 255",
            ),
            (
                "patterns(1 300)",
                "a heuristic, column 12: found `300`, expected the number of a piece, 0 to 255",
            ),
            (
                "patterns(1 2 3, 4 5)",
                "a heuristic, column 17: found `4`, expected gaps or commas between all pieces, `/` between patterns",
            ),
            (
                "patterns(1, 2 3)",
                "a heuristic, column 15: found `3`, expected gaps or commas between all pieces, `/` between patterns",
            ),
            ("max(a,)", "a heuristic, column 7: found `)`, expected a name"),
            ("a)", "a heuristic, column 2: found `)`, expected the end"),
            ("pattern(1)", "`pattern` takes nothing in brackets; did you mean `patterns`?"),
        ] {
            let found = Expression::parse(text).unwrap_err().to_string();
            assert!(found.starts_with(error), "{text}: {found}");
        }
    }

    #[test]
    fn a_hundred_thousand_brackets_do_not_overflow_the_stack() {
        let nested = |depth| format!("{}a{}", "max(".repeat(depth), ")".repeat(depth));
        assert!(Expression::parse(&nested(MOST_NESTED)).is_ok());
        let fault = Expression::parse(&nested(100_000)).unwrap_err();
        assert_eq!(fault.to_string(), "a heuristic, column 69: more than 16 within each other");
    }
}
