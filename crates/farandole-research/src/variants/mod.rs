//! Generates puzzles with clues other than givens: killers, thermometers, arrows, dots, and any
//! puzzle that a text with placeholders describes.
//!
//! An attempt starts with a random solution and draws random clues that hold in it. If they leave
//! other solutions, cages are divided or givens are added. Then givens and clues that are redundant
//! are removed in random order.
//!
//! Performs badly if the clues restrict little, such as a few dots without givens: most attempts
//! end with several solutions, and searches exceed their budget.

mod attempt;
mod check;
mod clues;
mod completions;
mod fewest;
mod hitting_set;
mod layout_key;
mod preset;
mod puzzle;
mod rating_test;
mod recipe;
mod repair;
mod steer;
mod template;
mod uniqueness;

pub use check::VariantRecipeError;
pub use clues::ClueKind;
pub use completions::Completions;
pub use fewest::{FewestClues, MOST_CLUES, fewest_clues};
pub use layout_key::layout_key;
pub use preset::Preset;
pub use rating_test::{RATING_BUDGET, VariantRatingTest};
pub use recipe::{Base, Blank, MadeVariant, NoPuzzle, PlacedClues, VariantRecipe};
pub use template::{Template, TemplateError};
