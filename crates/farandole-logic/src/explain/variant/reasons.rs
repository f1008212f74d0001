//! Reasons for eliminations by one constraint, in terms of its rule.
//!
//! A reason assumes one of the eliminated candidates and shows which cells then have no value, or
//! which sums are impossible. It is derived from the state and the constraint and does not depend
//! on the finder.

use super::kinds::of_kind;
use super::names::{capital, cell, cells, equation, house, rule, values};
use super::related::{related, with_values};
use super::sandwich::ways;
use super::supposed::Supposed;
use crate::grammar::join;
use crate::variant::{Candidate, Deduction, State, sum_of};
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// Maximum number of reasons for the eliminations of a step.
const REASONS: usize = 3;
/// Maximum length of the reasons of a step. The first reason may be longer.
const LENGTH: usize = 360;

/// The reason for some eliminations.
struct Reason {
    /// The cells, each of which cannot hold any of the values.
    cells: Vec<Cell>,
    values: Vec<u8>,
    /// Other values of the cell that exceed the same bound by more, in ascending order.
    beyond: Vec<u8>,
    text: String,
    /// The distance of the required sum from the possible sums: negative if it is too small, positive if it is
    /// too great, 0 for other reasons.
    excess: i64,
}

/// Explains the eliminations of a deduction from one constraint: the remaining ways to fill its cells, if there
/// are few, or a reason for each group of eliminations.
pub(super) fn reason(state: &State, deduction: &Deduction, number: usize) -> String {
    let constraint = &state.variant().constraints()[number];
    let name = rule(state, number);
    let reason = |claim| reason_for(state, deduction, constraint, claim);
    let found = grouped(&deduction.eliminations, reason);
    if found.len() != 1
        && let Some(left) = remaining(state, constraint, &name)
    {
        return left;
    }
    if found.is_empty() {
        return fallback(state, deduction, constraint, &name);
    }
    told(state, &found, &format!("{} {name}, ", preposition(&name)), deduction.eliminations.len())
}

/// Explains eliminations one by one with these reasons, or returns `None` if none has a reason. The first
/// sentence starts with `intro`.
pub(super) fn explained(
    state: &State,
    eliminations: &[Candidate],
    intro: &str,
    reason: impl Fn(Candidate) -> Option<(String, i64)>,
) -> Option<String> {
    let found = grouped(eliminations, reason);
    (!found.is_empty()).then(|| told(state, &found, intro, eliminations.len()))
}

/// Renders a few reasons. If they do not explain this number of eliminations, states that the others are
/// excluded too.
fn told(state: &State, found: &[Reason], intro: &str, eliminations: usize) -> String {
    let (mut text, mut told) = (String::new(), 0);
    // A reason that repeats the words of an earlier one is left to the last sentence.
    let is_new = |(at, it): &(usize, &Reason)| found[..*at].iter().all(|other| other.text != it.text);
    for (at, it) in found.iter().enumerate().filter(is_new).take(REASONS) {
        let who = join(it.cells.iter().map(|of| cell(state, *of)), "or");
        let beyond = match &it.beyond[..] {
            [] => String::new(),
            more => format!(" (and even more so with {})", values(more, "or")),
        };
        let suppose = format!("if {who} were {}, {}{beyond}.", values(&it.values, "or"), it.text);
        let next = match (at, intro) {
            (0, "") => capital(&suppose),
            (0, intro) => format!("{intro}{suppose}"),
            _ => format!(" {}", capital(&suppose)),
        };
        if at > 0 && text.len() + next.len() > LENGTH {
            break;
        }
        text += &next;
        told += it.cells.len() * (it.values.len() + it.beyond.len());
    }
    if told < eliminations {
        text += OTHERS;
    }
    text
}

/// The sentence about eliminations without a reason of their own. They are proved by exhaustion.
pub(super) const OTHERS: &str = " No way to fill the cells contains one of the other eliminated digits.";

/// Lists the remaining ways to fill the cells of a constraint, if there are few.
fn remaining(state: &State, constraint: &Constraint, name: &str) -> Option<String> {
    let Constraint::Sandwich(it) = constraint else { return None };
    let (count, left) = ways(state, &it.line.cells(state.variant().board()), it.sum)?;
    let intro = if count == 1 { "The only way left" } else { "The only ways left" };
    Some(format!("{intro} for {name}: {left}."))
}

