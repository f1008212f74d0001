//! Compiles lines on which nearby cells belong to different classes of values, such as residues or
//! thirds.

use super::cells::{numbers, repeats};
use crate::compile::builder::Builder;
use crate::propagators::clause::Clause;
use crate::propagators::relation::Pairs;
use crate::propagators::value_classes::{ClassTable, ValueClasses};
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, Entropic};
use std::sync::Arc;

/// Compiles kinds of lines with classes.
pub(super) fn compile(constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
    match constraint {
        Constraint::Modular(it) => {
            let modulus = i32::from(it.modulus);
            let classes = (0..modulus).map(|rest| builder.mask(|value| value % modulus == rest)).collect();
            windows(&numbers(&it.cells), classes, builder);
        }
        Constraint::Entropic(it) => {
            let third = |value| u8::try_from(value).map(|value| Entropic::third(board.values(), value));
            let classes = (0..3).map(|wanted| builder.mask(|value| third(value) == Ok(wanted))).collect();
            windows(&numbers(&it.cells), classes, builder);
        }
        _ => return false,
    }
    true
}

/// Requires different classes in each window of consecutive cells. A window has as many cells as
/// there are classes, or the whole line if it is shorter.
fn windows(cells: &[u16], classes: Vec<u16>, builder: &mut Builder) {
    let size = classes.len().min(cells.len());
    if size < 2 {
        return;
    }
    if cells.windows(size).any(repeats) {
        return builder.impossible();
    }
    // A `ClassTable` has at most 12 pairs of a cell and a class.
    if classes.len() * size <= 12 {
        let different = |list: &[usize]| (1..list.len()).all(|at| !list[..at].contains(&list[at]));
        let table = Arc::new(ClassTable::new(&classes, size, different));
        cells.windows(size).for_each(|window| builder.post(ValueClasses::new(window, Arc::clone(&table))));
    } else {
        let class = |value: u8| classes.iter().position(|class| class >> value & 1 == 1);
        // Pairs require different classes, and clauses require each class in each window. This prunes less
        // than the table, but is equivalent.
        let pairs = Arc::new(Pairs::new(builder.count(), |a, b| class(a) != class(b)));
        for (at, &first) in cells.iter().enumerate() {
            cells[at + 1..]
                .iter()
                .take(size - 1)
                .for_each(|&second| builder.relate(&[first, second], &pairs));
        }
        for window in cells.windows(classes.len()) {
            for &class in &classes {
                let literals: Vec<(u16, u16)> = window.iter().map(|&cell| (cell, class)).collect();
                builder.post(Clause::new(&literals));
            }
        }
    }
    same_class(cells, &classes, builder);
}

/// Requires that cells whose distance is the number of classes have the same class.
// Successive windows share all cells but one. With three classes, for example, the first and the fourth
// cell of a line have the same class.
fn same_class(cells: &[u16], classes: &[u16], builder: &mut Builder) {
    let class = |value: u8| classes.iter().position(|class| class >> value & 1 == 1);
    let pairs = Arc::new(Pairs::new(builder.count(), |a, b| class(a) == class(b)));
    for (&first, &second) in cells.iter().zip(&cells[classes.len().min(cells.len())..]) {
        if first != second {
            builder.relate(&[first, second], &pairs);
        }
    }
}
