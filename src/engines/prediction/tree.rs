//! The tree that a search walks, sampled.

use super::{End, Sampling};
use crate::abilities::{Costs, Heuristic};
use crate::engines::guide::Guide;
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::path::edge_cost;
use crate::search::{Meter, Pass, memory};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The tree that is sampled.
pub(super) struct Tree<'a, P, H, C, G> {
    pub(super) puzzle: &'a P,
    pub(super) heuristic: &'a H,
    pub(super) costs: Option<&'a C>,
    pub(super) guide: &'a G,
}

/// Nodes that are taken to be alike, in the order in which they are expanded: a move leads to a later kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// The bound at which they are expanded: the greatest g + h on the way to them.
    bound: u64,
    depth: u32,
    h: u32,
    /// How many successors they have that are nearer to a goal by the estimate, and how many that are not.
    ahead: (u32, u32),
}

/// One node in the place of all of its kind.
#[derive(Clone, Copy)]
struct Sample<S, Q> {
    state: S,
    place: Q,
    g: u64,
    /// How many it stands for.
    weight: f64,
}

/// All that one probe has still to expand.
pub(super) struct Probe<S, Q> {
    samples: BTreeMap<Kind, Sample<S, Q>>,
    chance: Random,
    /// Nodes that were expanded, or stood for.
    expanded: f64,
}

impl<P, H, C, G> Tree<'_, P, H, C, G>
where
    P: Puzzle,
    H: Heuristic<P::State, P::Move>,
    C: Costs<P::State, P::Move>,
    G: Guide<P::State>,
{
    /// Probes that have expanded nothing yet.
    pub(super) fn probes(
        &self,
        starts: &[P::State],
        sampling: &Sampling,
    ) -> Vec<Probe<P::State, G::Place>> {
        let mut seeds = Random::new(sampling.seed);
        let probe = || {
            let chance = Random::new(seeds.number());
            let mut probe = Probe { samples: BTreeMap::new(), chance, expanded: 0.0 };
            for (number, &state) in starts.iter().enumerate() {
                let h = self.heuristic.estimate(state);
                let place = self.guide.start(number, state);
                if h != u32::MAX {
                    let ahead = self.ahead(state, place, h);
                    let kind = Kind { bound: h.into(), depth: 0, h, ahead };
                    probe.add(kind, Sample { state, place, g: 0, weight: 1.0 });
                }
            }
            probe
        };
        std::iter::repeat_with(probe).take(sampling.probes.max(1)).collect()
    }

    /// The estimate for the next bound, or why there is none.
    pub(super) fn next(
        &self,
        probes: &mut [Probe<P::State, G::Place>],
        meter: &mut Meter<'_>,
    ) -> Result<Pass, End> {
        let first =
            |probe: &Probe<_, _>| probe.samples.first_key_value().map(|(kind, _)| kind.bound);
        let bound = probes.iter().filter_map(first).min().ok_or(End::Exhausted)?;
        if meter.limits().depth.is_some_and(|limit| bound > limit) {
            return Err(End::Enough);
        }
        meter.stats.lower_bound = bound;
        let mut expanded = 0.0;
        for probe in &mut *probes {
            while let Some(entry) = probe.samples.first_entry()
                && entry.key().bound == bound
            {
                meter.expand()?;
                let (kind, sample) = entry.remove_entry();
                probe.expanded += sample.weight;
                self.expand(kind, sample, probe)?;
            }
            expanded += probe.expanded;
        }
        let samples = probes.iter().map(|probe| probe.samples.len() as u64).sum();
        let bytes = memory::vec::<(Kind, Sample<P::State, G::Place>)>(samples);
        meter.store(samples, bytes + self.guide.bytes())?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "an estimate, which is not negative"
        )]
        let expanded = (expanded / probes.len() as f64).round() as u64;
        Ok(Pass { bound, expanded })
    }

    /// Adds the successors of a sample.
    fn expand(
        &self,
        kind: Kind,
        sample: Sample<P::State, G::Place>,
        probe: &mut Probe<P::State, G::Place>,
    ) -> Result<(), End> {
        let Sample { state: before, mut place, g, weight } = sample;
        for (mv, state) in self.puzzle.successors(before) {
            let Some(place) = self.guide.next(&mut place, before, state) else { continue };
            let cost = edge_cost::<P>(self.costs, before, mv, state);
            if cost == 0 {
                return Err(End::FreeMove);
            }
            let h = self.heuristic.step(before, mv, state, kind.h);
            if h == u32::MAX || self.puzzle.is_goal(state) {
                continue;
            }
            let g = g + cost;
            let bound = kind.bound.max(g + u64::from(h));
            let ahead = self.ahead(state, place, h);
            let kind = Kind { bound, depth: kind.depth + 1, h, ahead };
            probe.add(kind, Sample { state, place, g, weight });
        }
        Ok(())
    }

    /// How many successors of a state are nearer to a goal by the estimate, and how many are not.
    fn ahead(&self, before: P::State, mut place: G::Place, h: u32) -> (u32, u32) {
        let (mut nearer, mut others) = (0, 0);
        for (mv, state) in self.puzzle.successors(before) {
            if self.guide.next(&mut place, before, state).is_some() {
                let is_nearer = self.heuristic.step(before, mv, state, h) < h;
                *(if is_nearer { &mut nearer } else { &mut others }) += 1;
            }
        }
        (nearer, others)
    }
}

impl<S, Q> Probe<S, Q> {
    /// Adds a sample to those of its kind, of which one stays: each as likely as its weight says.
    fn add(&mut self, kind: Kind, sample: Sample<S, Q>) {
        match self.samples.entry(kind) {
            Entry::Vacant(entry) => {
                entry.insert(sample);
            }
            Entry::Occupied(mut entry) => {
                let weight = entry.get().weight + sample.weight;
                if self.chance.fraction() * weight < sample.weight {
                    entry.insert(Sample { weight, ..sample });
                } else {
                    entry.get_mut().weight = weight;
                }
            }
        }
    }
}
