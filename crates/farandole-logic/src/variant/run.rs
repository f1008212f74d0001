//! The record of a trial: which step eliminated each candidate, and which steps a contradiction needs.

use super::candidate::Candidate;
use super::network::{Memory, Network};
use super::state::State;
use farandole_puzzle::Cell;
use std::collections::BTreeMap;

/// Maximum number of values of a cell.
const VALUES: usize = 16;
/// The reason number of candidates that are present, or were absent before the trial.
const NONE: u32 = 0;
/// The reason number of candidates that the assumption eliminates. Those that step `i` of the trial eliminates
/// have the reason number `i + 2`.
pub(super) const ASSUMED: u32 = 1;

/// The origin of a step in a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// A hidden single: the index of the house, and the value.
    Hidden(usize, u8),
    /// A naked single.
    Naked(Cell),
    /// Locked candidates: the index of the house, and the value.
    Locked(usize, u8),
    /// A naked pair: the index of the house, and the cells.
    NakedPair(usize, [Cell; 2]),
    /// A naked triplet: the index of the house, and the cells.
    NakedTriplet(usize, [Cell; 3]),
    /// A hidden pair: the index of the house, and the values.
    HiddenPair(usize, [u8; 2]),
    /// A fact of the network, as an index.
    Fact(usize),
    /// A pair of the network, as an index.
    Pair(usize),
}

/// A step of a trial.
#[derive(Clone)]
pub(super) struct Taken {
    pub(super) source: Source,
    /// The reason numbers of the eliminations that the step may depend on, in ascending order.
    pub(super) premises: Vec<u32>,
    /// The reason number of the first step of the same round. The steps of a round do not depend on each other.
    pub(super) round: u32,
}

/// A trial in progress.
#[derive(Clone)]
pub(super) struct Run {
    pub(super) state: State,
    /// For each candidate, the reason number of its elimination, at `cell * VALUES` plus the index of the
    /// value.
    reasons: Vec<u32>,
    pub(super) taken: Vec<Taken>,
    /// The cells that changed in the last round, with the values that they lost.
    pub(super) changed: BTreeMap<Cell, u16>,
}

impl Run {
    /// Starts a trial without an assumption.
    pub(super) fn new(state: State) -> Self {
        let reasons = vec![NONE; state.variant().cell_count() * VALUES];
        Self { state, reasons, taken: Vec::new(), changed: BTreeMap::new() }
    }

    /// Applies a change to the state, and records its reason number for every candidate that it eliminates.
    pub(super) fn change(&mut self, reason: u32, change: impl FnOnce(&mut State)) {
        let before: Vec<u16> = self.state.cells().map(|cell| self.state.candidates(cell)).collect();
        change(&mut self.state);
        for (cell, before) in self.state.cells().zip(before) {
            let gone = before & !self.state.candidates(cell);
            if gone == 0 {
                continue;
            }
            *self.changed.entry(cell).or_default() |= gone;
            for index in (0..VALUES).filter(|index| gone >> index & 1 == 1) {
                self.reasons[cell.index() * VALUES + index] = reason;
            }
        }
    }

    /// Returns true if the trial contains no candidate that a state lacks.
    pub(super) fn is_current(&self, state: &State) -> bool {
        state.cells().all(|cell| self.state.candidates(cell) & !state.candidates(cell) == 0)
    }

    /// Marks all cells as changed that differ from the state before the trial, for a trial with more kinds of steps.
    pub(super) fn change_all(&mut self, state: &State) {
        let gone = |cell: &Cell| state.candidates(*cell) & !self.state.candidates(*cell);
        self.changed = state.cells().map(|cell| (cell, gone(&cell))).filter(|(_, gone)| *gone != 0).collect();
    }

    /// Adds the eliminations and values of a later state of the path, which need no reason.
    pub(super) fn renew(&mut self, state: &State) {
        for cell in state.cells() {
            for value in self.state.values(cell).filter(|it| state.candidates(cell) & state.bit(*it) == 0) {
                self.state.remove(Candidate { cell, value });
                *self.changed.entry(cell).or_default() |= state.bit(value);
            }
            for index in (0..VALUES).filter(|index| state.candidates(cell) >> index & 1 == 0) {
                self.reasons[cell.index() * VALUES + index] = NONE;
            }
        }
        for cell in state.cells().filter(|cell| state.is_placed(*cell)) {
            state.candidates_of(cell).for_each(|it| self.state.set(it));
        }
    }

