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
//! `#` and a letter begin metadata. `[Puzzle]` announces the rows, which are those of [`grid`](mod@super::grid). Other
//! sections are skipped. An incomplete puzzle ends at a blank line or a section.
//!
//! ```
//! use farandole_puzzle::format::{Dialect, Format, ReadConfig};
//!
//! let text = format!("#AArthur\n[Puzzle]\n{}[State]\n", "53..7....\n".repeat(9));
//! let dialect = Dialect::detect(text.as_bytes(), &ReadConfig::default()).unwrap();
//! assert_eq!(dialect.format(), Format::Sdk);
//! assert_eq!(dialect.records(text.as_bytes()).next().unwrap().line, 3);
//! ```

use super::codec::{Codec, Descriptor, Evidence, Splitting, Style};
use super::error::{DetectError, ParseError, WriteCause};
use super::grid::{parse_grid, settle_rows};
use super::head::Head;
use super::print::{push_plain_rows, push_separator};
use super::reader::Reader;
use super::record::{Entry, Record};
use super::rows::Layout;
use super::settings::Settings;
use crate::{Grid, Puzzle};
use alloc::vec::Vec;

pub(super) struct Sdk;

static DESCRIPTOR: Descriptor =
    Descriptor { extensions: &["sdk"], ..Descriptor::new("sdk", "metadata, [Puzzle], nine rows") };

impl Codec for Sdk {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let announced = |text: &[u8]| text.trim_ascii().eq_ignore_ascii_case(b"[puzzle]");
        head.content.iter().any(|line| announced(line.text)).then_some(Evidence::Section)
    }

    fn settle(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        settle_rows(settings, head);
        Ok(())
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Rows(Layout::Sections)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        parse_grid(reader, record)
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
        push_section(out, puzzle.givens(), style, ordinal);
        Ok(())
    }

    fn write_grid(
        &self,
        out: &mut Vec<u8>,
        _puzzle: &Puzzle,
        grid: &Grid,
        style: &Style<'_>,
        ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_section(out, grid.digits(), style, ordinal);
        Ok(())
    }
}

fn push_section(out: &mut Vec<u8>, cells: &[u8], style: &Style<'_>, ordinal: u64) {
    push_separator(out, ordinal);
    out.extend_from_slice(b"[Puzzle]\n");
    push_plain_rows(out, 9, cells, style);
}
