//! Forcing chains and forcing nets.
//!
//! # What it is
//! Assume that a candidate is true, or that it is false, and derive everything that follows. In a
//! forcing chain, each deduction follows from a single earlier one. In a forcing net, a single can
//! follow from several earlier deductions together, in up to four further rounds.
//!
//! # How to spot it
//! Choose a cell with two or three candidates, or a digit with two or three places, in a part of the grid with many
//! bivalue cells. Follow each case with singles only, and write down what becomes false. Stop at the first
//! candidate that is false in all cases, or at a contradiction.
//!
//! # Why it holds
//! An assumption is false if its consequences contradict each other, leave a cell without
//! candidates, or leave no place for a digit in a house (contradiction). A conclusion is true if it
//! follows from every candidate of a cell, from every candidate for a digit in a house, or both
//! from a candidate being true and from its being false (verity).
//!
//! # Nearest mistakes
//! All cases of the cell or house must be followed. If one of them is too long to finish, there is no conclusion. A
//! contradiction disproves only the assumption with which the case started.
//!
//! # Example
//! Suppose that three chains start at r5c4=3, and that they eliminate 9 from r1c4, r3c4 and r5c4.
//! If 9 has no other candidate in column 4, then r5c4 is not 3.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the kinds, the number of rounds, the choice among several deductions).

use super::net::nets;
use super::proof::Proof;
use crate::grammar::{effect, house, of_cell};
use crate::model::tables::{HOUSE_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Technique};
use crate::patterns::closure::Closure;
use crate::patterns::links::{CANDIDATES, Nodes};
use crate::patterns::view::View;
use core::ops::ControlFlow;

/// Returns no text, because the lines of the chain are the whole reason.
pub(crate) const fn why_contradiction(_: &Deduction) -> String {
    String::new()
}

pub(crate) fn why_verity(deduction: &Deduction) -> String {
    let mut cases: Vec<Candidate> = Vec::new();
    let firsts = deduction.chains.iter().filter_map(|chain| chain.first());
    for case in firsts.map(|inference| inference.assertion.candidate) {
        if !cases.contains(&case) {
            cases.push(case);
        }
    }
    let effect = effect(deduction);
    match (&cases[..], deduction.houses.first()) {
        ([one], _) => format!("Whether {} is {} or not, {effect}.", of_cell(*one), one.digit()),
        ([one, ..], Some(in_house)) => {
            format!("Wherever {} goes in {}, {effect}.", one.digit(), house(*in_house))
        }
        ([one, ..], None) => format!("Whichever digit {} holds, {effect}.", of_cell(*one)),
        ([], _) => String::new(),
    }
}

/// The implications that are followed: those of chains, or those of nets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    Chains,
    Nets,
}

/// Returns the houses that contain one of these cells, as two sets of representative cells: one for
/// rows and boxes, one for columns.
const fn houses_with(set: u128) -> [u128; 2] {
    /// The first cells of the rows, which represent the rows. `BOXES` contains the first cells of
    /// the boxes; shifted by one, these represent the boxes.
    const ROWS: u128 = 0x100_8040_2010_0804_0201;
    const BOXES: u128 = 0o111 | 0o111 << 27 | 0o111 << 54;
    let thirds = set | set >> 1 | set >> 2;
    let rows = (thirds | thirds >> 3 | thirds >> 6) & ROWS;
    let boxes = (thirds | thirds >> 9 | thirds >> 18) & BOXES;
    let bands = set | set >> 27 | set >> 54;
    [rows | boxes << 1, (bands | bands >> 9 | bands >> 18) & 0x1ff]
}

impl Closure {
    /// Returns true if the closure is contradictory, without identifying the house or cell.
    /// `houses` contains the houses with candidates for each digit.
    fn contradicts(&self, view: &View<'_>, houses: &[[u128; 2]; 9]) -> bool {
        if (0..9).any(|digit| self.on[digit] & self.off[digit] != 0) {
            return true;
        }
        let mut left = 0;
        for (digit, houses) in houses.iter().enumerate() {
            let rest = view.places[digit] & !self.off[digit];
            left |= rest;
            if self.off[digit] != 0 && houses_with(rest) != *houses {
                return true;
            }
        }
        view.open & !left != 0
    }
}

/// A conclusion with the assumptions that lead to it.
#[derive(Clone, Debug)]
struct Conclusion {
    verity: bool,
    /// The assertion that is proved.
    result: u16,
    assumptions: Vec<u16>,
    house: Option<u8>,
}

