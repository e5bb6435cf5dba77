//! What a board looks like, said once and drawn as text, as SVG and so in HTML.
//!
//! A plugin returns a [`View`] from [`Playable::view`](crate::plugin::Playable::view); it says where pieces
//! lie, what is written on them and which class of colours they have, and nothing of how they are drawn.
//!
//! ```
//! use puzzlespace::view::{Class, View};
//!
//! let tiles = [1, 2, 3, 0];
//! let view = View::grid(2, tiles.map(|tile| match tile {
//!     0 => (String::new(), Class::Empty),
//!     tile => (tile.to_string(), Class::Plain),
//! }));
//! assert_eq!(view.to_text(), "1 2\n3 .");
//! assert!(view.to_svg().starts_with("<svg "));
//! ```

use std::fmt::Write as _;

/// What a board looks like: pieces on a field that is so many units wide and high.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    width: usize,
    height: usize,
    pieces: Vec<Piece>,
}

/// A rectangle on the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Units from the left edge.
    pub x: usize,
    /// Units from the top edge.
    pub y: usize,
    /// Units that it is wide.
    pub width: usize,
    /// Units that it is high.
    pub height: usize,
    /// What is written on it.
    pub label: String,
    /// What colour it has.
    pub class: Class,
}

/// Which kind of colour a piece has. What it is on the screen or on paper is up to who draws it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// A place where nothing lies.
    Empty,
    /// A piece like all others.
    Plain,
    /// The bright one of two kinds.
    Light,
    /// The dark one of two kinds.
    Dark,
    /// One of eight hues, told apart at a glance; larger numbers begin again.
    Hue(u8),
}

/// How many hues there are.
const HUES: u8 = 8;

impl View {
    /// An empty field.
    pub fn new(width: usize, height: usize) -> Self {
        View { width, height, pieces: Vec::new() }
    }

    /// A grid of cells, row by row: the label and the class of each.
    pub fn grid(columns: usize, cells: impl IntoIterator<Item = (String, Class)>) -> Self {
        let mut view = View::new(columns, 0);
        for (index, (label, class)) in cells.into_iter().enumerate() {
            let (x, y) = (index % columns.max(1), index / columns.max(1));
            view.height = y + 1;
            view.add(Piece { x, y, width: 1, height: 1, label, class });
        }
        view
    }

    /// Lays down a piece, on top of those that lie there.
    pub fn add(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// Lays down a bar one unit high, its middle `half` units from both of its ends.
    pub fn add_bar(&mut self, middle: usize, y: usize, half: usize, label: String, class: Class) {
        let x = middle.saturating_sub(half);
        self.add(Piece { x, y, width: 2 * half, height: 1, label, class });
    }

    /// The view in characters: a line for each unit of height, a column of characters for each unit of width.
    /// A piece without a label is drawn as its class's character: `.` empty, `=` plain, `o` light, `#` dark,
    /// and a digit for a hue.
    pub fn to_text(&self) -> String {
        let is_grid = self.pieces.iter().all(|piece| piece.width == 1);
        let longest = self.pieces.iter().map(|piece| piece.label.chars().count()).max();
        // The labels of a grid stand below each other; those of wider pieces stand in their middle.
        let unit = if is_grid { longest.unwrap_or(0).max(1) + 1 } else { 1 };
        let mut lines = vec![vec![' '; self.width * unit]; self.height];
        for piece in &self.pieces {
            let character = match piece.class {
                Class::Empty => '.',
                Class::Plain => '=',
                Class::Light => 'o',
                Class::Dark => '#',
                Class::Hue(hue) => char::from(b'0' + hue % HUES),
            };
            let label: Vec<char> = piece.label.chars().collect();
            let (left, width) = (piece.x * unit, piece.width * unit);
            for line in lines.iter_mut().skip(piece.y).take(piece.height) {
                let end = (left + width).min(line.len());
                let Some(place) = line.get_mut(left..end) else { continue };
                if is_grid {
                    let text = if label.is_empty() { &[character][..] } else { &label };
                    let from = unit - 1 - text.len().min(unit - 1);
                    for (place, &character) in place[from..].iter_mut().zip(text) {
                        *place = character;
                    }
                } else {
                    place.fill(character);
                    let from = place.len().saturating_sub(label.len()) / 2;
                    for (place, &character) in place[from..].iter_mut().zip(&label) {
                        *place = character;
                    }
                }
            }
        }
        let lines = lines.iter().map(|line| line.iter().collect::<String>().trim_end().to_owned());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The view as an SVG element. Its colours are CSS classes, named after those of the pieces (`plain`,
    /// `hue3`), so that they follow the page that it stands on.
    pub fn to_svg(&self) -> String {
        /// Pixels of a unit of a grid, and of a unit where pieces are wider.
        const CELL: usize = 40;
        const BAR: usize = 14;
        let is_grid = self.pieces.iter().all(|piece| piece.width == 1);
        let across = if is_grid { CELL } else { BAR };
        let down = if is_grid { CELL } else { 2 * BAR };
        let (width, height) = (self.width * across, self.height * down);
        let mut svg = format!(
            "<svg class=\"board\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\" aria-label=\"{}\">",
            escape(&self.to_text())
        );
        for piece in &self.pieces {
            let class = match piece.class {
                Class::Empty => "empty".to_owned(),
                Class::Plain => "plain".to_owned(),
                Class::Light => "light".to_owned(),
                Class::Dark => "dark".to_owned(),
                Class::Hue(hue) => format!("hue{}", hue % HUES),
            };
            let (x, y) = (piece.x * across, piece.y * down);
            let (width, height) = (piece.width * across, piece.height * down);
            write!(
                svg,
                "<g class=\"{class}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>",
                x + 1,
                y + 1,
                width.saturating_sub(2),
                height.saturating_sub(2)
            )
            .expect("a string takes all");
            if !piece.label.is_empty() {
                let (x, y) = (x + width / 2, y + height / 2);
                let label = escape(&piece.label);
                write!(svg, "<text x=\"{x}\" y=\"{y}\">{label}</text>")
                    .expect("a string takes all");
            }
            svg += "</g>";
        }
        svg + "</svg>"
    }
}

/// Text as it stands in HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_in_the_middle_of_their_rows() {
        let mut view = View::new(8, 2);
        view.add_bar(4, 0, 1, "1".into(), Class::Plain);
        view.add_bar(4, 1, 3, "3".into(), Class::Plain);
        assert_eq!(view.to_text(), "   1=\n ==3===");
    }

    #[test]
    fn labels_of_a_grid_are_aligned_and_classes_have_characters() {
        let cells =
            [("10", Class::Plain), ("", Class::Dark), ("7", Class::Hue(2)), ("", Class::Hue(9))];
        let view = View::grid(2, cells.map(|(label, class)| (label.into(), class)));
        assert_eq!(view.to_text(), "10  #\n 7  1");
    }

    #[test]
    fn what_is_written_on_a_piece_does_not_break_out_of_the_drawing() {
        let view = View::grid(1, [("<b>&\"".into(), Class::Plain)]);
        assert!(view.to_svg().contains(">&lt;b&gt;&amp;&quot;</text>"), "{}", view.to_svg());
    }
}
