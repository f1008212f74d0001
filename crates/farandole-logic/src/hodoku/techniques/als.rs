//! Almost locked sets: ALS-XZ, ALS-XY-wing, ALS-XY-chain, death blossom.
//!
//! # What it is
//! An almost locked set (ALS) is a group of n cells of a house with n + 1 candidates in total. A
//! digit is a restricted common of two sets if each of its candidates in one set sees all of its
//! candidates in the other.
//!
//! # How to spot it
//! A bivalue cell is the smallest almost locked set, so start with one. Look in a house that it sees for two cells
//! with three candidates, or three with four, and check whether a common digit sees all its places in the other
//! set. If so, look for a second common digit: it can be eliminated from the cells that see all its places.
//!
//! # Why it holds
//! If an ALS loses one of its digits, it holds all of its other digits: it is locked. A restricted
//! common can be in only one of its two sets, so the other set is locked. A second digit that both
//! sets contain is then in at least one of them, and can be eliminated from any cell that sees all
//! of its candidates in both sets (ALS-XZ). With two restricted commons, both sets are locked. In a
//! chain of sets that are linked by different restricted commons, the first or the last set is
//! locked (ALS-XY-wing, ALS-XY-chain). In a death blossom, each candidate of one cell, the stem, is
//! a restricted common of that cell and a set of its own, so one of the sets is locked whichever
//! digit the stem holds.
//!
//! # Nearest mistakes
//! All places of the restricted common in one set must see all its places in the other set. The digit that is
//! eliminated must be in both sets, and the restricted common itself is not eliminated. The sets must not overlap.
//!
//! # Example
//! Set A is r1c1, with the candidates 1 and 2. Set B is r1c5 and r2c5, with the candidates 1, 2 and
//! 3, and 1 only in r1c5. At most one of the sets contains 1, so the other one contains 2. A cell
//! that sees r1c1 and both candidates for 2 in B is therefore not 2.
//!
//! # Source
//! Bernhard Hobiger, HoDoKu 2.2 (the names, the rule that sets do not overlap, the choice among
//! several deductions).

use crate::grammar::{cell_list, core_cells, digit_list, effect, join};
use crate::hodoku::preference;
use crate::hodoku::rule::Scope;
use crate::model::tables::{PEER_SETS, bits, cells};
use crate::model::visit::Visitor;
use crate::model::{Candidate, Deduction, Role, Technique};
use crate::notation::named_sets;
use crate::patterns::almost_locked::{Als, Joined, Overlap};
use crate::patterns::view::View;
use core::ops::ControlFlow;
use std::collections::HashSet;

fn name(set: u8) -> char {
    char::from(b'A' + set)
}

/// Returns the restricted commons in the order of the sets that they link.
fn commons(deduction: &Deduction) -> Vec<u8> {
    let with_role = deduction.pattern.iter().filter(|(role, _)| *role == Role::Common);
    let mut found: Vec<u8> = with_role.map(|(_, it)| it.digit()).collect();
    found.dedup();
    found
}

/// Returns the conclusion for each eliminated digit: that it is in one of these sets, and that the
/// named cells see all its places there. An example is
/// `So 7 is in A or B, and r1c3 sees all their 7s.`
fn conclusion(deduction: &Deduction, sets: &str) -> String {
    let mut of_digit: Vec<(u8, Vec<u8>)> = Vec::new();
    for out in &deduction.eliminations {
        match of_digit.iter_mut().find(|(digit, _)| *digit == out.digit()) {
            Some((_, cells)) => cells.push(out.cell() as u8),
            None => of_digit.push((out.digit(), vec![out.cell() as u8])),
        }
    }
    let part = |(digit, cells): &(u8, Vec<u8>)| {
        let verb = if cells.len() == 1 { "sees" } else { "see" };
        format!("{} {verb} all their {digit}s", cell_list(cells))
    };
    let digits: Vec<u8> = of_digit.iter().map(|(digit, _)| *digit).collect();
    let each = if digits.len() == 1 { "" } else { "each of " };
    format!(
        "So {each}{} is in {sets}, and {}.",
        digit_list(&digits, "and"),
        join(of_digit.iter().map(part), "and")
    )
}

