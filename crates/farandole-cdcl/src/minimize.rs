//! Recursive clause minimization: removes literals of a learned clause that its other literals make redundant.
//!
//! A literal is redundant if every path backward through its reasons ends in literals of level 0 or of the
//! clause. For example, if x implies y, then ¬y is redundant in the clause ¬x ∨ ¬y ∨ z.
//!
//! The search over these paths uses an explicit stack, and gives up at the first path that ends elsewhere. If
//! reasons mostly lead straight to decisions, little is removed: 1 % of the literals on a Latin square of
//! order 28 (docs/experiments/2026-11-22-instructions.md). Minimization is slow if explanations are
//! expensive, because each literal of the clause may need many of them.
//!
//! Source: Sörensson, Biere, "Minimizing learned clauses", SAT 2009.

use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::State;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Removes literals that the rest of the clause makes redundant. The first literal stays.
    ///
    /// Requires: the variables of the clause are marked.
    pub(crate) fn minimize(&mut self, rules: &P::Rules, learned: &mut Vec<Lit>) {
        // A new stamp invalidates the levels and the poison marks of the previous clause.
        self.stamp += 1;
        // Mark the levels that occur in the clause. Literals of other levels cannot be implied by the clause,
        // so a search that reaches one of them gives up.
        for lit in learned.iter() {
            self.level_stamps[self.trail.level_of(*lit) as usize] = self.stamp;
        }
        // The first literal is never redundant: it is the only literal of the current level, so the other
        // literals of the clause cannot imply it.
        let mut kept = 1;
        for i in 1..learned.len() {
            let lit = learned[i];
            if !self.is_redundant(rules, lit) {
                learned[kept] = lit;
                kept += 1;
            }
        }
        learned.truncate(kept);
    }

    /// Returns true if the marked literals and those of level 0 imply that `lit` is false.
    ///
    /// The search gives up at a decision outside of the clause, and at a literal whose level does not occur in
    /// the clause, because the clause cannot imply either. Literals whose search failed are recorded in
    /// `poison_stamps` until the clause is done, because many literals share the same few reasons. This saved
    /// 4.5 % of the instructions on a Latin square of order 28.
    fn is_redundant(&mut self, rules: &P::Rules, lit: Lit) -> bool {
        if self.trail.has_no_reason(lit) {
            return false;
        }
        self.stack.clear();
        self.stack.push(!lit);
        // Literals that are marked below stay marked if the search succeeds, because they are then implied as
        // well. Otherwise they are unmarked.
        let top = self.marked.len();
        while let Some(lit) = self.stack.pop() {
            let explained = lit.var();
            self.explain(rules, lit);
            for i in 0..self.antecedents.len() {
                let lit = self.antecedents[i];
                let variable = lit.var();
                let level = self.trail.level_of(lit);
                // A marked literal is in the clause, or an earlier search found that the clause implies it. In
                // both cases it needs no further search.
                if level == 0 || self.seen[variable as usize] {
                    continue;
                }
                if self.trail.has_no_reason(lit)
                    || self.level_stamps[level as usize] != self.stamp
                    || self.poison_stamps[variable as usize] == self.stamp
                {
                    // The last explained literal has an antecedent that is not implied, so another search
                    // through it would fail as well. Other visited literals may still be implied.
                    self.poison_stamps[explained as usize] = self.stamp;
                    self.unmark(top);
                    return false;
                }
                // The mark assumes that the literal is implied, which is certain only if the whole search
                // succeeds. The early return above removes these marks.
                self.mark(variable);
                self.stack.push(lit);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::IRREDUNDANT;
    use crate::state::tests::{VARIABLES, formula, implies, loaded};
    use farandole_testkit::Random;

    #[test]
    fn a_minimized_clause_is_a_part_of_the_learned_one_and_still_follows_by_propagation() {
        let mut shortened = 0;
        for seed in 0..400 {
            let random = &mut Random::new(seed);
            let mut known = formula(random);
            let mut state = loaded(&known);
            for _ in 0..60 {
                let Err(conflict) = state.propagate(&()) else {
                    let variable = random.below(VARIABLES as usize) as u32;
                    if state.trail.value(Lit::positive(variable)) == 0 {
                        state.decide(Lit::positive(variable));
                    }
                    continue;
                };
                if state.trail.level() == 0 {
                    break;
                }
                let mut learned = Vec::new();
                state.explain_conflict(&(), conflict);
                state.analyze(&(), &mut learned);
                let before = learned.clone();
                state.minimize(&(), &mut learned);
                state.unmark(0);
                assert!(state.seen.iter().all(|seen| !seen), "seed {seed}: a mark is left");
                assert_eq!(learned[0], before[0], "seed {seed}");
                assert!(learned.iter().all(|lit| before.contains(lit)), "seed {seed}");
                assert!(implies(&known, &before), "seed {seed}");
                assert!(implies(&known, &learned), "seed {seed}");
                shortened += usize::from(learned.len() < before.len());
                known.push(learned.clone());
                state.back_to(&(), 0);
                match learned[..] {
                    [lit] if state.trail.value(lit) == 0 => {
                        state.trail.push(lit, crate::trail::Reason::None);
                    }
                    [_] => break,
                    _ => {
                        state.add_clause(&learned, IRREDUNDANT);
                    }
                }
            }
        }
        assert!(shortened > 20, "{shortened}");
    }
}
