//! XY-wing and XYZ-wing.
//!
//! # What it is
//! A pivot with the digits x and y (and z, in the XYZ-wing) sees a cell with x and z and a cell with y and z.
//!
//! # Why it holds
//! Whatever the pivot holds, one of the cells of the pattern that have z holds it, so no cell that sees all of
//! them does.
//!
//! # Example
//! Pivot r1c1 with 1 and 2, wings r1c5 with 1 and 3 and r5c1 with 2 and 3: r5c5 is not 3.
//!
//! # Source
//! Order of the search: Nicolas Juillerat, Sudoku Explainer 1.2.1.

use crate::model::Marks;
use crate::model::tables::{PEER_SETS, PEERS, cells, count, is_pair};
use crate::model::visit::Visit;
use crate::model::{Deduction, Role, Technique};
use core::ops::ControlFlow;

/// How many digits the pivot has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pivot {
    Two,
    Three,
}

/// Reports wings by pivot, row-major; the wings box first, then row, then column.
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
