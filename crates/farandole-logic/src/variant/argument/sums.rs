//! Reasons from sums: bounds, sets of different values, and sets of cells with equal sums.

use super::few;
use super::reason::{Failure, Reason};
use super::view::View;
use farandole_puzzle::Cell;

/// Maximum number of sets of values in a reason.
const SETS: usize = 4;
/// Maximum number of cells whose sets of values are enumerated.
const EXACT: usize = 4;

/// Returns the reason why the values times their coefficients cannot add up to the total.
pub(super) fn wrong_sum(view: &View<'_>, terms: &[(Cell, i64)], total: i64) -> Option<Reason> {
    let (mut open, mut rest): (Vec<(Cell, i64)>, i64) = (Vec::new(), total);
    for (cell, by) in terms {
        match view.known(*cell) {
            Some(value) => rest -= by * i64::from(value),
            None if view.mask(*cell) == 0 => return Some(Reason::Bare(*cell)),
            None => open.push((*cell, *by)),
        }
    }
    if open.is_empty() {
        let side = |is_left: fn(i64) -> bool| {
            let known = terms.iter().filter(|(_, by)| is_left(*by));
            known.map(|(cell, by)| by.abs() * view.value(*cell).map_or(0, i64::from)).sum::<i64>()
        };
        let (left, right) = (side(|by| by > 0), side(|by| by < 0) + total);
        let is_total = terms.iter().all(|(_, by)| *by > 0);
        return (rest != 0).then_some(Reason::Sides { left, right, is_total });
    }
    let (least, most) = bounds(view, &open)?;
    if rest < least || rest > most {
        return Some(Reason::Sum { terms: open, rest, least, most });
    }
    let cells: Vec<Cell> = open.iter().map(|(cell, _)| *cell).collect();
    let sign = open[0].1;
    if sign.abs() == 1 && open.iter().all(|(_, by)| *by == sign) && view.all_differ(&cells) {
        let wanted = rest * sign;
        let all = cells.iter().fold(0, |all, cell| all | view.mask(*cell));
        let total = |set: &u16| view.range().values_of(*set).map(i64::from).sum::<i64>() == wanted;
        let sets: Vec<u16> = subsets(all, cells.len()).into_iter().filter(total).collect();
        if sets.is_empty() {
            return Some(Reason::NoSum { terms: open, rest });
        }
        if let Some(reason) = no_set(view, &cells, sets.into_iter()) {
            return Some(reason);
        }
    }
    few::few(view, &cells, |value| {
        open.iter().map(|(cell, by)| by * i64::from(value(*cell))).sum::<i64>() == rest
    })
}

/// Returns all subsets of a mask with this many values.
fn subsets(mask: u16, count: usize) -> Vec<u16> {
    let mut found = vec![0_u16];
    for bit in (0..16).map(|bit| 1_u16 << bit).filter(|bit| mask & bit != 0) {
        let with: Vec<u16> = found.iter().map(|set| set | bit).collect();
        found.extend(with);
    }
    found.retain(|set| set.count_ones() as usize == count);
    found
}

/// Returns the bounds of a weighted sum. Cells that all see each other and have the same coefficient differ. Returns
/// `None` if such cells have too few values.
pub(super) fn bounds(view: &View<'_>, terms: &[(Cell, i64)]) -> Option<(i64, i64)> {
    let mut groups: Vec<(i64, Vec<Cell>)> = Vec::new();
    for (cell, by) in terms {
        let fits = |(other, group): &&mut (i64, Vec<Cell>)| {
            other == by && group.iter().all(|known| view.differ(*known, *cell))
        };
        match groups.iter_mut().find(fits) {
            Some((_, group)) => group.push(*cell),
            None => groups.push((*by, vec![*cell])),
        }
    }
    let (mut least, mut most) = (0, 0);
    for (by, group) in groups {
        let (low, high) =
            if group.len() <= EXACT { of_sets(view, &group)? } else { of_bounds(view, &group)? };
        least += (by * low).min(by * high);
        most += (by * low).max(by * high);
    }
    Some((least, most))
}

