//! Neighbourhood search: best-first search over neighbourhoods {-n+m} towards a range of numbers of
//! givens or of ratings, with a ledger on disk.
//!
//! Each round takes the unexpanded classes nearest to the range, finds their neighbours, and
//! records the new classes in the ledger. The entries depend neither on the number of threads nor
//! on interruptions. Lines after the last mark `.` belong to an interrupted round, which is
//! repeated.
//!
//! ```text
//! farandole vicinity 2 -1+1 rating 80..=85
//! + .......1....2... 76 #5a0c...   a class, with its number if it has one
//! * .......1....2... #7d1f...      all of its neighbours have been entered
//! . 1 #0b2a...                     the first round of the run is done
//! end #93c4...                     the run has done all of its rounds; the next run counts from 0
//! ```
//!
//! Each line after the first ends with its [checksum](farandole_search::sealed). A ledger belongs to one run at
//! a time.
//!
//! Source: best-first search is textbook; see S. Russell, P. Norvig, "Artificial Intelligence",
//! chapter 3. The use on neighbourhoods is that of the Patterns Game, forum.enjoysudoku.com.

mod rounds;

use crate::board::givens;
use crate::generate::{NumberRange, RatingTest, threads};
use crate::ledger::{LedgerError, text_of};
use crate::neighbours::{Neighbours, neighbours};
use core::ops::ControlFlow;
use farandole_canon::Canon;
use farandole_kernel::Isa;
use farandole_logic::{Numbers, Scale};
use farandole_search::{lock, open_or_create, sealed, unsealed};
use rayon::prelude::*;
use rounds::Rounds;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of classes expanded in a round.
const ROUND: usize = 32;
const TITLE: &str = "farandole vicinity 2";

/// The quantity that guides the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objective {
    /// Number of givens.
    Givens,
    /// The greatest difficulty of a step on Sudoku Explainer's scale, in tenths.
    Rating,
}

impl Objective {
    /// Returns the name, which is the same in every version.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Givens => "givens",
            Self::Rating => "rating",
        }
    }

    /// Returns the quantity of a proper puzzle. Returns `None` if it is undefined, or if `stop` is
    /// set before the end.
    fn of(self, puzzle: &[u8; 81], stop: &AtomicBool) -> Option<u32> {
        match self {
            Self::Givens => Some(givens(puzzle).count_ones()),
            // No technique of this scale uses the solution, so it may be zeros.
            Self::Rating => match RatingTest::any(Scale::Se).rate_until(puzzle, &[0; 81], stop)? {
                Numbers::Se { er, .. } => Some(er.into()),
                Numbers::Hodoku { .. } | Numbers::Chains { .. } | Numbers::Minutes { .. } => None,
            },
        }
    }
}

/// The parameters of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeighbourhoodSearch {
    /// Numbers of givens to remove and to add.
    pub change: Neighbours,
    /// The quantity that guides the search.
    pub objective: Objective,
    /// The range to reach.
    pub goal: NumberRange,
}

impl NeighbourhoodSearch {
    /// Returns the distance of a number from the goal, or the maximum if there is no number.
    fn distance(&self, number: Option<u32>) -> u32 {
        number.map_or(u32::MAX, |number| {
            self.goal.start().saturating_sub(number).max(number.saturating_sub(*self.goal.end()))
        })
    }

    fn title(&self) -> String {
        let Self { change, objective, goal } = self;
        format!("{TITLE} -{}+{} {} {goal:?}", change.remove, change.add, objective.name())
    }
}

/// A class that a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NeighbourFound {
    /// The min-lex form as digits, with 0 for empty cells.
    pub puzzle: [u8; 81],
    /// The value of the objective for the class, if it is defined.
    pub number: Option<u32>,
    /// The distance of `number` from the goal.
    pub distance: u32,
}

/// A callback that receives the number of completed rounds and the ledger before each round.
pub type RoundObserver<'a> = &'a dyn Fn(u64, &Ledger);

/// Limits of a search.
#[derive(Clone, Copy)]
pub struct SearchLimits<'a> {
    /// Maximum number of rounds.
    pub rounds: u64,
    /// Number of threads, or `None` for one per core.
    pub threads: Option<NonZeroUsize>,
    /// Stop flag: the search stops soon after it becomes `true`, and discards the current round.
    pub stop: &'a AtomicBool,
    /// Progress callback.
    pub observer: Option<RoundObserver<'a>>,
}

impl Default for SearchLimits<'_> {
    /// Returns limits under which the search runs until no unexpanded class is left.
    fn default() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        Self { rounds: u64::MAX, threads: None, stop: &NEVER, observer: None }
    }
}

