//! Reasons from numbers of cells: values that occur too often or too rarely, and houses that are crowded.

use super::condition::{Condition, GROUP, Shared};
use super::reason::Reason;
use super::sums::bounds;
use super::view::View;
use crate::variant::facts::Part;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{CountBound, Relation, Semantics};

/// Maximum number of values that are counted together in a house.
const VALUES: u32 = 4;
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
    clashing(view, &condition.distinct.open, &groups(view, condition, others))
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
    let inside = &condition.distinct.open;
    let by_automata = groups_by_automata(view, inside, others);
    if by_automata.is_empty() {
        return None;
    }
    clashing(view, inside, &[groups(view, condition, others), by_automata].concat())
}

/// Returns the reason why the groups hold some of the values more often than there are such values.
fn clashing(view: &View<'_>, inside: &[Cell], groups: &[Group]) -> Option<Reason> {
    let free = inside.iter().fold(0, |mask, cell| mask | view.mask(*cell));
    let spared: Vec<Spared> = groups.chunks(Spared::GROUPS).map(|groups| Spared::new(free, groups)).collect();
    let of_size = |count: u32| masks(free).filter(move |mask| mask.count_ones() == count);
    let crowded = |values: u16| {
        // One group holds each value at most once.
        if spared.iter().map(|it| it.needy(values).count_ones()).sum::<u32>() < 2 {
            return None;
        }
        let in_need =
            groups.chunks(Spared::GROUPS).zip(&spared).flat_map(|(groups, it)| it.in_need(values, groups));
        crowded(values, in_need)
    };
    (1..=VALUES).find_map(|count| of_size(count).find_map(crowded)).or_else(|| overlapping(groups))
}

/// Returns the subsets of a mask, without the empty one.
fn masks(of: u16) -> impl Iterator<Item = u16> {
    core::iter::successors(Some(of), move |mask| (*mask != 0).then(|| (mask - 1) & of))
        .filter(|mask| *mask != 0)
}

/// Some cells of a house, and the sets of values that they may hold together, as masks.
type Group = (Vec<Cell>, Vec<u16>);

/// For each set of values, the groups that can do without the values outside of it.
struct Spared {
    free: u16,
    /// A bit for each group.
    all: u64,
    /// Indexed by the set: bit `i` is set if group `i` may hold only these values.
    groups: Vec<u64>,
}

impl Spared {
    /// Maximum number of groups.
    const GROUPS: usize = u64::BITS as usize;

    fn new(free: u16, groups: &[Group]) -> Self {
        let width = u16::BITS - free.leading_zeros();
        let mut spared = vec![0; 1 << width];
        for (at, (_, sets)) in groups.iter().enumerate() {
            sets.iter().for_each(|set| spared[usize::from(*set)] |= 1 << at);
        }
        // A group that a set suffices for is also spared by each larger set.
        for bit in (0..width).map(|place| 1 << place) {
            for pair in spared.chunks_exact_mut(2 * bit) {
                let (without, with) = pair.split_at_mut(bit);
                with.iter_mut().zip(without).for_each(|(with, without)| *with |= *without);
            }
        }
        Self { free, all: u64::MAX >> (Self::GROUPS - groups.len()), groups: spared }
    }

    /// Returns a bit for each of the groups that need one of the values.
    fn needy(&self, values: u16) -> u64 {
        self.all & !self.groups[usize::from(self.free & !values)]
    }

    /// Returns those of the groups that need one of the values.
    fn in_need<'a>(&self, values: u16, groups: &'a [Group]) -> impl Iterator<Item = &'a Group> + use<'a> {
        let needy = self.needy(values);
        groups.iter().enumerate().filter(move |(at, _)| needy >> at & 1 == 1).map(|(_, group)| group)
    }
}

/// Returns each open cell of a condition alone, and those that the other conditions relate.
fn groups(view: &View<'_>, condition: &Condition, others: &[Condition]) -> Vec<Group> {
    let shared = condition.distinct.shared.iter().filter_map(|it| {
        let sets = match &others[it.condition].meaning {
            Semantics::Related(_, relation) => sets_of_pair(view, relation, it.inside[0], it.inside[1]),
            meaning => sets_inside(view, it, meaning)?,
        };
        Some((it.inside.clone(), sets))
    });
    let alone = condition.distinct.open.iter().map(|cell| {
        let sets = (0..16).map(|bit| 1_u16 << bit).filter(|bit| view.mask(*cell) & bit != 0);
        (vec![*cell], sets.collect())
    });
    shared.filter(|(_, sets)| !sets.is_empty()).chain(alone).collect()
}

/// Returns the sets of different values of two related cells.
fn sets_of_pair(view: &View<'_>, relation: &Relation, one: Cell, two: Cell) -> Vec<u16> {
    let low = view.range().low();
    let mut sets = Vec::new();
    for value in view.values(one) {
        let bit = view.range().mask(value);
        let mut partners = relation.partners(value - low) & view.mask(two) & !bit;
        while partners != 0 {
            sets.push(bit | partners & partners.wrapping_neg());
            partners &= partners - 1;
        }
    }
    sets
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
    others.iter().flat_map(|it| it.automata.parts(view.state)).filter_map(group).collect()
}

/// A cell with its coefficient in a sum.
type Term = (Cell, i32);

/// Returns the sets of values that the shared cells of a condition may hold, or `None` if it does not restrict them.
fn sets_inside(view: &View<'_>, shared: &Shared, meaning: &Semantics) -> Option<Vec<u16>> {
    let Shared { inside: within, outside: others, .. } = shared;
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
    let mut sets = view.sets(within);
    sets.retain(|set| fits(*set));
    Some(sets)
}

/// Returns disjoint groups of those that need these values, which together hold them more often than there are such
/// values.
fn crowded<'a>(values: u16, in_need: impl Iterator<Item = &'a Group>) -> Option<Reason> {
    let least = |(_, sets): &Group| sets.iter().map(|set| (set & values).count_ones()).min().unwrap_or(0);
    let mut counted: Vec<(u32, &Group)> = in_need.map(|group| (least(group), group)).collect();
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
