//! A table of all distances to the goals, built once.

use super::layers::{Layers, Taken};
use super::{Engine, Found, Guarantee, Halt, Search};
use crate::abilities::Ability;
use crate::parameters::Arguments;
use crate::search::packed::hash;
use crate::search::{
    BrokenPath, Kept, Limit, Limits, Meter, Outcome, Path, Progress, Reason, Solution, Stats, Stop,
    Wanted, all,
};
use crate::survey::{Distances, Request, SurveyProgress, distances};
use crate::words::{Graph, View, Word};
use std::sync::Arc;

/// What people are told.
pub static ENGINE: Engine = Engine {
    summary: "surveys the space from the goals once, then answers each board from a table",
    good_at: "many boards of one instance: each costs as many expansions as its solution has moves",
    cannot: "spaces that are too large to be surveyed",
    price: "once: each state that leads to a goal, on all cores; of a ranked puzzle two bits a state where it \
            is reversible, as many as the depth has where it is not, and three more while they are found; \
            without a ranking 1.2 to 1.8 times a state and a byte",
    source: "K. Thompson, Retrograde analysis of certain endgames, 1986",
    needs: &[Ability::UnitCosts, Ability::Predecessors, Ability::ListedGoals],
    guarantee: Guarantee::Optimal,
    lists_all: true,
    ..Engine::new::<Lookup>("table")
};

/// Takes from state to state the first move that leads nearer to a goal.
///
/// The table is built on the first board, and found again in [`Job::kept`](crate::search::Job::kept) on
/// further ones.
pub struct Lookup;

impl Search for Lookup {
    fn search<W: Word>(
        graph: &dyn Graph<W>,
        starts: &[W],
        _: &Arguments,
        meter: &mut Meter<'_>,
    ) -> Found<W> {
        search(graph, starts, meter)
    }
}

fn search<W: Word>(graph: &dyn Graph<W>, starts: &[W], meter: &mut Meter<'_>) -> Found<W> {
    if !graph.has(Ability::UnitCosts) {
        return Err(Ability::UnitCosts.into());
    }
    let kept = meter.job().kept;
    let table = if let Some(table) = kept.and_then(Kept::get::<Table<W>>) {
        meter.store(table.states, table.bytes)?;
        table
    } else {
        let table = Arc::new(Table::build(graph, meter)?);
        meter.finish_setup();
        if let Some(kept) = kept {
            kept.keep(Arc::clone(&table));
        }
        table
    };
    let mut ways = Vec::with_capacity(starts.len());
    for &start in starts {
        if let Some(code) = table.code(graph, start) {
            ways.push(table.walk_down(graph, start, code, meter)?);
        }
    }
    let Some(cost) = ways.iter().map(|path| path.steps.len()).min() else {
        return Ok(Outcome::Unsolvable(Reason::GoalsExhausted { states: table.states }));
    };
    ways.retain(|path| path.steps.len() == cost);
    let cost = cost as u64;
    match (meter.limits().depth, meter.wanted()) {
        (Some(limit), _) if cost > limit => {
            meter.stats.lower_bound = cost;
            Err(Stop::from(Limit::Depth(limit)).into())
        }
        (_, Wanted::All { list }) => {
            let starts: Vec<W> = ways.iter().map(|path| path.start).collect();
            let is_way = |before, after| {
                let codes = table.code(graph, before).zip(table.code(graph, after));
                codes.is_some_and(|(from, to)| table.is_nearer(from, to))
            };
            all::every_optimal_along(&View(graph), &starts, meter, list, table.bytes, is_way)
        }
        (_, Wanted::One) => Ok(Outcome::Solved(Solution::optimal(cost, ways.swap_remove(0)))),
    }
}

/// How far every state is from the nearest goal.
struct Table<S> {
    depths: Depths<S>,
    states: u64,
    bytes: u64,
    /// The greatest distance.
    depth: u64,
}

enum Depths<S> {
    /// By rank.
    Ranked(Distances),
    /// By state.
    Packed(Layers<S>),
}

