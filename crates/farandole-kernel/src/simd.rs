//! The vector operations the sweep needs, and nothing else.

/// Operations on vectors of `u16` lanes.
///
/// A value of an implementing type is a token: it exists only where the processor has the instructions.
/// The combined operations have plain defaults; an instruction set with something better (three-input logic,
/// mask registers) overrides them.
pub(crate) trait Simd: Copy {
    /// Lanes in one vector.
    const STEP: usize;
    /// One vector.
    type V: Copy;

    /// All lanes equal to `x`.
    fn splat(self, x: u16) -> Self::V;
    /// Lanes `at..at + STEP` of `from`.
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> Self::V;
    /// Writes lanes `at..at + STEP` of `to`.
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: Self::V);
    /// `a & b`
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a | b`
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn without(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a + b`, wrapping in each lane.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// The smaller of `a` and `b`, both below 0x8000.
    fn min(self, a: Self::V, b: Self::V) -> Self::V;
    /// All ones where `a` and `b` are equal, zero elsewhere.
    fn equal(self, a: Self::V, b: Self::V) -> Self::V;
    /// One bit for each lane of a result of `equal`, or of an `or` of such, lane 0 lowest.
    fn bits(self, mask: Self::V) -> u64;

    /// `a | b | c`
    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    /// Bits set in two or more of `a`, `b` and `c`.
    #[inline(always)]
    fn two_of(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }
    /// `a & !(b & c)`
    #[inline(always)]
    fn without_both(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.without(a, self.and(b, c))
    }
    /// `c` where it has exactly one bit set, zero elsewhere.
    #[inline(always)]
    fn single(self, c: Self::V) -> Self::V {
        let rest = self.and(c, self.add(c, self.splat(0xffff)));
        self.and(c, self.equal(rest, self.splat(0)))
    }
    /// `e & wanted` where that is not zero, `e` elsewhere.
    #[inline(always)]
    fn prefer(self, e: Self::V, wanted: Self::V) -> Self::V {
        let hit = self.and(e, wanted);
        self.or(hit, self.and(e, self.equal(hit, self.splat(0))))
    }
}
