//! The difficulty of variants: a number for each step, and a summary of the solution path.
//!
//! `docs/guide/variants.md` defines the numbers, so that other programs can compute them.

use super::difficulty::{difficulty, rules};
use super::houses::{hidden_singles, naked_singles};
use super::state::State;
use super::step::{Deduction, Technique};
use super::walk::Walk;
use crate::cancel::Limited;
use crate::minutes::{Clock, Evidence, Minutes, Offer};
use crate::model::PathOutcome;
use core::fmt;
use core::ops::ControlFlow;
use farandole_puzzle::variant::HouseOrigin;
use std::collections::BTreeMap;

/// The difficulty of a variant, measured on its solution path. Difficulties are in tenths.
///
/// If the path does not reach the solution, the numbers are lower bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rating {
    /// The outcome of the path.
    pub outcome: PathOutcome,
    /// Number of steps.
    pub steps: u32,
    /// The difficulty of the hardest step.
    pub hardest: u32,
    /// The technique of the first step with the difficulty `hardest`, or `None` if there are no steps.
    pub technique: Option<Technique>,
    /// The difficulty of the hardest step up to and including the first placement.
    pub break_in: u32,
    /// The sum of the difficulties of all steps.
    pub work: u32,
    /// The number of different deductions that the technique of the hardest step finds in the grid before that
    /// step. With a width of 1, solvers have to find this very deduction.
    pub width: u32,
    /// The greatest number of houses and constraints that one step combines.
    pub rules: u32,
    /// Number of trials among the steps.
    pub trials: u32,
    /// The expected time of an experienced solver, extrapolated from classic puzzles.
    pub minutes: Minutes,
}

impl Rating {
    const NONE: Self = Self {
        outcome: PathOutcome::Stuck,
        steps: 0,
        hardest: 0,
        technique: None,
        break_in: 0,
        work: 0,
        width: 0,
        rules: 0,
        trials: 0,
        minutes: Minutes::EXTRAPOLATED_ZERO,
    };
}

impl fmt::Display for Rating {
    /// Writes the difficulty of the hardest step, of the break-in and of the path, for example `4.1
    /// 2.5 61.0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [hardest, break_in, work] =
            [self.hardest, self.break_in, self.work].map(|tenths| f64::from(tenths) / 10.0);
        write!(f, "{hardest:.1} {break_in:.1} {work:.1}")
    }
}

/// Rates a variant by its solution path. The budget limits the number of technique searches; if it is
/// spent, the numbers are lower bounds.
///
/// ```
/// use farandole_logic::variant::{State, rate};
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R2C3_1.~R4C4_1").unwrap();
/// let rating = rate(&State::new(&variant), u64::MAX);
/// assert!(rating.steps > 0 && rating.hardest >= rating.break_in);
/// ```
pub fn rate<'a>(state: &State, limits: impl Into<Limited<'a, u64>>) -> Rating {
    let limits = limits.into();
    let (steps, outcome) = Walk::new(state.clone(), limits).to_end();
    Rating::of_path(&steps, outcome).with_width(&steps, limits)
}

impl Rating {
    /// Adds a step. `is_open` is true if an earlier step placed a value.
    fn add(&mut self, before: &State, step: &Deduction, is_open: bool) {
        let difficulty = difficulty(before, step);
        self.steps += 1;
        self.work += difficulty;
        self.trials += u32::from(matches!(
            step.technique,
            Technique::Contradiction | Technique::Forcing | Technique::Exhaustion
        ));
        self.rules = self.rules.max(rules(step));
        if difficulty > self.hardest {
            self.hardest = difficulty;
            self.technique = Some(step.technique);
        }
        if !is_open {
            self.break_in = self.break_in.max(difficulty);
        }
    }
}

impl Rating {
    /// Returns the rating of a path: its steps, each with the state before it, and its outcome. The width is 0; see
    /// [`with_width`](Self::with_width).
    ///
    /// ```
    /// use farandole_logic::variant::{Rating, State, Walk, rate};
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R2C3_1.~R4C4_1").unwrap();
    /// let start = State::new(&variant);
    /// let (steps, outcome) = Walk::new(start.clone(), u64::MAX).to_end();
    /// let rating = rate(&start, u64::MAX);
    /// assert_eq!(Rating::of_path(&steps, outcome).with_width(&steps, u64::MAX), rating);
    /// ```
    pub fn of_path(steps: &[(State, Deduction)], outcome: PathOutcome) -> Self {
        let (mut rating, mut is_open) = (Self { outcome, ..Self::NONE }, false);
        let mut clock = Clock::new(Evidence::Extrapolated);
        for (before, step) in steps {
            rating.add(before, step, is_open);
            time(&mut clock, before, step);
            is_open |= !step.placements.is_empty();
        }
        rating.minutes = clock.read();
        rating
    }

    /// Adds the width to the rating of a path. Cost: one search of all deductions of a technique, before the hardest
    /// step.
    #[must_use]
    pub fn with_width<'a>(
        mut self,
        steps: &[(State, Deduction)],
        limits: impl Into<Limited<'a, u64>>,
    ) -> Self {
        let is_hardest = |(before, step): &&(State, _)| difficulty(before, step) == self.hardest;
        if let Some((before, _)) = steps.iter().find(is_hardest) {
            self.width = Walk::new(before.clone(), limits).all().len() as u32;
        }
        self
    }
}

/// Adds the expected time of a step in the state before it.
fn time(clock: &mut Clock, before: &State, step: &Deduction) {
    if !matches!(step.technique, Technique::HiddenSingle | Technique::NakedSingle) {
        clock.harder(difficulty(before, step));
        return;
    }
    let empty = before.cells().filter(|cell| !before.is_placed(*cell)).count() as u32;
    clock.single(empty, offer(before), 1);
}

/// Counts the cells with a single, each at the easiest place to find it.
fn offer(state: &State) -> Offer {
    let houses = state.variant().houses();
    let mut found = BTreeMap::new();
    let mut visit = |step: Deduction| {
        let is_box = |house: &usize| matches!(houses[*house].origin, HouseOrigin::Box(_));
        // 0 in a box, 1 in another house, 2 for a naked single
        let rank = step.houses.first().map_or(2, |house| u8::from(!is_box(house)));
        let known = found.entry(step.placements[0].cell).or_insert(rank);
        *known = rank.min(*known);
        ControlFlow::Continue(())
    };
    let _ = hidden_singles(state, &mut visit);
    let _ = naked_singles(state, &mut visit);
    let count = |rank: u8| found.values().filter(|known| **known == rank).count() as u32;
    Offer { in_boxes: count(0), in_lines: count(1), naked: count(2) }
}
