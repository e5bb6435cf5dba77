//! Products of coordinates, handed over as data.
//!
//! A state is a tuple of coordinates, and a move acts on each by itself: a table says what becomes of
//! every value. From that the framework numbers the states and walks them block by block.

use super::SpaceError;

/// One coordinate: how many values it takes, and for each move what becomes of each value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coordinate {
    /// How many values there are.
    pub size: u32,
    /// For each move a table of `size` values.
    pub moves: Vec<Vec<u32>>,
}

/// A product of coordinates: two tables make one space.
///
/// States are numbered with the last coordinate running fastest. That one should have some hundreds to
/// some thousands of values: its bits make up a block, which fits in the first-level cache.
#[derive(Debug, Clone)]
pub struct CoordinateSpace {
    outer: Vec<Coordinate>,
    inner: Coordinate,
    blocks: u64,
    moves: usize,
}

/// The most values of the last coordinate: a block of 2^16 states is numbered by 16 bits.
const LARGEST_INNER: u32 = 1 << 16;

impl CoordinateSpace {
    /// Puts a space together.
    ///
    /// # Errors
    /// When there is no coordinate, a table has the wrong length or a value out of range, coordinates
    /// disagree on the number of moves, the last one is larger than 65,536, or the states do not fit
    /// in 64 bits.
    pub fn new(mut coordinates: Vec<Coordinate>) -> Result<Self, SpaceError> {
        let moves = coordinates.first().map_or(0, |coordinate| coordinate.moves.len());
        for (number, coordinate) in coordinates.iter().enumerate() {
            let Coordinate { size, moves: tables } = coordinate;
            let is_sound = |table: &Vec<u32>| {
                table.len() == *size as usize && table.iter().all(|value| value < size)
            };
            if *size == 0 || tables.len() != moves || !tables.iter().all(is_sound) {
                return Err(SpaceError::Coordinate { number });
            }
        }
        let count = |coordinates: &[Coordinate]| {
            coordinates
                .iter()
                .try_fold(1_u64, |count, coordinate| count.checked_mul(coordinate.size.into()))
                .ok_or(SpaceError::TooLarge)
        };
        count(&coordinates)?;
        let inner = coordinates.pop().ok_or(SpaceError::Coordinate { number: 0 })?;
        if inner.size > LARGEST_INNER {
            return Err(SpaceError::Coordinate { number: coordinates.len() });
        }
        Ok(CoordinateSpace { blocks: count(&coordinates)?, outer: coordinates, inner, moves })
    }

    /// How many states there are.
    pub fn count(&self) -> u64 {
        self.blocks * u64::from(self.inner.size)
    }

    /// How many moves there are.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The coordinates, in the order in which they were given.
    pub fn coordinates(&self) -> impl Iterator<Item = &Coordinate> {
        self.outer.iter().chain([&self.inner])
    }

    /// The number of the state with these coordinates.
    ///
    /// # Panics
    /// When there are fewer coordinates than the space has.
    pub fn rank(&self, coordinates: &[u32]) -> u64 {
        let sizes = self.outer.iter().map(|coordinate| coordinate.size).chain([self.inner.size]);
        sizes.enumerate().fold(0, |number, (index, size)| {
            number * u64::from(size) + u64::from(coordinates[index])
        })
    }

    /// The coordinates of the state with this number.
    pub fn unrank(&self, number: u64) -> Vec<u32> {
        let mut rest = number;
        let mut coordinates: Vec<u32> = [&self.inner]
            .into_iter()
            .chain(self.outer.iter().rev())
            .map(|coordinate| {
                let value = rest % u64::from(coordinate.size);
                rest /= u64::from(coordinate.size);
                value as u32
            })
            .collect();
        coordinates.reverse();
        coordinates
    }

    /// The number of the state that move `index` leads to.
    #[inline]
    pub fn after(&self, number: u64, index: usize) -> u64 {
        let size = u64::from(self.inner.size);
        let inner = self.inner.moves[index][(number % size) as usize];
        self.block_after(number / size, index) * size + u64::from(inner)
    }

    /// The numbers of the states that one move leads to, in the order of the moves.
    pub fn successors(&self, number: u64) -> impl Iterator<Item = u64> {
        (0..self.moves).map(move |index| self.after(number, index))
    }

    /// The same states with every move the other way; none where a table is not one to one.
    pub fn reversed(&self) -> Option<Self> {
        let invert = |coordinate: &Coordinate| {
            let tables = coordinate.moves.iter().map(|table| {
                let mut inverse = vec![u32::MAX; table.len()];
                for (before, &after) in table.iter().enumerate() {
                    inverse[after as usize] = before as u32;
                }
                (!inverse.contains(&u32::MAX)).then_some(inverse)
            });
            Some(Coordinate { size: coordinate.size, moves: tables.collect::<Option<_>>()? })
        };
        Some(CoordinateSpace {
            outer: self.outer.iter().map(invert).collect::<Option<_>>()?,
            inner: invert(&self.inner)?,
            ..*self
        })
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.blocks
    }

    pub(crate) fn inner(&self) -> &Coordinate {
        &self.inner
    }

    /// The block that move `index` leads to from this one.
    pub(crate) fn block_after(&self, block: u64, index: usize) -> u64 {
        let mut rest = block;
        let mut weight = 1;
        let mut after = 0;
        for coordinate in self.outer.iter().rev() {
            let size = u64::from(coordinate.size);
            after += weight * u64::from(coordinate.moves[index][(rest % size) as usize]);
            rest /= size;
            weight *= size;
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_moves_go_by_coordinate() {
        let turn = |size: u32, by: u32| (0..size).map(|value| (value + by) % size).collect();
        let coordinates = [(5, [1, 2]), (3, [0, 1]), (4, [3, 1])];
        let coordinates = coordinates.map(|(size, by): (u32, [u32; 2])| Coordinate {
            size,
            moves: by.map(|by| turn(size, by)).into(),
        });
        let space = CoordinateSpace::new(coordinates.to_vec()).unwrap();
        let back = space.reversed().unwrap();
        assert_eq!(space.count(), 60);
        for number in 0..60 {
            let at = space.unrank(number);
            assert_eq!(space.rank(&at), number);
            assert_eq!(
                space.unrank(space.after(number, 1)),
                [(at[0] + 2) % 5, (at[1] + 1) % 3, (at[2] + 1) % 4]
            );
            assert_eq!(back.after(space.after(number, 0), 0), number);
        }
    }
}
