//! Laws about the whole space: numberings, maps and vectors.

use super::check::{Checker, not_applicable};
use super::explore::{Edge, spread_ranks};
use super::finding::{Coverage, Mismatch, Verdict};
use crate::abilities::{Commuting, Patterns, Ranking, Symmetry};
use crate::hash::Map;
use crate::puzzle::Puzzle;
use crate::space::Space;
use crate::space::pieces::{MOST_SLOTS, NO_SLOT, Slots};
use crate::words::{View, Word};

pub(super) fn ranking<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(ranking) = checker.puzzle.ranking() else {
        return not_applicable("the puzzle has no ranking");
    };
    let count = ranking.count();
    // Every state of the set has a rank that leads back to it, and every rank a state; so neither two
    // states share a rank nor two ranks a state.
    let check = |state: W| {
        if checker.puzzle.impossible(state).is_some() {
            return Ok(());
        }
        let rank = ranking.rank(state);
        if rank >= count {
            return Err(Mismatch::new(
                format!("{} to have a rank below {count}", checker.show(state)),
                format!("{rank}"),
            ));
        }
        match ranking.unrank(rank) {
            back if back == state => Ok(()),
            back => Err(Mismatch::new(
                format!("rank {rank}, which is that of {}, to be its alone", checker.show(state)),
                format!("unrank gives {}", checker.show(back)),
            )),
        }
    };
    let states = checker.every_state(|visit| {
        check(visit.state)?;
        checker.space.edges_of(visit).iter().try_for_each(|edge| check(edge.after))
    });
    if let Verdict::Broken(_) = states {
        return states;
    }
    let most = usize::try_from(checker.budget.states).unwrap_or(usize::MAX);
    let mut ranks = 0;
    for rank in spread_ranks(count, most) {
        let state = ranking.unrank(rank);
        let again = ranking.rank(state);
        if again != rank {
            return checker.broken_at_state(
                state,
                Mismatch::new(
                    format!("the state of rank {rank} to have that rank"),
                    format!("{again}"),
                ),
            );
        }
        if rank + 1 < count {
            let next = (ranking.unrank_next(rank, state), ranking.unrank(rank + 1));
            if next.0 != next.1 {
                return checker.broken_at_state(
                    state,
                    Mismatch::new(
                        format!(
                            "the state of the next rank, {}, to come after this one",
                            checker.show(next.1)
                        ),
                        format!("unrank_next gives {}", checker.show(next.0)),
                    ),
                );
            }
        }
        ranks += 1;
    }
    let coverage = if ranks == count { Coverage::Whole } else { Coverage::Part };
    Verdict::Holds { checked: ranks, coverage }
}

pub(super) fn space<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(space) = checker.puzzle.space() else {
        return not_applicable("the puzzle does not give its space as data");
    };
    let Some(ranking) = checker.puzzle.ranking() else {
        return Mismatch::new("a ranking, whose numbers are those of the space", "none").nowhere();
    };
    let count = match space {
        Space::Permutations(space) => space.count(),
        Space::Coordinates(space) => space.count(),
        Space::Contexts(space) => space.count(),
    };
    if count != ranking.count() {
        let expected = format!("as many states as the ranking has, {}", ranking.count());
        return Mismatch::new(expected, count.to_string()).nowhere();
    }
    checker.every_state(|visit| {
        if checker.puzzle.impossible(visit.state).is_some() {
            return Ok(());
        }
        let edges = checker.space.edges_of(visit).iter();
        let ranks: Vec<u64> = edges.map(|edge| ranking.rank(edge.after)).collect();
        let number = ranking.rank(visit.state);
        let numbers = space.successors(number);
        if ranks == numbers {
            return Ok(());
        }
        Err(Mismatch::new(
            format!("the successors of number {number} to be {ranks:?}"),
            format!("{numbers:?}"),
        ))
    })
}

