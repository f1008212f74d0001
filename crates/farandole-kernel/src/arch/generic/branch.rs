//! Branching heuristic: fewest candidates first, ties by the effect on the peers.
//!
//! A cell with two candidates is best; among those, one whose candidates occur in many peers. With
//! `n(x)` the number of open peers that hold some candidate of `x`, peers with two candidates counted three
//! times because they become solved, the score of {a, b} is `n(ab) + min(n(a), n(b))`. The first score that is high enough
//! is taken. Other scores that were measured: docs/experiments/2026-11-21-kernel.md.
//!
//! On the first path down several independent bivalue cells are decided at once; see [`Choice`].
//!
//! Source: fewest candidates first is the fail-first principle of R. Haralick and G. Elliott, Increasing tree search
//! efficiency for constraint satisfaction problems, Artificial Intelligence 14 (1980). The score is our own.

use crate::layout::{Grid, PAIRS, PEERS, Planes, Snapshot};
use crate::simd::Simd;

/// Cells with two candidates that are scored; the rest is not worth the time. Scoring no more than 10 costs 9 %
/// more guesses on top1465 and 2 % on the hardest list, no limit saves none.
const SCORED: u32 = 16;

/// The score at which a cell is taken without looking at the rest; a quarter of the number of open cells comes on top.
/// Cells scored, half sweeps and guesses on samples of top1465 and of the hardest list: 67, 95.8, 6.83 and 567, 710,
/// 59.1 without it; 51, 96.1, 6.86 and 444, 714, 59.4 so; 43, 98.0, 7.04 and 366, 720, 60.0 with 10. A score of 22
/// however many cells are open: 49, 97.2, 6.95 and 440, 713, 59.4.
const ENOUGH: u32 = 12;

/// Copies a lane out and returns the cells to branch on.
#[inline(always)]
pub(crate) fn split<S: Simd, const L: usize>(
    s: S,
    from: &Grid<L>,
    lane: usize,
    most: usize,
    to: &mut Snapshot,
) -> Choice {
    s.copy_out::<L, false>(from, lane, to);
    choose(s, to, most)
}

/// Cells to branch on at once, packed so that they stay in a register: the first cell in the lowest byte, up to
/// three more above it, their number in byte 4, and in byte 5 whether all open cells have two candidates.
#[derive(Clone, Copy)]
pub(crate) struct Choice(u64);

/// Most cells to branch on at once.
pub(crate) const MOST: usize = 4;

impl Choice {
    #[inline(always)]
    const fn one(cell: usize) -> Self {
        Self(cell as u64 | 1 << 32)
    }
    #[inline(always)]
    const fn all_bivalue(cell: usize) -> Self {
        Self(cell as u64 | 1 << 32 | 1 << 40)
    }
    const fn with(self, cell: usize) -> Self {
        Self((self.0 | (cell as u64) << (8 * self.len())) + (1 << 32))
    }
    /// How many cells there are, 1 to [`MOST`].
    #[inline(always)]
    pub(crate) const fn len(self) -> usize {
        (self.0 >> 32 & 0xff) as usize
    }
    #[inline(always)]
    pub(crate) const fn cell(self, i: usize) -> usize {
        (self.0 >> (8 * i) & 0xff) as usize
    }
    /// Whether all open cells have two candidates. After propagation each of these is then in two cells of a house
    /// or in none, so that exchanging the two candidates of every cell makes a solution of a solution.
    #[inline(always)]
    pub(crate) const fn is_all_bivalue(self) -> bool {
        self.0 >> 40 != 0
    }
}

