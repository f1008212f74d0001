//! One puzzle a line: `[label or size] givens [region map] [solution] [anything]`.
//!
//! Tokens are separated by white space, commas or semicolons; `#` begins a token that takes the rest of the line, and
//! a line of its own that is skipped.
//!
//! * The givens are N * N cells, N from 1 to 64; a number N in front is checked. In sizes up to 9 a `+` in front of a
//!   digit (a placed one in some programs) is passed over. If no token fits, a line of exactly N * N digits, signs and
//!   blanks (N from 4 to 9) is read with blanks for empty cells.
//! * A token of N different symbols, N times each, equal ones orthogonally connected, is a region map: on its own (from size 4 on
//!   and if no map follows), behind the givens, or joined to them. Behind the givens one with some wrong cells is, too, so
//!   that it can be an error, and in sizes up to 9 a token of N * N letters in any case.
//!   Directly behind a map (and a solution behind that) a token `X` makes both diagonals houses, and `-` says neither.
//! * A token of N * N digits behind the givens or the map is the solution. Directly behind the givens a token that looks
//!   like either but is too short or too long, by a row at most, is an error.
//! * A token such as `.NoBoxes.Jigsaw~<map>.Diagonal~1` (Interactive Sudoku Solver) may stand for or behind the givens:
//!   without `NoBoxes` the regions are added to the boxes; regions of other than N cells say nothing; `Diagonal~1` rises to
//!   the right, `Diagonal~-1` falls. Other constraints are an error.
//! * A label is a first token in front of cells (or constraints) more than twice as long: a number, or with a letter in it.
//!
//! With [`ReadConfig::columns`](super::ReadConfig::columns) the columns are what the list says and nothing is guessed.
//!
//! `.sdm` files and POJ 3074 have no maps and no constraints; there such tokens are columns like others.
//!
//! Every line is a record of its own, so an unreadable one never touches its neighbours.

use super::columns::Column;
use super::error::{Expected, Kind};
use super::region_map::{Division, constraints, is_constraints, is_cut_map, is_map, is_nearly_map, misfit};
use super::symbols::{EMPTY, FOREIGN};
use super::text::{Token, Tokens, number, only_line, size_of_square};
use super::{Columns, Diagonals, Entry, Format, ParseError, Parser, Record, Symbols};
use crate::{Digit, Grid, Puzzle};
use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

/// The 81 cells at the start of a plain 9x9 line, as `1` to `9` and `.`, and what follows them, from the separator on.
///
/// `line` is without its line end. This is the fast way for bulk input, where [`Dialect::is_plain_lines`] allows it:
/// `Some` means that [`Parser::parse`] reads these cells as givens of a classic puzzle. `None` means that there is more
/// to the line (a label, a region map, diagonals), or less; the general parser then finds the puzzle or the error.
///
/// Cost: a few comparisons for each cell; nothing is allocated, unless what follows is long enough for a region map.
///
/// [`Dialect::is_plain_lines`]: super::Dialect::is_plain_lines
#[inline]
pub fn cells81(line: &[u8]) -> Option<([u8; 81], &[u8])> {
    let (head, rest) = line.split_first_chunk::<81>()?;
    if !rest.first().is_none_or(|byte| super::text::is_separator(*byte) || *byte == b'#') {
        return None;
    }
    // Comparisons of whole vectors, once compiled: three times as fast as looking each byte up in a table.
    let mut cells = [0; 81];
    let (mut unusual, mut empty) = (false, false);
    for (cell, byte) in cells.iter_mut().zip(head) {
        let digit = byte.wrapping_sub(b'1') < 9;
        *cell = if digit { *byte } else { b'.' };
        unusual |= !(digit | (*byte == b'.') | (*byte == b'0'));
        empty |= !digit;
    }
    let foreign = unusual && !head.iter().all(|byte| byte.is_ascii_digit() || is_empty_sign(*byte));
    if foreign || (!empty && is_map(head, 9)) || (rest.len() > 8 && changes_shape(rest)) {
        return None;
    }
    Some((cells, rest))
}

