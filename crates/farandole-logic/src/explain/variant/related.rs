//! Reasons for eliminations by constraints that relate pairs of cells: consequences from cell to cell, or a
//! few cells whose remaining values do not fit together.

use super::names::{cell, cells, values};
use super::relations::relation_words;
use crate::grammar::join;
use crate::variant::{Candidate, State};
use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::{Constraint, Related, Relation};

/// Maximum number of consequences in a sentence.
const MAX_LINKS: usize = 6;
/// Maximum number of cells in a group whose values do not fit together.
const TOGETHER: usize = 4;
/// Maximum number of choices of values that are tried for a group of more than two cells.
const CHOICES: u32 = 400;

/// A constraint that relates pairs of cells, under the assumption of a candidate.
struct Pairs<'a> {
    state: &'a State,
    claim: Candidate,
    /// Each pair in both directions, with the relation of the first cell to the second.
    sides: Vec<(Cell, Cell, Relation)>,
}

/// Explains why a candidate violates the relation. The text follows "if r1c1 were 5, ".
pub(super) fn related(state: &State, constraint: &Constraint, claim: Candidate) -> Option<String> {
    let (related, relation) = constraint.related(state.variant().board())?;
    let mut sides = Vec::new();
    for (one, two) in related.pairs() {
        sides.push((one, two, relation));
        sides.push((two, one, relation.transposed()));
    }
    let pairs = Pairs { state, claim, sides };
    let rule = words(state.variant().board().values(), &relation, &related);
    pairs.in_sequence().or_else(|| pairs.together(&rule))
}

