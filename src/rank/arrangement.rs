//! Arrangements: some of the elements `0..of` in some order, numbered lexicographically.

#![expect(
    clippy::cast_possible_truncation,
    reason = "elements and digits are below `of`, which is below 32"
)]

/// The rank of some different elements out of `0..of`. Time: linear in their count.
pub(crate) fn rank(elements: &[u8], of: usize) -> u64 {
    let mut used = 0_u32;
    let mut rank = 0;
    for (position, &element) in elements.iter().enumerate() {
        let below = (1_u32 << element) - 1;
        let digit = u32::from(element) - (used & below).count_ones();
        rank = rank * (of - position) as u64 + u64::from(digit);
        used |= 1 << element;
    }
    rank
}

/// The `count` different elements out of `0..of` with this rank, and whether an odd number of pairs is out of
/// order: of elements of which the first is among these, and the second may be a later or a missing one.
/// Past `count`, elements are 0. Time: linear in `of`.
pub(crate) fn unrank<const N: usize>(rank: u64, count: usize, of: usize) -> ([u8; N], bool) {
    let mut elements = [0; N];
    let mut rest = rank;
    let mut inversions = 0;
    for (position, digit) in elements[..count].iter_mut().enumerate().rev() {
        let radix = (of - position) as u64;
        *digit = (rest % radix) as u8;
        inversions += *digit;
        rest /= radix;
    }
    let mut free = (1_u32 << of) - 1;
    for element in &mut elements[..count] {
        *element = nth_bit(free, *element);
        free &= !(1 << *element);
    }
    (elements, inversions % 2 == 1)
}

/// How many arrangements of `count` elements out of `0..of` there are; none beyond 64 bits.
pub(crate) fn count(count: usize, of: usize) -> Option<u64> {
    (of - count + 1..=of).try_fold(1_u64, |product, n| product.checked_mul(n as u64))
}

/// The place of the `n`-th set bit, counted from 0.
pub(crate) fn nth_bit(mut bits: u32, n: u8) -> u8 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as u8
}

/// Whether an order has an odd number of inversions. Time: quadratic.
pub(crate) fn is_odd(order: &[u8]) -> bool {
    let inversions = |(index, element): (usize, &u8)| {
        order[index + 1..].iter().filter(|&later| later < element).count()
    };
    order.iter().enumerate().map(inversions).sum::<usize>() % 2 == 1
}

/// Many arrangements side by side: all their first elements, then all their second ones, and so on. What is
/// computed for all of them at once compilers make wide instructions of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Columns {
    rows: usize,
    columns: Vec<Vec<u8>>,
}

impl Columns {
    /// All arrangements of `count` elements out of `0..of`, by rank.
    pub(crate) fn all(count: usize, of: usize) -> Self {
        if count == 0 {
            return Columns { rows: 1, columns: Vec::new() };
        }
        let rest = Columns::all(count - 1, of - 1);
        Columns::after_each_first((0..of as u8).map(|first| (first, &rest)), count)
    }

    /// All orders of two or more elements, by rank: the even ones and the odd ones.
    pub(crate) fn by_parity(length: usize) -> [Self; 2] {
        if length == 2 {
            return [[0, 1], [1, 0]].map(|order| Columns {
                rows: 1,
                columns: order.map(|element| vec![element]).to_vec(),
            });
        }
        let rests = Columns::by_parity(length - 1);
        [0, 1].map(|parity| {
            let rest = |first: usize| &rests[(parity + first) % 2];
            Columns::after_each_first((0..length).map(|first| (first as u8, rest(first))), length)
        })
    }

