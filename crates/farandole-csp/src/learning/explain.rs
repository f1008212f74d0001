//! Computes reasons by widening. A propagator eliminates a candidate because its cells have lost
//! other values. To find a short reason, lost values are restored, which widens the masks, as long
//! as the propagator, run again, still makes the elimination. The values that cannot be restored are
//! the reason. For example, suppose that r1c1 and r1c2 have the sum 5, and that r1c2 has lost 1, 6
//! and 8. Then the reason why r1c1 loses 4 is only "r1c2 is not 1".
//!
//! Values are restored in groups, the latest first: whole cells, then single values. A cell that
//! was fixed can contribute one positive literal instead of one literal per lost value. Every reason
//! is correct if the propagator is, and no propagator needs its own explanation code.
//!
//! Cost: 4 to 37 runs of the propagator per reason. Widening performs badly for propagators with
//! many cells: a partition of regions has reasons of up to 139 literals, and regular constraints need
//! some 30 runs (docs/experiments/2026-11-22-variant-learning.md). If a propagator is not monotonic,
//! that is, if it sometimes removes less from smaller masks, its reasons are longer, but never wrong.
//!
//! Source: Junker, "QuickXplain: preferred explanations and relaxations for over-constrained
//! problems", AAAI 2004, for the groups; Ohrimenko, Stuckey, Codish, "Propagation via lazy clause
//! generation", Constraints 14 (2009), for the reasons.

use super::lazy_clauses::LazyClauses;
use super::literal::{candidate, is, places};
use super::reason_cache::Group;
use crate::model::masks::{Changed, Masks, Scratch};
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::{Cost, Propagator};
use farandole_cdcl::Lit;

/// Number of cached literals after which the cache is cleared (1 MB).
const KEPT: usize = 1 << 18;

/// The conclusion that must still follow from the widened masks.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// The propagator fails.
    Fails,
    /// The propagator fails, or removes this value of this cell.
    Removes(u16, u16),
}

/// A widening in progress: a propagator, and the masks on which it runs.
struct Widening<'a> {
    propagator: &'a AnyPropagator,
    goal: Goal,
    wide: &'a mut [u16],
    changed: &'a mut Changed,
    scratch: &'a mut Scratch,
    // At 0, widening stops. The reason is then longer, but still correct: it contains the groups that were
    // not tried.
    /// Number of propagator runs left.
    left: u32,
    runs: u64,
}

impl Widening<'_> {
    /// Returns true if the goal follows from the masks, which are unchanged afterwards.
    fn holds(&mut self) -> bool {
        self.runs += 1;
        let result = self.propagator.propagate(&mut Masks::new(self.wide, self.changed, self.scratch));
        let holds = match self.goal {
            Goal::Fails => result.is_err(),
            // A propagator that fails implies every literal, so a failure confirms a removal as well.
            Goal::Removes(cell, value) => result.is_err() || self.wide[usize::from(cell)] & value == 0,
        };
        // Undoes the changes of this trial run.
        while let Some((cell, before)) = self.changed.pop_with_mask() {
            self.wide[usize::from(cell)] = before;
        }
        holds
    }

    /// Restores groups from which the goal still follows. If it does not follow with all groups
    /// restored, each half is tried in the same manner (QuickXplain).
    fn put_back(&mut self, groups: &[Group]) {
        if groups.is_empty() || self.left == 0 {
            return;
        }
        // The number of runs is limited. Groups that are not tried stay in the reason.
        self.left -= 1;
        groups.iter().for_each(|group| self.wide[usize::from(group.cell)] |= group.values);
        if self.holds() {
            return;
        }
        groups.iter().for_each(|group| self.wide[usize::from(group.cell)] &= !group.values);
        if groups.len() > 1 {
            // The latest eliminations are restored first, because a reason from earlier levels lets the
            // search backjump further.
            let (late, early) = groups.split_at(groups.len() / 2);
            self.put_back(late);
            self.put_back(early);
        }
    }

    /// Restores groups as [`put_back`](Self::put_back) does, but starts with about six portions of the list.
    /// Usually not all groups can be restored, so an attempt with the whole list would be wasted.
    fn put_back_all(&mut self, groups: &mut [Group]) {
        groups.sort_unstable_by_key(|group| core::cmp::Reverse((group.stamp, group.cell, group.values)));
        groups.chunks((groups.len() / 6).max(1)).for_each(|portion| self.put_back(portion));
    }
}

/// Returns the maximum number of propagator runs for one reason: fewer for expensive propagators,
/// at the price of longer reasons.
fn most_runs(propagator: &AnyPropagator) -> u32 {
    // In a chaos construction, a run reads 470 cells, and the reasons for one conflict can take as long as
    // forty turns of learning (`docs/experiments/2026-11-22-variants-beside-iss.md`).
    match propagator.cost() {
        Cost::Cheap | Cost::Medium => 100,
        Cost::Expensive => 60,
        Cost::Heavy => 40,
    }
}

