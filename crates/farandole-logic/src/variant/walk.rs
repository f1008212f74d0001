//! The solution path: repeatedly takes the first step that the simplest possible technique finds.
//! [`Technique::ALL`] lists the techniques in this order.

use super::argument::{Reach, argue_trial, argued};
use super::branches::branches;
use super::candidate::Candidate;
use super::chain::Chains;
use super::difficulty::{difficulty, least};
use super::ends::end_of;
use super::fact::fact_step;
use super::facts::Supported;
use super::fish::fish;
use super::forcing_chains::forcing_chains;
use super::houses::{hidden_sets, hidden_singles, locked_candidates, naked_sets, naked_singles};
use super::locked::{Needed, locked_in_constraints};
use super::network::{Memory, Network};
use super::pairs::pair;
use super::rules::{Work, add_combinations, constraint};
use super::state::State;
use super::step::{Deduction, Technique, Visitor};
use super::sums::{Sums, Tried};
use super::trial::{Depth, KnownTrials, Trials, without_trial};
use super::verify::{Flaw, prove_within};
use crate::cancel::{Limited, Observer, RatingProgress};
use crate::model::PathOutcome;
use core::ops::ControlFlow;
use farandole_puzzle::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of values that a step may try in the cells of a constraint without an automaton.
const STEP: Work = Work { candidate: 50_000, all: 500_000 };
/// Maximum number of nodes in a layer of a constraint's graph, outside of trials and chains. A layer that
/// distinguishes the values used in two sets of nine cells could have 262,144 nodes, but most of them are
/// unreachable.
const STEP_NODES: usize = 20_000;
/// Maximum number of nodes in a layer of a constraint's graph, in trials and chains.
const TRIAL_NODES: usize = 1_500;
/// Maximum number of nodes in a layer of the graph of several constraints.
const COMBINED_NODES: usize = 8_000;
/// Maximum number of checks in the proof of one elimination. Eliminations that are not proved within this limit
/// are not reported.
const STEP_PROOF: u64 = 20_000;
/// Maximum number of checks in the proof of one elimination by a trial. It is greater, because there are fewer
/// trials to prove.
const TRIAL_PROOF: u64 = 100_000;
/// The maximum numbers of links of chains, in the order in which they are tried.
const CHAINS: [usize; 4] = [3, 5, 9, 21];
/// The limits of trials, in the order in which they are tried.
const TRIALS: [Depth; 9] = [
    Depth { rounds: 1, ..SHORT },
    SHORT,
    Depth { rounds: 2, overlaps: true, ..SHORT },
    Depth { branches: 3, ..SHORT },
    Depth { rounds: 2, overlaps: true, around_houses: true, ..SHORT },
    Depth { branches: 9, ..SHORT },
    Depth { branches: 4, overlaps: true, around_houses: true, subsets: true, ..SHORT },
    Depth { rounds: 5, steps: 9, ..SHORT },
    Depth { rounds: 20, steps: 40, ..SHORT },
];
/// The limits of a trial that fits into a few sentences.
const SHORT: Depth =
    Depth { rounds: 3, steps: 3, overlaps: false, around_houses: false, subsets: false, branches: 0 };

/// The eliminations of a fact for which no argument was found, and how far the arguments went.
type Unargued = Option<(Arc<Deduction>, Option<Reach>)>;

/// A stepwise solver that always takes the simplest step.
#[derive(Clone)]
pub struct Walk<'a> {
    state: State,
    /// The state at the start, for the combinations of constraints.
    start: State,
    /// The facts of single constraints, and those of combinations once a technique has needed them.
    network: Arc<Network>,
    has_combinations: bool,
    memory: Memory,
    /// The trials of the last steps.
    known: KnownTrials,
    sums: Arc<Sums>,
    /// The sums by the rule of 45 that were tried.
    tried: Tried,
    /// For each fact of a single constraint, the values that it must contain.
    needed: Vec<Needed>,
    /// The indices in the network of the facts whose propagation was stopped by a limit or is not exact.
    limited: BTreeSet<usize>,
    /// For each fact, the masks of its cells when it was last propagated without a step, and what it would eliminate.
    /// The fact is not propagated again while these masks stay the same.
    unproductive: Vec<(Vec<u16>, Unargued)>,
    /// Number of technique searches still allowed.
    budget: u64,
    /// The callback that may stop the walk.
    observer: Option<Observer<'a>>,
    progress: RatingProgress,
    /// The techniques of the steps, simplest first.
    techniques: Vec<Technique>,
    /// Restricts expensive searches to some steps.
    focus: Option<Focus>,
}

