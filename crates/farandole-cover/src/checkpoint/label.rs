//! Labels of the pieces of a split. An answer about a piece contains its label, so that answers can be merged.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// The beginning of the first line of the text of a piece.
// The bar starts a comment in Knuth's format, so other programs can read the piece as well.
const COMMENT: &str = "| farandole piece ";

/// The label of a piece of a split. `3 of 8 of 0123456789abcdef` is the third of eight pieces of the problem
/// with this fingerprint.
///
/// ```
/// use farandole_cover::checkpoint::PieceLabel;
///
/// let label: PieceLabel = "3 of 8 of 0123456789abcdef".parse()?;
/// assert_eq!((label.number, label.of), (3, 8));
/// assert_eq!(label.to_string(), "3 of 8 of 0123456789abcdef");
/// # Ok::<(), farandole_cover::checkpoint::PieceLabelError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLabel {
    /// The 1-based number of the piece.
    pub number: usize,
    /// Number of pieces of the split.
    pub of: usize,
    /// The fingerprint of the whole problem in 16 hexadecimal digits.
    pub whole: String,
}

impl PieceLabel {
    /// Returns the comment line that precedes the text of a piece in Knuth's format.
    #[must_use]
    pub fn comment(&self) -> String {
        alloc::format!("{COMMENT}{self}")
    }

    /// Returns the label in the first line of a text, without parsing it; `None` if that line is not a comment
    /// from [`comment`](Self::comment).
    #[must_use]
    pub fn find(text: &[u8]) -> Option<&str> {
        // Only the first line is examined, because pieces can be large.
        let line = text.split(|&b| b == b'\n').next()?;
        core::str::from_utf8(line).ok()?.strip_prefix(COMMENT).map(str::trim)
    }
}

impl fmt::Display for PieceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} of {}", self.number, self.of, self.whole)
    }
}

/// The error for a text that is not the label of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceLabelError;

impl fmt::Display for PieceLabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the label of a piece of a split")
    }
}

impl core::error::Error for PieceLabelError {}

impl FromStr for PieceLabel {
    type Err = PieceLabelError;

    fn from_str(text: &str) -> Result<Self, PieceLabelError> {
        let mut words = text.split(" of ");
        let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or(PieceLabelError);
        let (number, of) = (number()?, number()?);
        match (words.next(), words.next()) {
            // A text with more than three fields would be a label of another format.
            (Some(whole), None) if (1..=of).contains(&number) => {
                Ok(Self { number, of, whole: whole.to_owned() })
            }
            _ => Err(PieceLabelError),
        }
    }
}
