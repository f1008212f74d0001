//! 128-bit vectors with 8 lanes, from one source: SSE2, NEON and wasm simd128.
//!
//! The target guarantees the instructions, so nothing is detected at run time. The operations come from the
//! crate `wide`. With one source for all three, tests on x86-64 exercise the code that runs with NEON.

use wide::{i16x8, u8x16};

use super::generic::branch::{Breadth, Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::{Outcome, converge};
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{Grid, PAIRS, Planes, Snapshot, window, window_mut};
use crate::simd::Simd;
use crate::vectors::sealed::Token;
use crate::vectors::{Task, Vectors};

/// Number of lanes of the 128-bit path: one vector.
pub(crate) const LANES: usize = 8;

/// Token of the 128-bit path; the target has these vectors wherever this module is compiled.
#[derive(Clone, Copy)]
pub(crate) struct V128;

impl Token for V128 {}

impl Vectors for V128 {
    const STEP: usize = 8;
    type V = i16x8;
    type M = i16x8;

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
    fn call<T: Task>(self, task: T) -> T::Output {
        task.run(self)
    }
    #[inline(always)]
    fn sub(self, a: i16x8, b: i16x8) -> i16x8 {
        a - b
    }
    #[inline(always)]
    fn mul(self, a: i16x8, b: i16x8) -> i16x8 {
        a * b
    }
    #[inline(always)]
    fn meets(self, a: i16x8, b: i16x8) -> i16x8 {
        !(a & b).simd_eq(i16x8::ZERO)
    }
    #[inline(always)]
    fn differs(self, a: i16x8, b: i16x8) -> i16x8 {
        !a.simd_eq(b)
    }
    #[inline(always)]
    fn both(self, a: i16x8, b: i16x8) -> i16x8 {
        a & b
    }
    #[inline(always)]
    fn either(self, a: i16x8, b: i16x8) -> i16x8 {
        a | b
    }
    #[inline(always)]
    fn except(self, a: i16x8, b: i16x8) -> i16x8 {
        a & !b
    }
    #[inline(always)]
    fn lanes(self, m: i16x8) -> u32 {
        m.to_bitmask()
    }
    #[inline(always)]
    fn of_lanes(self, bits: u32) -> i16x8 {
        let at = i16x8::new([1, 2, 4, 8, 16, 32, 64, 128]);
        (self.splat(bits as u16) & at).simd_eq(at)
    }
    #[inline(always)]
    fn select(self, m: i16x8, a: i16x8, b: i16x8) -> i16x8 {
        a & m | b & !m
    }
    #[inline(always)]
    fn keep(self, m: i16x8, a: i16x8) -> i16x8 {
        a & m
    }
    #[inline(always)]
    fn half(self, a: i16x8) -> i16x8 {
        (a >> 1) & self.splat(0x7fff)
    }
    #[inline(always)]
    fn index(self, a: i16x8) -> i16x8 {
        // Each bit of the index is set for half of the masks.
        let bit = |of: u16, index: u16| self.splat(index) & !(a & self.splat(of)).simd_eq(i16x8::ZERO);
        bit(0xaaaa, 1) | bit(0xcccc, 2) | bit(0xf0f0, 4) | bit(0xff00, 8)
    }
    #[inline(always)]
    fn reverse(self, a: i16x8) -> i16x8 {
        // Halves of four bits around the fifth one, then pairs, then single bits.
        let halves = a << 5 & self.splat(0x1e0) | a & self.splat(0x10) | a >> 5 & self.splat(0x0f);
        let pairs = halves << 2 & self.splat(0x18c) | a & self.splat(0x10) | halves >> 2 & self.splat(0x63);
        pairs << 1 & self.splat(0x14a) | a & self.splat(0x10) | pairs >> 1 & self.splat(0xa5)
    }
    #[inline(always)]
    fn power(self, a: i16x8) -> i16x8 {
        // A product of one factor per bit of the exponent.
        let factor = |bit: u16, factor: u16| {
            let is_zero = (a & self.splat(bit)).simd_eq(i16x8::ZERO);
            self.select(is_zero, self.splat(1), self.splat(factor))
        };
        let power = factor(1, 2) * factor(2, 4) * factor(4, 16) * factor(8, 256);
        let is_small = (a & self.splat(0xfff0)).simd_eq(i16x8::ZERO);
        self.select(is_small, power, self.splat(1 << 15))
    }
    #[inline(always)]
    fn shift_right(self, a: i16x8, by: i16x8) -> i16x8 {
        // `a` has nine bits, so arithmetic shifts are logical.
        let step = |a: i16x8, bit: u16, shifted: i16x8| {
            let is_zero = (by & self.splat(bit)).simd_eq(i16x8::ZERO);
            self.select(is_zero, a, shifted)
        };
        let a = step(a, 1, a >> 1);
        let a = step(a, 2, a >> 2);
        let a = step(a, 4, a >> 4);
        step(a, 8, a >> 8)
    }
}

impl Simd for V128 {
    // SSE2 has 16 vector registers, NEON 32; wasm has no fixed number.
    const FEW_REGISTERS: bool = cfg!(target_arch = "x86_64");
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
    fn split(self, from: &Grid<LANES>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice {
        split(self, from, lane, breadth, to)
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
