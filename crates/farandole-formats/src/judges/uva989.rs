//! Judge UVa 989: for each puzzle the box order n, then n * n lines of n * n numbers, with 0 for
//! empty cells.
//!
//! ```text
//! 3
//! 0 6 0 1 0 4 0 5 0
//! 0 0 8 3 0 5 6 0 0
//! ```
//!
//! Source: UVa Online Judge, problem 989, "Su Doku", <https://onlinejudge.org/external/9/989.pdf>.
//!
//! An answer is the filled grid in the same form without the order, or `NO SOLUTION`. A blank line
//! separates answers. If there are several solutions, the judge expects the lexicographically first
//! one.
//!
//! Blank lines are ignored. An incomplete puzzle ends at the next line with a single number, which
//! is the next order.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = format!("3\n{}", "0 6 0 1 0 4 0 5 0\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Uva989);
//! ```

use crate::codec::{ClassicCodec, Descriptor, Evidence, Judge, JudgeAnswer, Splitting};
use crate::error::{Cause, Noun, ParseError, Written};
use crate::head::Head;
use crate::print::Printer;
use crate::reader::Reader;
use crate::record::{ClassicEntry, Record};
use crate::row_cells::numbers_of_rows;
use crate::rows::{Layout, of_record};
use crate::settings::Settings;
use crate::shapes::Division;
use crate::symbols::Symbols;
use crate::text::{Tokens, number, only_number};
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(crate) struct Uva989;

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    judge: Some(Judge { none: Some("NO SOLUTION"), several: None, answer: JudgeAnswer::First }),
    ..Descriptor::new("uva989", "judge UVa 989: the box order, then rows of numbers")
};

impl ClassicCodec for Uva989 {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let [first, second, ..] = &head.content[..] else { return None };
        let order = only_number(first.text).filter(|order| (2..=8).contains(order))?;
        let tokens = Tokens::new(second.text, 0);
        let numbers = tokens.clone().all(|token| number(token.text).is_some());
        (numbers && tokens.count() as u64 == order * order).then_some(Evidence::Exact)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Ordered)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_numbers(reader, record)
    }

    fn holds_size(&self, size: usize) -> bool {
        size.isqrt().pow(2) == size
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.number(puzzle.size().isqrt() as u64);
        to.text(b"\n");
        push_numbers(to, puzzle.size(), puzzle.givens());
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, line: &str) {
        to.separator();
        to.line(line);
        if let Some(grid) = solution {
            push_numbers(to, grid.size(), grid.digits());
        }
    }
}

fn parse_numbers(reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
    let rows = of_record(&record, Layout::Ordered, true);
    let Some((first, rows)) = rows.split_first() else {
        return Err(ParseError::new(record.line, 1, Cause::Missing { expected: "the box order" }));
    };
    let at_first = |cause| ParseError::new(first.line, first.skipped + 1, cause);
    let order = only_number(first.text).ok_or_else(|| {
        let found = Excerpt::new(first.text.trim_ascii());
        at_first(Cause::Text { found, expected: "the box order, one number" })
    })?;
    if !(1..=8).contains(&order) {
        return Err(at_first(Cause::Number { found: order, low: 1, high: 8 }));
    }
    let order = order as usize;
    let size = order * order;
    if rows.is_empty() {
        let count = Cause::Count { what: Noun::ROWS, found: 0, expected: size };
        return Err(ParseError::new(first.line, first.skipped + first.text.len() + 1, count));
    }
    let high = size as u64;
    let cells = numbers_of_rows(rows, size, |text, number| match number {
        Some(number) if number <= high => Ok(number as u8),
        Some(found) => Err(Cause::Number { found, low: 0, high }),
        None => Err(Cause::Text { found: Excerpt::new(text), expected: "a number" }),
    })?;
    // If the size is a square, the usual boxes are squares of its root.
    reader.entry(record, size, &cells, Symbols::NumbersFirst, Division::default())
}

fn push_numbers(to: &mut Printer<'_>, size: usize, cells: &[u8]) {
    to.spaced_rows(size, cells, |to, _, cell| to.number(cell.into()));
}