/// Introduces the sets.
fn introduction(deduction: &Deduction) -> String {
    format!("The almost locked sets {} each have one more digit than cells.", named_sets(deduction))
}

pub(crate) fn why(deduction: &Deduction) -> String {
    let (sets, commons) = (introduction(deduction), commons(deduction));
    if deduction.technique == Technique::AlsXz {
        return why_xz(deduction, &sets, &commons);
    }
    let link = |(first, digit): (usize, &u8)| {
        let [one, other] = [name(first as u8), name(first as u8 + 1)];
        format!("every {digit} of {one} sees every {digit} of {other}")
    };
    let links: Vec<String> = commons.iter().enumerate().map(link).collect();
    let held: Vec<String> = commons
        .windows(2)
        .enumerate()
        .map(|(set, pair)| format!("{} holds {}", name(set as u8 + 1), pair[1]))
        .collect();
    let ([start, ..], [.., end]) = (&commons[..], &commons[..]) else { return sets };
    let last = name(deduction.size.saturating_sub(1) as u8);
    format!(
        "{sets} E{}. If A holds {start}, {}, so {last} holds all its digits but {end}. Otherwise A holds all its digits \
         but {start}. {}",
        &links.join(", and ")[1..],
        held.join(", so "),
        conclusion(deduction, &format!("A or {last}"))
    )
}

fn why_xz(deduction: &Deduction, sets: &str, commons: &[u8]) -> String {
    if let [one, other] = commons {
        return format!(
            "{sets} Every {one} of A sees every {one} of B, and every {other} of A sees every {other} of B. A set can lack \
             only one of its digits, so one set holds {one} and the other {other}, and both hold all their other digits: {}.",
            effect(deduction)
        );
    }
    let common = digit_list(commons, "and");
    let mut out: Vec<u8> = deduction.eliminations.iter().map(|it| it.digit()).collect();
    out.sort_unstable();
    out.dedup();
    format!(
        "{sets} Every {common} of A sees every {common} of B, so {common} is in at most one of them. The other set then \
         holds all its other digits, including {}. {}",
        digit_list(&out, "and"),
        conclusion(deduction, "A or B")
    )
}

pub(crate) fn why_blossom(deduction: &Deduction) -> String {
    let stem = core_cells(deduction);
    let petal = |(number, digit): (usize, &u8)| {
        format!("if {stem} is {digit}, {} has no {digit}", name(number as u8))
    };
    format!(
        "{} Whichever digit {stem} holds, one of them loses it and holds all its other digits: {}. {}",
        introduction(deduction),
        join(commons(deduction).iter().enumerate().map(petal), "and"),
        conclusion(deduction, "one of the sets")
    )
}

/// Reports patterns of almost locked sets. The scale uses the chain with the best effect. For other
/// techniques, it uses the first pattern.
pub(crate) fn find(
    view: &View<'_>,
    technique: Technique,
    scope: Scope,
    visit: Visitor<'_>,
) -> ControlFlow<()> {
    let sets = Sets::new(view, scope);
    let mut found: Vec<Pattern> = Vec::new();
    let mut known = HashSet::new();
    let mut best: Option<Vec<Candidate>> = None;
    let mut take = |effect: &Effect, pattern: &dyn Fn() -> Pattern| {
        if scope == Scope::All {
            if known.insert(*effect) {
                found.push(pattern());
            }
        } else if technique == Technique::AlsXyChain {
            let (current, eliminations) = (candidates(effect), best.take().unwrap_or_default());
            if eliminations.is_empty() || preference::by_effect(&current, &eliminations).is_lt() {
                found = vec![pattern()];
                best = Some(current);
            } else {
                best = Some(eliminations);
            }
        } else if found.is_empty() {
            found = vec![pattern()];
        }
    };
    match technique {
        Technique::AlsXz => sets.xz(&mut take),
        Technique::AlsXyWing => sets.wings(&mut take),
        Technique::AlsXyChain => sets.chains(&mut take),
        _ => sets.blossoms(view, &mut take),
    }
    found.iter().try_for_each(|pattern| visit(sets.deduction(view, pattern)))
}

