//! Reasons from pairs of cells: consequences from cell to cell, and two neighbours that would be equal.

use super::reason::Reason;
use super::view::View;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Related, Relation};

/// Maximum number of consequences in a reason.
const LINKS: usize = 9;

/// A pair in both directions, with the relation of the first cell to the second.
type Side = (Cell, Cell, Relation);

/// Returns the reason why the pairs cannot be related.
pub(super) fn unrelated(view: &View<'_>, related: &Related<'_>, relation: &Relation) -> Option<Reason> {
    if let Some(run) = run(view, related, relation) {
        return Some(run);
    }
    let back = relation.transposed();
    let pairs = related.pairs();
    let sides: Vec<Side> =
        pairs.iter().flat_map(|(one, two)| [(*one, *two, *relation), (*two, *one, back)]).collect();
    in_sequence(view, &sides).or_else(|| repeated(view, &sides))
}

/// Returns the reason that too many cells follow or precede the assumed one on an increasing line.
fn run(view: &View<'_>, related: &Related<'_>, relation: &Relation) -> Option<Reason> {
    let Related::List { cells, distance: 1 } = related else { return None };
    let range = view.range();
    let less = Relation::from_fn(range, |one, two| one < two);
    let is_descending = *relation == less.transposed();
    if *relation != less && !is_descending {
        return None;
    }
    let assumed = *view.changed.first()?;
    let at = cells.iter().position(|cell| *cell == assumed)?;
    let value = view.value(assumed)?;
    let (before, after) = (at as u8, (cells.len() - 1 - at) as u8);
    let (lower, upper) = if is_descending { (after, before) } else { (before, after) };
    if value + upper > range.high() {
        Some(Reason::Run { cells: upper, follows: !is_descending, bound: range.high() - upper })
    } else if value < range.low() + lower {
        Some(Reason::Run { cells: lower, follows: is_descending, bound: range.low() + lower })
    } else {
        None
    }
}

/// Follows the relation from the cells that the assumption changed until a cell has no value left. Each cell is
/// restricted by all cells that were reached before it.
fn in_sequence(view: &View<'_>, sides: &[Side]) -> Option<Reason> {
    let mut left = view.clone();
    let mut reached = view.changed.clone();
    // For each consequence, the cell from which it follows, its cell, and the values left. Cells that see the assumed
    // one come first.
    let seen = view.changed.iter().skip(1).map(|cell| (view.changed[0], *cell, view.mask(*cell)));
    let mut found: Vec<(Cell, Cell, u16)> = seen.collect();
    let known = found.len();
    let mut next = 0;
    while let Some(from) = reached.get(next).copied() {
        next += 1;
        for (_, to, relation) in sides.iter().filter(|(one, _, _)| *one == from) {
            let before = left.mask(*to);
            let after = compatible(&left, from, *to, relation);
            if after == before {
                continue;
            }
            if found[known..].iter().any(|(_, cell, _)| cell == to) && after != 0 {
                continue;
            }
            // The contradiction is stated for the cell that no conclusion has restricted.
            let is_concluded = |cell: Cell| found[known..].iter().any(|(_, of, _)| *of == cell);
            let is_flipped =
                after == 0 && is_concluded(*to) && !is_concluded(from) && view.value(from).is_none();
            found.push(if is_flipped { (*to, from, 0) } else { (from, *to, after) });
            left.restrict(*to, after);
            if after == 0 {
                return ending(&found, known);
            }
            if !reached.contains(to) {
                reached.push(*to);
            }
        }
    }
    None
}

/// Returns two neighbours of the assumed cell that could only hold the same value, but see each other.
fn repeated(view: &View<'_>, sides: &[Side]) -> Option<Reason> {
    let assumed = *view.changed.first()?;
    let only = |(_, to, relation): &Side| {
        let left = compatible(view, assumed, *to, relation);
        left.is_power_of_two().then_some((*to, left))
    };
    let single: Vec<(Cell, u16)> =
        sides.iter().filter(|(one, _, _)| *one == assumed).filter_map(only).collect();
    single.iter().enumerate().find_map(|(at, (one, left))| {
        let clashes = |(two, other): &&(Cell, u16)| left == other && view.state.sees(*one, *two) & left != 0;
        let (two, _) = single[at + 1..].iter().find(clashes)?;
        Some(Reason::Repeat([*one, *two], view.range().values_of(*left).next()?))
    })
}

/// Returns the values of `to` that are compatible with those of `from`.
fn compatible(view: &View<'_>, from: Cell, to: Cell, relation: &Relation) -> u16 {
    let low = view.range().low();
    let partners = view.values(from).fold(0, |mask, it| mask | relation.partners(it - low));
    let seen = view.value(from).map_or(0, |it| view.range().mask(it) & view.state.sees(from, to));
    view.mask(to) & partners & !seen
}

/// Returns the consequences on which the last one depends. The first `known` ones are those of the assumed cell alone.
fn ending(found: &[(Cell, Cell, u16)], known: usize) -> Option<Reason> {
    let (_, end, _) = *found.last()?;
    let mut needed = vec![end];
    let (mut links, mut used) = (Vec::new(), Vec::new());
    for (at, (from, to, mask)) in found.iter().enumerate().rev() {
        // The sight of a cell is left out if nothing follows from it, or not before the cell is restricted further.
        let restricted =
            found.iter().skip(known).position(|(_, cell, _)| cell == to).map_or(usize::MAX, |it| known + it);
        let is_said = at >= known || used.iter().any(|(at, cell)| cell == to && *at < restricted);
        if needed.contains(to) && is_said {
            needed.push(*from);
            used.push((at, *from));
            links.push((*to, *mask));
        }
    }
    links.reverse();
    (links.len() <= LINKS).then_some(Reason::Sequence(links))
}