/// The classes found by a search, in a file and in memory. Each takes about 200 bytes.
#[derive(Debug)]
pub struct Ledger {
    search: NeighbourhoodSearch,
    path: PathBuf,
    file: File,
    known: HashSet<[u8; 81]>,
    /// Unexpanded classes, sorted by distance and then by position in the ledger.
    open: BTreeSet<(u32, u64, [u8; 81])>,
    nearest: u32,
    /// If the last run was interrupted, its number of rounds, and the number of classes in the goal that this run
    /// found.
    unfinished: (u64, u64),
}

impl Ledger {
    /// Opens the ledger of a search, or creates it, and locks it. A partial round of an interrupted run is
    /// removed.
    ///
    /// # Errors
    /// If the file cannot be opened, is not a regular file or is in use by another run, or is not the ledger of
    /// a search with the same parameters.
    pub fn open(path: &Path, search: NeighbourhoodSearch) -> Result<Self, LedgerError> {
        let at = |error| LedgerError::Io(path.to_owned(), error);
        let mut ledger = Self {
            search,
            path: path.to_owned(),
            file: open_or_create(path).map_err(at)?,
            known: HashSet::new(),
            open: BTreeSet::new(),
            nearest: u32::MAX,
            unfinished: (0, 0),
        };
        lock(&ledger.file).map_err(at)?;
        let good = ledger.read()?;
        ledger.file.set_len(good).and_then(|()| ledger.file.seek(SeekFrom::End(0))).map_err(at)?;
        if good == 0 {
            let title = ledger.search.title() + "\n";
            ledger.file.write_all(title.as_bytes()).map_err(at)?;
        }
        Ok(ledger)
    }

    /// Reads the ledger. Returns the length of its complete rounds in bytes.
    fn read(&mut self) -> Result<u64, LedgerError> {
        let at = |error| LedgerError::Io(self.path.clone(), error);
        let file = self.file.try_clone().map_err(at)?;
        let (mut lines, mut bytes, mut read, mut number) = (BufReader::new(file), Vec::new(), 0, 0);
        let title = self.search.title();
        let mut all = Rounds::default();
        loop {
            bytes.clear();
            // At most the length of the title is read from a file that is not a ledger.
            let most = if number == 0 { title.len() as u64 + 1 } else { u64::MAX };
            let length = (&mut lines).take(most).read_until(b'\n', &mut bytes).map_err(at)?;
            // Bytes that are not UTF-8 do not match the checksum of their line.
            let line = String::from_utf8_lossy(&bytes);
            number += 1;
            let wrong = || LedgerError::Line(self.path.clone(), number);
            let Some(text) = line.strip_suffix('\n') else {
                // Either an interrupted run left a partial title, or this is another file.
                if number == 1 && !title.starts_with(&*line) {
                    return Err(wrong());
                }
                break;
            };
            read += length as u64;
            if number == 1 {
                if text != title {
                    return Err(wrong());
                }
                all.end_round(read);
                continue;
            }
            let entered = unsealed(&title, text).and_then(|text| all.line(text, read));
            entered.ok_or_else(|| LedgerError::Damaged(self.path.clone(), number))?;
        }
        let good = all.good();
        self.unfinished.0 = all.rounds;
        for (index, (board, number)) in all.entries.into_iter().enumerate() {
            let found = self.enter(board, number);
            self.nearest = self.nearest.min(found.distance);
            self.unfinished.1 += u64::from(index >= all.run_from && found.distance == 0);
        }
        self.open.retain(|(_, _, board)| !all.left.contains(board));
        Ok(good)
    }

    /// Returns the number of rounds of an interrupted run and the number of classes in the goal
    /// that it found. The totals of the run that continues it include both.
    pub const fn unfinished(&self) -> (u64, u64) {
        self.unfinished
    }

    /// Returns the number of known classes.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// Returns the number of classes that have not been expanded.
    pub fn waiting(&self) -> usize {
        self.open.len()
    }

    /// Records a new class.
    fn enter(&mut self, puzzle: [u8; 81], number: Option<u32>) -> NeighbourFound {
        let distance = self.search.distance(number);
        let order = self.known.len() as u64;
        if self.known.insert(puzzle) {
            self.open.insert((distance, order, puzzle));
        }
        NeighbourFound { puzzle, number, distance }
    }

