//! Vicinity search: best-first over neighbourhoods {-n+m}, towards a window of givens or ratings, with a ledger on disk.
//!
//! Each round takes the classes that are nearest to the window and have not been looked around, finds their neighbours, and
//! enters the new classes into the ledger. What is entered does not depend on threads, nor on kills between rounds.
//!
//! ```text
//! farandole vicinity 1 -1+1 rating 80..=85
//! + .......1....2...  76      a class, with its number where it has one
//! * .......1....2...          all of its neighbours have been entered
//! ```
//!
//! Source: best-first search is textbook; see S. Russell, P. Norvig, "Artificial Intelligence", chapter 3. The use on
//! neighbourhoods is that of the Patterns Game, forum.enjoysudoku.com.

use crate::Scale;
use crate::generate::{RatingTest, Window};
use crate::pipeline::threads;
use crate::rating::Numbers;
use core::fmt::{self, Write as _};
use core::ops::ControlFlow;
use farandole_canon::Canon;
use farandole_kernel::Isa;
use farandole_logic::se;
use farandole_setter::{Neighbours, givens, neighbours};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// How many classes a round looks around.
const ROUND: usize = 32;
const TITLE: &str = "farandole vicinity 1";

/// What numbers lead the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guide {
    /// The number of givens.
    Givens,
    /// The greatest difficulty of a step on Sudoku Explainer's scale, in tenths.
    Rating,
}

impl Guide {
    /// The name, which stays the same from version to version.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Givens => "givens",
            Self::Rating => "rating",
        }
    }

    /// The number of a proper puzzle, if it has one.
    fn of(self, puzzle: &[u8; 81]) -> Option<u32> {
        match self {
            Self::Givens => Some(givens(puzzle).count_ones()),
            // No technique of this scale looks at the solution.
            Self::Rating => match RatingTest::any(Scale::Se(se::Budget::NONE)).rate(puzzle, &[0; 81])? {
                Numbers::Se { er, .. } => Some(er.into()),
                Numbers::Hodoku { .. } => None,
            },
        }
    }
}

/// What is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vicinity {
    /// How many givens go and come.
    pub change: Neighbours,
    /// What leads the search.
    pub guide: Guide,
    /// Where it leads to.
    pub goal: Window,
}

impl Vicinity {
    /// How far a number is from the goal; the most where there is no number.
    fn distance(&self, number: Option<u32>) -> u32 {
        number.map_or(u32::MAX, |number| {
            self.goal.start().saturating_sub(number).max(number.saturating_sub(*self.goal.end()))
        })
    }

    fn title(&self) -> String {
        let Self { change, guide, goal } = self;
        format!("{TITLE} -{}+{} {} {goal:?}", change.remove, change.add, guide.name())
    }
}

/// A class that a search has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoundNear {
    /// The min-lex form: digits, 0 for empty cells.
    pub puzzle: [u8; 81],
    /// Its number, if it has one.
    pub number: Option<u32>,
    /// How far that is from the goal.
    pub distance: u32,
}

/// Why a ledger can't be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum LedgerError {
    /// The file can't be opened, read or written, or there are no threads.
    Io(PathBuf, io::Error),
    /// It is not a ledger of this search; the line, counted from 1.
    Line(PathBuf, u64),
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Line(path, line) => {
                write!(f, "{}:{line}:1: expected the ledger of a search with these options", path.display())
            }
        }
    }
}

impl core::error::Error for LedgerError {}

/// The classes that a search knows, in a file and in memory, about 200 bytes each.
#[derive(Debug)]
pub struct Ledger {
    vicinity: Vicinity,
    path: PathBuf,
    file: File,
    known: HashSet<[u8; 81]>,
    /// Classes not looked around, by distance and then in the order of the ledger.
    open: BTreeSet<(u32, u64, [u8; 81])>,
    nearest: u32,
}

impl Ledger {
    /// Opens the ledger of a search, or begins it where there is no file. A line that a kill has torn is cut off.
    ///
    /// # Errors
    /// If the file can't be opened, or is not the ledger of a search for the same.
    pub fn open(path: &Path, vicinity: Vicinity) -> Result<Self, LedgerError> {
        let at = |error| LedgerError::Io(path.to_owned(), error);
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut ledger = Self {
            vicinity,
            path: path.to_owned(),
            file: options.map_err(at)?,
            known: HashSet::new(),
            open: BTreeSet::new(),
            nearest: u32::MAX,
        };
        let good = ledger.read()?;
        ledger.file.set_len(good).and_then(|()| ledger.file.seek(SeekFrom::End(0))).map_err(at)?;
        if good == 0 {
            let title = ledger.vicinity.title() + "\n";
            ledger.file.write_all(title.as_bytes()).map_err(at)?;
        }
        Ok(ledger)
    }

