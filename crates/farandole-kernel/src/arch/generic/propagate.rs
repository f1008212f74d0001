//! Bit-parallel propagation by triads: naked and hidden singles and locked candidates of rows and boxes, in one half sweep
//! of three bands.
//!
//! For a band, with `t[r][b]` the digits possible in the triad that line `r` shares with box `b`:
//!
//! 1. A digit *must* be in triad (r, b) when the line has it in no other triad, or the box has it in no other
//!    triad, or a cell of the triad is solved with it: `must = (t & !(two_l[r] & two_b[b])) | solved`, where
//!    `two_l` and `two_b` are the digits in two or more triads of the line or of the box.
//! 2. What one triad must hold leaves the other two triads of its line and of its box. This is locked
//!    candidates of both kinds, and it is the elimination by solved cells as well, except inside the triad
//!    itself; the crossing half sweep does that one, for there the three cells are in different triads.
//!    A digit that two triads of one house claim is removed from both, so the next half sweep finds it missing.
//! 3. A triad that must hold three digits holds no others.
//! 4. A digit that a triad must hold and that only one of its cells allows is a hidden single.
//!
//! Source: rules 1 and 2 use the triads of T. Dillon, tdoku (documentation), and the locked candidates of any technique
//! guide; the arrangement in lanes is our own.

use crate::layout::{ALL, Band, Grid, PerLane, SOLVED_SUM};
use crate::simd::Simd;

/// Detection of the fixpoint (convergence): what is kept between half sweeps, for each lane.
#[derive(Clone)]
pub(crate) struct Convergence<const L: usize> {
    /// Sum of the 81 masks after the last half sweep. It falls whenever a candidate goes.
    pub(crate) sum: PerLane<L>,
    /// The sum one half sweep earlier.
    pub(crate) before: PerLane<L>,
    /// Scratch memory of a half sweep.
    scratch: Band<L>,
}

impl<const L: usize> Convergence<L> {
    /// Starts with sums that no grid has, so that no lane counts as unchanged.
    pub(crate) const fn new() -> Self {
        Self { sum: PerLane([NO_SUM.0; L]), before: PerLane([NO_SUM.1; L]), scratch: [[0; L]; 27] }
    }

    /// Forgets the sums of one lane.
    pub(crate) fn reset(&mut self, lane: usize) {
        if let (Some(sum), Some(before)) = (self.sum.0.get_mut(lane), self.before.0.get_mut(lane)) {
            (*sum, *before) = NO_SUM;
        }
    }
}

/// Two different sums that no grid has.
const NO_SUM: (u16, u16) = (0xffff, 0xfffe);

/// What a half sweep found, one bit for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// A cell has no candidate left or a line lacks a digit.
    pub(crate) dead: u64,
    /// Nothing changed in the last two half sweeps.
    pub(crate) settled: u64,
    /// The masks sum to that of a solved grid.
    pub(crate) full: u64,
}

/// Writes `$body` three times with `$i` a constant 0, 1, 2: a loop that is sure to be unrolled.
macro_rules! thrice {
    ($i:ident $body:block) => {{
        {
            const $i: usize = 0;
            $body
        }
        {
            const $i: usize = 1;
            $body
        }
        {
            const $i: usize = 2;
            $body
        }
    }};
}

