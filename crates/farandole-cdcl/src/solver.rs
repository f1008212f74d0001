//! The CDCL loop: propagate, learn from a conflict or decide, restart and forget at times.

use crate::clause::IRREDUNDANT;
use crate::config::Config;
use crate::drat::Proof;
use crate::literal::Lit;
use crate::propagator::Propagator;
use crate::restart::Restarts;
use crate::state::{Inconsistent, State};
use crate::trail::{Reason, Trail};
use alloc::vec::Vec;

/// What one step of the search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// There was a conflict. A clause was learned from it, and the search went back.
    Conflict,
    /// A literal was decided; nothing has followed from it yet.
    Decision,
    /// Every variable has a value, and all rules and clauses hold: the trail is a model.
    Model,
    /// There is no model, or none that was not excluded.
    Inconsistent,
}

/// How a search with [`Solver::solve`] ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a model; it is on the trail.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
}

/// A solver with the rules of a propagator, `()` for none. Buffers are kept from problem to problem.
#[derive(Clone, Debug)]
pub struct Solver<P: Propagator> {
    state: State<P>,
    config: Config,
    restarts: Restarts,
    /// How many conflicts there are at the next reduction.
    reduce_at: u64,
    reductions: u64,
    /// Bytes that clauses may take.
    room: u64,
    /// Literals that propagation made true.
    propagations: u64,
    /// Whether the open variables are in the heap.
    started: bool,
    /// Whether level 0 is without contradiction.
    consistent: bool,
    /// Whether the proof has the empty clause.
    refuted: bool,
}

impl<P: Propagator + Default> Default for Solver<P> {
    fn default() -> Self {
        Self::new(P::default())
    }
}

impl<P: Propagator> Solver<P> {
    /// A solver for this propagator, without a problem: [`reset`](Self::reset) gives it one.
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

    /// Starts a new problem with so many variables, and forgets the one before.
    pub fn reset(&mut self, rules: &P::Rules, variables: usize, config: &Config) {
        self.config = *config;
        self.restarts = Restarts::new(config.restart);
        (self.reduce_at, self.reductions) = (config.reduce.interval, 0);
        self.room = config.memory.unwrap_or(u64::MAX);
        self.propagations = 0;
        (self.started, self.refuted) = (false, false);
        self.consistent = self.state.reset(rules, variables).is_ok();
    }

    /// Gives a variable an activity to start with. Until conflicts say more, variables with more of it are decided first.
    pub fn set_activity(&mut self, variable: u32, activity: f64) {
        self.state.heap.set_activity(variable, activity);
    }

    /// Adds a clause to the problem and goes back to level 0. Nothing follows from it before
    /// [`propagate_root`](Self::propagate_root) or the search. Where literals can go, because they are false at level 0 or
    /// occur twice, the shorter clause is a step of the proof.
    ///
    /// # Panics
    /// If a literal has no variable in the problem.
    pub fn add_clause(&mut self, rules: &P::Rules, clause: &[Lit], proof: &mut dyn Proof) {
        self.state.back_to(rules, 0);
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        let is_satisfied = |lit: &Lit| self.state.trail.value(*lit) > 0 || lits.binary_search(&!*lit).is_ok();
        if lits.iter().any(is_satisfied) {
            return;
        }
        lits.retain(|lit| self.state.trail.value(*lit) == 0);
        if !lits.is_empty() && lits.len() < clause.len() {
            proof.add(&lits);
        }
        match lits[..] {
            [] => self.consistent = false,
            [lit] => self.state.trail.push(lit, Reason::None),
            _ => {
                self.state.add_clause(&lits, IRREDUNDANT);
            }
        }
    }

    /// Follows what holds at level 0 to what it entails. The search does so by itself; here it can be done early, so that
    /// later clauses become shorter.
    pub fn propagate_root(&mut self, rules: &P::Rules) {
        self.state.back_to(rules, 0);
        // The propagator hears that the level is complete when the search begins: that may cost as much as its whole state.
        self.consistent = self.consistent && self.state.propagate(rules).is_ok();
    }

