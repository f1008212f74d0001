//! Killer lines: the forms in which programs store a killer Sudoku on one line.
//!
//! | form | looks like | used by |
//! |---|---|---|
//! | compact | 81 characters; `<` `>` `^` `v` and `` ` `` `'` `,` `.` point towards the head of the cage, which holds the sum: `0` to `9`, `A` is 10, `a` is 36 | enjoysudoku, Interactive Sudoku Solver |
//! | long | `3x3::k:` and 81 numbers, 256 times the sum plus the number of the cage; `3x3:d:k:` with both diagonals | SudoCue's PS format |
//! | SumoCue | `SumoCueV1` and 81 entries: `=15` is the head of a cage, `+7` leads to the head in cell 7; `J2` after an entry is a region | SumoCue |
//!
//! In the compact form, a cage with the sum 0 has no sum and only requires different digits. In the
//! long form and in SumoCue's form, the sum 0 means that there is no cage.
//!
//! ```
//! use farandole_formats::killer;
//!
//! let line = "S<J<<O<<KJ^<<^<^>^^<N<<<J^Q^S^O>>^^^>^W^<<^>^^O^<<^T^J^^^>>>^>^>^ML<S<<^^>^<^<<^<";
//! let variant = killer::read(line).unwrap();
//! assert_eq!(variant.constraints()[0].name(), "Cage");
//! let error = killer::read(&line.replacen('S', "<", 1)).unwrap_err();
//! assert_eq!((error.line(), error.column()), (1, 1));
//! ```

use super::codec::{Descriptor, VariantCodec, VariantText};
use super::editor::ImportConfig;
use super::error::{Cause, Expected, Misread, Noun, ParseError};
use super::record::VariantEntry;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Shape;
use farandole_puzzle::constraint::{Cage, Constraint, Diagonal, Given, Jigsaw, NoBoxes};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::variant::Variant;

/// Number of cells on a line.
const CELLS: usize = 81;
const SIDE: usize = 9;

/// Returns true if a line looks like a killer line. [`read`] should then report its errors.
///
/// A compact line has 81 characters, at least one of them `<`, `>` or `^`.
pub fn is_killer(line: &str) -> bool {
    let line = line.trim();
    let is_compact = || line.len() == CELLS && line.contains(['<', '>', '^']);
    line.starts_with(SUMO) || line.starts_with(LONG) || is_compact()
}

/// Reads one killer line in any of the forms.
///
/// # Errors
/// Returns the first error with its column.
pub fn read(line: &str) -> Result<Variant, ParseError> {
    let blank = line.len() - line.trim_start().len();
    let text = line.trim();
    let constraints = if let Some(rest) = text.strip_prefix(SUMO) {
        sumo(rest).map_err(|(at, cause)| (at + SUMO.len(), cause))
    } else if let Some(rest) = text.strip_prefix(LONG) {
        long(rest).map_err(|(at, cause)| (at + LONG.len(), cause))
    } else {
        compact(text)
    };
    let fail = |(at, cause)| ParseError::new(1, blank + at + 1, cause);
    let constraints = constraints.map_err(fail)?;
    Variant::new(Shape::CLASSIC, Vec::new(), constraints).map_err(|_| {
        fail((0, Cause::Text { found: Excerpt::new(text.as_bytes()), expected: "regions of nine cells" }))
    })
}

pub(super) struct Killer;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    recognizes: is_killer,
    is_written: false,
    ..Descriptor::new("killer", "variants: killer lines, one per line: compact, PS or SumoCue")
};

impl VariantCodec for Killer {
    fn parse(&self, text: VariantText<'_>, _config: &ImportConfig) -> Result<VariantEntry, ParseError> {
        read(text.first).map(VariantEntry::new).map_err(|error| error.down(text.first_line - 1))
    }
}

const SUMO: &str = "SumoCueV1";
const LONG: &str = "3x3:";

/// Converts the cage heads of all cells into constraints. The head identifies the cage.
fn cages(head_of: &[Option<usize>], sum_of: impl Fn(usize) -> Option<u32>) -> Vec<Constraint> {
    let mut heads: Vec<usize> = head_of.iter().flatten().copied().collect();
    heads.sort_unstable();
    heads.dedup();
    let cage = |head: usize| {
        let members = head_of.iter().enumerate().filter(move |(_, other)| **other == Some(head));
        Cage { sum: sum_of(head), cells: members.map(|(cell, _)| Cell::within(cell)).collect() }.into()
    };
    heads.into_iter().map(cage).collect()
}

