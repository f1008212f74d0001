//! Links to classic puzzles: sudokuwiki.org, sudokuexchange.com, sudoku.coach and puzz.link.
//!
//! | host | the puzzle in the link |
//! |---|---|
//! | sudokuwiki.org | `sudoku.htm?bd=` and 81 cells, or `S9B` and two base-36 digits per cell: a given, or `ep` for an empty cell |
//! | sudokuexchange.com | `play/?s=` and 81 cells |
//! | sudoku.coach | `en/play/` and 81 cells |
//! | puzz.link, pzv.jp | `p?sudoku/9/9/`, then a hexadecimal digit per given, and `g` to `z` for 1 to 20 empty cells |
//!
//! Source: the published behaviour of these sites; for puzz.link, the number encoding of pzprjs,
//! <https://github.com/robx/pzprjs>.
//!
//! Pages of these sites for other rules are refused by name.

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::ImportConfig;
use super::error::{Cause, Noun, ParseError};
use super::links::{host_of, link_of};
use super::record::VariantEntry;
use super::text::size_of_square;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::variant::Variant;

pub(super) struct ClassicLink;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    aliases: &["sudokuwiki-link"],
    recognizes: |first| decoder_of(first).is_some(),
    is_written: false,
    ..Descriptor::new("classic-link", "variants: links to classic puzzles at sudokuwiki.org and other sites")
};

/// A function from the part of a link after its host to the givens, with 0 for empty cells.
type Decoder = fn(&str) -> Result<Vec<u8>, Cause>;

/// Returns the decoder for a link, and the part after its host.
fn decoder_of(line: &str) -> Option<(Decoder, String)> {
    let link = link_of(line)?;
    let (host, rest) = host_of(&link)?;
    let decoder: Decoder = match host {
        "sudokuwiki.org" => sudokuwiki,
        "sudokuexchange.com" => exchange,
        "sudoku.coach" => coach,
        "puzz.link" | "pzv.jp" | "pzprxs.vercel.app" => puzz_link,
        _ => return None,
    };
    Some((decoder, rest.into()))
}

impl VariantCodec for ClassicLink {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        let fail = |cause| ParseError::new(text.first_line, 1, cause);
        let (decoder, rest) = decoder_of(text.first).ok_or(fail(Cause::Nothing))?;
        let cells = decoder(&rest).map_err(fail)?;
        let size = size_of_square(cells.len()).ok_or(fail(Cause::NotSquare { cells: cells.len() }))?;
        let shape =
            Shape::square(size).map_err(|_| fail(Cause::Number { found: size as u64, low: 2, high: 16 }))?;
        let range = |found: u8| fail(Cause::Number { found: found.into(), low: 1, high: size as u64 });
        if let Some(large) = cells.iter().find(|cell| usize::from(**cell) > size) {
            return Err(range(*large));
        }
        let given = |(cell, value): (usize, &u8)| {
            (*value > 0).then(|| Given { cell: Cell::within(cell), mask: 1 << (value - 1) }.into())
        };
        let givens: Vec<Constraint> = cells.iter().enumerate().filter_map(given).collect();
        Ok(VariantEntry::new(Variant::new(shape, Vec::new(), givens).map_err(|_| fail(Cause::Nothing))?))
    }
}

fn text(found: &str, expected: &'static str) -> Cause {
    Cause::Text { found: Excerpt::new(found.as_bytes()), expected }
}

