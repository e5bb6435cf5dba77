//! What the breadth-first engines on packed maps share: a walk that keeps the depth of each state and
//! nothing else, and the way back.

use super::Halt;
use super::trace::trace;
use crate::puzzle::State;
use crate::search::packed::{Entry, PackedMap, hash};
use crate::search::{Limit, Meter, Stop};

/// Appends the states beside one: its successors, or its predecessors.
pub(super) type Neighbours<'a, S> = &'a dyn Fn(S, &mut Vec<S>);

/// A breadth-first walk, a layer at a time.
///
/// The depth of a state takes a byte. Where every edge runs both ways, neighbours differ in it by at most
/// one, so that it is kept modulo 256. Elsewhere an edge may lead back by any number of layers, so that
/// from layer 255 on all depths take four bytes.
pub(super) struct Layers<S> {
    depths: Depths<S>,
    is_undirected: bool,
    depth: u64,
    frontier: Vec<S>,
    next: Vec<S>,
}

enum Depths<S> {
    Bytes(PackedMap<S, u8>),
    Words(PackedMap<S, u32>),
}

/// The room that one walk takes, for the account of a search's memory.
#[derive(Clone, Copy, Default)]
pub(super) struct Taken {
    pub(super) states: u64,
    pub(super) bytes: u64,
    pub(super) frontier: u64,
}

/// Stands for a state that was walked on the way back.
trait Depth: Copy + Eq {
    const WALKED: Self;
    /// Modulo 256 for a byte.
    fn of(depth: u64) -> Self;
}

impl Depth for u8 {
    const WALKED: u8 = u8::MAX;
    #[expect(clippy::cast_possible_truncation, reason = "modulo 256")]
    fn of(depth: u64) -> Self {
        depth as u8
    }
}

impl Depth for u32 {
    const WALKED: u32 = u32::MAX;
    #[expect(clippy::cast_possible_truncation, reason = "no walk is deeper")]
    fn of(depth: u64) -> Self {
        depth as u32
    }
}

impl<S: State> Layers<S> {
    /// The walk that begins at `origins`; some of them may be the same. `is_undirected` only where every
    /// edge runs both ways.
    pub(super) fn new(origins: impl IntoIterator<Item = S>, is_undirected: bool) -> Self {
        let mut depths = PackedMap::default();
        let origins = origins.into_iter();
        let frontier = origins.filter(|s| depths.insert(hash(s), *s, 0) == Entry::New).collect();
        let depths = Depths::Bytes(depths);
        Layers { depths, is_undirected, depth: 0, frontier, next: Vec::new() }
    }

    /// The depth of the last layer.
    pub(super) fn depth(&self) -> u64 {
        self.depth
    }

    /// The states of the last layer.
    pub(super) fn frontier(&self) -> &[S] {
        &self.frontier
    }

    /// How many states it has met.
    pub(super) fn states(&self) -> u64 {
        match &self.depths {
            Depths::Bytes(depths) => depths.len() as u64,
            Depths::Words(depths) => depths.len() as u64,
        }
    }

    /// The code of the depth of a state whose [`hash`] is `hash`; none for one that it has not met.
    #[inline]
    pub(super) fn code_of(&self, hash: u64, state: S) -> Option<u64> {
        match &self.depths {
            Depths::Bytes(depths) => depths.get(hash, state).map(u64::from),
            Depths::Words(depths) => depths.get(hash, state).map(u64::from),
        }
    }

    /// Whether code `to` is that of the layer before the one of code `from`.
    pub(super) fn is_nearer(&self, from: u64, to: u64) -> bool {
        match &self.depths {
            Depths::Bytes(_) => u8::of(to + 1) == u8::of(from),
            Depths::Words(_) => to + 1 == from,
        }
    }

    /// Gives back what only the walk needed.
    pub(super) fn finish(&mut self) {
        self.frontier = Vec::new();
        self.next = Vec::new();
    }