/// Whether a byte is an empty cell where no letter is a digit.
const fn is_empty_sign(byte: u8) -> bool {
    (byte == b'.')
        | (byte == b'0')
        | (byte == b'_')
        | (byte == b'*')
        | (byte == b'-')
        | (byte == b'?')
        | (byte | 0x20 == b'x')
}

/// Whether something behind plain givens may say what the regions are, or was meant to.
fn changes_shape(rest: &[u8]) -> bool {
    Tokens::new(rest, 0).next().is_some_and(|token| is_cut_map(token.text, 9))
        || Tokens::new(rest, 0).any(|token| is_constraints(token.text) || is_region_map(token.text, 9))
}

/// Whether a token behind the givens is taken for a region map.
pub(super) fn is_region_map(token: &[u8], size: usize) -> bool {
    token.len() == size * size
        && ((2..=9).contains(&size) && token.iter().all(u8::is_ascii_alphabetic)
            || is_nearly_map(token, size))
}

/// What was found on a line, before any cell is decoded.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'a> {
    pub(super) size: usize,
    /// Byte offset and text of the givens; `None` for an empty puzzle.
    pub(super) givens: Option<Token<'a>>,
    pub(super) solution: Option<Token<'a>>,
    pub(super) division: Division<'a>,
    pub(super) label: Option<&'a [u8]>,
    pub(super) trailing: &'a [u8],
    /// A blank is an empty cell.
    pub(super) blanks: bool,
}

pub(super) fn parse(parser: &mut Parser, record: Record<'_>) -> Result<Entry, ParseError> {
    let maps = if parser.dialect.format == Format::Line { Maps::Optional } else { Maps::Never };
    read(parser, record, maps)
}

/// Whether a line has a region map (or constraints).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Maps {
    Optional,
    Required,
    Never,
}

pub(super) fn read(parser: &mut Parser, record: Record<'_>, maps: Maps) -> Result<Entry, ParseError> {
    let (line, skipped) = only_line(&record);
    let at = |(column, kind)| ParseError::new(record.line, skipped + column + 1, kind);
    let parts = match &parser.dialect.columns {
        Some(columns) => by_columns(line, columns).map_err(at)?,
        None => by_looks(parser, line, maps).map_err(at)?,
    };
    let mapped =
        parts.division.map.is_some() || parts.division.constraints.is_some_and(|read| read.map.is_some());
    if maps == Maps::Required && !mapped {
        return Err(at((line.len(), Kind::Missing { expected: "a region map" })));
    }
    entry(parser, &parts).map_err(at)
}

/// An error and its 0-based offset in the line.
pub(super) type Misread = (usize, Kind);

