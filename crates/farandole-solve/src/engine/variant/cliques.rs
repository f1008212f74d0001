//! Greedy clique cover: terms of one weight whose cells are peers of each other.

use super::network::Peers;

/// Most terms that are put into groups at once.
const TOGETHER: usize = 128;
/// Most cells of a group, since more cannot differ.
const GROUP: usize = 16;

/// Cuts terms into groups of one weight whose cells are peers of each other, greedily the largest first.
pub(crate) fn each_clique(terms: &[(u16, i32)], peers: &Peers, mut visit: impl FnMut(&[(u16, i32)])) {
    for terms in terms.chunks(TOGETHER) {
        let mut near = [0_u128; TOGETHER];
        for (a, &(one, weight)) in terms.iter().enumerate() {
            for (b, &(other, _)) in terms.iter().enumerate().take(a).filter(|(_, term)| term.1 == weight) {
                if peers.differ(one, other) {
                    near[a] |= 1 << b;
                    near[b] |= 1 << a;
                }
            }
        }
        let mut rest = u128::MAX >> (TOGETHER - terms.len());
        while rest != 0 {
            let best = largest(rest, &near);
            rest &= !best;
            let (mut group, mut size) = ([(0, 0); GROUP], 0);
            each_bit(best, |at| {
                group[size] = terms[at];
                size += 1;
            });
            visit(&group[..size]);
        }
    }
}

/// The largest of the greedy cliques that begin with each term of a set.
fn largest(rest: u128, near: &[u128; TOGETHER]) -> u128 {
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
