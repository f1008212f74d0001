//! Where to branch when nothing follows any more.
//!
//! A cell with two candidates is best; among those, one where either candidate takes much from its peers. With
//! `n(x)` the number of open peers that hold some candidate of `x`, peers with two candidates counted three
//! times because they become solved, the score of {a, b} is `n(ab) + min(n(a), n(b))`.
//!
//! Guesses a puzzle (limit 2) by other scores, at the time of writing, on top1465 and on the hardest list:
//! this one 6.2 and 60.5; `n(ab)` alone 6.7 and 64.3; `n(a) + n(b)` 6.9 and 65.2; `n(a) * n(b)` 6.9 and 64.7;
//! `max` 8.0 and 76.5; counting only peers with two candidates 7.8 and 82.7; the first such cell 20 and 141.
//! Without a cell of two candidates, the two places of a digit in a house did worse than a cell with three
//! (64.8 against 62.6 on the hardest list).

use crate::layout::{Flat, Grid, PAIRS, PEERS, Planes};
use crate::simd::Simd;

/// Cells with two candidates that are scored; the rest is not worth the time. Scoring no more than 10 costs 9 %
/// more guesses on top1465 and 2 % on the hardest list, no limit saves none.
const SCORED: u32 = 16;

/// Copies a lane out and returns the cell to branch on.
#[inline(always)]
pub(crate) fn split<S: Simd, const L: usize>(s: S, from: &Grid<L>, lane: usize, to: &mut Flat) -> usize {
    s.copy_out(from, lane, to);
    choose(s, to)
}

/// The cell to branch on. There must be a cell with two or more candidates.
#[inline(always)]
fn choose<S: Simd>(s: S, cells: &Flat) -> usize {
    let Planes(planes) = s.planes(cells);
    let pairs = planes[PAIRS];
    if pairs == [0; 2] {
        return fewest(cells, &planes);
    }
    // For each digit its open cells, the high part once for each of the three counts below. Four bits index
    // it without a check.
    let mut sets = [[0; 2]; 16];
    for (set, plane) in sets.iter_mut().zip(&planes) {
        *set = [plane[0], plane[1].wrapping_mul(0x100_0010_0001)];
    }
    let high_pairs = 0x1_ffff | pairs[1] << 20 | pairs[1] << 40;
    // The score above seven bits of the cell's complement, so that the first of the best wins without a jump.
    let mut best = 0;
    let mut left = SCORED;
    for (half, base) in [0, 64].into_iter().enumerate() {
        let mut todo = pairs[half];
        while todo != 0 && left != 0 {
            let cell = (base + todo.trailing_zeros() as usize).min(80);
            todo &= todo - 1;
            left -= 1;
            let mask = cells.0[cell];
            let a = &sets[mask.trailing_zeros() as usize & 15];
            let b = &sets[mask.leading_zeros() as usize & 15 ^ 15];
            let near = Near {
                low: PEERS[cell][0],
                low_pairs: PEERS[cell][0] & pairs[0],
                high: PEERS[cell][1] & high_pairs,
            };
            let score = 1 + near.weigh(&[a[0] | b[0], a[1] | b[1]]) + near.weigh(a).min(near.weigh(b));
            best = best.max(score << 7 | (127 - cell as u32));
        }
    }
    (127 - (best & 127)) as usize
}

/// The peers of a cell: cells 0..=63, those of them with two candidates, and cells 64..=80 at bit 0 and, if they
/// have two candidates, at bits 20 and 40 too.
struct Near {
    low: u64,
    low_pairs: u64,
    high: u64,
}

impl Near {
    /// How many of them are in the set, those with two candidates counted three times.
    #[inline(always)]
    fn weigh(&self, set: &[u64; 2]) -> u32 {
        let pairs = (set[0] & self.low_pairs).count_ones();
        (set[0] & self.low).count_ones() + 2 * pairs + (set[1] & self.high).count_ones()
    }
}

/// Among the open cells with fewest candidates, the one with most open peers that share one of them.
#[inline(always)]
fn fewest(cells: &Flat, planes: &[[u64; 2]; 10]) -> usize {
    let mut best = 0;
    let mut best_score = 0;
    for (cell, &mask) in cells.0.iter().enumerate().take(81) {
        let n = mask.count_ones();
        if n < 2 {
            continue;
        }
        let mut sharing = [0; 2];
        for (digit, plane) in planes.iter().enumerate() {
            if mask >> digit & 1 != 0 {
                sharing[0] |= plane[0];
                sharing[1] |= plane[1];
            }
        }
        let peers = &PEERS[cell];
        let near = (sharing[0] & peers[0]).count_ones() + (sharing[1] & peers[1] & 0x1_ffff).count_ones();
        let score = (10 - n) * 100 + near;
        if score > best_score {
            best_score = score;
            best = cell;
        }
    }
    best
}
