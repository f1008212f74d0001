//! Positions: a puzzle with a person's digits and pencil marks.

use super::texts::{Texts, TextsOf, texts_of};
use crate::user_grid::UserGrid;
use crate::variant::{Candidate, State};
use core::fmt;
use farandole_puzzle::constraint::{Constraint, Given};
use farandole_puzzle::variant::Variant;
use farandole_puzzle::{Cell, Puzzle};

/// A puzzle with a person's digits and pencil marks.
#[derive(Clone, Debug)]
pub enum Position {
    /// A position in a classic 9x9 puzzle.
    Classic(Box<UserGrid>),
    /// A position in a variant, or in a puzzle of another size or shape.
    Variant(Box<VariantPosition>),
}

/// A position in a variant.
#[derive(Clone, Debug)]
pub struct VariantPosition {
    /// The values and candidates. A cell with a single pencil mark has no value yet, because
    /// placing it is a step.
    pub state: State,
    /// The variant with the digits and pencil marks as givens. Its solutions are those of the
    /// position.
    pub restated: Variant,
    pub(crate) texts_of: TextsOf,
}

/// The reason why no technique is known for a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoTechniques {
    /// The puzzle is larger than 16x16, or has regions of different sizes.
    NotClassic,
    /// A cell of the variant may have two values.
    TwoValues,
}

impl fmt::Display for NoTechniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotClassic => "expected a puzzle of at most 16x16 cells with regions of equal size",
            Self::TwoValues => "steps with Schroedinger cells are not supported",
        })
    }
}

impl core::error::Error for NoTechniques {}

impl Position {
    /// Creates the position of a puzzle without progress. A puzzle that is not a classic 9x9 grid, such
    /// as a 4x4 or a jigsaw, is treated as a variant.
    ///
    /// # Errors
    /// If no technique is known for the puzzle.
    pub fn of_puzzle(puzzle: &Puzzle) -> Result<Self, NoTechniques> {
        Self::new(puzzle, &[], &[])
    }

    /// Creates a position. `digits` contains the values that a person has entered, by cell. `marks`
    /// contains masks of pencil marks, by cell, with 0 for a cell without any. Cells beyond the end
    /// of a list, and digits that are not values of the puzzle, count as empty. Cells with a given
    /// keep it.
    ///
    /// ```
    /// use farandole_logic::hint::Position;
    /// use farandole_puzzle::Puzzle;
    /// use farandole_puzzle::format::iss;
    ///
    /// let puzzle = Puzzle::from(iss::read(".Shape~4x4.Cage~3~R1C1~R1C2").unwrap());
    /// let position = Position::new(&puzzle, &[Some(1)], &[0, 0b0110]).unwrap();
    /// let Position::Variant(position) = position else { panic!() };
    /// let second = position.state.cells().nth(1).unwrap();
    /// assert_eq!(position.state.values(second).collect::<Vec<_>>(), [2, 3]);
    /// ```
    ///
    /// # Errors
    /// If no technique is known for the puzzle.
    pub fn new(puzzle: &Puzzle, digits: &[Option<u8>], marks: &[u16]) -> Result<Self, NoTechniques> {
        match puzzle {
            Puzzle::Classic(puzzle) => {
                let Some(mut grid) = UserGrid::of_puzzle(puzzle) else {
                    let variant = Variant::from_puzzle(puzzle).map_err(|_| NoTechniques::NotClassic)?;
                    return Ok(VariantPosition::new(&variant, digits, marks)?.into());
                };
                for cell in (0..81).filter(|cell| puzzle.givens()[*cell] == 0) {
                    let digit = digits.get(cell).copied().flatten();
                    grid.placed[cell] = digit.filter(|digit| *digit <= 9).unwrap_or(0);
                    let marks = marks.get(cell).copied().filter(|marks| *marks != 0);
                    grid.marks[cell] = marks.map(|marks| marks & 0x1ff).or(grid.marks[cell]);
                }
                Ok(grid.into())
            }
            Puzzle::Variant(variant) => Ok(VariantPosition::new(variant, digits, marks)?.into()),
        }
    }

    /// Returns a candidate of the board, or `None` if the cell or the value is out of range.
    ///
    /// ```
    /// use farandole_logic::UserGrid;
    /// use farandole_logic::hint::Position;
    ///
    /// let position = Position::from(UserGrid::parse(&".".repeat(81)).unwrap());
    /// assert_eq!(position.candidate(80, 9).map(|it| it.value), Some(9));
    /// assert!(position.candidate(81, 9).is_none() && position.candidate(80, 0).is_none());
    /// ```
    pub fn candidate(&self, cell: usize, value: u8) -> Option<Candidate> {
        let (cells, is_value) = match self {
            Self::Classic(_) => (81, (1..=9).contains(&value)),
            Self::Variant(position) => {
                let board = position.state.variant().board();
                (board.cell_count(), board.values().contains(value))
            }
        };
        Cell::new(cell).filter(|_| cell < cells && is_value).map(|cell| Candidate { cell, value })
    }

    /// Returns the texts about a variant, or `None` for a classic puzzle.
    pub(crate) fn variant_texts(&self) -> Option<&dyn Texts> {
        match self {
            Self::Classic(_) => None,
            Self::Variant(position) => Some((position.texts_of)(&position.state)),
        }
    }
}

impl VariantPosition {
    /// Creates a position; see [`Position::new`](super::Position::new).
    ///
    /// # Errors
    /// If a cell may have two values.
    pub fn new(variant: &Variant, digits: &[Option<u8>], marks: &[u16]) -> Result<Self, NoTechniques> {
        let board = variant.board();
        if board.has_seconds() {
            return Err(NoTechniques::TwoValues);
        }
        let range = board.values();
        let in_cell = |(at, mask): (usize, u16)| {
            let mask = mask & range.all();
            Cell::new(at).filter(|_| mask != 0 && at < variant.cell_count()).map(|cell| (cell, mask))
        };
        let with = |variant: &Variant, masks: &[(Cell, u16)]| {
            let givens = masks.iter().map(|(cell, mask)| Given { cell: *cell, mask: *mask }.into());
            let constraints: Vec<Constraint> = variant.constraints().iter().cloned().chain(givens).collect();
            Variant::new(variant.shape(), variant.stated_groups(), constraints)
                .expect("givens are compatible with any other constraints")
        };
        let value = |it: &Option<u8>| it.filter(|it| range.contains(*it)).map_or(0, |it| range.mask(it));
        let placed: Vec<_> = digits.iter().map(value).enumerate().filter_map(in_cell).collect();
        let marked: Vec<_> = marks.iter().copied().enumerate().filter_map(in_cell).collect();
        let filled = if placed.is_empty() { variant.clone() } else { with(variant, &placed) };
        let restated = if marked.is_empty() { filled.clone() } else { with(&filled, &marked) };
        let mut state = State::new(&filled);
        for (cell, mask) in marked {
            if !state.is_placed(cell) {
                range.values_of(!mask).for_each(|value| state.remove(Candidate { cell, value }));
            }
        }
        Ok(Self { state, restated, texts_of })
    }
}

impl From<UserGrid> for Position {
    fn from(grid: UserGrid) -> Self {
        Self::Classic(Box::new(grid))
    }
}

impl From<VariantPosition> for Position {
    fn from(position: VariantPosition) -> Self {
        Self::Variant(Box::new(position))
    }
}

impl From<State> for VariantPosition {
    fn from(state: State) -> Self {
        let restated = state.variant().clone();
        Self { state, restated, texts_of }
    }
}

impl From<State> for Position {
    fn from(state: State) -> Self {
        VariantPosition::from(state).into()
    }
}
