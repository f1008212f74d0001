//! SplitMix64 streams keyed by seed and index, with unbiased bounded numbers by multiplication.
//!
//! Source: Guy L. Steele Jr., Doug Lea, Christine H. Flood, "Fast splittable pseudorandom number
//! generators", OOPSLA 2014; Daniel Lemire, "Fast random integer generation in an interval", ACM
//! TOMACS 29 (2019).

/// The increment of the state: 2^64 divided by the golden ratio, odd.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random numbers. Equal seeds and indices give equal streams on every machine.
///
/// ```
/// use farandole_research::Random;
///
/// let mut dice = Random::new(7, 0);
/// assert!((0..100).all(|_| dice.below(6) < 6));
/// assert_ne!(Random::new(7, 1).next(), Random::new(7, 2).next());
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns stream `stream` of a seed.
    pub const fn new(seed: u64, stream: u64) -> Self {
        Self(mix(mix(seed ^ GAMMA).wrapping_add(stream.wrapping_mul(GAMMA))))
    }

    /// Returns the next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        mix(self.0)
    }

    /// Returns a uniformly random number from 0 to `end - 1`, or 0 if `end` is 0.
    #[inline]
    pub const fn below(&mut self, end: u32) -> u32 {
        let mut wide = (self.next() >> 32) * end as u64;
        // The remainder is computed only if the product may be rejected, because a division is
        // slow.
        if (wide as u32) < end {
            // 2^32 modulo `end`: this many of the products are rejected, because their results
            // would be too likely.
            let surplus = end.wrapping_neg() % end;
            while (wide as u32) < surplus {
                wide = (self.next() >> 32) * end as u64;
            }
        }
        (wide >> 32) as u32
    }

    /// Returns a number from 0, inclusive, to 1, exclusive, with 53 random bits.
    pub const fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a random number of a range that is not empty.
    pub(crate) fn within(&mut self, range: &core::ops::RangeInclusive<usize>) -> usize {
        range.start() + self.below((range.end() - range.start() + 1) as u32) as usize
    }

    /// Shuffles the items; all orders are equally likely.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.shuffle_last(items, items.len());
    }

    /// Moves random items into the last `count` positions, as [`shuffle`](Self::shuffle) does in
    /// its first `count` draws.
    #[inline]
    pub(crate) fn shuffle_last<T>(&mut self, items: &mut [T], count: usize) {
        for last in (1..items.len()).rev().take(count) {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// Skips `count` numbers.
    #[inline]
    pub(crate) const fn skip(&mut self, count: u64) {
        self.0 = self.0.wrapping_add(GAMMA.wrapping_mul(count));
    }
}

/// The finalizer of SplitMix64.
const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounded_numbers_and_shuffles_are_uniform() {
        let mut random = Random::new(1, 0);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            counts[items[0] * 2 + usize::from(items[1] > items[2])] += 1;
        }
        let square = |count: &u32| (f64::from(*count) - 10_000.0).powi(2) / 10_000.0;
        let chi_square: f64 = counts.iter().map(square).sum();
        assert!(chi_square < 20.5, "five degrees of freedom: 1 in 1,000 is above; {chi_square} {counts:?}");
        assert_eq!(random.below(0), 0);
        assert_eq!(random.below(1), 0);
        let mean = (0..10_000).map(|_| random.unit()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.012, "{mean}");
    }

    #[test]
    fn streams_stay_the_same_from_version_to_version() {
        let first = [(0, 0), (0, 1), (1, 0)].map(|(seed, stream)| Random::new(seed, stream).next());
        assert_eq!(first, [6235967106033911276, 2558736989570252433, 7588662720055003805]);
    }
}
