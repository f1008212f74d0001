//! Derived sums: innies and outies, complements and hidden cages ("the 45 rule").
//!
//! Disjoint houses that hold every value have a known sum. Given sums are taken from it one by one,
//! as long as fewer cells remain; what remains is a sum of its own. A cage across the border leaves
//! its cells outside (with the other sign), if those are fewer than its cells inside.
//!
//! Source of the order in which connected unions are met: S. Wernicke, "Efficient detection of
//! network motifs", IEEE/ACM Transactions on Computational Biology and Bioinformatics 3 (2006).

use super::sums::Sum;
use crate::model::house::House;
use crate::model::peers::Peers;

/// Most cells of a derived sum that is kept whatever its target is, if they are not all different.
const CELLS: usize = 7;
/// Most cells of a derived sum whose target is near to the least or the greatest sum.
const TIGHT: usize = 24;
/// Most houses of a family; further ones are left out.
const FAMILY: usize = 64;
/// Bits of the propagator for sums that are known.
const FILTER: usize = 4096;

/// What sums are derived from.
pub(crate) struct Known<'a> {
    /// Given sums; those with weights other than 1 and -1 are passed over.
    pub(crate) sums: &'a [Sum],
    /// The houses.
    pub(crate) houses: &'a [House],
    /// Lists of disjoint houses by number, which are taken together.
    pub(crate) families: &'a [Vec<u32>],
    /// The values of a cell.
    pub(crate) values: core::ops::Range<i32>,
    /// Which cells differ.
    pub(crate) peers: &'a Peers,
    /// The candidates of each cell.
    pub(crate) domains: &'a [u16],
}

/// Derives sums from those with weights 1 and -1, and passes on the terms and the target of each.
pub(crate) fn derive(known: &Known<'_>, found: impl FnMut(&[(u16, i32)], i32)) {
    match known.domains.len().div_ceil(64) {
        0..=2 => derive_in::<2>(known, found),
        3..=4 => derive_in::<4>(known, found),
        5..=16 => derive_in::<16>(known, found),
        _ => {}
    }
}

fn derive_in<const W: usize>(known: &Known<'_>, mut found: impl FnMut(&[(u16, i32)], i32)) {
    let given: Vec<Signed<W>> = known.sums.iter().filter_map(Signed::of).collect();
    if given.is_empty() {
        return;
    }
    let mut deriver = Deriver::new(known, given);
    let mut alone: Vec<bool> = known.houses.iter().map(House::is_full).collect();
    known.families.iter().flatten().for_each(|&at| alone[at as usize] = false);
    for (house, _) in known.houses.iter().zip(alone).filter(|(_, alone)| *alone) {
        deriver.family(&[set_of(&house.cells)], house.values);
    }
    for family in known.families {
        let houses = family.iter().map(|&at| &known.houses[at as usize]);
        let mut full = houses.filter(|house| house.is_full()).peekable();
        let Some(values) = full.peek().map(|house| house.values) else { continue };
        let alike = full.filter(|house| house.values == values);
        let members: Vec<Set<W>> = alike.take(FAMILY).map(|house| set_of(&house.cells)).collect();
        deriver.family(&members, values);
    }
    let mut terms = Vec::new();
    for sum in &deriver.found {
        sum.terms(&mut terms);
        found(&terms, sum.total);
    }
}

/// A set of cells.
type Set<const W: usize> = [u64; W];

fn set_of<const W: usize>(cells: &[u16]) -> Set<W> {
    let mut set = [0; W];
    cells.iter().for_each(|&cell| set[usize::from(cell / 64)] |= 1 << (cell % 64));
    set
}

fn size<const W: usize>(set: &Set<W>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

fn meet<const W: usize>(one: &Set<W>, other: &Set<W>) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}

fn add<const W: usize>(to: &mut Set<W>, more: &Set<W>) {
    to.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
}

fn remove<const W: usize>(from: &mut Set<W>, less: &Set<W>) {
    from.iter_mut().zip(less).for_each(|(word, less)| *word &= !less);
}

/// The members of a set of small numbers.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// Cells with the weight 1 and cells with the weight -1, and what their sum is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signed<const W: usize> {
    plus: Set<W>,
    minus: Set<W>,
    total: i32,
}

