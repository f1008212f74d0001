//! Finds out why a condition cannot hold.

use super::condition::Condition;
use super::reason::{Case, Reason};
use super::view::{View, once};
use super::{counts, few, machines, pairs, sums};
use crate::variant::candidate::Candidate;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Content, Semantics};

/// Maximum number of alternatives whose reasons are listed.
const CASES: usize = 4;
/// Maximum number of values of a cell that are distinguished.
const VALUES: u32 = 3;

/// Returns the reason why the condition cannot hold, or `None` if no short one is found.
pub(super) fn violated(view: &View<'_>, condition: &Condition, others: &[Condition]) -> Option<Reason> {
    directly(view, condition, others).or_else(|| split(view, condition, others))
}

/// Returns the reason why the condition cannot hold, without distinguishing the values of a cell. `others` are the
/// conditions that may restrict cells of a house together.
pub(super) fn directly(view: &View<'_>, condition: &Condition, others: &[Condition]) -> Option<Reason> {
    if let Some(bare) = condition.cells.iter().find(|cell| view.mask(**cell) == 0) {
        return Some(Reason::Bare(*bare));
    }
    match &condition.meaning {
        Semantics::AllDifferent(_) => counts::repeated(view, condition, others),
        meaning => meant(view, meaning).or_else(|| tried(view, meaning)),
    }
}

/// Returns the few values of the cells that a reader can try, if none of them satisfies the meaning.
fn tried(view: &View<'_>, meaning: &Semantics) -> Option<Reason> {
    let cells = once(meaning.cells());
    few::few(view, &cells, |value| {
        let mut values = vec![view.range().low(); view.state.variant().cell_count()];
        cells.iter().for_each(|cell| values[cell.index()] = value(*cell));
        meaning.holds(&values, view.range()) != Some(false)
    })
}

/// Returns the reason why the meaning cannot hold.
fn meant(view: &View<'_>, meaning: &Semantics) -> Option<Reason> {
    match meaning {
        Semantics::All(parts) => parts.iter().find_map(|part| meant(view, part)),
        Semantics::Any(branches) if branches.len() <= CASES && !branches.is_empty() => {
            let reasons: Option<Vec<Reason>> =
                branches.iter().map(|branch| meant(view, branch).or_else(|| tried(view, branch))).collect();
            reasons.map(Reason::Cases)
        }
        Semantics::Domain { cell, mask } => (view.mask(*cell) & mask == 0).then_some(Reason::Bare(*cell)),
        Semantics::Related(related, relation) => pairs::unrelated(view, related, relation),
        Semantics::Sum { terms, total } => {
            let terms: Vec<(Cell, i64)> = terms.iter().map(|(cell, by)| (*cell, i64::from(*by))).collect();
            sums::wrong_sum(view, &terms, (*total).into())
        }
        Semantics::EqualSums(sets) => sums::unequal(view, sets),
        Semantics::SameValues(lists) => missing(view, lists),
        Semantics::Count { cells, bounds } => counts::miscounted(view, cells, bounds),
        Semantics::ValueSets { cells, sets } => sums::no_set(view, cells, sets.iter().copied()),
        Semantics::Element { index, entries, content } => pointer(view, *index, entries, *content),
        Semantics::Regular { cells, machine } => machines::rejected(view, cells, machine),
        _ => None,
    }
}

/// Returns a value that one of the lists must hold, because some cells have no other one left, and another list cannot.
fn missing(view: &View<'_>, lists: &[Vec<Cell>]) -> Option<Reason> {
    lists.iter().flatten().filter_map(|cell| view.value(*cell)).find_map(|value| {
        let bit = view.range().mask(value);
        let without = |list: &&Vec<Cell>| list.iter().all(|cell| view.mask(*cell) & bit == 0);
        let cells = lists.iter().find(without)?;
        Some(Reason::Missing { value, cells: cells.clone() })
    })
}

/// Returns the reason why no value of the index selects a cell with the content.
fn pointer(view: &View<'_>, index: Cell, entries: &[(u8, Cell)], content: Content) -> Option<Reason> {
    let target = |value: u8| entries.iter().find(|(number, _)| *number == value).map(|(_, cell)| *cell);
    let wanted = match content {
        Content::Values(mask) => mask,
        Content::Cell(cell) => view.mask(cell),
    };
    let fits = |value: u8| target(value).is_some_and(|cell| view.mask(cell) & wanted != 0);
    if view.values(index).any(fits) {
        return None;
    }
    let target = view.value(index).and_then(target);
    Some(Reason::Pointer { index, values: view.mask(index), target, wanted })
}

/// Returns the reasons for each value of a cell that has only a few.
fn split(view: &View<'_>, condition: &Condition, others: &[Condition]) -> Option<Reason> {
    let is_small = |cell: &&Cell| (2..=VALUES).contains(&view.mask(**cell).count_ones());
    let mut cells: Vec<Cell> = condition.cells.iter().filter(is_small).copied().collect();
    cells.sort_by_key(|cell| view.mask(*cell).count_ones());
    cells.into_iter().find_map(|cell| in_cell(view, condition, others, cell))
}

/// Returns the reasons for each value of this cell, if it has only a few.
pub(super) fn in_cell(
    view: &View<'_>,
    condition: &Condition,
    others: &[Condition],
    cell: Cell,
) -> Option<Reason> {
    if view.mask(cell).count_ones() > VALUES {
        return None;
    }
    let of_value = |value: u8| {
        let mut inside = view.suppose(Candidate { cell, value });
        // The reasons start from the cell whose values are distinguished.
        inside.changed.retain(|it| *it != cell);
        inside.changed.insert(0, cell);
        let reason = directly(&inside, condition, others)?;
        Some(Case { value, inferences: Vec::new(), source: condition.source, reason })
    };
    let cases: Option<Vec<_>> = view.values(cell).map(of_value).collect();
    Some(Reason::Split { cell, cases: cases? })
}
