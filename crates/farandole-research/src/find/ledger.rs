//! The ledger of a search: a file of completed searches and their results.
//!
//! ```text
//! farandole find 2 6c1b9d0e8a3f2574 7     the fingerprint of the problem, and the seed
//! + 12 .1.3.. #5a0c4e1d2b3f6978           search 12 found this puzzle
//! . 12 #7d1f0e2a3c4b5968                  search 12 is done
//! ```
//!
//! Each line after the first ends with its [checksum](farandole_search::sealed).
//!
//! The lines of a search are written together at its end. A search was killed if its line has no
//! line end or ends with `!`, or if its result has no `.` line. Such a search is repeated. Several
//! processes may append to the same file if each runs its own share of the searches.

use super::{FindProblem, FoundPuzzle};
use crate::ledger::LedgerError;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_search::{checksum, open_or_create, sealed, unsealed};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const TITLE: &str = "farandole find 2";
/// The end of a line that a killed process did not complete.
const CUT_OFF: &str = " !\n";

/// The file of completed searches.
#[derive(Debug)]
pub struct FindLedger {
    path: PathBuf,
    title: String,
    file: Mutex<File>,
    /// The numbers of the searches that earlier runs completed.
    done: BTreeSet<u64>,
    /// The givens found, by search number.
    found: BTreeMap<u64, Vec<u8>>,
}

impl FindLedger {
    /// Opens a ledger, creating it if it does not exist. `problem` is the text of the problem.
    ///
    /// # Errors
    /// If the file cannot be used, or belongs to another problem or seed.
    pub fn open(path: &Path, problem: &str, seed: u64) -> Result<Self, LedgerError> {
        let io = |error| LedgerError::Io(path.to_owned(), error);
        let title = format!("{TITLE} {:016x} {seed}", checksum(problem.as_bytes()));
        let mut file = open_or_create(path).map_err(io)?;
        // The lock covers only reading the file and writing its title, because other processes
        // append later.
        file.lock().map_err(io)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io)?;
        let mut ledger = Self {
            path: path.to_owned(),
            title,
            file: Mutex::new(file),
            done: BTreeSet::new(),
            found: BTreeMap::new(),
        };
        if text.is_empty() {
            ledger.append(&format!("{}\n", ledger.title))?;
        } else {
            // Bytes that are not UTF-8 do not match the checksum of their line.
            ledger.read(&String::from_utf8_lossy(&text))?;
        }
        let file = ledger.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.unlock().map_err(io)?;
        Ok(ledger)
    }

    fn read(&mut self, text: &str) -> Result<(), LedgerError> {
        let mut pending: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let Some(line) = line.strip_suffix('\n') else { break };
            let number = index as u64 + 1;
            if index == 0 {
                if line != self.title {
                    return Err(LedgerError::Line(self.path.clone(), number));
                }
                continue;
            }
            if line.ends_with(CUT_OFF.trim_end()) {
                continue;
            }
            let damaged = || LedgerError::Damaged(self.path.clone(), number);
            let line = unsealed(&self.title, line).ok_or_else(damaged)?;
            let mut words = line.split(' ');
            let (mark, number) = (words.next(), words.next().and_then(|number| number.parse().ok()));
            match (mark, number, words.next()) {
                (Some("+"), Some(number), Some(givens)) => {
                    pending.insert(number, digits(givens).ok_or_else(damaged)?);
                }
                (Some("."), Some(number), None) => {
                    self.done.insert(number);
                    self.found.extend(pending.remove(&number).map(|givens| (number, givens)));
                }
                _ => return Err(damaged()),
            }
        }
        Ok(())
    }

    fn append(&self, text: &str) -> Result<(), LedgerError> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let write = |file: &mut File| {
            let length = file.seek(SeekFrom::End(0))?;
            let mut last = [b'\n'];
            if length > 0 {
                file.seek(SeekFrom::End(-1))?;
                file.read_exact(&mut last)?;
            }
            // A process was killed while writing its last line. `. 1` may be the beginning of `.
            // 12`.
            let end = if last == [b'\n'] { "" } else { CUT_OFF };
            file.write_all(format!("{end}{text}").as_bytes())
        };
        write(&mut file).map_err(|error| LedgerError::Io(self.path.clone(), error))
    }

    /// Records a completed search and its result.
    ///
    /// # Errors
    /// If the file cannot be written.
    fn enter(&self, number: u64, found: Option<&[u8]>) -> Result<(), LedgerError> {
        let line = |text: &str| sealed(&self.title, text) + "\n";
        let result =
            found.map_or_else(String::new, |givens| line(&format!("+ {number} {}", text_of(givens))));
        let io = |error| LedgerError::Io(self.path.clone(), error);
        let file = || self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file().lock().map_err(io)?;
        let appended = self.append(&(result + &line(&format!(". {number}"))));
        file().unlock().map_err(io)?;
        appended
    }

    /// Returns true if the search was completed before.
    pub fn is_done(&self, number: u64) -> bool {
        self.done.contains(&number)
    }

    /// Returns the givens found by earlier searches, by search number.
    pub const fn found(&self) -> &BTreeMap<u64, Vec<u8>> {
        &self.found
    }
}

/// Returns givens as text: digits, or letters from `A` for values above 9, and `.` for an empty cell.
fn text_of(givens: &[u8]) -> String {
    let symbol = |value: &u8| match value {
        0 => '.',
        1..=9 => char::from(b'0' + value),
        _ => char::from(b'A' + value - 10),
    };
    givens.iter().map(symbol).collect()
}

fn digits(text: &str) -> Option<Vec<u8>> {
    let value = |symbol: u8| match symbol {
        b'1'..=b'9' => Some(symbol - b'0'),
        b'A'..=b'Z' => Some(symbol - b'A' + 10),
        b'.' => Some(0),
        _ => None,
    };
    text.bytes().map(value).collect()
}

/// Searches with a ledger. Completed searches are not repeated.
#[derive(Debug)]
pub struct FindRun<'a> {
    /// The problem.
    pub problem: &'a FindProblem,
    /// The seed of the ledger.
    pub seed: u64,
    /// The ledger, if there is one.
    pub ledger: Option<&'a FindLedger>,
    /// The remainder and modulus of the search numbers that this process runs.
    pub share: (u64, u64),
}

impl FindRun<'_> {
    /// Runs the search with this 0-based index in the share of this process and records it in the
    /// ledger. Returns the number of the search and its result. Does nothing if the search was
    /// completed before.
    ///
    /// # Errors
    /// If the ledger cannot be written.
    pub fn search(&self, index: u64, stop: &AtomicBool) -> Result<(u64, Option<FoundPuzzle>), LedgerError> {
        let (remainder, processes) = self.share;
        let number = index * processes + remainder;
        if self.ledger.is_some_and(|ledger| ledger.is_done(number)) {
            return Ok((number, None));
        }
        let found = self.problem.search(self.seed, number, stop);
        let is_whole = !stop.load(Ordering::Relaxed);
        if let Some(ledger) = self.ledger.filter(|_| is_whole || found.is_some()) {
            ledger.enter(number, found.as_ref().map(|found| &found.givens[..]))?;
        }
        Ok((number, found))
    }
}
