//! Random sets, among which there is a solution.

use alloc::vec::Vec;

use super::size::check_size;
use crate::model::builder::{BuildError, BuildErrorKind, Builder};
use crate::model::problem::Problem;

use crate::random::Random;

/// Returns a problem with `items` items. Its options are `options` random sets of `size` items, and in
/// addition a random partition of all items into sets of this size, which is a solution. One set of the
/// partition is smaller if `size` does not divide `items`. The options are in random order.
///
/// # Errors
/// The problem has more than 2^30 entries, or `size` is 0 or above `items`.
pub fn random(items: u32, options: u32, size: u32, random: &mut Random) -> Result<Problem, BuildError> {
    let entries = u64::from(options).checked_mul(size.into()).and_then(|sum| sum.checked_add(items.into()));
    if !(1..=items).contains(&size) {
        return Err(BuildError::new(BuildErrorKind::Size { found: size, most: items }));
    }
    check_size(entries)?;
    let mut all: Vec<u32> = (0..items).collect();
    random.shuffle(&mut all);
    let mut sets: Vec<Vec<u32>> = all.chunks(size as usize).map(<[u32]>::to_vec).collect();
    for _ in 0..options {
        // A partial shuffle suffices, because only the first `size` items are used.
        for index in 0..size {
            all.swap(index as usize, (index + random.below(items - index)) as usize);
        }
        sets.push(all[..size as usize].to_vec());
    }
    random.shuffle(&mut sets);
    let mut builder = Builder::new();
    builder.set_first_number(1);
    builder.primary_unnamed(items)?;
    for mut set in sets {
        set.sort_unstable();
        builder.option(&set)?;
    }
    Ok(builder.build())
}
