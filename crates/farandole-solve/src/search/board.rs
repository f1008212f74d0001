//! The state of the search: what literals are assigned, and what the rules make of it.

use super::items::Items;
use super::model::{Lit, Model};
use super::propagator::Propagator;

/// Why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, or holds from the start.
    None,
    /// This true literal is in an item with its opposite.
    Peer(Lit),
    /// All others of this item are false.
    Item(u32),
    /// The other literals of this clause are false.
    Clause(u32),
}

/// What can't be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// Both literals are true and share an item.
    Pair(Lit, Lit),
    /// Every literal of this item is false.
    Item(u32),
    /// Every literal of this clause is false.
    Clause(u32),
}

/// Values, their reasons, and the trail.
#[derive(Debug, Default)]
pub(super) struct Assignment {
    /// By literal: 1 true, -1 false, 0 not known.
    values: Vec<i8>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    pub(super) trail: Vec<Lit>,
    /// Where each level begins on the trail.
    level_starts: Vec<u32>,
}

impl Assignment {
    fn clear(&mut self, variables: usize) {
        self.values.clear();
        self.values.resize(2 * variables, 0);
        self.levels.clear();
        self.levels.resize(variables, 0);
        self.reasons.clear();
        self.reasons.resize(variables, Reason::None);
        self.trail.clear();
        self.level_starts.clear();
    }

    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.levels[lit.var() as usize]
    }

    #[inline]
    pub(super) fn reason_of(&self, lit: Lit) -> Reason {
        self.reasons[lit.var() as usize]
    }

    #[inline]
    pub(super) fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub(super) fn decision(&self, level: u32) -> Lit {
        self.trail[self.level_starts[level as usize - 1] as usize]
    }

    pub(super) fn open_level(&mut self) {
        self.level_starts.push(self.trail.len() as u32);
    }

    /// Makes a literal true that has no value yet.
    #[inline]
    pub(super) fn assign(&mut self, lit: Lit, reason: Reason) {
        debug_assert_eq!(self.value(lit), 0);
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.levels[lit.var() as usize] = self.level_starts.len() as u32;
        self.reasons[lit.var() as usize] = reason;
        self.trail.push(lit);
    }

    /// Gives clauses that are reasons their new places.
    pub(super) fn rename_clauses(&mut self, new: impl Fn(u32) -> u32) {
        for lit in &self.trail {
            if let Reason::Clause(clause) = &mut self.reasons[lit.var() as usize] {
                *clause = new(*clause);
            }
        }
    }
}

/// The assignment and the propagators that work it off.
#[derive(Debug, Default)]
pub(super) struct Board {
    pub(super) assignment: Assignment,
    pub(super) items: Items,
    /// How much of the trail was worked off.
    head: usize,
}

impl Board {
    /// Forgets everything known.
    pub(super) fn clear(&mut self, model: &Model) {
        self.assignment.clear(model.variable_count());
        self.items.clear(model, &mut self.assignment);
        self.head = 0;
    }

    /// The next literal of the trail, with what follows from it by the rules made true.
    #[inline]
    pub(super) fn work_off(&mut self, model: &Model) -> Option<(Lit, Result<(), Conflict>)> {
        let lit = *self.assignment.trail.get(self.head)?;
        self.head += 1;
        Some((lit, self.items.extend(model, lit, &mut self.assignment)))
    }

    /// Takes back everything above a level, and shows each literal to `freed`, last first.
    pub(super) fn back_to(&mut self, model: &Model, level: u32, mut freed: impl FnMut(Lit)) {
        let Assignment { values, trail, level_starts, .. } = &mut self.assignment;
        let Some(&start) = level_starts.get(level as usize) else { return };
        level_starts.truncate(level as usize);
        while trail.len() > start as usize {
            let Some(lit) = trail.pop() else { break };
            values[lit.index()] = 0;
            values[(!lit).index()] = 0;
            if trail.len() < self.head {
                self.items.retract(model, lit);
            }
            freed(lit);
        }
        self.head = self.head.min(start as usize);
    }

    /// Remembers what is open at level 0, the level it must be at.
    pub(super) fn remember_root(&mut self) {
        debug_assert!(self.assignment.level() == 0 && self.head == self.assignment.trail.len());
        self.items.remember_root();
    }

    /// Compares what the propagators made of the trail with the same from scratch. All of it must be worked off.
    #[cfg(feature = "check")]
    pub(super) fn check(&self, model: &Model) {
        assert_eq!(self.head, self.assignment.trail.len(), "everything is worked off");
        self.items.check(model, &self.assignment);
    }
}
