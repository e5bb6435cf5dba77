//! The distances of all states from the origins of a survey, bit by bit.

use super::bits::{Bits, Memory};
use super::blocks::{Keep, Note};
use crate::search::Limit;
use std::sync::atomic::Ordering::Relaxed;

/// A distance for each number, kept in planes: plane `i` has bit `i` of all codes. The code of a state that
/// no origin leads to is 0.
///
/// A layer is written a word of states at a time, and there are as many planes as the largest code has
/// bits. Where every edge runs both ways, neighbours differ by at most one, so that two planes do for
/// distances modulo 3.
#[derive(Debug)]
pub(crate) struct Distances {
    is_undirected: bool,
    planes: Vec<Memory>,
    words: usize,
    stride: u64,
    block_states: u64,
}

impl Distances {
    /// Room for the distances of a survey to come. `is_undirected` only where every edge runs both ways.
    pub(crate) fn new(is_undirected: bool) -> Self {
        Distances { is_undirected, planes: Vec::new(), words: 0, stride: 1, block_states: 1 }
    }

    fn code(&self, depth: u64) -> u64 {
        if self.is_undirected { depth % 3 + 1 } else { depth + 1 }
    }

    /// How many planes the layers up to this depth need.
    fn planes(&self, depth: u64) -> usize {
        (u64::BITS - self.code(depth).leading_zeros()) as usize
    }

    /// The code of the state with this number; none for one that no origin leads to.
    #[inline]
    pub(crate) fn code_of(&self, number: u64) -> Option<u64> {
        let (block, bit) = (number / self.block_states, number % self.block_states);
        let bit = block * self.stride * 64 + bit;
        let planes = self.planes.iter().enumerate();
        let code =
            planes.fold(0, |code, (plane, memory)| code | u64::from(memory.has(bit)) << plane);
        (code > 0).then_some(code)
    }

    /// Whether a neighbour with code `to` of a state with code `from` is one step nearer.
    pub(crate) fn is_nearer(&self, from: u64, to: u64) -> bool {
        if self.is_undirected { to % 3 + 1 == from } else { to + 1 == from }
    }

    /// Bytes that they take.
    pub(crate) fn bytes(&self) -> u64 {
        (self.planes.len() * self.words * size_of::<u64>()) as u64
    }
}

impl Keep for Distances {
    fn lay_out(&mut self, blocks: usize, words: usize, states: usize) {
        self.words = blocks * words;
        self.stride = words as u64;
        self.block_states = states as u64;
    }

    fn bytes_to(&self, depth: u64) -> u64 {
        let planes = self.planes(depth).max(self.planes.len());
        (planes * self.words * size_of::<u64>()) as u64
    }

    fn layer(&mut self, depth: u64) -> Result<Box<dyn Note + '_>, Limit> {
        while self.planes.len() < self.planes(depth) {
            self.planes.push(Memory::zeroed(self.words)?);
        }
        let code = self.code(depth);
        let planes = self.planes.iter_mut().enumerate();
        let used = planes.filter(|(plane, _)| code >> plane & 1 == 1);
        Ok(Box::new(Layer(used.map(|(_, memory)| memory.bits()).collect())))
    }
}

/// The planes in which the states of one layer have a bit.
struct Layer<'m>(Vec<Bits<'m>>);

impl Note for Layer<'_> {
    fn note(&self, block: usize, frontier: &[u64]) {
        for plane in &self.0 {
            let plane = &plane.words()[block * frontier.len()..][..frontier.len()];
            for (&new, plane) in frontier.iter().zip(plane) {
                plane.store(plane.load(Relaxed) | new, Relaxed);
            }
        }
    }
}
