//! Forcing nets with the shortest proofs. A candidate is assumed, and singles lead to a cell
//! without candidates or a digit without candidates in a house.
//!
//! Singles are followed in breadth-first order. For each candidate, the first assertion that excludes it is
//! recorded, so that the assertions on which a contradiction depends can be traced back. For each assumption,
//! the net with the fewest assertions is reported.
//!
//! Source: the nets are the braids of Denis Berthier, *Pattern-Based Constraint Satisfaction and Logic
//! Puzzles*, section 5.4. The search is his T&E(1), trial and error at depth 1, and keeps the proof.

use crate::model::tables::{CELLS, HOUSES, PEERS, bits};
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Marks, Role, Technique};

/// Marks a missing assertion or unit.
const NONE: u16 = u16::MAX;

/// A cell (0 to 80), or a digit in a house (81 + 9 * house + digit).
type Unit = u16;

/// Returns the candidates of a unit in a grid.
fn members(marks: &Marks, unit: Unit) -> Vec<u16> {
    let unit = usize::from(unit);
    if unit < 81 {
        return bits(marks.cand[unit]).map(|digit| (9 * unit + digit) as u16).collect();
    }
    let (house, digit) = ((unit - 81) / 9, (unit - 81) % 9);
    let cell = |place: usize| usize::from(CELLS[house][place]);
    bits(marks.pos[house][digit]).map(|place| (9 * cell(place) + digit) as u16).collect()
}

/// The consequences of one assumption.
struct Trial {
    marks: Marks,
    /// The candidates asserted to be true, in order of discovery. Each has the unit in which it is
    /// the last candidate, and its distance from the assumption.
    on: Vec<(u16, Unit, u16)>,
    /// For each candidate, true if it is in `on`.
    is_on: [bool; 729],
    /// For each candidate, the index in `on` of the first assertion that excludes it, or `NONE`.
    off_by: [u16; 729],
    /// The units that have lost all candidates.
    empty: Vec<Unit>,
}

impl Trial {
    fn new(marks: &Marks) -> Self {
        Self { marks: *marks, on: Vec::new(), is_on: [false; 729], off_by: [NONE; 729], empty: Vec::new() }
    }

    /// Follows the assumption until a contradiction is complete, or nothing else follows.
    fn run(&mut self, source: &Marks, assumed: u16) {
        self.marks = *source;
        self.on.clear();
        self.empty.clear();
        self.is_on = [false; 729];
        self.off_by = [NONE; 729];
        self.assert(assumed, NONE, 0);
        let (mut next, mut last) = (0, u16::MAX);
        while let Some((candidate, _, depth)) = self.on.get(next).copied() {
            // Only contradictions at the same distance are compared, because later ones are longer.
            if depth > last {
                return;
            }
            let (cell, digit) = (usize::from(candidate) / 9, usize::from(candidate) % 9);
            for other in bits(self.marks.cand[cell] & !(1 << digit)) {
                self.exclude(cell, other, next as u16, depth);
            }
            for peer in PEERS[cell].map(usize::from) {
                if self.marks.has(peer, digit) {
                    self.exclude(peer, digit, next as u16, depth);
                }
            }
            if !self.empty.is_empty() {
                last = last.min(depth);
            }
            next += 1;
        }
    }

    /// Asserts that a candidate is true, as the last one of a unit.
    fn assert(&mut self, candidate: u16, unit: Unit, depth: u16) {
        if !self.is_on[usize::from(candidate)] {
            self.is_on[usize::from(candidate)] = true;
            self.on.push((candidate, unit, depth));
        }
    }

    /// Removes a candidate, and asserts the candidates that are then the last of a unit.
    fn exclude(&mut self, cell: usize, digit: usize, by: u16, depth: u16) {
        self.marks.remove(cell, digit);
        self.off_by[9 * cell + digit] = by;
        match self.marks.cand[cell] {
            0 => self.empty.push(cell as Unit),
            left if left.is_power_of_two() => {
                self.assert((9 * cell) as u16 + left.trailing_zeros() as u16, cell as Unit, depth + 1);
            }
            _ => {}
        }
        for house in HOUSES[cell].map(usize::from) {
            let unit = (81 + 9 * house + digit) as Unit;
            match self.marks.pos[house][digit] {
                0 => self.empty.push(unit),
                left if left.is_power_of_two() => {
                    let other = usize::from(CELLS[house][left.trailing_zeros() as usize]);
                    self.assert((9 * other + digit) as u16, unit, depth + 1);
                }
                _ => {}
            }
        }
    }

