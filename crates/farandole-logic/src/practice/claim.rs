//! Answers to an exercise, as claims that a candidate is true or false.

use crate::model::Candidate;
use core::fmt;
use farandole_puzzle::format::escaped;

/// A claim about a candidate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Claim {
    /// The candidate is false.
    Not(Candidate),
    /// The candidate is true.
    Is(Candidate),
}

/// The error for a part of an answer that is not a claim.
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

impl Claim {
    /// Returns the candidate.
    pub const fn candidate(self) -> Candidate {
        match self {
            Self::Not(candidate) | Self::Is(candidate) => candidate,
        }
    }

    /// Parses claims separated by blanks or commas: `r1c2<>5`, `r1c2<>57` for two digits, or
    /// `r1c2=5`.
    ///
    /// # Errors
    /// Returns the first part that is not a claim.
    pub fn parse(text: &str) -> Result<Vec<Self>, ClaimError> {
        let parts = text.split([' ', ',', ';', '\t']).filter(|part| !part.is_empty());
        let mut claims = Vec::new();
        for part in parts {
            claims.extend(one_cell(part).ok_or_else(|| ClaimError { found: part.to_owned() })?);
        }
        if claims.is_empty() { Err(ClaimError { found: text.trim().to_owned() }) } else { Ok(claims) }
    }
}

/// Parses the claims about one cell.
fn one_cell(part: &str) -> Option<Vec<Claim>> {
    let part = part.to_ascii_lowercase();
    let (cell, is_true, digits) = match part.split_once("<>").or_else(|| part.split_once("!=")) {
        Some((cell, digits)) => (cell, false, digits),
        None => part.split_once('=').map(|(cell, digits)| (cell, true, digits))?,
    };
    let (row, col) = cell.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok().filter(|it| (1..=9).contains(it)).map(|it| it - 1);
    let cell = 9 * index(row)? + index(col)?;
    if digits.is_empty() || is_true && digits.len() > 1 {
        return None;
    }
    let claim = |digit: char| {
        let candidate = Candidate::new(cell, digit.to_digit(10)? as u8)?;
        Some(if is_true { Claim::Is(candidate) } else { Claim::Not(candidate) })
    };
    digits.chars().map(claim).collect()
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
}
