//! Compiles the meaning of a constraint: each global constraint has a default propagator.
//!
//! A kind has a file of its own in this folder only if its default propagator is too weak or too slow; the head of
//! that file names the gain.

use super::any_of;
use super::cells::{numbers, repeats};
use crate::compile::builder::Builder;
use crate::model::peers::Peers;
use crate::propagators::between::{Between, Side};
use crate::propagators::condition::Condition;
use crate::propagators::connected::Connected;
use crate::propagators::count::{Allowed, Circles, Count, Places};
use crate::propagators::distinct_count::DistinctCount;
use crate::propagators::element::{self, Element};
use crate::propagators::equal_sum_segments::{EqualSumSegments, GREATEST};
use crate::propagators::equal_sums::{EqualSums, LONGEST};
use crate::propagators::prefix_sum::PrefixSum;
use crate::propagators::regular::{Automaton, Graph, Reader};
use crate::propagators::relation::Pairs;
use crate::propagators::same_multisets::SameMultisets;
use crate::propagators::sandwich_sum::SandwichSum;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Content, CountBound, Machine, Related, Relation, Semantics};
use std::cell::RefCell;
use std::sync::Arc;

/// Adds a condition. Returns false if it is not supported, or too large.
pub(super) fn add(meaning: &Semantics, builder: &mut Builder) -> bool {
    match meaning {
        Semantics::All(parts) => return parts.iter().all(|part| add(part, builder)),
        Semantics::Any(parts) => return any_of::add(parts, builder, add),
        Semantics::Domain { cell, mask } => builder.restrict(cell.index() as u16, *mask),
        Semantics::AllDifferent(cells) => {
            let mut cells = numbers(cells);
            cells.sort_unstable();
            cells.dedup();
            // The houses of a constraint are usually houses of the variant already.
            if !builder.peers().is_clique(&cells) {
                builder.distinct(&cells);
            }
        }
        Semantics::Related(related, relation) => relate(related, relation, builder),
        Semantics::Sum { terms, total } => {
            let terms: Vec<(u16, i32)> =
                terms.iter().map(|&(cell, weight)| (cell.index() as u16, weight)).collect();
            builder.sum(&terms, *total);
        }
        Semantics::EqualSums(lists) => equal_sums(lists, builder),
        Semantics::SameValues(lists) => same_values(lists, builder),
        Semantics::Count { cells, bounds } => return count(cells, bounds, builder),
        Semantics::ValueSets { sets, .. } if sets.is_empty() => builder.impossible(),
        Semantics::ValueSets { cells, sets } => builder.one_of(&numbers(cells), sets),
        Semantics::Element { index, entries, content } => element(*index, entries, *content, builder),
        Semantics::Regular { cells, machine } => return regular(&numbers(cells), machine, builder),
        Semantics::Connected { cells, neighbours, mask, count } => {
            let area = numbers(cells);
            // The sets of the flood fill hold at most 256 cells.
            if repeats(&area) || area.len() > 256 {
                return false;
            }
            let near = neighbours.iter().map(|near| near.iter().map(|&at| at as u16).collect()).collect();
            builder.post(Connected::new(&area, near, *mask, *count));
        }
        Semantics::Condition { cells, condition } => {
            builder.post(Condition::new(&numbers(cells), Arc::new(condition.clone())));
        }
        Semantics::Opaque(_) => return false,
    }
    true
}

/// Adds a relation of pairs of cells.
fn relate(related: &Related<'_>, relation: &Relation, builder: &mut Builder) {
    if let Some(mask) = relation.unequal() {
        for (one, two) in related.pairs() {
            builder.differ(one.index() as u16, two.index() as u16, mask);
        }
    } else {
        let table = Arc::new(Pairs::new(relation.count(), |a, b| relation.holds(a, b)));
        match related {
            Related::List { cells, distance: 1 } => builder.relate(&numbers(cells), &table),
            _ => {
                related.pairs().iter().for_each(|&(one, two)| builder.relate(&numbers(&[one, two]), &table));
            }
        }
    }
    if let Related::List { cells, distance } = related
        && *distance >= cells.len()
    {
        sets_of_values(&numbers(cells), relation, builder);
    }
}

/// Requires that cells of which every two are related, and therefore differ, hold one of the possible sets of values.
// The sets find conflicts that no pair shows: three cells of which every two differ by 4 or more do not exist among
// nine values.
fn sets_of_values(cells: &[u16], relation: &Relation, builder: &mut Builder) {
    let differ = (0..relation.count()).all(|value| !relation.holds(value, value));
    if differ && (3..=usize::from(builder.count())).contains(&cells.len()) && !repeats(cells) {
        builder.one_of(cells, &cliques(relation, cells.len()));
    }
}

