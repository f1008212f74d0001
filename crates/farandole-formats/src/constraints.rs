//! Constraint tokens of Interactive Sudoku Solver: `.NoBoxes`, `.Jigsaw~<map>`, `.Diagonal~1` and
//! `.Diagonal~-1`.
//!
//! All other constraints of that language are errors in this format.
//!
//! Source: Interactive Sudoku Solver by S. Sigh,
//! <https://github.com/sigh/Interactive-Sudoku-Solver>.

use super::settings::Diagonals;

/// The content of a constraint token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Constraints<'a> {
    pub(super) no_boxes: bool,
    pub(super) map: Option<&'a [u8]>,
    pub(super) diagonals: Diagonals,
}

/// Returns true if a token is a list of constraints rather than cells: a `.` and a capital letter,
/// then a lower-case letter or `~`.
pub(super) fn is_constraints(token: &[u8]) -> bool {
    matches!(token, [b'.', b'A'..=b'Z', b'a'..=b'z' | b'~', ..])
        && token.split(|byte| *byte == b'.').any(|part| {
            let name = part.split(|byte| *byte == b'~').next().unwrap_or(part);
            [&b"NoBoxes"[..], b"Jigsaw", b"Diagonal"].contains(&name)
        })
}

/// Parses a list of constraints.
///
/// # Errors
/// Returns the offset of the first constraint that is not recognized.
pub(super) fn constraints(token: &[u8]) -> Result<Constraints<'_>, usize> {
    let mut read = Constraints::default();
    let mut at = 0;
    for part in token.split(|byte| *byte == b'.') {
        let mut pieces = part.splitn(2, |byte| *byte == b'~');
        match (pieces.next().unwrap_or(b""), pieces.next()) {
            (b"", None) => {}
            (b"NoBoxes", None) => read.no_boxes = true,
            (b"Jigsaw", Some(map)) if read.map.is_none() => read.map = Some(map),
            (b"Diagonal", Some(b"1")) => read.diagonals = read.diagonals.union(Diagonals::Anti),
            (b"Diagonal", Some(b"-1")) => read.diagonals = read.diagonals.union(Diagonals::Main),
            _ => return Err(at),
        }
        at += part.len() + 1;
    }
    Ok(read)
}
