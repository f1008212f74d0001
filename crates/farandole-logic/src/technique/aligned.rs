//! Aligned pair and triplet exclusion.
//!
//! # What it is
//! Two (three) cells, tried in every joint choice. A choice is ruled out when two cells that see each other would be
//! equal, or when a cell that sees all of them would have no digit left. A digit in no remaining choice goes.
//!
//! # Why it holds
//! One of the joint choices is the solution's.
//!
//! # Example
//! r1c1 and r1c2 both see a cell with 1 and 2 only: they are not 1 and 2, in either order.
//!
//! # Source
//! Order of the search, and which cells are tried: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use super::Visit;
use crate::state::Marks;
use crate::step::{Deduction, Role, Technique};
use crate::tables::{PEER_SETS, PEERS, bits, cells};
use core::ops::ControlFlow;

/// The cells worth trying, row-major, each with the cells that can exclude choices of it.
fn base(marks: &Marks, size: u32) -> Vec<(usize, u128)> {
    let of_size = |wanted: core::ops::RangeInclusive<u32>| {
        (0..81).fold(0_u128, |set, cell| {
            set | u128::from(wanted.contains(&marks.cand[cell].count_ones())) << cell
        })
    };
    let (singles, excluders) = (of_size(1..=1), of_size(2..=size));
    (0..81)
        .filter(|cell| marks.cand[*cell].count_ones() >= 2 && PEER_SETS[*cell] & singles == 0)
        .map(|cell| (cell, PEER_SETS[cell] & excluders))
        .filter(|(_, excluders)| *excluders != 0)
        .collect()
}

/// Reports aligned pairs in rising order of the second cell, then the first.
pub(crate) fn pairs(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    let base = base(marks, 2);
    for (j, (second, second_excluders)) in base.iter().enumerate() {
        for (first, first_excluders) in &base[..j] {
            let common = first_excluders & second_excluders;
            if common.count_ones() >= 2 {
                exclude(marks, &[*first, *second], common, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Reports aligned triplets: two cells as in pairs, the third from the excluders of either.
pub(crate) fn triplets(marks: &Marks, visit: &mut impl Visit) -> ControlFlow<()> {
    let base = base(marks, 3);
    let mut excluders = [0; 81];
    let mut tried: u128 = 0;
    for (cell, set) in &base {
        excluders[*cell] = *set;
        tried |= 1 << cell;
    }
    for (j, (second, second_set)) in base.iter().enumerate() {
        for (first, first_set) in &base[..j] {
            let pair = first_set & second_set;
            if pair.count_ones() < 2 {
                continue;
            }
            let tails = (first_set | second_set) & tried & !(1 << first) & !(1 << second);
            // The excluders of the first cell in the order in which it sees them, then those of the second.
            let mut left = tails;
            for tail in PEERS[*first].iter().chain(&PEERS[*second]).map(|cell| *cell as usize) {
                let set = if PEER_SETS[*first] >> tail & 1 == 1 { first_set } else { second_set };
                if left >> tail & 1 == 0 || set >> tail & 1 == 0 {
                    continue;
                }
                left &= !(1 << tail);
                let common = pair & excluders[tail];
                if common.count_ones() >= 2 {
                    exclude(marks, &[*first, *second, tail], common, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn exclude(marks: &Marks, group: &[usize], common: u128, visit: &mut impl Visit) -> ControlFlow<()> {
    let mut allowed = [0_u16; 3];
    let mut choice = [0_u16; 3];
    // A cell with more digits than the group has cells can never run out.
    let mut excluders = [0_u16; 20];
    let mut count = 0;
    for cell in cells(common) {
        excluders[count] = marks.cand[cell];
        count += 1;
    }
    choose(marks, group, &excluders[..count], 0, &mut choice, &mut allowed);
    if group.iter().zip(allowed).all(|(cell, allowed)| marks.cand[*cell] == allowed) {
        return ControlFlow::Continue(());
    }
    let technique = if group.len() == 2 { Technique::AlignedPair } else { Technique::AlignedTriplet };
    let mut deduction = Deduction::new(technique);
    for (cell, allowed) in group.iter().zip(allowed) {
        deduction.mark(Role::Core, *cell, marks.cand[*cell]);
        deduction.eliminate(*cell, marks.cand[*cell] & !allowed);
    }
    cells(common).for_each(|cell| deduction.mark(Role::Support, cell, marks.cand[cell]));
    visit(deduction)
}

fn choose(
    marks: &Marks,
    group: &[usize],
    excluders: &[u16],
    depth: usize,
    choice: &mut [u16; 3],
    allowed: &mut [u16; 3],
) {
    if depth == group.len() {
        let used = choice[0] | choice[1] | choice[2];
        if excluders.iter().all(|digits| digits & !used != 0) {
            allowed.iter_mut().zip(*choice).for_each(|(allowed, digit)| *allowed |= digit);
        }
        return;
    }
    for digit in bits(marks.cand[group[depth]]) {
        let clash = (0..depth)
            .any(|other| choice[other] == 1 << digit && PEER_SETS[group[other]] >> group[depth] & 1 == 1);
        if !clash {
            choice[depth] = 1 << digit;
            choose(marks, group, excluders, depth + 1, choice, allowed);
        }
    }
    choice[depth] = 0;
}
