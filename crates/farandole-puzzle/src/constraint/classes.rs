//! Lines about classes of values: remainders, low, middle and high values.

use super::fault::{Checked, Fault, Misfit};
use super::kind::{cell_list, count_is, has_digits, numbered_list};
use crate::Cell;

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
    /// Entropic line: any three consecutive cells hold one of 1 2 3, one of 4 5 6 and one of 7 8 9.
    ///
    /// On a line of two cells both are of different classes.
    ///
    /// ```text
    /// 2-6-8-1-5-9
    /// ```
    pub struct Entropic;
    "Entropic" cells |cells, board| {
        has_digits(board)?;
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| windows_differ(cells, 3, values, |value| (value - 1) / 3);
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
