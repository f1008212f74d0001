//! Domino tilings.

use alloc::format;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns the problem of tiling a board with dominoes.
///
/// Primary items: the cells `r1c1` and so on, row by row. Options: for each cell, the domino that also covers
/// the cell to the right, then the domino that also covers the cell below.
///
/// # Errors
/// The board is so large that the problem has more than 2^30 entries.
pub fn dominoes(rows: u32, columns: u32) -> Result<Problem, BuildError> {
    check_size(u64::from(rows).checked_mul(4 * u64::from(columns)))?;
    let mut builder = Builder::new();
    for cell in 0..rows * columns {
        builder.primary(&format!("r{}c{}", cell / columns + 1, cell % columns + 1))?;
    }
    for cell in 0..rows * columns {
        if (cell + 1) % columns != 0 {
            builder.option(&[cell, cell + 1])?;
        }
        if cell + columns < rows * columns {
            builder.option(&[cell, cell + columns])?;
        }
    }
    Ok(builder.build())
}
