//! The surcharge for the length of a chain.

use crate::metadata::Tenths;

/// Returns the surcharge for the length of a chain, in tenths. `complexity` is its number of
/// assertions.
pub(crate) fn surcharge(complexity: u32) -> Tenths {
    let length = complexity.saturating_sub(2);
    let (mut bound, mut added) = (4, 0);
    while length > bound {
        bound = if added % 2 == 0 { bound * 3 / 2 } else { bound * 4 / 3 };
        added += 1;
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surcharges_step_at_the_published_lengths() {
        let bounds = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048];
        for (step, bound) in bounds.into_iter().enumerate() {
            assert_eq!((surcharge(bound + 2), surcharge(bound + 3)), (step as u16, step as u16 + 1));
        }
    }
}
