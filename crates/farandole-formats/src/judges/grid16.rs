//! Judge POJ 3076 and similar ones: 16 lines of 16 letters `A` to `P` with `-` for empty cells,
//! until the end of the input.
//!
//! ```text
//! --A----C-----O-I
//! -J--A-B-P-CGF-H-
//! ```
//!
//! Source: Peking University Online Judge, problem 3076, "Sudoku",
//! <http://poj.org/problem?id=3076>.
//!
//! An answer is the filled grid and a blank line. An incomplete puzzle ends at a blank line.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = "--A----C-----O-I\n".repeat(16);
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Grid16);
//! assert_eq!(Format::by_name("poj3076"), Some(Format::Grid16));
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

pub(crate) struct Grid16;

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(16),
    aliases: &["poj3076"],
    symbols: Some((&Symbols::LettersFirst, b'-')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("grid16", "judge POJ 3076: 16 rows of 16 letters A-P")
};

impl ClassicCodec for Grid16 {
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

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_fixed(reader, record, Layout::Fixed(16), 16, Symbols::LettersFirst)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.separator();
        to.rows(16, puzzle.givens());
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, _line: &str) {
        if let Some(grid) = solution {
            to.rows(16, grid.digits());
        }
        to.text(b"\n");
    }
}
