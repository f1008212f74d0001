//! The state of the search: values, what is left of each item, and the way back.

use super::model::{Lit, Model};

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

/// Values, open places and the trail.
#[derive(Debug, Default)]
pub(super) struct Board {
    /// For each item a bit for each place whose literal is not false, as far as the trail was worked off.
    pub(super) open: Vec<u64>,
    /// The same at level 0, when it was left last.
    pub(super) root: Vec<u64>,
    /// By literal: 1 true, -1 false, 0 not known.
    values: Vec<i8>,
    /// By variable.
    levels: Vec<u32>,
    reasons: Vec<Reason>,
    pub(super) trail: Vec<Lit>,
    /// Where each level begins on the trail.
    level_starts: Vec<u32>,
    /// How much of the trail was worked off.
    head: usize,
}

impl Board {
    /// Forgets everything known.
    pub(super) fn clear(&mut self, model: &Model) {
        self.open.clear();
        self.open.extend((0..model.item_count() as u32).map(|item| match model.lits_of(item).len() {
            64.. => u64::MAX,
            places => (1 << places) - 1,
        }));
        self.root.clear();
        self.root.extend_from_slice(&self.open);
        self.values.clear();
        self.values.resize(2 * model.variable_count(), 0);
        self.levels.clear();
        self.levels.resize(model.variable_count(), 0);
        self.reasons.clear();
        self.reasons.resize(model.variable_count(), Reason::None);
        self.trail.clear();
        self.level_starts.clear();
        self.head = 0;
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

    /// The next literal of the trail, with what follows from it by the items made true.
    #[inline]
    pub(super) fn work_off(&mut self, model: &Model) -> Option<(Lit, Result<(), Conflict>)> {
        let lit = *self.trail.get(self.head)?;
        self.head += 1;
        // Every item must be told that a literal is false, whatever happens, for the way back to be right.
        let mut result = Ok(());
        for at in model.occurrences_of(!lit) {
            let open = self.open[at.item as usize] & !(1 << at.place);
            self.open[at.item as usize] = open;
            if open & open.wrapping_sub(1) == 0 && model.needed[at.item as usize] {
                if open == 0 {
                    result = Err(Conflict::Item(at.item));
                    continue;
                }
                let last = model.lit_at(at.item, open.trailing_zeros());
                if self.value(last) == 0 {
                    self.assign(last, Reason::Item(at.item));
                }
            }
        }
        if result.is_ok() {
            result = self.close_others(model, lit);
        }
        Some((lit, result))
    }

    /// A literal is true, so the others of its items are false.
    #[inline]
    fn close_others(&mut self, model: &Model, lit: Lit) -> Result<(), Conflict> {
        for at in model.occurrences_of(lit) {
            let mut others = self.open[at.item as usize] & !(1 << at.place);
            while others != 0 {
                let other = model.lit_at(at.item, others.trailing_zeros());
                others &= others - 1;
                match self.value(other) {
                    0 => self.assign(!other, Reason::Peer(lit)),
                    -1 => {}
                    _ => return Err(Conflict::Pair(lit, other)),
                }
            }
        }
        Ok(())
    }

    /// Takes back everything above a level, and shows each literal to `freed`, last first.
    pub(super) fn back_to(&mut self, model: &Model, level: u32, mut freed: impl FnMut(Lit)) {
        let Some(&start) = self.level_starts.get(level as usize) else { return };
        self.level_starts.truncate(level as usize);
        while self.trail.len() > start as usize {
            let Some(lit) = self.trail.pop() else { break };
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            if self.trail.len() < self.head {
                for at in model.occurrences_of(!lit) {
                    self.open[at.item as usize] |= 1 << at.place;
                }
            }
            freed(lit);
        }
        self.head = self.head.min(start as usize);
    }

    /// Remembers what is open at level 0, the level it must be at.
    pub(super) fn remember_root(&mut self) {
        debug_assert!(self.level_starts.is_empty() && self.head == self.trail.len());
        self.root.copy_from_slice(&self.open);
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
