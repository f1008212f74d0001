//! Set partitions and perfect matchings.

use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns the problem of partitioning a set of `n` elements: every non-empty subset is an option, in the
/// order of the binary numbers that represent the subsets. The number of solutions is the `n`-th Bell number.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 options or entries.
pub fn bell(n: u32) -> Result<Problem, BuildError> {
    check_size(1_u64.checked_shl(n).and_then(|subsets| u64::from(n).checked_mul(subsets / 2)))?;
    let mut builder = Builder::new();
    builder.set_first_number(1);
    builder.primary_unnamed(n)?;
    let mut items = Vec::new();
    for subset in 1_u64..1 << n {
        items.clear();
        items.extend((0..n).filter(|item| subset >> item & 1 == 1));
        builder.option(&items)?;
    }
    Ok(builder.build())
}

/// Returns the problem of perfect matchings of `n` points: every pair is an option. For even `n`, there are
/// (n - 1)!! = 1 * 3 * 5 * ... * (n - 1) solutions.
///
/// # Errors
/// `n` is so large that the problem has more than 2^30 entries.
pub fn matchings(n: u32) -> Result<Problem, BuildError> {
    check_size(u64::from(n).checked_mul(u64::from(n)))?;
    let mut builder = Builder::new();
    builder.set_first_number(1);
    builder.primary_unnamed(n)?;
    for i in 0..n {
        for j in i + 1..n {
            builder.option(&[i, j])?;
        }
    }
    Ok(builder.build())
}
