//! Trials: assume that a candidate is true, and find the consequences, round by round, until a contradiction.
//!
//! A round takes every step that reads a cell changed in the previous round. After a contradiction, the steps
//! that it depends on are collected backwards. Each of them that turns out to be unnecessary is dropped.

use super::branches::Branches;
use super::candidate::Candidate;
use super::ends::{end_of, ends};
use super::fact::fact_step;
use super::houses::{hidden_set, hidden_single, locked_candidate, naked_set, naked_single, places};
use super::network::{Memory, Network};
use super::pairs::pair;
use super::run::{ASSUMED, Facts, Run, Source, Taken};
use super::state::State;
use super::step::{Deduction, End, Technique};
use super::verify::{Flaw, prove_within};
use crate::model::Role;
use farandole_puzzle::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Maximum number of collected steps. Contradictions with more steps are given up, because shortening them
/// takes too much time.
const SHORTENED: usize = 40;

/// Maximum number of facts that a trial excludes, because a step from them was not proved.
const BARRED: usize = 3;
/// Maximum number of contradictions of a trial that are shortened.
const ENDS: usize = 3;
/// Maximum number of steps that a trial may collect, as a multiple of [`Depth::steps`].
const SLACK: usize = 8;
/// Maximum number of cells without a value in a sum by the rule of 45. Longer sums take too much time.
const SUM_CELLS: usize = 5;
/// Maximum number of candidates that are tried as the common elimination of all branches.
const GOALS: usize = 4;

/// The limits of a trial.
#[derive(Clone, Copy, Debug)]
pub(super) struct Depth {
    /// Maximum number of rounds.
    pub(super) rounds: usize,
    /// Maximum number of steps that the contradiction needs.
    pub(super) steps: usize,
    /// True if steps may combine two constraints that share cells.
    pub(super) overlaps: bool,
    /// True if steps may use hidden pairs and naked triplets.
    pub(super) subsets: bool,
    /// True if steps may combine a house with constraints partly inside it.
    pub(super) around_houses: bool,
    /// Maximum number of branches, or 0 to refute candidates one by one. With branches, the search looks for
    /// eliminations that all candidates of a cell, or all places for a value in a house, have in common. Each
    /// candidate or place is a branch.
    pub(super) branches: usize,
}

/// A search for contradictions from a state.
pub(super) struct Trials<'a> {
    pub(super) state: &'a State,
    pub(super) network: &'a Network,
    pub(super) memory: &'a mut Memory,
    /// Maximum number of nodes in a layer of a graph.
    pub(super) nodes: usize,
    pub(super) depth: Depth,
    /// The indices in the network of facts that steps may not use, because a step from them was not proved.
    pub(super) barred: Vec<usize>,
    /// Earlier trials of the path.
    pub(super) known: &'a mut KnownTrials,
}

/// Earlier trials of a path, by their assumption and by the steps that they may take.
pub(super) type KnownTrials = HashMap<(Candidate, Kind), Known>;

/// The steps that a trial may take. Only trials with the same steps continue each other. Trials of one round form a
/// kind of their own: with the results of more rounds, they would find contradictions that are not simple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Kind {
    overlaps: bool,
    subsets: bool,
    around_houses: bool,
    is_one_round: bool,
}

/// The record of a trial. A deeper trial of the same candidate continues it, also in a later state of the path.
#[derive(Clone)]
pub(super) struct Known {
    run: Run,
    /// Number of rounds taken.
    rounds: usize,
    /// True if another round would have no effect.
    is_over: bool,
    /// The greatest number of steps to which the contradiction of the trial could not be shortened, or 0.
    refused: usize,
}

/// The result that the steps of a trial have to reach.
#[derive(Clone, Copy)]
enum Goal {
    /// A contradiction.
    End(End),
    /// The elimination of a candidate.
    Gone(Candidate),
}

