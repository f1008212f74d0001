//! Restarts: when to go back to level 0, and how fast activity decays.
//!
//! Two schemes can alternate. In *focused* mode a restart comes as soon as the clauses learned of late have more glue
//! than on the whole. In *stable* mode restarts follow Luby's sequence.
//!
//! Source: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993; Oh, "Between SAT and UNSAT:
//! the fundamental difference in CDCL SAT", SAT 2015; Biere, Fröhlich, "Evaluating CDCL restart schemes", POS 2015.

use crate::config::{Mode, Restart};

#[derive(Clone, Debug)]
pub(crate) struct Restarts {
    config: Restart,
    conflicts: u64,
    stable: bool,
    phases: u64,
    phase_end: u64,
    /// Running means of the glue of learned clauses: of late, and on the whole.
    fast: f64,
    slow: f64,
    /// Conflicts since the last restart.
    since: u64,
    /// Where in Luby's sequence the search is, and the length of that stretch.
    luby: (u64, u64),
}

impl Restarts {
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

    /// Notes that a conflict taught a clause of this glue; the factor by which activity decays.
    pub(crate) fn conflict(&mut self, glue: u32) -> f64 {
        let glue = f64::from(glue);
        self.conflicts += 1;
        self.since += 1;
        self.fast += (glue - self.fast) * self.config.fast_rate;
        self.slow += (glue - self.slow) * self.config.slow_rate.max(1.0 / (self.conflicts as f64 + 1.0));
        if let Mode::Alternating(phase) = self.config.mode
            && self.conflicts >= self.phase_end
        {
            self.stable = !self.stable;
            self.phases += 1;
            self.phase_end = self.conflicts + phase * (self.phases / 2 + 1);
        }
        if self.stable { self.config.stable_decay } else { self.config.focused_decay }
    }

    /// Whether to restart now; then, a new stretch begins.
    pub(crate) fn is_due(&mut self) -> bool {
        let due = if self.stable {
            self.since >= self.config.luby_unit * self.luby.1
        } else {
            self.since >= self.config.least_interval && self.fast > self.config.margin * self.slow
        };
        if due {
            self.since = 0;
            if self.stable {
                self.luby = next_luby(self.luby);
            }
        }
        due
    }
}

/// The next of the pairs whose second parts are 1 1 2 1 1 2 4 and so on.
///
/// Source: Knuth, "The Art of Computer Programming", 7.2.2.2, equation (131).
const fn next_luby((u, v): (u64, u64)) -> (u64, u64) {
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
