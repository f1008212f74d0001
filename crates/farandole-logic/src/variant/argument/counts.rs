//! Reasons from numbers of cells: values that occur too often or too rarely, and houses that are crowded.

use super::condition::{Condition, Source};
use super::reason::Reason;
use super::sums::bounds;
use super::view::View;
use crate::variant::facts::Part;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{CountBound, Semantics};

/// Maximum number of values that are counted together in a house.
const VALUES: u32 = 4;
/// Maximum number of cells of a condition inside a house.
const GROUP: usize = 5;
/// Maximum number of nodes of a layer of an automaton's graph.
const NODES: usize = 500;
/// Maximum number of sets of a group that are listed.
const OVERLAPPING: usize = 8;

/// Returns the reason why the number of cells with some values is out of bounds.
pub(super) fn miscounted(view: &View<'_>, cells: &[Cell], bounds: &[CountBound]) -> Option<Reason> {
    let count = |values: u16, cells: Vec<Cell>, bound: u32, is_too_few: bool| Reason::Count {
        values,
        cells,
        bound,
        is_too_few,
    };
    let too_few = |mask: u16, least: u32| {
        let may_hold = |cell: &&Cell| view.mask(**cell) & mask != 0;
        let possible: Vec<Cell> = cells.iter().filter(may_hold).copied().collect();
        (at_once(view, &possible, mask) < least).then(|| count(mask, possible, least, true))
    };
    let too_many = |mask: u16, most: u32| {
        let must_hold = |cell: &&Cell| view.mask(**cell) & !mask == 0;
        let needed: Vec<Cell> = cells.iter().filter(must_hold).copied().collect();
        (needed.len() as u32 > most).then(|| count(mask, needed, most, false))
    };
    let alone =
        bounds.iter().find_map(|it| too_few(it.mask, it.least).or_else(|| too_many(it.mask, it.most)));
    alone.or_else(|| {
        bounds.iter().enumerate().find_map(|(at, one)| {
            let others = bounds[at + 1..].iter().filter(|two| one.mask & two.mask == 0);
            { others }.find_map(|two| too_few(one.mask | two.mask, one.least + two.least))
        })
    })
}

/// Returns how many of the cells can hold the value at once if the mask has only one; otherwise all of them.
fn at_once(view: &View<'_>, cells: &[Cell], mask: u16) -> u32 {
    if !mask.is_power_of_two() {
        return cells.len() as u32;
    }
    // Cells that see each other hold the value only once. Grouping them greedily gives an upper bound.
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for cell in cells {
        let sees_all =
            |group: &&mut Vec<Cell>| group.iter().all(|it| view.state.sees(*it, *cell) & mask != 0);
        match groups.iter_mut().find(sees_all) {
            Some(group) => group.push(*cell),
            None => groups.push(vec![*cell]),
        }
    }
    groups.len() as u32
}

/// Returns the reason why cells that each have a value left cannot differ: a value without a cell, or some values that cells
/// and groups of cells hold more often than there are such values.
pub(super) fn repeated(view: &View<'_>, condition: &Condition, others: &[Condition]) -> Option<Reason> {
    let cells = &condition.cells;
    let all = view.range().all();
    let reachable = cells.iter().fold(0, |mask, cell| mask | view.mask(*cell));
    if condition.is_full
        && let Some(value) = view.range().values_of(all & !reachable).next()
    {
        return Some(Reason::Homeless(value));
    }
    let inside = open_cells(view, condition);
    clashing(view, &inside, &groups(view, &inside, others))
}

/// Does the same with the groups of cells that are only related by automata. Takes much longer.
pub(super) fn repeated_by_automata(
    view: &View<'_>,
    condition: &Condition,
    others: &[Condition],
) -> Option<Reason> {
    if !matches!(condition.meaning, Semantics::AllDifferent(_)) {
        return None;
    }
    let inside = open_cells(view, condition);
    let by_automata = groups_by_automata(view, &inside, others);
    if by_automata.is_empty() {
        return None;
    }
    let groups = [groups(view, &inside, others), by_automata].concat();
    clashing(view, &inside, &groups)
}

