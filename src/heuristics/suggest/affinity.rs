//! Which pieces belong together, as tables of two and three of them tell.

use crate::heuristics::TablesError;
use crate::heuristics::database::Database;
use crate::heuristics::pattern::Pattern;
use crate::space::pieces::{Pieces, Slots};
use crate::survey::Request;
use std::num::NonZeroUsize;

/// What the patterns of up to three pieces say in the mean, and what is guessed of larger ones from that.
///
/// Pieces go by their index among those that a pattern may keep.
pub(super) struct Affinity {
    pieces: usize,
    adds_up: bool,
    /// By one, two or three pieces in ascending order.
    means: [Vec<f64>; 3],
}

impl Affinity {
    /// Builds the table of each pattern of up to three pieces, and looks up all samples. `tell` hears how many
    /// are done, of how many.
    ///
    /// # Errors
    /// When a limit of the request is reached, which is asked for each table, or it is cancelled.
    pub(super) fn measure<'r>(
        pieces: &Pieces,
        goals: &[Slots],
        samples: &[Slots],
        request: &dyn Fn() -> Request<'r>,
        tell: &dyn Fn(usize, usize),
    ) -> Result<Self, TablesError> {
        let first = Pattern::first(pieces);
        let count = pieces.slots() - usize::from(first);
        let means = [count, count.pow(2), count.pow(3)].map(|room| vec![0.0; room]);
        let mut affinity = Affinity { pieces: count, adds_up: pieces.adds_up(), means };
        let groups: Vec<Vec<usize>> = (1..=3).flat_map(|size| groups(count, size)).collect();
        for (done, group) in groups.iter().enumerate() {
            tell(done, groups.len());
            #[expect(clippy::cast_possible_truncation, reason = "there are at most 32 pieces")]
            let kept: Vec<u8> = group.iter().map(|&index| index as u8 + first).collect();
            let pattern = Pattern::new(pieces, &kept).expect("three pieces make a small pattern");
            // So small that threads would wait for each other.
            let request = Request { threads: NonZeroUsize::new(1), observer: None, ..request() };
            let name = pattern.to_string();
            let database = Database::build(pieces, pattern, goals, &request)
                .map_err(|stop| TablesError::Stopped { pattern: name, stop })?;
            let distances = samples.iter().map(|slots| database.distance(slots));
            let index = affinity.index(group);
            affinity.means[group.len() - 1][index] = mean(distances);
        }
        Ok(affinity)
    }

    /// How many pieces a pattern may keep.
    pub(super) fn pieces(&self) -> usize {
        self.pieces
    }

    fn index(&self, group: &[usize]) -> usize {
        group.iter().fold(0, |index, piece| index * self.pieces + piece)
    }

    fn mean(&self, group: &[usize]) -> f64 {
        self.means[group.len() - 1][self.index(group)]
    }

    /// A guess at what the pattern of these pieces, in ascending order, says in the mean. Good enough to tell
    /// patterns of the same size apart.
    ///
    /// Where patterns add up: what its pieces say one by one, what each pair says more than its two, and each
    /// three more than their pairs. Else what its threes say in the mean.
    pub(super) fn guess(&self, pattern: &[usize]) -> f64 {
        if !self.adds_up {
            let largest = pattern.len().min(3);
            let means = choices(pattern, largest).map(|group| self.mean(&group));
            let (sum, count) =
                means.fold((0.0, 0.0), |(sum, count), mean| (sum + mean, count + 1.0));
            return sum / f64::max(count, 1.0);
        }
        let one = |a: usize| self.mean(&[a]);
        let two = |a: usize, b: usize| self.mean(&[a, b]) - one(a) - one(b);
        let mut sum = 0.0;
        for (second, &b) in pattern.iter().enumerate() {
            sum += one(b);
            for (first, &a) in pattern[..second].iter().enumerate() {
                sum += two(a, b);
                for &z in &pattern[..first] {
                    let pairs = two(z, a) + two(z, b) + two(a, b);
                    sum += self.mean(&[z, a, b]) - one(z) - one(a) - one(b) - pairs;
                }
            }
        }
        sum
    }
}

/// The mean, without those from which no goal can be reached.
pub(super) fn mean(estimates: impl Iterator<Item = u32>) -> f64 {
    let estimates = estimates.filter(|&estimate| estimate != u32::MAX);
    let (sum, count) = estimates
        .fold((0.0, 0.0), |(sum, count), estimate| (sum + f64::from(estimate), count + 1.0));
    sum / f64::max(count, 1.0)
}

/// All groups of so many of the first `count` indices, each in ascending order.
fn groups(count: usize, size: usize) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..count).collect();
    choices(&all, size).collect()
}

/// All ways to choose so many, one to three, of these.
fn choices(from: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut chosen: Vec<usize> = (0..size).collect();
    let mut is_first = true;
    std::iter::from_fn(move || {
        if !std::mem::take(&mut is_first) {
            // The last index that can still rise does, and those behind it follow.
            let rises = (0..size).rev().find(|&index| chosen[index] + size < from.len() + index)?;
            let from = chosen[rises] + 1;
            chosen[rises..].iter_mut().zip(from..).for_each(|(index, next)| *index = next);
        }
        let choice = chosen.iter().map(|&index| from.get(index).copied());
        choice.collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_all_there() {
        assert_eq!(groups(4, 1), [[0], [1], [2], [3]]);
        assert_eq!(groups(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(&[5, 7, 8], 3).collect::<Vec<_>>(), [[5, 7, 8]]);
        assert_eq!(groups(2, 3), Vec::<Vec<usize>>::new());
        assert_eq!(groups(21, 3).len(), 1_330);
    }
}