/// Returns the value of an argument of a link.
fn argument<'a>(rest: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = rest.split_once('?')?;
    query.split(['&', '#']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

/// Decodes one character per cell.
fn plain(cells: &str) -> Result<Vec<u8>, Cause> {
    let cells: String = cells.chars().filter(|c| *c != ',').collect();
    let cell = |c: char| match c {
        '.' | '_' => Some(0),
        _ => c.to_digit(10).map(|digit| digit as u8),
    };
    let decoded: Option<Vec<u8>> = cells.chars().map(cell).collect();
    match decoded {
        Some(decoded) if decoded.len() == 81 => Ok(decoded),
        Some(decoded) => Err(Cause::Count { what: Noun::CELLS, found: decoded.len(), expected: 81 }),
        None => Err(text(&cells, "81 digits, with 0 for empty cells")),
    }
}

fn sudokuwiki(rest: &str) -> Result<Vec<u8>, Cause> {
    let page = rest.trim_start_matches('/').split(['?', '#']).next().unwrap_or_default();
    if !matches!(page.to_ascii_lowercase().as_str(), "" | "sudoku.htm") {
        return Err(text(page, "the page sudoku.htm, since puzzles of other pages have other rules"));
    }
    let cells = argument(rest, "bd").ok_or(Cause::Missing { expected: "`bd=` and a puzzle" })?;
    let Some(packed) = cells.strip_prefix("S9B") else {
        let is_packed = cells.starts_with(|c: char| c.is_ascii_uppercase());
        return if is_packed {
            Err(text(cells, "S9B, since other letters mean other rules"))
        } else {
            plain(cells)
        };
    };
    let cell = |pair: &[u8]| {
        let pair = core::str::from_utf8(pair).unwrap_or_default();
        match u16::from_str_radix(pair, 36) {
            Ok(value @ 1..=9) => Ok(value as u8),
            Ok(529) => Ok(0),
            _ => Err(text(pair, "a given or `ep`, without placed digits and removed candidates")),
        }
    };
    packed.as_bytes().chunks(2).map(cell).collect::<Result<_, _>>().and_then(|cells: Vec<u8>| {
        let count = Cause::Count { what: Noun::CELLS, found: cells.len(), expected: 81 };
        if cells.len() == 81 { Ok(cells) } else { Err(count) }
    })
}

fn exchange(rest: &str) -> Result<Vec<u8>, Cause> {
    plain(argument(rest, "s").ok_or(Cause::Missing { expected: "`s=` and 81 digits" })?)
}

fn coach(rest: &str) -> Result<Vec<u8>, Cause> {
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let cells = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if cells.starts_with("SC") {
        return Err(text(cells, "81 digits; export the puzzle as a string of 81 characters"));
    }
    plain(cells)
}

fn puzz_link(rest: &str) -> Result<Vec<u8>, Cause> {
    let (_, path) = rest.split_once('?').ok_or(Cause::Missing { expected: "`?sudoku/` and a puzzle" })?;
    let mut parts = path.split('/').filter(|part| !part.starts_with("v:"));
    let kind = parts.next().unwrap_or_default();
    if kind != "sudoku" {
        return Err(text(kind, "sudoku; other puzzles have other rules"));
    }
    let mut side = || parts.next().and_then(|side| side.parse::<usize>().ok());
    let (Some(cols), Some(rows)) = (side(), side()) else {
        return Err(Cause::Missing { expected: "the numbers of columns and rows" });
    };
    if rows != cols || !(2..=16).contains(&rows) {
        return Err(Cause::Count { what: Noun::ROWS, found: rows, expected: cols.clamp(2, 16) });
    }
    let mut cells: Vec<u8> = Vec::new();
    let mut body = parts.next().unwrap_or_default().chars();
    while let Some(c) = body.next() {
        match c {
            '0'..='9' | 'a'..='f' => cells.push(c.to_digit(16).unwrap_or(0) as u8),
            'g'..='z' => cells.resize(cells.len() + c as usize - 'f' as usize, 0),
            '.' => cells.push(0),
            '-' => {
                let digits =
                    body.as_str().get(..2).ok_or(Cause::Missing { expected: "two hexadecimal digits" })?;
                cells.push(
                    u8::from_str_radix(digits, 16).map_err(|_| text(digits, "two hexadecimal digits"))?,
                );
                body.nth(1);
            }
            _ => return Err(text(c.encode_utf8(&mut [0; 4]), "hexadecimal digits and letters")),
        }
    }
    // The last run of empty cells may extend beyond the grid.
    let count = rows * cols;
    let surplus = cells.get(count..).unwrap_or_default();
    if cells.len() < count && !cells.is_empty() || surplus.iter().any(|cell| *cell > 0) {
        return Err(Cause::Count { what: Noun::CELLS, found: cells.len(), expected: count });
    }
    cells.resize(count, 0);
    Ok(cells)
}
