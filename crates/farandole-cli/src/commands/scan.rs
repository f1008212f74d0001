//! `farandole scan`: finds all puzzles with a number of givens in a grid.

use super::study::{StudyOutput, ask, given_in};
use crate::args::ScanArgs;
use crate::config;
use crate::exit::Failure;
use farandole::research::LedgerError;
use farandole::research::study::{ScanFound, ScanLedger, Scans};
use farandole::study::StudyQuery;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

pub(crate) fn run(args: &ScanArgs) -> Result<u8, Failure> {
    let failure = |error| match error {
        LedgerError::Io(path, error) => Failure::io(path.display(), error),
        error => Failure::Usage(format!("--resume: {error}")),
    };
    let open = |path: &Path| ScanLedger::open(path, args.givens).map(Mutex::new);
    let ledger = args.resume.as_deref().map(open).transpose().map_err(failure)?;
    let until = args.study.time.and_then(|time| Instant::now().checked_add(time));
    let all = || std::thread::available_parallelism().ok();
    let threads = config::threads(args.study.threads).or_else(all).unwrap_or(NonZeroUsize::MIN);
    let mut scans = Scans::new(args.givens, threads);
    (scans.until, scans.ledger) = (until, ledger);
    let query = StudyQuery(scans);
    let code = ask(&args.study, &query, &|ScanFound { puzzles, is_complete }, puzzle| {
        StudyOutput::cut(given_in(puzzle, &puzzles), is_complete)
    })?;
    let ledger = query.0.ledger.map(|ledger| ledger.into_inner().unwrap_or_else(PoisonError::into_inner));
    ledger.map_or(Ok(()), ScanLedger::close).map_err(failure)?;
    Ok(code)
}
