//! The n queens problem.

use alloc::format;
use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns the problem of `n` queens on an `n` by `n` board, none attacking another.
///
/// Primary items: rows `r0`.. and columns `c0`.., alternating from the middle outwards; secondary
/// items: diagonals `a` (row + column) and `b` (n - 1 - row + column) of two or more cells. Option
/// `row * n + column` is a queen.
///
/// Source: D. E. Knuth, program queens-dlx, for the order of the items: branching in the middle
/// first makes a smaller tree.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn queens(n: u32) -> Result<Problem, BuildError> {
    check_size(u64::from(n).checked_mul(4 * u64::from(n)))?;
    let mut builder = Builder::new();
    let mut rows = alloc::vec![0; n as usize];
    let mut columns = alloc::vec![0; n as usize];
    for k in 0..n {
        let t = if k % 2 == 0 { n / 2 + k / 2 } else { n / 2 - (k / 2 + 1) };
        rows[t as usize] = builder.primary(&format!("r{t}"))?;
        columns[t as usize] = builder.primary(&format!("c{t}"))?;
    }
    let mut diagonals: Vec<[u32; 2]> = Vec::new();
    for d in 1..(2 * n).saturating_sub(2) {
        diagonals.push([builder.secondary(&format!("a{d}"))?, builder.secondary(&format!("b{d}"))?]);
    }
    let mut items = Vec::with_capacity(4);
    for row in 0..n {
        for column in 0..n {
            items.clear();
            items.extend([rows[row as usize], columns[column as usize]]);
            for (kind, d) in [row + column, n - 1 - row + column].into_iter().enumerate() {
                items.extend(d.checked_sub(1).and_then(|d| Some(diagonals.get(d as usize)?[kind])));
            }
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}
