//! Symbols: the bytes that represent digits and empty cells.
//!
//! ```
//! use farandole_puzzle::Digit;
//! use farandole_formats::Symbols;
//!
//! let ten = Digit::new(10).unwrap();
//! assert_eq!(Symbols::NumbersFirst.symbol(ten), Some(b'A'));
//! assert_eq!(Symbols::by_name("hex").unwrap().symbol(ten), Some(b'9'));
//! ```

use core::fmt;
use farandole_puzzle::Digit;

/// The decoded value of an empty cell.
pub(super) const EMPTY: u8 = 0;
/// The decoded value of a byte that is neither a digit of the puzzle nor an empty-cell character.
pub(super) const FOREIGN: u8 = 0xFF;

/// The bytes that separate or mark cells.
const RESERVED: &[u8; 6] = b",;#\"|+";

/// Number of symbols of an alphabet. Larger digits are numbers.
pub(super) const MOST: usize = 64;

const NUMBERS_FIRST: &[u8; MOST] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@$&";
const ZERO_FIRST: &[u8; MOST] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz@$";
const LETTERS_FIRST: &[u8; MOST] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@$";

/// An alphabet for digits, with one byte per digit.
///
/// Lower-case letters are treated as capitals unless a digit of the puzzle is a lower-case letter.
/// The empty-cell characters are `.` `0` `_` `*` `-` `?`, and `x` `X` if no letter is a digit. One
/// puzzle may mix them. A character that is a digit of the puzzle never represents an empty cell:
/// for sizes of 53 and more, [`Symbols::LettersFirst`] has no empty `0`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Symbols {
    /// Chosen for each puzzle by the symbols that occur in it (and in its solution, if present).
    ///
    /// For sizes up to 9, the symbols are digits, or the letters of a word sudoku in alphabetical order
    /// if as many different ones as digits occur in it, and nothing else. For larger sizes, letters alone select
    /// [`Symbols::LettersFirst`]. For size 16, a `0`, no `G` and another empty-cell character select
    /// [`Symbols::ZeroFirst`]. Everything else selects [`Symbols::NumbersFirst`].
    #[default]
    Auto,
    /// `1-9`, then `A-Z` (10 to 35), `a-z` (36 to 61), `@` (62), `$` (63), `&` (64).
    NumbersFirst,
    /// `0-9` for 1 to 10, then `A-Z`, `a-z`, `@`, `$`: the hexadoku alphabet for size 16.
    ZeroFirst,
    /// `A-Z` for 1 to 26, then `a-z`, `0-9`, `@`, `$`.
    LettersFirst,
    /// Decimal numbers from `low`, which is 0 or 1. Formats with separate cells print them with blanks in
    /// between, and other formats print [`Symbols::ZeroFirst`] or [`Symbols::NumbersFirst`].
    Decimal {
        /// The lowest number.
        low: u8,
    },
    /// These bytes in the order of the digits, created by [`Symbols::custom`].
    Custom(CustomSymbols),
}

/// A validated custom alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomSymbols(Box<[u8]>);

