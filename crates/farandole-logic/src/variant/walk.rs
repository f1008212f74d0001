//! The solution path, simplest step first: singles, single constraints by size, subsets, then a
//! trial.

use super::candidate::Candidate;
use super::facts::{Layers, Supported, compile};
use super::houses::{hidden_sets, hidden_singles, locked_candidates, naked_sets, naked_singles};
use super::pairs::{Pair, pair, pairs_of};
use super::rules::{Work, by_masks, constraint, open_cells};
use super::state::State;
use super::step::{Deduction, End, Technique, Visitor};
use super::sums::rule_of_45;
use super::verify::prove_within;
use crate::cancel::{Limited, Observer, RatingProgress};
use crate::model::PathOutcome;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Role};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of values that a step may try in the cells of a constraint without an automaton.
const STEP: Work = Work { candidate: 50_000, all: 500_000 };
/// Maximum number of nodes in a layer of a constraint's graph, in a step and in a trial. With two
/// sets of nine different values there are at most 262,144 nodes, most of which are unreachable.
const STEP_NODES: usize = 20_000;
const TRIAL_NODES: usize = 1_500;
/// The same limits for a step inside a trial. `TRIALS` limits all trials of one search for a
/// contradiction.
const TRIAL_STEP: Work = Work { candidate: 2_000, all: 20_000 };
const TRIALS: u64 = 10_000_000;
/// The cost of searching a step inside a trial, in the unit of `TRIALS`.
const STEP_SEARCH_COST: u64 = 500;
/// The cost of searching the graph of a constraint, in the unit of `TRIALS`.
const LAYERS_COST: u64 = 100;
/// Maximum number of checks in the proof of a claim of a step, so that only steps are reported that
/// the proof covers.
const STEP_PROOF: u64 = 20_000;
/// Maximum number of checks when a shortened trial is proved.
const SHORTEN: u64 = 5_000;
/// Maximum numbers of steps in a trial, and true if locked candidates and naked pairs are among
/// them. Shorter trials are searched first.
const TRIAL_STEPS: [(usize, bool); 4] = [(3, false), (9, false), (30, false), (60, true)];

/// A stepwise solver that always takes the simplest step.
#[derive(Clone)]
pub struct Walk<'a> {
    state: State,
    /// For each constraint on the whole board, its pairs of related cells.
    pairs: Arc<Vec<Vec<Pair>>>,
    /// For each constraint, its automaton.
    layers: Arc<Vec<Option<Layers>>>,
    /// The constraints whose search stopped at a limit, as indices.
    limited: BTreeSet<usize>,
    /// For each constraint, the masks of its cells when it last eliminated nothing. It is skipped
    /// while they stay the same.
    unproductive: Vec<Vec<u16>>,
    /// True if trials use locked candidates and naked pairs.
    trial_houses: bool,
    /// Number of technique searches still allowed.
    budget: u64,
    /// The callback that may stop the walk.
    observer: Option<Observer<'a>>,
    progress: RatingProgress,
}

impl<'a> Walk<'a> {
    /// Starts a solution path. The budget limits the number of technique searches; `u64::MAX` means
    /// no limit. If the observer stops the path, it ends as if the budget were spent.
    pub fn new(state: State, limits: impl Into<Limited<'a, u64>>) -> Self {
        let Limited { budget, observer } = limits.into();
        let progress = RatingProgress::default();
        let constraints = state.variant().constraints();
        let is_stopped = || observer.is_some_and(|observer| observer(progress).is_break());
        let pairs = constraints.iter().map(|it| pairs_of(&state, it, &is_stopped)).collect();
        let unproductive = vec![Vec::new(); constraints.len()];
        let layers = Arc::new(constraints.iter().map(|it| compile(&state, it)).collect());
        let limited = BTreeSet::new();
        Self {
            pairs: Arc::new(pairs),
            layers,
            limited,
            trial_houses: false,
            unproductive,
            state,
            budget,
            observer,
            progress,
        }
    }

    /// Returns the constraints that were not searched completely because of a limit, as indices in
    /// the variant.
    pub fn limited(&self) -> impl Iterator<Item = usize> {
        self.limited.iter().copied()
    }