    /// Each first element with each arrangement of the others after it, which is given as if there were no
    /// such element.
    fn after_each_first<'c>(all: impl Iterator<Item = (u8, &'c Columns)>, length: usize) -> Self {
        let mut rows = 0;
        let mut columns = vec![Vec::new(); length];
        for (first, rest) in all {
            rows += rest.rows;
            columns[0].resize(rows, first);
            for (column, rest) in columns[1..].iter_mut().zip(&rest.columns) {
                column.extend(rest.iter().map(|&element| element + u8::from(element >= first)));
            }
        }
        Columns { rows, columns }
    }

    /// How many there are.
    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// The arrangement with this number.
    pub(crate) fn row<const N: usize>(&self, number: usize) -> [u8; N] {
        let mut row = [0; N];
        for (element, column) in row.iter_mut().zip(&self.columns) {
            *element = column[number];
        }
        row
    }

    /// Of each row the elements at these positions.
    pub(crate) fn at(&self, positions: impl IntoIterator<Item = usize>) -> Self {
        let columns = positions.into_iter().map(|position| self.columns[position].clone());
        Columns { rows: self.rows, columns: columns.collect() }
    }

    /// Each row so many times, one after the other.
    pub(crate) fn each_repeated(&self, times: usize) -> Self {
        let repeat = |column: &Vec<u8>| {
            column.iter().flat_map(|&element| std::iter::repeat_n(element, times)).collect()
        };
        Columns { rows: self.rows * times, columns: self.columns.iter().map(repeat).collect() }
    }

    /// All rows, so many times.
    pub(crate) fn repeated(&self, times: usize) -> Self {
        let columns = self.columns.iter().map(|column| column.repeat(times));
        Columns { rows: self.rows * times, columns: columns.collect() }
    }

    /// How the elements of each row compare: in place of each, how many in its row are smaller.
    pub(crate) fn compared(&self) -> Self {
        let smaller = |column: &Vec<u8>| {
            let mut smaller = vec![0; self.rows];
            for other in &self.columns {
                for ((smaller, other), element) in smaller.iter_mut().zip(other).zip(column) {
                    *smaller += u8::from(other < element);
                }
            }
            smaller
        };
        Columns { rows: self.rows, columns: self.columns.iter().map(smaller).collect() }
    }

    /// In place of element n of each row, the n-th number that is not in this row of `others`.
    pub(crate) fn skipping(mut self, others: &Self) -> Self {
        // In ascending order each of the others moves all that are not below it up by one.
        let mut ascending = others.columns.clone();
        for last in (1..ascending.len()).rev() {
            for index in 0..last {
                let (low, high) = ascending[index..].split_at_mut(1);
                for (low, high) in low[0].iter_mut().zip(&mut high[0]) {
                    (*low, *high) = ((*low).min(*high), (*low).max(*high));
                }
            }
        }
        for column in &mut self.columns {
            for other in &ascending {
                for (element, other) in column.iter_mut().zip(other) {
                    *element += u8::from(*element >= *other);
                }
            }
        }
        self
    }

    /// The columns of the one or the other, in the order that `takes_other` says.
    pub(crate) fn merged(self, other: Self, takes_other: impl Iterator<Item = bool>) -> Self {
        let (mut mine, mut others) = (self.columns.into_iter(), other.columns.into_iter());
        let next = |is_other| if is_other { others.next() } else { mine.next() };
        Columns { rows: self.rows, columns: takes_other.filter_map(next).collect() }
    }

    /// The rank of each row, as an arrangement of elements out of `0..of`; there are at most 65,536.
    pub(crate) fn ranks(&self, of: usize) -> Vec<u16> {
        let mut ranks = vec![0; self.rows];
        let mut digits = vec![0; self.rows];
        for (position, column) in self.columns.iter().enumerate() {
            digits.copy_from_slice(column);
            for before in &self.columns[..position] {
                for ((digit, before), element) in digits.iter_mut().zip(before).zip(column) {
                    *digit -= u8::from(before < element);
                }
            }
            let radix = (of - position) as u16;
            for (rank, &digit) in ranks.iter_mut().zip(&digits) {
                *rank = *rank * radix + u16::from(digit);
            }
        }
        ranks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_dense_lexicographic_and_the_same_in_columns() {
        for of in 0..=6 {
            for length in 0..=of {
                let columns = Columns::all(length, of);
                assert_eq!(Some(columns.rows() as u64), count(length, of));
                let ranks = columns.ranks(of);
                let mut last = None;
                for (number, rank_in_columns) in ranks.into_iter().enumerate() {
                    let row: [u8; 6] = columns.row(number);
                    assert_eq!(unrank(number as u64, length, of).0, row);
                    assert_eq!(rank(&row[..length], of), number as u64);
                    assert_eq!(usize::from(rank_in_columns), number);
                    assert!(last < Some(row) || length == 0, "{row:?} after {last:?}");
                    last = Some(row);
                }
            }
        }
    }

    #[test]
    fn half_of_the_orders_are_odd() {
        for length in 2..=6 {
            let halves = Columns::by_parity(length);
            let all = Columns::all(length, length);
            for number in 0..all.rows() {
                let row: [u8; 6] = all.row(number);
                let is_odd = is_odd(&row[..length]);
                assert_eq!(unrank::<6>(number as u64, length, length), (row, is_odd));
                assert_eq!(halves[usize::from(is_odd)].row(number / 2), row);
            }
        }
    }

    #[test]
    fn what_stays_is_told_apart_from_what_enters() {
        let others = Columns::all(2, 5).each_repeated(6);
        let rest = Columns::all(3, 3).repeated(20).skipping(&others);
        assert_eq!(rest.compared(), Columns::all(3, 3).repeated(20));
        let all = others.clone().merged(rest.clone(), [false, false, true, true, true].into_iter());
        assert_eq!(all, Columns::all(5, 5));
        assert_eq!((all.at(0..2), all.at(2..5)), (others, rest));
    }
}
