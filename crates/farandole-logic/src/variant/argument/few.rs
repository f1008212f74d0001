//! Reasons for conditions of which a reader can try all ways: few values for few cells, or few ways to fill them.

use super::condition::Condition;
use super::reason::{Argument, Reason};
use super::view::{View, once};
use crate::variant::candidate::Candidate;
use farandole_puzzle::Cell;

/// Maximum number of ways that a reader has to try.
const TRIED: usize = 6;
/// Maximum number of cells of these ways.
const CELLS: usize = 3;
/// Maximum number of ways that are listed.
const LISTED: usize = 6;
/// Maximum number of choices when the ways are enumerated.
const CHOICES: usize = 20_000;

/// Returns the values of these cells as a reason if no way to choose them satisfies `holds`, and a reader can try them
/// all. Cells that see each other differ.
pub(super) fn few(
    view: &View<'_>,
    cells: &[Cell],
    holds: impl Fn(&dyn Fn(Cell) -> u8) -> bool,
) -> Option<Reason> {
    let open: Vec<Cell> =
        once(cells.iter().copied()).into_iter().filter(|cell| view.value(*cell).is_none()).collect();
    let ways =
        |open: &[Cell]| open.iter().map(|cell| view.mask(*cell).count_ones() as usize).product::<usize>();
    if open.len() > CELLS || ways(&open) > TRIED {
        return None;
    }
    let mut found = false;
    let mut values = vec![view.range().low(); view.state.variant().cell_count()];
    for cell in cells {
        values[cell.index()] = view.values(*cell).next()?;
    }
    each(view, &open, 0, &mut values, &mut CHOICES.clone(), &mut |values| {
        found |= holds(&|cell: Cell| values[cell.index()]);
        !found
    });
    (!found).then(|| Reason::Few(open.iter().map(|cell| (*cell, view.mask(*cell))).collect()))
}

/// Calls `visit` with the values of each way to fill the open cells from index `at` on, until it returns false or
/// `choices` is 0. Returns false if it stopped early.
fn each(
    view: &View<'_>,
    open: &[Cell],
    at: usize,
    values: &mut Vec<u8>,
    choices: &mut usize,
    visit: &mut dyn FnMut(&[u8]) -> bool,
) -> bool {
    let Some(cell) = open.get(at).copied() else { return visit(values) };
    for value in view.values(cell) {
        if *choices == 0 {
            return false;
        }
        *choices -= 1;
        let bit = view.range().mask(value);
        let clash = |known: &Cell| values[known.index()] == value && view.state.sees(*known, cell) & bit != 0;
        if open[..at].iter().any(clash) {
            continue;
        }
        values[cell.index()] = value;
        if !each(view, open, at + 1, values, choices, visit) {
            return false;
        }
    }
    true
}

/// Returns the list of the ways that are left for one of the conditions, if there are few, as the argument for the
/// claims that occur in none of them.
pub(super) fn ways(view: &View<'_>, conditions: &[Condition], claims: &[Candidate]) -> Option<Argument> {
    conditions.iter().find_map(|condition| {
        let open: Vec<Cell> =
            condition.cells.iter().copied().filter(|cell| view.value(*cell).is_none()).collect();
        let size = open.iter().map(|cell| f64::from(view.mask(*cell).count_ones()).log2()).sum::<f64>();
        if size > 40.0 || condition.cells.len() > 16 {
            return None;
        }
        let mut values = vec![view.range().low(); view.state.variant().cell_count()];
        for cell in &condition.cells {
            values[cell.index()] = view.values(*cell).next()?;
        }
        let mut found: Vec<Vec<u8>> = Vec::new();
        let is_all = each(view, &open, 0, &mut values, &mut CHOICES.clone(), &mut |values| {
            if condition.meaning.holds(values, view.range()) != Some(false) {
                found.push(open.iter().map(|cell| values[cell.index()]).collect());
            }
            found.len() <= LISTED
        });
        let place = |claim: &Candidate| open.iter().position(|cell| *cell == claim.cell);
        let is_out = |claim: &&Candidate| {
            place(claim).is_some_and(|at| found.iter().all(|way| way[at] != claim.value))
        };
        let out: Vec<Candidate> = claims.iter().filter(is_out).copied().collect();
        (is_all && !found.is_empty() && !out.is_empty()).then(|| Argument {
            claims: out,
            inferences: Vec::new(),
            source: condition.source,
            reason: Reason::Ways { cells: open, ways: found },
        })
    })
}
