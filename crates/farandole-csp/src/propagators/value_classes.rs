//! Small constraints on classes of values, by a lookup table. Examples of classes are the residues modulo 3 and
//! the thirds 1-3, 4-6 and 7-9.
//!
//! A key has one bit for each pair of a cell and a class, which is 1 if the cell can have the class. The table
//! maps a key to its bits with support: a bit has support if an allowed list of classes contains it and fits
//! the key. For example, three cells have three different residues. If two of them cannot have the residue 2,
//! only the residue 2 of the third cell has support.
//!
//! Cost: one table lookup and two passes over the cells. The table has 2^(cells x classes) entries, so it only
//! suits short lists.

use crate::model::masks::{Contradiction, Masks};
use crate::propagators::propagator::{Cost, Propagator};
use std::sync::Arc;

/// The allowed lists of classes for some cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ClassTable {
    /// The mask of the values of each class.
    classes: Box<[u16]>,
    /// For each key, its bits with support, or 0 if the key fits no allowed list. The lowest bits of a key are
    /// the classes of the first cell.
    // Keys have at most 12 bits, so an array replaces a hash map.
    kept: Box<[u16]>,
}

impl ClassTable {
    /// Builds the table for lists of `len` cells. `classes` has the mask of the values of each class. `allowed`
    /// receives the class index of each cell and returns true if the list is allowed. There are at most 12
    /// pairs of a cell and a class.
    pub(crate) fn new(classes: &[u16], len: usize, allowed: impl Fn(&[usize]) -> bool) -> Self {
        let width = classes.len();
        let mut kept = vec![0_u16; 1 << (width * len)];
        let mut list = [0; 12];
        let list = &mut list[..len];
        for code in 0..width.pow(len as u32) {
            list.iter_mut().enumerate().for_each(|(at, class)| *class = code / width.pow(at as u32) % width);
            if allowed(list) {
                let key = list.iter().enumerate().fold(0, |key, (at, class)| key | 1 << (at * width + class));
                kept[key] = key as u16;
            }
        }
        // The bits with support of a key are the union of all allowed lists that are subsets of the key: a zeta
        // transform, with one pass per bit.
        for bit in 0..width * len {
            for block in kept.chunks_exact_mut(2 << bit) {
                let (without, with) = block.split_at_mut(1 << bit);
                with.iter_mut().zip(without).for_each(|(with, without)| *with |= *without);
            }
        }
        Self { classes: classes.into(), kept: kept.into() }
    }
}

/// Cells whose classes form one of the lists of a table. Propagation achieves generalized arc consistency,
/// since no cell occurs twice.
#[derive(Clone, Debug)]
pub(crate) struct ValueClasses {
    cells: Box<[u16]>,
    table: Arc<ClassTable>,
}

impl ValueClasses {
    /// Builds the propagator from distinct cells. Their number is the length of the lists of the table.
    pub(crate) fn new(cells: &[u16], table: Arc<ClassTable>) -> Self {
        Self { cells: cells.into(), table }
    }
}

impl Propagator for ValueClasses {
    // A run makes one lookup and passes over a few cells.
    const COST: Cost = Cost::Cheap;

    fn cells(&self) -> &[u16] {
        &self.cells
    }

    fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
        let classes = &self.table.classes;
        let (mut key, mut place) = (0, 0);
        for &cell in &self.cells {
            let mask = masks.get(cell);
            for values in classes {
                // The bits of a cell are adjacent, with one bit per class.
                key |= usize::from(mask & values != 0) << place;
                place += 1;
            }
        }
        let mut kept = self.table.kept[key];
        // No allowed list fits, although each cell has a possible class.
        if kept == 0 {
            return Err(Contradiction);
        }
        // Every class has support.
        if usize::from(kept) == key {
            return Ok(());
        }
        for &cell in &self.cells {
            let mut values = 0;
            for class in classes {
                values |= if kept & 1 != 0 { *class } else { 0 };
                kept >>= 1;
            }
            masks.keep(cell, values)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Strength, compare, line};

    #[test]
    fn lists_of_classes_are_filtered_exactly() {
        let residues = [0b1001, 0b10010, 0b100100];
        let all = |list: &[usize]| (0..3).all(|class| list.contains(&class));
        for cells in [3, 4] {
            let table = Arc::new(ClassTable::new(&residues, cells, all));
            let propagator = ValueClasses::new(&line(cells as u16), table);
            let holds = |v: &[u8]| (0..3).all(|class| v.iter().any(|value| value % 3 == class));
            compare(&propagator, 6, Strength::Exact, holds);
        }
    }
}
