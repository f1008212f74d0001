//! Separated values: a header, then one puzzle a line.
//!
//! The header names the columns (`puzzle,solution` and the like; unknown names are columns that are passed through by
//! nobody). The separator is the first of tab, `;` and `,` that the first line has. Fields may be quoted with `"`, doubled
//! inside, but not run over a line end. Without a header, or with one whose words are unknown,
//! [`ReadConfig::columns`](super::ReadConfig::columns) says what the columns are. Fields behind the last understood one
//! are trailing.
//!
//! Every line is a record of its own, so an unreadable one never touches its neighbours.

use super::columns::{Column, Columns, ColumnsError};
use super::error::Kind;
use super::line::{Misread, assign, entry};
use super::text::{Token, only_line};
use super::{Entry, ParseError, Parser, Record};
use alloc::borrow::Cow;
use alloc::vec::Vec;

/// A field without its quotes.
pub(super) struct Field<'a> {
    start: usize,
    text: Cow<'a, [u8]>,
}

/// Splits a line into so many fields at most; what is left stands behind them.
fn fields(line: &[u8], separator: u8, limit: usize) -> Result<(Vec<Field<'_>>, &[u8]), Misread> {
    let mut fields = Vec::new();
    let mut at = 0;
    while fields.len() < limit {
        let rest = &line[at..];
        let lead = rest.len() - rest.trim_ascii_start().len();
        let quoted = separator != b'"' && rest.get(lead) == Some(&b'"');
        let (field, next) =
            if quoted { quoted_field(line, at + lead, separator)? } else { bare_field(line, at, separator) };
        fields.push(field);
        match next {
            Some(next) => at = next,
            None => return Ok((fields, &[])),
        }
    }
    Ok((fields, &line[at..]))
}

fn bare_field(line: &[u8], start: usize, separator: u8) -> (Field<'_>, Option<usize>) {
    let rest = &line[start..];
    let end = rest.iter().position(|byte| *byte == separator);
    let text = &rest[..end.unwrap_or(rest.len())];
    let lead = text.len() - text.trim_ascii_start().len();
    (Field { start: start + lead, text: text.trim_ascii().into() }, end.map(|end| start + end + 1))
}

/// A field whose opening quote is at `start`.
fn quoted_field(line: &[u8], start: usize, separator: u8) -> Result<(Field<'_>, Option<usize>), Misread> {
    let open = start + 1;
    let mut text = Vec::new();
    let mut at = open;
    let end = loop {
        match line.get(at) {
            None => return Err((at, Kind::Missing { expected: "the closing quote" })),
            Some(b'"') if line.get(at + 1) == Some(&b'"') => {
                text.push(b'"');
                at += 2;
            }
            Some(b'"') => break at,
            Some(byte) => {
                text.push(*byte);
                at += 1;
            }
        }
    };
    let plain = text.len() == end - open;
    let text = if plain { line[open..end].into() } else { text.into() };
    let rest = &line[end + 1..];
    let gap = rest.iter().take_while(|byte| **byte != separator && byte.is_ascii_whitespace()).count();
    let next = match rest.get(gap) {
        None => None,
        Some(byte) if *byte == separator => Some(end + 1 + gap + 1),
        Some(_) => {
            return Err((end + 1 + gap, Kind::Text { expected: "the separator behind the closing quote" }));
        }
    };
    Ok((Field { start: open, text }, next))
}

/// The separator of a header line.
pub(super) fn separator_of(line: &[u8]) -> u8 {
    [b'\t', b';', b','].into_iter().find(|separator| line.contains(separator)).unwrap_or(b',')
}

/// The columns that a header names; `None` if it is no header: no known name for givens or regions in it.
///
/// # Errors
/// If two columns hold the same thing.
pub(super) fn header(line: &[u8], separator: u8) -> Option<Result<Columns, ColumnsError>> {
    let (fields, _) = fields(line, separator, usize::MAX).ok()?;
    let name = |field: &Field<'_>| Column::by_name(&field.text);
    let mut columns: Vec<Column> =
        fields.iter().map(|field| name(field).unwrap_or(Column::Ignored)).collect();
    if !columns.contains(&Column::Givens) && !columns.contains(&Column::Regions) {
        return None;
    }
    while columns.last() == Some(&Column::Ignored) {
        columns.pop();
    }
    Some(Columns::new(&columns))
}

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(column, kind)| ParseError::new(record.line, skipped + column + 1, kind);
    let Some(columns) = parser.dialect.columns.clone() else {
        return Err(at((0, Kind::Missing { expected: "a header that names the columns" })));
    };
    let (fields, rest) = fields(line, parser.dialect.separator, columns.list().len()).map_err(at)?;
    let tokens: Vec<Token<'_>> =
        fields.iter().map(|field| Token { start: field.start, text: &field.text }).collect();
    let mut parts = assign(&columns, &tokens, line.len()).map_err(at)?;
    parts.trailing = rest;
    entry(parser, &parts).map_err(at)
}
