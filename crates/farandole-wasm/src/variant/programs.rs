//! The programs of custom constraints. The module has no engine for them: it returns the programs to the page, which runs
//! them in the browser's engine and sends the text again with their results.

use farandole::format::editor::proposal::Proposal;
use farandole::format::editor::{ImportError, ProgramRunner};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The results of the programs of the text that is read.
static RESULTS: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// Reads a text with the results of its programs.
pub(super) fn read(text: &[u8], results: BTreeMap<String, String>) -> Result<Proposal, ImportError> {
    *RESULTS.lock().unwrap_or_else(PoisonError::into_inner) = results;
    Proposal::read_with(text, Some(ProgramRunner(result_of)))
}

fn result_of(program: &str) -> Result<String, String> {
    let results = RESULTS.lock().unwrap_or_else(PoisonError::into_inner);
    results.get(program).cloned().ok_or_else(|| "its program was not run".into())
}
