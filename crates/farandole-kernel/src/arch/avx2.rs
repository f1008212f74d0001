//! AVX2: 256-bit vectors with 16 lanes.
//!
//! In addition to the vector operations, this file contains hand-written versions of the steps that process one
//! lane at a time. On lists of hard puzzles, choosing a branch and copying its lane out takes about as long as
//! the half sweeps.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_movemask_epi8, _mm_packs_epi16, _mm256_add_epi8, _mm256_add_epi16,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_blend_epi32, _mm256_blendv_epi8, _mm256_castsi256_si128,
    _mm256_cmpeq_epi16, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_min_epi16, _mm256_min_epu16,
    _mm256_movemask_epi8, _mm256_mulhi_epu16, _mm256_mullo_epi16, _mm256_or_si256, _mm256_packs_epi16,
    _mm256_packus_epi16, _mm256_packus_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setr_epi8, _mm256_setr_epi16, _mm256_shuffle_epi8, _mm256_sign_epi16, _mm256_slli_epi16,
    _mm256_srl_epi32, _mm256_srli_epi16, _mm256_srli_si256, _mm256_storeu_si256, _mm256_sub_epi16,
    _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi16, _mm256_unpacklo_epi32,
    _mm256_unpacklo_epi64,
};

use super::generic::branch::{Breadth, Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::{Outcome, converge};
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{ALL, Band, Grid, PAIRS, Planes, Snapshot, window, window_mut};
use crate::simd::Simd;
use crate::vectors::sealed::Token;
use crate::vectors::{Task, Vectors};

/// Number of lanes of the AVX2 path: one vector.
pub(crate) const LANES: usize = 16;

/// A token: proof that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the token.
    ///
    /// # Safety
    ///
    /// The processor must have AVX2, BMI1, BMI2, LZCNT and POPCNT.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Calls one intrinsic. For use in methods of the token, which is `self`.
macro_rules! op {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: `self` proves that the processor has AVX2; the intrinsic accesses no memory.
        unsafe { $name($($argument),*) }
    };
    ($name:ident::<$n:literal>($($argument:expr),*)) => {
        // SAFETY: `self` proves that the processor has AVX2; the intrinsic accesses no memory.
        unsafe { $name::<$n>($($argument),*) }
    };
}

impl Avx2 {
    /// Returns a vector with the same 16 bytes in both halves: a lookup table for `shuffle_epi8`.
    #[inline(always)]
    fn bytes_twice(self, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]: [i8; 16]) -> __m256i {
        op!(_mm256_setr_epi8(
            a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p
        ))
    }

    /// Returns one lane of the 16 cells that start at `at`, read with rows and columns exchanged if
    /// `TRANSPOSED`.
    ///
    /// The lane is assembled in registers by broadcasts, blends and one pack. Scalar loads and stores would
    /// take about as many instructions, but the vector loads that follow would wait for the narrow stores
    /// (failed store forwarding). Gathers were even slower.
    #[inline(always)]
    pub(crate) fn column<const L: usize, const TRANSPOSED: bool>(
        self,
        from: &Grid<L>,
        at: usize,
        lane: usize,
    ) -> __m256i {
        let (first, last) = (self.half_column::<L, TRANSPOSED>(from, at, lane), at + 4);
        op!(_mm256_packus_epi32(first, self.half_column::<L, TRANSPOSED>(from, last, lane)))
    }

    /// Returns one lane of eight cells, four from `at` and four from `at + 8`, each in a dword.
    #[inline(always)]
    fn half_column<const L: usize, const TRANSPOSED: bool>(
        self,
        from: &Grid<L>,
        at: usize,
        lane: usize,
    ) -> __m256i {
        let two = |i: usize| {
            let cell = at + i;
            self.two(&from.0[if TRANSPOSED { cell % 9 * 9 + cell / 9 } else { cell }], lane)
        };
        // Each broadcast holds its cell in every dword, so a blend puts it where the final pack expects it.
        let v = op!(_mm256_blend_epi32::<0b10>(two(0), two(1)));
        let w = op!(_mm256_blend_epi32::<0b1000>(two(2), two(3)));
        let x = op!(_mm256_blend_epi32::<0b10_0000>(two(8), two(9)));
        let y = op!(_mm256_blend_epi32::<0b1000_0000>(two(10), two(11)));
        let low = op!(_mm256_blend_epi32::<0b1100>(v, w));
        let high = op!(_mm256_blend_epi32::<0b1100_0000>(x, y));
        let v = op!(_mm256_blend_epi32::<0b1111_0000>(low, high));
        // A dword holds two neighboring lanes; shift the wanted one down.
        let down = op!(_mm_cvtsi32_si128((lane % 2 * 16) as i32));
        self.and(op!(_mm256_srl_epi32(v, down)), op!(_mm256_set1_epi32(0xffff)))
    }

    /// Returns a lane and its neighbor in all eight dwords of a vector.
    #[inline(always)]
    fn two<const L: usize>(self, cell: &[u16; L], lane: usize) -> __m256i {
        let [low, high] = cell.as_chunks::<2>().0[lane / 2];
        let v = op!(_mm256_set1_epi32((u32::from(high) << 16 | u32::from(low)).cast_signed()));
        // Without the barrier, the compiler turns broadcasts and blends into one insertion per cell, all on the
        // same execution port, which is 2.5 % slower on the hardest list.
        op!(pin(v))
    }
}

