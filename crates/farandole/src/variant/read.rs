//! Reader for variants in any text form.

use super::error::{VariantError, VariantErrorKind};
use super::text::{VariantSplitter, is_link};
use farandole_exchange::{Imported, ReadConfig};
use farandole_puzzle::format::overlapping::{self, Layout};
use farandole_puzzle::format::{Boundary, iss, killer};
use farandole_puzzle::variant::Variant;

/// Part of the path of every link of Interactive Sudoku Solver.
const ISS: &str = "/Interactive-Sudoku-Solver";

/// A variant with the other contents of its text.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantEntry {
    /// The variant.
    pub variant: Variant,
    /// The title.
    pub title: Option<Box<str>>,
    /// The solution, in cell order, if the text has one. An inner `None` is a cell without a value.
    /// The solution has not been checked.
    pub solution: Option<Vec<Option<u8>>>,
    /// Warnings about the text, one per entry: rules that the text names but no constraint
    /// expresses, drawings that were taken for decoration, and constraints that later ones in the
    /// same position replace.
    pub warnings: Vec<String>,
}

/// Reads a variant strictly: anything that is not understood is an error.
///
/// # Errors
/// All parts of the text that are not understood, with their locations.
pub fn read(text: &str) -> Result<VariantEntry, VariantError> {
    read_with(text, &ReadConfig::default())
}

/// Reads a variant with the strictness of the configuration.
///
/// # Errors
/// All parts of the text that are not understood, with their locations.
pub fn read_with(text: &str, config: &ReadConfig) -> Result<VariantEntry, VariantError> {
    read_at(text, 1, config)
}

/// Reads a variant whose text begins on this line of a file; warnings refer to lines of the file.
fn read_at(text: &str, first_line: u64, config: &ReadConfig) -> Result<VariantEntry, VariantError> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.ok_or(VariantErrorKind::Empty)?;
    if Layout::has_head(first) {
        let lines = text.split_inclusive('\n');
        // Comments become empty lines, so that line numbers in errors stay correct.
        let grids: String = lines.map(|line| if line.starts_with('#') { "\n" } else { line }).collect();
        let read = overlapping::read(&grids, None).map_err(VariantErrorKind::Overlapping)?;
        let variant = read.variant().clone();
        return Ok(VariantEntry { variant, title: None, solution: None, warnings: Vec::new() });
    }
    if killer::is_killer(first) {
        let variant = killer::read(first).map_err(VariantErrorKind::Killer)?;
        return Ok(VariantEntry { variant, title: None, solution: None, warnings: Vec::new() });
    }
    let constraint_text = match iss::from_link_with_warnings(first) {
        Some(read) => Some(read),
        None if first.contains(ISS) && first.contains("?q=") => return Err(VariantErrorKind::Percent.into()),
        None if first.starts_with('{') || is_link(first.as_bytes()) => None,
        None => Some(iss::read_with_warnings(text)),
    };
    match constraint_text {
        Some(read) => {
            let iss::Read { variant, replaced } = read.map_err(VariantErrorKind::Text)?;
            let down = u32::try_from(first_line.saturating_sub(1)).unwrap_or(u32::MAX);
            let warnings = replaced.iter().map(|warning| warning.shifted(down).to_string()).collect();
            Ok(VariantEntry { variant, title: None, solution: None, warnings })
        }
        None => {
            let imported = farandole_exchange::read(text.as_bytes(), config);
            let kind =
                if first.starts_with('{') { VariantErrorKind::Object } else { VariantErrorKind::Import };
            Ok(entry(imported.map_err(kind)?))
        }
    }
}

/// Reads all variants of a text, each with the 1-based line on which it begins.
///
/// ```
/// let text = "# two\n.Shape~4x4\n.AntiKnight\n\n.Wisper~R1C1\n";
/// let read = farandole::variant::read_all(text);
/// let lines: Vec<_> = read.iter().map(|(line, entry)| (*line, entry.is_ok())).collect();
/// assert_eq!(lines, [(2, true), (5, false)]);
/// ```
pub fn read_all(text: &str) -> Vec<(u64, Result<VariantEntry, VariantError>)> {
    let mut splitter = VariantSplitter::new();
    let mut records: Vec<(u64, String)> = Vec::new();
    let mut open: Option<(u64, String)> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let boundary = splitter.feed(line.as_bytes());
        if boundary == Boundary::Skip {
            // A comment within a text is kept as a line, so that line numbers in errors stay
            // correct.
            if let Some((_, record)) = &mut open {
                record.push('\n');
            }
            continue;
        }
        if boundary == Boundary::Before {
            records.extend(open.take());
        }
        let record = &mut open.get_or_insert_with(|| (number, String::new())).1;
        record.push_str(line);
        record.push('\n');
        if boundary == Boundary::Ends {
            records.extend(open.take());
        }
    }
    let config = ReadConfig::default();
    records.into_iter().chain(open).map(|(line, record)| (line, read_at(&record, line, &config))).collect()
}

/// Reads a variant from the bytes of a record that begins on this 1-based line of an input.
///
/// # Errors
/// The same as [`read`]; also if the bytes are not UTF-8. Lines in errors are relative to the
/// record.
pub fn read_record(record: &[u8], line: u64) -> Result<VariantEntry, VariantError> {
    let text = core::str::from_utf8(record).map_err(|_| VariantErrorKind::Encoding)?;
    read_at(text, line, &ReadConfig::default())
}

fn entry(imported: Imported) -> VariantEntry {
    let Imported { variant, title, solution, warnings, ignored, .. } = imported;
    let warnings = warnings.iter().chain(&ignored).map(ToString::to_string).collect();
    VariantEntry { variant, title, solution, warnings }
}
