//! Finds cells that must hold the same value. A cell that differs from one of them differs from all of
//! them.

use super::cells::numbers;
use crate::compile::builder::Builder;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Returns the pairs of cells that a constraint requires to be equal.
pub(super) fn pairs(constraint: &Constraint) -> Vec<[u16; 2]> {
    match constraint {
        Constraint::Palindrome(it) => {
            let cells = numbers(&it.cells);
            // Cells at equal distance from the two ends are equal. The middle cell is its own mirror image.
            let mirrored = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
            mirrored.map(|(&a, &b)| [a, b]).collect()
        }
        Constraint::SameValues(it) if it.sets.iter().all(|set| set.len() == 1) => {
            numbers(&it.sets.concat()).windows(2).map(|pair| [pair[0], pair[1]]).collect()
        }
        _ => Vec::new(),
    }
}

/// Records the equal cells of a variant in the builder.
pub(super) fn add(variant: &Variant, builder: &mut Builder) {
    for [a, b] in variant.constraints().iter().flat_map(pairs) {
        builder.equal(a, b);
    }
}