/// Tells what the tokens of a line are by their looks.
fn by_looks<'a>(parser: &mut Parser, line: &'a [u8], maps: Maps) -> Result<Parts<'a>, Misread> {
    let mut tokens = Tokens::new(line, 0);
    let Some(first) = tokens.next() else {
        return Err((line.len(), Kind::Missing { expected: "the cells of a puzzle" }));
    };
    let mut parts = Parts::default();
    let second = tokens.clone().next();
    // A size or a label in front?
    let mut cells = first;
    if let Some(second) = second {
        let size = number(first.text).filter(|size| (1..=64).contains(size) && first.text.len() <= 2);
        let size = size.map_or(0, |size| size as usize);
        let length = plain_length(second.text);
        let sized = size > 0 && (length == size * size || length == 2 * size * size);
        let labelled = first.text.len() * 2 < second.text.len()
            && (is_constraints(second.text) || size_of_square(length).is_some_and(|size| size > 1));
        let smallest = if is_constraints(second.text) { 1 } else { 4 };
        let mut is_puzzle = || {
            size_of_square(first.text.len()).is_some_and(|size| size >= smallest) && reads(parser, first.text)
        };
        let is_name = || {
            first.text.iter().any(u8::is_ascii_alphabetic)
                || first.text.len() < 8 && number(first.text).is_some()
        };
        let labelled = labelled && is_name() && !is_puzzle();
        if sized || labelled || (size > 1 && second.text.len() > first.text.len() * 2) {
            if !sized {
                parts.label = Some(first.text);
            }
            if !sized && !labelled {
                return Err((
                    second.start,
                    Kind::Count { what: "cells", found: length, expected: size * size },
                ));
            }
            cells = second;
            tokens.next();
        }
    }
    let length = plain_length(cells.text);
    if maps != Maps::Never && is_constraints(cells.text) {
        let read = constraints(cells.text).map_err(|offset| unknown_constraint(cells, offset))?;
        let map = read.map.ok_or((cells.start, Kind::Missing { expected: "a region map or givens" }))?;
        parts.size = size_of_square(map.len()).ok_or((cells.start, Kind::NotSquare { cells: map.len() }))?;
        parts.division.constraints = Some(read);
    } else if let Some(size) = size_of_square(length)
        && (!may_be_blanks(line) || reads(parser, cells.text))
    {
        parts.size = size;
        let next = tokens.clone().next().map_or(&b""[..], |token| token.text);
        let divided = is_constraints(next) || is_region_map(next, size);
        if maps != Maps::Never && size > 3 && !divided && is_map(cells.text, size) {
            parts.division.map = Some(cells);
        } else {
            parts.givens = Some(cells);
        }
    } else if let Some(size) = joined(cells.text).filter(|_| maps != Maps::Never) {
        parts.size = size;
        let (givens, map) = cells.text.split_at(size * size);
        parts.givens = Some(Token { start: cells.start, text: givens });
        parts.division.map = Some(Token { start: cells.start + size * size, text: map });
    } else if may_be_blanks(line) {
        parts.size = line.len().isqrt();
        parts.givens = Some(Token { start: 0, text: line });
        parts.blanks = true;
        parts.label = None;
        return Ok(parts);
    } else {
        return Err((cells.start + cells.text.len().min(line.len()), Kind::NotSquare { cells: length }));
    }
    tail(parser, &mut parts, line, tokens, maps)?;
    Ok(parts)
}

/// Whether a token could be givens: every byte is a cell of its size.
fn reads(parser: &mut Parser, token: &[u8]) -> bool {
    let Some(size) = size_of_square(plain_length(token)) else { return false };
    let symbols = parser.dialect.symbols.resolve(size, [token, b""]);
    let table = parser.tables.get(&symbols, size);
    token.iter().all(|byte| table[*byte as usize] != FOREIGN || *byte == b'+')
}

/// How many cells a token has, not counting `+` marks.
pub(super) fn plain_length(token: &[u8]) -> usize {
    // Marks make up at most half of a token, and are rare: large sizes don't have them.
    if token.len() > 2 * 81 {
        token.len()
    } else {
        token.len() - token.iter().filter(|byte| **byte == b'+').count()
    }
}

/// The size of givens with a region map joined to them.
fn joined(token: &[u8]) -> Option<usize> {
    let size = size_of_square(token.len() / 2).filter(|_| token.len().is_multiple_of(2))?;
    is_map(&token[size * size..], size).then_some(size)
}

/// Whether a whole line may be cells with blanks for the empty ones.
fn may_be_blanks(line: &[u8]) -> bool {
    let size = line.len().isqrt();
    (4..=9).contains(&size)
        && size * size == line.len()
        && line.contains(&b' ')
        && line.iter().all(|byte| {
            *byte == b' ' || is_empty_sign(*byte) || byte.is_ascii_digit() && usize::from(byte - b'0') <= size
        })
}

fn unknown_constraint(token: Token<'_>, offset: usize) -> Misread {
    (token.start + offset, Kind::Text { expected: "one of the constraints NoBoxes, Jigsaw, Diagonal" })
}

