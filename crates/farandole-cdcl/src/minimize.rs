//! Recursive minimization: leaves out literals of a learned clause that follow from its others.
//!
//! Source: Sörensson, Biere, "Minimizing learned clauses", SAT 2009.

use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::State;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Leaves out literals that follow from others of the clause. The first one stays.
    ///
    /// Requires: the variables of the clause are marked.
    pub(crate) fn minimize(&mut self, rules: &P::Rules, learned: &mut Vec<Lit>) {
        self.stamp += 1;
        for lit in learned.iter() {
            self.level_stamps[self.trail.level_of(*lit) as usize] = self.stamp;
        }
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

    /// Whether the falsity of this literal follows from other marked literals. A literal at a level that the clause does
    /// not have can't follow from it.
    fn is_redundant(&mut self, rules: &P::Rules, lit: Lit) -> bool {
        if self.trail.has_no_reason(lit) {
            return false;
        }
        self.stack.clear();
        self.stack.push(lit);
        let top = self.marked.len();
        while let Some(lit) = self.stack.pop() {
            self.explain(rules, lit);
            for i in 0..self.antecedents.len() {
                let lit = self.antecedents[i];
                let variable = lit.var();
                let level = self.trail.level_of(lit);
                if level == 0 || self.seen[variable as usize] {
                    continue;
                }
                if self.trail.has_no_reason(lit) || self.level_stamps[level as usize] != self.stamp {
                    self.unmark(top);
                    return false;
                }
                self.mark(variable);
                self.stack.push(lit);
            }
        }
        true
    }
}
