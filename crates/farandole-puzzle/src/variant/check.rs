//! The solution checker for variants: checks finished grids against the definitions of the
//! constraints.
//!
//! The code favours readability over speed and shares nothing with any search.

use super::model::{HouseOrigin, Variant};
use crate::Cell;
use crate::board::Board;
use crate::constraint::ConstraintViolation;
use alloc::sync::Arc;
use core::fmt;

/// Checks that `values` satisfy the variant. They are indexed by cell, including extra cells. Each
/// one is a value of the board, as printed, not a bit position in a mask.
///
/// # Errors
/// Returns the first violation: a wrong number of cells, a value out of range, a repeated value in
/// a row, column or box, then the constraints in order.
pub fn check(variant: &Variant, values: &[u8]) -> Result<(), VariantViolation> {
    judge(variant, values, variant.cell_count())
}

/// Checks `grid`, which has one value for each grid cell in row-major order. Constraints that read
/// extra cells are skipped, so `Ok` does not mean that they can be satisfied.
///
/// # Errors
/// The same as for [`check`].
pub fn check_grid(variant: &Variant, grid: &[u8]) -> Result<(), VariantViolation> {
    judge(variant, grid, variant.board().grid_count())
}

/// Checks the first `expected` cells and skips everything that concerns other cells.
fn judge(variant: &Variant, values: &[u8], expected: usize) -> Result<(), VariantViolation> {
    let board = variant.board();
    let broken = |kind| VariantViolation { board: board.clone(), kind };
    if values.len() != expected {
        return Err(broken(Kind::Length { found: values.len(), expected }));
    }
    let cells = || board.cells().take(expected);
    if let Some(cell) = cells().find(|cell| !board.values().contains(values[cell.index()])) {
        return Err(broken(Kind::Range { cell, found: values[cell.index()] }));
    }
    for house in variant.houses() {
        if !matches!(house.origin, HouseOrigin::Constraint(_)) {
            let fault = crate::constraint::distinct(&house.cells, values);
            fault.map_err(|fault| broken(Kind::House { house: house.origin, fault }))?;
        }
    }
    for (index, constraint) in variant.constraints().iter().enumerate() {
        if expected == board.cell_count() || !constraint.reads_extra(board) {
            let fault = constraint.check(board, values);
            fault.map_err(|fault| broken(Kind::Constraint { index, name: constraint.name(), fault }))?;
        }
    }
    Ok(())
}

/// A violation of a variant by a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantViolation {
    board: Arc<Board>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Length { found: usize, expected: usize },
    Range { cell: Cell, found: u8 },
    House { house: HouseOrigin, fault: ConstraintViolation },
    Constraint { index: usize, name: &'static str, fault: ConstraintViolation },
}

impl VariantViolation {
    /// Returns the 0-based index of the violated constraint, or `None` if the violation is not
    /// about a constraint.
    pub const fn constraint(&self) -> Option<usize> {
        match self.kind {
            Kind::Constraint { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Returns the violation by the values, or `None` if their number is wrong or one is out of
    /// range.
    pub const fn fault(&self) -> Option<ConstraintViolation> {
        match self.kind {
            Kind::Constraint { fault, .. } | Kind::House { fault, .. } => Some(fault),
            _ => None,
        }
    }
}

impl fmt::Display for VariantViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values = self.board.values();
        match self.kind {
            Kind::Length { found, expected } => write!(f, "the grid has {found} cells, expected {expected}"),
            Kind::Range { cell, found } => write!(
                f,
                "{} has {found}, expected a value from {} to {}",
                self.board.name(cell),
                values.low(),
                values.high()
            ),
            Kind::House { house, fault } => {
                match house {
                    HouseOrigin::Line(crate::board::Line::Row(row)) => write!(f, "row {}", row + 1)?,
                    HouseOrigin::Line(crate::board::Line::Col(col)) => write!(f, "column {}", col + 1)?,
                    HouseOrigin::Box(number) => write!(f, "box {}", number + 1)?,
                    HouseOrigin::Constraint(index) => write!(f, "constraint {}", index + 1)?,
                }
                write!(f, ": {}", fault.text(&self.board))
            }
            Kind::Constraint { name, fault, .. } => write!(f, "{name}: {}", fault.text(&self.board)),
        }
    }
}

impl core::error::Error for VariantViolation {}
