//! Difficulties on the scale, and the surcharge for the length of a chain.

use crate::model::Deduction;

/// A difficulty in tenths: 72 means 7.2.
pub type Tenths = u16;

/// The difficulty of a technique.
#[derive(Clone, Copy)]
pub(crate) struct Difficulty {
    /// The minimum, or 0 if the technique is not on the scale.
    pub(crate) least: Tenths,
    /// A function that computes the difficulty of a deduction from the minimum, if it depends on the size of the
    /// pattern.
    pub(crate) rise: Option<fn(Tenths, &Deduction) -> Tenths>,
}

impl Difficulty {
    /// Creates a difficulty that is the same for every use.
    pub(crate) const fn fixed(least: Tenths) -> Self {
        Self { least, rise: None }
    }

    pub(crate) const fn rising(self, rise: fn(Tenths, &Deduction) -> Tenths) -> Self {
        Self { rise: Some(rise), ..self }
    }

    pub(crate) fn of(self, deduction: &Deduction) -> Tenths {
        self.rise.map_or(self.least, |rise| rise(self.least, deduction))
    }
}

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