/// The steps to which a walk restricts its expensive searches.
#[derive(Clone)]
struct Focus {
    /// The candidates of which a step eliminates at least one.
    targets: Vec<Candidate>,
    /// The greatest difficulty of a step, in tenths.
    most: u32,
}

impl<'a> Walk<'a> {
    /// Starts a solution path. The budget limits the number of technique searches; `u64::MAX` means
    /// no limit. If the observer stops the path, it ends as if the budget were spent.
    pub fn new(state: State, limits: impl Into<Limited<'a, u64>>) -> Self {
        let Limited { budget, observer } = limits.into();
        let progress = RatingProgress::default();
        let is_stopped = || observer.is_some_and(|observer| observer(progress).is_break());
        let network = Network::of_constraints(&state, &is_stopped);
        Self {
            unproductive: vec![(Vec::new(), None); network.facts.len()],
            network: Arc::new(network),
            has_combinations: false,
            memory: Memory::default(),
            known: KnownTrials::default(),
            sums: Arc::new(Sums::new(&state)),
            tried: Tried::default(),
            needed: Vec::new(),
            limited: BTreeSet::new(),
            start: state.clone(),
            state,
            budget,
            observer,
            progress,
            techniques: Technique::ALL.to_vec(),
            focus: None,
        }
    }

    /// Restricts the steps to some techniques, and omits expensive searches whose steps are all harder than `most`, in
    /// tenths.
    #[must_use]
    pub fn only(mut self, most: u32, is_allowed: impl Fn(Technique) -> bool) -> Self {
        self.techniques.retain(|technique| least(*technique) <= most && is_allowed(*technique));
        self
    }

    /// Returns the indices of the constraints that were not propagated completely because of a limit, in
    /// ascending order.
    pub fn limited(&self) -> impl Iterator<Item = usize> {
        let numbers = self.limited.iter().map(|at| self.network.facts[*at].constraints[0]);
        numbers.collect::<BTreeSet<_>>().into_iter()
    }

    /// Returns true if the observer stops the path.
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
        let found = self.first(u32::MAX, &|_| true);
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

    /// Returns every deduction of the simplest technique that finds any, in the order of discovery. If several
    /// deductions have the same effect, only the first is returned.
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

    /// Returns the simplest deduction of at most this difficulty, in tenths, that has a property. Deductions other than
    /// singles must eliminate one of the targets. Does not change the state.
    pub(crate) fn first_step(
        &mut self,
        targets: &[Candidate],
        most: u32,
        is_wanted: &dyn Fn(&Deduction) -> bool,
    ) -> Option<Deduction> {
        self.focus = Some(Focus { targets: targets.to_vec(), most });
        self.first(most, is_wanted)
    }

    /// Returns the simplest deduction of at most this difficulty that has a property.
    fn first(&mut self, most: u32, is_wanted: &dyn Fn(&Deduction) -> bool) -> Option<Deduction> {
        let (state, techniques) = (self.state.clone(), self.techniques.clone());
        techniques.into_iter().filter(|technique| least(*technique) <= most).find_map(|technique| {
            let mut first = None;
            let _ = self.report(technique, &mut |step| {
                if !is_wanted(&step) || difficulty(&state, &step) > most {
                    return ControlFlow::Continue(());
                }
                first = Some(step);
                ControlFlow::Break(())
            });
            first
        })
    }

    /// Returns true if a step that eliminates candidates of these cells only may be one of the requested steps.
    fn is_in_focus(&self, cells: &[Cell]) -> bool {
        let has_target = |focus: &Focus| focus.targets.iter().any(|target| cells.contains(&target.cell));
        self.focus.as_ref().is_none_or(has_target)
    }

