//! Judge HDU 1426: nine lines of nine cells separated by blanks, with `?` for empty cells.
//!
//! ```text
//! 7 1 2 ? 6 ? 3 5 8
//! ? 6 5 2 ? 7 1 ? 4
//! ```
//!
//! Source: Hangzhou Dianzi University Online Judge, problem 1426, "Sudoku Killer",
//! <https://acm.hdu.edu.cn/showproblem.php?pid=1426>.
//!
//! Blank lines separate puzzles. Answers have the same form. An incomplete puzzle ends at a blank
//! line.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = "7 1 2 ? 6 ? 3 5 8\n".repeat(9);
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Hdu1426);
//! ```

use crate::codec::{ClassicCodec, Descriptor, Evidence, Judge, Splitting};
use crate::error::{ParseError, Written};
use crate::head::Head;
use crate::print::Printer;
use crate::reader::Reader;
use crate::record::{ClassicEntry, Record};
use crate::row_cells::parse_fixed;
use crate::rows::Layout;
use crate::settings::Settings;
use crate::symbols::Symbols;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(crate) struct Hdu1426;

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(9),
    symbols: Some((&Symbols::NumbersFirst, b'?')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("hdu1426", "judge HDU 1426: 9 rows of 9 separated cells, with ? for empty cells")
};

impl ClassicCodec for Hdu1426 {
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

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(9), 9, Symbols::NumbersFirst)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.separator();
        to.spaced_rows(9, puzzle.givens(), |to, _, cell| to.cells(&[cell]));
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, _line: &str) {
        to.separator();
        if let Some(grid) = solution {
            to.spaced_rows(9, grid.digits(), |to, _, cell| to.cells(&[cell]));
        }
    }
}
