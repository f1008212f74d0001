//! Separated values (CSV): a header, then one puzzle per line.
//!
//! ```text
//! puzzle,solution
//! 53..7....6..195...,534678912672195348...
//! ```
//!
//! Source: data sets of Kaggle and similar collections, `puzzle,solution` or `quizzes,solutions`;
//! quoting as in RFC 4180.
//!
//! The header names the columns: see [`Column::by_name`]. The separator is the first of tab, `;`
//! and `,` that occurs in the first line. Fields may be quoted with `"`, which is doubled inside
//! the field, and may then contain line breaks. If there is no header, or one with unknown words,
//! [`ReadConfig::columns`](super::ReadConfig::columns) defines the columns. Labels, columns with
//! unknown names and fields after the last known column are kept in
//! [`Entry::trailing`](super::Entry::trailing).
//!
//! The first line is a header if it names the givens or a region map. It is also a header if it
//! consists of words alone, without complete or truncated cells.
//!
//! Every line is a separate record, so a malformed record does not affect others.
//!
//! The writer prints the columns of [`WriteConfig::columns`](super::WriteConfig::columns). Labels
//! are printed empty.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = b"id,puzzle,level\n7,12....21....2...,easy\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Csv);
//! let entry = dialect.parser().parse_classic(dialect.records(text).next().unwrap()).unwrap();
//! assert_eq!(entry.puzzle.to_string(), "12....21....2...");
//! assert_eq!(entry.trailing, b"7,easy");
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting, check_no_extra_houses, is_usual};
use super::columns::{Column, Columns, ColumnsError};
use super::division_text::{diagonals_of, map_of};
use super::error::{Cause, DetectCause, DetectError, Misread, ParseError, WriteCause, Written};
use super::head::{Head, has_cells};
use super::line::is_column_word;
use super::line_fields::{assign, check_solution, entry};
use super::print::{Printer, Style};
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::settings::{Diagonals, Settings};
use super::text::{Token, number, only_line};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid};
use std::borrow::Cow;

/// The separator in printed lines.
const SEPARATOR: u8 = b',';

pub(super) struct Csv;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    extensions: &["csv", "tsv"],
    separator: Some(SEPARATOR),
    ..Descriptor::new("csv", "separated values with a header such as puzzle,solution")
};

/// The columns that are printed by default.
const PRINTED: &[Column] = &[Column::Givens, Column::Solution];

impl ClassicCodec for Csv {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let first = head.content.first()?.text;
        let separator = separator_of(first);
        let is_named = header(head, separator).is_some();
        if head.columns.is_some() {
            return (is_named || first.contains(&b'"')).then_some(Evidence::QuotedColumns);
        }
        let is_followed = head.content.get(1).is_none_or(|second| has_cells(second.text));
        // A single word may be the title of a grid.
        let is_table = || first.contains(&separator) && head.first_grid().is_none();
        (is_named && (is_followed || is_table())).then_some(Evidence::Header)
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        let Some(first) = head.content.first() else { return Ok(()) };
        settings.separator = separator_of(first.text);
        if let Some(columns) = header(head, settings.separator) {
            settings.header = true;
            if settings.columns.is_none() {
                let twice = |error: ColumnsError| DetectCause::Column(error.twice().unwrap_or("givens"));
                settings.columns = Some(columns.map_err(|error| DetectError::new(first.line, twice(error)))?);
            }
            return Ok(());
        }
        settings.header = is_unknown_header(head, settings.separator);
        if settings.columns.is_none() {
            if settings.header {
                return Err(DetectError::new(first.line, DetectCause::NoGivens));
            }
            settings.columns = Columns::new(PRINTED).ok();
        }
        Ok(())
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        Splitting::Lines { header: settings.header, end_mark: None, quoted: Some(settings.separator) }
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_fields(reader, record)
    }

    fn check_geometry(&self, _geometry: &Geometry) -> Written {
        // The supported puzzles depend on the columns.
        Ok(())
    }

    fn write_start(&self, to: &mut Printer<'_>, _count: Option<u64>) -> Written {
        push_fields(to, |to, column| {
            let name = if column == Column::Givens { "puzzle" } else { column.name() };
            to.text(name.as_bytes());
        });
        Ok(())
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        check_houses(puzzle.geometry(), to.style)?;
        push_fields(to, |to, column| push_field(to, puzzle, None, column));
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        push_fields(to, |to, column| push_field(to, puzzle, Some(grid), column));
        Ok(())
    }
}

/// A field without its quotes.
struct Field<'a> {
    start: usize,
    text: Cow<'a, [u8]>,
}

/// Splits a line into at most `limit` fields and returns them with the rest of the line.
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

/// Parses a field whose opening quote is at `start`.
fn quoted_field(line: &[u8], start: usize, separator: u8) -> Result<(Field<'_>, Option<usize>), Misread> {
    let open = start + 1;
    let mut text = Vec::new();
    let mut at = open;
    let end = loop {
        match line.get(at) {
            None => return Err((at, Cause::Missing { expected: "the closing quote" })),
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
            return Err((
                end + 1 + gap,
                Cause::Text {
                    found: Excerpt::new(&rest[gap..]),
                    expected: "a separator after the closing quote",
                },
            ));
        }
    };
    Ok((Field { start: open, text }, next))
}

/// Returns the separator of a header line.
fn separator_of(line: &[u8]) -> u8 {
    [b'\t', b';', b','].into_iter().find(|separator| line.contains(separator)).unwrap_or(b',')
}