/// Returns the step of a character that points to another cell.
const fn step(byte: u8) -> Option<(isize, isize)> {
    Some(match byte {
        b'<' => (0, -1),
        b'>' => (0, 1),
        b'^' => (-1, 0),
        b'v' => (1, 0),
        b'`' => (-1, -1),
        b'\'' => (-1, 1),
        b',' => (1, -1),
        b'.' => (1, 1),
        _ => return None,
    })
}

/// Returns the sum that a character represents.
const fn compact_sum(byte: u8) -> Option<u32> {
    Some(match byte {
        b'0'..=b'9' => byte - b'0',
        b'A'..=b'Z' => byte - b'A' + 10,
        b'a'..=b'j' => byte - b'a' + 36,
        _ => return None,
    } as u32)
}

fn compact(text: &str) -> Result<Vec<Constraint>, Misread> {
    let bytes = text.as_bytes();
    if bytes.len() != CELLS {
        return Err((0, Cause::Count { what: Noun::CELLS, found: bytes.len(), expected: CELLS }));
    }
    let expected = Expected::Named("a sum (`0` to `9`, `A` to `Z`, `a` to `j`) or an arrow to a neighbour");
    let fail = |cell: usize| (cell, Cause::Byte { found: bytes[cell], expected });
    // The next cell on the path of each cell. A cell with a sum points to itself.
    let next: Vec<usize> = (0..CELLS)
        .map(|cell| match (compact_sum(bytes[cell]), step(bytes[cell])) {
            (Some(_), _) => Ok(cell),
            (None, Some((down, right))) => {
                let row = (cell / SIDE).checked_add_signed(down).filter(|row| *row < SIDE);
                let col = (cell % SIDE).checked_add_signed(right).filter(|col| *col < SIDE);
                row.zip(col).map(|(row, col)| row * SIDE + col).ok_or(fail(cell))
            }
            (None, None) => Err(fail(cell)),
        })
        .collect::<Result<_, _>>()?;
    let head = |cell: usize| (0..CELLS).fold(cell, |at, _| next[at]);
    let heads: Vec<Option<usize>> = (0..CELLS).map(|cell| Some(head(cell))).collect();
    // Arrows that form a cycle lead to no sum.
    if let Some(cell) = (0..CELLS).find(|cell| next[head(*cell)] != head(*cell)) {
        return Err(fail(cell));
    }
    Ok(cages(&heads, |head| compact_sum(bytes[head])))
}

fn long(rest: &str) -> Result<Vec<Constraint>, Misread> {
    let (kind, numbers) = rest.split_once(":k:").unwrap_or((rest, ""));
    let mut constraints = Vec::new();
    match kind {
        "" => {}
        "d" => constraints.extend(
            [farandole_puzzle::Diagonal::Main, farandole_puzzle::Diagonal::Anti]
                .map(|diagonal| Diagonal { diagonal }.into()),
        ),
        _ => {
            let found = Excerpt::new(kind.as_bytes());
            return Err((0, Cause::Text { found, expected: "`:k:` or `d:k:`" }));
        }
    }
    let mut at = kind.len() + 3;
    let mut cells: Vec<u64> = Vec::with_capacity(CELLS);
    for text in numbers.strip_suffix(':').unwrap_or(numbers).split(':') {
        let number = text.parse::<u64>().ok().filter(|number| *number <= MAX_SUM * 256 + 255);
        let found = Excerpt::new(text.as_bytes());
        let expected = "256 times the sum of a cage plus its number";
        cells.push(number.ok_or((at, Cause::Text { found, expected }))?);
        at += text.len() + 1;
    }
    if cells.len() != CELLS {
        return Err((0, Cause::Count { what: Noun::CELLS, found: cells.len(), expected: CELLS }));
    }
    // Cells with the same number belong to one cage. Different sums would be an error of the
    // writer.
    let head = |cell: usize| cells.iter().position(|other| *other == cells[cell]);
    let heads: Vec<Option<usize>> =
        (0..CELLS).map(|cell| head(cell).filter(|_| cells[cell] >= 256)).collect();
    constraints.extend(cages(&heads, |head| u32::try_from(cells[head] / 256).ok()));
    Ok(constraints)
}

