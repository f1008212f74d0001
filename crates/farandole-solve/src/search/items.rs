//! The rules of cells and houses as a propagator: items with their open places.

use super::board::{Assignment, Conflict, Reason};
use super::model::{Lit, Model};
use super::propagator::Propagator;

/// What is left of each item.
#[derive(Debug, Default)]
pub(super) struct Items {
    /// For each item a bit for each place whose literal is not false, as far as the trail was worked off.
    pub(super) open: Vec<u64>,
    /// The same at level 0, when it was left last.
    pub(super) root: Vec<u64>,
}

impl Items {
    /// Remembers what is open now as what is open at level 0.
    pub(super) fn remember_root(&mut self) {
        self.root.copy_from_slice(&self.open);
    }

    /// A literal is true, so the others of its items are false.
    #[inline]
    fn close_others(&self, model: &Model, lit: Lit, assignment: &mut Assignment) -> Result<(), Conflict> {
        for at in model.occurrences_of(lit) {
            let mut others = self.open[at.item as usize] & !(1 << at.place);
            while others != 0 {
                let other = model.lit_at(at.item, others.trailing_zeros());
                others &= others - 1;
                match assignment.value(other) {
                    0 => assignment.assign(!other, Reason::Peer(lit)),
                    -1 => {}
                    _ => return Err(Conflict::Pair(lit, other)),
                }
            }
        }
        Ok(())
    }

    /// Compares the open places with the values, and what was made true with what must be.
    #[cfg(any(test, feature = "check"))]
    pub(super) fn check(&self, model: &Model, assignment: &Assignment) {
        for (item, open) in self.open.iter().enumerate() {
            let lits = model.lits_of(item as u32).iter().enumerate();
            let expected = lits.filter(|(_, lit)| assignment.value(**lit) >= 0);
            let expected = expected.fold(0, |open, (place, _)| open | 1 << place);
            assert_eq!(*open, expected, "open places of item {item}");
        }
        match self.reference(model, assignment) {
            Ok(lits) => assert!(lits.iter().all(|lit| assignment.value(*lit) > 0), "something was missed"),
            Err(conflict) => panic!("{conflict:?} was missed"),
        }
    }
}

impl Propagator for Items {
    type Rules = Model;

    fn clear(&mut self, model: &Model, assignment: &mut Assignment) {
        self.open.clear();
        self.open.extend((0..model.item_count() as u32).map(|item| match model.lits_of(item).len() {
            64.. => u64::MAX,
            places => (1 << places) - 1,
        }));
        self.root.clear();
        self.root.extend_from_slice(&self.open);
        for item in (0..model.item_count() as u32).filter(|item| model.needed[*item as usize]) {
            if let [only] = model.lits_of(item)
                && assignment.value(*only) == 0
            {
                assignment.assign(*only, Reason::None);
            }
        }
    }

    #[inline]
    fn extend(&mut self, model: &Model, lit: Lit, assignment: &mut Assignment) -> Result<(), Conflict> {
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
                if assignment.value(last) == 0 {
                    assignment.assign(last, Reason::Item(at.item));
                }
            }
        }
        result?;
        self.close_others(model, lit, assignment)
    }

    #[inline]
    fn retract(&mut self, model: &Model, lit: Lit) {
        for at in model.occurrences_of(!lit) {
            self.open[at.item as usize] |= 1 << at.place;
        }
    }

    #[cfg(any(test, feature = "check"))]
    fn reference(&self, model: &Model, assignment: &Assignment) -> Result<Vec<Lit>, Conflict> {
        let mut follow = Vec::new();
        for item in 0..model.item_count() as u32 {
            let lits = model.lits_of(item);
            let with = |value: i8| lits.iter().copied().filter(move |lit| assignment.value(*lit) == value);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry_tables::GeometryCache;
    use crate::search::Segments;
    use crate::search::board::Board;
    use farandole_puzzle::Geometry;
    use farandole_testkit::{Random, random};

    #[test]
    fn the_incremental_version_agrees_with_the_one_from_scratch_on_random_walks() {
        for seed in 0..40 {
            let random = &mut Random::new(seed);
            let size = 4 + seed as usize % 4;
            let map = random::jigsaw(size, 200, random);
            let shape = GeometryCache::default().get(&Geometry::irregular(size, &map).unwrap().into());
            let segments = if seed % 2 == 0 { Segments::With } else { Segments::Without };
            let model = Model::new(&shape, segments);
            let mut board = Board::default();
            board.clear(&model);
            for _ in 0..200 {
                let lit = Lit(random.below(2 * model.variable_count()) as u32);
                if board.assignment.value(lit) == 0 {
                    board.assignment.open_level();
                    board.assignment.assign(lit, Reason::None);
                }
                let mut settled = Ok(());
                while settled.is_ok()
                    && let Some((_, result)) = board.work_off(&model)
                {
                    settled = result;
                }
                if settled.is_ok() {
                    board.items.check(&model, &board.assignment);
                }
                if settled.is_err() || random.below(5) == 0 {
                    let level = random.below(board.assignment.level() as usize + 1) as u32;
                    board.back_to(&model, level.min(board.assignment.level().saturating_sub(1)), |_| {});
                    board.items.check(&model, &board.assignment);
                }
            }
        }
    }
}
