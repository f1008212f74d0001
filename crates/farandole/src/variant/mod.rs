//! Variants: puzzles with constraints beyond houses, read from any text, solved, counted and
//! checked.
//!
//! A text may be constraint text in the language of Interactive Sudoku Solver, one of its links, or
//! an object or a link of f-puzzles or SudokuPad. [`read`] detects the form.
//!
//! ```
//! use farandole::variant;
//!
//! let entry = variant::read(".Shape~4x4.AntiKing.Cage~6~R1C1~R1C2.Cage~3~R2C1~R3C1.~R1C3_1")?;
//! assert_eq!(entry.puzzle.constraints().len(), 4);
//! let answer = variant::solve(&entry.puzzle, &farandole::Config::default())?;
//! assert_eq!(answer.report.solutions, 0);
//! # Ok::<(), farandole::variant::VariantError>(())
//! ```

mod answer;
mod clash;
mod error;
mod print;
mod read;
mod trace;

pub(crate) use answer::solver;
pub use answer::{VariantAnswer, solve, solve_until};
pub use clash::clash_text;
pub use error::{VariantError, VariantErrorKind};
pub use farandole_formats::editor::{ExportError, ImportConfig};
pub use farandole_formats::{VariantEntry, variant_text};
pub use farandole_puzzle::variant::{Broken, Variant};
pub use farandole_solve::{
    CandidateCounts, ConstraintFinding, TraceKind, TraceSource, TraceStep, TrueCandidates, VariantSearch,
    VariantTracer,
};
pub use print::{cell_names, constraint_text, grid_cells, grid_text, parse_values, values_of};
pub use read::{holds_variants, read, read_all, read_with};
pub use trace::{source_text, step_text, traced_cell};
