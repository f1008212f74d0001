//! The rules, which are propagators in lane form, with one file for each kind.

pub(super) mod automaton;
pub(super) mod band;
pub(super) mod cage;
pub(super) mod chain;
pub(super) mod differ;
pub(super) mod house;
pub(super) mod sum;

use super::pool::{COLUMNS, Lanes, Nodes, Pool, Readers};
use farandole_kernel::{Task, Vectors};

/// A rule that removes candidates in all lanes of a vector at once.
pub(super) trait LaneRule {
    /// Removes candidates that are in no assignment that satisfies the rule. If each cell has a single
    /// candidate, the rule records a contradiction if and only if these values violate it.
    fn apply<S: Vectors>(&self, lanes: &mut Lanes<'_, S>);
}

/// A run of a rule on at most one node per column.
pub(super) struct Run<'a, R> {
    pub(super) rule: R,
    pub(super) pool: &'a mut Pool,
    pub(super) readers: &'a Readers,
    pub(super) taken: &'a Nodes,
}

impl<R: LaneRule> Task for Run<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run<S: Vectors>(self, s: S) {
        let any = self.taken.iter().fold(0, |any, group| any | group);
        for at in (0..COLUMNS).step_by(S::STEP) {
            // Vectors without a node are skipped.
            if any >> at & (u32::MAX >> (COLUMNS - S::STEP)) != 0 {
                let mut lanes = Lanes::new(s, self.pool, self.readers, self.taken, at);
                self.rule.apply(&mut lanes);
                lanes.finish();
            }
        }
    }
}