    /// Propagates, and then learns from the conflict or makes the next decision.
    ///
    /// The caller calls this until it has what it wants and may stop after any event. Reductions, restarts and
    /// vivification happen on the way.
    pub fn advance(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Event {
        if !self.consistent {
            return self.refute(proof);
        }
        if !self.started {
            self.start();
        }
        let before = self.state.trail.literals().len();
        let settled = self.state.propagate(rules);
        self.propagations += (self.state.trail.literals().len() - before) as u64;
        if let Err(conflict) = settled {
            self.state.conflicts += 1;
            let learned = if self.state.trail.level() == 0 {
                Err(Inconsistent)
            } else {
                self.state.learn(rules, conflict)
            };
            let Ok(glue) = learned else { return self.refute(proof) };
            proof.add(&self.state.learned);
            self.state.heap.decay(self.restarts.conflict(glue));
            return Event::Conflict;
        }
        if self.state.trail.level() == 0 {
            self.state.root_reached(rules);
        }
        if self.restarts.is_due() {
            self.state.back_to(rules, 0);
        }
        if (self.state.conflicts >= self.reduce_at || self.state.clauses.bytes() > self.room)
            && self.inprocess(rules, proof).is_err()
        {
            return self.refute(proof);
        }
        self.decide()
    }

    /// Searches until there is a model or none. There is no bound on the work: a caller who wants one uses
    /// [`advance`](Self::advance).
    pub fn solve(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Outcome {
        loop {
            match self.advance(rules, proof) {
                Event::Conflict | Event::Decision => {}
                Event::Model => return Outcome::Satisfiable,
                Event::Inconsistent => return Outcome::Unsatisfiable,
            }
        }
    }

    /// Adds a clause that forbids the decisions behind the model on the trail, and goes back; whether other models may be
    /// left.
    ///
    /// Requires: [`Event::Model`] was the last answer.
    pub fn exclude_model(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> bool {
        let clause: Vec<Lit> = self.state.trail.decisions().map(|lit| !lit).collect();
        if clause.is_empty() {
            self.refute(proof);
            return false;
        }
        proof.add(&clause);
        let back = clause.get(1).map_or(0, |lit| self.state.trail.level_of(*lit));
        self.state.back_to(rules, back);
        let reason = match clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.state.add_clause(&clause, IRREDUNDANT)),
        };
        self.state.trail.push(clause[0], reason);
        true
    }

    /// The assignment.
    pub const fn trail(&self) -> &Trail<P::Reason> {
        &self.state.trail
    }

    /// The propagator.
    pub const fn propagator(&self) -> &P {
        &self.state.propagator
    }

    /// How many conflicts there were since the last [`reset`](Self::reset).
    pub const fn conflicts(&self) -> u64 {
        self.state.conflicts
    }

    /// How many literals [`advance`](Self::advance) made true by propagation since the last [`reset`](Self::reset).
    /// Those of vivification are not among them.
    pub const fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Puts the open variables into the heap.
    fn start(&mut self) {
        self.started = true;
        for variable in 0..self.state.trail.variable_count() as u32 {
            if self.state.trail.value(Lit::positive(variable)) == 0 {
                self.state.heap.insert(variable);
            }
        }
    }

    /// There is no model.
    fn refute(&mut self, proof: &mut dyn Proof) -> Event {
        self.consistent = false;
        if !self.refuted {
            self.refuted = true;
            proof.add(&[]);
        }
        Event::Inconsistent
    }

    /// Forgets clauses and shortens others, at level 0.
    fn inprocess(&mut self, rules: &P::Rules, proof: &mut dyn Proof) -> Result<(), Inconsistent> {
        let reduce = &self.config.reduce;
        self.reductions += 1;
        self.reduce_at = self.state.conflicts + reduce.interval + reduce.interval_growth * self.reductions;
        self.state.back_to(rules, 0);
        self.state.reduce(reduce, self.room, proof);
        // Clauses that may not be forgotten must have room.
        self.room = self.room.max(2 * self.state.clauses.bytes());
        if self.config.vivify.effort == 0 {
            return Ok(());
        }
        self.state.vivify(rules, &self.config.vivify, proof)
    }

    /// The most active open variable, as true.
    fn decide(&mut self) -> Event {
        while let Some(variable) = self.state.heap.pop() {
            let lit = Lit::positive(variable);
            if self.state.trail.value(lit) == 0 {
                self.state.decide(lit);
                return Event::Decision;
            }
        }
        Event::Model
    }
}
