//! Vivification: shortens learned clauses by unit propagation, between restarts.
//!
//! The negations of a clause's literals are assumed one after another. If a conflict arises, or another
//! literal of the clause becomes true, the assumptions responsible form a shorter clause. A literal that
//! becomes false can be removed.
//!
//! Each clause costs a propagation from level 0, so this pays only for clauses that are kept for long. On
//! Latin squares it cost time and saved nothing; see [`Vivify`].
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
    /// Vivifies low-glue clauses that have not been processed, latest first, until the effort is spent.
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
        // Binary clauses are left out: they could at best become units.
        let is_next = |clause: &ClauseRef| {
            self.clauses.glue(*clause) <= config.glue
                && self.clauses.len(*clause) > 2
                // Each clause is tried once.
                && !self.clauses.is_vivified(*clause)
        };
        // The list is oldest first, so `pop` returns the latest.
        // If the effort does not suffice, older clauses wait for the next reduction.
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
        // A clause must not take part in its own vivification.
        self.watches.detach(&self.clauses, clause);
        // Satisfied at level 0: the clause is of no more use.
        if old.iter().any(|lit| self.trail.value(*lit) > 0) {
            self.clauses.remove(clause);
            proof.delete(&old);
            return Ok(0);
        }
        let mut by_activity = old.clone();
        // Most active first: literals assumed early are the ones that tend to stay in the clause.
        by_activity.sort_by(|one, other| self.heap.compare(one.var(), other.var()));
        let start = self.trail.literals().len();
        let kept = self.sufficient_part(rules, &by_activity);
        let effort = self.trail.literals().len() - start;
        self.back_to(rules, 0);
        if kept.len() == old.len() {
            // The assumptions are retracted, so the proof step and the replacement refer to level 0 only.
            self.watches.attach(&self.clauses, clause);
            return Ok(effort);
        }
        // The shorter clause is added first, while the old one can still justify it.
        proof.add(&kept);
        proof.delete(&old);
        self.replace(rules, clause, &kept)?;
        Ok(effort)
    }

    /// Replaces a clause without watches by a shorter one.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if the shorter clause is empty or leads to a conflict at level 0.
    fn replace(&mut self, rules: &P::Rules, clause: ClauseRef, kept: &[Lit]) -> Result<(), Inconsistent> {
        // A clause has at most as many levels as literals.
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

    /// Assumes the negations one after another and returns a subset of the literals that is an implied
    /// clause.
    fn sufficient_part(&mut self, rules: &P::Rules, lits: &[Lit]) -> Vec<Lit> {
        let mut kept = Vec::new();
        for lit in lits {
            match self.trail.value(*lit) {
                0 => {}
                // The assumptions so far imply this literal. The responsible assumptions and the literal form
                // the clause.
                1 => {
                    let mut part = self.decisions_behind(rules, &[*lit]);
                    part.push(*lit);
                    return part;
                }
                // The assumptions imply that this literal is false: leave it out.
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
