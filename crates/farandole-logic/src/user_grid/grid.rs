//! The user's grid: givens, placed digits and pencil marks.

use crate::model::{Candidate, State};
use core::fmt;
use farandole_puzzle::ClassicPuzzle;

/// The givens, placed digits and pencil marks of a classic grid, row-major.
///
/// ```
/// use farandole_logic::UserGrid;
///
/// let grid = UserGrid::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// assert_eq!((grid.givens[0], grid.placed[2], grid.marks[2]), (5, 0, None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserGrid {
    /// The given of each cell, row-major, or 0 for a cell without one.
    pub givens: [u8; 81],
    /// The digit that the user placed in each cell, or 0 for an empty cell or a given.
    pub placed: [u8; 81],
    /// The pencil marks of each cell as a mask (bit 0 is digit 1), or `None` for a cell without pencil marks.
    pub marks: [Option<u16>; 81],
}

impl UserGrid {
    /// An empty grid.
    pub const BLANK: Self = Self { givens: [0; 81], placed: [0; 81], marks: [None; 81] };

    /// Returns the digit of a cell, given or placed, or 0 for an empty cell.
    ///
    /// # Panics
    /// If `cell` is 81 or more.
    pub const fn digit(&self, cell: usize) -> u8 {
        if self.givens[cell] != 0 { self.givens[cell] } else { self.placed[cell] }
    }

    /// Returns true if any cell has pencil marks.
    pub fn has_marks(&self) -> bool {
        self.marks.iter().any(Option::is_some)
    }

    /// Converts the grid to a state, or returns `None` if two equal digits are peers.
    ///
    /// The candidates of a cell are its pencil marks, without the digits of its peers. A cell
    /// without pencil marks gets every candidate that its peers allow.
    pub fn state(&self) -> Option<State> {
        let mut state = State::blank();
        for given in [true, false] {
            for cell in 0..81 {
                let digit = if given { self.givens[cell] } else { self.placed[cell] };
                if let Some(candidate) = Candidate::new(cell, digit) {
                    if state.digits[cell] != 0 || !state.marks.has(cell, digit as usize - 1) {
                        return None;
                    }
                    state.set(candidate);
                    if given {
                        state.set_given(cell);
                    }
                }
            }
        }
        for cell in (0..81).filter(|cell| self.digit(*cell) == 0) {
            if let Some(marks) = self.marks[cell] {
                let unmarked = (1..=9).filter(|digit| marks >> (digit - 1) & 1 == 0);
                unmarked.filter_map(|digit| Candidate::new(cell, digit)).for_each(|it| state.remove(it));
            }
        }
        Some(state)
    }

    /// Copies the givens of a classic puzzle, with its restrictions as pencil marks. Returns `None`
    /// for any other puzzle.
    ///
    /// ```
    /// use farandole_logic::UserGrid;
    /// use farandole_puzzle::{Geometry, ClassicPuzzle};
    ///
    /// let mut givens = [0; 81];
    /// givens[80] = 5;
    /// let grid = UserGrid::of_puzzle(&ClassicPuzzle::new(Geometry::classic().into(), &givens)?);
    /// assert_eq!(grid.map(|grid| grid.givens[80]), Some(5));
    /// # Ok::<(), farandole_puzzle::PuzzleError>(())
    /// ```
    pub fn of_puzzle(puzzle: &ClassicPuzzle) -> Option<Self> {
        if !puzzle.geometry().is_classic() {
            return None;
        }
        let mut grid = Self::BLANK;
        for (cell, given) in puzzle.givens().iter().enumerate() {
            grid.givens[cell] = *given;
            grid.marks[cell] =
                puzzle.restrictions().filter(|_| *given == 0).map(|sets| sets[cell].bits() as u16);
        }
        Some(grid)
    }

    /// Copies the digits of a state, with its candidates as pencil marks.
    pub fn of(state: &State) -> Self {
        let mut grid = Self::BLANK;
        for cell in 0..81 {
            match state.digits()[cell] {
                0 => grid.marks[cell] = Some(state.candidates(cell)),
                digit if state.is_given(cell) => grid.givens[cell] = digit,
                digit => grid.placed[cell] = digit,
            }
        }
        grid
    }
}

impl fmt::Display for UserGrid {
    /// Writes a line of 81 cells, with `+` before placed digits. After a `:`, lists the candidates
    /// that the pencil marks exclude although no peer has the digit.
    ///
    /// If the digits clash, the pencil marks are omitted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in 0..81 {
            match (self.givens[cell], self.placed[cell]) {
                (0, 0) => f.write_str(".")?,
                (0, placed) => write!(f, "+{placed}")?,
                (given, _) => write!(f, "{given}")?,
            }
        }
        let unmarked = Self { marks: [None; 81], ..self.clone() };
        let (Some(full), Some(state)) = (unmarked.state(), self.state()) else { return Ok(()) };
        let mut separator = ":";
        for cell in 0..81 {
            let excluded = full.candidates(cell) & !state.candidates(cell);
            for digit in (1..=9).filter(|digit| excluded >> (digit - 1) & 1 == 1) {
                write!(f, "{separator}{digit}{}{}", cell / 9 + 1, cell % 9 + 1)?;
                separator = " ";
            }
        }
        Ok(())
    }
}
