//! Variable ordering: fewest candidates first (fail-first), ties broken by the effect on the peers.
//!
//! A bivalue cell (two candidates) is best, preferably one whose candidates occur in many peers. Let `n(x)` be
//! the number of open peers that have some candidate of the set `x`; bivalue peers count three times, because
//! they become solved. The score of a cell with the candidates {a, b} is `n(ab) + min(n(a), n(b))`. The first
//! cell whose score is high enough is taken. On the hardest list, using `n(ab)` alone as the score takes 6 %
//! more guesses, and always taking the first bivalue cell takes more than twice as many. Other scores, and the
//! puzzle lists named below, are described in docs/experiments/2026-11-21-kernel.md.
//!
//! On the first path down, several independent bivalue cells are decided at once; see [`Choice`] and [`Breadth`].
//!
//! Cost: copying a lane out and choosing its cell takes about 1,100 instructions, most of them for scores. On
//! hard lists this is as much as propagation. On puzzles with many solutions, almost any cell would do, and the
//! work on scores is wasted.
//!
//! Source: fewest candidates first is the fail-first principle of R. Haralick and G. Elliott, Increasing tree
//! search efficiency for constraint satisfaction problems, Artificial Intelligence 14 (1980). The score is
//! our own.

use crate::layout::{Grid, PAIRS, PEERS, Planes, Snapshot};
use crate::simd::Simd;

/// Maximum number of bivalue cells scored. A limit of 10 takes 9 % more guesses on top1465 and 2 % more on the
/// hardest list. Having no limit does not save guesses.
const SCORED: u32 = 16;

/// Base of the score at which a cell is chosen immediately. The threshold is this value plus a quarter of the number
/// of open cells.
///
/// On the hardest list, this saves a fifth of the scores at the cost of 0.5 % more guesses. A value of 10 would
/// save a third, at the cost of 1.5 %. A fixed threshold of 22 does as well on that list, but takes 1 % more
/// half sweeps on top1465.
const ENOUGH: u32 = 12;

/// The number of cells that a branch may decide.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Breadth {
    /// One cell, the one with the best score.
    One,
    /// Several cells at once, if many of the open cells are bivalue.
    SeveralOfMany,
    /// Several cells at once, if any cell is bivalue. There are no scores then.
    Several,
}

/// Copies a lane out and returns the cells to branch on.
#[inline(always)]
pub(crate) fn split<S: Simd, const L: usize>(
    s: S,
    from: &Grid<L>,
    lane: usize,
    breadth: Breadth,
    to: &mut Snapshot,
) -> Choice {
    s.copy_out::<L, false>(from, lane, to);
    choose(s, to, breadth)
}

/// Cells to branch on at once, packed into a register.
///
/// Bytes 0 to 3 hold the cells, byte 4 their number, and byte 5 is 1 if all open cells have two candidates.
#[derive(Clone, Copy)]
pub(crate) struct Choice(u64);

/// Maximum number of cells decided at once. On puzzles with many solutions, six cells take 20 % more guesses
/// than four, and as many half sweeps.
pub(crate) const MOST: usize = 4;

impl Choice {
    #[inline(always)]
    const fn one(cell: usize) -> Self {
        Self(cell as u64 | 1 << 32)
    }
    /// Returns a choice of one cell in a state in which all open cells have two candidates.
    #[inline(always)]
    const fn all_bivalue(cell: usize) -> Self {
        Self(cell as u64 | 1 << 32 | 1 << 40)
    }
    /// Returns the choice with another cell added. The choice must have fewer than [`MOST`] cells.
    const fn with(self, cell: usize) -> Self {
        Self((self.0 | (cell as u64) << (8 * self.len())) + (1 << 32))
    }
    /// Returns the number of cells, 1 to [`MOST`].
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        (self.0 >> 32 & 0xff) as usize
    }
    /// Returns the `i`-th cell, counted from 0.
    #[inline(always)]
    pub(crate) const fn cell(self, i: usize) -> usize {
        (self.0 >> (8 * i) & 0xff) as usize
    }
    /// Returns true if all open cells have two candidates.
    ///
    /// At a fixpoint, each candidate is then in two cells of a house or in none. Exchanging the two
    /// candidates of every open cell therefore turns a solution into another one.
    #[inline(always)]
    pub(crate) const fn is_all_bivalue(self) -> bool {
        self.0 >> 40 != 0
    }
}

