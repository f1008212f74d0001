//! Errors in the arguments of a constraint, and violations of a constraint by a grid.

use crate::Cell;
use crate::board::{Board, MAX_SIDE, Shape};
use core::fmt;

/// An error in the arguments of a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ArgumentError {
    /// A missing argument; the text names what was expected.
    Missing(&'static str),
    /// An unsuitable argument; the text names what was expected.
    Expected(&'static str),
    /// An argument after the last one that the constraint accepts.
    Extra,
    /// An argument that is not a number in the allowed range.
    Number {
        /// The least number allowed.
        low: i64,
        /// The greatest number allowed.
        high: i64,
    },
    /// An argument that does not name a cell of the board.
    Cell,
    /// A wrong number of cells.
    Cells {
        /// The number of cells found.
        found: usize,
        /// The least number allowed.
        least: usize,
        /// The greatest number allowed.
        most: usize,
    },
    /// A duplicate cell in a list of distinct cells.
    CellTwice(Cell),
    /// A board that does not support the constraint; the text names the requirement.
    Board(&'static str),
    /// A grid shape that does not support the constraint, with a suitable shape.
    Shape(Shape),
    /// An unknown name of a constraint.
    Name {
        /// The most similar known name, if there is one.
        nearest: Option<&'static str>,
    },
    /// A conflict with the other constraints; the text names what was expected of them.
    Others(&'static str),
    /// A constraint beyond a supported size; the text names the limit.
    TooLarge(&'static str),
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Missing(what) => write!(f, "found nothing, expected {what}"),
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
            Self::CellTwice(_) => f.write_str("duplicate cell, expected distinct cells"),
            Self::Board(what) => write!(f, "not supported on this board, expected {what}"),
            Self::Shape(shape) => {
                let (rows, cols, values) = (shape.rows(), shape.cols(), shape.values());
                write!(
                    f,
                    "not supported on this board, expected the values {} to {}: ",
                    values.low(),
                    values.high()
                )?;
                write!(f, "write `.Shape~{rows}x{cols}~{values}`")
            }
            Self::Name { nearest: Some(name) } => write!(f, "unknown constraint; did you mean `{name}`?"),
            Self::Name { nearest: None } => f.write_str("unknown constraint"),
            Self::Others(what) => write!(f, "incompatible with the other constraints, expected {what}"),
            Self::TooLarge(limit) => write!(f, "too large, expected {limit}"),
        }
    }
}

/// A violation of a constraint by a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ConstraintViolation {
    /// A cell with a forbidden value.
    Value {
        /// The cell.
        cell: Cell,
        /// The value of the cell.
        found: u8,
    },
    /// Two cells that have the same value.
    Repeated {
        /// The first cell.
        first: Cell,
        /// The second cell.
        second: Cell,
        /// Their value.
        value: u8,
    },
    /// Two cells whose values violate a relation.
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
    /// A wrong sum.
    Sum {
        /// The sum of the values.
        found: i64,
        /// The expected sum.
        expected: i64,
    },
    /// A wrong number that was counted in the grid or formed by its digits.
    Number {
        /// The number found, or `None` if the values form no number.
        found: Option<i64>,
        /// The expected number.
        expected: i64,
    },
    /// A value with too many or too few occurrences.
    Count {
        /// The value.
        value: u8,
        /// Number of occurrences.
        found: usize,
        /// Expected number of occurrences.
        expected: usize,
    },
    /// A missing property; the text names what was expected.
    Not(&'static str),
}

/// Displays a violation with the names of cells.
#[derive(Clone, Copy, Debug)]
pub struct ViolationText<'a> {
    pub(super) fault: ConstraintViolation,
    pub(super) board: &'a Board,
}

impl fmt::Display for ViolationText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |cell| self.board.name(cell);
        match self.fault {
            ConstraintViolation::Value { cell, found } => {
                write!(f, "{} has {found}, which is not allowed", name(cell))
            }
            ConstraintViolation::Repeated { first, second, value } => {
                write!(f, "{} and {} both have {value}", name(first), name(second))
            }
            ConstraintViolation::Pair { first, second, one, two } => {
                write!(f, "{} has {one} and {} has {two}", name(first), name(second))
            }
            ConstraintViolation::Sum { found, expected } => {
                write!(f, "the sum is {found}, expected {expected}")
            }
            ConstraintViolation::Number { found: Some(found), expected } => {
                write!(f, "found {found}, expected {expected}")
            }
            ConstraintViolation::Number { found: None, expected } => {
                write!(f, "found nothing, expected {expected}")
            }
            ConstraintViolation::Count { value, found, expected } => {
                write!(f, "{value} occurs {found} times, expected {expected}")
            }
            ConstraintViolation::Not(what) => write!(f, "expected {what}"),
        }
    }
}

/// The result of checking values against a constraint.
pub(crate) type Checked = Result<(), ConstraintViolation>;

/// Returns an error if two different cells have the same value. A cell that is listed twice is not
/// compared with itself.
pub(crate) fn distinct(cells: &[Cell], values: &[u8]) -> Checked {
    let mut seen = [None; MAX_SIDE + 1];
    for cell in cells {
        let value = values[cell.index()];
        if let Some(first) = seen[usize::from(value)].replace(*cell)
            && first != *cell
        {
            return Err(ConstraintViolation::Repeated { first, second: *cell, value });
        }
    }
    Ok(())
}

/// Returns an error unless the values of two cells satisfy `holds`.
pub(crate) fn each_pair(first: Cell, second: Cell, values: &[u8], holds: impl Fn(u8, u8) -> bool) -> Checked {
    let (one, two) = (values[first.index()], values[second.index()]);
    if holds(one, two) { Ok(()) } else { Err(ConstraintViolation::Pair { first, second, one, two }) }
}

/// Returns the sum of the values of the cells.
pub(crate) fn total(cells: &[Cell], values: &[u8]) -> i64 {
    cells.iter().map(|cell| i64::from(values[cell.index()])).sum()
}

/// Returns an error if a sum differs from the expected one.
pub(crate) const fn sum_is(found: i64, expected: i64) -> Checked {
    if found == expected { Ok(()) } else { Err(ConstraintViolation::Sum { found, expected }) }
}

impl ConstraintViolation {
    /// Returns a displayable violation with the names of cells.
    pub const fn text<'a>(&self, board: &'a Board) -> ViolationText<'a> {
        ViolationText { fault: *self, board }
    }
}
