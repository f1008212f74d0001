//! AVX-512 F, BW and VL: 512-bit vectors with 32 lanes, three-input logic and mask registers.
//!
//! A half sweep takes fewer instructions than with AVX2 for twice as many puzzles. Single puzzles and some of
//! the steps on one lane use the 256-bit code, which suits them better.

use core::arch::x86_64::{
    __m512i, _mm_setr_epi8, _mm512_add_epi16, _mm512_and_si512, _mm512_andnot_si512, _mm512_broadcast_i32x4,
    _mm512_castsi256_si512, _mm512_cmpeq_epi16_mask, _mm512_cmpneq_epi16_mask, _mm512_inserti64x4,
    _mm512_loadu_si512, _mm512_mask_mov_epi16, _mm512_mask_testn_epi16_mask, _mm512_maskz_mov_epi16,
    _mm512_min_epi16, _mm512_min_epu16, _mm512_movepi16_mask, _mm512_movm_epi16, _mm512_mullo_epi16,
    _mm512_or_si512, _mm512_permutexvar_epi16, _mm512_set1_epi16, _mm512_shuffle_epi8, _mm512_sllv_epi16,
    _mm512_srli_epi16, _mm512_srlv_epi16, _mm512_storeu_si512, _mm512_sub_epi16, _mm512_ternarylogic_epi64,
    _mm512_test_epi16_mask, _mm512_testn_epi16_mask,
};

use super::avx2::Avx2;
use super::generic::branch::{Breadth, Choice, split};
use super::generic::entry::Entry;
use super::generic::load::read_solution;
use super::generic::narrow::Outcome;
use super::generic::propagate::{Convergence, Marks, half_sweep};
use crate::layout::{Grid, Planes, Snapshot, window, window_mut};
use crate::simd::Simd;
use crate::vectors::sealed::Token;
use crate::vectors::{Task, Vectors};

/// Number of lanes of the AVX-512 path: one vector.
pub(crate) const LANES: usize = 32;

/// A token: proof that the processor has AVX-512 F, BW and VL, AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the token.
    ///
    /// # Safety
    ///
    /// The processor must have AVX-512 F, BW and VL, AVX2, BMI1, BMI2, LZCNT and POPCNT.
    pub(crate) const unsafe fn new() -> Self {
        Self(())
    }
}

/// Calls one intrinsic. For use in methods of the token, which is `self`.
macro_rules! op {
    ($name:ident($($argument:expr),*)) => {
        // SAFETY: `self` proves that the processor has AVX-512 F and BW; the intrinsic accesses no memory.
        unsafe { $name($($argument),*) }
    };
    ($name:ident::<$n:literal>($($argument:expr),*)) => {
        // SAFETY: `self` proves that the processor has AVX-512 F; the intrinsic accesses no memory.
        unsafe { $name::<$n>($($argument),*) }
    };
}

/// Tables that reverse a mask of nine bits: the first is indexed by its five low bits, the second by the bits
/// above them. Bit 9 of a mask is ignored, as in the other instruction sets.
static REVERSED: ([u16; 32], [u16; 32]) = {
    let (mut low, mut high) = ([0; 32], [0; 32]);
    let mut part = 0;
    while part < 32_u16 {
        low[part as usize] = part.reverse_bits() >> 7;
        high[part as usize] = ((part % 16) << 5).reverse_bits() >> 7;
        part += 1;
    }
    (low, high)
};

impl Token for Avx512 {}

impl Vectors for Avx512 {
    const STEP: usize = 32;
    type V = __m512i;
    type M = u32;

