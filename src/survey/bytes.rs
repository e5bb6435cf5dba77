//! Tables of bytes that threads fill without locks.

use super::bits::{ones, zeros};
use super::blocks::{Keep, Note};
use crate::search::Limit;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// A table of bytes, all zeros at first.
///
/// With the feature `huge-pages`, a large one lies on huge pages where the system gives them.
#[derive(Debug)]
pub(crate) struct Bytes(Store);

#[derive(Debug)]
enum Store {
    #[cfg(feature = "huge-pages")]
    Mapped(memmap2::MmapMut),
    Owned(Vec<AtomicU8>),
}

impl Default for Bytes {
    fn default() -> Self {
        Bytes(Store::Owned(Vec::new()))
    }
}

impl Bytes {
    /// So many zeros.
    ///
    /// # Errors
    /// When the system has no room for them.
    pub(crate) fn zeroed(count: usize) -> Result<Self, Limit> {
        #[cfg(feature = "huge-pages")]
        {
            const WORTH_MAPPING: usize = 1 << 20;
            if count >= WORTH_MAPPING
                && let Ok(map) = memmap2::MmapMut::map_anon(count)
            {
                // Advice only: where it is not taken the table is slower, not wrong.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                return Ok(Bytes(Store::Mapped(map)));
            }
        }
        Ok(Bytes(Store::Owned(zeros(count)?)))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        match &self.0 {
            #[cfg(feature = "huge-pages")]
            Store::Mapped(map) => map.len(),
            Store::Owned(bytes) => bytes.len(),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> u8 {
        match &self.0 {
            #[cfg(feature = "huge-pages")]
            Store::Mapped(map) => map[index],
            Store::Owned(bytes) => bytes[index].load(Relaxed),
        }
    }

    /// Fills them by `read`, piece by piece.
    ///
    /// # Errors
    /// Those of `read`.
    #[cfg(feature = "saved-tables")]
    pub(crate) fn fill<E>(
        &mut self,
        mut read: impl FnMut(&mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        const PIECE: usize = 1 << 20;
        match &mut self.0 {
            #[cfg(feature = "huge-pages")]
            Store::Mapped(map) => map.chunks_mut(PIECE).try_for_each(read)?,
            Store::Owned(all) => {
                let mut buffer = vec![0; PIECE.min(all.len())];
                for piece in all.chunks_mut(PIECE) {
                    let buffer = &mut buffer[..piece.len()];
                    read(buffer)?;
                    for (byte, &read) in piece.iter_mut().zip(&*buffer) {
                        *byte.get_mut() = read;
                    }
                }
            }
        }
        Ok(())
    }

    /// All of them.
    #[cfg(feature = "saved-tables")]
    pub(crate) fn all(&self) -> std::borrow::Cow<'_, [u8]> {
        match &self.0 {
            #[cfg(feature = "huge-pages")]
            Store::Mapped(map) => map[..].into(),
            Store::Owned(bytes) => bytes.iter().map(|byte| byte.load(Relaxed)).collect(),
        }
    }

    /// All of them, for threads that fill them.
    pub(crate) fn shared(&mut self) -> &[AtomicU8] {
        match &mut self.0 {
            #[cfg(feature = "huge-pages")]
            Store::Mapped(map) => {
                let bytes = <[AtomicU8] as zerocopy::FromBytes>::mut_from_bytes(map);
                bytes.expect("bytes are aligned anywhere")
            }
            Store::Owned(bytes) => bytes,
        }
    }
}

/// Depths by row and bit: a byte is one more than the depth of the first of its states that was met, or 0.
///
/// Where blocks share a row, their states do.
#[derive(Debug)]
pub(crate) struct Rows<'r> {
    /// The row of each block.
    pub(crate) row_of: &'r [u32],
    pub(crate) bytes: Bytes,
    states: usize,
}

impl<'r> Rows<'r> {
    /// Room for the depths of a walk to come.
    pub(crate) fn new(row_of: &'r [u32]) -> Self {
        Rows { row_of, bytes: Bytes::default(), states: 0 }
    }

    fn room(&self) -> usize {
        self.row_of.iter().max().map_or(0, |&last| last as usize + 1) * self.states
    }
}

impl Keep for Rows<'_> {
    fn lay_out(&mut self, _: usize, _: usize, states: usize) {
        self.states = states;
    }

    fn bytes_to(&self, _: u64) -> u64 {
        self.room() as u64
    }

    fn layer(&mut self, depth: u64) -> Result<Box<dyn Note + '_>, Limit> {
        if self.bytes.len() == 0 {
            self.bytes = Bytes::zeroed(self.room())?;
        }
        let code = u8::try_from(depth + 1).unwrap_or(u8::MAX);
        let Rows { row_of, states, .. } = *self;
        Ok(Box::new(Layer { row_of, states, code, bytes: self.bytes.shared() }))
    }
}

struct Layer<'m> {
    row_of: &'m [u32],
    states: usize,
    code: u8,
    bytes: &'m [AtomicU8],
}

impl Note for Layer<'_> {
    fn note(&self, block: usize, frontier: &[u64]) {
        let row = self.row_of[block] as usize;
        let row = &self.bytes[row * self.states..][..self.states];
        for (index, &bits) in frontier.iter().enumerate() {
            for bit in ones(bits) {
                let byte = &row[index * 64 + bit];
                // Layers come in ascending order, so that what is there is no more.
                if byte.load(Relaxed) == 0 {
                    byte.store(self.code, Relaxed);
                }
            }
        }
    }
}
