//! Puzzles in program text: nested arrays of JSON, Python, C and MiniZinc, and JSON objects with a key
//! for the givens.
//!
//! ```text
//! [["5", "3", "."], ...]
//! {"puzzle": "53..7....", "solution": "534678912..."}
//! ```
//!
//! Source: RFC 8259 (JSON), the online judge LeetCode (problem 37), the MiniZinc tutorial, and data sets
//! of Hugging Face.
//!
//! An array holds one puzzle: N rows of N cells, N rows as strings, or N * N cells. Brackets of any kind
//! are equivalent; text before the first bracket, such as `int grid[9][9] =`, is ignored. Cells are
//! numbers, strings of one character, or null values. In an object, the keys are those of
//! [`csv`](mod@super::csv), and a value is a string of cells or an array.
//!
//! A puzzle may extend over several lines, and ends with its line.

use super::brackets::{Form, SHORTEST_ROW, starts_array};
use super::cell_texts::decode_texts;
use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::columns::Column;
use super::error::{Cause, Noun, ParseError, Written};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::settings::Settings;
use super::shapes::Division;
use super::symbols::Symbols;
use super::text::{self, BOM, Token, size_of_square};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{ClassicPuzzle, Grid};
use serde_json::{Map, Value};

pub(super) struct Arrays;

pub(super) static ARRAYS: Descriptor =
    Descriptor::new("array", "nested arrays of JSON, Python, C and MiniZinc");

impl ClassicCodec for Arrays {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        (head.form == Some(Form::Array)).then_some(Evidence::Section)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Brackets(Form::Array)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_array(reader, record)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_array(to, puzzle.size(), puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _: &ClassicPuzzle, grid: &Grid) -> Written {
        push_array(to, grid.size(), grid.digits());
        Ok(())
    }

    fn holds_size(&self, size: usize) -> bool {
        size >= SHORTEST_ROW
    }
}

/// Prints an array of rows of strings on one line.
fn push_array(to: &mut Printer<'_>, size: usize, cells: &[u8]) {
    for (k, row) in cells.chunks(size).enumerate() {
        to.text(if k > 0 { b",[" } else { b"[[" });
        for (k, cell) in row.iter().enumerate() {
            to.text(if k > 0 { b",\"" } else { b"\"" });
            to.cells(&[*cell]);
            to.text(b"\"");
        }
        to.text(b"]");
    }
    to.text(b"]\n");
}

/// The rows of an array: each one the items of an innermost bracket.
fn rows_of_array(text: &[u8]) -> Vec<Vec<Token<'_>>> {
    let mut rows: Vec<Vec<Token<'_>>> = Vec::new();
    let mut open: Vec<Token<'_>> = Vec::new();
    let mut at = text::lines(text).take(1).find_map(starts_array).unwrap_or(0);
    while at < text.len() {
        let rest = &text[at..];
        match rest[0] {
            quote @ (b'"' | b'\'') => {
                let end = memchr::memchr(quote, &rest[1..]).unwrap_or(rest.len() - 1);
                open.push(Token { start: at + 1, text: rest[1..=end].trim_ascii() });
                at += end + 2;
            }
            b'[' | b'{' | b'(' | b']' | b'}' | b')' | b'|' => {
                if open.len() >= SHORTEST_ROW || is_string_row(&open) {
                    rows.push(core::mem::take(&mut open));
                }
                if !is_string_row(&open) || rest[0] == b')' {
                    open.clear();
                }
                at += 1;
            }
            b'/' if rest.starts_with(b"//") => at += memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            byte if byte.is_ascii_whitespace() || b",;=:".contains(&byte) => at += 1,
            _ => {
                let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",;=:[](){}|\"'/".contains(byte);
                let length = rest.iter().position(is_end).unwrap_or(rest.len()).max(1);
                open.push(Token { start: at, text: &rest[..length] });
                at += length;
            }
        }
    }
    if open.len() >= SHORTEST_ROW {
        rows.push(open);
    }
    rows
}

