//! The states of a commuting puzzle as a product of coordinates.
//!
//! What moves can reach from a state is a coset of the subspace that they span. Its states are numbered
//! by the pivot bits of a reduced basis, and each move flips a fixed set of those.

use crate::gf2::System;
use crate::space::{Coordinate, CoordinateSpace};
use crate::words::{Graph, Word};

/// All states that can be reached from one.
pub(crate) struct Coset {
    origin: u128,
    system: System,
    pub(crate) space: CoordinateSpace,
}

/// Bits of the last coordinate: a block of 2^14 states is 2 KiB.
const INNER_BITS: u32 = 14;
/// Bits of the other coordinates, which are tables of so many values a move.
const OUTER_BITS: u32 = 12;
/// More states than 2^48 are walked by nobody.
const MOST_BITS: u32 = 48;

impl Coset {
    /// The coset of the first of `origins`, if all of them lie in it and it is of a size to be walked.
    pub(crate) fn of<W: Word>(graph: &dyn Graph<W>, origins: &[W]) -> Option<Self> {
        let &first = origins.first()?;
        let origin = graph.to_vector(first);
        let mut successors = Vec::new();
        graph.expand(first, &mut successors);
        let masks: Vec<u128> =
            successors.into_iter().map(|after| origin ^ graph.to_vector(after)).collect();
        if masks.len() > u128::BITS as usize {
            return None;
        }
        let system = System::of(&masks);
        let bits = system.rows.len() as u32;
        if bits > MOST_BITS {
            return None;
        }
        let flips: Vec<u64> = masks.iter().map(|&mask| pivots(&system, mask)).collect();
        let coordinate = |low: u32, bits: u32| Coordinate {
            size: 1 << bits,
            moves: flips
                .iter()
                .map(|flip| {
                    let flip = (flip >> low) as u32 & ((1 << bits) - 1);
                    (0..1 << bits).map(|value: u32| value ^ flip).collect()
                })
                .collect(),
        };
        let mut coordinates = vec![coordinate(0, bits.min(INNER_BITS))];
        let mut low = bits.min(INNER_BITS);
        while low < bits {
            let width = OUTER_BITS.min(bits - low);
            coordinates.push(coordinate(low, width));
            low += width;
        }
        coordinates.reverse();
        let space = CoordinateSpace::new(coordinates).ok()?;
        let coset = Coset { origin, system, space };
        let is_in = |&state: &W| coset.state(graph, coset.number(graph, state)) == state;
        origins.iter().all(is_in).then_some(coset)
    }

    /// The number of a state of the coset.
    pub(crate) fn number<W: Word>(&self, graph: &dyn Graph<W>, state: W) -> u64 {
        pivots(&self.system, self.origin ^ graph.to_vector(state))
    }

    /// The state with this number.
    pub(crate) fn state<W: Word>(&self, graph: &dyn Graph<W>, number: u64) -> W {
        let rows = self.system.rows.iter().enumerate();
        let used = rows.filter(|(bit, _)| number >> bit & 1 == 1);
        graph.from_vector(used.fold(self.origin, |vector, (_, row)| vector ^ row.vector))
    }
}

/// The pivot bits of a vector.
fn pivots(system: &System, vector: u128) -> u64 {
    let rows = system.rows.iter().enumerate();
    rows.fold(0, |number, (bit, row)| number | ((vector >> row.pivot & 1) as u64) << bit)
}
