//! Arrangements of a multiset: rows in which each kind of thing stands a fixed number of times.

use super::TooLarge;

/// The numbering of all arrangements of a multiset, in lexicographic order.
///
/// Kinds are numbered from 0 and may stand no time at all, so `KINDS` can be an upper bound.
///
/// A table holds, for each part of the multiset and each kind, how many arrangements of that part begin
/// with a lesser kind. Ranking adds one entry for each place, and has no branches.
///
/// # Complexity
/// `rank` takes O(length) and `unrank` O(length x `KINDS`). The table has `KINDS` entries for each part,
/// and as many parts as the product of all counts plus one: 192 for 2, 7 and 7 things. Where all things
/// differ, that is 2^n; permutations are better numbered in another way.
///
/// # Example
/// ```
/// # use puzzlespace::rank::Multiset;
/// let words = Multiset::new([2, 1]).unwrap(); // 001 010 100
/// assert_eq!(words.count(), 3);
/// assert_eq!(words.rank([0, 1, 0]), 1);
/// assert!(words.unrank(2).eq([1, 0, 0]));
/// ```
///
/// # Source
/// D. E. Knuth, The Art of Computer Programming, volume 4A, section 7.2.1.2.
#[derive(Debug, Clone)]
pub struct Multiset<const KINDS: usize> {
    count: u64,
    /// How far apart two parts lie in the table that differ by one thing of a kind.
    strides: [usize; KINDS],
    /// For each part, by mixed-radix index, how many of its arrangements begin with a kind less than each.
    lesser: Vec<[u64; KINDS]>,
}

/// The most entries of a table: 128 MiB.
const MOST_ENTRIES: u128 = 1 << 24;

impl<const KINDS: usize> Multiset<KINDS> {
    /// The arrangements in which kind `k` stands `counts[k]` times.
    ///
    /// # Errors
    /// When there are 2^64 of them or more, or the table would be too large.
    pub fn new(counts: [usize; KINDS]) -> Result<Self, TooLarge> {
        let parts =
            counts.iter().fold(1, |parts: u128, &count| parts.saturating_mul(count as u128 + 1));
        let entries = parts.saturating_mul(KINDS as u128);
        if entries > MOST_ENTRIES {
            return Err(TooLarge::Table { entries, most: MOST_ENTRIES });
        }
        let mut strides = [1; KINDS];
        for kind in 1..KINDS {
            strides[kind] = strides[kind - 1] * (counts[kind - 1] + 1);
        }
        // In how many ways each part can be arranged. The part with nothing in it can in one.
        let mut ways = vec![1_u64];
        let mut lesser = vec![[0; KINDS]];
        for part in 1..parts as usize {
            let mut sum = 0_u64;
            let mut begin = [0; KINDS];
            for kind in 0..KINDS {
                begin[kind] = sum;
                let is_there = part / strides[kind] % (counts[kind] + 1) > 0;
                if is_there {
                    sum = sum.checked_add(ways[part - strides[kind]]).ok_or(TooLarge::Numbers)?;
                }
            }
            ways.push(sum);
            lesser.push(begin);
        }
        Ok(Multiset { count: ways[ways.len() - 1], strides, lesser })
    }

    /// How many arrangements there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of an arrangement, below [`count`](Multiset::count).
    ///
    /// # Panics
    /// May panic or give any number when `arrangement` is none of this multiset.
    #[inline]
    pub fn rank(&self, arrangement: impl IntoIterator<Item = usize>) -> u64 {
        let mut part = self.whole();
        let mut rank = 0;
        for kind in arrangement {
            rank += self.lesser[part][kind];
            part -= self.strides[kind];
        }
        rank
    }

