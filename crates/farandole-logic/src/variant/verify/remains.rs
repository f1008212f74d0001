//! An interpreter of meanings on masks: the values that each cell of the board may still hold.
//!
//! A cell is *known* if its mask has one value, otherwise *open*. The interpreter knows nothing about the graphs of
//! the finders. It reads [`Semantics`] literally, and looks ahead only with bounds of single cells.

use farandole_puzzle::Cell;
use farandole_puzzle::board::ValueRange;
use farandole_puzzle::constraint::{Content, CountBound, Machine, Relation, Semantics};

/// Maximum number of states that are followed through open cells.
const STATES: usize = 200;

/// The mask of each cell of the board. No mask is empty.
#[derive(Clone, Copy)]
pub(super) struct Masks<'a> {
    pub(super) range: ValueRange,
    pub(super) of: &'a [u16],
    /// Maximum number of cells through which the states of automata are followed after the first open cell.
    pub(super) ahead: usize,
}

impl Masks<'_> {
    pub(super) fn of(self, cell: Cell) -> u16 {
        self.of[cell.index()]
    }

    pub(super) fn is_known(self, cell: Cell) -> bool {
        self.of(cell).is_power_of_two()
    }

    /// Returns the least and the greatest value of a cell.
    pub(super) fn ends(self, cell: Cell) -> (i64, i64) {
        let (low, mask) = (i64::from(self.range.low()), self.of(cell));
        (low + i64::from(mask.trailing_zeros()), low + i64::from(mask.ilog2()))
    }

    /// Adds the values of the known cells to a key.
    pub(super) fn write(self, cells: &[Cell], key: &mut Vec<u8>) {
        let value =
            |cell: &Cell| if self.is_known(*cell) { self.of(*cell).trailing_zeros() as u8 } else { 16 };
        key.extend(cells.iter().map(value));
    }
}

/// Returns false if no values from the masks satisfy the meaning, as far as the bounds show. If all cells are known,
/// returns true exactly if their values satisfy it.
///
/// Adds to the key whatever the open cells depend on: masks with the same open cells and the same key are completed
/// by the same values. A part of a key has a fixed length, or it starts with its length.
pub(super) fn remains(meaning: &Semantics, masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    match meaning {
        Semantics::All(parts) => parts.iter().all(|part| remains(part, masks, key)),
        Semantics::Any(branches) => any(branches, masks, key),
        Semantics::Domain { cell, mask } => masks.of(*cell) & mask != 0,
        Semantics::AllDifferent(cells) => differ(cells, masks, key),
        Semantics::Related(pairs, relation) => pairs.pairs().into_iter().all(|(one, two)| {
            masks.write(&[one, two], key);
            partners(*relation, masks.of(one)) & masks.of(two) != 0
        }),
        Semantics::Sum { terms, total } => {
            let (known, least, most) = sum(terms.iter().copied(), masks);
            number(known, key);
            (known + least..=known + most).contains(&i64::from(*total))
        }
        Semantics::EqualSums(lists) => equal_sums(lists, masks, key),
        Semantics::SameValues(lists) => same_values(lists, masks, key),
        Semantics::Count { cells, bounds } => bounds.iter().all(|bound| count(cells, *bound, masks, key)),
        Semantics::ValueSets { cells, sets } => {
            let open = |cell: &&Cell| !masks.is_known(**cell);
            let known = union(cells.iter().filter(|cell| !open(cell)), masks);
            let all = union(cells.iter(), masks);
            key.extend(known.to_le_bytes());
            let fits = |set: &u16| {
                let left = set & !known;
                let has_room = |cell: &Cell| masks.of(*cell) & left != 0;
                known & !set == 0 && set & !all == 0 && cells.iter().filter(open).all(has_room)
            };
            let is_distinct = known.count_ones() as usize == cells.iter().filter(|it| !open(it)).count();
            is_distinct && sets.iter().any(fits)
        }
        Semantics::Element { index, entries, content } => {
            let fits = |cell: Cell| match content {
                Content::Values(mask) => masks.of(cell) & mask != 0,
                Content::Cell(other) => masks.of(cell) & masks.of(*other) != 0,
            };
            masks.write(&meaning.cells(), key);
            let may_select = |value: u8| masks.range.mask(value) & masks.of(*index) != 0;
            entries.iter().any(|(value, cell)| may_select(*value) && fits(*cell))
        }
        Semantics::Regular { cells, machine } => accepts(cells, machine, masks, key),
        Semantics::Connected { cells, neighbours, mask, count } => {
            masks.write(cells, key);
            connected(cells, neighbours, *mask, *count, masks)
        }
        Semantics::Condition { cells, condition } => {
            masks.write(cells, key);
            condition.truth(&|cell| masks.of(cell)) != Some(false)
        }
        Semantics::Opaque(_) => true,
    }
}

/// Returns the values that are related to a value of the mask.
pub(super) fn partners(relation: Relation, mask: u16) -> u16 {
    (0..16).filter(|index| mask >> index & 1 == 1).fold(0, |all, index| all | relation.partners(index))
}

fn number(number: i64, key: &mut Vec<u8>) {
    key.extend((number as i32).to_le_bytes());
}

fn any(branches: &[Semantics], masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    let mut is_possible = false;
    for branch in branches {
        let mut own = Vec::new();
        let remains = remains(branch, masks, &mut own);
        is_possible |= remains;
        // The key of a branch that fails does not matter.
        key.extend(if remains { own.len() as u16 + 1 } else { 0 }.to_le_bytes());
        key.extend(own.iter().filter(|_| remains));
    }
    is_possible
}

