//! Assumptions: literals that hold for one question only, and the final conflict, which says what part of them clashes.
//!
//! Assumptions are the first decisions, one level each. Clauses learned under them hold without them too.
//!
//! Source: Eén, Sörensson, "Temporal induction by incremental SAT solving", BMC 2003.

use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::State;
use alloc::vec::Vec;

/// What to do about the assumptions at the current level.
pub(crate) enum Next {
    /// They all hold.
    Done,
    /// This one is open.
    Decide(Lit),
    /// This one is true already: its level stays empty.
    Holds,
    /// This one is false.
    Fails(Lit),
}

impl<P: Propagator> State<P> {
    /// The next assumption: there is one for each of the first decision levels.
    #[inline]
    pub(crate) fn next_assumption(&self, assumptions: &[Lit]) -> Next {
        let Some(&lit) = assumptions.get(self.trail.level() as usize) else { return Next::Done };
        match self.trail.value(lit) {
            0 => Next::Decide(lit),
            1 => Next::Holds,
            _ => Next::Fails(lit),
        }
    }

    /// The final conflict: assumptions that can't hold together, one that is false among them.
    ///
    /// Requires: all decisions are assumptions.
    pub(crate) fn analyze_final(&mut self, rules: &P::Rules, fails: Lit) -> Vec<Lit> {
        let mut failed: Vec<Lit> =
            self.decisions_behind(rules, &[!fails]).into_iter().map(|decision| !decision).collect();
        // Where an assumption and its negation are both assumed, the negation is itself behind the failure.
        failed.push(fails);
        failed
    }
}
