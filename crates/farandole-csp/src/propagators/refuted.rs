//! Negations: at least one of several constraints is violated. The propagator does nothing until few
//! assignments of the open cells are left. Then it checks each of them.
//!
//! An earlier check would find nothing: while many cells are open, nearly every candidate is in an assignment
//! that violates one of the constraints.
//!
//! Cost: one check of the constraints per assignment, or none if there are more than `MAX_ASSIGNMENTS`.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Not};
use std::sync::Arc;

/// Maximum number of assignments that are checked. For example, two open cells with eight candidates each have
/// 64 assignments.
const MAX_ASSIGNMENTS: u32 = 64;

/// Constraints of which at least one is violated.
#[derive(Clone, Debug)]
pub(crate) struct Refuted {
    cells: Box<[u16]>,
    negated: Arc<(Constraint, Board)>,
}

impl Refuted {
    /// Creates the propagator. `cells` lists all cells that the constraints read, without duplicates.
    pub(crate) fn new(cells: Vec<u16>, not: &Not, board: &Board) -> Self {
        Self { cells: cells.into(), negated: Arc::new((not.clone().into(), board.clone())) }
    }

    /// Returns a mask for each open cell: its candidates in the assignments that violate a constraint. Returns
    /// `None` if there are too many assignments.
    ///
    /// # Errors
    /// Returns [`Contradiction`] if no assignment violates a constraint.
    fn supported(&self, open: &[u16], masks: &Masks<'_>) -> Result<Option<Vec<u16>>, Contradiction> {
        let assignments = open.iter().try_fold(1, |all, cell| {
            Some(all * masks.get(*cell).count_ones()).filter(|all| *all <= MAX_ASSIGNMENTS)
        });
        if assignments.is_none() {
            return Ok(None);
        }
        let (negation, board) = &*self.negated;
        let low = board.values().low();
        let mut values = vec![low; board.cell_count()];
        for &cell in &*self.cells {
            values[usize::from(cell)] = low + masks.get(cell).trailing_zeros() as u8;
        }
        let (mut supported, mut is_possible) = (vec![0; open.len()], false);
        loop {
            if negation.check(board, &values).is_ok() {
                is_possible = true;
                for (mask, cell) in supported.iter_mut().zip(open) {
                    *mask |= 1 << (values[usize::from(*cell)] - low);
                }
            }
            // Advances to the next assignment, like a counter whose digits are the candidates of the open
            // cells.
            let advanced = open.iter().any(|&cell| {
                let (mask, value) = (masks.get(cell), &mut values[usize::from(cell)]);
                let above = u32::from(mask) & !((2_u32 << (*value - low)) - 1);
                let next = if above == 0 { u32::from(mask) } else { above };
                *value = low + next.trailing_zeros() as u8;
                above != 0
            });
            if !advanced {
                return if is_possible { Ok(Some(supported)) } else { Err(Contradiction) };
            }
        }
    }
}

impl Propagator for Refuted {
    const COST: Cost = Cost::Heavy;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let is_open = |cell: &u16| !masks.get(*cell).is_power_of_two();
        let open: Vec<u16> = self.cells.iter().copied().filter(is_open).collect();
        let supported = self.supported(&open, masks)?.unwrap_or_default();
        for (&cell, &mask) in open.iter().zip(&supported) {
            masks.keep(cell, mask)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};
    use farandole_puzzle::format::iss;

    #[test]
    fn a_violation_is_required() {
        for items in [".Arrow~R1C1~R1C2~R1C3", ".Thermo~R1C1~R1C2.~R1C3_2_3", ".AntiConsecutive"] {
            let variant = iss::read(&format!(".Shape~1x3~5~Raw.Not{items}.End")).unwrap();
            let [Constraint::Not(not)] = variant.constraints() else { panic!("{items}") };
            let board = variant.board();
            let parts = || not.parts.iter();
            let holds = |values: &[u8]| {
                let values: Vec<u8> = values.iter().map(|value| value + 1).collect();
                parts().any(|part| part.check(board, &values).is_err())
            };
            compare(&Refuted::new(vec![0, 1, 2], not, board), 5, Strength::Sound, holds);
        }
    }
}
