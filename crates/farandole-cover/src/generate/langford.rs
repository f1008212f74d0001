//! Langford pairs.

use alloc::format;

use super::size::check_size;
use crate::model::builder::{BuildError, Builder};
use crate::model::problem::Problem;

/// Returns Langford pairs: 1, 1, 2, 2, .., n, n in a row such that k other numbers are between the
/// two k.
///
/// Primary items: numbers `1`.. and slots `s1`..`s2n`. Both directions of each row are solutions.
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
