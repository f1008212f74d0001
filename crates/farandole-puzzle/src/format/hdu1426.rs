//! Judge HDU 1426: nine lines of nine cells separated by blanks, `?` empty.
//!
//! ```text
//! 7 1 2 ? 6 ? 3 5 8
//! ? 6 5 2 ? 7 1 ? 4
//! ```
//!
//! Source: Hangzhou Dianzi University Online Judge, problem 1426, "Sudoku Killer",
//! <https://acm.hdu.edu.cn/showproblem.php?pid=1426>.
//!
//! Puzzles are separated by a blank line, and so are the answers, which look the same. An incomplete puzzle ends at a
//! blank line.
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig};
//!
//! let text = "7 1 2 ? 6 ? 3 5 8\n".repeat(9);
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Hdu1426);
//! ```

use super::codec::{Codec, Descriptor, Evidence, Judge, Splitting, Style, Verdict};
use super::error::{ParseError, WriteCause};
use super::head::Head;
use super::print::{push_cells, push_separator, push_spaced_rows};
use super::reader::Reader;
use super::record::{Entry, Record};
use super::row_cells::parse_fixed;
use super::rows::Layout;
use super::settings::Settings;
use super::symbols::Symbols;
use crate::Puzzle;
use alloc::vec::Vec;

pub(super) struct Hdu1426;

static DESCRIPTOR: Descriptor = Descriptor {
    symbols: Some((&Symbols::NumbersFirst, b'?')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("hdu1426", "judge HDU 1426: 9 rows of 9 separated cells, ? empty")
};

impl Codec for Hdu1426 {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let rows = head.content.get(..9)?;
        let is_row = |row: &[u8]| {
            let mut tokens = row.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
            tokens.clone().count() == 9 && tokens.all(|token| matches!(token, [b'1'..=b'9' | b'?']))
        };
        let has_empty = rows.iter().any(|row| row.text.contains(&b'?'));
        (has_empty && rows.iter().all(|row| is_row(row.text))).then_some(Evidence::Exact)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Fixed(9))
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(9), 9, Symbols::NumbersFirst)
    }

    fn holds_size(&self, size: usize) -> bool {
        size == 9
    }

    fn write_puzzle(
        &self,
        out: &mut Vec<u8>,
        puzzle: &Puzzle,
        style: &Style<'_>,
        ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_separator(out, ordinal);
        push_spaced_rows(out, 9, puzzle.givens(), |out, _, cell| push_cells(out, &[cell], style));
        Ok(())
    }

    fn write_answer(
        &self,
        out: &mut Vec<u8>,
        _puzzle: &Puzzle,
        verdict: Verdict<'_>,
        style: &Style<'_>,
        ordinal: u64,
    ) -> Result<(), WriteCause> {
        DESCRIPTOR.judge_line(verdict)?;
        push_separator(out, ordinal);
        if let Verdict::Solved(grid) = verdict {
            push_spaced_rows(out, 9, grid.digits(), |out, _, cell| push_cells(out, &[cell], style));
        }
        Ok(())
    }
}
