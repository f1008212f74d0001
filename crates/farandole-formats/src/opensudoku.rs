//! OpenSudoku files: XML with one `game` element per puzzle.
//!
//! ```text
//! <game data="379000014060010070080009005435007000090040020000800436900700080040080050850000249" />
//! ```
//!
//! Source: the import of the app OpenSudoku, <https://github.com/ogarcia/opensudoku>.
//!
//! The data are 81 digits, or the state of a game in the versions 1 to 3, of which only the givens are
//! read. Each element begins on a line of its own, and may extend over several lines.

use super::codec::{ClassicCodec, Descriptor, Evidence, Splitting};
use super::error::{Cause, Noun, ParseError, Written};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record};
use super::settings::Settings;
use super::shapes::Division;
use super::symbols::Symbols;
use farandole_puzzle::format::Excerpt;
use farandole_puzzle::{ClassicPuzzle, Grid};
use quick_xml::Reader as XmlReader;
use quick_xml::events::Event;

pub(super) struct OpenSudoku;

pub(super) static DESCRIPTOR: Descriptor = Descriptor {
    size: Some(9),
    extensions: &["opensudoku", "xml"],
    symbols: Some((&Symbols::NumbersFirst, b'0')),
    ..Descriptor::new("opensudoku", "XML files of OpenSudoku")
};

impl ClassicCodec for OpenSudoku {
    fn evidence(&self, head: &Head<'_>) -> Option<Evidence> {
        let first = head.content.first()?.text.trim_ascii_start();
        let is_xml =
            first.starts_with(b"<?xml") || first.starts_with(b"<opensudoku") || first.starts_with(b"<game");
        is_xml.then_some(Evidence::Section)
    }

    fn splitting(&self, _settings: &Settings) -> Splitting {
        Splitting::Elements { start: b"<game", end: b'>' }
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError> {
        let column = record.text.windows(5).position(|start| start == b"<game").unwrap_or(0) + 1;
        let fail = |cause| ParseError::new(record.line, column, cause);
        let data = data_of(record.text).map_err(fail)?;
        let (givens, placed) = givens_of(&data).map_err(fail)?;
        let mut entry = reader.entry(record, 9, &givens, Symbols::NumbersFirst, Division::default())?;
        if placed > 0 {
            entry.warnings.push(format!("{placed} digits that the player placed are not read"));
        }
        Ok(entry)
    }

    fn write_start(&self, to: &mut Printer<'_>, _count: Option<u64>) -> Written {
        to.text(b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opensudoku>\n");
        Ok(())
    }

    fn write_end(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b"</opensudoku>\n");
    }

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written {
        push_game(to, puzzle.givens());
        Ok(())
    }

    fn write_grid(&self, to: &mut Printer<'_>, _: &ClassicPuzzle, grid: &Grid) -> Written {
        push_game(to, grid.digits());
        Ok(())
    }
}

fn push_game(to: &mut Printer<'_>, cells: &[u8]) {
    to.text(b"  <game data=\"");
    to.cells(cells);
    to.text(b"\" />\n");
}

/// Returns the attribute `data` of the only `game` element of a text.
fn data_of(text: &[u8]) -> Result<String, Cause> {
    let mut found = None;
    let mut xml = XmlReader::from_reader(text);
    xml.config_mut().check_end_names = false;
    loop {
        match xml.read_event() {
            Ok(Event::Start(element) | Event::Empty(element)) if element.name().as_ref() == "game" => {
                if found.is_some() {
                    return Err(Cause::Count { what: Noun::GAMES, found: 2, expected: 1 });
                }
                let data = element.try_get_attribute("data").ok().flatten();
                let data = data.map(|data| data.value.into_owned());
                found = Some(data.ok_or(Cause::Missing { expected: "the attribute `data`" })?);
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                let found = Excerpt::new(error.to_string().as_bytes());
                return Err(Cause::Text { found, expected: "an element `game`" });
            }
        }
    }
    found.ok_or(Cause::Missing { expected: "an element `game`" })
}

/// Returns the givens of a game, and the number of digits that the player placed.
fn givens_of(data: &str) -> Result<(Vec<u8>, usize), Cause> {
    let digit = |text: &str| text.parse::<u8>().ok().filter(|digit| *digit <= 9);
    let data = data.replace("&#10;", "\n").replace("&#xA;", "\n");
    let Some((version, fields)) = data.trim().split_once('\n').filter(|(first, _)| first.contains("version"))
    else {
        let cells = data.trim();
        let count = Cause::Count { what: Noun::CELLS, found: cells.len(), expected: 81 };
        let givens: Option<Vec<u8>> = cells.split("").filter(|it| !it.is_empty()).map(digit).collect();
        let found = Excerpt::new(cells.as_bytes());
        return match givens {
            Some(givens) if givens.len() == 81 => Ok((givens, 0)),
            Some(_) => Err(count),
            None => Err(Cause::Text { found, expected: "81 digits, with 0 for empty cells" }),
        };
    };
    let mut fields: Vec<&str> = fields.trim().split('|').collect();
    if version.trim_end().ends_with('2') {
        fields.retain(|field| !field.is_empty());
    }
    let cells: Option<Vec<(u8, bool)>> =
        fields.chunks_exact(3).map(|cell| Some((digit(cell[0].trim())?, cell[2].trim() == "0"))).collect();
    let found = Excerpt::new(data.as_bytes());
    let cells = cells.ok_or(Cause::Text { found, expected: "81 times a digit, its notes and its state" })?;
    if cells.len() != 81 {
        return Err(Cause::Count { what: Noun::CELLS, found: cells.len(), expected: 81 });
    }
    let placed = cells.iter().filter(|(digit, given)| *digit > 0 && !given).count();
    Ok((cells.into_iter().map(|(digit, given)| if given { digit } else { 0 }).collect(), placed))
}
