//! Game IDs of Solo in Simon Tatham's Portable Puzzle Collection, one per line.
//!
//! ```text
//! 3x3:a5d7_3b...
//! 3x3k:zzzc,__aaa___a_a...,10_6_8a11...
//! ```
//!
//! Source: the description of game IDs in the source code of Solo,
//! <https://www.chiark.greenend.org.uk/~sgtatham/puzzles/doc/solo.html>.
//!
//! The size is `CxR` for boxes of C rows and R columns, or `Nj` for a jigsaw. `x` adds the diagonals, and
//! `k` cages. The grid follows: numbers, `_` between two numbers, and `a` to `z` for 1 to 26 empty cells.
//! Regions and cages are lists of borders: `_` or a letter is the number of neighbours without a border
//! before the next border, first between columns and then between rows. The sums of the cages are a grid.

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::ImportConfig;
use super::error::{Cause, Expected, Misread, Noun, ParseError};
use super::record::VariantEntry;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint, Diagonal, Given, Jigsaw, NoBoxes};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{BoxShape, Cell, Diagonal as Which};
use std::collections::BTreeMap;

pub(super) struct Solo;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    recognizes: |first| params(first).is_some(),
    is_written: false,
    ..Descriptor::new("solo", "variants: game IDs of Simon Tatham's Solo, one per line")
};

impl VariantCodec for Solo {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        let fail = |(at, cause): Misread| ParseError::new(text.first_line, at + 1, cause);
        let missing = (0, Cause::Missing { expected: "a game ID" });
        let params = params(text.first).ok_or(fail(missing))?;
        read(&params, text.first).map(VariantEntry::new).map_err(fail)
    }
}

/// The parameters of a game ID.
struct Params {
    size: usize,
    /// The boxes, or `None` for a jigsaw.
    boxes: Option<BoxShape>,
    diagonals: bool,
    cages: bool,
    /// The offset of the description.
    start: usize,
}

/// Parses the parameters of a line that has the form of a game ID.
fn params(line: &str) -> Option<Params> {
    let (head, rest) = line.split_once(':')?;
    let is_description =
        |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || b"_,".contains(&byte);
    if rest.is_empty() || !rest.bytes().all(is_description) {
        return None;
    }
    let end = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (first, rest) = head.split_at(end(head));
    let cols: usize = first.parse().ok().filter(|cols| (1..=31).contains(cols))?;
    let (size, boxes, flags) = match rest.strip_prefix('x').map(|rest| rest.split_at(end(rest))) {
        Some((second, flags)) if !second.is_empty() => {
            let rows: usize = second.parse().ok().filter(|rows| (1..=31).contains(rows))?;
            (cols * rows, Some(BoxShape { box_rows: cols, box_cols: rows }), flags)
        }
        _ => (cols, None, rest.strip_prefix('j')?),
    };
    let known = flags.bytes().all(|flag| flag.is_ascii_lowercase() || flag.is_ascii_digit());
    let rules = flags.bytes().take_while(|flag| b"xk".contains(flag)).count();
    let has = |flag| flags[..rules].contains(flag);
    known.then(|| Params { size, boxes, diagonals: has('x'), cages: has('k'), start: head.len() + 1 })
}

