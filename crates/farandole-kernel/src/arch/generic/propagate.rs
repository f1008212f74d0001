//! One half sweep: the rules of rows and boxes applied to three bands, written once for every instruction set.
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
//! Source for the first two: the triads of T. Dillon's tdoku (documentation) and the locked candidates of any
//! technique guide; the arrangement is our own.

use crate::layout::{ALL, Grid, PerLane, SOLVED_SUM};
use crate::simd::Simd;

/// What the caller keeps between half sweeps, for each lane.
#[derive(Clone)]
pub(crate) struct Book<const L: usize> {
    /// Sum of the 81 masks after the last half sweep. It falls whenever a candidate goes.
    pub(crate) sum: PerLane<L>,
    /// The sum one half sweep earlier.
    pub(crate) before: PerLane<L>,
}

impl<const L: usize> Book<L> {
    /// Sums that no grid has, so that nothing counts as unchanged.
    pub(crate) const fn new() -> Self {
        Self { sum: PerLane([FRESH.0; L]), before: PerLane([FRESH.1; L]) }
    }

    /// Forgets the sums of one lane.
    pub(crate) fn reset(&mut self, lane: usize) {
        if let (Some(sum), Some(before)) = (self.sum.0.get_mut(lane), self.before.0.get_mut(lane)) {
            (*sum, *before) = FRESH;
        }
    }
}

/// Two different sums that no grid has.
const FRESH: (u16, u16) = (0xffff, 0xfffe);

/// What a half sweep found, one bit for each lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Marks {
    /// A cell has no candidate left or a house lacks a digit.
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
    book: &mut Book<L>,
) -> Marks {
    let mut sum = PerLane([0; L]);
    let mut least = PerLane([0x7fff; L]);
    let mut seen = PerLane([ALL; L]);
    let (bands, _) = from.0.as_chunks::<27>();
    for (band, cells) in bands.iter().enumerate() {
        let mut at = 0;
        while at < L {
            let mut sink = Turned { to, band };
            sweep_band(s, cells, &mut sink, at, [&mut sum, &mut least, &mut seen]);
            at += S::STEP;
        }
    }
    let mut marks = Marks { dead: 0, settled: 0, full: 0 };
    let mut at = 0;
    while at < L {
        let total = s.load(&sum.0, at);
        let empty = s.equal(s.load(&least.0, at), s.splat(0));
        let whole = s.equal(s.load(&seen.0, at), s.splat(ALL));
        let settled = s.equal(total, s.load(&book.before.0, at));
        marks.dead |= (s.bits(empty) | !s.bits(whole) & ones(S::STEP)) << at;
        marks.settled |= s.bits(settled) << at;
        marks.full |= s.bits(s.equal(total, s.splat(SOLVED_SUM))) << at;
        at += S::STEP;
    }
    book.before = book.sum;
    book.sum = sum;
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
struct Turned<'a, const L: usize> {
    to: &'a mut Grid<L>,
    band: usize,
}

impl<const L: usize> Sink<L> for Turned<'_, L> {
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

/// 27 cells.
pub(crate) type Band<const L: usize> = [[u16; L]; 27];

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
    let mut at = 0;
    while at < L {
        sweep_band(s, from, between, at, [&mut sum, &mut least, &mut seen]);
        at += S::STEP;
    }
    thrice!(R {
        thrice!(K {
            s.turn(between, to, R, K);
        });
    });
    let total = sum.0.iter().take(3).sum();
    let dead =
        least.0.iter().take(3).any(|&least| least == 0) || seen.0.iter().take(3).any(|&seen| seen != ALL);
    (total, dead)
}

/// One band of `half_sweep`: 27 cells in, 27 cells out.
#[inline(always)]
fn sweep_band<S: Simd, const L: usize>(
    s: S,
    cells: &Band<L>,
    to: &mut impl Sink<L>,
    at: usize,
    [sum, least, seen]: [&mut PerLane<L>; 3],
) {
    let zero = s.splat(0);
    let mut any = [[zero; 3]; 3];
    let mut twice = [[zero; 3]; 3];
    let mut must = [[zero; 3]; 3];
    thrice!(R {
        thrice!(B {
            let c0 = s.load(&cells[R * 9 + B * 3], at);
            let c1 = s.load(&cells[R * 9 + B * 3 + 1], at);
            let c2 = s.load(&cells[R * 9 + B * 3 + 2], at);
            any[R][B] = s.or3(c0, c1, c2);
            twice[R][B] = s.two_of(c0, c1, c2);
            must[R][B] = s.or3(s.single(c0), s.single(c1), s.single(c2));
        });
    });
    let mut all = s.load(&seen.0, at);
    let mut lines = [zero; 3];
    let mut boxes = [zero; 3];
    thrice!(I {
        lines[I] = s.two_of(any[I][0], any[I][1], any[I][2]);
        boxes[I] = s.two_of(any[0][I], any[1][I], any[2][I]);
        all = s.and(all, s.or3(any[I][0], any[I][1], any[I][2]));
        all = s.and(all, s.or3(any[0][I], any[1][I], any[2][I]));
    });
    s.store(&mut seen.0, at, all);
    thrice!(R {
        thrice!(B {
            must[R][B] = s.or(must[R][B], s.without_both(any[R][B], lines[R], boxes[B]));
        });
    });
    // Without this the compiler keeps the 27 masks it has loaded above, which means that it stores them again.
    // (In single lanes it would keep the loop over lanes from becoming vector code.)
    let cells = if S::STEP > 1 { core::hint::black_box(cells) } else { cells };
    // The same for these: kept in registers as long as possible, they push out everything else (4 % with AVX2).
    let (must, twice) = if S::FEW_REGISTERS { core::hint::black_box((must, twice)) } else { (must, twice) };
    let mut total = s.load(&sum.0, at);
    let mut min = s.load(&least.0, at);
    thrice!(B {
        thrice!(R {
            let in_line = s.or(must[R][(B + 1) % 3], must[R][(B + 2) % 3]);
            let in_box = s.or(must[(R + 1) % 3][B], must[(R + 2) % 3][B]);
            let stay = s.only_if_three(s.without(s.splat(ALL), s.or(in_line, in_box)), must[R][B]);
            let hidden = s.without(must[R][B], twice[R][B]);
            thrice!(K {
                let c = s.and(s.load(&cells[R * 9 + B * 3 + K], at), stay);
                let c = s.prefer(c, hidden);
                total = s.add(total, c);
                min = s.min(min, c);
                s.store(to.place(R, B, K), at, c);
            });
        });
    });
    s.store(&mut sum.0, at, total);
    s.store(&mut least.0, at, min);
}
