//! Clues on small groups of cells whose values are sums or results of each other: Mathrax, Vudoku.

use super::args::{ArgError, Args, at};
use super::fault::{ArgumentError, Checked, Fault, each_pair};
use super::kind::{Kind, Writer, cell_list, count_is, documented, shift_all};
use crate::Cell;
use crate::board::Board;
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
    /// Mathrax: both diagonally opposite pairs of digits around the circle give the result under
    /// the operation.
    ///
    /// The operation is `sum`, `difference`, `product` or `quotient`; the order of the two digits
    /// does not matter. Division by 0 never holds. The cell is the top left one of the 2x2 square.
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

/// The greatest result that a text may contain. Values are at most 16, so no product is greater.
const MAX_RESULT: u16 = 256;

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
    fn cells(&self, board: &Board) -> Vec<Cell> {
        board.square_at(self.top_left).map_or_else(Vec::new, |square| square.to_vec())
    }

    fn check(&self, board: &Board, values: &[u8]) -> Checked {
        let gives = |one, two| self.operation.gives(one, two, self.result);
        self.pairs(board).iter().flatten().try_for_each(|(one, two)| each_pair(*one, *two, values, gives))
    }

    fn normalize(&mut self, board: &Board) -> Result<(), ArgumentError> {
        if self.result > MAX_RESULT {
            return Err(ArgumentError::Number { low: 0, high: MAX_RESULT.into() });
        }
        let is_square = board.square_at(self.top_left).is_some();
        if is_square { Ok(()) } else { Err(ArgumentError::Expected("the top left cell of a 2x2 square")) }
    }

    fn parse(args: Args<'_>) -> Result<Vec<Self>, ArgError> {
        args.end(3)?;
        let name = args.text(0, "an operation")?;
        let expected = "sum, difference, product or quotient";
        let operation = Operation::named(name).ok_or(at(0, ArgumentError::Expected(expected)))?;
        let result = args.number(1, 0, MAX_RESULT.into())? as u16;
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
    "Vudoku" cells |cells, _| {
        count_is(cells, 3, 3)?;
        cells[1..].sort_unstable();
        Ok(())
    };
    check |cells, _, values| {
        let [tip, one, two] = *cells else { return Ok(()) };
        let [tip, one, two] = [tip, one, two].map(|cell| values[cell.index()]);
        let holds = tip == one + two || tip == one.abs_diff(two);
        if holds { Ok(()) } else { Err(Fault::Not("the sum or the difference of both ends")) }
    };
    from Extension;
}
