//! Searches for a grid together with its givens, as numbered attempts.

use super::attempts::{Attempts, Rejected};
use crate::find::{FindRun, FoundPuzzle};
use crate::ledger::LedgerError;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Attempts at puzzles whose givens are chosen by extra cells. Attempts in the ledger are skipped.
#[derive(Debug)]
pub struct FindAttempts<'a> {
    run: FindRun<'a>,
    /// The first error of the ledger, which ends the run.
    error: Mutex<Option<LedgerError>>,
}

impl<'a> FindAttempts<'a> {
    /// Returns the attempts of a run.
    pub const fn new(run: FindRun<'a>) -> Self {
        Self { run, error: Mutex::new(None) }
    }

    /// Returns the first error of writing the ledger, if there was one.
    pub fn into_error(self) -> Option<LedgerError> {
        self.error.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempts for FindAttempts<'_> {
    /// The number of the search and its result.
    type Output = (u64, FoundPuzzle);

    fn attempts(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        rejected: &mut Rejected,
    ) -> Vec<(u64, (u64, FoundPuzzle))> {
        let mut all = Vec::new();
        for index in numbers {
            if stop.load(Ordering::Relaxed) {
                break;
            }
            match self.run.search(index, stop) {
                Ok((number, Some(found))) => all.push((index, (number, found))),
                Ok(_) if stop.load(Ordering::Relaxed) => break,
                Ok(_) => rejected.add("no proper puzzle, or done before", 1),
                Err(error) => {
                    let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
                    first.get_or_insert(error);
                    // Without a ledger, further searches would be lost.
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        }
        all
    }
}
