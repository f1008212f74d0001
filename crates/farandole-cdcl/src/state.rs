//! The state shared by all parts of the solver: trail, propagator, clauses, decision heap, and the marks of
//! conflict analysis.

use crate::clause::{ClauseRef, Clauses};
use crate::decide::Heap;
use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::trail::{Reason, Trail};
use crate::watch::Watches;
use alloc::vec::Vec;

/// A contradiction in the current assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conflict<C> {
    /// Every literal of this clause is false.
    Clause(ClauseRef),
    /// The propagator reported a conflict.
    Rules(C),
}

/// A contradiction at level 0: there is no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inconsistent;

/// The state. Buffers are reused from problem to problem.
#[derive(Clone, Debug)]
pub(crate) struct State<P: Propagator> {
    pub(crate) trail: Trail<P::Reason>,
    pub(crate) propagator: P,
    pub(crate) clauses: Clauses,
    pub(crate) watches: Watches,
    pub(crate) heap: Heap,
    /// For each variable, true if the current analysis has marked it.
    pub(crate) seen: Vec<bool>,
    /// The variables marked in `seen`, so that they can be unmarked without a pass over all variables.
    pub(crate) marked: Vec<u32>,
    // Each conflict uses at most two stamps, so 32 bits suffice.
    /// For each decision level, the last [`stamp`](Self::stamp) that marked it. Increasing the stamp clears all
    /// marks at once.
    pub(crate) level_stamps: Vec<u32>,
    pub(crate) stamp: u32,
    /// For each variable, the last [`stamp`](Self::stamp) at which minimization found that the clause does not
    /// imply the literal of this variable.
    pub(crate) poison_stamps: Vec<u32>,
    /// The last learned clause.
    pub(crate) learned: Vec<Lit>,
    /// The last explanation: the true literals that imply a literal, or that form a conflict.
    pub(crate) antecedents: Vec<Lit>,
    /// Literals that minimization has yet to explain.
    pub(crate) stack: Vec<Lit>,
    pub(crate) conflicts: u64,
    /// Number of propagation fixpoints since the last [`reset`](Self::reset).
    #[cfg(debug_assertions)]
    fixpoints: u64,
}

impl<P: Propagator> State<P> {
    pub(crate) fn new(propagator: P) -> Self {
        Self {
            trail: Trail::default(),
            propagator,
            clauses: Clauses::default(),
            watches: Watches::default(),
            heap: Heap::default(),
            seen: Vec::new(),
            marked: Vec::new(),
            level_stamps: Vec::new(),
            stamp: 0,
            poison_stamps: Vec::new(),
            learned: Vec::new(),
            antecedents: Vec::new(),
            stack: Vec::new(),
            conflicts: 0,
            #[cfg(debug_assertions)]
            fixpoints: 0,
        }
    }

    /// Starts a new problem.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if the constraints of the propagator contradict each other.
    pub(crate) fn reset(&mut self, rules: &P::Rules, variables: usize) -> Result<(), Inconsistent> {
        self.trail.clear(variables);
        self.clauses.clear();
        self.watches.clear(2 * variables);
        self.heap.clear(variables);
        self.seen.clear();
        self.seen.resize(variables, false);
        self.marked.clear();
        self.level_stamps.clear();
        self.stamp = 0;
        // Levels range from 0 to the number of variables.
        self.level_stamps.resize(variables + 1, 0);
        self.poison_stamps.clear();
        self.poison_stamps.resize(variables, 0);
        self.conflicts = 0;
        #[cfg(debug_assertions)]
        {
            self.fixpoints = 0;
        }
        self.propagator.reset(rules, &mut self.trail).map_err(|_| Inconsistent)
    }

    /// Propagates all literals of the trail until nothing more is implied.
    ///
    /// # Errors
    ///
    /// Returns the first conflict found.
    pub(crate) fn propagate(&mut self, rules: &P::Rules) -> Result<(), Conflict<P::Conflict>> {
        loop {
            // Each literal is passed to the propagator before its watches are visited. If a clause is
            // falsified, the propagator has therefore received every literal that `next` returned, as `retract`
            // requires.
            while let Some(lit) = self.trail.next() {
                self.propagator.extend(rules, lit, &mut self.trail).map_err(Conflict::Rules)?;
                let Self { watches, clauses, trail, .. } = self;
                watches.visit(!lit, clauses, trail).map_err(Conflict::Clause)?;
            }
            // Expensive propagation runs only when the cheap one has reached a fixpoint. The next iteration
            // propagates the literals that it assigned.
            self.propagator.propagate_rest(rules, &mut self.trail).map_err(Conflict::Rules)?;
            if self.trail.is_propagated() {
                break;
            }
        }
        #[cfg(debug_assertions)]
        self.check_now_and_then(rules);
        Ok(())
    }

    /// Compares the propagator with its reference implementation at some of the fixpoints.
    #[cfg(debug_assertions)]
    fn check_now_and_then(&mut self, rules: &P::Rules) {
        // The reference is slow. Checking the first 500 fixpoints covers small problems completely. After that,
        // a check at every 256th fixpoint keeps debug builds usable on large problems.
        const FIRST: u64 = 500;
        const THEN_EVERY: u64 = 256;
        self.fixpoints += 1;
        if self.fixpoints <= FIRST || self.fixpoints.is_multiple_of(THEN_EVERY) {
            crate::propagator::check(&self.propagator, rules, &self.trail);
        }
    }

    /// Propagates at level 0 and notifies the propagator that the level is complete.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if propagation leads to a conflict.
    pub(crate) fn propagate_root(&mut self, rules: &P::Rules) -> Result<(), Inconsistent> {
        self.propagate(rules).map_err(|_| Inconsistent)?;
        self.root_reached(rules);
        Ok(())
    }

