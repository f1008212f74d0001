//! Derived sums: innies and outies, complements and hidden cages (the "rule of 45").
//!
//! A full house holds a known set of values, so disjoint full houses have a known sum. Given sums are
//! subtracted from it one by one, as long as this reduces the number of cells. The remaining cells
//! have a known sum too. If a cage crosses the border of the houses, its cells outside of them get a
//! negative sign. It is subtracted only if it has fewer cells outside than inside.
//!
//! For example, three cages in row 1 cover all cells except r1c9, and their sums add up to 38. Then r1c9 is
//! 45 - 38 = 7.
//!
//! The method performs badly if few sums connect the houses: unions then have long remainders, which are not
//! kept.
//!
//! Source of the order in which connected unions are enumerated: S. Wernicke, "Efficient detection
//! of network motifs", IEEE/ACM Transactions on Computational Biology and Bioinformatics 3 (2006).

use super::sums::Sum;
use crate::model::house::House;
use crate::model::peers::Peers;

/// Maximum number of cells of a derived sum that is kept regardless of its target. With 3 instead of
/// 7, the `TAREK` killers take nearly twice as many guesses
/// (docs/experiments/2026-11-22-variants-setup.md).
const CELLS: usize = 7;
/// Maximum number of cells of a larger derived sum. It is kept only if its cells differ or its target is
/// in the lowest or highest quarter of its range. Without such sums, one of the `HS_KILLERS` was not
/// solved within 20,000 nodes (same experiment).
const TIGHT: usize = 24;
/// Maximum number of houses of a family, since sets of houses are stored in a `u64`. Further houses
/// are ignored.
const FAMILY: usize = 64;
/// Number of bits of the filter of known sums. A hash has 12 bits.
// With 12 bits, some hundred sums rarely share an entry, and the filter takes half a kilobyte.
const FILTER: usize = 4096;

/// The input of the derivation.
pub(crate) struct Known<'a> {
    /// Given sums. Sums with weights other than 1 and -1 are ignored.
    pub(crate) sums: &'a [Sum],
    /// All houses.
    pub(crate) houses: &'a [House],
    /// Lists of disjoint houses, by index, that may be combined.
    pub(crate) families: &'a [Vec<u32>],
    /// The real values of a cell.
    pub(crate) values: core::ops::Range<i32>,
    /// The pairs of cells that differ.
    pub(crate) peers: &'a Peers,
    /// The candidates of each cell.
    pub(crate) domains: &'a [u16],
}

/// Derives sums from given sums with weights 1 and -1, and calls `found` with the terms and the target
/// of each derived sum. Derives nothing if the network has more than 1,024 cells.
pub(crate) fn derive(known: &Known<'_>, found: impl FnMut(&[(u16, i32)], i32)) {
    // Sets of cells have 2, 4 or 16 words. Most boards need two, and operations on short sets are faster.
    match known.domains.len().div_ceil(64) {
        0..=2 => derive_in::<2>(known, found),
        3..=4 => derive_in::<4>(known, found),
        5..=16 => derive_in::<16>(known, found),
        _ => {}
    }
}

fn derive_in<const W: usize>(known: &Known<'_>, mut found: impl FnMut(&[(u16, i32)], i32)) {
    // Sums with other weights cannot be subtracted cell by cell.
    let given: Vec<Signed<W>> = known.sums.iter().filter_map(Signed::of).collect();
    if given.is_empty() {
        return;
    }
    let mut deriver = Deriver::new(known, given);
    let mut alone: Vec<bool> = known.houses.iter().map(House::is_full).collect();
    // Houses outside of families are treated one by one. Those of a family are combined.
    known.families.iter().flatten().for_each(|&at| alone[at as usize] = false);
    for (house, _) in known.houses.iter().zip(alone).filter(|(_, alone)| *alone) {
        deriver.family(&[set_of(&house.cells)], house.values);
    }
    for family in known.families {
        let houses = family.iter().map(|&at| &known.houses[at as usize]);
        let mut full = houses.filter(|house| house.is_full()).peekable();
        let Some(values) = full.peek().map(|house| house.values) else { continue };
        // Only houses with the same values have the same sum.
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

/// A set of cells, as a bit set of `W` words.
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

/// Returns the members of a bit set, in increasing order.
fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            at
        })
    })
}

