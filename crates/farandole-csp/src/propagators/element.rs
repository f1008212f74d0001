//! The element constraint: an index cell selects one cell of a list. The selected cell must have a given value,
//! or the same value as another cell; this value is called the content. For example, if the first cell of a row
//! holds the column of the 9 in this row, r1c1=4 selects r1c4, so r1c4=9.
//!
//! The algorithm keeps the index values whose cells can have the content. If only one index value is left, its
//! cell is restricted to the content.
//!
//! Cost: one pass over the list. While several index values are possible, the listed cells can lose values only
//! if they exclude each other.
//!
//! Source: Van Hentenryck, Carillon, "Generality versus specificity: an experience with AI and OR techniques",
//! AAAI 1988, for the constraint.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};

/// The content of the selected cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Content {
    /// One of these values.
    Values(u16),
    /// The value of this cell.
    Cell(u16),
}

/// The element constraint over an index cell, a list of cells, and the content of the selected cell.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    cells: Box<[u16]>,
    index: u16,
    /// Pairs of an index value, as a bit, and the cell that this value selects.
    entries: Box<[(u16, u16)]>,
    content: Content,
    /// True if the listed cells differ and the content is a single value. Cells that are not selected then
    /// cannot hold the content.
    exclusive: bool,
}

impl Element {
    /// Builds the propagator from an index cell and its entries. An entry is a pair of an index value, as a
    /// bit, and the cell that it selects. Index values without an entry are impossible. `differ` returns true
    /// if two cells must differ.
    pub(crate) fn new(
        index: u16,
        entries: &[(u16, u16)],
        content: Content,
        differ: impl Fn(u16, u16) -> bool,
    ) -> Self {
        let mut cells: Vec<u16> = entries.iter().map(|entry| entry.1).collect();
        // If the listed cells differ and the content is one value, only the selected cell can hold it, and the
        // others lose it.
        let clique = (0..cells.len()).all(|at| cells[..at].iter().all(|&before| differ(before, cells[at])));
        // The content of a cell becomes a single value when that cell is fixed.
        let single = match content {
            Content::Values(values) => values.is_power_of_two(),
            Content::Cell(_) => true,
        };
        cells.push(index);
        if let Content::Cell(cell) = content {
            cells.push(cell);
        }
        cells.sort_unstable();
        cells.dedup();
        Self { cells: cells.into(), index, entries: entries.into(), content, exclusive: clique && single }
    }

    fn content(&self, masks: &Masks<'_>) -> u16 {
        match self.content {
            Content::Values(values) => values,
            Content::Cell(cell) => masks.get(cell),
        }
    }

    /// Returns the mask of the index values whose cells can have the content, and the mask of the contents that
    /// these cells permit.
    fn open_entries(&self, masks: &Masks<'_>, content: u16) -> (u16, u16) {
        let index = masks.get(self.index);
        let (mut live, mut union) = (0, 0);
        for &(bit, cell) in &self.entries {
            // If the index cell selects itself, it has the value `bit`.
            let mask = if cell == self.index { bit } else { masks.get(cell) } & content;
            if bit & index != 0 && mask != 0 {
                live |= bit;
                union |= mask;
            }
        }
        (live, union)
    }
}

impl Propagator for Element {
    // A run makes one pass over the list, without value sets or tables.
    const COST: Cost = Cost::Medium;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn pass(&self, masks: &mut Masks<'_>) -> Result<bool, Contradiction> {
        let content = self.content(masks);
        let (live, union) = self.open_entries(masks, content);
        let mut changed = masks.keep(self.index, live)?;
        if let Content::Cell(cell) = self.content {
            changed |= masks.keep(cell, union)?;
        }
        // The content must be a candidate of a cell that can be selected.
        let content = content & union;
        for &(bit, cell) in &self.entries {
            // Only one index value is left, so its cell is the selected one.
            if bit == live {
                changed |= masks.keep(cell, content)?;
            } else if bit & live == 0 && self.exclusive && cell != self.index && content.is_power_of_two() {
                changed |= masks.remove(cell, content)?;
            }
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, compare_within, distinct};

    #[test]
    fn a_fixed_content_is_filtered_exactly() {
        let entries = [(0b1, 1), (0b10, 2), (0b1000, 3)];
        let propagator = Element::new(0, &entries, Content::Values(0b100), |_, _| false);
        let holds = |v: &[u8]| match v[0] {
            0 => v[1] == 2,
            1 => v[2] == 2,
            3 => v[3] == 2,
            _ => false,
        };
        compare(&propagator, 4, Strength::Exact, holds);
    }

    #[test]
    fn the_content_of_a_cell_is_filtered_exactly() {
        let entries = [(0b1, 2), (0b10, 3), (0b100, 4)];
        let propagator = Element::new(1, &entries, Content::Cell(0), |_, _| false);
        let holds = |v: &[u8]| v[1] < 3 && v[usize::from(v[1]) + 2] == v[0];
        compare(&propagator, 4, Strength::Exact, holds);
    }

    #[test]
    fn cells_that_are_not_chosen_do_not_hold_what_only_one_can() {
        let entries = [(0b1, 0), (0b10, 1), (0b100, 2)];
        let propagator = Element::new(0, &entries, Content::Values(0b10), |_, _| true);
        let holds = |v: &[u8]| v[0] < 3 && v[usize::from(v[0])] == 1;
        compare_within(&propagator, 4, Strength::Sound, distinct, holds);
        let propagator = Element::new(1, &[(0b1, 2), (0b10, 3)], Content::Cell(0), |_, _| true);
        let holds = |v: &[u8]| v[1] < 2 && v[usize::from(v[1]) + 2] == v[0];
        compare_within(&propagator, 4, Strength::Sound, |v| v[2] != v[3], holds);
    }

    #[test]
    fn the_index_may_choose_itself() {
        let propagator = Element::new(0, &[(0b1, 0), (0b10, 1)], Content::Values(0b10), |_, _| false);
        compare(&propagator, 3, Strength::Exact, |v| v[0] == 1 && v[1] == 1);
    }
}
