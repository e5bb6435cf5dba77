//! What a puzzle adds to its rules so that people can use it.

use crate::heuristics::{AnyEstimator, Made, Offer, Offered, Recipe};
use crate::parameters::Arguments;
use crate::puzzle::Puzzle;
use crate::text::{ReadError, Reader};
use crate::view::View;
use crate::words::{Bridge, Graph, Word, pack, unpack};

/// What turns the rules of a puzzle into something that a person can use: it is built from parameters,
/// its boards are read and written, its moves have words.
pub trait Playable: Puzzle + Sized {
    /// Builds the instance. Values are already checked against the plugin's [`Parameter`](crate::parameters::Parameter)s; the error is
    /// for those that do not go together.
    ///
    /// # Errors
    /// A sentence that says what does not fit and what would.
    fn configure(arguments: &Arguments) -> Result<Self, String>;

    /// A board that shows the puzzle off, solvable in moments.
    fn demo(&self) -> String;

    /// Reads one board and leaves the reader behind it.
    ///
    /// # Errors
    /// When the text is no board: the place, what was found and what was expected.
    fn read(&self, reader: &mut Reader<'_>) -> Result<Self::Board, ReadError>;

    /// Writes a board.
    ///
    /// Law 15 (notation): [`read`](Playable::read) gives it back, whatever moves have led to it. Where
    /// the notation leaves something open (whose turn it is), the board's state is one of the
    /// [`starts`](Puzzle::starts) of what is read.
    fn write(&self, board: &Self::Board) -> String;

    /// A move in a player's words: `flip row 1, column 2`.
    ///
    /// Law 16 (descriptions): there are words, without an end stop, and no two moves of a state have the
    /// same.
    fn describe(&self, before: &Self::Board, mv: Self::Move) -> String;

    /// Ability: what a board looks like, for pictures of it. Without one, its text is shown.
    fn view(&self, board: &Self::Board) -> Option<View> {
        let _ = board;
        None
    }

    /// The heuristics that a player may choose by name; [`Recipe::Own`] among them where the puzzle has one.
    fn heuristics(&self) -> Vec<Offer<Self>> {
        Vec::new()
    }
}

/// A playable puzzle as the program sees it: a graph whose boards are text and whose moves have words.
pub(crate) trait Played<W: Word>: Graph<W> {
    /// Itself.
    fn graph(&self) -> &dyn Graph<W>;
    /// See [`Playable::demo`].
    fn demo(&self) -> String;
    /// See [`Playable::read`].
    ///
    /// # Errors
    /// When the text is no board.
    fn read(&self, reader: &mut Reader<'_>) -> Result<Read<W>, ReadError>;
    /// What a board looks like.
    ///
    /// # Errors
    /// When the text is no board.
    fn view(&self, board: &str) -> Result<Option<View>, ReadError>;
    /// The board of a state as text.
    fn write(&self, state: W) -> String;
    /// Move number `mv` of a state in words.
    fn describe(&self, state: W, mv: u32) -> String;
    /// The heuristics that can be chosen by name.
    fn offers(&self) -> Vec<Offered>;
    /// The heuristic of this name that the puzzle makes itself.
    fn made(&self, name: &str) -> Option<AnyEstimator<W>>;
}

/// A board that was read.
pub(crate) struct Read<W> {
    /// The board as [`Playable::write`] writes it.
    pub(crate) text: String,
    /// Its state.
    pub(crate) state: W,
    /// All states that it may stand for.
    pub(crate) starts: Vec<W>,
}

impl<P: Playable + 'static, W: Word> Played<W> for Bridge<'_, P> {
    fn graph(&self) -> &dyn Graph<W> {
        self
    }

    fn demo(&self) -> String {
        self.puzzle().demo()
    }

    fn read(&self, reader: &mut Reader<'_>) -> Result<Read<W>, ReadError> {
        let puzzle = self.puzzle();
        let board = puzzle.read(reader)?;
        Ok(Read {
            text: puzzle.write(&board),
            state: pack(puzzle.encode(&board)),
            starts: puzzle.starts(&board).into_iter().map(pack).collect(),
        })
    }

    fn view(&self, board: &str) -> Result<Option<View>, ReadError> {
        let mut reader = Reader::new(board);
        let board = self.puzzle().read(&mut reader)?;
        reader.finish()?;
        Ok(self.puzzle().view(&board))
    }

    fn write(&self, state: W) -> String {
        self.puzzle().write(&self.puzzle().decode(unpack(state)))
    }

    fn describe(&self, state: W, mv: u32) -> String {
        let puzzle = self.puzzle();
        let state = unpack(state);
        let step = puzzle.successors(state).nth(mv as usize);
        step.map_or_else(String::new, |(mv, _)| puzzle.describe(&puzzle.decode(state), mv))
    }

    fn offers(&self) -> Vec<Offered> {
        self.puzzle().heuristics().iter().map(Offered::from).collect()
    }

    fn made(&self, name: &str) -> Option<AnyEstimator<W>> {
        let offer = self.puzzle().heuristics().into_iter().find(|offer| offer.name == name)?;
        match offer.recipe {
            Recipe::Made(make) => Some(Box::new(Made::<P>::new(make(self.puzzle())))),
            _ => None,
        }
    }
}

/// Reads a text that is one board and nothing else.
///
/// # Errors
/// When it is no board, or something stands behind it.
pub(crate) fn read_board<W: Word>(
    played: &dyn Played<W>,
    text: &str,
) -> Result<Read<W>, ReadError> {
    let mut reader = Reader::new(text);
    let read = played.read(&mut reader)?;
    reader.finish()?;
    Ok(read)
}
