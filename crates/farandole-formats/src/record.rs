//! Records and entries: the lines of one puzzle, and their content.

use super::editor::Figure;
use super::symbols::Symbols;
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Grid, Puzzle};

/// The lines of one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record<'a> {
    /// Complete consecutive lines with their line ends (`\n` or `\r\n`). The last line may lack its
    /// line end.
    pub text: &'a [u8],
    /// The 1-based line of the input at which the text begins.
    pub line: u64,
}

/// The content of a record: a puzzle of either kind, or of the kind `P`.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry<P = Puzzle> {
    /// The puzzle.
    pub puzzle: P,
    /// The title.
    pub title: Option<Box<str>>,
    /// The author.
    pub author: Option<Box<str>>,
    /// The rules in words.
    pub rules: Option<Box<str>>,
    /// A label before the puzzle, byte for byte.
    pub label: Option<Vec<u8>>,
    /// The solution, if the record contains one: a value for each cell, in cell order, and `None`
    /// for cells that it omits. It is not checked.
    pub solution: Option<Vec<Option<u8>>>,
    /// The uninterpreted columns, byte for byte and without the line end, for printing them again.
    ///
    /// In separated values, they include the label and the columns before the puzzle. In other
    /// formats, they are the text after the puzzle.
    pub trailing: Vec<u8>,
    /// The symbols of the record. They are [`Symbols::Auto`] if the format has no choice of symbols, as in
    /// all formats of variants.
    pub symbols: Symbols,
    /// Warnings about the text, one per item: rules that the text names but no constraint
    /// expresses, drawings that were treated as decoration, and constraints that are replaced by
    /// later ones at the same position.
    pub warnings: Vec<String>,
    /// Drawings without a meaning, from back to front, which formats of editors write. Parsers leave the list empty.
    pub cosmetics: Vec<Figure>,
}

/// The content of a record that is a classic puzzle.
pub type ClassicEntry = Entry<ClassicPuzzle>;

/// The content of a record that is a variant.
pub type VariantEntry = Entry<Variant>;

impl<P> Entry<P> {
    /// Creates an entry that consists of a puzzle alone.
    pub const fn new(puzzle: P) -> Self {
        Self {
            puzzle,
            title: None,
            author: None,
            rules: None,
            label: None,
            solution: None,
            trailing: Vec::new(),
            symbols: Symbols::Auto,
            warnings: Vec::new(),
            cosmetics: Vec::new(),
        }
    }

    /// Converts the puzzle and keeps everything else.
    pub fn map<Q>(self, convert: impl FnOnce(P) -> Q) -> Entry<Q> {
        let Self { puzzle, title, author, rules, label, solution, trailing, symbols, warnings, cosmetics } =
            self;
        Entry {
            puzzle: convert(puzzle),
            title,
            author,
            rules,
            label,
            solution,
            trailing,
            symbols,
            warnings,
            cosmetics,
        }
    }

    /// Separates the puzzle from everything else.
    fn split(self) -> (P, Entry<()>) {
        let mut puzzle = None;
        let rest = self.map(|it| puzzle = Some(it));
        (puzzle.expect("the function is called"), rest)
    }
}

impl Entry {
    /// Returns the classic puzzle with the other contents, or the variant as an error. Neither
    /// variant of the result is a failure, so a large error type is acceptable.
    ///
    /// # Errors
    /// If the puzzle is a variant.
    #[allow(clippy::result_large_err)]
    pub fn by_kind(self) -> Result<ClassicEntry, VariantEntry> {
        let (puzzle, rest) = self.split();
        match puzzle {
            Puzzle::Classic(puzzle) => Ok(rest.map(|()| puzzle)),
            Puzzle::Variant(puzzle) => Err(rest.map(|()| puzzle)),
        }
    }
}

impl ClassicEntry {
    /// Returns the solution as a grid, if the record contains a complete one.
    pub fn grid(&self) -> Option<Grid> {
        let values: Option<Vec<u8>> = self.solution.as_ref()?.iter().copied().collect();
        Grid::new(self.puzzle.size(), values?).ok()
    }
}

/// The role of a line in relation to the records around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Boundary {
    /// A line between records: blank, a comment, a header, a count, a title, a border. It belongs
    /// to no record.
    ///
    /// An open record remains open. If the next line that is not skipped is [`Boundary::Before`],
    /// the open record was incomplete.
    Skip,
    /// A line of a record that continues, or its first line if no record is open.
    Inside,
    /// The last line of a record. In one-line formats it is the only line.
    Ends,
    /// The first line of a record that continues. The open record ended before this line.
    Before,
    /// The end mark after the last puzzle: this line and all later lines are ignored.
    Stop,
}
