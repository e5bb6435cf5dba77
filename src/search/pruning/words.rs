//! All sequences of moves up to some length, but for those that are pruned.

use super::PRUNED;
use super::actions::Actions;
use crate::hash::Set;
use crate::search::{Meter, Stop};

/// A sequence of moves that is not pruned.
#[derive(Clone, Copy)]
struct Word {
    /// The context that it begins in, which is also the number of the empty word there.
    start: u32,
    /// The context that it ends in.
    end: u32,
    /// The word without its last move; of an empty word, itself.
    prefix: u32,
    /// The word without its first move; of an empty word, itself.
    suffix: u32,
}

/// A trie of words: the empty word of each context, then the words of one move, of two, and so on; those
/// of one length and context in the order of the moves.
pub(super) struct Words {
    all: Vec<Word>,
    /// How many of them are empty.
    contexts: usize,
    /// The most moves that a state has.
    width: usize,
    /// For each word and each move the word that is longer by it, or [`PRUNED`]. The longest words have
    /// no entries.
    longer: Vec<u32>,
    /// Whether a word is empty, or the beginning of a pruned sequence.
    is_kept: Vec<bool>,
    is_more_than_undoing: bool,
}

/// The clock and the cancel flag are looked at once in this many words.
const WORDS_A_LOOK: usize = 1 << 12;

/// The contexts that a word begins and ends in, and what it does.
type Meaning<E> = (u32, u32, E);

impl Words {
    /// Tries all sequences, length by length, as long as they may take no more than `bytes`. None where
    /// not even those of one move can be tried.
    ///
    /// # Errors
    /// When the meter says so.
    pub(super) fn of<A: Actions>(
        actions: &A,
        bytes: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Self>, Stop> {
        let contexts = actions.contexts();
        let width = (0..contexts).map(|context| actions.moves(context)).max().unwrap_or(0);
        if width == 0 {
            return Ok(None);
        }
        // Entries are numbered by 32 bits.
        let word_bytes = word_bytes(actions, width);
        let most = (bytes / word_bytes).min(u64::from(PRUNED) / width as u64);
        let empty =
            |context| Word { start: context, end: context, prefix: context, suffix: context };
        let mut words = Words {
            all: (0..contexts as u32).map(empty).collect(),
            contexts,
            width,
            longer: Vec::new(),
            is_kept: vec![true; contexts],
            is_more_than_undoing: false,
        };
        let mut effects: Vec<A::Effect> =
            (0..contexts).map(|context| actions.nothing(context)).collect();
        let meanings =
            (0..).zip(&effects).map(|(context, nothing)| (context, context, nothing.clone()));
        let mut known: Set<Meaning<A::Effect>> = meanings.collect();
        while !effects.is_empty() {
            let first = words.all.len() - effects.len();
            let moves = words.all[first..].iter().map(|word| actions.moves(word.end as usize));
            let count = (words.all.len() + moves.sum::<usize>()) as u64;
            if count > most {
                break;
            }
            meter.store(0, count * word_bytes)?;
            let mut longer = Vec::new();
            for (word, effect) in (first..).zip(&effects) {
                if word.is_multiple_of(WORDS_A_LOOK) {
                    meter.look()?;
                }
                for mv in 0..width {
                    let entry = words.lengthen(actions, word, effect, mv, &mut known, &mut longer);
                    words.longer.push(entry);
                }
            }
            effects = longer;
        }
        Ok((!words.longer.is_empty()).then_some(words))
    }

    /// Tries a move after a word that has this effect: the word that it makes, or that it is pruned. Adds the
    /// effect of a new word to `effects`.
    fn lengthen<A: Actions>(
        &mut self,
        actions: &A,
        number: usize,
        effect: &A::Effect,
        mv: usize,
        known: &mut Set<Meaning<A::Effect>>,
        effects: &mut Vec<A::Effect>,
    ) -> u32 {
        let Word { start, end, prefix, suffix } = self.all[number];
        if mv >= actions.moves(end as usize) {
            return PRUNED;
        }
        let target = actions.target(end as usize, mv) as u32;
        // Whether what follows the first move is pruned was found out a length before.
        let is_empty = number < self.contexts;
        let suffix = if is_empty { target } else { self.longer[suffix as usize * self.width + mv] };
        if suffix == PRUNED {
            return PRUNED;
        }
        let after = actions.then(effect, end as usize, mv);
        let is_undoing = !is_empty
            && prefix == start
            && target == start
            && after == actions.nothing(start as usize);
        if known.insert((start, target, after.clone())) {
            self.all.push(Word { start, end: target, prefix: number as u32, suffix });
            self.is_kept.push(false);
            effects.push(after);
            return self.all.len() as u32 - 1;
        }
        self.is_more_than_undoing |= !is_undoing;
        let mut beginning = number;
        while !self.is_kept[beginning] {
            self.is_kept[beginning] = true;
            beginning = self.all[beginning].prefix as usize;
        }
        PRUNED
    }

    /// The automaton that finds the pruned sequences. Its places are the kept words: after any
    /// moves the longest one that they end with. Returns for each place and each move the first entry of
    /// the place that it leads to, or [`PRUNED`]; and the first entry of each context's empty word.
    pub(super) fn automaton(&self) -> (Vec<u32>, Vec<u32>) {
        let kept = || (0..self.all.len()).filter(|&word| self.is_kept[word]);
        let mut entries = vec![PRUNED; self.all.len()];
        for (place, word) in kept().enumerate() {
            entries[word] = (place * self.width) as u32;
        }
        let entry = |mut word: u32| {
            if word == PRUNED {
                return PRUNED;
            }
            // The empty words are all kept.
            while !self.is_kept[word as usize] {
                word = self.all[word as usize].suffix;
            }
            entries[word as usize]
        };
        let longer = |word| self.longer[word * self.width..][..self.width].iter();
        let mut next = Vec::with_capacity(kept().count() * self.width);
        next.extend(kept().flat_map(|word| longer(word).map(|&longer| entry(longer))));
        (next, entries[..self.contexts].to_vec())
    }

    /// Whether more is pruned than moves that undo the move before.
    pub(super) fn is_more_than_undoing(&self) -> bool {
        self.is_more_than_undoing
    }
}

/// What a word takes at most: its node and its entries, in vectors that double; and either, while words are
/// tried, what it means, in a table that doubles, and what it does once more, or afterwards its place in the
/// automaton.
fn word_bytes<A: Actions>(actions: &A, width: usize) -> u64 {
    let node = size_of::<Word>() + width * size_of::<u32>() + size_of::<bool>();
    let meaning = size_of::<Meaning<A::Effect>>() + size_of::<u8>();
    let effect = size_of::<A::Effect>() + actions.effect_bytes();
    let place = (1 + width) * size_of::<u32>();
    (2 * node + (3 * meaning + 2 * effect).max(place)) as u64
}
