//! Canonical forms in JSON.

use crate::canonical::CanonicalForm;
use farandole_canon::Form;
use serde::Serialize;

/// A canonical form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JsonCanonical {
    /// The kind of form, by its [name](CanonicalForm::name).
    pub form: &'static str,
    /// The cells of the form, row-major, with `.` for empty cells.
    pub board: String,
    /// Number of symmetries, not counting renamings of digits, that map the puzzle to the form.
    pub automorphisms: u32,
    /// A symmetry that maps the puzzle to the form, in the text form of
    /// `farandole_canon::Symmetry`.
    pub map: String,
}

impl JsonCanonical {
    /// Converts a form of this kind.
    ///
    /// ```
    /// use farandole::canonical::CanonicalForm;
    /// use farandole::json::JsonCanonical;
    ///
    /// let form = farandole::canonical(&format!("5{}", ".".repeat(80)))?;
    /// let json = JsonCanonical::new(CanonicalForm::Puzzle, &form);
    /// assert_eq!((&json.board[79..], json.automorphisms), (".1", 41_472));
    /// # Ok::<(), farandole::Error>(())
    /// ```
    pub fn new(kind: CanonicalForm, form: &Form) -> Self {
        Self {
            form: kind.name(),
            board: form.to_string(),
            automorphisms: form.automorphisms,
            map: form.symmetry.to_string(),
        }
    }
}
