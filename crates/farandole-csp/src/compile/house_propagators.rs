//! Creates the propagators of houses: hidden singles, chutes, and equal sets of values for pairs of
//! houses with common cells.

use crate::model::house::House;
use crate::propagation::queue::PerCell;
use crate::propagators::AnyPropagator;
use crate::propagators::chute::{Chute, SIDE};
use crate::propagators::equal_sets::EqualSets;
use crate::propagators::hidden_single::HiddenSingle;
use std::cell::RefCell;

/// A cached layout. Its key determines its propagators.
struct Known {
    key: Vec<u16>,
    propagators: Vec<AnyPropagator>,
}

/// Maximum number of layouts in the cache. For a list of puzzles that mixes a few layouts, each layout
/// is then built once (docs/experiments/2026-11-23-small-variants.md).
const MOST_KNOWN: usize = 8;

thread_local! {
    /// The layouts that were built last. Usually, most puzzles of a list have the same layout.
    static KNOWN: RefCell<Vec<Known>> = const { RefCell::new(Vec::new()) };
}

/// Returns the propagators of the houses. They come from the cache if the layout is known, and from
/// [`made_rules`] otherwise.
pub(crate) fn house_propagators(houses: &[House], families: &[Vec<u32>]) -> Vec<AnyPropagator> {
    if families.is_empty() {
        return made_rules(houses, families);
    }
    let key = key_of(houses, families);
    // The cache is per thread, so no lock is taken.
    KNOWN.with_borrow_mut(|known| {
        if let Some(layout) = known.iter().find(|layout| layout.key == key) {
            return layout.propagators.clone();
        }
        let propagators = made_rules(houses, families);
        known.truncate(MOST_KNOWN - 1);
        known.insert(0, Known { key, propagators: propagators.clone() });
        propagators
    })
}

/// Returns the cache key of a layout: the full houses with their indices, values and cells,
/// followed by the families. Each family starts with its length.
fn key_of(houses: &[House], families: &[Vec<u32>]) -> Vec<u16> {
    let mut key = Vec::with_capacity(512);
    for (house, number) in houses.iter().zip(0_u16..).filter(|(house, _)| house.is_full()) {
        key.extend([number, house.values]);
        key.extend_from_slice(&house.cells);
    }
    for family in families {
        key.push(family.len() as u16);
        key.extend(family.iter().map(|&house| house as u16));
    }
    key
}

/// Creates a hidden-single propagator for each full house, and propagators of locked candidates for
/// full houses that share at least two cells. `families` are lists of disjoint houses, by index. A chute
/// combines houses of two families, such as three rows and the three boxes that they cross.
fn made_rules(houses: &[House], families: &[Vec<u32>]) -> Vec<AnyPropagator> {
    let whole: Vec<&House> = houses.iter().filter(|house| house.is_full()).collect();
    let mut propagators: Vec<AnyPropagator> = Vec::with_capacity(2 * whole.len());
    propagators
        .extend(whole.iter().map(|house| AnyPropagator::from(HiddenSingle::new(&house.cells, house.values))));
    if whole.len() < 2 {
        return propagators;
    }
    let mut overlaps = Overlaps::new(&whole);
    let families: Vec<Vec<usize>> =
        families.iter().map(|family| numbers_among_full(family, houses)).collect();
    for (at, lines) in families.iter().enumerate() {
        for regions in &families[at + 1..] {
            propagators.extend(
                lines.iter().filter_map(|&start| chute(start, lines, regions, &mut overlaps, &whole)),
            );
        }
    }
    for one in 0..whole.len() {
        // A chute covers all pairs of its lines and regions. Their overlaps were cleared, so they get no
        // propagator here.
        for other in one + 1..whole.len() {
            // With one common cell, a value that the other cells of a house lack is a hidden single, which
            // has its own propagator.
            if overlaps.of(one, other) >= 2 && whole[one].values == whole[other].values {
                let [one, other] = [one, other].map(|at| whole[at].cells.as_slice());
                propagators.push(EqualSets::new(&without(one, other), &without(other, one)).into());
            }
        }
    }
    propagators
}

/// Returns the cells of a list that are not in `others`. Both lists are sorted.
fn without(cells: &[u16], others: &[u16]) -> Vec<u16> {
    cells.iter().copied().filter(|cell| others.binary_search(cell).is_err()).collect()
}

/// Converts indices of houses to indices among the full houses. Houses that are not full are
/// omitted.
fn numbers_among_full(family: &[u32], houses: &[House]) -> Vec<usize> {
    let is_full = |number: &&u32| houses[**number as usize].is_full();
    let before = |number: u32| houses[..number as usize].iter().filter(|house| house.is_full()).count();
    family.iter().filter(is_full).map(|&number| before(number)).collect()
}

/// The number of common cells of each pair of houses.
struct Overlaps {
    count: usize,
    shared: Vec<u16>,
}

impl Overlaps {
    fn new(houses: &[&House]) -> Self {
        let count = houses.len();
        let cells = houses.iter().filter_map(|house| house.cells.last()).max().map_or(0, |&last| last + 1);
        let of_cell = PerCell::of_scopes(houses.iter().map(|house| house.cells.as_slice()), cells.into());
        let mut shared = vec![0; count * count];
        // Each cell has a list of its houses, so disjoint houses are never compared.
        for cell in 0..cells {
            let list = of_cell.of(cell);
            for (at, &one) in list.iter().enumerate() {
                let row = usize::from(one) * count;
                list[at + 1..].iter().for_each(|&other| shared[row + usize::from(other)] += 1);
            }
        }
        Self { count, shared }
    }

    fn of(&self, a: usize, b: usize) -> u16 {
        self.shared[a.min(b) * self.count + a.max(b)]
    }

    /// Marks a pair of houses as covered by a chute, so that it gets no other propagator.
    fn clear(&mut self, a: usize, b: usize) {
        self.shared[a.min(b) * self.count + a.max(b)] = 0;
    }
}

/// Returns the chute whose first line is `start`, if there is one.
fn chute(
    start: usize,
    lines: &[usize],
    regions: &[usize],
    overlaps: &mut Overlaps,
    houses: &[&House],
) -> Option<AnyPropagator> {
    let meets = |line: usize, region: usize| overlaps.of(line, region) > 0;
    let met: Vec<usize> = regions.iter().copied().filter(|&region| meets(start, region)).collect();
    // With one region there is no chute, and more than `SIDE` regions do not fit into a word.
    if !(2..=SIDE).contains(&met.len()) {
        return None;
    }
    let near = |line: usize| met.iter().any(|&region| meets(line, region));
    let own: Vec<usize> = lines.iter().copied().filter(|&line| near(line)).collect();
    if own[0] != start || !(2..=SIDE).contains(&own.len()) {
        return None;
    }
    let pairs = || own.iter().flat_map(|&line| met.iter().map(move |&region| (line, region)));
    let shared: usize = pairs().map(|(line, region)| usize::from(overlaps.of(line, region))).sum();
    let cells = |list: &[usize]| list.iter().map(|&at| houses[at].cells.len()).sum::<usize>();
    // The values of the houses must be equal, and the lines and the regions must cover the same cells.
    let alike = |&at: &usize| houses[at].values == houses[start].values;
    if shared != cells(&own) || shared != cells(&met) || !own.iter().chain(&met).all(alike) {
        return None;
    }
    pairs().for_each(|(line, region)| overlaps.clear(line, region));
    let list = |list: &[usize]| list.iter().map(|&at| houses[at].cells.as_slice()).collect::<Vec<_>>();
    Some(Chute::new(&list(&own), &list(&met)).into())
}
