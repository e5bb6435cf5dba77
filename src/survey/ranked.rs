//! The store for any other ranked puzzle: a bit for each rank.

use super::bits::{Bits, ones};
use super::blocks::Blocks;
use crate::abilities::{Predecessors, Ranking};
use crate::puzzle::{Puzzle, State};

/// Which way a walk goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Along the moves.
    Forward,
    /// Against them.
    Backward,
}

/// A ranked puzzle. Backwards it needs predecessors.
pub(crate) struct Ranked<'p, P, R, B> {
    pub(crate) puzzle: &'p P,
    pub(crate) ranking: R,
    pub(crate) backwards: Option<B>,
}

/// The states of ascending numbers, each from the one before where the numbers follow each other.
struct Run<'r, S, R> {
    ranking: &'r R,
    last: Option<(u64, S)>,
}

impl<'r, S: State, R: Ranking<S>> Run<'r, S, R> {
    fn new(ranking: &'r R) -> Self {
        Run { ranking, last: None }
    }

    #[inline]
    fn state(&mut self, number: u64) -> S {
        let state = match self.last {
            Some((last, state)) if last + 1 == number => self.ranking.unrank_next(last, state),
            _ => self.ranking.unrank(number),
        };
        self.last = Some((number, state));
        state
    }
}

/// Words of a block: 4,096 states.
const STRIDE: usize = 64;

impl<P, R, B> Blocks for Ranked<'_, P, R, B>
where
    P: Puzzle,
    R: Ranking<P::State> + Sync,
    B: Predecessors<P::State> + Sync,
{
    type Scratch = ();

    fn groups(&self) -> usize {
        self.ranking.count().div_ceil(STRIDE as u64 * 64) as usize
    }

    fn group_size(&self) -> usize {
        1
    }

    fn stride(&self) -> usize {
        STRIDE
    }

    fn table_bytes(&self) -> u64 {
        0
    }

    fn scratch(&self) {}

    fn count(&self) -> u64 {
        self.ranking.count()
    }

    fn block_size(&self) -> usize {
        STRIDE * 64
    }

    fn pull(
        &self,
        group: usize,
        left: &[u64],
        frontier: Bits<'_>,
        next: Bits<'_>,
        (): &mut (),
    ) -> u64 {
        let mut looks = 0;
        let mut run = Run::new(&self.ranking);
        for (index, &bits) in left.iter().enumerate() {
            for bit in ones(bits) {
                let number = self.number(group, index * 64 + bit);
                // Edges run both ways, so which way does not matter.
                let mut successors = self.puzzle.successors(run.state(number));
                let is_next = successors.any(|(_, after)| {
                    looks += 1;
                    frontier.has(self.ranking.rank(after))
                });
                if is_next {
                    next.set(number);
                }
            }
        }
        looks
    }

    fn push(&self, group: usize, frontier: &[u64], next: Bits<'_>, (): &mut ()) -> u64 {
        let mut edges = 0;
        let mut run = Run::new(&self.ranking);
        for (index, &bits) in frontier.iter().enumerate() {
            for bit in ones(bits) {
                let state = run.state(self.number(group, index * 64 + bit));
                let mut set = |state| {
                    edges += 1;
                    next.set(self.ranking.rank(state));
                };
                match &self.backwards {
                    None => self.puzzle.successors(state).for_each(|(_, after)| set(after)),
                    Some(backwards) => backwards.predecessors(state).for_each(set),
                }
            }
        }
        edges
    }
}
