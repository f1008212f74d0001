//! A canonical form: the least image of a board and a symmetry that leads to it.

use crate::symmetry::Symmetry;
use core::fmt;

/// A canonical form.
///
/// ```
/// let board: [u8; 81] = core::array::from_fn(|cell| if cell < 3 { 7 - cell as u8 } else { 0 });
/// let form = farandole_canon::Canon::new().puzzle(&board).expect("digits up to 9");
/// assert_eq!(form.to_string()[72..], *"......123");
/// assert_eq!(form.automorphisms, 62_208);
/// assert_eq!(form.symmetry.apply(&board), form.board);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Form {
    /// The least image: 81 values from 0 (empty) to 9, row-major.
    pub board: [u8; 81],
    /// A symmetry that maps the board to its form.
    pub symmetry: Symmetry,
    /// Number of symmetries that lead to the form, not counting renamings of digits that the board
    /// lacks.
    pub automorphisms: u32,
}

impl fmt::Display for Form {
    /// Writes the 81 cells of the board, `.` for empty ones.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = self.board.map(|digit| if digit == 0 { b'.' } else { b'0' + digit });
        f.write_str(str::from_utf8(&cells).unwrap_or_default())
    }
}

impl Form {
    /// The form of the empty board, with a placeholder for the number of automorphisms.
    pub(crate) const IDENTITY: Self = Self { board: [0; 81], symmetry: Symmetry::IDENTITY, automorphisms: 0 };
}
