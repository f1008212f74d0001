//! Sue de Coq.
//!
//! # What it is
//! Two or three cells where a box and a line cross, with at least two digits more than cells; beside them cells of the
//! rest of the line and cells of the rest of the box, the two without a common digit of the
//! crossing, and as many cells in all as digits (one that both have and the crossing has not counts twice).
//!
//! # Why it holds
//! A digit that only the line cells and the crossing have comes at most once in all these cells, and so does one that only the box cells
//! and the crossing have. As there are no more digits than cells, each comes exactly once: none of the former is elsewhere in the line, none of the
//! latter elsewhere in the box.
//!
//! # Example
//! If r1c1 and r1c2 have 1234, r1c5 has 12 and r2c3 has 34, then no other cell of row 1 has 1 or 2, and none of box 1
//! has 3 or 4.
//!
//! # Source
//! "Sue de Coq", Two-Sector Disjoint Subsets, Sudoku Players' Forum 2005; order of the search: Bernhard Hobiger, HoDoKu 2.2.

use super::Visitor;
use super::view::View;
use crate::step::{Deduction, Role, Technique};
use crate::tables::{HOUSE_SETS, cells};
use core::ops::ControlFlow;

/// Cells with the digits that they have.
#[derive(Clone, Copy)]
struct Part {
    set: u128,
    digits: u16,
}

impl Part {
    fn with(self, view: &View<'_>, cell: usize) -> Self {
        Self { set: self.set | 1 << cell, digits: self.digits | view.marks.cand[cell] }
    }

    /// How many digits more than cells.
    fn surplus(self) -> i32 {
        self.digits.count_ones() as i32 - self.set.count_ones() as i32
    }
}

const NONE: Part = Part { set: 0, digits: 0 };

/// Reports by line (rows, then columns) and box; then crossing cells, line cells, box cells.
pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    for (line, in_line) in HOUSE_SETS[..18].iter().enumerate() {
        for (box_idx, in_box) in HOUSE_SETS.iter().enumerate().skip(18) {
            let open = in_line & in_box & view.open;
            if open.count_ones() < 2 {
                continue;
            }
            sets(view, open, NONE, &mut |crossing| {
                if !(2..=3).contains(&crossing.set.count_ones()) || crossing.surplus() < 2 {
                    return ControlFlow::Continue(());
                }
                let rest = |house: usize| HOUSE_SETS[house] & view.open & !crossing.set;
                sets(view, rest(line), NONE, &mut |along| {
                    if along.digits & crossing.digits == 0 {
                        return ControlFlow::Continue(());
                    }
                    // Each part must take more digits of the crossing than it brings along.
                    let extra = (along.digits & !crossing.digits).count_ones();
                    let taken = along.set.count_ones() as i32 - extra as i32;
                    if taken < 1 || taken >= crossing.surplus() {
                        return ControlFlow::Continue(());
                    }
                    sets(view, rest(box_idx) & !along.set, NONE, &mut |across| {
                        if across.digits & along.digits & crossing.digits != 0
                            || across.digits & crossing.digits == 0
                        {
                            return ControlFlow::Continue(());
                        }
                        report(view, [line, box_idx], crossing, along, across, visit)
                    })
                })
            })?;
        }
    }
    ControlFlow::Continue(())
}

/// All non-empty sets of the cells, each before those that begin with it.
fn sets(
    view: &View<'_>,
    from: u128,
    part: Part,
    visit: &mut dyn FnMut(Part) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for cell in cells(from) {
        let larger = part.with(view, cell);
        visit(larger)?;
        sets(view, from & (!0 << cell) & !(1 << cell), larger, visit)?;
    }
    ControlFlow::Continue(())
}

fn report(
    view: &View<'_>,
    [line, box_idx]: [usize; 2],
    crossing: Part,
    along: Part,
    across: Part,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    // A digit that is not in the crossing may come once in each of the other parts.
    let extra =
        (along.digits & !crossing.digits).count_ones() + (across.digits & !crossing.digits).count_ones();
    let members = (crossing.set | along.set | across.set).count_ones();
    if members != crossing.digits.count_ones() + extra {
        return ControlFlow::Continue(());
    }
    let mut deduction = Deduction::new(Technique::SueDeCoq);
    deduction.houses.extend([line as u8, box_idx as u8]);
    for (number, part) in [crossing, along, across].into_iter().enumerate() {
        cells(part.set).for_each(|cell| deduction.mark(Role::Set(number as u8), cell, view.marks.cand[cell]));
    }
    let in_line = along.digits | crossing.digits & !across.digits;
    let in_box = across.digits | crossing.digits & !along.digits;
    for cell in cells((HOUSE_SETS[line] | HOUSE_SETS[box_idx]) & view.open & !crossing.set) {
        let mut gone = 0;
        if (HOUSE_SETS[line] & !along.set) >> cell & 1 == 1 {
            gone |= in_line;
        }
        if (HOUSE_SETS[box_idx] & !across.set) >> cell & 1 == 1 {
            gone |= in_box;
        }
        deduction.eliminate(cell, view.marks.cand[cell] & gone);
    }
    deduction.worthwhile().map_or(ControlFlow::Continue(()), visit)
}
