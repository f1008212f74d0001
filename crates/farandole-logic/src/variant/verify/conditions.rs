//! Proofs of eliminations by the meanings of constraints, and houses.

use super::flaw::{Flaw, Gap, is_last, is_named};
use super::search::{Condition, Search};
use crate::variant::candidate::Candidate;
use crate::variant::state::State;
use crate::variant::step::Deduction;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Semantics;

/// Proves a deduction from the constraints and houses that it lists.
pub(super) fn by_conditions(state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
    let is_known = |cell: Cell| {
        deduction.eliminations.iter().any(|claim| claim.cell == cell) || is_named(state, deduction, cell)
    };
    Premises::new(state, &deduction.constraints, &deduction.houses, &is_known).prove(state, deduction, work)
}

/// The conditions of a proof, and the cells that get values.
pub(super) struct Premises<'a> {
    conditions: Vec<Condition<'a>>,
    cells: Vec<Cell>,
}

impl<'a> Premises<'a> {
    /// Returns one condition on cells.
    pub(super) fn of_meaning(meaning: Semantics) -> Self {
        let condition = Condition::Meaning(meaning);
        Self { cells: condition.cells(), conditions: vec![condition] }
    }

    /// Returns the conditions of these constraints and the cells of these houses, all of which are given as indices. A
    /// constraint on the whole board is restricted to the cells for which `is_named` returns true.
    pub(super) fn new(
        state: &'a State,
        constraints: &[usize],
        houses: &[usize],
        is_named: &dyn Fn(Cell) -> bool,
    ) -> Self {
        let variant = state.variant();
        let (mut conditions, mut cells) = (Vec::new(), Vec::new());
        for constraint in constraints.iter().map(|number| &variant.constraints()[*number]) {
            let is_local = constraint.scope(variant.board()).is_some();
            for condition in Condition::of(state, constraint) {
                let of_condition = condition.cells().into_iter();
                let listed: Vec<Cell> = of_condition.filter(|cell| is_local || is_named(*cell)).collect();
                cells.push((condition.is_ordered(), listed));
                conditions.push(condition);
            }
        }
        // The cells of an automaton get their values in its order, so that few of its states must be distinguished.
        cells.sort_by_key(|(is_ordered, _)| !is_ordered);
        let of_houses = houses.iter().map(|house| variant.houses()[*house].cells.clone());
        let mut all: Vec<Cell> = cells.into_iter().flat_map(|(_, cells)| cells).collect();
        all.extend(of_houses.flatten());
        let mut seen = vec![false; variant.cell_count()];
        all.retain(|cell| !core::mem::replace(&mut seen[cell.index()], true));
        Self { conditions, cells: all }
    }

    /// Proves the eliminations of a deduction. It may place a cell if it eliminates all other candidates of the cell.
    pub(super) fn prove(self, state: &State, deduction: &Deduction, work: u64) -> Result<(), Flaw> {
        if let Some(claim) = deduction.placements.iter().find(|claim| !is_last(state, deduction, **claim)) {
            return Err(Flaw::Open(*claim));
        }
        for claim in &deduction.eliminations {
            let masks = masks_with(state, deduction, *claim);
            let is_named = |cell: Cell| cell == claim.cell || is_named(state, deduction, cell);
            self.refute(state, &masks, &is_named, work).map_err(|gap| gap.flaw(*claim))?;
        }
        Ok(())
    }

    /// Returns `Ok` if no values from these masks satisfy the conditions. Named cells get values first.
    pub(super) fn refute(
        &self,
        state: &State,
        masks: &[u16],
        is_named: &dyn Fn(Cell) -> bool,
        mut work: u64,
    ) -> Result<(), Gap> {
        let named: Vec<Cell> = self.cells.iter().copied().filter(|cell| is_named(*cell)).collect();
        let has_others = named.len() < self.cells.len();
        let mut half = work / 2;
        if has_others && Search::new(state, &self.conditions, named).refute(masks, &mut half).is_ok() {
            return Ok(());
        }
        Search::new(state, &self.conditions, self.cells.clone()).refute(masks, &mut work)
    }
}