impl<W: Word> Table<W> {
    /// Walks back from all goals to the last state.
    fn build(graph: &dyn Graph<W>, meter: &mut Meter<'_>) -> Result<Self, Halt> {
        let job = meter.job();
        let observe = |survey: &SurveyProgress<'_>| {
            let states = survey.layers.iter().sum::<u64>() + survey.in_layer;
            let stats = Stats {
                expanded: states,
                distinct: states,
                time: survey.elapsed,
                ..Stats::default()
            };
            if let Some(observer) = job.observer {
                observer(&Progress { stats, frontier: Some(survey.in_layer), passes: &[] });
            }
        };
        // Each state is expanded once, so that a limit of expansions is one of states.
        let Limits { states, expansions, .. } = job.limits;
        let most = states.into_iter().chain(expansions).min();
        let request = Request {
            limits: Limits { states: most, depth: None, ..job.limits },
            threads: job.threads,
            cancel: job.cancel,
            observer: job.observer.is_some().then_some(&observe),
            ..Request::default()
        };
        let Some((walk, distances)) = distances(graph, &request) else {
            return Self::build_packed(graph, meter);
        };
        let states = walk.layers.iter().sum();
        meter.stats.expanded = states;
        meter.stats.generated = walk.edges;
        let is_stored = meter.store(states, walk.bytes);
        match walk.stopped {
            Some(Stop::Limit(Limit::States(limit))) if job.limits.states != Some(limit) => {
                return Err(Stop::from(Limit::Expansions(limit)).into());
            }
            Some(stop) => return Err(stop.into()),
            None => is_stored?,
        }
        let bytes = distances.bytes();
        let depth = walk.layers.len().saturating_sub(1) as u64;
        Ok(Table { depths: Depths::Ranked(distances), states, bytes, depth })
    }

    fn build_packed(graph: &dyn Graph<W>, meter: &mut Meter<'_>) -> Result<Self, Halt> {
        let mut layers = Layers::new(graph.goals(), graph.has(Ability::Reversible));
        layers.store(meter, Taken::default())?;
        while !layers.frontier().is_empty() {
            let before = |state, before: &mut Vec<W>| graph.precede(state, before);
            layers.expand(meter, Taken::default(), &before, &mut |_, _| false)?;
        }
        layers.finish();
        let Taken { states, bytes, .. } = layers.taken();
        let depth = layers.depth();
        Ok(Table { depths: Depths::Packed(layers), states, bytes, depth })
    }

    /// The code of the distance of a state; none for one that leads to no goal.
    #[inline]
    fn code(&self, graph: &dyn Graph<W>, state: W) -> Option<u64> {
        match &self.depths {
            Depths::Ranked(distances) => distances.code_of(graph.rank(state)),
            Depths::Packed(layers) => layers.code_of(hash(&state), state),
        }
    }

    /// Whether code `to` is that of a state one move nearer than `from`.
    fn is_nearer(&self, from: u64, to: u64) -> bool {
        match &self.depths {
            Depths::Ranked(distances) => distances.is_nearer(from, to),
            Depths::Packed(layers) => layers.is_nearer(from, to),
        }
    }

    fn walk_down(
        &self,
        graph: &dyn Graph<W>,
        start: W,
        mut code: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Path<W, u32>, Halt> {
        let mut path = Path { start, steps: Vec::new() };
        let mut successors = Vec::new();
        while !graph.is_goal(path.end()) {
            meter.expand()?;
            let before = path.end();
            successors.clear();
            graph.expand(before, &mut successors);
            let step = (0..).zip(&successors).find_map(|(mv, &after)| {
                meter.stats.generated += 1;
                let to = self.code(graph, after)?;
                self.is_nearer(code, to).then_some((mv, after, to))
            });
            let Some((mv, after, to)) = step.filter(|_| (path.steps.len() as u64) < self.depth)
            else {
                // Only where the puzzle breaks a law.
                return Err(BrokenPath::Goal { state: graph.show(before) }.into());
            };
            path.steps.push((mv, after));
            code = to;
        }
        Ok(path)
    }
}
