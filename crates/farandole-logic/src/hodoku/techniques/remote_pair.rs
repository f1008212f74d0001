//! Remote pair.
//!
//! # What it is
//! A chain of at least four cells that have the same two candidates, each seeing the next.
//!
//! # Why it holds
//! The cells hold the two digits in turn. Two cells an odd number of steps apart hold both digits between them, so a
//! cell that sees both holds neither.
//!
//! # Example
//! If r1c1, r1c5, r4c5 and r4c8 can only be 1 or 2, then r1c8, which sees r1c1 and r4c8, is neither.
//!
//! # Source
//! Order of the search: Bernhard Hobiger, HoDoKu 2.2.

use crate::model::tables::{PEER_SETS, bits, cells};
use crate::model::{Candidate, Deduction, Link, Role, Technique};
use crate::patterns::view::View;

/// The greatest number of cells in a chain.
const LONGEST: usize = 20;

/// Every chain with an effect that no other chain of at most its length has.
pub(crate) fn all(view: &View<'_>) -> Vec<Deduction> {
    let mut found: Vec<(Vec<Candidate>, Vec<usize>)> = Vec::new();
    for start in cells(view.bivalue) {
        let pair = view.marks.cand[start];
        let same = cells(view.bivalue).filter(|cell| view.marks.cand[*cell] == pair);
        let same = same.fold(0_u128, |set, cell| set | 1 << cell);
        if same.count_ones() >= 4 {
            grow(view, same, &mut vec![start], &mut found);
        }
    }
    found.into_iter().map(|(gone, chain)| deduction(view, gone, &chain)).collect()
}

fn grow(view: &View<'_>, same: u128, chain: &mut Vec<usize>, found: &mut Vec<(Vec<Candidate>, Vec<usize>)>) {
    let last = chain[chain.len() - 1];
    if chain.len() >= 4 && chain.len().is_multiple_of(2) {
        let gone = effect(view, chain);
        if !gone.is_empty() {
            match found.iter_mut().find(|(other, _)| *other == gone) {
                Some((_, shorter)) if shorter.len() <= chain.len() => {}
                Some((_, longer)) => longer.clone_from(chain),
                None => found.push((gone, chain.clone())),
            }
        }
    }
    if chain.len() == LONGEST {
        return;
    }
    for next in cells(same & PEER_SETS[last]) {
        if !chain.contains(&next) {
            chain.push(next);
            grow(view, same, chain, found);
            chain.pop();
        }
    }
}

fn effect(view: &View<'_>, chain: &[usize]) -> Vec<Candidate> {
    let pair = view.marks.cand[chain[0]];
    let mut seen = 0;
    for (place, first) in chain.iter().enumerate() {
        for second in chain.iter().skip(place + 3).step_by(2) {
            seen |= PEER_SETS[*first] & PEER_SETS[*second];
        }
    }
    let own = chain.iter().fold(0_u128, |set, cell| set | 1 << cell);
    let victims = cells(seen & !own & view.open);
    victims
        .flat_map(|cell| bits(view.marks.cand[cell] & pair).map(move |digit| Candidate::at(cell, digit)))
        .collect()
}

fn deduction(view: &View<'_>, gone: Vec<Candidate>, chain: &[usize]) -> Deduction {
    let pair = view.marks.cand[chain[0]];
    let mut deduction = Deduction::new(Technique::RemotePair);
    deduction.size = chain.len() as u32;
    deduction.eliminations = gone;
    chain.iter().for_each(|cell| deduction.mark(Role::Core, *cell, pair));
    for step in chain.windows(2) {
        for digit in bits(pair) {
            let (from, to) = (Candidate::at(step[0], digit), Candidate::at(step[1], digit));
            deduction.links.push(Link { from, from_on: true, to, to_on: false });
        }
    }
    deduction
}
