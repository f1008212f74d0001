//! Answers to requests for hints and solution paths, and the solutions that they rely on.

use super::position::Position;
use super::texts::{Texts, TextsOf, texts_of};
use crate::model::{Candidate, Deduction, PathOutcome, State};
use crate::user_grid::UserGrid;
use crate::{hodoku, own, se, variant};
use core::fmt;
use farandole_puzzle::Cell;

/// The solutions of a position: none, one, or an example of two. For a classic puzzle, these are the
/// solutions of the givens; for a variant, those of the whole position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solutions {
    /// There is no solution. Contains a minimal conflicting set: the cells of givens, or in a
    /// variant the indices of constraints. Removing any of them resolves this conflict. The set is
    /// empty if none was computed.
    None(Vec<usize>),
    /// There is exactly one solution, given as the values of all cells.
    One(Vec<u8>),
    /// There are several solutions. Contains two of them.
    Several(Box<[Vec<u8>; 2]>),
    /// The givens of a classic puzzle have several solutions, and the pencil marks exclude all of them.
    Excluded,
    /// The search ended too early to decide.
    Unknown,
}

/// A problem of a position. Cells are row-major indices. Houses are numbered as in
/// [`Deduction::houses`](crate::Deduction::houses).
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Problem {
    /// A house contains the same given twice.
    Clash {
        /// The digit.
        digit: u8,
        /// The house.
        house: u8,
        /// The two cells.
        cells: [u8; 2],
    },
    /// There is no solution.
    NoSolution {
        /// The minimal conflicting set: the cells of givens, or in a variant the indices of
        /// constraints.
        conflict: Vec<usize>,
    },
    /// There are several solutions.
    SeveralSolutions {
        /// The cells in which two of the solutions differ, each with the two values.
        cells: Vec<(Cell, [u8; 2])>,
    },
    /// The givens have solutions, but the pencil marks exclude all of them.
    Excluded {
        /// The first cell without a candidate, if there is one.
        cell: Option<Cell>,
    },
    /// A placed digit differs from the solution.
    WrongDigit {
        /// The placed digit and its cell.
        placed: Candidate,
        /// A peer with the same digit, if there is one. Givens take precedence over placed digits.
        against: Option<u8>,
    },
    /// The pencil marks of a cell omit the digit of the solution.
    MissingMark {
        /// The missing candidate.
        candidate: Candidate,
    },
}

impl Problem {
    /// Returns the problem of a puzzle with these two solutions.
    pub(super) fn several([one, other]: &[Vec<u8>; 2]) -> Self {
        let differ = (0..one.len()).filter(|at| one[*at] != other[*at]);
        let cells = differ.filter_map(|at| Some((Cell::new(at)?, [one[at], other[at]])));
        Self::SeveralSolutions { cells: cells.collect() }
    }
}

impl Hint {
    /// Returns the cells that the problems involve, in order. Conflicting constraints involve all of their cells.
    ///
    /// ```
    /// use farandole_logic::UserGrid;
    /// use farandole_logic::hint::{Position, Reach, Solutions};
    /// use farandole_logic::se::Budget;
    ///
    /// let mut grid = UserGrid::parse(&".".repeat(81)).unwrap();
    /// (grid.givens[3], grid.givens[5]) = (7, 7);
    /// let hint = Position::from(grid).hint(&Solutions::None(Vec::new()), Reach::First, Budget::NONE);
    /// let cells: Vec<usize> = hint.problem_cells().iter().map(|cell| cell.index()).collect();
    /// assert_eq!(cells, [3, 5]);
    /// ```
    pub fn problem_cells(&self) -> Vec<Cell> {
        let Found::Problems(problems) = &self.found else { return Vec::new() };
        let at = |index: usize| Cell::new(index).into_iter();
        let involved = |problem: &Problem| -> Vec<Cell> {
            match (problem, &self.position) {
                (Problem::Clash { cells, .. }, _) => cells.iter().flat_map(|it| at((*it).into())).collect(),
                (Problem::NoSolution { conflict }, Position::Classic(_)) => {
                    conflict.iter().flat_map(|it| at(*it)).collect()
                }
                (Problem::NoSolution { conflict }, Position::Variant(position)) => {
                    let variant = &position.restated;
                    let constraints = conflict.iter().filter_map(|it| variant.constraints().get(*it));
                    constraints.flat_map(|it| it.cells(variant.board())).collect()
                }
                (Problem::SeveralSolutions { cells }, _) => cells.iter().map(|(cell, _)| *cell).collect(),
                (Problem::Excluded { cell }, _) => cell.iter().copied().collect(),
                (Problem::WrongDigit { placed: it, .. } | Problem::MissingMark { candidate: it }, _) => {
                    at(it.cell()).collect()
                }
            }
        };
        let mut cells: Vec<Cell> = problems.iter().flat_map(involved).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// A pencil mark whose digit is already in a peer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaleMark {
    /// The mark.
    pub candidate: Candidate,
    /// The peer with the digit.
    pub seen: u8,
}

/// The steps that a hint lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The next step of the scale.
    First,
    /// All steps with the technique of the next step; if that is a chain, all chains of its family.
    Easiest,
}

/// The answer to a hint request.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The position. If a variant has problems, its pencil marks are givens in this position.
    pub position: Position,
    /// The next steps, or the reason why there are none.
    pub found: Found,
}

