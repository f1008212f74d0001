//! Greedy clique covers: terms of one weight whose cells are peers of each other.

use super::peers::Peers;
use farandole_cover::Random;

/// Maximum number of terms grouped at once: a set of terms is one 128-bit word.
// 128 terms suffice for the sums of a 9x9 grid. Longer sums are cut into chunks. Their groups are correct,
// but may be smaller.
const TOGETHER: usize = 128;
/// Maximum number of terms for which a small adjacency table suffices. Most sums are this short.
const FEW: usize = 16;
/// Maximum number of cells in a group. There are at most 16 values, so more cells cannot all differ.
const GROUP: usize = 16;

/// Least number of terms for which several covers are tried, since the bounds of a long sum depend
/// on the cover. Derived sums are shorter, so only sums of the puzzle incur this cost.
const LONG: usize = 25;
/// Number of random orders tried for a long sum. The best of these covers reduces `Long sums 1`
/// from 136,081 guesses to 139.
const ORDERS: usize = 64;

/// Splits terms into cliques and calls `visit` for each of them. The terms of a clique have one weight, and
/// their cells are peers of each other. The cover is greedy: it takes the largest clique first. For a long
/// sum, several covers are computed, and the cover with the greatest sum of squared clique sizes is used,
/// because large cliques give tight bounds.
pub(crate) fn each_clique(terms: &[(u16, i32)], peers: &Peers, visit: impl FnMut(&[(u16, i32)])) {
    each_of(terms, peers, if terms.len() < LONG { each_greedy } else { each_of_best }, visit);
}

/// Splits terms into cliques as [`each_clique`] does, but always uses the first greedy cover, which is
/// faster for a long sum.
pub(crate) fn each_clique_at_once(terms: &[(u16, i32)], peers: &Peers, visit: impl FnMut(&[(u16, i32)])) {
    each_of(terms, peers, each_greedy, visit);
}

/// A function that covers terms by cliques. It receives the number of terms, a bit set of the adjacent terms
/// for each term, and a callback for each clique.
type Cover = fn(usize, &[u128], &mut dyn FnMut(u128));

fn each_of(terms: &[(u16, i32)], peers: &Peers, cover: Cover, mut visit: impl FnMut(&[(u16, i32)])) {
    if terms.len() <= FEW {
        // Here, `chunks` yields all terms at once, or nothing for a sum without terms.
        terms.chunks(FEW).for_each(|terms| cliques_of::<FEW>(terms, peers, cover, &mut visit));
    } else {
        terms.chunks(TOGETHER).for_each(|terms| cliques_of::<TOGETHER>(terms, peers, cover, &mut visit));
    }
}

/// Visits the cliques of at most N terms.
fn cliques_of<const N: usize>(
    terms: &[(u16, i32)],
    peers: &Peers,
    cover: Cover,
    visit: &mut impl FnMut(&[(u16, i32)]),
) {
    let mut near = [0_u128; N];
    for (a, &(one, weight)) in terms.iter().enumerate() {
        // Terms of different weights cannot share a group, since exchanging their values changes the sum.
        for (b, &(other, _)) in terms.iter().enumerate().take(a).filter(|(_, term)| term.1 == weight) {
            if peers.differ(one, other) {
                near[a] |= 1 << b;
                near[b] |= 1 << a;
            }
        }
    }
    cover(terms.len(), &near, &mut |clique| {
        let (mut group, mut size) = ([(0, 0); GROUP], 0);
        each_bit(clique, |at| {
            group[size] = terms[at];
            size += 1;
        });
        visit(&group[..size]);
    });
}

/// Visits the cliques of the best cover among those for several random orders of the terms.
fn each_of_best(count: usize, near: &[u128], visit: &mut dyn FnMut(u128)) {
    let cover = |count: usize, near: &[u128]| {
        let mut cover = Vec::new();
        each_greedy(count, near, &mut |clique| cover.push(clique));
        cover
    };
    // One large clique restricts the least and greatest sum more than several small cliques.
    let weight = |cover: &[u128]| cover.iter().map(|clique| clique.count_ones().pow(2)).sum::<u32>();
    let mut best = cover(count, near);
    // The seed is the length, so that the same sum always gets the same cover.
    let mut random = Random::new(count as u64);
    let mut order: Vec<usize> = (0..count).collect();
    for _ in 0..ORDERS {
        random.shuffle(&mut order);
        let mut place = [0; TOGETHER];
        order.iter().enumerate().for_each(|(at, &term)| place[term] = at);
        let mut shuffled = [0; TOGETHER];
        for (at, &term) in order.iter().enumerate() {
            // The terms are renumbered, because the greedy choice prefers terms with small numbers.
            each_bit(near[term], |other| shuffled[at] |= 1 << place[other]);
        }
        let found = cover(count, &shuffled);
        if weight(&found) > weight(&best) {
            best = found.into_iter().map(|clique| moved(clique, &order)).collect();
        }
    }
    best.into_iter().for_each(visit);
}

/// Maps a set of positions to the set of terms at these positions.
fn moved(set: u128, order: &[usize]) -> u128 {
    let mut moved = 0;
    each_bit(set, |at| moved |= 1 << order[at]);
    moved
}

/// Visits the cliques of a greedy cover, the largest first.
fn each_greedy(count: usize, near: &[u128], visit: &mut dyn FnMut(u128)) {
    let mut rest = u128::MAX >> (TOGETHER - count);
    while rest != 0 {
        let best = largest(rest, near);
        rest &= !best;
        visit(best);
    }
}

/// Returns the largest of the greedy cliques that start with each term of a set.
fn largest(rest: u128, near: &[u128]) -> u128 {
    let (mut best, mut most) = (0, 0);
    let mut starts = rest;
    while starts != 0 {
        let start = starts.trailing_zeros() as usize;
        starts &= starts - 1;
        let (mut group, mut size, mut open) = (1 << start, 1, near[start] & rest);
        // The set of common neighbours shrinks with each term, so the loop ends.
        while open != 0 && size < GROUP {
            let next = open.trailing_zeros() as usize;
            group |= 1 << next;
            size += 1;
            open &= near[next];
        }
        if size > most {
            (best, most) = (group, size);
        }
        // The clique holds all remaining terms, so no other clique is larger.
        if group == rest {
            break;
        }
    }
    best
}

/// Calls `visit` with the index of each bit of a set.
fn each_bit(mut set: u128, mut visit: impl FnMut(usize)) {
    while set != 0 {
        visit(set.trailing_zeros() as usize);
        set &= set - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_sum_gets_cliques_that_bound_it_well() {
        // A ring of 26 cells in which neighbours differ. In each half, every second cell also differs from
        // the others of these.
        let mut peers = Peers::new(26);
        (0..26).for_each(|cell| peers.insert(cell, (cell + 1) % 26));
        for half in [0, 14] {
            let cells: Vec<u16> = (half..half + 12).step_by(2).collect();
            peers.insert_all(&cells);
        }
        let terms: Vec<(u16, i32)> = (0..26).map(|cell| (cell * 7 % 26, 1)).collect();
        let (mut sizes, mut seen) = (Vec::new(), Vec::new());
        each_clique(&terms, &peers, |group| {
            let cells: Vec<u16> = group.iter().map(|term| term.0).collect();
            assert!(peers.is_clique(&cells));
            sizes.push(group.len());
            seen.extend(cells);
        });
        seen.sort_unstable();
        assert_eq!(seen, (0..26).collect::<Vec<_>>());
        assert_eq!(sizes.iter().filter(|&&size| size == 6).count(), 2, "{sizes:?}");
    }
}
