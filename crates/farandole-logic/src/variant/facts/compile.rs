//! Compiles the meaning of a constraint into automata.

use super::layers::Layers;
use super::machine::{Rule, SLOTS, Together};
use super::part::{Item, Part};
use super::ranks;
use crate::variant::pairs::{Link, pairs_in_houses};
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Line, Ties};
use farandole_puzzle::constraint::{Constraint, Content, CountBound, Relation, Semantics};
use farandole_puzzle::variant::HouseOrigin;
use std::collections::BTreeMap;

/// The greatest count that a slot can hold.
const MAX_COUNT: u32 = 15;

/// Returns the parts of a constraint: conditions on some of its cells that follow from its meaning. For most kinds, all
/// parts together are equivalent to the constraint. Returns an empty list for kinds without an automaton.
pub(in crate::variant) fn compile(state: &State, constraint: &Constraint) -> Vec<Part> {
    let board = state.variant().board();
    match constraint {
        // The candidates of the variant reflect these masks.
        Constraint::Given(_) | Constraint::SearchPriority(_) => Vec::new(),
        // A word is compared with only a few others at once, so that the automata stay small.
        Constraint::FullRank(it) => {
            let first = ranks::first(state, it);
            let first = first.and_then(|(cell, value)| linear(state, &[(cell, 1)], value.into()));
            first.into_iter().chain(ranks::positions(state, it)).collect()
        }
        Constraint::FullRankTies(it) if it.ties == Ties::None => ranks::differences(state),
        _ => {
            if constraint.scope(board).is_none() {
                // The pairs of a house are read together.
                let part = |(cells, links): (Vec<Cell>, Vec<Link>)| related(state, cells, &links);
                let pairs = pairs_in_houses(state, constraint).into_iter().filter_map(part).map(Part::from);
                let pairs: Vec<Part> = pairs.collect();
                if !pairs.is_empty() {
                    return pairs;
                }
            }
            let items = items(state, &constraint.semantics(board));
            let parts = items.into_iter().filter_map(|item| match item {
                Item::Part(part) => Some(part),
                Item::Mask(..) => None,
            });
            parts.filter(|part| !is_of_houses(state, part)).collect()
        }
    }
}

/// Returns true if the part only requires cells that see each other to differ.
fn is_of_houses(state: &State, part: &Part) -> bool {
    let all = state.variant().board().values().all();
    let see_each_other = |cells: &[Cell]| {
        let sees_later =
            |(at, one): (usize, &Cell)| cells[at + 1..].iter().all(|two| state.sees(*one, *two) & all == all);
        cells.iter().enumerate().all(sees_later)
    };
    let is_distinct = |layers: &Layers| matches!(layers.rule(), Rule::Distinct { sets: None });
    part.layers().is_some_and(is_distinct) && see_each_other(part.cells())
}

/// Returns the conditions of a meaning. Conditions that no automaton expresses are left out, so the result follows from
/// the meaning and may be weaker.
fn items(state: &State, meaning: &Semantics) -> Vec<Item> {
    let graph = |cells: Vec<Cell>, rule: Rule| parts(Layers::new(state, cells, rule).map(Part::from));
    match meaning {
        Semantics::All(of) => of.iter().flat_map(|it| items(state, it)).collect(),
        Semantics::Any(branches) => {
            let branches: Vec<Vec<Item>> = branches.iter().map(|branch| items(state, branch)).collect();
            // A branch without conditions may always hold.
            if branches.iter().any(Vec::is_empty) {
                Vec::new()
            } else {
                parts([alternatives(state, branches)])
            }
        }
        Semantics::Domain { cell, mask } => vec![Item::Mask(*cell, *mask)],
        Semantics::AllDifferent(cells) => {
            let mut cells = cells.clone();
            cells.sort_unstable();
            cells.dedup();
            graph(cells, Rule::Distinct { sets: None })
        }
        Semantics::ValueSets { cells, sets } => {
            graph(cells.clone(), Rule::Distinct { sets: Some(sets.as_slice().into()) })
        }
        Semantics::Related(pairs, relation) => {
            parts(related_pairs(state, &pairs.pairs(), relation).map(Part::from))
        }
        Semantics::Sum { terms, total } => {
            let terms = merged(terms.iter().map(|(cell, by)| (*cell, i64::from(*by))));
            parts(sum(state, &terms, (*total).into()))
        }
        Semantics::EqualSums(sets) => parts(equal_sums(state, sets)),
        Semantics::SameValues(sets) => {
            parts(sets.windows(2).filter_map(|two| same_values(state, &two[0], &two[1])))
        }
        Semantics::Count { cells, bounds } => match counts(bounds, cells.len()) {
            Some(rule) => graph(cells.clone(), rule),
            None => Vec::new(),
        },
        Semantics::Element { index, entries, content } => {
            let (cells, rule) = element(*index, entries, *content);
            graph(cells, rule)
        }
        Semantics::Regular { cells, machine } => graph(cells.clone(), Rule::Machine(machine.clone())),
        Semantics::Connected { .. } | Semantics::Condition { .. } | Semantics::Opaque(_) => Vec::new(),
    }
}

