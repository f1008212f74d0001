//! Forcing chains and forcing nets.
//!
//! # What it is
//! An assumption (a candidate holds, or does not) with all that follows from it. Along chains each link follows from one
//! assertion alone; in nets singles are drawn from several, up to four rounds of them at a time.
//!
//! # Why it holds
//! If what follows contradicts itself, leaves a cell without candidate or a house without place for a digit, then the
//! assumption is false (contradiction). What follows from every candidate of a cell, from every place of a digit in a
//! house, or from a candidate both holding and not, is true (verity).
//!
//! # Example
//! If r5c4=3 leads along three chains to r1c4, r3c4 and r5c4 not being 9, and 9 has no other place in column 4, then
//! r5c4 is not 3.
//!
//! # Source
//! Kinds, rounds, choice among several: Bernhard Hobiger, HoDoKu 2.2.

use crate::about::About;
use crate::grammar::effect;
use crate::hodoku::rule::{Level, Rule, Span};
use crate::model::Marks;
use crate::model::tables::{CELLS, HOUSE_SETS, HOUSES, PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Assertion, Candidate, Chain, Deduction, Inference, Link, Role, Technique};
use crate::patterns::closure::Closure;
use crate::patterns::links::{CANDIDATES, Nodes};
use crate::patterns::view::View;
use core::ops::ControlFlow;

pub(crate) const ABOUT_FORCING_CHAIN_CONTRADICTION: About = About::new(
    Technique::ForcingChainContradiction,
    "forcing-chain-contradiction",
    "Forcing chain contradiction",
    why_contradiction,
)
.example(
    "+85..9....1.....6.....3.8.....8.4...9514.......3....2+4.........4.8...6..77..15..6.:713 \
         714 416 117 218 723 726 228 528 529 631 632 233 933 235 735 137 138 244 246 654 663 664 \
         764 964 765 966 272 273 373 673 973 375 877 878 283 383 983 393",
);

pub(crate) const ABOUT_FORCING_CHAIN_VERITY: About =
    About::new(Technique::ForcingChainVerity, "forcing-chain-verity", "Forcing chain verity", why_verity)
        .example(
            "8+2+94+153+7+6+7+5+69+83+1+24+34+1+62+75+8+96+9+5+1+4+2+7+3+8+1+87536+9+4+2.+328+7+9+6+5\
         1+97+3+264+81+5.+1.+3+9+8.67.+68+7+5+1.9+3",
        );

pub(crate) const ABOUT_FORCING_NET_CONTRADICTION: About = About::new(
    Technique::ForcingNetContradiction,
    "forcing-net-contradiction",
    "Forcing net contradiction",
    why_contradiction,
)
.example(
    ".......4...2..4..1.7..5..9...3..7....4..6....6+9.1..8..+32....1..85.9...6.....8...3:812 \
         316 616 247 249 256 568 778 479",
);

pub(crate) const ABOUT_FORCING_NET_VERITY: About =
    About::new(Technique::ForcingNetVerity, "forcing-net-verity", "Forcing net verity", why_verity).example(
        "....+7.94..+7..9...53....5.7..8+74..1..463.+8.........7.8.8..7.....7......28.5.26+8...:2\
         13 613 623 627 233 633 164 165 267 567 269 969 973 176 377 378 379 182 983 387",
    );

pub(crate) const FORCING_CHAINS: Rule = Rule::new(
    &[Technique::ForcingChainContradiction, Technique::ForcingChainVerity],
    Span::Grid,
    |view, _, _, visit| find(view, Reach::Chains, visit),
)
.at(8500, Level::Extreme, 500);
pub(crate) const FORCING_NETS: Rule = Rule::new(
    &[Technique::ForcingNetContradiction, Technique::ForcingNetVerity],
    Span::Grid,
    |view, _, _, visit| find(view, Reach::Nets, visit),
)
.at(8600, Level::Extreme, 700);

fn why_contradiction(deduction: &Deduction) -> String {
    format!("The assumption below leads to a contradiction, so it is false: {}.", effect(deduction))
}

fn why_verity(deduction: &Deduction) -> String {
    format!("The cases below leave nothing out and lead to the same: {}.", effect(deduction))
}

/// How implications are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    Chains,
    Nets,
}

