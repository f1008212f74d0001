//! The n queens problem.

use alloc::format;
use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns the problem of placing `n` queens on an `n` by `n` board, so that none attacks another.
///
/// Primary items: the rows `r0` and so on and the columns `c0` and so on, alternating, from the middle to the
/// edges. Secondary items: the diagonals of two or more cells. The name of a diagonal is `a` with the number
/// row + column of its cells, or `b` with the number n - 1 - row + column. Option `row * n + column` is a queen
/// in this row and column, both 0-based.
///
/// Source: D. E. Knuth, program queens-dlx, for the order of the items: the tree is smaller if the search
/// branches in the middle first.
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
