//! Reconstructs the path from an assumption to its conclusion, as a chain of singles and locked candidates with
//! their reasons.

use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Marks, Role, Technique};
use crate::patterns::links::CANDIDATES;
use crate::patterns::view::View;

/// An assertion with its premises.
struct Step {
    assertion: u16,
    reasons: Vec<u16>,
    /// For locked candidates: the house that confines the digit, and the house that loses it.
    locked: Option<[usize; 2]>,
}

/// A search from an assumption to its consequences through singles and locked candidates. It records the reasons
/// for each consequence.
pub(super) struct Proof<'a> {
    view: &'a View<'a>,
    marks: Marks,
    /// For each assertion, its index in `steps`; `None` if it does not follow.
    step_of: Vec<Option<u32>>,
    steps: Vec<Step>,
    /// A candidate that is both true and false.
    clash: Option<[u16; 2]>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(view: &'a View<'a>, assumption: usize) -> Self {
        let step_of = vec![None; 2 * CANDIDATES];
        let mut proof = Self { view, marks: *view.marks, step_of, steps: Vec::new(), clash: None };
        proof.add(assumption, Vec::new(), None);
        proof
    }

    fn add(&mut self, assertion: usize, reasons: Vec<u16>, locked: Option<[usize; 2]>) {
        if self.step_of[assertion].is_some() {
            return;
        }
        if self.clash.is_none() && self.step_of[assertion ^ 1].is_some() {
            self.clash = Some([assertion as u16, assertion as u16 ^ 1]);
        }
        self.step_of[assertion] = Some(self.steps.len() as u32);
        self.steps.push(Step { assertion: assertion as u16, reasons, locked });
        if assertion & 1 == 0 {
            self.marks.remove(assertion / 18, assertion / 2 % 9);
        }
    }

    /// Returns the assertions that these candidates are false.
    fn offs(&self, digit: usize, set: u128) -> Vec<u16> {
        cells(set & self.view.places[digit]).map(|cell| (2 * (9 * cell + digit)) as u16).collect()
    }

    /// Searches in breadth-first order until the goal or a contradiction is reached.
    pub(super) fn run(&mut self, goal: Option<usize>) {
        let mut head = 0;
        while head < self.steps.len() {
            if self.clash.is_some() || goal.is_some_and(|goal| self.step_of[goal].is_some()) {
                return;
            }
            let assertion = self.steps[head].assertion as usize;
            head += 1;
            let (cell, digit) = (assertion / 18, assertion / 2 % 9);
            if assertion & 1 == 1 {
                for other in bits(self.view.marks.cand[cell] & !(1 << digit)) {
                    self.add(2 * (9 * cell + other), vec![assertion as u16], None);
                }
                for peer in cells(PEER_SETS[cell] & self.view.places[digit]) {
                    self.add(2 * (9 * peer + digit), vec![assertion as u16], None);
                }
            } else {
                self.after_loss(cell, digit);
            }
        }
    }

    /// Adds the consequences of losing a candidate. If no candidate is left, the last lost one
    /// becomes both true and false.
    fn after_loss(&mut self, cell: usize, digit: usize) {
        let own = |mask: u16| bits(mask).map(|digit| (2 * (9 * cell + digit)) as u16).collect::<Vec<_>>();
        let lost = 2 * (9 * cell + digit) + 1;
        let rest = self.marks.cand[cell];
        let eliminated = self.view.marks.cand[cell] & !rest;
        if rest == 0 {
            self.add(lost, own(eliminated & !(1 << digit)), None);
        } else if rest.is_power_of_two() {
            self.add(2 * (9 * cell + rest.trailing_zeros() as usize) + 1, own(eliminated), None);
        }
        for house in HOUSES[cell].map(usize::from) {
            let places = self.marks.pos[house][digit];
            let left = bits(places).fold(0_u128, |set, index| set | 1 << CELLS[house][index]);
            let reasons = self.offs(digit, HOUSE_SETS[house] & !left);
            if left == 0 {
                let others = reasons.into_iter().filter(|reason| *reason as usize + 1 != lost).collect();
                self.add(lost, others, None);
                continue;
            }
            if places.is_power_of_two() {
                self.add(2 * (9 * left.trailing_zeros() as usize + digit) + 1, reasons, None);
                continue;
            }
            for other in HOUSES[left.trailing_zeros() as usize].map(usize::from) {
                if other != house && left & !HOUSE_SETS[other] == 0 {
                    for eliminated in cells(HOUSE_SETS[other] & !left & self.view.places[digit]) {
                        self.add(2 * (9 * eliminated + digit), reasons.clone(), Some([house, other]));
                    }
                }
            }
        }
    }

    /// Adds the steps that lead to the goal, or to the contradiction, to a deduction as one chain.
    pub(super) fn write(&self, goal: Option<usize>, deduction: &mut Deduction) {
        let mut needed = vec![false; self.steps.len()];
        let ends: Vec<u16> = match goal.filter(|goal| self.step_of[*goal].is_some()) {
            Some(goal) => vec![goal as u16],
            None => self.clash.map_or(Vec::new(), |clash| clash.to_vec()),
        };
        let indices = |assertions: &[u16]| -> Vec<usize> {
            assertions
                .iter()
                .filter_map(|assertion| Some(self.step_of[*assertion as usize]? as usize))
                .collect()
        };
        needed[0] = true;
        indices(&ends).into_iter().for_each(|index| needed[index] = true);
        for index in (0..self.steps.len()).rev() {
            if needed[index] {
                indices(&self.steps[index].reasons).into_iter().for_each(|reason| needed[reason] = true);
            }
        }
        let mut number = vec![0_u16; self.steps.len()];
        let mut chain: Chain = Vec::new();
        for (index, step) in self.steps.iter().enumerate().filter(|(index, _)| needed[*index]) {
            number[index] = chain.len() as u16;
            let assertion = asserted(step.assertion);
            let role = match (index, assertion.on) {
                (0, _) => Role::Core,
                (_, true) => Role::On,
                _ => Role::Off,
            };
            deduction.pattern.push((role, assertion.candidate));
            let mut premises: Vec<u16> =
                indices(&step.reasons).into_iter().map(|index| number[index]).collect();
            if index > 0 && premises.is_empty() {
                // The assertion follows from the grid alone.
                premises.push(0);
            }
            for reason in step.reasons.iter().copied().map(asserted) {
                let (from, to) = (reason.candidate, assertion.candidate);
                deduction.links.push(Link { from, from_on: reason.on, to, to_on: assertion.on });
            }
            let reason = step.locked.map(|houses| Box::new(self.locked(step, houses)));
            chain.push(Inference { assertion, premises, reason });
        }
        deduction.chains.push(chain);
    }

    /// Returns the locked candidates that justify a step.
    fn locked(&self, step: &Step, [from, to]: [usize; 2]) -> Deduction {
        let technique = if from >= 18 { Technique::Pointing } else { Technique::Claiming };
        let candidate = asserted(step.assertion).candidate;
        let digit = candidate.digit() as usize - 1;
        let eliminated = step.reasons.iter().fold(0_u128, |set, reason| set | 1 << (*reason as usize / 18));
        let mut deduction = Deduction::new(technique);
        deduction.houses.extend([from as u8, to as u8]);
        cells(self.view.places[digit] & HOUSE_SETS[from] & !eliminated)
            .for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
        deduction.eliminations.push(candidate);
        deduction
    }
}

fn asserted(assertion: u16) -> Assertion {
    let (cell, digit) = (assertion as usize / 18, assertion as usize / 2 % 9);
    Assertion { candidate: Candidate::at(cell, digit), on: assertion & 1 == 1 }
}
