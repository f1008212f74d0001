//! How much work a depth-first search has left, from the share of its tree that is behind it: the weighted backtrack
//! estimator, as a power of the work.
//!
//! Source: P. Kilby, J. Slaney, S. Thiebaux, T. Walsh, "Estimating search tree size", AAAI 2006.

/// The greatest exponent that is believed: a share that has just begun to grow says little.
const STEEPEST: f64 = 2.0;

/// What a search said of itself so far: its work, and the share of the tree. Both rise.
#[derive(Debug)]
pub(super) struct Forecast {
    notes: Vec<(u64, f64)>,
}

impl Forecast {
    /// Of a search that has not begun.
    pub(super) const fn new() -> Self {
        Self { notes: Vec::new() }
    }

    /// After so much work this share of the tree was searched.
    pub(super) fn note(&mut self, work: u64, share: f64) {
        self.notes.push((work, share));
    }

    /// How much work is left, if the share goes on to grow with the power of the work that it grew with since half of the work.
    pub(super) fn left(&self) -> f64 {
        let Some(&(work, share)) = self.notes.last() else { return f64::INFINITY };
        let since = self.notes.partition_point(|note| 2 * note.0 < work);
        let (before, less) = self.notes[since.min(self.notes.len() - 1)];
        let power = (share / less).ln() / (work as f64 / before as f64).ln();
        if power > 0.0 { work as f64 * (share.powf(-1.0 / power.min(STEEPEST)) - 1.0) } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(notes: &[(u64, f64)]) -> f64 {
        let mut forecast = Forecast::new();
        notes.iter().for_each(|&(work, share)| forecast.note(work, share));
        forecast.left()
    }

    #[test]
    fn what_grows_with_a_power_ends_when_that_says_so() {
        assert!((left(&[(100, 0.1), (200, 0.2)]) - 800.0).abs() < 1e-6);
        assert!(
            (left(&[(50, 0.1), (100, 0.15), (200, 0.6)]) - 200.0 * (0.6_f64.powf(-0.5) - 1.0)).abs() < 1e-6
        );
        assert!((left(&[(100, 0.0001), (200, 0.25)]) - 200.0).abs() < 1e-6);
    }

    #[test]
    fn what_does_not_grow_never_ends() {
        for notes in
            [&[][..], &[(100, 0.5)], &[(100, 0.0), (200, 0.0)], &[(100, 0.5), (150, 0.9), (300, 0.9)]]
        {
            assert_eq!(left(notes), f64::INFINITY, "{notes:?}");
        }
    }
}
