//! SudoCue collections: one 9x9 puzzle a line.
//!
//! ```text
//! 530070000600195000098000060800060003400803001700020006060000280000419005000080079
//! ```
//!
//! Source: SudoCue, "File Formats", <http://www.sudocue.net/fileformats.php>.
//!
//! Lines are read as in [`line`](mod@super::line), without region maps and constraints: such tokens are further columns.
//! Every line is a record of its own. No input is detected as this format, because `line` reads it as well.
//!
//! ```
//! use farandole_puzzle::format::Format;
//!
//! assert_eq!(Format::by_extension("sdm"), Some(Format::Sdm));
//! ```

use super::codec::{Codec, Descriptor, Splitting, Style};
use super::error::{DetectError, ParseError, WriteCause};
use super::head::Head;
use super::line::{has_header, push_solution};
use super::line_fields::{Maps, read};
use super::print::push_cells;
use super::reader::Reader;
use super::record::{Entry, Record};
use super::settings::Settings;
use super::symbols::Symbols;
use crate::{Grid, Puzzle};
use alloc::vec::Vec;

pub(super) struct Sdm;

static DESCRIPTOR: Descriptor = Descriptor {
    extensions: &["sdm"],
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    ..Descriptor::new("sdm", "one 9x9 puzzle a line")
};

impl Codec for Sdm {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn settle(&self, settings: &mut Settings, head: &Head<'_>) -> Result<(), DetectError> {
        settings.header = has_header(head);
        Ok(())
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        Splitting::lines(settings)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError> {
        read(reader, record, Maps::Never)
    }

    fn reads_plain_lines(&self) -> bool {
        true
    }

    fn holds_size(&self, size: usize) -> bool {
        size == 9
    }

    fn write_puzzle(
        &self,
        out: &mut Vec<u8>,
        puzzle: &Puzzle,
        style: &Style<'_>,
        _ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_cells(out, puzzle.givens(), style);
        out.push(b'\n');
        Ok(())
    }

    fn write_grid(
        &self,
        out: &mut Vec<u8>,
        _puzzle: &Puzzle,
        grid: &Grid,
        style: &Style<'_>,
        _ordinal: u64,
    ) -> Result<(), WriteCause> {
        push_solution(out, grid, style);
        Ok(())
    }
}