    /// Notifies the propagator that level 0 is complete.
    ///
    /// Requires: the current level is 0, and everything is propagated.
    pub(crate) fn root_reached(&mut self, rules: &P::Rules) {
        debug_assert!(self.trail.level() == 0 && self.trail.is_propagated());
        self.propagator.root_reached(rules);
    }

    /// Backtracks to a level, retracts the removed literals from the propagator, and returns their variables to
    /// the heap.
    pub(crate) fn back_to(&mut self, rules: &P::Rules, level: u32) {
        // The fields are borrowed separately, because the closure changes the propagator and the heap while the
        // trail is borrowed.
        let Self { trail, propagator, heap, .. } = self;
        trail.back_to(level, |lit, told| {
            if told {
                propagator.retract(rules, lit);
            }
            // Open variables belong in the heap; variables that are already there are left alone.
            heap.insert(lit.var());
        });
    }

    pub(crate) fn decide(&mut self, lit: Lit) {
        self.trail.open_level();
        self.trail.push(lit, Reason::None);
    }

    /// Adds a clause of two or more literals and watches its first two.
    pub(crate) fn add_clause(&mut self, lits: &[Lit], glue: u32) -> ClauseRef {
        let clause = self.clauses.add(lits, glue);
        self.watches.attach(&self.clauses, clause);
        clause
    }

    /// Marks a variable. Returns true if it was not marked before.
    #[inline]
    pub(crate) fn mark(&mut self, variable: u32) -> bool {
        if core::mem::replace(&mut self.seen[variable as usize], true) {
            return false;
        }
        self.marked.push(variable);
        true
    }

    /// Removes all marks except the first `kept`.
    pub(crate) fn unmark(&mut self, kept: usize) {
        for variable in self.marked.drain(kept..) {
            self.seen[variable as usize] = false;
        }
    }

    /// Replaces the contents of `antecedents` with the true literals that imply `lit`: none for a decision.
    #[inline]
    pub(crate) fn explain(&mut self, rules: &P::Rules, lit: Lit) {
        self.antecedents.clear();
        match self.trail.reason_of(lit) {
            Reason::None => {}
            Reason::Rules(reason) => self.propagator.explain(rules, lit, reason, &mut self.antecedents),
            Reason::Clause(clause) => {
                let all = self.clauses.lits(clause);
                self.antecedents.extend(all.filter(|other| other.var() != lit.var()).map(|other| !other));
                // Reductions keep recently used clauses of medium glue.
                self.clauses.set_used(clause, self.conflicts as u32);
            }
        }
    }

    /// Replaces the contents of `antecedents` with true literals that contradict each other.
    pub(crate) fn explain_conflict(&mut self, rules: &P::Rules, conflict: Conflict<P::Conflict>) {
        self.antecedents.clear();
        match conflict {
            Conflict::Rules(conflict) => {
                self.propagator.explain_conflict(rules, conflict, &mut self.antecedents);
            }
            Conflict::Clause(clause) => {
                self.antecedents.extend(self.clauses.lits(clause).map(|lit| !lit));
                self.clauses.set_used(clause, self.conflicts as u32);
            }
        }
    }
}

/// Helpers shared by the unit tests of several files: random small formulas and brute force.
#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::clause::IRREDUNDANT;
    use farandole_testkit::{Random, rup};

    pub(crate) const VARIABLES: u32 = 10;

    /// Returns random clauses of two to four different variables.
    pub(crate) fn formula(random: &mut Random) -> Vec<Vec<Lit>> {
        let mut clauses = Vec::new();
        for _ in 0..20 + random.below(20) {
            let mut clause: Vec<Lit> = Vec::new();
            let length = 2 + random.below(3);
            while clause.len() < length {
                let variable = random.below(VARIABLES as usize) as u32;
                if clause.iter().all(|lit| lit.var() != variable) {
                    let sign = random.below(2) == 0;
                    clause.push(if sign { Lit::positive(variable) } else { Lit::negative(variable) });
                }
            }
            clauses.push(clause);
        }
        clauses
    }

    /// Returns a state with these clauses, at level 0.
    pub(crate) fn loaded(formula: &[Vec<Lit>]) -> State<()> {
        let mut state = State::new(());
        assert_eq!(state.reset(&(), VARIABLES as usize), Ok(()));
        for clause in formula {
            state.add_clause(clause, IRREDUNDANT);
        }
        state
    }

    /// Returns true if the clause follows from the formula by unit propagation alone (reverse unit propagation,
    /// RUP), according to an independent checker.
    pub(crate) fn implies(formula: &[Vec<Lit>], clause: &[Lit]) -> bool {
        let numbers = |clause: &Vec<Lit>| clause.iter().map(|lit| lit.to_dimacs()).collect();
        let mut clauses: Vec<Vec<i32>> = formula.iter().map(numbers).collect();
        clauses.extend(clause.iter().map(|lit| alloc::vec![(!*lit).to_dimacs()]));
        rup::check(&clauses, "0\n") == Ok(())
    }

    /// Returns all models of the formula in ascending order. Bit `v` of a model is the value of variable `v`.
    pub(crate) fn models(formula: &[Vec<Lit>]) -> Vec<u32> {
        let holds = |lit: &Lit, model: u32| (model >> lit.var() & 1 == 1) != lit.is_negative();
        let is_model = |model: &u32| formula.iter().all(|clause| clause.iter().any(|lit| holds(lit, *model)));
        (0..1 << VARIABLES).filter(is_model).collect()
    }
}
