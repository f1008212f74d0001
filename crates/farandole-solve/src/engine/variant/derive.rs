//! Derived sums: innies and outies, complements and hidden cages ("the 45 rule").
//!
//! Disjoint houses that hold every value have a known sum. Given sums are taken from it one by one, as long as fewer cells
//! remain; what remains is a sum of its own. A cage across the border leaves its cells outside (with the other sign), if
//! those are fewer than its cells inside.

use super::network::{House, Peers};
use super::sums::Sum;

/// Most houses that are taken together.
const HOUSES: usize = 4;
/// Most cells of a derived sum, if they are not all different.
const CELLS: usize = 7;
/// Most sets of houses of one family.
const UNIONS: usize = 600;
/// Words of a set of cells.
const WORDS: usize = 16;

/// A set of cells.
type Set = [u64; WORDS];

/// Cells with the weight 1 and cells with the weight -1, and what their sum is.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Signed {
    plus: Set,
    minus: Set,
    total: i32,
}

/// The sums to derive from, and what is found.
struct Deriver<'a> {
    given: Vec<Signed>,
    /// How many words of a set are in use.
    words: usize,
    /// The sum of all values.
    house_sum: i32,
    peers: &'a Peers,
    found: Vec<Signed>,
}

/// Derives sums from those with weights 1 and -1. `families` are lists of houses by number; those of one list are disjoint
/// and are taken together. `values` are all values of a cell.
pub(crate) fn derive(
    sums: &[Sum],
    houses: &[House],
    families: &[Vec<u32>],
    values: core::ops::Range<i32>,
    peers: &Peers,
    cells: usize,
) -> Vec<Sum> {
    let given: Vec<Signed> = sums.iter().filter_map(signed).collect();
    let words = cells.div_ceil(64);
    if given.is_empty() || words > WORDS {
        return Vec::new();
    }
    let mut deriver = Deriver { given, words, house_sum: values.sum(), peers, found: Vec::new() };
    for house in houses.iter().filter(|house| house.full) {
        deriver.take(&set_of(&house.cells), 1, Cages::Inside);
    }
    for family in families {
        let members: Vec<Set> = family
            .iter()
            .map(|&at| &houses[at as usize])
            .filter(|house| house.full)
            .map(|house| set_of(&house.cells))
            .collect();
        deriver.unions(&members);
    }
    deriver.found.iter().map(unsigned).collect()
}

fn set_of(cells: &[u16]) -> Set {
    let mut set = [0; WORDS];
    cells.iter().for_each(|&cell| set[usize::from(cell / 64)] |= 1 << (cell % 64));
    set
}

fn signed(sum: &Sum) -> Option<Signed> {
    let fits = sum.terms.iter().all(|&(_, weight)| weight.abs() == 1);
    let cells = |sign: i32| {
        let of_sign = sum.terms.iter().filter(|&&(_, weight)| weight == sign);
        of_sign.map(|&(cell, _)| cell).collect::<Vec<u16>>()
    };
    fits.then(|| Signed { plus: set_of(&cells(1)), minus: set_of(&cells(-1)), total: sum.target })
}

fn unsigned(sum: &Signed) -> Sum {
    let plus = members(&sum.plus).map(|cell| (cell, 1));
    let terms: Vec<(u16, i32)> = plus.chain(members(&sum.minus).map(|cell| (cell, -1))).collect();
    Sum::new(&terms, sum.total)
}

/// The cells of a set, rising.
fn members(set: &Set) -> impl Iterator<Item = u16> + '_ {
    let bits = |word: u64| (0..64).filter(move |bit| word >> bit & 1 == 1);
    set.iter()
        .zip(0_u16..)
        .filter(|(word, _)| **word != 0)
        .flat_map(move |(&word, at)| bits(word).map(move |bit| at * 64 + bit))
}

/// Which sums are taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cages {
    /// Those whose cells are all among the cells of the houses.
    Inside,
    /// All that leave fewer cells.
    Any,
}

