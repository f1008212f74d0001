//! Grids, cells and constraints of variants as text.

use farandole_exchange::{ExportError, WriteConfig, fpuzzles_link, write_fpuzzles};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;

/// A text that variants are written as.
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
}

impl TextForm {
    /// Every text.
    pub const ALL: [Self; 4] = [Self::Iss, Self::IssLink, Self::FPuzzles, Self::FPuzzlesLink];

    /// The name on a command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iss => "iss",
            Self::IssLink => "iss-link",
            Self::FPuzzles => "fpuzzles",
            Self::FPuzzlesLink => "fpuzzles-link",
        }
    }

    /// What the text is, in a few words for a help text.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Iss => "variants: constraint text of Interactive Sudoku Solver, an empty line behind each",
            Self::IssLink => "variants: a link of Interactive Sudoku Solver on a line",
            Self::FPuzzles => "variants: a JSON object of f-puzzles on a line",
            Self::FPuzzlesLink => "variants: a link of f-puzzles on a line",
        }
    }

    /// The text with this name, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|text| text.name().eq_ignore_ascii_case(name))
    }

    /// Whether each text is one line, and lines need nothing between them.
    pub const fn is_one_line(self) -> bool {
        !matches!(self, Self::Iss)
    }

    /// The text of a variant.
    ///
    /// # Errors
    /// If the form cannot hold it: f-puzzles has no key for some constraints.
    pub fn write(self, variant: &Variant) -> Result<String, ExportError> {
        let config = WriteConfig::default();
        match self {
            Self::Iss => Ok(iss::write(variant)),
            Self::IssLink => Ok(iss::to_link(variant)),
            Self::FPuzzles => write_fpuzzles(variant, &config),
            Self::FPuzzlesLink => fpuzzles_link(variant, &config),
        }
    }
}

/// The cells of the grid on one line, row-major, one character each: the value as a digit, `A` for 10 and so on.
///
/// `values` are those of all cells by cell. Extra cells are left out.
pub fn grid_text(variant: &Variant, values: &[u8]) -> String {
    let digit =
        |value: &u8| char::from_digit(u32::from(*value), 36).map_or('?', |sign| sign.to_ascii_uppercase());
    values[..variant.board().grid_count()].iter().map(digit).collect()
}

/// The values of all cells by cell of a text: one character for each, as in [`grid_text`], with those of extra cells behind.
/// White space does not count. `None` if it has other characters, or too few or too many.
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
    let signs = text.chars().filter(|sign| !sign.is_whitespace());
    let values: Option<Vec<u8>> = signs.map(|sign| sign.to_digit(36).map(|value| value as u8)).collect();
    let fits = |value: &u8| variant.board().values().contains(*value);
    values.filter(|values| values.len() == variant.cell_count() && values.iter().all(fits))
}

/// The names of all cells, in their order.
pub fn cell_names(variant: &Variant) -> Vec<String> {
    let board = variant.board();
    board.cells().map(|cell| board.name(cell).to_string()).collect()
}

/// For each cell the values of a mask: bit v - low stands for the value v.
pub fn values_of(variant: &Variant, masks: &[u16]) -> Vec<Vec<u8>> {
    let values = variant.board().values();
    masks.iter().map(|mask| values.values_of(*mask).collect()).collect()
}

/// A constraint of a variant as it stands in constraint text.
pub fn constraint_text(variant: &Variant, constraint: &Constraint) -> String {
    iss::write_constraint(variant.board(), constraint)
}
