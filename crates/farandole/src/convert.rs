//! What the simple functions take for a puzzle: text in any known format, or a puzzle that is there already.

use crate::error::{Error, ErrorKind};
use crate::sheet::sheet_of;
use farandole_logic::Sheet;
use farandole_puzzle::Puzzle;
use farandole_puzzle::format::{Dialect, ReadConfig};
use std::borrow::Cow;

/// What can be understood as one puzzle.
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
    /// The puzzle.
    ///
    /// # Errors
    /// If it is no puzzle, or more than one.
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error>;
}

impl ToPuzzle for Puzzle {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        Ok(Cow::Borrowed(self))
    }
}

impl ToPuzzle for str {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        parse_puzzle(self).map(Cow::Owned)
    }
}

impl ToPuzzle for String {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        self.as_str().to_puzzle()
    }
}

impl<P: ToPuzzle + ?Sized> ToPuzzle for &P {
    fn to_puzzle(&self) -> Result<Cow<'_, Puzzle>, Error> {
        (**self).to_puzzle()
    }
}

/// What can be understood as a grid that a person is working on: givens, placed digits, pencil marks.
///
/// ```
/// use farandole::ToSheet;
///
/// // A digit with `+` in front was placed, not given.
/// let line = "53+4.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let sheet = line.to_sheet()?;
/// assert_eq!((sheet.givens[2], sheet.placed[2]), (0, 4));
/// # Ok::<(), farandole::Error>(())
/// ```
pub trait ToSheet {
    /// The sheet.
    ///
    /// # Errors
    /// If it is no grid, or not a classic 9x9 one.
    fn to_sheet(&self) -> Result<Sheet, Error>;
}

impl ToSheet for Sheet {
    fn to_sheet(&self) -> Result<Sheet, Error> {
        Ok(self.clone())
    }
}

impl ToSheet for Puzzle {
    fn to_sheet(&self) -> Result<Sheet, Error> {
        sheet_of(self).ok_or_else(|| ErrorKind::NotClassic.into())
    }
}

impl ToSheet for str {
    fn to_sheet(&self) -> Result<Sheet, Error> {
        match (Sheet::parse(self), parse_puzzle(self)) {
            (Ok(sheet), _) => Ok(sheet),
            (Err(_), Ok(puzzle)) => puzzle.to_sheet(),
            (Err(error), Err(_)) => Err(ErrorKind::Sheet(error).into()),
        }
    }
}

impl ToSheet for String {
    fn to_sheet(&self) -> Result<Sheet, Error> {
        self.as_str().to_sheet()
    }
}

impl<S: ToSheet + ?Sized> ToSheet for &S {
    fn to_sheet(&self) -> Result<Sheet, Error> {
        (**self).to_sheet()
    }
}

/// The one puzzle of a text in any known format.
fn parse_puzzle(text: &str) -> Result<Puzzle, Error> {
    let text = text.as_bytes();
    let dialect = Dialect::detect(text, &ReadConfig::default()).map_err(ErrorKind::Detect)?;
    let mut records = dialect.records(text);
    let record = records.next().ok_or(ErrorKind::Empty)?;
    let entry = dialect.parser().parse(record).map_err(ErrorKind::Parse)?;
    match records.next() {
        Some(another) => Err(ErrorKind::Another(another.line).into()),
        None => Ok(entry.puzzle),
    }
}
