//! Lines whose segments have equal sums or products: region sum lines, product lines, zipper lines, sum lines.

use super::args::{ArgError, Args};
use super::automaton::Automaton;
use super::declare::{cell_list, documented};
use super::error::{ArgumentError, Checked, ConstraintViolation, sum_is, total};
use super::kind::{Kind, Properties, Writer, count_is, normalize_direction, shift_all};
use super::reading::Reading;
use super::semantics::{Machine, Semantics, Times};
use super::style::{Ends as Tips, Hue, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::sync::Arc;
use alloc::vec::Vec;

cell_list! {
    /// Region sum line: box borders divide the line into segments with the same sum.
    ///
    /// If there are no boxes, the borders of jigsaw pieces divide the line; without either, the
    /// line has no effect. A line that enters a region twice has two segments there. Cells in no
    /// region form segments of their own.
    ///
    /// ```text
    /// 1-7-|-8-|-2-6
    /// ```
    pub struct RegionSumLine;
    "RegionSumLine" Sums; cells |cells, _| count_is(cells, 1, usize::MAX);
    check |cells, board, values| {
        let segments = region_segments(cells, board);
        let Some((first, rest)) = segments.split_first() else { return Ok(()) };
        rest.iter().try_for_each(|segment| sum_is(total(segment, values), total(first, values)))
    };
    with {
        const PROPERTIES: Properties = Properties { reads_regions: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            Semantics::EqualSums(self.pieces(board))
        }
    }
}

style!(RegionSumLine: KindStyle::new("Region sum line", "region sum line", ".Shape~6x6.RegionSumLine~R2C2~R2C3~R3C4~R4C4~R4C5")
    .line(Hue::Blue, "#2ecbff", 15)
    .rule("A {colour} line is a region sum line: its digits have the same sum in each box.")
    .fpuzzles("regionsumline").sudokumaker(404).button("region sum", "box sum"));

impl RegionSumLine {
    /// Returns the segments of the line. There are fewer than two if the line has no effect.
    pub fn pieces(&self, board: &Board) -> Vec<Vec<Cell>> {
        region_segments(&self.cells, board)
    }
}

cell_list! {
    /// Product line: box borders divide the line into segments with the same product.
    ///
    /// The segments are those of a `RegionSumLine`. The line has at most 30 cells.
    ///
    /// ```text
    /// 2-6-|-3-4-|-1-2-6
    /// ```
    pub struct ProductLine;
    "ProductLine" Open; cells |cells, _| count_is(cells, 1, MAX_PRODUCT_CELLS);
    check |cells, board, values| {
        let product = |segment: &Vec<Cell>| -> u128 {
            segment.iter().map(|cell| u128::from(values[cell.index()])).product()
        };
        let mut products = region_segments(cells, board).iter().map(product).collect::<Vec<_>>().into_iter();
        let first = products.next();
        if products.all(|product| Some(product) == first) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("segments with the same product"))
        }
    };
    with {
        const PROPERTIES: Properties = Properties { reads_regions: true, ..Properties::DEFAULT };

        fn semantics(&self, board: &Board) -> Semantics {
            same_products(&region_segments(&self.cells, board), board.values())
        }
    }
    from Extension;
}

style!(ProductLine: KindStyle::new("Product line", "product line", ".Shape~6x6.ProductLine~R2C2~R2C3~R3C4~R4C4~R4C5")
    .line(Hue::Orange, "#ffb366", 15).tag("product")
    .rule("A {colour} line is a product line: its digits have the same product in each box.")
    .fpuzzles("productline").button("product line", "multiply"));

/// The greatest length of a product line. Products of 30 values up to 16 fit into 128 bits.
const MAX_PRODUCT_CELLS: usize = 30;