/// Returns the cells of the condition without those of a house that are placed, which the others see.
fn open_cells(view: &View<'_>, condition: &Condition) -> Vec<Cell> {
    let is_house = matches!(condition.source, Source::House(_));
    let is_open = |cell: &&Cell| !is_house || !view.state.is_placed(**cell);
    condition.cells.iter().filter(is_open).copied().collect()
}

/// Returns the reason why the groups hold some of the values more often than there are such values.
fn clashing(view: &View<'_>, inside: &[Cell], groups: &[Group]) -> Option<Reason> {
    let free = inside.iter().fold(0, |mask, cell| mask | view.mask(*cell));
    let of_size = |count: u32| masks(free).filter(move |mask| mask.count_ones() == count);
    (1..=VALUES)
        .find_map(|count| of_size(count).find_map(|values| crowded(values, groups)))
        .or_else(|| overlapping(groups))
}

/// Returns the subsets of a mask, without the empty one.
fn masks(of: u16) -> impl Iterator<Item = u16> {
    core::iter::successors(Some(of), move |mask| (*mask != 0).then(|| (mask - 1) & of))
        .filter(|mask| *mask != 0)
}

/// Some cells of a house, and the sets of values that they may hold together, as masks.
type Group = (Vec<Cell>, Vec<u16>);

/// Returns each cell alone, and the cells that the other conditions relate.
fn groups(view: &View<'_>, inside: &[Cell], others: &[Condition]) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    for condition in others.iter().filter(|it| matches!(it.source, Source::Constraint(_))) {
        match &condition.meaning {
            Semantics::Related(related, relation) => {
                let low = view.range().low();
                for (one, two) in related.pairs() {
                    if !inside.contains(&one) || !inside.contains(&two) {
                        continue;
                    }
                    let with = |value: u8| {
                        let bit = view.range().mask(value);
                        let partners = relation.partners(value - low) & view.mask(two) & !bit;
                        view.range().values_of(partners).map(move |other| (bit, other))
                    };
                    let sets = view.values(one).flat_map(with);
                    let sets = sets.map(|(bit, other)| bit | view.range().mask(other)).collect();
                    found.push((vec![one, two], sets));
                }
            }
            meaning => found.extend(inside_of(view, &condition.cells, inside, meaning)),
        }
    }
    found.retain(|(_, sets)| !sets.is_empty());
    let alone = inside.iter().map(|cell| {
        let sets = (0..16).map(|bit| 1_u16 << bit).filter(|bit| view.mask(*cell) & bit != 0);
        (vec![*cell], sets.collect())
    });
    found.extend(alone);
    found
}

/// Returns the cells of the house that are in automata of the other conditions.
fn groups_by_automata(view: &View<'_>, inside: &[Cell], others: &[Condition]) -> Vec<Group> {
    let group = |part: &Part| {
        let within: Vec<Cell> = part.cells().iter().filter(|cell| inside.contains(cell)).copied().collect();
        if within.len() < 2 || within.len() > GROUP {
            return None;
        }
        let masks: Vec<u16> = part.cells().iter().map(|cell| view.mask(*cell)).collect();
        let sets = part.value_sets(view.state, &masks, &within, NODES)?;
        Some((within, sets)).filter(|(_, sets)| !sets.is_empty())
    };
    others.iter().flat_map(|it| &it.automata).filter_map(group).collect()
}

/// A cell with its coefficient in a sum.
type Term = (Cell, i32);