/// The greatest sum of a cage that is accepted.
const MAX_SUM: u64 = 10_000;

fn sumo(rest: &str) -> Result<Vec<Constraint>, Misread> {
    let bytes = rest.as_bytes();
    let mut constraints: Vec<Constraint> = Vec::new();
    let mut at = 0;
    if bytes.first() == Some(&b'D') {
        constraints.extend(
            [farandole_puzzle::Diagonal::Main, farandole_puzzle::Diagonal::Anti]
                .map(|diagonal| Diagonal { diagonal }.into()),
        );
        at = 1;
    }
    let mut entries: Vec<Entry> = Vec::with_capacity(CELLS);
    while at < bytes.len() {
        let (entry, end) = sumo_entry(bytes, at)?;
        entries.push(entry);
        at = end;
    }
    if entries.len() != CELLS {
        return Err((0, Cause::Count { what: Noun::CELLS, found: entries.len(), expected: CELLS }));
    }
    let is_jigsaw = entries.iter().all(|entry| entry.region.is_some());
    let has_cages =
        entries.iter().any(|entry| !entry.is_head) || entries.iter().any(|entry| entry.number > SIDE);
    if is_jigsaw {
        let piece = |label: usize| {
            let members = entries.iter().enumerate().filter(|(_, entry)| entry.region == Some(label));
            members.map(|(cell, _)| Cell::within(cell)).collect::<Vec<Cell>>()
        };
        constraints.push(NoBoxes {}.into());
        constraints.push(Jigsaw { pieces: (0..SIDE).map(piece).collect() }.into());
    }
    if is_jigsaw && !has_cages {
        let values = Shape::CLASSIC.values();
        let givens = entries.iter().enumerate().filter(|(_, entry)| entry.number > 0);
        constraints.extend(givens.map(|(cell, entry)| {
            Given { cell: Cell::within(cell), mask: values.mask(entry.number as u8) }.into()
        }));
        return Ok(constraints);
    }
    let head = |cell: usize| if entries[cell].is_head { cell } else { entries[cell].number };
    if let Some(cell) = (0..CELLS).find(|cell| !entries[head(*cell)].is_head) {
        return Err((
            entries[cell].at,
            Cause::Byte { found: b'+', expected: Expected::Named("a cell that has a sum") },
        ));
    }
    let heads: Vec<Option<usize>> =
        (0..CELLS).map(|cell| Some(head(cell)).filter(|head| entries[*head].number > 0)).collect();
    constraints.extend(cages(&heads, |head| u32::try_from(entries[head].number).ok()));
    Ok(constraints)
}

struct Entry {
    at: usize,
    is_head: bool,
    number: usize,
    region: Option<usize>,
}