/// A sum of cells with the weights 1 (`plus`) and -1 (`minus`).
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

    /// Replaces `terms` by the cells with their weights.
    fn terms(&self, terms: &mut Vec<(u16, i32)>) {
        terms.clear();
        for (set, weight) in [(&self.plus, 1), (&self.minus, -1)] {
            for (&word, at) in set.iter().zip(0_u16..) {
                terms.extend(bits(word).map(|bit| (at * 64 + bit as u16, weight)));
            }
        }
    }

    /// Returns the sum with the sign for which the first cell has a positive weight.
    // A sum and its negation thus become equal.
    fn normalized(self) -> Self {
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
        // The upper bits of the product depend on all words.
        (words >> 52) as usize % FILTER
    }

    /// Subtracts or adds a sum, whichever reduces the number of cells. Returns false, without a
    /// change, if neither does.
    fn subtract(&mut self, sum: &Self) -> bool {
        // Both signs are tried, since a cage that overlaps the negative part must be added.
        for (plus, minus, sign) in [(&sum.plus, &sum.minus, 1), (&sum.minus, &sum.plus, -1)] {
            let (mut gain, mut fits) = (0_i32, true);
            for at in 0..W {
                let (p, m) = (plus[at], minus[at]);
                let gone = (p & self.plus[at]).count_ones() + (m & self.minus[at]).count_ones();
                // The gain is the number of cells that disappear minus the number of cells that are added,
                // which are all other cells of the sum.
                gain += 2 * gone as i32 - (p.count_ones() + m.count_ones()) as i32;
                // A cell must not get the weight 2 or -2, which a set cannot express.
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

/// The given sums that are subtracted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cages {
    /// Sums whose cells are all in the houses.
    Inside,
    /// All sums that reduce the number of cells.
    Any,
}

/// The position of a given sum relative to the houses of a family.
struct Place {
    /// The houses that contain cells of the sum, as a bit set.
    met: u64,
    /// True if some cell of the sum is in none of the houses.
    strays: bool,
}

/// A list of disjoint houses.
struct Family<const W: usize> {
    houses: Vec<Set<W>>,
    /// The position of each given sum.
    places: Vec<Place>,
    /// For each house, the houses that share a given sum with it, as a bit set.
    linked: Vec<u64>,
    /// Maximum number of houses that are combined.
    most: u32,
}

/// The state of the derivation.
struct Deriver<'a, const W: usize> {
    given: Vec<Signed<W>>,
    /// For each given sum, true if all its weights are 1 and it shares no cell with another given sum.
    alone: Vec<bool>,
    /// The sum of the values of a house of the current family.
    house_sum: i32,
    values: core::ops::Range<i32>,
    peers: &'a Peers,
    /// Cells with one candidate.
    fixed: Set<W>,
    domains: &'a [u16],
    /// A bit for the hash of each known sum. A clear bit proves that a sum is new.
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
            let hash = sum.normalized().hash();
            filter[hash / 64] |= 1 << (hash % 64);
        }
        let values = known.values.clone();
        let domains = known.domains;
        let cells = (0..).zip(domains).filter(|(_, mask)| mask.is_power_of_two());
        let fixed = set_of(&cells.map(|(cell, _)| cell).collect::<Vec<u16>>());
        let peers = known.peers;
        Self { given, alone, house_sum: 0, values, peers, fixed, domains, filter, found: Vec::new() }
    }

    /// Derives sums from each house and the given sums inside it, and from unions of houses that
    /// are connected by given sums. Each house holds exactly the values of the mask `values`.
    fn family(&mut self, houses: &[Set<W>], values: u16) {
        self.house_sum = bits(values.into()).map(|at| at as i32 + self.values.start).sum();
        // Labels below `FAMILY` are indices of houses. `FAMILY` means that a cell is in none of them.
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
            // Houses that share a sum are neighbours in the graph of houses.
            bits(place.met).for_each(|at| linked[at] |= place.met);
        }
        // A large family has many connected unions, so fewer of its houses are combined.
        let most = match houses.len() {
            0..=12 => 4,
            13..=24 => 3,
            _ => 2,
        };
        let family = Family { houses: houses.to_vec(), places, linked, most };
        for (root, (house, &linked)) in houses.iter().zip(&family.linked).enumerate() {
            let set = 1 << root;
            // First, only the sums inside the house are subtracted. `grow` also subtracts sums that cross its
            // border.
            self.take(set, house, &family, Cages::Inside);
            // Only houses after the root may be added, so each set is visited from its first house.
            let later = (u64::MAX << root) << 1;
            self.grow(set, *house, linked & later, linked | set, &family);
        }
    }

    /// Processes a connected set of houses and all its extensions with the same first house, each
    /// once. `near` contains the houses that may be added. `closed` contains the members of the set
    /// and their neighbours.
    fn grow(&mut self, set: u64, union: Set<W>, near: u64, closed: u64, family: &Family<W>) {
        self.take(set, &union, family, Cages::Any);
        if set.count_ones() == family.most {
            return;
        }
        let later = (u64::MAX << set.trailing_zeros()) << 1;
        // Each branch excludes the houses of earlier branches, so no set is visited twice (Wernicke).
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

    /// Subtracts given sums from the sum of a union of houses, and keeps the remaining sum if it is
    /// useful.
    fn take(&mut self, set: u64, union: &Set<W>, family: &Family<W>, cages: Cages) {
        let count = set.count_ones() as i32;
        let mut rest = Signed { plus: *union, minus: [0; W], total: self.house_sum * count };
        let mut taken = false;
        for ((sum, place), &alone) in self.given.iter().zip(&family.places).zip(&self.alone) {
            if place.met & set == 0 {
                continue;
            }
            let inside = place.met & !set == 0 && !place.strays;
            // Sums without common cells can be subtracted in any order, so the check for gain is not needed.
            if inside && alone {
                remove(&mut rest.plus, &sum.plus);
                rest.total -= sum.total;
                taken = true;
            } else if inside || cages == Cages::Any {
                taken |= rest.subtract(sum);
            }
        }
        if taken {
            // The values of fixed cells are moved from the terms to the target.
            rest.total += self.take_fixed(&mut rest.minus) - self.take_fixed(&mut rest.plus);
            self.keep(rest.normalized());
        }
    }

    /// Removes the cells with one candidate from a set, and returns the sum of their values.
    fn take_fixed(&self, cells: &mut Set<W>) -> i32 {
        let mut sum = 0;
        for (at, (word, fixed)) in cells.iter_mut().zip(&self.fixed).enumerate() {
            let value = |bit: usize| self.domains[at * 64 + bit].trailing_zeros() as i32 + self.values.start;
            sum += bits(*word & fixed).map(value).sum::<i32>();
            *word &= !fixed;
        }
        sum
    }

    /// Keeps a sum if it is new and likely to prune.
    fn keep(&mut self, sum: Signed<W>) {
        if !self.is_useful(&sum) {
            return;
        }
        let hash = sum.hash();
        let (word, bit) = (hash / 64, 1 << (hash % 64));
        // A clear bit proves that the sum is new, which saves the comparison with all others.
        let maybe_known = self.filter[word] & bit != 0;
        if !maybe_known || !self.given.contains(&sum) && !self.found.contains(&sum) {
            self.filter[word] |= bit;
            self.found.push(sum);
        }
    }

    /// Returns true if a sum is likely to prune. It must have few cells, or cells that all differ,
    /// or a target in the lowest or highest quarter of its range.
    fn is_useful(&self, sum: &Signed<W>) -> bool {
        let (plus, minus) = (size(&sum.plus), size(&sum.minus));
        match plus + minus {
            // A sum without cells is only useful as a contradiction: if its total is not 0.
            0 => return sum.total != 0,
            1..=CELLS => return true,
            _ if plus + minus > TIGHT => return false,
            _ => {}
        }
        let (plus, minus) = (self.span(&sum.plus), self.span(&sum.minus));
        let (low, high) = (plus.low - minus.high, plus.high - minus.low);
        // One group of distinct cells becomes a cage with a list of sets. In the outer quarters, bounds have
        // little slack.
        plus.groups + minus.groups == 1 || 4 * (sum.total - low).min(high - sum.total) < high - low
    }

    /// Returns bounds of the sum of a set of cells. The set is divided greedily into groups of
    /// distinct cells.
    fn span(&self, cells: &Set<W>) -> Span {
        let mut span = Span { low: 0, high: 0, groups: 0 };
        let mut rest = *cells;
        // A greedy division is good enough, since these bounds only decide if the sum is kept.
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

/// The least and the greatest sum of some cells, and the number of groups of distinct cells.
struct Span {
    low: i32,
    high: i32,
    groups: u32,
}

/// Returns the first cell of a set.
fn first<const W: usize>(set: &Set<W>) -> Option<u16> {
    (0_u16..).zip(set).find(|(_, word)| **word != 0).map(|(at, word)| at * 64 + word.trailing_zeros() as u16)
}

/// Returns the position of a sum. `labels` contains the house of each cell, or [`FAMILY`] if it is
/// in none.
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

    /// Returns the rows and columns of a 4x4 grid, and their peers.
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
