//! One puzzle on one line: identifies its tokens or fields by their content or by a list of
//! columns.
//!
//! All formats with one puzzle per line use this module. See [`line`](mod@super::line) for the
//! grammar.

use super::columns::{Column, Columns};
use super::constraints::{constraints, is_constraints};
use super::error::{Cause, Misread, Noun, ParseError};
use super::reader::{Blanks, Reader, expected_digit};
use super::record::{ClassicEntry, Record};
use super::region_map::{is_cut_map, is_map, is_region_map, misfit};
use super::settings::Diagonals;
use super::shapes::Division;
use super::spaced::{Spaced, decode_spaced};
use super::symbols::{EMPTY, FOREIGN, Symbols};
use super::text::{
    Token, Tokens, blank_size, is_empty_cell, number, only_line, plain_length, size_of_square,
};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{ClassicPuzzle, Digit, DigitSet};

/// The parts of a line before any cell is decoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'a> {
    pub(super) size: usize,
    /// The byte offset and the text of the givens, or `None` for an empty puzzle.
    pub(super) givens: Option<Token<'a>>,
    pub(super) solution: Option<Token<'a>>,
    pub(super) division: Division<'a>,
    pub(super) label: Option<&'a [u8]>,
    pub(super) trailing: &'a [u8],
    pub(super) blanks: Blanks,
}

/// Rules for region maps and constraints on a line: optional, required or absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Maps {
    Optional,
    Required,
    Never,
}

pub(super) fn read(reader: &mut Reader, record: Record<'_>, maps: Maps) -> Result<ClassicEntry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(column, cause)| ParseError::new(record.line, skipped + column + 1, cause);
    if let Some(marked) = marked(line) {
        return read_marked(reader, &marked).map_err(at);
    }
    let parts = match &reader.settings.columns {
        Some(columns) => by_columns(line, columns).map_err(at)?,
        None => by_content(reader, line, maps).map_err(at)?,
    };
    check_solution(reader, &parts, line.len()).map_err(at)?;
    let mapped =
        parts.division.map.is_some() || parts.division.constraints.is_some_and(|read| read.map.is_some());
    if maps == Maps::Required && !mapped {
        return Err(at((line.len(), Cause::Missing { expected: "a region map" })));
    }
    entry(reader, &parts).map_err(at)
}

/// A line with removed candidates after the cells: `CELLS:411 611`, or the fields of HoDoKu's library,
/// `:TECHNIQUE:CANDIDATES:CELLS:411 611:...`.
struct Marked<'a> {
    cells: Token<'a>,
    removed: Token<'a>,
    label: Option<&'a [u8]>,
    trailing: &'a [u8],
}

/// Splits a line with colons. Returns `None` if no field has the cells of a puzzle.
fn marked(line: &[u8]) -> Option<Marked<'_>> {
    let colons: Vec<usize> = memchr::memchr_iter(b':', line).collect();
    let (first, ends) = (*colons.first()?, colons.len());
    let field = |from: usize, to: usize| {
        let lead = line[from..to].len() - line[from..to].trim_ascii_start().len();
        Token { start: from + lead, text: line[from..to].trim_ascii() }
    };
    let end = |k: usize| colons.get(k).copied().unwrap_or(line.len());
    let is_library = line[..first].trim_ascii().is_empty() && ends >= 4;
    let (cells, removed, after) = if is_library {
        (field(colons[2] + 1, end(3)), field(end(3) + 1, end(4)), end(4))
    } else {
        (field(0, first), field(first + 1, end(1)), end(1))
    };
    let size = size_of_square(plain_length(cells.text)).filter(|size| (4..=9).contains(size))?;
    let is_cell = |byte: &u8| byte.is_ascii_digit() || is_empty_cell(*byte) || *byte == b'+';
    let is_triple = |token: Token<'_>| {
        let digits = token.text.iter().map(|byte| usize::from(byte.wrapping_sub(b'0')));
        token.text.len() == 3 && digits.into_iter().all(|digit| (1..=size).contains(&digit))
    };
    let fits = cells.text.iter().all(is_cell) && Tokens::new(removed.text, 0).all(is_triple);
    fits.then_some(Marked {
        cells,
        removed,
        label: is_library.then(|| &line[..cells.start]),
        trailing: line.get(after..).unwrap_or_default(),
    })
}

