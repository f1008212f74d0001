//! Clauses whose literals have the form "this cell has one of these values", by unit propagation.
//!
//! For example, the implication "if x = 5, then y = 1 or z = 9" is the clause `x != 5 or y = 1 or z = 9`.
//!
//! Cost: one pass over the cells, which ends at the second literal that is still possible. There are no watched
//! literals, so each change of a cell causes a run, even of a long clause.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// A clause: at least one cell has a value of its mask. Propagation achieves generalized arc consistency, since
/// no cell occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    cells: Box<[u16]>,
    masks: Box<[u16]>,
}

impl Clause {
    /// Builds the clause from literals: pairs of a cell and a mask of values. The masks of a repeated cell are
    /// merged.
    pub(crate) fn new(literals: &[(u16, u16)]) -> Self {
        let mut sorted = literals.to_vec();
        // Sorting makes literals of the same cell adjacent, so that they can be merged. Otherwise, they would
        // count as two open literals, and propagation would miss removals.
        sorted.sort_unstable();
        sorted.dedup_by(|later, before| {
            let same = later.0 == before.0;
            if same {
                before.1 |= later.1;
            }
            same
        });
        let (cells, masks): (Vec<u16>, Vec<u16>) = sorted.into_iter().unzip();
        Self { cells: cells.into(), masks: masks.into() }
    }
}

impl Propagator for Clause {
    // A run usually ends early, so clauses run before propagators with more cells.
    const COST: Cost = Cost::Cheap;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        // Candidates are removed only if exactly one literal is open, which means neither true nor false. With
        // a true literal or two open literals, the loop returns.
        let mut open = None;
        for (&cell, &values) in self.cells.iter().zip(&self.masks) {
            let mask = masks.get(cell);
            if mask & values == 0 {
                continue;
            }
            // A literal is true, or a second literal is open: nothing follows.
            if mask & !values == 0 || open.is_some() {
                return Ok(());
            }
            open = Some((cell, values));
        }
        let (cell, values) = open.ok_or(Contradiction)?;
        masks.keep(cell, values).map(|_| ())
    }
}

/// A conditional inequality: if a cell has a value of a mask, two other cells differ. Propagation achieves
/// generalized arc consistency if no cell occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct DifferIf {
    cells: [u16; 3],
    values: u16,
}

impl DifferIf {
    /// Builds the propagator from the condition (`cell` has a value of the mask `values`) and the two other
    /// cells.
    pub(crate) fn new(cell: u16, values: u16, others: [u16; 2]) -> Self {
        Self { cells: [cell, others[0], others[1]], values }
    }
}

impl Propagator for DifferIf {
    const COST: Cost = Cost::Cheap;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let [cell, a, b] = self.cells;
        let [guard, x, y] = self.cells.map(|cell| masks.get(cell));
        if guard & self.values == 0 {
            return Ok(());
        }
        // The two cells are fixed to the same value, so the condition is false.
        if x == y && x.is_power_of_two() {
            return masks.remove(cell, self.values).map(|_| ());
        }
        // The condition is true, so a fixed cell removes its value from the other.
        if guard & !self.values == 0 {
            if x.is_power_of_two() {
                masks.remove(b, x)?;
            // If both cells are fixed here, their values differ, since equal values were handled above.
            } else if y.is_power_of_two() {
                masks.remove(a, y)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare};

    #[test]
    fn clauses_are_filtered_exactly() {
        let propagator = Clause::new(&[(2, 0b1), (0, 0b1110), (1, 0b100)]);
        compare(&propagator, 4, Strength::Exact, |v| v[0] != 0 || v[1] == 2 || v[2] == 0);
    }

    #[test]
    fn a_cell_listed_twice_adds_its_values() {
        let propagator = Clause::new(&[(0, 0b1), (1, 0b10), (0, 0b100)]);
        compare(&propagator, 4, Strength::Exact, |v| v[0] == 0 || v[0] == 2 || v[1] == 1);
    }

    #[test]
    fn cells_differ_under_a_condition() {
        let propagator = DifferIf::new(1, 0b101, [0, 2]);
        compare(&propagator, 4, Strength::Exact, |v| v[0] != v[2] || v[1] == 1 || v[1] == 3);
    }
}