/// Reads what stands behind the cells: map, solution, diagonals; the rest is passed through.
pub(super) fn tail<'a>(
    parser: &mut Parser,
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
        let (what, found) = ("cells in a region map or solution", token.text.len());
        return Err((token.start + found, Kind::Count { what, found, expected: count }));
    }
    loop {
        let here = tokens.clone();
        let Some(token) = tokens.next() else { return Ok(()) };
        if mapping && is_constraints(token.text) && parts.division.constraints.is_none() {
            let read = constraints(token.text).map_err(|offset| unknown_constraint(token, offset))?;
            parts.division.constraints = Some(read);
        } else if mapping && !mapped && is_region_map(token.text, parts.size) {
            parts.division.map = Some(token);
            mapped = true;
        } else if token.text.len() == count
            && parts.solution.is_none()
            && count > 1
            && is_full(parser, parts, token.text)
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
            parts.trailing = rest_of(line, &here);
            return Ok(());
        }
    }
}

/// Whether a token has a digit for every cell.
fn is_full(parser: &mut Parser, parts: &Parts<'_>, token: &[u8]) -> bool {
    let givens = parts.givens.map_or(&b""[..], |givens| givens.text);
    let symbols = parser.dialect.symbols.resolve(parts.size, [givens, token]);
    let table = parser.tables.get(&symbols, parts.size);
    token.iter().all(|byte| !matches!(table[*byte as usize], EMPTY | FOREIGN))
}

/// The line from the next token on.
fn rest_of<'a>(line: &'a [u8], tokens: &Tokens<'a>) -> &'a [u8] {
    tokens.clone().next().map_or(&[], |token| &line[token.start..])
}

/// Takes the tokens of a line for what a list of columns says.
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

/// Puts fields where a list of columns says. `end` is the offset for fields that are not there.
pub(super) fn assign<'a>(columns: &Columns, fields: &[Token<'a>], end: usize) -> Result<Parts<'a>, Misread> {
    let mut parts = Parts::default();
    let mut declared = None;
    for (i, column) in columns.list().iter().enumerate() {
        let field = fields.get(i).copied().filter(|field| !field.text.is_empty());
        let Some(field) = field else {
            if matches!(column, Column::Givens) {
                let start = fields.get(i).map_or(end, |field| field.start);
                return Err((start, Kind::Missing { expected: "the column with the givens" }));
            }
            continue;
        };
        match column {
            Column::Givens => parts.givens = Some(field),
            Column::Regions => parts.division.map = Some(field),
            Column::Solution => parts.solution = Some(field),
            Column::Size => {
                let size = number(field.text).ok_or((field.start, Kind::Text { expected: "the size" }))?;
                declared = Some((size as usize, field.start));
            }
            Column::Diagonals => {
                parts.division.diagonals = match field.text {
                    b"X" | b"x" => Diagonals::Both,
                    b"\\" => Diagonals::Main,
                    b"/" => Diagonals::Anti,
                    b"-" | b"." | b"0" => Diagonals::Neither,
                    _ => {
                        return Err((
                            field.start,
                            Kind::Text { expected: "one of X \\ / - for the diagonals" },
                        ));
                    }
                }
            }
            Column::Label => parts.label = Some(field.text),
            Column::Ignored => {}
        }
    }
    let (start, cells) = match (parts.givens, parts.division.map) {
        (Some(givens), _) => (givens.start, plain_length(givens.text)),
        (None, Some(map)) => (map.start, map.text.len()),
        (None, None) => return Err((end, Kind::Missing { expected: "the column with the givens" })),
    };
    parts.size = size_of_square(cells).ok_or((start, Kind::NotSquare { cells }))?;
    if let Some((size, start)) = declared
        && size != parts.size
    {
        let kind = Kind::Number { found: size as u64, low: parts.size as u64, high: parts.size as u64 };
        return Err((start, kind));
    }
    let count = parts.size * parts.size;
    if let Some(map) = parts.division.map
        && map.text.len() != count
    {
        let kind = Kind::Count { what: "cells in the region map", found: map.text.len(), expected: count };
        return Err((map.start + map.text.len(), kind));
    }
    Ok(parts)
}

