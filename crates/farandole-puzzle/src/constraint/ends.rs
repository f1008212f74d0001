//! Lines whose ends bound the cells between them, and cages that depend on the least and the
//! greatest value.

use super::fault::{Checked, Fault, distinct, sum_is, total};
use super::kind::{are_different, cell_list, count_is, numbered_list};
use crate::Cell;

cell_list! {
    /// Between line: digits on the line lie strictly between the digits in the two circles at its
    /// ends.
    ///
    /// There must be at least two cells. A line of two cells is always satisfied.
    ///
    /// ```text
    /// (2)-5-3-6-(7)
    /// ```
    pub struct Between;
    "Between" cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 2, usize::MAX)
    };
    check |cells, _, values| {
        let Some((least, most, inner)) = ends(cells, values) else { return Ok(()) };
        let wrong = inner.iter().find(|cell| !(least + 1..most).contains(&values[cell.index()]));
        wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell: *cell, found: values[cell.index()] }))
    };
}

numbered_list! {
    /// Lockout line: the ends differ by at least the given number, and digits on the line lie
    /// strictly outside their range.
    ///
    /// The usual difference is 4. Even with the difference 0, the ends are different. There must be
    /// at least two cells.
    ///
    /// ```text
    /// <3>-1-9-8-<7>
    /// ```
    pub struct Lockout {
        /// The least difference between the ends, 0 to 16.
        pub difference: u8,
    }
    "Lockout" "difference~cells" 0 to 16;
    cells |it, _| {
        normalize_direction(&mut it.cells);
        count_is(&it.cells, 2, usize::MAX)
    };
    check |it, _, values| {
        let Some((least, most, inner)) = ends(&it.cells, values) else { return Ok(()) };
        if most - least < it.difference.max(1) {
            return Err(Fault::Not("ends that differ by at least the given number"));
        }
        let wrong = inner.iter().find(|cell| (least..=most).contains(&values[cell.index()]));
        wrong.map_or(Ok(()), |cell| Err(Fault::Value { cell: *cell, found: values[cell.index()] }))
    };
}

/// Normalizes the direction of a symmetric line: the lower end comes first.
fn normalize_direction(cells: &mut [Cell]) {
    if cells.iter().rev().lt(cells.iter()) {
        cells.reverse();
    }
}

/// Returns the lesser and the greater value of the ends, and the cells between them.
fn ends<'a>(cells: &'a [Cell], values: &[u8]) -> Option<(u8, u8, &'a [Cell])> {
    let [first, inner @ .., last] = cells else { return None };
    let (one, two) = (values[first.index()], values[last.index()]);
    Some((one.min(two), one.max(two), inner))
}

numbered_list! {
    /// Lunchbox: digits do not repeat; those strictly between the least and the greatest one sum to
    /// the clue.
    ///
    /// It is a sandwich on any list of cells, in the order of the list. A cell cannot be listed
    /// twice.
    ///
    /// ```text
    /// 4-[1]-3-5-[9]-7    (8)
    /// ```
    pub struct Lunchbox {
        /// The sum; 0 or more.
        pub sum: u32,
    }
    "Lunchbox" "sum~cells" 0 to 1_000_000;
    cells |it, _| {
        normalize_direction(&mut it.cells);
        count_is(&it.cells, 1, usize::MAX)?;
        are_different(&it.cells)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        filling(&it.cells, it.sum, values)
    };
    houses |it, _| alloc::vec![it.cells.clone()];
}

/// Succeeds if the cells between the least and the greatest value of a line have the sum.
pub(super) fn filling(cells: &[Cell], sum: u32, values: &[u8]) -> Checked {
    let value = |index: &usize| values[cells[*index].index()];
    let (Some(least), Some(most)) = ((0..cells.len()).min_by_key(value), (0..cells.len()).max_by_key(value))
    else {
        return Ok(());
    };
    let (from, to) = (least.min(most), least.max(most));
    sum_is(total(cells.get(from + 1..to).unwrap_or(&[]), values), i64::from(sum))
}

numbered_list! {
    /// Rellik cage: digits do not repeat, and no combination of one or more digits in the cage sums
    /// to the given total.
    ///
    /// ```text
    /// !9---+
    /// | 8 4 |
    /// +----+
    /// ```
    pub struct RellikCage {
        /// The forbidden sum; 0 or more.
        pub sum: u32,
    }
    "RellikCage" "sum~cells" 0 to 1_000_000;
    cells |it, _| {
        it.cells.sort_unstable();
        count_is(&it.cells, 1, usize::MAX)
    };
    check |it, _, values| {
        distinct(&it.cells, values)?;
        // `reached[s]` is true if some subset has the sum s. Different values sum to at most 136.
        let mut reached = [false; 137];
        for value in it.cells.iter().map(|cell| usize::from(values[cell.index()])) {
            (0..137 - value).rev().filter(|sum| *sum > 0).for_each(|sum| reached[sum + value] |= reached[sum]);
            reached[value] = true;
        }
        let found = reached.get(it.sum as usize).is_some_and(|reached| *reached);
        if found { Err(Fault::Not("no combination of cells with the sum")) } else { Ok(()) }
    };
    houses |it, _| alloc::vec![it.cells.clone()];
}
