//! The texts about a variant: its sentences, names and constraint text.

use super::variant::{english, names};
use crate::grammar::Depth;
use crate::hint::Texts;
use crate::variant::{Deduction, State, unused_constraints};
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss;

impl Texts for State {
    fn constraint_text(&self) -> String {
        iss::write(&self.to_variant())
    }

    fn title(&self, deduction: &Deduction) -> String {
        english::title(self, deduction)
    }

    fn step(&self, deduction: &Deduction, depth: Depth) -> String {
        english::step(self, deduction, depth)
    }

    fn why_stuck(&self) -> Option<String> {
        let board = self.variant().board();
        if board.grid().all(|cell| self.is_placed(cell)) {
            let open = self.cells().filter(|cell| !self.is_placed(*cell)).count();
            return Some(match open {
                1 => " The grid is complete, but 1 extra cell is open.".to_owned(),
                _ => format!(" The grid is complete, but {open} extra cells are open."),
            });
        }
        let constraints = self.variant().constraints();
        let mut unused: Vec<&str> =
            unused_constraints(self).into_iter().map(|index| constraints[index].name()).collect();
        unused.dedup();
        (!unused.is_empty()).then(|| format!(" No technique uses {}.", unused.join(", ")))
    }

    fn rule(&self, index: usize) -> String {
        names::rule(self, index)
    }

    fn cell(&self, cell: Cell) -> String {
        names::cell(self, cell)
    }

    fn house(&self, index: usize) -> String {
        names::house(self, index)
    }

    fn constraint(&self, index: usize) -> String {
        names::constraint(self, index)
    }
}