/// Returns true if a bracket holds a single string with the cells of a row.
fn is_string_row(items: &[Token<'_>]) -> bool {
    matches!(items, [only] if only.text.len() >= SHORTEST_ROW)
}

fn parse_array(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let text = record.text.strip_prefix(BOM).unwrap_or(record.text);
    let skipped = record.text.len() - text.len();
    let at = |offset: usize, cause| position(record.line, record.text, skipped + offset, cause);
    let rows = rows_of_array(text);
    let items: Vec<Token<'_>> = rows.iter().flatten().copied().collect();
    // A string may hold a row, or all cells.
    let strings = items.iter().all(|item| item.text.len() > 2);
    let cells: Vec<Token<'_>> = if strings { items.iter().flat_map(characters).collect() } else { items };
    let size = size_of_square(cells.len());
    let sizes = |row: &Vec<Token<'_>>| size.is_some_and(|size| strings || row.len() == size);
    let size = match size {
        Some(size) if size >= SHORTEST_ROW && (rows.len() == 1 || rows.iter().all(sizes)) => size,
        _ => {
            let expected = rows.first().map_or(9, Vec::len);
            let wrong = rows.iter().find(|row| row.len() != expected);
            let (start, found, what) = match wrong {
                Some(row) => (row[0].start, row.len(), Noun::CELLS_IN_ROW),
                None => (rows.first().map_or(0, |row| row[0].start), rows.len(), Noun::ROWS),
            };
            return Err(at(start, Cause::Count { what, found, expected }));
        }
    };
    let texts: Vec<&[u8]> = cells.iter().map(|cell| cell.text).collect();
    let (values, symbols) =
        decode_texts(reader, size, &texts).map_err(|(index, cause)| at(cells[index].start, cause))?;
    reader.entry(record, size, &values, symbols, Division::default())
}

/// Returns the characters of a string as tokens.
fn characters<'a>(item: &Token<'a>) -> Vec<Token<'a>> {
    (0..item.text.len()).map(|k| Token { start: item.start + k, text: &item.text[k..=k] }).collect()
}

/// Returns the error at an offset of a record that begins on this line.
fn position(line: u64, text: &[u8], offset: usize, cause: Cause) -> ParseError {
    let before = &text[..offset.min(text.len())];
    let breaks = before.iter().filter(|byte| **byte == b'\n').count();
    let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    ParseError::new(line + breaks as u64, before.len() - start + 1, cause)
}

pub(super) struct Objects;

pub(super) static OBJECTS: Descriptor = Descriptor {
    extensions: &["jsonl"],
    ..Descriptor::new("json", "JSON objects with keys such as puzzle and solution")
};

impl ClassicCodec for Objects {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        (head.form == Some(Form::Objects)).then_some(Evidence::Section)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Brackets(Form::Objects)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_object(reader, record)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.text(b"{\"puzzle\": \"");
        to.cells(puzzle.givens());
        to.text(b"\"}\n");
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.text(b"{\"puzzle\": \"");
        to.cells(puzzle.givens());
        to.text(b"\", \"solution\": \"");
        to.cells(grid.digits());
        to.text(b"\"}\n");
        Ok(())
    }
}

/// Returns the cells of a value: the characters of a string, or the items of an array.
fn cells_of(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) if text.chars().count() == 1 => Some(vec![text.clone()]),
        Value::String(text) => {
            Some(text.chars().filter(|c| !matches!(c, '\n' | '\r')).map(String::from).collect())
        }
        Value::Null => Some(vec![String::new()]),
        Value::Number(number) => Some(vec![number.to_string()]),
        Value::Array(items) => {
            let cells: Option<Vec<Vec<String>>> = items.iter().map(cells_of).collect();
            Some(cells?.concat())
        }
        Value::Bool(_) | Value::Object(_) => None,
    }
}

/// A JSON object and its text.
struct Object<'a> {
    text: &'a str,
    line: u64,
    entries: Map<String, Value>,
}

impl<'a> Object<'a> {
    fn read(record: Record<'a>) -> Result<Self, ParseError> {
        let encoding = ParseError::new(record.line, 1, Cause::Encoding);
        let text = core::str::from_utf8(record.text).map_err(|_| encoding)?.trim_start_matches('\u{feff}');
        let start = text.find('{').unwrap_or(0);
        // The error of an object without an end is on its last line, not after it.
        let end = text.rfind('}').map_or(text.trim_end().len(), |end| end + 1).max(start);
        let entries = serde_json::from_str(&text[start..end]).map_err(|error| {
            let before = text[..start].matches('\n').count() as u64;
            let found = Excerpt::new(error.to_string().as_bytes());
            let cause = Cause::Text { found, expected: "one JSON object" };
            ParseError::new(record.line + before + error.line() as u64 - 1, error.column().max(1), cause)
        })?;
        Ok(Self { text, line: record.line, entries })
    }

