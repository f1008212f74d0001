//! Steps, hints and verdicts as records.

use farandole::logic::explain::english::Depth;
use farandole::logic::hint::{self, Found, Position, Reason};
use farandole::logic::{PathOutcome, variant};

/// A value that a cell may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, uniffi::Record)]
pub struct Candidate {
    /// The index of the cell: row-major from 0, then extra cells.
    pub cell: u32,
    /// The value.
    pub value: u8,
}

/// The digits and pencil marks that a person has entered. Cells with a given keep it, and cells beyond the end of a list
/// have no entry.
#[derive(Clone, PartialEq, Eq, Debug, Default, uniffi::Record)]
pub struct Entries {
    /// For each cell, the digit, or `None`.
    pub digits: Vec<Option<u8>>,
    /// For each cell, the mask of its pencil marks, in which bit 0 is the lowest value of the puzzle; 0 for no marks.
    #[uniffi(default = [])]
    pub marks: Vec<u16>,
}

/// A step of a person's solution.
#[derive(Clone, PartialEq, Debug, uniffi::Record)]
pub struct Step {
    /// The stable identifier of the technique, such as `naked-pair`.
    pub technique: String,
    /// The name of the technique in English.
    pub name: String,
    /// The step with its reason in English.
    pub sentence: String,
    /// The candidates to place.
    pub placements: Vec<Candidate>,
    /// The candidates to eliminate.
    pub eliminations: Vec<Candidate>,
    /// The difficulty on Farandole's scale, or `None` for variants.
    pub difficulty: Option<f64>,
}

/// The contents of a hint, or the end of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, uniffi::Enum)]
pub enum Status {
    /// There are steps.
    Steps,
    /// Every cell has its correct value.
    Solved,
    /// No technique applies, or none within the budget.
    Stuck,
    /// The position has mistakes, or not exactly one solution.
    Problems,
}

/// The next step, or the mistakes in a position.
#[derive(Clone, PartialEq, Debug, uniffi::Record)]
pub struct Hint {
    /// The contents.
    pub status: Status,
    /// The whole text in English.
    pub sentence: String,
    /// The step.
    pub steps: Vec<Step>,
    /// The cells with problems, in order.
    pub cells: Vec<u32>,
}

/// All steps to the solution, or the mistakes in a position.
#[derive(Clone, PartialEq, Debug, uniffi::Record)]
pub struct Path {
    /// The end of the path: `Solved`, `Stuck` or `Problems`.
    pub status: Status,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The mistakes, if there are any.
    pub problems: Option<Hint>,
}

/// A move: a claim about a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, uniffi::Enum)]
pub enum Move {
    /// The candidate is placed.
    Place {
        /// The candidate.
        candidate: Candidate,
    },
    /// The candidate is eliminated.
    Eliminate {
        /// The candidate.
        candidate: Candidate,
    },
}

/// The verdict on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, uniffi::Enum)]
pub enum Ruling {
    /// The move is true, and a step shows it.
    Justified,
    /// The move is true, but no step shows it yet.
    NotYetJustified,
    /// The move contradicts the puzzle.
    Contradicts,
    /// The move holds in some solutions only.
    Undecided,
    /// The position has no solution.
    NoSolution,
    /// The search ended early.
    Unknown,
}

/// A judged move.
#[derive(Clone, PartialEq, Debug, uniffi::Record)]
pub struct Verdict {
    /// The judgement.
    pub ruling: Ruling,
    /// The text of the verdict in English, with the steps.
    pub sentence: String,
    /// The steps that show the move, or refute it.
    pub steps: Vec<Step>,
}

fn candidates(list: &[variant::Candidate]) -> Vec<Candidate> {
    list.iter().map(|it| Candidate { cell: it.cell.index() as u32, value: it.value }).collect()
}

impl Step {
    fn of(step: &hint::Step) -> Self {
        Self {
            technique: step.technique().to_owned(),
            name: step.title(),
            sentence: step.text(Depth::Why).trim_end().to_owned(),
            placements: candidates(&step.placed()),
            eliminations: candidates(&step.eliminated()),
            difficulty: step.difficulty(),
        }
    }
}

impl Hint {
    pub(crate) fn of(hint: &hint::Hint) -> Self {
        let (status, steps) = match &hint.found {
            Found::Steps { steps, .. } => (Status::Steps, &steps[..]),
            Found::Solved => (Status::Solved, &[][..]),
            Found::Stuck { .. } => (Status::Stuck, &[][..]),
            Found::Problems(_) => (Status::Problems, &[][..]),
        };
        Self {
            status,
            sentence: hint.text(Depth::Why).trim_end().to_owned(),
            steps: steps.iter().map(Step::of).collect(),
            cells: hint.problem_cells().iter().map(|cell| cell.index() as u32).collect(),
        }
    }
}

impl Path {
    pub(crate) fn of(path: &Result<hint::Path, hint::Hint>) -> Self {
        match path {
            Ok(path) => {
                let is_solved = path.rating.outcome() == PathOutcome::Solved;
                let status = if is_solved { Status::Solved } else { Status::Stuck };
                Self { status, steps: path.steps.iter().map(Step::of).collect(), problems: None }
            }
            Err(hint) => Self { status: Status::Problems, steps: Vec::new(), problems: Some(Hint::of(hint)) },
        }
    }
}

impl Verdict {
    pub(crate) fn of(verdict: &hint::Verdict, position: &Position) -> Self {
        let ruling = match verdict.ruling {
            hint::Ruling::Justified => Ruling::Justified,
            hint::Ruling::NotYetJustified => Ruling::NotYetJustified,
            hint::Ruling::Contradicts => Ruling::Contradicts,
            hint::Ruling::Undecided => Ruling::Undecided,
            hint::Ruling::NoSolution => Ruling::NoSolution,
            hint::Ruling::Unknown => Ruling::Unknown,
        };
        let steps = match &verdict.reason {
            Some(Reason::Steps(steps)) => &steps[..],
            _ => &[],
        };
        let sentence = verdict.text(position).trim_end().to_owned();
        Self { ruling, sentence, steps: steps.iter().map(Step::of).collect() }
    }
}
