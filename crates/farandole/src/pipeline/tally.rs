//! Tally: how many records came to which end, and what the searches cost.

use core::fmt;
use core::ops::AddAssign;

/// What came of a record. The name is what a text answer has behind `!`, and what a JSON answer has as its `status`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Status {
    /// It is as it should be, or was answered in full.
    Ok,
    /// A solution was found, and checked.
    Solved,
    /// Its solutions were counted.
    Counted,
    /// The number of its solutions was estimated.
    Estimated,
    /// It was rated.
    Rated,
    /// It has no solution.
    None,
    /// It has several solutions, where one is asked for.
    Several,
    /// Its pencil marks leave out the solution.
    Marks,
    /// It can't be read.
    Unreadable,
    /// The budget was spent before there was an answer.
    GaveUp,
    /// No technique finds anything more.
    Stuck,
    /// The engine, the scale or the memory budget does not allow for such a puzzle.
    Unsupported,
    /// The output format can't hold the answer.
    Unprintable,
    /// A solution breaks a rule.
    Wrong,
    /// A defect: the answer ended in a panic.
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

    /// The name, which stays the same from version to version.
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

    /// How a summary calls the records with this status.
    const fn plural(self) -> &'static str {
        match self {
            Self::None => "without solution",
            Self::Several => "with several solutions",
            Self::Marks => "with pencil marks that leave out the solution",
            Self::GaveUp => "given up",
            status => status.name(),
        }
    }
}

/// What happened to the records so far.
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
    /// Search nodes of all records together.
    pub nodes: u64,
    /// Guesses of all records together, as far as the engines tell them.
    pub guesses: u64,
    /// Inputs that could not be opened or read.
    pub unopened: u64,
    /// Inputs without a puzzle in a known format.
    pub unrecognized: u64,
    /// Inputs that were read to their end and hold no puzzle.
    pub empty: u64,
}

impl Tally {
    /// Adds a record with this status.
    #[inline]
    pub const fn add(&mut self, status: Status) {
        self.counts[status as usize] += 1;
    }

    /// How many records have this status.
    pub const fn count(&self, status: Status) -> u64 {
        self.counts[status as usize]
    }

    /// How many records there were.
    pub fn records(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// How many records were given up, or are beyond the engine, the scale or the output format.
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
    /// A summary in a few words, without a full stop.
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