    /// Reads what is there, and says how many bytes are whole lines.
    fn read(&mut self) -> Result<u64, LedgerError> {
        let file = self.file.try_clone().map_err(|error| LedgerError::Io(self.path.clone(), error))?;
        let (mut lines, mut line, mut good, mut number) = (BufReader::new(file), String::new(), 0, 0);
        let mut left = HashSet::new();
        let mut entries = Vec::new();
        loop {
            line.clear();
            let length =
                lines.read_line(&mut line).map_err(|error| LedgerError::Io(self.path.clone(), error))?;
            let Some(text) = line.strip_suffix('\n') else { break };
            number += 1;
            good += length as u64;
            let wrong = || LedgerError::Line(self.path.clone(), number);
            if number == 1 {
                if text != self.vicinity.title() {
                    return Err(wrong());
                }
                continue;
            }
            let mut words = text.split(' ');
            let (sign, board) = (words.next(), words.next().and_then(board_of).ok_or_else(wrong)?);
            match sign {
                Some("+") => entries.push((board, words.next().and_then(|word| word.parse().ok()))),
                Some("*") => drop(left.insert(board)),
                _ => return Err(wrong()),
            }
        }
        for (board, number) in entries {
            self.nearest = self.nearest.min(self.enter(board, number).distance);
        }
        self.open.retain(|(_, _, board)| !left.contains(board));
        Ok(good)
    }

    /// How many classes are known.
    pub fn known(&self) -> usize {
        self.known.len()
    }

    /// How many of them have not been looked around.
    pub fn waiting(&self) -> usize {
        self.open.len()
    }

    /// Takes a class in, which is new.
    fn enter(&mut self, puzzle: [u8; 81], number: Option<u32>) -> FoundNear {
        let distance = self.vicinity.distance(number);
        let order = self.known.len() as u64;
        if self.known.insert(puzzle) {
            self.open.insert((distance, order, puzzle));
        }
        FoundNear { puzzle, number, distance }
    }

    /// Searches from these proper minimal puzzles on, and from those in the ledger: at most `rounds` rounds, as long as
    /// there is something to look around. `take` hears of each class in the goal, and of each that is nearer to it than all
    /// before; it ends the search, after the round, if it breaks.
    ///
    /// ```
    /// use farandole::{Guide, Ledger, Vicinity};
    /// use farandole::setter::Neighbours;
    /// use std::ops::ControlFlow;
    ///
    /// let line = b"000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    /// let change = Neighbours { remove: 1, add: 1 };
    /// let path = std::env::temp_dir().join(format!("farandole-ledger-{}", std::process::id()));
    /// let mut ledger = Ledger::open(&path, Vicinity { change, guide: Guide::Givens, goal: 17..=17 })?;
    /// let mut found = 0;
    /// ledger.search(&[line.map(|symbol| symbol - b'0')], 3, None, &mut |_| {
    ///     found += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(found > 0 && found == ledger.known());
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), farandole::LedgerError>(())
    /// ```
    ///
    /// # Errors
    /// If the file can't be written, or threads can't be started.
    pub fn search(
        &mut self,
        start: &[[u8; 81]],
        rounds: u64,
        pool: Option<NonZeroUsize>,
        take: &mut dyn FnMut(&FoundNear) -> ControlFlow<()>,
    ) -> Result<(), LedgerError> {
        let path = self.path.clone();
        let at = |error| LedgerError::Io(path.clone(), error);
        let pool = threads(pool.map(NonZeroUsize::get)).map_err(at)?;
        let mut canon = Canon::new();
        let forms = start.iter().filter_map(|board| Some(canon.puzzle(board)?.board)).collect();
        let mut flow = self.add(&pool, forms, &[], take).map_err(at)?;
        for _ in 0..rounds {
            let now: Vec<_> = self.open.iter().take(ROUND).copied().collect();
            if flow.is_break() || now.is_empty() {
                break;
            }
            let change = self.vicinity.change;
            let around = |canon: &mut Canon, (_, _, board): &(u32, u64, [u8; 81])| {
                let mut forms = BTreeSet::new();
                neighbours(Isa::detect(), &[*board], change, &mut |_, other| {
                    forms.extend(canon.puzzle(other).map(|form| form.board));
                });
                forms.into_iter().collect::<Vec<_>>()
            };
            let forms: Vec<Vec<_>> = pool.install(|| now.par_iter().map_init(Canon::new, around).collect());
            flow = self.add(&pool, forms.concat(), &now, take).map_err(at)?;
        }
        Ok(())
    }

    /// Enters those that are new, and then that these have been looked around.
    fn add(
        &mut self,
        pool: &rayon::ThreadPool,
        forms: Vec<[u8; 81]>,
        done: &[(u32, u64, [u8; 81])],
        take: &mut dyn FnMut(&FoundNear) -> ControlFlow<()>,
    ) -> io::Result<ControlFlow<()>> {
        let mut seen = HashSet::new();
        let new: Vec<_> =
            forms.into_iter().filter(|form| !self.known.contains(form) && seen.insert(*form)).collect();
        let guide = self.vicinity.guide;
        let numbers: Vec<_> = pool.install(|| new.par_iter().map(|form| guide.of(form)).collect());
        let (mut text, mut flow) = (String::new(), ControlFlow::Continue(()));
        for (puzzle, number) in new.into_iter().zip(numbers) {
            let found = self.enter(puzzle, number);
            let number = number.map_or_else(|| "-".to_owned(), |number| number.to_string());
            let _ = writeln!(text, "+ {} {number}", text_of(&puzzle));
            if (found.distance == 0 || found.distance < self.nearest) && take(&found).is_break() {
                flow = ControlFlow::Break(());
            }
            self.nearest = self.nearest.min(found.distance);
        }
        for entry in done {
            self.open.remove(entry);
            let _ = writeln!(text, "* {}", text_of(&entry.2));
        }
        self.file.write_all(text.as_bytes())?;
        Ok(flow)
    }
}

