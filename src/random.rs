//! Numbers that look like chance and are the same on every machine.

/// A sequence of numbers that depends on a seed alone: `SplitMix64`.
///
/// Good enough to choose boards and test cases by, and nothing else: whoever has seen one number knows all
/// that follow.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, Fast splittable pseudorandom number generators, 2014.
///
/// # Example
/// ```
/// # use puzzlespace::random::Random;
/// let mut dice = Random::new(7);
/// let throws: Vec<u32> = (0..5).map(|_| dice.below(6) + 1).collect();
/// assert_eq!(throws, [3, 1, 6, 4, 3]);
/// ```
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `bound`, or 0 where that is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let scaled = ((self.number() >> 32) * u64::from(bound)) >> 32;
        u32::try_from(scaled).unwrap_or(0)
    }

    /// A number of at least 0 and less than 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are what a fraction has")]
    pub fn fraction(&mut self) -> f64 {
        (self.number() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// One of `count` indices, or 0 where that is 0. Any two runs of the same seed on the same counts choose
    /// the same, whatever the width of `usize`.
    pub fn index(&mut self, count: usize) -> usize {
        let scaled = (u128::from(self.number()) * count as u128) >> 64;
        usize::try_from(scaled).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of seed 1234567, as published with the algorithm's reference code.
    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..5).map(|_| random.number()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821
            ]
        );
    }

    #[test]
    fn every_index_comes_up_and_none_beyond() {
        let mut random = Random::new(1);
        let mut seen = [0_u32; 7];
        for _ in 0..7_000 {
            seen[random.index(7)] += 1;
        }
        assert!(seen.iter().all(|&count| (800..1_200).contains(&count)), "{seen:?}");
        assert_eq!(random.index(0), 0);
    }
}
