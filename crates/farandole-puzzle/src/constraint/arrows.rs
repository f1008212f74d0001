//! Sums of cells that equal cells or other sums: arrows, double arrows, average arrows, pill
//! arrows, equal sums.

use super::args::{ArgError, Args, at};
use super::declare::{cell_list, documented, numbered_list};
use super::error::{ArgumentError, Checked, sum_is, total};
use super::kind::{Kind, Writer, count_is, normalize_direction, shift_all};
use super::reading::Reading;
use super::semantics::Semantics;
use super::style::{Ends, Figure, Hue, KindStyle, style};
use crate::Cell;
use crate::board::Board;
use alloc::vec::Vec;

cell_list! {
    /// Arrow: digits along the arrow sum to the digit in the circle.
    ///
    /// The circle is the first cell. Unless 0 is a value, an arrow that is a circle alone never
    /// holds.
    ///
    /// ```text
    /// (7)-1-4-2>
    /// ```
    pub struct Arrow;
    "Arrow" Sums; cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, _, values| match cells {
        [circle, shaft @ ..] => sum_is(total(shaft, values), i64::from(values[circle.index()])),
        [] => Ok(()),
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let (circle, shaft) = self.cells.split_at(self.cells.len().min(1));
            Semantics::equal_sum(circle, shaft)
        }
    }
}

style!(Arrow: KindStyle::new("Arrow", "arrow", ".Shape~6x6.Arrow~R2C2~R2C3~R3C4~R4C4.Arrow~R5C1~R6C2~R6C3")
    .figure(Figure::Own).rule("Digits along an arrow sum to the digit in its circle.").fpuzzles("arrow")
    .sudokumaker(408).button("arrow", "sum circle"));

cell_list! {
    /// Double arrow: digits between the two circles sum to the total of the circled digits.
    ///
    /// The circles are the first and the last cell. There must be at least three cells.
    ///
    /// ```text
    /// (5)-1-8-2-(6)
    /// ```
    pub struct DoubleArrow;
    "DoubleArrow" Sums; cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 3, usize::MAX)
    };
    check |cells, _, values| match cells {
        [first, inner @ .., last] => sum_is(total(inner, values), total(&[*first, *last], values)),
        _ => Ok(()),
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            match &self.cells[..] {
                [first, inner @ .., last] => Semantics::equal_sum(&[*first, *last], inner),
                _ => Semantics::TRUE,
            }
        }
    }
}

style!(DoubleArrow: KindStyle::new("Double arrow", "double arrow", ".Shape~6x6.DoubleArrow~R2C2~R2C3~R3C4~R3C5")
    .line(Hue::Grey, "#aaaaaa", 5).ends(Ends::Shaft).rule("A {colour} line is a double arrow.")
    .fpuzzles("doublearrow").sudokumaker(409).button("double arrow", ""));

cell_list! {
    /// Average arrow: the digit in the circle is the average of the digits along the arrow.
    ///
    /// The circle is the first cell. The arrow has 1 to 100 cells.
    ///
    /// ```text
    /// (4)-1-7-4>
    /// ```
    pub struct AverageArrow;
    "AverageArrow" Open; cells |cells, _| count_is(cells, 2, MAX_SHAFT + 1);
    check |cells, _, values| match cells {
        [circle, shaft @ ..] => {
            sum_is(total(shaft, values), i64::from(values[circle.index()]) * shaft.len() as i64)
        }
        [] => Ok(()),
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let Some((circle, shaft)) = self.cells.split_first() else { return Semantics::TRUE };
            let terms = shaft.iter().map(|cell| (*cell, -1)).chain([(*circle, shaft.len() as i32)]);
            Semantics::Sum { terms: terms.collect(), total: 0 }
        }
    }
    from Extension;
}

style!(AverageArrow: KindStyle::new("Average arrow", "average arrow", ".Shape~6x6.AverageArrow~R2C2~R2C3~R3C4~R4C4")
    .figure(Figure::Own).tag("avg")
    .rule("Average arrows: the circle is the average of the digits on its arrow."));

/// Maximum number of cells on an average arrow, excluding its first cell. The number of cells is a
/// coefficient of the equivalent weighted sum.
const MAX_SHAFT: usize = 100;

