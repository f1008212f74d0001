//! Reads one puzzle or variant from a text in any format.

use crate::error;
use crate::interrupt::{abandonable, briefly};
use crate::puzzle::Puzzle;
use crate::variant::Variant;
use farandole::format::Format;
use farandole::variant::holds_variants;
use pyo3::prelude::*;
use std::sync::Arc;

/// A puzzle or a variant, its title, and warnings about the text.
type Reading = (Py<PyAny>, Option<String>, Vec<String>);

/// Reads the only puzzle of a text in any format, or in the named one. Constraints that are
/// equivalent to houses make a puzzle instead of a variant.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Reading> {
    let is_form = |name| Format::variant_by_name(name).is_some();
    if !format.map_or_else(|| holds_variants(text.as_bytes()), is_form) {
        let puzzle = py.detach(|| Puzzle::from_text(text, format))?;
        return Ok((Py::new(py, puzzle)?.into_any(), None, Vec::new()));
    }
    // The longest puzzles of published collections have a few kilobytes.
    let entry = if text.len() <= 10_000 {
        briefly(py, |_| farandole::variant::read(text))
    } else {
        let text = text.to_owned();
        abandonable(py, move |_| farandole::variant::read(&text))?
    };
    let entry = entry.map_err(|error| error::of_variant(&error))?;
    let title = entry.title.map(String::from);
    let inner = match entry.puzzle.to_puzzle() {
        Some(puzzle) => Py::new(py, Puzzle(puzzle))?.into_any(),
        None => Py::new(py, Variant(Arc::new(entry.puzzle)))?.into_any(),
    };
    Ok((inner, title, entry.warnings))
}
