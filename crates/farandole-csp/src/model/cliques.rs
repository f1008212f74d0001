//! Greedy clique cover: terms of one weight whose cells are peers of each other.

use super::peers::Peers;
use farandole_cover::Random;

/// Most terms that are put into groups at once.
const TOGETHER: usize = 128;
/// Terms of most sums, for which little memory is set up.
const FEW: usize = 16;
/// Most cells of a group, since more cannot differ.
const GROUP: usize = 16;

/// From so many terms on, more than one cover is tried: the bounds of a long sum depend on it. No derived sum is so long.
const LONG: usize = 25;
/// How many orders of the terms are tried for a long sum.
const ORDERS: usize = 64;

/// Cuts terms into groups of one weight whose cells are peers of each other, greedily the largest first. Of several covers
/// that with the greatest sum of squares of sizes is taken: it has the least span from the least to the greatest sum.
pub(crate) fn each_clique(terms: &[(u16, i32)], peers: &Peers, visit: impl FnMut(&[(u16, i32)])) {
    each_of(terms, peers, if terms.len() < LONG { each_greedy } else { each_of_best }, visit);
}

/// As [`each_clique`], from the first cover.
pub(crate) fn each_clique_at_once(terms: &[(u16, i32)], peers: &Peers, visit: impl FnMut(&[(u16, i32)])) {
    each_of(terms, peers, each_greedy, visit);
}

/// A way to cover so many terms, of which these are near to each other, by cliques.
type Cover = fn(usize, &[u128], &mut dyn FnMut(u128));

fn each_of(terms: &[(u16, i32)], peers: &Peers, cover: Cover, mut visit: impl FnMut(&[(u16, i32)])) {
    if terms.len() <= FEW {
        // A sum of no terms has no chunk.
        terms.chunks(FEW).for_each(|terms| cliques_of::<FEW>(terms, peers, cover, &mut visit));
    } else {
        terms.chunks(TOGETHER).for_each(|terms| cliques_of::<TOGETHER>(terms, peers, cover, &mut visit));
    }
}

/// The cliques of at most N terms.
fn cliques_of<const N: usize>(
    terms: &[(u16, i32)],
    peers: &Peers,
    cover: Cover,
    visit: &mut impl FnMut(&[(u16, i32)]),
) {
    let mut near = [0_u128; N];
    for (a, &(one, weight)) in terms.iter().enumerate() {
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

/// The best of the covers that come from some orders of the terms.
fn each_of_best(count: usize, near: &[u128], visit: &mut dyn FnMut(u128)) {
    let cover = |count: usize, near: &[u128]| {
        let mut cover = Vec::new();
        each_greedy(count, near, &mut |clique| cover.push(clique));
        cover
    };
    let weight = |cover: &[u128]| cover.iter().map(|clique| clique.count_ones().pow(2)).sum::<u32>();
    let mut best = cover(count, near);
    let mut random = Random::new(count as u64);
    let mut order: Vec<usize> = (0..count).collect();
    for _ in 0..ORDERS {
        random.shuffle(&mut order);
        let mut place = [0; TOGETHER];
        order.iter().enumerate().for_each(|(at, &term)| place[term] = at);
        let mut shuffled = [0; TOGETHER];
        for (at, &term) in order.iter().enumerate() {
            each_bit(near[term], |other| shuffled[at] |= 1 << place[other]);
        }
        let found = cover(count, &shuffled);
        if weight(&found) > weight(&best) {
            best = found.into_iter().map(|clique| moved(clique, &order)).collect();
        }
    }
    best.into_iter().for_each(visit);
}

/// A set of places as the set of what stands there.
fn moved(set: u128, order: &[usize]) -> u128 {
    let mut moved = 0;
    each_bit(set, |at| moved |= 1 << order[at]);
    moved
}

/// A cover by greedy cliques, the largest first.
fn each_greedy(count: usize, near: &[u128], visit: &mut dyn FnMut(u128)) {
    let mut rest = u128::MAX >> (TOGETHER - count);
    while rest != 0 {
        let best = largest(rest, near);
        rest &= !best;
        visit(best);
    }
}

/// The largest of the greedy cliques that begin with each term of a set.
fn largest(rest: u128, near: &[u128]) -> u128 {
    let (mut best, mut most) = (0, 0);
    let mut starts = rest;
    while starts != 0 {
        let start = starts.trailing_zeros() as usize;
        starts &= starts - 1;
        let (mut group, mut size, mut open) = (1 << start, 1, near[start] & rest);
        while open != 0 && size < GROUP {
            let next = open.trailing_zeros() as usize;
            group |= 1 << next;
            size += 1;
            open &= near[next];
        }
        if size > most {
            (best, most) = (group, size);
        }
        if group == rest {
            break;
        }
    }
    best
}

/// The places of the bits of a set.
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
        // A ring of 26 cells: neighbours differ, and so do every second cell of each half.
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
