//! Lines that compare neighbours or whole sets of cells: thermometers, whispers, renban lines,
//! palindromes.

use super::args::{ArgError, Args, number};
use super::fault::{ArgumentError, Checked, Fault, distinct, each_pair, each_step};
use super::kind::{Kind, Writer, cell_list, count_is, documented, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

cell_list! {
    /// Thermometer: digits strictly increase from the bulb end.
    ///
    /// The bulb is the first cell. A single cell is always satisfied.
    ///
    /// ```text
    /// (1)-3-4
    ///       |
    ///       7
    /// ```
    pub struct Thermo;
    "Thermo" cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| each_step(cells, values, |one, two| one < two);
}

documented! {
    /// Whisper: adjacent digits on the line differ by at least the given number.
    ///
    /// The default difference is 5 (German whispers).
    ///
    /// ```text
    /// 1-6-9
    ///     |
    ///     4
    /// ```
    pub struct Whisper {
        /// The least difference, 0 to 16.
        pub difference: u8,
        /// The cells along the line.
        pub cells: Vec<Cell>,
    }
    "Whisper" "[difference]~cells"
}

impl Kind for Whisper {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        each_step(&self.cells, values, |one, two| one.abs_diff(two) >= self.difference)
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        if self.difference > 16 {
            return Err(ArgumentError::Number { low: 0, high: 16 });
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let first = args.text(0, "a difference or a cell")?;
        let (difference, from) = match number(first, 0, 16) {
            Some(difference) => (difference as u8, 1),
            None => (5, 0),
        };
        Ok(alloc::vec![Self { difference, cells: args.cells(from)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.difference);
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

cell_list! {
    /// Renban: digits on the line form a set of consecutive, non-repeating digits in any order.
    ///
    /// A cell that is listed twice cannot satisfy it.
    ///
    /// ```text
    /// 5-3-6-4
    /// ```
    pub struct Renban;
    "Renban" cells |cells, _| {
        cells.sort_unstable();
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| {
        // The cells are sorted, so duplicates are adjacent.
        if cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Fault::Not("different cells"));
        }
        distinct(cells, values)?;
        let line = || cells.iter().map(|cell| usize::from(values[cell.index()]));
        let (Some(least), Some(most)) = (line().min(), line().max()) else { return Ok(()) };
        if most - least + 1 == cells.len() { Ok(()) } else { Err(Fault::Not("consecutive values")) }
    };
}

cell_list! {
    /// Palindrome: digits on the line read the same in both directions.
    ///
    /// ```text
    /// 3-7-7-3
    /// ```
    pub struct Palindrome;
    "Palindrome" cells |cells, _| {
        if cells.iter().rev().lt(cells.iter()) {
            cells.reverse();
        }
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| {
        let opposite = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
        opposite.into_iter().try_for_each(|(one, two)| each_pair(*one, *two, values, |one, two| one == two))
    };
}
