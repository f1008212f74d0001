//! Learned clauses made shorter between restarts.
//!
//! The opposites of a clause's literals are assumed one after another. A conflict on the way, or a literal that
//! becomes true, comes from some of them only, and these are clause enough; a literal that becomes false can go.
//!
//! Source: Piette, Hamadi, Saïs, "Vivifying propositional clausal formulae", ECAI 2008; Li, Xiao, Luo, Manyà, Lü,
//! "Clause vivification by unit propagation in CDCL SAT solvers", Artificial Intelligence 279 (2020).

use super::board::Reason;
use super::clauses::Ref;
use super::learn::{Complete, FAIR_GLUE, Learner};
use super::model::{Lit, Model};
use super::steps::Steps;

/// Literals that may be made true in one round.
const EFFORT: usize = 150_000;

impl Learner {
    /// Shortens good clauses that were not looked at yet, the latest first, as far as the effort goes. The search
    /// must be at level 0.
    pub(super) fn vivify(&mut self, model: &Model, steps: &mut dyn Steps) -> Result<(), Complete> {
        self.propagate(model).map_err(|_| Complete)?;
        self.board.remember_root();
        let is_next = |clause: &Ref| {
            self.clauses.glue(*clause) <= FAIR_GLUE
                && self.clauses.len(*clause) > 2
                && !self.clauses.is_vivified(*clause)
        };
        let mut queue: Vec<Ref> = self.clauses.list.iter().copied().filter(is_next).collect();
        let mut effort = 0;
        while effort < EFFORT
            && let Some(clause) = queue.pop()
        {
            effort += self.vivify_clause(model, clause, steps)?;
        }
        Ok(())
    }

    /// The number of literals that were made true on the way.
    fn vivify_clause(
        &mut self,
        model: &Model,
        clause: Ref,
        steps: &mut dyn Steps,
    ) -> Result<usize, Complete> {
        let old: Vec<Lit> = self.clauses.lits(clause).collect();
        self.clauses.set_vivified(clause);
        self.clauses.detach(clause);
        if old.iter().any(|lit| self.board.assignment.value(*lit) > 0) {
            self.clauses.remove(clause);
            steps.forgotten(&old);
            return Ok(0);
        }
        let mut by_activity = old.clone();
        by_activity.sort_by(|one, other| self.order.compare(one.var(), other.var()));
        let start = self.board.assignment.trail.len();
        let kept = self.part_that_suffices(model, &by_activity);
        let effort = self.board.assignment.trail.len() - start;
        self.back_to(model, 0);
        if kept.len() == old.len() {
            self.clauses.attach(clause);
            return Ok(effort);
        }
        steps.learned(&kept);
        steps.forgotten(&old);
        let (glue, used) = (self.clauses.glue(clause).min(kept.len() as u32), self.clauses.used(clause));
        self.clauses.remove(clause);
        match kept[..] {
            [] => return Err(Complete),
            [lit] => {
                self.board.assignment.assign(lit, Reason::None);
                self.propagate(model).map_err(|_| Complete)?;
                self.board.remember_root();
            }
            _ => {
                let shorter = self.clauses.add(&kept, glue);
                self.clauses.set_used(shorter, used);
                self.clauses.set_vivified(shorter);
            }
        }
        Ok(effort)
    }

    /// Assumes the opposites one after another; a part of the literals that is a clause, too.
    fn part_that_suffices(&mut self, model: &Model, lits: &[Lit]) -> Vec<Lit> {
        let mut kept = Vec::new();
        for lit in lits {
            match self.board.assignment.value(*lit) {
                0 => {}
                1 => {
                    let mut part = self.decisions_behind(model, &[*lit]);
                    part.push(*lit);
                    return part;
                }
                _ => continue,
            }
            kept.push(*lit);
            self.board.assignment.open_level();
            self.board.assignment.assign(!*lit, Reason::None);
            if let Err(conflict) = self.propagate(model) {
                self.explain_conflict(model, conflict);
                let causes = self.antecedents.clone();
                return self.decisions_behind(model, &causes);
            }
        }
        kept
    }

    /// The opposites of the decisions from which these true literals follow.
    fn decisions_behind(&mut self, model: &Model, lits: &[Lit]) -> Vec<Lit> {
        let mut decisions = Vec::new();
        let mut open = lits.to_vec();
        while let Some(lit) = open.pop() {
            if self.board.assignment.level_of(lit) == 0 || !self.mark(lit.var()) {
                continue;
            }
            if self.board.assignment.reason_of(lit) == Reason::None {
                decisions.push(!lit);
            } else {
                self.explain(model, lit);
                open.extend(&self.antecedents);
            }
        }
        self.unmark(0);
        decisions
    }
}
