//! Judge POJ 3076 and its kin: 16 lines of 16 letters `A` to `P`, `-` empty, until the end of the input.
//!
//! ```text
//! --A----C-----O-I
//! -J--A-B-P-CGF-H-
//! ```
//!
//! Source: Peking University Online Judge, problem 3076, "Sudoku", <http://poj.org/problem?id=3076>.
//!
//! An answer is the filled grid and a blank line. An incomplete puzzle ends at a blank line.
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig};
//!
//! let text = "--A----C-----O-I\n".repeat(16);
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Grid16);
//! assert_eq!(Format::by_name("poj3076"), Some(Format::Grid16));
//! ```

use super::codec::{Codec, Descriptor, Evidence, Judge, Splitting, Style, Verdict};
use super::error::{ParseError, WriteCause};
use super::head::Head;
use super::print::{push_plain_rows, push_separator};
use super::reader::Reader;
use super::record::{Entry, Record};
use super::row_cells::parse_fixed;
use super::rows::Layout;
use super::settings::Settings;
use super::symbols::Symbols;
use crate::Puzzle;
use alloc::vec::Vec;

pub(super) struct Grid16;

static DESCRIPTOR: Descriptor = Descriptor {
    aliases: &["poj3076"],
    symbols: Some((&Symbols::LettersFirst, b'-')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("grid16", "judge POJ 3076: 16 rows of 16 letters A-P")
};

impl Codec for Grid16 {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let rows = head.content.get(..16)?;
        let is_row =
            |row: &[u8]| row.len() == 16 && row.iter().all(|byte| matches!(byte, b'A'..=b'P' | b'-'));
        let named = rows.iter().any(|row| row.text.iter().any(u8::is_ascii_uppercase));
        let has_empty = rows.iter().any(|row| row.text.contains(&b'-'));
        let exact = named && has_empty && rows.iter().all(|row| is_row(row.text.trim_ascii()));
        exact.then_some(Evidence::Exact)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Fixed(16))
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(16), 16, Symbols::LettersFirst)
    }

    fn holds_size(&self, size: usize) -> bool {
        size == 16
    }

    fn write_puzzle(
        &self,
        out: &mut Vec<u8>,
        puzzle: &Puzzle,
        style: &Style<'_>,
        ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_separator(out, ordinal);
        push_plain_rows(out, 16, puzzle.givens(), style);
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
            push_plain_rows(out, 16, grid.digits(), style);
        }
        out.push(b'\n');
        Ok(())
    }
}