    /// Returns the reason numbers of the eliminated candidates of a cell that are in a mask.
    pub(super) fn reasons_of(&self, cell: Cell, mask: u16) -> impl Iterator<Item = u32> {
        let start = cell.index() * VALUES;
        let set = (0..VALUES).filter(move |index| mask >> index & 1 == 1);
        set.map(move |index| self.reasons[start + index]).filter(|reason| *reason != NONE)
    }

    /// Returns the cells that a step of this origin reads, and the mask of values that it reads in them.
    fn reads(&self, network: &Network, source: Source) -> (Vec<Cell>, u16) {
        let house = |house: usize| self.state.variant().houses()[house].cells.clone();
        match source {
            Source::Hidden(at, value) | Source::Locked(at, value) => (house(at), self.state.bit(value)),
            Source::Naked(cell) => (vec![cell], u16::MAX),
            Source::NakedPair(_, cells) => (cells.to_vec(), u16::MAX),
            Source::NakedTriplet(_, cells) => (cells.to_vec(), u16::MAX),
            Source::HiddenPair(at, [one, two]) => (house(at), self.state.bit(one) | self.state.bit(two)),
            Source::Fact(at) => (network.facts[at].cells.clone(), u16::MAX),
            Source::Pair(at) => (network.pairs[at].1.cells().to_vec(), u16::MAX),
        }
    }

    /// Returns the reason numbers of the eliminations that a step of this origin may depend on, in ascending
    /// order.
    pub(super) fn premises(&self, network: &Network, source: Source) -> Vec<u32> {
        let (cells, mask) = self.reads(network, source);
        let mut found: Vec<u32> = cells.iter().flat_map(|cell| self.reasons_of(*cell, mask)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns the indices of the steps that these reasons depend on, directly or through other steps, in
    /// order.
    pub(super) fn needed(&self, reasons: Vec<u32>) -> Vec<usize> {
        let mut is_needed = vec![false; self.taken.len()];
        let mut open = reasons;
        while let Some(reason) = open.pop() {
            if let Some(step) = (reason as usize).checked_sub(2).filter(|step| !is_needed[*step]) {
                is_needed[step] = true;
                open.extend(&self.taken[step].premises);
            }
        }
        (0..self.taken.len()).filter(|step| is_needed[*step]).collect()
    }

    /// Returns the indices of the steps on which the absence of these candidates depends, in order. A step from
    /// a fact does not depend on an earlier elimination without which it would have the same effect. Example:
    /// on a thermometer, the step that eliminates 5 from r1c3 depends on the elimination of 6 from r1c4, but
    /// not on that of 1 from r1c1.
    ///
    /// This is the conflict analysis of clause-learning solvers. Source: Marques-Silva and Sakallah, "GRASP: A
    /// Search Algorithm for Propositional Satisfiability", 1999.
    pub(super) fn needed_for(&self, facts: &mut Facts<'_>, absent: &[(Cell, u16)]) -> Vec<usize> {
        let mut open = vec![0_u16; self.state.variant().cell_count()];
        absent.iter().for_each(|(cell, mask)| open[cell.index()] |= mask);
        let mut found = Vec::new();
        for step in (0..self.taken.len()).rev() {
            let reason = step as u32 + 2;
            let goals: Vec<(Cell, u16)> = self
                .state
                .cells()
                .map(|cell| (cell, self.mask_where(cell, open[cell.index()], |it| it == reason)))
                .filter(|(_, mask)| *mask != 0)
                .collect();
            if !goals.is_empty() {
                found.push(step);
                let used = self.used(facts, step, &goals);
                used.into_iter().for_each(|(cell, mask)| open[cell.index()] |= mask);
            }
        }
        found.reverse();
        found
    }

    /// Returns the values of a mask whose reason number satisfies a condition.
    fn mask_where(&self, cell: Cell, mask: u16, holds: impl Fn(u32) -> bool) -> u16 {
        let start = cell.index() * VALUES;
        let values = (0..VALUES).filter(|index| mask >> index & 1 == 1 && holds(self.reasons[start + index]));
        values.fold(0, |mask, index| mask | 1 << index)
    }

    /// Returns earlier eliminations that suffice for a step to eliminate its goals. Eliminations and goals are
    /// masks of values by cell.
    fn used(&self, facts: &mut Facts<'_>, step: usize, goals: &[(Cell, u16)]) -> Vec<(Cell, u16)> {
        let taken = &self.taken[step];
        let (cells, mask) = self.reads(facts.network, taken.source);
        let gone = |cell: Cell| self.mask_where(cell, mask, |it| it != NONE && it < taken.round);
        let read: Vec<(Cell, u16)> = cells.iter().map(|cell| (*cell, gone(*cell))).collect();
        match taken.source {
            Source::Fact(at) => self.used_by_fact(facts, at, &read, goals).unwrap_or(read),
            _ => read,
        }
    }

    /// Returns a subset of `read`, the eliminations that a fact reads, with which the fact still eliminates its
    /// goals. Returns `None` if a limit is reached.
    fn used_by_fact(
        &self,
        facts: &mut Facts<'_>,
        at: usize,
        read: &[(Cell, u16)],
        goals: &[(Cell, u16)],
    ) -> Option<Vec<(Cell, u16)>> {
        facts.network.facts[at].part.as_ref()?;
        let gone: Vec<u16> = read.iter().map(|(_, gone)| *gone).collect();
        let after = facts.without(at, &gone)?;
        // A cell with one value left is placed, and eliminates this value from cells that see it.
        let mut wanted = vec![0_u16; read.len()];
        for (cell, mask) in goals {
            let own = read.iter().position(|(it, _)| it == cell);
            let direct = own.map_or(0, |own| mask & !after[own]);
            own.into_iter().for_each(|own| wanted[own] |= direct);
            let mut left = mask & !direct;
            for (place, (other, _)) in
                read.iter().enumerate().filter(|(place, _)| after[*place].is_power_of_two())
            {
                let seen = left & after[place] & self.state.sees(*other, *cell);
                if seen != 0 {
                    wanted[place] |= !after[place];
                    left &= !seen;
                }
            }
            if left != 0 {
                return None;
            }
        }
        let suffices = |facts: &mut Facts<'_>, gone: &[u16]| {
            let after = facts.without(at, gone);
            after.is_some_and(|after| after.iter().zip(&wanted).all(|(after, wanted)| after & wanted == 0))
        };
        let mut reasons: Vec<u32> =
            read.iter().flat_map(|(cell, gone)| self.reasons_of(*cell, *gone)).collect();
        reasons.sort_unstable();
        reasons.dedup();
        let mut gone = gone;
        // Later steps depend on more other steps, so the attempt to do without them comes first.
        for reason in reasons.into_iter().rev().filter(|reason| *reason != ASSUMED) {
            let fewer = read.iter().zip(&gone);
            let fewer: Vec<u16> =
                fewer.map(|((cell, _), gone)| self.mask_where(*cell, *gone, |it| it != reason)).collect();
            if suffices(facts, &fewer) {
                gone = fewer;
            }
        }
        Some(read.iter().map(|(cell, _)| *cell).zip(gone).collect())
    }
}

/// The facts of a network, and the candidates before a trial.
pub(super) struct Facts<'a> {
    pub(super) network: &'a Network,
    pub(super) memory: &'a mut Memory,
    pub(super) state: &'a State,
    /// Maximum number of nodes in a layer of a graph.
    pub(super) nodes: usize,
}

