//! The integration tests of the crate as one program, because every program has to be linked and contains generic code of the
//! libraries. A filter selects the tests of a file: `cargo test -p farandole-formats --test it collections::`.

mod collections;
mod constraint_text;
mod constraint_text_puzzles;
mod cosmetics;
mod format_defects;
mod format_edges;
mod format_files;
mod format_props;
mod format_regressions;
mod format_spaced;
mod guide_input;
mod import;
mod killer_records;
mod programs;
mod recognition;
mod recognition_support;
mod round_trip;
mod rules_text;
mod sudokumaker;
mod verify;
mod wordings;