/// The cells to branch on, at most `most`. There must be a cell with two or more candidates.
#[inline(always)]
fn choose<S: Simd>(s: S, cells: &Snapshot, most: usize) -> Choice {
    if most > 1 {
        let [open, pairs] = s.open_and_pairs(cells);
        let count = |set: [u64; 2]| set[0].count_ones() + set[1].count_ones();
        if open == pairs {
            return Choice::all_bivalue(first(pairs));
        }
        if 3 * count(pairs) >= count(open) {
            return independent_pairs(cells, pairs, most);
        }
    }
    let Planes(planes) = s.planes(cells);
    let pairs = planes[PAIRS];
    if pairs == [0; 2] {
        return Choice::one(fewest(cells, &planes));
    }
    let high_pairs = 0x1_ffff | pairs[1] << 20 | pairs[1] << 40;
    let mut open = [0; 2];
    let (mut lows, mut highs) = ([0; 16], [0; 16]);
    for (digit, &[low, high]) in planes[..PAIRS].iter().enumerate() {
        open = [open[0] | low, open[1] | high];
        (lows[digit], highs[digit]) = (low, high.wrapping_mul(0x100_0010_0001));
    }
    if open == pairs {
        return Choice::all_bivalue(first(pairs));
    }
    let enough = ENOUGH + (open[0].count_ones() + open[1].count_ones()) / 4;
    // The score above seven bits of the cell's complement, so that the first of the best wins without a jump.
    let mut best = 0;
    let mut left = SCORED;
    'cells: for (half, base) in [0, 64].into_iter().enumerate() {
        let mut todo = pairs[half];
        let now = todo.count_ones().min(left);
        left -= now;
        for _ in 0..now {
            let cell = (base + todo.trailing_zeros() as usize).min(80);
            todo &= todo.wrapping_sub(1);
            let mask = u32::from(cells.0[cell]);
            let (a, b) = ((mask.trailing_zeros() & 15) as usize, (31 - mask.leading_zeros()) as usize & 15);
            let near = PeerSets {
                low: PEERS[cell][0],
                low_pairs: PEERS[cell][0] & pairs[0],
                high: PEERS[cell][1] & high_pairs,
            };
            let score = near.weight(lows[a] | lows[b], highs[a] | highs[b])
                + near.weight(lows[a], highs[a]).min(near.weight(lows[b], highs[b]));
            best = best.max((score + 1) * 128 - cell as u32);
            if score >= enough {
                break 'cells;
            }
        }
    }
    Choice::one((128 - best % 128) as usize % 128)
}

/// The first cell of a set, 64 or more of none.
#[inline(always)]
const fn first(set: [u64; 2]) -> usize {
    (if set[0] != 0 { set[0].trailing_zeros() } else { 64 + set[1].trailing_zeros() }) as usize
}

/// The first pair and the next that see none of those chosen and share no candidate with them.
#[inline]
fn independent_pairs(cells: &Snapshot, [low, high]: [u64; 2], most: usize) -> Choice {
    let mut left = u128::from(low) | u128::from(high) << 64;
    let mut last = first([low, high]).min(80);
    let mut choice = Choice::one(last);
    let mut taken = cells.0[last];
    while choice.len() < most {
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

/// The peers of a cell: cells 0..=63, those of them with two candidates, and cells 64..=80 at bit 0 and, if they
/// have two candidates, at bits 20 and 40 too.
struct PeerSets {
    low: u64,
    low_pairs: u64,
    high: u64,
}

impl PeerSets {
    /// How many of them are in the set, those with two candidates counted three times.
    #[inline(always)]
    fn weight(&self, low: u64, high: u64) -> u32 {
        let pairs = (low & self.low_pairs).count_ones();
        (low & self.low).count_ones() + 2 * pairs + (high & self.high).count_ones()
    }
}

/// Among the open cells with fewest candidates, the one with most open peers that share one of them.
#[inline(always)]
fn fewest(cells: &Snapshot, planes: &[[u64; 2]; 10]) -> usize {
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
                sharing = [sharing[0] | plane[0], sharing[1] | plane[1]];
            }
        }
        let peers = &PEERS[cell];
        let near = (sharing[0] & peers[0]).count_ones() + (sharing[1] & peers[1] & 0x1_ffff).count_ones();
        if near >= most {
            (best, most) = (cell, near + 1);
        }
    }
    best
}
