//! The CDCL loop: propagate, then learn from the conflict or decide; restart and reduce from time to time.
//!
//! The interface exposes single steps of the loop. Callers can therefore stop after a time limit or at each
//! model, or alternate with another search.

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
    /// There is no model, or every model has been excluded.
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

/// A CDCL solver for clauses and the constraints of a propagator; `()` is the propagator without constraints.
/// Buffers are reused from problem to problem.
#[derive(Clone, Debug)]
pub struct Solver<P: Propagator> {
    state: State<P>,
    config: Config,
    restarts: Restarts,
    /// Number of conflicts at which the next reduction is due.
    reduce_at: u64,
    reductions: u64,
    /// Memory limit for clauses, in bytes. It grows if clauses that must stay exceed half of it.
    room: u64,
    /// Number of literals assigned by propagation.
    propagations: u64,
    /// True once the open variables are in the heap.
    // Variables are inserted at the first step, because until then every added clause may assign variables at
    // level 0, and these need no decision.
    started: bool,
    /// False once a contradiction at level 0 is found.
    consistent: bool,
    /// True once the empty clause has been added to the proof.
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

    /// Starts a new problem with `variables` variables, numbered from 0, and discards the previous problem.
    pub fn reset(&mut self, rules: &P::Rules, variables: usize, config: &Config) {
        self.config = *config;
        // Averages and phases describe one problem. If they were kept, the search would depend on the previous
        // problem.
        self.restarts = Restarts::new(config.restart);
        (self.reduce_at, self.reductions) = (config.reduce.interval, 0);
        self.room = config.memory.unwrap_or(u64::MAX);
        self.propagations = 0;
        (self.started, self.refuted) = (false, false);
        self.consistent = self.state.reset(rules, variables).is_ok();
    }

    /// Sets the activity of a variable, which is 0 after [`reset`](Self::reset). Variables with higher activity
    /// are decided first. For scale: the first conflict adds 1 to the activity of each variable that it
    /// involves.
    ///
    /// # Panics
    ///
    /// Panics if the variable is not in the problem.
    pub fn set_activity(&mut self, variable: u32, activity: f64) {
        self.state.heap.set_activity(variable, activity);
    }