/// Reads a puzzle with removed candidates. Each of them is a digit, a row and a column.
fn read_marked(reader: &mut Reader, line: &Marked<'_>) -> Result<ClassicEntry, Misread> {
    let size = plain_length(line.cells.text).isqrt();
    let parts = Parts {
        size,
        givens: Some(line.cells),
        trailing: line.trailing,
        label: line.label,
        ..Parts::default()
    };
    let mut entry = entry(reader, &parts)?;
    let all: DigitSet = (1..=size as u8).filter_map(Digit::new).collect();
    let mut allowed = vec![all; size * size];
    for token in Tokens::new(line.removed.text, 0) {
        let [digit, row, col] = [0, 1, 2].map(|k| usize::from(token.text[k] - b'1'));
        if let Some(digit) = Digit::new(digit as u8 + 1) {
            allowed[row * size + col].remove(digit);
        }
    }
    if allowed.iter().any(|set| *set != all) {
        let count = Cause::Count { what: Noun::CELLS, found: allowed.len(), expected: size * size };
        entry.puzzle = entry.puzzle.with_restrictions(&allowed).map_err(|_| (line.removed.start, count))?;
    }
    Ok(entry)
}

/// Identifies the tokens of a line from their content.
fn by_content<'a>(reader: &mut Reader, line: &'a [u8], maps: Maps) -> Result<Parts<'a>, Misread> {
    let mut tokens = Tokens::new(line, 0);
    let Some(first) = tokens.next() else {
        return Err((line.len(), Cause::Missing { expected: "the cells of a puzzle" }));
    };
    if first.text.len() <= 2
        && let Some(parts) = spaced(line)?
    {
        return Ok(parts);
    }
    let mut parts = Parts::default();
    let mut cells = first;
    if let Some(second) = tokens.clone().next()
        && let Some(lead) = lead(reader, first, second)?
    {
        parts.label = (lead == Lead::Label).then_some(first.text);
        cells = second;
        tokens.next();
    }
    let length = plain_length(cells.text);
    if maps != Maps::Never && is_constraints(cells.text) {
        let read = constraints(cells.text).map_err(|offset| unknown_constraint(cells, offset))?;
        let map = read.map.ok_or((cells.start, Cause::Missing { expected: "a region map or givens" }))?;
        parts.size = size_of_square(map.len()).ok_or((cells.start, Cause::NotSquare { cells: map.len() }))?;
        parts.division.constraints = Some(read);
    } else if let Some(size) = size_of_square(length)
        && (!may_be_blanks(line) || size > 3 && reads(reader, cells.text))
    {
        parts.size = size;
        let next = tokens.clone().next().map_or(&b""[..], |token| token.text);
        let divided = is_constraints(next) || is_region_map(next, size);
        // A text with a digit in every cell may be a wrong grid. It is a map only on request.
        let is_bare_map = size > 3 && !divided && is_map(cells.text, size);
        let may_be_map =
            maps == Maps::Required || maps == Maps::Optional && !is_filled(reader, size, cells.text);
        if is_bare_map && may_be_map {
            parts.division.map = Some(cells);
        } else {
            parts.givens = Some(cells);
        }
    } else if let Some(size) = joined(cells.text).filter(|_| maps != Maps::Never) {
        parts.size = size;
        let (givens, map) = cells.text.split_at(size * size);
        parts.givens = Some(Token { start: cells.start, text: givens });
        parts.division.map = Some(Token { start: cells.start + size * size, text: map });
    } else if let Some(size) = blank_size(line) {
        let givens = Some(Token { start: 0, text: line });
        return Ok(Parts { size, givens, blanks: Blanks::Empty, ..Parts::default() });
    } else if cells.text.iter().all(u8::is_ascii_alphabetic) {
        let found = Excerpt::new(line);
        return Err((cells.start, Cause::Text { found, expected: "a puzzle, such as 81 digits and dots" }));
    } else {
        return Err((cells.start + cells.text.len().min(line.len()), Cause::NotSquare { cells: length }));
    }
    tail(reader, &mut parts, line, tokens, maps)?;
    Ok(parts)
}

/// Parses a line with separated cells.
///
/// If a number is too large or the count is wrong, the blanks may be empty cells. Otherwise blanks are
/// separators. If the blanks were empty cells, a puzzle of this many cells would have too few different
/// digits to be proper.
fn spaced(line: &[u8]) -> Result<Option<Parts<'_>>, Misread> {
    let Some(spaced) = Spaced::new(line).filter(|spaced| spaced.size().is_some() || !may_be_blanks(line))
    else {
        return Ok(None);
    };
    let Spaced { cells, count, trailing, .. } = spaced;
    let size = size_of_square(count).ok_or((cells.start, Cause::NotSquare { cells: count }))?;
    let (givens, blanks) = (Some(cells), Blanks::Between);
    Ok(Some(Parts { size, givens, trailing, blanks, ..Parts::default() }))
}

