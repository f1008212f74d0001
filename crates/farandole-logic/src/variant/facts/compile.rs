//! The automata of each kind of constraint.

use super::layers::Layers;
use super::machine::{Rule, SLOTS};
use super::part::{Item, Part};
use super::ranks;
use super::together::Together;
use crate::variant::pairs::{Link, pairs_in_houses};
use crate::variant::state::State;
use farandole_puzzle::Cell;
use farandole_puzzle::board::{Line, Ties};
use farandole_puzzle::constraint::{Constraint, Ends, Relation};
use farandole_puzzle::variant::HouseOrigin;

/// The greatest count that a slot can hold.
const MAX_COUNT: u64 = 15;

/// Returns the parts of a constraint: conditions on some of its cells that follow from it. For most kinds, all
/// parts together are equivalent to the constraint. Returns an empty list for kinds without an automaton.
pub(in crate::variant) fn compile(state: &State, constraint: &Constraint) -> Vec<Part> {
    let board = state.variant().board();
    match constraint {
        Constraint::Given(_) | Constraint::SearchPriority(_) => Vec::new(),
        Constraint::GlobalEntropy(_) => squares(state, |value| (value - 1) / 3),
        Constraint::GlobalMod(_) => squares(state, |value| value % 3),
        Constraint::FullRank(it) => {
            let first = ranks::first(state, it);
            let first = first.and_then(|(cell, value)| linear(state, &[(cell, 1)], value.into()));
            first.into_iter().chain(ranks::positions(state, it)).collect()
        }
        Constraint::FullRankTies(it) if it.ties == Ties::None => ranks::differences(state),
        _ if constraint.scope(board).is_none() => {
            let part = |(cells, links): (Vec<Cell>, Vec<Link>)| related(state, cells, &links).map(Part::from);
            pairs_in_houses(state, constraint).into_iter().filter_map(part).collect()
        }
        Constraint::AnyOf(it) => it
            .branches
            .iter()
            .map(|branch| items(state, branch))
            .collect::<Option<Vec<_>>>()
            .map_or_else(Vec::new, |branches| vec![alternatives(state, branches)]),
        Constraint::SameValues(it) => {
            let same = |sets: &[Vec<Cell>]| {
                Layers::new(state, sets.concat(), Rule::SameAs { second: sets[0].len() })
            };
            let graphs: Option<Vec<Layers>> = it.sets.windows(2).map(same).collect();
            graphs.map_or_else(Vec::new, |graphs| graphs.into_iter().map(Part::from).collect())
        }
        Constraint::EqualSum(it) if !are_disjoint(&it.sets) => crossing_sums(state, &it.sets),
        _ => match automaton(state, constraint) {
            Some(layers) => match house_by_house(state, &layers) {
                Some(parts) => parts,
                None => core::iter::once(layers.into()).chain(pairs_of_sums(state, constraint)).collect(),
            },
            None => rewritten(state, constraint).unwrap_or_default(),
        },
    }
}

