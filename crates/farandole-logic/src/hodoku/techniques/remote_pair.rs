//! Remote pair.
//!
//! # What it is
//! At least four cells with the same two candidates form a chain in which each cell sees the next.
//!
//! # How to spot it
//! Mark the bivalue cells that have the same two candidates. If at least four of them form a chain in which each
//! sees the next, give them two colours in turn. Look at the cells that see one cell of each colour.
//!
//! # Why it holds
//! The cells hold the two digits alternately. Two cells of the chain that are an odd number of
//! links apart hold different digits, so a cell that sees both of them can hold neither digit.
//!
//! # Nearest mistakes
//! The two ends must have different colours, so the chain between them has an even number of cells. Two cells of
//! the same colour hold the same digit and eliminate nothing.
//!
//! # Example
//! If r1c1, r1c5, r4c5 and r4c8 can only be 1 or 2, then r1c8, which sees r1c1 and r4c8, is
//! neither.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the order of the search).

use crate::grammar::{cell, cell_list, cells as cells_of, core_digits, eliminated_cells, sees};
use crate::model::tables::{PEER_SETS, bits, cells};
use crate::model::{Candidate, Deduction, Link, Role, Technique};
use crate::patterns::view::View;

pub(crate) fn why(deduction: &Deduction) -> String {
    let (chain, pair) = (cells_of(deduction, Role::Core), core_digits(deduction, "or"));
    let seen = |out: u8| {
        // Cells at an odd distance in the chain differ.
        let mut both =
            (0..chain.len()).flat_map(|at| (at + 1..chain.len()).step_by(2).map(move |to| (at, to)));
        let both = both.find(|(at, to)| sees(chain[*at], out) && sees(chain[*to], out))?;
        Some(format!("{} sees {} and {}, which differ", cell(out), cell(chain[both.0]), cell(chain[both.1])))
    };
    let seen: Vec<String> = eliminated_cells(deduction).into_iter().filter_map(seen).collect();
    format!(
        "The cells {} can only be {pair}, and each sees the next, so the two digits alternate. {}.",
        cell_list(&chain),
        seen.join("; ")
    )
}

/// Maximum number of cells in a chain.
const MAX_CELLS: usize = 20;

/// Returns the first of the shortest chains for each effect.
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
    found.into_iter().map(|(eliminations, chain)| deduction(view, eliminations, &chain)).collect()
}

fn grow(view: &View<'_>, same: u128, chain: &mut Vec<usize>, found: &mut Vec<(Vec<Candidate>, Vec<usize>)>) {
    let last = chain[chain.len() - 1];
    if chain.len() >= 4 && chain.len().is_multiple_of(2) {
        let eliminations = effect(view, chain);
        if !eliminations.is_empty() {
            match found.iter_mut().find(|(other, _)| *other == eliminations) {
                Some((_, shorter)) if shorter.len() <= chain.len() => {}
                Some((_, longer)) => longer.clone_from(chain),
                None => found.push((eliminations, chain.clone())),
            }
        }
    }
    if chain.len() == MAX_CELLS {
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
    for (index, first) in chain.iter().enumerate() {
        for second in chain.iter().skip(index + 3).step_by(2) {
            seen |= PEER_SETS[*first] & PEER_SETS[*second];
        }
    }
    let own = chain.iter().fold(0_u128, |set, cell| set | 1 << cell);
    let victims = cells(seen & !own & view.open);
    victims
        .flat_map(|cell| bits(view.marks.cand[cell] & pair).map(move |digit| Candidate::at(cell, digit)))
        .collect()
}

fn deduction(view: &View<'_>, eliminations: Vec<Candidate>, chain: &[usize]) -> Deduction {
    let pair = view.marks.cand[chain[0]];
    let mut deduction = Deduction::new(Technique::RemotePair);
    deduction.size = chain.len() as u32;
    deduction.eliminations = eliminations;
    chain.iter().for_each(|cell| deduction.mark(Role::Core, *cell, pair));
    for step in chain.windows(2) {
        for digit in bits(pair) {
            let (from, to) = (Candidate::at(step[0], digit), Candidate::at(step[1], digit));
            deduction.links.push(Link { from, from_on: true, to, to_on: false });
        }
    }
    deduction
}
