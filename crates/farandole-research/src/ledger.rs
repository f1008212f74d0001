//! Errors and text forms of boards, shared by all ledgers.

use core::fmt;
use farandole_puzzle::format::escaped;
use std::io;
use std::path::PathBuf;

/// The reasons why a ledger cannot be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file cannot be opened, read or written, or threads cannot be started.
    Io(PathBuf, io::Error),
    /// The file is not a ledger of this search, as this 1-based line shows.
    Line(PathBuf, u64),
    /// This 1-based line does not match its checksum, or the line is not possible in this search.
    Damaged(PathBuf, u64),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", escaped(path.as_os_str().as_encoded_bytes())),
            Self::Damaged(path, line) => {
                write!(
                    f,
                    "{}:{line}:1: the line is damaged, expected a line that this version wrote",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
            Self::Line(path, line) => {
                write!(
                    f,
                    "{}:{line}:1: expected the ledger of a search with these options",
                    escaped(path.as_os_str().as_encoded_bytes())
                )
            }
        }
    }
}

impl core::error::Error for LedgerError {}

/// Returns a board on one line, with `.` for empty cells.
pub(crate) fn text_of(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Parses a board on one line.
pub(crate) fn board_of(text: &str) -> Option<[u8; 81]> {
    let board: [u8; 81] = text.as_bytes().try_into().ok()?;
    let is_board = board.iter().all(|symbol| matches!(symbol, b'.' | b'1'..=b'9'));
    is_board.then(|| board.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }))
}