/// Returns the exact bounds of the sum of cells that differ.
fn of_sets(view: &View<'_>, group: &[Cell]) -> Option<(i64, i64)> {
    if let [cell] = group {
        return Some((view.values(*cell).next()?.into(), view.values(*cell).next_back()?.into()));
    }
    let total = |set: u16| view.range().values_of(set).map(i64::from).sum::<i64>();
    let totals: Vec<i64> = view.sets(group).into_iter().map(total).collect();
    Some((*totals.iter().min()?, *totals.iter().max()?))
}

/// Returns bounds of the sum of cells that differ, from the least and the greatest value of each.
fn of_bounds(view: &View<'_>, group: &[Cell]) -> Option<(i64, i64)> {
    let mut least: Vec<i64> =
        group.iter().map(|it| view.values(*it).next().map(i64::from)).collect::<Option<_>>()?;
    let mut most: Vec<i64> =
        group.iter().map(|it| view.values(*it).next_back().map(i64::from)).collect::<Option<_>>()?;
    least.sort_unstable();
    most.sort_unstable_by(|one, two| two.cmp(one));
    let mut sums = (0, 0);
    let (mut above, mut below) = (i64::MIN, i64::MAX);
    for (low, high) in least.into_iter().zip(most) {
        above = low.max(above.saturating_add(1));
        below = high.min(below.saturating_sub(1));
        sums = (sums.0 + above, sums.1 + below);
    }
    Some(sums)
}

/// Returns the reason why the cells, which differ, hold none of these sets of values.
pub(super) fn no_set(view: &View<'_>, cells: &[Cell], sets: impl Iterator<Item = u16>) -> Option<Reason> {
    let is_assumed = |cell: &Cell| cells.contains(cell) && view.value(*cell).is_some();
    let assumed = view.changed.first().copied().filter(is_assumed);
    let claimed = assumed.map_or(0, |cell| view.mask(cell));
    // Without an assumed cell, only the sets of values that are left count.
    let left =
        if assumed.is_some() { u16::MAX } else { cells.iter().fold(0, |all, cell| all | view.mask(*cell)) };
    let sets: Vec<u16> = sets.filter(|set| set & claimed == claimed && set & !left == 0).collect();
    let is_bare = |cell: &&Cell| sets.iter().all(|set| set & view.mask(**cell) & !claimed == 0);
    let others = || cells.iter().filter(|cell| Some(**cell) != assumed);
    // One or two sets are listed, so that a reader sees what does not fit.
    if sets.len() > 2
        && let Some(cell) = others().find(is_bare)
    {
        return Some(Reason::OutOfReach(*cell));
    }
    if sets.len() > SETS {
        return None;
    }
    let failure = |set: &u16| {
        let bare = others().find(|cell| view.mask(**cell) & set & !claimed == 0);
        let homeless = || {
            let fits = |bit: &u16| others().any(|cell| view.mask(*cell) & bit != 0);
            let bits = (0..16).map(|bit| 1_u16 << bit).filter(|bit| set & !claimed & bit != 0);
            let bit = { bits }.find(|bit| !fits(bit))?;
            view.range().values_of(bit).next().map(Failure::Homeless)
        };
        Some((*set, bare.map(|cell| Failure::Bare(*cell)).or_else(homeless)?))
    };
    let found: Option<Vec<_>> = sets.iter().map(failure).collect();
    found.map(Reason::Sets)
}

/// Returns the reason why sets of cells cannot have equal sums.
pub(super) fn unequal(view: &View<'_>, sets: &[Vec<Cell>]) -> Option<Reason> {
    let of_set = |set: &Vec<Cell>| {
        let terms: Vec<(Cell, i64)> = set.iter().map(|cell| (*cell, 1)).collect();
        bounds(view, &terms)
    };
    let known: Vec<(i64, i64)> = sets.iter().map(of_set).collect::<Option<_>>()?;
    let (lower, (_, most)) = known.iter().enumerate().min_by_key(|(_, (_, most))| *most)?;
    let (upper, (least, _)) = known.iter().enumerate().max_by_key(|(_, (least, _))| *least)?;
    (most < least).then(|| Reason::Unequal {
        lower: sets[lower].clone(),
        most: *most,
        upper: sets[upper].clone(),
        least: *least,
    })
}
