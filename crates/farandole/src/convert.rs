//! Arguments of the functions for one puzzle: text in any known format, or a puzzle that has already
//! been parsed.

use crate::error::{Error, ErrorKind};
use crate::variant::{holds_variants, read_all};
use farandole_formats::{ParseError, ParseErrorKind, parse_puzzle};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{ClassicPuzzle, Puzzle};
use std::borrow::Cow;

/// Types that can be converted into one puzzle.
///
/// ```
/// use farandole::convert::ToPuzzle;
///
/// let text = "1...\n..4.\n.2..\n...3\n";
/// let puzzle = text.to_classic()?.into_owned();
/// assert_eq!((puzzle.size(), puzzle.given_count()), (4, 4));
/// assert_eq!(puzzle.to_puzzle()?.classic(), Some(&puzzle));
/// assert!(".Shape~4x4.AntiKnight".to_puzzle()?.variant().is_some());
/// # Ok::<(), farandole::Error>(())
/// ```
pub trait ToPuzzle {
    /// Returns the puzzle.
    ///
    /// # Errors
    /// If the text is not a puzzle, or contains more than one.
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error>;

    /// Returns the classic puzzle. Text is read in the formats of classic puzzles only.
    ///
    /// # Errors
    /// If the text is not a classic puzzle or contains more than one, or if the puzzle is a variant.
    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error>;
}

impl ToPuzzle for Puzzle {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        Ok(Cow::Borrowed(self))
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        self.classic().map(Cow::Borrowed).ok_or_else(|| ErrorKind::NotClassic.into())
    }
}

impl ToPuzzle for ClassicPuzzle {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        Ok(Cow::Owned(self.into()))
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl ToPuzzle for Variant {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        Ok(Cow::Owned(self.into()))
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        Err(ErrorKind::NotClassic.into())
    }
}

impl ToPuzzle for str {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        if !holds_variants(self.as_bytes()) {
            return parse_classic(self).map(|puzzle| Cow::Owned(puzzle.into()));
        }
        let mut entries = read_all(self).into_iter();
        let (_, entry) = entries.next().ok_or(ErrorKind::Empty)?;
        if let Some((line, _)) = entries.next() {
            return Err(ErrorKind::Another(line).into());
        }
        Ok(Cow::Owned(entry?.puzzle.into()))
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        parse_classic(self).map(Cow::Owned)
    }
}

impl ToPuzzle for String {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        self.as_str().to_puzzle()
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        self.as_str().to_classic()
    }
}

impl<P: ToPuzzle + ?Sized> ToPuzzle for &P {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        (**self).to_puzzle()
    }

    fn to_classic(&self) -> Result<Cow<'_, ClassicPuzzle>, Error> {
        (**self).to_classic()
    }
}

/// Parses the single puzzle of a text in any format of classic puzzles.
pub(crate) fn parse_classic(text: &str) -> Result<ClassicPuzzle, Error> {
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
        let kind = |text: &str| parse_classic(text).unwrap_err().kind().clone();
        let line = ".".repeat(81);
        assert!(matches!(kind("no puzzle here"), ErrorKind::Detect(_)));
        assert!(matches!(kind("puzzle,solution\n"), ErrorKind::Empty));
        assert!(matches!(kind(&format!("{line}\n{line}\n")), ErrorKind::Another(2)));
        assert!(matches!(kind(&format!("{}&", &line[1..])), ErrorKind::Parse(_)));
        assert_eq!(parse_classic("1").map(|puzzle| puzzle.size()), Ok(1));
    }
}
