//! 128-bit vectors with 8 lanes, from one source: SSE2, NEON and wasm simd128.
//!
//! The target guarantees the instructions, so nothing is detected at run time. The operations come from the
//! crate `wide`. With one source for all three, tests on x86-64 exercise the code that runs with NEON.

use wide::{i16x8, u8x16};

use super::generic::branch::{Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::{Outcome, converge};
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{Grid, PAIRS, Planes, Snapshot, window, window_mut};
use crate::simd::Simd;

/// Number of lanes of the 128-bit path: one vector.
pub(crate) const LANES: usize = 8;

/// Token of the 128-bit path; the target has these vectors wherever this module is compiled.
#[derive(Clone, Copy)]
pub(crate) struct V128;

impl Simd for V128 {
    const STEP: usize = 8;
    // SSE2 has 16 vector registers, NEON 32; wasm has no fixed number.
    const FEW_REGISTERS: bool = cfg!(target_arch = "x86_64");
    type V = i16x8;

    #[inline(always)]
    fn splat(self, x: u16) -> i16x8 {
        i16x8::splat(x.cast_signed())
    }
    #[inline(always)]
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> i16x8 {
        let lanes: &[u16; 8] = window(from, at);
        i16x8::new(lanes.map(u16::cast_signed))
    }
    #[inline(always)]
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: i16x8) {
        *window_mut(to, at) = v.to_array().map(i16::cast_unsigned);
    }
    #[inline(always)]
    fn and(self, a: i16x8, b: i16x8) -> i16x8 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: i16x8, b: i16x8) -> i16x8 {
        a | b
    }
    #[inline(always)]
    fn without(self, a: i16x8, b: i16x8) -> i16x8 {
        a & !b
    }
    #[inline(always)]
    fn add(self, a: i16x8, b: i16x8) -> i16x8 {
        a + b
    }
    #[inline(always)]
    fn min(self, a: i16x8, b: i16x8) -> i16x8 {
        a.min(b)
    }
    #[inline(always)]
    fn equal(self, a: i16x8, b: i16x8) -> i16x8 {
        a.simd_eq(b)
    }
    #[inline(always)]
    fn bits(self, mask: i16x8) -> u64 {
        u64::from(mask.to_bitmask())
    }
    #[inline(always)]
    fn planes(self, cells: &Snapshot) -> Planes {
        let mut planes = Planes([[0; 2]; 10]);
        let (byte, low_bit) = (self.splat(0xff), self.splat(1));
        for (part, cells) in cells.0.as_chunks::<16>().0.iter().enumerate() {
            let (low, high) = (self.open(self.load(cells, 0)), self.open(self.load(cells, 8)));
            let (word, shift) = (part / 4, part % 4 * 16);
            // One call writes 16 cells of a plane; four calls fill its low word.
            let mut put = |digit: usize, bytes: u8x16| {
                planes.0[digit][word] |= u64::from(bytes.to_bitmask()) << shift;
            };
            // A byte holds digits 9 to 2. Its top bits become the plane of one digit; adding the byte to
            // itself moves the next digit up. Digit 1 and the mark of bivalue cells do not fit and follow
            // separately.
            let mut bytes = u8x16::narrow_i16x8((low >> 1) & byte, (high >> 1) & byte);
            for digit in (1..9).rev() {
                put(digit, bytes);
                bytes += bytes;
            }
            put(0, u8x16::narrow_i16x8((low & low_bit) << 7, (high & low_bit) << 7));
            let pair = |c: i16x8| ((c >> PAIRS as i32) & low_bit) << 7;
            put(PAIRS, u8x16::narrow_i16x8(pair(low), pair(high)));
        }
        planes
    }
}

impl Entry<LANES> for V128 {
    #[inline(never)]
    fn half_sweep(
        self,
        from: &Grid<LANES>,
        to: &mut Grid<LANES>,
        convergence: &mut Convergence<LANES>,
    ) -> Marks {
        half_sweep(self, from, to, convergence)
    }
    #[inline(never)]
    fn split(self, from: &Grid<LANES>, lane: usize, most: usize, to: &mut Snapshot) -> Choice {
        split(self, from, lane, most, to)
    }
    #[inline(never)]
    fn read_solution(self, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
        read_solution(self, from, lane, transposed, to)
    }
    #[inline(never)]
    fn converge(self, puzzle: &Grid<1>) -> Outcome {
        converge::<_, LANES>(self, puzzle)
    }
}