impl<const W: usize> Signed<W> {
    fn of(sum: &Sum) -> Option<Self> {
        let mut signed = Self { plus: [0; W], minus: [0; W], total: sum.target };
        for &(cell, weight) in &sum.terms {
            let side = match weight {
                1 => &mut signed.plus,
                -1 => &mut signed.minus,
                _ => return None,
            };
            side[usize::from(cell / 64)] |= 1 << (cell % 64);
        }
        Some(signed)
    }

    /// The cells with their weights.
    fn terms(&self, terms: &mut Vec<(u16, i32)>) {
        terms.clear();
        for (set, weight) in [(&self.plus, 1), (&self.minus, -1)] {
            for (&word, at) in set.iter().zip(0_u16..) {
                terms.extend(bits(word).map(|bit| (at * 64 + bit as u16, weight)));
            }
        }
    }

    /// With a positive first weight.
    fn settled(self) -> Self {
        let (plus, minus) = (first(&self.plus), first(&self.minus));
        if plus.is_none() || minus.is_some() && minus < plus {
            Self { plus: self.minus, minus: self.plus, total: -self.total }
        } else {
            self
        }
    }

    fn hash(&self) -> usize {
        let words = self.plus.iter().chain(&self.minus).fold(self.total as u64, |hash, &word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        (words >> 52) as usize % FILTER
    }

    /// Takes a sum away, with the sign that leaves fewer cells, if there is one.
    fn subtract(&mut self, sum: &Self) -> bool {
        for (plus, minus, sign) in [(&sum.plus, &sum.minus, 1), (&sum.minus, &sum.plus, -1)] {
            let (mut gain, mut fits) = (0_i32, true);
            for at in 0..W {
                let (p, m) = (plus[at], minus[at]);
                let gone = (p & self.plus[at]).count_ones() + (m & self.minus[at]).count_ones();
                gain += 2 * gone as i32 - (p.count_ones() + m.count_ones()) as i32;
                fits &= p & self.minus[at] == 0 && m & self.plus[at] == 0;
            }
            if fits && gain > 0 {
                for at in 0..W {
                    let (p, m) = (plus[at], minus[at]);
                    (self.plus[at], self.minus[at]) =
                        (self.plus[at] & !p | m & !self.minus[at], self.minus[at] & !m | p & !self.plus[at]);
                }
                self.total -= sign * sum.total;
                return true;
            }
        }
        false
    }
}

/// Which sums are taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cages {
    /// Those whose cells are all among the cells of the houses.
    Inside,
    /// All that leave fewer cells.
    Any,
}

/// Where a given sum lies in a family.
struct Place {
    /// The houses it has cells in.
    met: u64,
    /// Whether it has cells in none of them.
    strays: bool,
}

/// Disjoint houses.
struct Family<const W: usize> {
    houses: Vec<Set<W>>,
    /// For each given sum.
    places: Vec<Place>,
    /// For each house the houses that a sum connects it with.
    linked: Vec<u64>,
    /// Most houses that are taken together.
    most: u32,
}

/// The sums to derive from, and what is found.
struct Deriver<'a, const W: usize> {
    given: Vec<Signed<W>>,
    /// Whether a given sum has weights 1 only and shares no cell with another one.
    alone: Vec<bool>,
    /// The sum of the values of a house.
    house_sum: i32,
    values: core::ops::Range<i32>,
    peers: &'a Peers,
    /// Cells with one candidate.
    fixed: Set<W>,
    domains: &'a [u16],
    /// Bits of sums that are known.
    filter: [u64; FILTER / 64],
    found: Vec<Signed<W>>,
}

impl<'a, const W: usize> Deriver<'a, W> {
    fn new(known: &Known<'a>, given: Vec<Signed<W>>) -> Self {
        let (mut once, mut twice) = ([0; W], [0; W]);
        for sum in &given {
            for at in 0..W {
                let cells = sum.plus[at] | sum.minus[at];
                twice[at] |= once[at] & cells;
                once[at] |= cells;
            }
        }
        let alone = given.iter().map(|sum| sum.minus == [0; W] && !meet(&sum.plus, &twice)).collect();
        let mut filter = [0; FILTER / 64];
        for sum in &given {
            let hash = sum.settled().hash();
            filter[hash / 64] |= 1 << (hash % 64);
        }
        let values = known.values.clone();
        let domains = known.domains;
        let cells = (0..).zip(domains).filter(|(_, mask)| mask.is_power_of_two());
        let fixed = set_of(&cells.map(|(cell, _)| cell).collect::<Vec<u16>>());
        let peers = known.peers;
        Self { given, alone, house_sum: 0, values, peers, fixed, domains, filter, found: Vec::new() }
    }

