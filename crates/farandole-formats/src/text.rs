//! Lines and tokens of byte text.

use super::record::Record;
use super::symbols;

/// The UTF-8 byte order mark.
pub(super) const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns the line without its line end.
pub(super) fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Returns the lines of a text without line ends.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').map(without_end)
}

/// Returns true if a line contains only white space.
pub(super) fn is_blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

/// Returns true if the first character other than white space is `#`.
pub(super) fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().first() == Some(&b'#')
}

/// Returns the only line of a one-line record, without byte order mark and line end. Also returns the length
/// of the mark.
pub(super) fn only_line<'a>(record: &Record<'a>) -> (&'a [u8], usize) {
    let text = without_end(record.text);
    match text.strip_prefix(BOM) {
        Some(rest) if record.line == 1 => (rest, BOM.len()),
        _ => (text, 0),
    }
}

/// A run of bytes without a separator, with its 0-based offset in the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token<'a> {
    pub(super) start: usize,
    pub(super) text: &'a [u8],
}

/// The tokens of a line, starting at an offset. White space, `,` and `;` separate tokens. `#`
/// begins a token that extends to the end of the line.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    line: &'a [u8],
    at: usize,
}

pub(super) const fn is_separator(byte: u8) -> bool {
    SEPARATORS[byte as usize]
}

/// For each byte, true if it separates tokens. This is a table because every byte of a line is tested several
/// times, and a lookup takes a quarter of the time of comparisons.
const SEPARATORS: [bool; 256] = {
    let mut table = [false; 256];
    let separators = b" \t\r\n\x0B\x0C,;";
    let mut i = 0;
    while i < separators.len() {
        table[separators[i] as usize] = true;
        i += 1;
    }
    table
};

impl<'a> Tokens<'a> {
    pub(super) const fn new(line: &'a [u8], at: usize) -> Self {
        Self { line, at }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = self.line.get(self.at..)?;
        let start = self.at + rest.iter().position(|byte| !is_separator(*byte))?;
        let rest = &self.line[start..];
        let length = match rest.first() {
            Some(b'#') => rest.len(),
            _ => rest.iter().position(|byte| is_separator(*byte) || *byte == b'#').unwrap_or(rest.len()),
        };
        self.at = start + length;
        Some(Token { start, text: &rest[..length] })
    }
}

/// Parses a token as a decimal number below a billion. The token must consist of digits alone.
pub(super) fn number(token: &[u8]) -> Option<u64> {
    if token.is_empty() || token.len() > 9 || !token.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(token.iter().fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}

/// Parses the number on a line that contains nothing else.
pub(super) fn only_number(line: &[u8]) -> Option<u64> {
    number(line.trim_ascii())
}

/// Returns the square root of a square number from 1 to 4,096.
pub(super) fn size_of_square(cells: usize) -> Option<usize> {
    let root = cells.isqrt();
    (root * root == cells && (1..=symbols::MOST).contains(&root)).then_some(root)
}

/// Returns the size of a puzzle on a line whose blanks are empty cells, if the line may be one. If the
/// line has 81 cells of digits and blanks, up to a row of blanks may be missing at its end.
pub(super) fn blank_size(line: &[u8]) -> Option<usize> {
    let size = line.len().isqrt();
    let is_cut = || line.len() >= 72 && line.iter().all(|byte| *byte == b' ' || byte.is_ascii_digit());
    let is_whole = size * size == line.len();
    let size = if is_whole { size } else { 9 };
    let is_cell = |byte: &u8| {
        *byte == b' ' || is_empty_cell(*byte) || byte.is_ascii_digit() && usize::from(byte - b'0') <= size
    };
    // Single digits with a blank between any two of them are the row of a larger grid.
    let is_joined = || line.windows(2).any(|pair| pair[0] != b' ' && pair[1] != b' ');
    let fits = (4..=9).contains(&size) && line.len() <= size * size && line.contains(&b' ');
    (fits && (is_whole || is_cut() && is_joined()) && line.iter().all(is_cell)).then_some(size)
}

/// Returns the cube root of the number of marks if the number is a cube from 1 to 262,144.
pub(super) fn size_of_cube(marks: usize) -> Option<usize> {
    (1..=symbols::MOST).find(|size| size * size * size == marks)
}

/// Returns the number of cells of a token, not counting `+` marks.
pub(super) fn plain_length(token: &[u8]) -> usize {
    // Marks are rare, make up at most half of a token, and do not occur in large sizes.
    if token.len() > 2 * 81 {
        token.len()
    } else {
        token.len() - token.iter().filter(|byte| **byte == b'+').count()
    }
}

/// Returns true if a byte is an empty cell in puzzles whose digits are not letters.
pub(super) const fn is_empty_cell(byte: u8) -> bool {
    (byte == b'.')
        | (byte == b'0')
        | (byte == b'_')
        | (byte == b'*')
        | (byte == b'-')
        | (byte == b'?')
        | (byte | 0x20 == b'x')
}
