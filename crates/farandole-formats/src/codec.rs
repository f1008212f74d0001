//! The interface of a format: a descriptor, and a codec that detects, splits, parses and prints.
//!
//! A [`ClassicCodec`] reads and prints classic puzzles. To detect the format of an input, each of
//! these codecs rates its evidence, and the codec with the strongest evidence is chosen. A
//! [`VariantCodec`] reads and prints variants. Its format is detected from the first line of a
//! record, by the descriptor.

use super::brackets::Form;
use super::editor::{ExportConfig, ExportError, ExportErrorKind, ImportConfig};
use super::error::{DetectError, ParseError, WriteCause, Written};
use super::head::Head;
use super::print::Printer;
use super::reader::Reader;
use super::record::{ClassicEntry, Record, VariantEntry};
use super::rows::Layout;
use super::settings::Settings;
use super::symbols::Symbols;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Geometry, Grid, HouseKind};

/// The properties of a format that are independent of reading and writing.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Descriptor {
    /// The name on the command line.
    pub name: &'static str,
    /// Alternative names on the command line.
    pub aliases: &'static [&'static str],
    /// A short description of the format for help texts.
    pub description: &'static str,
    /// File name extensions of the format, without the dot.
    pub extensions: &'static [&'static str],
    /// The symbols and the empty-cell character that the format prescribes, or `None` if the caller
    /// can choose both.
    pub symbols: Option<(&'static Symbols, u8)>,
    /// True if a puzzle in this format can list the candidates of each cell.
    pub holds_candidates: bool,
    /// The separator of fields, or `None` if a record is not a row below a header.
    pub separator: Option<u8>,
    /// True if a finished classic 9x9 grid is printed as a line of its 81 digits and nothing else.
    pub prints_bare_lines: bool,
    /// The size of puzzles, if the format is made for a single size.
    pub size: Option<usize>,
    /// The answers that an online judge expects, if the format is a judge's dialect.
    pub judge: Option<Judge>,
    /// Returns true if a variant that begins with this line is in the format, or is probably meant
    /// to be. The line has no surrounding white space.
    pub(super) recognizes: fn(&str) -> bool,
    /// True if the format of variants can also be written.
    pub is_written: bool,
    /// True if the text of a variant is one line, so that texts need no separator.
    pub is_one_line: bool,
    /// True if the text of a variant can include a title and a solution.
    pub holds_texts: bool,
}

impl Descriptor {
    /// Creates the descriptor of a format with free symbols that is not a judge's dialect and has
    /// no file name extension.
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
            recognizes: |_| false,
            is_written: true,
            is_one_line: true,
            holds_texts: false,
        }
    }

    /// Returns the line for a judge's verdict, or an empty string for a solution.
    pub(super) fn judge_line(&self, verdict: Verdict<'_>) -> Result<&'static str, WriteCause> {
        self.judge.ok_or(WriteCause::Verdict("verdicts"))?.line(verdict)
    }

    /// Returns true if this is the name of the format or one of its aliases. Case is ignored.
    pub fn is_called(&self, name: &str) -> bool {
        name.eq_ignore_ascii_case(self.name)
            || self.aliases.iter().any(|alias| name.eq_ignore_ascii_case(alias))
    }
}

/// The answers that an online judge accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Judge {
    /// The line for a puzzle without a solution, if the judge has such puzzles.
    pub none: Option<&'static str>,
    /// The line for a puzzle with several solutions, if the judge distinguishes such puzzles from
    /// proper ones.
    pub several: Option<&'static str>,
    /// The solution that answers a puzzle with several solutions.
    pub answer: JudgeAnswer,
}

/// The solution that a judge accepts if there are several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JudgeAnswer {
    /// Any solution.
    Any,
    /// The first solution in lexicographic order of the cells, row by row.
    First,
}

impl Judge {
    /// A judge whose puzzles are all proper.
    pub(super) const PROPER: Self = Self { none: None, several: None, answer: JudgeAnswer::Any };

    /// Returns the number of solutions to search for: 2 if the judge distinguishes several
    /// solutions, otherwise 1.
    pub const fn limit(&self) -> u64 {
        if self.several.is_some() { 2 } else { 1 }
    }

    /// Returns the line for a verdict, or an empty string for a solution.
    fn line(&self, verdict: Verdict<'_>) -> Result<&'static str, WriteCause> {
        match verdict {
            Verdict::Solved(_) => Ok(""),
            Verdict::None => self.none.ok_or(WriteCause::Verdict("a puzzle without a solution")),
            Verdict::Several => self.several.ok_or(WriteCause::Verdict("a puzzle with several solutions")),
        }
    }
}

/// The verdict on a puzzle for a judge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict<'a> {
    /// The puzzle has this solution.
    Solved(&'a Grid),
    /// The puzzle has no solution.
    None,
    /// The puzzle has several solutions, and the judge distinguishes this case.
    Several,
}

/// The strength of the evidence that an input has a format, in ascending order. The format with the
/// strongest evidence is chosen. Ties go to the first format in the registry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Evidence {
    /// No other format recognizes the text: an incomplete grid or a truncated line.
    Leftover,
    /// A line with cells.
    Cells,
    /// Lines with cells that also have a feature specific to the format.
    ParticularCells,
    /// Lines with cells, and an end mark after the last one.
    EndMark,
    /// A complete grid in rows.
    Rows,
    /// A complete grid in rows that also has a feature specific to the format.
    ParticularRows,
    /// A header with column names.
    Header,
    /// The exact form of a judge's dialect.
    Exact,
    /// Columns listed by the caller.
    Columns,
    /// Columns listed by the caller, and quotes or a header.
    QuotedColumns,
    /// A section name.
    Section,
}

