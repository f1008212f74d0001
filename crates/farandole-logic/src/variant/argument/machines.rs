//! Reasons from automata: skyscrapers, hidden skyscrapers, X-sums, sandwiches and lines with ends.

use super::reason::Reason;
use super::sandwich::Sandwich;
use super::sums::bounds;
use super::view::View;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Machine;

/// Maximum number of first values whose sums are listed.
const PREFIXES: usize = 4;

/// Returns the reason why the machine cannot accept the values of the cells.
pub(super) fn rejected(view: &View<'_>, cells: &[Cell], machine: &Machine) -> Option<Reason> {
    match machine {
        Machine::Visible { total, is_sum, .. } => visible(view, cells, *total, *is_sum),
        Machine::FirstHidden { value, .. } => hidden(view, cells, *value),
        Machine::PrefixSum { sum, .. } => prefixes(view, cells, i64::from(*sum)),
        Machine::Ends { outside } => ends(view, cells, *outside),
        Machine::Sandwich { sum, is_full: true } if view.all_differ(cells) => {
            let missing = [view.range().low(), view.range().high()]
                .into_iter()
                .find(|end| cells.iter().all(|cell| view.mask(*cell) & view.range().mask(*end) == 0));
            if let Some(end) = missing {
                return Some(Reason::Homeless(end));
            }
            let sandwich = Sandwich::new(view, cells, *sum);
            sandwich.is_wrong().then_some(Reason::Sandwich(sandwich))
        }
        _ => None,
    }
}

/// Returns the reason that the values greater than all before them would be too few or too many, or their sum too small
/// or too great.
fn visible(view: &View<'_>, cells: &[Cell], total: u32, is_sum: bool) -> Option<Reason> {
    let all = view.range();
    // The greatest of some different values is at least this far above the least one.
    let highest = if view.all_differ(cells) { usize::from(all.low()) + cells.len() - 1 } else { 0 };
    // For each greatest value so far, the least and the greatest number or sum of visible values.
    let mut known: Vec<Option<(u32, u32)>> = vec![None; usize::from(all.high()) + 1];
    known[0] = Some((0, 0));
    for cell in cells {
        let mut next = vec![None; known.len()];
        for (top, seen) in known.iter().enumerate() {
            let Some((least, most)) = *seen else { continue };
            for value in view.values(*cell).map(usize::from) {
                let by = if value <= top {
                    0
                } else if is_sum {
                    value as u32
                } else {
                    1
                };
                let entry: &mut Option<(u32, u32)> = &mut next[value.max(top)];
                let (low, high) = entry.unwrap_or((u32::MAX, 0));
                *entry = Some((low.min(least + by), high.max(most + by)));
            }
        }
        known = next;
    }
    let ends = known.iter().enumerate().filter(|(top, _)| *top >= highest);
    let reached: Vec<(u32, u32)> = ends.filter_map(|(_, seen)| *seen).collect();
    let least = reached.iter().map(|(least, _)| *least).min()?;
    let most = reached.iter().map(|(_, most)| *most).max()?;
    if most < total {
        Some(Reason::Visible { total: most, is_sum, is_too_low: true })
    } else if least > total {
        Some(Reason::Visible { total: least, is_sum, is_too_low: false })
    } else {
        None
    }
}

/// Returns the reason that the value cannot be the first one that is less than an earlier one.
fn hidden(view: &View<'_>, cells: &[Cell], value: u32) -> Option<Reason> {
    let hidden = u8::try_from(value).ok()?;
    let bit = view.range().mask(hidden);
    // The least values with which the cells so far increase; `None` if they cannot.
    let mut top = Some(0_u8);
    for cell in cells {
        let Some(last) = top else { break };
        // The greatest value before the cell decides; the cells before it have to increase.
        if view.mask(*cell) & bit != 0 && highest(view, cells, *cell).is_some_and(|it| it > hidden) {
            return None;
        }
        top = view.values(*cell).find(|it| *it > last);
    }
    Some(Reason::Hidden(hidden))
}

/// Returns the greatest possible value of the cell before this one if all cells before it increase.
fn highest(view: &View<'_>, cells: &[Cell], end: Cell) -> Option<u8> {
    let before = cells.iter().take_while(|cell| **cell != end);
    let (mut least, mut last) = (0, None);
    for cell in before {
        last = Some(*cell);
        least = view.values(*cell).find(|it| *it > least)?;
    }
    view.values(last?).next_back()
}

/// Returns, for each value of the first cell, the bounds of the sum of this many cells, if all exclude the sum.
fn prefixes(view: &View<'_>, cells: &[Cell], sum: i64) -> Option<Reason> {
    let first = cells.first()?;
    if view.mask(*first).count_ones() as usize > PREFIXES {
        return None;
    }
    let of_value = |value: u8| {
        let terms: Vec<(Cell, i64)> =
            cells.iter().take(value.into()).skip(1).map(|cell| (*cell, 1)).collect();
        let bit = view.range().mask(value);
        let mut rest = view.clone();
        rest.restrict(*first, bit);
        terms.iter().for_each(|(cell, _)| rest.restrict(*cell, !(bit & view.state.sees(*first, *cell))));
        let own = if value == 0 { 0 } else { i64::from(value) };
        let (least, most) = bounds(&rest, &terms)?;
        let (least, most) = (least + own, most + own);
        (usize::from(value) > cells.len() || sum < least || sum > most).then_some((value, least, most))
    };
    let found: Option<Vec<_>> = view.values(*first).map(of_value).collect();
    found.filter(|it| !it.is_empty()).map(Reason::Prefixes)
}

/// Returns a cell for which the ends leave no value.
fn ends(view: &View<'_>, cells: &[Cell], outside: Option<u8>) -> Option<Reason> {
    let [one, two, inner @ ..] = cells else { return None };
    let pairs = || view.values(*one).flat_map(|first| view.values(*two).map(move |last| (first, last)));
    let range = view.range();
    let allowed = |(first, last): (u8, u8)| {
        let (low, high) = (first.min(last), first.max(last));
        match outside {
            None => range.mask_where(|value| low < value && value < high),
            Some(least) if high - low >= least => range.mask_where(|value| value < low || value > high),
            Some(_) => 0,
        }
    };
    let left = pairs().fold(0, |mask, pair| mask | allowed(pair));
    let bare = inner.iter().find(|cell| view.mask(**cell) & left == 0)?;
    Some(Reason::Ends { ends: [(*one, view.mask(*one)), (*two, view.mask(*two))], cell: *bare })
}
