//! Judge HDU 4069: jigsaws of size 9, with digits and walls encoded as numbers.
//!
//! ```text
//! 1
//! 144 18 112 208 80 25 54 144 48
//! 135 38 147 80 121 128 97 130 32
//! ```
//!
//! Source: Hangzhou Dianzi University Online Judge, problem 4069, "Squiggly Sudoku",
//! <https://acm.hdu.edu.cn/showproblem.php?pid=4069>.
//!
//! The number of puzzles comes first, followed by nine lines of nine numbers for each puzzle. The
//! low four bits of a number are the digit, with 0 for an empty cell. The bits 16, 32, 64 and 128
//! mark a wall above, to the right, below and to the left. The walls divide the grid into regions,
//! which may have any size. A wall exists if either of its two cells marks it. Walls on the border
//! have no effect.
//!
//! An answer is `Case k:` and nine lines of nine digits, or `No solution`, or `Multiple Solutions`.
//! Text after the announced number of puzzles is ignored. An incomplete puzzle ends at a blank
//! line.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = format!("1\n{}", "144 18 112 208 80 25 54 144 48\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Hdu4069);
//! ```

use crate::codec::{
    ClassicCodec, Descriptor, Evidence, Judge, JudgeAnswer, Splitting, check_no_extra_houses,
};
use crate::error::{Cause, ParseError, WriteCause, Written};
use crate::head::Head;
use crate::print::Printer;
use crate::reader::Reader;
use crate::record::{ClassicEntry, Record};
use crate::row_cells::numbers_of_rows;
use crate::rows::{Layout, of_record};
use crate::settings::Settings;
use crate::shapes::Division;
use crate::symbols::Symbols;
use crate::text::{Token, Tokens, number, only_number};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{Cell, ClassicPuzzle, Geometry, Grid, Regions};

pub(crate) struct Hdu4069;

const SIZE: usize = 9;
const UP: u8 = 16;
const RIGHT: u8 = 32;
const DOWN: u8 = 64;
const LEFT: u8 = 128;

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(SIZE),
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    judge: Some(Judge {
        none: Some("No solution"),
        several: Some("Multiple Solutions"),
        answer: JudgeAnswer::Any,
    }),
    ..Descriptor::new("hdu4069", "judge HDU 4069: jigsaws with digits and walls as numbers")
};

impl ClassicCodec for Hdu4069 {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let [first, second, ..] = &head.content[..] else { return None };
        only_number(first.text)?;
        let numbers: Option<Vec<u64>> = Tokens::new(second.text, 0).map(|token| number(token.text)).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == SIZE)?;
        let walled = numbers.iter().any(|number| *number > 9);
        (walled && numbers.iter().all(|number| *number < 256)).then_some(Evidence::Exact)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Counted)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_walls(reader, record)
    }

    fn check_geometry(&self, geometry: &Geometry) -> Written {
        check_no_extra_houses(geometry)?;
        if walls_hold(geometry) { Ok(()) } else { Err(WriteCause::Regions) }
    }

    fn write_start(&self, to: &mut Printer<'_>, count: Option<u64>) -> Written {
        to.count(count)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.separator();
        let geometry = puzzle.geometry();
        let region = |cell: usize| geometry.region_of(Cell::new(cell)?);
        to.spaced_rows(SIZE, puzzle.givens(), |to, cell, given| {
            to.number(number_of_cell(cell, given, region).into());
        });
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, line: &str) {
        to.text(b"Case ");
        to.number(to.ordinal + 1);
        to.text(b":\n");
        to.line(line);
        if let Some(grid) = solution {
            to.rows(SIZE, grid.digits());
        }
    }
}

fn parse_walls(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, Layout::Counted, true);
    let numbers = numbers_of_rows(&rows, SIZE, |text, number| {
        let text = Excerpt::new(text);
        let number = number.ok_or(Cause::Text { found: text, expected: "a number" })?;
        let Ok(small) = u8::try_from(number) else {
            return Err(Cause::Number { found: number, low: 0, high: 255 });
        };
        if usize::from(small & 15) > SIZE {
            return Err(Cause::Text { found: text, expected: "a number whose low four bits are 0 to 9" });
        }
        Ok(small)
    })?;
    let digits: Vec<u8> = numbers.iter().map(|number| number & 15).collect();
    let labels = regions_of_walls(&numbers);
    let division = Division { map: Some(Token { start: 0, text: &labels }), ..Division::default() };
    reader.entry(record, SIZE, &digits, Symbols::NumbersFirst, division)
}

/// Returns true if the walls between cells of different regions determine the regions: each region
/// must be connected.
fn walls_hold(geometry: &Geometry) -> bool {
    let region = |cell: usize| geometry.region_of(Cell::new(cell)?);
    let count = geometry.cell_count();
    let numbers: Vec<u8> = (0..count).map(|cell| number_of_cell(cell, 0, region)).collect();
    let labels = regions_of_walls(&numbers);
    geometry.regions() != &Regions::None
        && (0..count).all(|a| (0..count).all(|b| (labels[a] == labels[b]) == (region(a) == region(b))))
}

/// Returns the region label of each cell, numbered in order of first appearance.
fn regions_of_walls(numbers: &[u8]) -> Vec<u8> {
    let open = |from: usize, to: usize, wall: u8, opposite: u8| {
        numbers[from] & wall == 0 && numbers[to] & opposite == 0
    };
    let mut labels = vec![u8::MAX; numbers.len()];
    let mut stack = Vec::new();
    let mut label = 0;
    for first in 0..numbers.len() {
        if labels[first] != u8::MAX {
            continue;
        }
        labels[first] = label;
        stack.push(first);
        while let Some(cell) = stack.pop() {
            let (row, col) = (cell / SIZE, cell % SIZE);
            let near = [
                (row > 0 && open(cell, cell - SIZE, UP, DOWN)).then(|| cell - SIZE),
                (row + 1 < SIZE && open(cell, cell + SIZE, DOWN, UP)).then(|| cell + SIZE),
                (col > 0 && open(cell, cell - 1, LEFT, RIGHT)).then(|| cell - 1),
                (col + 1 < SIZE && open(cell, cell + 1, RIGHT, LEFT)).then(|| cell + 1),
            ];
            for next in near.into_iter().flatten() {
                if labels[next] == u8::MAX {
                    labels[next] = label;
                    stack.push(next);
                }
            }
        }
        label += 1;
    }
    labels
}

/// Returns the number of a cell: its digit, and a wall on each side that borders another region or
/// the outside.
fn number_of_cell(cell: usize, digit: u8, region: impl Fn(usize) -> Option<usize>) -> u8 {
    let (row, col) = (cell / SIZE, cell % SIZE);
    let own = region(cell);
    let wall = |inside: bool, next: usize, bit: u8| if inside && region(next) == own { 0 } else { bit };
    digit
        | wall(row > 0, cell.wrapping_sub(SIZE), UP)
        | wall(col + 1 < SIZE, cell + 1, RIGHT)
        | wall(row + 1 < SIZE, cell + SIZE, DOWN)
        | wall(col > 0, cell.wrapping_sub(1), LEFT)
}