/// A board on one line, `.` for empty cells.
pub(crate) fn text_of(board: &[u8; 81]) -> String {
    board.iter().map(|digit| if *digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// The board of such a line.
pub(crate) fn board_of(text: &str) -> Option<[u8; 81]> {
    let board: [u8; 81] = text.as_bytes().try_into().ok()?;
    let is_board = board.iter().all(|symbol| matches!(symbol, b'.' | b'1'..=b'9'));
    is_board.then(|| board.map(|symbol| if symbol == b'.' { 0 } else { symbol - b'0' }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_setter::Recipe;

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
        let vicinity = Vicinity { change, guide: Guide::Givens, goal: 0..=20 };
        let (straight, killed) = (path("ledger-straight"), path("ledger-killed"));
        let mut reported = Vec::new();
        let mut all = Ledger::open(&straight, vicinity.clone()).unwrap();
        let mut take = |found: &FoundNear| {
            reported.push(found.distance);
            ControlFlow::Continue(())
        };
        all.search(&start, 2, NonZeroUsize::new(2), &mut take).unwrap();
        assert!(all.known() > 2);
        assert!(reported.windows(2).all(|pair| pair[0] > pair[1] || pair[1] == 0), "{reported:?}");
        for round in 0..2 {
            let mut ledger = Ledger::open(&killed, vicinity.clone()).unwrap();
            let start = if round == 0 { &start[..] } else { &[] };
            ledger.search(start, 1, NonZeroUsize::new(1), &mut |_| ControlFlow::Continue(())).unwrap();
            // A torn line, as a kill leaves it.
            ledger.file.write_all(b"+ ....1").unwrap();
        }
        let ledger = Ledger::open(&killed, vicinity).unwrap();
        assert_eq!((ledger.known(), ledger.waiting()), (all.known(), all.waiting()));
        assert_eq!(std::fs::read(&killed).unwrap(), std::fs::read(&straight).unwrap());
        let other = Vicinity { change, guide: Guide::Rating, goal: 0..=20 };
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
        let vicinity = Vicinity { change, guide: Guide::Rating, goal: 90..=u32::MAX };
        let mut ledger = Ledger::open(&path, vicinity).unwrap();
        let mut nearest = Vec::new();
        let mut take = |found: &FoundNear| {
            assert_eq!(found.number, Guide::Rating.of(&found.puzzle));
            nearest.push(found.distance);
            ControlFlow::Continue(())
        };
        ledger.search(&start, 2, None, &mut take).unwrap();
        assert!(nearest.len() > 1 && nearest.windows(2).all(|pair| pair[0] > pair[1] || pair[1] == 0));
        std::fs::remove_file(path).unwrap();
    }
}