numbered_list! {
    /// Pill arrow: digits along the arrow sum to the number in the pill.
    ///
    /// The pill has two or three cells and is read row by row. Each of its cells is one step to the
    /// right of the previous one, below it, or diagonally below it to the right. If there are
    /// values above 9, only the first cell of the pill may hold them.
    ///
    /// ```text
    /// (1 4)-5-9>
    /// ```
    pub struct PillArrow {
        /// Number of cells in the pill, 2 or 3. They are the first cells of the list, in ascending
        /// order.
        pub pill: u8,
    }
    "PillArrow" "2|3~cells" 2 to 3; Open;
    cells normalize_pill;
    check |it, _, values| {
        let (pill, shaft) = it.cells.split_at(usize::from(it.pill).min(it.cells.len()));
        let digits = || pill.iter().map(|cell| values[cell.index()]);
        if let Some((cell, found)) = pill.iter().zip(digits()).skip(1).find(|(_, digit)| *digit > 9) {
            return Err(super::error::ConstraintViolation::Value { cell: *cell, found });
        }
        let number = digits().fold(0, |number, digit| number * 10 + i64::from(digit));
        sum_is(total(shaft, values), number)
    };
    with {
        fn semantics(&self, board: &Board) -> Semantics {
            let (pill, shaft) = self.cells.split_at(usize::from(self.pill).min(self.cells.len()));
            let mask = board.values().mask_where(|value| value <= 9);
            // Digits of the pill are weighted by powers of ten, the last one by 1.
            let weights = core::iter::successors(Some(1), |weight| Some(weight * 10));
            let terms = pill.iter().rev().copied().zip(weights).chain(shaft.iter().map(|cell| (*cell, -1)));
            let sum = Semantics::Sum { terms: terms.collect(), total: 0 };
            let digits = pill.iter().skip(1).map(|cell| Semantics::Domain { cell: *cell, mask });
            Semantics::All(digits.chain([sum]).collect())
        }
    }
}

style!(PillArrow(pill): KindStyle::new("Pill arrow", "pill arrow", ".Shape~6x6.PillArrow~2~R2C2~R2C3~R3C4~R4C4~R5C4")
    .figure(Figure::Own).number("in the pill", "in the pill of {} cells")
    .rule("Digits along an arrow sum to the digit in its circle."));

fn normalize_pill(it: &mut PillArrow, board: &Board) -> Result<(), ArgumentError> {
    let count = usize::from(it.pill);
    count_is(&it.cells, count + 1, usize::MAX)?;
    it.cells[..count].sort_unstable();
    let step = |one, two| {
        [(0, 1), (1, 0), (1, 1)].iter().any(|(row, col)| board.shifted(one, *row, *col) == Some(two))
    };
    if it.cells[..count].windows(2).all(|pair| step(pair[0], pair[1])) {
        Ok(())
    } else {
        Err(ArgumentError::Expected("a pill whose cells touch, from left to right or from top to bottom"))
    }
}

documented! {
    /// Equal sums: digits in each set of cells have the same sum.
    ///
    /// In texts, the argument `-` separates two sets.
    ///
    /// ```text
    /// a a b      a + a + a = b + b
    /// a b .
    /// ```
    pub struct EqualSum {
        /// The sets, sorted; the cells of each set are in ascending order.
        pub sets: Vec<Vec<Cell>>,
    }
    "EqualSum" "cells~-~cells[~-~cells..]"
}

style!(EqualSum: KindStyle::new("Equal sums", "equal sums", ".Shape~6x6.EqualSum~R1C1~R1C2~R2C1~-~R4C4~R4C5")
    .figure(Figure::Own));

impl Kind for EqualSum {
    const READING: Reading = Reading::Sums;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.sets.concat()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let Some((first, rest)) = self.sets.split_first() else { return Ok(()) };
        rest.iter().try_for_each(|set| sum_is(total(set, values), total(first, values)))
    }

    fn semantics(&self, _board: &Board) -> Semantics {
        // One equation for each pair of sets, so that each can be combined with other sums.
        let pairs =
            self.sets.iter().enumerate().flat_map(|(at, one)| {
                self.sets[at + 1..].iter().map(move |two| Semantics::equal_sum(one, two))
            });
        Semantics::All(pairs.collect())
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        self.sets.iter_mut().for_each(|set| set.sort_unstable());
        self.sets.sort_unstable();
        if self.sets.iter().any(Vec::is_empty) || self.sets.is_empty() {
            return Err(ArgumentError::Expected("sets of at least one cell"));
        }
        Ok(())
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sets = args.segments(0)?;
        match sets.iter().position(Vec::is_empty) {
            Some(_) => Err(at(0, ArgumentError::Expected("sets of at least one cell"))),
            None => Ok(alloc::vec![Self { sets }]),
        }
    }

    fn write(&self, out: &mut Writer<'_>) {
        for (i, set) in self.sets.iter().enumerate() {
            if i > 0 {
                out.push("-");
            }
            out.cells(set);
        }
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        self.sets.iter_mut().try_for_each(|set| shift_all(set, to))
    }
}