impl Pairs<'_> {
    fn range(&self) -> ValueRange {
        self.state.variant().board().values()
    }

    /// Returns the values of `to` that are compatible with these values of `from`.
    fn left(&self, (from, known): (Cell, u16), (to, before): (Cell, u16), relation: &Relation) -> u16 {
        let low = self.range().low();
        let partners = self.range().values_of(known).fold(0, |mask, it| mask | relation.partners(it - low));
        let seen = if known.is_power_of_two() { known & self.state.sees(from, to) } else { 0 };
        before & partners & !seen
    }

    /// Follows the relation from the claim until a cell has no value left. Each cell is restricted only once,
    /// by one other cell.
    fn in_sequence(&self) -> Option<String> {
        let state = self.state;
        let mut masks = state.cells().map(|it| state.candidates(it)).collect::<Vec<u16>>();
        masks[self.claim.cell.index()] = self.range().mask(self.claim.value);
        // The consequences, each as the cell from which it follows, its own cell, and its text.
        let mut told: Vec<(Cell, Cell, String)> = Vec::new();
        let mut reached = vec![self.claim.cell];
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            next += 1;
            for (_, to, relation) in self.sides.iter().filter(|(one, _, _)| *one == from) {
                if reached.contains(to) {
                    continue;
                }
                let before = masks[to.index()];
                let left = self.left((from, masks[from.index()]), (*to, before), relation);
                if left == before {
                    continue;
                }
                masks[to.index()] = left;
                if left == 0 {
                    let text = if from == self.claim.cell && before == self.range().all() {
                        format!("{} would have no possible value", cell(state, *to))
                    } else {
                        format!("nothing would be left for {}", with_values(state, *to))
                    };
                    told.push((from, *to, text));
                    return Some(needed(told, *to).join(", and "));
                }
                let found: Vec<u8> = self.range().values_of(left).collect();
                told.push((from, *to, format!("{} would be {}", cell(state, *to), values(&found, "or"))));
                reached.push(*to);
                if told.len() > MAX_LINKS {
                    return None;
                }
            }
        }
        None
    }

    /// Finds a few cells whose values do not fit together, given only what the claim excludes directly.
    fn together(&self, rule: &str) -> Option<String> {
        let state = self.state;
        let mut masks = state.cells().map(|it| state.candidates(it)).collect::<Vec<u16>>();
        let claimed = (self.claim.cell, self.range().mask(self.claim.value));
        for (_, to, relation) in self.sides.iter().filter(|(one, _, _)| *one == self.claim.cell) {
            masks[to.index()] = self.left(claimed, (*to, masks[to.index()]), relation);
        }
        let mut listed: Vec<Cell> = Vec::new();
        for (one, _, _) in &self.sides {
            if *one != self.claim.cell && !listed.contains(one) {
                masks[one.index()] &= !(claimed.1 & state.sees(claimed.0, *one));
                listed.push(*one);
            }
        }
        let group = (2..=TOGETHER).find_map(|size| self.clashing(&masks, &listed, &mut Vec::new(), size))?;
        let mut parts: Vec<(bool, u16, Vec<Cell>)> = Vec::new();
        for of in group {
            let left = masks[of.index()];
            let is_narrowed = left != state.candidates(of);
            match parts.iter_mut().find(|(narrowed, mask, _)| (*narrowed, *mask) == (is_narrowed, left)) {
                Some((_, _, cells)) => cells.push(of),
                None => parts.push((is_narrowed, left, vec![of])),
            }
        }
        let part = |(is_narrowed, left, of): &(bool, u16, Vec<Cell>)| {
            let verb = if *is_narrowed { "would be" } else { "can only be" };
            let left: Vec<u8> = self.range().values_of(*left).collect();
            format!("{} {verb} {}", cells(state, of, "and"), values(&left, "or"))
        };
        Some(format!("{}; no such digits {rule}", join(parts.iter().map(part), "and")))
    }

    /// Extends a group to one of `size` cells whose values do not fit together. The cells of a group are
    /// connected by pairs.
    fn clashing(
        &self,
        masks: &[u16],
        listed: &[Cell],
        group: &mut Vec<Cell>,
        size: usize,
    ) -> Option<Vec<Cell>> {
        if group.len() == size {
            let choices: u32 = group.iter().map(|it| masks[it.index()].count_ones()).product();
            let is_small = size == 2 || choices <= CHOICES;
            return (is_small && !self.fits(masks, group, &mut Vec::new())).then(|| group.clone());
        }
        for (at, of) in listed.iter().enumerate() {
            let is_near =
                group.iter().all(|it| self.sides.iter().any(|(one, two, _)| one == it && two == of))
                    || group
                        .last()
                        .is_some_and(|it| self.sides.iter().any(|(one, two, _)| one == it && two == of));
            if group.is_empty() || is_near {
                group.push(*of);
                let found = self.clashing(masks, &listed[at + 1..], group, size);
                group.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Returns true if each cell of the group can get a value from its mask so that no two of them conflict.
    /// `chosen` holds the values of the first cells.
    fn fits(&self, masks: &[u16], group: &[Cell], chosen: &mut Vec<u8>) -> bool {
        let Some(next) = group.get(chosen.len()).copied() else { return true };
        let low = self.range().low();
        for value in self.range().values_of(masks[next.index()]) {
            let is_free = group.iter().zip(chosen.iter()).all(|(known, held)| {
                let sees = *held == value && self.state.sees(*known, next) & self.range().mask(value) != 0;
                !sees
                    && self
                        .sides
                        .iter()
                        .filter(|(one, two, _)| one == known && *two == next)
                        .all(|(_, _, relation)| relation.partners(held - low) & self.range().mask(value) != 0)
            });
            if is_free {
                chosen.push(value);
                let fits = self.fits(masks, group, chosen);
                chosen.pop();
                if fits {
                    return true;
                }
            }
        }
        false
    }
}

/// Describes the candidates of a cell: `r1c2, which can only be 3 or 4`. A cell with all values is only named.
pub(super) fn with_values(state: &State, of: Cell) -> String {
    if state.candidates(of) == state.variant().board().values().all() {
        return cell(state, of);
    }
    let left: Vec<u8> = state.values(of).collect();
    let verb = if state.is_placed(of) { "which is" } else { "which can only be" };
    format!("{}, {verb} {}", cell(state, of), values(&left, "or"))
}

/// Returns, in order, the texts of the consequences on which a cell depends.
fn needed(told: Vec<(Cell, Cell, String)>, end: Cell) -> Vec<String> {
    let mut cells = vec![end];
    let mut texts = Vec::new();
    for (from, to, text) in told.into_iter().rev() {
        if cells.contains(&to) {
            cells.push(from);
            texts.push(text);
        }
    }
    texts.reverse();
    texts
}

/// Returns the relation as words that follow "no such digits".
fn words(range: ValueRange, relation: &Relation, related: &Related<'_>) -> String {
    let along = match related {
        Related::List { distance: 1, .. } => " along the line",
        _ => "",
    };
    relation_words(range, relation)
        .map_or_else(|| "fit the rule".to_owned(), |words| format!("{words}{along}"))
}