    /// Passes the deductions of one technique to `visit`. Each call counts as one technique search of the
    /// budget.
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
            Technique::Constraint => self.constraints(visit),
            Technique::LockedInConstraint => {
                let mut proved = |step| match provable(state, step) {
                    Some(step) => visit(step),
                    None => ControlFlow::Continue(()),
                };
                locked_in_constraints(state, &self.network, TRIAL_NODES, &mut self.needed, &mut proved)
            }
            Technique::RuleOf45 => {
                let mut proved = |step| {
                    let step = provable(state, step);
                    match step.and_then(|step| argued(state, step, Reach::Several)) {
                        Some(step) => visit(step),
                        None => ControlFlow::Continue(()),
                    }
                };
                self.sums.rule_of_45(state, &mut self.tried, &mut proved)
            }
            Technique::NakedPair => naked_sets(state, 2, visit),
            Technique::HiddenPair => hidden_sets(state, 2, visit),
            Technique::NakedTriplet => naked_sets(state, 3, visit),
            Technique::HiddenTriplet => hidden_sets(state, 3, visit),
            Technique::NakedQuad => naked_sets(state, 4, visit),
            Technique::HiddenQuad => hidden_sets(state, 4, visit),
            Technique::XWing => fish(state, 2, visit),
            Technique::Swordfish => fish(state, 3, visit),
            Technique::Jellyfish => fish(state, 4, visit),
            Technique::CombinedConstraints => self.combined(visit),
            Technique::EqualSets => {
                self.combine();
                let facts = self.network.equal.clone();
                self.with_arguments(facts, visit)
            }
            Technique::Chain => self.chains(visit),
            Technique::ForcingChains => self.forcing_chains(visit),
            Technique::Forcing => ControlFlow::Continue(()),
            Technique::Contradiction => {
                let mut known = core::mem::take(&mut self.known);
                known.retain(|(claim, _), _| self.state.has(*claim) && !self.state.is_placed(claim.cell));
                let flow = self.trials(&mut known, visit);
                self.known = known;
                flow
            }
            Technique::Exhaustion => self.without_arguments(visit),
        }
    }

    /// Compiles the combinations of constraints, unless it is done. Easy puzzles are solved without them.
    fn combine(&mut self) {
        if self.has_combinations {
            return;
        }
        let network = self.network.with_combinations(&self.start, &self.sums);
        self.unproductive.resize(network.facts.len(), (Vec::new(), None));
        (self.network, self.has_combinations) = (Arc::new(network), true);
    }

    /// Reports the eliminations by single constraints: first by related pairs, then by facts in ascending order
    /// of their number of cells without a value.
    fn constraints(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        let network = Arc::clone(&self.network);
        for (number, related) in &network.pairs {
            if let Some(step) = pair(&self.state, *number, related) {
                visit(step)?;
            }
        }
        let open_cells = |at: usize| {
            let cells = network.facts[at].cells.iter();
            cells.filter(|cell| !self.state.is_placed(**cell)).count()
        };
        let in_focus = network.single.clone().filter(|at| self.is_in_focus(&network.facts[*at].cells));
        let mut by_size: Vec<(usize, usize)> =
            in_focus.map(|at| (open_cells(at), at)).filter(|(open, _)| *open > 0).collect();
        by_size.sort_unstable();
        self.with_arguments(by_size.into_iter().map(|(_, at)| at), visit)
    }

    /// Reports the eliminations by several constraints: first by those inside a house, then by two that share
    /// cells, then by those partly inside a house.
    fn combined(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        self.combine();
        let network = Arc::clone(&self.network);
        let kinds = [&network.in_houses, &network.overlaps, &network.around_houses, &network.together];
        self.with_arguments(kinds.into_iter().flat_map(Clone::clone), visit)
    }

    /// Reports the eliminations of these facts for which there are arguments: first those by one condition, then those
    /// with conclusions.
    fn with_arguments(
        &mut self,
        facts: impl Iterator<Item = usize> + Clone,
        visit: Visitor<'_>,
    ) -> ControlFlow<()> {
        for reach in [Reach::One, Reach::Several] {
            for at in facts.clone() {
                if self.is_stopped() {
                    return ControlFlow::Continue(());
                }
                if !self.is_in_focus(&self.network.facts[at].cells) {
                    continue;
                }
                let masks = self.masks_of(at);
                if self.unproductive[at].0 != masks {
                    let found = self.fact(at, &masks).map(|step| (Arc::new(step), None));
                    self.unproductive[at] = (masks, found);
                }
                let Some((step, tried)) = &self.unproductive[at].1 else { continue };
                if tried.is_some_and(|tried| tried >= reach) {
                    continue;
                }
                let step = Arc::clone(step);
                let mut wanted = (*step).clone();
                if let Some(focus) = &self.focus {
                    wanted.eliminations.retain(|claim| focus.targets.contains(claim));
                }
                let found = argued(&self.state, wanted, reach);
                match found.and_then(|step| provable(&self.state, step)) {
                    Some(step) => visit(step)?,
                    None => self.unproductive[at].1 = Some((step, Some(reach))),
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the eliminations of facts without a short argument: first those with a long one.
    fn without_arguments(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        for reach in [Reach::Several, Reach::Long] {
            for at in 0..self.unproductive.len() {
                if self.is_stopped() {
                    return ControlFlow::Continue(());
                }
                let (masks, found) = &self.unproductive[at];
                let Some((step, Some(tried))) = found else { continue };
                if *tried != reach || *masks != self.masks_of(at) {
                    continue;
                }
                let step = Arc::clone(step);
                let found = match reach {
                    Reach::Long => Some(Deduction { technique: Technique::Exhaustion, ..(*step).clone() }),
                    _ => argued(&self.state, (*step).clone(), Reach::Long),
                };
                match found.and_then(|step| provable(&self.state, step)) {
                    Some(step) => visit(step)?,
                    None => self.unproductive[at].1 = Some((step, Some(Reach::Long))),
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the candidates of the cells of a fact.
    fn masks_of(&self, at: usize) -> Vec<u16> {
        self.network.facts[at].cells.iter().map(|cell| self.state.candidates(*cell)).collect()
    }

    /// Returns the eliminations by one fact. Uses its automaton, or a search if it has none.
    fn fact(&mut self, at: usize, masks: &[u16]) -> Option<Deduction> {
        let network = Arc::clone(&self.network);
        let fact = &network.facts[at];
        let Some(part) = &fact.part else {
            return constraint(&self.state, fact.constraints[0], &mut { STEP });
        };
        let is_single = fact.technique == Technique::Constraint;
        let nodes = if is_single { STEP_NODES } else { COMBINED_NODES };
        let Self { state, memory, .. } = &mut *self;
        let found = memory.propagate(&network, state, (at, part), masks, nodes);
        if !is_single {
            return fact_step(&self.state, fact, &found.masks()?);
        }
        let Supported::Masks { masks, is_exact } = found else {
            self.limited.insert(at);
            return None;
        };
        if is_exact {
            self.limited.remove(&at);
        } else {
            self.limited.insert(at);
        }
        let mut found = fact_step(&self.state, fact, &masks)?;
        add_combinations(&self.state, &mut found);
        Some(found)
    }

    /// Reports the candidates that a chain refutes, shortest chains first.
    fn chains(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        let open = self.state.cells().filter(|cell| !self.state.is_placed(*cell));
        let mut candidates: Vec<Candidate> = open.flat_map(|cell| self.state.candidates_of(cell)).collect();
        let mut lengths = &CHAINS[..];
        if let Some(Focus { targets, most }) = &self.focus {
            candidates.retain(|candidate| targets.contains(candidate));
            // A chain that the previous length does not find has more links, and a node for each.
            let is_short = |longer: &usize| least(Technique::Chain) + 3 * (*longer as u32) < *most;
            lengths =
                &CHAINS[..=CHAINS[..CHAINS.len() - 1].iter().take_while(|longer| is_short(longer)).count()];
        }
        let mut chains = Chains::new(&self.state, &self.network, &mut self.memory, TRIAL_NODES);
        for links in lengths.iter().copied() {
            let mut found: Vec<Deduction> = Vec::new();
            for candidate in &candidates {
                if self.observer.is_some_and(|observer| observer(self.progress).is_break()) {
                    return ControlFlow::Break(());
                }
                found.extend(chains.refute(*candidate, links));
            }
            found.sort_by_key(|step| step.pattern.len());
            if visit_proved(&self.state, found, visit)? {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports candidates that chains from every value of a cell, or from every place for a value in a house, exclude.
    fn forcing_chains(&mut self, visit: Visitor<'_>) -> ControlFlow<()> {
        let Self { state, network, memory, .. } = &mut *self;
        let branches = branches(state, network, memory, TRIAL_NODES, usize::MAX);
        let is_stopped = || self.observer.is_some_and(|observer| observer(self.progress).is_break());
        let mut chains = Chains::new(&self.state, &self.network, &mut self.memory, TRIAL_NODES);
        for links in CHAINS {
            let found = forcing_chains(&self.state, &mut chains, &branches, links, &is_stopped);
            let Some(found) = found else { return ControlFlow::Break(()) };
            if visit_proved(&self.state, found, visit)? {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the candidates that every candidate of a cell, or every place for a value in a house,
    /// eliminates. Returns true if there is one.
    fn forcing(
        &mut self,
        depth: Depth,
        known: &mut KnownTrials,
        visit: Visitor<'_>,
    ) -> ControlFlow<(), bool> {
        if depth.branches == 0 {
            return ControlFlow::Continue(false);
        }
        let mut is_found = false;
        let Self { state, network, memory, .. } = &mut *self;
        for branches in branches(state, network, memory, TRIAL_NODES, depth.branches) {
            if self.budget == 0 || self.is_stopped() {
                return ControlFlow::Break(());
            }
            self.budget -= 1;
            self.progress.work += 1;
            let Self { state, network, memory, .. } = self;
            let barred = Vec::new();
            let mut trials = Trials { state, network, memory, nodes: TRIAL_NODES, depth, barred, known };
            let found = trials.force(&branches);
            let is_sound = |step: &Deduction| {
                let mut inner = branches.candidates.iter().zip(&step.trial);
                inner.all(|(branch, it)| argue_trial(&self.state, *branch, &it.trial).is_ok())
                    && prove_within(&self.state, step, TRIAL_PROOF).is_ok()
            };
            if let Some(step) = found.filter(is_sound) {
                is_found = true;
                visit(step)?;
            }
        }
        ControlFlow::Continue(is_found)
    }

    /// Reports deductions by forcing and by contradiction. The limits in [`TRIALS`] are tried in order until
    /// one yields a deduction. Cells with fewer candidates come first.
    fn trials(&mut self, known: &mut KnownTrials, visit: Visitor<'_>) -> ControlFlow<()> {
        self.combine();
        let mut cells: Vec<Cell> = self.state.cells().filter(|cell| !self.state.is_placed(*cell)).collect();
        cells.sort_by_key(|cell| self.state.candidates(*cell).count_ones());
        for depth in TRIALS {
            let mut is_found = self.forcing(depth, known, visit)?;
            let of_cell = |cell: &Cell| self.state.candidates_of(*cell);
            let mut candidates: Vec<Candidate> = cells.iter().flat_map(of_cell).collect();
            if let Some(focus) = &self.focus {
                candidates.retain(|candidate| focus.targets.contains(candidate));
            }
            for candidate in candidates.into_iter().filter(|_| depth.branches == 0) {
                if self.budget == 0 || self.is_stopped() {
                    return ControlFlow::Break(());
                }
                self.budget -= 1;
                self.progress.work += 1;
                let Self { state, network, memory, .. } = self;
                let proved = |step: Deduction| match without_trial(state, &step, STEP_PROOF) {
                    Some(step) => Ok(step),
                    None => argue_trial(state, candidate, &step.trial)
                        .map_err(|at| Flaw::Step(at, Box::new(Flaw::Open(candidate))))
                        .and_then(|()| prove_within(state, &step, TRIAL_PROOF))
                        .map(|()| step),
                };
                let barred = Vec::new();
                let mut trials = Trials { state, network, memory, nodes: TRIAL_NODES, depth, barred, known };
                if let Some(step) = trials.refute(candidate, &proved) {
                    is_found = true;
                    visit(step)?;
                }
            }
            if is_found {
                break;
            }
        }
        ControlFlow::Continue(())
    }
}

/// Visits the steps that are proved within [`STEP_PROOF`] checks. Returns true if there is one.
fn visit_proved(state: &State, found: Vec<Deduction>, visit: Visitor<'_>) -> ControlFlow<(), bool> {
    let mut is_found = false;
    for step in found {
        // The proof takes longer than the search for chains, so it comes last.
        if prove_within(state, &step, STEP_PROOF).is_ok() {
            is_found = true;
            visit(step)?;
        }
    }
    ControlFlow::Continue(is_found)
}

/// Drops the eliminations that are not proved within [`STEP_PROOF`] checks. Returns `None` if no effect
/// remains.
fn provable(state: &State, mut step: Deduction) -> Option<Deduction> {
    let is_proved = |claim: &Candidate| {
        let alone = Deduction { eliminations: vec![*claim], ..step.clone() };
        prove_within(state, &alone, STEP_PROOF).is_ok()
    };
    step.eliminations = step.eliminations.iter().copied().filter(is_proved).collect();
    step.has_effect().then_some(step)
}
