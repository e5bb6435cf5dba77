//! The entries of a table, in as few bits as they fit into.

use super::layout::Layout;
use crate::survey::Bytes;
use std::fmt;
use std::sync::atomic::AtomicU8;
use std::sync::atomic::Ordering::Relaxed;

/// How an entry is written. Each holds one more than a number, or 0 where there is no way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The distance, in a byte.
    Bytes,
    /// The distance, in four bits: none is over 14.
    Nibbles,
    /// Half of what the distance is above the sum of the ways that the pieces have one by one, in four bits. On a
    /// board whose slots are of two colours, like a chessboard's, each slide changes both by one, so that nothing
    /// is lost.
    Excess,
}

impl Form {
    #[cfg(feature = "saved-tables")]
    pub(super) const ALL: [Form; 3] = [Form::Bytes, Form::Nibbles, Form::Excess];

    /// The bytes of so many entries.
    pub(super) fn bytes(self, entries: u64) -> u64 {
        match self {
            Form::Bytes => entries,
            Form::Nibbles | Form::Excess => entries.div_ceil(2),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Form::Bytes => "bytes",
            Form::Nibbles => "nibbles",
            Form::Excess => "excess",
        })
    }
}

/// A table.
#[derive(Debug)]
pub(super) struct Entries {
    pub(super) form: Form,
    pub(super) bytes: Bytes,
}

/// The largest number that four bits hold.
const MOST: u8 = 15;

impl Entries {
    /// Packs a table of a byte an entry, one more than the distance or 0, as tightly as it goes. Linear in its
    /// size.
    pub(super) fn pack(layout: &Layout, codes: Bytes) -> Self {
        let nibbles =
            packed(&codes, |room| (0..codes.len()).all(|index| room.put(index, codes.get(index))));
        if let Some(bytes) = nibbles {
            return Entries { form: Form::Nibbles, bytes };
        }
        let excess = packed(&codes, |room| {
            layout.rows_with_least(|first, least| {
                let mut entries = least.iter().zip(first..);
                entries.all(|(&least, index)| match codes.get(index) {
                    0 => true,
                    u8::MAX => false,
                    code => match (code - 1).checked_sub(least) {
                        Some(excess) if excess % 2 == 0 => room.put(index, excess / 2 + 1),
                        _ => false,
                    },
                })
            })
        });
        match excess {
            Some(bytes) => Entries { form: Form::Excess, bytes },
            None => Entries { form: Form::Bytes, bytes: codes },
        }
    }

    /// The distance at an index; `least` is the sum of the ways that the pieces have one by one.
    #[inline]
    pub(super) fn distance(&self, index: usize, least: impl FnOnce() -> u32) -> u32 {
        let nibble = || u32::from(self.bytes.get(index / 2) >> (4 * (index % 2)) & MOST);
        match self.form {
            Form::Bytes => u32::from(self.bytes.get(index)).wrapping_sub(1),
            Form::Nibbles => nibble().wrapping_sub(1),
            Form::Excess => match nibble() {
                0 => u32::MAX,
                number => 2 * (number - 1) + least(),
            },
        }
    }
}

/// Half as many bytes as there are entries, if all numbers that are put there fit.
fn packed(codes: &Bytes, put_all: impl FnOnce(&Room<'_>) -> bool) -> Option<Bytes> {
    // Where the system has no room for them, they stay as they are.
    let mut bytes = Bytes::zeroed(codes.len().div_ceil(2)).ok()?;
    put_all(&Room(bytes.shared())).then_some(bytes)
}

/// Room for entries of four bits.
struct Room<'r>(&'r [AtomicU8]);

impl Room<'_> {
    /// Puts a number where there is none yet, if it fits.
    #[inline]
    fn put(&self, index: usize, number: u8) -> bool {
        let byte = &self.0[index / 2];
        byte.store(byte.load(Relaxed) | number << (4 * (index % 2)), Relaxed);
        number <= MOST
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristics::Pattern;
    use crate::heuristics::database::Database;
    use crate::space::pieces::{MOST_SLOTS, Moves, NO_SLOT, Pieces, Slots};
    use crate::survey::Request;

    fn slots(of: impl IntoIterator<Item = u8>) -> Slots {
        let mut slots = [NO_SLOT; MOST_SLOTS];
        slots.iter_mut().zip(of).for_each(|(slot, of)| *slot = of);
        slots
    }

    fn database(slot_count: u8, moves: Moves, kept: &[u8]) -> Database {
        let pieces = Pieces::new(slot_count.into(), moves).unwrap();
        let pattern = Pattern::new(&pieces, kept).unwrap();
        let goal = slots(0..slot_count);
        Database::build(&pieces, pattern, &[goal], &Request::default()).unwrap()
    }

    /// One move, which takes each piece a slot further round a ring.
    fn ring(slots: u8) -> Moves {
        Moves::Shuffles(vec![(0..slots).map(|slot| (slot + slots - 1) % slots).collect()])
    }

    #[test]
    fn distances_up_to_14_take_four_bits_and_others_a_byte() {
        for (count, form) in [(15, Form::Nibbles), (16, Form::Bytes)] {
            let database = database(count, ring(count), &[3]);
            assert_eq!(database.form(), form);
            for way in 0..count {
                let turned = slots((0..count).map(|slot| (slot + count - way) % count));
                assert_eq!(database.distance(&turned), u32::from(way), "{count}");
            }
        }
    }

    /// Slides on a board of so many columns and rows.
    fn grid(columns: u8, rows: u8) -> Moves {
        let cells = 0..columns * rows;
        let right = cells.clone().filter(|cell| (cell + 1) % columns != 0);
        let down = cells.filter(|cell| cell + columns < columns * rows);
        let pairs = right.map(|cell| [cell, cell + 1]);
        Moves::Slides(pairs.chain(down.map(|cell| [cell, cell + columns])).collect())
    }

    #[test]
    fn of_slides_the_excess_is_kept() {
        let database = database(9, grid(3, 3), &[1, 2, 3, 4, 5]);
        assert_eq!(database.form(), Form::Excess);
        assert_eq!(database.distance(&slots(0..9)), 0);
        assert_eq!(database.distance(&slots([1, 0, 2, 3, 4, 5, 6, 7, 8])), 1);
        assert_eq!(database.distance(&slots([4, 0, 2, 3, 1, 5, 6, 7, 8])), 2);
        let entries = Pattern::entries(&Pieces::new(9, grid(3, 3)).unwrap(), 5).unwrap();
        assert_eq!(database.bytes(), entries / 2);
    }

    #[test]
    fn slots_that_are_not_of_two_colours_have_no_such_excess() {
        // An odd ring.
        let pairs = (0..17).map(|slot| [slot, (slot + 1) % 17]);
        let database = database(17, Moves::Slides(pairs.collect()), &[8, 9]);
        assert_eq!(database.form(), Form::Bytes);
        // Sixteen pieces follow one another round the ring: each goes a slot further.
        let turned = slots((0..17).map(|slot| if slot == 0 { 0 } else { slot % 16 + 1 }));
        assert!(database.distance(&turned) >= 2);
    }
}