    /// The arrangement with this number, from its first place to its last.
    ///
    /// # Panics
    /// When `rank` is not below [`count`](Multiset::count).
    #[inline]
    pub fn unrank(&self, mut rank: u64) -> impl Iterator<Item = usize> {
        assert!(rank < self.count, "there is no arrangement number {rank}");
        let mut part = self.whole();
        std::iter::from_fn(move || {
            if part == 0 {
                return None;
            }
            // A kind that is not there has the same entry as the next one, or more than any rank.
            let lesser = &self.lesser[part];
            let kind = (1..KINDS).filter(|&kind| lesser[kind] <= rank).count();
            rank -= lesser[kind];
            part -= self.strides[kind];
            Some(kind)
        })
    }

    /// The table's index of the multiset itself.
    fn whole(&self) -> usize {
        self.lesser.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All arrangements by brute force: every row of the right length with the right counts, in order.
    fn arrangements<const KINDS: usize>(counts: [usize; KINDS]) -> Vec<Vec<usize>> {
        let length = counts.iter().sum::<usize>();
        let mut rows = vec![Vec::new()];
        for _ in 0..length {
            rows = rows
                .into_iter()
                .flat_map(|row| (0..KINDS).map(move |kind| [row.clone(), vec![kind]].concat()))
                .collect();
        }
        rows.retain(|row| {
            (0..KINDS)
                .all(|kind| row.iter().filter(|&&other| other == kind).count() == counts[kind])
        });
        rows
    }

    fn numbers_all<const KINDS: usize>(counts: [usize; KINDS]) {
        let multiset = Multiset::new(counts).unwrap();
        let expected = arrangements(counts);
        assert_eq!(multiset.count(), expected.len() as u64, "{counts:?}");
        for (rank, row) in expected.iter().enumerate() {
            assert_eq!(multiset.rank(row.iter().copied()), rank as u64, "{counts:?} {row:?}");
            assert_eq!(multiset.unrank(rank as u64).collect::<Vec<_>>(), *row, "{counts:?}");
        }
    }

    #[test]
    fn numbers_every_arrangement_in_lexicographic_order() {
        numbers_all([0]);
        numbers_all([5]);
        numbers_all([3, 4]);
        numbers_all([0, 3, 0, 2]);
        numbers_all([2, 3, 2]);
        numbers_all([1, 1, 1, 1, 1]);
        for bits in 0..27 {
            numbers_all([bits % 3, bits / 3 % 3, bits / 9]);
        }
    }

    #[test]
    fn counts_are_multinomial_coefficients() {
        assert_eq!(Multiset::new([2, 7, 7]).unwrap().count(), 411_840);
        assert_eq!(Multiset::new([1; 16]).unwrap().count(), 20_922_789_888_000);
        assert_eq!(Multiset::new([33, 33]).unwrap().count(), 7_219_428_434_016_265_740);
        assert_eq!(Multiset::new([7; 0]).unwrap().count(), 1);
    }

    #[test]
    fn the_first_and_last_of_a_large_multiset_are_sorted_rows() {
        let multiset = Multiset::new([33, 33]).unwrap();
        let ascending = [0, 1].map(|kind| [kind; 33]).concat();
        let descending = [1, 0].map(|kind| [kind; 33]).concat();
        assert_eq!(multiset.rank(ascending.iter().copied()), 0);
        assert!(multiset.unrank(0).eq(ascending));
        assert_eq!(multiset.rank(descending.iter().copied()), multiset.count() - 1);
        assert!(multiset.unrank(multiset.count() - 1).eq(descending));
    }

    #[test]
    fn a_multiset_that_is_too_large_is_refused() {
        assert_eq!(Multiset::new([34, 34]).unwrap_err(), TooLarge::Numbers);
        let entries = 2 * 2 * (1 << 40);
        let refused = TooLarge::Table { entries, most: MOST_ENTRIES };
        assert_eq!(Multiset::new([(1 << 40) - 1, 1]).unwrap_err(), refused);
        assert!(matches!(Multiset::new([usize::MAX; 4]), Err(TooLarge::Table { .. })));
    }

    #[test]
    #[should_panic(expected = "there is no arrangement number 3")]
    fn a_number_out_of_range_has_no_arrangement() {
        let _ = Multiset::new([2, 1]).unwrap().unrank(3);
    }
}
