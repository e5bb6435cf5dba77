//! How many expansions `packed_ida_star` will take for each bound, estimated from samples of its tree, and how long
//! they will take.

use super::guide::{Guide, ParentPruning};
use super::packed_ida_star::{self, TUNING};
use super::{Engine, SearchError};
use crate::abilities::{Costs, Heuristic};
use crate::puzzle::Puzzle;
use crate::random::Random;
use crate::search::path::edge_cost;
use crate::search::pruning::Pruning;
use crate::search::{Job, Limits, Meter, Pass, Stop, memory};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::time::{Duration, Instant};

/// How to sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    /// So many samples of the tree are averaged; 0 counts as 1.
    pub probes: usize,
    /// What chance begins with: the same seed gives the same estimate on every machine.
    pub seed: u64,
    /// The most bounds to estimate.
    pub bounds: usize,
    /// No bound is estimated beyond one that takes so many expansions.
    pub expansions: u64,
}

impl Default for Sampling {
    fn default() -> Self {
        Sampling { probes: 1_000, seed: 1, bounds: 20, expansions: 1_000_000_000_000 }
    }
}

/// What a search is expected to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prediction {
    /// The estimate for each bound, in order.
    pub passes: Vec<Pass>,
    /// Why there are no more of them.
    pub end: End,
    /// How fast the engine was on the same board, with the same threads.
    pub pace: Pace,
}

/// Why no more bounds are estimated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// There are as many as were asked for, or the next lies beyond a limit of depth or of expansions.
    Enough,
    /// There is nothing to expand beyond: the tree ends, a start is a goal, or nothing leads from them to one.
    Exhausted,
    /// A move costs nothing.
    FreeMove,
    /// The time or the memory was over, or somebody cancelled.
    Stopped(Stop),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stopped(stop)
    }
}

/// How fast a search was.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The expansions that were made.
    pub expanded: u64,
    /// The time that they took.
    pub time: Duration,
}

impl Pace {
    /// Whether it was long enough to tell: of a few expansions in no time most is the beginning.
    fn is_enough(&self) -> bool {
        self.expanded >= 1 << 12 || self.time >= MEASURED / 10
    }

    /// How many expansions are made in a second; none where there were too few to tell.
    pub fn rate(&self) -> Option<u64> {
        if !self.is_enough() {
            return None;
        }
        let rate = (u128::from(self.expanded) * 1_000_000_000).checked_div(self.time.as_nanos())?;
        u64::try_from(rate).ok().filter(|&rate| rate > 0)
    }

    /// How long so many expansions take; none where there were too few to tell.
    pub fn time_for(&self, expanded: u64) -> Option<Duration> {
        if !self.is_enough() {
            return None;
        }
        let nanos = u128::from(expanded).saturating_mul(self.time.as_nanos());
        let nanos = nanos.checked_div(self.expanded.into())?;
        Some(Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX)))
    }
}

/// The pace is that of a run which takes so long, or half of the time there is. A shorter one has shorter passes,
/// which are slower.
const MEASURED: Duration = Duration::from_millis(500);