    /// Searches from these proper minimal puzzles and from those in the ledger until no unexpanded
    /// class is left, for at most `rounds` rounds. The rounds of an interrupted run count. `take`
    /// receives each class in the goal, and each class nearer to the goal than all earlier ones. If
    /// it breaks, the search ends after the round. The next call continues a search that
    /// [`SearchLimits::stop`] has ended.
    ///
    /// ```
    /// use farandole_research::Neighbours;
    /// use farandole_research::neighbourhood_search::{Ledger, NeighbourhoodSearch, Objective, SearchLimits};
    /// use std::ops::ControlFlow;
    ///
    /// let line = b"000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    /// let change = Neighbours { remove: 1, add: 1 };
    /// let path = std::env::temp_dir().join(format!("farandole-ledger-{}", std::process::id()));
    /// let mut ledger = Ledger::open(&path, NeighbourhoodSearch { change, objective: Objective::Givens, goal: 17..=17 })?;
    /// let mut found = 0;
    /// let limits = SearchLimits { rounds: 3, ..SearchLimits::default() };
    /// ledger.search(&[line.map(|symbol| symbol - b'0')], &limits, &mut |_| {
    ///     found += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(found > 0 && found == ledger.known());
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), farandole_research::LedgerError>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be written, or threads cannot be started.
    pub fn search(
        &mut self,
        start: &[[u8; 81]],
        limits: &SearchLimits<'_>,
        take: &mut dyn FnMut(&NeighbourFound) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        let path = self.path.clone();
        let at = |error| LedgerError::Io(path.clone(), error);
        let SearchLimits { rounds, threads: pool, stop, observer } = *limits;
        let pool = threads(pool).map_err(at)?;
        let mut canon = Canon::new();
        let forms = start.iter().filter_map(|board| Some(canon.puzzle(board)?.board)).collect();
        let mut flow = self.add(&pool, forms, &[], limits, take).map_err(at)?;
        while self.unfinished.0 < rounds {
            let now: Vec<_> = self.open.iter().take(ROUND).copied().collect();
            if flow.is_break() || now.is_empty() {
                break;
            }
            if let Some(observer) = observer {
                observer(self.unfinished.0, self);
            }
            let change = self.search.change;
            let around = |canon: &mut Canon, (_, _, board): &(u32, u64, [u8; 81])| {
                let mut forms = BTreeSet::new();
                neighbours(Isa::detect(), &[*board], change, stop, &mut |_, other| {
                    forms.extend(canon.puzzle(other).map(|form| form.board));
                });
                forms.into_iter().collect::<Vec<_>>()
            };
            let forms: Vec<Vec<_>> = pool.install(|| now.par_iter().map_init(Canon::new, around).collect());
            flow = self.add(&pool, forms.concat(), &now, limits, take).map_err(at)?;
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
        }
        if !stop.load(Ordering::Relaxed) {
            self.append(&["end".to_owned()]).map_err(at)?;
            self.unfinished = (0, 0);
        }
        Ok(())
    }

    /// Records the new classes, then marks the expanded ones. Records nothing if the stop flag is
    /// set.
    fn add(
        &mut self,
        pool: &rayon::ThreadPool,
        forms: Vec<[u8; 81]>,
        done: &[(u32, u64, [u8; 81])],
        limits: &SearchLimits<'_>,
        take: &mut dyn FnMut(&NeighbourFound) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let mut seen = HashSet::new();
        let new: Vec<_> =
            forms.into_iter().filter(|form| !self.known.contains(form) && seen.insert(*form)).collect();
        let objective = self.search.objective;
        let stop = limits.stop;
        let numbers: Vec<_> = pool.install(|| new.par_iter().map(|form| objective.of(form, stop)).collect());
        if stop.load(Ordering::Relaxed) {
            return Ok(ControlFlow::Break(()));
        }
        let (mut lines, mut flow) = (Vec::new(), ControlFlow::Continue(()));
        for (puzzle, number) in new.into_iter().zip(numbers) {
            let found = self.enter(puzzle, number);
            let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            lines.push(format!("+ {} {number}", text_of(&puzzle)));
            if (found.distance == 0 || found.distance < self.nearest) && take(&found).is_break() {
                flow = ControlFlow::Break(());
            }
            self.nearest = self.nearest.min(found.distance);
            self.unfinished.1 += u64::from(found.distance == 0);
        }
        for entry in done {
            self.open.remove(entry);
            lines.push(format!("* {}", text_of(&entry.2)));
        }
        self.unfinished.0 += u64::from(!done.is_empty());
        if !lines.is_empty() {
            lines.push(format!(". {}", self.unfinished.0));
            self.append(&lines)?;
        }
        Ok(flow)
    }

    /// Writes lines with their checksums.
    fn append(&mut self, lines: &[String]) -> io::Result<()> {
        let title = self.search.title();
        let text: String = lines.iter().map(|line| sealed(&title, line) + "\n").collect();
        self.file.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Recipe;

    fn path(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("farandole-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_search_that_is_killed_enters_what_a_straight_one_enters() {
        let start: Vec<[u8; 81]> =
            Recipe::default().attempts(Isa::detect(), 3, 0..2).0.iter().map(|made| made.puzzle).collect();
        let change = Neighbours { remove: 1, add: 1 };
        let vicinity = NeighbourhoodSearch { change, objective: Objective::Givens, goal: 0..=20 };
        let (straight, killed) = (path("ledger-straight"), path("ledger-killed"));
        let mut reported = Vec::new();
        let mut all = Ledger::open(&straight, vicinity.clone()).unwrap();
        let mut take = |found: &NeighbourFound| {
            reported.push(found.distance);
            ControlFlow::Continue(())
        };
        let two = SearchLimits { rounds: 3, threads: NonZeroUsize::new(2), ..SearchLimits::default() };
        all.search(&start, &two, &mut take).unwrap();
        assert!(all.known() > 2);
        assert!(reported.windows(2).all(|pair| pair[0] > pair[1] || pair[1] == 0), "{reported:?}");
        let whole = std::fs::read(&straight).unwrap();
        assert!(whole.rsplit(|byte| *byte == b'\n').nth(1).unwrap().starts_with(b"end #"));
        // A killed process may leave any prefix of the file, ending within a line, within a round,
        // or between rounds.
        let ends = whole.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let marks: Vec<usize> =
            ends.filter(|end| whole[..*end].ends_with(b"\n") && whole[*end..].starts_with(b".")).collect();
        assert_eq!(marks.len(), 4, "the start and each round has a mark");
        let cuts =
            (0..whole.len()).step_by(whole.len() / 9).chain(marks).chain([whole.len() - 4, whole.len() - 1]);
        for cut in cuts {
            std::fs::write(&killed, &whole[..cut]).unwrap();
            let mut ledger = Ledger::open(&killed, vicinity.clone()).unwrap();
            let one = SearchLimits { rounds: 3, threads: NonZeroUsize::new(1), ..SearchLimits::default() };
            ledger.search(&start, &one, &mut |_| ControlFlow::Continue(())).unwrap();
            assert!(std::fs::read(&killed).unwrap() == whole, "killed after {cut} of {} bytes", whole.len());
            assert_eq!((ledger.known(), ledger.waiting()), (all.known(), all.waiting()));
        }
        // A new run counts its rounds from 0. A run that is stopped immediately records nothing and
        // can be continued.
        let mut ledger = Ledger::open(&killed, vicinity.clone()).unwrap();
        assert_eq!(ledger.unfinished(), (0, 0));
        let stopped = SearchLimits { stop: &AtomicBool::new(true), ..two };
        ledger.search(&[], &stopped, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(std::fs::read(&killed).unwrap() == whole);
        ledger.search(&[], &SearchLimits { rounds: 1, ..two }, &mut |_| ControlFlow::Continue(())).unwrap();
        assert!(ledger.known() > all.known());
        // A second run may not use the ledger at the same time.
        let Err(LedgerError::Io(_, error)) = Ledger::open(&killed, vicinity.clone()) else { panic!() };
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        drop(ledger);
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 1;
        std::fs::write(&killed, damaged).unwrap();
        assert!(matches!(Ledger::open(&killed, vicinity), Err(LedgerError::Damaged(..))));
        let other = NeighbourhoodSearch { change, objective: Objective::Rating, goal: 0..=20 };
        assert!(matches!(Ledger::open(&killed, other), Err(LedgerError::Line(_, 1))));
        for path in [straight, killed] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn ratings_lead_uphill() {
        let start = Recipe::default().attempts(Isa::detect(), 9, 0..4).0;
        let start: Vec<[u8; 81]> = start.iter().map(|made| made.puzzle).collect();
        let change = Neighbours { remove: 1, add: 1 };
        let path = path("ledger-rating");
        let vicinity = NeighbourhoodSearch { change, objective: Objective::Rating, goal: 90..=u32::MAX };
        let mut ledger = Ledger::open(&path, vicinity).unwrap();
        let mut nearest = Vec::new();
        let mut take = |found: &NeighbourFound| {
            assert_eq!(found.number, Objective::Rating.of(&found.puzzle, &AtomicBool::new(false)));
            nearest.push(found.distance);
            ControlFlow::Continue(())
        };
        let limits = SearchLimits { rounds: 2, ..SearchLimits::default() };
        ledger.search(&start, &limits, &mut take).unwrap();
        assert!(nearest.len() > 1 && nearest.windows(2).all(|pair| pair[0] > pair[1] || pair[1] == 0));
        std::fs::remove_file(path).unwrap();
    }
}