/// Parses the columns that the first line names. Returns `None` if the line has no known name for
/// givens or regions, and is therefore not a header.
///
/// # Errors
/// If two columns have the same content.
fn header(head: &Head<'_>, separator: u8) -> Option<Result<Columns, ColumnsError>> {
    let (names, _) = fields(head.content.first()?.text, separator, usize::MAX).ok()?;
    let row = head.content.get(1).and_then(|row| fields(row.text, separator, usize::MAX).ok());
    let row = row.map_or(Vec::new(), |(fields, _)| fields);
    let is_number =
        |k: usize| row.get(k).is_some_and(|field| number(&field.text).is_some_and(|it| it <= 4096));
    let mut columns: Vec<Column> = Vec::with_capacity(names.len());
    for (k, field) in names.iter().enumerate() {
        let named = Column::by_name(&field.text).unwrap_or(Column::Other);
        // If there are both an `id` and a `name`, the first one is the label, and both are kept. A
        // number in the column `givens` is the number of givens.
        let second = named == Column::Label && columns.contains(&named);
        let counted = matches!(named, Column::Givens | Column::Solution) && is_number(k);
        columns.push(if second || counted { Column::Other } else { named });
    }
    if !columns.contains(&Column::Givens) && !columns.contains(&Column::Regions) {
        return None;
    }
    while matches!(columns.last(), Some(Column::Ignored | Column::Other)) {
        columns.pop();
    }
    Some(Columns::new(&columns))
}

/// Returns true if the first line is a header without known names: it consists of words alone, and
/// the second line has cells.
fn is_unknown_header(head: &Head<'_>, separator: u8) -> bool {
    let [first, second, ..] = &head.content[..] else { return false };
    let is_words = |(fields, _): (Vec<Field<'_>>, &[u8])| fields.iter().all(|it| is_column_word(&it.text));
    has_cells(second.text)
        && !has_cells(first.text)
        && fields(first.text, separator, usize::MAX).is_ok_and(is_words)
}

fn parse_fields(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(offset, cause): Misread| {
        // A quoted field may contain line breaks.
        let before = &line[..offset.min(line.len())];
        let breaks = before.iter().filter(|byte| **byte == b'\n').count();
        match before.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => ParseError::new(record.line + breaks as u64, offset - last, cause),
            None => ParseError::new(record.line, skipped + offset + 1, cause),
        }
    };
    let Some(columns) = reader.settings.columns.clone() else {
        return Err(at((0, Cause::Missing { expected: "a header that names the columns" })));
    };
    let separator = reader.settings.separator;
    let (fields, rest) = fields(line, separator, columns.list().len()).map_err(at)?;
    let tokens: Vec<Token<'_>> =
        fields.iter().map(|field| Token { start: field.start, text: &field.text }).collect();
    let parts = assign(&columns, &tokens, line.len()).map_err(at)?;
    check_solution(reader, &parts, line.len()).map_err(at)?;
    let mut entry = entry(reader, &parts).map_err(at)?;
    for (field, column) in fields.iter().zip(columns.list()) {
        if matches!(column, Column::Label | Column::Other) {
            push_quoted(&mut entry.trailing, &field.text, separator);
            entry.trailing.push(separator);
        }
    }
    if rest.is_empty() {
        entry.trailing.pop();
    }
    entry.trailing.extend_from_slice(rest);
    Ok(entry)
}

/// Prints a field as it was read, quoted if necessary.
fn push_quoted(out: &mut Vec<u8>, text: &[u8], separator: u8) {
    if !text.contains(&separator) && !text.contains(&b'"') && !text.contains(&b'\n') {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    for byte in text {
        out.extend_from_slice(if *byte == b'"' { b"\"\"" } else { core::slice::from_ref(byte) });
    }
    out.push(b'"');
}

fn columns_of<'a>(style: &Style<'a>) -> &'a [Column] {
    style.columns.map_or(PRINTED, Columns::list)
}

/// Rejects houses that no printed column represents.
fn check_houses(geometry: &Geometry, style: &Style<'_>) -> Written {
    let columns = columns_of(style);
    let (_, extras) = diagonals_of(geometry);
    if columns.contains(&Column::Diagonals) {
        if !extras.is_empty() {
            return Err(WriteCause::Houses);
        }
    } else {
        check_no_extra_houses(geometry)?;
    }
    let prints_regions = columns.contains(&Column::Regions) && map_of(geometry).is_some();
    if is_usual(geometry) || prints_regions { Ok(()) } else { Err(WriteCause::Regions) }
}

/// Prints a line of fields with separators between them.
fn push_fields(to: &mut Printer<'_>, push: impl Fn(&mut Printer<'_>, Column)) {
    for (i, column) in columns_of(to.style).iter().enumerate() {
        if i > 0 {
            to.text(&[SEPARATOR]);
        }
        push(to, *column);
    }
    to.text(b"\n");
}

/// Prints the content of a column. The regions of a bare grid are omitted.
fn push_field(to: &mut Printer<'_>, puzzle: &ClassicPuzzle, grid: Option<&Grid>, column: Column) {
    let geometry = puzzle.geometry();
    match column {
        Column::Givens => to.cells(puzzle.givens()),
        Column::Solution => to.cells(grid.map_or(&[], Grid::digits)),
        Column::Regions if !is_usual(geometry) => to.text(&map_of(geometry).unwrap_or_default()),
        Column::Size => to.number(puzzle.size() as u64),
        Column::Diagonals => to.text(match diagonals_of(geometry).0 {
            Diagonals::Neither => b"-",
            Diagonals::Main => b"\\",
            Diagonals::Anti => b"/",
            Diagonals::Both => b"X",
        }),
        Column::Regions | Column::Label | Column::Other | Column::Ignored => {}
    }
}
