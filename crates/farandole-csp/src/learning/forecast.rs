//! Forecasts the remaining work of a depth-first search from the completed share of its tree. This is
//! the weighted backtrack estimator, except that the share may grow as any power of the work.
//!
//! For killers, the share grows as a power of the work. For puzzles that learning solves sooner, the
//! share stagnates, so the forecast is long (docs/experiments/2026-11-23-cages-and-turns.md). A
//! forecast from few turns is unreliable.
//!
//! Source: P. Kilby, J. Slaney, S. Thiebaux, T. Walsh, "Estimating search tree size", AAAI 2006.

/// Maximum exponent. A share that has only begun to grow would suggest a greater exponent.
const STEEPEST: f64 = 2.0;

/// The progress of a search, as pairs of its work and its completed share in ascending order.
#[derive(Debug)]
pub(super) struct Forecast {
    // All entries are kept, since any of them can become the start of the second half of the work.
    notes: Vec<(u64, f64)>,
}

impl Forecast {
    pub(super) const fn new() -> Self {
        Self { notes: Vec::new() }
    }

    /// Records the completed share of the tree after some work.
    pub(super) fn note(&mut self, work: u64, share: f64) {
        self.notes.push((work, share));
    }

    /// Returns the remaining work, assuming that the share grows as a power of the work. The exponent
    /// is that of the second half of the work so far. Returns infinity if it is unknown. For example, if
    /// the share was 0.1 after 100 units of work and is 0.2 after 200, the exponent is 1, and 800 units
    /// remain.
    pub(super) fn left(&self) -> f64 {
        let Some(&(work, share)) = self.notes.last() else { return f64::INFINITY };
        // The exponent is measured over the second half of the work only, since it changes over time.
        let since = self.notes.partition_point(|note| 2 * note.0 < work);
        let (before, less) = self.notes[since.min(self.notes.len() - 1)];
        // The exponent is the slope between two points in a log-log plot.
        let power = (share / less).ln() / (work as f64 / before as f64).ln();
        // By the power law, the share reaches 1 after `work * share^(-1 / power)` units. A share that does not
        // grow gives no forecast.
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