/// Estimates the expansions of each pass that [`packed_ida_star`] will make, if the pass goes to its end: the last
/// one ends at a solution. Measures how fast the engine is, too.
///
/// By stratified sampling: nodes of the tree are taken to be alike that are at the same depth, with the same h, at
/// the same bound, and with as many successors that are nearer to a goal by the estimate, and that are not. One of
/// them, chosen by chance, stands for all. The estimate is unbiased for the tree, whatever the heuristic; the more
/// alike they are, the sharper it is. What the engine's table keeps from being walked again is not foreseen, so
/// that the estimate is too high where the same states come again and again.
///
/// The job's limits of time and memory hold for all this. No bound is estimated that lies beyond its limit of
/// depth, nor beyond one that takes as many expansions as it allows. [`Prediction::end`] says what came of them.
///
/// On the ten of Korf's boards that are easiest by Manhattan distance, the passes of more than 10,000 expansions
/// were estimated to within 6 % on average, and 10 % with a tenth of the probes; by pattern databases of 5-5-5
/// tiles to within 6 %, ten other boards.
///
/// # Errors
/// Those of the [engine](super::Engine::run): where the puzzle has no heuristic, more than one solution is wanted,
/// there is no start, or the puzzle breaks a law.
///
/// # Complexity
/// A probe expands one node of each kind: some thousands for a pass of billions.
///
/// Source: P. C. Chen, Heuristic sampling: a method for predicting the performance of tree searching programs, 1992;
/// L. H. S. Lelis, S. Zilles, R. C. Holte, Predicting the size of IDA*'s search tree, 2013; after D. E. Knuth,
/// Estimating the efficiency of backtrack programs, 1975.
///
/// # Example
/// ```
/// use puzzlespace::engines::prediction::{Sampling, predict};
/// use puzzlespace::search::Job;
/// use puzzlespace::testkit::toys::{Estimates, Graph, Weights};
///
/// let graph = Graph::random(4, Weights::Unit, Estimates::Consistent);
/// let sampling = Sampling { bounds: 3, ..Sampling::default() };
/// let prediction = predict(&graph, &graph.starts, &sampling, &Job::default())?;
/// for pass in prediction.passes {
///     println!("about {} expansions for solutions of cost {}", pass.expanded, pass.bound);
/// }
/// # Ok::<(), puzzlespace::engines::SearchError>(())
/// ```
pub fn predict<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    sampling: &Sampling,
    job: &Job<'_>,
) -> Result<Prediction, SearchError> {
    let Limits { time, bytes, depth, expansions, .. } = job.limits;
    let most = expansions.unwrap_or(u64::MAX);
    let sampling = Sampling { expansions: sampling.expansions.min(most), ..*sampling };
    let limits = Limits { time, bytes, depth, ..Limits::default() };
    let sampling_job = Job { limits, ..*job };
    let mut meter = Meter::start(&sampling_job);

    let time = Some(time.map_or(MEASURED, |limit| MEASURED.min(limit / 2)));
    let limits = Limits { time, ..job.limits };
    let measured = Job { limits, observer: None, transpositions: None, ..*job };
    let engine = Engine { about: &packed_ida_star::ABOUT, search: packed_ida_star::search };
    let run = engine.run(puzzle, starts.iter().copied(), &measured)?;
    let mut pace = Pace { expanded: run.stats.expanded, time: run.stats.time };

    let mut starts = starts.to_vec();
    starts.sort_unstable();
    starts.dedup();
    starts.retain(|&start| puzzle.impossible(start).is_none());
    let mut passes = Vec::new();
    // What it has found by then is worth having.
    let mut learning = Duration::ZERO;
    let end = collect(puzzle, &starts, &sampling, &mut meter, &mut passes, &mut learning).err();
    if pace.expanded >= TUNING.patience {
        // The engine has learnt as well, once for the whole search.
        pace.time = pace.time.saturating_sub(learning).max(pace.time / 2);
    }
    Ok(Prediction { passes, end: end.unwrap_or(End::Enough), pace })
}

