//! Scans of grids, with an append-only ledger of the completed steps.
//!
//! ```text
//! farandole scan 2 givens 17
//! 4231...  40/112 #5a0c...                40 of 112 steps of this puzzle are done, and found nothing
//! 4231...  80/112 .2.......1... #7d1f...  40 more steps, which found a puzzle
//! ```
//!
//! Each line after the first ends with its [checksum](farandole_search::sealed). A ledger belongs to one run at
//! a time.

use super::{StepObserver, Study};
use crate::board::{Cells, givens, restrict};
use crate::ledger::{LedgerError, board_of, text_of};
use crate::minimize::ProperPuzzle;
use crate::scan::Scan;
use core::fmt;
use farandole_canon::Canon;
use farandole_kernel::{Answer, Config, End, Isa, solve_batch};
use farandole_search::{Alarm, lock, open_or_create, sealed, unsealed};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Read as _, Seek, SeekFrom, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Interval at which the steps of a search are written to the ledger.
const ENTRY: Duration = Duration::from_secs(2);
const TITLE: &str = "farandole scan 2 givens";

/// The study that finds all proper puzzles with a given number of givens contained in each puzzle;
/// see [`Scan`].
#[derive(Debug)]
pub struct Scans {
    /// Number of givens.
    pub givens: u32,
    /// The time at which the scans end. Steps still in progress are lost.
    pub until: Option<Instant>,
    /// The ledger of completed steps.
    pub ledger: Option<Mutex<ScanLedger>>,
    /// Maximum number of threads of all scans together.
    threads: NonZeroUsize,
    /// Number of scans in progress.
    active: AtomicUsize,
    observer: Observer,
}

/// Progress callback of scans.
struct Observer(OnceLock<StepObserver>);

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}

/// The result of a scan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScanFound {
    /// The cells of the givens of each puzzle, in increasing order.
    pub puzzles: Vec<Cells>,
    /// True if these are all puzzles.
    pub is_complete: bool,
}

impl Study for Scans {
    const TELLS_IF_CUT: bool = true;
    const ALONE: bool = true;
    type Found = ScanFound;

    fn observe(&self, observer: &StepObserver) {
        let _ = self.observer.0.set(Arc::clone(observer));
    }

    fn study(&self, _: &mut Canon, puzzles: &[ProperPuzzle], _: &AtomicBool) -> Vec<ScanFound> {
        puzzles.iter().map(|proper| self.scan(proper)).collect()
    }
}

impl Scans {
    /// Returns the study for puzzles with this number of givens. If fewer puzzles than threads are
    /// in progress, several threads work on one puzzle. The results do not depend on the number of
    /// threads.
    ///
    /// ```
    /// use farandole_research::study::Scans;
    ///
    /// let scans = Scans::new(17, std::num::NonZeroUsize::MIN);
    /// assert!(scans.until.is_none() && scans.ledger.is_none());
    /// ```
    pub const fn new(givens: u32, threads: NonZeroUsize) -> Self {
        Self {
            givens,
            until: None,
            ledger: None,
            threads,
            active: AtomicUsize::new(0),
            observer: Observer(OnceLock::new()),
        }
    }