pub(super) fn symmetry<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let puzzle = &checker.puzzle;
    let Some(symmetry) = puzzle.symmetry() else {
        return not_applicable("the puzzle has no symmetry");
    };
    let order = symmetry.order();
    if order == 0 {
        return Mismatch::new("at least the identity", "no map").nowhere();
    }
    let costs = puzzle.costs();
    let edges = |state: W| puzzle_edges(puzzle, costs.as_ref(), state);
    // Which state has this image, for each map.
    let mut sources: Map<(usize, W), W> = Map::default();
    let most = usize::try_from(checker.budget.states).unwrap_or(usize::MAX) / order;
    checker.states(most.max(1), |visit| {
        let state = visit.state;
        let images: Vec<_> = (0..order).map(|index| symmetry.image(index, state)).collect();
        if images[0] != state {
            return Err(Mismatch::new(
                format!("map 0 to leave {}", checker.show(state)),
                checker.show(images[0]),
            ));
        }
        let own: Vec<_> =
            checker.space.edges_of(visit).iter().map(|edge| (edge.after, edge.cost)).collect();
        for (index, &image) in images.iter().enumerate() {
            let source = *sources.entry((index, image)).or_insert(state);
            if source != state {
                return Err(Mismatch::new(
                    format!("map {index} to be one to one"),
                    format!(
                        "it takes both {} and {} to {}",
                        checker.show(source),
                        checker.show(state),
                        checker.show(image)
                    ),
                ));
            }
            if puzzle.is_goal(image) != visit.is_goal {
                return Err(Mismatch::new(
                    format!(
                        "is_goal of the image {} by map {index} to be {}",
                        checker.show(image),
                        visit.is_goal
                    ),
                    format!("{}", !visit.is_goal),
                ));
            }
            let mapped =
                own.iter().map(|&(after, cost)| (symmetry.image(index, after), cost)).collect();
            let (mapped, edges) = (sorted(mapped), sorted(edges(image)));
            let show = |all: &[(W, u32)]| {
                let show = |&(state, cost): &(W, u32)| format!("({}, {cost})", checker.show(state));
                format!("[{}]", all.iter().map(show).collect::<Vec<_>>().join(", "))
            };
            if mapped != edges {
                return Err(Mismatch::new(
                    format!(
                        "the successors and costs of the image {} by map {index} to be {}",
                        checker.show(image),
                        show(&mapped)
                    ),
                    show(&edges),
                ));
            }
            let of_image = |other| symmetry.image(other, image);
            if let Some(other) = (0..order).find(|&other| !images.contains(&of_image(other))) {
                return Err(Mismatch::new(
                    format!("map {other} after map {index} to be one of the maps"),
                    format!(
                        "{}, which is no image of {}",
                        checker.show(of_image(other)),
                        checker.show(state)
                    ),
                ));
            }
        }
        let least = images.iter().min().copied().unwrap_or(state);
        match symmetry.canonical(state) {
            canonical if canonical == least => Ok(()),
            canonical => Err(Mismatch::new(
                format!("canonical to give the least image {}", checker.show(least)),
                checker.show(canonical),
            )),
        }
    })
}

fn puzzle_edges<W: Word>(
    puzzle: &View<'_, W>,
    costs: Option<&impl crate::abilities::Costs<W, u32>>,
    state: W,
) -> Vec<(W, u32)> {
    let edge = |(mv, after)| (after, costs.map_or(1, |costs| costs.cost(state, mv, after)));
    puzzle.successors(state).map(edge).collect()
}

fn sorted<T: Ord>(mut values: Vec<T>) -> Vec<T> {
    values.sort_unstable();
    values
}

