//! Grids, cells and constraints of variants as text.

use super::read::VariantEntry;
use farandole_exchange::{
    Change, ExportError, ExportErrorKind, Keyless, KeylessConstraint, WriteConfig, fpuzzles_link,
    write_fpuzzles,
};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::format::overlapping::{Layout, Overlapping};
use farandole_puzzle::variant::Variant;

/// A text form of variants for output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextForm {
    /// Constraint text.
    Iss,
    /// A link that Interactive Sudoku Solver opens.
    IssLink,
    /// An object of f-puzzles.
    FPuzzles,
    /// A link that f-puzzles opens.
    FPuzzlesLink,
    /// An object of f-puzzles; constraints without a key are written into its rules as constraint
    /// text.
    FPuzzlesRules,
    /// A link with the same object.
    FPuzzlesRulesLink,
}

impl TextForm {
    /// All forms.
    pub const ALL: [Self; 6] = [
        Self::Iss,
        Self::IssLink,
        Self::FPuzzles,
        Self::FPuzzlesLink,
        Self::FPuzzlesRules,
        Self::FPuzzlesRulesLink,
    ];

    /// Returns the name for command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iss => "iss",
            Self::IssLink => "iss-link",
            Self::FPuzzles => "fpuzzles",
            Self::FPuzzlesLink => "fpuzzles-link",
            Self::FPuzzlesRules => "fpuzzles-rules",
            Self::FPuzzlesRulesLink => "fpuzzles-rules-link",
        }
    }

    /// Returns a short description for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Iss => {
                "variants: constraint text of Interactive Sudoku Solver, each followed by an empty line"
            }
            Self::IssLink => "variants: links to Interactive Sudoku Solver, one per line",
            Self::FPuzzles => "variants: JSON objects of f-puzzles, one per line",
            Self::FPuzzlesLink => "variants: links to f-puzzles, one per line",
            Self::FPuzzlesRules => {
                "variants: like fpuzzles, with unsupported constraints as constraint text in the rules"
            }
            Self::FPuzzlesRulesLink => "variants: links to f-puzzles with the objects of fpuzzles-rules",
        }
    }

    /// Returns the form with this name, regardless of case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|text| text.name().eq_ignore_ascii_case(name))
    }

    /// Returns true if each text is a single line, so that lines need no separator.
    pub const fn is_one_line(self) -> bool {
        !matches!(self, Self::Iss)
    }

    /// Returns true if the form can include a title and a solution.
    pub const fn holds_texts(self) -> bool {
        !matches!(self, Self::Iss | Self::IssLink)
    }

    /// Returns the text of a variant.
    ///
    /// # Errors
    /// If the form cannot represent the variant: f-puzzles has no key for some constraints, or the
    /// text would be read as another puzzle.
    pub fn write(self, variant: &Variant) -> Result<String, ExportError> {
        self.verified(variant, &WriteConfig::default())
    }

    /// Returns the text of a variant with its title, and with its solution if that has a value for
    /// each cell. Both are omitted if the form cannot include them.
    ///
    /// # Errors
    /// The same as [`write`](Self::write).
    pub fn write_entry(self, entry: &VariantEntry) -> Result<String, ExportError> {
        let solution: Option<Vec<u8>> =
            entry.solution.as_ref().and_then(|values| values.iter().copied().collect());
        let solution =
            solution.as_deref().filter(|values| values.len() == entry.variant.board().grid_count());
        let config = WriteConfig { title: entry.title.as_deref(), solution, ..WriteConfig::default() };
        self.verified(&entry.variant, &config)
    }

    /// Writes a variant and returns the text only if it is read back as the same variant. The
    /// f-puzzles writer verifies its own output, because its objects may express the same
    /// constraints differently.
    fn verified(self, variant: &Variant, config: &WriteConfig<'_>) -> Result<String, ExportError> {
        let described = WriteConfig { keyless: Keyless::Describe, ..*config };
        let (text, read) = match self {
            Self::Iss => {
                let text = iss::write(variant);
                let read = iss::read(&text);
                (text, read)
            }
            Self::IssLink => {
                let text = iss::to_link(variant);
                let read = iss::from_link(&text).unwrap_or_else(|| iss::read(""));
                (text, read)
            }
            Self::FPuzzles => return write_fpuzzles(variant, config),
            Self::FPuzzlesLink => return fpuzzles_link(variant, config),
            Self::FPuzzlesRules => return write_fpuzzles(variant, &described),
            Self::FPuzzlesRulesLink => return fpuzzles_link(variant, &described),
        };
        let changes = match read {
            Ok(again) if again == *variant => return Ok(text),
            Ok(again) if again.board() != variant.board() => vec![Change::Cells],
            Ok(again) => vec![changed_constraint(variant, &again)],
            Err(errors) => {
                vec![Change::Unreadable(errors.to_string().lines().next().unwrap_or_default().into())]
            }
        };
        Err(ExportErrorKind::Changes(changes).into())
    }
}