/// Returns the values of each cell of the board if a claim is true: those that the deduction names, and any values for
/// other cells.
pub(super) fn masks_with(state: &State, deduction: &Deduction, claim: Candidate) -> Vec<u16> {
    let all = state.variant().board().values().all();
    let mask = |cell: Cell| {
        let left = if is_named(state, deduction, cell) { state.candidates(cell) } else { all };
        left & !(state.sees(cell, claim.cell) & state.bit(claim.value))
    };
    let mut masks: Vec<u16> = state.cells().map(mask).collect();
    masks[claim.cell.index()] = state.bit(claim.value);
    masks
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::board::GridKind;
    use farandole_puzzle::constraint::catalogue;
    use farandole_puzzle::format::iss;
    use farandole_testkit::{Choose, Random, random_item, variant_solutions};

    const BOARDS: [&str; 4] =
        [".Shape~4x4", ".Shape~4x4~0-3", ".Shape~2x3~0-3~Raw", ".Shape~2x2~9~Raw.Var~E~~4"];
    /// Number of items for each kind and board, and of sets of candidates for each item.
    const ITEMS: usize = 4;
    const SETS: usize = 12;

    /// Returns true if the check of a constraint accepts some values from the masks, of which those of its cells that see
    /// each other differ.
    fn is_possible(state: &State, number: usize, read: &[bool], masks: &[u16], values: &mut Vec<u8>) -> bool {
        let variant = state.variant();
        let at = values.len();
        let Some(cell) = Cell::new(at).filter(|_| at < masks.len()) else {
            return variant.constraints()[number].check(variant.board(), values).is_ok();
        };
        variant.board().values().values_of(masks[at]).any(|value| {
            let sees = |other: usize| {
                let other_cell = Cell::new(other).expect("a cell of the board");
                values[other] == value && state.sees(other_cell, cell) & state.bit(value) != 0
            };
            if read[at] && (0..at).filter(|other| read[*other]).any(sees) {
                return false;
            }
            values.push(value);
            let found = is_possible(state, number, read, masks, values);
            values.pop();
            found
        })
    }

    #[test]
    fn the_search_refutes_what_the_check_of_each_kind_excludes() {
        let mut random = Random::new(5);
        let (mut wrong, mut silent) = (Vec::new(), Vec::new());
        for kind in catalogue() {
            let mut met = [0, 0];
            for board in BOARDS {
                let plain = iss::read(board).unwrap();
                let items = (0..20 * ITEMS).filter_map(|_| {
                    iss::read(&format!("{board}{}", random_item(&kind, plain.board(), &mut random))).ok()
                });
                for variant in items.take(ITEMS).collect::<Vec<_>>() {
                    let state = State::new(&variant);
                    let variant = state.variant();
                    let of_kind = variant.constraints().iter().position(|it| it.name() == kind.name());
                    let (Some(number), true) = (of_kind, variant.cell_count() <= 16) else { continue };
                    let constraint = &variant.constraints()[number];
                    // The houses of a layout are premises of their own.
                    if constraint.about().role().changes_board() {
                        continue;
                    }
                    let mut read = vec![false; variant.cell_count()];
                    let conditions = Condition::of(&state, constraint);
                    conditions.iter().flat_map(Condition::cells).for_each(|cell| read[cell.index()] = true);
                    let is_raw = variant.shape().kind() == GridKind::Raw;
                    let grids =
                        variant_solutions(if is_raw { variant } else { &plain }, 20_000).unwrap_or_default();
                    let all: Vec<u8> = variant.board().values().iter().collect();
                    let cells: Vec<Cell> = state.cells().collect();
                    for _ in 0..SETS {
                        let any: Vec<u8> = cells.iter().map(|_| random.pick(&all)).collect();
                        let grid = if grids.is_empty() { &any } else { &grids[random.below(grids.len())] };
                        let mut masks: Vec<u16> = grid.iter().map(|value| state.bit(*value)).collect();
                        masks.resize(cells.len(), state.bit(all[0]));
                        for _ in 0..8 {
                            masks[random.pick(&cells).index()] |= state.bit(random.pick(&all));
                        }
                        let expected = is_possible(&state, number, &read, &masks, &mut Vec::new());
                        let found = Premises::new(&state, &[number], &[], &|_| true)
                            .refute(&state, &masks, &|_| true, 100_000)
                            .is_err();
                        met[usize::from(found)] += 1;
                        // A condition without data on the whole board is never refuted.
                        let is_opaque = constraint.semantics(variant.board()).opaque().is_some()
                            && constraint.scope(variant.board()).is_none()
                            && !["FullRank", "FullRankTies"].contains(&kind.name());
                        if found != expected && !(is_opaque && found) {
                            wrong.push(format!("{} {masks:?}: {found}", iss::write(variant)));
                        }
                    }
                }
            }
            silent.extend(met.contains(&0).then_some((kind.name(), met)));
        }
        assert!(wrong.is_empty(), "{} of {:#?}", wrong.len(), &wrong[..wrong.len().min(10)]);
        assert!(silent.len() <= 40, "{silent:?}");
    }
}