impl Facts<'_> {
    /// Returns the supported values of a fact if only the candidates in `gone` were eliminated since the start
    /// of the trial, or `None` if a limit is reached. `gone` holds one mask per cell of the fact.
    fn without(&mut self, at: usize, gone: &[u16]) -> Option<Vec<u16>> {
        let cells = self.network.facts[at].cells.iter().zip(gone);
        let masks = cells.map(|(cell, gone)| self.state.candidates(*cell) & !gone).collect();
        let found = self.memory.supported_in(self.network, self.state, (at, masks), self.nodes);
        found.map(|(masks, _)| masks.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Candidate;
    use farandole_puzzle::format::iss;

    #[test]
    fn a_fact_depends_only_on_eliminations_that_its_effect_needs() {
        let state = State::new(&iss::read(".Shape~6x6.Thermo~R1C1~R1C2~R1C3~R1C4").unwrap());
        let network = Network::of_constraints(&state, &|| false);
        let cells: Vec<Cell> = state.cells().take(4).collect();
        let mut run = Run::new(state.clone());
        let steps =
            [(Source::Naked(cells[0]), 0, 1), (Source::Naked(cells[3]), 3, 6), (Source::Fact(0), 2, 5)];
        for (reason, (source, at, value)) in (2..).zip(steps) {
            let premises = run.premises(&network, source);
            run.taken.push(Taken { source, premises, round: reason });
            run.change(reason, |state| state.remove(Candidate { cell: cells[at], value }));
        }
        // Because r1c4 is not 6, r1c3 is not 5. The candidates of r1c1 do not matter.
        let (bit, mut memory) = (state.bit(5), Memory::default());
        let mut facts = Facts { network: &network, memory: &mut memory, state: &state, nodes: 1_000 };
        assert_eq!(run.needed(run.reasons_of(cells[2], bit).collect()), [0, 1, 2]);
        assert_eq!(run.needed_for(&mut facts, &[(cells[2], bit)]), [1, 2]);
    }
}
