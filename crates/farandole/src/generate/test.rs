//! Tests of difficulty: windows of ratings, and techniques that must or must not occur.

use crate::rating::{Numbers, until};
use core::fmt;
use core::sync::atomic::AtomicBool;
use farandole_logic::cancel::{Watch, Watched};
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

/// The difficulty of the easiest technique of Sudoku Explainer, in tenths.
const EASIEST: u32 = 10;

/// Why no puzzle can pass a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpossibleTest(ImpossibleKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ImpossibleKind {
    TooEasy,
    Order,
    NotOnScale(Technique),
    /// The technique is harder than the window allows.
    Harder(Technique, u32),
}

impl fmt::Display for ImpossibleTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ImpossibleKind::TooEasy => {
                f.write_str("the easiest step on the scale of Sudoku Explainer has 1.0")
            }
            ImpossibleKind::Order => {
                f.write_str("the windows contradict: ED is at most EP, and EP at most ER")
            }
            ImpossibleKind::NotOnScale(technique) => {
                let id = technique.id();
                let is_se = farandole_logic::catalogue::se_base(technique) > 0;
                match (is_se, hodoku::entry(technique).is_some()) {
                    (true, _) => write!(f, "technique {id} is only on the scale of Sudoku Explainer (se)"),
                    (_, true) => write!(f, "technique {id} is only on the scale of HoDoKu (hodoku)"),
                    _ => write!(f, "technique {id} is on no scale, so no puzzle needs it"),
                }
            }
            ImpossibleKind::Harder(technique, base) => {
                let least = f64::from(base) / 10.0;
                write!(f, "technique {} has at least {least:.1}, which is above the window", technique.id())
            }
        }
    }
}

impl core::error::Error for ImpossibleTest {}

/// The widest window.
pub(crate) const ANY: Window = 0..=u32::MAX;

impl RatingTest {
    /// A test that every puzzle with a rating on this scale passes.
    pub const fn any(scale: Scale) -> Self {
        Self { scale, rating: ANY, ep: ANY, ed: ANY, technique: None, easier_than: None }
    }

    /// Finds out whether some puzzle may pass, as far as that can be told without one.
    ///
    /// ```
    /// use farandole::generate::RatingTest;
    /// use farandole::logic::se::Budget;
    /// use farandole::{Scale, Technique};
    ///
    /// let any = RatingTest::any(Scale::Se(Budget::NONE));
    /// assert!(any.check().is_ok());
    /// assert!(RatingTest { rating: 0..=9, ..any.clone() }.check().is_err());
    /// assert!(RatingTest { technique: Some(Technique::WxyzWing), ..any }.check().is_err());
    /// ```
    ///
    /// # Errors
    /// Why no puzzle can pass.
    pub fn check(&self) -> Result<(), ImpossibleTest> {
        let refuse = |kind| Err(ImpossibleTest(kind));
        let Scale::Se(_) = self.scale else {
            return match self.technique {
                Some(technique) if hodoku::entry(technique).is_none() => {
                    refuse(ImpossibleKind::NotOnScale(technique))
                }
                _ => Ok(()),
            };
        };
        if [&self.rating, &self.ep, &self.ed].iter().any(|window| *window.end() < EASIEST) {
            return refuse(ImpossibleKind::TooEasy);
        }
        // ED <= EP <= ER.
        if self.ed.start() > self.ep.end().min(self.rating.end()) || self.ep.start() > self.rating.end() {
            return refuse(ImpossibleKind::Order);
        }
        let Some(technique) = self.technique else { return Ok(()) };
        match u32::from(farandole_logic::catalogue::se_base(technique)) {
            0 => refuse(ImpossibleKind::NotOnScale(technique)),
            base if base > *self.rating.end() => refuse(ImpossibleKind::Harder(technique, base)),
            _ => Ok(()),
        }
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
        self.rate_until(puzzle, solution, &AtomicBool::new(false))
    }

    /// As [`rate`](Self::rate); `None` too if `stop` is set before its end.
    pub fn rate_until(&self, puzzle: &[u8; 81], solution: &[u8; 81], stop: &AtomicBool) -> Option<Numbers> {
        let watch = &until(stop);
        let line = puzzle.map(|digit| digit + b'0');
        let state = State::from_line(&line)?;
        match self.scale {
            Scale::Se(budget) => {
                let numbers = self.rate_se(&state, budget, watch)?;
                let steps = || -> Vec<(u32, Technique)> {
                    let all = se::explain(&state, Watched { budget, watch: Some(watch) }).1;
                    all.iter().map(|(tenths, it)| (u32::from(*tenths), it.technique)).collect()
                };
                let bound = |technique| farandole_logic::catalogue::se_base(technique).into();
                (!self.names_technique() || self.techniques_fit(&steps(), bound)).then_some(numbers)
            }
            Scale::Hodoku(budget) => self.rate_hodoku(&state, solution, budget, watch),
        }
    }

    fn rate_se(&self, state: &State, budget: se::Budget, watch: Watch<'_>) -> Option<Numbers> {
        // What needs more than the window has is not looked at further.
        let hardest = budget.hardest.min(u16::try_from(*self.rating.end()).unwrap_or(u16::MAX));
        let rating =
            se::rate(state, Watched { budget: se::Budget { hardest, ..budget }, watch: Some(watch) });
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

    fn rate_hodoku(
        &self,
        state: &State,
        solution: &[u8; 81],
        budget: hodoku::Budget,
        watch: Watch<'_>,
    ) -> Option<Numbers> {
        let mut steps: Vec<(u32, Technique)> = Vec::new();
        let rating = if self.names_technique() {
            // What is too hard is not looked for. The technique that is asked for may be harder than the others.
            let others = self.easier_than.map_or(u32::MAX, |bound| place(bound).saturating_sub(1));
            let last = others.max(self.technique.map_or(0, place));
            let hardest = budget.hardest.min(u16::try_from(last).unwrap_or(u16::MAX));
            let watched = Watched { budget: hodoku::Budget { hardest, ..budget }, watch: Some(watch) };
            hodoku::explain_each(state, Some(solution), watched, |it| {
                steps.push((place(it.technique), it.technique));
                ControlFlow::Continue(())
            })
        } else {
            hodoku::rate(state, Some(solution), Watched { budget, watch: Some(watch) })
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