    /// Adds a clause to the problem and backtracks to level 0.
    ///
    /// The clause is not propagated until [`propagate_root`](Self::propagate_root) or the search runs.
    /// Duplicate literals and literals that are false at level 0 are removed, and the shorter clause becomes
    /// a step of the proof. A clause that is true at level 0 or contains a literal and its negation is
    /// ignored.
    ///
    /// # Panics
    ///
    /// Panics if the variable of a literal is not in the problem.
    pub fn add_clause(&mut self, rules: &P::Rules, clause: &[Lit], proof: &mut dyn Proof) {
        self.state.back_to(rules, 0);
        let mut lits = clause.to_vec();
        // Sorting makes duplicates adjacent, and allows binary search for negations.
        lits.sort_unstable();
        lits.dedup();
        // Without this check, satisfied clauses would occupy watches without ever implying anything.
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

    /// Backtracks to level 0 and propagates there. The search does this itself. Calling it between calls of
    /// [`add_clause`](Self::add_clause) makes the later clauses shorter.
    pub fn propagate_root(&mut self, rules: &P::Rules) {
        self.state.back_to(rules, 0);
        // Only the search notifies the propagator that level 0 is complete, because the propagator may copy its
        // whole state at each notification.
        self.consistent = self.consistent && self.state.propagate(rules).is_ok();
    }

    /// Performs one step of the search: propagates, and then learns a clause from the conflict or makes the
    /// next decision. Restarts, reductions and vivification that are due happen before the decision.
    ///
    /// Callers repeat this and may stop after any event.
    pub fn advance(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Event {
        if !self.consistent {
            return self.refute(proof);
        }
        if !self.started {
            self.start();
        }
        // Only the propagation of this call is counted, so the number excludes vivification.
        let before = self.state.trail.literals().len();
        let settled = self.state.propagate(rules);
        self.propagations += (self.state.trail.literals().len() - before) as u64;
        if let Err(conflict) = settled {
            self.state.conflicts += 1;
            let learned = if self.state.trail.level() == 0 {
                Err(Inconsistent)
            // Without decisions, the problem itself is contradictory, and there is no level to analyze.
            } else {
                self.state.learn(rules, conflict)
            };
            // A conflict that depends on no decision refutes the problem.
            let Ok(glue) = learned else { return self.refute(proof) };
            proof.add(&self.state.learned);
            // The variables of this conflict have been bumped already, so the decay applies to later conflicts.
            // The next call propagates the learned literal.
            self.state.heap.decay(self.restarts.conflict(glue));
            return Event::Conflict;
        }
        if self.state.trail.level() == 0 {
            self.state.root_reached(rules);
        }
        // A restart keeps the activities, so the search usually returns to a similar assignment, in which the
        // learned clauses are in effect.
        if self.restarts.is_due() {
            self.state.back_to(rules, 0);
        }
        // Reduce at a fixpoint, when no clause is being visited.
        if (self.state.conflicts >= self.reduce_at || self.state.clauses.bytes() > self.room)
            && self.inprocess(rules, proof).is_err()
        {
            return self.refute(proof);
        }
        self.decide()
    }

    /// Searches until a model is found or the problem is refuted. The work is not limited; use
    /// [`advance`](Self::advance) to stop earlier.
    pub fn solve(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Outcome {
        loop {
            match self.advance(rules, proof) {
                Event::Conflict | Event::Decision => {}
                Event::Model => return Outcome::Satisfiable,
                Event::Inconsistent => return Outcome::Unsatisfiable,
            }
        }
    }

    /// Adds a clause that forbids the decisions of the model on the trail, and backtracks. Returns false if no
    /// other model can exist.
    ///
    /// Requires: the last result was [`Event::Model`] or [`Outcome::Satisfiable`]. Each excluded model adds a
    /// clause that is never deleted, so this is unsuitable for listing very large numbers of models.
    pub fn exclude_model(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> bool {
        // The decisions imply the rest of the model, so a clause of their negations suffices, and is shorter.
        let clause: Vec<Lit> = self.state.trail.decisions().map(|lit| !lit).collect();
        if clause.is_empty() {
            self.refute(proof);
            return false;
        }
        proof.add(&clause);
        // The clause starts with the negation of the last decision. At the level of the second-to-last
        // decision, the clause is unit and implies this literal.
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
    /// [`reset`](Self::reset). Assignments during vivification are not counted.
    pub const fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Inserts the open variables into the heap. Variables that are assigned at level 0 never need a decision.
    fn start(&mut self) {
        self.started = true;
        for variable in 0..self.state.trail.variable_count() as u32 {
            if self.state.trail.value(Lit::positive(variable)) == 0 {
                self.state.heap.insert(variable);
            }
        }
    }

    /// Records that there is no model, and adds the empty clause to the proof if it is not there yet.
    fn refute(&mut self, proof: &mut dyn Proof) -> Event {
        self.consistent = false;
        if !self.refuted {
            self.refuted = true;
            proof.add(&[]);
        }
        Event::Inconsistent
    }

    /// Backtracks to level 0, reduces the clause database and vivifies clauses.
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
        // Clauses that must stay may exceed the limit. If the limit were not raised, every step would reduce
        // again.
        self.room = self.room.max(2 * self.state.clauses.bytes());
        if self.config.vivify.effort == 0 {
            return Ok(());
        }
        self.state.vivify(rules, &self.config.vivify, proof)
    }

    /// Makes the most active open variable true as a decision. Returns [`Event::Model`] if no variable is open.
    ///
    /// In exact cover and grids, a true variable chooses an option and implies many literals, whereas a false
    /// variable implies few. With saved phases (each variable gets its last value again), Latin squares of
    /// order 33 took three times as many conflicts.
    fn decide(&mut self) -> Event {
        // Assigned variables leave the heap here and return to it on backtracking.
        while let Some(variable) = self.state.heap.pop() {
            let lit = Lit::positive(variable);
            if self.state.trail.value(lit) == 0 {
                self.state.decide(lit);
                return Event::Decision;
            }
        }
        // All variables are assigned, and everything is propagated, because `advance` decides only at a
        // fixpoint without a conflict.
        Event::Model
    }
}
