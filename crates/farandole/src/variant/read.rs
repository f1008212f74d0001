//! Readers for variants in any text form.

use super::verify::COUNTER;
use farandole_formats::editor::ImportConfig;
use farandole_formats::{Dialect, ParseError, ReadConfig, Record, VariantEntry};

/// Reads a variant strictly: anything that is not understood is an error.
///
/// # Errors
/// All parts of the text that are not understood, with their locations.
pub fn read(text: &str) -> Result<VariantEntry, ParseError> {
    read_with(text, &ImportConfig::default())
}

/// Reads a variant with the strictness of the configuration.
///
/// # Errors
/// All parts of the text that are not understood, with their locations.
pub fn read_with(text: &str, config: &ImportConfig) -> Result<VariantEntry, ParseError> {
    let read = ReadConfig { import: config.clone(), ..ReadConfig::default() };
    let dialect = Dialect::variants(&read).verified_by(COUNTER);
    dialect.parser().parse_variant(Record { text: text.as_bytes(), line: 1 })
}

/// Reads all variants of a text, each with the 1-based line on which it begins.
///
/// ```
/// let text = "# two\n.Shape~4x4\n.AntiKnight\n\n.Wisper~R1C1\n";
/// let read = farandole::variant::read_all(text);
/// let lines: Vec<_> = read.iter().map(|(line, entry)| (*line, entry.is_ok())).collect();
/// assert_eq!(lines, [(2, true), (5, false)]);
/// ```
pub fn read_all(text: &str) -> Vec<(u64, Result<VariantEntry, ParseError>)> {
    read_all_with(text, &ImportConfig::default())
}

/// Reads all variants of a text like [`read_all`], with the strictness and the decisions of the
/// configuration.
pub fn read_all_with(text: &str, config: &ImportConfig) -> Vec<(u64, Result<VariantEntry, ParseError>)> {
    let read = ReadConfig { import: config.clone(), ..ReadConfig::default() };
    let dialect = Dialect::variants(&read).verified_by(COUNTER);
    let parser = dialect.parser();
    let records = dialect.records(text.as_bytes());
    records.map(|record| (record.line, parser.parse_variant(record))).collect()
}

/// Returns true if a text with this beginning contains variants, judging by its first line with
/// content.
///
/// ```
/// use farandole::variant::holds_variants;
///
/// assert!(holds_variants(b".AntiKnight\n"));
/// assert!(!holds_variants(b"1...\n..4.\n.2..\n...3\n"));
/// ```
pub fn holds_variants(head: &[u8]) -> bool {
    Dialect::detect(head, &ReadConfig::default()).is_ok_and(|dialect| dialect.is_variant())
}
