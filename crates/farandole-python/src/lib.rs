//! The module `farandole._native`: adapters from Python objects to the crate `farandole`.
//!
//! This crate contains no solving logic. It releases the interpreter lock while a query runs; see
//! the module `interrupt`.

mod bulk;
mod column;
mod cover;
mod error;
mod frame;
mod interrupt;
mod logic;
mod puzzle;
mod reading;
mod search;
mod setter;
mod study;
mod text;
mod trace;
mod variants;

use pyo3::prelude::*;
use std::ffi::OsString;

/// Returns the names of all statuses. A status in an array is an index into this list.
#[pyfunction]
fn status_names() -> Vec<&'static str> {
    farandole::pipeline::Status::ALL.iter().map(|status| status.name()).collect()
}

/// Returns the names of HoDoKu's levels, the easiest first.
#[pyfunction]
fn hodoku_levels() -> Vec<&'static str> {
    farandole::arrays::HODOKU_LEVELS.iter().map(|level| level.name()).collect()
}

/// Runs the command line and returns its exit code.
#[pyfunction]
fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| farandole_cli::run(arguments))
}

/// The compiled part of the package `farandole`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::bulk::{candidates, canonical, check, rate, row_error, solve};
    #[pymodule_export]
    use super::cover::{Problem, Solutions as CoverSolutions, Zdd};
    #[pymodule_export]
    use super::logic::{draw, explain, hint, judge, rate_one};
    #[pymodule_export]
    use super::puzzle::Puzzle;
    #[pymodule_export]
    use super::reading::{Reading, read_editor};
    #[pymodule_export]
    use super::search::Listing;
    #[pymodule_export]
    use super::setter::{generate, minimal_puzzles, minimize};
    #[pymodule_export]
    use super::study::{backdoors, cells, in_test_part, morph, neighbours, unavoidable_sets};
    #[pymodule_export]
    use super::text::read;
    #[pymodule_export]
    use super::variants::generate_variants;
    #[pymodule_export]
    use super::{command, hodoku_levels, status_names};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
