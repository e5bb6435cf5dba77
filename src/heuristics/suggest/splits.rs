//! Which patterns to try: sets of them that fit into memory.

use super::affinity::Affinity;
use crate::random::Random;

/// A set of patterns, each in ascending order.
pub(super) type Split = Vec<Vec<usize>>;

/// How often a division is begun anew from chance.
const STARTS: usize = 8;

/// The sizes that divide so many pieces, each in descending order, whose tables fit into `most` bytes together.
/// `bytes[size]` is what the table of a pattern takes; sizes beyond it cannot be. Of sizes that others arise from
/// by taking two patterns as one, only the others.
pub(super) fn shapes(pieces: usize, bytes: &[u64], most: u64) -> Vec<Vec<usize>> {
    let mut fitting = Vec::new();
    let mut waiting = vec![(Vec::<usize>::new(), pieces, most)];
    while let Some((shape, left, room)) = waiting.pop() {
        if left == 0 {
            fitting.push(shape);
            continue;
        }
        let largest = shape.last().map_or(bytes.len().saturating_sub(1), |&last| last).min(left);
        for (size, &needed) in bytes.iter().enumerate().take(largest + 1).skip(1) {
            if let Some(room) = room.checked_sub(needed) {
                waiting.push(([&shape[..], &[size]].concat(), left - size, room));
            }
        }
    }
    let can_merge = |shape: &Vec<usize>| {
        (0..shape.len()).any(|one| {
            (0..one).any(|other| {
                let mut merged = shape.clone();
                merged[other] += merged.remove(one);
                merged.sort_unstable_by(|one, other| other.cmp(one));
                fitting.contains(&merged)
            })
        })
    };
    fitting.iter().filter(|shape| !can_merge(shape)).cloned().collect()
}

/// Divides the pieces into patterns of these sizes, best first by what is guessed of them together: exchanges two
/// pieces as long as that is for the better, from several divisions that chance made.
pub(super) fn divisions(
    affinity: &Affinity,
    shape: &[usize],
    random: &mut Random,
) -> Vec<(f64, Split)> {
    let mut found: Vec<(f64, Split)> = Vec::new();
    for _ in 0..STARTS {
        let mut order: Vec<usize> = (0..affinity.pieces()).collect();
        for index in (1..order.len()).rev() {
            order.swap(index, random.index(index + 1));
        }
        let mut rest = &order[..];
        let take = |&size: &usize| {
            let (pattern, others) = rest.split_at(size);
            rest = others;
            sorted(pattern.to_vec())
        };
        let mut split: Split = shape.iter().map(take).collect();
        while exchange(affinity, &mut split) {}
        split.sort_by(|one, other| other.len().cmp(&one.len()).then(one.cmp(other)));
        let guess = split.iter().map(|pattern| affinity.guess(pattern)).sum();
        if found.iter().all(|(_, other)| *other != split) {
            found.push((guess, split));
        }
    }
    found.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found
}

/// Makes the best exchange of two pieces between each two patterns, where there is a good one.
fn exchange(affinity: &Affinity, split: &mut Split) -> bool {
    /// Less is rounding.
    const GAIN: f64 = 1e-9;
    let mut is_better = false;
    for one in 0..split.len() {
        for other in 0..one {
            let before = affinity.guess(&split[one]) + affinity.guess(&split[other]);
            let mut best = (before + GAIN, None);
            for index in 0..split[one].len() {
                for place in 0..split[other].len() {
                    let mut pair = [split[one].clone(), split[other].clone()];
                    let [mine, theirs] = &mut pair;
                    std::mem::swap(&mut mine[index], &mut theirs[place]);
                    let pair = pair.map(sorted);
                    let after = pair.iter().map(|pattern| affinity.guess(pattern)).sum();
                    if after > best.0 {
                        best = (after, Some(pair));
                    }
                }
            }
            if let (_, Some([mine, theirs])) = best {
                (split[one], split[other]) = (mine, theirs);
                is_better = true;
            }
        }
    }
    is_better
}

/// Up to `count` patterns of so many pieces: the best one, and each further one the best with the pieces that
/// no earlier one has.
pub(super) fn cover(affinity: &Affinity, size: usize, count: usize) -> Split {
    let mut split = Split::new();
    let mut left: Vec<usize> = (0..affinity.pieces()).collect();
    while split.len() < count && (split.is_empty() || !left.is_empty()) {
        let wanted = if split.is_empty() { &[][..] } else { &left[..left.len().min(size)] };
        let pattern = best(affinity, wanted, size);
        left.retain(|piece| !pattern.contains(piece));
        split.push(pattern);
    }
    split
}

/// The best pattern of so many pieces that has those `wanted`: piece by piece, and then by exchanges.
fn best(affinity: &Affinity, wanted: &[usize], size: usize) -> Vec<usize> {
    let guess = |pattern: &[usize]| affinity.guess(&sorted(pattern.to_vec()));
    let others = |pattern: &[usize]| -> Vec<usize> {
        (0..affinity.pieces()).filter(|piece| !pattern.contains(piece)).collect()
    };
    let better = |one: &Vec<usize>, other: &Vec<usize>| guess(one).total_cmp(&guess(other));
    let mut pattern = wanted.to_vec();
    while pattern.len() < size {
        let longer = others(&pattern).into_iter().map(|piece| [&pattern[..], &[piece]].concat());
        let Some(longer) = longer.max_by(better) else { break };
        pattern = longer;
    }
    loop {
        let exchanged = (wanted.len()..pattern.len()).flat_map(|index| {
            let pattern = &pattern;
            others(pattern).into_iter().map(move |piece| {
                let mut pattern = pattern.clone();
                pattern[index] = piece;
                pattern
            })
        });
        match exchanged.max_by(better) {
            Some(exchanged) if guess(&exchanged) > guess(&pattern) => pattern = exchanged,
            _ => return sorted(pattern),
        }
    }
}

fn sorted(mut pattern: Vec<usize>) -> Vec<usize> {
    pattern.sort_unstable();
    pattern
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_fit_and_cannot_be_merged() {
        let bytes = [0, 1, 10, 100, 1_000, 10_000];
        let sorted = |pieces, most| {
            let mut shapes = shapes(pieces, &bytes, most);
            shapes.sort();
            shapes
        };
        assert_eq!(sorted(8, 2_000), [vec![3, 3, 2], vec![4, 4]]);
        assert_eq!(sorted(8, 1_200), [vec![3, 3, 2], vec![4, 2, 2], vec![4, 3, 1]]);
        assert_eq!(sorted(5, 25), [[2, 2, 1]]);
        assert!(sorted(5, 4).is_empty());
    }
}
