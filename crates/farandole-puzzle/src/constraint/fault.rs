//! What is wrong with data of a constraint, and how a grid breaks a constraint.

use crate::Cell;
use crate::board::{Board, MAX_SIDE, Shape};
use core::fmt;

/// What is wrong with a constraint as it was written: what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misfit {
    /// No argument where this was expected.
    Missing(&'static str),
    /// Something else than this.
    Expected(&'static str),
    /// An argument behind the last one that the constraint has.
    Extra,
    /// A number out of its range, or no number.
    Number {
        /// The least number that is allowed.
        low: i64,
        /// The greatest number that is allowed.
        high: i64,
    },
    /// Something that names no cell of the board.
    Cell,
    /// A wrong number of cells.
    Cells {
        /// How many there are.
        found: usize,
        /// The least number that is allowed.
        least: usize,
        /// The greatest number that is allowed.
        most: usize,
    },
    /// A cell that stands twice where cells must differ.
    CellTwice(Cell),
    /// The board does not suit the constraint: what it would have to be.
    Board(&'static str),
    /// The shape of the grid does not suit the constraint: one that does.
    Shape(Shape),
    /// A name that no kind of constraint has.
    Name {
        /// The known name that is most like it, if one is.
        nearest: Option<&'static str>,
    },
    /// The other constraints do not suit this one: what was expected of them.
    Others(&'static str),
    /// The constraint is larger than what is supported: what the limit is.
    TooLarge(&'static str),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing(what) => write!(f, "nothing, expected {what}"),
            Self::Expected(what) => write!(f, "expected {what}"),
            Self::Extra => f.write_str("expected no further argument"),
            Self::Number { low, high } if low == high => write!(f, "expected {low}"),
            Self::Number { low, high } => write!(f, "expected a number from {low} to {high}"),
            Self::Cell => f.write_str("expected the name of a cell of this board"),
            Self::Cells { found, least, most } if least == most => {
                write!(f, "{found} cells, expected {least}")
            }
            Self::Cells { found, least, most: usize::MAX } => {
                write!(f, "{found} cells, expected at least {least}")
            }
            Self::Cells { found, least, most } => write!(f, "{found} cells, expected {least} to {most}"),
            Self::CellTwice(_) => f.write_str("a cell that stands twice, expected different cells"),
            Self::Board(what) => write!(f, "this board, expected {what}"),
            Self::Shape(shape) => {
                let (rows, cols, values) = (shape.rows(), shape.cols(), shape.values());
                write!(f, "this board, expected the values {} to {}: ", values.low(), values.high())?;
                write!(f, "write `.Shape~{rows}x{cols}~{values}`")
            }
            Self::Name { nearest: Some(name) } => write!(f, "unknown constraint; did you mean `{name}`?"),
            Self::Name { nearest: None } => f.write_str("unknown constraint"),
            Self::Others(what) => write!(f, "does not suit the other constraints, expected {what}"),
            Self::TooLarge(limit) => write!(f, "too large, expected {limit}"),
        }
    }
}

/// How a grid breaks a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Fault {
    /// A value that the cell may not hold.
    Value {
        /// The cell.
        cell: Cell,
        /// Its value.
        found: u8,
    },
    /// Two cells that hold the same value.
    Repeated {
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
        /// Their value.
        value: u8,
    },
    /// Two cells whose values do not go together.
    Pair {
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
        /// The value of the first cell.
        one: u8,
        /// The value of the second cell.
        two: u8,
    },
    /// A sum.
    Sum {
        /// What the values sum to.
        found: i64,
        /// What they should sum to.
        expected: i64,
    },
    /// A number that is counted or read in the grid; `None` if it cannot be read.
    Number {
        /// What was found.
        found: Option<i64>,
        /// What the constraint asks for.
        expected: i64,
    },
    /// A value that occurs too often or not often enough.
    Count {
        /// The value.
        value: u8,
        /// How often it occurs.
        found: usize,
        /// How often it should occur.
        expected: usize,
    },
    /// What should be and is not.
    Not(&'static str),
}

/// Prints a fault with the names of cells.
#[derive(Clone, Copy, Debug)]
pub struct FaultText<'a> {
    pub(super) fault: Fault,
    pub(super) board: &'a Board,
}

impl fmt::Display for FaultText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell| self.board.name(cell);
        match self.fault {
            Fault::Value { cell, found } => write!(f, "{} has {found}, which is not allowed", name(cell)),
            Fault::Repeated { first, second, value } => {
                write!(f, "{} and {} both have {value}", name(first), name(second))
            }
            Fault::Pair { first, second, one, two } => {
                write!(f, "{} has {one} and {} has {two}", name(first), name(second))
            }
            Fault::Sum { found, expected } => write!(f, "the sum is {found}, expected {expected}"),
            Fault::Number { found: Some(found), expected } => write!(f, "found {found}, expected {expected}"),
            Fault::Number { found: None, expected } => write!(f, "found nothing, expected {expected}"),
            Fault::Count { value, found, expected } => {
                write!(f, "{value} occurs {found} times, expected {expected}")
            }
            Fault::Not(what) => write!(f, "expected {what}"),
        }
    }
}

/// What a check of values returns.
pub(crate) type Checked = Result<(), Fault>;

/// Whether the cells hold different values; a cell that is listed twice is not compared with itself.
pub(crate) fn distinct(cells: &[Cell], values: &[u8]) -> Checked {
    let mut met = [None; MAX_SIDE + 1];
    for cell in cells {
        let value = values[cell.index()];
        if let Some(first) = met[usize::from(value)].replace(*cell)
            && first != *cell
        {
            return Err(Fault::Repeated { first, second: *cell, value });
        }
    }
    Ok(())
}

/// Whether each pair of cells that stand next to each other in the list satisfies `holds`.
pub(crate) fn each_step(cells: &[Cell], values: &[u8], holds: impl Fn(u8, u8) -> bool) -> Checked {
    cells.windows(2).try_for_each(|pair| each_pair(pair[0], pair[1], values, &holds))
}

/// Whether two cells satisfy `holds`.
pub(crate) fn each_pair(first: Cell, second: Cell, values: &[u8], holds: impl Fn(u8, u8) -> bool) -> Checked {
    let (one, two) = (values[first.index()], values[second.index()]);
    if holds(one, two) { Ok(()) } else { Err(Fault::Pair { first, second, one, two }) }
}

/// The sum of the cells' values.
pub(crate) fn total(cells: &[Cell], values: &[u8]) -> i64 {
    cells.iter().map(|cell| i64::from(values[cell.index()])).sum()
}

/// Whether a sum is the one expected.
pub(crate) const fn sum_is(found: i64, expected: i64) -> Checked {
    if found == expected { Ok(()) } else { Err(Fault::Sum { found, expected }) }
}
