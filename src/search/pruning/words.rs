//! All sequences of moves up to some length, but for those that may be left out.

use super::LEFT_OUT;
use super::actions::Actions;
use crate::hash::Set;

/// A sequence of moves that is not left out.
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
    /// For each word and each move the word that is longer by it, or [`LEFT_OUT`]. The longest words have
    /// no entries.
    longer: Vec<u32>,
    /// Whether a word is empty, or the beginning of a sequence that is left out.
    is_kept: Vec<bool>,
    left_out: usize,
    is_more_than_undoing: bool,
    /// What each word takes at most.
    word_bytes: u64,
}

/// The contexts that a word begins and ends in, and what it does.
type Meaning<E> = (u32, u32, E);

impl Words {
    /// Tries all sequences, length by length, as long as they may take no more than `bytes`. None where
    /// not even those of one move can be tried.
    pub(super) fn of<A: Actions>(actions: &A, bytes: u64) -> Option<Self> {
        let contexts = actions.contexts();
        let width = (0..contexts).map(|context| actions.moves(context)).max().unwrap_or(0);
        if width == 0 {
            return None;
        }
        // Entries are numbered by 32 bits.
        let word_bytes = word_bytes(actions, width);
        let most = (bytes / word_bytes).min(u64::from(LEFT_OUT) / width as u64);
        let empty =
            |context| Word { start: context, end: context, prefix: context, suffix: context };
        let mut words = Words {
            all: (0..contexts as u32).map(empty).collect(),
            contexts,
            width,
            longer: Vec::new(),
            is_kept: vec![true; contexts],
            left_out: 0,
            is_more_than_undoing: false,
            word_bytes,
        };
        let mut effects: Vec<A::Effect> =
            (0..contexts).map(|context| actions.nothing(context)).collect();
        let meanings =
            (0..).zip(&effects).map(|(context, nothing)| (context, context, nothing.clone()));
        let mut known: Set<Meaning<A::Effect>> = meanings.collect();
        while !effects.is_empty() {
            let first = words.all.len() - effects.len();
            let moves = words.all[first..].iter().map(|word| actions.moves(word.end as usize));
            if (words.all.len() + moves.sum::<usize>()) as u64 > most {
                break;
            }
            let mut longer = Vec::new();
            for (word, effect) in (first..).zip(&effects) {
                for mv in 0..width {
                    let entry = words.lengthen(actions, word, effect, mv, &mut known, &mut longer);
                    words.longer.push(entry);
                }
            }
            effects = longer;
        }
        (!words.longer.is_empty()).then_some(words)
    }

    /// Tries a move after a word that has this effect: the word that it makes, or that it is left out. Adds
    /// the effect of a new word to `effects`.
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
            return LEFT_OUT;
        }
        let target = actions.target(end as usize, mv) as u32;
        // Whether what follows the first move is left out was found out a length before.
        let is_empty = number < self.contexts;
        let suffix = if is_empty { target } else { self.longer[suffix as usize * self.width + mv] };
        if suffix == LEFT_OUT {
            return LEFT_OUT;
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
        self.left_out += 1;
        self.is_more_than_undoing |= !is_undoing;
        let mut beginning = number;
        while !self.is_kept[beginning] {
            self.is_kept[beginning] = true;
            beginning = self.all[beginning].prefix as usize;
        }
        LEFT_OUT
    }

    /// The automaton that finds the sequences that are left out. Its places are the kept words: after any
    /// moves the longest one that they end with. Returns for each place and each move the first entry of
    /// the place that it leads to, or [`LEFT_OUT`]; and the first entry of each context's empty word.
    pub(super) fn automaton(&self) -> (Vec<u32>, Vec<u32>) {
        let kept = || (0..self.all.len()).filter(|&word| self.is_kept[word]);
        let mut entries = vec![LEFT_OUT; self.all.len()];
        for (place, word) in kept().enumerate() {
            entries[word] = (place * self.width) as u32;
        }
        let entry = |mut word: u32| {
            while word != LEFT_OUT && !self.is_kept[word as usize] {
                word = self.all[word as usize].suffix;
            }
            if word == LEFT_OUT { LEFT_OUT } else { entries[word as usize] }
        };
        let longer = |word| self.longer[word * self.width..][..self.width].iter();
        let next = kept().flat_map(|word| longer(word).map(|&longer| entry(longer))).collect();
        (next, entries[..self.contexts].to_vec())
    }

    /// How many sequences are left out that contain no other such sequence.
    pub(super) fn left_out(&self) -> usize {
        self.left_out
    }

    /// Bytes that all words take at most.
    pub(super) fn bytes(&self) -> u64 {
        self.all.len() as u64 * self.word_bytes
    }

    /// Whether more is left out than moves that undo the move before.
    pub(super) fn is_more_than_undoing(&self) -> bool {
        self.is_more_than_undoing
    }
}

/// What a word takes at most: its node and its entries, in vectors that double; what it means, in a table
/// that doubles, and what it does once more.
fn word_bytes<A: Actions>(actions: &A, width: usize) -> u64 {
    let node = size_of::<Word>() + width * size_of::<u32>() + size_of::<bool>();
    let meaning = size_of::<Meaning<A::Effect>>() + size_of::<u8>();
    let effect = size_of::<A::Effect>() + actions.effect_bytes();
    (2 * node + 3 * meaning + 2 * effect) as u64
}
