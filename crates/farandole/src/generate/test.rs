//! Tests of difficulty: windows of ratings, and techniques that must or must not occur.

use crate::rating::Numbers;
use farandole_logic::hint::Scale;
use farandole_logic::{Deduction, State, Technique, hodoku, se};
use std::ops::RangeInclusive;

/// Numbers from the first to the last.
pub type Window = RangeInclusive<u32>;

/// How hard a puzzle shall be.
#[derive(Clone, Debug)]
pub struct RatingTest {
    /// The scale, with the work that a rating may cost.
    pub scale: Scale,
    /// The greatest difficulty, in tenths, or the score.
    pub rating: Window,
    /// Of Sudoku Explainer: the greatest difficulty up to the first digit placed, in tenths.
    pub ep: Window,
    /// Of Sudoku Explainer: the difficulty of the first step, in tenths.
    pub ed: Window,
    /// A technique that must occur on the way.
    pub technique: Option<Technique>,
    /// No technique on the way but that one may be as hard as this one.
    pub easier_than: Option<Technique>,
}

/// The widest window.
pub(crate) const ANY: Window = 0..=u32::MAX;

impl RatingTest {
    /// A test that every puzzle with a rating on this scale passes.
    pub const fn any(scale: Scale) -> Self {
        Self { scale, rating: ANY, ep: ANY, ed: ANY, technique: None, easier_than: None }
    }

    /// The rating of a proper puzzle (digits, 0 for empty cells), if it passes.
    ///
    /// ```
    /// use farandole::Scale;
    /// use farandole::generate::RatingTest;
    /// use farandole::logic::se::Budget;
    ///
    /// let line = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    /// let puzzle = line.map(|symbol| symbol - b'0');
    /// let any = RatingTest::any(Scale::Se(Budget::NONE));
    /// assert!(any.rate(&puzzle, &[0; 81]).is_some());
    /// assert_eq!(RatingTest { rating: 70..=80, ..any }.rate(&puzzle, &[0; 81]), None);
    /// ```
    pub fn rate(&self, puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<Numbers> {
        let line = puzzle.map(|digit| digit + b'0');
        let state = State::from_line(&line)?;
        let numbers = match self.scale {
            Scale::Se(budget) => self.rate_se(&state, budget)?,
            Scale::Hodoku(budget) => self.rate_hodoku(&state, solution, budget)?,
        };
        self.techniques_fit(&state, solution).then_some(numbers)
    }

    fn rate_se(&self, state: &State, budget: se::Budget) -> Option<Numbers> {
        // What needs more than the window has is not looked at further.
        let hardest = budget.hardest.min(u16::try_from(*self.rating.end()).unwrap_or(u16::MAX));
        let rating = se::rate(state, se::Budget { hardest, ..budget });
        if rating.outcome != se::Outcome::Solved {
            return None;
        }
        let ep = if rating.ep == 0 { rating.er } else { rating.ep };
        let fits = self.rating.contains(&rating.er.into())
            && self.ep.contains(&ep.into())
            && self.ed.contains(&rating.ed.into());
        let se::Rating { er, ed, steps, hardest, .. } = rating;
        fits.then_some(Numbers::Se { er, ep, ed, steps, hardest })
    }

    fn rate_hodoku(&self, state: &State, solution: &[u8; 81], budget: hodoku::Budget) -> Option<Numbers> {
        let rating = hodoku::rate(state, Some(solution), budget);
        let fits = rating.outcome == hodoku::Outcome::Solved && self.rating.contains(&rating.score);
        let hodoku::Rating { score, level, steps, hardest, .. } = rating;
        fits.then_some(Numbers::Hodoku { score, level, steps, hardest })
    }

    fn techniques_fit(&self, state: &State, solution: &[u8; 81]) -> bool {
        if self.technique.is_none() && self.easier_than.is_none() {
            return true;
        }
        let steps: Vec<(u32, Technique)> = match self.scale {
            Scale::Se(budget) => se::explain(state, budget)
                .1
                .iter()
                .map(|(tenths, it)| (u32::from(*tenths), it.technique))
                .collect(),
            Scale::Hodoku(budget) => {
                let steps = hodoku::explain(state, Some(solution), budget).1;
                steps.iter().map(|it: &Deduction| (place(it.technique), it.technique)).collect()
            }
        };
        let occurs = |technique| steps.iter().any(|(_, it)| *it == technique);
        let bound = self.easier_than.map(|technique| match self.scale {
            Scale::Se(_) => u32::from(farandole_logic::catalogue::se_base(technique)),
            Scale::Hodoku(_) => place(technique),
        });
        self.technique.is_none_or(occurs)
            && bound.is_none_or(|bound| {
                steps.iter().all(|(hard, it)| *hard < bound || Some(*it) == self.technique)
            })
    }
}

/// The place of a technique in HoDoKu's order; that of unknown ones is behind all others.
fn place(technique: Technique) -> u32 {
    hodoku::entry(technique).map_or(u32::MAX, |entry| entry.index.into())
}