    /// Returns the indices of the assertions that empty the unit, in ascending order.
    fn needed(&self, source: &Marks, unit: Unit) -> Vec<u16> {
        let mut needed: Vec<u16> = Vec::new();
        let mut open = vec![(unit, NONE)];
        while let Some((unit, except)) = open.pop() {
            for candidate in members(source, unit) {
                let by = self.off_by[usize::from(candidate)];
                if candidate != except && by != NONE && !needed.contains(&by) {
                    needed.push(by);
                    let (candidate, unit, _) = self.on[usize::from(by)];
                    if unit != NONE {
                        open.push((unit, candidate));
                    }
                }
            }
        }
        needed.sort_unstable();
        needed
    }

    /// Returns the contradiction with the fewest assertions: the empty unit, and the assertions that empty it.
    fn contradiction(&self, source: &Marks) -> Option<(Unit, Vec<u16>)> {
        let all = self.empty.iter().map(|unit| (*unit, self.needed(source, *unit)));
        all.min_by_key(|(_, needed)| needed.len())
    }

    fn deduction(&self, source: &Marks, unit: Unit, needed: &[u16]) -> Deduction {
        let mut proof = Proof { chain: Chain::new(), place: [NONE; 1458] };
        for index in needed {
            let (candidate, unit, _) = self.on[usize::from(*index)];
            let others: Vec<u16> = if unit == NONE {
                Vec::new()
            } else {
                members(source, unit).into_iter().filter(|it| *it != candidate).collect()
            };
            let premises = others.into_iter().map(|other| self.off(&mut proof, other)).collect();
            proof.add(candidate, true, premises);
        }
        for candidate in members(source, unit) {
            self.off(&mut proof, candidate);
        }
        let assumed = candidate_of(self.on[0].0);
        let mut deduction = Deduction::new(Technique::ForcingNetContradiction);
        deduction.size = needed.len() as u32;
        for inference in &proof.chain {
            let Assertion { candidate: to, on: to_on } = inference.assertion;
            deduction.pattern.push((if to_on { Role::On } else { Role::Off }, to));
            for premise in &inference.premises {
                let Assertion { candidate: from, on: from_on } = proof.chain[usize::from(*premise)].assertion;
                deduction.links.push(Link { from, from_on, to, to_on });
            }
        }
        deduction.chains.push(proof.chain);
        deduction.eliminations.push(assumed);
        deduction
    }

    /// Returns the index in the proof of the assertion that a candidate is false. Adds the
    /// assertion if it is missing.
    fn off(&self, proof: &mut Proof, candidate: u16) -> u16 {
        let known = proof.place[2 * usize::from(candidate)];
        if known != NONE {
            return known;
        }
        let by = self.on[usize::from(self.off_by[usize::from(candidate)])].0;
        let premise = proof.place[2 * usize::from(by) + 1];
        proof.add(candidate, false, vec![premise])
    }
}

/// A chain under construction, with the index of each assertion in it.
struct Proof {
    chain: Chain,
    place: [u16; 1458],
}

impl Proof {
    fn add(&mut self, candidate: u16, on: bool, premises: Vec<u16>) -> u16 {
        let place = self.chain.len() as u16;
        self.place[2 * usize::from(candidate) + usize::from(on)] = place;
        let assertion = Assertion { candidate: candidate_of(candidate), on };
        self.chain.push(Inference { assertion, premises, reason: None });
        place
    }
}

fn candidate_of(number: u16) -> Candidate {
    Candidate::at(usize::from(number) / 9, usize::from(number) % 9)
}

/// Returns the shortest net of every candidate that has a net, sorted by length, then in row-major
/// order.
pub(super) fn find(source: &Marks) -> Vec<Deduction> {
    let mut trial = Trial::new(source);
    let mut found: Vec<(usize, u16, Unit, Vec<u16>)> = Vec::new();
    for cell in (0..81).filter(|cell| source.cand[*cell].count_ones() > 1) {
        for digit in bits(source.cand[cell]) {
            let assumed = (9 * cell + digit) as u16;
            trial.run(source, assumed);
            if let Some((unit, needed)) = trial.contradiction(source) {
                found.push((needed.len(), assumed, unit, needed));
            }
        }
    }
    found.sort();
    let deduction = |(_, assumed, unit, needed): (usize, u16, Unit, Vec<u16>)| {
        trial.run(source, assumed);
        trial.deduction(source, unit, &needed)
    };
    found.into_iter().map(deduction).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::State;
    use crate::verify::prove;

    #[test]
    fn nets_are_proved_and_sorted_by_length() {
        // A grid without singles in its empty cells, with an ER of 8.5 or more.
        let line = include_str!("../../tests/it/nested.txt").lines().next().unwrap().as_bytes();
        let state = State::from_line(line).unwrap();
        let nets = find(&state.marks);
        assert!(nets.len() > 3, "{}", nets.len());
        assert!(nets.is_sorted_by_key(|net| net.size));
        for net in nets {
            assert_eq!(prove(&state, &net), Ok(crate::verify::Basis::Rules), "{net:?}");
        }
    }
}