/// Returns the condition that all segments have the same product: either all products are 0, or each prime number
/// divides them equally often. The conditions of the prime numbers need few states, and they are how people think: a
/// segment has as many fives as the others.
fn same_products(segments: &[Vec<Cell>], values: ValueRange) -> Semantics {
    let [first, others @ ..] = segments else { return Semantics::TRUE };
    if others.is_empty() {
        return Semantics::TRUE;
    }
    let mut parts: Vec<Semantics> = [2, 3, 5, 7, 11, 13]
        .into_iter()
        .filter(|prime| *prime <= values.high())
        .flat_map(|prime| others.iter().map(move |other| equal_exponents(first, other, prime, values)))
        .collect();
    if !values.contains(0) {
        return Semantics::All(parts);
    }
    let zero = values.mask(0);
    let nonzero = |cell: &Cell| Semantics::Domain { cell: *cell, mask: values.all() & !zero };
    parts.extend(segments.iter().flatten().map(nonzero));
    let some_zero = |segment: &Vec<Cell>| Semantics::contains(segment.clone(), &[0], Times::AtLeast, values);
    Semantics::Any(alloc::vec![
        Semantics::All(parts),
        Semantics::All(segments.iter().map(some_zero).collect())
    ])
}

/// Returns the condition that a prime number divides the products of two lists of cells equally often.
fn equal_exponents(one: &[Cell], two: &[Cell], prime: u8, values: ValueRange) -> Semantics {
    let exponent = |mut value: u8| {
        let mut exponent = 0_u16;
        while value > 0 && value.is_multiple_of(prime) {
            (value, exponent) = (value / prime, exponent + 1);
        }
        exponent
    };
    let most = one.len() as u16 * values.iter().map(exponent).max().unwrap_or(0);
    let separator = values.count();
    // A state consists of the list that is being read and the difference of the exponents.
    let step = |(is_second, difference): &(bool, u16), symbol: u8| match *is_second {
        _ if symbol == separator => (!is_second).then_some((true, *difference)),
        false => Some((false, difference + exponent(values.low() + symbol))).filter(|state| state.1 <= most),
        true => Some((true, difference.checked_sub(exponent(values.low() + symbol))?)),
    };
    let automaton = Automaton::from_steps(separator + 1, (false, 0), step, |state| *state == (true, 0));
    let automaton = Arc::new(automaton.expect("30 values up to 16 have few exponents"));
    let mut breaks = alloc::vec![0; one.len() + two.len() + 1];
    breaks[one.len()] = 1;
    Semantics::Regular { cells: [one, two].concat(), machine: Machine::Stored { automaton, breaks } }
}

fn region_segments(cells: &[Cell], board: &Board) -> Vec<Vec<Cell>> {
    // Boxes are not listed, because proofs check millions of assignments.
    let (box_of, pieces) = (board.box_of(), board.pieces());
    if box_of.is_none() && pieces.is_empty() {
        return Vec::new();
    }
    let region_of = |cell: &Cell| match &box_of {
        Some(box_of) => box_of(*cell),
        None => pieces.iter().position(|piece| piece.binary_search(cell).is_ok()),
    };
    cells.chunk_by(|one, two| region_of(one) == region_of(two)).map(<[Cell]>::to_vec).collect()
}

cell_list! {
    /// Zipper line: digits at equal distance from the middle of the line have the same sum, which
    /// is also the digit in the centre cell.
    ///
    /// A line of even length has no centre cell. A line of one or two cells is always satisfied.
    ///
    /// ```text
    /// 2-5-8-3-6
    /// ```
    pub struct Zipper;
    "Zipper" Sums; cells |cells, _| {
        normalize_direction(cells);
        count_is(cells, 1, usize::MAX)
    };
    check |cells, _, values| {
        let half = cells.len() / 2;
        let pair = |i: usize| total(&[cells[i], cells[cells.len() - 1 - i]], values);
        let expected = match cells.len() {
            0..=2 => return Ok(()),
            count if count % 2 == 1 => total(&cells[half..=half], values),
            _ => pair(0),
        };
        (0..half).try_for_each(|i| sum_is(pair(i), expected))
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let (count, half) = (self.cells.len(), self.cells.len() / 2);
            let middle = (count % 2 == 1).then(|| alloc::vec![self.cells[half]]);
            let pairs = (0..half).rev().map(|at| alloc::vec![self.cells[at], self.cells[count - 1 - at]]);
            Semantics::EqualSums(middle.into_iter().chain(pairs).collect())
        }
    }
}

