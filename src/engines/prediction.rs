//! How many expansions `packed_ida_star` will take for each bound, estimated from samples of its tree, and how long
//! they will take.

mod tree;

use super::guide::ParentPruning;
use super::packed_ida_star::{self, TUNING, learn};
use super::{SearchError, possible};
use crate::abilities::Ability;
use crate::puzzle::Puzzle;
use crate::search::{Job, Limits, Meter, Pass, Stop};
use crate::width::{Width, narrowest};
use crate::words::{Bridge, Graph, View, Word, pack};
use std::time::Duration;
use tree::Tree;

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
    /// How many states the puzzle's numbering has, where it has one. Estimates are of the tree, in which a state is as
    /// often as moves lead to it; beyond this number they are too high, as far as the engine remembers states.
    pub numbered: Option<u64>,
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
        self.rate()?;
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
    narrowest!(P, W => {
        let starts: Vec<W> = starts.iter().map(|&start| pack(start)).collect();
        W::predict(&Bridge::Borrowed(puzzle), &starts, sampling, job)
    })
}

/// See [`predict`].
pub(crate) fn predict_for<W: Width>(
    graph: &dyn Graph<W>,
    starts: &[W],
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
    let measured = Job { limits, observer: None, ..*job };
    let run = super::run(&(&packed_ida_star::ENGINE).into(), graph, starts, &measured)?;
    let mut pace = Pace { expanded: run.stats.expanded, time: run.stats.time };

    let (starts, _) = possible(graph, starts);
    let mut passes = Vec::new();
    // What it has found by then is worth having.
    let mut learning = Duration::ZERO;
    let end = collect(graph, &starts, &sampling, &mut meter, &mut passes, &mut learning).err();
    if pace.expanded >= TUNING.patience {
        // The engine has learnt as well, once for the whole search.
        pace.time = pace.time.saturating_sub(learning).max(pace.time / 2);
    }
    let numbered = graph.has(Ability::Ranked).then(|| graph.count());
    Ok(Prediction { passes, end: end.unwrap_or(End::Enough), pace, numbered })
}

/// Adds the estimates for as many bounds as were asked for, or says why there are no more. Notes how long it took to
/// learn what need not be walked.
fn collect<W: Word>(
    graph: &dyn Graph<W>,
    starts: &[W],
    sampling: &Sampling,
    meter: &mut Meter<'_>,
    passes: &mut Vec<Pass>,
    learning: &mut Duration,
) -> Result<(), End> {
    if starts.iter().any(|&start| graph.is_goal(start)) {
        return Err(End::Exhausted);
    }
    let puzzle = &View(graph);
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
    let begun = meter.elapsed();
    let pruning = learn(&TUNING, graph, starts, meter);
    *learning = meter.elapsed().saturating_sub(begun);
    match pruning? {
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

#[cfg(test)]
mod tests;
