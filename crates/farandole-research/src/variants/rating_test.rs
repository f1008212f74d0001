//! Tests of the difficulty of a puzzle with clues, on its solution path.

use core::ops::RangeInclusive;
use core::sync::atomic::AtomicBool;
use farandole_logic::PathOutcome;
use farandole_logic::cancel::{Limited, until};
use farandole_logic::variant::{Rating, State, Technique, Walk, difficulty};
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::variant::Variant;

/// Maximum number of technique searches of a rating. Most puzzles need a few hundred.
pub const RATING_BUDGET: u64 = 20_000;

/// The greatest difficulty of a step of a puzzle for people, in tenths: just below that of chains.
const MOST_FOR_PEOPLE: u32 = 39;
/// The greatest expected time of a puzzle for people, in seconds. Published killers have 95 to 126 minutes.
const SECONDS_FOR_PEOPLE: u32 = 2 * 60 * 60;

/// The required difficulty of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantRatingTest {
    /// The difficulty of the hardest step on Farandole's own scale, in tenths.
    pub rating: RangeInclusive<u32>,
    /// The expected time in seconds.
    pub seconds: RangeInclusive<u32>,
    /// A technique that the solution path must contain.
    pub technique: Option<Technique>,
    /// Techniques that the solution path must not contain.
    pub without: Vec<Technique>,
    /// Maximum number of technique searches of a rating.
    pub budget: u64,
}

/// A path that meets the requirements.
#[derive(Debug)]
pub(crate) struct Fitting {
    /// The rating without its width.
    rating: Rating,
    path: Path,
}

/// The result of a test.
#[derive(Debug)]
pub(super) enum Verdict {
    Fits(Fitting),
    /// The path is too easy. It uses these constraints.
    TooEasy(Vec<Constraint>),
    /// The path is too hard, or incomplete, starting at this state.
    TooHard(State),
}

impl VariantRatingTest {
    /// Returns a test that every puzzle passes whose solution path is complete.
    pub const fn any() -> Self {
        Self {
            rating: 0..=u32::MAX,
            seconds: 0..=u32::MAX,
            technique: None,
            without: Vec::new(),
            budget: RATING_BUDGET,
        }
    }

    /// Returns a test that a puzzle passes if no step of its solution path tries cases.
    ///
    /// ```
    /// use farandole_logic::variant::Technique;
    /// use farandole_research::variants::VariantRatingTest;
    ///
    /// let test = VariantRatingTest::without_cases();
    /// assert!(test.without.contains(&Technique::ForcingChains));
    /// assert!(!test.without.contains(&Technique::Chain));
    /// ```
    pub fn without_cases() -> Self {
        let without = Technique::ALL.into_iter().filter(|technique| technique.tries_cases()).collect();
        Self { without, ..Self::any() }
    }

    /// Returns a test for puzzles of moderate difficulty, which people solve without chains and without trying cases.
    pub fn for_people() -> Self {
        Self { rating: 0..=MOST_FOR_PEOPLE, seconds: 0..=SECONDS_FOR_PEOPLE, ..Self::without_cases() }
    }

    /// Returns the rating of a variant with one solution if its solution path is complete and meets
    /// the requirements. Also returns `None` if `stop` is set before the rating is complete.
    pub fn rate_until(&self, variant: &Variant, stop: &AtomicBool) -> Option<Rating> {
        let Verdict::Fits(fitting) = self.judge(State::new(variant), stop) else { return None };
        Some(self.rating(fitting, stop))
    }

    /// Returns the rating of a puzzle by its solution path.
    pub(crate) fn rating(&self, fitting: Fitting, stop: &AtomicBool) -> Rating {
        let watch = &until(stop);
        let limits = Limited { budget: self.budget, observer: Some(watch) };
        fitting.rating.with_width(&fitting.path.steps, limits)
    }

    /// Follows the solution path of a state until it is complete or too hard.
    pub(super) fn judge(&self, state: State, stop: &AtomicBool) -> Verdict {
        let (path, open) = self.path(state, stop);
        self.verdict(path, open)
    }

    /// Tests a path that ended in the state `open`, or is complete.
    pub(super) fn verdict(&self, path: Path, open: Option<State>) -> Verdict {
        if let Some(open) = open {
            return Verdict::TooHard(open);
        }
        let rating = Rating::of_path(&path.steps, PathOutcome::Solved);
        let (seconds, hardest) = (rating.minutes.seconds(), rating.hardest);
        if seconds > *self.seconds.end() {
            let hard = path.steps.iter().max_by_key(|(before, step)| difficulty(before, step));
            if let Some((before, _)) = hard {
                return Verdict::TooHard(before.clone());
            }
        }
        let has = |technique| path.steps.iter().any(|(_, step)| step.technique == technique);
        let is_hard = seconds >= *self.seconds.start() && hardest >= *self.rating.start();
        if is_hard && self.technique.is_none_or(has) {
            Verdict::Fits(Fitting { rating, path })
        } else {
            Verdict::TooEasy(path.used())
        }
    }

    /// Follows the solution path of a state. Returns the steps, and the state in which the next step is too hard or
    /// unknown, unless the path is complete.
    pub(super) fn path(&self, state: State, stop: &AtomicBool) -> (Path, Option<State>) {
        let watch = &until(stop);
        let limits = Limited { budget: self.budget, observer: Some(watch) };
        // Later techniques than these cannot occur.
        let last = Technique::ALL.iter().rposition(|technique| !self.without.contains(technique));
        let is_possible = |technique: Technique| {
            let index = Technique::ALL.iter().position(|other| *other == technique);
            index <= last
        };
        let most = *self.rating.end();
        let mut walk = Walk::new(state, limits).only(most, is_possible);
        let mut steps = Vec::new();
        loop {
            let before = walk.state().clone();
            match walk.step() {
                Ok(step) if self.without.contains(&step.technique) || difficulty(&before, &step) > most => {
                    return (Path { steps }, Some(before));
                }
                Ok(step) => steps.push((before, step)),
                Err(PathOutcome::Solved) => return (Path { steps }, None),
                Err(_) => return (Path { steps }, Some(before)),
            }
        }
    }
}

/// The steps of a solution path, each with the state before it.
#[derive(Debug)]
pub(super) struct Path {
    pub(super) steps: Vec<(State, farandole_logic::variant::Deduction)>,
}

impl Path {
    /// Returns the constraints that the steps use.
    fn used(&self) -> Vec<Constraint> {
        let mut used = Vec::new();
        for (before, step) in &self.steps {
            for at in &step.constraints {
                let constraint = &before.variant().constraints()[*at];
                if !used.contains(constraint) {
                    used.push(constraint.clone());
                }
            }
        }
        used
    }
}