impl CustomSymbols {
    /// Returns the bytes in the order of the digits.
    pub const fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Symbols {
    /// Creates a custom alphabet: the symbol of digit 1, of digit 2 and so on.
    ///
    /// # Errors
    /// If there are no symbols, more than 64 symbols, a duplicate symbol, or a symbol that is not a
    /// visible ASCII character. `,` `;` `#` `"` `|` `+` are also errors, since they separate or
    /// mark cells.
    pub fn custom(alphabet: &str) -> Result<Self, SymbolsError> {
        let bytes = alphabet.as_bytes();
        if bytes.is_empty() || bytes.len() > MOST {
            return Err(SymbolsError(SymbolsErrorKind::Count(bytes.len())));
        }
        for (i, byte) in bytes.iter().enumerate() {
            if !byte.is_ascii_graphic() || RESERVED.contains(byte) {
                return Err(SymbolsError(SymbolsErrorKind::Unusable(*byte)));
            }
            if bytes[..i].contains(byte) {
                return Err(SymbolsError(SymbolsErrorKind::Twice(*byte)));
            }
        }
        Ok(Self::Custom(CustomSymbols(bytes.into())))
    }

    /// Returns the alphabet with this name on the command line: `auto`, `1-9` (or `numbers`), `0-9`
    /// (or `0-F`, `hex`), `A-Z` (or `A-P`, `A-Y`, `letters`). Case is ignored. Any other text is an
    /// alphabet for [`Symbols::custom`].
    ///
    /// # Errors
    /// Returns the errors of [`Symbols::custom`].
    pub fn by_name(name: &str) -> Result<Self, SymbolsError> {
        const NAMES: [(&str, Symbols); 15] = [
            ("auto", Symbols::Auto),
            ("1-9", Symbols::NumbersFirst),
            ("1-9A", Symbols::NumbersFirst),
            ("1-9A-Z", Symbols::NumbersFirst),
            ("1-9A-G", Symbols::NumbersFirst),
            ("1-9A-P", Symbols::NumbersFirst),
            ("numbers", Symbols::NumbersFirst),
            ("0-9", Symbols::ZeroFirst),
            ("0-F", Symbols::ZeroFirst),
            ("0-9A-F", Symbols::ZeroFirst),
            ("hex", Symbols::ZeroFirst),
            ("A-Z", Symbols::LettersFirst),
            ("A-P", Symbols::LettersFirst),
            ("A-Y", Symbols::LettersFirst),
            ("letters", Symbols::LettersFirst),
        ];
        match NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)) {
            Some((_, symbols)) => Ok(symbols.clone()),
            None => Self::custom(name),
        }
    }

    /// Returns the byte for a digit; `Auto` uses `NumbersFirst`. Returns `None` if a custom
    /// alphabet is too short.
    pub fn symbol(&self, digit: Digit) -> Option<u8> {
        self.bytes().get(digit.index()).copied()
    }

    /// Returns true if every digit of an N x N puzzle has a symbol.
    pub fn cover(&self, size: usize) -> bool {
        self.bytes().len() >= size
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Auto | Self::NumbersFirst => NUMBERS_FIRST,
            Self::ZeroFirst | Self::Decimal { low: 0 } => ZERO_FIRST,
            Self::Decimal { .. } => NUMBERS_FIRST,
            Self::LettersFirst => LETTERS_FIRST,
            Self::Custom(custom) => custom.bytes(),
        }
    }

    /// Returns true if a byte can represent an empty cell when a puzzle of this size is printed. It
    /// must be an empty-cell character that is not a digit of the puzzle, so that the reader
    /// interprets it as an empty cell.
    pub fn leaves_empty(&self, byte: u8, size: usize) -> bool {
        self.table(size)[usize::from(byte)] == EMPTY
    }

    /// Returns true if the values begin with 0.
    pub(super) fn begin_with_0(&self) -> bool {
        matches!(self, Self::ZeroFirst | Self::Decimal { low: 0 })
    }

    /// Returns the symbols of a puzzle of this size whose cells are numbers. Up to size 9, numbers are
    /// symbols of one character.
    pub(super) fn for_numbers(&self, size: usize) -> Self {
        match self {
            Self::Auto | Self::NumbersFirst if size > 9 => Self::Decimal { low: 1 },
            Self::ZeroFirst if size > 10 => Self::Decimal { low: 0 },
            Self::Auto => Self::NumbersFirst,
            other => other.clone(),
        }
    }

    /// Returns the symbols of one character that represent the same values.
    pub(super) fn in_characters(&self) -> Self {
        match self {
            Self::Decimal { low: 0 } => Self::ZeroFirst,
            Self::Decimal { .. } => Self::NumbersFirst,
            other => other.clone(),
        }
    }

    /// Resolves `Auto` for these cells of a puzzle of this size. Other choices are unchanged.
    pub(super) fn resolve(&self, size: usize, texts: [&[u8]; 2]) -> Self {
        if *self != Self::Auto {
            return self.clone();
        }
        if size <= 9 {
            return letters_of(size, texts).map_or(Self::NumbersFirst, |it| Self::Custom(CustomSymbols(it)));
        }
        let mut seen = [false; 256];
        for byte in texts.into_iter().flatten() {
            seen[*byte as usize] = true;
        }
        let any = |bytes: &[u8]| bytes.iter().any(|byte| seen[*byte as usize]);
        let letters = seen.iter().enumerate().any(|(byte, seen)| *seen && (byte as u8).is_ascii_alphabetic());
        if any(b"123456789") {
            let hex = size == 16 && any(b"0") && !any(b"Gg") && any(b"._*-?");
            if hex { Self::ZeroFirst } else { Self::NumbersFirst }
        } else if letters {
            Self::LettersFirst
        } else {
            Self::NumbersFirst
        }
    }

    /// Returns the value of every byte in a puzzle of this size: 0 for empty, 1 to N for a digit,
    /// [`FOREIGN`] otherwise.
    pub(super) fn table(&self, size: usize) -> [u8; 256] {
        let mut table = [FOREIGN; 256];
        for sign in b".0_*-?" {
            table[*sign as usize] = EMPTY;
        }
        let bytes = &self.bytes()[..size.min(self.bytes().len())];
        let letters = bytes.iter().any(u8::is_ascii_alphabetic);
        if !letters {
            table[b'x' as usize] = EMPTY;
            table[b'X' as usize] = EMPTY;
        }
        let fold = !bytes.iter().any(u8::is_ascii_lowercase) && !matches!(self, Self::Custom(_));
        for (i, byte) in bytes.iter().enumerate() {
            table[*byte as usize] = i as u8 + 1;
            if fold {
                table[byte.to_ascii_lowercase() as usize] = i as u8 + 1;
            }
        }
        table
    }
}

/// Smallest size of a word sudoku. In smaller grids, letters are more likely to name regions.
const SMALLEST_WORD: usize = 4;

