//! Searches for a grid together with its givens, as numbered attempts.

use super::attempts::SingleAttempts;
use crate::find::{FindRun, FoundPuzzle};
use crate::ledger::LedgerError;
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

impl SingleAttempts for FindAttempts<'_> {
    /// The number of the search and its result.
    type Output = (u64, FoundPuzzle);

    fn attempt(&self, number: u64, stop: &AtomicBool) -> Result<(u64, FoundPuzzle), &'static str> {
        match self.run.search(number, stop) {
            Ok((number, Some(found))) => Ok((number, found)),
            Ok(_) => Err("no proper puzzle, or done before"),
            Err(error) => {
                let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(error);
                // Without a ledger, further searches would be lost.
                stop.store(true, Ordering::Relaxed);
                Err("the ledger cannot be written")
            }
        }
    }
}