/// The eliminations of a pattern, as a set of cells for each digit.
pub(crate) type Effect = [u128; 9];

/// A pattern of almost locked sets, with the restricted commons in order.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) technique: Technique,
    pub(crate) effect: Effect,
    sets: Vec<usize>,
    common: Vec<u8>,
    /// The stem cell of a death blossom.
    stem: Option<usize>,
}

/// Maximum number of sets in a chain on the scale. The wider scope allows twice as many.
const MAX_CHAIN: usize = 6;

/// The almost locked sets of a grid, and their restricted commons.
#[derive(Clone, Copy, Debug)]
struct Sets<'a> {
    sets: &'a [Als],
    joined: &'a Joined,
    scope: Scope,
}

impl<'a> Sets<'a> {
    /// Collects the sets. Overlapping sets are linked only in the wider scope.
    fn new(view: &'a View<'_>, scope: Scope) -> Self {
        let overlap = if scope == Scope::All { Overlap::Any } else { Overlap::None };
        Self { sets: view.almost_locked(), joined: view.joined(overlap), scope }
    }

    /// Returns the eliminations of each digit that both sets contain, except the digits in `not`.
    fn common_eliminations(&self, first: usize, second: usize, not: u16) -> Option<Effect> {
        let (a, b) = (&self.sets[first], &self.sets[second]);
        let mut effect = [0; 9];
        let mut any = 0;
        for digit in bits(a.digits & b.digits & !not) {
            effect[digit] = a.seen[digit] & b.seen[digit];
            any |= effect[digit];
        }
        (any != 0).then_some(effect)
    }

    /// Calls `visit` with every pair of sets that has an elimination.
    pub(crate) fn xz(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        for first in 0..self.sets.len() {
            for (second, common) in &self.joined[first] {
                let second = *second as usize;
                if second < first {
                    continue;
                }
                let pattern = |effect: &Effect, common: u16| Pattern {
                    technique: Technique::AlsXz,
                    effect: *effect,
                    sets: vec![first, second],
                    common: bits(common).map(|digit| digit as u8).collect(),
                    stem: None,
                };
                let (a, b) = (&self.sets[first], &self.sets[second]);
                if common.count_ones() < 2 {
                    if let Some(effect) = self.common_eliminations(first, second, *common) {
                        visit(&effect, &|| pattern(&effect, *common));
                    }
                    continue;
                }
                // Both sets are locked in their other digits, and each restricted common is in one
                // of them.
                let mut effect = [0; 9];
                for digit in bits(*common) {
                    effect[digit] = a.seen[digit] & b.seen[digit];
                }
                for set in [a, b] {
                    for digit in bits(set.digits & !common) {
                        effect[digit] |= set.seen[digit];
                    }
                }
                // HoDoKu makes no eliminations in the cells of the sets.
                effect.iter_mut().for_each(|cells| *cells &= !(a.set | b.set));
                if effect.iter().any(|cells| *cells != 0) {
                    visit(&effect, &|| pattern(&effect, *common));
                }
            }
        }
    }

    /// Calls `visit` with every wing. In a wing, two sets are linked to a third by different
    /// digits.
    pub(crate) fn wings(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        // Links are in the order of their sets, with the lower set first. Each link is combined
        // with the later links that share a set.
        for low in 0..self.sets.len() {
            for (number, (high, left)) in self.joined[low].iter().enumerate() {
                let high_set = *high as usize;
                if high_set < low {
                    continue;
                }
                for (other, right) in &self.joined[low][number + 1..] {
                    self.wing([high_set, low, *other as usize], *left, *right, visit);
                }
                for (other, right) in &self.joined[high_set] {
                    if *other as usize > low {
                        self.wing([low, high_set, *other as usize], *left, *right, visit);
                    }
                }
            }
        }
    }