/// Reports conclusions in HoDoKu's order of preference: placements by cell, then eliminations.
pub(crate) fn find(view: &View<'_>, reach: Reach, visit: Visitor<'_>) -> ControlFlow<()> {
    let mut found = match reach {
        Reach::Chains => {
            let closures = view.closures(Nodes::Grouped);
            conclusions(view, |assertion| closures.of(assertion))
        }
        Reach::Nets => {
            let nets = nets(view);
            conclusions(view, |assertion| nets.get(assertion))
        }
    };
    found.sort_by_key(|conclusion| {
        let (cell, digit) = (conclusion.result as usize / 18, conclusion.result as usize / 2 % 9);
        if conclusion.result & 1 == 1 { (0, cell) } else { (1, cell + digit) }
    });
    found.iter().try_for_each(|conclusion| visit(deduction(view, reach, conclusion)))
}

/// Returns all conclusions of contradictions and verities, each result once.
fn conclusions<'a>(view: &View<'_>, closure: impl Fn(usize) -> Option<&'a Closure>) -> Vec<Conclusion> {
    let mut found: Vec<Conclusion> = Vec::new();
    let mut known = vec![false; 2 * CANDIDATES];
    let mut add = |result: usize, assumptions: &[u16], house: Option<u8>, verity: bool| {
        if !core::mem::replace(&mut known[result], true) {
            found.push(Conclusion {
                verity,
                result: result as u16,
                assumptions: assumptions.to_vec(),
                house,
            });
        }
    };
    let houses = view.places.map(houses_with);
    for assertion in 0..2 * CANDIDATES {
        let is_candidate = view.marks.has(assertion / 18, assertion / 2 % 9);
        if is_candidate && closure(assertion).is_some_and(|closure| closure.contradicts(view, &houses)) {
            add(assertion ^ 1, &[assertion as u16], None, false);
        }
    }
    let mut verity = |assumptions: &[u16], house: Option<u8>| {
        // If an assumption has no consequences, there is no verity: it could have only itself in common with
        // the others, which contradict it.
        let mut common = Closure { on: view.places, off: view.places };
        for assumption in assumptions {
            let Some(closure) = closure(*assumption as usize) else { return };
            common.meet(closure);
        }
        for digit in 0..9 {
            cells(common.on[digit])
                .for_each(|cell| add(2 * (9 * cell + digit) + 1, assumptions, house, true));
            cells(common.off[digit]).for_each(|cell| add(2 * (9 * cell + digit), assumptions, house, true));
        }
    };
    for cell in cells(view.open) {
        for digit in bits(view.marks.cand[cell]) {
            let node = (2 * (9 * cell + digit)) as u16;
            verity(&[node + 1, node], None);
        }
    }
    for cell in cells(view.open) {
        let all: Vec<u16> =
            bits(view.marks.cand[cell]).map(|digit| (2 * (9 * cell + digit) + 1) as u16).collect();
        verity(&all, None);
    }
    for (house, members) in HOUSE_SETS.iter().enumerate() {
        for digit in 0..9 {
            let all = cells(view.places[digit] & members);
            let all: Vec<u16> = all.map(|cell| (2 * (9 * cell + digit) + 1) as u16).collect();
            if !all.is_empty() {
                verity(&all, Some(house as u8));
            }
        }
    }
    found
}

fn deduction(view: &View<'_>, reach: Reach, conclusion: &Conclusion) -> Deduction {
    let mut deduction = Deduction::new(match (reach, conclusion.verity) {
        (Reach::Chains, false) => Technique::ForcingChainContradiction,
        (Reach::Chains, true) => Technique::ForcingChainVerity,
        (Reach::Nets, false) => Technique::ForcingNetContradiction,
        (Reach::Nets, true) => Technique::ForcingNetVerity,
    });
    deduction.houses.extend(conclusion.house);
    for assumption in &conclusion.assumptions {
        let goal = conclusion.verity.then_some(conclusion.result as usize);
        let mut proof = Proof::new(view, *assumption as usize);
        proof.run(goal);
        proof.write(goal, &mut deduction);
    }
    let result = conclusion.result as usize;
    let candidate = Candidate::at(result / 18, result / 2 % 9);
    if result & 1 == 1 {
        deduction.placements.push(candidate);
    } else {
        deduction.eliminations.push(candidate);
    }
    deduction
}
