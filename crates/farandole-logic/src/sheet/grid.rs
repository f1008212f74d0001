//! Givens, placed digits and pencil marks.

use crate::model::{Candidate, State};
use core::fmt;
use farandole_puzzle::Puzzle;

/// Givens, placed digits and marks of a classic grid, row-major.
///
/// ```
/// use farandole_logic::Sheet;
///
/// let sheet = Sheet::parse("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").unwrap();
/// assert_eq!((sheet.givens[0], sheet.placed[2], sheet.marks[2]), (5, 0, None));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The printed digits; 0 for none.
    pub givens: [u8; 81],
    /// The digits that the person wrote; 0 for none, and 0 where a digit is given.
    pub placed: [u8; 81],
    /// The pencil marks as a mask (bit 0 for digit 1); `None` where the person made none.
    pub marks: [Option<u16>; 81],
}

impl Sheet {
    /// A sheet with nothing on it.
    pub const BLANK: Self = Self { givens: [0; 81], placed: [0; 81], marks: [None; 81] };

    /// The digit in a cell, given or placed; 0 for none.
    ///
    /// # Panics
    /// If `cell` is 81 or more.
    pub const fn digit(&self, cell: usize) -> u8 {
        if self.givens[cell] != 0 { self.givens[cell] } else { self.placed[cell] }
    }

    /// Whether the person made any pencil marks.
    pub fn has_marks(&self) -> bool {
        self.marks.iter().any(Option::is_some)
    }

    /// The state that this is, if no two equal digits see each other: marks count where there are some, without those
    /// that a digit in sight excludes; other cells may hold what the digits leave.
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

    /// The givens of a classic puzzle, with its restrictions as pencil marks; `None` of any other puzzle.
    ///
    /// ```
    /// use farandole_logic::Sheet;
    /// use farandole_puzzle::{Geometry, Puzzle};
    ///
    /// let mut givens = [0; 81];
    /// givens[80] = 5;
    /// let sheet = Sheet::of_puzzle(&Puzzle::new(Geometry::classic().into(), &givens)?);
    /// assert_eq!(sheet.map(|sheet| sheet.givens[80]), Some(5));
    /// # Ok::<(), farandole_puzzle::PuzzleError>(())
    /// ```
    pub fn of_puzzle(puzzle: &Puzzle) -> Option<Self> {
        if !puzzle.geometry().is_classic() {
            return None;
        }
        let mut sheet = Self::BLANK;
        for (cell, given) in puzzle.givens().iter().enumerate() {
            sheet.givens[cell] = *given;
            sheet.marks[cell] =
                puzzle.restrictions().filter(|_| *given == 0).map(|sets| sets[cell].bits() as u16);
        }
        Some(sheet)
    }

    /// The same grid of a state: its digits, and its candidates as marks.
    pub fn of(state: &State) -> Self {
        let mut sheet = Self::BLANK;
        for cell in 0..81 {
            match state.digits()[cell] {
                0 => sheet.marks[cell] = Some(state.candidates(cell)),
                digit if state.is_given(cell) => sheet.givens[cell] = digit,
                digit => sheet.placed[cell] = digit,
            }
        }
        sheet
    }
}

impl fmt::Display for Sheet {
    /// The line of 81 cells with `+` for placed digits, then `:` and what the marks rule out beyond the digits in sight.
    ///
    /// A sheet whose digits clash is written without its marks.
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
            let gone = full.candidates(cell) & !state.candidates(cell);
            for digit in (1..=9).filter(|digit| gone >> (digit - 1) & 1 == 1) {
                write!(f, "{separator}{digit}{}{}", cell / 9 + 1, cell % 9 + 1)?;
                separator = " ";
            }
        }
        Ok(())
    }
}
