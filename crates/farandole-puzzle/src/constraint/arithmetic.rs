//! Cells with the result of an operation: Calcudoku cages, Mathrax circles, Vudoku.

use super::args::{ArgError, Args, at};
use super::automaton::Automaton;
use super::declare::{cell_list, documented};
use super::error::{ArgumentError, Checked, ConstraintViolation, sum_is, total};
use super::kind::{Kind, Properties, Writer, are_different, count_is, shift_all};
use super::reading::Reading;
use super::relation::Related;
use super::semantics::{Machine, Semantics};
use super::style::{Figure, KindStyle, style};
use crate::Cell;
use crate::board::{Board, ValueRange};
use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

/// An arithmetic operation on two values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// The values are added.
    Sum,
    /// The lesser value is subtracted from the greater one.
    Difference,
    /// The values are multiplied.
    Product,
    /// The greater value is divided by the lesser one, without a remainder.
    Quotient,
}

impl Operation {
    const ALL: [Self; 4] = [Self::Sum, Self::Difference, Self::Product, Self::Quotient];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Difference => "difference",
            Self::Product => "product",
            Self::Quotient => "quotient",
        }
    }

    /// Returns the operation with this name in texts.
    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Returns the arithmetic sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Sum => "+",
            Self::Difference => "-",
            Self::Product => "x",
            Self::Quotient => "/",
        }
    }

    /// Returns true if two values, in either order, give this result.
    pub fn gives(self, one: u8, two: u8, result: u16) -> bool {
        let (least, most) = (u16::from(one.min(two)), u16::from(one.max(two)));
        match self {
            Self::Sum => least + most == result,
            Self::Difference => most - least == result,
            Self::Product => least * most == result,
            Self::Quotient => least != 0 && least * result == most,
        }
    }
}

documented! {
    /// Calcudoku cage (KenKen): digits in the cage give the result under the operation; digits may
    /// repeat.
    ///
    /// The operation is `sum`, `difference`, `product` or `quotient`. A difference is the greatest
    /// digit minus all others. A quotient is the greatest digit divided by the product of all
    /// others, without a remainder; division by 0 never holds. The result of a single cell is its
    /// digit. `Mathrax` applies the same operations to diagonal pairs.
    ///
    /// ```text
    /// 12x-+
    /// | 2 | 3      2 x 3 x 2
    /// +   +-+
    /// | . 2 |
    /// ```
    pub struct CalcCage {
        /// The operation on the values.
        pub operation: Operation,
        /// The result, 0 to 4,000,000,000.
        pub result: u32,
        /// The cells in ascending order, each once.
        pub cells: Vec<Cell>,
    }
    "CalcCage" "operation~result~cells" Extension
}

style!(CalcCage: KindStyle::new("Calcudoku cage (KenKen)", "cage with a product", ".Shape~4x4.NoBoxes.CalcCage~product~12~R1C1~R1C2~R2C1.CalcCage~difference~1~R1C3~R1C4.CalcCage~quotient~2~R3C3~R4C3")
    .figure(Figure::Cage);
    fn label(&self) -> String { format!("{}{}", self.result, self.operation.sign()) }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![(
            "give the result under the operation",
            format!("have the {} {}", self.operation.name(), self.result)
        )]
    }
);

impl CalcCage {
    /// Returns true if the values, in any order, give the result.
    fn holds(&self, values: impl Iterator<Item = u8>) -> bool {
        let mut values: Vec<u64> = values.map(u64::from).collect();
        values.sort_unstable();
        let Some((greatest, others)) = values.split_last() else { return false };
        let result = u64::from(self.result);
        let product = |values: &[u64]| values.iter().try_fold(1_u64, |all, value| all.checked_mul(*value));
        match self.operation {
            Operation::Sum => values.iter().sum::<u64>() == result,
            Operation::Difference => greatest.checked_sub(others.iter().sum()) == Some(result),
            // The values are sorted in ascending order. A zero therefore makes the product 0 before
            // it can overflow.
            Operation::Product => product(&values) == Some(result),
            Operation::Quotient => match product(others) {
                None | Some(0) => false,
                Some(divisor) => divisor.checked_mul(result) == Some(*greatest),
            },
        }
    }