impl Deriver<'_> {
    /// Unions of at most [`HOUSES`] houses, at most 64 of them, that sums connect.
    fn unions(&mut self, houses: &[Set]) {
        let houses = &houses[..houses.len().min(64)];
        let linked = self.links(houses);
        let mut sets: Vec<u64> = (0..houses.len()).map(|at| 1 << at).collect();
        let mut next = 0;
        while next < sets.len() {
            let set = sets[next];
            next += 1;
            let (mut union, mut near) = ([0; WORDS], 0);
            for at in (0..houses.len()).filter(|at| set >> at & 1 == 1) {
                union.iter_mut().zip(&houses[at]).for_each(|(union, word)| *union |= word);
                near |= linked[at];
            }
            let count = set.count_ones();
            self.take(&union, count as i32, Cages::Any);
            if count as usize == HOUSES {
                continue;
            }
            for at in (0..houses.len()).filter(|at| (near & !set) >> at & 1 == 1) {
                let larger = set | 1 << at;
                if sets.len() < UNIONS && !sets[next..].contains(&larger) {
                    sets.push(larger);
                }
            }
        }
    }

    /// For each house the houses that a sum connects it with.
    fn links(&self, houses: &[Set]) -> Vec<u64> {
        let mut linked = vec![0; houses.len()];
        for sum in &self.given {
            let met = houses.iter().enumerate().filter(|(_, house)| {
                (0..self.words).any(|at| house[at] & (sum.plus[at] | sum.minus[at]) != 0)
            });
            let met = met.fold(0_u64, |met, (at, _)| met | 1 << at);
            (0..houses.len()).filter(|at| met >> at & 1 == 1).for_each(|at| linked[at] |= met);
        }
        linked
    }

    /// The sum that remains of disjoint houses, if it is worth keeping.
    fn take(&mut self, houses: &Set, count: i32, cages: Cages) {
        let mut rest = Signed { plus: *houses, minus: [0; WORDS], total: self.house_sum * count };
        let mut taken = false;
        for sum in &self.given {
            let (mut meets, mut leaves) = (false, false);
            for (at, house) in houses.iter().enumerate().take(self.words) {
                let cells = sum.plus[at] | sum.minus[at];
                meets |= cells & house != 0;
                leaves |= cells & !house != 0;
            }
            if meets && !(leaves && cages == Cages::Inside) {
                taken |= self.subtract(&mut rest, sum);
            }
        }
        if taken && self.is_useful(&rest) {
            self.keep(rest);
        }
    }

    /// Takes a sum away, with the sign that leaves fewer cells, if there is one.
    fn subtract(&self, rest: &mut Signed, sum: &Signed) -> bool {
        for (plus, minus, sign) in [(&sum.plus, &sum.minus, 1), (&sum.minus, &sum.plus, -1)] {
            let (mut gain, mut fits) = (0_i32, true);
            for at in 0..self.words {
                let (p, m) = (plus[at], minus[at]);
                let gone = (p & rest.plus[at]).count_ones() + (m & rest.minus[at]).count_ones();
                gain += 2 * gone as i32 - (p.count_ones() + m.count_ones()) as i32;
                fits &= p & rest.minus[at] == 0 && m & rest.plus[at] == 0;
            }
            if fits && gain > 0 {
                for at in 0..self.words {
                    let (p, m) = (plus[at], minus[at]);
                    (rest.plus[at], rest.minus[at]) =
                        (rest.plus[at] & !p | m & !rest.minus[at], rest.minus[at] & !m | p & !rest.plus[at]);
                }
                rest.total -= sign * sum.total;
                return true;
            }
        }
        false
    }

    /// Whether a sum is likely to prune.
    fn is_useful(&self, sum: &Signed) -> bool {
        let size = |set: &Set| set.iter().map(|word| word.count_ones()).sum::<u32>() as usize;
        let (plus, minus) = (size(&sum.plus), size(&sum.minus));
        let one_sign = plus == 0 || minus == 0;
        let distinct = || {
            let cells: Vec<u16> = members(&sum.plus).chain(members(&sum.minus)).collect();
            self.peers.is_clique(&cells)
        };
        (1..=CELLS).contains(&(plus + minus)) || one_sign && (1..=16).contains(&(plus + minus)) && distinct()
    }

    /// Keeps a sum, its first weight positive, unless it is known.
    fn keep(&mut self, mut sum: Signed) {
        let first =
            |set: &Set| set.iter().position(|&word| word != 0).map(|at| (at, set[at].trailing_zeros()));
        let (plus, minus) = (first(&sum.plus), first(&sum.minus));
        if plus.is_none() || minus.is_some() && minus < plus {
            (sum.plus, sum.minus, sum.total) = (sum.minus, sum.plus, -sum.total);
        }
        if !self.given.contains(&sum) && !self.found.contains(&sum) {
            self.found.push(sum);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows and columns of a 4x4 grid.
    fn lines() -> (Vec<House>, Peers) {
        let rows = (0..4_u16).map(|row| (0..4).map(|col| row * 4 + col).collect());
        let cols = (0..4_u16).map(|col| (0..4).map(|row| row * 4 + col).collect());
        let houses: Vec<House> = rows.chain(cols).map(|cells| House { cells, full: true }).collect();
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
        derive(sums, &houses, &[vec![0, 1, 2, 3], vec![4, 5, 6, 7]], 1..5, &peers, 16)
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
