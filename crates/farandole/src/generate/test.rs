//! Tests of difficulty: windows of ratings, and techniques that must or must not occur.

use crate::rating::Numbers;
use farandole_logic::hint::Scale;
use farandole_logic::{State, Technique, hodoku, se};
use std::ops::{ControlFlow, RangeInclusive};

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
        match self.scale {
            Scale::Se(budget) => {
                let numbers = self.rate_se(&state, budget)?;
                let steps = || -> Vec<(u32, Technique)> {
                    let all = se::explain(&state, budget).1;
                    all.iter().map(|(tenths, it)| (u32::from(*tenths), it.technique)).collect()
                };
                let bound = |technique| farandole_logic::catalogue::se_base(technique).into();
                (!self.names_technique() || self.techniques_fit(&steps(), bound)).then_some(numbers)
            }
            Scale::Hodoku(budget) => self.rate_hodoku(&state, solution, budget),
        }
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
        let mut steps: Vec<(u32, Technique)> = Vec::new();
        let rating = if self.names_technique() {
            // What is too hard is not looked for. The technique that is asked for may be harder than the others.
            let others = self.easier_than.map_or(u32::MAX, |bound| place(bound).saturating_sub(1));
            let last = others.max(self.technique.map_or(0, place));
            let hardest = budget.hardest.min(u16::try_from(last).unwrap_or(u16::MAX));
            hodoku::explain_each(state, Some(solution), hodoku::Budget { hardest, ..budget }, |it| {
                steps.push((place(it.technique), it.technique));
                ControlFlow::Continue(())
            })
        } else {
            hodoku::rate(state, Some(solution), budget)
        };
        let fits = rating.outcome == hodoku::Outcome::Solved
            && self.rating.contains(&rating.score)
            && self.techniques_fit(&steps, place);
        let hodoku::Rating { score, level, steps, hardest, .. } = rating;
        fits.then_some(Numbers::Hodoku { score, level, steps, hardest })
    }

    const fn names_technique(&self) -> bool {
        self.technique.is_some() || self.easier_than.is_some()
    }

    /// Whether the steps, each with its difficulty, have the technique that is asked for and otherwise only easier ones.
    fn techniques_fit(&self, steps: &[(u32, Technique)], hard: impl Fn(Technique) -> u32) -> bool {
        let bound = self.easier_than.map(hard);
        self.technique.is_none_or(|technique| steps.iter().any(|(_, it)| *it == technique))
            && bound.is_none_or(|bound| {
                steps.iter().all(|(hard, it)| *hard < bound || Some(*it) == self.technique)
            })
    }
}

/// The place of a technique in HoDoKu's order; that of unknown ones is behind all others.
fn place(technique: Technique) -> u32 {
    hodoku::entry(technique).map_or(u32::MAX, |entry| entry.index.into())
}