impl Trials<'_> {
    /// Assumes that a candidate is true. Returns the contradiction to which it leads, with the necessary steps,
    /// if `proved` accepts it. If a step from a fact is not proved, the trial is repeated without this fact, at
    /// most [`BARRED`] times.
    pub(super) fn refute(
        &mut self,
        claim: Candidate,
        proved: &dyn Fn(Deduction) -> Result<Deduction, Flaw>,
    ) -> Option<Deduction> {
        for _ in 0..=BARRED {
            let (found, sources) = self.contradiction(claim)?;
            match proved(found) {
                Ok(step) => return Some(step),
                Err(Flaw::Step(place, _)) => match sources.get(place) {
                    Some(Source::Fact(at)) => self.barred.push(*at),
                    _ => return None,
                },
                Err(_) => return None,
            }
        }
        None
    }

    /// Returns the contradiction to which a candidate leads, with the origins of its steps. Returns `None` if
    /// there is no contradiction within the limits of the depth.
    fn contradiction(&mut self, claim: Candidate) -> Option<(Deduction, Vec<Source>)> {
        let limit = self.depth.steps;
        let mut known = self.explore(claim);
        let ends: Vec<End> = ends(&known.run.state).collect();
        let mut found = None;
        if !ends.is_empty() && known.refused < limit {
            found = self.shortest(&known.run, claim, &ends, limit);
            known.refused = limit;
        }
        self.remember(claim, known);
        found
    }

    /// Takes the rounds of a trial until a contradiction, or until the depth permits no more rounds. Continues
    /// an earlier trial of the candidate if there is one.
    fn explore(&mut self, claim: Candidate) -> Known {
        let earlier = self.known.remove(&(claim, self.kind())).filter(|_| self.barred.is_empty());
        let earlier = earlier.and_then(|known| self.renewed(known));
        let run = |earlier: Option<Run>| earlier.unwrap_or_else(|| self.start(claim));
        let start = || Known { run: run(self.plain(claim)), rounds: 0, is_over: false, refused: 0 };
        let mut known = earlier.unwrap_or_else(start);
        while known.rounds < self.depth.rounds && !known.is_over && end_of(&known.run.state).is_none() {
            known.is_over = !self.round(&mut known.run);
            known.rounds += 1;
        }
        known
    }

    /// Returns an earlier trial with the eliminations of the path since then. Returns `None` if it has to be
    /// repeated: it ended in a contradiction that needs too many steps.
    fn renewed(&self, mut known: Known) -> Option<Known> {
        if self.kind().is_one_round {
            known.run.changed.clear();
        }
        if known.run.is_current(self.state) {
            return Some(known);
        }
        known.run.renew(self.state);
        (known.refused == 0).then_some(Known { rounds: 0, is_over: false, ..known })
    }

    /// Returns the trial of a candidate with the steps of plain trials, from which a trial with more kinds of steps may
    /// start. The candidates that are left then make its graphs smaller. Returns `None` if there is no such trial, or if
    /// it ends in a contradiction.
    fn plain(&self, claim: Candidate) -> Option<Run> {
        let kind = Kind { overlaps: false, subsets: false, around_houses: false, is_one_round: false };
        let known =
            self.known.get(&(claim, kind)).filter(|_| self.kind() != kind && !self.kind().is_one_round)?;
        if !known.run.is_current(self.state) || end_of(&known.run.state).is_some() {
            return None;
        }
        let mut run = known.run.clone();
        run.change_all(self.state);
        Some(run)
    }

    /// Records a trial, so that a deeper or later one can continue it.
    fn remember(&mut self, claim: Candidate, known: Known) {
        if self.barred.is_empty() {
            self.known.insert((claim, self.kind()), known);
        }
    }

    /// Returns the kind of this trial.
    const fn kind(&self) -> Kind {
        let Depth { overlaps, subsets, around_houses, rounds, .. } = self.depth;
        Kind { overlaps, subsets, around_houses, is_one_round: rounds == 1 }
    }

    /// Starts a trial with the assumption that a candidate is true.
    fn start(&self, claim: Candidate) -> Run {
        let mut run = Run::new(self.state.clone());
        run.change(ASSUMED, |state| state.set(claim));
        run
    }

    /// Assumes each of `branches`, one of which must be true. Returns the elimination that follows from all of them
    /// with the fewest steps.
    pub(super) fn force(&mut self, branches: &Branches) -> Option<Deduction> {
        let candidates = &branches.candidates;
        let known: Vec<Known> = candidates.iter().map(|branch| self.explore(*branch)).collect();
        let runs: Vec<&Run> = known.iter().map(|it| &it.run).collect();
        let mut goals: Vec<(usize, Candidate)> = Vec::new();
        for goal in self.state.cells().flat_map(|cell| self.state.candidates_of(cell)) {
            let is_gone = |run: &&Run| !run.state.has(goal);
            if runs.iter().all(is_gone) && !candidates.contains(&goal) {
                let bit = self.state.bit(goal.value);
                let steps = |run: &&Run| run.needed(run.reasons_of(goal.cell, bit).collect()).len();
                goals.push((runs.iter().map(steps).sum(), goal));
            }
        }
        goals.sort_unstable();
        let mut goals = goals.into_iter().take(GOALS);
        let found = goals.find_map(|(_, goal)| self.forced(&runs, branches, goal));
        candidates.iter().zip(known).for_each(|(branch, known)| self.remember(*branch, known));
        found
    }

    /// Returns the elimination of `goal` by every branch, or `None` if a branch needs more steps than the depth
    /// permits.
    fn forced(&mut self, runs: &[&Run], branches: &Branches, goal: Candidate) -> Option<Deduction> {
        let mut step = branches.deduction(Technique::Forcing);
        step.eliminations.push(goal);
        let bit = self.state.bit(goal.value);
        for (run, branch) in runs.iter().zip(&branches.candidates) {
            let needed = self.needed_for(run, &[(goal.cell, bit)]);
            if needed.len() > self.depth.steps * SLACK {
                return None;
            }
            let sources = needed.into_iter().map(|step| run.taken[step].source).collect();
            let sources = self.shorten(*branch, sources, Some(goal))?;
            if sources.len() > self.depth.steps {
                return None;
            }
            let (steps, _) = self.replay(*branch, &sources, Some(goal))?;
            let (sources, mut trial): (Vec<_>, Vec<_>) = steps.into_iter().unzip();
            self.trim(&mut trial, &sources, Goal::Gone(goal));
            let mut inner = Deduction::new(Technique::Forcing);
            inner.name(Role::On, [*branch]);
            inner.trial = trial;
            inner.eliminations.push(goal);
            step.trial.push(inner);
        }
        Some(step)
    }

    /// Takes every step that the last changes make possible. Returns false if there is none.
    fn round(&mut self, run: &mut Run) -> bool {
        let sources = self.sources(run);
        let mut found: Vec<(Source, Vec<u32>, Deduction)> = Vec::new();
        for source in sources {
            if let Some(step) = self.deduce(&run.state, source) {
                found.push((source, run.premises(self.network, source), step));
            }
        }
        run.changed.clear();
        let any = !found.is_empty();
        let round = run.taken.len() as u32 + 2;
        for (source, premises, step) in found {
            let reason = run.taken.len() as u32 + 2;
            run.taken.push(Taken { source, premises, round });
            run.change(reason, |state| apply(state, &step));
        }
        any
    }

    /// Returns the origins of possible steps that read a changed cell.
    fn sources(&self, run: &Run) -> Vec<Source> {
        let by = |of: &[Vec<usize>]| -> BTreeSet<usize> {
            run.changed.keys().flat_map(|cell| of[cell.index()].iter().copied()).collect()
        };
        let values = self.state.variant().board().values();
        // For each house, the values that lost a possible cell.
        let mut lost: BTreeMap<usize, u16> = BTreeMap::new();
        for (cell, gone) in &run.changed {
            for house in &self.network.houses_of[cell.index()] {
                *lost.entry(*house).or_default() |= gone;
            }
        }
        let places: Vec<(usize, u8)> =
            lost.iter().flat_map(|(house, gone)| values.values_of(*gone).map(|it| (*house, it))).collect();
        let hidden = places.iter().map(|(house, value)| Source::Hidden(*house, *value));
        let naked = run.changed.keys().map(|cell| Source::Naked(*cell));
        let pairs = by(&self.network.pairs_of).into_iter().map(Source::Pair);
        let is_free = |at: &usize| !self.barred.contains(at);
        let is_short = |at: &usize| {
            let open = |cell: &&Cell| !run.state.is_placed(**cell);
            !self.network.sums.contains(at)
                || self.network.facts[*at].cells.iter().filter(open).count() <= SUM_CELLS
        };
        let facts = by(&self.network.facts_of).into_iter().filter(is_short).filter(is_free).map(Source::Fact);
        let mut found: Vec<Source> = hidden.chain(naked).chain(pairs).chain(facts).collect();
        if self.depth.overlaps {
            found.extend(by(&self.network.overlaps_of).into_iter().filter(is_free).map(Source::Fact));
        }
        if self.depth.around_houses {
            found.extend(by(&self.network.around_of).into_iter().filter(is_free).map(Source::Fact));
        }
        found.extend(places.iter().map(|(house, value)| Source::Locked(*house, *value)));
        found.extend(lost.keys().flat_map(|house| self.naked_pairs(run, *house)));
        if self.depth.subsets {
            found.extend(lost.keys().flat_map(|house| self.naked_triplets(run, *house)));
            found.extend(lost.iter().flat_map(|(house, gone)| self.hidden_pairs(run, *house, *gone)));
        }
        found
    }

    /// Returns the naked triplets of a house that contain a changed cell.
    fn naked_triplets(&self, run: &Run, house: usize) -> Vec<Source> {
        let mask = |cell: Cell| run.state.candidates(cell);
        let cells = self.state.variant().houses()[house].cells.iter().copied();
        let cells: Vec<Cell> = cells.filter(|it| (2..=3).contains(&mask(*it).count_ones())).collect();
        let mut found = Vec::new();
        for (at, one) in cells.iter().enumerate() {
            for (after, two) in cells.iter().enumerate().skip(at + 1) {
                if (mask(*one) | mask(*two)).count_ones() > 3 {
                    continue;
                }
                for three in &cells[after + 1..] {
                    let set = [*one, *two, *three];
                    let is_new = set.iter().any(|it| run.changed.contains_key(it));
                    if is_new && (mask(*one) | mask(*two) | mask(*three)).count_ones() == 3 {
                        found.push(Source::NakedTriplet(house, set));
                    }
                }
            }
        }
        found
    }

    /// Returns the hidden pairs of a house that contain a value of the mask `gone`: a value that lost a place.
    fn hidden_pairs(&self, run: &Run, house: usize, gone: u16) -> Vec<Source> {
        let range = self.state.variant().board().values();
        let places: Vec<(u8, Vec<Cell>)> = range
            .iter()
            .map(|value| (value, places(&run.state, house, value)))
            .filter(|(_, cells)| cells.len() == 2)
            .collect();
        let mut found = Vec::new();
        for (at, (one, cells)) in places.iter().enumerate() {
            for (two, others) in &places[at + 1..] {
                if cells == others && gone & (range.mask(*one) | range.mask(*two)) != 0 {
                    found.push(Source::HiddenPair(house, [*one, *two]));
                }
            }
        }
        found
    }

    /// Returns the naked pairs of a house that contain a changed cell.
    fn naked_pairs(&self, run: &Run, house: usize) -> Vec<Source> {
        let cells = self.state.variant().houses()[house].cells.iter().copied();
        let is_pair = |cell: &Cell| run.state.candidates(*cell).count_ones() == 2;
        let cells: Vec<Cell> = cells.filter(is_pair).collect();
        let mut found = Vec::new();
        for (at, one) in cells.iter().enumerate() {
            for two in &cells[at + 1..] {
                let is_new = run.changed.contains_key(one) || run.changed.contains_key(two);
                if is_new && run.state.candidates(*one) == run.state.candidates(*two) {
                    found.push(Source::NakedPair(house, [*one, *two]));
                }
            }
        }
        found
    }

    /// Returns the step of this origin, or `None` if it has no effect. The step also places cells with one
    /// value left.
    fn deduce(&mut self, state: &State, source: Source) -> Option<Deduction> {
        let mut step = match source {
            Source::Hidden(house, value) => return hidden_single(state, house, value),
            Source::Naked(cell) => return naked_single(state, cell),
            Source::Locked(house, value) => locked_candidate(state, house, value)?,
            Source::NakedPair(house, cells) => naked_set(state, house, &cells, Technique::NakedPair)?,
            Source::NakedTriplet(house, cells) => naked_set(state, house, &cells, Technique::NakedTriplet)?,
            Source::HiddenPair(house, values) => {
                let cells = places(state, house, values[0]);
                if cells.len() != 2 || places(state, house, values[1]) != cells {
                    return None;
                }
                hidden_set(state, house, &cells, &values, Technique::HiddenPair)?
            }
            Source::Pair(at) => {
                let (number, related) = &self.network.pairs[at];
                pair(state, *number, related)?
            }
            Source::Fact(at) => {
                let (masks, _) = self.memory.supported(self.network, state, at, self.nodes)?;
                let fact = &self.network.facts[at];
                fact_step(state, fact, masks)?
            }
        };
        place_singles(state, &mut step);
        Some(step)
    }

    /// Returns the indices of the steps of a run on which the absence of these candidates depends, in order.
    fn needed_for(&mut self, run: &Run, absent: &[(Cell, u16)]) -> Vec<usize> {
        let Self { state, network, nodes, .. } = *self;
        run.needed_for(&mut Facts { network, memory: self.memory, state, nodes }, absent)
    }

    /// Returns the contradiction that needs the fewest steps, with their origins. Returns `None` if it needs
    /// more than `limit` steps. At most [`ENDS`] contradictions are considered.
    fn shortest(
        &mut self,
        run: &Run,
        claim: Candidate,
        ends: &[End],
        limit: usize,
    ) -> Option<(Deduction, Vec<Source>)> {
        let mut roots: Vec<(usize, Vec<(Cell, u16)>)> = Vec::new();
        for end in ends {
            let absent = match *end {
                End::Cell(cell) => vec![(cell, u16::MAX)],
                End::House(house, value) => {
                    let bit = self.state.bit(value);
                    self.state.variant().houses()[house].cells.iter().map(|cell| (*cell, bit)).collect()
                }
            };
            let reasons = absent.iter().flat_map(|(cell, mask)| run.reasons_of(*cell, *mask));
            roots.push((run.needed(reasons.collect()).len(), absent));
        }
        roots.sort();
        roots.truncate(ENDS);
        let most = SHORTENED.min(limit * SLACK);
        let mut slices: Vec<Vec<Source>> = Vec::new();
        for (_, absent) in roots {
            let needed = self.needed_for(run, &absent);
            slices.push(needed.into_iter().map(|step| run.taken[step].source).collect());
        }
        slices.sort_by_key(Vec::len);
        slices.retain(|sources| sources.len() <= most);
        let shortened = slices.into_iter().filter_map(|sources| self.shorten(claim, sources, None));
        let best = shortened.min_by_key(Vec::len)?;
        if best.len() > limit {
            return None;
        }
        let (steps, end) = self.replay(claim, &best, None)?;
        let (best, mut trial): (Vec<_>, Vec<_>) = steps.into_iter().unzip();
        let end = end?;
        self.trim(&mut trial, &best, Goal::End(end));
        let mut step = Deduction::new(Technique::Contradiction);
        step.name(Role::On, [claim]);
        step.eliminations.push(claim);
        step.trial = trial;
        step.end = Some(end);
        Some((step, best))
    }

    /// Removes the effects of the steps that no later step reads and that the goal does not need.
    fn trim(&self, steps: &mut [Deduction], sources: &[Source], goal: Goal) {
        let variant = self.state.variant();
        let mut needed = vec![0_u16; variant.cell_count()];
        let mut need = |cells: &[Cell], mask: u16| cells.iter().for_each(|it| needed[it.index()] |= mask);
        match goal {
            Goal::End(End::Cell(cell)) => need(&[cell], u16::MAX),
            Goal::End(End::House(house, value)) => {
                need(&variant.houses()[house].cells, self.state.bit(value));
            }
            Goal::Gone(it) => need(&[it.cell], self.state.bit(it.value)),
        }
        for (step, source) in steps.iter_mut().zip(sources).rev() {
            let mask = |cell: Cell| needed[cell.index()];
            let matters = |it: &Candidate| {
                let bit = self.state.bit(it.value);
                mask(it.cell) != 0
                    || self.state.cells().any(|peer| self.state.sees(it.cell, peer) & bit & mask(peer) != 0)
            };
            step.placements.retain(matters);
            let placements = &step.placements;
            step.eliminations.retain(|it| {
                mask(it.cell) & self.state.bit(it.value) != 0
                    || placements.iter().any(|placed| placed.cell == it.cell)
            });
            let mut need = |cells: &[Cell], mask: u16| cells.iter().for_each(|it| needed[it.index()] |= mask);
            match *source {
                Source::Hidden(house, value) | Source::Locked(house, value) => {
                    need(&variant.houses()[house].cells, self.state.bit(value));
                }
                Source::Naked(cell) => need(&[cell], u16::MAX),
                Source::NakedPair(_, cells) => need(&cells, u16::MAX),
                Source::NakedTriplet(_, cells) => need(&cells, u16::MAX),
                Source::HiddenPair(house, values) => {
                    let mask = self.state.bit(values[0]) | self.state.bit(values[1]);
                    need(&variant.houses()[house].cells, mask);
                }
                Source::Fact(at) => need(&self.network.facts[at].cells, u16::MAX),
                Source::Pair(at) => need(&self.network.pairs[at].1.cells(), u16::MAX),
            }
        }
    }

    /// Drops the steps without which the goal is still reached, starting with the last. The goal is the
    /// elimination of `gone`, or a contradiction if `gone` is `None`. Returns `None` if not even all steps
    /// reach the goal.
    fn shorten(
        &mut self,
        claim: Candidate,
        sources: Vec<Source>,
        gone: Option<Candidate>,
    ) -> Option<Vec<Source>> {
        let of = |steps: Vec<(Source, Deduction)>| steps.into_iter().map(|(source, _)| source).collect();
        let mut sources: Vec<Source> = of(self.replay(claim, &sources, gone)?.0);
        let mut at = sources.len();
        while at > 0 {
            at = (at - 1).min(sources.len() - 1);
            let mut fewer = sources.clone();
            fewer.remove(at);
            if let Some((steps, _)) = self.replay(claim, &fewer, gone) {
                sources = of(steps);
            }
        }
        Some(sources)
    }

    /// Takes steps of these origins until the goal is reached, and returns those with an effect. Also returns the
    /// contradiction at their end, if there is one. The goal is the elimination of `gone`, or a contradiction if
    /// `gone` is `None`. Returns `None` if the goal is not reached.
    fn replay(&mut self, claim: Candidate, sources: &[Source], gone: Option<Candidate>) -> Option<Replayed> {
        let is_reached = |state: &State| match gone {
            Some(gone) => !state.has(gone),
            None => end_of(state).is_some(),
        };
        let mut state = self.state.clone();
        state.set(claim);
        let mut steps = Vec::new();
        for source in sources {
            if is_reached(&state) {
                break;
            }
            // A step of an earlier state may have no effect left.
            let Some(step) = self.deduce(&state, *source) else { continue };
            apply(&mut state, &step);
            steps.push((*source, step));
        }
        is_reached(&state).then(|| (steps, end_of(&state)))
    }
}

