//! The texts about a variant, as a trait object that is set when a position or step is created.
//!
//! A program that creates neither, such as the page's module for classic puzzles, is linked without
//! sentences about variants and without constraint text.

use crate::grammar::Depth;
use crate::variant::{Deduction, State};
use farandole_puzzle::Cell;

/// The texts about a variant in some state.
pub trait Texts {
    /// Returns the variant as constraint text, with its candidates as givens.
    fn constraint_text(&self) -> String;

    /// Names the technique of a deduction for people.
    fn title(&self, deduction: &Deduction) -> String;

    /// Renders a deduction at this level of detail.
    fn step(&self, deduction: &Deduction, depth: Depth) -> String;

    /// Explains why no technique applies, as a sentence with a leading space. Returns `None` if techniques have used
    /// every constraint.
    fn why_stuck(&self) -> Option<String>;

    /// Names the constraint with this index in a sentence.
    fn rule(&self, index: usize) -> String;

    /// Formats a cell as `r1c1`.
    fn cell(&self, cell: Cell) -> String;

    /// Names the house with this index.
    fn house(&self, index: usize) -> String;

    /// Returns the constraint with this index as constraint text, without the leading dot.
    fn constraint(&self, index: usize) -> String;
}

/// A function that returns the texts about a state.
pub(crate) type TextsOf = fn(&State) -> &dyn Texts;

pub(crate) fn texts_of(state: &State) -> &dyn Texts {
    state
}
