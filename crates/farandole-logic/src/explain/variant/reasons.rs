//! Reasons for eliminations by one constraint, in terms of its rule.
//!
//! A reason assumes one of the eliminated candidates and shows which cells then have no value, or
//! which sums are impossible. It is derived from the state and the constraint and does not depend
//! on the finder.

use super::kinds::{Supposed, of_kind};
use super::names::{cell, cells, equation, house, rule, values};
use crate::variant::{Candidate, Deduction, State, sum_of};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, Relation};

/// Explains the eliminations of a deduction from one constraint.
pub(super) fn reason(state: &State, deduction: &Deduction, number: usize) -> String {
    let constraint = &state.variant().constraints()[number];
    let others = deduction.eliminations.len() > 1;
    let found = deduction.eliminations.iter().find_map(|claim| {
        related(state, constraint, *claim)
            .or_else(|| consecutive(state, constraint, *claim))
            .or_else(|| sum(state, constraint, *claim))
            .or_else(|| partner(state, deduction, constraint, *claim))
            .or_else(|| of_kind(&Supposed { state, claim: *claim }, constraint))
            .or_else(|| in_house(state, deduction, constraint))
            .map(|reason| (*claim, reason))
    });
    let name = rule(state, number);
    let Some((claim, reason)) = found else { return fallback(state, deduction, constraint, &name) };
    let likewise = if others { " The other eliminations follow in the same way." } else { "" };
    let suppose = format!("if {} were {}", cell(state, claim.cell), claim.value);
    format!("{} {name}, {suppose}, {reason}.{likewise}", preposition(&name))
}

/// Returns the preposition before the name of a constraint.
fn preposition(name: &str) -> &'static str {
    if name.ends_with(" rule") {
        "By"
    } else if name.contains("cage") {
        "In"
    } else if ["line", "thermometer", "arrow"].iter().any(|kind| name.contains(kind)) {
        "On"
    } else {
        "For"
    }
}

/// States the rule of the constraint and that a candidate is compatible with no remaining values.
fn fallback(state: &State, deduction: &Deduction, constraint: &Constraint, name: &str) -> String {
    let meaning = constraint.about().meaning();
    let of_rule = meaning.split_once(": ").map_or(&*meaning, |(_, text)| text);
    let of_rule = of_rule.trim_end_matches('.');
    let Some(claim) = deduction.eliminations.first() else { return String::new() };
    let mut open = deduction.cells();
    open.retain(|it| *it != claim.cell && !state.is_placed(*it));
    if open.is_empty() {
        let of_cell = deduction.eliminations.iter().filter(|it| it.cell == claim.cell);
        let gone: Vec<u8> = of_cell.map(|it| it.value).collect();
        let intro = preposition(name);
        return format!(
            "{intro} {name}, {of_rule}. So {} cannot be {}.",
            cell(state, claim.cell),
            values(&gone, "or")
        );
    }
    format!(
        "{} {name}, {of_rule}. With {} in {}, no values left for {} satisfy this.",
        preposition(name),
        claim.value,
        cell(state, claim.cell),
        cells(state, &open, "and")
    )
}

/// Describes the candidates of a cell: `r1c2, which can only be 3 or 4`.
fn with_values(state: &State, of: Cell) -> String {
    let left: Vec<u8> = state.values(of).collect();
    let verb = if state.is_placed(of) { "which is" } else { "which can only be" };
    format!("{}, {verb} {}", cell(state, of), values(&left, "or"))
}

