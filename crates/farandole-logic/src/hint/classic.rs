//! Hints and solution paths of classic puzzles.

use super::answer::{ClassicStep, Found, Hint, Path, PathRating, Problem, Reach, Solutions, StaleMark, Step};
use super::guide::Guide;
use crate::cancel::{Limited, Observer};
use crate::model::tables::{CELLS, PEERS, bits};
use crate::model::{Candidate, Deduction, State, Technique};
use crate::se::{ReasonFinder, Search};
use crate::user_grid::UserGrid;
use crate::{hodoku, modern, own, se};
use core::ops::ControlFlow;
use farandole_puzzle::Cell;

impl UserGrid {
    /// Returns the problems of the grid, in the order of the variants of [`Problem`] and in
    /// row-major order within each.
    pub fn problems(&self, solutions: &Solutions) -> Vec<Problem> {
        let clashes = clashes(self);
        match solutions {
            _ if !clashes.is_empty() => clashes,
            Solutions::None(conflict) => vec![Problem::NoSolution { conflict: conflict.clone() }],
            Solutions::Several(two) => vec![Problem::several(two)],
            Solutions::Excluded => {
                vec![Problem::Excluded { cell: self.state().as_ref().and_then(cell_without_candidate) }]
            }
            Solutions::One(solution) => mistakes(self, solution),
            Solutions::Unknown => Vec::new(),
        }
    }

    /// Returns the problems of the grid, or the next steps on a scale; see
    /// [`Position::hint`](super::Position::hint).
    pub fn hint<'a>(
        self,
        solutions: &Solutions,
        reach: Reach,
        limits: impl Into<Limited<'a, Guide<'a>>>,
    ) -> Hint {
        let problems = self.problems(solutions);
        let found = match self.state().filter(|_| problems.is_empty()) {
            None => Found::Problems(problems),
            Some(state) if state.is_solved() => Found::Solved,
            Some(state) => {
                let stale = stale_marks(&self);
                let limits = limits.into();
                let has_budget = limits.budget.work() != u64::MAX;
                match next_steps(&state, reach, limits) {
                    steps if steps.is_empty() => Found::Stuck { stale, has_budget },
                    steps => Found::Steps { stale, steps },
                }
            }
        };
        Hint { position: self.into(), found }
    }

    /// Returns the solution path; see [`Position::explain`](super::Position::explain).
    ///
    /// # Errors
    /// Returns the problems of the grid, if it has any.
    pub fn explain<'a>(
        self,
        solutions: &Solutions,
        limits: impl Into<Limited<'a, Guide<'a>>>,
        mut each: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<Path, Hint> {
        let problems = self.problems(solutions);
        let Some(start) = self.state().filter(|_| problems.is_empty()) else {
            return Err(Hint { position: self.into(), found: Found::Problems(problems) });
        };
        let mut state = start.clone();
        let mut steps = Vec::new();
        let limits = limits.into();
        let mut take = |deduction| {
            let step = step(&state, deduction, limits.budget);
            state.apply(&step.deduction);
            let step = Step::Classic(Box::new(step));
            let flow = each(&step);
            steps.push(step);
            flow
        };
        let rating = match limits.budget {
            Guide::Se(budget) => {
                let limits = limits.map(|_| budget);
                PathRating::Se(se::explain_each(&start, limits, |_, deduction| take(deduction)))
            }
            Guide::Hodoku(budget) => {
                let solution = match solutions {
                    Solutions::One(solution) => solution[..].try_into().ok(),
                    _ => None,
                };
                let limits = limits.map(|_| budget);
                PathRating::Hodoku(hodoku::explain_each(&start, solution, limits, take))
            }
            Guide::Own(config) => {
                let (rating, path) = own::explain(&start, limits.map(|_| config));
                let _ = path.into_iter().try_for_each(take);
                PathRating::Own(rating)
            }
        };
        Ok(Path { start: self.into(), steps, rating })
    }
}

/// Creates a step, with its difficulty on the scale of the search.
fn step(state: &State, deduction: Deduction, guide: Guide<'_>) -> ClassicStep {
    let difficulty = match guide {
        Guide::Se(_) => f64::from(se::tenths(&deduction)) / 10.0,
        Guide::Hodoku(_) => hodoku::entry(deduction.technique).map_or(0.0, |entry| f64::from(entry.score)),
        Guide::Own(_) => f64::from(own::difficulty(&deduction)),
    };
    ClassicStep { state: state.clone(), deduction, difficulty: Some(difficulty) }
}

fn next_steps(state: &State, reach: Reach, limits: Limited<'_, Guide<'_>>) -> Vec<Step> {
    let steps = match limits.budget {
        Guide::Se(budget) => se_steps(state, reach, budget, limits.observer),
        Guide::Hodoku(budget) => hodoku_steps(state, reach, budget, limits.observer),
        Guide::Own(config) => {
            let mut steps = own::steps(state, limits.map(|_| config));
            if reach == Reach::First {
                steps.truncate(1);
            }
            steps
        }
    };
    let step = |deduction| Step::Classic(Box::new(step(state, deduction, limits.budget)));
    steps.into_iter().map(step).collect()
}

