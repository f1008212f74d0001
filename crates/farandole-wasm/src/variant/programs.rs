//! The programs of custom constraints. The module has no engine for them: it returns the programs to the page, which runs
//! them in the browser's engine and sends their results with the text again.

use farandole::format::editor::ProgramRunner;
use std::sync::{Mutex, PoisonError};

/// The programs of the last text, each with its result if the page has sent it.
static PROGRAMS: Mutex<Vec<(String, Option<String>)>> = Mutex::new(Vec::new());

/// Looks up the results of programs.
pub(super) const RUNNER: ProgramRunner = ProgramRunner(result_of);

fn result_of(program: &str) -> Result<String, String> {
    let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    match programs.iter().find(|(known, _)| known == program) {
        Some((_, Some(result))) => return Ok(result.clone()),
        Some(_) => {}
        None => programs.push((program.to_owned(), None)),
    }
    Err("its program is being run".into())
}

/// Forgets the programs of the last text.
pub(super) fn clear() {
    PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner).clear();
}

/// Stores the results of the programs without a result, in their order.
pub(super) fn set_results(results: Vec<String>) {
    let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    for ((_, result), new) in programs.iter_mut().filter(|(_, result)| result.is_none()).zip(results) {
        *result = Some(new);
    }
}

/// Returns the programs without a result, in the order in which they were met.
pub(super) fn pending() -> Vec<String> {
    let programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    programs.iter().filter(|(_, result)| result.is_none()).map(|(program, _)| program.clone()).collect()
}
