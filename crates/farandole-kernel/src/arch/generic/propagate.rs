//! Bit-parallel propagation by triads: naked and hidden singles and locked candidates of rows and boxes, in
//! one half sweep over three bands.
//!
//! A *triad* is the three cells that a line and a box share. For a band, let `t[r][b]` be the digits possible
//! in the triad of line `r` and box `b`:
//!
//! 1. Triad (r, b) *must* hold a digit if the line allows it in no other triad, or the box allows it in no
//!    other triad, or a cell of the triad is solved with it: `must = (t & !(two_l[r] & two_b[b])) | solved`.
//!    Here `two_l` and `two_b` are the digits in two or more triads of the line or of the box.
//! 2. The digits that one triad must hold are removed from the other two triads of its line and of its box.
//!    This covers locked candidates of both kinds and elimination by solved cells, except inside the triad
//!    itself. The crossing half sweep covers that, since there the three cells are in different triads. A
//!    digit that two triads of one house must hold is removed from both, so the next half sweep finds it
//!    missing.
//! 3. A triad that must hold three digits holds no others.
//! 4. A digit that a triad must hold and that only one of its cells allows is a hidden single.
//!
//! Cost: a half sweep is straight-line code that treats all 81 cells of all lanes, about 1,900 instructions
//! with AVX2 for 16 puzzles. The cost does not depend on how much changes, and the last two half sweeps before
//! a fixpoint change nothing. A long search on a single puzzle therefore gains little from the lanes. Further
//! deductions rarely pay: they cost more operations than the saved half sweeps are worth
//! (docs/experiments/2026-11-21-kernel.md).
//!
//! Source: T. Dillon, tdoku (documentation), for the triads in steps 1 and 2; any technique guide for locked
//! candidates. The arrangement in lanes is our own.

use crate::layout::{ALL, Band, Grid, PerLane, SOLVED_SUM};
use crate::simd::Simd;

/// Per-lane state for detecting the fixpoint between half sweeps.
#[derive(Clone)]
pub(crate) struct Convergence<const L: usize> {
    /// Sum of the 81 masks after the last half sweep. It decreases whenever a candidate is eliminated.
    pub(crate) sum: PerLane<L>,
    /// The sum one half sweep earlier.
    pub(crate) before: PerLane<L>,
    /// Scratch memory for a half sweep, see [`Scratch`].
    scratch: Band<L>,
}

impl<const L: usize> Convergence<L> {
    /// Returns a state in which every lane has sums that no grid has, so that no lane counts as unchanged.
    pub(crate) const fn new() -> Self {
        Self { sum: PerLane([NO_SUM.0; L]), before: PerLane([NO_SUM.1; L]), scratch: [[0; L]; 27] }
    }

    /// Forgets the sums of one lane, after its grid has been replaced.
    pub(crate) fn reset(&mut self, lane: usize) {
        // Without this, the sum of the new grid could equal an old one by coincidence, and the lane would
        // count as converged before its first half sweep.
        if let (Some(sum), Some(before)) = (self.sum.0.get_mut(lane), self.before.0.get_mut(lane)) {
            (*sum, *before) = NO_SUM;
        }
    }

    /// Returns the lanes in which the last half sweep changed nothing. The next one may still eliminate candidates.
    #[inline]
    pub(crate) fn unchanged(&self) -> u64 {
        let pairs = self.sum.0.iter().zip(&self.before.0).enumerate();
        pairs.fold(0, |lanes, (lane, (sum, before))| lanes | u64::from(sum == before) << lane)
    }
}

/// Two different sums that no grid has: 81 masks sum to at most 41,391.
const NO_SUM: (u16, u16) = (0xffff, 0xfffe);

/// The result of a half sweep: three sets of lanes, with bit i for lane i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The contradictory lanes, in which a cell has no candidate left or a line lacks a digit.
    pub(crate) dead: u64,
    /// The lanes at their fixpoint, in which nothing changed in the last two half sweeps.
    pub(crate) converged: u64,
    /// The lanes whose masks have the sum of a solved grid.
    pub(crate) full: u64,
}

/// Expands `$body` three times, with `$i` a constant 0, 1 and 2. If these were loops, the compiler would not
/// unroll all of them, and each iteration would compute addresses. `cargo xtask asm` checks that no loop is
/// left.
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

