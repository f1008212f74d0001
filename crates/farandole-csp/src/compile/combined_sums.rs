//! Combines a sum with other sums or houses if many of their cells are peers, which gives tighter bounds.
//!
//! For example, two adjacent diagonals have up to five cells in a box. These cells differ, so the least sum
//! of both diagonals together is greater than the total of their two least sums. Starting from each sum, the
//! algorithm repeatedly adds the sum with the best score, and keeps the best unions. It performs badly on
//! sums with few common peers: their unions are no tighter than the sums alone, and take some milliseconds to
//! build.
//!
//! Source of the idea and of the measure: Interactive Sudoku Solver, `js/solver/optimizer.js`,
//! combined sums.

use crate::model::cliques::each_clique_at_once;
use crate::model::peers::Peers;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::linear::Linear;
use crate::propagators::propagator::Propagator;

/// Maximum number of sums in a union. In the little killer `Hailstone`, the main diagonal and the two
/// diagonals on each side of it together contain three boxes, so that union needs five members
/// (docs/experiments/2026-11-23-variant-sums.md).
const MEMBERS: usize = 5;
/// Maximum number of sums and houses considered, since a union stores its members as bits of a
/// `u64`.
// Sums beyond this number are left out, so the result depends on their order.
const SUMS: usize = 64;
/// Minimum number of cells of an added sum that are peers of some cell of the union.
const NEAR: usize = 3;
// On little killers, unions of up to five sums took 2,537 guesses and 34 ms with the best five kept, 2,349
// and 33 ms with ten, and 2,257 and 35 ms with twenty (docs/experiments/2026-11-23-variant-sums.md).
/// Maximum number of unions kept.
const KEPT: usize = 8;

/// Cells, and the sum of their 0-based values.
#[derive(Clone, Copy)]
struct Known<'n> {
    cells: &'n [u16],
    target: i32,
}

/// A union of several sums.
#[derive(Clone)]
struct Union {
    /// Cells with weight 1, in order.
    terms: Vec<(u16, i32)>,
    target: i32,
    /// The sums in the union, as a bit set of indices.
    members: u64,
    /// An estimate of how much the bounds prune.
    score: i32,
}

/// The inputs of the combination.
struct Joiner<'n> {
    /// The sums, followed by the houses that are combined like sums.
    known: Vec<Known<'n>>,
    /// Houses with as many cells as values. They are subtracted from unions that contain them,
    /// because their cells would only make the bounds looser.
    houses: Vec<&'n [u16]>,
    /// The sum of the 0-based values of such a house.
    total: i32,
    network: &'n Network,
}

/// Returns unions of sums of a network, as terms with weight 1 and targets for 0-based values.
pub(crate) fn combine(sums: &[&Linear], network: &Network) -> Vec<(Vec<(u16, i32)>, i32)> {
    let count = usize::from(network.count);
    let houses = network.propagators.iter().filter_map(|propagator| match propagator {
        AnyPropagator::HiddenSingle(house) if house.cells().len() == count => Some(house.cells()),
        _ => None,
    });
    let houses: Vec<&[u16]> = houses.collect();
    let total = (count * (count - 1) / 2) as i32;
    let mut known: Vec<Known<'_>> =
        sums.iter().take(SUMS).map(|sum| Known { cells: sum.cells(), target: sum.target() }).collect();
    let starts = known.len();
    // A house that does not belong to a partition of the grid, such as a diagonal, is combined like a sum.
    // It can connect the sums on both sides of it. A row or a box is disjoint from `count - 1` others.
    let apart = |a: &[u16], b: &[u16]| a.iter().all(|cell| !b.contains(cell));
    let disjoint = |house: &&[u16]| houses.iter().filter(|other| apart(house, other)).count();
    let (alone, houses): (Vec<&[u16]>, Vec<&[u16]>) =
        houses.iter().partition(|house| disjoint(house) + 1 < count);
    known.extend(alone.into_iter().map(|cells| Known { cells, target: total }));
    known.truncate(SUMS);
    Joiner { known, houses, total, network }.run(starts)
}

