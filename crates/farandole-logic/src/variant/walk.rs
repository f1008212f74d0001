//! The way to the solution, simplest step first: singles, single constraints by size, subsets, then a trial.

use super::candidate::Candidate;
use super::houses::{hidden_sets, hidden_singles, locked_candidates, naked_sets, naked_singles};
use super::pairs::{Pair, pair, pairs_of};
use super::rules::{Work, constraint, open_cells};
use super::state::State;
use super::step::{Deduction, End, Technique, Visitor};
use super::sums::rule_of_45;
use super::verify::prove_within;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, Ordering};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use std::sync::Arc;

/// How many values a step may try in the cells of a constraint: for one candidate, and for all of them.
const STEP: Work = Work { candidate: 50_000, all: 500_000 };
/// The same for a step inside of a trial, and for all trials before one is found.
const TRIAL_STEP: Work = Work { candidate: 2_000, all: 20_000 };
const TRIALS: u64 = 1_000_000;
/// How many of these a look for a step inside of a trial counts for.
const LOOK: u64 = 500;
/// How many checks the proof of a step may take when a shorter trial is tried.
const SHORTEN: u64 = 5_000;
/// A trial is given up after so many steps; short ones are looked for first.
const TRIAL_STEPS: [usize; 3] = [3, 9, 30];

/// How a way ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All cells have values.
    Solved,
    /// No technique finds anything.
    Stuck,
    /// There is no solution from here.
    Contradiction,
    /// So many steps were looked for as the budget allows.
    BudgetSpent,
}

impl Outcome {
    /// The stable name for machines.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Stuck => "stuck",
            Self::Contradiction => "no-solution",
            Self::BudgetSpent => "gave-up",
        }
    }
}

/// A person who takes one step after the other.
#[derive(Clone, Debug)]
pub struct Walk {
    state: State,
    /// The pairs of the rules of the whole board, by constraint.
    pairs: Arc<Vec<Vec<Pair>>>,
    /// The masks with which a constraint, by its place, took nothing away.
    quiet: Vec<Vec<u16>>,
    /// How often techniques may still be looked for.
    budget: u64,
    /// The walk ends soon after this flag becomes `true`.
    stop: Arc<AtomicBool>,
}

impl Walk {
    /// The start of a way, in which techniques are looked for so many times at most; `u64::MAX` for no limit.
    pub fn new(state: State, budget: u64) -> Self {
        Self::until(state, budget, Arc::default())
    }

