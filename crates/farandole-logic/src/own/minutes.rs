//! Expected solving times of classic puzzles: the path from which [`Minutes`] are computed.
//!
//! People place the singles on offer in different orders. Every order ends in the same grid, so the time of
//! consecutive singles is the mean over several random orders, and only one search is needed for each harder step.

use super::order::{Order, difficulty};
use super::rating::Config;
use super::search::StepSearch;
use crate::cancel::Limited;
use crate::minutes::{Clock, Evidence, Minutes, Offer};
use crate::model::tables::CELLS;
use crate::model::{Marks, PathOutcome, State, Technique};

/// Number of random orders of singles. With one order, the rank correlation with people's times is 0.02 lower; with
/// 16, it is the same.
const ORDERS: u32 = 8;

/// The place where a person finds a single, easiest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Naked,
    InLine,
    InBox,
}

/// The expected time for a classic puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timed {
    /// The time. Unless the outcome is `Solved`, it is a lower bound.
    pub minutes: Minutes,
    /// The outcome of the path.
    pub outcome: PathOutcome,
    /// Number of steps.
    pub steps: u32,
    /// The technique of the first step with the greatest difficulty, or `None` if singles are enough.
    pub technique: Option<Technique>,
}

/// Returns the expected time of an experienced solver. The path has the default [`Order`]; the budget is the number of
/// searches for a technique.
///
/// ```
/// use farandole_logic::own::time;
/// use farandole_logic::{PathOutcome, State};
///
/// let line = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let timed = time(&State::from_line(line).expect("81 bytes without a clash"), u64::MAX);
/// assert_eq!(timed.outcome, PathOutcome::Solved);
/// assert_eq!(timed.minutes.to_string(), "3.9 2.8-5.4 easy");
/// ```
pub fn time<'a>(state: &State, limits: impl Into<Limited<'a, u64>>) -> Timed {
    let Limited { budget, observer } = limits.into();
    let order = Order::default();
    let config = Config { order: &order, searches: budget };
    let mut search = StepSearch::new(config.order, config.searches, observer);
    let (mut state, mut clock) = (state.clone(), Clock::new(Evidence::Singles));
    let (mut steps, mut hardest) = (0, None);
    let outcome = loop {
        let empty = place_singles(&mut state, &mut clock);
        steps += empty;
        if state.is_solved() {
            break PathOutcome::Solved;
        }
        if (0..81).any(|cell| state.digits[cell] == 0 && state.marks.cand[cell] == 0) {
            break PathOutcome::Contradiction;
        }
        let found = search.easiest(&state);
        let Some(step) = found.first() else {
            break if search.is_spent() { PathOutcome::BudgetSpent } else { PathOutcome::Stuck };
        };
        let number = difficulty(step);
        clock.harder(number.into());
        if hardest.is_none_or(|(known, _)| number > known) {
            hardest = Some((number, step.technique));
        }
        search.step();
        state.apply(step);
        steps += 1;
    };
    Timed { minutes: clock.read(), outcome, steps, technique: hardest.map(|(_, technique)| technique) }
}

/// Places singles until there are none, and adds their mean time. Returns their number.
fn place_singles(state: &mut State, clock: &mut Clock) -> u32 {
    // A linear congruential generator (Knuth, MMIX) is random enough for the choice of a cell.
    let mut random = 1_u64;
    let start = state.clone();
    let mut placed = 0;
    for _ in 0..ORDERS {
        state.clone_from(&start);
        placed = 0;
        loop {
            let singles = singles(&state.marks);
            let Some(easiest) = singles.iter().flatten().map(|(found, _)| *found).max() else { break };
            let count = |kind| singles.iter().flatten().filter(|(found, _)| *found == kind).count() as u32;
            let offer = Offer {
                in_boxes: count(Found::InBox),
                in_lines: count(Found::InLine),
                naked: count(Found::Naked),
            };
            let empty = state.digits.iter().filter(|digit| **digit == 0).count() as u32;
            clock.single(empty, offer, ORDERS);
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let skipped = (random >> 33) as usize % count(easiest) as usize;
            let mut cells = singles.iter().enumerate().filter_map(|(cell, single)| {
                single.filter(|(found, _)| *found == easiest).map(|(_, digit)| (cell, digit))
            });
            let Some((cell, digit)) = cells.nth(skipped) else { break };
            state.place(cell, digit);
            placed += 1;
        }
    }
    placed
}

/// Returns, for each cell, the single in it and the easiest place to find it.
fn singles(marks: &Marks) -> [Option<(Found, usize)>; 81] {
    let naked = |mask: u16| mask.is_power_of_two().then(|| (Found::Naked, mask.trailing_zeros() as usize));
    let mut singles = marks.cand.map(naked);
    for (house, of_house) in marks.pos.iter().enumerate() {
        let is_easy = house >= 18 || marks.empty[house] == 1;
        let found = if is_easy { Found::InBox } else { Found::InLine };
        for (digit, mask) in of_house.iter().enumerate().filter(|(_, mask)| mask.is_power_of_two()) {
            let cell = usize::from(CELLS[house][mask.trailing_zeros() as usize]);
            if singles[cell].is_none_or(|(known, _)| known < found) {
                singles[cell] = Some((found, digit));
            }
        }
    }
    singles
}
