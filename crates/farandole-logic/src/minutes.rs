//! Expected solving times: a model of the time that people spend looking for the next step.
//!
//! People do not feel the hardest step of an easy puzzle; they feel how long they look for the next one. Someone
//! who looks at the empty cells in turn finds a step after about as many cells as there are empty cells per step
//! on offer. The time of a solution path is therefore
//!
//! - for each single, `PLACEMENT` and `LOOK` times the number of empty cells divided by the number of singles
//!   on offer, where singles in lines and naked singles count less than those in boxes;
//! - for each harder step, `HARDER` times its difficulty on Farandole's scale.
//!
//! The five constants are fitted to the mean times of people for 669 puzzles. `docs/design/ratings.md` states how
//! well the model predicts other puzzles, and what the data does not contain.
//!
//! Source: Radek Pelánek, "Difficulty Rating of Sudoku Puzzles by a Computational Model", FLAIRS 2011 (the number
//! of steps on offer as a predictor); synnwang, sudoku_dataset_difficulty (the times; Wang, IEEE Access 12, 2024).

use core::fmt;

/// Seconds to place a digit.
const PLACEMENT: f64 = 3.2;
/// Seconds to look at an empty cell.
const LOOK: f64 = 0.5;
/// The number of singles in boxes that are as easy to find as one single in a row or column.
const IN_LINE: f64 = 0.55;
/// The number of singles in boxes that are as easy to find as one naked single.
const NAKED: f64 = 0.14;
/// Seconds for a tenth of difficulty of a step that is not a single.
const HARDER: f64 = 1.45;
/// The greatest difficulty of a step, in tenths, for which the data contains at least five puzzles.
const MOST_MEASURED: u32 = 23;

/// The evidence for an expected time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Evidence {
    /// Singles complete the puzzle, as nine of ten puzzles of the data.
    Singles,
    /// The puzzle needs steps that few puzzles of the data need.
    Patterns,
    /// The puzzle needs steps that the data does not contain, or is a variant.
    Extrapolated,
}

impl Evidence {
    /// Returns the stable name, for programs.
    pub const fn name(self) -> &'static str {
        ["singles", "patterns", "extrapolated"][self as usize]
    }

    /// Returns the factor between the expected time and either end of its range. Eight of ten mean times of the
    /// data are within the first two factors. The third is an assumption.
    const fn spread(self) -> f64 {
        [1.4, 1.6, 2.5][self as usize]
    }
}

/// A difficulty in a word. These are the only definitions of the words.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Grade {
    /// Less than 6 minutes.
    Easy,
    /// At least 6 and less than 10 minutes.
    Medium,
    /// At least 10 and less than 20 minutes.
    Hard,
    /// At least 20 and less than 40 minutes.
    Expert,
    /// At least 40 minutes.
    Brutal,
}

impl Grade {
    /// Every grade, easiest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Brutal];

    /// The expected minutes at which each grade begins.
    const FROM: [u32; 5] = [0, 6, 10, 20, 40];

    /// Returns the stable name, for people and programs.
    pub const fn name(self) -> &'static str {
        ["easy", "medium", "hard", "expert", "brutal"][self as usize]
    }

    /// Returns the expected minutes at which the grade begins.
    pub const fn minutes(self) -> u32 {
        Self::FROM[self as usize]
    }

    fn of(seconds: u32) -> Self {
        let begun = |grade: &Self| seconds / 60 >= grade.minutes();
        Self::ALL.into_iter().rfind(begun).unwrap_or(Self::Easy)
    }
}

/// The time that an experienced solver is expected to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Minutes {
    seconds: u32,
    evidence: Evidence,
}

impl Minutes {
    pub(crate) const EXTRAPOLATED_ZERO: Self = Self { seconds: 0, evidence: Evidence::Extrapolated };

    /// Returns the expected time in seconds.
    pub const fn seconds(self) -> u32 {
        self.seconds
    }