/// Follows the relation of a line from the assumed candidate until a cell has no value left.
fn related(state: &State, constraint: &Constraint, claim: Candidate) -> Option<String> {
    let board = state.variant().board();
    let (related, relation) = constraint.related(board)?;
    let mut sides: Vec<(Cell, Cell, Relation)> = Vec::new();
    for (one, two) in related.pairs() {
        sides.push((one, two, relation));
        sides.push((two, one, relation.transposed()));
    }
    let (low, range) = (board.values().low(), board.values());
    let mut masks = state.cells().map(|it| state.candidates(it)).collect::<Vec<u16>>();
    masks[claim.cell.index()] = range.mask(claim.value);
    // The consequences, each as the cell from which it follows, its own cell, and its text.
    let mut told: Vec<(Cell, Cell, String)> = Vec::new();
    let mut reached = vec![claim.cell];
    let mut next = 0;
    while let Some(from) = reached.get(next).copied() {
        next += 1;
        for (_, to, relation) in sides.iter().filter(|(one, two, _)| *one == from && *two != from) {
            let before = masks[to.index()];
            let partners =
                range.values_of(masks[from.index()]).fold(0, |mask, it| mask | relation.partners(it - low));
            let mut left = before & partners;
            if masks[from.index()].is_power_of_two() {
                left &= !(masks[from.index()] & state.sees(from, *to));
            }
            if left == before {
                continue;
            }
            masks[to.index()] = left;
            if partners == 0 && told.is_empty() {
                return Some(format!("it would have no partner in {}", cell(state, *to)));
            }
            if left == 0 {
                told.push((from, *to, format!("nothing would be left for {}", with_values(state, *to))));
                return Some(needed(told, *to).join(", and "));
            }
            let found: Vec<u8> = range.values_of(left).collect();
            told.push((from, *to, format!("{} would be {}", cell(state, *to), values(&found, "or"))));
            reached.push(*to);
            if told.len() > MAX_LINKS {
                return None;
            }
        }
    }
    None
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

/// Maximum number of consequences in a sentence.
const MAX_LINKS: usize = 6;

/// Explains a renban. In each set of consecutive values that includes the assumed one, some value
/// has no cell or some cell has no value.
fn consecutive(state: &State, constraint: &Constraint, claim: Candidate) -> Option<String> {
    let Constraint::Renban(line) = constraint else { return None };
    let range = state.variant().board().values();
    let (count, value) = (line.cells.len() as u8, claim.value);
    let first = value.saturating_sub(count - 1).max(range.low());
    let mut parts = Vec::new();
    for low in (first..=value).filter(|low| low + count - 1 <= range.high()) {
        let set: Vec<u8> = (low..low + count).collect();
        let others = || line.cells.iter().copied().filter(|it| *it != claim.cell);
        let fits = |of: Cell, value: u8| {
            let clash = value == claim.value;
            !clash && state.has(Candidate { cell: of, value })
        };
        let bare = others().find(|it| !set.iter().any(|value| fits(*it, *value)));
        let homeless = set.iter().find(|it| **it != value && !others().any(|of| fits(of, **it)));
        let held = values(&set, "and");
        parts.push(match (bare, homeless) {
            (Some(bare), _) => {
                format!("with {held} on the line nothing would be left for {}", cell(state, bare))
            }
            (None, Some(value)) => format!("with {held} on the line there would be no cell for {value}"),
            (None, None) => return None,
        });
    }
    (!parts.is_empty()).then(|| parts.join(", and "))
}

/// Explains a sum: the required sum of the other cells, and their possible sums.
fn sum(state: &State, constraint: &Constraint, claim: Candidate) -> Option<String> {
    let board = state.variant().board();
    let sum = sum_of(constraint, board)?;
    let by = sum.terms.iter().find(|(it, _)| *it == claim.cell)?.1;
    let mut rest = sum.sum - by * i64::from(claim.value);
    let mut open: Vec<(Cell, i64)> = Vec::new();
    let (mut least, mut most) = (0, 0);
    for (of, by) in sum.terms.into_iter().filter(|(it, _)| *it != claim.cell) {
        if state.is_placed(of) {
            rest -= by * i64::from(state.values(of).next()?);
            continue;
        }
        let clash = |value: &u8| {
            *value == claim.value && state.sees(of, claim.cell) & board.values().mask(*value) != 0
        };
        let products = || state.values(of).filter(|it| !clash(it)).map(|it| by * i64::from(it));
        least += products().min()?;
        most += products().max()?;
        open.push((of, by));
    }
    if open.is_empty() {
        return Some("the sum would be wrong".to_owned());
    }
    let sign = if open.iter().all(|(_, by)| *by < 0) { -1 } else { 1 };
    let (least, most) = if sign < 0 { (-most, -least) } else { (least, most) };
    let is_positive = open.iter().all(|(_, by)| by * sign > 0);
    let wanted = equation(state, open.into_iter(), rest);
    Some(match rest * sign {
        rest if rest < 0 && is_positive && least >= 0 => "the sum would already be too great".to_owned(),
        rest if is_positive && rest < least => format!("{wanted}, but that is at least {least}"),
        rest if is_positive && rest > most => format!("{wanted}, but that is at most {most}"),
        rest if rest < least => format!("{wanted}, but the left side is always greater"),
        rest if rest > most => format!("{wanted}, but the left side is always less"),
        _ => format!("{wanted}, which the remaining digits cannot give"),
    })
}

/// Explains a rule for the whole board by the house that contains all cells of the deduction.
fn in_house(state: &State, deduction: &Deduction, constraint: &Constraint) -> Option<String> {
    let variant = state.variant();
    if constraint.scope(variant.board()).is_some() {
        return None;
    }
    let named = deduction.cells();
    let contains = |at: &usize| named.iter().all(|it| variant.houses()[*at].cells.contains(it));
    let number = (0..variant.houses().len()).find(contains)?;
    Some(format!("the other digits would not fit into {}", house(state, number)))
}

/// Explains a pair of cells: the other cell has no value left.
fn partner(
    state: &State,
    deduction: &Deduction,
    constraint: &Constraint,
    claim: Candidate,
) -> Option<String> {
    let mut others = deduction.cells();
    others.retain(|it| *it != claim.cell);
    match others[..] {
        [other] if !matches!(constraint, Constraint::AnyOf(_)) => {
            Some(format!("nothing would be left for {}", with_values(state, other)))
        }
        _ => None,
    }
}
