//! Lines about classes of values: remainders, low, middle and high values.

use super::fault::{Checked, Fault, Misfit};
use super::kind::{cell_list, count_is, numbered_list};
use crate::Cell;
use crate::board::ValueRange;

numbered_list! {
    /// Modular line: any m consecutive cells have m different remainders when divided by m.
    ///
    /// On a line of fewer than m cells all remainders differ.
    ///
    /// ```text
    /// 1-5-9-4-2-3      (m = 3)
    /// ```
    pub struct Modular {
        /// m, 1 to 16.
        pub modulus: u8,
    }
    "Modular" "m~cells" 1 to 16;
    cells |it, _| count_is(&it.cells, 1, usize::MAX);
    check |it, _, values| windows_differ(&it.cells, usize::from(it.modulus), values, |value| value % it.modulus);
}

cell_list! {
    /// Entropic line: any three consecutive cells hold one low, one middle and one high value.
    ///
    /// Of the values 1 to 9 the low ones are 1 2 3, the middle ones 4 5 6, the high ones 7 8 9. Where the number of values is no
    /// multiple of 3, the middle third has one more, or the two others have. On a line of two cells both are of different thirds.
    ///
    /// ```text
    /// 2-6-8-1-5-9
    /// ```
    pub struct Entropic;
    "Entropic" cells |cells, board| match board.values().count() {
        3.. => count_is(cells, 1, usize::MAX),
        _ => Err(Misfit::Board("at least three values")),
    };
    check |cells, board, values| windows_differ(cells, 3, values, |value| Entropic::third(board.values(), value));
}

impl Entropic {
    /// The third that a value is in: 0 for low values, 1 for those in the middle, 2 for high ones.
    pub const fn third(values: ValueRange, value: u8) -> u8 {
        let (place, count) = (value - values.low(), values.count());
        let low = (count + 1) / 3;
        (place >= low) as u8 + (place >= count - low) as u8
    }
}

/// Whether cells fewer than `length` apart are of different classes.
fn windows_differ(cells: &[Cell], length: usize, values: &[u8], class: impl Fn(u8) -> u8) -> Checked {
    for (i, first) in cells.iter().enumerate() {
        for second in cells[i + 1..].iter().take(length - 1) {
            let (one, two) = (values[first.index()], values[second.index()]);
            if class(one) == class(two) {
                return Err(Fault::Pair { first: *first, second: *second, one, two });
            }
        }
    }
    Ok(())
}

cell_list! {
    /// Equality cage: different values, as many even as odd ones, and as many from the lower as from the upper half.
    ///
    /// The number of cells is even. If the number of values is odd, the middle value is in neither half and cannot occur.
    ///
    /// ```text
    /// =----+
    /// | 1 8 |
    /// +----+
    /// ```
    pub struct EqualityCage;
    "EqualityCage" cells |cells, _| {
        cells.sort_unstable();
        if cells.len() % 2 == 1 {
            return Err(Misfit::Expected("an even number of cells"));
        }
        count_is(cells, 2, usize::MAX)
    };
    check |cells, board, values| {
        super::fault::distinct(cells, values)?;
        let (low, count) = (board.values().low(), board.values().count());
        let place = |cell: &Cell| values[cell.index()] - low;
        let lower = cells.iter().filter(|cell| place(cell) < count / 2).count();
        let upper = cells.iter().filter(|cell| place(cell) >= count - count / 2).count();
        let odd = cells.iter().filter(|cell| values[cell.index()] % 2 == 1).count();
        let half = cells.len() / 2;
        if (lower, upper) != (half, half) {
            Err(Fault::Not("as many values from the lower as from the upper half"))
        } else if odd != half {
            Err(Fault::Not("as many even as odd values"))
        } else {
            Ok(())
        }
    };
}