    /// Notes what it and somebody else have stored before their first expansion.
    ///
    /// # Errors
    /// When that is over a limit.
    pub(super) fn store(&self, meter: &mut Meter<'_>, others: Taken) -> Result<(), Stop> {
        let Taken { states, bytes, frontier } = self.taken();
        meter.frontier = Some(others.frontier + frontier);
        meter.store(others.states + states, others.bytes + bytes)
    }

    /// The room that it takes.
    pub(super) fn taken(&self) -> Taken {
        let table = match &self.depths {
            Depths::Bytes(depths) => depths.bytes(),
            Depths::Words(depths) => depths.bytes(),
        };
        let lists = self.frontier.capacity() + self.next.capacity();
        Taken {
            states: self.states(),
            bytes: table + (lists * size_of::<S>()) as u64,
            frontier: self.frontier.len() as u64,
        }
    }

    /// Expands the last layer into a new one, or as far as the first new state for which `is_end` holds;
    /// it is given the [`hash`] as well. `others` is what somebody else takes meanwhile.
    ///
    /// # Errors
    /// When a limit is reached.
    pub(super) fn expand(
        &mut self,
        meter: &mut Meter<'_>,
        others: Taken,
        neighbours: Neighbours<'_, S>,
        is_end: &mut dyn FnMut(u64, S) -> bool,
    ) -> Result<Option<S>, Halt> {
        let depth = self.depth + 1;
        if depth >= u64::from(u32::WALKED) {
            return Err(Stop::from(Limit::Recursion(self.depth)).into());
        }
        if let Depths::Bytes(depths) = &mut self.depths
            && !self.is_undirected
            && depth >= u64::from(u8::WALKED)
        {
            let extra = depths.slots() * size_of::<u32>();
            let bytes = others.bytes + depths.bytes() + extra as u64;
            meter.store(others.states + depths.len() as u64, bytes)?;
            self.depths = Depths::Words(std::mem::take(depths).map(u32::from));
        }
        let lists = self.frontier.capacity() * size_of::<S>() + Batch::<S>::BYTES;
        let others = Taken { bytes: others.bytes + lists as u64, ..others };
        let lists = (&self.frontier[..], &mut self.next);
        let end = match &mut self.depths {
            Depths::Bytes(depths) => {
                expand(depths, u8::of(depth), lists, meter, others, neighbours, is_end)
            }
            Depths::Words(depths) => {
                expand(depths, u32::of(depth), lists, meter, others, neighbours, is_end)
            }
        }?;
        self.depth = depth;
        std::mem::swap(&mut self.frontier, &mut self.next);
        self.next.clear();
        Ok(end)
    }

    /// The states on a way from `state`, of the last layer, back to an origin. It ends early where
    /// `neighbours` are not all there (law 5).
    pub(super) fn way_back(&self, state: S, neighbours: Neighbours<'_, S>) -> Vec<S> {
        let mut states = vec![state];
        let mut last = state;
        let mut beside = Vec::new();
        for depth in (0..self.depth).rev() {
            beside.clear();
            neighbours(last, &mut beside);
            let before = beside.iter().copied().find(|&before| self.is_at(before, depth));
            let Some(before) = before else { break };
            states.push(before);
            last = before;
        }
        states
    }

    fn is_at(&self, state: S, depth: u64) -> bool {
        let code = match &self.depths {
            Depths::Bytes(_) => u64::from(u8::of(depth)),
            Depths::Words(_) => depth,
        };
        self.code_of(hash(&state), state) == Some(code)
    }

    /// The states on a way from one of the origins to `state`, of the last layer, where there are no
    /// predecessors: walks depth first from layer to layer, through each state at most once. Ends the walk.
    ///
    /// # Errors
    /// When the time is over.
    pub(super) fn replay(
        self,
        origins: &[S],
        state: S,
        meter: &mut Meter<'_>,
        neighbours: Neighbours<'_, S>,
    ) -> Result<Vec<S>, Halt> {
        match self.depths {
            Depths::Bytes(depths) => replay(depths, origins, state, meter, neighbours),
            Depths::Words(depths) => replay(depths, origins, state, meter, neighbours),
        }
    }
}