    /// Returns the automaton over the values of the cage.
    ///
    /// A state is a pair: the greatest value so far, and the sum or product of the other values.
    /// For products, a state is the product alone.
    fn automaton(&self, range: ValueRange) -> Automaton {
        let (result, high) = (u64::from(self.result), u64::from(range.high()));
        let step = |(greatest, others): (u64, u64), value: u64| {
            let (more, less) = (greatest.max(value), greatest.min(value));
            match self.operation {
                Operation::Product if result == 0 => Some((0, others.min(value.min(1)))),
                Operation::Product => {
                    let product = others * value;
                    (product > 0 && result.is_multiple_of(product)).then_some((0, product))
                }
                // A quotient of several cells is at least 1. Without this check, the products of a
                // cage with the result 0 would be unbounded.
                Operation::Quotient => {
                    Some((more, others * less)).filter(|it| result > 0 && it.1 > 0 && it.1 * result <= high)
                }
                Operation::Sum | Operation::Difference => {
                    Some((more, others + less)).filter(|it| it.1 + result <= high)
                }
            }
        };
        let accepts = |(greatest, others): (u64, u64)| match self.operation {
            Operation::Product => others == result,
            Operation::Quotient => others * result == greatest && greatest > 0,
            Operation::Sum | Operation::Difference => others + result == greatest,
        };
        // Before the first value, the greatest value is the neutral element of the operation.
        let start = match self.operation {
            Operation::Sum | Operation::Difference => (0, 0),
            Operation::Product | Operation::Quotient => (1, 1),
        };
        let step = |state: &(u64, u64), symbol| step(*state, u64::from(range.low() + symbol));
        Automaton::from_steps(range.count(), start, step, |state| accepts(*state)).expect(
            "a number below 2^32 has few divisors of at most 16, and other states are pairs of values",
        )
    }
}

impl Kind for CalcCage {
    const READING: Reading = Reading::Open;
    const PROPERTIES: Properties = Properties { combines_sets: true, ..Properties::DEFAULT };

    fn cells(&self, _board: &Board) -> Vec<Cell> {
        self.cells.clone()
    }

    fn check(&self, _board: &Board, values: &[u8]) -> Checked {
        if self.operation == Operation::Sum {
            return sum_is(total(&self.cells, values), i64::from(self.result));
        }
        let holds = self.holds(self.cells.iter().map(|cell| values[cell.index()]));
        if holds { Ok(()) } else { Err(ConstraintViolation::Not("values with the result of the cage")) }
    }

    fn semantics(&self, board: &Board) -> Semantics {
        // Under every operation, the result of one cell is its value.
        if self.operation == Operation::Sum || self.cells.len() == 1 {
            return Semantics::sum(&self.cells, self.result);
        }
        let automaton = Arc::new(self.automaton(board.values()));
        Semantics::Regular {
            cells: self.cells.clone(),
            machine: Machine::stored(automaton, self.cells.len()),
        }
    }

