//! The trail: the assigned literals in order, each with its decision level and its reason.
//!
//! Extending and shortening the trail is cheap. The trail becomes expensive only if restarts discard long
//! trails, because every literal is then retracted and propagated again.
//!
//! Source: Eén, Sörensson, "An extensible SAT-solver", SAT 2003.

use crate::literal::Lit;
use alloc::vec::Vec;

/// The reason why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason<R> {
    /// The literal is a decision, or holds at level 0 because of a unit clause.
    None,
    /// All other literals of this clause are false.
    Clause(u32),
    /// The propagator implied the literal. The payload is defined by the propagator.
    Rules(R),
}

/// The assignment. Propagators read values here and [`assign`](Self::assign) implied literals.
///
/// `R` is the note that a propagator stores for each literal it assigns; see
/// [`Propagator::Reason`](crate::Propagator::Reason).
#[derive(Clone, Debug)]
pub struct Trail<R> {
    /// The value of each literal: 1 true, -1 false, 0 open.
    // Indexing by literal instead of by variable saves a sign test on every lookup. One byte per literal keeps
    // the values of some ten thousand variables in a first-level cache; propagation reads one value for every
    // literal that it examines.
    values: Vec<i8>,
    /// The decision level at which each variable was assigned. Entries of open variables are stale.
    levels: Vec<u32>,
    /// The reason for the assignment of each variable. Entries of open variables are stale.
    reasons: Vec<Reason<R>>,
    /// The true literals in order of assignment.
    literals: Vec<Lit>,
    /// For each decision level, starting at level 1, the index in `literals` of its decision.
    // Opening a level costs one push, and backtracking one truncation.
    level_starts: Vec<u32>,
    /// Number of literals that have been propagated.
    head: usize,
}

impl<R> Default for Trail<R> {
    fn default() -> Self {
        Self {
            values: Vec::new(),
            levels: Vec::new(),
            reasons: Vec::new(),
            literals: Vec::new(),
            level_starts: Vec::new(),
            head: 0,
        }
    }
}

impl<R: Copy> Trail<R> {
    /// Returns a trail with this many open variables, for testing a propagator on its own.
    pub fn new(variables: usize) -> Self {
        let mut trail = Self::default();
        trail.clear(variables);
        trail
    }

    /// Resets the trail to `variables` open variables and keeps the buffers.
    pub(crate) fn clear(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.levels.clear();
        self.levels.resize(variables, 0);
        self.reasons.clear();
        self.reasons.resize(variables, Reason::None);
        self.literals.clear();
        self.level_starts.clear();
        self.head = 0;
    }

    /// Returns the value of a literal: 1 true, -1 false, 0 open.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// Returns the number of variables.
    pub fn variable_count(&self) -> usize {
        self.levels.len()
    }

    /// Returns the true literals in the order in which they were assigned.
    #[inline]
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Returns the current decision level, that is, the number of decisions on the trail. Literals of level 0
    /// hold in every model.
    #[inline]
    pub fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// Returns the decision level at which a literal or its negation was assigned. The result is meaningless
    /// for open literals.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.var() as usize]
    }

    /// Makes an open literal true because the propagator implies it.
    ///
    /// Requires: the literal is open, and the literals that [`explain`](crate::Propagator::explain) will
    /// return for this reason are true. Ensures: the solver passes the literal to the propagator's `extend`
    /// later.
    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: R) {
        self.push(lit, Reason::Rules(reason));
    }

    /// Makes an open literal true.
    #[inline]
    pub(crate) fn push(&mut self, lit: Lit, reason: Reason<R>) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[lit.var() as usize] = self.level_starts.len() as u32;
        self.reasons[lit.var() as usize] = reason;
        self.literals.push(lit);
    }

    #[inline]
    pub(crate) fn reason_of(&self, lit: Lit) -> Reason<R> {
        self.reasons[lit.var() as usize]
    }

    /// Returns true if an assigned literal is a decision or holds because of a unit clause.
    #[inline]
    pub(crate) fn has_no_reason(&self, lit: Lit) -> bool {
        matches!(self.reason_of(lit), Reason::None)
    }

    /// Returns true if `lit` is true and `clause` is its reason.
    pub(crate) fn is_reason(&self, clause: u32, lit: Lit) -> bool {
        self.value(lit) > 0 && matches!(self.reason_of(lit), Reason::Clause(other) if other == clause)
    }

    /// Returns the decisions, the last one first.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Lit> + '_ {
        (0..self.level_starts.len()).rev().filter_map(|level| {
            let end = self.level_starts.get(level + 1).map_or(self.literals.len(), |end| *end as usize);
            self.literals[self.level_starts[level] as usize..end].first().copied()
        })
    }

    pub(crate) fn open_level(&mut self) {
        self.level_starts.push(self.literals.len() as u32);
    }

    /// Returns the next literal to propagate, if any, and counts it as propagated.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Lit> {
        let lit = *self.literals.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    pub(crate) fn is_propagated(&self) -> bool {
        self.head == self.literals.len()
    }

    /// Backtracks to a level. Calls `undone(lit, propagated)` for each removed literal, the last one first;
    /// `propagated` is true if the literal had been propagated. Does nothing if the current level is not above
    /// `level`.
    #[inline]
    pub(crate) fn back_to(&mut self, level: u32, mut undone: impl FnMut(Lit, bool)) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        self.level_starts.truncate(level as usize);
        while self.literals.len() > start as usize {
            let Some(lit) = self.literals.pop() else { break };
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            // The propagator has received only propagated literals, and must retract only those.
            undone(lit, self.literals.len() < self.head);
        }
        // The literals before `start` stay assigned, so those that have been propagated need no second pass.
        self.head = self.head.min(start as usize);
    }

    /// Updates the clause references in reasons after the arena was compacted. `new` returns the new reference
    /// for an old one.
    pub(crate) fn rename_clauses(&mut self, new: impl Fn(u32) -> u32) {
        for lit in &self.literals {
            if let Reason::Clause(clause) = &mut self.reasons[lit.var() as usize] {
                *clause = new(*clause);
            }
        }
    }
}
