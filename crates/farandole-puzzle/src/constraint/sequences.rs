//! Lines with a constant step.

use super::fault::{Checked, Fault};
use super::kind::{cell_list, count_is};
use crate::Cell;

cell_list! {
    /// Sequence: digits along the line form an arithmetic progression; the step may be 0.
    ///
    /// ```text
    /// 7-5-3-1
    /// ```
    pub struct Sequence;
    "Sequence" cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| steps_equal(cells, values, |one, two| i16::from(one) - i16::from(two));
    from Extension;
}

cell_list! {
    /// Same difference: all pairs of adjacent digits on the line have the same difference.
    ///
    /// ```text
    /// 3-5-3-1-3
    /// ```
    pub struct SameDifference;
    "SameDifference" cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| steps_equal(cells, values, |one, two| i16::from(one.abs_diff(two)));
    from Extension;
}

/// Fails unless all consecutive cells have the same step.
fn steps_equal(cells: &[Cell], values: &[u8], step: fn(u8, u8) -> i16) -> Checked {
    let mut steps = cells.windows(2).map(|pair| step(values[pair[0].index()], values[pair[1].index()]));
    let first = steps.next();
    if steps.all(|step| Some(step) == first) { Ok(()) } else { Err(Fault::Not("equal steps")) }
}