    /// Each house by itself without the sums inside of it, and unions of houses that sums connect.
    /// Each house holds these values.
    fn family(&mut self, houses: &[Set<W>], values: u16) {
        self.house_sum = bits(values.into()).map(|at| at as i32 + self.values.start).sum();
        let mut labels = vec![FAMILY as u8; W * 64];
        for (label, house) in (0..).zip(houses) {
            house
                .iter()
                .enumerate()
                .for_each(|(at, &word)| bits(word).for_each(|bit| labels[at * 64 + bit] = label));
        }
        let places: Vec<Place> = self.given.iter().map(|sum| place(sum, &labels)).collect();
        let mut linked = vec![0; houses.len()];
        for place in &places {
            bits(place.met).for_each(|at| linked[at] |= place.met);
        }
        let most = match houses.len() {
            0..=12 => 4,
            13..=24 => 3,
            _ => 2,
        };
        let family = Family { houses: houses.to_vec(), places, linked, most };
        for (root, (house, &linked)) in houses.iter().zip(&family.linked).enumerate() {
            let set = 1 << root;
            self.take(set, house, &family, Cages::Inside);
            let later = (u64::MAX << root) << 1;
            self.grow(set, *house, linked & later, linked | set, &family);
        }
    }

    /// A connected set of houses, and all larger ones with the same first house, each once. `near`
    /// are the houses to add, `closed` all that are in the set or were near to it.
    fn grow(&mut self, set: u64, union: Set<W>, near: u64, closed: u64, family: &Family<W>) {
        self.take(set, &union, family, Cages::Any);
        if set.count_ones() == family.most {
            return;
        }
        let later = (u64::MAX << set.trailing_zeros()) << 1;
        let mut near = near & !set;
        while near != 0 {
            let at = near.trailing_zeros() as usize;
            near &= near - 1;
            let mut larger = union;
            add(&mut larger, &family.houses[at]);
            let new = family.linked[at] & later & !closed;
            self.grow(set | 1 << at, larger, near | new, closed | family.linked[at], family);
        }
    }

    /// The sum that remains of disjoint houses, if it is worth keeping.
    fn take(&mut self, set: u64, union: &Set<W>, family: &Family<W>, cages: Cages) {
        let count = set.count_ones() as i32;
        let mut rest = Signed { plus: *union, minus: [0; W], total: self.house_sum * count };
        let mut taken = false;
        for ((sum, place), &alone) in self.given.iter().zip(&family.places).zip(&self.alone) {
            if place.met & set == 0 {
                continue;
            }
            let inside = place.met & !set == 0 && !place.strays;
            if inside && alone {
                remove(&mut rest.plus, &sum.plus);
                rest.total -= sum.total;
                taken = true;
            } else if inside || cages == Cages::Any {
                taken |= rest.subtract(sum);
            }
        }
        if taken {
            rest.total += self.take_fixed(&mut rest.minus) - self.take_fixed(&mut rest.plus);
            self.keep(rest.settled());
        }
    }

    /// Takes the cells with one candidate out of a set, and returns the sum of their values.
    fn take_fixed(&self, cells: &mut Set<W>) -> i32 {
        let mut sum = 0;
        for (at, (word, fixed)) in cells.iter_mut().zip(&self.fixed).enumerate() {
            let value = |bit: usize| self.domains[at * 64 + bit].trailing_zeros() as i32 + self.values.start;
            sum += bits(*word & fixed).map(value).sum::<i32>();
            *word &= !fixed;
        }
        sum
    }

    /// Keeps a sum that is likely to prune and not known.
    fn keep(&mut self, sum: Signed<W>) {
        if !self.is_useful(&sum) {
            return;
        }
        let hash = sum.hash();
        let (word, bit) = (hash / 64, 1 << (hash % 64));
        let maybe_known = self.filter[word] & bit != 0;
        if !maybe_known || !self.given.contains(&sum) && !self.found.contains(&sum) {
            self.filter[word] |= bit;
            self.found.push(sum);
        }
    }

