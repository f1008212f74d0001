//! Langford pairs.

use alloc::format;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns the problem of Langford pairs: arrange the numbers 1, 1, 2, 2 to n, n in a row, so that k other
/// numbers are between the two numbers k. For n = 3, the row 3 1 2 1 3 2 is a solution.
///
/// Primary items: the numbers `1` to `n`, then the slots `s1` to `s2n`, where 2n is the length of the row. A
/// row and its reverse are different solutions.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn langford(n: u32) -> Result<Problem, BuildError> {
    check_size(u64::from(n).checked_mul(6 * u64::from(n)))?;
    let mut builder = Builder::new();
    for k in 1..=n {
        builder.primary(&format!("{k}"))?;
    }
    let slots = 2 * n;
    for slot in 1..=slots {
        builder.primary(&format!("s{slot}"))?;
    }
    for k in 1..=n {
        for slot in 0..slots.saturating_sub(k + 1) {
            builder.option(&[k - 1, n + slot, n + slot + k + 1])?;
        }
    }
    Ok(builder.build())
}
