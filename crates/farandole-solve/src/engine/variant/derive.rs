//! Derived sums: innies and outies, complements and hidden cages ("the 45 rule").
//!
//! Disjoint houses that hold every value have a known sum. Given sums are taken from it one by one, as long as fewer cells
//! remain; what remains is a sum of its own. A cage across the border leaves its cells outside (with the other sign), if
//! those are fewer than its cells inside.

use super::network::{House, Peers};
use super::sums::{Compare, Sum};

/// Most houses that are taken together.
const HOUSES: usize = 4;
/// Most cells of a derived sum, if they are not all different.
const CELLS: usize = 7;
/// Terms that may be looked at.
const BUDGET: u64 = 400_000;

/// The sums to derive from, and what is found.
struct Deriver<'a> {
    sums: &'a [Sum],
    /// For each cell the sums that contain it.
    of_cell: Vec<Vec<u32>>,
    /// The sum of all values.
    house_sum: i32,
    peers: &'a Peers,
    /// What remains: the weight of each cell; 0 but for cells in `touched`.
    rest: Vec<i32>,
    touched: Vec<u16>,
    used: Vec<bool>,
    work: u64,
    found: Vec<Sum>,
}

/// Derives sums. `families` are lists of houses by number; those of one list are disjoint and are taken together.
/// All values are `low` to `low + count - 1`.
pub(crate) fn derive(
    sums: &[Sum],
    houses: &[House],
    families: &[Vec<u32>],
    values: core::ops::Range<i32>,
    peers: &Peers,
    cells: usize,
) -> Vec<Sum> {
    let equal: Vec<Sum> = sums.iter().filter(|sum| sum.compare == Compare::Equal).cloned().collect();
    if equal.is_empty() {
        return Vec::new();
    }
    let mut of_cell = vec![Vec::new(); cells];
    for (sum, at) in equal.iter().zip(0_u32..) {
        sum.terms.iter().for_each(|&(cell, _)| of_cell[usize::from(cell)].push(at));
    }
    let mut deriver = Deriver {
        sums: &equal,
        of_cell,
        house_sum: values.sum(),
        peers,
        rest: vec![0; cells],
        touched: Vec::new(),
        used: vec![false; equal.len()],
        work: 0,
        found: Vec::new(),
    };
    for house in houses.iter().filter(|house| house.full) {
        deriver.take(&[house], Cages::Inside);
    }
    for family in families {
        let members: Vec<&House> =
            family.iter().map(|&at| &houses[at as usize]).filter(|house| house.full).collect();
        deriver.unions(&members);
    }
    deriver.found
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
    /// Unions of houses that sums connect.
    fn unions(&mut self, members: &[&House]) {
        let linked = self.links(members);
        let mut sets: Vec<Vec<usize>> = (0..members.len()).map(|at| vec![at]).collect();
        let mut next = 0;
        while next < sets.len() && self.work < BUDGET {
            let set = sets[next].clone();
            next += 1;
            let houses: Vec<&House> = set.iter().map(|&at| members[at]).collect();
            self.take(&houses, Cages::Any);
            if set.len() > 1 {
                self.take(&houses, Cages::Inside);
            }
            if set.len() == HOUSES {
                continue;
            }
            for (at, near) in linked.iter().enumerate() {
                if !set.contains(&at) && set.iter().any(|&own| near[own]) {
                    let mut larger = set.clone();
                    larger.push(at);
                    larger.sort_unstable();
                    if !sets[next..].contains(&larger) {
                        sets.push(larger);
                    }
                }
            }
        }
    }

    /// Which houses a sum has cells of.
    fn links(&self, members: &[&House]) -> Vec<Vec<bool>> {
        let mut home = vec![usize::MAX; self.rest.len()];
        for (at, house) in members.iter().enumerate() {
            house.cells.iter().for_each(|&cell| home[usize::from(cell)] = at);
        }
        let mut linked = vec![vec![false; members.len()]; members.len()];
        for sum in self.sums {
            for &(a, _) in &sum.terms {
                for &(b, _) in &sum.terms {
                    let (a, b) = (home[usize::from(a)], home[usize::from(b)]);
                    if a != b && a != usize::MAX && b != usize::MAX {
                        linked[a][b] = true;
                    }
                }
            }
        }
        linked
    }

    /// The sum that remains of these houses, if it is worth keeping.
    fn take(&mut self, houses: &[&House], cages: Cages) {
        let mut total = self.house_sum * houses.len() as i32;
        for house in houses {
            for &cell in &house.cells {
                self.rest[usize::from(cell)] = 1;
                self.touched.push(cell);
            }
        }
        let inside = self.touched.len();
        let mut taken = Vec::new();
        for at in 0..inside {
            for near in 0..self.of_cell[usize::from(self.touched[at])].len() {
                let sum = self.of_cell[usize::from(self.touched[at])][near];
                if !core::mem::replace(&mut self.used[sum as usize], true) {
                    taken.push(sum);
                    total -= self.subtract(sum, cages);
                }
            }
        }
        taken.iter().for_each(|&sum| self.used[sum as usize] = false);
        self.touched.sort_unstable();
        self.touched.dedup();
        let terms = self.touched.iter().map(|&cell| (cell, self.rest[usize::from(cell)]));
        let terms: Vec<(u16, i32)> = terms.filter(|&(_, weight)| weight != 0).collect();
        for cell in self.touched.drain(..) {
            self.rest[usize::from(cell)] = 0;
        }
        if terms.len() < inside && self.is_useful(&terms) {
            self.keep(Sum::new(&terms, Compare::Equal, total));
        }
    }

    /// Takes a sum away, with the sign that leaves fewer cells, if there is one. Returns what the total loses.
    fn subtract(&mut self, sum: u32, cages: Cages) -> i32 {
        let Sum { terms, target, .. } = &self.sums[sum as usize];
        self.work += terms.len() as u64;
        let gain = |sign: i32| -> i32 {
            let each = terms.iter().map(|&(cell, weight)| {
                let rest = self.rest[usize::from(cell)];
                i32::from(rest != 0) - i32::from(rest != sign * weight)
            });
            each.sum()
        };
        let sign = if gain(1) >= gain(-1) { 1 } else { -1 };
        let outside = || terms.iter().any(|&(cell, _)| self.rest[usize::from(cell)] == 0);
        if gain(sign) <= 0 || cages == Cages::Inside && outside() {
            return 0;
        }
        for &(cell, weight) in terms {
            self.rest[usize::from(cell)] -= sign * weight;
            self.touched.push(cell);
        }
        sign * target
    }

    /// Whether a sum is likely to prune.
    fn is_useful(&self, terms: &[(u16, i32)]) -> bool {
        let cells: Vec<u16> = terms.iter().map(|&(cell, _)| cell).collect();
        let one_sign = terms.iter().all(|&(_, weight)| weight == terms[0].1);
        cells.len() <= CELLS || one_sign && cells.len() <= 16 && self.peers.is_clique(&cells)
    }

    /// Keeps a sum, its first weight positive, unless it is known.
    fn keep(&mut self, mut sum: Sum) {
        if sum.terms.first().is_some_and(|&(_, weight)| weight < 0) {
            sum.terms.iter_mut().for_each(|(_, weight)| *weight = -*weight);
            sum.target = -sum.target;
        }
        if !self.sums.contains(&sum) && !self.found.contains(&sum) {
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
        Sum::new(&terms, Compare::Equal, target)
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
        assert!(found.contains(&Sum::new(&[(6, 1), (11, -1)], Compare::Equal, -1)), "{found:?}");
    }

    #[test]
    fn without_sums_nothing_is_derived() {
        assert_eq!(derived(&[]), []);
    }
}