/// Returns the sets of `size` values in which every two values are an allowed pair in at least one
/// order.
fn cliques(relation: &Relation, size: usize) -> Vec<u16> {
    let near: Vec<u32> = (0..relation.count())
        .map(|a| {
            let fits = (0..relation.count()).filter(|&b| relation.holds(a, b) || relation.holds(b, a));
            fits.fold(0, |row, b| row | 1 << b)
        })
        .collect();
    let is_clique =
        |set: &u32| (0..32).filter(|a| set >> a & 1 == 1).all(|a| set & !(1 << a) & !near[a] == 0);
    (0..1_u32 << relation.count())
        .filter(|set| set.count_ones() as usize == size && is_clique(set))
        .map(|set| set as u16)
        .collect()
}

/// Requires that all lists of cells have the same sum.
fn equal_sums(lists: &[Vec<Cell>], builder: &mut Builder) {
    if lists.len() < 2 {
        return;
    }
    let lists: Vec<Vec<u16>> = lists.iter().map(|list| numbers(list)).collect();
    // The sums of longer lists do not fit into the set of sums of `EqualSums`. Consecutive lists then get linear
    // equations.
    if lists.iter().all(|list| list.len() <= LONGEST) {
        let peers = builder.peers();
        let propagator =
            EqualSums::new(&lists, builder.low(), builder.count(), |cells| peers.is_clique(cells));
        return builder.post(propagator);
    }
    for pair in lists.windows(2) {
        let plus = pair[0].iter().map(|&cell| (cell, 1));
        let terms: Vec<(u16, i32)> = plus.chain(pair[1].iter().map(|&cell| (cell, -1))).collect();
        builder.sum(&terms, 0);
    }
}

/// Requires that all lists of cells hold the same values, with the same multiplicities.
fn same_values(lists: &[Vec<Cell>], builder: &mut Builder) {
    let lists: Vec<Vec<u16>> = lists.iter().map(|list| numbers(list)).collect();
    let (peers, count) = (builder.peers(), usize::from(builder.count()));
    let has_every_value = |list: &Vec<u16>| list.len() == count && peers.is_clique(list);
    // For single cells, the constraint is a chain of equalities.
    if lists.iter().all(|list| list.len() == 1) {
        builder.chain(&lists.concat(), |a, b| a == b);
    } else if lists.len() > 1 && !lists.iter().all(has_every_value) {
        // Cells known to be equal are replaced by one of them, which counts several times. `Copycat` then takes
        // 1,477 guesses instead of 7,135 (`docs/experiments/2026-11-22-variants-beside-iss.md`).
        let lists: Vec<Vec<u16>> = lists.iter().map(|list| builder.same_as(list)).collect();
        builder.post(SameMultisets::new(&lists, &builder.peers()));
    }
}

/// Requires numbers of occurrences within bounds.
fn count(cells: &[Cell], bounds: &[CountBound], builder: &mut Builder) -> bool {
    let cells = numbers(cells);
    let (alone, several): (Vec<CountBound>, Vec<CountBound>) =
        bounds.iter().partition(|bound| bound.mask.is_power_of_two());
    // Cells that differ hold one value only once, but may hold several of a set.
    let peers = [builder.peers(), Peers::new(cells.iter().max().map_or(0, |last| usize::from(*last) + 1))];
    for (bounds, peers) in [alone, several].iter().zip(&peers).filter(|(bounds, _)| !bounds.is_empty()) {
        let allowed = |bound: &CountBound| (bound.mask, Allowed::Range(bound.least, bound.most));
        let counts: Vec<(u16, Allowed)> = bounds.iter().map(allowed).collect();
        builder.post(Count::new(Places::new(&cells, peers), &counts));
    }
    // `Count` treats each set separately. For few sets in few cells, an automaton also combines them.
    let states: u32 = bounds.iter().map(|bound| bound.least + 1).product();
    let is_counted = |bound: &CountBound| [bound.least, u32::MAX].contains(&bound.most);
    if (2..=MOST_COUNTED).contains(&bounds.len())
        && states <= MOST_STATES
        && cells.len() <= MOST_CELLS
        && bounds.iter().all(is_counted)
    {
        return builder.regular(&Occurrences { bounds }, &cells).is_ok();
    }
    true
}

/// Maximum number of values that one automaton counts. A state stores one byte for each value in a `u64`.
const MOST_COUNTED: usize = 8;
// Limit of the product of (count + 1) over all values, which bounds the number of states per layer.
const MOST_STATES: u32 = 64;
const MOST_CELLS: usize = 9;

/// An automaton that counts the remaining occurrences of each set of values. Each bound is exact, or has no maximum.
struct Occurrences<'a> {
    bounds: &'a [CountBound],
}

