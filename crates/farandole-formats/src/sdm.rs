//! SudoCue collections: one 9x9 puzzle per line.
//!
//! ```text
//! 530070000600195000098000060800060003400803001700020006060000280000419005000080079
//! ```
//!
//! Source: SudoCue, "File Formats", <http://www.sudocue.net/fileformats.php>.
//!
//! Lines have the form of [`line`](mod@super::line) without region maps and constraints: such
//! tokens are further columns. Every line is a separate record. This format is never detected,
//! because `line` reads the same input.
//!
//! ```
//! use farandole_formats::Format;
//!
//! assert_eq!(Format::by_extension("sdm"), Some(Format::Sdm));
//! ```

use super::codec::{ClassicCodec, Descriptor};
use super::error::{DetectError, ParseError, Written};
use super::head::Head;
use super::line::has_header;
use super::line_fields::{Maps, read};
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::settings::Settings;
use super::symbols::Symbols;
use farandole_puzzle::{ClassicPuzzle, Grid};

pub(super) struct Sdm;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(9),
    extensions: &["sdm"],
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    ..Descriptor::new("sdm", "one 9x9 puzzle per line")
};

impl ClassicCodec for Sdm {
    fn detect_details(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        settings.header = has_header(head);
        Ok(())
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        read(reader, record, Maps::Never)
    }

    fn reads_plain_lines(&self) -> bool {
        true
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        to.row(puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        to.row(grid.digits());
        Ok(())
    }
}
