//! The texts about a variant, as a trait object that is set when a position or step is created.
//!
//! A program that creates neither, such as the page's module for classic puzzles, is linked without
//! sentences about variants and without constraint text.

#[cfg(feature = "serde")]
use super::answer::Step;
use crate::explain::english::Depth;
#[cfg(feature = "serde")]
use crate::explain::json;
use crate::variant::{Deduction, State};
use farandole_puzzle::Cell;

/// The texts about a variant in some state.
pub trait Texts {
    /// Returns the variant as constraint text, with its candidates as givens.
    fn constraint_text(&self) -> String;

    /// Renders a deduction at this level of detail.
    fn step(&self, deduction: &Deduction, depth: Depth) -> String;

    /// Names the constraint with this index in a sentence.
    fn rule(&self, index: usize) -> String;

    /// Formats a cell as `r1c1`.
    fn cell(&self, cell: Cell) -> String;

    /// Converts a deduction to its serializable form.
    #[cfg(feature = "serde")]
    fn json(&self, deduction: &Deduction) -> json::Step;

    /// Converts a step back from its serializable form. Returns `None` if a name is unknown.
    #[cfg(feature = "serde")]
    fn parse(&self, step: &json::Step) -> Option<Step>;
}

/// A function that returns the texts about a state.
pub(crate) type TextsOf = fn(&State) -> &dyn Texts;

/// Returns the texts about a state.
pub(crate) fn texts_of(state: &State) -> &dyn Texts {
    state
}
