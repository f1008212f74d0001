//! Difficulty tests: ranges of ratings, and techniques that must or must not occur.

use crate::recipe::Recipe;
use crate::result::Minimal;
use core::fmt;
use core::sync::atomic::AtomicBool;
use farandole_logic::cancel::{Limited, Observer, until};
use farandole_logic::{Numbers, PathOutcome, Scale, State, Technique, hodoku, se};
use std::ops::{ControlFlow, RangeInclusive};

/// An inclusive range of numbers.
pub type NumberRange = RangeInclusive<u32>;

/// The required difficulty of a puzzle.
#[derive(Clone, Debug)]
pub struct RatingTest {
    /// The scale, which has an order of techniques: Sudoku Explainer or HoDoKu.
    pub scale: Scale,
    /// The greatest difficulty of a step in tenths (Sudoku Explainer), or the score (HoDoKu).
    pub rating: NumberRange,
    /// For Sudoku Explainer: the greatest difficulty up to the first digit placed, in tenths.
    pub ep: NumberRange,
    /// For Sudoku Explainer: the difficulty of the first step, in tenths.
    pub ed: NumberRange,
    /// A technique that the solution path must contain.
    pub technique: Option<Technique>,
    /// An upper bound: every other technique on the solution path must be easier than this one.
    pub easier_than: Option<Technique>,
}

/// The difficulty of the easiest technique of Sudoku Explainer, in tenths: the last empty cell of a
/// house.
const EASIEST: u32 = 10;
/// The difficulty of the next technique: a hidden single in a box.
const BEYOND_LAST_CELLS: u32 = 12;
/// Minimum number of givens of a puzzle in which each step fills the last empty cell of a house. There
/// are 27 houses, and each step completes one.
const GIVENS_FOR_LAST_CELLS: usize = 54;
/// The greatest known difficulty, that of `Golden Nugget` and others: see forum.enjoysudoku.com, "The
/// hardest sudokus".
const HARDEST: u32 = 119;

/// The reason why no puzzle can pass a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImpossibleTest(ImpossibleKind);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ImpossibleKind {
    TooEasy,
    /// Every step would be the last empty cell of a house.
    LastCells,
    TooHard,
    Order,
    /// The scale has no order of techniques.
    NoOrder(Scale),
    NotOnScale(Technique),
    /// The technique is harder than the range allows.
    Harder(Technique, u32),
}

impl fmt::Display for ImpossibleTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ImpossibleKind::TooEasy => {
                f.write_str("the easiest step on the scale of Sudoku Explainer has difficulty 1.0")
            }
            ImpossibleKind::LastCells => f.write_str(
                "below 1.2, every step fills the last empty cell of a house, so at least 54 cells are given; \
                 add --minimal no --givens 54..",
            ),
            ImpossibleKind::TooHard => f.write_str(
                "no puzzle is known to have a step of more than 11.9 on the scale of Sudoku Explainer",
            ),
            ImpossibleKind::Order => {
                f.write_str("the ranges contradict each other: ED is at most EP, and EP is at most ER")
            }
            ImpossibleKind::NoOrder(scale) => {
                write!(f, "found the scale `{}`, expected `se` or `hodoku`", scale.name())
            }
            ImpossibleKind::NotOnScale(technique) => {
                let id = technique.id();
                let is_se = farandole_logic::catalogue::se_base(technique) > 0;
                match (is_se, hodoku::entry(technique).is_some()) {
                    (true, _) => write!(f, "technique {id} is only on the scale `se` (Sudoku Explainer)"),
                    (_, true) => write!(f, "technique {id} is only on the scale `hodoku`"),
                    _ => write!(f, "technique {id} is on no scale, so no rated path contains it"),
                }
            }
            ImpossibleKind::Harder(technique, base) => {
                let least = f64::from(base) / 10.0;
                write!(
                    f,
                    "technique {} has a difficulty of at least {least:.1}, which is above the range",
                    technique.id()
                )
            }
        }
    }
}

impl core::error::Error for ImpossibleTest {}

/// The widest range.
const ANY: NumberRange = 0..=u32::MAX;

impl RatingTest {
    /// Returns a test that every puzzle with a rating on this scale passes.
    pub const fn any(scale: Scale) -> Self {
        Self { scale, rating: ANY, ep: ANY, ed: ANY, technique: None, easier_than: None }
    }