    fn normalize(&mut self, _board: &Board) -> Result<(), ArgumentError> {
        if self.result > MAX_CAGE_RESULT {
            return Err(ArgumentError::Number { low: 0, high: MAX_CAGE_RESULT.into() });
        }
        self.cells.sort_unstable();
        are_different(&self.cells)?;
        count_is(&self.cells, 1, usize::MAX)
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        let operation = Operation::named(args.text(0, "an operation")?);
        let expected = "sum, difference, product or quotient";
        let operation = operation.ok_or(at(0, ArgumentError::Expected(expected)))?;
        let result = args.number(1, 0, MAX_CAGE_RESULT.into())? as u32;
        Ok(alloc::vec![Self { operation, result, cells: args.cells(2)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.operation.name());
        out.push(self.result);
        out.cells(&self.cells);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(&mut self.cells, to)
    }
}

/// The greatest result that a text may contain. It fits into 32 bits.
const MAX_CAGE_RESULT: u32 = 4_000_000_000;

documented! {
    /// Mathrax: both diagonally opposite pairs of digits around the circle give the result under
    /// the operation.
    ///
    /// The operation is `sum`, `difference`, `product` or `quotient`; the order of the two digits
    /// does not matter. A quotient is the greater digit divided by the smaller one; division by 0
    /// never holds, so no quotient is 0. The cell is the top left one of the 2x2 square.
    /// For a Mathrax circle that requires odd or even digits, use `Odd` or `Even`.
    ///
    /// ```text
    /// 3 | 8
    /// -(9+)-      3 + 6 and 8 + 1
    /// 1 | 6
    /// ```
    pub struct Mathrax {
        /// The operation on the two values.
        pub operation: Operation,
        /// The result, 0 to 256.
        pub result: u16,
        /// The top left cell.
        pub top_left: Cell,
    }
    "Mathrax" "operation~result~cell" Extension
}

style!(Mathrax: KindStyle::new("Mathrax", "mathrax clue", ".Shape~6x6.Mathrax~sum~8~R2C2.Mathrax~product~6~R4C4")
    .figure(Figure::Own);
    fn label(&self) -> String { format!("{}{}", self.result, self.operation.sign()) }
    fn words(&self, _board: &Board) -> Vec<(&'static str, String)> {
        alloc::vec![(
            "give the result under the operation",
            format!("have the {} {}", self.operation.name(), self.result)
        )]
    }
);

/// The greatest result that a text may contain. Values are at most 16, so no product is greater.
const MAX_CIRCLE_RESULT: u16 = 256;

impl Mathrax {
    /// Returns the two diagonal pairs of cells.
    pub fn pairs(&self, board: &Board) -> [Option<(Cell, Cell)>; 2] {
        match board.square_at(self.top_left) {
            Some([a, b, c, d]) => [Some((a, d)), Some((b, c))],
            None => [None; 2],
        }
    }
}

impl Kind for Mathrax {
    const READING: Reading = Reading::EachValue;

    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.square_at(self.top_left).map_or_else(Vec::new, |square| square.to_vec())
    }

    fn related(&self, board: &Board) -> Option<Related<'_>> {
        Some(Related::Pairs(self.pairs(board).into_iter().flatten().collect()))
    }

    fn holds(&self, _board: &Board, one: u8, two: u8) -> bool {
        self.operation.gives(one, two, self.result)
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.result > MAX_CIRCLE_RESULT {
            return Err(ArgumentError::Number { low: 0, high: MAX_CIRCLE_RESULT.into() });
        }
        let is_square = board.square_at(self.top_left).is_some();
        if is_square { Ok(()) } else { Err(ArgumentError::Expected("the top left cell of a 2x2 square")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(3)?;
        let name = args.text(0, "an operation")?;
        let expected = "sum, difference, product or quotient";
        let operation = Operation::named(name).ok_or(at(0, ArgumentError::Expected(expected)))?;
        let result = args.number(1, 0, MAX_CIRCLE_RESULT.into())? as u16;
        Ok(alloc::vec![Self { operation, result, top_left: args.cell(2)? }])
    }

    fn write(&self, out: &mut Writer<'_>) {
        out.push(self.operation.name());
        out.push(self.result);
        out.cells(&[self.top_left]);
    }

    fn shift(&mut self, to: &dyn Fn(Cell) -> Option<Cell>) -> Result<(), ArgumentError> {
        shift_all(core::slice::from_mut(&mut self.top_left), to)
    }
}

cell_list! {
    /// Vudoku: the digit at the tip of the V is the sum or the difference of the digits at its two
    /// ends.
    ///
    /// The tip is the first cell. The order of the ends does not matter.
    ///
    /// ```text
    /// 3 . 8
    ///  \ /
    ///   5
    /// ```
    pub struct Vudoku;
    "Vudoku" Open; cells |cells, _| {
        count_is(cells, 3, 3)?;
        cells[1..].sort_unstable();
        Ok(())
    };
    check |cells, _, values| {
        let [tip, one, two] = *cells else { return Ok(()) };
        let [tip, one, two] = [tip, one, two].map(|cell| values[cell.index()]);
        let holds = tip == one + two || tip == one.abs_diff(two);
        if holds { Ok(()) } else { Err(ConstraintViolation::Not("the sum or the difference of both ends")) }
    };
    with {
        fn semantics(&self, _board: &Board) -> Semantics {
            let whole = |at: usize| {
                let others: Vec<Cell> = (0..self.cells.len()).filter(|other| *other != at).map(|other| self.cells[other]).collect();
                Semantics::equal_sum(&[self.cells[at]], &others)
            };
            Semantics::Any((0..self.cells.len()).map(whole).collect())
        }
    }
    from Extension;
}

style!(Vudoku: KindStyle::new("Vudoku", "vudoku", ".Shape~6x6.Vudoku~R3C3~R2C2~R2C4.Vudoku~R5C5~R4C4~R6C4")
    .figure(Figure::Own));