/// Adds the estimates for as many bounds as were asked for, or says why there are no more. Notes how long it took to
/// learn what need not be walked.
fn collect<P: Puzzle>(
    puzzle: &P,
    starts: &[P::State],
    sampling: &Sampling,
    meter: &mut Meter<'_>,
    passes: &mut Vec<Pass>,
    learning: &mut Duration,
) -> Result<(), End> {
    if starts.iter().any(|&start| puzzle.is_goal(start)) {
        return Err(End::Exhausted);
    }
    let heuristic = puzzle.heuristic().expect("the engine has asked for it");
    let costs = puzzle.costs();
    let is_enough = |passes: &[Pass]| {
        let expanded = passes.last().map_or(0, |pass| pass.expanded);
        passes.len() >= sampling.bounds || expanded >= sampling.expansions
    };
    let tree = Tree { puzzle, heuristic: &heuristic, costs: costs.as_ref(), guide: &ParentPruning };
    let mut probes = tree.probes(starts, sampling);
    let mut spent = 0_u64;
    while spent < TUNING.patience && !is_enough(passes) {
        let pass = tree.next(&mut probes, meter)?;
        spent = spent.saturating_add(pass.expanded);
        passes.push(pass);
    }
    if is_enough(passes) {
        return Ok(());
    }
    let room = meter.limits().bytes.map_or(u64::MAX, |limit| limit / 2);
    let begin = Instant::now();
    let pruning = Pruning::learn(puzzle, starts, TUNING.learning_bytes.min(room), meter);
    *learning = begin.elapsed();
    let pruning = pruning?;
    match pruning.filter(Pruning::is_more_than_undoing) {
        None => {
            while !is_enough(passes) {
                passes.push(tree.next(&mut probes, meter)?);
            }
        }
        Some(pruning) => {
            drop(probes);
            let Tree { puzzle, heuristic, costs, .. } = tree;
            let tree = Tree { puzzle, heuristic, costs, guide: &pruning };
            let mut probes = tree.probes(starts, sampling);
            let before = passes.last().map(|pass| pass.bound);
            while !is_enough(passes) {
                let pass = tree.next(&mut probes, meter)?;
                if before.is_none_or(|bound| pass.bound > bound) {
                    passes.push(pass);
                }
            }
        }
    }
    Ok(())
}

