//! Sudoku as exact cover of cells, rows, columns and boxes.

use alloc::format;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns a Sudoku with boxes of `box_rows` by `box_columns` cells. `givens` contains a digit or 0 (empty)
/// for each cell, row by row. Cells after the end of `givens` are empty. If a given exceeds the number of
/// digits, its cell has no options.
///
/// Primary items: the cells `r1c1` and so on, then each digit of each row (`r1=1` and so on), of each column
/// (`c1=1`) and of each box (`b1=1`).
///
/// # Errors
/// The problem has more than 2^30 entries.
pub fn sudoku(box_rows: u32, box_columns: u32, givens: &[u32]) -> Result<Problem, BuildError> {
    let size = u64::from(box_rows).checked_mul(box_columns.into());
    check_size(size.and_then(|size| size.checked_pow(3)).and_then(|options| options.checked_mul(4)))?;
    let size = box_rows * box_columns;
    let mut builder = Builder::new();
    for row in 1..=size {
        for column in 1..=size {
            builder.primary(&format!("r{row}c{column}"))?;
        }
    }
    for house in ["r", "c", "b"] {
        for number in 1..=size {
            for digit in 1..=size {
                builder.primary(&format!("{house}{number}={digit}"))?;
            }
        }
    }
    let area = size * size;
    for cell in 0..area {
        let (row, column) = (cell / size, cell % size);
        let region = row / box_rows * box_rows + column / box_columns;
        for digit in 0..size {
            if givens.get(cell as usize).is_none_or(|&given| given == 0 || given == digit + 1) {
                let house = |kind: u32, number: u32| kind * area + number * size + digit;
                builder.option(&[cell, house(1, row), house(2, column), house(3, region)])?;
            }
        }
    }
    Ok(builder.build())
}