    /// Whether a sum is likely to prune: it has few cells, or its target is near to the least or
    /// the greatest sum.
    fn is_useful(&self, sum: &Signed<W>) -> bool {
        let (plus, minus) = (size(&sum.plus), size(&sum.minus));
        match plus + minus {
            0 => return sum.total != 0,
            1..=CELLS => return true,
            _ if plus + minus > TIGHT => return false,
            _ => {}
        }
        let (plus, minus) = (self.span(&sum.plus), self.span(&sum.minus));
        let (low, high) = (plus.low - minus.high, plus.high - minus.low);
        plus.groups + minus.groups == 1 || 4 * (sum.total - low).min(high - sum.total) < high - low
    }

    /// Bounds of the sum of a set of cells, which is cut into groups that differ, each from its
    /// first cell on.
    fn span(&self, cells: &Set<W>) -> Span {
        let mut span = Span { low: 0, high: 0, groups: 0 };
        let mut rest = *cells;
        while rest != [0; W] {
            let (mut open, mut size) = (rest, 0);
            while let Some(cell) = first(&open) {
                open.iter_mut().zip(self.peers.row(cell)).for_each(|(word, near)| *word &= near);
                rest[usize::from(cell / 64)] &= !(1 << (cell % 64));
                size += 1;
            }
            let (start, end) = (self.values.start, self.values.end);
            span.low += size * start + size * (size - 1) / 2;
            span.high += size * (end - 1) - size * (size - 1) / 2;
            span.groups += 1;
        }
        span
    }
}

/// The least and the greatest sum of some cells, and how many groups of different cells they are.
struct Span {
    low: i32,
    high: i32,
    groups: u32,
}

/// The first cell of a set.
fn first<const W: usize>(set: &Set<W>) -> Option<u16> {
    (0_u16..).zip(set).find(|(_, word)| **word != 0).map(|(at, word)| at * 64 + word.trailing_zeros() as u16)
}

/// Where a sum lies; `labels` has the house of each cell, or [`FAMILY`].
fn place<const W: usize>(sum: &Signed<W>, labels: &[u8]) -> Place {
    let mut place = Place { met: 0, strays: false };
    for (at, (plus, minus)) in sum.plus.iter().zip(&sum.minus).enumerate() {
        for bit in bits(plus | minus) {
            match labels[at * 64 + bit] {
                label if usize::from(label) < FAMILY => place.met |= 1 << label,
                _ => place.strays = true,
            }
        }
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of a 4x4 grid.
    fn lines() -> (Vec<House>, Peers) {
        let rows = (0..4_u16).map(|row| (0..4).map(|col| row * 4 + col).collect());
        let cols = (0..4_u16).map(|col| (0..4).map(|row| row * 4 + col).collect());
        let houses: Vec<House> = rows.chain(cols).map(|cells| House { cells, values: 0b1111 }).collect();
        let mut peers = Peers::new(16);
        for house in &houses {
            house.cells.iter().for_each(|&a| house.cells.iter().for_each(|&b| peers.insert(a, b)));
        }
        (houses, peers)
    }

    fn cage(cells: &[u16], target: i32) -> Sum {
        let terms: Vec<(u16, i32)> = cells.iter().map(|&cell| (cell, 1)).collect();
        Sum::new(&terms, target)
    }

    fn derived(sums: &[Sum]) -> Vec<Sum> {
        let (houses, peers) = lines();
        let families = [vec![0, 1, 2, 3], vec![4, 5, 6, 7]];
        let known = Known {
            sums,
            houses: &houses,
            families: &families,
            values: 1..5,
            peers: &peers,
            domains: &[15; 16],
        };
        let mut found = Vec::new();
        derive(&known, |terms, target| found.push(Sum::new(terms, target)));
        found
    }

    #[test]
    fn a_cage_in_a_house_has_a_complement() {
        assert!(derived(&[cage(&[0, 1], 3)]).contains(&cage(&[2, 3], 7)));
    }

    #[test]
    fn innies_and_outies_are_found() {
        let found = derived(&[cage(&[0, 1, 2], 6), cage(&[4, 5, 6, 7, 8], 11)]);
        assert!(found.contains(&cage(&[3], 4)) && found.contains(&cage(&[8], 1)), "{found:?}");
    }

    #[test]
    fn two_houses_leave_a_signed_sum() {
        let found = derived(&[cage(&[0, 1, 2, 4, 5], 12), cage(&[3, 7, 11], 9)]);
        assert!(found.contains(&Sum::new(&[(6, 1), (11, -1)], -1)), "{found:?}");
    }

    #[test]
    fn without_sums_nothing_is_derived() {
        assert_eq!(derived(&[]), []);
    }
}