/// Returns the letters of a word sudoku in alphabetical order. The text must have an empty cell, since a text of
/// letters only may be a region map.
fn letters_of(size: usize, texts: [&[u8]; 2]) -> Option<Box<[u8]>> {
    // Nearly every puzzle of this size contains a digit, so that the search ends early.
    let is_other = |byte: &u8| !(byte.is_ascii_alphabetic() || b".0_*-?".contains(byte));
    let is_wrong = size < SMALLEST_WORD || texts.into_iter().flatten().any(is_other);
    if is_wrong || texts[0].iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let mut letters: Vec<u8> = texts.concat();
    letters.retain(u8::is_ascii_alphabetic);
    letters.sort_unstable();
    letters.dedup();
    (letters.len() == size).then(|| letters.into())
}

/// The reason why a text is not a valid alphabet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolsError(SymbolsErrorKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SymbolsErrorKind {
    Count(usize),
    Unusable(u8),
    Twice(u8),
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            SymbolsErrorKind::Count(count) => write!(f, "{count} symbols, expected 1 to {MOST}"),
            SymbolsErrorKind::Unusable(byte) => {
                write!(f, "`{}` cannot represent a digit", byte.escape_ascii())
            }
            SymbolsErrorKind::Twice(byte) => write!(f, "`{}` represents two digits", byte.escape_ascii()),
        }
    }
}

impl core::error::Error for SymbolsError {}

/// A small cache of value tables. Building a table takes about as long as reading a small puzzle.
#[derive(Clone, Debug, Default)]
pub(super) struct Tables {
    known: Vec<(Symbols, usize, Box<[u8; 256]>)>,
}

impl Tables {
    /// Returns the value table of resolved symbols for a size, from the cache if possible.
    pub(super) fn get(&mut self, symbols: &Symbols, size: usize) -> &[u8; 256] {
        let known = self.known.iter().position(|(s, n, _)| *n == size && s == symbols);
        let at = known.unwrap_or_else(|| {
            if self.known.len() >= 8 {
                self.known.clear();
            }
            self.known.push((symbols.clone(), size, Box::new(symbols.table(size))));
            self.known.len() - 1
        });
        &self.known[at].2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn alphabets_have_64_different_symbols() {
        for alphabet in [NUMBERS_FIRST, ZERO_FIRST, LETTERS_FIRST] {
            let mut sorted = *alphabet;
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(|pair| pair[0] < pair[1]));
        }
    }

    #[test]
    fn tables_invert_symbols_for_every_size() {
        for symbols in [Symbols::NumbersFirst, Symbols::ZeroFirst, Symbols::LettersFirst] {
            for size in 1..=64 {
                let table = symbols.table(size);
                for number in 1..=size as u8 {
                    let symbol = symbols.symbol(Digit::new(number).unwrap()).unwrap();
                    assert_eq!(table[symbol as usize], number, "{symbols:?} {size}");
                }
                assert_eq!(table[b'.' as usize], EMPTY);
                assert_eq!(table[b'!' as usize], FOREIGN);
            }
        }
        assert_eq!(Symbols::NumbersFirst.table(9)[b'x' as usize], EMPTY);
        assert_eq!(Symbols::NumbersFirst.table(16)[b'x' as usize], FOREIGN);
        assert_eq!(Symbols::NumbersFirst.table(35)[b'x' as usize], 33);
        assert_eq!(Symbols::NumbersFirst.table(60)[b'x' as usize], 59);
        assert_eq!(Symbols::ZeroFirst.table(16)[b'0' as usize], 1);
    }

    #[test]
    fn auto_is_decided_by_the_symbols_present() {
        let auto = |size, cells: &str| Symbols::Auto.resolve(size, [cells.as_bytes(), b""]);
        assert_eq!(auto(9, "..A.."), Symbols::NumbersFirst);
        let word = Symbols::custom("EINRSTUVY").unwrap();
        assert_eq!(auto(9, "..U-NI.VERS"), Symbols::NumbersFirst);
        assert_eq!(auto(9, "..UNIVERSTY.."), word);
        assert_eq!(auto(9, "..UNIVERST1.."), Symbols::NumbersFirst);
        assert_eq!(auto(9, "UNIVERSTY"), Symbols::NumbersFirst);
        assert_eq!(auto(16, "..A..P"), Symbols::LettersFirst);
        assert_eq!(auto(16, "..A..1"), Symbols::NumbersFirst);
        assert_eq!(auto(16, ".0A..1"), Symbols::ZeroFirst);
        assert_eq!(auto(16, ".0G..1"), Symbols::NumbersFirst);
        assert_eq!(auto(16, "00A001"), Symbols::NumbersFirst);
        assert_eq!(auto(25, ".0A..1"), Symbols::NumbersFirst);
        assert_eq!(auto(16, "......"), Symbols::NumbersFirst);
    }

    #[test]
    fn invalid_alphabets_are_rejected() {
        assert_eq!(Symbols::custom("").unwrap_err().to_string(), "0 symbols, expected 1 to 64");
        assert_eq!(Symbols::custom("abca").unwrap_err().to_string(), "`a` represents two digits");
        assert_eq!(Symbols::custom("ab c").unwrap_err().to_string(), "` ` cannot represent a digit");
        assert!(Symbols::by_name("QWERTYUIO").unwrap().cover(9));
    }
}