impl LazyClauses<'_> {
    /// Adds the literals from which a propagator concluded `lit`, the removal of a candidate. It did so
    /// when `at` literals had been assigned.
    pub(super) fn explain_removal(&mut self, lit: Lit, propagator: u32, at: u64, antecedents: &mut Vec<Lit>) {
        let variable = lit.var() as usize;
        // The cache is resized here, since it is empty until the first explanation.
        self.explained.entries.resize(self.variable_count(), (0, u64::MAX, 0, 0));
        let (known, time, start, end) = self.explained.entries[variable];
        // The propagator has explained the same literal for the same time before, so the cached reason
        // still holds.
        if (known, time) == (propagator, at) {
            let from = antecedents.len();
            antecedents.extend_from_slice(&self.explained.lits[start as usize..end as usize]);
            // A proof needs the reason again even if it is cached: it deletes each reason after the
            // clause that was learned from it.
            return self.note(propagator, Some(lit), &antecedents[from..]);
        }
        // The cache is cleared as a whole, which needs no bookkeeping per entry.
        if self.explained.lits.len() > KEPT {
            self.explained.lits.clear();
            self.explained.entries.fill((0, u64::MAX, 0, 0));
        }
        // `antecedents` may already hold the literals of other reasons.
        let from = antecedents.len();
        self.widen(propagator, at, Some(candidate(lit)), antecedents);
        let start = self.explained.lits.len() as u32;
        self.explained.lits.extend_from_slice(&antecedents[from..]);
        self.explained.entries[variable] = (propagator, at, start, self.explained.lits.len() as u32);
        self.note(propagator, Some(lit), &antecedents[from..]);
    }

    /// Adds the literals because of which a propagator fails on the current masks.
    pub(super) fn explain_contradiction(&mut self, propagator: u32, antecedents: &mut Vec<Lit>) {
        let from = antecedents.len();
        // The propagator failed just now, so the reason may use all assigned literals.
        self.widen(propagator, self.assigned_count, None, antecedents);
        self.note(propagator, None, &antecedents[from..]);
    }

    /// Returns the values that a cell had lost above level 0 when `at` literals had been assigned.
    fn removed(&self, cell: u16, at: u64) -> u16 {
        let cell_at = usize::from(cell);
        let gone = self.root[cell_at] & !self.masks[cell_at];
        places(gone)
            // A value that was removed later cannot be part of the reason, since reasons precede their
            // conclusions.
            .filter(|&place| self.stamps[is(cell, place).var() as usize] <= at)
            .fold(0, |lost, place| lost | 1 << place)
    }

    fn group(&self, cell: u16, values: u16) -> Group {
        // A group is restored as a whole, so its stamp is that of the value removed last.
        let stamp = places(values).map(|place| self.stamps[is(cell, place).var() as usize]).max();
        Group { stamp: stamp.unwrap_or(0), cell, values }
    }

    fn widen(&mut self, propagator: u32, at: u64, target: Option<(u16, u16)>, antecedents: &mut Vec<Lit>) {
        let from = antecedents.len();
        let network = self.network;
        let propagator = &network.propagators[propagator as usize];
        let mut wide = core::mem::take(&mut self.explained.wide);
        let mut groups = core::mem::take(&mut self.explained.groups);
        // The buffers are taken out of `self`, because `widening` borrows them while methods of `self`
        // run.
        let (mut changed, mut scratch) =
            (core::mem::take(&mut self.changed), core::mem::take(&mut self.scratch));
        // Eliminations at level 0 always hold, so reasons need not contain them.
        wide.clone_from(&self.root);
        propagator.cells().iter().for_each(|&cell| wide[usize::from(cell)] &= !self.removed(cell, at));
        let goal = target.map_or(Goal::Fails, |(cell, value)| Goal::Removes(cell, value));
        let mut widening = Widening {
            propagator,
            goal,
            wide: &mut wide,
            changed: &mut changed,
            scratch: &mut scratch,
            left: most_runs(propagator),
            runs: 0,
        };
        // If the cell of the candidate is set to the value, the propagator usually fails. Then no
        // literals about this cell are needed.
        let mut own = None;
        if let Some((cell, value)) = target
            && propagator.cells().contains(&cell)
        {
            let before = core::mem::replace(&mut widening.wide[usize::from(cell)], value);
            widening.goal = Goal::Fails;
            own = Some(cell);
            if !widening.holds() {
                widening.wide[usize::from(cell)] = before;
                (widening.goal, own) = (goal, None);
            }
        }
        // The cheapest attempts come first: all other values in one run, then whole cells, then single values.
        self.widen_values(&mut widening, own, target, &mut groups);
        self.widen_cells(&mut widening, own, &mut groups);
        for &cell in propagator.cells().iter().filter(|&&cell| Some(cell) != own) {
            self.narrow_cell(&mut widening, cell, at, &mut groups, antecedents);
        }
        self.ran(propagator, widening.runs);
        // The conclusion must follow after each step of widening.
        debug_assert!(widening.holds());
        (self.changed, self.scratch) = (changed, scratch);
        self.explained.wide = wide;
        self.explained.groups = groups;
        debug_assert!(self.entails(propagator, target, &antecedents[from..]));
    }

    /// Restores all values except the removed one at once, for propagators that treat each value
    /// separately.
    fn widen_values(
        &self,
        widening: &mut Widening<'_>,
        own: Option<u16>,
        target: Option<(u16, u16)>,
        groups: &mut Vec<Group>,
    ) {
        let (Some((_, value)), AnyPropagator::Chute(_) | AnyPropagator::EqualSets(_)) =
            (target, widening.propagator)
        // In chutes and equal sets, other values rarely matter, and one run suffices to restore all of
        // them.
        else {
            return;
        };
        groups.clear();
        for &cell in widening.propagator.cells().iter().filter(|&&cell| Some(cell) != own) {
            let lost = self.root[usize::from(cell)] & !widening.wide[usize::from(cell)] & !value;
            groups.push(Group { stamp: 0, cell, values: lost });
        }
        groups.iter().for_each(|group| widening.wide[usize::from(group.cell)] |= group.values);
        if !widening.holds() {
            groups.iter().for_each(|group| widening.wide[usize::from(group.cell)] &= !group.values);
        }
    }

    /// Restores whole cells.
    fn widen_cells(&self, widening: &mut Widening<'_>, own: Option<u16>, groups: &mut Vec<Group>) {
        groups.clear();
        for &cell in widening.propagator.cells().iter().filter(|&&cell| Some(cell) != own) {
            let lost = self.root[usize::from(cell)] & !widening.wide[usize::from(cell)];
            // Cells without eliminated values cannot shorten the reason.
            if lost != 0 {
                groups.push(self.group(cell, lost));
            }
        }
        widening.put_back_all(groups);
    }

    /// Restores single values of a cell, and adds the literals of the values that remain
    /// eliminated.
    fn narrow_cell(
        &self,
        widening: &mut Widening<'_>,
        cell: u16,
        at: u64,
        groups: &mut Vec<Group>,
        antecedents: &mut Vec<Lit>,
    ) {
        let lost = self.root[usize::from(cell)] & !widening.wide[usize::from(cell)];
        if lost == 0 {
            return;
        }
        let before = self.root[usize::from(cell)] & !self.removed(cell, at);
        // If the cell was fixed, one positive literal can replace the eliminations that followed from it.
        if before.is_power_of_two() && lost.count_ones() > 1 {
            let value = is(cell, before.trailing_zeros());
            let fixed = self.stamps[value.var() as usize];
            // Only eliminations made after the cell was fixed follow from its value. Earlier eliminations have
            // their own reasons.
            let late = |place: &u32| self.stamps[is(cell, *place).var() as usize] > fixed;
            let late = places(lost).filter(late).fold(0, |late, place| late | 1 << place);
            if late != 0 {
                widening.put_back(&[self.group(cell, late)]);
                if widening.wide[usize::from(cell)] & late == 0 {
                    antecedents.push(value);
                    return;
                }
            }
        }
        let lost = self.root[usize::from(cell)] & !widening.wide[usize::from(cell)];
        if lost.count_ones() > 1 {
            groups.clear();
            groups.extend(places(lost).map(|place| self.group(cell, 1 << place)));
            widening.put_back_all(groups);
        }
        // The values that could not be restored are the reason.
        let lost = self.root[usize::from(cell)] & !widening.wide[usize::from(cell)];
        antecedents.extend(places(lost).map(|place| !is(cell, place)));
    }

    /// Returns true if a removal or a contradiction follows, by this propagator alone, from
    /// literals and the masks of level 0.
    fn entails(&self, propagator: &AnyPropagator, target: Option<(u16, u16)>, antecedents: &[Lit]) -> bool {
        let follows = |own: bool| {
            let mut masks = self.root.clone();
            for &lit in antecedents {
                let (cell, value) = candidate(lit);
                masks[usize::from(cell)] &= if lit.is_negative() { !value } else { value };
            }
            if let Some((cell, value)) = target.filter(|_| own) {
                masks[usize::from(cell)] &= value;
            }
            let mut changed = Changed::new(masks.len());
            let result =
                propagator.propagate(&mut Masks::new(&mut masks, &mut changed, &mut Scratch::default()));
            result.is_err()
                || !own && target.is_some_and(|(cell, value)| masks[usize::from(cell)] & value == 0)
        };
        follows(true) || follows(false)
    }
}
