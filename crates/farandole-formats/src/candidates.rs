//! Candidate grids: the candidates of each cell as a group of digits, in N rows of N groups, for
//! sizes up to 9.
//!
//! ```text
//! .------------------.----------------.------------------.
//! | 5    3    124    | 26   7    2468 | 1489 1249 248    |
//! ```
//!
//! Source: the candidate grids of HoDoKu, Simple Sudoku and SudokuWiki,
//! <http://sudopedia.enjoysudoku.com/Candidate_Grid.html>.
//!
//! Every character other than a digit only separates groups, so the frames of all programs are
//! accepted. The marks `*` `#` `@` `-` directly after a digit are ignored. Lines that begin with a
//! letter or `#` are skipped. A group of one digit is a given. An incomplete puzzle ends at a blank
//! line.
//!
//! The writer prints the digits that givens and restrictions allow. For a puzzle without
//! restrictions, these are the candidates that no given of a house excludes.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = b"| 1 2 | 34 34 |\n| 34 34 | 12 12 |\n| 2 1 | 34 34 |\n| 34 34 | 12 12 |\n";
//! let dialect = Dialect::detect(text, &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Candidates);
//! let entry = dialect.parser().parse_classic(dialect.records(text).next().unwrap()).unwrap();
//! assert_eq!(entry.puzzle.given_count(), 4);
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::error::{Cause, Misread, Noun, ParseError, WriteCause, Written};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::row_cells::check_count;
use super::rows::{Layout, group_count, groups, of_record};
use super::settings::Settings;
use super::shapes::Division;
use super::symbols::Symbols;
use farandole_puzzle::{BoxShape, Cell, ClassicPuzzle, Digit, DigitSet, Grid};

pub(super) struct Candidates;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    holds_candidates: true,
    ..Descriptor::new("candidates", "the candidates of each cell, in rows")
};

impl ClassicCodec for Candidates {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        is_candidates(head).then_some(Evidence::ParticularRows)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Groups)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_groups(reader, record)
    }

    fn holds_size(&self, size: usize) -> bool {
        size <= 9
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_candidates(to, &candidates(puzzle)?, puzzle.size());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        let sets: Vec<DigitSet> =
            grid.digits().iter().map(|digit| Digit::new(*digit).into_iter().collect()).collect();
        push_candidates(to, &sets, grid.size());
        Ok(())
    }
}

/// Returns true if the first rows consist of groups of candidates: equally many rows and groups,
/// digits in ascending order, and at least one group of several digits.
fn is_candidates(head: &Head<'_>) -> bool {
    let mut rows = head.content.iter().map(|line| line.text).filter(|line| group_count(line) > 0);
    let Some(first) = rows.clone().next() else { return false };
    let size = group_count(first);
    if !(2..=9).contains(&size) || rows.clone().count() < size {
        return false;
    }
    let mut several = false;
    let fits = rows.by_ref().take(size).all(|row| {
        group_count(row) == size
            && groups(row).all(|group| {
                let digits: Vec<u8> = group.text.iter().copied().filter(u8::is_ascii_digit).collect();
                several |= digits.len() > 1;
                digits.iter().all(|digit| (1..=size).contains(&usize::from(digit - b'0')))
                    && digits.windows(2).all(|pair| pair[0] < pair[1])
            })
    });
    fits && several
}

fn parse_groups(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, Layout::Groups, false);
    let Some(first) = rows.first() else {
        return Err(ParseError::new(record.line, 1, Cause::Missing { expected: "a row of candidates" }));
    };
    let size = groups(first.text).count();
    if size > 9 {
        let cause = Cause::Count { what: Noun::GROUPS_IN_ROW, found: size, expected: 9 };
        return Err(ParseError::new(first.line, first.skipped + first.text.len() + 1, cause));
    }
    check_count(&rows, size)?;
    let mut allowed: Vec<DigitSet> = Vec::with_capacity(size * size);
    for row in &rows {
        let at = |offset: usize, cause| ParseError::new(row.line, row.skipped + offset + 1, cause);
        let before = allowed.len();
        for group in groups(row.text) {
            allowed.push(set_of_group(group.text, size).map_err(|(i, cause)| at(group.start + i, cause))?);
        }
        let found = allowed.len() - before;
        if found != size {
            let cause = Cause::Count { what: Noun::GROUPS_IN_ROW, found, expected: size };
            return Err(at(row.text.len(), cause));
        }
    }
    let givens: Vec<u8> = allowed.iter().map(|set| set.single().map_or(0, Digit::get)).collect();
    let mut entry = reader.entry(record, size, &givens, Symbols::NumbersFirst, Division::default())?;
    let count = Cause::Count { what: Noun::CELLS, found: allowed.len(), expected: size * size };
    let misfit = |_| ParseError::new(record.line, 1, count);
    entry.puzzle = entry.puzzle.with_restrictions(&allowed).map_err(misfit)?;
    Ok(entry)
}

/// Parses the digits of a group.
fn set_of_group(group: &[u8], size: usize) -> Result<DigitSet, Misread> {
    let mut set = DigitSet::EMPTY;
    for (i, byte) in group.iter().enumerate().filter(|(_, byte)| byte.is_ascii_digit()) {
        let number = byte - b'0';
        match Digit::new(number) {
            Some(digit) if digit.get() as usize <= size => set.insert(digit),
            _ => return Err((i, Cause::Number { found: number.into(), low: 1, high: size as u64 })),
        }
    }
    Ok(set)
}

/// Returns the digits that givens and restrictions leave for each cell. For a puzzle without
/// restrictions, also excludes the givens in the houses of the cell.
fn candidates(puzzle: &ClassicPuzzle) -> Result<Vec<DigitSet>, WriteCause> {
    let count = puzzle.size() * puzzle.size();
    let mut sets: Vec<DigitSet> = (0..count).filter_map(Cell::new).map(|cell| puzzle.allowed(cell)).collect();
    if puzzle.restrictions().is_none() {
        for house in puzzle.geometry().houses() {
            let given = |cell: &Cell| Digit::new(puzzle.givens()[cell.index()]);
            let seen: DigitSet = house.cells.iter().filter_map(given).collect();
            for cell in house.cells.iter().filter(|cell| given(cell).is_none()) {
                sets[cell.index()] -= seen;
            }
        }
    }
    if sets.iter().any(|set| set.is_empty()) { Err(WriteCause::NoCandidates) } else { Ok(sets) }
}

fn push_candidates(to: &mut Printer<'_>, sets: &[DigitSet], size: usize) {
    to.separator();
    let out = &mut *to.out;
    let shape = BoxShape::usual(size).unwrap_or(BoxShape { box_rows: size, box_cols: size });
    let width = sets.iter().map(|set| set.len()).max().unwrap_or(1);
    let border = |out: &mut Vec<u8>| {
        for _ in 0..size / shape.box_cols {
            out.push(b'+');
            out.resize(out.len() + shape.box_cols * (width + 1) + 1, b'-');
        }
        out.extend_from_slice(b"+\n");
    };
    for (cell, set) in sets.iter().enumerate() {
        let (row, col) = (cell / size, cell % size);
        if col == 0 && row % shape.box_rows == 0 {
            border(out);
        }
        if col % shape.box_cols == 0 {
            out.extend_from_slice(b"| ");
        }
        out.extend(set.iter().map(|digit| b'0' + digit.get()));
        out.resize(out.len() + width - set.len() + 1, b' ');
        if col + 1 == size {
            out.extend_from_slice(b"|\n");
        }
    }
    border(out);
}
