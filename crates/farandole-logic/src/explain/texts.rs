//! The texts about a variant: its sentences, names, constraint text and serialized steps.

use super::english::Depth;
#[cfg(feature = "serde")]
use super::json;
use super::variant::{english, names};
#[cfg(feature = "serde")]
use crate::hint;
use crate::hint::Texts;
use crate::variant::{Deduction, State};
use farandole_puzzle::Cell;
use farandole_puzzle::format::iss;

impl Texts for State {
    fn constraint_text(&self) -> String {
        iss::write(&self.to_variant())
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

    #[cfg(feature = "serde")]
    fn json(&self, deduction: &Deduction) -> json::Step {
        json::Step::of_variant(self, deduction)
    }

    #[cfg(feature = "serde")]
    fn parse(&self, step: &json::Step) -> Option<hint::Step> {
        step.in_variant(self)
    }
}