fn se_steps(
    state: &State,
    reach: Reach,
    budget: se::Budget,
    observer: Option<Observer<'_>>,
) -> Vec<Deduction> {
    let mut search = Search::new(budget.visits, observer);
    let Some(mut first) = se::next(state, budget.hardest, &mut search) else { return Vec::new() };
    let all = match reach {
        Reach::First => None,
        Reach::Easiest => se::every(state, first.technique, first.extra, observer),
    };
    // The list is empty if the observer stopped the search early.
    all.filter(|all| !all.is_empty()).unwrap_or_else(|| {
        ReasonFinder::new().add_reasons(&state.marks, &mut first);
        vec![first]
    })
}

/// Returns the step that HoDoKu takes first, followed by the others in the order of discovery.
fn hodoku_steps(
    state: &State,
    reach: Reach,
    budget: hodoku::Budget,
    observer: Option<Observer<'_>>,
) -> Vec<Deduction> {
    let mut walk = hodoku::Walk::within(state.clone(), budget);
    let Some(first) = walk.step_observed(observer) else { return Vec::new() };
    let all = match reach {
        Reach::First => Vec::new(),
        Reach::Easiest => hodoku::all(state, first.technique),
    };
    let other =
        |step: &Deduction| step.eliminations != first.eliminations || step.placements != first.placements;
    let others: Vec<Deduction> = all.into_iter().filter(other).collect();
    core::iter::once(first).chain(others).collect()
}

/// Returns every deduction of a technique in this state, in the order of the scale. For chains,
/// this includes all lengths, and deductions with the same effect appear once. `nesting` is the
/// nesting level of dynamic chains ([`Deduction::extra`]); other techniques ignore it.
pub fn every(state: &State, technique: Technique, nesting: u8) -> Vec<Deduction> {
    modern::all(state, technique)
        .or_else(|| se::every(state, technique, nesting, None))
        .unwrap_or_else(|| hodoku::all(state, technique))
}

fn cell_without_candidate(state: &State) -> Option<Cell> {
    let is_empty = |cell: &usize| state.digits()[*cell] == 0 && state.candidates(*cell) == 0;
    (0..81).find(is_empty).and_then(Cell::new)
}

/// Returns the pairs of equal givens in a house.
fn clashes(grid: &UserGrid) -> Vec<Problem> {
    let mut found: Vec<Problem> = Vec::new();
    for (house, cells) in CELLS.iter().enumerate() {
        for digit in 1..=9 {
            let mut with = cells.iter().filter(|cell| grid.givens[**cell as usize] == digit);
            if let (Some(one), Some(other)) = (with.next(), with.next()) {
                let cells = [*one, *other];
                // Two cells may share both a line and a box; report them once.
                if !found
                    .iter()
                    .any(|it| matches!(it, Problem::Clash { cells: known, .. } if *known == cells))
                {
                    found.push(Problem::Clash { digit, house: house as u8, cells });
                }
            }
        }
    }
    found
}

/// Returns the placed digits and the pencil marks that differ from the solution.
fn mistakes(grid: &UserGrid, solution: &[u8]) -> Vec<Problem> {
    let mut found = Vec::new();
    for cell in 0..81 {
        let placed = grid.placed[cell];
        if let Some(placed) = Candidate::new(cell, placed).filter(|it| it.digit() != solution[cell]) {
            // A given in a peer takes precedence over a placed digit.
            let same = |other: &u8| grid.digit(*other as usize) == placed.digit();
            let seen = PEERS[cell].into_iter().filter(same);
            let against = seen.min_by_key(|other| (grid.givens[*other as usize] == 0, *other));
            found.push(Problem::WrongDigit { placed, against });
        }
    }
    for cell in (0..81).filter(|cell| grid.digit(*cell) == 0) {
        let missing = grid.marks[cell].is_some_and(|marks| marks >> (solution[cell] - 1) & 1 == 0);
        let candidate = Candidate::new(cell, solution[cell]).filter(|_| missing);
        found.extend(candidate.map(|candidate| Problem::MissingMark { candidate }));
    }
    found
}

/// Returns the pencil marks whose digit is already in a peer.
fn stale_marks(grid: &UserGrid) -> Vec<StaleMark> {
    let mut found = Vec::new();
    for cell in (0..81).filter(|cell| grid.digit(*cell) == 0) {
        for digit in bits(grid.marks[cell].unwrap_or(0)) {
            let seen = PEERS[cell].into_iter().find(|peer| grid.digit(*peer as usize) as usize == digit + 1);
            found.extend(seen.map(|seen| StaleMark { candidate: Candidate::at(cell, digit), seen }));
        }
    }
    found
}