/// Propagates the three bands of `from` and writes the result to `to` with rows and columns exchanged. Returns
/// the lanes that are contradictory, at their fixpoint or full.
#[inline(always)]
pub(crate) fn half_sweep<S: Simd, const L: usize>(
    s: S,
    from: &Grid<L>,
    to: &mut Grid<L>,
    convergence: &mut Convergence<L>,
) -> Marks {
    let mut sum = PerLane([0; L]);
    // The minimum is signed, so start at the largest positive value.
    let mut least = PerLane([0x7fff; L]);
    let mut seen = PerLane([ALL; L]);
    let (bands, _) = from.0.as_chunks::<27>();
    // Each band reads only `from`, so the order of bands does not matter. An elimination in one band affects
    // the other bands in the next half sweep.
    for (band, cells) in bands.iter().enumerate() {
        let mut at = 0;
        while at < L {
            // Writing transposed costs nothing extra: the addresses are constants either way.
            let mut sink = Transposed { to, band };
            sweep_band(s, cells, &mut sink, at, &mut convergence.scratch, [&mut sum, &mut least, &mut seen]);
            at += S::STEP;
        }
    }
    let mut marks = Marks { dead: 0, converged: 0, full: 0 };
    let mut at = 0;
    while at < L {
        let total = s.load(&sum.0, at);
        let empty = s.equal(s.load(&least.0, at), s.splat(0));
        let whole = s.equal(s.load(&seen.0, at), s.splat(ALL));
        // Compare with the sum two half sweeps ago: only a pair of them covers rows, columns and boxes.
        let converged = s.equal(total, s.load(&convergence.before.0, at));
        // Lanes beyond the vector have no bits in `whole`, so the complement is cut to the lanes of this
        // vector.
        marks.dead |= (s.bits(empty) | !s.bits(whole) & ones(S::STEP)) << at;
        marks.converged |= s.bits(converged) << at;
        marks.full |= s.bits(s.equal(total, s.splat(SOLVED_SUM))) << at;
        at += S::STEP;
    }
    // The sums shift by one half sweep, so `before` of the next call is the sum two half sweeps ago.
    convergence.before = convergence.sum;
    convergence.sum = sum;
    marks
}

/// Returns the lowest `n` bits, `n` in 1..=63.
const fn ones(n: usize) -> u64 {
    (1 << n) - 1
}

/// The destination of the cells of a band.
trait Sink<const L: usize> {
    /// Returns the lanes of the cell in line `r`, box `b` and column `k` of that box.
    fn place(&mut self, r: usize, b: usize, k: usize) -> &mut [u16; L];
}

/// Writes to a grid with rows and columns exchanged.
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

/// Writes to a band without exchanging rows and columns.
impl<const L: usize> Sink<L> for Band<L> {
    #[inline(always)]
    fn place(&mut self, r: usize, b: usize, k: usize) -> &mut [u16; L] {
        &mut self[r * 9 + b * 3 + k]
    }
}

/// Applies a half sweep to one puzzle in the narrow layout: its three bands in lanes 0, 1 and 2, an open band
/// in lane 3, and the same again in every four lanes that follow. `between` is scratch memory. Returns the sum
/// of the masks, and true if the puzzle is contradictory.
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
    // The three bands share each vector, so one run of the code below treats the whole puzzle.
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
    // Lanes 0 to 2 are the bands of the puzzle. Lane 3 and the repeated groups would count cells that do not
    // exist, or twice.
    let total = sum.0.iter().take(3).sum();
    let dead =
        least.0.iter().take(3).any(|&least| least == 0) || seen.0.iter().take(3).any(|&seen| seen != ALL);
    (total, dead)
}

/// Values passed from the first pass over a band to the second: for each triad, the possible digits, those
/// possible in two or more of its cells, and those of its solved cells.
///
/// With few registers the values are stored in memory. The compiler would spill them there anyway, some of
/// them twice. Storing them once, together with the barrier in [`Simd::hold`], took a half sweep from 2,233
/// to 1,940 instructions.
struct Scratch<'a, V, const L: usize> {
    memory: &'a mut Band<L>,
    registers: [V; 27],
}

impl<V: Copy, const L: usize> Scratch<'_, V, L> {
    #[inline(always)]
    // The condition is a constant of the instruction set, so only one of the two forms is compiled.
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