/// Rounds of singles that one entry of a net looks ahead.
const ROUNDS: usize = 4;

/// Which houses have one of these cells: rows and boxes, and columns, as two sets of cells that stand for them.
const fn houses_with(set: u128) -> [u128; 2] {
    /// The first cells of the rows, and the first cells of the boxes but in the second column of these.
    const ROWS: u128 = 0x100_8040_2010_0804_0201;
    const BOXES: u128 = 0o111 | 0o111 << 27 | 0o111 << 54;
    let thirds = set | set >> 1 | set >> 2;
    let rows = (thirds | thirds >> 3 | thirds >> 6) & ROWS;
    let boxes = (thirds | thirds >> 9 | thirds >> 18) & BOXES;
    let bands = set | set >> 27 | set >> 54;
    [rows | boxes << 1, (bands | bands >> 9 | bands >> 18) & 0x1ff]
}

impl Closure {
    /// Whether it can't be true; the house or cell does not matter. `houses` are those that each digit has places in.
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
    /// The assertion that is true.
    result: u16,
    assumptions: Vec<u16>,
    house: Option<u8>,
}

/// Reports conclusions as HoDoKu prefers them: placements first, by cell; then eliminations.
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

/// The closures along chains, for each assertion about a candidate that is left.
fn chains(view: &View<'_>) -> Vec<Closure> {
    let closures = view.closures(Nodes::Grouped);
    (0..2 * CANDIDATES).map(|assertion| closures.of(assertion).copied().unwrap_or(Closure::NONE)).collect()
}

/// The closures of nets: what singles give within a few rounds, and what follows from all that in turn.
fn nets(view: &View<'_>) -> Vec<Closure> {
    // Links through groups are not singles.
    let mut ahead = chains(view);
    let ready = singles(view);
    for (assertion, closure) in ahead.iter_mut().enumerate() {
        if view.marks.has(assertion / 18, assertion / 2 % 9) {
            look_ahead(view, ready, assertion, closure);
        }
    }
    let mut closures = ahead.clone();
    let mut finished = vec![false; 2 * CANDIDATES];
    for assertion in 0..2 * CANDIDATES {
        if !view.marks.has(assertion / 18, assertion / 2 % 9) {
            continue;
        }
        let mut closure = ahead[assertion];
        let mut done = Closure::NONE;
        done.insert(assertion);
        while closure != done {
            for digit in 0..9 {
                for holds in [true, false] {
                    let sets = |closure: &Closure| if holds { closure.on[digit] } else { closure.off[digit] };
                    loop {
                        let rest = sets(&closure) & !sets(&done);
                        if rest == 0 {
                            break;
                        }
                        let cell = rest.trailing_zeros() as usize;
                        let from = 2 * (9 * cell + digit) + usize::from(holds);
                        done.insert(from);
                        closure.join(&closures[from]);
                        if finished[from] {
                            done.join(&closures[from]);
                        }
                    }
                }
            }
        }
        closures[assertion] = closure;
        finished[assertion] = true;
    }
    closures
}

/// The cells with singles.
fn singles(view: &View<'_>) -> u128 {
    let naked = cells(view.open).filter(|cell| view.marks.cand[*cell].is_power_of_two());
    let naked = naked.fold(0, |set, cell| set | 1 << cell);
    let alone = |digit: usize| {
        let places = HOUSE_SETS.map(|house| view.places[digit] & house);
        places.into_iter().filter(|places| places.is_power_of_two()).fold(0, |set, places| set | places)
    };
    (0..9).fold(naked, |set, digit| set | alone(digit))
}

