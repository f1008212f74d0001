//! Tally: the number of records by status, and the cost of the searches.

use core::fmt;
use core::ops::AddAssign;
use farandole_solve::{End, Report};

/// The status of a record. Its name follows `!` in a text answer, and is the field `status` of a
/// JSON answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// The record is correct, or was answered in full.
    Ok,
    /// A solution was found and checked.
    Solved,
    /// The solutions were counted.
    Counted,
    /// The number of solutions was estimated.
    Estimated,
    /// The puzzle was rated.
    Rated,
    /// The puzzle has no solution.
    None,
    /// The puzzle has several solutions, and the query needs a unique one.
    Several,
    /// The pencil marks exclude the solution.
    Marks,
    /// The record cannot be read.
    Unreadable,
    /// The budget was spent before there was an answer.
    GaveUp,
    /// No further technique applies.
    Stuck,
    /// The engine, the scale or the memory limit does not permit such a puzzle.
    Unsupported,
    /// The output format cannot represent the answer.
    Unprintable,
    /// A solution breaks a rule.
    Wrong,
    /// The answer ended in a panic, which is a bug.
    Failed,
}

impl Status {
    /// Every status.
    pub const ALL: [Self; 15] = [
        Self::Ok,
        Self::Solved,
        Self::Counted,
        Self::Estimated,
        Self::Rated,
        Self::None,
        Self::Several,
        Self::Marks,
        Self::Unreadable,
        Self::GaveUp,
        Self::Stuck,
        Self::Unsupported,
        Self::Unprintable,
        Self::Wrong,
        Self::Failed,
    ];

    /// Returns the status of a search for solutions. The status is [`Solved`](Self::Solved) if the search
    /// found the only solution, or if it found one solution and reached its limit.
    pub const fn of_search(report: &Report) -> Self {
        Self::of_solutions(report.solutions, report.end)
    }

    /// Returns the status of a search that found this number of solutions.
    pub const fn of_solutions(solutions: u64, end: End) -> Self {
        match (solutions, end) {
            (0, End::Exhausted) => Self::None,
            (1, End::Exhausted | End::LimitReached) => Self::Solved,
            // A search reaches its limit without a solution only if the number exceeds the counter.
            (0 | 1, _) => Self::GaveUp,
            (2.., _) => Self::Several,
        }
    }

    /// Returns the name, which is the same in every version.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Solved => "solved",
            Self::Counted => "counted",
            Self::Estimated => "estimated",
            Self::Rated => "rated",
            Self::None => "none",
            Self::Several => "several",
            Self::Marks => "marks",
            Self::Unreadable => "unreadable",
            Self::GaveUp => "gave up",
            Self::Stuck => "stuck",
            Self::Unsupported => "unsupported",
            Self::Unprintable => "unprintable",
            Self::Wrong => "wrong",
            Self::Failed => "failed",
        }
    }

    /// Returns the words for records of this status in a summary.
    const fn plural(self) -> &'static str {
        match self {
            Self::None => "without solution",
            Self::Several => "with several solutions",
            Self::Marks => "with pencil marks that exclude the solution",
            Self::GaveUp => "given up",
            status => status.name(),
        }
    }
}

/// The numbers of records so far, by status.
///
/// ```
/// use farandole::pipeline::{Status, Tally};
///
/// let mut tally = Tally::default();
/// tally.add(Status::Solved);
/// tally.add(Status::Solved);
/// tally.add(Status::None);
/// assert_eq!((tally.records(), tally.count(Status::Solved)), (3, 2));
/// assert_eq!(tally.to_string(), "3 puzzles, 2 solved, 1 without solution");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    counts: [u64; Status::ALL.len()],
    /// Total number of search nodes of all records.
    pub nodes: u64,
    /// Total number of guesses of all records, if the engine counts them.
    pub guesses: u64,
    /// Number of inputs that could not be opened or read.
    pub unopened: u64,
    /// Number of inputs without a puzzle in a known format.
    pub unrecognized: u64,
    /// Number of inputs that were read to the end and contain no puzzle.
    pub empty: u64,
}

impl Tally {
    /// Adds a record with this status.
    #[inline]
    pub const fn add(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// Returns the number of records with this status.
    pub const fn count(&self, status: Status) -> u64 {
        self.counts[status as usize]
    }

    /// Returns the number of records.
    pub fn records(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the number of records that were given up, or that the engine, the scale or the
    /// output format does not support.
    pub const fn undecided(&self) -> u64 {
        self.count(Status::GaveUp)
            + self.count(Status::Stuck)
            + self.count(Status::Unsupported)
            + self.count(Status::Unprintable)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self.nodes += other.nodes;
        self.guesses += other.guesses;
        self.unopened += other.unopened;
        self.unrecognized += other.unrecognized;
        self.empty += other.empty;
    }
}

impl fmt::Display for Tally {
    /// Writes a short summary without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = self.records();
        write!(f, "{records} {}", if records == 1 { "puzzle" } else { "puzzles" })?;
        for status in Status::ALL {
            let count = self.count(status);
            if count > 0 {
                write!(f, ", {count} {}", status.plural())?;
            }
        }
        if self.nodes > 0 {
            write!(f, "; {} nodes, {} guesses", self.nodes, self.guesses)?;
        }
        Ok(())
    }
}
