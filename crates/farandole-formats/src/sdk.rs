//! SudoCue and SadMan files: metadata, `[Puzzle]`, nine rows.
//!
//! ```text
//! #AArthur Author
//! #LEasy
//! [Puzzle]
//! 53..7....
//! 6..195...
//! ```
//!
//! Source: SudoCue, "File Formats", <http://www.sudocue.net/fileformats.php>.
//!
//! `#` and a letter begin metadata. `[Puzzle]` precedes the rows, which are those of
//! [`grid`](mod@super::grid). Other sections are skipped. An incomplete puzzle ends at a blank line
//! or a section.
//!
//! ```
//! use farandole_formats::{Dialect, Format, ReadConfig};
//!
//! let text = format!("#AArthur\n[Puzzle]\n{}[State]\n", "53..7....\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Sdk);
//! assert_eq!(dialect.records(text.as_bytes()).next().unwrap().line, 3);
//! ```

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::error::{DetectError, ParseError, Written};
use super::grid::{detect_row_details, parse_grid};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::rows::Layout;
use super::settings::Settings;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(super) struct Sdk;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    extensions: &["sdk"],
    size: Some(9),
    ..Descriptor::new("sdk", "metadata, [Puzzle], nine rows")
};

impl ClassicCodec for Sdk {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let announced = |text: &[u8]| text.trim_ascii().eq_ignore_ascii_case(b"[puzzle]");
        head.content.iter().any(|line| announced(line.text)).then_some(Evidence::Section)
    }

    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        detect_row_details(settings, head);
        let is_other = |line: &[u8]| line.starts_with(b"[") && !line.eq_ignore_ascii_case(b"[puzzle]");
        let sections = head.content.iter().map(|line| line.text.trim_ascii()).filter(|line| is_other(line));
        let names: Vec<_> = sections.map(String::from_utf8_lossy).collect();
        settings.note =
            (!names.is_empty()).then(|| format!("sections that are not read: {}", names.join(", ")));
        Ok(())
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Sections)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        parse_grid(reader, record)
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_section(to, puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        push_section(to, grid.digits());
        Ok(())
    }
}

fn push_section(to: &mut Printer<'_>, cells: &[u8]) {
    to.separator();
    to.text(b"[Puzzle]\n");
    to.rows(9, cells);
}