/// The kind of token that precedes the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Size,
    Label,
}

/// Classifies the first token if the second one is the cells.
fn lead(reader: &mut Reader, first: Token<'_>, second: Token<'_>) -> Result<Option<Lead>, Misread> {
    let size = number(first.text).filter(|size| (1..=64).contains(size) && first.text.len() <= 2);
    let size = size.map_or(0, |size| size as usize);
    let length = plain_length(second.text);
    if size > 0 && (length == size * size || length == 2 * size * size) {
        return Ok(Some(Lead::Size));
    }
    let is_shorter = first.text.len() * 2 < second.text.len();
    let is_name = first.text.iter().any(u8::is_ascii_alphabetic)
        || first.text.len() < 8 && number(first.text).is_some();
    let has_cells = is_constraints(second.text) || size_of_square(length).is_some_and(|size| size > 1);
    let smallest = if is_constraints(second.text) { 1 } else { 4 };
    let mut is_puzzle =
        || size_of_square(first.text.len()).is_some_and(|size| size >= smallest) && reads(reader, first.text);
    if is_shorter && has_cells && is_name && !is_puzzle() {
        return Ok(Some(Lead::Label));
    }
    if size > 1 && is_shorter {
        let count = Cause::Count { what: Noun::CELLS, found: length, expected: size * size };
        return Err((second.start, count));
    }
    Ok(None)
}

/// Returns true if a token may be givens: every byte is a valid cell for the size of the token.
fn reads(reader: &mut Reader, token: &[u8]) -> bool {
    let Some(size) = size_of_square(plain_length(token)) else { return false };
    let symbols = reader.settings.symbols.resolve(size, [token, b""]);
    let table = reader.tables.get(&symbols, size);
    token.iter().all(|byte| table[*byte as usize] != FOREIGN || *byte == b'+')
}

/// Returns the size of givens with a region map joined to them.
fn joined(token: &[u8]) -> Option<usize> {
    let size = size_of_square(token.len() / 2).filter(|_| token.len().is_multiple_of(2))?;
    is_map(&token[size * size..], size).then_some(size)
}

/// Returns true if a line may consist of cells, with blanks as empty cells.
fn may_be_blanks(line: &[u8]) -> bool {
    blank_size(line).is_some()
}

fn unknown_constraint(token: Token<'_>, offset: usize) -> Misread {
    let rest = token.text.get(offset..).unwrap_or_default();
    let found = Excerpt::new(rest.split(|byte| *byte == b'.').next().unwrap_or(rest));
    (
        token.start + offset,
        Cause::Text { found, expected: "one of the constraints NoBoxes, Jigsaw, Diagonal" },
    )
}

/// Parses the map, solution and diagonals after the cells. Keeps the rest unchanged.
pub(super) fn tail<'a>(
    reader: &mut Reader,
    parts: &mut Parts<'a>,
    line: &'a [u8],
    mut tokens: Tokens<'a>,
    maps: Maps,
) -> Result<(), Misread> {
    let count = parts.size * parts.size;
    let mapping = maps != Maps::Never;
    let mut mapped = parts.division.map.is_some();
    if mapping
        && !mapped
        && let Some(token) = tokens.clone().next()
        && is_cut_map(token.text, parts.size)
    {
        let (what, found) = (Noun::CELLS_IN_MAP_OR_SOLUTION, token.text.len());
        return Err((token.start + found, Cause::Count { what, found, expected: count }));
    }
    loop {
        let before = tokens.clone();
        let Some(token) = tokens.next() else { return Ok(()) };
        if mapping && is_constraints(token.text) && parts.division.constraints.is_none() {
            let read = constraints(token.text).map_err(|offset| unknown_constraint(token, offset))?;
            parts.division.constraints = Some(read);
        } else if mapping && !mapped && is_region_map(token.text, parts.size) {
            parts.division.map = Some(token);
            mapped = true;
        } else if parts.solution.is_none()
            && (token.text.len() == count && count > 1 && is_full(reader, parts, token.text)
                || reader.settings.strict && is_like_a_solution(reader, parts, token.text))
        {
            parts.solution = Some(token);
        } else if mapped
            && matches!(token.text, b"X" | b"-")
            && parts.division.diagonals == Diagonals::Neither
        {
            if token.text == b"X" {
                parts.division.diagonals = Diagonals::Both;
            }
            parts.trailing = rest_of(line, &tokens);
            return Ok(());
        } else {
            parts.trailing = rest_of(line, &before);
            return Ok(());
        }
    }
}