    fn scan(&self, ProperPuzzle { puzzle, solution, .. }: &ProperPuzzle) -> ScanFound {
        self.active.fetch_add(1, Ordering::Relaxed);
        let alarm = Alarm::at(self.until);
        let scan = Scan::new_until(Isa::detect(), solution, givens(puzzle), self.givens, alarm.stop());
        if alarm.is_over() {
            self.active.fetch_sub(1, Ordering::Relaxed);
            return ScanFound { puzzles: Vec::new(), is_complete: false };
        }
        let mut workers = vec![scan];
        let steps = workers[0].steps();
        let known = |ledger: &'_ Mutex<ScanLedger>| {
            ledger.lock().unwrap_or_else(PoisonError::into_inner).known(puzzle, steps)
        };
        let is_result = |cells: &Cells| {
            cells.count_ones() == self.givens
                && cells & !givens(puzzle) == 0
                && is_proper(&restrict(solution, *cells))
        };
        // The ledger is a file that anyone may have changed, so its puzzles are not trusted.
        let known = self.ledger.as_ref().map(known).filter(|(_, found)| found.iter().all(is_result));
        let (mut done, mut puzzles) = known.unwrap_or_default();
        while done < steps && !alarm.is_over() {
            let first = puzzles.len();
            let share = self.threads.get() / self.active.load(Ordering::Relaxed).max(1);
            let share = share.clamp(1, (steps - done) as usize);
            if share != workers.len() {
                workers.resize(share, workers[0].clone());
            }
            if let Some(observer) = self.observer.0.get() {
                observer(done, steps);
            }
            done = Self::some_steps(&mut workers, done, alarm.stop(), &mut puzzles);
            if let Some(ledger) = &self.ledger {
                let boards = puzzles[first..].iter().map(|cells| restrict(solution, *cells));
                let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
                ledger.enter(puzzle, done, steps, boards);
                // Without a ledger, further steps would be lost.
                if ledger.failure().lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                    break;
                }
            }
        }
        self.active.fetch_sub(1, Ordering::Relaxed);
        puzzles.sort_unstable();
        ScanFound { puzzles, is_complete: done == steps }
    }

    /// Runs steps from `done` for about [`ENTRY`], one thread per worker, and returns the new
    /// number of completed steps.
    fn some_steps(workers: &mut [Scan], done: u64, stop: &AtomicBool, puzzles: &mut Vec<Cells>) -> u64 {
        let (start, next) = (Instant::now(), AtomicU64::new(done));
        // The first step that was not completed. Only the steps before it count.
        let unfinished = AtomicU64::new(u64::MAX);
        let work = |scan: &mut Scan| {
            let mut found = Vec::new();
            while start.elapsed() < ENTRY {
                let step = next.fetch_add(1, Ordering::Relaxed);
                if step >= scan.steps() {
                    break;
                }
                let Some(cells) = scan.run_until(step..step + 1, stop) else {
                    unfinished.fetch_min(step, Ordering::Relaxed);
                    break;
                };
                found.push((step, cells));
            }
            found
        };
        let mut found = Vec::new();
        let (first, others) = workers.split_first_mut().expect("at least one works");
        std::thread::scope(|scope| {
            let threads: Vec<_> = others.iter_mut().map(|scan| scope.spawn(|| work(scan))).collect();
            found.extend(work(first));
            for thread in threads {
                found.extend(thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
        });
        let done = next.into_inner().min(first.steps()).min(unfinished.into_inner());
        puzzles.extend(found.into_iter().filter(|(step, _)| *step < done).flat_map(|(_, cells)| cells));
        done
    }
}

/// Returns true if a puzzle has exactly one solution.
fn is_proper(puzzle: &[u8; 81]) -> bool {
    let (two, mut answers) = (Config { limit: 2, ..Config::default() }, [Answer::default()]);
    solve_batch(Isa::detect(), &two, &[puzzle.map(|digit| digit + b'0')], &mut answers);
    answers[0].solutions == 1 && answers[0].end == End::Exhausted
}

/// The first error of writing a ledger, shared with the run that must end because of it.
type LedgerFailure = Arc<Mutex<Option<LedgerError>>>;

/// The completed steps of scans, in a file and in memory.
#[derive(Debug)]
pub struct ScanLedger {
    path: PathBuf,
    title: String,
    file: File,
    /// For each puzzle: total steps, completed steps, and the cells of the puzzles found.
    known: HashMap<[u8; 81], (u64, u64, Vec<Cells>)>,
    failure: LedgerFailure,
}

impl ScanLedger {
    /// Opens the ledger of scans for this number of givens, or creates it, and locks it. A partial last line
    /// of an interrupted run is removed.
    ///
    /// ```
    /// use farandole_research::study::ScanLedger;
    ///
    /// let path = std::env::temp_dir().join(format!("farandole-scan-{}", std::process::id()));
    /// ScanLedger::open(&path, 17)?;
    /// assert!(ScanLedger::open(&path, 18).is_err(), "a ledger is for one number of givens");
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), farandole_research::LedgerError>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be opened, is in use by another run, or is not such a ledger.
    pub fn open(path: &Path, givens: u32) -> Result<Self, LedgerError> {
        let at = |error| LedgerError::Io(path.to_owned(), error);
        let title = format!("{TITLE} {givens}");
        let mut file = open_or_create(path).map_err(at)?;
        lock(&file).map_err(at)?;
        let (mut known, mut good, mut number) = (HashMap::new(), 0, 0);
        let mut lines = BufReader::new(file.try_clone().map_err(at)?);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            // At most the length of the title is read from a file that is not a ledger.
            let most = if number == 0 { title.len() as u64 + 1 } else { u64::MAX };
            let length = (&mut lines).take(most).read_until(b'\n', &mut bytes).map_err(at)?;
            // Bytes that are not UTF-8 do not match the checksum of their line.
            let line = String::from_utf8_lossy(&bytes);
            good += match length {
                length if line.ends_with('\n') => length as u64,
                // Either an interrupted run left a partial title, or this is another file.
                _ if number == 0 && !title.starts_with(&*line) => {
                    return Err(LedgerError::Line(path.to_owned(), 1));
                }
                _ => break,
            };
            number += 1;
            if number == 1 && line.trim_end() != title {
                return Err(LedgerError::Line(path.to_owned(), number));
            }
            if number > 1 {
                let line = unsealed(&title, line.trim_end());
                let known = line.and_then(|line| read(line, &mut known));
                known.ok_or_else(|| LedgerError::Damaged(path.to_owned(), number))?;
            }
        }
        file.set_len(good).and_then(|()| file.seek(SeekFrom::End(0))).map_err(at)?;
        if good == 0 {
            writeln!(file, "{title}").map_err(at)?;
        }
        Ok(Self { path: path.to_owned(), title, file, known, failure: LedgerFailure::default() })
    }

    /// Returns the number of completed steps of a puzzle and the puzzles found by them.
    fn known(&self, puzzle: &[u8; 81], steps: u64) -> (u64, Vec<Cells>) {
        let known = self.known.get(puzzle).filter(|(of, ..)| *of == steps);
        known.map(|(_, done, found)| (*done, found.clone())).unwrap_or_default()
    }

    fn enter(&mut self, puzzle: &[u8; 81], done: u64, steps: u64, found: impl Iterator<Item = [u8; 81]>) {
        let mut line = format!("{} {done}/{steps}", text_of(puzzle));
        for board in found {
            let _ = write!(line, " {}", text_of(&board));
        }
        line = sealed(&self.title, &line) + "\n";
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.is_none() {
            let error = self.file.write_all(line.as_bytes()).err();
            *failure = error.map(|error| LedgerError::Io(self.path.clone(), error));
        }
    }

    /// Returns the first error of writing the file, shared with the ledger. A scan ends after it.
    pub fn failure(&self) -> LedgerFailure {
        Arc::clone(&self.failure)
    }
}

