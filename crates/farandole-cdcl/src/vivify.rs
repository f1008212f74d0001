//! Vivification: learned clauses made shorter between restarts.
//!
//! The negations of a clause's literals are assumed one after another. A conflict on the way, or a literal that
//! becomes true, comes from some of them only, and these are clause enough; a literal that becomes false can go.
//!
//! Source: Piette, Hamadi, Saïs, "Vivifying propositional clausal formulae", ECAI 2008; Li, Xiao, Luo, Manyà, Lü,
//! "Clause vivification by unit propagation in CDCL SAT solvers", Artificial Intelligence 279 (2020).

use crate::clause::ClauseRef;
use crate::config::Vivify;
use crate::drat::Proof;
use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::{Inconsistent, State};
use crate::trail::Reason;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Shortens good clauses that it has not looked at yet, the latest first, as far as the effort goes.
    ///
    /// Requires: the decision level is 0.
    pub(crate) fn vivify(
        &mut self,
        rules: &P::Rules,
        config: &Vivify,
        proof: &mut dyn Proof,
    ) -> Result<(), Inconsistent> {
        self.propagate_root(rules)?;
        let is_next = |clause: &ClauseRef| {
            self.clauses.glue(*clause) <= config.glue
                && self.clauses.len(*clause) > 2
                && !self.clauses.is_vivified(*clause)
        };
        let mut queue: Vec<ClauseRef> = self.clauses.list().iter().copied().filter(is_next).collect();
        let mut effort = 0;
        while effort < config.effort
            && let Some(clause) = queue.pop()
        {
            effort += self.vivify_clause(rules, clause, proof)?;
        }
        Ok(())
    }

    /// The number of literals that were made true on the way.
    fn vivify_clause(
        &mut self,
        rules: &P::Rules,
        clause: ClauseRef,
        proof: &mut dyn Proof,
    ) -> Result<usize, Inconsistent> {
        let old: Vec<Lit> = self.clauses.lits(clause).collect();
        self.clauses.set_vivified(clause);
        self.watches.detach(&self.clauses, clause);
        if old.iter().any(|lit| self.trail.value(*lit) > 0) {
            self.clauses.remove(clause);
            proof.delete(&old);
            return Ok(0);
        }
        let mut by_activity = old.clone();
        by_activity.sort_by(|one, other| self.heap.compare(one.var(), other.var()));
        let start = self.trail.literals().len();
        let kept = self.sufficient_part(rules, &by_activity);
        let effort = self.trail.literals().len() - start;
        self.back_to(rules, 0);
        if kept.len() == old.len() {
            self.watches.attach(&self.clauses, clause);
            return Ok(effort);
        }
        proof.add(&kept);
        proof.delete(&old);
        self.replace(rules, clause, &kept)?;
        Ok(effort)
    }

    /// Puts a shorter clause in the place of one without watches.
    fn replace(&mut self, rules: &P::Rules, clause: ClauseRef, kept: &[Lit]) -> Result<(), Inconsistent> {
        let (glue, used) = (self.clauses.glue(clause).min(kept.len() as u32), self.clauses.used(clause));
        self.clauses.remove(clause);
        match *kept {
            [] => return Err(Inconsistent),
            [lit] => {
                self.trail.push(lit, Reason::None);
                self.propagate_root(rules)?;
            }
            _ => {
                let shorter = self.add_clause(kept, glue);
                self.clauses.set_used(shorter, used);
                self.clauses.set_vivified(shorter);
            }
        }
        Ok(())
    }

    /// Assumes the negations one after another; a part of the literals that is a clause, too.
    fn sufficient_part(&mut self, rules: &P::Rules, lits: &[Lit]) -> Vec<Lit> {
        let mut kept = Vec::new();
        for lit in lits {
            match self.trail.value(*lit) {
                0 => {}
                1 => {
                    let mut part = self.decisions_behind(rules, &[*lit]);
                    part.push(*lit);
                    return part;
                }
                _ => continue,
            }
            kept.push(*lit);
            self.decide(!*lit);
            if let Err(conflict) = self.propagate(rules) {
                self.explain_conflict(rules, conflict);
                let causes = self.antecedents.clone();
                return self.decisions_behind(rules, &causes);
            }
        }
        kept
    }
}
