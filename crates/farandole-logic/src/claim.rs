//! Claims that a candidate is true or false, and their notation: `r1c2=5` or `r1c2<>5`.

use crate::model::Candidate;
use crate::variant;
use core::fmt;
use farandole_puzzle::board::Board;
use farandole_puzzle::format::escaped;

/// A claim about a candidate of a classic puzzle, or about another type of candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim<C = Candidate> {
    /// The candidate is false.
    Not(C),
    /// The candidate is true.
    Is(C),
}

/// The error for a part of a text that is not a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimError {
    found: String,
}

impl fmt::Display for ClaimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found `{}`, expected claims such as r1c2<>5, r1c2<>57 or r1c2=5", escaped(&self.found))
    }
}

impl core::error::Error for ClaimError {}

impl<C: Copy> Claim<C> {
    /// Returns the candidate.
    pub const fn candidate(self) -> C {
        match self {
            Self::Not(candidate) | Self::Is(candidate) => candidate,
        }
    }

    /// Returns the opposite claim about the same candidate.
    #[must_use]
    pub const fn not(self) -> Self {
        match self {
            Self::Not(candidate) => Self::Is(candidate),
            Self::Is(candidate) => Self::Not(candidate),
        }
    }

    /// Parses claims separated by blanks, commas or semicolons. `candidate` converts the names of a cell and of a
    /// value.
    fn parse_with(
        text: &str,
        has_long_values: bool,
        candidate: impl Fn(&str, &str) -> Option<C>,
    ) -> Result<Vec<Self>, ClaimError> {
        let parts = text.split([' ', ',', ';', '\t']).filter(|part| !part.is_empty());
        let mut claims = Vec::new();
        for part in parts {
            let (cell, is_true, values) = sides(part).ok_or_else(|| ClaimError { found: part.to_owned() })?;
            if values.is_empty() || !values.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(ClaimError { found: part.to_owned() });
            }
            let length = if has_long_values || is_true { values.len() } else { 1 };
            for value in (0..values.len()).step_by(length).map(|at| &values[at..at + length]) {
                let found = candidate(cell, value).ok_or_else(|| ClaimError { found: part.to_owned() })?;
                claims.push(if is_true { Self::Is(found) } else { Self::Not(found) });
            }
        }
        if claims.is_empty() { Err(ClaimError { found: text.trim().to_owned() }) } else { Ok(claims) }
    }
}

/// Splits a part into the name of the cell, true for a placement, and the values.
fn sides(part: &str) -> Option<(&str, bool, &str)> {
    match part.split_once("<>").or_else(|| part.split_once("!=")) {
        Some((cell, values)) => Some((cell, false, values)),
        None => part.split_once('=').map(|(cell, values)| (cell, true, values)),
    }
}

impl Claim {
    /// Parses claims separated by blanks or commas: `r1c2<>5`, `r1c2<>57` for two digits, or
    /// `r1c2=5`.
    ///
    /// # Errors
    /// Returns the first part that is not a claim.
    pub fn parse(text: &str) -> Result<Vec<Self>, ClaimError> {
        let index = |text: &str| text.parse::<usize>().ok().filter(|number| (1..=9).contains(number));
        Self::parse_with(text, false, |cell, digit| {
            let cell = cell.to_ascii_lowercase();
            let (row, col) = cell.strip_prefix('r')?.split_once('c')?;
            Candidate::new(9 * (index(row)? - 1) + index(col)? - 1, digit.parse().ok()?)
        })
    }
}

impl Claim<variant::Candidate> {
    /// Parses claims about the cells of a board, like [`Claim::parse`]. If the board has values of more than one
    /// digit, an elimination has one value. Cells outside the grid have their names in constraint text.
    ///
    /// # Errors
    /// Returns the first part that is not a claim about a cell and a value of the board.
    pub fn parse_on(board: &Board, text: &str) -> Result<Vec<Self>, ClaimError> {
        let range = board.values();
        Self::parse_with(text, range.high() > 9, |cell, value| {
            let cell = board.cell_named(cell)?;
            let value = value.parse().ok().filter(|value| range.contains(*value))?;
            (!board.is_hole(cell)).then_some(variant::Candidate { cell, value })
        })
    }
}

impl fmt::Display for Claim {
    /// Writes the claim as `r1c2<>5` or `r1c2=5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (candidate, sign) = match self {
            Self::Not(candidate) => (candidate, "<>"),
            Self::Is(candidate) => (candidate, "="),
        };
        write!(f, "r{}c{}{sign}{}", candidate.cell() / 9 + 1, candidate.cell() % 9 + 1, candidate.digit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn claims_are_parsed_and_printed() {
        let text = |text: &str| {
            Claim::parse(text).map(|claims| claims.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(text("r1c2<>57, R9C9=1").unwrap(), ["r1c2<>5", "r1c2<>7", "r9c9=1"]);
        assert_eq!(text("r3c4!=2;r3c4!=3").unwrap(), ["r3c4<>2", "r3c4<>3"]);
        for bad in ["", " ", "r0c1=1", "r1c10<>2", "r1c1", "r1c1=", "r1c1=12", "r1c1<>0", "r1c1<>\u{e9}", "x"]
        {
            assert!(text(bad).is_err(), "{bad}");
        }
        assert_eq!(
            text("r1c1=1 r1c1=12").unwrap_err().to_string(),
            "found `r1c1=12`, expected claims such as r1c2<>5, r1c2<>57 or r1c2=5"
        );
    }

    #[test]
    fn claims_name_the_cells_and_values_of_their_board() {
        let board = iss::read(".Shape~12x12.AntiKnight").unwrap().board().clone();
        let claims = Claim::parse_on(&board, "r12c1=12 R1C10<>11").unwrap();
        let expected = [(132, 12, true), (9, 11, false)];
        let found = claims.iter().map(|claim| {
            let candidate = claim.candidate();
            (candidate.cell.index(), candidate.value, matches!(claim, Claim::Is(_)))
        });
        assert_eq!(found.collect::<Vec<_>>(), expected);
        for bad in ["r13c1=1", "r1c1=13", "r1c1=0", "r1c1<>", "1=r1c1"] {
            assert!(Claim::parse_on(&board, bad).is_err(), "{bad}");
        }
    }
}