/// Applies the rules to the three bands of `from` and writes the result to `to` with rows and columns
/// exchanged.
#[inline(always)]
pub(crate) fn half_sweep<S: Simd, const L: usize>(
    s: S,
    from: &Grid<L>,
    to: &mut Grid<L>,
    convergence: &mut Convergence<L>,
) -> Marks {
    let mut sum = PerLane([0; L]);
    let mut least = PerLane([0x7fff; L]);
    let mut seen = PerLane([ALL; L]);
    let (bands, _) = from.0.as_chunks::<27>();
    for (band, cells) in bands.iter().enumerate() {
        let mut at = 0;
        while at < L {
            let mut sink = Transposed { to, band };
            sweep_band(s, cells, &mut sink, at, &mut convergence.scratch, [&mut sum, &mut least, &mut seen]);
            at += S::STEP;
        }
    }
    let mut marks = Marks { dead: 0, settled: 0, full: 0 };
    let mut at = 0;
    while at < L {
        let total = s.load(&sum.0, at);
        let empty = s.equal(s.load(&least.0, at), s.splat(0));
        let whole = s.equal(s.load(&seen.0, at), s.splat(ALL));
        let settled = s.equal(total, s.load(&convergence.before.0, at));
        marks.dead |= (s.bits(empty) | !s.bits(whole) & ones(S::STEP)) << at;
        marks.settled |= s.bits(settled) << at;
        marks.full |= s.bits(s.equal(total, s.splat(SOLVED_SUM))) << at;
        at += S::STEP;
    }
    convergence.before = convergence.sum;
    convergence.sum = sum;
    marks
}

/// The lowest `n` bits, 1 to 63.
const fn ones(n: usize) -> u64 {
    (1 << n) - 1
}

/// Where a band's cells go.
trait Sink<const L: usize> {
    /// The place of the cell in line `r`, box `b` and column `k` of that box.
    fn place(&mut self, r: usize, b: usize, k: usize) -> &mut [u16; L];
}

/// A grid with rows and columns exchanged.
struct Transposed<'a, const L: usize> {
    to: &'a mut Grid<L>,
    band: usize,
}

impl<const L: usize> Sink<L> for Transposed<'_, L> {
    #[inline(always)]
    fn place(&mut self, r: usize, b: usize, k: usize) -> &mut [u16; L] {
        &mut self.to.0[(b * 3 + k) * 9 + r + 3 * self.band]
    }
}

/// A band as it is.
impl<const L: usize> Sink<L> for Band<L> {
    #[inline(always)]
    fn place(&mut self, r: usize, b: usize, k: usize) -> &mut [u16; L] {
        &mut self[r * 9 + b * 3 + k]
    }
}

/// As [`half_sweep`], for one puzzle whose three bands are in lanes 0, 1 and 2, with a fourth that is open, and
/// again in every four lanes that follow; `between` is for use inside. Returns the sum of its masks and whether it is
/// dead.
#[inline(always)]
pub(crate) fn half_sweep_narrow<S: Simd, const L: usize>(
    s: S,
    from: &Band<L>,
    between: &mut Band<L>,
    to: &mut Band<L>,
) -> (u16, bool) {
    let mut sum = PerLane([0; L]);
    let mut least = PerLane([0x7fff; L]);
    let mut seen = PerLane([ALL; L]);
    let mut scratch = [[0; L]; 27];
    let mut at = 0;
    while at < L {
        sweep_band(s, from, between, at, &mut scratch, [&mut sum, &mut least, &mut seen]);
        at += S::STEP;
    }
    thrice!(R {
        thrice!(K {
            s.transpose(between, to, R, K);
        });
    });
    let total = sum.0.iter().take(3).sum();
    let dead =
        least.0.iter().take(3).any(|&least| least == 0) || seen.0.iter().take(3).any(|&seen| seen != ALL);
    (total, dead)
}

/// What the first half of a band leaves for the second: for each triad the digits possible, those in two or more of its
/// cells, and those of its solved cells. With few registers it lies in memory, because the compiler would put it
/// there anyway, partly twice.
struct Scratch<'a, V, const L: usize> {
    memory: &'a mut Band<L>,
    registers: [V; 27],
}