impl Automaton for Occurrences<'_> {
    /// The remaining occurrences, one byte for each set of values.
    type State = u64;

    fn start(&self) -> Vec<u64> {
        vec![self.bounds.iter().rev().fold(0, |state, bound| state << 8 | u64::from(bound.least))]
    }

    fn step(&self, state: &u64, _: usize, value: u8, out: &mut Vec<u64>) {
        let mut next = *state;
        for (at, bound) in self.bounds.iter().enumerate().filter(|(_, bound)| bound.mask >> value & 1 == 1) {
            if state >> (8 * at) & 0xff > 0 {
                next -= 1 << (8 * at);
            } else if bound.most != u32::MAX {
                return;
            }
        }
        out.push(next);
    }

    fn accepts(&self, state: &u64) -> bool {
        *state == 0
    }
}

/// Requires that the value of a cell selects a cell with the content.
fn element(index: Cell, entries: &[(u8, Cell)], content: Content, builder: &mut Builder) {
    let entries: Vec<(u16, u16)> = entries
        .iter()
        .map(|&(value, cell)| (builder.bit(value.into()), cell.index() as u16))
        .filter(|entry| entry.0 != 0)
        .collect();
    let content = match content {
        Content::Values(mask) => element::Content::Values(mask),
        Content::Cell(cell) => element::Content::Cell(cell.index() as u16),
    };
    let peers = builder.peers();
    builder.post(Element::new(index.index() as u16, &entries, content, |a, b| peers.differ(a, b)));
}

/// Requires that a machine accepts the values of a line.
fn regular(line: &[u16], machine: &Machine, builder: &mut Builder) -> bool {
    let low = builder.low();
    match machine {
        Machine::Sandwich { sum, .. } if line.len() <= usize::from(builder.count()) => {
            builder.post(SandwichSum::new(line, *sum, low, builder.count()));
        }
        Machine::Sandwich { .. } => builder.impossible(),
        Machine::PrefixSum { sum, .. } => builder.post(PrefixSum::new(line, *sum, low, builder.count())),
        Machine::Visible { .. } | Machine::FirstHidden { .. } => return shared(line, machine, builder),
        Machine::Segments { sum, is_ring: false } if *sum <= GREATEST => {
            builder.post(EqualSumSegments::of_line(line, *sum, low));
        }
        // Without a value 0, a ring that returns to its first state has at least one cut. With a value 0, the automaton
        // has to record the cut.
        Machine::Segments { sum, is_ring: true } if *sum <= GREATEST && low > 0 => {
            builder.post(EqualSumSegments::of_ring(line, *sum));
        }
        Machine::Ends { outside } => {
            let [first, last, inner @ ..] = line else { return true };
            builder.post(Between::new([*first, *last], inner, outside.map_or(Side::Between, Side::Outside)));
        }
        Machine::DistinctCount => builder.post(DistinctCount::new(line[0], &line[1..], low)),
        Machine::SelfCounting { .. } => {
            let places = Places::new(line, &builder.peers());
            builder.post(Circles::new(places, low, builder.count()));
        }
        Machine::Stored { .. } => return builder.regular_cached(machine, line).is_ok(),
        _ => return builder.regular(&Reader::new(machine, builder.values()), line).is_ok(),
    }
    true
}

/// A machine, the least value, the number of values and the length of the line, with the unrolled automaton.
type Known = ((Machine, u8, u8, usize), Arc<Graph>);

/// Maximum number of unrolled automata in the cache.
// A full cache is cleared, which needs no record of the last use of each entry.
const MOST_KNOWN: usize = 64;

thread_local! {
    /// Unrolled automata of clues. There are few different ones, and each is used for many lines of many puzzles.
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Adds a machine over a line. It is unrolled once for all lines of the same length.
fn shared(line: &[u16], machine: &Machine, builder: &mut Builder) -> bool {
    let is_distinct = builder.peers().is_clique(line);
    let machine = if is_distinct { machine.clone().on_distinct() } else { machine.clone() };
    let key = (machine, builder.low(), builder.count(), line.len());
    let graph = KNOWN.with_borrow_mut(|known| {
        if let Some((_, graph)) = known.iter().find(|(other, _)| *other == key) {
            return Ok(Arc::clone(graph));
        }
        // The automaton is unrolled over all values, not over the candidates of the line, so that every line
        // of this length can use the graph.
        let domains = core::iter::repeat_n(builder.full_mask(), line.len());
        let graph = Arc::new(Graph::new(&Reader::new(&key.0, builder.values()), domains)?);
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        known.push((key, Arc::clone(&graph)));
        Ok::<_, crate::propagators::regular::TooLarge>(graph)
    });
    graph.map(|graph| builder.regular_graph(&graph, line)).is_ok()
}