/// What a few rounds of singles give after an assertion; `ready` are the cells with singles before it.
fn look_ahead(view: &View<'_>, ready: u128, assertion: usize, closure: &mut Closure) {
    let (cell, digit) = (assertion / 18, assertion / 2 % 9);
    let mut copy = Copy { marks: *view.marks, changed: ready };
    closure.insert(assertion);
    if assertion & 1 == 1 {
        copy.hold(view, cell, digit, closure);
    } else {
        copy.marks.remove(cell, digit);
        copy.changed |= 1 << cell;
    }
    let mut singles: Vec<(usize, usize)> = Vec::new();
    for _ in 0..ROUNDS {
        singles.clear();
        let mut houses = 0_u32;
        for cell in cells(core::mem::take(&mut copy.changed)) {
            if copy.marks.cand[cell].is_power_of_two() {
                singles.push((cell, copy.marks.cand[cell].trailing_zeros() as usize));
            }
            HOUSES[cell].iter().for_each(|house| houses |= 1 << house);
        }
        for house in cells(houses.into()) {
            for (digit, places) in copy.marks.pos[house].iter().enumerate() {
                if places.is_power_of_two() {
                    singles.push((CELLS[house][places.trailing_zeros() as usize] as usize, digit));
                }
            }
        }
        if singles.is_empty() {
            break;
        }
        for (cell, digit) in &singles {
            if copy.marks.has(*cell, *digit) {
                copy.hold(view, *cell, *digit, closure);
            }
        }
    }
}

/// A copy of the grid, with the cells that have changed since it was last looked through.
struct Copy {
    marks: Marks,
    changed: u128,
}

impl Copy {
    /// Places a digit and notes what that does.
    fn hold(&mut self, view: &View<'_>, cell: usize, digit: usize, closure: &mut Closure) {
        closure.on[digit] |= 1 << cell;
        let seen = PEER_SETS[cell] & view.places[digit];
        closure.off[digit] |= seen;
        self.changed |= seen | 1 << cell;
        for other in bits(view.marks.cand[cell] & !(1 << digit)) {
            closure.off[other] |= 1 << cell;
        }
        self.marks.place(cell, digit);
    }
}

/// All that follows from contradictions and verities, each result once.
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
        let here = view.marks.has(assertion / 18, assertion / 2 % 9);
        if here && closure(assertion).is_some_and(|closure| closure.contradicts(view, &houses)) {
            add(assertion ^ 1, &[assertion as u16], None, false);
        }
    }
    let mut verity = |assumptions: &[u16], house: Option<u8>| {
        // What an assumption from which nothing follows shares with others is itself, which contradicts these.
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

/// An assertion with the assertions that it follows from.
struct Step {
    assertion: u16,
    reasons: Vec<u16>,
    /// For locked candidates: the house whose places are left, and the house that loses the digit.
    locked: Option<[usize; 2]>,
}

/// The way from an assumption to its consequences: singles and locked candidates, with the reasons of each.
struct Proof<'a> {
    view: &'a View<'a>,
    marks: Marks,
    /// For each assertion its place in `steps`.
    place: Vec<Option<u32>>,
    steps: Vec<Step>,
    /// A candidate that both holds and does not.
    clash: Option<[u16; 2]>,
}

impl<'a> Proof<'a> {
    fn new(view: &'a View<'a>, assumption: usize) -> Self {
        let place = vec![None; 2 * CANDIDATES];
        let mut proof = Self { view, marks: *view.marks, place, steps: Vec::new(), clash: None };
        proof.add(assumption, Vec::new(), None);
        proof
    }

    fn add(&mut self, assertion: usize, reasons: Vec<u16>, locked: Option<[usize; 2]>) {
        if self.place[assertion].is_some() {
            return;
        }
        if self.clash.is_none() && self.place[assertion ^ 1].is_some() {
            self.clash = Some([assertion as u16, assertion as u16 ^ 1]);
        }
        self.place[assertion] = Some(self.steps.len() as u32);
        self.steps.push(Step { assertion: assertion as u16, reasons, locked });
        if assertion & 1 == 0 {
            self.marks.remove(assertion / 18, assertion / 2 % 9);
        }
    }

    /// The assertions that say that these candidates do not hold.
    fn offs(&self, digit: usize, set: u128) -> Vec<u16> {
        cells(set & self.view.places[digit]).map(|cell| (2 * (9 * cell + digit)) as u16).collect()
    }