/// Reads a line of a ledger.
fn read(line: &str, known: &mut HashMap<[u8; 81], (u64, u64, Vec<Cells>)>) -> Option<()> {
    let mut words = line.trim_end().split(' ');
    let puzzle = board_of(words.next()?)?;
    let (done, steps) = words.next()?.split_once('/')?;
    let (done, steps) = (done.parse().ok()?, steps.parse().ok()?);
    let entry: &mut (u64, u64, Vec<Cells>) = known.entry(puzzle).or_default();
    if entry.0 != steps {
        *entry = (steps, 0, Vec::new());
    }
    let found: Option<Vec<Cells>> = words.map(|word| Some(givens(&board_of(word)?))).collect();
    let found = found.filter(|_| done <= steps)?;
    // A puzzle that occurs twice in an input is scanned twice.
    if done > entry.1 {
        entry.1 = done;
        entry.2.extend(found);
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;
    use std::fs::OpenOptions;

    #[test]
    fn a_scan_goes_on_where_it_was_killed() {
        let made = &Recipe::default().attempts(Isa::detect(), 11, 0..1).0[0];
        let mut puzzle = made.puzzle;
        // A puzzle with several more givens than a minimal one contains many minimal puzzles.
        let empty: Vec<usize> = (0..81).filter(|cell| puzzle[*cell] == 0).take(12).collect();
        empty.iter().for_each(|cell| puzzle[*cell] = made.solution[*cell]);
        let proper = ProperPuzzle { number: 0, puzzle, solution: made.solution };
        let count = givens(&made.puzzle).count_ones();
        let scans = |ledger| Scans { ledger, ..Scans::new(count, NonZeroUsize::MIN) };
        let expected = scans(None).scan(&proper);
        assert!(expected.is_complete && expected.puzzles.contains(&givens(&made.puzzle)));
        let together = Scans::new(count, NonZeroUsize::new(3).unwrap());
        assert_eq!(together.scan(&proper), expected);

        let path = std::env::temp_dir().join(format!("farandole-scan-test-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let steps = Scan::new(Isa::detect(), &proper.solution, givens(&puzzle), count).steps();
        assert!(steps > 2, "{steps} steps");
        // The process may be killed after any number of steps, in the middle of a line.
        for done in [0, 1, steps / 2, steps - 1, steps] {
            let mut ledger = ScanLedger::open(&path, count).unwrap();
            let mut scan = Scan::new(Isa::detect(), &proper.solution, givens(&puzzle), count);
            let found = scan.run(0..done);
            ledger.enter(&puzzle, done, steps, found.iter().map(|cells| restrict(&proper.solution, *cells)));
            drop(ledger);
            let mut torn = OpenOptions::new().append(true).open(&path).unwrap();
            write!(torn, "{} {}/{steps} ", text_of(&puzzle), done + 1).unwrap();
            let ledger = ScanLedger::open(&path, count).unwrap();
            assert_eq!(ledger.known(&puzzle, steps).0, done);
            let again = scans(Some(Mutex::new(ledger)));
            assert_eq!(again.scan(&proper), expected, "{done} of {steps} steps");
            drop(again);
            // A completed scan is not repeated.
            let ledger = ScanLedger::open(&path, count).unwrap();
            assert_eq!(ledger.known(&puzzle, steps).0, steps);
            std::fs::remove_file(&path).unwrap();
        }
    }
}