/// Returns the reasons for the eliminations, the shortest first. Eliminations with the same reason are
/// together.
fn grouped(eliminations: &[Candidate], reason: impl Fn(Candidate) -> Option<(String, i64)>) -> Vec<Reason> {
    let mut found: Vec<Reason> = Vec::new();
    for claim in eliminations.iter().take(CLAIMS) {
        let Some((text, excess)) = reason(*claim) else { continue };
        let same = found.iter_mut().find(|it| {
            it.cells == [claim.cell]
                && it.excess.signum() == excess.signum()
                && (excess != 0 || it.text == text)
        });
        match same {
            Some(it) if excess == 0 => it.values.push(claim.value),
            // The sentence gives the reason for the value that exceeds the bound least.
            Some(it) if excess.abs() < it.excess.abs() => {
                it.beyond.append(&mut it.values);
                (it.values, it.text, it.excess) = (vec![claim.value], text, excess);
            }
            Some(it) => it.beyond.push(claim.value),
            None => found.push(Reason {
                cells: vec![claim.cell],
                values: vec![claim.value],
                beyond: Vec::new(),
                text,
                excess,
            }),
        }
    }
    let mut merged: Vec<Reason> = Vec::new();
    for it in found {
        let is_same = |other: &&mut Reason| {
            other.text == it.text && other.values == it.values && other.beyond == it.beyond
        };
        match merged.iter_mut().find(is_same) {
            Some(other) if !it.text.starts_with("it ") => other.cells.extend(it.cells),
            _ => merged.push(it),
        }
    }
    merged.sort_by_key(|it| it.text.len());
    merged
}

/// Returns the reason for one elimination, and the excess of its sum.
fn reason_for(
    state: &State,
    deduction: &Deduction,
    constraint: &Constraint,
    claim: Candidate,
) -> Option<(String, i64)> {
    let plain = |text: String| (text, 0);
    related(state, constraint, claim)
        .or_else(|| consecutive(state, constraint, claim))
        .map(plain)
        .or_else(|| {
            let balance = sum_of(constraint, state.variant().board())?;
            sum(state, balance.terms, balance.sum, claim)
        })
        .or_else(|| {
            partner(state, deduction, constraint, claim)
                .or_else(|| of_kind(&Supposed { state, claim }, constraint))
                .or_else(|| in_house(state, deduction, constraint))
                .map(plain)
        })
}

/// Maximum number of eliminations whose reasons are computed.
const CLAIMS: usize = 40;

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

/// Maximum number of cells that are named instead of `the other cells`.
const NAMED: usize = 5;

/// States the rule of the constraint, and that no remaining values of the other cells are compatible with a
/// candidate.
fn fallback(state: &State, deduction: &Deduction, constraint: &Constraint, name: &str) -> String {
    let meaning = constraint.sentence(state.variant().board());
    let of_rule = meaning.strip_prefix(constraint.style().title).and_then(|rest| rest.strip_prefix(": "));
    let of_rule = of_rule.unwrap_or(&meaning);
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
    let others = if open.len() > NAMED { "the other cells".to_owned() } else { cells(state, &open, "and") };
    let all = match deduction.eliminations.len() {
        1 => "",
        _ => OTHERS,
    };
    format!(
        "{} {name}, {of_rule}. With {} in {}, no values left for {others} satisfy this.{all}",
        preposition(name),
        claim.value,
        cell(state, claim.cell),
    )
}

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

/// Maximum number of choices of values of the cells of a sum that are tried to find its bounds.
const CHOICES: usize = 3_000;

/// A sum of the cells without a value, with the values that each cell may hold.
struct Open {
    terms: Vec<(Cell, i64)>,
    values: Vec<Vec<u8>>,
    rest: i64,
}

impl Open {
    /// Returns the open cells of a sum if the claim is true, or `None` if the claim is not in the sum or a cell
    /// has no value left.
    fn new(state: &State, terms: Vec<(Cell, i64)>, sum: i64, claim: Candidate) -> Option<Self> {
        let board = state.variant().board();
        let by = terms.iter().find(|(it, _)| *it == claim.cell)?.1;
        let mut open =
            Self { terms: Vec::new(), values: Vec::new(), rest: sum - by * i64::from(claim.value) };
        for (of, by) in terms.into_iter().filter(|(it, _)| *it != claim.cell) {
            if state.is_placed(of) {
                open.rest -= by * i64::from(state.values(of).next()?);
                continue;
            }
            let seen = state.sees(of, claim.cell) & board.values().mask(claim.value);
            let left: Vec<u8> = board.values().values_of(state.candidates(of) & !seen).collect();
            if left.is_empty() {
                return None;
            }
            open.terms.push((of, by));
            open.values.push(left);
        }
        Some(open)
    }

