//! Judge POJ 3074: one puzzle of 81 cells a line, `.` empty, until a line `end`.
//!
//! ```text
//! .2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.
//! end
//! ```
//!
//! Source: Peking University Online Judge, problem 3074, "Sudoku", <http://poj.org/problem?id=3074>.
//!
//! Answers are lines of 81 digits. Lines are read as in [`line`](mod@super::line), of size 9 only. Each is a record of its
//! own.
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig};
//!
//! let text = format!("{}\nend\n", ".2738..1.".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Poj3074);
//! ```

use super::codec::{Codec, Descriptor, Evidence, Judge, Splitting, Style, Verdict};
use super::error::{Cause, Noun, ParseError, WriteCause};
use super::head::Head;
use super::line_fields::{Maps, read};
use super::print::push_cells;
use super::reader::Reader;
use super::record::{Entry, Record};
use super::settings::Settings;
use super::symbols::Symbols;
use crate::Puzzle;
use alloc::vec::Vec;

pub(super) struct Poj3074;

/// The line behind the last puzzle.
const END: &[u8] = b"end";

static DESCRIPTOR: Descriptor = Descriptor {
    symbols: Some((&Symbols::NumbersFirst, b'.')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("poj3074", "judge POJ 3074: one puzzle a line, then `end`")
};

impl Codec for Poj3074 {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let has_end = || head.content.iter().any(|line| line.text.trim_ascii() == END);
        (head.first_cells().is_some() && has_end()).then_some(Evidence::EndMark)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Lines { header: false, end_mark: Some(END) }
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        let entry = read(reader, record, Maps::Never)?;
        match entry.puzzle.size() {
            9 => Ok(entry),
            size => {
                let count = Cause::Count { what: Noun::CELLS, found: size * size, expected: 81 };
                Err(ParseError::new(record.line, 1, count))
            }
        }
    }

    fn holds_size(&self, size: usize) -> bool {
        size == 9
    }

    fn reads_plain_lines(&self) -> bool {
        true
    }

    fn write_end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(END);
        out.push(b'\n');
    }

    fn write_puzzle(
        &self,
        out: &mut Vec<u8>,
        puzzle: &Puzzle,
        style: &Style<'_>,
        _ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_cells(out, puzzle.givens(), style);
        out.push(b'\n');
        Ok(())
    }

    fn write_answer(
        &self,
        out: &mut Vec<u8>,
        _puzzle: &Puzzle,
        verdict: Verdict<'_>,
        style: &Style<'_>,
        _ordinal: u64,
    ) -> Result<(), WriteCause> {
        DESCRIPTOR.judge_line(verdict)?;
        if let Verdict::Solved(grid) = verdict {
            push_cells(out, grid.digits(), style);
            out.push(b'\n');
        }
        Ok(())
    }
}
