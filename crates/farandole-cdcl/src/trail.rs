//! The trail: what is assigned, in which order, at which decision level and for which reason.
//!
//! Source: Eén, Sörensson, "An extensible SAT-solver", SAT 2003.

use crate::literal::Lit;
use alloc::vec::Vec;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reason<R> {
    /// It is a decision, or it holds from the start.
    None,
    /// The other literals of this clause are false.
    Clause(u32),
    /// The propagator's rules. The payload is of the propagator's own kind.
    Rules(R),
}

/// The assignment. Propagators read values here and [`assign`](Self::assign) what follows.
///
/// `R` is what a propagator notes for each literal that it assigns; see
/// [`Propagator::Reason`](crate::Propagator::Reason).
#[derive(Clone, Debug)]
pub struct Trail<R> {
    /// By literal: 1 true, -1 false, 0 open.
    values: Vec<i8>,
    /// By variable: the decision level of its value.
    levels: Vec<u32>,
    /// By variable.
    reasons: Vec<Reason<R>>,
    literals: Vec<Lit>,
    /// Where each decision level begins among the literals.
    level_starts: Vec<u32>,
    /// How many literals have been propagated.
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
    /// A trail of so many variables without values, for tests of a propagator by itself.
    pub fn new(variables: usize) -> Self {
        let mut trail = Self::default();
        trail.clear(variables);
        trail
    }

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

    /// The value of a literal: 1 true, -1 false, 0 open.
    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    /// How many variables there are.
    pub fn variable_count(&self) -> usize {
        self.levels.len()
    }

    /// The true literals in the order in which they were assigned.
    #[inline]
    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The current decision level: the number of decisions made. At level 0 is what holds in every model.
    #[inline]
    pub fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    /// The decision level at which a literal or its negation was assigned. Meaningless for open ones.
    #[inline]
    pub fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.var() as usize]
    }

    /// Makes an open literal true because of the propagator's rules.
    ///
    /// Requires: the literal is open; the literals that [`explain`](crate::Propagator::explain) will name for this
    /// reason are true already. Ensures: the propagator's `extend` is called for the literal later.
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

    /// Whether a literal is a decision, or holds from the start.
    #[inline]
    pub(crate) fn has_no_reason(&self, lit: Lit) -> bool {
        matches!(self.reason_of(lit), Reason::None)
    }

    /// Whether this clause is why this literal is true.
    pub(crate) fn is_reason(&self, clause: u32, lit: Lit) -> bool {
        self.value(lit) > 0 && matches!(self.reason_of(lit), Reason::Clause(other) if other == clause)
    }

    /// The decisions from the last to the first.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Lit> + '_ {
        (0..self.level_starts.len()).rev().filter_map(|level| {
            let end = self.level_starts.get(level + 1).map_or(self.literals.len(), |end| *end as usize);
            self.literals[self.level_starts[level] as usize..end].first().copied()
        })
    }

    pub(crate) fn open_level(&mut self) {
        self.level_starts.push(self.literals.len() as u32);
    }

    /// The next literal to propagate.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Lit> {
        let lit = *self.literals.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    pub(crate) fn is_propagated(&self) -> bool {
        self.head == self.literals.len()
    }

    /// Undoes everything above a level. Shows each literal, the last first, and whether it had been propagated.
    #[inline]
    pub(crate) fn back_to(&mut self, level: u32, mut undone: impl FnMut(Lit, bool)) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        self.level_starts.truncate(level as usize);
        while self.literals.len() > start as usize {
            let Some(lit) = self.literals.pop() else { break };
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            undone(lit, self.literals.len() < self.head);
        }
        self.head = self.head.min(start as usize);
    }

    /// Gives clauses that are reasons their new places.
    pub(crate) fn rename_clauses(&mut self, new: impl Fn(u32) -> u32) {
        for lit in &self.literals {
            if let Reason::Clause(clause) = &mut self.reasons[lit.var() as usize] {
                *clause = new(*clause);
            }
        }
    }
}