    /// As [`new`](Self::new); the way ends as if the budget were spent soon after a flag becomes `true`.
    pub fn until(state: State, budget: u64, stop: Arc<AtomicBool>) -> Self {
        let constraints = state.variant().constraints();
        let pairs = constraints.iter().map(|it| pairs_of(&state, it, &stop)).collect();
        let quiet = vec![Vec::new(); constraints.len()];
        Self { pairs: Arc::new(pairs), quiet, state, budget, stop }
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The state behind the last step.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The next step, which is taken, or how the way ends.
    ///
    /// # Errors
    /// How the way ends, if it does.
    pub fn step(&mut self) -> Result<Deduction, Outcome> {
        if end_of(&self.state).is_some() {
            return Err(Outcome::Contradiction);
        }
        if self.state.is_solved() {
            return Err(Outcome::Solved);
        }
        let found = Technique::ALL.into_iter().find_map(|technique| {
            let mut first = None;
            let _ = self.each(technique, &mut |step| {
                first = Some(step);
                ControlFlow::Break(())
            });
            first
        });
        match found {
            Some(step) => {
                self.state.apply(&step);
                Ok(step)
            }
            None if self.budget == 0 || self.is_stopped() => Err(Outcome::BudgetSpent),
            None => Err(Outcome::Stuck),
        }
    }

    /// All further steps, each with the grid that it is taken in, and how the way ends.
    pub fn to_end(mut self) -> (Vec<(State, Deduction)>, Outcome) {
        let mut steps = Vec::new();
        loop {
            let before = self.state.clone();
            match self.step() {
                Ok(step) => steps.push((before, step)),
                Err(outcome) => return (steps, outcome),
            }
        }
    }

    /// Every deduction of the simplest technique that finds any, in the order in which they are found.
    pub fn all(&mut self) -> Vec<Deduction> {
        let mut found = Vec::new();
        for technique in Technique::ALL {
            let _ = self.each(technique, &mut |step: Deduction| {
                let is_new = |known: &Deduction| {
                    known.eliminations != step.eliminations || known.placements != step.placements
                };
                if found.iter().all(is_new) {
                    found.push(step);
                }
                ControlFlow::Continue(())
            });
            if !found.is_empty() {
                break;
            }
        }
        found
    }

    /// Shows the deductions of one technique.
    fn each(&mut self, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
        self.budget = match self.budget {
            _ if self.is_stopped() => return ControlFlow::Break(()),
            0 => return ControlFlow::Break(()),
            budget => budget - 1,
        };
        let state = &self.state;
        match technique {
            Technique::HiddenSingle => hidden_singles(state, visit),
            Technique::NakedSingle => naked_singles(state, visit),
            Technique::LockedCandidates => locked_candidates(state, visit),
            Technique::Constraint => self.constraints(STEP, visit).1,
            Technique::RuleOf45 => rule_of_45(state, visit),
            Technique::NakedPair => naked_sets(state, 2, visit),
            Technique::HiddenPair => hidden_sets(state, 2, visit),
            Technique::NakedTriplet => naked_sets(state, 3, visit),
            Technique::HiddenTriplet => hidden_sets(state, 3, visit),
            Technique::NakedQuad => naked_sets(state, 4, visit),
            Technique::HiddenQuad => hidden_sets(state, 4, visit),
            Technique::Contradiction => self.trials(visit),
        }
    }

    /// What each constraint leaves of its cells: rules about pairs, then the constraints with the fewest cells without a
    /// value. Also says how many choices it took.
    fn constraints(&mut self, each: Work, visit: Visitor<'_>) -> (u64, ControlFlow<()>) {
        let mut choices = 0;
        let pairs = Arc::clone(&self.pairs);
        for (number, of_rule) in pairs.iter().enumerate() {
            for step in of_rule.iter().filter_map(|it| pair(&self.state, number, it)) {
                if visit(step).is_break() {
                    return (choices, ControlFlow::Break(()));
                }
            }
        }
        let numbers = 0..self.state.variant().constraints().len();
        let mut by_size: Vec<(usize, usize)> =
            numbers.filter_map(|number| Some((open_cells(&self.state, number)?, number))).collect();
        by_size.sort_unstable();
        for (_, number) in by_size {
            if self.is_stopped() {
                break;
            }
            let board = self.state.variant().board();
            let scope = self.state.variant().constraints()[number].scope(board).unwrap_or_default();
            let masks: Vec<u16> = scope.iter().map(|cell| self.state.candidates(*cell)).collect();
            if self.quiet[number] == masks {
                continue;
            }
            let mut work = each;
            let found = constraint(&self.state, number, &mut work);
            choices += each.all - work.all;
            match found.map(&mut *visit) {
                Some(ControlFlow::Break(())) => return (choices, ControlFlow::Break(())),
                Some(ControlFlow::Continue(())) => {}
                None => self.quiet[number] = masks,
            }
        }
        (choices, ControlFlow::Continue(()))
    }

    /// Candidates that lead to a contradiction, those in cells with few candidates first, the shortest trials first.
    fn trials(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        let mut cells: Vec<Cell> = self.state.cells().filter(|cell| !self.state.is_placed(*cell)).collect();
        cells.sort_by_key(|cell| self.state.candidates(*cell).count_ones());
        let mut choices = TRIALS;
        for steps in TRIAL_STEPS {
            for candidate in cells.iter().flat_map(|cell| self.state.candidates_of(*cell)) {
                if self.budget == 0 || choices == 0 || self.is_stopped() {
                    return ControlFlow::Break(());
                }
                self.budget -= 1;
                if let Some(step) = self.trial(candidate, steps, &mut choices) {
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Supposes that a candidate holds, and takes so many simple steps at most.
    fn trial(&self, candidate: Candidate, steps: usize, choices: &mut u64) -> Option<Deduction> {
        let mut inside = self.clone();
        inside.budget = u64::MAX;
        inside.state.set(candidate);
        let mut step = Deduction::new(Technique::Contradiction);
        step.name(crate::model::Role::On, [candidate]);
        step.eliminations.push(candidate);
        while step.end.is_none() {
            step.end = end_of(&inside.state);
            if step.end.is_none() {
                if step.trial.len() == steps {
                    return None;
                }
                let next = inside.simple(choices)?;
                inside.state.apply(&next);
                step.trial.push(next);
            }
        }
        shorten(&self.state, &mut step);
        Some(step)
    }

    /// The next single, or step of a constraint.
    fn simple(&mut self, choices: &mut u64) -> Option<Deduction> {
        let mut first = None;
        let mut take = |step| {
            first = Some(step);
            ControlFlow::Break(())
        };
        *choices = choices.saturating_sub(LOOK);
        let singles = [hidden_singles, naked_singles];
        if singles.into_iter().all(|find| find(&self.state, &mut take).is_continue()) {
            let each = Work { all: TRIAL_STEP.all.min(*choices), ..TRIAL_STEP };
            let (taken, _) = self.constraints(each, &mut take);
            *choices = choices.saturating_sub(taken);
        }
        first
    }
}

/// The constraints, by their places, that no technique makes use of: rules of the whole board about more than two cells at once.
///
/// ```
/// use farandole_logic::variant::{State, unused_constraints};
/// use farandole_puzzle::format::iss;
///
/// let variant = iss::read(".AntiKnight.GlobalEntropy.Cage~3~R1C1~R1C2").unwrap();
/// let unused = unused_constraints(&State::new(&variant));
/// assert_eq!(unused.iter().map(|it| variant.constraints()[*it].name()).collect::<Vec<_>>(), ["GlobalEntropy"]);
/// ```
pub fn unused_constraints(state: &State) -> Vec<usize> {
    let (variant, board) = (state.variant(), state.variant().board());
    let is_unused = |constraint: &Constraint| {
        let is_layout = matches!(
            constraint,
            Constraint::NoBoxes(_)
                | Constraint::RegionSize(_)
                | Constraint::Holes(_)
                | Constraint::FullRankTies(_)
                | Constraint::SearchPriority(_)
        );
        !is_layout
            && constraint.scope(board).is_none()
            && pairs_of(state, constraint, &AtomicBool::new(false)).is_empty()
            && constraint.sees(board).is_empty()
            && constraint.houses(board).is_empty()
    };
    let constraints = variant.constraints();
    (0..constraints.len()).filter(|at| is_unused(&constraints[*at])).collect()
}

/// The contradiction that a grid shows: a cell without a candidate, or a value without a place in a house of every value.
pub(super) fn end_of(state: &State) -> Option<End> {
    let variant = state.variant();
    let bare = state.cells().find(|cell| state.candidates(*cell) == 0).map(End::Cell);
    bare.or_else(|| {
        let all = variant.board().values().all();
        let missing = |(number, house): (usize, &farandole_puzzle::variant::House)| {
            let met = house.cells.iter().fold(0, |met, cell| met | state.candidates(*cell));
            let value = variant.board().values().values_of(all & !met).next()?;
            Some(End::House(number, value))
        };
        variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)).find_map(missing)
    })
}

/// Leaves out the steps of a trial that the contradiction does not need, the last ones first.
fn shorten(state: &State, step: &mut Deduction) {
    for place in (0..step.trial.len()).rev() {
        let mut shorter = step.clone();
        shorter.trial.remove(place);
        if prove_within(state, &shorter, SHORTEN).is_ok() {
            *step = shorter;
        }
    }
}