/// The steps of a replayed trial with their origins, and the contradiction at their end, if there is one.
type Replayed = (Vec<(Source, Deduction)>, Option<End>);

/// Applies a step of a trial.
fn apply(state: &mut State, step: &Deduction) {
    state.apply(step);
}

/// Adds a placement for each cell in which the eliminations of a step leave one value.
fn place_singles(state: &State, step: &mut Deduction) {
    let mut cells: Vec<Cell> = step.eliminations.iter().map(|it| it.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    for cell in cells {
        let mut left = state.candidates_of(cell).filter(|it| !step.eliminations.contains(it));
        if let (Some(only), None) = (left.next(), left.next()) {
            step.placements.push(only);
        }
    }
}

/// Converts a trial whose only step uses a constraint on the assumed cell to an elimination by this constraint,
/// without a trial. Returns `None` if the elimination is not proved. Such trials occur because the graph of the
/// constraint may have too many nodes without the assumption. The proof is limited to `work` checks.
pub(super) fn without_trial(state: &State, trial: &Deduction, work: u64) -> Option<Deduction> {
    let ([only], [claim]) = (&trial.trial[..], &trial.eliminations[..]) else { return None };
    let [number] = only.constraints[..] else { return None };
    let variant = state.variant();
    let cells = variant.constraints()[number].scope(variant.board())?;
    if only.technique != Technique::Constraint || !cells.contains(&claim.cell) {
        return None;
    }
    let mut step = Deduction::new(Technique::Constraint);
    step.constraints.push(number);
    step.eliminations.push(*claim);
    let open = cells.iter().filter(|cell| !state.is_placed(**cell));
    step.name(Role::Core, open.flat_map(|cell| state.candidates_of(*cell)));
    prove_within(state, &step, work).is_ok().then_some(step)
}