/// Returns true if no cell occurs twice in the sets.
fn are_disjoint(sets: &[Vec<Cell>]) -> bool {
    let mut all = sets.concat();
    all.sort_unstable();
    all.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns the parts of sets with equal sums that share cells, such as the lines of a magic square. If some of
/// the sets fill a house, the sum is known, and there is one part per set. Otherwise, there is one part for the
/// difference of each two sets.
fn crossing_sums(state: &State, sets: &[Vec<Cell>]) -> Vec<Part> {
    let mut parts = Vec::new();
    if let Some(sum) = known_sum(state, sets) {
        for set in sets {
            let terms: Vec<(Cell, i64)> = set.iter().map(|cell| (*cell, 1)).collect();
            parts.extend(linear(state, &terms, sum));
        }
        return parts;
    }
    for (at, one) in sets.iter().enumerate() {
        for two in &sets[at + 1..] {
            let only = |of: &[Cell], other: &[Cell], by: i64| -> Vec<(Cell, i64)> {
                of.iter().filter(|cell| !other.contains(cell)).map(|cell| (*cell, by)).collect()
            };
            let terms = [only(one, two, 1), only(two, one, -1)].concat();
            parts.extend(linear(state, &terms, 0));
        }
    }
    parts
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

/// Rewrites a constraint into core kinds, and returns their parts. Returns `None` if the constraint cannot be
/// rewritten, or if one of the core kinds has no automaton.
fn rewritten(state: &State, constraint: &Constraint) -> Option<Vec<Part>> {
    let board = state.variant().board();
    let mut parts = Vec::new();
    for it in constraint.in_core_kinds(board)? {
        let is_mask = matches!(it, Constraint::Given(_));
        let found = compile(state, &it);
        // The candidates of the variant already reflect these masks.
        if found.is_empty() && !is_mask {
            return None;
        }
        parts.extend(found);
    }
    Some(parts)
}

/// Returns the items of a branch of a disjunction, or `None` if one of its constraints has no automaton.
fn items(state: &State, branch: &[Constraint]) -> Option<Vec<Item>> {
    let mut items = Vec::new();
    for constraint in branch {
        if let Constraint::Given(given) = constraint {
            items.push(Item::Mask(given.cell, given.mask));
            continue;
        }
        let parts = compile(state, constraint);
        if parts.is_empty() {
            return None;
        }
        items.extend(parts.into_iter().map(Item::Part));
    }
    Some(items)
}

/// Returns the part of a disjunction: an automaton, if the orders of the cells of its branches are compatible.
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

/// Returns one part for each 2x2 square of the grid: the square contains a value of every class.
fn squares(state: &State, class: impl Fn(u8) -> u8) -> Vec<Part> {
    let board = state.variant().board();
    let classes: Vec<u64> = board.values().iter().map(|value| 1 << class(value)).collect();
    let all = classes.iter().fold(0, |all, class| all | class);
    let part = |cells: [Cell; 4]| {
        let rule = Rule::Covers { classes: classes.clone(), all };
        Layers::new(state, cells.to_vec(), rule).map(Part::from)
    };
    board.squares().into_iter().filter_map(part).collect()
}

/// Returns the layered graph of a constraint, or `None` for kinds without an automaton.
fn automaton(state: &State, constraint: &Constraint) -> Option<Layers> {
    let board = state.variant().board();
    if let Some((related, relation)) = constraint.related(board) {
        return related_pairs(state, &related.pairs(), &relation);
    }
    let (cells, rule) = match constraint {
        Constraint::Renban(it) => (it.cells.clone(), Rule::Consecutive { count: it.cells.len() as u32 }),
        Constraint::Sandwich(it) => {
            let cells = it.line.cells(board);
            // Only a line with as many cells as there are values always contains the least and the greatest
            // value.
            if cells.len() != usize::from(board.values().count()) {
                return None;
            }
            (cells, Rule::Sandwich { sum: it.sum.into() })
        }
        Constraint::XSum(it) => {
            let cells = it.place.cells(board);
            let count = cells.len();
            (cells, Rule::FirstCells { sum: it.clue.into(), count })
        }
        Constraint::Skyscraper(it) => (it.place.cells(board), Rule::Visible { count: it.clue.into() }),
        Constraint::HiddenSkyscraper(it) => {
            (it.place.cells(board), Rule::FirstHidden { value: it.clue.into() })
        }
        Constraint::NumberedRoom(it) => {
            let cells = it.place.cells(board);
            let count = cells.len();
            (cells, Rule::Room { value: it.clue.into(), count })
        }
        Constraint::Between(it) => (ends_first(&it.cells)?, Rule::Ends { outside: None }),
        Constraint::Lockout(it) => (ends_first(&it.cells)?, Rule::Ends { outside: Some(it.difference) }),
        Constraint::Nfa(it) => {
            let word: Option<Vec<Cell>> = it.word().into_iter().collect();
            (word?, Rule::Accepted(it.automaton.clone()))
        }
        Constraint::Regex(it) => (it.cells.clone(), Rule::Accepted(it.pattern.automaton().clone())),
        Constraint::SumLine(it) if it.ends == Ends::Open && it.sum > 0 => {
            (it.cells.clone(), Rule::Segments(it.sum.into()))
        }
        _ => match counting(state, constraint) {
            Some(found) => found,
            None => return sums(state, constraint),
        },
    };
    Layers::new(state, cells, rule)
}

/// Returns the parts of a sum of many cells. Each part has the same sum, with its cells ordered by rows, by
/// columns, by boxes or by other houses. The cells of a house are then near each other, so that the graph can
/// require them to differ. Returns `None` for other graphs.
fn house_by_house(state: &State, layers: &Layers) -> Option<Vec<Part>> {
    let Rule::Linear { coefficients, total } = layers.rule() else { return None };
    if !layers.is_long() {
        return None;
    }
    let variant = state.variant();
    let kinds: [fn(&HouseOrigin) -> bool; 4] = [
        |it| matches!(it, HouseOrigin::Line(Line::Row(_))),
        |it| matches!(it, HouseOrigin::Line(Line::Col(_))),
        |it| matches!(it, HouseOrigin::Box(_)),
        |it| matches!(it, HouseOrigin::Constraint(_)),
    ];
    let terms = layers.cells().iter().copied().zip(coefficients.iter().copied());
    let in_order = |is_kind: &fn(&HouseOrigin) -> bool| {
        let houses: Vec<_> = variant.houses().iter().filter(|house| is_kind(&house.origin)).collect();
        let mut terms: Vec<(Cell, i64)> = terms.clone().collect();
        terms.sort_by_key(|(cell, _)| houses.iter().position(|house| house.cells.contains(cell)));
        if houses.is_empty() { None } else { linear(state, &terms, *total) }
    };
    Some(kinds.iter().filter_map(in_order).collect())
}

/// Returns the part that requires the values of `terms`, times their coefficients, to add up to `total`.
/// Returns `None` if there are no terms, or if a cell occurs twice.
pub(in crate::variant) fn linear(state: &State, terms: &[(Cell, i64)], total: i64) -> Option<Part> {
    let (cells, coefficients) = terms.iter().copied().unzip();
    Layers::new(state, cells, Rule::Linear { coefficients, total }).map(Part::from)
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
    let rule = is_full.then_some(Rule::Consecutive { count: count as u32 })?;
    Layers::new(state, cells, rule).map(Part::from)
}

/// Returns the cells and the rule of a constraint that counts values or restricts the set of values. Returns
/// `None` for other constraints.
fn counting(state: &State, constraint: &Constraint) -> Option<(Vec<Cell>, Rule)> {
    let board = state.variant().board();
    Some(match constraint {
        Constraint::Quad(it) => (constraint.cells(board), counts(&it.values, false)?),
        Constraint::ContainAtLeast(it) => (it.cells.clone(), counts(&it.values, false)?),
        Constraint::ContainExact(it) => (it.cells.clone(), counts(&it.values, true)?),
        Constraint::LookAndSay(it) => {
            let fits =
                it.pairs.len() <= SLOTS && it.pairs.iter().all(|(times, _)| u64::from(*times) <= MAX_COUNT);
            let wanted = it.pairs.iter().map(|(times, value)| (*value, u64::from(*times))).collect();
            (it.cells.clone(), fits.then_some(Rule::Counts { wanted, is_exact: true })?)
        }
        Constraint::ValueIndexing(it) => (it.cells.clone(), Rule::Pointer { count: it.cells.len() }),
        Constraint::EqualityCage(it) => {
            (it.cells.clone(), Rule::Balanced { half: it.cells.len() as u64 / 2 })
        }
        Constraint::Lunchbox(it) if it.cells.len() > 1 => {
            (it.cells.clone(), Rule::Lunchbox { sum: it.sum.into() })
        }
        Constraint::CountDistinct(it) => (it.cells.clone(), Rule::Different),
        Constraint::CountingCircles(it) => (it.cells.clone(), Rule::SelfCounting { count: it.cells.len() }),
        Constraint::RellikCage(it) => (it.cells.clone(), Rule::NoSubset { sum: it.sum }),
        _ => return None,
    })
}

/// Returns the sets of cells with equal sums of a constraint.
fn equal_sums(state: &State, constraint: &Constraint) -> Option<Vec<Vec<Cell>>> {
    Some(match constraint {
        Constraint::RegionSumLine(it) => it.pieces(state.variant().board()),
        Constraint::EqualSum(it) => it.sets.clone(),
        Constraint::Zipper(it) => {
            let (half, count) = (it.cells.len() / 2, it.cells.len());
            let middle = (count % 2 == 1).then(|| vec![it.cells[half]]);
            let pairs = (0..half).rev().map(|at| vec![it.cells[at], it.cells[count - 1 - at]]);
            middle.into_iter().chain(pairs).collect()
        }
        _ => return None,
    })
}

/// Returns the condition of each two of at least three sets with equal sums. They follow from that of all sets, but
/// have fewer cells, so that they can be combined with houses.
fn pairs_of_sums(state: &State, constraint: &Constraint) -> Vec<Part> {
    let Some(sets) = equal_sums(state, constraint).filter(|sets| sets.len() > 2) else { return Vec::new() };
    let mut parts = Vec::new();
    for (at, one) in sets.iter().enumerate() {
        for two in &sets[at + 1..] {
            let terms = one.iter().map(|cell| (*cell, 1)).chain(two.iter().map(|cell| (*cell, -1)));
            parts.extend(linear(state, &terms.collect::<Vec<_>>(), 0).map(Part::into_implied));
        }
    }
    parts
}

/// Returns the graph of a constraint on sums.
fn sums(state: &State, constraint: &Constraint) -> Option<Layers> {
    let board = state.variant().board();
    let Some(sets) = equal_sums(state, constraint) else {
        let sum = crate::variant::balance::sum_of(constraint, board)?;
        let (cells, coefficients) = sum.terms.into_iter().unzip();
        return Layers::new(state, cells, Rule::Linear { coefficients, total: sum.sum });
    };
    if sets.len() < 2 || sets.iter().any(Vec::is_empty) {
        return None;
    }
    let last = |set: &Vec<Cell>| (1..=set.len()).map(|count| count == set.len()).collect::<Vec<_>>();
    let ends = sets.iter().flat_map(last).collect();
    Layers::new(state, sets.concat(), Rule::EqualSums(ends))
}

/// Returns the cells of a line with its ends first, or `None` if it has fewer than two cells.
fn ends_first(cells: &[Cell]) -> Option<Vec<Cell>> {
    let [first, inner @ .., last] = cells else { return None };
    Some([*first, *last].into_iter().chain(inner.iter().copied()).collect())
}

/// Returns the rule that each value occurs at least as many times as it is listed, or exactly as many times if
/// `is_exact`. Returns `None` if a state has no room for the counts.
fn counts(values: &[u8], is_exact: bool) -> Option<Rule> {
    let mut wanted: Vec<(u8, u64)> = Vec::new();
    for value in values {
        match wanted.iter_mut().find(|(it, _)| it == value) {
            Some((_, times)) => *times += 1,
            None => wanted.push((*value, 1)),
        }
    }
    let fits = wanted.len() <= SLOTS && wanted.iter().all(|(_, times)| *times <= MAX_COUNT);
    fits.then_some(Rule::Counts { wanted, is_exact })
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
