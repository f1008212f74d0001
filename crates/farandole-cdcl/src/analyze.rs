//! Conflict analysis: derives the clause of the first unique implication point (1-UIP).
//!
//! Resolution starts at the conflict and moves backward along the trail until the clause has one literal of
//! the current level. After backjumping, the clause implies that literal. The cost is one explanation per
//! resolved literal, so propagators with expensive explanations spend their time here.
//!
//! Analysis is slow if conflicts involve long chains of implications in the current level, because each
//! implication between the first unique implication point and the conflict costs an explanation.
//!
//! Source: Marques-Silva, Sakallah, "GRASP: a search algorithm for propositional satisfiability", IEEE
//! Transactions on Computers 48 (1999); Zhang, Madigan, Moskewicz, Malik, "Efficient conflict driven learning
//! in a Boolean satisfiability solver", ICCAD 2001.

use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::{Conflict, Inconsistent, State};
use crate::trail::Reason;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Learns a clause from a conflict, backjumps to the lowest level at which the clause is unit, and assigns
    /// its only open literal. Returns the glue of the clause. The clause is left in `learned`, the assigned
    /// literal first.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if the conflict involves only literals of level 0.
    pub(crate) fn learn(
        &mut self,
        rules: &P::Rules,
        conflict: Conflict<P::Conflict>,
    ) -> Result<u32, Inconsistent> {
        self.explain_conflict(rules, conflict);
        // A conflict can involve only literals of earlier levels: the propagator may have found it late, or
        // explained it without the literals of the current level. Analysis needs a literal of the current
        // level, so backtrack to the highest level involved.
        let level = self.antecedents.iter().map(|lit| self.trail.level_of(*lit)).max().unwrap_or(0);
        if level == 0 {
            return Err(Inconsistent);
        }
        self.back_to(rules, level);
        let mut learned = core::mem::take(&mut self.learned);
        self.analyze(rules, &mut learned);
        self.minimize(rules, &mut learned);
        // The marks of analysis and minimization are no longer needed.
        self.unmark(0);
        // The glue describes the clause that is kept, so it is computed after minimization.
        let glue = self.glue_of(&learned);
        // The glue must be computed before the backjump, which opens variables and makes their levels stale.
        self.backjump(rules, &mut learned, glue);
        self.learned = learned;
        Ok(glue)
    }

    /// Resolves backward along the trail until one literal of the current level is left, and puts its
    /// negation first in `learned`. The variables of the clause and of the literals resolved away stay
    /// marked.
    ///
    /// Requires: `antecedents` holds the literals of a conflict, and at least one of them is of the current
    /// level.
    pub(crate) fn analyze(&mut self, rules: &P::Rules, learned: &mut Vec<Lit>) {
        let level = self.trail.level();
        learned.clear();
        // A placeholder for the first literal, which is known last.
        learned.push(Lit::from_code(0));
        // One backward pass over the trail is enough: antecedents precede the literal that they imply, so each
        // resolution step only adds marks before `place`.
        let mut place = self.trail.literals().len();
        // Number of marked literals of the current level that are not resolved yet. It reaches one at the
        // decision at the latest, since every chain of reasons in the level starts there.
        let mut open = 0;
        loop {
            for i in 0..self.antecedents.len() {
                let lit = self.antecedents[i];
                let at = self.trail.level_of(lit);
                // A literal of level 0 holds in every model, so the clause does not need its negation.
                if at == 0 || !self.mark(lit.var()) {
                    continue;
                }
                // EVSIDS: each variable that takes part in the analysis gains activity.
                self.heap.bump(lit.var());
                if at == level {
                    open += 1;
                } else {
                    learned.push(!lit);
                }
            }
            // The latest marked literal of the current level is resolved next. Those before it on the trail
            // cannot depend on it.
            let lit = loop {
                place -= 1;
                let lit = self.trail.literals()[place];
                if self.seen[lit.var() as usize] && self.trail.level_of(lit) == level {
                    break lit;
                }
            };
            open -= 1;
            // No other literal of the current level is left: this one is the first unique implication point.
            if open == 0 {
                learned[0] = !lit;
                break;
            }
            self.explain(rules, lit);
        }
    }

    /// Returns the number of decision levels among these literals (literal block distance).
    fn glue_of(&mut self, lits: &[Lit]) -> u32 {
        // With a new stamp, no level counts as seen, so nothing has to be cleared.
        self.stamp += 1;
        let mut glue = 0;
        for lit in lits {
            let level = self.trail.level_of(*lit) as usize;
            if self.level_stamps[level] != self.stamp {
                self.level_stamps[level] = self.stamp;
                glue += 1;
            }
        }
        glue
    }

    /// Backtracks to the second highest level of a learned clause, adds the clause, and assigns its first
    /// literal.
    fn backjump(&mut self, rules: &P::Rules, learned: &mut [Lit], glue: u32) {
        if learned.len() == 1 {
            // A unit clause holds without decisions, so its literal is assigned at level 0 and not stored as a
            // clause.
            self.back_to(rules, 0);
            self.trail.push(learned[0], Reason::None);
            return;
        }
        // The second watched literal must be of that level: of the false literals, it is the first one that
        // backtracking opens.
        let deepest = (1..learned.len()).max_by_key(|i| self.trail.level_of(learned[*i]));
        learned.swap(1, deepest.unwrap_or(1));
        let back = self.trail.level_of(learned[1]);
        self.back_to(rules, back);
        let clause = self.add_clause(learned, glue);
        // Without this, a new clause would count as last used at conflict 0, and the next reduction could
        // delete it before it takes part in the search.
        self.clauses.set_used(clause, self.conflicts as u32);
        self.trail.push(learned[0], Reason::Clause(clause));
    }

    /// Returns the negations of the decisions that, together, imply all of these true literals.
    pub(crate) fn decisions_behind(&mut self, rules: &P::Rules, lits: &[Lit]) -> Vec<Lit> {
        let mut decisions = Vec::new();
        let mut open = lits.to_vec();
        while let Some(lit) = open.pop() {
            // Literals of level 0 depend on no decision. The mark ensures that each literal is explained only
            // once, even if several literals depend on it.
            if self.trail.level_of(lit) == 0 || !self.mark(lit.var()) {
                continue;
            }
            if self.trail.has_no_reason(lit) {
                decisions.push(!lit);
            } else {
                self.explain(rules, lit);
                open.extend(&self.antecedents);
            }
        }
        self.unmark(0);
        decisions
    }
}
