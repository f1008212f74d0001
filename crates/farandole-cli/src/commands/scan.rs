//! `farandole scan`: finds all puzzles with a number of givens in a grid.

use super::study::{StudyOutput, ask_filtered, given_in};
use crate::args::ScanArgs;
use crate::config;
use crate::exit::Failure;
use farandole::research::study::{ScanFound, ScanLedger, Scans};
use farandole::study::StudyQuery;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

pub(crate) fn run(args: &ScanArgs) -> Result<u8, Failure> {
    let open = |path: &Path| ScanLedger::open(path, args.givens).map(Mutex::new);
    let ledger = args.resume.as_deref().map(open).transpose()?;
    let until = args.study.time.and_then(|time| Instant::now().checked_add(time));
    let all = || std::thread::available_parallelism().ok();
    let threads = config::threads(args.study.threads).or_else(all).unwrap_or(NonZeroUsize::MIN);
    let mut scans = Scans::new(args.givens, threads);
    (scans.until, scans.ledger) = (until, ledger);
    let failure =
        scans.ledger.as_ref().map(|ledger| ledger.lock().unwrap_or_else(PoisonError::into_inner).failure());
    // The run ends with the first answer after a failure of the ledger.
    let filter = move |lines: &[u8]| {
        let failure = failure.as_ref().map(|failure| failure.lock().unwrap_or_else(PoisonError::into_inner));
        failure
            .and_then(|mut failure| failure.take())
            .map_or_else(|| Ok(lines.to_vec()), |error| Err(error.into()))
    };
    let tell = |ScanFound { puzzles, is_complete }, puzzle: &[u8; 81]| {
        StudyOutput::cut(given_in(puzzle, &puzzles), is_complete)
    };
    ask_filtered(&args.study, &StudyQuery(scans), &tell, Some(Box::new(filter)))
}
