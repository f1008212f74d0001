//! Arguments of the simple functions: text in any known format, or a puzzle that has already been
//! parsed.

use crate::error::{Error, ErrorKind};
use farandole_formats::{ParseError, ParseErrorKind, parse_puzzle};
use farandole_puzzle::ClassicPuzzle;
use std::borrow::Cow;

/// Types that can be converted into one puzzle.
///
/// ```
/// use farandole::ToPuzzle;
///
/// let text = "1...\n..4.\n.2..\n...3\n";
/// let puzzle = text.to_puzzle()?.into_owned();
/// assert_eq!((puzzle.size(), puzzle.given_count()), (4, 4));
/// assert_eq!(*puzzle.to_puzzle()?, puzzle);
/// # Ok::<(), farandole::Error>(())
/// ```
pub trait ToPuzzle {
    /// Returns the puzzle.
    ///
    /// # Errors
    /// If the text is not a puzzle, or contains more than one.
    fn to_puzzle(&self) -> Result<Cow<'_, ClassicPuzzle>, Error>;
}

impl ToPuzzle for ClassicPuzzle {
    fn to_puzzle(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl ToPuzzle for str {
    fn to_puzzle(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        only_puzzle(self).map(Cow::Owned)
    }
}

impl ToPuzzle for String {
    fn to_puzzle(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        self.as_str().to_puzzle()
    }
}

impl<P: ToPuzzle + ?Sized> ToPuzzle for &P {
    fn to_puzzle(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        (**self).to_puzzle()
    }
}

/// Parses the single puzzle of a text in any known format.
pub(crate) fn only_puzzle(text: &str) -> Result<ClassicPuzzle, Error> {
    let kind = |error: ParseError| match (error.detect_error(), error.kind()) {
        (Some(error), _) => ErrorKind::Detect(error),
        (None, ParseErrorKind::NoPuzzle) => ErrorKind::Empty,
        (None, ParseErrorKind::SeveralPuzzles) => ErrorKind::Another(error.line()),
        (None, _) => ErrorKind::Parse(error),
    };
    parse_puzzle(text).map_err(|error| kind(error).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_keep_their_kinds() {
        let kind = |text: &str| only_puzzle(text).unwrap_err().kind().clone();
        let line = ".".repeat(81);
        assert!(matches!(kind("no puzzle here"), ErrorKind::Detect(_)));
        assert!(matches!(kind("puzzle,solution\n"), ErrorKind::Empty));
        assert!(matches!(kind(&format!("{line}\n{line}\n")), ErrorKind::Another(2)));
        assert!(matches!(kind(&format!("{}&", &line[1..])), ErrorKind::Parse(_)));
        assert_eq!(only_puzzle("1").map(|puzzle| puzzle.size()), Ok(1));
    }
}