/// Parses the entry that starts at this offset, and returns it with its end.
fn sumo_entry(bytes: &[u8], at: usize) -> Result<(Entry, usize), Misread> {
    let is_head = match bytes[at] {
        b'=' => true,
        b'+' => false,
        found => return Err((at, Cause::Byte { found, expected: Expected::Named("`=` or `+`") })),
    };
    let digits = bytes[at + 1..].iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    let number =
        bytes[at + 1..][..digits].iter().fold(0, |number, byte| number * 10 + usize::from(byte - b'0'));
    let limit = if is_head { MAX_SUM as usize } else { CELLS - 1 };
    if digits == 0 || number > limit {
        return Err((at + 1, Cause::Number { found: number as u64, low: 0, high: limit as u64 }));
    }
    let end = at + 1 + digits;
    if bytes.get(end) != Some(&b'J') {
        return Ok((Entry { at, is_head, number, region: None }, end));
    }
    match bytes.get(end + 1) {
        Some(label @ b'0'..=b'8') => {
            Ok((Entry { at, is_head, number, region: Some(usize::from(label - b'0')) }, end + 2))
        }
        Some(found) => {
            Err((end + 1, Cause::Byte { found: *found, expected: Expected::Named("a region from 0 to 8") }))
        }
        None => Err((end + 1, Cause::Missing { expected: "a region from 0 to 8" })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ParseErrorKind;
    use farandole_puzzle::constraint::Constraint;
    use farandole_puzzle::variant::check;
    use std::format;

    /// Returns the lines of `testdata/variants/killers.txt`: the puzzle, a tab, its solution.
    fn samples() -> impl Iterator<Item = (&'static str, Vec<u8>)> {
        let text = include_str!("../../../testdata/variants/killers.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines
            .filter_map(|line| line.split_once('\t'))
            .map(|(line, solution)| (line, solution.bytes().map(|byte| byte - b'0').collect()))
    }

    #[test]
    fn solutions_of_samples_pass_the_check() {
        let mut forms = [0; 2];
        for (line, solution) in samples() {
            assert!(is_killer(line), "{line}");
            let variant = read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert!(
                check(&variant, &solution).is_ok(),
                "{line}: {}",
                check(&variant, &solution).unwrap_err()
            );
            forms[usize::from(line.starts_with(LONG))] += 1;
            // The same cages in the third form, which cannot express cages without a sum.
            if !variant.constraints().iter().any(|it| matches!(it, Constraint::Cage(Cage { sum: None, .. })))
            {
                assert_eq!(read(&as_sumo(&variant)), Ok(variant), "{line}");
            }
        }
        assert!(forms.iter().all(|count| *count > 1), "{forms:?}");
    }

    /// Prints a variant of cages with sums and diagonals in SumoCue's form.
    fn as_sumo(variant: &Variant) -> String {
        let mut entries: Vec<String> = (0..CELLS).map(|_| String::from("=0")).collect();
        let mut text = String::from(SUMO);
        for constraint in variant.constraints() {
            match constraint {
                Constraint::Cage(cage) => {
                    let head = cage.cells[0].index();
                    cage.cells.iter().for_each(|cell| entries[cell.index()] = format!("+{head}"));
                    entries[head] = format!("={}", cage.sum.unwrap_or(0));
                }
                _ => {
                    text.truncate(SUMO.len());
                    text.push('D');
                }
            }
        }
        text.push_str(&entries.concat());
        text
    }

    #[test]
    fn diagonals_regions_and_givens_are_read() {
        let line = format!("3x3:d:k:{}", "2561:".repeat(2) + &"0:".repeat(79));
        let variant = read(&line).unwrap();
        let names: Vec<&str> = variant.constraints().iter().map(Constraint::name).collect();
        assert_eq!(names, ["Diagonal", "Diagonal", "Cage"]);
        let jigsaw: String = (0..CELLS).map(|cell| format!("={}J{}", cell % 2 * 5, cell / 9)).collect();
        let variant = read(&format!("{SUMO}{jigsaw}")).unwrap();
        let names: Vec<&str> = variant.constraints().iter().map(Constraint::name).collect();
        assert_eq!(names.len(), 42, "{names:?}");
        assert_eq!(variant.domains()[1], 1 << 4);
    }

    #[test]
    fn errors_have_a_position() {
        let column = |line: &str, kind| {
            let error = read(line).unwrap_err();
            assert_eq!(error.kind(), kind, "{line}: {error}");
            error.column()
        };
        let dots = |first: &str, count| format!("{first}{}", "A".repeat(count));
        assert_eq!(column(&dots(">", 79), ParseErrorKind::Count), 1);
        assert_eq!(column(&dots("v^", 79), ParseErrorKind::UnexpectedCharacter), 2);
        assert_eq!(column(&dots("><", 79), ParseErrorKind::UnexpectedCharacter), 1);
        assert_eq!(column(&dots("A!", 79), ParseErrorKind::UnexpectedCharacter), 2);
        assert_eq!(column("3x3:q:k:1:", ParseErrorKind::UnexpectedText), 5);
        assert_eq!(column("3x3::k:1:x:", ParseErrorKind::UnexpectedText), 10);
        assert_eq!(column("3x3::k:1:2:", ParseErrorKind::Count), 5);
        assert_eq!(column("SumoCueV1=1x", ParseErrorKind::UnexpectedCharacter), 12);
        assert_eq!(column("SumoCueV1=1J9", ParseErrorKind::UnexpectedCharacter), 13);
        assert_eq!(column("SumoCueV1=1J", ParseErrorKind::UnexpectedEnd), 13);
        assert_eq!(column("SumoCueV1+81", ParseErrorKind::NumberRange), 11);
        let heads = format!("SumoCueV1+1+1{}", "=1".repeat(79));
        assert_eq!(column(&heads, ParseErrorKind::UnexpectedCharacter), 10);
    }
}
