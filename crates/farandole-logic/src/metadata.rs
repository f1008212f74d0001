//! Metadata of a technique: name, difficulty, explanation and example.

use crate::model::{Deduction, State, Technique};

/// A difficulty in tenths: 72 means 7.2.
pub type Tenths = u16;

/// The difficulty of a technique on the scale of Sudoku Explainer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Difficulty {
    /// The technique is not on that scale.
    Absent,
    /// The difficulty is the same for every use.
    Fixed(Tenths),
    /// The difficulty depends on the size of the pattern. Contains the minimum, and a function that
    /// returns the difficulty of a deduction.
    Rising(Tenths, fn(&Deduction) -> Tenths),
}

impl Difficulty {
    /// Returns the difficulty of a deduction, or 0 if the technique is not on the scale.
    pub(crate) fn of(self, deduction: &Deduction) -> Tenths {
        match self {
            Self::Absent => 0,
            Self::Fixed(tenths) => tenths,
            Self::Rising(_, of) => of(deduction),
        }
    }
}

/// A function that explains why a deduction holds.
#[derive(Clone, Copy, Debug)]
enum Reason {
    /// The pattern contains all that the explanation names.
    Pattern(fn(&Deduction) -> String),
    /// The explanation also names houses or candidates of the grid before the step.
    Grid(fn(&State, &Deduction) -> String),
}

/// The metadata of a technique, defined in the technique's own file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Metadata {
    /// The technique that this metadata describes.
    #[cfg_attr(not(test), expect(dead_code, reason = "used by a test that checks the tables of techniques"))]
    pub(crate) technique: Technique,
    /// The stable identifier, for programs.
    pub(crate) id: &'static str,
    /// The name shown to people.
    pub(crate) title: &'static str,
    pub(crate) difficulty: Difficulty,
    /// A sentence that distinguishes the technique from those of other sizes in the same file.
    pub(crate) in_short: Option<fn() -> String>,
    /// The function that explains in a sentence or two why a deduction holds. The lines of a net are
    /// rendered separately.
    reason: Reason,
    /// A grid, as printed by [`UserGrid`](crate::UserGrid), in which the technique applies. If
    /// possible, it is the next step of its scale in this grid.
    pub(crate) example: Option<&'static str>,
}

impl Metadata {
    pub(crate) const fn new(
        technique: Technique,
        id: &'static str,
        title: &'static str,
        why: fn(&Deduction) -> String,
    ) -> Self {
        Self {
            technique,
            id,
            title,
            difficulty: Difficulty::Absent,
            in_short: None,
            reason: Reason::Pattern(why),
            example: None,
        }
    }

    /// Creates metadata whose explanation also depends on the grid before the step.
    pub(crate) const fn in_grid(
        technique: Technique,
        id: &'static str,
        title: &'static str,
        why: fn(&State, &Deduction) -> String,
    ) -> Self {
        let unexplained = Self::new(technique, id, title, |_| String::new());
        Self { reason: Reason::Grid(why), ..unexplained }
    }

    /// Explains why a deduction holds. `state` is the grid before the step.
    pub(crate) fn why(&self, state: &State, deduction: &Deduction) -> String {
        match self.reason {
            Reason::Pattern(why) => why(deduction),
            Reason::Grid(why) => why(state, deduction),
        }
    }

    /// Sets a fixed difficulty on the scale of Sudoku Explainer.
    pub(crate) const fn se(self, tenths: Tenths) -> Self {
        Self { difficulty: Difficulty::Fixed(tenths), ..self }
    }

    /// Sets a difficulty on the scale of Sudoku Explainer that increases from `least` with the size
    /// of the pattern.
    pub(crate) const fn se_rising(self, least: Tenths, of: fn(&Deduction) -> Tenths) -> Self {
        Self { difficulty: Difficulty::Rising(least, of), ..self }
    }

    pub(crate) const fn in_short(self, text: fn() -> String) -> Self {
        Self { in_short: Some(text), ..self }
    }

    pub(crate) const fn example(self, sheet: &'static str) -> Self {
        Self { example: Some(sheet), ..self }
    }
}
