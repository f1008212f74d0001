//! Which houses get which rules: hidden singles, chutes, and pairs of houses that share cells.

use super::network::House;
use super::rules::Rule;
use super::rules::chute::{Chute, SIDE};
use super::rules::equal_sets::EqualSets;
use super::rules::places::Places;
use std::cell::RefCell;

/// What the rules of a layout depend on, and the rules.
struct Known {
    key: Vec<u16>,
    rules: Vec<Rule>,
}

thread_local! {
    /// The last layout: the puzzles of a list mostly share it.
    static LAST: RefCell<Option<Known>> = const { RefCell::new(None) };
}

/// As [`made_rules`], which runs for a new layout only.
pub(crate) fn house_rules(houses: &[House], families: &[Vec<u32>]) -> Vec<Rule> {
    if families.is_empty() {
        return made_rules(houses, families);
    }
    let key = key_of(houses, families);
    LAST.with_borrow_mut(|last| match last {
        Some(known) if known.key == key => known.rules.clone(),
        _ => {
            let rules = made_rules(houses, families);
            *last = Some(Known { key, rules: rules.clone() });
            rules
        }
    })
}

/// The full houses by number with their values and cells, and the families, each list with its length.
fn key_of(houses: &[House], families: &[Vec<u32>]) -> Vec<u16> {
    let mut key = Vec::with_capacity(1024);
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

/// Hidden singles of each house that holds every value, and locked candidates of each two of them that share at least two
/// cells. `families` are lists of disjoint houses by number; chutes are made of two of them.
fn made_rules(houses: &[House], families: &[Vec<u32>]) -> Vec<Rule> {
    let places = houses.iter().filter(|house| house.is_full());
    let places = places.map(|house| Places::new(&house.cells, house.values).into());
    let mut rules: Vec<Rule> = places.collect();
    let overlaps = Overlaps::new(houses);
    let mut done = vec![false; houses.len() * houses.len()];
    for (at, lines) in families.iter().enumerate() {
        for regions in &families[at + 1..] {
            for &start in lines {
                chute(start, lines, regions, &overlaps, houses, &mut done)
                    .into_iter()
                    .for_each(|rule| rules.push(rule));
            }
        }
    }
    for &(one, other) in &overlaps.pairs {
        if !done[one * houses.len() + other] && !done[other * houses.len() + one] {
            let without = |a: usize, b: usize| -> Vec<u16> {
                houses[a].cells.iter().copied().filter(|cell| !houses[b].cells.contains(cell)).collect()
            };
            rules.push(EqualSets::new(&without(one, other), &without(other, one)).into());
        }
    }
    rules
}

/// How many cells each two houses share.
struct Overlaps {
    count: usize,
    shared: Vec<u16>,
    /// Full houses of the same values that share at least two cells and are not the same.
    pairs: Vec<(usize, usize)>,
}

impl Overlaps {
    fn new(houses: &[House]) -> Self {
        let count = houses.len();
        let cells = houses.iter().filter_map(|house| house.cells.last()).max().map_or(0, |&last| last + 1);
        let mut of_cell = vec![Vec::new(); usize::from(cells)];
        for (at, house) in houses.iter().enumerate().filter(|(_, house)| house.is_full()) {
            house.cells.iter().for_each(|&cell| of_cell[usize::from(cell)].push(at));
        }
        let mut shared = vec![0; count * count];
        for list in &of_cell {
            for (at, &one) in list.iter().enumerate() {
                list[at + 1..].iter().for_each(|&other| shared[one * count + other] += 1);
            }
        }
        let all = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let alike = |&(one, other): &(usize, usize)| houses[one].values == houses[other].values;
        let pairs = all.filter(|&(one, other)| shared[one * count + other] >= 2).filter(alike).collect();
        Self { count, shared, pairs }
    }

    fn share(&self, a: u32, b: u32) -> bool {
        let (a, b) = (a.min(b) as usize, a.max(b) as usize);
        self.shared[a * self.count + b] > 0
    }
}

/// The chute that a line is in, if it was not made before; its pairs are then done.
fn chute(
    start: u32,
    lines: &[u32],
    regions: &[u32],
    overlaps: &Overlaps,
    houses: &[House],
    done: &mut [bool],
) -> Option<Rule> {
    let met: Vec<u32> = regions.iter().copied().filter(|&region| overlaps.share(start, region)).collect();
    let near = |line: u32| met.iter().any(|&region| overlaps.share(line, region));
    let own: Vec<u32> = lines.iter().copied().filter(|&line| near(line)).collect();
    let cells = |list: &[u32]| list.iter().map(|&at| houses[at as usize].cells.len()).sum::<usize>();
    let values = houses[start as usize].values;
    let whole = |&at: &u32| values != 0 && houses[at as usize].values == values;
    let shared: usize = own
        .iter()
        .flat_map(|&a| met.iter().map(move |&b| (a.min(b) as usize, a.max(b) as usize)))
        .map(|(a, b)| usize::from(overlaps.shared[a * overlaps.count + b]))
        .sum();
    let closed = shared == cells(&own) && shared == cells(&met);
    let fits = (2..=SIDE).contains(&own.len()) && (2..=SIDE).contains(&met.len());
    if own.first() != Some(&start) || !closed || !fits || !own.iter().chain(&met).all(whole) {
        return None;
    }
    for &line in &own {
        met.iter().for_each(|&region| done[line as usize * overlaps.count + region as usize] = true);
    }
    let list = |list: &[u32]| list.iter().map(|&at| houses[at as usize].cells.as_slice()).collect::<Vec<_>>();
    Some(Chute::new(&list(&own), &list(&met)).into())
}