/// Returns true if a token has a digit for every cell.
fn is_full(reader: &mut Reader, parts: &Parts<'_>, token: &[u8]) -> bool {
    let givens = parts.givens.map_or(&b""[..], |givens| givens.text);
    let symbols = reader.settings.symbols.resolve(parts.size, [givens, token]);
    let table = reader.tables.get(&symbols, parts.size);
    token.iter().all(|byte| !matches!(table[*byte as usize], EMPTY | FOREIGN))
}

/// Returns true if a text alone has a digit of a puzzle of this size for every cell.
fn is_filled(reader: &mut Reader, size: usize, text: &[u8]) -> bool {
    is_full(reader, &Parts { size, ..Parts::default() }, text)
}

/// Checks that a solution is present if one must be, for strict readers: if a column is listed for it, or
/// if the first records have one and this record has further columns. `end` is the length of the line. A
/// grid with a digit in every cell needs no solution.
pub(super) fn check_solution(reader: &mut Reader, parts: &Parts<'_>, end: usize) -> Result<(), Misread> {
    let settings = &reader.settings;
    let is_listed = |columns: &Columns| columns.list().contains(&Column::Solution);
    let has_more = parts.givens.is_some_and(|givens| givens.start + givens.text.len() < end);
    let is_expected = settings.answers && has_more || settings.columns.as_ref().is_some_and(is_listed);
    let is_missing = settings.strict && is_expected && parts.solution.is_none();
    if is_missing && !parts.givens.is_some_and(|givens| is_filled(reader, parts.size, givens.text)) {
        return Err((end, Cause::Missing { expected: "a solution after the puzzle" }));
    }
    Ok(())
}

/// Returns true if a token was probably meant as a solution: at least a third of the cells, and mostly
/// digits or empty cells.
fn is_like_a_solution(reader: &mut Reader, parts: &Parts<'_>, token: &[u8]) -> bool {
    let givens = parts.givens.map_or(&b""[..], |givens| givens.text);
    let symbols = reader.settings.symbols.resolve(parts.size, [givens, token]);
    let table = reader.tables.get(&symbols, parts.size);
    let cells = token.iter().filter(|byte| table[**byte as usize] != FOREIGN).count();
    3 * token.len() >= parts.size * parts.size && token.len() > 4 && 4 * cells >= 3 * token.len()
}

/// Returns the part of the line that starts at the next token.
fn rest_of<'a>(line: &'a [u8], tokens: &Tokens<'a>) -> &'a [u8] {
    tokens.clone().next().map_or(&[], |token| &line[token.start..])
}

/// Assigns the tokens of a line to a list of columns.
fn by_columns<'a>(line: &'a [u8], columns: &Columns) -> Result<Parts<'a>, Misread> {
    let mut tokens = Tokens::new(line, 0);
    let mut fields = Vec::with_capacity(columns.list().len());
    for _ in columns.list() {
        let Some(token) = tokens.next() else { break };
        fields.push(token);
    }
    let mut parts = assign(columns, &fields, line.len())?;
    parts.trailing = rest_of(line, &tokens);
    Ok(parts)
}

/// Assigns fields to a list of columns. `end` is the offset that errors report for missing fields.
pub(super) fn assign<'a>(columns: &Columns, fields: &[Token<'a>], end: usize) -> Result<Parts<'a>, Misread> {
    let mut parts = Parts::default();
    let mut declared = None;
    for (i, column) in columns.list().iter().enumerate() {
        let field = fields.get(i).copied().filter(|field| !field.text.is_empty());
        let Some(field) = field else {
            if matches!(column, Column::Givens) {
                let start = fields.get(i).map_or(end, |field| field.start);
                return Err((start, Cause::Missing { expected: "the column with the givens" }));
            }
            continue;
        };
        match column {
            Column::Givens => parts.givens = Some(field),
            Column::Regions => parts.division.map = Some(field),
            Column::Solution => parts.solution = Some(field),
            Column::Size => {
                let size = number(field.text).ok_or((
                    field.start,
                    Cause::Text { found: Excerpt::new(field.text), expected: "the puzzle size" },
                ))?;
                declared = Some((size as usize, field.start));
            }
            Column::Diagonals => parts.division.diagonals = diagonals_of_field(field)?,
            Column::Label => parts.label = Some(field.text),
            Column::Other | Column::Ignored => {}
        }
    }
    let (start, cells) = match (parts.givens, parts.division.map) {
        (Some(givens), _) => (givens.start, plain_length(givens.text)),
        (None, Some(map)) => (map.start, map.text.len()),
        (None, None) => return Err((end, Cause::Missing { expected: "the column with the givens" })),
    };
    parts.size = size_of_square(cells).ok_or((start, Cause::NotSquare { cells }))?;
    if let Some((size, start)) = declared
        && size != parts.size
    {
        let kind = Cause::Number { found: size as u64, low: parts.size as u64, high: parts.size as u64 };
        return Err((start, kind));
    }
    let count = parts.size * parts.size;
    if let Some(map) = parts.division.map
        && map.text.len() != count
    {
        let kind = Cause::Count { what: Noun::CELLS_IN_MAP, found: map.text.len(), expected: count };
        return Err((map.start + map.text.len(), kind));
    }
    Ok(parts)
}