/// Returns the cells of a condition that are in the house, with the sets of values that they may hold. Returns `None` if
/// the condition does not restrict these sets.
fn inside_of(view: &View<'_>, cells: &[Cell], inside: &[Cell], meaning: &Semantics) -> Option<Group> {
    let (within, others): (Vec<Cell>, Vec<Cell>) = cells.iter().partition(|cell| inside.contains(cell));
    if within.len() < 2 || within.len() > GROUP {
        return None;
    }
    let fits: Box<dyn Fn(u16) -> bool> = match meaning {
        Semantics::ValueSets { sets, .. } => {
            let placed = |rest: u16| {
                rest.count_ones() as usize == others.len()
                    && others.iter().all(|cell| view.mask(*cell) & rest != 0)
            };
            Box::new(move |set| sets.iter().any(|all| set & !all == 0 && placed(all & !set)))
        }
        Semantics::Count { bounds, .. } => {
            let needed = bounds.iter().filter(|it| it.least > 0 && it.mask.is_power_of_two());
            let needed = needed.fold(0, |mask, it| mask | it.mask);
            let free = others.iter().fold(0, |mask, cell| mask | view.mask(*cell));
            let count = others.len() as u32;
            Box::new(move |set| (needed & !set).count_ones() <= count && needed & !set & !free == 0)
        }
        Semantics::Sum { terms, total } => {
            let (own, rest): (Vec<Term>, Vec<Term>) =
                terms.iter().partition(|(cell, _)| within.contains(cell));
            let sign = own[0].1;
            if own.len() != within.len() || own.iter().any(|(_, by)| *by != sign) {
                return None;
            }
            let rest: Vec<(Cell, i64)> = rest.into_iter().map(|(cell, by)| (cell, i64::from(by))).collect();
            let (least, most) = bounds(view, &rest)?;
            let (sign, total) = (i64::from(sign), i64::from(*total));
            let range = view.range();
            Box::new(move |set| {
                let own = sign * range.values_of(set).map(i64::from).sum::<i64>();
                (total - most..=total - least).contains(&own)
            })
        }
        _ => return None,
    };
    let mut sets = view.sets(&within);
    sets.retain(|set| fits(*set));
    Some((within, sets))
}

/// Returns disjoint groups that together hold some of these values more often than there are such values.
fn crowded(values: u16, groups: &[Group]) -> Option<Reason> {
    // Most groups may hold none of the values, which one of their sets shows.
    let is_needed = |(_, sets): &&Group| sets.iter().all(|set| set & values != 0);
    let least = |(_, sets): &Group| sets.iter().map(|set| (set & values).count_ones()).min().unwrap_or(0);
    let mut counted: Vec<(u32, &Group)> =
        groups.iter().filter(is_needed).map(|group| (least(group), group)).collect();
    if counted.iter().map(|(count, _)| count).sum::<u32>() <= values.count_ones() {
        return None;
    }
    // Groups whose cells are used best come first.
    counted.sort_by_key(|(count, (cells, _))| {
        (core::cmp::Reverse(count * 12 / cells.len() as u32), cells.len())
    });
    let (mut chosen, mut total): (Vec<(Vec<Cell>, u32)>, u32) = (Vec::new(), 0);
    for (count, (cells, _)) in counted {
        if chosen.iter().all(|(known, _)| !cells.iter().any(|cell| known.contains(cell))) {
            total += count;
            chosen.push((cells.clone(), count));
        }
        if total > values.count_ones() {
            return Some(Reason::Crowded { values, groups: chosen });
        }
    }
    None
}

/// Returns two or three disjoint groups with few sets each, of which every choice repeats a value.
fn overlapping(groups: &[Group]) -> Option<Reason> {
    let short: Vec<&Group> =
        groups.iter().filter(|(cells, sets)| cells.len() > 1 && sets.len() <= OVERLAPPING).collect();
    let mut chosen = Vec::new();
    [2, 3, 4].into_iter().find_map(|count| choosing(&short, count, &mut chosen)).map(Reason::Overlap)
}

/// Extends the chosen groups to `count` groups of which every choice of sets repeats a value.
fn choosing<'a>(groups: &[&'a Group], count: usize, chosen: &mut Vec<&'a Group>) -> Option<Vec<Group>> {
    if chosen.len() == count {
        return (!has_choice(chosen, 0)).then(|| chosen.iter().map(|it| (*it).clone()).collect());
    }
    groups.iter().enumerate().find_map(|(at, group)| {
        if chosen.iter().any(|(known, _)| known.iter().any(|cell| group.0.contains(cell))) {
            return None;
        }
        chosen.push(group);
        let found = choosing(&groups[at + 1..], count, chosen);
        chosen.pop();
        found
    })
}

/// Returns true if one set of each group can be chosen without repeating a value of these or of `used`.
fn has_choice(groups: &[&Group], used: u16) -> bool {
    match groups {
        [] => true,
        [(_, sets), rest @ ..] => sets.iter().any(|set| set & used == 0 && has_choice(rest, used | set)),
    }
}
