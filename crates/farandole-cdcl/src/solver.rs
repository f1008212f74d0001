//! The CDCL loop: propagate, then learn from the conflict or decide; restart and reduce from time to time.
//!
//! The loop is exposed step by step, so that callers decide when to stop: after a time limit, at each model,
//! or to alternate with another search.

use crate::clause::IRREDUNDANT;
use crate::config::Config;
use crate::drat::Proof;
use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::restart::Restarts;
use crate::state::{Inconsistent, State};
use crate::trail::{Reason, Trail};
use alloc::vec::Vec;

/// The result of one step of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A conflict occurred; a clause was learned from it, and the search backjumped.
    Conflict,
    /// A literal was decided; it has not been propagated yet.
    Decision,
    /// Every variable has a value, and all constraints and clauses are satisfied: the trail is a model.
    Model,
    /// There is no model, or none that was not excluded.
    Inconsistent,
}

/// The result of [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a model; it is on the trail.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
}

/// A solver with the constraints of a propagator (`()` if there are none). Buffers are reused from problem to
/// problem.
#[derive(Clone, Debug)]
pub struct Solver<P: Propagator> {
    state: State<P>,
    config: Config,
    restarts: Restarts,
    /// Number of conflicts at which the next reduction is due.
    reduce_at: u64,
    reductions: u64,
    /// Memory limit for clauses, in bytes.
    room: u64,
    /// Number of literals assigned by propagation.
    propagations: u64,
    /// True once the open variables are in the heap.
    // Insertion waits until the first step, since every clause and unit of the problem may assign variables
    // at level 0.
    started: bool,
    /// False once level 0 is contradictory.
    consistent: bool,
    /// True once the proof has the empty clause.
    refuted: bool,
}

impl<P: Propagator + Default> Default for Solver<P> {
    fn default() -> Self {
        Self::new(P::default())
    }
}

impl<P: Propagator> Solver<P> {
    /// Returns a solver for this propagator, without a problem. [`reset`](Self::reset) must be called before
    /// the search.
    pub fn new(propagator: P) -> Self {
        let config = Config::default();
        Self {
            state: State::new(propagator),
            config,
            restarts: Restarts::new(config.restart),
            reduce_at: 0,
            reductions: 0,
            room: 0,
            propagations: 0,
            started: false,
            consistent: true,
            refuted: false,
        }
    }

    /// Starts a new problem with this many variables and discards the previous one.
    pub fn reset(&mut self, rules: &P::Rules, variables: usize, config: &Config) {
        self.config = *config;
        // Averages and phases describe one problem. Keeping them would make the answer to a problem depend on
        // the previous one.
        self.restarts = Restarts::new(config.restart);
        (self.reduce_at, self.reductions) = (config.reduce.interval, 0);
        self.room = config.memory.unwrap_or(u64::MAX);
        self.propagations = 0;
        (self.started, self.refuted) = (false, false);
        self.consistent = self.state.reset(rules, variables).is_ok();
    }

    /// Sets the initial activity of a variable. Until conflicts change it, variables with higher activity are
    /// decided first.
    pub fn set_activity(&mut self, variable: u32, activity: f64) {
        self.state.heap.set_activity(variable, activity);
    }

    /// Adds a clause to the problem and backtracks to level 0.
    ///
    /// The clause is not propagated before [`propagate_root`](Self::propagate_root) or the search. Literals
    /// that are false at level 0 or occur twice are removed, and the shorter clause becomes a step of the
    /// proof. A clause that is true at level 0 or contains a literal and its negation is ignored.
    ///
    /// # Panics
    ///
    /// Panics if the variable of a literal is not in the problem.
    pub fn add_clause(&mut self, rules: &P::Rules, clause: &[Lit], proof: &mut dyn Proof) {
        self.state.back_to(rules, 0);
        let mut lits = clause.to_vec();
        // Sorted, so that duplicates are adjacent and complements can be looked up.
        lits.sort_unstable();
        lits.dedup();
        // Both kinds of satisfied clause would otherwise occupy watches without ever implying anything.
        let is_satisfied = |lit: &Lit| self.state.trail.value(*lit) > 0 || lits.binary_search(&!*lit).is_ok();
        if lits.iter().any(is_satisfied) {
            return;
        }
        lits.retain(|lit| self.state.trail.value(*lit) == 0);
        if !lits.is_empty() && lits.len() < clause.len() {
            proof.add(&lits);
        }
        match lits[..] {
            // The empty clause is added to the proof when the search starts.
            [] => self.consistent = false,
            [lit] => self.state.trail.push(lit, Reason::None),
            _ => {
                self.state.add_clause(&lits, IRREDUNDANT);
            }
        }
    }

    /// Propagates at level 0. The search does this itself; calling it between clauses makes later ones
    /// shorter.
    pub fn propagate_root(&mut self, rules: &P::Rules) {
        self.state.back_to(rules, 0);
        // The propagator is notified of the complete level only when the search starts, because it may copy
        // its whole state then.
        self.consistent = self.consistent && self.state.propagate(rules).is_ok();
    }