    fn run(&mut self, goal: Option<usize>) {
        let mut head = 0;
        while head < self.steps.len() {
            if self.clash.is_some() || goal.is_some_and(|goal| self.place[goal].is_some()) {
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

    /// What the loss of a candidate leaves. Where nothing is left, the last to go both holds and does not.
    fn after_loss(&mut self, cell: usize, digit: usize) {
        let own = |mask: u16| bits(mask).map(|digit| (2 * (9 * cell + digit)) as u16).collect::<Vec<_>>();
        let lost = 2 * (9 * cell + digit) + 1;
        let rest = self.marks.cand[cell];
        let gone = self.view.marks.cand[cell] & !rest;
        if rest == 0 {
            self.add(lost, own(gone & !(1 << digit)), None);
        } else if rest.is_power_of_two() {
            self.add(2 * (9 * cell + rest.trailing_zeros() as usize) + 1, own(gone), None);
        }
        for house in HOUSES[cell].map(usize::from) {
            let places = self.marks.pos[house][digit];
            let left = bits(places).fold(0_u128, |set, place| set | 1 << CELLS[house][place]);
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
                    for gone in cells(HOUSE_SETS[other] & !left & self.view.places[digit]) {
                        self.add(2 * (9 * gone + digit), reasons.clone(), Some([house, other]));
                    }
                }
            }
        }
    }

    /// Writes what leads to the goal, or to the clash.
    fn write(&self, goal: Option<usize>, deduction: &mut Deduction) {
        let mut needed = vec![false; self.steps.len()];
        let ends: Vec<u16> = match goal.filter(|goal| self.place[*goal].is_some()) {
            Some(goal) => vec![goal as u16],
            None => self.clash.map_or(Vec::new(), |clash| clash.to_vec()),
        };
        let places = |assertions: &[u16]| -> Vec<usize> {
            assertions
                .iter()
                .filter_map(|assertion| Some(self.place[*assertion as usize]? as usize))
                .collect()
        };
        needed[0] = true;
        places(&ends).into_iter().for_each(|place| needed[place] = true);
        for place in (0..self.steps.len()).rev() {
            if needed[place] {
                places(&self.steps[place].reasons).into_iter().for_each(|reason| needed[reason] = true);
            }
        }
        let mut number = vec![0_u16; self.steps.len()];
        let mut chain: Chain = Vec::new();
        for (place, step) in self.steps.iter().enumerate().filter(|(place, _)| needed[*place]) {
            number[place] = chain.len() as u16;
            let assertion = asserted(step.assertion);
            let role = match (place, assertion.on) {
                (0, _) => Role::Core,
                (_, true) => Role::On,
                _ => Role::Off,
            };
            deduction.pattern.push((role, assertion.candidate));
            let mut premises: Vec<u16> =
                places(&step.reasons).into_iter().map(|place| number[place]).collect();
            if place > 0 && premises.is_empty() {
                // It follows from the grid alone.
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

    /// The locked candidates that a step rests on.
    fn locked(&self, step: &Step, [from, to]: [usize; 2]) -> Deduction {
        let technique = if from >= 18 { Technique::Pointing } else { Technique::Claiming };
        let candidate = asserted(step.assertion).candidate;
        let digit = candidate.digit() as usize - 1;
        let gone = step.reasons.iter().fold(0_u128, |set, reason| set | 1 << (*reason as usize / 18));
        let mut deduction = Deduction::new(technique);
        deduction.houses.extend([from as u8, to as u8]);
        cells(self.view.places[digit] & HOUSE_SETS[from] & !gone)
            .for_each(|cell| deduction.mark(Role::Core, cell, 1 << digit));
        deduction.eliminations.push(candidate);
        deduction
    }
}

fn asserted(assertion: u16) -> Assertion {
    let (cell, digit) = (assertion as usize / 18, assertion as usize / 2 % 9);
    Assertion { candidate: Candidate::at(cell, digit), on: assertion & 1 == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::State;

    #[test]
    fn nets_reach_all_that_chains_reach() {
        let line = b"4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
        let state = State::from_line(line).expect("a puzzle");
        let view = View::new(&state);
        let (chains, nets) = (chains(&view), nets(&view));
        let within =
            |small: &[u128; 9], large: &[u128; 9]| (0..9).all(|digit| small[digit] & !large[digit] == 0);
        assert!(
            chains
                .iter()
                .zip(&nets)
                .all(|(chain, net)| within(&chain.on, &net.on) && within(&chain.off, &net.off))
        );
        assert_ne!(
            chains.iter().map(|closure| closure.on).max(),
            nets.iter().map(|closure| closure.on).max()
        );
    }
}
