//! Judge POJ 2676: the number of puzzles, then nine lines of nine digits for each, with `0` for
//! empty cells.
//!
//! ```text
//! 1
//! 103000509
//! 002109400
//! ```
//!
//! Source: Peking University Online Judge, problem 2676, "Sudoku",
//! <http://poj.org/problem?id=2676>.
//!
//! Answers are nine lines of nine digits. Text after the announced number of puzzles is ignored. An
//! incomplete puzzle ends at a blank line.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = format!("1\n{}", "103000509\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Poj2676);
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
use crate::text::only_number;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(crate) struct Poj2676;

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(9),
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("poj2676", "judge POJ 2676: a count, then 9 rows of 9 digits each")
};

impl ClassicCodec for Poj2676 {
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

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(9), 9, Symbols::NumbersFirst)
    }

    fn write_start(&self, to: &mut Printer<'_>, count: Option<u64>) -> Written {
        to.count(count)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.rows(9, puzzle.givens());
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, _line: &str) {
        if let Some(grid) = solution {
            to.rows(9, grid.digits());
        }
    }
}
