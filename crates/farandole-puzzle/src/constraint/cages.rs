//! Sets of cells with a sum or with distinct values: killer cages, extra regions, weighted sums.

use super::args::{ArgError, Args, at};
use super::fault::{ArgumentError, Checked, distinct, sum_is, total};
use super::kind::{Kind, Writer, count_is, documented, shift_all};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

/// The greatest sum that a text may contain.
pub(crate) const MAX_SUM: i64 = 1_000_000;

documented! {
    /// Killer cage: digits in the cage do not repeat and sum to the given total.
    ///
    /// Without a total, or with the total 0, digits only have to be different. A cell that is
    /// listed twice counts twice in the sum and is not compared with itself.
    ///
    /// ```text
    /// 15----+
    /// | 7 8 |
    /// +-----+
    /// ```
    pub struct Cage {
        /// The sum, or `None` if the values only have to differ.
        pub sum: Option<u32>,
        /// The cells in ascending order, each as often as it is listed.
        pub cells: Vec<Cell>,
    }
    "Cage" "[sum]~cells"
}

impl Kind for Cage {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)?;
        self.sum.map_or(Ok(()), |sum| sum_is(total(&self.cells, values), i64::from(sum)))
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.sum = self.sum.filter(|sum| *sum != 0);
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sum = if args.text(0, "a sum")?.is_empty() { 0 } else { args.number(0, 0, MAX_SUM)? };
        Ok(alloc::vec![Self { sum: Some(sum as u32), cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum.unwrap_or(0));
        out.cells(&self.cells);
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.cells.clone()]
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

documented! {
    /// Extra region: digits in the region do not repeat.
    ///
    /// A cell that is listed twice counts once.
    pub struct AllDifferent {
        /// The cells in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "AllDifferent" "cells"
}

impl Kind for AllDifferent {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        distinct(&self.cells, values)
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.cells.sort_unstable();
        self.cells.dedup();
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        Ok(alloc::vec![Self { cells: args.cells(0)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.cells(&self.cells);
    }

    fn houses(&self, _board: &Board) -> Vec<Vec<Cell>> {
        alloc::vec![self.cells.clone()]
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

documented! {
    /// Sum: digits, each multiplied by its coefficient, sum to the given total; digits may repeat.
    ///
    /// In texts, the coefficients follow the total, one for each cell, for example `10_=_1_-1`.
    /// Without them all are 1. A cell that is listed twice counts twice.
    pub struct Sum {
        /// The sum.
        pub sum: i32,
        /// Pairs (cell, coefficient) sorted by cell, each cell once. Coefficients range from -100
        /// to 100 and may be 0.
        pub terms: Vec<(Cell, i32)>,
    }
    "Sum" "sum[_=_coefficients]~cells"
}

/// The greatest absolute value of a coefficient in a text.
const MAX_COEFFICIENT: i64 = 100;

impl Kind for Sum {
    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.terms.iter().map(|(cell, _)| *cell).collect()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let term = |(cell, factor): &(Cell, i32)| i64::from(values[cell.index()]) * i64::from(*factor);
        sum_is(self.terms.iter().map(term).sum(), i64::from(self.sum))
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.terms.sort_unstable();
        let mut merged: Vec<(Cell, i32)> = Vec::with_capacity(self.terms.len());
        for (cell, factor) in &self.terms {
            match merged.last_mut() {
                Some((last, sum)) if last == cell => *sum = sum.saturating_add(*factor),
                _ => merged.push((*cell, *factor)),
            }
        }
        self.terms = merged;
        let limit = MAX_COEFFICIENT;
        if self.terms.iter().any(|(_, factor)| i64::from(factor.abs()) > limit) {
            return Err(ArgumentError::TooLarge("coefficients of a cell that sum to -100 to 100"));
        }
        if i64::from(self.sum).abs() > MAX_SUM {
            return Err(ArgumentError::Number { low: -MAX_SUM, high: MAX_SUM });
        }
        if self.terms.is_empty() { Err(ArgumentError::Missing("at least one cell")) } else { Ok(()) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let head = args.text(0, "a sum")?;
        let (sum, factors) = head.split_once("_=_").map_or((head, None), |(sum, rest)| (sum, Some(rest)));
        let sum = super::args::number(sum, -MAX_SUM, MAX_SUM);
        let sum = sum.ok_or(at(0, ArgumentError::Number { low: -MAX_SUM, high: MAX_SUM }))? as i32;
        let cells = args.cells(1)?;
        let factors = match factors {
            None => alloc::vec![1; cells.len()],
            Some(text) => {
                let read = |text| super::args::number(text, -MAX_COEFFICIENT, MAX_COEFFICIENT);
                let factors: Option<Vec<i64>> = text.split('_').map(read).collect();
                factors
                    .ok_or(at(0, ArgumentError::Expected("coefficients from -100 to 100 separated by `_`")))?
            }
        };
        if factors.len() != cells.len() {
            return Err(at(0, ArgumentError::Expected("as many coefficients as cells")));
        }
        let terms = cells.into_iter().zip(factors.into_iter().map(|factor| factor as i32)).collect();
        Ok(alloc::vec![Self { sum, terms }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        let mut head = alloc::format!("{}", self.sum);
        if self.terms.iter().any(|(_, factor)| *factor != 1) {
            head.push_str("_=");
            self.terms.iter().for_each(|(_, factor)| head.push_str(&alloc::format!("_{factor}")));
        }
        out.push(head);
        let cells: Vec<Cell> = self.terms.iter().map(|(cell, _)| *cell).collect();
        out.cells(&cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.terms.iter_mut().try_for_each(|(cell, _)| shift_all(core::slice::from_mut(cell), to))
    }
}