/// Propagates one band: reads the 27 cells of `cells`, writes 27 cells to `to`, and updates the sums of the
/// lanes.
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
    // Offsets of the three values of a triad in the scratch memory.
    const ANY: usize = 0;
    const TWICE: usize = 9;
    const SOLVED: usize = 18;
    let zero = s.splat(0);
    let mut scratch = Scratch { memory, registers: [zero; 27] };
    // First pass: what each triad allows, and sums over lines and boxes.
    let mut all = s.load(&seen.0, at);
    let mut lines = [zero; 3];
    // For each box, the digits in one triad or more, and in two or more.
    let mut boxes = [(zero, zero); 3];
    thrice!(R {
        let mut line = zero;
        thrice!(B {
            // The cells are not kept: 27 of them do not fit into 16 registers, so the second pass loads them
            // again.
            let c0 = s.load(&cells[R * 9 + B * 3], at);
            let c1 = s.load(&cells[R * 9 + B * 3 + 1], at);
            let c2 = s.load(&cells[R * 9 + B * 3 + 2], at);
            let any = s.or3(c0, c1, c2);
            scratch.put(s, at, ANY + R * 3 + B, any);
            scratch.put(s, at, TWICE + R * 3 + B, s.two_of(c0, c1, c2));
            scratch.put(s, at, SOLVED + R * 3 + B, s.or3(s.single(c0), s.single(c1), s.single(c2)));
            // `lines[R]` collects digits that are in two triads of the line: in this one and in an earlier
            // one.
            lines[R] = s.both_or(line, any, lines[R]);
            // The barrier ends the triad: memory accesses of the next one stay after it.
            line = s.hold(s.or(line, any));
            let (box_any, box_twice) = boxes[B];
            boxes[B] = (s.or(box_any, any), s.both_or(box_any, any, box_twice));
        });
        // Only lines are checked for missing digits. A box that lacks a digit nearly always leads to a
        // contradiction elsewhere: checking boxes as well saves only 0.02 % of the half sweeps.
        all = s.and(all, line);
    });
    s.store(&mut seen.0, at, all);
    // Without this barrier the compiler keeps the 27 masks loaded above, that is, spills and reloads them.
    // With one lane per vector it would prevent the loop over lanes from being vectorized (seven times
    // slower).
    let cells = if S::STEP > 1 { core::hint::black_box(cells) } else { cells };
    if S::FEW_REGISTERS {
        scratch.memory = core::hint::black_box(scratch.memory);
    }
    // Second pass, step 1.
    let mut must = [[zero; 3]; 3];
    thrice!(R {
        thrice!(B {
            let any = scratch.get(s, at, ANY + R * 3 + B);
            let solved = scratch.get(s, at, SOLVED + R * 3 + B);
            must[R][B] = s.or(solved, s.without_both(any, lines[R], boxes[B].1));
        });
    });
    // Steps 2 to 4, triad by triad. Sum and minimum are gathered on the way, while the cells are in
    // registers.
    let mut total = s.load(&sum.0, at);
    let mut min = s.load(&least.0, at);
    thrice!(B {
        thrice!(R {
            let in_line = s.or(must[R][(B + 1) % 3], must[R][(B + 2) % 3]);
            let in_box = s.or(must[(R + 1) % 3][B], must[(R + 2) % 3][B]);
            let rest = s.without(s.splat(0xffff), must[R][B]);
            // Steps 2 and 3 in one removal, before step 4 looks at what remains.
            let gone = s.gone_if_three(must[R][B], rest, s.or(in_line, in_box));
            let others = s.or(rest, scratch.get(s, at, TWICE + R * 3 + B));
            thrice!(K {
                // `prefer_but` keeps only the digits that this triad must hold and no other of its cells
                // allows, if there is one: the hidden single.
                let c = s.without(s.load(&cells[R * 9 + B * 3 + K], at), gone);
                let c = s.prefer_but(c, others);
                total = s.add(total, c);
                min = s.min(min, c);
                s.store(to.place(R, B, K), at, c);
            });
            // Without the barrier the compiler adds the 27 masks up as a tree, with all of them spilled.
            total = s.hold(total);
            min = s.hold(min);
        });
    });
    s.store(&mut sum.0, at, total);
    s.store(&mut least.0, at, min);
}