/// Parses the column of diagonals.
fn diagonals_of_field(field: Token<'_>) -> Result<Diagonals, Misread> {
    match field.text {
        b"X" | b"x" => Ok(Diagonals::Both),
        b"\\" => Ok(Diagonals::Main),
        b"/" => Ok(Diagonals::Anti),
        b"-" | b"." | b"0" => Ok(Diagonals::Neither),
        text => {
            let found = Excerpt::new(text);
            Err((field.start, Cause::Text { found, expected: "one of X \\ / - for the diagonals" }))
        }
    }
}

/// Decodes the parts of a line into an entry.
pub(super) fn entry(reader: &mut Reader, parts: &Parts<'_>) -> Result<ClassicEntry, Misread> {
    let size = parts.size;
    let givens = parts.givens.map_or(&b""[..], |givens| givens.text);
    let solution = parts.solution.map_or(&b""[..], |solution| solution.text);
    // Numbers do not determine the alphabet of a puzzle.
    let spelled = if parts.blanks == Blanks::Between { b"" } else { givens };
    let is_wide = || Tokens::new(givens, 0).any(|token| token.text.len() > 1 && number(token.text).is_some());
    let symbols = match &reader.settings.symbols {
        symbols if parts.blanks == Blanks::Between && is_wide() => symbols.for_numbers(size),
        symbols => symbols.resolve(size, [spelled, solution]),
    };
    let start = parts.givens.map_or(0, |givens| givens.start);
    if !symbols.cover(size) {
        return Err((start, Cause::Alphabet { size }));
    }
    let geometry =
        reader.shapes.get(&reader.settings, size, parts.division).map_err(|cause| (start, cause))?;
    if let Some(map) = parts.division.map
        && geometry.misfit().is_some()
        && let Some((cell, cause)) = misfit(map.text, size)
    {
        return Err((map.start + cell, cause));
    }
    let count = size * size;
    let mut small = [0; 256];
    let mut large;
    let cells = if count <= small.len() {
        &mut small[..count]
    } else {
        large = vec![0; count];
        &mut large[..]
    };
    if parts.givens.is_some() {
        let decoded = match parts.blanks {
            Blanks::Between => decode_spaced(reader, &symbols, size, givens, cells),
            // The blanks at the end of the line may be missing.
            Blanks::Empty => reader.decode(&symbols, size, givens, Blanks::Empty, &mut cells[..givens.len()]),
            Blanks::Foreign => reader.decode(&symbols, size, givens, Blanks::Foreign, cells),
        };
        decoded.map_err(|(at, cause)| (start + at, cause))?;
    }
    let miscount = |_| (start, Cause::Count { what: Noun::CELLS, found: givens.len(), expected: count });
    let puzzle = ClassicPuzzle::new(geometry, cells).map_err(miscount)?;
    let solution = parts.solution.map(|token| decode_solution(reader, &symbols, size, token)).transpose()?;
    Ok(ClassicEntry {
        solution,
        trailing: parts.trailing.to_vec(),
        label: parts.label.map(<[u8]>::to_vec),
        symbols,
        ..ClassicEntry::new(puzzle)
    })
}

/// Decodes a solution. Only strict readers accept empty cells, which are `None`.
fn decode_solution(
    reader: &mut Reader,
    symbols: &Symbols,
    size: usize,
    token: Token<'_>,
) -> Result<Vec<Option<u8>>, Misread> {
    let mut values = vec![EMPTY; size * size];
    let decoded = reader.decode(symbols, size, token.text, Blanks::Foreign, &mut values);
    decoded.map_err(|(at, cause)| (token.start + at, cause))?;
    let empty = values.iter().position(|value| *value == EMPTY).filter(|_| !reader.settings.strict);
    if let Some(at) = empty {
        let found = token.text.get(at).copied().unwrap_or(b' ');
        return Err((token.start + at, Cause::Byte { found, expected: expected_digit(symbols, size) }));
    }
    Ok(values.into_iter().map(|value| Some(value).filter(|value| *value != EMPTY)).collect())
}
