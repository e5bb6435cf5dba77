//! What several pattern databases say together.

use super::sets::bits;
use super::{AnyEstimator, Database, Estimator, OverImages};
use crate::abilities::Carried;
use crate::space::pieces::{MOST_SLOTS, Relabelling, Slots};
use crate::words::{Graph, Word};
use std::sync::Arc;

/// What the databases of several patterns say together: their sum where each move has one piece and no
/// piece is in two patterns, else the largest. Of a state alone, or the largest over all its images.
///
/// Where each move has one piece, it changes what one pattern says of the state, and one of each image. So what each
/// says is [carried](crate::abilities::Heuristic::carry) from a state to its successors.
#[derive(Debug, Clone)]
pub(crate) struct PatternSet {
    /// Those of the state, then those of each image, the databases in the same order.
    look_ups: Vec<LookUp>,
    databases: usize,
    adds_up: bool,
    /// For each piece, which look-ups depend on where it is: a bit for each. None where they are not carried.
    seen_by: Option<SeenBy>,
}

type SeenBy = [u8; MOST_SLOTS];

/// What a database says of an image.
#[derive(Debug, Clone)]
struct LookUp {
    database: Arc<Database>,
    image: Relabelling,
}

impl LookUp {
    #[inline]
    fn distance(&self, slots: &Slots) -> u32 {
        self.database.distance_at(|piece| self.image.slot(slots, piece))
    }
}

/// So many look-ups can be carried, a byte for each.
const MOST_CARRIED: usize = size_of::<u64>();

/// The byte where there is no way. All distances are less.
const NO_WAY: u8 = u8::MAX;

impl PatternSet {
    /// The databases together. `adds_up` only for slides of patterns that share no piece; anything else
    /// overestimates.
    pub(super) fn new(databases: Vec<Arc<Database>>, adds_up: bool) -> Self {
        let look_up = |database| LookUp { database, image: Relabelling::identity() };
        let count = databases.len();
        Self::of(databases.into_iter().map(look_up).collect(), count, adds_up)
    }

    /// The largest over all images of a state under the puzzle's symmetry.
    pub(super) fn over_images<W: Word>(self, graph: &dyn Graph<W>) -> AnyEstimator<W> {
        match self.relabelled(graph) {
            Some(all) => Box::new(all),
            None => Box::new(OverImages(Box::new(self))),
        }
    }

    /// Looked up for all images as well; none where the puzzle does not say how these have the pieces.
    fn relabelled<W: Word>(&self, graph: &dyn Graph<W>) -> Option<Self> {
        let mut look_ups = self.look_ups.clone();
        for index in 1..graph.order() {
            let image = graph.relabelling(index)?;
            let of_image = |look_up: &LookUp| LookUp { image: image.clone(), ..look_up.clone() };
            look_ups.extend(self.look_ups.iter().map(of_image));
        }
        Some(Self::of(look_ups, self.databases, self.adds_up))
    }

    /// Bytes of the tables.
    pub(super) fn bytes(&self) -> u64 {
        let of_state = self.look_ups.iter().take(self.databases);
        of_state.map(|look_up| look_up.database.bytes()).sum()
    }

    fn of(look_ups: Vec<LookUp>, databases: usize, adds_up: bool) -> Self {
        let mut seen_by = [0; MOST_SLOTS];
        for (number, LookUp { database, image }) in look_ups.iter().take(MOST_CARRIED).enumerate() {
            for &piece in database.pattern().pieces() {
                seen_by[image.was(piece)] |= 1 << number;
            }
        }
        let is_carried = adds_up && look_ups.len() <= MOST_CARRIED;
        PatternSet { look_ups, databases, adds_up, seen_by: is_carried.then_some(seen_by) }
    }

    /// What they say of pieces that stand there.
    #[inline]
    pub(super) fn distance(&self, slots: &Slots) -> u32 {
        self.largest(&self.look_ups, |look_up| look_up.distance(slots))
    }

    /// The largest over all images of what is said of each together.
    #[inline]
    fn largest<T>(&self, said: &[T], distance: impl Fn(&T) -> u32) -> u32 {
        let together = |of_image: &[T]| {
            let distances = of_image.iter().map(&distance);
            if self.adds_up {
                distances.fold(0, u32::saturating_add)
            } else {
                distances.fold(0, u32::max)
            }
        };
        said.chunks(self.databases.max(1)).map(together).max().unwrap_or(0)
    }

    /// Looks up anew what depends on these pieces, and takes the rest from the parts.
    #[inline]
    fn look_up(&self, seen_by: &SeenBy, pieces: u32, slots: &Slots, parts: u64) -> Carried {
        let mut parts = parts.to_le_bytes();
        let numbers = bits(pieces).fold(0, |numbers, piece| numbers | seen_by[piece]);
        for number in bits(numbers.into()) {
            let distance = self.look_ups[number].distance(slots);
            parts[number] = distance.min(NO_WAY.into()) as u8;
        }
        let distance = |&part: &u8| if part == NO_WAY { u32::MAX } else { part.into() };
        let estimate = self.largest(&parts[..self.look_ups.len()], distance);
        Carried { estimate, parts: u64::from_le_bytes(parts) }
    }
}

impl<W: Word> Estimator<W> for PatternSet {
    fn estimate(&self, graph: &dyn Graph<W>, state: W) -> u32 {
        self.distance(&graph.slots(state))
    }

    fn begin(&self, graph: &dyn Graph<W>, state: W) -> Carried {
        match &self.seen_by {
            Some(seen_by) => self.look_up(seen_by, u32::MAX, &graph.slots(state), 0),
            None => Carried { estimate: self.estimate(graph, state), parts: 0 },
        }
    }

    fn carry(
        &self,
        graph: &dyn Graph<W>,
        before: W,
        _: u32,
        after: W,
        carried: Carried,
    ) -> Carried {
        match &self.seen_by {
            Some(seen_by) => {
                let (moved, slots) = graph.moved(before, after);
                self.look_up(seen_by, moved, &slots, carried.parts)
            }
            None => Carried { estimate: self.estimate(graph, after), parts: 0 },
        }
    }

    /// Consistent if all are. A move changes what one pattern says by its cost at the most; and of a sum, all
    /// others say the same after it, as their pieces stay and the blank stays in its region.
    fn is_consistent(&self, _: &dyn Graph<W>) -> bool {
        self.look_ups.iter().all(|look_up| look_up.database.is_consistent())
    }

    fn bytes(&self) -> u64 {
        PatternSet::bytes(self)
    }
}
