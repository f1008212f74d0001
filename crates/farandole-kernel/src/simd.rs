//! SIMD abstraction layer: the vector operations that the generic code is written in.
//!
//! The basic operations are in [`Vectors`]. [`Simd`] is deliberately small: it contains only operations that
//! the generic code needs. Its fused operations exist because some instruction set has a shorter form for them
//! than the default.

use crate::layout::{ALL, Band, Grid, PAIRS, Planes, SNAPSHOT_LEN, Snapshot, copy_out};
use crate::vectors::Vectors;

/// The fused and structured operations of the kernel. They have defaults; an instruction set with a faster
/// form (three-input logic, mask registers) overrides them.
pub(crate) trait Simd: Vectors {
    /// True if the target has only 16 vector registers, too few to keep the state of a band.
    const FEW_REGISTERS: bool;

    /// Returns `v` unchanged and acts as an optimization barrier: the compiler must have `v` in a register
    /// here, and moves no memory access across the call. By default it does nothing.
    #[inline(always)]
    fn hold(self, v: Self::V) -> Self::V {
        v
    }
    /// Returns `a | b | c`.
    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    /// Returns the bits set in two or more of `a`, `b` and `c` (majority).
    #[inline(always)]
    fn two_of(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(self.or(a, b), c))
    }
    /// Returns `a & b | c`.
    #[inline(always)]
    fn both_or(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), c)
    }
    /// Returns `a & !(b & c)`.
    #[inline(always)]
    fn without_both(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.without(a, self.and(b, c))
    }
    /// Returns `e & !others` in the lanes where that is not zero, `e` elsewhere.
    #[inline(always)]
    fn prefer_but(self, e: Self::V, others: Self::V) -> Self::V {
        let hit = self.without(e, others);
        self.or(hit, self.and(e, self.equal(hit, self.splat(0))))
    }
    /// Returns `gone`, united with `rest` in the lanes where `few` has three or more bits set.
    #[inline(always)]
    fn gone_if_three(self, few: Self::V, rest: Self::V, gone: Self::V) -> Self::V {
        // Three bits or more are left if clearing the lowest bit twice leaves one.
        let ones = self.splat(0xffff);
        let two = self.and(few, self.add(few, ones));
        let three = self.and(two, self.add(two, ones));
        self.or(gone, self.without(rest, self.equal(three, self.splat(0))))
    }

    /// Exchanges rows and columns in the narrow layout, in which every four lanes hold the three bands of one
    /// puzzle and an open one. The call moves three cells per band: those of line `r` in column `k` of each
    /// box become part of line `k` of the new bands.
    #[inline(always)]
    fn transpose<const L: usize>(self, from: &Band<L>, to: &mut Band<L>, r: usize, k: usize) {
        for band in 0..3 {
            // Lane 3 of each four is the open band, which is the same in both orientations.
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

    /// Returns true if every house contains all nine digits.
    ///
    /// If in addition no cell is empty and the masks sum to [`SOLVED_SUM`](crate::layout::SOLVED_SUM), they
    /// are a solved grid: a line with all digits sums to at least 511, and to exactly 511 only if no digit is
    /// in two of its cells.
    #[inline(always)]
    fn is_complete(self, masks: &Snapshot) -> bool {
        let mut columns = [0; 9];
        let mut all = ALL;
        // Unions of triads serve both the rows and the boxes. Iterating over chunks avoids a division per
        // cell.
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

    /// Returns the candidates of each open cell, with bit [`PAIRS`] set if there are two of them; zero for
    /// other cells.
    #[inline(always)]
    fn open(self, c: Self::V) -> Self::V {
        let (zero, ones) = (self.splat(0), self.splat(0xffff));
        let two = self.and(c, self.add(c, ones));
        let three = self.and(two, self.add(two, ones));
        let pair = self.and(self.equal(three, zero), self.splat(1 << PAIRS));
        self.without(self.or(c, pair), self.equal(two, zero))
    }

    /// Returns the set of open cells and the set of cells with two candidates.
    #[inline(always)]
    fn open_and_pairs(self, cells: &Snapshot) -> [[u64; 2]; 2] {
        let Planes(planes) = self.planes(cells);
        let open =
            planes[..PAIRS].iter().fold([0; 2], |open, plane| [open[0] | plane[0], open[1] | plane[1]]);
        [open, planes[PAIRS]]
    }

    /// Transposes one lane from a set of digits per cell to a set of cells per digit.
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
        // The portable form packs four cells at a time into a word.
        let (quads, _) = open.0.as_chunks::<4>();
        // `rev` puts the first cell of four into the lowest 16 bits.
        for (i, quad) in quads.iter().enumerate().take(21) {
            let quad = quad.iter().rev().fold(0, |word, &mask| word << 16 | u64::from(mask));
            // The four bits are spread so that one multiplication gathers them without carries: each partial
            // product lands on its own bit.
            for (digit, plane) in planes.0.iter_mut().enumerate() {
                // Moves four bits that are 16 apart to the top of the word, next to each other.
                let bits = (quad >> digit & 0x0001_0001_0001_0001).wrapping_mul(0x1000_2000_4000_8000) >> 60;
                plane[i / 16] |= bits << (i % 16 * 4);
            }
        }
        planes
    }
}
