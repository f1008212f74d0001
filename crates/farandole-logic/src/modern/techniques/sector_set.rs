//! Multi-sector locked set (MSLS).
//!
//! # What it is
//! The set consists of the open cells in the intersections of some rows with some columns. Each digit
//! that is a candidate in these cells is assigned either to the rows or to the columns. A digit that is
//! assigned to the rows can fill at most one cell of the set in each row in which it is a candidate,
//! and likewise for columns. The set is locked if these bounds add up to exactly the number of its
//! cells.
//!
//! # How to spot it
//! Look for rows with the same few missing digits and for columns with other missing digits, so that their
//! crossings are mostly empty. Assign the digits of the rows to the rows and the others to the columns. Then count
//! the cells, and count the bounds.
//!
//! # Why it holds
//! Every cell needs a digit, and the bounds allow only as many digits as there are cells. So each bound
//! is reached: a digit that is assigned to the rows is, in each row, in one of the cells of the set and
//! nowhere else.
//!
//! # Nearest mistakes
//! The bounds must add up to exactly the number of cells. Filled cells count neither as cells nor as bounds. A
//! digit must be assigned to rows or to columns, and not to both.
//!
//! # Example
//! Rows 1, 2 and 3 cross columns 4 to 7 in 12 open cells. The digits 1 and 2 have candidates in all
//! three rows, and 3, 4 and 5 in only two columns each: 3 + 3 + 2 + 2 + 2 = 12. So 1 and 2 can be
//! eliminated from the other cells of the rows, and 3, 4 and 5 from the other cells of these columns.
//!
//! # Source
//! David P. Bird, *Multi-sector locked sets*, players' forum, 2012; Allan Barker (rank of set logic).

use crate::grammar::{core_cells, core_digits, houses, number};
use crate::model::tables::{HOUSE_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Deduction, Role, Technique};
use crate::patterns::subsets::subsets;
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Numbers of rows and of columns. Smaller sets are naked or hidden subsets and fish. Larger ones
/// are complements of smaller ones.
const SIZES: core::ops::RangeInclusive<usize> = 3..=5;

pub(crate) fn why(deduction: &Deduction) -> String {
    let core: Vec<u8> = crate::grammar::cells(deduction, Role::Core);
    let lines = |range: core::ops::Range<u8>| {
        let of_kind: Vec<u8> = deduction.houses.iter().copied().filter(|it| range.contains(it)).collect();
        houses(&of_kind)
    };
    format!(
        "The {count} open cells where {} cross {} are {}. If each of the digits {} is counted once per row or once per \
         column, they can fill at most {count} cells. So each digit fills as many of these cells as possible, and cannot \
         be elsewhere in those rows or columns.",
        lines(0..9),
        lines(9..18),
        core_cells(deduction),
        core_digits(deduction, "and"),
        count = number(core.len())
    )
}

pub(crate) fn find(view: &View<'_>, visit: Visitor<'_>) -> ControlFlow<()> {
    let union =
        |lines: u16, first: usize| bits(lines).fold(0_u128, |set, line| set | HOUSE_SETS[first + line]);
    let crossing: Vec<(u16, u128)> =
        SIZES.flat_map(|size| subsets(size, 9)).map(|cols| (cols, union(cols, 9))).collect();
    for rows in SIZES.flat_map(|size| subsets(size, 9)) {
        let in_rows = union(rows, 0) & view.open;
        for (cols, in_cols) in &crossing {
            let set = in_rows & in_cols;
            if set.count_ones() >= 9 && bound(view, rows, *cols, set.count_ones()) {
                report(view, set, rows, *cols, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Returns the rows and the columns of a digit's candidates in the cells where these lines cross.
fn lines_of(view: &View<'_>, digit: usize, rows: u16, cols: u16) -> (u16, u16) {
    bits(rows).fold((0, 0), |(by_row, by_col), row| {
        let places = view.marks.pos[row][digit] & cols;
        (by_row | u16::from(places != 0) << row, by_col | places)
    })
}

/// Returns true if the bounds of all digits in the cells where these lines cross add up to `size`.
fn bound(view: &View<'_>, rows: u16, cols: u16, size: u32) -> bool {
    let mut bound = 0;
    for digit in 0..9 {
        let (by_row, by_col) = lines_of(view, digit, rows, cols);
        bound += by_row.count_ones().min(by_col.count_ones());
        if bound > size {
            return false;
        }
    }
    bound == size
}

fn report(view: &View<'_>, set: u128, rows: u16, cols: u16, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut deduction = Deduction::new(Technique::SectorSet);
    deduction.size = set.count_ones();
    deduction.houses = bits(rows).chain(bits(cols).map(|col| 9 + col)).map(|house| house as u8).collect();
    cells(set).for_each(|cell| deduction.mark(Role::Core, cell, view.marks.cand[cell]));
    for digit in 0..9 {
        let (by_row, by_col) = lines_of(view, digit, rows, cols);
        let mut outside = 0;
        // If rows and columns give the same bound, both bounds are reached.
        if by_row.count_ones() <= by_col.count_ones() {
            outside |= bits(by_row).fold(0, |cells, row| cells | HOUSE_SETS[row]);
        }
        if by_col.count_ones() <= by_row.count_ones() {
            outside |= bits(by_col).fold(0, |cells, col| cells | HOUSE_SETS[9 + col]);
        }
        cells(outside & view.places[digit] & !set).for_each(|cell| deduction.eliminate(cell, 1 << digit));
    }
    deduction.if_effective().map_or(ControlFlow::Continue(()), visit)
}
