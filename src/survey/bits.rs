//! Bit tables over whole spaces, shared by threads without locks.

use crate::search::Limit;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Memory for a bit table, all zeros at first.
///
/// With the feature `huge-pages`, a large one lies on huge pages where the system gives them: random
/// access is then two to six times as fast, and pages that are never touched take no memory.
#[derive(Debug)]
pub(crate) struct Memory(Words);

#[derive(Debug)]
enum Words {
    #[cfg(feature = "huge-pages")]
    Mapped(memmap2::MmapMut),
    Owned(Vec<AtomicU64>),
}

impl Memory {
    /// So many words of zeros.
    ///
    /// # Errors
    /// When the system has no room for them.
    pub(crate) fn zeroed(words: usize) -> Result<Self, Limit> {
        #[cfg(feature = "huge-pages")]
        {
            /// Below this (1 MiB) the table fits in a cache, and ordinary pages do.
            const WORTH_MAPPING: usize = 1 << 17;
            if words >= WORTH_MAPPING
                && let Ok(map) = memmap2::MmapMut::map_anon(words * 8)
            {
                // Advice only: where it is not taken the table is slower, not wrong.
                #[cfg(target_os = "linux")]
                let _ = map.advise(memmap2::Advice::HugePage);
                return Ok(Memory(Words::Mapped(map)));
            }
        }
        Ok(Memory(Words::Owned(zeros(words)?)))
    }

    /// Whether a bit is set.
    #[inline]
    pub(crate) fn has(&self, bit: u64) -> bool {
        let (word, bit) = ((bit / 64) as usize, bit % 64);
        let word = match &self.0 {
            #[cfg(feature = "huge-pages")]
            Words::Mapped(map) => {
                let bytes = map[word * 8..][..8].try_into();
                u64::from_ne_bytes(bytes.expect("the slice has eight bytes"))
            }
            Words::Owned(words) => words[word].load(Relaxed),
        };
        word >> bit & 1 == 1
    }

    /// The table that lies in it.
    pub(crate) fn bits(&mut self) -> Bits<'_> {
        match &mut self.0 {
            #[cfg(feature = "huge-pages")]
            Words::Mapped(map) => {
                let words = <[AtomicU64] as zerocopy::FromBytes>::mut_from_bytes(map);
                let words = words.expect("a mapping is a whole number of aligned words");
                Bits { words, is_shared: true }
            }
            Words::Owned(words) => Bits { words, is_shared: true },
        }
    }
}

/// A table of bits that any thread may read and set.
///
/// Every access is relaxed: threads meet at the end of a level, and within one they only set bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bits<'m> {
    words: &'m [AtomicU64],
    is_shared: bool,
}

impl<'m> Bits<'m> {
    /// Its words.
    pub(crate) fn words(self) -> &'m [AtomicU64] {
        self.words
    }

    /// Sets a bit.
    #[inline]
    pub(crate) fn set(self, bit: u64) {
        self.merge((bit / 64) as usize, 1 << (bit % 64));
    }

    /// Sets the bits of a word that `bits` has.
    ///
    /// It looks first: most of the time they are set already, and a locked instruction costs ten times
    /// as much as a look.
    #[inline]
    pub(crate) fn merge(self, word: usize, bits: u64) {
        let word = &self.words[word];
        let old = word.load(Relaxed);
        if bits & !old == 0 {
            return;
        }
        if self.is_shared {
            word.fetch_or(bits, Relaxed);
        } else {
            word.store(old | bits, Relaxed);
        }
    }

    /// Whether a bit is set.
    #[inline]
    pub(crate) fn has(self, bit: u64) -> bool {
        self.words[(bit / 64) as usize].load(Relaxed) >> (bit % 64) & 1 == 1
    }

    /// The same table while one thread only works on it, which saves the locked instruction.
    pub(crate) fn unshared(self) -> Self {
        Bits { is_shared: false, ..self }
    }

    /// Clears all bits.
    pub(crate) fn clear(self) {
        for word in self.words {
            word.store(0, Relaxed);
        }
    }
}

/// So many zeros, if the system has room for them.
pub(super) fn zeros<T: Default>(count: usize) -> Result<Vec<T>, Limit> {
    let mut zeros = Vec::new();
    let bytes = (count as u64).saturating_mul(size_of::<T>() as u64);
    zeros.try_reserve_exact(count).map_err(|_| Limit::Refused(bytes))?;
    zeros.resize_with(count, T::default);
    Ok(zeros)
}

/// The places of the set bits of a word.
#[inline]
pub(crate) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            place
        })
    })
}