/// Returns the cells and the rule of a selected cell: the index, the cell with its content if there is one, and the
/// cells that may be selected.
fn element(index: Cell, entries: &[(u8, Cell)], content: Content) -> (Vec<Cell>, Rule) {
    let (mut cells, values) = match content {
        Content::Values(mask) => (vec![index], Some(mask)),
        Content::Cell(cell) => (vec![index, cell], None),
    };
    let mut place = |cell: Cell| {
        cells.iter().position(|known| *known == cell).unwrap_or_else(|| {
            cells.push(cell);
            cells.len() - 1
        })
    };
    let entries = entries.iter().map(|(value, cell)| (*value, place(*cell))).collect();
    (cells, Rule::Element { entries, values })
}

fn parts(found: impl IntoIterator<Item = Part>) -> Vec<Item> {
    found.into_iter().map(Item::Part).collect()
}

/// Returns the terms of a sum with each cell once, in ascending order.
pub(in crate::variant) fn merged(terms: impl Iterator<Item = (Cell, i64)>) -> Vec<(Cell, i64)> {
    let mut factors: BTreeMap<Cell, i64> = BTreeMap::new();
    terms.for_each(|(cell, by)| *factors.entry(cell).or_default() += by);
    factors.into_iter().filter(|(_, by)| *by != 0).collect()
}

/// Returns the parts of sets of cells with equal sums.
fn equal_sums(state: &State, sets: &[Vec<Cell>]) -> Vec<Part> {
    if sets.len() < 2 || sets.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    if let Some(sum) = known_sum(state, sets).filter(|_| !are_disjoint(sets)) {
        let of_set = |set: &Vec<Cell>| linear(state, &merged(set.iter().map(|cell| (*cell, 1))), sum);
        return sets.iter().filter_map(of_set).collect();
    }
    let pairs =
        sets.iter().enumerate().flat_map(|(at, one)| sets[at + 1..].iter().map(move |two| (one, two)));
    let differences = pairs.filter_map(|(one, two)| linear(state, &difference(one, two), 0));
    if sets.len() == 2 || !are_disjoint(sets) {
        return differences.collect();
    }
    let ends = sets.iter().flat_map(|set| (1..=set.len()).map(move |count| count == set.len())).collect();
    let all = Layers::new(state, sets.concat(), Rule::EqualSums(ends)).map(Part::from);
    // The differences follow from that part, but have fewer cells, so that they can be combined with houses.
    all.into_iter().chain(differences.map(Part::into_implied)).collect()
}

/// Returns the terms of the sum of one set minus that of another.
pub(in crate::variant) fn difference(one: &[Cell], two: &[Cell]) -> Vec<(Cell, i64)> {
    merged(one.iter().map(|cell| (*cell, 1)).chain(two.iter().map(|cell| (*cell, -1))))
}

