//! Reading of variants: one text of any form.

use super::error::{VariantError, VariantErrorKind};
use super::text::{VariantSplitter, is_link};
use farandole_exchange::{Imported, ReadConfig};
use farandole_puzzle::format::overlapping::{self, Layout};
use farandole_puzzle::format::{Boundary, iss, killer};
use farandole_puzzle::variant::Variant;

/// What links of Interactive Sudoku Solver have in their path.
const ISS: &str = "/Interactive-Sudoku-Solver";

/// A variant and what its text says about it.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantEntry {
    /// The variant.
    pub variant: Variant,
    /// Its name.
    pub title: Option<Box<str>>,
    /// The solution that the text gives, by cell; `None` where it is silent. Nobody has checked it.
    pub solution: Option<Vec<Option<u8>>>,
    /// What may be wrong, one remark each: rules that the text names and no constraint is about, drawings that were taken
    /// for decoration, constraints that later ones at the same place replace.
    pub warnings: Vec<String>,
}

/// Reads a variant; what is not understood is refused.
///
/// # Errors
/// Everything that is not understood, with its place.
pub fn read(text: &str) -> Result<VariantEntry, VariantError> {
    read_with(text, &ReadConfig::default())
}

/// Reads a variant, as lenient or strict as the configuration says.
///
/// # Errors
/// Everything that is not understood, with its place.
pub fn read_with(text: &str, config: &ReadConfig) -> Result<VariantEntry, VariantError> {
    read_at(text, 1, config)
}

/// Reads a variant whose text begins on a line of a file, for the places that warnings name.
fn read_at(text: &str, first_line: u64, config: &ReadConfig) -> Result<VariantEntry, VariantError> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    let first = first.ok_or(VariantErrorKind::Empty)?;
    if Layout::has_head(first) {
        let lines = text.split_inclusive('\n');
        // Comments become empty lines, so that errors have the right line.
        let grids: String = lines.map(|line| if line.starts_with('#') { "\n" } else { line }).collect();
        let read = overlapping::read(&grids, None).map_err(VariantErrorKind::Overlapping)?;
        let variant = read.variant().clone();
        return Ok(VariantEntry { variant, title: None, solution: None, warnings: Vec::new() });
    }
    let constraint_text = match iss::from_link_with_warnings(first) {
        Some(read) => Some(read),
        None if first.contains(ISS) && first.contains("?q=") => return Err(VariantErrorKind::Percent.into()),
        None if first.starts_with('{') || is_link(first.as_bytes()) => None,
        None => Some(iss::read_with_warnings(text)),
    };
    if killer::is_killer(first) {
        let variant = killer::read(first).map_err(VariantErrorKind::Killer)?;
        return Ok(VariantEntry { variant, title: None, solution: None, warnings: Vec::new() });
    }
    match constraint_text {
        Some(read) => {
            let iss::Read { variant, replaced } = read.map_err(VariantErrorKind::Text)?;
            let down = u32::try_from(first_line.saturating_sub(1)).unwrap_or(u32::MAX);
            let warnings = replaced.iter().map(|it| it.shifted(down).to_string()).collect();
            Ok(VariantEntry { variant, title: None, solution: None, warnings })
        }
        None => {
            let imported = farandole_exchange::read(text.as_bytes(), config);
            Ok(entry(imported.map_err(VariantErrorKind::Import)?))
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
            // A comment inside of a text stays a line, so that errors have the right one.
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

/// Reads a variant from the bytes of a record of an input, which begins on this line, from 1.
///
/// # Errors
/// As [`read`], and if the bytes are not UTF-8. Lines of errors are those of the record.
pub fn read_record(record: &[u8], line: u64) -> Result<VariantEntry, VariantError> {
    let text = core::str::from_utf8(record).map_err(|_| VariantErrorKind::Encoding)?;
    read_at(text, line, &ReadConfig::default())
}

fn entry(imported: Imported) -> VariantEntry {
    let Imported { variant, title, solution, warnings, ignored, .. } = imported;
    let warnings = warnings.iter().chain(&ignored).map(ToString::to_string).collect();
    VariantEntry { variant, title, solution, warnings }
}