    /// Returns the range in seconds that contains the mean time of about eight of ten puzzles.
    pub fn range(self) -> (u32, u32) {
        let (seconds, spread) = (f64::from(self.seconds), self.evidence.spread());
        ((seconds / spread).round() as u32, (seconds * spread).round() as u32)
    }

    /// Returns the evidence for the time.
    pub const fn evidence(self) -> Evidence {
        self.evidence
    }

    /// Returns the difficulty in a word.
    pub fn grade(self) -> Grade {
        Grade::of(self.seconds)
    }
}

impl fmt::Display for Minutes {
    /// Writes the minutes, their range and the word, and the evidence if the time is extrapolated. The alternate
    /// form is that of a lower bound, which has no range.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = |seconds: u32| f64::from(seconds) / 60.0;
        write!(f, "{:.1}", minutes(self.seconds))?;
        if !f.alternate() {
            let (least, most) = self.range();
            write!(f, " {:.1}-{:.1}", minutes(least), minutes(most))?;
        }
        write!(f, " {}", self.grade().name())?;
        match self.evidence {
            Evidence::Extrapolated => write!(f, " {}", self.evidence.name()),
            Evidence::Singles | Evidence::Patterns => Ok(()),
        }
    }
}

/// Number of singles on offer in a state, by where they are found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offer {
    /// Number of singles in boxes, and of last cells of a house.
    pub(crate) in_boxes: u32,
    /// Number of other hidden singles.
    pub(crate) in_lines: u32,
    /// Number of other cells with one candidate.
    pub(crate) naked: u32,
}

/// The time of a solution path, added step by step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    seconds: f64,
    evidence: Evidence,
}

impl Clock {
    pub(crate) const fn new(evidence: Evidence) -> Self {
        Self { seconds: 0.0, evidence }
    }

    /// Adds a single that is placed while this many cells are empty, on one of `paths` paths whose times are averaged.
    pub(crate) fn single(&mut self, empty: u32, offer: Offer, paths: u32) {
        let Offer { in_boxes, in_lines, naked } = offer;
        let found = f64::from(in_boxes) + IN_LINE * f64::from(in_lines) + NAKED * f64::from(naked);
        let seconds = PLACEMENT + LOOK * f64::from(empty) / found.max(NAKED);
        self.seconds += seconds / f64::from(paths);
    }

    /// Adds a step that is not a single, with its difficulty in tenths.
    pub(crate) fn harder(&mut self, difficulty: u32) {
        self.seconds += HARDER * f64::from(difficulty);
        let evidence = if difficulty <= MOST_MEASURED { Evidence::Patterns } else { Evidence::Extrapolated };
        self.evidence = self.evidence.max(evidence);
    }

    /// Returns the time so far.
    pub(crate) fn read(self) -> Minutes {
        Minutes { seconds: self.seconds.round() as u32, evidence: self.evidence }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_begin_at_their_minutes() {
        let grades = [0, 359, 360, 599, 600, 1199, 1200, 2399, 2400, u32::MAX].map(|it| Grade::of(it).name());
        let words =
            ["easy", "easy", "medium", "medium", "hard", "hard", "expert", "expert", "brutal", "brutal"];
        assert_eq!(grades, words);
    }

    #[test]
    fn a_path_is_the_sum_of_its_steps() {
        let mut clock = Clock::new(Evidence::Singles);
        // 3.2 + 0.5 * 20 / (2 + 0.55 + 0.14) seconds
        clock.single(20, Offer { in_boxes: 2, in_lines: 1, naked: 1 }, 1);
        assert_eq!((clock.read().seconds(), clock.read().evidence()), (7, Evidence::Singles));
        clock.harder(20);
        assert_eq!((clock.read().seconds(), clock.read().evidence()), (36, Evidence::Patterns));
        clock.harder(400);
        assert_eq!(clock.read().to_string(), "10.3 4.1-25.7 hard extrapolated");
        assert_eq!(format!("{:#}", clock.read()), "10.3 hard extrapolated");
    }
}
