//! XY-wing and XYZ-wing.
//!
//! # What it is
//! The pivot is a cell with the candidates x and y. It sees two other cells, the wings: one has the
//! candidates x and z, and the other has y and z. In an XYZ-wing, the pivot also has the candidate
//! z.
//!
//! # How to spot it
//! List the cells with two candidates. Choose one as the pivot and look among the cells that it sees for two wings:
//! each shares a different candidate with the pivot, and both share a third digit with each other. For an XYZ-wing,
//! start with a cell with three candidates.
//!
//! # Why it holds
//! If the pivot is x, the first wing is z. If it is y, the second wing is z. In an XYZ-wing, the
//! pivot itself can also be z. In every case, one of these cells is z, so z can be eliminated from
//! any cell that sees all of them.
//!
//! # Nearest mistakes
//! The wings must both see the pivot, but they need not see each other. A candidate loses z only if it sees both
//! wings. In an XYZ-wing, it must also see the pivot, so all eliminations are near the pivot.
//!
//! # Example
//! The pivot r1c1 has the candidates 1 and 2. The wings are r1c5 with 1 and 3, and r5c1 with 2 and
//! 3. Then r5c5 is not 3.
//!
//! # Source
//! Nicolas Juillerat, Sudoku Explainer 1.2.1 (the order of the search).

use crate::grammar::{
    self, any_cell, cell, cell_list, core_cells, digit_list, eliminated_cells, eliminated_digit,
};
use crate::model::Marks;
use crate::model::tables::{PEER_SETS, PEERS, cells, count, is_pair};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use core::ops::ControlFlow;

/// Explains a wing: the consequence of each digit of the pivot.
pub(crate) fn why(deduction: &Deduction) -> String {
    let digit = eliminated_digit(deduction);
    let (pivot, wings) = (core_cells(deduction), grammar::cells(deduction, Role::Support));
    let forces = |wing: &u8| {
        let own = deduction.pattern.iter().find(|(role, candidate)| {
            *role == Role::Support && candidate.cell() == usize::from(*wing) && candidate.digit() != digit
        });
        let other = own.map_or(0, |(_, it)| it.digit());
        let own = digit_list(&[digit.min(other), digit.max(other)], "or");
        format!("if {pivot} is {other}, {} ({own}) is {digit}", cell(*wing))
    };
    let mut cases = wings.iter().map(forces).collect::<Vec<_>>().join("; ");
    if deduction.technique == Technique::XyzWing {
        cases += &format!("; otherwise {pivot} itself is {digit}");
    }
    let out = eliminated_cells(deduction);
    let sees = if out.len() == 1 { "sees" } else { "see" };
    let ends = if deduction.technique == Technique::XyWing {
        format!("So {} is {digit}, and {} {sees} both", any_cell(&wings), cell_list(&out))
    } else {
        let all = cell_list(&wings);
        format!("So one of {pivot}, {all} is {digit}, and {} {sees} all of them", cell_list(&out))
    };
    format!("{}{}. {ends}.", cases[..1].to_uppercase(), &cases[1..])
}

/// The number of candidates of the pivot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pivot {
    Two,
    Three,
}

/// Reports wings by pivot, in row-major order. Wings in the box come first, then those in the row
/// and column.
pub(crate) fn find(marks: &Marks, pivot: Pivot, visit: &mut impl Visit) -> ControlFlow<()> {
    let size = if pivot == Pivot::Two { 2 } else { 3 };
    let bivalue = (0..81).fold(0_u128, |set, cell| set | u128::from(is_pair(marks.cand[cell])) << cell);
    for xy in 0..81 {
        let core = marks.cand[xy];
        let near = bivalue & PEER_SETS[xy];
        if count(core) != size || near & near.wrapping_sub(1) == 0 {
            continue;
        }
        let mut wings = [0; 20];
        let mut len = 0;
        for wing in PEERS[xy].map(usize::from) {
            if near >> wing & 1 == 1 && count(core & !marks.cand[wing]) == 1 {
                wings[len] = wing;
                len += 1;
            }
        }
        for xz in wings[..len].iter().copied() {
            let first = marks.cand[xz];
            for yz in wings[..len].iter().copied() {
                let second = marks.cand[yz];
                if count(core | first | second) != 3 || count(core & first & second) != size - 2 {
                    continue;
                }
                let common = first & second;
                let z = common & common.wrapping_neg();
                let mut seen = PEER_SETS[xz] & PEER_SETS[yz] & !(1 << xy);
                if pivot == Pivot::Three {
                    seen &= PEER_SETS[xy];
                }
                let seen = seen & marks.digit_cells(z.trailing_zeros() as usize);
                if seen != 0 {
                    let technique = if pivot == Pivot::Two { Technique::XyWing } else { Technique::XyzWing };
                    let mut deduction = Deduction::new(technique);
                    deduction.mark(Role::Core, xy, core);
                    deduction.mark(Role::Support, xz, first);
                    deduction.mark(Role::Support, yz, second);
                    cells(seen).for_each(|cell| deduction.eliminate(cell, z));
                    visit(deduction)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}