/// Decodes what was found.
pub(super) fn entry(parser: &mut Parser, parts: &Parts<'_>) -> Result<Entry, Misread> {
    let size = parts.size;
    let givens = parts.givens.map_or(&b""[..], |givens| givens.text);
    let solution = parts.solution.map_or(&b""[..], |solution| solution.text);
    let symbols = parser.dialect.symbols.resolve(size, [givens, solution]);
    let start = parts.givens.map_or(0, |givens| givens.start);
    if !symbols.cover(size) {
        return Err((start, Kind::Alphabet { size }));
    }
    let geometry = parser.shapes.get(&parser.dialect, size, parts.division).map_err(|kind| (start, kind))?;
    if let Some(map) = parts.division.map
        && geometry.misfit().is_some()
        && let Some((cell, kind)) = misfit(map.text, size)
    {
        return Err((map.start + cell, kind));
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
        decode(parser, &symbols, size, givens, parts.blanks, cells)
            .map_err(|(at, kind)| (start + at, kind))?;
    }
    let miscount = |_| (start, Kind::Count { what: "cells", found: givens.len(), expected: count });
    let puzzle = Puzzle::new(geometry, cells).map_err(miscount)?;
    let solution = match parts.solution {
        None => None,
        Some(token) => Some(decode_grid(parser, &symbols, size, token)?),
    };
    Ok(Entry {
        puzzle,
        solution,
        trailing: parts.trailing.to_vec(),
        label: parts.label.map(<[u8]>::to_vec),
        symbols,
    })
}

/// Decodes cells of one byte each.
///
/// # Errors
/// The offset of the first byte that is no cell, or the number of cells if it is not that of `cells`.
pub(super) fn decode(
    parser: &mut Parser,
    symbols: &Symbols,
    size: usize,
    text: &[u8],
    blanks: bool,
    cells: &mut [u8],
) -> Result<(), Misread> {
    let table = parser.tables.get(symbols, size);
    let marked = text.len() != cells.len() && size <= 9 && table[b'+' as usize] == FOREIGN;
    let text: Cow<'_, [u8]> = match marked {
        true => text.iter().copied().filter(|byte| *byte != b'+').collect::<Vec<u8>>().into(),
        false => text.into(),
    };
    if text.len() != cells.len() {
        return Err((text.len(), Kind::Count { what: "cells", found: text.len(), expected: cells.len() }));
    }
    for (cell, byte) in cells.iter_mut().zip(text.iter()) {
        *cell = table[*byte as usize];
    }
    let foreign = |i: &usize| cells[*i] == FOREIGN && !(blanks && text[*i] == b' ');
    if let Some(i) = (0..cells.len()).find(foreign) {
        return Err((i, Kind::Byte { found: text[i], expected: expected_cell(symbols, size) }));
    }
    if blanks {
        cells.iter_mut().filter(|cell| **cell == FOREIGN).for_each(|cell| *cell = EMPTY);
    }
    Ok(())
}

fn decode_grid(
    parser: &mut Parser,
    symbols: &Symbols,
    size: usize,
    token: Token<'_>,
) -> Result<Grid, Misread> {
    let mut digits = vec![0; size * size];
    decode(parser, symbols, size, token.text, false, &mut digits)
        .map_err(|(at, kind)| (token.start + at, kind))?;
    Grid::new(size, digits).map_err(|error| {
        let at = error.cell().unwrap_or(0);
        let found = token.text.get(at).copied().unwrap_or(b' ');
        (token.start + at, Kind::Byte { found, expected: expected_digit(symbols, size) })
    })
}

fn first_and_last(symbols: &Symbols, size: usize) -> (u8, u8) {
    let symbol =
        |number: usize| Digit::new(number as u8).and_then(|digit| symbols.symbol(digit)).unwrap_or(b'?');
    (symbol(1), symbol(size))
}

/// What a cell of a puzzle of this size may be, for messages.
pub(super) fn expected_cell(symbols: &Symbols, size: usize) -> Expected {
    let (first, last) = first_and_last(symbols, size);
    Expected::Cell { first, last }
}

/// What a digit of a puzzle of this size may be, for messages.
pub(super) fn expected_digit(symbols: &Symbols, size: usize) -> Expected {
    let (first, last) = first_and_last(symbols, size);
    Expected::Digit { first, last }
}
