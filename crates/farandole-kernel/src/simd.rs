//! A SIMD abstraction layer: the vector operations that the generic code is written in, and nothing else.

use crate::layout::{ALL, Band, Grid, PAIRS, Planes, SNAPSHOT_LEN, Snapshot, copy_out};

/// Operations on vectors of `u16` lanes.
///
/// A value of an implementing type is a token: it exists only where the processor has the instructions. The combined
/// operations have defaults; an instruction set with a faster form (three-input logic, mask registers) overrides them.
pub(crate) trait Simd: Copy {
    /// Lanes in one vector.
    const STEP: usize;
    /// Whether there are only 16 vector registers, too few to keep the state of a band.
    const FEW_REGISTERS: bool;
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

    /// `v`, in a register from here on: the compiler sees a new value, and moves no memory access past this place.
    #[inline(always)]
    fn hold(self, v: Self::V) -> Self::V {
        v
    }
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
    /// `a & b | c`
    #[inline(always)]
    fn both_or(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), c)
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
    /// `e & !others` where that is not zero, `e` elsewhere.
    #[inline(always)]
    fn prefer_but(self, e: Self::V, others: Self::V) -> Self::V {
        let hit = self.without(e, others);
        self.or(hit, self.and(e, self.equal(hit, self.splat(0))))
    }
    /// `gone`, and `rest` too where `few` has three or more bits set.
    #[inline(always)]
    fn gone_if_three(self, few: Self::V, rest: Self::V, gone: Self::V) -> Self::V {
        let ones = self.splat(0xffff);
        let two = self.and(few, self.add(few, ones));
        let three = self.and(two, self.add(two, ones));
        self.or(gone, self.without(rest, self.equal(three, self.splat(0))))
    }

    /// Exchanges rows and columns where every four lanes hold three bands and one that is open: three cells, of line
    /// `r` and of column `k` of each box, to the three lines `k` of the new bands.
    #[inline(always)]
    fn transpose<const L: usize>(self, from: &Band<L>, to: &mut Band<L>, r: usize, k: usize) {
        for band in 0..3 {
            for (lane, cell) in to[k * 9 + r + 3 * band].iter_mut().enumerate() {
                *cell = if lane % 4 < 3 { from[r * 9 + lane % 4 * 3 + k][band] } else { ALL };
            }
        }
    }

    /// Copies one lane out, with rows and columns exchanged if `TRANSPOSED`.
    #[inline(always)]
    fn copy_out<const L: usize, const TRANSPOSED: bool>(
        self,
        from: &Grid<L>,
        lane: usize,
        to: &mut Snapshot,
    ) {
        *to = copy_out::<L, TRANSPOSED>(from, lane);
    }

    /// Whether every house has all digits. Where no cell is empty and the masks sum to that of a solved grid they
    /// are one: in a row that has all digits they sum to that of a solved row only if no digit is in two cells.
    #[inline(always)]
    fn is_complete(self, masks: &Snapshot) -> bool {
        let mut columns = [0; 9];
        let mut all = ALL;
        for band in masks.0.as_chunks::<27>().0 {
            let mut boxes = [0; 3];
            for row in band.as_chunks::<9>().0 {
                let mut line = 0;
                for (union, triad) in boxes.iter_mut().zip(row.as_chunks::<3>().0) {
                    let triad = triad[0] | triad[1] | triad[2];
                    *union |= triad;
                    line |= triad;
                }
                for (union, cell) in columns.iter_mut().zip(row) {
                    *union |= cell;
                }
                all &= line;
            }
            all &= boxes[0] & boxes[1] & boxes[2];
        }
        columns.iter().fold(all, |all, column| all & column) == ALL
    }

    /// For an open cell its candidates, and bit [`PAIRS`] if there are two of them; zero for other cells.
    #[inline(always)]
    fn open(self, c: Self::V) -> Self::V {
        let (zero, ones) = (self.splat(0), self.splat(0xffff));
        let two = self.and(c, self.add(c, ones));
        let three = self.and(two, self.add(two, ones));
        let pair = self.and(self.equal(three, zero), self.splat(1 << PAIRS));
        self.without(self.or(c, pair), self.equal(two, zero))
    }

    /// The open cells, and those with two candidates.
    #[inline(always)]
    fn open_and_pairs(self, cells: &Snapshot) -> [[u64; 2]; 2] {
        let Planes(planes) = self.planes(cells);
        let open =
            planes[..PAIRS].iter().fold([0; 2], |open, plane| [open[0] | plane[0], open[1] | plane[1]]);
        [open, planes[PAIRS]]
    }

    /// Turns one lane by a right angle: from a set of digits for each cell to a set of cells for each digit.
    #[inline(always)]
    fn planes(self, cells: &Snapshot) -> Planes {
        let mut open = Snapshot([0; SNAPSHOT_LEN]);
        let mut at = 0;
        while at < SNAPSHOT_LEN {
            let c = self.open(self.load(&cells.0, at));
            self.store(&mut open.0, at, c);
            at += Self::STEP;
        }
        let mut planes = Planes([[0; 2]; 10]);
        let (quads, _) = open.0.as_chunks::<4>();
        for (i, quad) in quads.iter().enumerate().take(21) {
            let quad = quad.iter().rev().fold(0, |word, &mask| word << 16 | u64::from(mask));
            for (digit, plane) in planes.0.iter_mut().enumerate() {
                // Four bits, 16 apart, brought together at the top.
                let bits = (quad >> digit & 0x0001_0001_0001_0001).wrapping_mul(0x1000_2000_4000_8000) >> 60;
                plane[i / 16] |= bits << (i % 16 * 4);
            }
        }
        planes
    }
}
