//! When to go back to level 0, and how fast activity fades.
//!
//! Phases alternate. In a *nimble* phase a restart comes as soon as the clauses learned of late have more levels
//! than on the whole, which suits refuting; in a *steady* phase restarts follow Luby's sequence and activity
//! fades slowly, which suits finding a solution.
//!
//! Source: Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993; Oh, "Between SAT and UNSAT:
//! the fundamental difference in CDCL SAT", SAT 2015; Biere, Fröhlich, "Evaluating CDCL restart schemes", POS 2015.

use super::model::Model;

/// Conflicts in the first phase; each pair of phases is longer than the one before by so many.
const PHASE: u64 = 3000;
/// Conflicts in a unit of Luby's sequence.
const UNIT: u64 = 1024;
/// In a nimble phase, a restart comes when clauses of late have this many times more levels than on the whole.
const MARGIN: f64 = 1.1;
/// How much the activity of a variable fades from one conflict to the next.
const SLOW_FADE: f64 = 0.95;
const FAST_FADE: f64 = 0.9;

#[derive(Debug)]
pub(super) struct Restarts {
    conflicts: u64,
    /// How fast activity fades in nimble phases.
    nimble_fade: f64,
    steady: bool,
    phases: u64,
    phase_end: u64,
    /// Running means of the levels in a clause.
    late: f64,
    whole: f64,
    since: u64,
    /// Where in Luby's sequence the search is, and the length of that stretch.
    luby: (u64, u64),
}

impl Restarts {
    /// Rather empty puzzles, those with segments, want slow fading throughout.
    ///
    /// Of three seeds, one has phases in turn, as seed 0 does, one is always steady, and one always nimble.
    pub(super) fn new(model: &Model, seed: u64) -> Self {
        let scheme = seed % 3;
        Self {
            conflicts: 0,
            nimble_fade: if model.has_segments() { SLOW_FADE } else { FAST_FADE },
            steady: scheme == 1,
            phases: 0,
            phase_end: if scheme == 0 { PHASE } else { u64::MAX },
            late: 0.0,
            whole: 0.0,
            since: 0,
            luby: (1, 1),
        }
    }

    /// A conflict taught a clause of so many levels; the factor by which activity fades.
    pub(super) fn conflict(&mut self, glue: u32) -> f64 {
        let glue = f64::from(glue);
        self.conflicts += 1;
        self.since += 1;
        self.late += (glue - self.late) * 0.03;
        self.whole += (glue - self.whole) * 1e-5_f64.max(1.0 / (self.conflicts as f64 + 1.0));
        if self.conflicts >= self.phase_end {
            self.steady = !self.steady;
            self.phases += 1;
            self.phase_end = self.conflicts + PHASE * (self.phases / 2 + 1);
        }
        if self.steady { SLOW_FADE } else { self.nimble_fade }
    }

    /// Whether to restart now; then, a new stretch begins.
    pub(super) fn is_due(&mut self) -> bool {
        let due = if self.steady {
            self.since >= UNIT * self.luby.1
        } else {
            self.since > 2 && self.late > MARGIN * self.whole
        };
        if due {
            self.since = 0;
            if self.steady {
                self.luby = next_luby(self.luby);
            }
        }
        due
    }
}

/// The next of the pairs whose second parts are 1 1 2 1 1 2 4 and so on.
///
/// Source: Knuth, "The Art of Computer Programming", 7.2.2.2, equation (131).
fn next_luby((u, v): (u64, u64)) -> (u64, u64) {
    if u & u.wrapping_neg() == v { (u + 1, 1) } else { (u, 2 * v) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence() {
        let pairs = core::iter::successors(Some((1, 1)), |pair| Some(next_luby(*pair)));
        let lengths: Vec<u64> = pairs.map(|(_, v)| v).take(15).collect();
        assert_eq!(lengths, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