fn expand<S: State, D: Depth>(
    depths: &mut PackedMap<S, D>,
    depth: D,
    (frontier, next): (&[S], &mut Vec<S>),
    meter: &mut Meter<'_>,
    others: Taken,
    neighbours: Neighbours<'_, S>,
    is_end: &mut dyn FnMut(u64, S) -> bool,
) -> Result<Option<S>, Halt> {
    let mut batch = Batch(Vec::with_capacity(2 * BATCH));
    let mut beside = Vec::new();
    for (index, &state) in frontier.iter().enumerate() {
        meter.expand()?;
        neighbours(state, &mut beside);
        batch.0.extend(beside.drain(..).map(|after| (hash(&after), after)));
        let left = frontier.len() - index - 1;
        if batch.0.len() < BATCH && left > 0 {
            continue;
        }
        let end = batch.take_in(depths, depth, next, meter, others, is_end)?;
        meter.frontier = Some(others.frontier + (left + next.len()) as u64);
        if end.is_some() {
            return Ok(end);
        }
    }
    Ok(None)
}

/// Neighbours that are looked up together, so that the looks overlap.
const BATCH: usize = 64;

/// Generated states, each with its hash.
struct Batch<S>(Vec<(u64, S)>);

impl<S: State> Batch<S> {
    /// What it takes unless one state has very many neighbours.
    const BYTES: usize = 2 * BATCH * size_of::<(u64, S)>();

    /// Puts the states that are new into `depths` and `next`, up to the first that ends the walk.
    fn take_in<D: Depth>(
        &mut self,
        depths: &mut PackedMap<S, D>,
        depth: D,
        next: &mut Vec<S>,
        meter: &mut Meter<'_>,
        others: Taken,
        is_end: &mut dyn FnMut(u64, S) -> bool,
    ) -> Result<Option<S>, Halt> {
        let mut left = 0;
        for index in 0..self.0.len() {
            let (hash, state) = self.0[index];
            self.0[left] = (hash, state);
            left += usize::from(!depths.is_at_first_look(hash, state));
        }
        let known = (self.0.len() - left) as u64;
        meter.stats.generated += known;
        meter.stats.duplicates += known;
        let mut end = None;
        for &(hash, state) in &self.0[..left] {
            if depths.is_full() {
                let states = others.states + depths.len() as u64;
                let list = (next.capacity() * size_of::<S>()) as u64;
                let table = depths.bytes() + depths.larger_bytes();
                meter.store(states, others.bytes + list + table)?;
            }
            meter.stats.generated += 1;
            if depths.insert(hash, state, depth) != Entry::New {
                meter.stats.duplicates += 1;
                continue;
            }
            next.push(state);
            if is_end(hash, state) {
                end = Some(state);
                break;
            }
        }
        self.0.clear();
        let list = (next.capacity() * size_of::<S>()) as u64;
        let states = others.states + depths.len() as u64;
        meter.store(states, others.bytes + list + depths.bytes())?;
        Ok(end)
    }
}

fn replay<S: State, D: Depth>(
    mut depths: PackedMap<S, D>,
    origins: &[S],
    state: S,
    meter: &mut Meter<'_>,
    neighbours: Neighbours<'_, S>,
) -> Result<Vec<S>, Halt> {
    let mut enter = |path: &[S], _, after: S| {
        let depth = depths.get_mut(hash(&after), after)?;
        let is_next = *depth == D::of(path.len() as u64);
        *depth = if is_next { D::WALKED } else { *depth };
        is_next.then_some(after)
    };
    let path = trace(origins, meter, neighbours, &mut enter, &|last| last == state)?;
    Ok(path.unwrap_or_else(|| vec![state]))
}