    /// Checks that the requirements do not contradict each other or those of a recipe. Passing does not
    /// guarantee that such a puzzle exists.
    ///
    /// ```
    /// use farandole_logic::{Scale, Technique};
    /// use farandole_research::Recipe;
    /// use farandole_research::generate::RatingTest;
    ///
    /// let (any, recipe) = (RatingTest::any(Scale::Se), Recipe::default());
    /// assert!(any.check(&recipe).is_ok());
    /// assert!(RatingTest { rating: 10..=11, ..any.clone() }.check(&recipe).is_err());
    /// assert!(RatingTest { technique: Some(Technique::WxyzWing), ..any }.check(&recipe).is_err());
    /// ```
    ///
    /// # Errors
    /// The reason why no puzzle can pass.
    pub fn check(&self, recipe: &Recipe) -> Result<(), ImpossibleTest> {
        let refuse = |kind| Err(ImpossibleTest(kind));
        match (self.scale, self.technique) {
            (Scale::Se, _) => {}
            (Scale::Hodoku, Some(technique)) if hodoku::entry(technique).is_none() => {
                return refuse(ImpossibleKind::NotOnScale(technique));
            }
            (Scale::Hodoku, _) => return Ok(()),
            (Scale::W | Scale::B | Scale::Minutes, _) => return refuse(ImpossibleKind::NoOrder(self.scale)),
        }
        if [&self.rating, &self.ep, &self.ed].iter().any(|window| *window.end() < EASIEST) {
            return refuse(ImpossibleKind::TooEasy);
        }
        let all = [&self.rating, &self.ep, &self.ed];
        if all.iter().any(|window| *window.start() > HARDEST) {
            return refuse(ImpossibleKind::TooHard);
        }
        let may_leave_many =
            recipe.minimal == Minimal::No && *recipe.givens.start() as usize >= GIVENS_FOR_LAST_CELLS;
        if *self.rating.end() < BEYOND_LAST_CELLS && !may_leave_many {
            return refuse(ImpossibleKind::LastCells);
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

    /// Returns the rating of a proper puzzle if it passes the test. The puzzle consists of digits,
    /// with 0 for empty cells.
    ///
    /// ```
    /// use farandole_logic::Scale;
    /// use farandole_research::generate::RatingTest;
    ///
    /// let line = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    /// let puzzle = line.map(|symbol| symbol - b'0');
    /// let any = RatingTest::any(Scale::Se);
    /// assert!(any.rate(&puzzle, &[0; 81]).is_some());
    /// assert_eq!(RatingTest { rating: 70..=80, ..any }.rate(&puzzle, &[0; 81]), None);
    /// ```
    pub fn rate(&self, puzzle: &[u8; 81], solution: &[u8; 81]) -> Option<Numbers> {
        self.rate_until(puzzle, solution, &AtomicBool::new(false))
    }

    /// Rates a puzzle as [`rate`](Self::rate) does. Also returns `None` if `stop` is set before the
    /// rating is complete.
    pub fn rate_until(&self, puzzle: &[u8; 81], solution: &[u8; 81], stop: &AtomicBool) -> Option<Numbers> {
        let watch = &until(stop);
        let line = puzzle.map(|digit| digit + b'0');
        let state = State::from_line(&line)?;
        match self.scale {
            Scale::Se => {
                let numbers = self.rate_se(&state, watch)?;
                let steps = || -> Vec<(u32, Technique)> {
                    let limits = Limited { budget: se::Budget::NONE, observer: Some(watch) };
                    let all = se::explain(&state, limits).1;
                    all.iter().map(|(tenths, step)| (u32::from(*tenths), step.technique)).collect()
                };
                let bound = |technique| farandole_logic::catalogue::se_base(technique).into();
                (!self.names_technique() || self.techniques_fit(&steps(), bound)).then_some(numbers)
            }
            Scale::Hodoku => self.rate_hodoku(&state, solution, watch),
            Scale::W | Scale::B | Scale::Minutes => None,
        }
    }

    fn rate_se(&self, state: &State, watch: Observer<'_>) -> Option<Numbers> {
        // The rating stops at the first step that is harder than the range allows.
        let hardest = u16::try_from(*self.rating.end()).unwrap_or(u16::MAX);
        let budget = se::Budget { hardest, ..se::Budget::NONE };
        let rating = se::rate(state, Limited { budget, observer: Some(watch) });
        if rating.outcome != PathOutcome::Solved {
            return None;
        }
        let numbers = rating.into();
        let Numbers::Se { er, ep, ed, .. } = numbers else { return None };
        let fits = [(&self.rating, er), (&self.ep, ep), (&self.ed, ed)]
            .iter()
            .all(|(range, it)| range.contains(&(*it).into()));
        fits.then_some(numbers)
    }

    fn rate_hodoku(&self, state: &State, solution: &[u8; 81], watch: Observer<'_>) -> Option<Numbers> {
        let mut steps: Vec<(u32, Technique)> = Vec::new();
        let rating = if self.names_technique() {
            // Techniques that are too hard are not searched for. The required technique may be
            // harder than the bound on the others.
            let others = self.easier_than.map_or(u32::MAX, |bound| rank(bound).saturating_sub(1));
            let last = others.max(self.technique.map_or(0, rank));
            let hardest = u16::try_from(last).unwrap_or(u16::MAX);
            let budget = hodoku::Budget { hardest, ..hodoku::Budget::NONE };
            let watched = Limited { budget, observer: Some(watch) };
            hodoku::explain_each(state, Some(solution), watched, |step| {
                steps.push((rank(step.technique), step.technique));
                ControlFlow::Continue(())
            })
        } else {
            let limits = Limited { budget: hodoku::Budget::NONE, observer: Some(watch) };
            hodoku::rate(state, Some(solution), limits)
        };
        let fits = rating.outcome == PathOutcome::Solved
            && self.rating.contains(&rating.score)
            && self.techniques_fit(&steps, rank);
        fits.then(|| rating.into())
    }

    const fn names_technique(&self) -> bool {
        self.technique.is_some() || self.easier_than.is_some()
    }

    /// Returns true if the steps, each with its difficulty, include the required technique and all
    /// other techniques are easier than the bound.
    fn techniques_fit(&self, steps: &[(u32, Technique)], hard: impl Fn(Technique) -> u32) -> bool {
        let bound = self.easier_than.map(hard);
        self.technique.is_none_or(|technique| steps.iter().any(|(_, used)| *used == technique))
            && bound.is_none_or(|bound| {
                steps.iter().all(|(hard, used)| *hard < bound || Some(*used) == self.technique)
            })
    }
}

/// Returns the index of a technique in HoDoKu's order. Techniques that HoDoKu does not have come
/// last.
fn rank(technique: Technique) -> u32 {
    hodoku::entry(technique).map_or(u32::MAX, |entry| entry.index.into())
}