    /// Returns the first entry for a column that is not null.
    fn entry(&self, column: Column) -> Option<(&String, &Value)> {
        let is_wanted = |key: &str| Column::by_name(key.as_bytes()) == Some(column);
        self.entries.iter().find(|(key, value)| is_wanted(key) && !value.is_null())
    }

    /// Returns the error in a value: at the character of this index if it is a string, otherwise at its key.
    fn error(&self, (key, value): (&String, &Value), index: usize, cause: Cause) -> ParseError {
        let key_at = self.text.find(&format!("\"{key}\"")).unwrap_or(0);
        let string = value.as_str().filter(|string| !string.is_empty());
        let value_at = string.and_then(|string| Some(key_at + self.text[key_at..].find(string)? + index));
        position(self.line, self.text.as_bytes(), value_at.unwrap_or(key_at), cause)
    }

    /// Decodes the cells of an entry.
    fn cells(
        &self,
        reader: &mut Reader,
        entry: (&String, &Value),
        expected: Option<usize>,
    ) -> Result<(usize, Vec<u8>, Symbols), ParseError> {
        let cells = cells_of(entry.1).unwrap_or_default();
        let size =
            size_of_square(cells.len()).filter(|size| expected.is_none_or(|expected| expected == *size));
        let size = size.ok_or_else(|| match expected {
            None => self.error(entry, 0, Cause::NotSquare { cells: cells.len() }),
            Some(size) => {
                let count = Cause::Count { what: Noun::CELLS, found: cells.len(), expected: size * size };
                self.error(entry, cells.len(), count)
            }
        })?;
        let texts: Vec<&[u8]> = cells.iter().map(|cell| cell.trim().as_bytes()).collect();
        let decoded = decode_texts(reader, size, &texts);
        let (values, symbols) = decoded.map_err(|(index, cause)| self.error(entry, index, cause))?;
        Ok((size, values, symbols))
    }
}

fn parse_object(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let object = Object::read(record)?;
    let missing = |expected| ParseError::new(record.line, 1, Cause::Missing { expected });
    let givens = object.entry(Column::Givens).ok_or(missing("a key for the givens"))?;
    let (size, values, symbols) = object.cells(reader, givens, None)?;
    let map =
        object.entry(Column::Regions).and_then(|(_, map)| cells_of(map)).map(|labels| bytes_of(&labels));
    let division =
        Division { map: map.as_ref().map(|map| Token { start: 0, text: map }), ..Division::default() };
    let mut entry = reader.entry(record, size, &values, symbols, division)?;
    let has_key = |key: &String| Column::by_name(key.as_bytes()) == Some(Column::Solution);
    if let Some(answer) = object.entry(Column::Solution) {
        let (_, values, _) = object.cells(reader, answer, Some(size))?;
        entry.solution =
            Some(values.into_iter().map(|value| Some(value).filter(|value| *value > 0)).collect());
    } else if reader.settings.strict
        && values.contains(&0)
        && (reader.settings.answers || object.entries.keys().any(has_key))
    {
        return Err(missing("a key for the solution"));
    }
    entry.label = object.entry(Column::Label).map(|(_, label)| plain(label).into_bytes());
    let others = object.entries.iter().filter(|(key, _)| Column::by_name(key.as_bytes()).is_none());
    entry.trailing = others.map(|(_, value)| plain(value)).collect::<Vec<String>>().join(",").into_bytes();
    Ok(entry)
}

/// Returns one byte for each label of a region map.
fn bytes_of(labels: &[String]) -> Vec<u8> {
    let mut seen: Vec<&String> = Vec::new();
    let byte = |label| {
        let known = seen.iter().position(|other| *other == label).unwrap_or(seen.len());
        if known == seen.len() {
            seen.push(label);
        }
        b'0' + known as u8
    };
    labels.iter().map(byte).collect()
}

/// Returns the text of a value without the quotes of a string.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), String::from)
}