impl Joiner<'_> {
    /// Returns the best unions that start with one of the first `starts` sums.
    fn run(&self, starts: usize) -> Vec<(Vec<(u16, i32)>, i32)> {
        let mut found: Vec<Union> = Vec::new();
        for (start, sum) in self.known.iter().enumerate().take(starts) {
            let terms = sum.cells.iter().map(|&cell| (cell, 1)).collect();
            let mut union = Union { terms, target: sum.target, members: 1 << start, score: 0 };
            for _ in 1..MEMBERS {
                let wider = (0..self.known.len()).filter_map(|at| self.wider(&union, at));
                // If several unions have the best score, the first one is used.
                let Some(best) =
                    wider.reduce(|best, other| if other.score > best.score { other } else { best })
                else {
                    break;
                };
                union = best;
                // Two starts often lead to the same union.
                if union.score > 0 && !found.iter().any(|known| known.members == union.members) {
                    found.push(union.clone());
                }
            }
        }
        // The sort is stable, so unions of equal score keep their order.
        found.sort_by_key(|union| -union.score);
        found.truncate(KEPT);
        found.into_iter().map(|union| self.without_houses(union.terms, union.target)).collect()
    }

    /// Returns the union with one more sum. Returns `None` if they share a cell, or if too few
    /// cells of the sum are peers of cells of the union.
    fn wider(&self, union: &Union, at: usize) -> Option<Union> {
        let Known { cells, target } = self.known[at];
        let shared = |cell: &u16| union.terms.iter().any(|(own, _)| own == cell);
        if union.members >> at & 1 == 1 || cells.iter().any(shared) {
            return None;
        }
        let peers = &self.network.peers;
        let sees = |cell: &&u16| union.terms.iter().any(|&(own, _)| peers.differ(**cell, own));
        if cells.iter().filter(sees).count() < NEAR {
            return None;
        }
        let mut terms = union.terms.clone();
        terms.extend(cells.iter().map(|&cell| (cell, 1)));
        terms.sort_unstable();
        let target = union.target + target;
        let score = score(&terms, target, peers, i32::from(self.network.count));
        Some(Union { terms, target, members: union.members | 1 << at, score })
    }

    /// Subtracts the houses that are contained in a sum.
    fn without_houses(&self, mut terms: Vec<(u16, i32)>, mut target: i32) -> (Vec<(u16, i32)>, i32) {
        for house in &self.houses {
            if house.iter().all(|cell| terms.iter().any(|(own, _)| own == cell)) {
                terms.retain(|(own, _)| !house.contains(own));
                target -= self.total;
            }
        }
        (terms, target)
    }
}

/// Returns an estimate of how much the bounds of a sum prune. For each group of distinct cells, it
/// adds the amount by which the width of the group exceeds the slack of the nearer bound.
fn score(terms: &[(u16, i32)], target: i32, peers: &Peers, count: i32) -> i32 {
    let (mut low, mut high, mut widths) = (0, 0, Vec::new());
    each_clique_at_once(terms, peers, |group| {
        let size = group.len() as i32;
        let width = size * (count - size);
        // The width of a group of k distinct cells is k (n - k): the sum of the k greatest values minus that
        // of the k least values.
        let least = size * (size - 1) / 2;
        low += least;
        high += least + width;
        widths.push(width);
    });
    // Bounds prune a group only if it is wider than the slack, so the excess estimates the effect.
    let slack = (target - low).min(high - target);
    widths.iter().map(|width| (width - slack).max(0)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::builder::Builder;

    /// Returns the combined sums of a network as cells and targets.
    fn joined(network: &Network) -> Vec<(Vec<u16>, i32)> {
        let sums = network.propagators.iter();
        let sums =
            sums.filter_map(
                |propagator| if let AnyPropagator::Linear(sum) = propagator { Some(sum) } else { None },
            );
        let found = combine(&sums.collect::<Vec<_>>(), network);
        let cells = |terms: Vec<(u16, i32)>| terms.into_iter().map(|(cell, _)| cell).collect();
        found.into_iter().map(|(terms, target)| (cells(terms), target)).collect()
    }

    fn plain(cells: &[u16]) -> Vec<(u16, i32)> {
        cells.iter().map(|&cell| (cell, 1)).collect()
    }

    #[test]
    fn sums_in_the_same_houses_are_joined() {
        // Each of two sums with low targets covers half of two houses of eight cells. A third sum
        // has four unrelated cells.
        let mut builder = Builder::new(20, 0, 9);
        builder.distinct(&[0, 1, 2, 3, 4, 5, 6, 7]);
        builder.distinct(&[8, 9, 10, 11, 12, 13, 14, 15]);
        builder.sum(&plain(&[0, 1, 2, 3, 8, 9, 10, 11]), 28);
        builder.sum(&plain(&[4, 5, 6, 7, 12, 13, 14, 15]), 29);
        builder.sum(&plain(&[16, 17, 18, 19]), 10);
        assert_eq!(joined(&builder.build()), [((0..16).collect(), 57)]);
    }

    #[test]
    fn a_diagonal_joins_the_sums_beside_it() {
        // A 4x4 grid with boxes. The two sums cover the three cells on each side of the main
        // diagonal, and a corner each.
        let lines =
            (0..4).flat_map(|at| [[0, 1, 2, 3].map(|to| 4 * at + to), [0, 4, 8, 12].map(|to| at + to)]);
        let boxes = [0, 2, 8, 10].map(|at| [at, at + 1, at + 4, at + 5]);
        let mut builder = Builder::new(16, 0, 4);
        for house in lines.chain(boxes).chain([[0, 5, 10, 15]]) {
            builder.distinct(&house);
        }
        builder.sum(&plain(&[1, 6, 11, 3]), 7);
        builder.sum(&plain(&[4, 9, 14, 12]), 2);
        let network = builder.build();
        let all = joined(&network);
        // The union of the diagonal and the two sums contains two boxes. Without them, four cells
        // remain.
        assert!(all.contains(&(vec![3, 6, 9, 12], 3)), "{all:?}");
    }
}