pub(super) fn commuting<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(commuting) = checker.puzzle.commuting() else {
        return not_applicable("the puzzle does not say that its moves commute");
    };
    let mut first: Option<Vec<(u32, u128)>> = None;
    checker.every_state(|visit| {
        let state = visit.state;
        let vector = commuting.to_vector(state);
        let back = commuting.from_vector(vector);
        if back != state {
            return Err(Mismatch::new(
                format!("the vector {vector:#b} of {} to be its alone", checker.show(state)),
                format!("from_vector gives {}", checker.show(back)),
            ));
        }
        let edges = checker.space.edges_of(visit);
        if edges.len() > u128::BITS as usize {
            return Err(Mismatch::new("at most 128 moves", format!("{}", edges.len())));
        }
        if let Some(edge) = edges.iter().find(|edge| edge.cost != 1) {
            let mv = checker.show_move(state, edge.mv);
            return Err(Mismatch::new(format!("{mv} to cost 1"), edge.cost.to_string()));
        }
        let flips: Vec<_> =
            edges.iter().map(|edge| (edge.mv, vector ^ commuting.to_vector(edge.after))).collect();
        let first = first.get_or_insert_with(|| flips.clone());
        if *first == flips {
            return Ok(());
        }
        let show = |flips: &[(u32, u128)]| {
            let show = |&(mv, bits): &(u32, u128)| {
                format!("{} flips {bits:#b}", checker.show_move(state, mv))
            };
            flips.iter().map(show).collect::<Vec<_>>().join(", ")
        };
        Err(Mismatch::new(
            format!("the same moves as in the first state: {}", show(first)),
            show(&flips),
        ))
    })
}

pub(super) fn patterns<W: Word>(checker: &Checker<'_, W>) -> Verdict {
    let Some(patterns) = checker.puzzle.patterns() else {
        return not_applicable("the puzzle has no pieces for patterns");
    };
    let pieces = patterns.pieces();
    let count = pieces.slots();
    let symmetry = checker.puzzle.symmetry();
    let order = symmetry.as_ref().map_or(0, Symmetry::order);
    let relabellings: Vec<_> = (0..order).map(|index| patterns.relabelling(index)).collect();
    checker.every_state(|visit| {
        let slots = patterns.slots(visit.state);
        let places = sorted(slots[..count].to_vec());
        if !places.iter().map(|&slot| usize::from(slot)).eq(0..count) {
            return Err(Mismatch::new(
                format!("the pieces to stand on {count} different slots"),
                format!("{:?}", &slots[..count]),
            ));
        }
        let edges = checker.space.edges_of(visit).iter();
        let found = sorted(edges.map(|edge| patterns.slots(edge.after)).collect());
        let expected = sorted(pieces.successors(&slots));
        let show = |all: &[Slots]| {
            format!("{:?}", all.iter().map(|slots| &slots[..count]).collect::<Vec<_>>())
        };
        if found != expected {
            return Err(Mismatch::new(
                format!("the pieces of the successors to stand on {}", show(&expected)),
                show(&found),
            ));
        }
        for &Edge { after, .. } in checker.space.edges_of(visit) {
            let after_slots = patterns.slots(after);
            let is_moved = |&piece: &usize| slots[piece] != after_slots[piece];
            let expected = (0..count).filter(is_moved).fold(0, |moved, piece| moved | 1 << piece);
            let moved: u32 = patterns.moved(visit.state, after);
            if moved != expected {
                return Err(Mismatch::new(
                    format!(
                        "moved to say that the way to {} moves the pieces {expected:#b}",
                        checker.show(after)
                    ),
                    format!("{moved:#b}"),
                ));
            }
        }
        let Some(symmetry) = &symmetry else { return Ok(()) };
        for (index, relabelling) in relabellings.iter().enumerate() {
            let Some(relabelling) = relabelling else { continue };
            let image = patterns.slots(symmetry.image(index, visit.state));
            let mut relabelled = [NO_SLOT; MOST_SLOTS];
            for (slot, piece) in relabelled[..count].iter_mut().zip(0..) {
                *slot = relabelling.slot(&slots, piece);
            }
            if relabelled != image {
                return Err(Mismatch::new(
                    format!("relabelling {index} to put the pieces on {}", show(&[image])),
                    show(&[relabelled]),
                ));
            }
        }
        Ok(())
    })
}