impl<V: Copy, const L: usize> Scratch<'_, V, L> {
    #[inline(always)]
    fn put<S: Simd<V = V>>(&mut self, s: S, at: usize, place: usize, v: V) {
        if S::FEW_REGISTERS {
            s.store(&mut self.memory[place], at, v);
        } else {
            self.registers[place] = v;
        }
    }
    #[inline(always)]
    fn get<S: Simd<V = V>>(&self, s: S, at: usize, place: usize) -> V {
        if S::FEW_REGISTERS { s.load(&self.memory[place], at) } else { self.registers[place] }
    }
}

/// One band of `half_sweep`: 27 cells in, 27 cells out.
// long: one straight run of vector instructions; a cut would pass 27 values in registers or through memory.
#[inline(always)]
fn sweep_band<S: Simd, const L: usize>(
    s: S,
    cells: &Band<L>,
    to: &mut impl Sink<L>,
    at: usize,
    memory: &mut Band<L>,
    [sum, least, seen]: [&mut PerLane<L>; 3],
) {
    const ANY: usize = 0;
    const TWICE: usize = 9;
    const SOLVED: usize = 18;
    let zero = s.splat(0);
    let mut scratch = Scratch { memory, registers: [zero; 27] };
    let mut all = s.load(&seen.0, at);
    let mut lines = [zero; 3];
    // For each box the digits in one triad or more, and in two or more.
    let mut boxes = [(zero, zero); 3];
    thrice!(R {
        let mut line = zero;
        thrice!(B {
            let c0 = s.load(&cells[R * 9 + B * 3], at);
            let c1 = s.load(&cells[R * 9 + B * 3 + 1], at);
            let c2 = s.load(&cells[R * 9 + B * 3 + 2], at);
            let any = s.or3(c0, c1, c2);
            scratch.put(s, at, ANY + R * 3 + B, any);
            scratch.put(s, at, TWICE + R * 3 + B, s.two_of(c0, c1, c2));
            scratch.put(s, at, SOLVED + R * 3 + B, s.or3(s.single(c0), s.single(c1), s.single(c2)));
            lines[R] = s.both_or(line, any, lines[R]);
            line = s.hold(s.or(line, any));
            let (box_any, box_twice) = boxes[B];
            boxes[B] = (s.or(box_any, any), s.both_or(box_any, any, box_twice));
        });
        all = s.and(all, line);
    });
    s.store(&mut seen.0, at, all);
    // Without this the compiler keeps the 27 masks it has loaded above, which means that it stores them again.
    // (In single lanes it would keep the loop over lanes from becoming vector code.)
    let cells = if S::STEP > 1 { core::hint::black_box(cells) } else { cells };
    if S::FEW_REGISTERS {
        scratch.memory = core::hint::black_box(scratch.memory);
    }
    let mut must = [[zero; 3]; 3];
    thrice!(R {
        thrice!(B {
            let any = scratch.get(s, at, ANY + R * 3 + B);
            let solved = scratch.get(s, at, SOLVED + R * 3 + B);
            must[R][B] = s.or(solved, s.without_both(any, lines[R], boxes[B].1));
        });
    });
    let mut total = s.load(&sum.0, at);
    let mut min = s.load(&least.0, at);
    thrice!(B {
        thrice!(R {
            let in_line = s.or(must[R][(B + 1) % 3], must[R][(B + 2) % 3]);
            let in_box = s.or(must[(R + 1) % 3][B], must[(R + 2) % 3][B]);
            let rest = s.without(s.splat(0xffff), must[R][B]);
            let gone = s.gone_if_three(must[R][B], rest, s.or(in_line, in_box));
            let others = s.or(rest, scratch.get(s, at, TWICE + R * 3 + B));
            thrice!(K {
                let c = s.without(s.load(&cells[R * 9 + B * 3 + K], at), gone);
                let c = s.prefer_but(c, others);
                total = s.add(total, c);
                min = s.min(min, c);
                s.store(to.place(R, B, K), at, c);
            });
            total = s.hold(total);
            min = s.hold(min);
        });
    });
    s.store(&mut sum.0, at, total);
    s.store(&mut least.0, at, min);
}
