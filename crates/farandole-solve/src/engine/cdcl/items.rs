//! The propagator of at-most-one and exactly-one constraints over cells and houses. The open
//! literals of each constraint form a 64-bit word.

use super::model::Model;
use farandole_cdcl::{Lit, Propagator, Trail};

/// The reason for an implied literal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// This true literal shares an item with the negation of the implied literal.
    Peer(Lit),
    /// All other literals of this item are false.
    Item(u32),
}

/// A violated constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// Two true literals share an item.
    Pair(Lit, Lit),
    /// All literals of this item are false.
    Item(u32),
}

/// The open literals of each item.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// For each item, the set of the indices of its literals that are not false, as a bit set.
    /// Reflects the processed part of the trail.
    pub(super) open: Vec<u64>,
    /// The value of `open` when the search last left level 0. Explanations omit literals that are
    /// false at level 0.
    pub(super) root: Vec<u64>,
}

impl Items {
    /// Makes the other literals in the items of a true literal false.
    #[inline]
    fn close_others(&self, model: &Model, lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        for at in model.occurrences_of(lit) {
            let mut others = self.open[at.item as usize] & !(1 << at.place);
            while others != 0 {
                let other = model.lit_at(at.item, others.trailing_zeros());
                others &= others - 1;
                match trail.value(other) {
                    0 => trail.assign(!other, Reason::Peer(lit)),
                    -1 => {}
                    _ => return Err(Conflict::Pair(lit, other)),
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Items {
    type Rules = Model;
    type Reason = Reason;
    type Conflict = Conflict;

    fn reset(&mut self, model: &Model, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        self.open.clear();
        self.open.extend((0..model.item_count() as u32).map(|item| match model.lits_of(item).len() {
            64.. => u64::MAX,
            places => (1 << places) - 1,
        }));
        self.root.clear();
        self.root.extend_from_slice(&self.open);
        for item in (0..model.item_count() as u32).filter(|item| model.needed[*item as usize]) {
            if let [only] = model.lits_of(item)
                && trail.value(*only) == 0
            {
                trail.assign(*only, Reason::Item(item));
            }
        }
        Ok(())
    }

    #[inline]
    fn extend(&mut self, model: &Model, lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
        // All items are updated even after a conflict, because `retract` reverts the change in each
        // of them.
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
                if trail.value(last) == 0 {
                    trail.assign(last, Reason::Item(at.item));
                }
            }
        }
        result?;
        self.close_others(model, lit, trail)
    }

    #[inline]
    fn retract(&mut self, model: &Model, lit: Lit) {
        for at in model.occurrences_of(!lit) {
            self.open[at.item as usize] |= 1 << at.place;
        }
    }

    fn root_reached(&mut self, _: &Model) {
        self.root.copy_from_slice(&self.open);
    }

    #[inline]
    fn explain(&mut self, model: &Model, lit: Lit, reason: Reason, antecedents: &mut Vec<Lit>) {
        match reason {
            Reason::Peer(peer) => antecedents.push(peer),
            Reason::Item(item) => {
                let all = model.lits_at(item, self.root[item as usize]);
                antecedents.extend(all.filter(|other| other.var() != lit.var()).map(|other| !other));
            }
        }
    }

    fn explain_conflict(&mut self, model: &Model, conflict: Conflict, antecedents: &mut Vec<Lit>) {
        match conflict {
            Conflict::Pair(one, other) => antecedents.extend([one, other]),
            Conflict::Item(item) => {
                antecedents.extend(model.lits_at(item, self.root[item as usize]).map(|lit| !lit));
            }
        }
    }

    fn reference(&self, model: &Model, trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
        let mut follow = Vec::new();
        for item in 0..model.item_count() as u32 {
            let lits = model.lits_of(item);
            let with = |value: i8| lits.iter().copied().filter(move |lit| trail.value(*lit) == value);
            let mut places = with(1);
            match (places.next(), places.next()) {
                (Some(one), Some(other)) => return Err(Conflict::Pair(one, other)),
                (Some(_), None) => follow.extend(with(0).map(|lit| !lit)),
                (None, _) if model.needed[item as usize] => {
                    let mut open = with(0);
                    match (open.next(), open.next()) {
                        (None, _) => return Err(Conflict::Item(item)),
                        (Some(last), None) => follow.push(last),
                        _ => {}
                    }
                }
                (None, _) => {}
            }
        }
        Ok(follow)
    }

    fn check_state(&self, model: &Model, trail: &Trail<Reason>) {
        for (item, open) in self.open.iter().enumerate() {
            let lits = model.lits_of(item as u32).iter().enumerate();
            let expected = lits.filter(|(_, lit)| trail.value(**lit) >= 0);
            let expected = expected.fold(0, |open, (place, _)| open | 1 << place);
            assert_eq!(*open, expected, "open places of item {item}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cdcl::Segments;
    use crate::geometry_tables::GeometryCache;
    use farandole_cdcl::{Config, Event, Solver, check};
    use farandole_puzzle::Geometry;
    use farandole_testkit::{Random, random};

    /// A propagator that compares `items` with the reference version at every fixpoint that
    /// precedes a decision.
    #[derive(Default)]
    struct Checked {
        items: Items,
        /// Number of literals that were passed to `extend` and not retracted.
        told: usize,
        checks: usize,
    }

    impl Checked {
        /// Checks the state before a decision. The decision is on the trail already, so the check
        /// uses a copy without it.
        fn check_before(&mut self, model: &Model, decision: Lit, trail: &Trail<Reason>) {
            let mut before = Trail::new(trail.variable_count());
            for lit in trail.literals().iter().filter(|lit| **lit != decision) {
                before.assign(*lit, Reason::Peer(*lit));
            }
            check(&self.items, model, &before);
            self.checks += 1;
        }
    }

    impl Propagator for Checked {
        type Rules = Model;
        type Reason = Reason;
        type Conflict = Conflict;

        fn reset(&mut self, model: &Model, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
            self.told = 0;
            self.items.reset(model, trail)
        }

        fn extend(&mut self, model: &Model, lit: Lit, trail: &mut Trail<Reason>) -> Result<(), Conflict> {
            // A decision is the first literal of its level, and all earlier literals were passed to
            // `extend`.
            let is_next = trail.literals().len() == self.told + 1;
            let level_before =
                self.told.checked_sub(1).map_or(0, |last| trail.level_of(trail.literals()[last]));
            if is_next && trail.level_of(lit) > level_before {
                self.check_before(model, lit, trail);
            }
            self.told += 1;
            self.items.extend(model, lit, trail)
        }

        fn retract(&mut self, model: &Model, lit: Lit) {
            self.told -= 1;
            self.items.retract(model, lit);
        }

        fn root_reached(&mut self, model: &Model) {
            self.items.root_reached(model);
        }

        fn explain(&mut self, model: &Model, lit: Lit, reason: Reason, antecedents: &mut Vec<Lit>) {
            self.items.explain(model, lit, reason, antecedents);
        }

        fn explain_conflict(&mut self, model: &Model, conflict: Conflict, antecedents: &mut Vec<Lit>) {
            self.items.explain_conflict(model, conflict, antecedents);
        }

        fn reference(&self, model: &Model, trail: &Trail<Reason>) -> Result<Vec<Lit>, Conflict> {
            self.items.reference(model, trail)
        }
    }

    #[test]
    fn the_incremental_version_agrees_with_the_one_from_scratch_on_random_walks() {
        for seed in 0..40 {
            let random = &mut Random::new(seed);
            let size = 4 + seed as usize % 4;
            let map = random::jigsaw(size, 200, random);
            let shape = GeometryCache::default().get(&Geometry::irregular(size, &map).unwrap().into());
            let segments = if seed % 2 == 0 { Segments::With } else { Segments::Without };
            let model = Model::new(&shape, segments);
            let mut solver = Solver::<Checked>::default();
            for _ in 0..60 {
                solver.reset(&model, model.variable_count(), &Config::default());
                for variable in 0..model.variable_count() as u32 {
                    solver.set_activity(variable, random.below(100) as f64);
                }
                for _ in 0..random.below(4) {
                    let variable = random.below(model.variable_count()) as u32;
                    solver.add_clause(&model, &[Lit::negative(variable)], &mut ());
                }
                for _ in 0..100 {
                    match solver.advance(&model, &mut ()) {
                        Event::Conflict | Event::Decision => {}
                        Event::Model => {
                            check(&solver.propagator().items, &model, solver.trail());
                            break;
                        }
                        Event::Inconsistent => break,
                    }
                }
            }
            assert!(solver.propagator().checks > 100, "seed {seed}");
        }
    }

    #[test]
    fn a_reason_takes_two_words() {
        assert_eq!(size_of::<Reason>(), 8);
        assert_eq!(size_of::<Option<Reason>>(), 8);
    }
}
