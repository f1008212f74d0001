//! Vivification: shortens clauses by unit propagation under assumptions, after each reduction. The clauses of
//! the problem are included, because their glue counts as 0.
//!
//! The negations of a clause's literals are assumed one after another, with propagation after each assumption.
//! Suppose that, for the clause a ∨ b ∨ c ∨ d, first ¬a and then ¬b is assumed. Three results are useful:
//!
//! - If a conflict arises, the responsible assumptions cannot hold together: a ∨ b is a clause, or even a or b
//!   alone.
//! - If c becomes true, the responsible assumptions imply c: a ∨ b ∨ c is a clause, or even a part of it.
//! - If c becomes false, it can be removed: a ∨ b ∨ d is a clause.
//!
//! Each clause costs a propagation from level 0, so vivification pays off only for clauses that are kept for
//! long. On Latin squares it cost time and saved nothing; see [`Vivify`].
//!
//! Source: Piette, Hamadi, Saïs, "Vivifying propositional clausal formulae", ECAI 2008; Li, Xiao, Luo, Manyà,
//! Lü, "Clause vivification by unit propagation in CDCL SAT solvers", Artificial Intelligence 279 (2020).

use crate::clause::ClauseRef;
use crate::config::Vivify;
use crate::drat::Proof;
use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::state::{Inconsistent, State};
use crate::trail::Reason;
use alloc::vec::Vec;

impl<P: Propagator> State<P> {
    /// Vivifies clauses of at most the configured glue that have not been processed, the newest first, until
    /// `config.effort` literals have been assigned.
    ///
    /// Requires: the decision level is 0.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if there is no model.
    pub(crate) fn vivify(
        &mut self,
        rules: &P::Rules,
        config: &Vivify,
        proof: &mut dyn Proof,
    ) -> Result<(), Inconsistent> {
        self.propagate_root(rules)?;
        // Binary clauses are left out, because they could only become unit clauses.
        let is_next = |clause: &ClauseRef| {
            self.clauses.glue(*clause) <= config.glue
                && self.clauses.len(*clause) > 2
                // Each clause is tried once.
                && !self.clauses.is_vivified(*clause)
        };
        // The list is sorted from the oldest to the newest clause, so `pop` returns the newest. If the effort
        // does not suffice, older clauses are left for the next reduction.
        let mut queue: Vec<ClauseRef> = self.clauses.list().iter().copied().filter(is_next).collect();
        let mut effort = 0;
        while effort < config.effort
            && let Some(clause) = queue.pop()
        {
            effort += self.vivify_clause(rules, clause, proof)?;
        }
        Ok(())
    }

    /// Vivifies one clause. Returns the number of literals assigned.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if there is no model.
    fn vivify_clause(
        &mut self,
        rules: &P::Rules,
        clause: ClauseRef,
        proof: &mut dyn Proof,
    ) -> Result<usize, Inconsistent> {
        let old: Vec<Lit> = self.clauses.lits(clause).collect();
        self.clauses.set_vivified(clause);
        // A clause must not propagate during its own vivification.
        self.watches.detach(&self.clauses, clause);
        // A clause that is satisfied at level 0 is no longer needed.
        if old.iter().any(|lit| self.trail.value(*lit) > 0) {
            self.clauses.remove(clause);
            proof.delete(&old);
            return Ok(0);
        }
        let mut by_activity = old.clone();
        // Literals that are assumed early tend to stay in the clause, so the most active ones come first.
        by_activity.sort_by(|one, other| self.heap.compare(one.var(), other.var()));
        let start = self.trail.literals().len();
        let kept = self.sufficient_part(rules, &by_activity);
        let effort = self.trail.literals().len() - start;
        // The proof steps and the replacement below must not depend on the assumptions.
        self.back_to(rules, 0);
        if kept.len() == old.len() {
            self.watches.attach(&self.clauses, clause);
            return Ok(effort);
        }
        // The shorter clause is added to the proof first, because its derivation needs the old clause.
        proof.add(&kept);
        proof.delete(&old);
        self.replace(rules, clause, &kept)?;
        Ok(effort)
    }

    /// Replaces `clause`, which must not have watches, with the shorter clause `kept`.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if the shorter clause is empty or leads to a conflict at level 0.
    fn replace(&mut self, rules: &P::Rules, clause: ClauseRef, kept: &[Lit]) -> Result<(), Inconsistent> {
        // The glue of a clause is at most its length.
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

    /// Assumes the negations of `lits` one after another. Returns a subset of `lits` that, as a clause, is
    /// implied by the problem. The assumptions stay on the trail.
    fn sufficient_part(&mut self, rules: &P::Rules, lits: &[Lit]) -> Vec<Lit> {
        let mut kept = Vec::new();
        for lit in lits {
            match self.trail.value(*lit) {
                0 => {}
                // The assumptions so far imply this literal. The literal and the negations of the responsible
                // assumptions form the clause.
                1 => {
                    let mut part = self.decisions_behind(rules, &[*lit]);
                    part.push(*lit);
                    return part;
                }
                // The assumptions imply that this literal is false, so the clause does not need it.
                _ => continue,
            }
            kept.push(*lit);
            self.decide(!*lit);
            if let Err(conflict) = self.propagate(rules) {
                // The assumptions that led to the conflict cannot all hold.
                self.explain_conflict(rules, conflict);
                let causes = self.antecedents.clone();
                return self.decisions_behind(rules, &causes);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::tests::{formula, implies, loaded, models};
    use farandole_testkit::Random;

    /// Records the steps of a proof.
    #[derive(Default)]
    struct Steps {
        added: Vec<Vec<Lit>>,
        deleted: usize,
    }

    impl Proof for Steps {
        fn add(&mut self, clause: &[Lit]) {
            self.added.push(clause.to_vec());
        }

        fn delete(&mut self, _: &[Lit]) {
            self.deleted += 1;
        }
    }

    #[test]
    fn shorter_clauses_follow_by_propagation_and_the_models_stay() {
        let (mut shortened, mut looked_at) = (0, 0);
        for seed in 0..400 {
            let mut known = formula(&mut Random::new(seed));
            let expected = models(&known);
            let mut state = loaded(&known);
            let mut steps = Steps::default();
            let config = Vivify { effort: 100_000, glue: 9 };
            let result = state.vivify(&(), &config, &mut steps);
            for clause in &steps.added {
                assert!(implies(&known, clause), "seed {seed}");
                known.push(clause.clone());
            }
            shortened += steps.added.len();
            if result.is_err() {
                assert!(expected.is_empty(), "seed {seed}");
                continue;
            }
            assert_eq!(state.trail.level(), 0, "seed {seed}");
            let clauses = state.clauses.list().iter().map(|clause| state.clauses.lits(*clause).collect());
            let mut left: Vec<Vec<Lit>> = clauses.collect();
            looked_at += left.len();
            left.extend(state.trail.literals().iter().map(|lit| alloc::vec![*lit]));
            assert_eq!(models(&left), expected, "seed {seed}");
        }
        assert!(shortened > 200 && looked_at > 200, "{shortened} {looked_at}");
    }

    #[test]
    fn no_effort_looks_at_nothing() {
        let mut state = loaded(&formula(&mut Random::new(1)));
        let before = state.clauses.list().to_vec();
        let mut steps = Steps::default();
        assert_eq!(state.vivify(&(), &Vivify { effort: 0, glue: 9 }, &mut steps), Ok(()));
        assert_eq!((state.clauses.list(), steps.deleted), (&before[..], 0));
    }
}