/// Returns true if no cell occurs twice in the sets.
fn are_disjoint(sets: &[Vec<Cell>]) -> bool {
    let mut all = sets.concat();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the sum of each set if some disjoint sets fill a house that holds every value, and `None` otherwise.
/// Example: three sets that fill a box of the 9x9 grid have the sum 15 each.
fn known_sum(state: &State, sets: &[Vec<Cell>]) -> Option<i64> {
    let variant = state.variant();
    let all: i64 = variant.board().values().iter().map(i64::from).sum();
    variant.houses().iter().filter(|house| variant.is_full(house)).find_map(|house| {
        let mut filled: Vec<Cell> = Vec::new();
        let mut count = 0;
        for set in sets {
            let fits = |cell: &Cell| house.cells.contains(cell) && !filled.contains(cell);
            if set.iter().all(fits) {
                filled.extend(set);
                count += 1;
            }
        }
        (filled.len() == house.cells.len() && count > 0 && all % count == 0).then(|| all / count)
    })
}

/// Returns the part of a disjunction: one automaton if a single order of the cells suits all branches, otherwise a list
/// of branches.
fn alternatives(state: &State, branches: Vec<Vec<Item>>) -> Part {
    let listed = branches.iter().flatten().flat_map(Item::cells).copied();
    let forward: Vec<Cell> = listed.clone().collect();
    let reversed: Vec<Cell> = branches.iter().rev().flatten().flat_map(Item::cells).copied().collect();
    let layers = [forward, reversed].into_iter().find_map(|listed| {
        let mut order: Vec<Cell> = Vec::new();
        listed.into_iter().for_each(|cell| {
            if !order.contains(&cell) {
                order.push(cell)
            }
        });
        let rules: Option<Vec<Together>> =
            branches.iter().map(|branch| all_of(state, &order, branch)).collect();
        Layers::new(state, order, Rule::any_of(rules?)?)
    });
    layers.map_or_else(|| Part::any_of(branches), Part::from)
}

/// Returns the rule that all items of a branch hold, with the cells in this order.
fn all_of(state: &State, order: &[Cell], branch: &[Item]) -> Option<Together> {
    let place = |cell: &Cell| order.iter().position(|it| it == cell);
    let rule = |item: &Item| match item {
        Item::Mask(cell, mask) => Some((Rule::Allowed(*mask), vec![place(cell)?])),
        Item::Part(part) => {
            let layers = part.layers()?;
            layers.rule().in_order(layers.cells().iter().map(place).collect::<Option<_>>()?)
        }
    };
    let rules: Option<Vec<_>> = branch.iter().map(rule).collect();
    Together::new(order.len(), rules?, state.variant().board().values())
}

/// Returns the parts of a sum. A sum of many cells has several parts, with its cells ordered by rows, by columns, by
/// boxes and by other houses. The cells of a house are then near each other, so that the graph can require them to differ.
fn sum(state: &State, terms: &[(Cell, i64)], total: i64) -> Vec<Part> {
    let Some(layers) = layers_of_sum(state, terms, total) else { return Vec::new() };
    if !layers.is_long() {
        return vec![layers.into()];
    }
    let variant = state.variant();
    let kinds: [fn(&HouseOrigin) -> bool; 4] = [
        |it| matches!(it, HouseOrigin::Line(Line::Row(_))),
        |it| matches!(it, HouseOrigin::Line(Line::Col(_))),
        |it| matches!(it, HouseOrigin::Box(_)),
        |it| matches!(it, HouseOrigin::Constraint(_)),
    ];
    let in_order = |is_kind: &fn(&HouseOrigin) -> bool| {
        let houses: Vec<_> = variant.houses().iter().filter(|house| is_kind(&house.origin)).collect();
        let mut terms = terms.to_vec();
        terms.sort_by_key(|(cell, _)| houses.iter().position(|house| house.cells.contains(cell)));
        if houses.is_empty() { None } else { linear(state, &terms, total) }
    };
    kinds.iter().filter_map(in_order).collect()
}

/// Returns the part that requires the values of `terms`, times their coefficients, to add up to `total`.
/// Returns `None` if there are no terms, or if a cell occurs twice.
pub(in crate::variant) fn linear(state: &State, terms: &[(Cell, i64)], total: i64) -> Option<Part> {
    layers_of_sum(state, terms, total).map(Part::from)
}

fn layers_of_sum(state: &State, terms: &[(Cell, i64)], total: i64) -> Option<Layers> {
    let (cells, coefficients) = terms.iter().copied().unzip();
    Layers::new(state, cells, Rule::Linear { coefficients, total })
}

/// Returns the condition that two sets of different cells hold the same values.
pub(in crate::variant) fn same_values(state: &State, one: &[Cell], two: &[Cell]) -> Option<Part> {
    Layers::new(state, [one, two].concat(), Rule::SameAs { second: one.len() }).map(Part::from)
}

/// Returns the condition that as many cells as there are values hold every value, or `None` for another number of
/// cells.
pub(in crate::variant) fn all_different(state: &State, cells: Vec<Cell>) -> Option<Part> {
    let count = cells.len();
    let is_full = count == usize::from(state.variant().board().values().count());
    is_full.then(|| Layers::new(state, cells, Rule::Distinct { sets: None }).map(Part::from))?
}

/// Returns the rule that the number of values of each mask is within its bounds, or `None` if a state has no room for
/// the counts.
fn counts(bounds: &[CountBound], cells: usize) -> Option<Rule> {
    let bounds: Vec<CountBound> = bounds
        .iter()
        .map(|bound| CountBound {
            most: if bound.most as usize >= cells { u32::MAX } else { bound.most },
            ..*bound
        })
        .collect();
    let fits =
        |bound: &CountBound| bound.least <= MAX_COUNT && (bound.most <= MAX_COUNT || bound.most == u32::MAX);
    (bounds.len() <= SLOTS && bounds.iter().all(fits)).then_some(Rule::Count(bounds))
}

/// Returns the graph of pairs of cells with the same relation, or `None` if a state has no room for them.
fn related_pairs(state: &State, pairs: &[(Cell, Cell)], relation: &Relation) -> Option<Layers> {
    let mut cells: Vec<Cell> = Vec::new();
    for cell in pairs.iter().flat_map(|(one, two)| [*one, *two]) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let links: Vec<Link> = pairs.iter().map(|(one, two)| (*one, *two, *relation)).collect();
    related(state, cells, &links)
}

/// Returns the graph of pairs of these cells, each with its relation. Returns `None` if a pair relates a cell
/// to itself, or if its cells are [`SLOTS`] or more positions apart, because a state has too few slots for the
/// cells between them.
fn related(state: &State, cells: Vec<Cell>, links: &[Link]) -> Option<Layers> {
    let at = |cell: Cell| cells.iter().position(|it| *it == cell);
    let mut earlier = vec![Vec::new(); cells.len()];
    let mut last: Vec<usize> = (0..cells.len()).collect();
    for (one, two, relation) in links {
        let (one, two) = (at(*one)?, at(*two)?);
        let (first, second, relation) = match one.cmp(&two) {
            core::cmp::Ordering::Less => (one, two, *relation),
            core::cmp::Ordering::Greater => (two, one, relation.transposed()),
            core::cmp::Ordering::Equal => return None,
        };
        if second - first >= SLOTS {
            return None;
        }
        earlier[second].push((first, relation));
        last[first] = last[first].max(second);
    }
    Layers::new(state, cells, Rule::Related { earlier, last })
}

#[cfg(test)]
mod tests {
    use super::*;
    use farandole_puzzle::format::iss;

    #[test]
    fn pairs_of_the_whole_board_are_read_house_by_house() {
        let state = State::new(&iss::read(".Shape~4x4.AntiConsecutive").unwrap());
        let parts = compile(&state, &state.variant().constraints()[0]);
        // In a row of four cells, only 2413 and 3142 have no consecutive neighbours.
        let found = parts[0].supported(&state, &[15; 4], 1 << 20).masks().unwrap();
        assert_eq!((parts.len(), found), (12, vec![0b0110, 0b1001, 0b1001, 0b0110]));
    }
}