style!(Zipper: KindStyle::new("Zipper line", "zipper line", ".Shape~6x6.Zipper~R2C2~R3C2~R4C3~R4C4~R3C5")
    .line(Hue::Lilac, "#cdb1ec", 15).ends(Tips::Middle).rule("A {colour} line is a zipper line.")
    .fpuzzles("zipperline").button("zipper", "equal"));

documented! {
    /// Sum line: the line can be divided into contiguous segments that each sum to the given total.
    ///
    /// With `LOOP` as the last argument, the cells form a loop, and the first segment may start
    /// anywhere. For the total 0, all digits are 0.
    ///
    /// ```text
    /// 4-6-|-1-7-2-|-5-5     (10)
    /// ```
    pub struct SumLine {
        /// The sum of each segment, 0 to 30.
        pub sum: u8,
        /// The topology of the line: open or a ring.
        pub ends: Ends,
        /// The cells along the line.
        pub cells: Vec<Cell>,
    }
    "SumLine" "sum~cells[~LOOP]"
}

style!(SumLine(sum): KindStyle::new("Sum line", "sum line", ".Shape~6x6.SumLine~7~R2C2~R2C3~R3C4~R4C4~R5C4")
    .line(Hue::Brown, "#a0703c", 15).number("the given total", "{}")
    .rule("Each {colour} line can be divided into segments that each sum to {number}.")
    .button("sum line", "ten line");
    fn path(&self, mut cells: Vec<Cell>) -> Vec<Cell> {
        cells.extend(self.cells.first().filter(|_| self.ends == Ends::Ring));
        cells
    }
);

/// The topology of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ends {
    /// The line has two ends.
    Open,
    /// The line is a ring: the first cell follows the last one.
    Ring,
}

/// The greatest segment sum of a sum line.
const MAX_SEGMENT_SUM: i64 = 30;

/// Returns true if a sequence of values can be divided into segments with the sum.
///
/// Zeros may allow several positions for a division. The remaining values then differ only in
/// leading zeros, so testing the first position is sufficient.
fn cuts(mut values: impl Iterator<Item = i64>, sum: i64) -> bool {
    if sum == 0 {
        return values.all(|value| value == 0);
    }
    let mut rest = 0;
    for value in values {
        rest += value;
        if rest > sum {
            return false;
        }
        rest %= sum;
    }
    rest == 0
}

impl Kind for SumLine {
    const READING: Reading = Reading::Open;

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        let line = || self.cells.iter().map(|cell| i64::from(values[cell.index()]));
        let starts = match self.ends {
            Ends::Open => 1,
            Ends::Ring => self.cells.len(),
        };
        let from = |start: &usize| line().cycle().skip(*start).take(self.cells.len());
        if (0..starts).any(|start| cuts(from(&start), i64::from(self.sum))) {
            Ok(())
        } else {
            Err(ConstraintViolation::Not("segments that each have the sum"))
        }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        if self.sum == 0 {
            let mask = board.values().mask_where(|value| value == 0);
            return Semantics::All(
                self.cells.iter().map(|cell| Semantics::Domain { cell: *cell, mask }).collect(),
            );
        }
        let machine = Machine::Segments { sum: self.sum, is_ring: self.ends == Ends::Ring };
        Semantics::Regular { cells: self.cells.clone(), machine }
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        if i64::from(self.sum) > MAX_SEGMENT_SUM {
            return Err(ArgumentError::Number { low: 0, high: MAX_SEGMENT_SUM });
        }
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let sum = args.number(0, 0, MAX_SEGMENT_SUM)? as u8;
        let (ends, args) = match args.without_last("LOOP") {
            Some(args) => (Ends::Ring, args),
            None => (Ends::Open, args),
        };
        Ok(alloc::vec![Self { sum, ends, cells: args.cells(1)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.sum);
        out.cells(&self.cells);
        if self.ends == Ends::Ring {
            out.push("LOOP");
        }
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}
