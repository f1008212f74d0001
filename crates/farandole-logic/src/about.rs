//! What the file of a technique says of it: name, difficulty, explanation, example.

use crate::model::{Deduction, Technique};

/// A difficulty in tenths: 72 stands for 7.2.
pub type Tenths = u16;

/// The difficulty of a technique on the scale of Sudoku Explainer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Difficulty {
    /// It is not on that scale.
    Absent,
    /// The same for every use.
    Fixed(Tenths),
    /// It depends on the size of the pattern: the least, and that of a use.
    Rising(Tenths, fn(&Deduction) -> Tenths),
}

impl Difficulty {
    /// The difficulty of a use, 0 if the technique is not on the scale.
    pub(crate) fn of(self, deduction: &Deduction) -> Tenths {
        match self {
            Self::Absent => 0,
            Self::Fixed(tenths) => tenths,
            Self::Rising(_, of) => of(deduction),
        }
    }
}

/// A technique as its own file describes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct About {
    /// The technique that this is about.
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "a test compares it with the tables of the techniques")
    )]
    pub(crate) technique: Technique,
    /// The stable name for machines.
    pub(crate) id: &'static str,
    /// The name for people.
    pub(crate) title: &'static str,
    pub(crate) difficulty: Difficulty,
    /// What sets it apart from those of other sizes in the same file, in a sentence.
    pub(crate) in_short: Option<fn() -> String>,
    /// Why a use of it holds: a sentence or two. The lines of a chain follow separately.
    pub(crate) why: fn(&Deduction) -> String,
    /// A grid in which it is the next step on its scale, or at least can be used, as [`Sheet`](crate::Sheet) writes it.
    pub(crate) example: Option<&'static str>,
}

impl About {
    pub(crate) const fn new(
        technique: Technique,
        id: &'static str,
        title: &'static str,
        why: fn(&Deduction) -> String,
    ) -> Self {
        Self { technique, id, title, difficulty: Difficulty::Absent, in_short: None, why, example: None }
    }

    /// With this difficulty on the scale of Sudoku Explainer.
    pub(crate) const fn se(self, tenths: Tenths) -> Self {
        Self { difficulty: Difficulty::Fixed(tenths), ..self }
    }

    /// With a difficulty on the scale of Sudoku Explainer that rises from the least.
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