    fn wing(
        &self,
        [first, middle, second]: [usize; 3],
        left: u16,
        right: u16,
        visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern),
    ) {
        let (a, b) = (&self.sets[first], &self.sets[second]);
        if a.digits & b.digits == 0 || self.scope == Scope::Solve && a.set & b.set != 0 {
            return;
        }
        for x in bits(left) {
            for y in bits(right & !(1 << x)) {
                if let Some(effect) = self.common_eliminations(first, second, 1 << x | 1 << y) {
                    visit(&effect, &|| Pattern {
                        technique: Technique::AlsXyWing,
                        effect,
                        sets: vec![first, middle, second],
                        common: vec![x as u8, y as u8],
                        stem: None,
                    });
                }
            }
        }
    }

    /// Calls `visit` with the shortest chain of at least four sets for each pair of ends and their
    /// digits. On the scale, a chain has at most six sets, in ascending order.
    pub(crate) fn chains(&self, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        // Nodes of the search are pairs of a set and the digit by which it was entered.
        let mut parent = vec![u32::MAX; self.sets.len() * 9];
        let mut queue: Vec<u32> = Vec::new();
        for (start, from) in self.sets.iter().enumerate() {
            if from.seen.iter().all(|seen| *seen == 0) {
                continue;
            }
            for leave in bits(from.digits) {
                queue.iter().for_each(|node| parent[*node as usize] = u32::MAX);
                queue.clear();
                let first_successor = self.first_successor(start);
                for (next, common) in &self.joined[start][first_successor..] {
                    if common >> leave & 1 == 1 {
                        let node = next * 9 + leave as u32;
                        parent[node as usize] = node;
                        queue.push(node);
                    }
                }
                // The queue starts with the second sets, and each round adds the next ones.
                let mut head = 0;
                for length in 3..=if self.scope == Scope::All { 2 * MAX_CHAIN } else { MAX_CHAIN } {
                    let end = queue.len();
                    while head < end {
                        let node = queue[head];
                        head += 1;
                        let (current, entered) = (node as usize / 9, node % 9);
                        let first_successor = self.first_successor(current);
                        for (next, common) in &self.joined[current][first_successor..] {
                            for digit in bits(common & !(1 << entered)) {
                                let following = next * 9 + digit as u32;
                                if parent[following as usize] == u32::MAX {
                                    parent[following as usize] = node;
                                    queue.push(following);
                                }
                            }
                        }
                    }
                    if length < 4 {
                        continue;
                    }
                    for node in &queue[end..] {
                        let (end, entered) = (*node as usize / 9, *node as usize % 9);
                        let Some(effect) = self.common_eliminations(start, end, 1 << leave | 1 << entered)
                        else {
                            continue;
                        };
                        visit(&effect, &|| self.chain(start, *node, &parent, effect));
                    }
                }
            }
        }
    }

    /// Returns the index of the first set that may continue a chain. On the scale, sets are in
    /// ascending order.
    fn first_successor(&self, current: usize) -> usize {
        match self.scope {
            Scope::Solve => self.joined[current].partition_point(|(next, _)| (*next as usize) < current),
            Scope::All => 0,
        }
    }

    fn chain(&self, start: usize, node: u32, parent: &[u32], effect: Effect) -> Pattern {
        let (mut sets, mut common, mut at) = (vec![node as usize / 9], vec![(node % 9) as u8], node);
        while parent[at as usize] != at {
            at = parent[at as usize];
            sets.push(at as usize / 9);
            common.push((at % 9) as u8);
        }
        sets.push(start);
        sets.reverse();
        common.reverse();
        Pattern { technique: Technique::AlsXyChain, effect, sets, common, stem: None }
    }

    /// Calls `visit` with every death blossom: a cell, and for each of its digits a set that loses
    /// the digit if the cell has it.
    pub(crate) fn blossoms(&self, view: &View<'_>, visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern)) {
        for stem in cells(view.open) {
            let cand = view.marks.cand[stem];
            let mut petals: Vec<Vec<usize>> = Vec::new();
            for digit in bits(cand) {
                let fits = |als: &Als| {
                    als.digits >> digit & 1 == 1
                        && als.set >> stem & 1 == 0
                        && als.places[digit] & !PEER_SETS[stem] == 0
                };
                petals.push((0..self.sets.len()).filter(|number| fits(&self.sets[*number])).collect());
            }
            if petals.iter().all(|petals| !petals.is_empty()) {
                self.pick_petals(view, stem, &petals, (&mut Vec::new(), 0), visit);
            }
        }
    }

    fn pick_petals(
        &self,
        view: &View<'_>,
        stem: usize,
        petals: &[Vec<usize>],
        (picked, taken): (&mut Vec<usize>, u128),
        visit: &mut dyn FnMut(&Effect, &dyn Fn() -> Pattern),
    ) {
        let cand = view.marks.cand[stem];
        let mut effect = [0; 9];
        for (digit, eliminations) in effect.iter_mut().enumerate() {
            // Only digits that are not candidates of the stem are eliminated.
            if picked.iter().all(|number| self.sets[*number].digits >> digit & 1 == 1)
                && cand >> digit & 1 == 0
            {
                *eliminations =
                    picked.iter().fold(view.places[digit] & !(1 << stem), |eliminations, number| {
                        eliminations & self.sets[*number].seen[digit]
                    });
            }
        }
        if effect.iter().all(|eliminations| *eliminations == 0) {
            return;
        }
        if picked.len() == petals.len() {
            visit(&effect, &|| Pattern {
                technique: Technique::DeathBlossom,
                effect,
                sets: picked.clone(),
                common: bits(cand).map(|digit| digit as u8).collect(),
                stem: Some(stem),
            });
            return;
        }
        for number in &petals[picked.len()] {
            if self.scope == Scope::All || self.sets[*number].set & taken == 0 {
                picked.push(*number);
                self.pick_petals(view, stem, petals, (picked, taken | self.sets[*number].set), visit);
                picked.pop();
            }
        }
    }

    pub(crate) fn deduction(&self, view: &View<'_>, pattern: &Pattern) -> Deduction {
        let mut deduction = Deduction::new(pattern.technique);
        deduction.size = pattern.sets.len() as u32;
        if let Some(stem) = pattern.stem {
            deduction.mark(Role::Core, stem, view.marks.cand[stem]);
        }
        for (number, set) in pattern.sets.iter().enumerate() {
            for cell in cells(self.sets[*set].set) {
                deduction.mark(Role::Set(number as u8), cell, view.marks.cand[cell]);
            }
        }
        for (number, digit) in pattern.common.iter().enumerate() {
            let digit = *digit as usize;
            let joined: &[usize] = match pattern.stem {
                Some(_) => &pattern.sets[number..number + 1],
                None if pattern.technique == Technique::AlsXz => &pattern.sets,
                None => &pattern.sets[number..number + 2],
            };
            for set in joined {
                cells(self.sets[*set].places[digit])
                    .for_each(|cell| deduction.pattern.push((Role::Common, Candidate::at(cell, digit))));
            }
        }
        deduction.eliminations = candidates(&pattern.effect);
        deduction
    }
}

/// Returns the candidates of an effect, sorted by digit, then cell.
pub(crate) fn candidates(effect: &Effect) -> Vec<Candidate> {
    let each = effect.iter().enumerate();
    each.flat_map(|(digit, set)| cells(*set).map(move |cell| Candidate::at(cell, digit))).collect()
}
