//! Restarts: when to backtrack to level 0, and how fast activity decays.
//!
//! The search uses one of two modes, or alternates between them.
//!
//! - *Focused* mode restarts often: as soon as recently learned clauses have higher glue than average, because
//!   the current branch then produces clauses of little value. This mode is best for refutations.
//! - *Stable* mode restarts rarely, according to the Luby sequence, which is within a logarithmic factor of the
//!   optimum if nothing is known about run times. This mode lets the search reach deep assignments and is best
//!   for finding models.
//!
//! It is unknown in advance which mode suits a problem, so the default alternates.
//!
//! Restarts slow down the search if rebuilding the trail is expensive compared with a conflict. Every restart
//! discards the whole trail above level 0: partial restarts, which keep a part of it, cost more than they saved
//! (docs/experiments/2026-11-21-search.md).
//!
//! Source: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993; Oh, "Between SAT and
//! UNSAT: the fundamental difference in CDCL SAT", SAT 2015; Biere, Fröhlich, "Evaluating CDCL restart
//! schemes", POS 2015.

/// Restart scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// Restarts as soon as recently learned clauses have higher glue than average. This suits unsatisfiable
    /// problems.
    Focused,
    /// Restarts according to the Luby sequence. This suits finding a model.
    Stable,
    /// Alternates between the two modes, focused first, with growing phases. Given `n`, the first phase of each
    /// mode lasts `n` conflicts, the second `2 n`, and so on.
    Alternating(u64),
}

/// Restart schemes and activity decay.
///
/// Callers start from [`Restart::DEFAULT`] and override some fields: `farandole-solve` overrides the mode and
/// the decays, `farandole-csp` the mode and the Luby unit, and `farandole-cover` the mode, the margin, the
/// interval and the rates. New fields need no change in these callers. Because all of them set the mode, a
/// different default mode would not affect them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restart {
    /// The scheme in use.
    pub mode: Mode,
    /// Focused mode: factor by which the fast glue average must exceed the slow glue average for a restart. Values
    /// close to 1 lead to more restarts.
    pub margin: f64,
    /// Focused mode: minimum number of conflicts between restarts.
    pub least_interval: u64,
    /// Smoothing factor of the fast glue average: the weight of the latest glue.
    pub fast_rate: f64,
    /// Smoothing factor of the slow glue average. During the first `1 / slow_rate` conflicts, the slow average
    /// is close to the plain average of all glues instead.
    pub slow_rate: f64,
    /// Stable mode: number of conflicts per unit of the Luby sequence.
    pub luby_unit: u64,
    /// Factor by which activity decays per conflict in focused mode, below 1. Lower values favor recent
    /// conflicts.
    pub focused_decay: f64,
    /// Factor by which activity decays per conflict in stable mode, below 1.
    pub stable_decay: f64,
}

impl Restart {
    /// The default settings, with averages, margin and Luby unit as in CaDiCaL.
    pub const DEFAULT: Self = Self {
        // Of nine minimal 25x25 grids, six were solved in time with alternation or with stable mode alone, and
        // four with focused mode alone (docs/experiments/2026-11-21-search.md). With longer phases, the search
        // would behave more like a single mode.
        mode: Mode::Alternating(3000),
        // CaDiCaL: 10 %. On the same grids, 1.3 made no difference in time beyond noise, but clauses were
        // longer.
        margin: 1.1,
        // A lower bound prevents restarts in quick succession; larger values make them rare.
        least_interval: 3,
        // CaDiCaL: windows of 33 and 100,000 conflicts.
        fast_rate: 0.03,
        slow_rate: 1e-5,
        // CaDiCaL: reluctant doubling with period 1,024.
        luby_unit: 1024,
        // MiniSat: 0.95. On the same grids, 0.85 and 0.99 made no difference in time beyond noise, but clauses
        // were longer.
        focused_decay: 0.95,
        stable_decay: 0.95,
    };
}

