//! The abstract space of a pattern: what its pieces do, whatever all others do.

use super::layout::{Layout, all_orders};
use super::pattern::MOST_PIECES;
use super::sets::{beside, bits};
use crate::hash::Map;
use crate::rank::arrangement;
use crate::space::contexts::{ContextSpace, Step};
use crate::space::pieces::{Moves, Pieces};

/// What a pattern makes of the pieces' moves, walked against them. Contexts are the rows of its whole layout. A move
/// that leaves the pattern's pieces where they are costs nothing and is none.
pub(super) fn space(pieces: &Pieces, whole: &Layout) -> ContextSpace {
    let Layout { sets, firsts, regions, .. } = whole;
    let mut ways = Ways::default();
    let mut steps = Vec::new();
    match pieces.moves() {
        Moves::Slides(pairs) => {
            let beside = beside(pairs);
            let mut from_context = 0;
            for mask in sets.iter() {
                for region in sets.regions(mask, &beside) {
                    for from in bits(mask) {
                        for to in bits(beside[from] & region) {
                            let after = mask & !(1 << from) | 1 << to;
                            let set = sets.number(after);
                            let region = regions[set * sets.slots + from];
                            let to_context = firsts[set] + u32::from(region);
                            let table = ways.index(slide(mask, from, after, to));
                            steps.push(Step { from: from_context, to: to_context, table });
                        }
                    }
                    from_context += 1;
                }
            }
        }
        Moves::Shuffles(orders) => {
            for (set, mask) in sets.iter().enumerate() {
                for order in orders {
                    // Against the move: what is on slot i came from slot order[i].
                    let came_from: Vec<u8> = bits(mask).map(|slot| order[slot]).collect();
                    let after = came_from.iter().fold(0, |after, slot| after | 1 << slot);
                    let mut way = Way::default();
                    for (place, slot) in way.iter_mut().zip(&came_from) {
                        *place = (after & ((1_u32 << slot) - 1)).count_ones() as u8;
                    }
                    let to = sets.number(after);
                    if to != set || !way[..sets.pieces].is_sorted() {
                        let table = ways.index(way);
                        steps.push(Step { from: set as u32, to: to as u32, table });
                    }
                }
            }
        }
    }
    let space = ContextSpace::new(whole.rows, whole.orders, ways.tables(sets.pieces), steps);
    space.expect("moves lead from orders to orders")
}

/// What becomes of each place in an order; past the last piece, anything.
type Way = [u8; MOST_PIECES];

/// What becomes of the places in an order when the piece on one slot goes to another.
fn slide(before: u32, from: usize, after: u32, to: usize) -> Way {
    let below = |mask: u32, slot: usize| (mask & ((1_u32 << slot) - 1)).count_ones() as u8;
    let (from, to) = (below(before, from), below(after, to));
    std::array::from_fn(|place| {
        let place = place as u8;
        if place == from {
            return to;
        }
        let closed_up = place - u8::from(place > from);
        closed_up + u8::from(closed_up >= to)
    })
}

/// The ways in which moves change orders, each once.
#[derive(Default)]
struct Ways {
    list: Vec<Way>,
    index: Map<Way, u32>,
}

impl Ways {
    fn index(&mut self, way: Way) -> u32 {
        *self.index.entry(way).or_insert_with(|| {
            self.list.push(way);
            self.list.len() as u32 - 1
        })
    }

    /// For each way what becomes of each order.
    fn tables(self, pieces: usize) -> Vec<Box<[u16]>> {
        let all = all_orders(pieces);
        let table = |way: &Way| {
            let after = |order: &[u8; MOST_PIECES]| {
                let after = order.map(|place| way[usize::from(place)]);
                arrangement::rank(&after[..pieces], pieces) as u16
            };
            all.iter().map(after).collect()
        };
        self.list.iter().map(table).collect()
    }
}
