//! The solution checker for variants: checks finished grids against the definitions of the
//! constraints.
//!
//! The code favours readability over speed and shares no code with any search.

use super::model::{HouseOrigin, Variant};
use crate::Cell;
use crate::board::Board;
use crate::constraint::ConstraintViolation;
use alloc::sync::Arc;
use core::fmt;

/// Checks that `values` satisfy the variant. They are indexed by cell, including extra cells. Each
/// one is a printed value, not the index of a bit in a mask.
///
/// # Errors
/// Returns the first violation, in this order: a wrong number of cells, a value out of range, a
/// repeated value in a row, column or box, then the constraints.
pub fn check(variant: &Variant, values: &[u8]) -> Result<(), VariantViolation> {
    judge(variant, values, variant.cell_count())
}

/// Checks `grid`, which has one value for each grid cell in row-major order. Skips constraints that
/// depend on extra cells, so `Ok` does not mean that these can be satisfied.
///
/// # Errors
/// Returns the errors of [`check`].
pub fn check_grid(variant: &Variant, grid: &[u8]) -> Result<(), VariantViolation> {
    judge(variant, grid, variant.board().grid_count())
}

/// Checks the first `expected` cells. Skips all constraints that depend on other cells.
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
    /// Returns the 0-based index of the violated constraint. Returns `None` for any other
    /// violation.
    pub const fn constraint(&self) -> Option<usize> {
        match self.kind {
            Kind::Constraint { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Returns the violation of a house or constraint. Returns `None` if the number of values is
    /// wrong or a value is out of range.
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