    #[inline(always)]
    fn splat(self, x: u16) -> __m512i {
        op!(_mm512_set1_epi16(x.cast_signed()))
    }
    #[inline(always)]
    fn load<const L: usize>(self, from: &[u16; L], at: usize) -> __m512i {
        let lanes: &[u16; 32] = window(from, at);
        // SAFETY: `self` proves that the processor has AVX-512 F; 64 bytes are borrowed for the load.
        unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
    }
    #[inline(always)]
    fn store<const L: usize>(self, to: &mut [u16; L], at: usize, v: __m512i) {
        let lanes: &mut [u16; 32] = window_mut(to, at);
        // SAFETY: `self` proves that the processor has AVX-512 F; 64 bytes are mutably borrowed.
        unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), v) }
    }
    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_and_si512(a, b))
    }
    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_or_si512(a, b))
    }
    #[inline(always)]
    fn without(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_andnot_si512(b, a))
    }
    #[inline(always)]
    fn add(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_add_epi16(a, b))
    }
    #[inline(always)]
    fn min(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_min_epi16(a, b))
    }
    #[inline(always)]
    fn equal(self, a: __m512i, b: __m512i) -> __m512i {
        let mask = op!(_mm512_cmpeq_epi16_mask(a, b));
        op!(_mm512_movm_epi16(mask))
    }
    #[inline(always)]
    fn bits(self, mask: __m512i) -> u64 {
        u64::from(op!(_mm512_movepi16_mask(mask)))
    }
    #[inline]
    fn call<T: Task>(self, task: T) -> T::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn enter<T: Task>(s: Avx512, task: T) -> T::Output {
            task.run(s)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, task) }
    }
    #[inline(always)]
    fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_sub_epi16(a, b))
    }
    #[inline(always)]
    fn mul(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_mullo_epi16(a, b))
    }
    #[inline(always)]
    fn meets(self, a: __m512i, b: __m512i) -> u32 {
        op!(_mm512_test_epi16_mask(a, b))
    }
    #[inline(always)]
    fn differs(self, a: __m512i, b: __m512i) -> u32 {
        op!(_mm512_cmpneq_epi16_mask(a, b))
    }
    #[inline(always)]
    fn both(self, a: u32, b: u32) -> u32 {
        a & b
    }
    #[inline(always)]
    fn either(self, a: u32, b: u32) -> u32 {
        a | b
    }
    #[inline(always)]
    fn except(self, a: u32, b: u32) -> u32 {
        a & !b
    }
    #[inline(always)]
    fn lanes(self, m: u32) -> u32 {
        m
    }
    #[inline(always)]
    fn of_lanes(self, bits: u32) -> u32 {
        bits
    }
    #[inline(always)]
    fn select(self, m: u32, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_mask_mov_epi16(b, m, a))
    }
    #[inline(always)]
    fn keep(self, m: u32, a: __m512i) -> __m512i {
        op!(_mm512_maskz_mov_epi16(m, a))
    }
    #[inline(always)]
    fn half(self, a: __m512i) -> __m512i {
        op!(_mm512_srli_epi16::<1>(a))
    }
    #[inline(always)]
    fn index(self, a: __m512i) -> __m512i {
        // A de Bruijn product, as with AVX2. VPOPCNTW would need a processor with AVX-512 BITALG.
        let key = op!(_mm512_srli_epi16::<12>(self.mul(a, self.splat(0x09af))));
        let of_key = op!(_mm_setr_epi8(0, 1, 2, 5, 3, 9, 6, 11, 15, 4, 8, 10, 14, 7, 13, 12));
        let of_key = op!(_mm512_broadcast_i32x4(of_key));
        op!(_mm512_shuffle_epi8(of_key, key))
    }
    #[inline(always)]
    fn reverse(self, a: __m512i) -> __m512i {
        // One lookup for the five low bits and one for the four high bits; the permutation ignores the bits
        // above the fifth.
        let low = op!(_mm512_permutexvar_epi16(a, self.load(&REVERSED.0, 0)));
        let high = op!(_mm512_srli_epi16::<5>(a));
        self.or(low, op!(_mm512_permutexvar_epi16(high, self.load(&REVERSED.1, 0))))
    }
    #[inline(always)]
    fn power(self, a: __m512i) -> __m512i {
        let by = op!(_mm512_min_epu16(a, self.splat(15)));
        op!(_mm512_sllv_epi16(self.splat(1), by))
    }
    #[inline(always)]
    fn shift_right(self, a: __m512i, by: __m512i) -> __m512i {
        op!(_mm512_srlv_epi16(a, by))
    }
    #[inline(always)]
    fn single(self, c: __m512i) -> __m512i {
        // `c & (c - 1)` is zero for one bit; `maskz` also maps the empty mask to zero.
        let less = self.add(c, self.splat(0xffff));
        let mask = op!(_mm512_testn_epi16_mask(c, less));
        op!(_mm512_maskz_mov_epi16(mask, c))
    }
}

