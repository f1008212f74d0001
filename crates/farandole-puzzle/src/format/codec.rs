//! What a format is to the rest of the crate: a descriptor, and a codec that detects, splits, reads and prints.

use super::error::{DetectError, ParseError, WriteCause};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{Entry, Record};
use super::rows::Layout;
use super::settings::Settings;
use super::symbols::Symbols;
use crate::{Geometry, Grid, HouseKind, Puzzle};
use alloc::vec::Vec;

/// What there is to know about a format without reading or writing it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Descriptor {
    /// The name on a command line.
    pub name: &'static str,
    /// Other names on a command line.
    pub aliases: &'static [&'static str],
    /// What the format is, in a few words for a help text.
    pub description: &'static str,
    /// File name extensions that mean this format, without the dot.
    pub extensions: &'static [&'static str],
    /// The symbols and the empty-cell character that the format prescribes; `None` where both can be chosen.
    pub symbols: Option<(&'static Symbols, u8)>,
    /// Whether a puzzle in this format can say which digits each cell may take.
    pub holds_candidates: bool,
    /// What stands between the fields of a row under a header that names them; `None` where a record is no such row.
    pub separator: Option<u8>,
    /// Whether a finished plain 9x9 grid is printed as its 81 digits on a line and nothing else.
    pub prints_bare_lines: bool,
    /// The one size of puzzles that the format is made for, where there is one.
    pub size: Option<usize>,
    /// What an online judge wants to read, where the format is a judge's dialect.
    pub judge: Option<Judge>,
}

impl Descriptor {
    /// A format with free symbols that is no judge's dialect and has no file name extension.
    pub(super) const fn new(name: &'static str, description: &'static str) -> Self {
        Self {
            name,
            aliases: &[],
            description,
            extensions: &[],
            symbols: None,
            holds_candidates: false,
            separator: None,
            prints_bare_lines: false,
            size: None,
            judge: None,
        }
    }

    /// The line for a judge's verdict; nothing for a solution.
    pub(super) fn judge_line(&self, verdict: Verdict<'_>) -> Result<&'static str, WriteCause> {
        self.judge.ok_or(WriteCause::Verdict("verdicts"))?.line(verdict)
    }

    /// Whether this is the name of the format or one of its other names, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.name)
            || self.aliases.iter().any(|alias| name.eq_ignore_ascii_case(alias))
    }
}

/// The answers that an online judge accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Judge {
    /// The line for a puzzle without a solution, where the judge has such puzzles.
    pub none: Option<&'static str>,
    /// The line for a puzzle with several solutions, where the judge tells them from proper ones.
    pub several: Option<&'static str>,
    /// Which solution is the answer to a puzzle with several solutions.
    pub answer: JudgeAnswer,
}

/// Which solution a judge accepts where there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgeAnswer {
    /// Any solution.
    Any,
    /// The first in the order of the cells, by rows.
    First,
}

impl Judge {
    /// A judge whose puzzles are all proper.
    pub(super) const PROPER: Self = Self { none: None, several: None, answer: JudgeAnswer::Any };

    /// How many solutions have to be looked for: 2 where the judge asks whether there are several, else 1.
    pub const fn limit(&self) -> u64 {
        if self.several.is_some() { 2 } else { 1 }
    }

    /// The line for a verdict; nothing for a solution.
    fn line(&self, verdict: Verdict<'_>) -> Result<&'static str, WriteCause> {
        match verdict {
            Verdict::Solved(_) => Ok(""),
            Verdict::None => self.none.ok_or(WriteCause::Verdict("a puzzle without a solution")),
            Verdict::Several => self.several.ok_or(WriteCause::Verdict("a puzzle with several solutions")),
        }
    }
}

/// What a judge is told about a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<'a> {
    /// The puzzle has this solution.
    Solved(&'a Grid),
    /// The puzzle has no solution.
    None,
    /// The puzzle has several solutions, and the judge asks for that.
    Several,
}

/// How sure a format is that an input is its own. The largest wins; among equal ones the first format in the registry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Evidence {
    /// No other format knows the text: an incomplete grid, a line that was cut.
    Leftover,
    /// A line with cells.
    Cells,
    /// Lines with cells, and something more particular about them.
    ParticularCells,
    /// Lines with cells, and a mark behind the last one.
    EndMark,
    /// A complete grid in rows.
    Rows,
    /// A complete grid in rows, and something more particular about it.
    ParticularRows,
    /// A header with names of columns.
    Header,
    /// The exact form of a judge's dialect.
    Exact,
    /// Columns that the caller has listed.
    Columns,
    /// Columns that the caller has listed, and quotes or a header.
    QuotedColumns,
    /// A section name.
    Section,
}