/// Returns the first constraint that is missing from another variant.
fn changed_constraint(variant: &Variant, again: &Variant) -> Change {
    let mut constraints = variant.constraints().iter().enumerate();
    let changed = constraints.find(|(_, constraint)| !again.constraints().contains(constraint));
    changed.map_or(Change::Constraints, |(index, constraint)| {
        Change::Constraint(KeylessConstraint { index, name: constraint.name() })
    })
}

/// Returns the cells of the grid on one line, row-major, one character each: a digit, `A` for 10
/// and so on, and `.` for a hole. A cell with two values has both in parentheses.
///
/// `values` has all cells in cell order; extra cells are omitted from the text. Overlapping grids
/// become a text of several lines with all cells, followed by an empty line.
///
/// ```
/// use farandole::variant::{grid_text, read};
///
/// let variant = read(".Shape~2x2~~Raw.Holes~R1C2")?.variant;
/// assert_eq!(grid_text(&variant, &[2, 1, 1, 2]), "2.12");
/// let butterfly = read(&format!("12 12\n{}", "- - - - - - - - - - - -\n".repeat(12)))?.variant;
/// assert_eq!(grid_text(&butterfly, &vec![0; butterfly.cell_count()]).lines().count(), 13);
/// # Ok::<(), farandole::variant::VariantError>(())
/// ```
pub fn grid_text(variant: &Variant, values: &[u8]) -> String {
    if let Some(grids) = Layout::of(variant).and_then(|layout| Overlapping::new(layout, &[])) {
        return grids.write(values);
    }
    grid_cells(variant, values).concat()
}

/// Returns the text of each cell of a solution, row by row: one symbol, or two in parentheses for a
/// cell with two values.
///
/// ```
/// use farandole::variant::{grid_cells, read};
///
/// let variant = read(".Shape~2x2~~Raw.Holes~R1C2")?.variant;
/// assert_eq!(grid_cells(&variant, &[2, 1, 1, 2]), ["2", ".", "1", "2"]);
/// # Ok::<(), farandole::variant::VariantError>(())
/// ```
pub fn grid_cells(variant: &Variant, values: &[u8]) -> Vec<String> {
    let board = variant.board();
    let digit = |value: u8| char::from_digit(value.into(), 36).map_or('?', |sign| sign.to_ascii_uppercase());
    let text = |(cell, value): (Cell, &u8)| {
        let second = board.second(cell).and_then(|cell| values.get(cell.index()));
        match second.filter(|value| **value != 0) {
            _ if board.is_hole(cell) => ".".into(),
            Some(second) => String::from_iter(['(', digit(*value), digit(*second), ')']),
            None => digit(*value).into(),
        }
    };
    board.cells().zip(values).take(board.grid_count()).map(text).collect()
}

/// Parses the values of all cells: one character for each in cell order, then those of extra cells;
/// `.` for a hole. White space is ignored. Returns `None` for any other character, or if there are
/// too few or too many.
///
/// ```
/// use farandole::variant::{parse_values, read};
///
/// let variant = read(".Shape~2x2~~Raw")?.variant;
/// assert_eq!(parse_values(&variant, "12 21\n"), Some(vec![1, 2, 2, 1]));
/// assert_eq!(parse_values(&variant, "1231"), None);
/// # Ok::<(), farandole::variant::VariantError>(())
/// ```
pub fn parse_values(variant: &Variant, text: &str) -> Option<Vec<u8>> {
    let board = variant.board();
    let mut cells = board.cells();
    let signs = text.chars().filter(|sign| !sign.is_whitespace());
    let value = |sign: char| match cells.next() {
        Some(cell) if board.is_hole(cell) => (sign == '.').then(|| board.values().low()),
        _ => sign.to_digit(36).map(|value| value as u8),
    };
    let values: Option<Vec<u8>> = signs.map(value).collect();
    let fits = |value: &u8| board.values().contains(*value);
    values.filter(|values| values.len() == variant.cell_count() && values.iter().all(fits))
}

/// Returns the names of all cells, in cell order.
pub fn cell_names(variant: &Variant) -> Vec<String> {
    let board = variant.board();
    board.cells().map(|cell| board.name(cell).to_string()).collect()
}

/// Returns, for each cell, the values of a mask: bit v - low represents the value v. Holes have
/// none.
pub fn values_of(variant: &Variant, masks: &[u64]) -> Vec<Vec<u8>> {
    let board = variant.board();
    let mask = |(cell, mask): (Cell, &u64)| if board.is_hole(cell) { 0 } else { *mask as u16 };
    board.cells().zip(masks).map(mask).map(|mask| board.values().values_of(mask).collect()).collect()
}

/// Returns a constraint of a variant as constraint text.
pub fn constraint_text(variant: &Variant, constraint: &Constraint) -> String {
    iss::write_constraint(variant.board(), constraint)
}