fn union<'a>(cells: impl Iterator<Item = &'a Cell>, masks: Masks<'_>) -> u16 {
    cells.fold(0, |all, cell| all | masks.of(*cell))
}

fn differ(cells: &[Cell], masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    let known = union(cells.iter().filter(|cell| masks.is_known(**cell)), masks);
    key.extend(known.to_le_bytes());
    let is_free = |at: usize| match masks.of(cells[at]) {
        open if !open.is_power_of_two() => open & !known != 0,
        value => !cells[..at].iter().any(|other| *other != cells[at] && masks.of(*other) == value),
    };
    (0..cells.len()).all(is_free)
}

/// Returns the weighted sum of the known cells, and the bounds of that of the open ones.
fn sum(terms: impl Iterator<Item = (Cell, i32)>, masks: Masks<'_>) -> (i64, i64, i64) {
    let (mut known, mut least, mut most) = (0, 0, 0);
    for (cell, by) in terms {
        let (low, high) = masks.ends(cell);
        let (one, two) = (i64::from(by) * low, i64::from(by) * high);
        if low == high {
            known += one;
        } else {
            least += one.min(two);
            most += one.max(two);
        }
    }
    (known, least, most)
}

fn equal_sums(lists: &[Vec<Cell>], masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    let sums: Vec<_> = lists.iter().map(|list| sum(list.iter().map(|cell| (*cell, 1)), masks)).collect();
    // Only the differences of the sums matter.
    let first = sums.first().map_or(0, |(known, ..)| *known);
    sums.iter().for_each(|(known, ..)| number(known - first, key));
    let least = sums.iter().map(|(known, least, _)| known + least).max();
    let most = sums.iter().map(|(known, _, most)| known + most).min();
    least <= most
}

fn same_values(lists: &[Vec<Cell>], masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    masks.range.iter().all(|value| {
        let bit = masks.range.mask(value);
        let known = |list: &Vec<Cell>| list.iter().filter(|cell| masks.of(**cell) == bit).count();
        let possible = |list: &Vec<Cell>| list.iter().filter(|cell| masks.of(**cell) & bit != 0).count();
        let least = lists.iter().map(known).min().unwrap_or(0);
        let needed = lists.iter().map(known).max().unwrap_or(0);
        key.extend(lists.iter().map(|list| (known(list) - least) as u8));
        lists.iter().all(|list| possible(list) >= needed)
    })
}

fn count(cells: &[Cell], bound: CountBound, masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    let with =
        |holds: &dyn Fn(u16) -> bool| cells.iter().filter(|cell| holds(masks.of(**cell))).count() as u32;
    let certain = with(&|mask| mask & !bound.mask == 0);
    let possible = with(&|mask| mask & bound.mask != 0);
    let known = with(&|mask| mask.is_power_of_two() && mask & bound.mask != 0);
    // Without a greatest number, those above the least one do not matter.
    let is_unbounded = bound.most as usize >= cells.len();
    key.push(if is_unbounded { known.min(bound.least) } else { known } as u8);
    certain <= bound.most && possible >= bound.least
}

/// Follows the states of a machine: exactly through the known cells at the start, and through all values of the open
/// cells and the cells after them.
fn accepts(cells: &[Cell], machine: &Machine, masks: Masks<'_>, key: &mut Vec<u8>) -> bool {
    let (mut states, mut next) = (machine.starts(masks.range), Vec::new());
    let start = cells.iter().position(|cell| !masks.is_known(*cell)).unwrap_or(cells.len());
    for (at, cell) in cells.iter().enumerate() {
        if at == start {
            key.extend((states.len() as u16).to_le_bytes());
            states.iter().for_each(|state| key.extend(state.to_le_bytes()));
            masks.write(&cells[start..], key);
        }
        if at >= start && (cells.len() - start > masks.ahead || states.len() > STATES) {
            return !states.is_empty();
        }
        next.clear();
        for value in masks.range.values_of(masks.of(*cell)) {
            states.iter().for_each(|state| machine.step(*state, at, value, masks.range, &mut next));
        }
        next.sort_unstable();
        next.dedup();
        core::mem::swap(&mut states, &mut next);
    }
    states.iter().any(|state| machine.accepts(*state, masks.range))
}

/// Returns true if the cells that hold values of the mask may form one area.
fn connected(
    cells: &[Cell],
    neighbours: &[Vec<usize>],
    mask: u16,
    count: Option<u32>,
    masks: Masks<'_>,
) -> bool {
    let inside: Vec<usize> = (0..cells.len()).filter(|at| masks.of(cells[*at]) & !mask == 0).collect();
    let may_be_inside = |at: usize| masks.of(cells[at]) & mask != 0;
    let starts = if inside.is_empty() { (0..cells.len()).collect() } else { vec![inside[0]] };
    starts.into_iter().filter(|start| may_be_inside(*start)).any(|start| {
        let (mut reached, mut at) = (vec![start], 0);
        while let Some(from) = reached.get(at) {
            for next in neighbours[*from].iter().filter(|next| may_be_inside(**next)) {
                if !reached.contains(next) {
                    reached.push(*next);
                }
            }
            at += 1;
        }
        let fits = |count: u32| (inside.len()..=reached.len()).contains(&(count as usize));
        inside.iter().all(|at| reached.contains(at)) && count.is_none_or(fits)
    })
}
