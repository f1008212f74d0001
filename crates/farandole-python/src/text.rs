//! Parser for one puzzle in any format.

use crate::error;
use crate::interrupt::{abandonable, briefly};
use crate::puzzle::{Puzzle, format_of};
use farandole::Puzzle as AnyPuzzle;
use farandole::convert::ToPuzzle;
use farandole::format::{Dialect, Format, ReadConfig};
use farandole::puzzle::ClassicPuzzle;
use farandole::variant::holds_variants;
use pyo3::prelude::*;

/// A puzzle, its title, and warnings about the text.
type Reading = (Puzzle, Option<String>, Vec<String>);

/// Reads the only puzzle of a text in any format, or in the named one. If all constraints are equivalent to
/// houses, the result is a classic puzzle instead of a variant.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, text: &str, format: Option<&str>) -> PyResult<Reading> {
    let is_form = |name| Format::variant_by_name(name).is_some();
    if !format.map_or_else(|| holds_variants(text.as_bytes()), is_form) {
        return Ok((Puzzle::of(py.detach(|| classic(text, format))?), None, Vec::new()));
    }
    // The longest published puzzles have a few kilobytes.
    let entry = if text.len() <= 10_000 {
        briefly(py, |_| farandole::variant::read(text))
    } else {
        let text = text.to_owned();
        abandonable(py, move |_| farandole::variant::read(&text))?
    };
    let entry = entry.map_err(|error| error::of_variant(&error))?;
    let title = entry.title.map(String::from);
    let puzzle = entry.puzzle.to_puzzle().map_or_else(|| entry.puzzle.into(), AnyPuzzle::from);
    Ok((Puzzle::of(puzzle), title, entry.warnings))
}

/// Reads the only puzzle of a text in any format for puzzles without constraints.
fn classic(text: &str, format: Option<&str>) -> PyResult<ClassicPuzzle> {
    let Some(name) = format else {
        let puzzle = text.to_classic().map_err(|error| error::of_puzzle(&error, None))?;
        return Ok(puzzle.into_owned());
    };
    let config = ReadConfig { format: Some(format_of(name)?), ..ReadConfig::default() };
    let dialect = Dialect::detect(text.as_bytes(), &config).map_err(|error| {
        error::parse_error(error, (None, Some(error.line()), None, Some(format!("the format {name}"))))
    })?;
    let mut records = dialect.records(text.as_bytes());
    let Some(record) = records.next() else {
        return Err(error::parse_error("expected a puzzle, found nothing", (None, None, None, None)));
    };
    let entry = dialect.parser().parse_classic(record).map_err(|error| {
        let place =
            (None, Some(error.line()), Some(error.column().into()), Some(error.expected().to_string()));
        error::parse_error(format!("line {}, column {}: {error}", error.line(), error.column()), place)
    })?;
    match records.next() {
        None => Ok(entry.puzzle),
        Some(next) => {
            let message = format!("line {}: expected one puzzle, found another", next.line);
            Err(error::parse_error(message, (None, Some(next.line), None, Some("one puzzle".into()))))
        }
    }
}