/// The result of a search for the next steps.
#[derive(Clone, Debug)]
pub enum Found {
    /// The problems of the position. No steps are searched for, because they would be based on a
    /// mistake.
    Problems(Vec<Problem>),
    /// Every cell has a value.
    Solved,
    /// The next steps.
    Steps {
        /// Pencil marks whose digit is already in a peer. The steps treat them as eliminated.
        stale: Vec<StaleMark>,
        /// The steps; at least one.
        steps: Vec<Step>,
    },
    /// No technique applies, or none does within the budget.
    Stuck {
        /// Pencil marks whose digit is already in a peer.
        stale: Vec<StaleMark>,
        /// True if the search had a budget. Techniques that exceed it may apply.
        has_budget: bool,
    },
}

/// A deduction, with the state before it.
#[derive(Clone, Debug)]
pub enum Step {
    /// A step in a classic puzzle.
    Classic(Box<ClassicStep>),
    /// A step in a variant.
    Variant(Box<VariantStep>),
}

/// A step in a classic puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassicStep {
    /// The state before the step.
    pub state: State,
    /// The deduction.
    pub deduction: Deduction,
    /// The difficulty on the scale of the search, for example the number of Sudoku Explainer or the
    /// score of HoDoKu. `None` if the search did not use a scale.
    pub difficulty: Option<f64>,
}

/// A step in a variant.
#[derive(Clone, Debug)]
pub struct VariantStep {
    /// The state before the step.
    pub state: variant::State,
    /// The deduction.
    pub deduction: variant::Deduction,
    pub(crate) texts_of: TextsOf,
}

impl VariantStep {
    pub(crate) fn texts(&self) -> &dyn Texts {
        (self.texts_of)(&self.state)
    }
}

impl Step {
    /// Creates a step in a classic puzzle, without a difficulty.
    pub fn classic(state: State, deduction: Deduction) -> Self {
        Self::Classic(Box::new(ClassicStep { state, deduction, difficulty: None }))
    }

    /// Creates a step in a variant.
    pub fn variant(state: variant::State, deduction: variant::Deduction) -> Self {
        Self::Variant(Box::new(VariantStep { state, deduction, texts_of }))
    }

    /// Returns the position before the step.
    pub fn before(&self) -> Position {
        match self {
            Self::Classic(step) => UserGrid::of(&step.state).into(),
            Self::Variant(step) => step.state.clone().into(),
        }
    }

    /// Returns the position after the step.
    pub fn after(&self) -> Position {
        match self {
            Self::Classic(step) => {
                let mut state = step.state.clone();
                state.apply(&step.deduction);
                UserGrid::of(&state).into()
            }
            Self::Variant(step) => {
                let mut state = step.state.clone();
                state.apply(&step.deduction);
                state.into()
            }
        }
    }

    /// Returns true if the step is a single that its placement describes completely.
    pub const fn is_single(&self) -> bool {
        match self {
            Self::Classic(step) => step.deduction.placements.len() == 1 && step.deduction.pattern.len() <= 1,
            Self::Variant(step) => step.deduction.placements.len() == 1,
        }
    }

    /// Returns the stable identifier of the technique, for example `naked-pair`.
    pub const fn technique(&self) -> &'static str {
        match self {
            Self::Classic(step) => step.deduction.technique.id(),
            Self::Variant(step) => step.deduction.technique.id(),
        }
    }

    /// Returns the candidates that the step places.
    pub fn placed(&self) -> Vec<variant::Candidate> {
        match self {
            Self::Classic(step) => step.deduction.placements.iter().map(|it| (*it).into()).collect(),
            Self::Variant(step) => step.deduction.placements.clone(),
        }
    }

    /// Returns the candidates that the step eliminates.
    pub fn eliminated(&self) -> Vec<variant::Candidate> {
        match self {
            Self::Classic(step) => step.deduction.eliminations.iter().map(|it| (*it).into()).collect(),
            Self::Variant(step) => step.deduction.eliminations.clone(),
        }
    }

    /// Returns the difficulty on the scale of the search. `None` for variants, and if the search did
    /// not use a scale.
    pub const fn difficulty(&self) -> Option<f64> {
        match self {
            Self::Classic(step) => step.difficulty,
            Self::Variant(_) => None,
        }
    }
}

/// A solution path: all steps from a position, and the outcome.
#[derive(Clone, Debug)]
pub struct Path {
    /// The position before the first step.
    pub start: Position,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// The outcome, with the difficulty of the path on its scale.
    pub rating: PathRating,
}

/// The outcome of a solution path, with its difficulty if there is a scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathRating {
    /// A rating on the scale of Sudoku Explainer.
    Se(se::Rating),
    /// A rating on the scale of HoDoKu.
    Hodoku(hodoku::Rating),
    /// A rating on the scale of Farandole.
    Own(own::Rating),
    /// A path in a variant, for which there is no scale.
    Variant(PathOutcome),
}

impl PathRating {
    /// Returns the outcome. Unless it is `Solved`, the difficulties are lower bounds.
    pub const fn outcome(&self) -> PathOutcome {
        match self {
            Self::Se(rating) => rating.outcome,
            Self::Hodoku(rating) => rating.outcome,
            Self::Own(rating) => rating.outcome,
            Self::Variant(outcome) => *outcome,
        }
    }
}

impl fmt::Display for PathRating {
    /// Writes the difficulties, for example `ER 7.2, EP 1.2, ED 1.2`. Writes nothing for a variant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Se(rating) => {
                let [er, ep, ed] = [rating.er, rating.ep, rating.ed].map(|tenths| f64::from(tenths) / 10.0);
                write!(f, "ER {er:.1}, EP {ep:.1}, ED {ed:.1}")
            }
            Self::Hodoku(rating) => write!(f, "score {}, {}", rating.score, rating.level.name()),
            Self::Own(rating) => write!(f, "hardest step {}, total {}", rating.hardest, rating.total),
            Self::Variant(_) => Ok(()),
        }
    }
}
