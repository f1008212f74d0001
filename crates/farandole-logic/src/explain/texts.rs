//! The texts about a variant: its sentences, names and constraint text.

use super::variant::{english, names};
use crate::grammar::Depth;
use crate::hint::Texts;
use crate::variant::{Deduction, State};
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