    fn is_stopped(&self) -> bool {
        self.observer.is_some_and(|observer| observer(self.progress).is_break())
    }

    /// Returns the state after the last step.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Finds the next step and applies it to the state.
    ///
    /// # Errors
    /// Returns the outcome if the path has ended.
    pub fn step(&mut self) -> Result<Deduction, PathOutcome> {
        if end_of(&self.state).is_some() {
            return Err(PathOutcome::Contradiction);
        }
        if self.state.is_solved() {
            return Err(PathOutcome::Solved);
        }
        let found = Technique::ALL.into_iter().find_map(|technique| {
            let mut first = None;
            let _ = self.report(technique, &mut |step| {
                first = Some(step);
                ControlFlow::Break(())
            });
            first
        });
        match found {
            Some(step) => {
                self.state.apply(&step);
                self.progress.steps += 1;
                Ok(step)
            }
            None if self.budget == 0 || self.is_stopped() => Err(PathOutcome::BudgetSpent),
            None => Err(PathOutcome::Stuck),
        }
    }

    /// Returns all remaining steps, each with the state before it, and the outcome.
    pub fn to_end(mut self) -> (Vec<(State, Deduction)>, PathOutcome) {
        let mut steps = Vec::new();
        loop {
            let before = self.state.clone();
            match self.step() {
                Ok(step) => steps.push((before, step)),
                Err(outcome) => return (steps, outcome),
            }
        }
    }