impl Simd for Avx512 {
    // With 32 registers the state of a band stays in registers, and the barrier `hold` of AVX2 would cost
    // 3 %.
    const FEW_REGISTERS: bool = false;
    // The constant of `ternarylogic` is the truth table: bit i is the result for (a, b, c) = i in binary.
    #[inline(always)]
    fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0xfe>(a, b, c))
    }
    #[inline(always)]
    fn two_of(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0xe8>(a, b, c))
    }
    #[inline(always)]
    fn both_or(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0xea>(a, b, c))
    }
    #[inline(always)]
    fn without_both(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0x70>(a, b, c))
    }
    #[inline(always)]
    fn prefer_but(self, e: __m512i, others: __m512i) -> __m512i {
        let hit = self.without(e, others);
        // A mask register replaces comparison and `or`.
        let mask = op!(_mm512_test_epi16_mask(hit, hit));
        op!(_mm512_mask_mov_epi16(e, mask, hit))
    }
    #[inline(always)]
    fn gone_if_three(self, few: __m512i, rest: __m512i, gone: __m512i) -> __m512i {
        let two = self.and(few, self.add(few, self.splat(0xffff)));
        let mask = op!(_mm512_test_epi16_mask(two, self.add(two, self.splat(0xffff))));
        self.or(gone, op!(_mm512_maskz_mov_epi16(mask, rest)))
    }
    #[inline(always)]
    fn copy_out<const L: usize, const TRANSPOSED: bool>(
        self,
        from: &Grid<L>,
        lane: usize,
        to: &mut Snapshot,
    ) {
        // SAFETY: `self` proves that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT too.
        let half = unsafe { Avx2::new() };
        if lane >= L {
            return;
        }
        // Each half of a vector is assembled by the 256-bit code.
        let column = |at| half.column::<L, TRANSPOSED>(from, at, lane);
        let mut last = [0; 16];
        last[0] = from.0[80][lane];
        let mut join = |part: usize, low, high| {
            let low = op!(_mm512_castsi256_si512(low));
            self.store(&mut to.0.as_chunks_mut::<32>().0[part], 0, op!(_mm512_inserti64x4::<1>(low, high)));
        };
        join(0, column(0), column(16));
        join(1, column(32), column(48));
        join(2, column(64), half.load(&last, 0));
    }
    #[inline(always)]
    fn is_complete(self, masks: &Snapshot) -> bool {
        // SAFETY: `self` proves that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT too.
        let half = unsafe { Avx2::new() };
        half.is_complete(masks)
    }
    #[inline(always)]
    fn open_and_pairs(self, cells: &Snapshot) -> [[u64; 2]; 2] {
        let ones = self.splat(0xffff);
        let mut sets = [[0; 2]; 2];
        for (part, cells) in cells.0.as_chunks::<32>().0.iter().enumerate() {
            let c = self.load(cells, 0);
            let two = self.and(c, self.add(c, ones));
            let open = op!(_mm512_test_epi16_mask(two, two));
            // Open, and nothing left after the two lowest candidates are cleared.
            let pairs = op!(_mm512_mask_testn_epi16_mask(open, two, self.add(two, ones)));
            for (set, bits) in sets.iter_mut().zip([open, pairs]) {
                set[part / 2] |= u64::from(bits) << (part % 2 * 32);
            }
        }
        sets
    }
    #[inline(always)]
    fn planes(self, cells: &Snapshot) -> Planes {
        let mut planes = Planes([[0; 2]; 10]);
        let (parts, _) = cells.0.as_chunks::<32>();
        for (part, cells) in parts.iter().enumerate() {
            let cells = self.open(self.load(cells, 0));
            for (digit, plane) in planes.0.iter_mut().enumerate() {
                // One test per digit gives 32 cells of its plane.
                let bits = u64::from(op!(_mm512_test_epi16_mask(cells, self.splat(1 << digit))));
                plane[part / 2] |= bits << (part % 2 * 32);
            }
        }
        planes
    }
}

impl Entry<LANES> for Avx512 {
    #[inline]
    fn half_sweep(
        self,
        from: &Grid<LANES>,
        to: &mut Grid<LANES>,
        convergence: &mut Convergence<LANES>,
    ) -> Marks {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(
            s: Avx512,
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
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(s: Avx512, from: &Grid<LANES>, lane: usize, breadth: Breadth, to: &mut Snapshot) -> Choice {
            split(s, from, lane, breadth, to)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, from, lane, breadth, to) }
    }
    #[inline]
    fn read_solution(self, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt")]
        fn enter(s: Avx512, from: &Grid<LANES>, lane: usize, transposed: bool, to: &mut [u8; 81]) -> bool {
            read_solution(s, from, lane, transposed, to)
        }
        // SAFETY: `self` proves that the processor has these features.
        unsafe { enter(self, from, lane, transposed, to) }
    }
    #[inline]
    fn converge(self, puzzle: &Grid<1>) -> Outcome {
        // One puzzle fills only four lanes, and 256-bit operations can use one more execution port.
        // SAFETY: `self` proves that the processor has AVX2, BMI1, BMI2, LZCNT and POPCNT too.
        let half = unsafe { Avx2::new() };
        half.converge(puzzle)
    }
}