    /// Propagates, and then learns from the conflict or makes the next decision.
    ///
    /// The caller repeats this and may stop after any event. Reductions, restarts and vivification happen in
    /// between.
    pub fn advance(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Event {
        if !self.consistent {
            return self.refute(proof);
        }
        if !self.started {
            self.start();
        }
        // Only what this call propagates is counted, so that the number describes the search and does not
        // include vivification.
        let before = self.state.trail.literals().len();
        let settled = self.state.propagate(rules);
        self.propagations += (self.state.trail.literals().len() - before) as u64;
        if let Err(conflict) = settled {
            self.state.conflicts += 1;
            let learned = if self.state.trail.level() == 0 {
                Err(Inconsistent)
            // Without decisions the conflict follows from the problem, and analysis has no level to resolve.
            } else {
                self.state.learn(rules, conflict)
            };
            // A conflict that needs no decision refutes the problem.
            let Ok(glue) = learned else { return self.refute(proof) };
            proof.add(&self.state.learned);
            // The variables of this conflict have been bumped; the next call propagates the learned literal.
            self.state.heap.decay(self.restarts.conflict(glue));
            return Event::Conflict;
        }
        if self.state.trail.level() == 0 {
            self.state.root_reached(rules);
        }
        // A restart keeps the heap and its activities, so the search usually returns to a similar assignment
        // with the learned clauses in effect.
        if self.restarts.is_due() {
            self.state.back_to(rules, 0);
        }
        // Reduce after a fixpoint, when no clause is being visited.
        if (self.state.conflicts >= self.reduce_at || self.state.clauses.bytes() > self.room)
            && self.inprocess(rules, proof).is_err()
        {
            return self.refute(proof);
        }
        self.decide()
    }

    /// Searches until a model is found or there is none. The work is not bounded; use
    /// [`advance`](Self::advance) for limits.
    pub fn solve(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Outcome {
        loop {
            match self.advance(rules, proof) {
                Event::Conflict | Event::Decision => {}
                Event::Model => return Outcome::Satisfiable,
                Event::Inconsistent => return Outcome::Unsatisfiable,
            }
        }
    }

    /// Adds a clause that forbids the decisions of the model on the trail, and backtracks. Returns false if
    /// no other model can exist.
    ///
    /// Requires: the last result was [`Event::Model`]. Each excluded model adds a clause that is never
    /// deleted, so this is not suitable for listing very many models.
    pub fn exclude_model(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> bool {
        // Decisions imply the rest of the model, so forbidding them is enough, and shorter.
        let clause: Vec<Lit> = self.state.trail.decisions().map(|lit| !lit).collect();
        if clause.is_empty() {
            self.refute(proof);
            return false;
        }
        proof.add(&clause);
        // The last decision comes first. At the level of the one before, its negation is implied.
        let back = clause.get(1).map_or(0, |lit| self.state.trail.level_of(*lit));
        self.state.back_to(rules, back);
        let reason = match clause.len() {
            1 => Reason::None,
            // The clause is irredundant: if a reduction deleted it, the model would be found again.
            _ => Reason::Clause(self.state.add_clause(&clause, IRREDUNDANT)),
        };
        self.state.trail.push(clause[0], reason);
        true
    }

    /// Returns the current assignment.
    pub const fn trail(&self) -> &Trail<P::Reason> {
        &self.state.trail
    }

    /// Returns the propagator.
    pub const fn propagator(&self) -> &P {
        &self.state.propagator
    }

    /// Returns the number of conflicts since the last [`reset`](Self::reset).
    pub const fn conflicts(&self) -> u64 {
        self.state.conflicts
    }

    /// Returns the number of literals that [`advance`](Self::advance) assigned by propagation since the last
    /// [`reset`](Self::reset). Those of vivification are not counted.
    pub const fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Inserts the open variables into the heap. Variables assigned at level 0 never need a decision.
    fn start(&mut self) {
        self.started = true;
        for variable in 0..self.state.trail.variable_count() as u32 {
            if self.state.trail.value(Lit::positive(variable)) == 0 {
                self.state.heap.insert(variable);
            }
        }
    }

    /// Records that there is no model. The empty clause is added to the proof once.
    fn refute(&mut self, proof: &mut dyn Proof) -> Event {
        self.consistent = false;
        if !self.refuted {
            self.refuted = true;
            proof.add(&[]);
        }
        Event::Inconsistent
    }

    /// Reduces and vivifies clauses at level 0.
    ///
    /// # Errors
    ///
    /// Returns [`Inconsistent`] if there is no model.
    fn inprocess(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Result<(), Inconsistent> {
        let reduce = &self.config.reduce;
        self.reductions += 1;
        // Intervals grow linearly, so the clause database may grow with the square root of the number of
        // conflicts.
        self.reduce_at = self.state.conflicts + reduce.interval + reduce.interval_growth * self.reductions;
        self.state.back_to(rules, 0);
        self.state.reduce(reduce, self.room, proof);
        // Undeletable clauses may exceed the limit. Without more room, every step would reduce again.
        self.room = self.room.max(2 * self.state.clauses.bytes());
        if self.config.vivify.effort == 0 {
            return Ok(());
        }
        self.state.vivify(rules, &self.config.vivify, proof)
    }

    /// Decides the most active open variable, always as true.
    ///
    /// In exact cover and grids a true variable chooses an option and implies much, a false one little. With
    /// saved phases, Latin squares of order 33 took three times the conflicts.
    fn decide(&mut self) -> Event {
        // Assigned variables leave the heap here and return to it on backtracking.
        while let Some(variable) = self.state.heap.pop() {
            let lit = Lit::positive(variable);
            if self.state.trail.value(lit) == 0 {
                self.state.decide(lit);
                return Event::Decision;
            }
        }
        // All variables are assigned and everything is propagated: `advance` decides only after a fixpoint
        // without conflict.
        Event::Model
    }
}
