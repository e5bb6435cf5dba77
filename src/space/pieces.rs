//! Pieces that stand on slots, handed over as data.
//!
//! From that the framework makes pattern databases: it follows a few of the pieces and forgets the rest.

use super::SpaceError;

/// The most slots.
pub const MOST_SLOTS: usize = 32;

/// For each piece the slot that it stands on; past the last piece [`NO_SLOT`].
pub type Slots = [u8; MOST_SLOTS];

/// What stands in [`Slots`] for a piece that there is not.
pub const NO_SLOT: u8 = MOST_SLOTS as u8;

/// How an image of a state has the pieces: each goes by another name, and each slot is another one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relabelling {
    /// For each piece of the image, which piece of the state it was.
    pub pieces: [u8; MOST_SLOTS],
    /// What becomes of each slot of the state.
    pub slots: [u8; MOST_SLOTS],
}

impl Relabelling {
    /// All stays as it is.
    pub fn identity() -> Self {
        let same = std::array::from_fn(|index| index as u8);
        Relabelling { pieces: same, slots: same }
    }

    /// Where a piece of the image stands, if the pieces of the state stand there.
    #[inline]
    pub fn slot(&self, slots: &Slots, piece: u8) -> u8 {
        let slot = slots[self.was(piece)];
        self.slots[usize::from(slot) % MOST_SLOTS]
    }

    /// Which piece of the state a piece of the image was.
    #[inline]
    pub(crate) fn was(&self, piece: u8) -> usize {
        usize::from(self.pieces[usize::from(piece) % MOST_SLOTS]) % MOST_SLOTS
    }
}

/// How moves put pieces on other slots.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moves {
    /// Piece 0 is a blank: it changes places with a piece on a slot beside it, for each of these pairs of
    /// slots. So every move has one piece, and what each pattern costs can be **added up** where no piece
    /// is in two of them.
    Slides(Vec<[u8; 2]>),
    /// Any of these can be made in every state: the piece on slot `order[i]` goes to slot `i`.
    Shuffles(Vec<Vec<u8>>),
}

/// As many pieces as slots, one on each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    slots: usize,
    moves: Moves,
}

impl Pieces {
    /// Puts the data together.
    ///
    /// # Errors
    /// When there are more than [`MOST_SLOTS`] slots or none, or a move names a slot that there is not, or
    /// one twice.
    pub fn new(slots: usize, moves: Moves) -> Result<Self, SpaceError> {
        if !(1..=MOST_SLOTS).contains(&slots) {
            return Err(SpaceError::Length { length: slots, shortest: 1, longest: MOST_SLOTS });
        }
        let is_sound = |number: usize| match &moves {
            Moves::Slides(pairs) => {
                let [from, to] = pairs[number];
                from != to && usize::from(from.max(to)) < slots
            }
            Moves::Shuffles(orders) => {
                let mut sorted = orders[number].clone();
                sorted.sort_unstable();
                sorted.iter().map(|&slot| usize::from(slot)).eq(0..slots)
            }
        };
        let count = match &moves {
            Moves::Slides(pairs) => pairs.len(),
            Moves::Shuffles(orders) => orders.len(),
        };
        match (0..count).find(|&number| !is_sound(number)) {
            Some(number) => Err(SpaceError::Move { number }),
            None => Ok(Pieces { slots, moves }),
        }
    }

    /// How many slots there are, and how many pieces.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// How they move.
    pub fn moves(&self) -> &Moves {
        &self.moves
    }

    /// Whether every move has one piece, so that what patterns without a piece in common cost can be added up.
    pub fn adds_up(&self) -> bool {
        matches!(self.moves, Moves::Slides(_))
    }

    /// Whether each move is undone by one.
    pub fn is_reversible(&self) -> bool {
        let Moves::Shuffles(orders) = &self.moves else { return true };
        let is_inverse = |one: &Vec<u8>, other: &Vec<u8>| {
            one.iter().zip(0..).all(|(&from, to)| other[usize::from(from)] == to)
        };
        orders.iter().all(|one| orders.iter().any(|other| is_inverse(one, other)))
    }

    /// Where the pieces stand after each move.
    pub fn successors(&self, slots: &Slots) -> Vec<Slots> {
        match &self.moves {
            Moves::Slides(pairs) => {
                let from = |&[one, other]: &[u8; 2]| match slots[0] {
                    blank if blank == one => Some(other),
                    blank if blank == other => Some(one),
                    _ => None,
                };
                let slide = |from: u8| {
                    let exchange = |&slot: &u8| match slot {
                        slot if slot == from => slots[0],
                        slot if slot == slots[0] => from,
                        slot => slot,
                    };
                    std::array::from_fn(|piece| exchange(&slots[piece]))
                };
                pairs.iter().filter_map(from).map(slide).collect()
            }
            Moves::Shuffles(orders) => {
                let shuffle = |order: &Vec<u8>| {
                    let mut after = *slots;
                    for slot in &mut after[..self.slots] {
                        let to = order.iter().position(|from| from == slot);
                        *slot = to.map_or(NO_SLOT, |to| to as u8);
                    }
                    after
                };
                orders.iter().map(shuffle).collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(of: &[u8]) -> Slots {
        let mut slots = [NO_SLOT; MOST_SLOTS];
        slots[..of.len()].copy_from_slice(of);
        slots
    }

    #[test]
    fn a_slide_exchanges_a_piece_with_the_blank() {
        let row = Pieces::new(3, Moves::Slides(vec![[0, 1], [2, 1]])).unwrap();
        assert_eq!(row.successors(&slots(&[0, 1, 2])), [slots(&[1, 0, 2])]);
        assert_eq!(row.successors(&slots(&[1, 0, 2])), [slots(&[0, 1, 2]), slots(&[2, 0, 1])]);
    }

    #[test]
    fn a_shuffle_takes_pieces_along() {
        let turn = Pieces::new(3, Moves::Shuffles(vec![vec![2, 0, 1]])).unwrap();
        assert_eq!(turn.successors(&slots(&[0, 1, 2])), [slots(&[1, 2, 0])]);
    }

    #[test]
    fn moves_that_are_none_are_refused() {
        let fault = |slots, moves| Pieces::new(slots, moves).unwrap_err();
        let none = Moves::Slides(Vec::new());
        let length = SpaceError::Length { length: 33, shortest: 1, longest: 32 };
        assert_eq!(fault(33, none), length);
        assert_eq!(fault(2, Moves::Slides(vec![[0, 1], [1, 2]])), SpaceError::Move { number: 1 });
        assert_eq!(fault(2, Moves::Slides(vec![[1, 1]])), SpaceError::Move { number: 0 });
        assert_eq!(fault(2, Moves::Shuffles(vec![vec![0, 0]])), SpaceError::Move { number: 0 });
    }
}