/// Forces `v` into a register and orders memory accesses around this point. It emits no instruction.
#[inline]
#[target_feature(enable = "avx2")]
fn hold(v: __m256i) -> __m256i {
    let mut v = v;
    // SAFETY: the template is a comment, so no instruction is executed.
    unsafe { core::arch::asm!("/* {} */", inout(ymm_reg) v, options(nostack, preserves_flags)) };
    v
}

/// Hides the origin of `v` from the optimizer. It emits no instruction and, unlike [`hold`], leaves memory
/// accesses free to move.
#[inline]
#[target_feature(enable = "avx2")]
fn pin(v: __m256i) -> __m256i {
    let mut v = v;
    // SAFETY: the template is a comment, so no instruction is executed.
    unsafe { core::arch::asm!("/* {} */", inout(ymm_reg) v, options(pure, nomem, nostack, preserves_flags)) };
    v
}

impl Token for Avx2 {}

impl Vectors for Avx2 {
    const STEP: usize = 16;
    type V = __m256i;
    type M = __m256i;

    #[inline(always)]
    fn splat(self, x: u16) -> __m256i {
        op!(_mm256_set1_epi16(x.cast_signed()))
    }
    #[inline(always)]
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> __m256i {
        let lanes: &[u16; 16] = window(from, at);
        // SAFETY: `self` proves that the processor has AVX2; 32 bytes are borrowed for the load.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: __m256i) {
        let lanes: &mut [u16; 16] = window_mut(to, at);
        // SAFETY: `self` proves that the processor has AVX2; 32 bytes are mutably borrowed.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_and_si256(a, b))
    }
    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_or_si256(a, b))
    }
    #[inline(always)]
    fn without(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_andnot_si256(b, a))
    }
    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_add_epi16(a, b))
    }
    #[inline(always)]
    fn min(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_min_epi16(a, b))
    }
    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_cmpeq_epi16(a, b))
    }
    #[inline(always)]
    fn bits(self, mask: __m256i) -> u64 {
        let low = op!(_mm256_castsi256_si128(mask));
        let high = op!(_mm256_extracti128_si256::<1>(mask));
        // Signed saturation keeps 0 and -1.
        let bytes = op!(_mm_packs_epi16(low, high));
        u64::from(op!(_mm_movemask_epi8(bytes)).cast_unsigned())
    }
    #[inline]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enter<T: Task>(s: Avx2, task: T) -> T::Output {
            task.run(s)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, task) }
    }
    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_sub_epi16(a, b))
    }
    #[inline(always)]
    fn mul(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_mullo_epi16(a, b))
    }
    #[inline(always)]
    fn meets(self, a: __m256i, b: __m256i) -> __m256i {
        self.differs(self.and(a, b), self.splat(0))
    }
    #[inline(always)]
    fn differs(self, a: __m256i, b: __m256i) -> __m256i {
        self.without(self.splat(0xffff), self.equal(a, b))
    }
    #[inline(always)]
    fn both(self, a: __m256i, b: __m256i) -> __m256i {
        self.and(a, b)
    }
    #[inline(always)]
    fn either(self, a: __m256i, b: __m256i) -> __m256i {
        self.or(a, b)
    }
    #[inline(always)]
    fn except(self, a: __m256i, b: __m256i) -> __m256i {
        self.without(a, b)
    }
    #[inline(always)]
    fn lanes(self, m: __m256i) -> u32 {
        self.bits(m) as u32
    }
    #[inline(always)]
    fn of_lanes(self, bits: u32) -> __m256i {
        let at = op!(_mm256_setr_epi16(
            1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768
        ));
        self.equal(self.and(self.splat(bits as u16), at), at)
    }
    #[inline(always)]
    fn select(self, m: __m256i, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_blendv_epi8(b, a, m))
    }
    #[inline(always)]
    fn keep(self, m: __m256i, a: __m256i) -> __m256i {
        self.and(a, m)
    }
    #[inline(always)]
    fn half(self, a: __m256i) -> __m256i {
        op!(_mm256_srli_epi16::<1>(a))
    }
    #[inline(always)]
    fn index(self, a: __m256i) -> __m256i {
        // A de Bruijn product: its top four bits are different for each of the 16 powers of two.
        let key = op!(_mm256_srli_epi16::<12>(self.mul(a, self.splat(0x09af))));
        let of_key = self.bytes_twice([0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12]);
        // The high byte of each key is 0, so it looks up entry 0, which is 0.
        op!(_mm256_shuffle_epi8(of_key, key))
    }
    #[inline(always)]
    fn reverse(self, a: __m256i) -> __m256i {
        // Two lookups of four bits each, and the ninth bit. The high bytes of the indices are 0.
        let reversed = self.bytes_twice([0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
        let nibble = self.splat(15);
        let low = op!(_mm256_shuffle_epi8(reversed, self.and(a, nibble)));
        let above = op!(_mm256_srli_epi16::<4>(a));
        let high = op!(_mm256_shuffle_epi8(reversed, self.and(above, nibble)));
        let last = self.and(op!(_mm256_srli_epi16::<8>(a)), self.splat(1));
        let (low, high) = (op!(_mm256_slli_epi16::<5>(low)), op!(_mm256_slli_epi16::<1>(high)));
        self.or(self.or(low, high), last)
    }
    #[inline(always)]
    fn power(self, a: __m256i) -> __m256i {
        let at = op!(_mm256_min_epu16(a, self.splat(15)));
        // A second table, read with the same index, gives the high byte.
        let low = self.bytes_twice([1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0]);
        let high = self.bytes_twice([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128]);
        let low = self.and(op!(_mm256_shuffle_epi8(low, at)), self.splat(255));
        let high = op!(_mm256_shuffle_epi8(high, at));
        self.or(low, op!(_mm256_slli_epi16::<8>(high)))
    }
    #[inline(always)]
    fn shift_right(self, a: __m256i, by: __m256i) -> __m256i {
        // The high half of `(a << 7) * (1 << (9 - by))` is `a >> by`.
        let factor = self.power(self.sub(self.splat(9), by));
        let a = op!(_mm256_slli_epi16::<7>(a));
        op!(_mm256_mulhi_epu16(a, factor))
    }
}

impl Simd for Avx2 {
    const FEW_REGISTERS: bool = true;
    #[inline(always)]
    fn hold(self, v: __m256i) -> __m256i {
        op!(hold(v))
    }
    #[inline(always)]
    fn prefer_but(self, e: __m256i, others: __m256i) -> __m256i {
        // `sign` returns `others` where the hit is positive and zero where it is zero: one operation instead
        // of a comparison and an `or`. Masks have nine bits, so a hit is never negative.
        self.without(e, op!(_mm256_sign_epi16(others, self.without(e, others))))
    }
    #[inline(always)]
    fn gone_if_three(self, few: __m256i, rest: __m256i, gone: __m256i) -> __m256i {
        let ones = self.splat(0xffff);
        let two = self.and(few, self.add(few, ones));
        let three = self.and(two, self.add(two, ones));
        // `three` is positive if there are three bits, otherwise zero.
        self.or(gone, op!(_mm256_sign_epi16(rest, three)))
    }
    #[inline(always)]
    fn transpose<const L: usize>(self, from: &Band<L>, to: &mut Band<L>, r: usize, k: usize) {
        // Interleaving works within 128 bits; both halves hold the same puzzle, so that is enough.
        let [a, b, c] = [0, 3, 6].map(|of_box| self.load(&from[r * 9 + of_box + k], 0));
        let open = self.splat(ALL);
        let (ab, c) = (op!(_mm256_unpacklo_epi16(a, b)), op!(_mm256_unpacklo_epi16(c, open)));
        let (first_two, last) = (op!(_mm256_unpacklo_epi32(ab, c)), op!(_mm256_unpackhi_epi32(ab, c)));
        let row = k * 9 + r;
        self.store(&mut to[row], 0, op!(_mm256_unpacklo_epi64(first_two, first_two)));
        self.store(&mut to[row + 3], 0, op!(_mm256_unpackhi_epi64(first_two, first_two)));
        self.store(&mut to[row + 6], 0, op!(_mm256_unpacklo_epi64(last, last)));
    }
    #[inline(always)]
    fn copy_out<const L: usize, const TRANSPOSED: bool>(
        self,
        from: &Grid<L>,
        lane: usize,
        to: &mut Snapshot,
    ) {
        if lane >= L {
            return;
        }
        let to = to.0.as_chunks_mut::<16>().0;
        // Written out, so that all addresses are constants.
        self.store(&mut to[0], 0, self.column::<L, TRANSPOSED>(from, 0, lane));
        self.store(&mut to[1], 0, self.column::<L, TRANSPOSED>(from, 16, lane));
        self.store(&mut to[2], 0, self.column::<L, TRANSPOSED>(from, 32, lane));
        self.store(&mut to[3], 0, self.column::<L, TRANSPOSED>(from, 48, lane));
        self.store(&mut to[4], 0, self.column::<L, TRANSPOSED>(from, 64, lane));
        // The sixth vector has one cell; the rest is padding.
        to[5] = [0; 16];
        to[5][0] = from.0[80][lane];
    }
    #[inline(always)]
    fn is_complete(self, masks: &Snapshot) -> bool {
        let all = self.splat(ALL);
        let (mut columns, mut rows, mut boxes) = (self.splat(0), all, all);
        for band in 0..3 {
            let mut stacks = self.splat(0);
            for row in 0..3 {
                // Three loads that start at the first, second and third cell of the row, so that lane `i` of
                // the three vectors holds three consecutive cells.
                let [a, b, c] = [0, 1, 2].map(|i| match masks.0[band * 27 + row * 9 + i..].first_chunk() {
                    Some(cells) => self.load::<16>(cells, 0),
                    None => all,
                });
                columns = self.or(columns, a);
                // Lanes 0, 3 and 6 are the triads of the row.
                let triads = self.or3(a, b, c);
                stacks = self.or(stacks, triads);
                // The other two triads of the row, moved down to lane 0.
                let [second, third] =
                    [op!(_mm256_srli_si256::<6>(triads)), op!(_mm256_srli_si256::<12>(triads))];
                rows = self.and(rows, self.or3(triads, second, third));
            }
            boxes = self.and(boxes, stacks);
        }
        let full = |v| self.bits(self.equal(self.and(v, all), all));
        // Nine columns in nine lanes; a row in lane 0; boxes in lanes 0, 3 and 6.
        full(columns) & 0x1ff == 0x1ff && full(rows) & 1 != 0 && full(boxes) & 0x49 == 0x49
    }
    #[inline(always)]
    fn open_and_pairs(self, cells: &Snapshot) -> [[u64; 2]; 2] {
        let (zero, ones) = (self.splat(0), self.splat(0xffff));
        let mut words = [[0; 3]; 2];
        for (part, cells) in cells.0.as_chunks::<32>().0.iter().enumerate() {
            // `two` is zero if a cell has fewer than two candidates or is padding, `three` if it has fewer
            // than three.
            let [low, high] = [0, 16].map(|at| {
                let c = self.load(cells, at);
                let two = self.and(c, self.add(c, ones));
                let three = self.and(two, self.add(two, ones));
                (self.equal(two, zero), self.equal(three, zero))
            });
            let join = |low, high| {
                let bytes = op!(_mm256_packs_epi16(low, high));
                // The pack works within 128 bits, so quarters have to be put back in order.
                let bytes = op!(_mm256_permute4x64_epi64::<0xd8>(bytes));
                op!(_mm256_movemask_epi8(bytes)).cast_unsigned()
            };
            let (single, few) = (join(low.0, high.0), join(low.1, high.1));
            words[0][part] = !single;
            words[1][part] = few & !single;
        }
        words.map(|[a, b, c]| [u64::from(a) | u64::from(b) << 32, u64::from(c)])
    }
    #[inline(always)]
    fn planes(self, cells: &Snapshot) -> Planes {
        // Packs 32 words and returns their sign bits, in order.
        let signs = |low, high| {
            let bytes = op!(_mm256_packs_epi16(low, high));
            let bytes = op!(_mm256_permute4x64_epi64::<0xd8>(bytes));
            op!(_mm256_movemask_epi8(bytes)).cast_unsigned()
        };
        let mut words = [[0; 3]; 10];
        for (part, cells) in cells.0.as_chunks::<32>().0.iter().enumerate() {
            let (low, high) = (self.open(self.load(cells, 0)), self.open(self.load(cells, 16)));
            // Digit 1 and the mark of bivalue cells do not fit into the byte below, so each is shifted to the
            // sign bit.
            words[0][part] = signs(op!(_mm256_slli_epi16::<15>(low)), op!(_mm256_slli_epi16::<15>(high)));
            words[PAIRS][part] = signs(op!(_mm256_slli_epi16::<6>(low)), op!(_mm256_slli_epi16::<6>(high)));
            // A byte holds digits 9 to 2. Its top bits become the plane of one digit; adding the byte to
            // itself moves the next digit up.
            let byte = self.splat(0xff);
            let low = self.and(op!(_mm256_srli_epi16::<1>(low)), byte);
            let high = self.and(op!(_mm256_srli_epi16::<1>(high)), byte);
            let bytes = op!(_mm256_packus_epi16(low, high));
            let mut bytes = op!(_mm256_permute4x64_epi64::<0xd8>(bytes));
            for digit in (1..9).rev() {
                words[digit][part] = op!(_mm256_movemask_epi8(bytes)).cast_unsigned();
                bytes = op!(_mm256_add_epi8(bytes, bytes));
            }
        }
        // The padding after cell 80 is zero here, so it is in no plane.
        Planes(words.map(|[a, b, c]| [u64::from(a) | u64::from(b) << 32, u64::from(c)]))
    }
}

impl Entry<LANES> for Avx2 {
    #[inline]
    fn half_sweep(
        self,
        from: &Grid<LANES>,
        to: &mut Grid<LANES>,
        convergence: &mut Convergence<LANES>,
    ) -> Marks {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(
            s: Avx2,
            from: &Grid<LANES>,
            to: &mut Grid<LANES>,
            convergence: &mut Convergence<LANES>,
        ) -> Marks {
            half_sweep(s, from, to, convergence)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, from, to, convergence) }
    }
    #[inline]
    fn split(self, from: &Grid<LANES>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(s: Avx2, from: &Grid<LANES>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice {
            split(s, from, lane, breadth, to)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, from, lane, breadth, to) }
    }
    #[inline]
    fn read_solution(self, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(s: Avx2, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
            read_solution(s, from, lane, transposed, to)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, from, lane, transposed, to) }
    }
    #[inline]
    fn converge(self, puzzle: &Grid<1>) -> Outcome {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(s: Avx2, puzzle: &Grid<1>) -> Outcome {
            converge::<_, LANES>(s, puzzle)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, puzzle) }
    }
}