    /// Returns every deduction of the simplest technique that finds any, in the order of discovery.
    pub fn all(&mut self) -> Vec<Deduction> {
        let mut found = Vec::new();
        for technique in Technique::ALL {
            let _ = self.report(technique, &mut |step: Deduction| {
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

    /// Reports the deductions of one technique.
    fn report(&mut self, technique: Technique, visit: Visitor<'_>) -> ControlFlow<()> {
        self.budget = match self.budget {
            _ if self.is_stopped() => return ControlFlow::Break(()),
            0 => return ControlFlow::Break(()),
            budget => budget - 1,
        };
        self.progress.work += 1;
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

    /// Reports the eliminations of each constraint: first those of related pairs, then those of
    /// constraints with the fewest open cells. Also returns the number of choices used.
    fn constraints(&mut self, limits: Work, visit: Visitor<'_>) -> (u64, ControlFlow<()>) {
        let mut choices = 0;
        let pairs = Arc::clone(&self.pairs);
        for (number, related) in pairs.iter().enumerate() {
            for step in related.iter().filter_map(|it| pair(&self.state, number, it)) {
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
            if self.unproductive[number] == masks {
                continue;
            }
            let (found, taken) = self.constraint(number, limits);
            choices += taken;
            match found.map(&mut *visit) {
                Some(ControlFlow::Break(())) => return (choices, ControlFlow::Break(())),
                Some(ControlFlow::Continue(())) => {}
                None => self.unproductive[number] = masks,
            }
        }
        (choices, ControlFlow::Continue(()))
    }

    /// Applies one constraint: its automaton, or a search if it has none. Also returns the cost.
    fn constraint(&mut self, number: usize, limits: Work) -> (Option<Deduction>, u64) {
        let Some(layers) = &self.layers[number] else {
            let mut work = limits;
            let found = constraint(&self.state, number, &mut work);
            return (found, limits.all - work.all);
        };
        let masks: Vec<u16> = layers.cells().iter().map(|cell| self.state.candidates(*cell)).collect();
        let nodes = if limits.all >= STEP.all { STEP_NODES } else { TRIAL_NODES };
        match layers.supported(&self.state, &masks, nodes) {
            Supported::Masks { masks, is_exact } => {
                if is_exact {
                    self.limited.remove(&number);
                } else {
                    self.limited.insert(number);
                }
                let mut found = by_masks(&self.state, number, layers.cells(), &masks);
                if nodes == STEP_NODES {
                    found = found.and_then(|step| provable(&self.state, step));
                }
                (found, LAYERS_COST)
            }
            Supported::Limit => {
                self.limited.insert(number);
                (None, LAYERS_COST)
            }
        }
    }

    /// Reports candidates that lead to a contradiction. Shorter trials come first, then cells with
    /// fewer candidates.
    fn trials(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        let mut cells: Vec<Cell> = self.state.cells().filter(|cell| !self.state.is_placed(*cell)).collect();
        cells.sort_by_key(|cell| self.state.candidates(*cell).count_ones());
        let mut choices = TRIALS;
        for (steps, uses_houses) in TRIAL_STEPS {
            self.trial_houses = uses_houses;
            for candidate in cells.iter().flat_map(|cell| self.state.candidates_of(*cell)) {
                if self.budget == 0 || choices == 0 || self.is_stopped() {
                    return ControlFlow::Break(());
                }
                self.budget -= 1;
                self.progress.work += 1;
                if let Some(step) = self.trial(candidate, steps, &mut choices) {
                    visit(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Assumes that a candidate is true, and takes at most `steps` simple steps.
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
                let next = inside.simple_step(choices)?;
                inside.state.apply(&next);
                step.trial.push(next);
            }
        }
        shorten(&self.state, &mut step);
        prove_within(&self.state, &step, STEP_PROOF).is_ok().then_some(step)
    }

    /// Returns the next single, the next step from a constraint, or the next simple pattern of
    /// houses or sums.
    fn simple_step(&mut self, choices: &mut u64) -> Option<Deduction> {
        let mut first = None;
        let mut take = |step| {
            first = Some(step);
            ControlFlow::Break(())
        };
        *choices = choices.saturating_sub(STEP_SEARCH_COST);
        if hidden_singles(&self.state, &mut take).is_continue()
            && naked_singles(&self.state, &mut take).is_continue()
        {
            let limits = Work { all: TRIAL_STEP.all.min(*choices), ..TRIAL_STEP };
            let (taken, flow) = self.constraints(limits, &mut take);
            *choices = choices.saturating_sub(taken);
            if flow.is_continue()
                && self.trial_houses
                && locked_candidates(&self.state, &mut take).is_continue()
            {
                let _ = naked_sets(&self.state, 2, &mut take);
            }
        }
        first
    }
}

/// Returns the indices of constraints that no technique uses: those on the whole board that relate
/// more than two cells at once.
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
        let role = constraint.about().role();
        !matches!(role, Role::Board | Role::Setting)
            && constraint.scope(board).is_none()
            && pairs_of(state, constraint, &|| false).is_empty()
            && constraint.unequal_pairs(board).is_empty()
            && constraint.houses(board).is_empty()
    };
    let constraints = variant.constraints();
    (0..constraints.len()).filter(|at| is_unused(&constraints[*at])).collect()
}

/// Returns a visible contradiction: a cell without a candidate, or a value without a possible cell
/// in a full house.
pub(super) fn end_of(state: &State) -> Option<End> {
    let variant = state.variant();
    let without_candidate = state.cells().find(|cell| state.candidates(*cell) == 0).map(End::Cell);
    without_candidate.or_else(|| {
        let all = variant.board().values().all();
        let missing = |(number, house): (usize, &farandole_puzzle::variant::House)| {
            let covered = house.cells.iter().fold(0, |covered, cell| covered | state.candidates(*cell));
            let value = variant.board().values().values_of(all & !covered).next()?;
            Some(End::House(number, value))
        };
        variant.houses().iter().enumerate().filter(|(_, house)| variant.is_full(house)).find_map(missing)
    })
}

/// Keeps the eliminations that are proved within a limit, or returns `None` if there are none.
fn provable(state: &State, mut step: Deduction) -> Option<Deduction> {
    let is_proved = |claim: &Candidate| {
        let alone = Deduction { eliminations: vec![*claim], ..step.clone() };
        prove_within(state, &alone, STEP_PROOF).is_ok()
    };
    step.eliminations = step.eliminations.iter().copied().filter(is_proved).collect();
    step.has_effect().then_some(step)
}

/// Removes the steps of a trial that the contradiction does not need, starting with the last.
fn shorten(state: &State, step: &mut Deduction) {
    for index in (0..step.trial.len()).rev() {
        let mut shorter = step.clone();
        shorter.trial.remove(index);
        if prove_within(state, &shorter, SHORTEN).is_ok() {
            *step = shorter;
        }
    }
}