/// Returns the cells to branch on. There must be an open cell.
#[inline(always)]
fn choose<S: Simd>(s: S, cells: &Snapshot, breadth: Breadth) -> Choice {
    if breadth != Breadth::One {
        // Several cells at once need only the sets of open and bivalue cells, not a plane per digit.
        let [open, pairs] = s.open_and_pairs(cells);
        let count = |set: [u64; 2]| set[0].count_ones() + set[1].count_ones();
        if open == pairs {
            return Choice::all_bivalue(first(pairs));
        }
        // A quarter instead of a third would save 4 % of the half sweeps on puzzles with many solutions, but
        // take 1 % more of them on top1465.
        let has_enough =
            if breadth == Breadth::Several { pairs != [0; 2] } else { 3 * count(pairs) >= count(open) };
        if has_enough {
            return independent_pairs(cells, pairs);
        }
    }
    let Planes(planes) = s.planes(cells);
    let pairs = planes[PAIRS];
    if pairs == [0; 2] {
        return Choice::one(fewest(cells, &planes));
    }
    // Cells 64..=80 count once at bit 0; bivalue ones count twice more, at bits 20 and 40.
    let high_pairs = 0x1_ffff | pairs[1] << 20 | pairs[1] << 40;
    let mut open = [0; 2];
    let (mut lows, mut highs) = ([0; 16], [0; 16]);
    // Multiplying by 2^0 + 2^20 + 2^40 makes the three copies.
    for (digit, &[low, high]) in planes[..PAIRS].iter().enumerate() {
        open = [open[0] | low, open[1] | high];
        (lows[digit], highs[digit]) = (low, high.wrapping_mul(0x100_0010_0001));
    }
    if open == pairs {
        return Choice::all_bivalue(first(pairs));
    }
    let enough = ENOUGH + (open[0].count_ones() + open[1].count_ones()) / 4;
    // The score, above seven bits with 128 minus the cell. `max` then prefers the first of several cells with
    // the same score, without a branch.
    let mut best = 0;
    let mut left = SCORED;
    'cells: for (half, base) in [0, 64].into_iter().enumerate() {
        let mut todo = pairs[half];
        // A counted loop: the number of cells is known before it starts.
        let now = todo.count_ones().min(left);
        left -= now;
        for _ in 0..now {
            // The `min` cannot take effect; it removes the bounds checks below.
            let cell = (base + todo.trailing_zeros() as usize).min(80);
            todo &= todo.wrapping_sub(1);
            // The two candidates, as indices of planes.
            let mask = u32::from(cells.0[cell]);
            let (a, b) = ((mask.trailing_zeros() & 15) as usize, (31 - mask.leading_zeros()) as usize & 15);
            let near = PeerSets {
                low: PEERS[cell][0],
                low_pairs: PEERS[cell][0] & pairs[0],
                high: PEERS[cell][1] & high_pairs,
            };
            let score = near.weight(lows[a] | lows[b], highs[a] | highs[b])
                + near.weight(lows[a], highs[a]).min(near.weight(lows[b], highs[b]));
            // `score + 1`, because the cell is subtracted.
            best = best.max((score + 1) * 128 - cell as u32);
            if score >= enough {
                break 'cells;
            }
        }
    }
    Choice::one((128 - best % 128) as usize % 128)
}

/// Returns the first cell of a set, or a value of 64 or more if it is empty.
#[inline(always)]
const fn first(set: [u64; 2]) -> usize {
    (if set[0] != 0 { set[0].trailing_zeros() } else { 64 + set[1].trailing_zeros() }) as usize
}

/// Returns the first bivalue cell, and up to `MOST - 1` later ones. No chosen cell is a peer of another one,
/// and no two chosen cells share a candidate.
///
/// If cells may share candidates, there are 16 % more guesses and as many half sweeps.
#[inline]
fn independent_pairs(cells: &Snapshot, [low, high]: [u64; 2]) -> Choice {
    // Both halves in one word, so that the scan for the next cell needs no case distinction.
    let mut left = u128::from(low) | u128::from(high) << 64;
    let mut last = first([low, high]).min(80);
    let mut choice = Choice::one(last);
    let mut taken = cells.0[last];
    while choice.len() < MOST {
        let peers = &PEERS[last];
        left &= !(u128::from(peers[0]) | u128::from(peers[1] & 0x1_ffff) << 64);
        last = left.trailing_zeros() as usize;
        while last < 81 && cells.0[last] & taken != 0 {
            left &= left - 1;
            last = left.trailing_zeros() as usize;
        }
        if last > 80 {
            break;
        }
        taken |= cells.0[last];
        choice = choice.with(last);
    }
    choice
}

/// The peers of a cell, prepared for counting.
///
/// `low` holds all peers among cells 0..=63, and `low_pairs` the bivalue ones. `high` holds all peers among
/// cells 64..=80 at bit 0, and the bivalue ones again at bits 20 and 40.
struct PeerSets {
    low: u64,
    low_pairs: u64,
    high: u64,
}

impl PeerSets {
    /// Returns the number of peers in a set, with bivalue peers counted three times. `high` holds three copies
    /// of its cells, at bits 0, 20 and 40.
    #[inline(always)]
    fn weight(&self, low: u64, high: u64) -> u32 {
        let pairs = (low & self.low_pairs).count_ones();
        (low & self.low).count_ones() + 2 * pairs + (high & self.high).count_ones()
    }
}

/// Returns the open cell with the fewest candidates. Ties are broken by the number of open peers that share a
/// candidate with the cell. There must be no bivalue cell.
#[inline(always)]
fn fewest(cells: &Snapshot, planes: &[[u64; 2]; 10]) -> usize {
    // Solved cells are not candidates for branching, and must not win as the ones with the fewest candidates.
    let open = |mask: u16| if mask.count_ones() < 2 { u32::MAX } else { mask.count_ones() };
    let least = cells.0.iter().take(81).fold(u32::MAX, |least, &mask| least.min(open(mask)));
    let (mut best, mut most) = (0, 0);
    for (cell, &mask) in cells.0.iter().enumerate().take(81) {
        if open(mask) != least {
            continue;
        }
        let mut sharing = [0; 2];
        for (digit, plane) in planes.iter().enumerate() {
            if mask >> digit & 1 != 0 {
                // The union of planes counts a peer once, however many of the candidates it shares.
                sharing = [sharing[0] | plane[0], sharing[1] | plane[1]];
            }
        }
        let peers = &PEERS[cell];
        let near = (sharing[0] & peers[0]).count_ones() + (sharing[1] & peers[1] & 0x1_ffff).count_ones();
        // The first cell always qualifies; later ones need a strictly higher count.
        if near >= most {
            (best, most) = (cell, near + 1);
        }
    }
    best
}
