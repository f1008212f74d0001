//! The links of a candidate, in the order in which Sudoku Explainer follows them.

use super::found::Cause;
use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSES, POSITIONS, bits};

/// The links to follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Links between candidates of one digit.
    Houses,
    /// Links between the candidates of a cell. Weak links also include those of a digit in a house.
    Cells,
    /// All links.
    Both,
}

/// Calls `each` with every candidate that is false if this one is true, in the order cell, box,
/// row, column.
#[inline]
pub(super) fn weak_links(marks: &Marks, candidate: u16, links: Links, mut each: impl FnMut(u16, Cause)) {
    let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
    if links != Links::Houses {
        bits(marks.cand[cell] & !(1 << digit)).for_each(|digit| each((cell * 9 + digit) as u16, Cause::Cell));
    }
    let [col, row, box_idx] = POSITIONS[cell].map(|position| position as usize);
    // Cells of the row and column that are also in the box are reported with the box.
    let masks = [!(7 << (col / 3 * 3)), !(7 << (row / 3 * 3)), !(1 << box_idx)];
    for kind in [2, 0, 1] {
        let house = HOUSES[cell][kind] as usize;
        for position in bits(marks.pos[house][digit] & masks[kind]) {
            each((CELLS[house][position] as usize * 9 + digit) as u16, Cause::House(kind as u8));
        }
    }
}

/// Calls `each` with every candidate that is true if this one is false, in the order cell, box,
/// row, column.
#[inline]
pub(super) fn strong_links(marks: &Marks, candidate: u16, links: Links, mut each: impl FnMut(u16, Cause)) {
    let (cell, digit) = (candidate as usize / 9, candidate as usize % 9);
    let others = marks.cand[cell] & !(1 << digit);
    if links != Links::Houses && others.is_power_of_two() {
        each((cell * 9 + others.trailing_zeros() as usize) as u16, Cause::Cell);
    }
    if links == Links::Cells {
        return;
    }
    let mut in_box = u16::MAX;
    for kind in [2, 0, 1] {
        let house = HOUSES[cell][kind] as usize;
        let positions = marks.pos[house][digit] & !(1 << POSITIONS[cell][kind]);
        if positions.is_power_of_two() {
            let other = CELLS[house][positions.trailing_zeros() as usize] as u16 * 9 + digit as u16;
            if other != in_box {
                each(other, Cause::House(kind as u8));
            }
            if kind == 2 {
                in_box = other;
            }
        }
    }
}