/// The method of splitting an input into records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Splitting {
    /// One line per record. Optionally a header comes first, and an end mark ends the input. With a
    /// separator of fields, a quoted field may contain line breaks.
    Lines { header: bool, end_mark: Option<&'static [u8]>, quoted: Option<u8> },
    /// Several lines per record.
    Rows(Layout),
    /// Puzzles in brackets, which may extend over several lines.
    Brackets(Form),
    /// Elements that begin and end with these bytes. All other lines are skipped.
    Elements { start: &'static [u8], end: u8 },
    /// Records of variants: objects, links, lines and paragraphs.
    Variants,
}

impl Splitting {
    /// Returns one line per record until the end of the input.
    pub(super) const fn lines(settings: &Settings) -> Self {
        Self::Lines { header: settings.header, end_mark: None, quoted: None }
    }
}

/// The lines of a record of a variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct VariantText<'a> {
    /// All lines.
    pub(super) text: &'a str,
    /// The first line with content, without white space around it.
    pub(super) first: &'a str,
    /// The 1-based line of the input at which the text begins.
    pub(super) line: u64,
    /// The 1-based line of the input with the first content.
    pub(super) first_line: u64,
    /// Parses a grid before constraint text.
    pub(super) puzzle_of: PuzzleOf,
}

/// A function that parses exactly one classic puzzle of any format.
// Codecs of variants do not refer to all formats, so they receive it.
pub(super) type PuzzleOf = fn(&str) -> Result<ClassicPuzzle, ParseError>;

/// Parsing and printing of one format of variants. In addition to its codec, each format has a
/// descriptor, which recognizes its texts.
///
/// The code that detects and reads classic puzzles does not refer to these codecs. This keeps
/// programs without variants small.
pub(super) trait VariantCodec: Sync {
    fn parse(&self, text: VariantText<'_>, config: &ImportConfig) -> Result<VariantEntry, ParseError>;

    /// Returns the text of a variant without a final line end. The text is parsed again and
    /// compared.
    fn write(&self, _variant: &Variant, _config: &ExportConfig<'_>) -> Result<String, ExportError> {
        Err(ExportErrorKind::Unwritten.into())
    }
}

/// Detection, splitting, parsing and printing of one format of classic puzzles. In addition to its
/// codec, each format has a `DESCRIPTOR`.
///
/// Printing functions leave the output unchanged if they fail.
pub(super) trait ClassicCodec: Sync {
    /// Returns the evidence that an input with this head has the format, or `None` if it certainly
    /// does not.
    fn evidence(&self, _head: &Head<'_>) -> Option<Evidence> {
        None
    }

    /// Determines the details of an input in this format.
    fn detect_details(&self, _settings: &mut Settings, _head: &Head<'_>) -> Result<(), DetectError> {
        Ok(())
    }

    fn splitting(&self, settings: &Settings) -> Splitting {
        Splitting::lines(settings)
    }

    fn parse(&self, reader: &mut Reader, record: Record<'_>) -> Result<ClassicEntry, ParseError>;

    /// Returns true if a plain line of 81 cells is a puzzle in this format: see
    /// [`cells81`](super::line::cells81).
    fn reads_plain_lines(&self) -> bool {
        false
    }

    /// Returns true if the format supports this size. Ignores the restriction by
    /// [`Descriptor::size`].
    fn holds_size(&self, _size: usize) -> bool {
        true
    }

    /// Fails if the format cannot represent the houses of this geometry. The format must support
    /// its size.
    fn check_geometry(&self, geometry: &Geometry) -> Written {
        check_bare_grid(geometry)
    }

    /// Prints the text before the first puzzle.
    fn write_start(&self, _to: &mut Printer<'_>, _count: Option<u64>) -> Written {
        Ok(())
    }

    /// Prints the text after the last puzzle.
    fn write_end(&self, _out: &mut Vec<u8>) {}

    fn write_puzzle(&self, to: &mut Printer<'_>, puzzle: &ClassicPuzzle) -> Written;

    /// Prints a solution. A judge's dialect prints the answer for the judge.
    fn write_grid(&self, to: &mut Printer<'_>, _puzzle: &ClassicPuzzle, grid: &Grid) -> Written {
        self.write_answer(to, Some(grid), "");
        Ok(())
    }

    /// Prints the answer for a judge: the solution, or the line for a verdict. Only judges'
    /// dialects have answers.
    fn write_answer(&self, _to: &mut Printer<'_>, _solution: Option<&Grid>, _line: &str) {}
}

/// Rejects diagonals, extra regions and unusual boxes.
fn check_bare_grid(geometry: &Geometry) -> Written {
    check_no_extra_houses(geometry)?;
    if is_usual(geometry) { Ok(()) } else { Err(WriteCause::Regions) }
}

/// Rejects diagonals and extra regions.
pub(super) fn check_no_extra_houses(geometry: &Geometry) -> Written {
    let is_extra = |kind| matches!(kind, HouseKind::Diagonal(_) | HouseKind::Extra(_));
    if geometry.houses().any(|house| is_extra(house.kind)) { Err(WriteCause::Houses) } else { Ok(()) }
}

/// Returns true if the boxes are those that a reader assumes for a bare grid.
pub(super) fn is_usual(geometry: &Geometry) -> bool {
    Geometry::usual(geometry.size()).is_ok_and(|usual| usual.regions() == geometry.regions())
}
