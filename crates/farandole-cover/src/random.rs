//! SplitMix64: a small pseudorandom generator that returns the same numbers for a seed on every
//! machine.

/// A generator of pseudorandom numbers for samples, estimates and generated problems. It is not suitable for
/// cryptography.
///
/// Source: S. Vigna, splitmix64 (public domain), after G. Steele, D. Lea, C. Flood, Fast splittable
/// pseudorandom number generators, OOPSLA 2014.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Returns the generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Returns 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        // The increment is 2^64 divided by the golden ratio, an odd number, so all states are visited.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `end`, uniformly distributed; 0 if `end` is 0.
    pub const fn below(&mut self, end: u32) -> u32 {
        // Products whose low half is below 2^32 mod `end` are rejected, because some numbers would otherwise be
        // more likely than others.
        let least = if end == 0 { 0 } else { end.wrapping_neg() % end };
        loop {
            // Lemire's method multiplies instead of computing a remainder: without the rejected products, the
            // high half is uniformly distributed.
            let product = (self.bits() >> 32) * end as u64;
            if product as u32 >= least {
                return (product >> 32) as u32;
            }
        }
    }

    /// Shuffles the elements; all orders are equally likely.
    pub fn shuffle<T>(&mut self, elements: &mut [T]) {
        for end in (1..elements.len()).rev() {
            elements.swap(end, self.below(end as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_source_and_spread_evenly() {
        // The published first outputs for the seed 1234567.
        let mut random = Random::new(1_234_567);
        assert_eq!([random.bits(), random.bits()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
        let mut counts = [0; 7];
        (0..70_000).for_each(|_| counts[random.below(7) as usize] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
        assert_eq!((random.below(0), random.below(1)), (0, 0));
        let mut orders = [0; 6];
        for _ in 0..60_000 {
            let mut three = [0, 1, 2];
            random.shuffle(&mut three);
            orders[three[0] * 2 + usize::from(three[1] > three[2])] += 1;
        }
        assert!(orders.iter().all(|count| (9_500..10_500).contains(count)), "{orders:?}");
    }
}