impl Default for Restart {
    /// Returns [`Restart::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The state of the restart schemes.
#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    config: Restart,
    conflicts: u64,
    /// True in stable mode.
    stable: bool,
    /// Number of completed phases.
    phases: u64,
    /// Number of conflicts at which the current phase ends.
    phase_end: u64,
    /// Exponential moving average of the glue of recent learned clauses.
    fast: f64,
    /// Exponential moving average of the glue over a much longer period.
    slow: f64,
    /// Number of conflicts since the last restart.
    since: u64,
    /// Position in the Luby sequence, as a pair of [`next_luby`]. The second number is the current element.
    luby: (u64, u64),
}

impl Restarts {
    /// Returns the state before the first conflict.
    pub(crate) fn new(config: Restart) -> Self {
        Self {
            config,
            conflicts: 0,
            stable: config.mode == Mode::Stable,
            phases: 0,
            phase_end: if let Mode::Alternating(phase) = config.mode { phase } else { u64::MAX },
            fast: 0.0,
            slow: 0.0,
            since: 0,
            luby: (1, 1),
        }
    }

    /// Records a conflict with the given glue and returns the activity decay factor.
    pub(crate) fn conflict(&mut self, glue: u32) -> f64 {
        let glue = f64::from(glue);
        self.conflicts += 1;
        self.since += 1;
        self.fast += (glue - self.fast) * self.config.fast_rate;
        // The n-th value has the weight 1 / (n + 1) until that weight falls to `slow_rate`. This makes the slow
        // average close to the plain average at first. The fast average has no such correction: it starts at 0,
        // which is too low and delays the first restarts.
        self.slow += (glue - self.slow) * self.config.slow_rate.max(1.0 / (self.conflicts as f64 + 1.0));
        // The switch depends on the number of conflicts, not on time, so that runs are reproducible.
        if let Mode::Alternating(phase) = self.config.mode
            && self.conflicts >= self.phase_end
        {
            self.stable = !self.stable;
            self.phases += 1;
            // Phases grow, so that each mode also has long uninterrupted runs.
            self.phase_end = self.conflicts + phase * (self.phases / 2 + 1);
        }
        if self.stable { self.config.stable_decay } else { self.config.focused_decay }
    }

    /// Returns true if a restart is due. In that case, the count of conflicts since the last restart starts
    /// again at 0.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = if self.stable {
            self.since >= self.config.luby_unit * self.luby.1
        } else {
            self.since >= self.config.least_interval && self.fast > self.config.margin * self.slow
        };
        if due {
            self.since = 0;
            // `since` counts from the last restart of either scheme. The Luby sequence advances only in
            // stable mode and continues where the last stable phase ended.
            if self.stable {
                self.luby = next_luby(self.luby);
            }
        }
        // The averages are not reset: the slow one describes the whole search, and the fast one follows
        // within 1 / `fast_rate` conflicts.
        due
    }
}

/// Returns the pair after `(u, v)`. The first pair is (1, 1). The second numbers form the Luby sequence 1, 1,
/// 2, 1, 1, 2, 4 and so on.
const fn next_luby((u, v): (u64, u64)) -> (u64, u64) {
    // Knuth's recurrence (TAOCP 7.2.2.2) stores two numbers instead of recursing. If v is the lowest set bit of
    // u, the run of doublings for this u is complete.
    if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn lubys_sequence() {
        let pairs = core::iter::successors(Some((1, 1)), |pair| Some(next_luby(*pair)));
        let lengths: Vec<u64> = pairs.map(|(_, v)| v).take(15).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn phases_alternate_and_grow() {
        let config = Restart {
            mode: Mode::Alternating(10),
            focused_decay: 0.9,
            stable_decay: 0.8,
            ..Restart::default()
        };
        let mut restarts = Restarts::new(config);
        let stable: Vec<bool> = (0..50).map(|_| restarts.conflict(3) < 0.85).collect();
        let changes: Vec<usize> = (1..50).filter(|i| stable[*i] != stable[i - 1]).collect();
        assert_eq!(changes, [9, 19, 39]);
    }
}