    /// Returns the least and the greatest possible sum of the terms with this sign, 0 for all terms.
    /// Cells that see each other differ unless there are too many choices.
    fn bounds(&self, state: &State, sign: i64) -> Option<(i64, i64)> {
        let of: Vec<usize> = (0..self.terms.len()).filter(|at| self.terms[*at].1 * sign >= 0).collect();
        let choices = of.iter().try_fold(1_usize, |all, at| all.checked_mul(self.values[*at].len()));
        let products = |at: usize| self.values[at].iter().map(move |it| self.terms[at].1 * i64::from(*it));
        if choices.is_none_or(|it| it > CHOICES) {
            let least = of.iter().filter_map(|at| products(*at).min()).sum();
            return Some((least, of.iter().filter_map(|at| products(*at).max()).sum()));
        }
        let mut found: Option<(i64, i64)> = None;
        self.each(state, &of, &mut Vec::new(), 0, &mut |sum| {
            let (least, most) = found.unwrap_or((sum, sum));
            found = Some((least.min(sum), most.max(sum)));
        });
        found
    }

    /// Compares the bounds of the two sides of an equation.
    fn between_sides(&self, state: &State, wanted: &str) -> Option<String> {
        let (left, right) = wanted.split_once(" = ")?;
        let ((low, high), (least, most)) = (self.bounds(state, 1)?, self.bounds(state, -1)?);
        // A negative constant is on the left side.
        let (added, constant) = if self.rest < 0 { (-self.rest, 0) } else { (0, self.rest) };
        let (low, high, least, most) = (low + added, high + added, constant - most, constant - least);
        Some(if low > most {
            format!("{left} would be at least {low}, but {right} at most {most}")
        } else if high < least {
            format!("{left} would be at most {high}, but {right} at least {least}")
        } else {
            format!("{wanted}, which the remaining digits cannot give")
        })
    }

    /// Calls `visit` with the sum of each choice of values. `chosen` holds the values of the first cells.
    fn each(&self, state: &State, of: &[usize], chosen: &mut Vec<u8>, sum: i64, visit: &mut dyn FnMut(i64)) {
        let Some(at) = of.get(chosen.len()).copied() else { return visit(sum) };
        let (cell, by) = self.terms[at];
        for value in &self.values[at] {
            let clash = of.iter().zip(chosen.iter()).any(|(known, held)| {
                held == value
                    && state.sees(self.terms[*known].0, cell) & state.variant().board().values().mask(*value)
                        != 0
            });
            if !clash {
                chosen.push(*value);
                self.each(state, of, chosen, sum + by * i64::from(*value), visit);
                chosen.pop();
            }
        }
    }
}

/// Explains a sum: the required sum of the other cells, and their possible sums. The second value is the
/// distance of the required sum from these.
pub(super) fn sum(
    state: &State,
    terms: Vec<(Cell, i64)>,
    total: i64,
    claim: Candidate,
) -> Option<(String, i64)> {
    let open = Open::new(state, terms, total, claim)?;
    if open.terms.is_empty() {
        return Some(("the sum would be wrong".to_owned(), 0));
    }
    let sign = if open.terms.iter().all(|(_, by)| *by < 0) { -1 } else { 1 };
    let is_positive = open.terms.iter().all(|(_, by)| by * sign > 0);
    let wanted = equation(state, open.terms.iter().copied(), open.rest);
    let Some((least, most)) = open.bounds(state, 0) else {
        return Some((format!("{wanted}, but too few different digits are left for these cells"), 0));
    };
    let (least, most) = if sign < 0 { (-most, -least) } else { (least, most) };
    let rest = open.rest * sign;
    let excess = if rest < least { rest - least } else { (rest - most).max(0) };
    let text = match rest {
        rest if rest < 0 && is_positive && least >= 0 => "the sum would already be too great".to_owned(),
        rest if is_positive && rest < least => format!("{wanted}, but that is at least {least}"),
        rest if is_positive && rest > most => format!("{wanted}, but that is at most {most}"),
        rest if rest < least || rest > most => open.between_sides(state, &wanted)?,
        _ => return Some((format!("{wanted}, which the remaining digits cannot give"), 0)),
    };
    Some((text, excess))
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