fn read(params: &Params, line: &str) -> Result<Variant, Misread> {
    let size = params.size;
    let shape =
        Shape::square(size).map_err(|_| (0, Cause::Number { found: size as u64, low: 2, high: 16 }))?;
    let mut fields: Vec<(usize, &str)> = Vec::new();
    let mut at = params.start;
    for field in line[params.start..].split(',') {
        fields.push((at, field));
        at += field.len() + 1;
    }
    let expected = 1 + usize::from(params.boxes.is_none()) + 2 * usize::from(params.cages);
    if fields.len() != expected {
        return Err((params.start, Cause::Count { what: Noun::FIELDS, found: fields.len(), expected }));
    }
    let mut fields = fields.into_iter();
    let mut next = || fields.next().ok_or((line.len(), Cause::Missing { expected: "a field" }));
    let mut constraints: Vec<Constraint> = Vec::new();
    let givens = numbers(next()?, size, size as u64)?;
    let given = |(cell, value): (usize, &u64)| {
        (*value > 0).then(|| Given { cell: Cell::within(cell), mask: 1 << (value - 1) }.into())
    };
    let pieces = match params.boxes {
        None => Some(regions(next()?, size)?),
        Some(boxes) if BoxShape::usual(size) != Some(boxes) => Some(boxed(size, boxes)),
        Some(_) => None,
    };
    if let Some(pieces) = pieces {
        if let Some(wrong) = pieces.iter().find(|piece| piece.len() != size) {
            let label = b'0' + (wrong[0].index() % 10) as u8;
            return Err((params.start, Cause::Region { label, found: wrong.len(), expected: size }));
        }
        constraints.extend([NoBoxes {}.into(), Jigsaw { pieces }.into()]);
    }
    if params.diagonals {
        constraints.extend([Which::Main, Which::Anti].map(|diagonal| Diagonal { diagonal }.into()));
    }
    if params.cages {
        let (cages, sums) = (regions(next()?, size)?, numbers(next()?, size, u64::from(u16::MAX))?);
        constraints.extend(cages.into_iter().map(|cells| {
            let sum = cells.iter().map(|cell| sums[cell.index()]).find(|sum| *sum > 0);
            Cage { sum: sum.map(|sum| sum as u32), cells }.into()
        }));
    }
    constraints.extend(givens.iter().enumerate().filter_map(given));
    Variant::new(shape, Vec::new(), constraints)
        .map_err(|_| (0, Cause::Missing { expected: "regions and cages of a puzzle" }))
}

/// Decodes a grid of numbers up to `high`, with 0 for cells without a number.
fn numbers((start, text): (usize, &str), size: usize, high: u64) -> Result<Vec<u64>, Misread> {
    let mut numbers = Vec::new();
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'_' => at += 1,
            byte @ b'a'..=b'z' => {
                numbers.resize(numbers.len() + usize::from(byte - b'a') + 1, 0);
                at += 1;
            }
            _ => {
                let length = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                let number = text[at..at + length].parse().unwrap_or(u64::MAX);
                if number > high {
                    return Err((start + at, Cause::Number { found: number, low: 1, high }));
                }
                numbers.push(number);
                at += length;
            }
        }
    }
    if numbers.len() == size * size {
        return Ok(numbers);
    }
    Err((start, Cause::Count { what: Noun::CELLS, found: numbers.len(), expected: size * size }))
}

/// Decodes a list of borders into the regions between them.
fn regions((start, text): (usize, &str), size: usize) -> Result<Vec<Vec<Cell>>, Misread> {
    let half = size * (size - 1);
    let pair = |edge: usize| {
        let (line, along) = (edge % half / (size - 1), edge % half % (size - 1));
        if edge < half {
            (line * size + along, line * size + along + 1)
        } else {
            (along * size + line, (along + 1) * size + line)
        }
    };
    let mut region: Vec<usize> = (0..size * size).collect();
    let mut edge = 0;
    for (at, byte) in text.bytes().enumerate() {
        let open = match byte {
            b'_' => 0,
            b'a'..=b'z' => usize::from(byte - b'a') + 1,
            found => {
                return Err((
                    start + at,
                    Cause::Byte { found, expected: Expected::Named("`_` or a letter") },
                ));
            }
        };
        let open = if byte == b'z' { 25 } else { open };
        if edge + open > 2 * half {
            return Err((
                start + at,
                Cause::Count { what: Noun::BORDERS, found: edge + open, expected: 2 * half },
            ));
        }
        for (one, other) in (edge..edge + open).map(pair) {
            let (from, to) = (region[one], region[other]);
            region.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
        }
        edge += open + usize::from(byte != b'z');
    }
    // A border after the last neighbours ends the list.
    if edge != 2 * half + 1 {
        return Err((start, Cause::Count { what: Noun::BORDERS, found: edge, expected: 2 * half + 1 }));
    }
    let mut pieces: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    region
        .iter()
        .enumerate()
        .for_each(|(cell, label)| pieces.entry(*label).or_default().push(Cell::within(cell)));
    Ok(pieces.into_values().collect())
}

/// Returns boxes of this shape as regions.
fn boxed(size: usize, shape: BoxShape) -> Vec<Vec<Cell>> {
    let mut pieces = vec![Vec::new(); size];
    let across = size / shape.box_cols;
    for cell in 0..size * size {
        let (row, col) = (cell / size, cell % size);
        pieces[row / shape.box_rows * across + col / shape.box_cols].push(Cell::within(cell));
    }
    pieces
}