/// The tree that is sampled.
struct Tree<'a, P, H, C, G> {
    puzzle: &'a P,
    heuristic: &'a H,
    costs: Option<&'a C>,
    guide: &'a G,
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
struct Probe<S, Q> {
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
    fn probes(&self, starts: &[P::State], sampling: &Sampling) -> Vec<Probe<P::State, G::Place>> {
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
    fn next(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abilities::Ability;
    use crate::search::Limit;
    use crate::testkit::toys::{Bits, Estimates, Graph, Weights};
    use std::sync::atomic::AtomicBool;

    fn foretell(graph: &Graph, sampling: &Sampling, job: &Job<'_>) -> Prediction {
        predict(graph, &graph.starts, sampling, job).unwrap()
    }

    /// How many nodes are walked below a state, with parent pruning.
    fn count<P: Puzzle>(puzzle: &P, parent: P::State, state: P::State, g: u64, bound: u64) -> u64 {
        let h = puzzle.heuristic().map_or(0, |heuristic| heuristic.estimate(state));
        if h == u32::MAX || g + u64::from(h) > bound || puzzle.is_goal(state) {
            return 0;
        }
        let costs = puzzle.costs();
        let below =
            puzzle.successors(state).filter(|&(_, after)| after != parent).map(|(mv, after)| {
                let g = g + edge_cost::<P>(costs.as_ref(), state, mv, after);
                count(puzzle, state, after, g, bound)
            });
        1 + below.sum::<u64>()
    }

    #[test]
    fn estimates_are_right_on_average() {
        let sampling =
            Sampling { probes: 400, bounds: 8, expansions: 20_000, ..Sampling::default() };
        let (mut passes, mut inexact) = (0, 0);
        for seed in 0..40 {
            for weights in [Weights::Unit, Weights::Between { least: 1, most: 3 }] {
                for estimates in [Estimates::Consistent, Estimates::Admissible] {
                    let mut graph = Graph::random(seed, weights, estimates);
                    graph.starts.sort_unstable();
                    graph.starts.dedup();
                    for pass in foretell(&graph, &sampling, &Job::default()).passes {
                        let exact: u64 = graph
                            .starts
                            .iter()
                            .map(|&start| count(&graph, start, start, 0, pass.bound))
                            .sum();
                        passes += 1;
                        inexact += u32::from(exact != pass.expanded);
                        let off = exact.abs_diff(pass.expanded);
                        assert!(off <= 1 + exact / 10, "graph {seed}: {pass:?}, and not {exact}");
                    }
                }
            }
        }
        assert!(passes > 300 && inexact > 10, "{passes} passes, {inexact} of them not exact");
    }

    #[test]
    fn the_same_seed_gives_the_same_estimate_and_another_one_another() {
        let estimate = |graph, seed| {
            let graph = Graph::random(graph, Weights::Unit, Estimates::Admissible);
            let sampling = Sampling { probes: 2, seed, bounds: 12, ..Sampling::default() };
            foretell(&graph, &sampling, &Job::default()).passes
        };
        assert!((0..40).all(|graph| estimate(graph, 1) == estimate(graph, 1)));
        assert!((0..40).any(|graph| estimate(graph, 1) != estimate(graph, 2)));
    }

    #[test]
    fn a_heuristic_and_moves_that_cost_something_are_needed() {
        let bits = Bits::new(vec![1, 2, 4], vec![0]);
        let refusal = predict(&bits, &[5], &Sampling::default(), &Job::default());
        assert!(matches!(refusal, Err(SearchError::Missing { missing: Ability::Informed, .. })));
        let free = Weights::Between { least: 0, most: 0 };
        let graph = Graph::random(1, free, Estimates::Consistent);
        let prediction = foretell(&graph, &Sampling::default(), &Job::default());
        assert_eq!((prediction.passes, prediction.end), (vec![], End::FreeMove));
    }

    #[test]
    fn a_solved_board_takes_nothing() {
        let graph = Graph::random(1, Weights::Unit, Estimates::Consistent);
        let goal = graph.goals().unwrap().next().unwrap();
        let prediction = predict(&graph, &[goal], &Sampling::default(), &Job::default()).unwrap();
        assert_eq!((prediction.passes, prediction.end), (vec![], End::Exhausted));
    }

    #[test]
    fn a_prediction_keeps_to_the_limits_of_its_job() {
        let graph = Graph::random(4, Weights::Unit, Estimates::Admissible);
        let sampling = Sampling { probes: 20, bounds: 9, ..Sampling::default() };
        let within = |limits| foretell(&graph, &sampling, &Job { limits, ..Job::default() });
        let none = Limits::default();
        let all = within(none);
        assert_eq!((all.passes.len(), all.end), (9, End::Enough));
        assert!(all.pace.expanded > 0);

        let third = all.passes[2];
        let by_depth = within(Limits { depth: Some(third.bound), ..none });
        assert_eq!((&by_depth.passes[..], by_depth.end), (&all.passes[..3], End::Enough));
        let by_expansions = within(Limits { expansions: Some(third.expanded), ..none });
        assert_eq!((&by_expansions.passes[..], by_expansions.end), (&all.passes[..3], End::Enough));
        let by_bytes = within(Limits { bytes: Some(1_000), ..none });
        let stop = Stop::Limit(Limit::Bytes(1_000));
        assert_eq!((by_bytes.passes, by_bytes.end), (vec![], End::Stopped(stop)));
        let by_time = within(Limits { time: Some(Duration::ZERO), ..none });
        let stop = Stop::Limit(Limit::Time(Duration::ZERO));
        assert_eq!((by_time.passes, by_time.end), (vec![], End::Stopped(stop)));
        assert_eq!(by_time.pace.time_for(1), None);

        let cancel = AtomicBool::new(true);
        let cancelled =
            foretell(&graph, &sampling, &Job { cancel: Some(&cancel), ..Job::default() });
        assert_eq!((cancelled.passes, cancelled.end), (vec![], End::Stopped(Stop::Cancelled)));
    }

    #[test]
    fn a_pace_says_how_long_more_takes() {
        let pace = Pace { expanded: 10_000, time: Duration::from_millis(10) };
        assert_eq!(pace.rate(), Some(1_000_000));
        assert_eq!(pace.time_for(5_000_000), Some(Duration::from_secs(5)));
        let few = Pace { expanded: 1_000, time: Duration::from_millis(1) };
        assert_eq!((few.rate(), few.time_for(1)), (None, None));
        let slow = Pace { expanded: 1, time: Duration::from_secs(1_000) };
        assert_eq!(slow.time_for(u64::MAX), Some(Duration::from_nanos(u64::MAX)));
    }
}
