//! Where to branch when nothing follows any more.

use crate::layout::{FLAT, Flat, PEERS};

/// The cell to branch on: among the cells with two candidates, one whose peers lose most.
#[inline(always)]
pub(crate) fn choose(cells: &Flat) -> usize {
    let c = &cells.0;
    let mut weight = [0u16; FLAT];
    let mut two = [0u8; FLAT];
    for i in 0..FLAT {
        let rest = c[i] & c[i].wrapping_sub(1);
        let more = rest & rest.wrapping_sub(1);
        let is_two = rest != 0 && more == 0;
        two[i] = u8::from(is_two);
        weight[i] = if rest == 0 {
            0
        } else if is_two {
            3
        } else {
            1
        };
    }
    let mut best = usize::MAX;
    let mut best_score = 0;
    for (i, peers) in PEERS.iter().enumerate() {
        if two[i] == 0 {
            continue;
        }
        let mut score = 0u16;
        for j in 0..FLAT {
            let hit = if c[j] & c[i] != 0 { 0xffff } else { 0 };
            score += weight[j] & peers.0[j] & hit;
        }
        if best == usize::MAX || score > best_score {
            best = i;
            best_score = score;
        }
    }
    if best != usize::MAX {
        return best;
    }
    let mut fewest = u32::MAX;
    for (i, &mask) in c.iter().enumerate() {
        let n = mask.count_ones();
        if n > 1 && n < fewest {
            fewest = n;
            best = i;
        }
    }
    best
}
