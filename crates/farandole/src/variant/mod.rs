//! Variants: puzzles with constraints beyond houses. This module reads, writes and describes them.
//! [`solve`](crate::solve()) and the other functions of this crate accept them like classic
//! puzzles.
//!
//! A text may be constraint text in the language of Interactive Sudoku Solver, one of its links, or
//! an object or a link of f-puzzles or SudokuPad. [`read`] detects the form.
//!
//! ```
//! let entry = farandole::variant::read(".Shape~4x4.AntiKing.Cage~6~R1C1~R1C2.Cage~3~R2C1~R3C1.~R1C3_1")?;
//! assert_eq!(entry.puzzle.constraints().len(), 4);
//! assert_eq!(farandole::solve(&entry.puzzle)?.outcome(), farandole::Outcome::None);
//! # Ok::<(), farandole::Error>(())
//! ```

mod clash;
mod print;
mod read;
mod trace;
mod verify;

pub use clash::clash_text;
pub use farandole_formats::editor::{ExportError, ImportConfig};
pub use farandole_formats::{VariantEntry, variant_text};
pub use farandole_puzzle::variant::{Variant, VariantViolation};
pub use farandole_solve::{
    CandidateCounts, ConstraintFinding, TraceKind, TraceSource, TraceStep, TrueCandidates, VariantSearch,
    VariantTracer,
};
pub use print::{cell_names, constraint_text, grid_cells, grid_text, parse_values, values_of};
pub use read::{holds_variants, read, read_all, read_all_with, read_with};
pub use trace::{source_text, step_text, traced_cell};
pub use verify::COUNTER;
