//! Judge POJ 2676: the number of puzzles, then nine lines of nine digits each, `0` empty.
//!
//! ```text
//! 1
//! 103000509
//! 002109400
//! ```
//!
//! Source: Peking University Online Judge, problem 2676, "Sudoku", <http://poj.org/problem?id=2676>.
//!
//! Answers are nine lines of nine digits. Nothing behind the announced number of puzzles is read. An incomplete puzzle
//! ends at a blank line.
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig};
//!
//! let text = format!("1\n{}", "103000509\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Poj2676);
//! ```

use super::codec::{Codec, Descriptor, Evidence, Judge, Splitting, Style, Verdict};
use super::error::{ParseError, WriteCause};
use super::head::Head;
use super::print::{push_number, push_plain_rows};
use super::reader::Reader;
use super::record::{Entry, Record};
use super::row_cells::parse_fixed;
use super::rows::Layout;
use super::settings::Settings;
use super::symbols::Symbols;
use super::text::only_number;
use crate::Puzzle;
use alloc::vec::Vec;

pub(super) struct Poj2676;

static DESCRIPTOR: Descriptor = Descriptor {
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("poj2676", "judge POJ 2676: a count, then 9 rows of 9 digits each")
};

impl Codec for Poj2676 {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let [first, second, ..] = &head.content[..] else { return None };
        only_number(first.text)?;
        let row = second.text.trim_ascii();
        let short = first.text.trim_ascii().len() < 9;
        (short && row.len() == 9 && row.iter().all(u8::is_ascii_digit)).then_some(Evidence::Exact)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Counted)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(9), 9, Symbols::NumbersFirst)
    }

    fn holds_size(&self, size: usize) -> bool {
        size == 9
    }

    fn write_start(
        &self,
        out: &mut Vec<u8>,
        _style: &Style<'_>,
        count: Option<u64>,
    ) -> Result<(), WriteCause> {
        push_number(out, count.ok_or(WriteCause::Count)?);
        out.push(b'\n');
        Ok(())
    }

    fn write_puzzle(
        &self,
        out: &mut Vec<u8>,
        puzzle: &Puzzle,
        style: &Style<'_>,
        _ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_plain_rows(out, 9, puzzle.givens(), style);
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
            push_plain_rows(out, 9, grid.digits(), style);
        }
        Ok(())
    }
}
