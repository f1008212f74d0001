//! Exceptions: maps the errors of the libraries to the classes of `farandole.errors`.

use farandole::Error;
use farandole::arrays::{RowError, RowErrorKind};
use farandole::cover::Unsupported;
use farandole::error::ErrorKind;
use farandole::format::ParseError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::fmt::Display;

mod classes {
    pyo3::import_exception!(farandole.errors, ParseError);
    pyo3::import_exception!(farandole.errors, PuzzleError);
    pyo3::import_exception!(farandole.errors, UnsupportedError);
}

pub(crate) use classes::PuzzleError;

/// Location of a parse error: row of a column, line, column, and the expected text.
type Place = (Option<usize>, Option<u64>, Option<u64>, Option<String>);

/// Returns the exception for text that is not a puzzle.
pub(crate) fn parse_error(message: impl Display, place: Place) -> PyErr {
    let (row, line, column, expected) = place;
    classes::ParseError::new_err((message.to_string(), row, line, column, expected))
}

/// Returns the exception for an error of the crate `farandole` about one puzzle.
pub(crate) fn of_puzzle(error: &Error, row: Option<usize>) -> PyErr {
    let message = match row {
        Some(row) => format!("row {row}: {error}"),
        None => error.to_string(),
    };
    let place = match error.kind() {
        ErrorKind::Detect(detect) => (row, Some(detect.line()), None, Some("a known format".to_owned())),
        ErrorKind::Parse(parse) => {
            let expected = Some(parse.expected().to_string()).filter(|it| !it.is_empty());
            (row, Some(parse.line()), Some(parse.column().into()), expected)
        }
        ErrorKind::UserGrid(grid) => (row, Some(grid.line() as u64), Some(grid.column() as u64), None),
        ErrorKind::Another(line) => (row, Some(*line), None, Some("one puzzle".to_owned())),
        ErrorKind::Empty => (row, None, None, Some("a puzzle".to_owned())),
        ErrorKind::Unsupported(_) | ErrorKind::NotClassic | ErrorKind::NoTechniques(_) => {
            return classes::UnsupportedError::new_err(message);
        }
        _ => return PyRuntimeError::new_err(message),
    };
    parse_error(message, place)
}

/// Returns the exception for text that is not a variant.
pub(crate) fn of_variant(error: &ParseError) -> PyErr {
    let place = error.position().map(|(line, column)| (line, u64::from(column))).unzip();
    parse_error(format!("{error:#}"), (None, place.0, place.1, None))
}

/// Returns the exception for a row that is not a puzzle.
pub(crate) fn of_row(error: &RowError, row: usize) -> PyErr {
    match error.kind() {
        RowErrorKind::Text(error) => of_puzzle(error, Some(row)),
        kind => {
            let column = if let RowErrorKind::Cell(cell) = kind { Some(*cell as u64 + 1) } else { None };
            let expected = match kind {
                RowErrorKind::Length(_, expected) => format!("{expected} cells"),
                RowErrorKind::Cell(_) => "a digit or an empty cell".to_owned(),
                _ => "a puzzle of the requested size".to_owned(),
            };
            parse_error(format!("row {row}: {error}"), (Some(row), Some(1), column, Some(expected)))
        }
    }
}

/// Returns the exception for a query that the cover engine does not support for a problem.
pub(crate) fn unsupported(error: impl Into<Unsupported>) -> PyErr {
    classes::UnsupportedError::new_err(error.into().to_string())
}

/// Returns the exception for a query that does not support the puzzle.
pub(crate) fn unsupported_puzzle(error: impl Display) -> PyErr {
    classes::UnsupportedError::new_err(error.to_string())
}

/// Returns the exception for values that do not form a puzzle or problem.
pub(crate) fn misfit(error: impl Display) -> PyErr {
    PuzzleError::new_err(error.to_string())
}

/// Returns the exception for an unknown name.
pub(crate) fn unknown(what: &str, name: &str, names: &[&str]) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(format!(
        "unknown {what} {name:?}, expected one of {}",
        names.join(", ")
    ))
}
