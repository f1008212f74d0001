//! Judge POJ 3074: one puzzle of 81 cells per line with `.` for empty cells, until the line `end`.
//!
//! ```text
//! .2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.
//! end
//! ```
//!
//! Source: Peking University Online Judge, problem 3074, "Sudoku",
//! <http://poj.org/problem?id=3074>.
//!
//! Answers are lines of 81 digits. Lines are read as in [`line`](mod@crate::line), of size
//! 9 only. Each line is a separate record.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = format!("{}\nend\n", ".2738..1.".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Poj3074);
//! ```

use crate::codec::{ClassicCodec, Descriptor, Evidence, Judge, Splitting};
use crate::error::{Cause, Noun, ParseError, Written};
use crate::head::Head;
use crate::line_fields::{Maps, read};
use crate::print::Printer;
use crate::reader::Reader;
use crate::record::{ClassicEntry, Record};
use crate::settings::Settings;
use crate::symbols::Symbols;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(crate) struct Poj3074;

/// The line after the last puzzle.
const END: &[u8] = b"end";

pub(crate) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(9),
    symbols: Some((&Symbols::NumbersFirst, b'.')),
    judge: Some(Judge::PROPER),
    ..Descriptor::new("poj3074", "judge POJ 3074: one puzzle per line, then `end`")
};

impl ClassicCodec for Poj3074 {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let has_end = || head.content.iter().any(|line| line.text.trim_ascii() == END);
        (head.first_cells().is_some() && has_end()).then_some(Evidence::EndMark)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Lines { header: false, end_mark: Some(END), quoted: None }
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        let entry = read(reader, record, Maps::Never)?;
        match entry.puzzle.size() {
            9 => Ok(entry),
            size => {
                let count = Cause::Count { what: Noun::CELLS, found: size * size, expected: 81 };
                Err(ParseError::new(record.line, 1, count))
            }
        }
    }

    fn reads_plain_lines(&self) -> bool {
        true
    }

    fn write_end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(END);
        out.push(b'\n');
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.row(puzzle.givens());
        Ok(())
    }

    fn write_answer(&self, to: &mut Printer<'_>, solution: Option<&Grid>, _line: &str) {
        if let Some(grid) = solution {
            to.row(grid.digits());
        }
    }
}