/// How an input is cut into records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Splitting {
    /// One line each, with a header in front and a line that ends the input, where there are such.
    Lines { header: bool, end_mark: Option<&'static [u8]> },
    /// Several lines each.
    Rows(Layout),
}

impl Splitting {
    /// One line each, until the input ends.
    pub(super) const fn lines(settings: &Settings) -> Self {
        Self::Lines { header: settings.header, end_mark: None }
    }
}

/// Detection, splitting, parsing and printing of one format. Beside its codec each format has its `DESCRIPTOR`.
///
/// Printing functions leave the output as it was when they fail.
pub(super) trait Codec: Sync {
    /// How sure the format is that an input with this head is its own; `None` if it certainly is not.
    fn evidence(&self, _head: &Head<'_>) -> Option<Evidence> {
        None
    }

    /// Decides the details of an input in this format.
    fn settle(&self, _settings: &mut Settings, _head: &Head<'_>) -> Result<(), DetectError> {
        Ok(())
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        Splitting::lines(settings)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<Entry, ParseError>;

    /// Whether a plain line of 81 cells is read as such: see [`cells81`](super::line::cells81).
    fn reads_plain_lines(&self) -> bool {
        false
    }

    /// Whether there is a place for this size, apart from [`Descriptor::size`].
    fn holds_size(&self, _size: usize) -> bool {
        true
    }

    /// Whether the format can hold the houses of this geometry, whose size fits.
    fn check_geometry(&self, geometry: &Geometry) -> Result<(), WriteCause> {
        check_bare_grid(geometry)
    }

    /// Prints what stands in front of the first puzzle.
    fn write_start(&self, _to: &mut Printer<'_>, _count: Option<u64>) -> Result<(), WriteCause> {
        Ok(())
    }

    /// Prints what stands behind the last puzzle.
    fn write_end(&self, _out: &mut Vec<u8>) {}

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &Puzzle) -> Result<(), WriteCause>;

    /// Prints a solution; a judge's dialect prints the answer for the judge.
    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &Puzzle, grid: &Grid) -> Result<(), WriteCause> {
        self.write_answer(to, Some(grid), "");
        Ok(())
    }

    /// Prints the answer for a judge: the solution, or the line for a verdict. Only judges' dialects have answers.
    fn write_answer(&self, _to: &mut Printer<'_>, _solution: Option<&Grid>, _line: &str) {}
}

/// Refuses diagonals, extra regions and unusual boxes.
fn check_bare_grid(geometry: &Geometry) -> Result<(), WriteCause> {
    check_no_extra_houses(geometry)?;
    if is_usual(geometry) { Ok(()) } else { Err(WriteCause::Regions) }
}

/// Refuses diagonals and extra regions.
pub(super) fn check_no_extra_houses(geometry: &Geometry) -> Result<(), WriteCause> {
    let is_extra = |kind| matches!(kind, HouseKind::Diagonal(_) | HouseKind::Extra(_));
    if geometry.houses().any(|house| is_extra(house.kind)) { Err(WriteCause::Houses) } else { Ok(()) }
}

/// Whether the boxes are those of a bare grid.
pub(super) fn is_usual(geometry: &Geometry) -> bool {
    Geometry::usual(geometry.size()).is_ok_and(|usual| usual.regions() == geometry.regions())
}
